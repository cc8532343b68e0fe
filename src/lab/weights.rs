//! The lesson on weights: a round solved tier by tier, and as one sum in which each tier has a weight.

use crate::model::{Formulation, Model, Objective, Pair, PairModel, Tier, Value};
use crate::report::boards::write_heading;
use crate::report::{Written, write_csv, write_table};
use crate::solve::parts::mip::{Course, Question, RunStop, ask, incumbent};
use crate::solve::parts::{check_request, check_size, no_perfect_matching, require_highs};
use crate::solve::{Incumbent, Limits, Options, SolveError};
use crate::tasks::{self, Solved};
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round solved tier by tier, beside what HiGHS calls optimal for the sum of the tiers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WeightsReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round that was paired.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The model's name.
    pub model: String,
    /// The tiers, with their values.
    pub tiers: Vec<WeighedTier>,
    /// The sum for the optimum of the tiers.
    pub optimum_sum: Option<Value>,
    /// The sum for what HiGHS calls optimal; null if a limit came first.
    pub highs_sum: Option<Value>,
    /// Whether HiGHS is right: its pairing has the values of the optimum.
    pub right: Option<bool>,
    /// The pairing that HiGHS calls optimal.
    pub highs_pairing: Option<Pairing>,
}

/// One tier, by itself and in the sum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WeighedTier {
    /// The tier's name.
    pub tier: String,
    /// Its weight in the sum.
    pub weight: i64,
    /// Its value if the tiers are solved one after another.
    pub optimum: Option<Value>,
    /// Its value in the pairing that HiGHS calls optimal for the sum.
    pub highs: Option<Value>,
}

impl WeightsReport {
    /// Solve a round by the tiers of `spec`, and beside that give HiGHS the sum of the tiers, each times its weight, with its settings
    /// as they come. The round solved by the tiers comes, too.
    ///
    /// HiGHS stops when it is within 1/10,000 of its bound. In a sum with large weights, that is more than the last tiers
    /// count together.
    ///
    /// # Errors
    /// As [`tasks::solve()`]; [`SolveError::Request`] for a round of nobody, a model of slots, weights that are not as many as the
    /// tiers, and a sum that floating point does not hold; [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails, or has
    /// a better pairing than the optimum.
    ///
    /// ```
    /// use swiss_ilp::model::Objective;
    /// use swiss_ilp::{formats, lab::weights::WeightsReport, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = formats::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let weights = [10_000, 100, 1];
    /// let (lesson, _) = WeightsReport::new("", &state, &Objective::load("fair")?, &weights, Options::default())?;
    /// assert_eq!(lesson.right, Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        weights: &[i64],
        options: Options,
    ) -> Result<(Self, Solved), SolveError> {
        if state.players().is_empty() {
            let what = "nobody is to be paired in the round, so there is nothing to compare";
            return Err(SolveError::Request(what.into()));
        }
        let options = options.started();
        let solved = tasks::solve(state, &Model::Objective(spec.clone()), options)?;
        let by_sum = if solved.is_optimal() { by_sum(state, spec, weights, options)? } else { None };
        let best = solved.solution.incumbent.as_ref();
        if best.zip(by_sum.as_ref()).is_some_and(|(best, by_sum)| by_sum.values > best.values) {
            return Err(SolveError::Internal("HiGHS has a pairing that is better than the optimum".into()));
        }
        let tier = |(index, tier): (usize, &Tier)| WeighedTier {
            tier: tier.name.clone(),
            weight: weights.get(index).copied().unwrap_or_default(),
            optimum: best.map(|best| best.values[index]),
            highs: by_sum.as_ref().map(|by_sum| by_sum.values[index]),
        };
        let sum = |pairing: &Incumbent| -> Value {
            pairing.values.iter().zip(weights).map(|(value, weight)| value.times(*weight)).sum()
        };
        let lesson = Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            tiers: spec.tiers.iter().enumerate().map(tier).collect(),
            optimum_sum: best.filter(|_| by_sum.is_some()).map(sum),
            highs_sum: by_sum.as_ref().map(sum),
            right: best.zip(by_sum.as_ref()).map(|(best, by_sum)| best.values == by_sum.values),
            highs_pairing: by_sum.map(|by_sum| by_sum.pairing),
        };
        Ok((lesson, solved))
    }

    fn rows(&self) -> Vec<[String; 4]> {
        let said = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let tiers = self.tiers.iter();
        let mut rows: Vec<_> =
            tiers.map(|t| [t.tier.clone(), t.weight.to_string(), said(t.optimum), said(t.highs)]).collect();
        rows.push(["sum".into(), String::new(), said(self.optimum_sum), said(self.highs_sum)]);
        rows
    }
}

impl Written for WeightsReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        write_table(&["Tier", ">Weight", ">Tier by tier", ">One sum"], self.rows(), out)?;
        match self.right {
            None => Ok(()),
            Some(true) => writeln!(out, "\nHiGHS calls its sum optimal. It is."),
            Some(false) => {
                writeln!(out, "\nHiGHS calls its sum optimal. It is not, but it is within 1/10,000 of the bound.")
            }
        }
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(["tier", "weight", "tiers", "one_sum"], self.rows(), out)
    }
}

/// The pairing that HiGHS calls optimal, with its settings as they come, if the tiers of `spec` are added up, each times its
/// weight; `None` if a limit comes first. It need not be the optimum: that is the lesson.
fn by_sum(
    state: &RoundState,
    spec: &Objective,
    weights: &[i64],
    options: Options,
) -> Result<Option<Incumbent>, SolveError> {
    require_highs("the sum of all tiers, each times its weight,")?;
    let limits = options.start();
    if !check_request(state, spec, limits)? {
        return Ok(None);
    }
    if spec.formulation != Formulation::Pairs {
        let what = format!("{} is a model of slots; name a model of pairs, such as 'fair'", spec.name);
        return Err(SolveError::Request(what));
    }
    if weights.len() != spec.tiers.len() {
        let (given, needed) = (weights.len(), spec.tiers.len());
        let tiers = if needed == 1 { "1 tier" } else { &format!("{needed} tiers") };
        let what = format!("{} has {tiers}, and weights are given for {given}; give each its weight", spec.name);
        return Err(SolveError::Request(what));
    }
    check_size(state, spec, &PairModel::new(state, spec), limits)?;
    let (state, spec, weights) = (state.clone(), spec.clone(), weights.to_vec());
    let work = move || {
        let model = PairModel::new(&state, &spec);
        if let Some(why) = no_perfect_matching(&state, &model) {
            return Err(SolveError::Request(format!("no legal pairing exists: {why}")));
        }
        weighed(&state, &model, &weights, limits)
    };
    limits.attempt(work).unwrap_or(Ok(None))
}

/// The same, without questions.
fn weighed(
    state: &RoundState,
    model: &PairModel<'_>,
    weights: &[i64],
    limits: Limits,
) -> Result<Option<Incumbent>, SolveError> {
    let program = model.program();
    let pairs: Vec<Pair> = model.pairs().collect();
    // A sum of tiers is counted in the smallest of their units.
    let unit = model.units().iter().copied().max().unwrap_or_default();
    let most = MOST_EXACT / (state.players().len() as i64 / 2 + 1);
    let of_pair = |pair: &Pair| {
        let weighed = model.pair_values(pair.high, pair.low).into_iter().zip(weights);
        let sum = weighed.map(|(value, weight)| i128::from(value.in_unit(unit)) * i128::from(*weight)).sum::<i128>();
        i64::try_from(sum).ok().filter(|sum| sum.abs() <= most)
    };
    let objective: Option<Vec<(usize, i64)>> =
        pairs.iter().enumerate().map(|(column, pair)| Some((column, of_pair(pair)?))).collect();
    let Some(objective) = objective else {
        let units = unit.plural();
        return Err(SolveError::Request(format!(
            "with these weights the sum may go beyond 2^53 {units}, which floating point does not hold exactly; make them smaller"
        )));
    };
    let solved = ask(&Question {
        program: &program,
        floors: &[],
        objective: &objective,
        start: None,
        is_exact: false,
        course: &Course::new(limits, 0, unit),
        limits,
    })?;
    let columns = solved.columns.filter(|_| solved.stop == RunStop::Optimal);
    Ok(columns.map(|columns| incumbent(state, model, &pairs, &columns)))
}

/// The greatest whole number up to which floating point holds all.
const MOST_EXACT: i64 = 1 << 53;
