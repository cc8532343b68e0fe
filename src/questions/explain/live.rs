use crate::field::RequestField;
use crate::formats::json;
use crate::model::{Cap, Formulation, Model, Objective};
use crate::questions::asked::{TableText, TablesAsked};
use crate::questions::{Context, Ended, OpenedRound, Refusal};
use crate::tournament::{PlayerId, Tournament, Trust};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// The state with which the page for a browser opens at a round, as far as it is another one than that of the page without a round.
///
/// The page has the module for browsers in it. So it knows every rule, and this state has nothing that is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveState {
    /// The tournament.
    pub source: LiveSource,
    /// The round.
    pub round: u32,
    /// The model by its name.
    pub model: String,
    /// The model's text; null if the page has the model.
    pub brought: Option<LiveModel>,
    /// The organiser's tables.
    pub tables: LiveTables,
    /// Who is not paired, by the arbiter's decision.
    pub absent: Vec<u32>,
    /// Who has arrived, by the arbiter's decision.
    pub late: Vec<u32>,
    /// Who has the pairing-allocated bye, by the arbiter's decision.
    pub bye: Option<u32>,
    /// `byes` if that bye, or the one in the tournament, is kept whatever the rules say.
    pub trust: Option<&'static str>,
    /// Who may not meet, by the arbiter's decision.
    pub forbid: Vec<[u32; 2]>,
    /// What players have in common who may not meet: `federation`, `club`.
    pub same: Vec<String>,
    /// The tab that is shown.
    pub tab: &'static str,
}

/// A tournament in a [`LiveState`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveSource {
    /// The name of a file that it could be in.
    pub name: String,
    /// The project's JSON, in which a character is a byte of UTF-8.
    pub text: String,
}

/// A model in a [`LiveState`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveModel {
    /// Its name.
    pub name: String,
    /// What a model file of it says.
    pub text: String,
}

/// The organiser's tables in a [`LiveState`], as CSV.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveTables {
    /// The table of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<String>,
    /// The numbers of pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
}

impl LiveState {
    /// The state at `round`, which is paired by `spec`, with the tables that were asked for.
    ///
    /// # Errors
    /// [`Ended::Refused`] if the model has caps, which cannot be solved without `HiGHS`; as [`TablesAsked::texts`].
    pub fn new(
        round: &OpenedRound,
        spec: &Objective,
        tables: &TablesAsked,
        context: &dyn Context,
    ) -> Result<Self, Ended> {
        check(spec)?;
        let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let [attributes, weights] = tables.texts(&[&spec], context)?.map(|table| table.map(text_of));
        let forbidden = round.request.forbidden.iter().flat_map(|group| group.iter().array_combinations());
        let ids = |players: &[PlayerId]| players.iter().map(|id| id.0).collect();
        Ok(Self {
            source: LiveSource::new(&round.opened.loaded.tournament, round.opened.trust),
            round: round.state.round(),
            brought: (!is_built_in(&spec)).then(|| LiveModel::new(&spec)),
            model: spec.name,
            tables: LiveTables { attributes, weights },
            absent: ids(&round.request.absent),
            late: ids(&round.request.late),
            bye: round.request.bye.map(|id| id.0),
            trust: (round.request.trust == Trust::Byes).then_some("byes"),
            forbid: forbidden.map(|pair| pair.map(|id| id.0)).collect(),
            same: round.request.avoid_same.iter().map(ToString::to_string).collect(),
            tab: "change",
        })
    }
}

/// A sound table as text.
fn text_of(table: TableText) -> String {
    String::from_utf8_lossy(&table.bytes).into_owned()
}

/// Whether the program has a model of this name that is the same.
fn is_built_in(spec: &Objective) -> bool {
    let is_name = Model::built_in_names().any(|name| name == spec.name);
    is_name && Objective::load(&spec.name).is_ok_and(|own| own == *spec)
}

fn check(spec: &Objective) -> Result<(), Refusal> {
    let Some((cap, _)) = spec.caps().next() else { return Ok(()) };
    let limited = match &cap {
        Cap::Downfloats(most) => format!("boards with unequal scores to {most} (max-downfloats)"),
        Cap::SameFederation(most) => format!("boards of one federation to {most} (max-same-federation)"),
        Cap::Defined(definition) => format!("boards of its definition '{}' to {}", definition.name(), cap.most()),
    };
    let what =
        format!("model '{}' limits the {limited}, and a page cannot solve by itself with such a limit", spec.name);
    Err(Refusal::new(what, format!("leave out {}, or take a model without it", RequestField("live"))))
}

impl LiveSource {
    /// The tournament, with the points of its results where these are trusted.
    fn new(tournament: &Tournament, trust: Trust) -> Self {
        let tournament = tournament.trusting(trust);
        let name = if tournament.name.is_empty() { "tournament" } else { &tournament.name };
        Self { name: format!("{name}.json"), text: json::write(&tournament).bytes().map(char::from).collect() }
    }
}

impl LiveModel {
    /// The model as a file.
    ///
    /// ```
    /// use swiss_ilp::model::{Model, Objective};
    /// use swiss_ilp::questions::explain::LiveModel;
    /// let fair = Objective::load("fair")?;
    /// let Model::Objective(again) = Model::parse("fair", &LiveModel::new(&fair).text)? else { unreachable!() };
    /// assert_eq!(again, fair);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(spec: &Objective) -> Self {
        #[derive(Serialize)]
        struct PageModel<'a> {
            kind: &'static str,
            #[serde(flatten)]
            spec: &'a Objective,
        }
        // An objective has nothing that TOML cannot say.
        let text = toml::to_string(&PageModel { kind: "objective", spec }).unwrap_or_default();
        Self { name: spec.name.clone(), text }
    }
}
