//! What is wrong in the student's text, and what it makes of a round.

mod fault;
mod text;

pub use fault::ErratumCount;

use super::Besides;
use crate::field::RequestField;
use crate::formats;
use crate::model::{Erratum, Readings, SeedModel, SeedPoint, SeedText, Size, Value};
use crate::questions::asked::without;
use crate::questions::model;
use crate::questions::{Answered, Context, Ended, Refusal, Request};
use crate::report::boards::colour_letters;
use crate::solve::{self, Limit, MipAnswer, Options, SolveError, check_program_of_text};
use crate::tournament::{PlayerId, PlayerState, RoundRequest, RoundState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is asked of the errata.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub(super) struct ErrataAsked {
    /// Of the model seed: list what is wrong in the text; with N, show erratum N in a small round; with FILE, show what the
    /// text answers there, as written and with erratum N or all errata repaired
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", num_args = 0..=1, value_parser = erratum))]
    #[serde(skip)]
    errata: Option<Option<Erratum>>,
}

#[cfg(feature = "cli")]
fn erratum(text: &str) -> Result<Erratum, String> {
    let found = text.parse().ok().and_then(Erratum::numbered);
    found.ok_or_else(|| format!("there is no erratum '{text}'; write a number from 1 to {}", Erratum::ALL.len()))
}

impl Besides<model::Request> for ErrataAsked {
    const FIELDS: &[&str] = &[];

    fn ask_besides(&self, request: &model::Request, context: &dyn Context) -> Result<(), Ended> {
        let Some(erratum) = self.errata else { return request.ask(context) };
        Refusal::beside(RequestField("errata"), true, &request.ways())?;
        let mut spec = SeedText::try_from(without(context.model(&request.model)?, &request.without)?)?;
        let is_absent = request.at.is_absent();
        if is_absent && request.at.asks_for_something() {
            let what = "a round is one of a tournament: give a file after the model, or leave out what is asked of it";
            return Err(Ended::wrong(what));
        }
        let options = context.start(&request.limits)?;
        let (name, state) = match erratum {
            None if is_absent => return context.give(Answered::new(ErrataReport)),
            Some(erratum) if is_absent => {
                spec.readings = erratum.readings(spec.readings);
                (erratum.instance().0.to_owned(), instance_of(erratum)?)
            }
            _ => {
                let round = context.open(&request.at, &request.tables, &[])?;
                (round.name().to_owned(), round.state)
            }
        };
        let answer = ErratumReport::new(&name, &state, &spec, erratum, options)?;
        let ended = answer.ended();
        context.give(Answered::new(answer))?;
        ended
    }
}

/// All errata of the student's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrataReport;

/// What is said of one erratum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumLine {
    /// From 1 to 15.
    pub number: usize,
    /// As a model file names it.
    pub name: &'static str,
    /// The line of the text, in its symbols.
    pub text: &'static str,
    /// What goes wrong.
    pub wrong: &'static str,
    /// The repair.
    pub repair: &'static str,
    /// The numbers of the errata that must be repaired, too.
    pub needs: Vec<usize>,
    /// The file of a smallest round that shows it.
    pub instance: &'static str,
}

impl From<Erratum> for ErratumLine {
    fn from(erratum: Erratum) -> Self {
        Self {
            number: erratum.number(),
            name: erratum.name(),
            text: erratum.line(),
            wrong: erratum.wrong(),
            repair: erratum.repair(),
            needs: erratum.needs().iter().map(|needed| needed.number()).collect(),
            instance: erratum.instance().0,
        }
    }
}

/// A round as the text answers it, before and after a repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumReport {
    /// The erratum; null for all fifteen.
    pub erratum: Option<ErratumLine>,
    /// The name of the tournament.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The meanings taken where the text has two.
    pub readings: Readings,
    /// Those to be paired, in pairing order.
    pub players: Vec<ErratumPlayer>,
    /// What is counted in each answer.
    pub counted: Option<&'static str>,
    /// The answers, the repaired one last.
    pub answers: Vec<AnswerReport>,
}

/// A player to be paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumPlayer {
    /// The pairing number.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The score.
    pub score: Value,
    /// The colours of the games so far, such as `BWW`; `-` for a round without one.
    pub colours: String,
    /// Whom he has met, of those to be paired.
    pub met: Vec<PlayerId>,
}

/// An answer of HiGHS.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnswerReport {
    /// The numbers of the errata that are repaired.
    pub repaired: Vec<usize>,
    /// The columns of the program.
    pub columns: u64,
    /// Its rows.
    pub rows: u64,
    /// How it ended: `optimal`, `infeasible`, or the limit that came first.
    pub status: String,
    /// The value of each tier.
    pub values: Vec<Value>,
    /// The answer; without slots and players if there is none.
    #[serde(flatten)]
    pub point: SeedPoint,
    /// How often the answer shows the erratum.
    pub faults: Option<i64>,
    #[serde(skip)]
    limit: Option<Limit>,
}

impl ErratumReport {
    /// Ask HiGHS for the text's answer to `state`, a round of `tournament`: without the repair of `erratum`, or of all fifteen; without
    /// it, but with all others that it needs, if it needs any; with it.
    ///
    /// If several answers are best, the one with most of the fault is taken, or the one with least of it if the text is said to
    /// force it ([`ErratumCount`]); of those, one that does not depend on the solver.
    ///
    /// # Errors
    /// [`SolveError::Request`] for a double round, of which the text knows nothing, and for a program that is too large;
    /// [`SolveError::Internal`] if HiGHS fails.
    ///
    /// ```
    /// use swiss_ilp::model::{Erratum, Model, SeedText};
    /// use swiss_ilp::lab::errata::{ErratumReport, instance_of};
    /// use swiss_ilp::solve::Options;
    ///
    /// let spec = SeedText::try_from(Model::load("seed")?)?;
    /// let state = instance_of(Erratum::NoPoints)?;
    /// let told = ErratumReport::new("", &state, &spec, Some(Erratum::NoPoints), Options::default())?;
    /// // In round 1 the text pairs nobody, since nobody has points.
    /// assert!(told.answers.iter().map(|answer| answer.faults).eq([Some(1), Some(0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &SeedText,
        erratum: Option<Erratum>,
        options: Options,
    ) -> Result<Self, SolveError> {
        let player = |player: &PlayerState| ErratumPlayer {
            id: player.id,
            name: player.name.clone(),
            score: Value::from_tenths(player.score.tenths().into()),
            colours: colour_letters(player),
            met: state.players().iter().map(|other| other.id).filter(|other| player.has_met(*other)).collect(),
        };
        Ok(Self {
            erratum: erratum.map(ErratumLine::from),
            tournament: tournament.to_owned(),
            round: state.round(),
            readings: spec.readings,
            players: state.players().iter().map(player).collect(),
            counted: erratum.map(Erratum::counted),
            answers: answers(state, spec, erratum, options)?,
        })
    }

    /// How the question ended.
    fn ended(&self) -> Result<(), Ended> {
        let limit = self.answers.iter().find_map(|answer| answer.limit);
        limit.map_or(Ok(()), |limit| Err(Ended::before(limit, "an answer")))
    }
}

impl AnswerReport {
    fn new(repaired: &BTreeSet<Erratum>, size: Size, status: &str) -> Self {
        Self {
            repaired: repaired.iter().map(|erratum| erratum.number()).collect(),
            columns: size.columns,
            rows: size.rows,
            status: status.to_owned(),
            values: Vec::new(),
            point: SeedPoint::default(),
            faults: None,
            limit: None,
        }
    }

    fn stopped(repaired: &BTreeSet<Erratum>, size: Size, limit: Limit) -> Self {
        Self { limit: Some(limit), ..Self::new(repaired, size, &format!("stopped by {limit}")) }
    }
}

/// The round in which `erratum` can be seen, which comes with the program.
///
/// # Errors
/// None, since a test reads all of them.
pub fn instance_of(erratum: Erratum) -> Result<RoundState, Ended> {
    let (file, text) = erratum.instance();
    let loaded = formats::read(text.as_bytes()).map_err(|_| Ended::Internal(format!("{file} cannot be read")))?;
    RoundState::new(&loaded.tournament, RoundRequest::default()).map_err(|error| Ended::Internal(error.to_string()))
}

fn answers(
    state: &RoundState,
    spec: &SeedText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<Vec<AnswerReport>, SolveError> {
    let options = options.started();
    let mut sets = vec![spec.repaired.clone()];
    match erratum {
        None => sets.push(Erratum::ALL.iter().copied().collect()),
        Some(erratum) => {
            sets[0].remove(&erratum);
            let needed: BTreeSet<Erratum> = sets[0].iter().chain(erratum.needs()).copied().collect();
            let repaired = needed.iter().copied().chain([erratum]).collect();
            sets.extend([needed, repaired]);
        }
    }
    sets.dedup();
    for repaired in &sets {
        let text = spec.with(repaired.clone());
        check_program_of_text(state, &text, SeedModel::size_of(state, &text), options.start())?;
    }
    let limits = options.start();
    let answer = |repaired: BTreeSet<Erratum>| {
        // To build a large program takes long, too.
        let (round, text) = (state.clone(), spec.with(repaired.clone()));
        limits.attempt(move || ask(&round, &text, erratum, options)).unwrap_or_else(|| {
            let size = SeedModel::size_of(state, &spec.with(repaired.clone()));
            Ok(AnswerReport::stopped(&repaired, size, limits.reached()))
        })
    };
    sets.into_iter().map(answer).collect()
}

fn ask(
    state: &RoundState,
    spec: &SeedText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<AnswerReport, SolveError> {
    let mut model = SeedModel::new(state, spec);
    let (size, tiers) = (model.program.size(), model.program.tiers.len());
    let fault = erratum.map(|erratum| model.add_fault(erratum));
    model.add_canonical_choice();
    Ok(match solve::answer(model.program.clone(), options.start())? {
        MipAnswer::Optimal { columns, mut values } => {
            values.truncate(tiers);
            let point = model.point(&columns);
            let faults = fault.map(|fault| fault.count(&columns));
            let answer = AnswerReport::new(&spec.repaired, size, "optimal");
            AnswerReport { values, point, faults, ..answer }
        }
        MipAnswer::Infeasible => AnswerReport::new(&spec.repaired, size, "infeasible"),
        MipAnswer::Stopped(limit) => AnswerReport::stopped(&spec.repaired, size, limit),
    })
}
