use crate::files::request_field::RequestField;
use crate::model::export::Linear;
use crate::model::families::steps;
use crate::model::{
    Formulation, LinearTier, Model, Objective, PairModel, Program, SlotModel, SystemModel, TextModel, Tier, Unit, Value,
};
use crate::proof::by_rules::{ByRules, article_of, vertex_names};
use crate::questions::AskError;
use crate::questions::rule_proof::made;
use crate::questions::tasks;
use crate::solve::{Halt, Options, SolveError, Termination, check_program, check_program_of_text};
use crate::tournament::RoundState;
use swiss_rule_proof::evidence::{StepProof, StepTaken, TierProof};
use swiss_rule_proof::wishes::Wishes;

/// One program of a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundProgram {
    /// The step of a system's procedure that it is; `None` for a model with an objective, which has one program.
    pub step: Option<String>,
    /// The program, with its tiers.
    pub program: Program,
    /// Of each tier of a step the article, and the optimum.
    pub decided: Vec<(String, i64)>,
}

/// What a limit came before.
const COMPLETE: &str = "the program was complete";

/// The optimum of an earlier tier or program is needed, and the round has no legal pairing.
fn no_pairing(what: &str) -> AskError {
    AskError::NoPairing(format!("no legal pairing exists, so {what}"))
}

/// The programs of the round of `state` by `model`: one for a model with an objective, and for a system one for each step of its
/// procedure.
///
/// # Errors
/// [`AskError::Refused`] if the choice does not suit the round, [`AskError::NoPairing`], [`AskError::Limit`], [`AskError::Internal`].
pub fn programs(state: &RoundState, model: &Model, options: Options) -> Result<Vec<RoundProgram>, AskError> {
    let mut programs = Vec::new();
    each_program(state, model, options, &mut |program| programs.push(program))?;
    Ok(programs)
}

/// Give each of the [`programs`] to `take`, so that nobody has to keep all of them.
pub(super) fn each_program(
    state: &RoundState,
    model: &Model,
    options: Options,
    take: &mut dyn FnMut(RoundProgram),
) -> Result<(), AskError> {
    let options = options.started();
    match model {
        Model::Objective(spec) => {
            check_program(state, spec, options).map_err(|halt| match halt {
                Halt::Limit => AskError::before(options.start().reached(), COMPLETE),
                Halt::Failed(error) => error.into(),
            })?;
            let (state, spec) = (state.clone(), spec.clone());
            take(only(options, move || match spec.formulation {
                Formulation::Pairs => PairModel::new(&state, &spec).program(),
                Formulation::Slots | Formulation::SlotsOrdered => SlotModel::new(&state, &spec).program,
            })?);
        }
        Model::System(system) => return each_step(state, system, options, take),
        Model::AsWritten(spec) => {
            check_program_of_text(state, spec, options.start())?;
            let (state, spec) = (state.clone(), spec.clone());
            take(only(options, move || TextModel::new(&state, &spec).program)?);
        }
    }
    Ok(())
}

fn each_step(
    state: &RoundState,
    system: &SystemModel,
    options: Options,
    take: &mut dyn FnMut(RoundProgram),
) -> Result<(), AskError> {
    let round = ByRules { state, system: system.edition.id, wishes: &Wishes::default() };
    let mut record = |step: &StepTaken, proof: StepProof| take(of_step(&round, step, &proof));
    let proven = made(options, COMPLETE, |stop| round.pair(&system.without, Some(&mut record), stop))?;
    if proven.pairing.is_none() {
        return Err(no_pairing(&format!("{} has no programs for round {}", system.name, state.round())));
    }
    Ok(())
}

/// The graph of a step as a program: an edge is a column, and a vertex a row. What is to be least is maximised with a minus.
fn of_step(round: &ByRules<'_>, step: &StepTaken, proof: &StepProof) -> RoundProgram {
    let names = vertex_names(step, round.state);
    let mut program = Program::default();
    let mut rows = vec![Vec::new(); names.len()];
    for (a, b) in &proof.edges {
        let column = program.binary(&steps::EDGE, format_args!("{}_{}", names[*a], names[*b]));
        [a, b].into_iter().for_each(|vertex| rows[*vertex].push((column, 1)));
    }
    names.iter().zip(rows).for_each(|(name, row)| program.equal(&steps::ONE_EDGE, name, row, 1));
    // A requirement that was dropped holds nothing.
    let kept = || proof.tiers.iter().filter(|tier| tier.dropped.is_none());
    let tier = |TierProof { tier, costs, .. }: &TierProof| LinearTier {
        name: tier.count.to_owned(),
        coefficients: costs.iter().map(|(edge, cost)| (*edge, -cost)).collect(),
        ..LinearTier::default()
    };
    program.tiers = kept().map(tier).collect();
    let decided = kept().map(|TierProof { tier, .. }| (article_of(round.system, tier.article), -tier.value)).collect();
    RoundProgram { step: Some(step.name.clone()), program, decided }
}

/// The only program of a round. To build one does not ask the limits, and takes seconds for thousands of players.
fn only(options: Options, build: impl FnOnce() -> Program + Send + 'static) -> Result<RoundProgram, AskError> {
    let limits = options.start();
    let program = limits.within(build).ok_or_else(|| AskError::before(limits.reached(), COMPLETE))?;
    Ok(RoundProgram { program, ..RoundProgram::default() })
}

/// The program with one objective: the tiers before that of the choice are rows, which hold them at their optima. The optima of a model's
/// tiers are found and proven first.
///
/// # Errors
/// [`AskError::Refused`] if the choice does not suit the round, [`AskError::NoPairing`], [`AskError::Limit`], [`AskError::Internal`].
pub fn linear(
    state: &RoundState,
    model: &Model,
    program: RoundProgram,
    tier: Option<usize>,
    options: Options,
) -> Result<Linear, AskError> {
    if program.program.columns.is_empty() {
        return Err(AskError::wrong("the program has no columns, so there is nothing to write: nobody can be paired"));
    }
    let mut linear = match model {
        Model::Objective(spec) => of_objective(state, spec, program, tier, options)?,
        Model::System(_) => of_decided(program, tier)?,
        Model::AsWritten(_) => of_text(program, tier)?,
    };
    let title = format!("swiss-ilp {}: round {} by {}", env!("CARGO_PKG_VERSION"), state.round(), model.name());
    linear.title.insert(0, title);
    linear.title.iter_mut().for_each(|line| *line = in_ascii(line));
    Ok(linear)
}

/// The tier, from 1, if there is one of this number.
fn tier_of(tier: Option<usize>, count: usize, what: &str) -> Result<usize, AskError> {
    let tier = tier.unwrap_or(count);
    if tier <= count && (tier > 0 || count == 0) {
        return Ok(tier);
    }
    let (given, show) = (RequestField("tier"), RequestField("show"));
    Err(AskError::wrong(format!("there is no {what} {tier}: give {given} from 1 to {count} ({show} lists them)")))
}

fn of_objective(
    state: &RoundState,
    spec: &Objective,
    program: RoundProgram,
    tier: Option<usize>,
    options: Options,
) -> Result<Linear, AskError> {
    let tier = tier_of(tier, spec.tiers.len(), "tier")?;
    let optima = if tier > 1 { optima(state, spec, options)? } else { Vec::new() };
    let asked = spec.tiers.get(tier.saturating_sub(1));
    let (name, units) = (asked.map_or("", |tier| &tier.name), asked.map_or(Unit::TENTH, Tier::unit).plural());
    let mut linear = Linear::of_tier(program.program, tier.saturating_sub(1), &optima);
    linear.title.push(format!("Tier {tier} of {} ({name}), in {units}, to be maximised.", spec.tiers.len()));
    if tier > 1 {
        let held: Vec<String> = optima.iter().take(tier - 1).map(ToString::to_string).collect();
        linear.title.push(format!("The tiers before it keep their optima, by the rows held: {}.", held.join(", ")));
        linear.optimum = Some(optima[tier - 1].units());
    }
    Ok(linear)
}

/// The first tier of the text. Where a repair makes two of them, nothing proves an optimum at which the first could be held.
fn of_text(program: RoundProgram, tier: Option<usize>) -> Result<Linear, AskError> {
    let tiers = program.program.tiers.len();
    if tier_of(tier, tiers, "tier")? > 1 {
        let what = "a later tier of the text cannot be written, since nothing proves the optimum of the tier before it";
        return Err(AskError::refused(what, format!("give {} 1", RequestField("tier"))));
    }
    let mut linear = Linear::of_tier(program.program, 0, &[]);
    linear.title.push(format!("Tier 1 of {tiers}, in tenths, to be maximised."));
    Ok(linear)
}

/// The optimum of each tier, proven. The formulation makes no difference to it, and pairs are solved exactly.
fn optima(state: &RoundState, spec: &Objective, options: Options) -> Result<Vec<Value>, AskError> {
    let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
    let solved = tasks::solve(state, &Model::Objective(spec), options)?;
    match (&solved.solution.termination, &solved.solution.incumbent) {
        (Termination::Infeasible(why), _) => Err(no_pairing(&format!(
            "no tier has an optimum that could be held: {why}; {} 1 needs none",
            RequestField("tier")
        ))),
        (_, Some(best)) if solved.is_optimal() => Ok(best.values.clone()),
        (termination, _) => match termination.limit() {
            Some(limit) => Err(AskError::before(limit, COMPLETE)),
            None => Err(SolveError::Internal("an optimum that the verifier refuses".into()).into()),
        },
    }
}

/// A step of a system, whose optima are proven.
fn of_decided(program: RoundProgram, tier: Option<usize>) -> Result<Linear, AskError> {
    let RoundProgram { step, program, decided } = program;
    let tier = tier_of(tier, decided.len(), "tier")?;
    let optima: Vec<Value> = decided.iter().map(|(_, optimum)| Unit::TENTH.value(*optimum)).collect();
    let count = program.tiers.get(tier.saturating_sub(1)).map(|tier| tier.name.clone()).unwrap_or_default();
    let mut linear = Linear::of_tier(program, tier.saturating_sub(1), &optima);
    linear.title.push(format!("The step: {}.", step.unwrap_or_default()));
    if let Some((article, optimum)) = decided.get(tier.saturating_sub(1)) {
        linear.title.push(format!(
            "Tier {tier} of {}: {count} [{article}], to be least, and so its negative is maximised.",
            decided.len()
        ));
        linear.title.push("The tiers before it keep their optima, by the rows held.".to_owned());
        linear.optimum = Some(*optimum);
    }
    Ok(linear)
}

/// Names come from model files, and not every reader of programs takes what is not of ASCII.
fn in_ascii(line: &str) -> String {
    line.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}
