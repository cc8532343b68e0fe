use super::source::sha256;
use crate::files::printable::shell_word;
use crate::files::{
    Encoding,
    organiser_tables::{self, TableError},
};
use crate::model::{Model, ModelError};
use crate::questions::asked::{RepairAsked, TableText, TablesAsked, not_of};
use crate::questions::in_force::{AUTO, AskedSystem, DUTCH};
use crate::questions::registry::{System, UnknownSystem};
use crate::questions::{AskError, Context};
use crate::rules::Hard;
use crate::solve::{MatchingMethod, Options, Ties};
use crate::tournament::{RoundRequest, Tournament, Trust};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What is done with every file of an archive.
///
/// It is plain data, which is sent to the processes that do it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The models, in the order of the records of a round.
    pub models: Vec<ModelText>,
    /// The systems that are set beside each model.
    pub systems: Vec<SystemWord>,
    /// The rounds.
    pub rounds: RoundSelection,
    /// What to believe where points and results disagree.
    pub trust: Trust,
    /// The encoding of reports, if it is known. Plans without it keep the ids that they had before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Encoding>,
    /// How to solve a model of pairs without caps.
    pub method: MatchingMethod,
    /// Which of several equal optima is reported. Plans without a choice keep the ids that they had before there was one.
    #[serde(default, skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The hard rules whose breaches are counted, if there is a repair; empty for those that each model names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Vec<Hard>>,
    /// The organiser's attributes of the players, as CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<TableText>,
    /// The organiser's numbers of pairs, as CSV.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<TableText>,
    /// The seed of the models' lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lots: Option<u64>,
    /// The time that one model has for one round.
    pub time_limit: Option<Duration>,
    /// The bytes of memory that each process may hold.
    pub memory_limit: Option<u64>,
    /// Whether the records have the boards.
    pub boards: bool,
    /// Whether the records have the time that they took.
    pub times: bool,
}

/// A model as its file says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelText {
    /// The name or path that was given.
    pub name: String,
    /// The path, from which other files that it names are looked up.
    pub path: String,
    /// The TOML text.
    pub text: String,
}

impl ModelText {
    /// The file of a built-in model by name, or of a model by path.
    ///
    /// # Errors
    /// [`ModelError`] if there is no such model, it has a fault, or it does not pair.
    pub fn load(name_or_path: &str) -> Result<Self, ModelError> {
        let (path, text) = Model::file(name_or_path)?;
        let text = Self { name: name_or_path.to_owned(), path, text };
        text.open()?;
        Ok(text)
    }

    /// The SHA-256 of the text.
    pub fn sha256(&self) -> String {
        sha256(self.text.as_bytes())
    }

    pub(super) fn open(&self) -> Result<Model, ModelError> {
        Ok(Model::parse(&self.path, &self.text)?.that_pairs()?)
    }
}

/// Which rounds of a file are paired.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundSelection {
    /// Every round that has games.
    #[default]
    All,
    /// The last round that has games.
    Last,
    /// The first round without games.
    Next,
    /// From the first of these to the second, as far as there are games, and the first round without games if it is among them.
    Range(u32, u32),
}

impl RoundSelection {
    /// The rounds of `tournament`, or why there are none.
    ///
    /// # Errors
    /// A clause.
    pub fn of(self, tournament: &Tournament) -> Result<Vec<u32>, String> {
        let played = || tournament.played_rounds().map(|(round, _)| round);
        let next = tournament.next_round();
        let is_over = tournament.rounds_planned.is_some_and(|planned| next > planned);
        let not_over = || Some(next).filter(|_| !is_over);
        let rounds: Vec<u32> = match self {
            Self::All => played().collect(),
            Self::Last => played().last().into_iter().collect(),
            Self::Next => not_over().into_iter().collect(),
            Self::Range(first, last) => {
                played().chain(not_over()).filter(|round| (first..=last).contains(round)).collect()
            }
        };
        if !rounds.is_empty() {
            return Ok(rounds);
        }
        Err(match self {
            Self::All | Self::Last => "no round has games".to_owned(),
            Self::Next => format!("all {} rounds have games", next - 1),
            Self::Range(first, last) => format!("it has no round from {first} to {last}"),
        })
    }
}

impl FromStr for RoundSelection {
    type Err = String;

    /// `all`, `last`, `next`, a round, or the first and the last one as in `3-7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let round = |text: &str| text.parse().ok().filter(|round| *round > 0);
        Ok(match text {
            "all" => Self::All,
            "last" => Self::Last,
            "next" => Self::Next,
            _ => {
                let (first, last) = text.split_once('-').unwrap_or((text, text));
                match (round(first), round(last)) {
                    (Some(first), Some(last)) if first <= last => Self::Range(first, last),
                    _ => return Err("name all, last, next, a round such as 5, or rounds such as 3-7".to_owned()),
                }
            }
        })
    }
}

impl Plan {
    pub(super) fn options(&self) -> Options {
        Options {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            method: self.method,
            ties: self.ties,
            ..Options::default()
        }
        .started()
    }

    /// What tells records of this request from others: the first half of the SHA-256 of all that it asks for, with the models' files.
    pub fn id(&self) -> String {
        // A plan is plain data, which can always be written.
        let mut id = sha256(&serde_json::to_vec(self).unwrap_or_default());
        id.truncate(32);
        id
    }

    /// What it asks for besides the models and systems, as options of `solve`.
    pub(super) fn as_options(&self) -> String {
        let option =
            |name: &str, value: Option<String>| value.map_or_else(String::new, |value| format!(" --{name} {value}"));
        let trust = match self.trust {
            Trust::Nothing => None,
            Trust::Results => Some("results".to_owned()),
            Trust::Byes => Some("byes".to_owned()),
        };
        let method = Some(self.method).filter(|method| *method != MatchingMethod::default());
        let ties = Some(self.ties).filter(|ties| *ties != Ties::default());
        let table = |table: &Option<TableText>| table.as_ref().map(|table| shell_word(&table.path));
        let repair = self.repair.as_ref().map(|rules| match &rules[..] {
            [] => " --repair".to_owned(),
            rules => format!(" --repair={}", rules.iter().map(|rule| rule.name()).join(",")),
        });
        [
            option("trust", trust),
            option("encoding", self.encoding.map(|encoding| encoding.to_string())),
            option("method", method.map(|method| method.to_string())),
            option("ties", ties.map(|ties| ties.to_string())),
            repair.unwrap_or_default(),
            option("attributes", table(&self.attributes)),
            option("weights", table(&self.weights)),
            option("lots", self.lots.map(|seed| seed.to_string())),
            option("time-limit", self.time_limit.map(|limit| limit.as_secs_f64().to_string())),
            option("memory-limit", self.memory_limit.map(|limit| (limit >> 20).to_string())),
        ]
        .concat()
    }

    /// The models, in which the breaches of rules are counted if there is a repair.
    pub(super) fn open_models(&self) -> Result<Vec<Model>, AskError> {
        let repair = RepairAsked { repair: self.repair.clone() };
        let open = |text: &ModelText| match text.open()? {
            Model::Objective(objective) => Ok(Model::Objective(repair.applied(objective)?)),
            other => Ok(other),
        };
        self.models.iter().map(open).collect()
    }

    /// What every round is asked with.
    pub(super) fn request(&self) -> Result<RoundRequest, AskError> {
        let wrong = |table: &TableText, error: TableError| AskError::wrong(format!("{}, {error}", table.path));
        let attributes = self.attributes.as_ref().map(|table| {
            organiser_tables::read_attributes(&table.bytes).map(Arc::new).map_err(|error| wrong(table, error))
        });
        let weights = self.weights.as_ref().map(|table| {
            organiser_tables::read_weights(&table.bytes).map(Arc::new).map_err(|error| wrong(table, error))
        });
        let (attributes, weights) = (attributes.transpose()?, weights.transpose()?);
        Ok(RoundRequest { trust: self.trust, attributes, weights, lots: self.lots, ..RoundRequest::default() })
    }

    /// The same plan with the `tables` of the organiser. What is asked for must go together with its models, which are `opened`.
    ///
    /// # Errors
    /// [`AskError::Refused`] for what does not, and as of the tables.
    pub fn with_tables(self, opened: &[Model], tables: &TablesAsked, context: &dyn Context) -> Result<Self, AskError> {
        named_once(opened.iter().map(Model::name))
            .and_then(|()| AskedSystems::of(&self.systems))
            .map_err(AskError::wrong)?;
        let repair = RepairAsked { repair: self.repair.clone() };
        let mut objectives = Vec::new();
        for model in opened {
            match model {
                Model::Objective(objective) => {
                    repair.given_up(objective)?;
                    objectives.push(objective);
                }
                _ if repair.is_asked() => return Err(not_of(model.name())),
                Model::System(_) | Model::AsWritten(_) => {}
            }
        }
        let [attributes, weights] = tables.texts(&objectives, context)?;
        Ok(Self { attributes, weights, lots: tables.seed_of_lots(Some(&objectives))?, ..self })
    }

    /// What the system of a record was asked for as: by its id, or by what the tournament decides.
    pub(super) fn asked_as<'a>(&'a self, system: &'a str) -> &'a str {
        if self.systems.iter().any(|asked| asked.to_string() == system) { system } else { self.decided_by_file() }
    }

    /// What a system that the tournament decides was asked for as.
    pub(super) fn decided_by_file(&self) -> &'static str {
        if self.systems.contains(&SystemWord::Asked(AskedSystem::Auto)) { AUTO } else { DUTCH }
    }
}

/// A word of a list of systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SystemWord {
    /// This system.
    Asked(AskedSystem),
    /// `else=ID`: what `dutch` or `auto` is where none can be chosen.
    Else(System),
}

/// How the system begins that is taken where no edition can be chosen.
const ELSE: &str = "else=";

impl FromStr for SystemWord {
    type Err = UnknownSystem;

    fn from_str(word: &str) -> Result<Self, UnknownSystem> {
        match word.strip_prefix(ELSE) {
            Some(id) => id.parse().map(Self::Else),
            None => word.parse().map(Self::Asked),
        }
    }
}

impl TryFrom<String> for SystemWord {
    type Error = UnknownSystem;

    fn try_from(word: String) -> Result<Self, UnknownSystem> {
        word.parse()
    }
}

impl From<SystemWord> for String {
    fn from(word: SystemWord) -> Self {
        word.to_string()
    }
}

impl fmt::Display for SystemWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked(asked) => asked.fmt(f),
            Self::Else(system) => write!(f, "{ELSE}{system}"),
        }
    }
}

/// The systems of a list, each once, and what `dutch` or `auto` is where none can be chosen.
#[derive(Default)]
pub(super) struct AskedSystems {
    pub systems: Vec<AskedSystem>,
    pub otherwise: Option<System>,
}

impl AskedSystems {
    /// Those of these words; a sentence, if a word is there twice, or if `else=` has nothing to stand in for.
    pub fn of(words: &[SystemWord]) -> Result<Self, String> {
        named_once(words)?;
        let mut asked = Self::default();
        for word in words {
            match *word {
                SystemWord::Asked(system) => asked.systems.push(system),
                SystemWord::Else(system) if asked.otherwise.is_none() => asked.otherwise = Some(system),
                SystemWord::Else(_) => return Err(format!("{ELSE} is there twice; leave one")),
            }
        }
        let [has_dutch, has_auto] = [AskedSystem::Dutch, AskedSystem::Auto].map(|of| asked.systems.contains(&of));
        if has_dutch && has_auto {
            return Err(format!("{AUTO} is {DUTCH} where the file names the Dutch system; leave one of the two"));
        }
        if asked.otherwise.is_some() && !has_dutch && !has_auto {
            let what = "is what 'dutch' is for a tournament whose edition is not known; name 'dutch', too";
            return Err(format!("{ELSE} {what}"));
        }
        Ok(asked)
    }
}

/// A sentence, if a name of a list is there twice.
fn named_once(names: impl IntoIterator<Item: ToString>) -> Result<(), String> {
    let twice = names.into_iter().map(|name| name.to_string()).duplicates().next();
    twice.map_or(Ok(()), |name| Err(format!("{name} is named twice; leave one")))
}
