use crate::field::RequestField;
use crate::model::export::Linear;
use crate::model::{
    Aim, Formulation, Model, Objective, PairModel, Program, SlotModel, SystemProgram, TextModel, Tier, Unit, Value,
};
use crate::programs::{self, DecidedAim, ProgramStage, StageProgram};
use crate::questions::Ended;
use crate::solve::{Halt, Options, SolveError, Termination, check_program, check_program_of_text};
use crate::tasks;
use crate::tournament::RoundState;

/// One program of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundProgram {
    /// Which program of a system it is; `None` for a model with an objective, which has one.
    pub stage: Option<ProgramStage>,
    /// The program. With an objective its tiers are in it.
    pub program: Program,
    /// The aims of a system's program with their optima, each decided among the optima of those before it.
    pub aims: Vec<DecidedAim>,
}

/// The program and the tier that are to be written, from 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Choice {
    /// The program of a system; by default the only one.
    pub stage: Option<usize>,
    /// The tier of a model, or the aim of a system's program; by default the last one.
    pub tier: Option<usize>,
}

/// What a limit came before.
const COMPLETE: &str = "the program was complete";

/// The optimum of an earlier tier or program is needed, and the round has no legal pairing.
fn no_pairing(what: &str) -> Ended {
    Ended::NoPairing(format!("no legal pairing exists, so {what}"))
}

/// The programs of the round of `state` by `model`: one for a model with an objective, and for a system one for each stage,
/// which are found by solving those before.
///
/// # Errors
/// [`Ended::Refused`] if the choice does not suit the round, [`Ended::NoPairing`], [`Ended::Limit`], [`Ended::Internal`].
///
/// ```
/// use swiss_ilp::model::Model;
/// use swiss_ilp::{formats, questions::model, solve::Options};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-6.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let programs = model::programs(&state, &Model::load("pairs")?, Options::default())?;
/// assert_eq!(programs[0].program.families()[0].0.id, "once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn programs(state: &RoundState, model: &Model, options: Options) -> Result<Vec<RoundProgram>, Ended> {
    let options = options.started();
    match model {
        Model::Objective(spec) => {
            check_program(state, spec, options).map_err(|halt| match halt {
                Halt::Limit => Ended::before(options.start().reached(), COMPLETE),
                Halt::Failed(error) => error.into(),
            })?;
            let (state, spec) = (state.clone(), spec.clone());
            only(options, move || match spec.formulation {
                Formulation::Pairs => PairModel::new(&state, &spec).program(),
                Formulation::Slots | Formulation::SlotsOrdered => SlotModel::new(&state, &spec).program,
            })
        }
        Model::System(spec) => of_system(state, spec, options),
        Model::AsWritten(spec) => {
            check_program_of_text(state, spec, options.start())?;
            let (state, spec) = (state.clone(), spec.clone());
            only(options, move || TextModel::new(&state, &spec).program)
        }
    }
}

fn of_system(state: &RoundState, spec: &SystemProgram, options: Options) -> Result<Vec<RoundProgram>, Ended> {
    let (solved, programs) = programs::solve_with_programs(state, spec, options)?;
    if let Some(limit) = solved.solution.termination.limit() {
        return Err(Ended::before(limit, COMPLETE));
    }
    if let Termination::Infeasible(_) = solved.solution.termination {
        return Err(no_pairing(&format!("{} has no programs for round {}", spec.name, state.round())));
    }
    let of_stage = |StageProgram { stage, program, aims }| RoundProgram { stage: Some(stage), program, aims };
    Ok(programs.into_iter().map(of_stage).collect())
}

/// The only program of a round. To build one does not ask the limits, and takes seconds for thousands of players.
fn only(options: Options, build: impl FnOnce() -> Program + Send + 'static) -> Result<Vec<RoundProgram>, Ended> {
    let limits = options.start();
    let program = limits.within(build).ok_or_else(|| Ended::before(limits.reached(), COMPLETE))?;
    Ok(vec![RoundProgram { stage: None, program, aims: Vec::new() }])
}

/// The program of `programs` that is chosen, with one objective: the tiers before that of the choice are rows, which hold
/// them at their optima. The optima of a model's tiers are found and proven first.
///
/// # Errors
/// [`Ended::Refused`] if the choice does not suit the round, [`Ended::NoPairing`], [`Ended::Limit`], [`Ended::Internal`].
///
/// ```
/// use swiss_ilp::model::{Model, export::FileFormat};
/// use swiss_ilp::{formats, questions::model, solve::Options};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-6.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let (fair, options) = (Model::load("fair")?, Options::default());
/// let programs = model::programs(&state, &fair, options)?;
/// let linear = model::linear(&state, &fair, programs, model::Choice::default(), options)?;
/// let mut text = Vec::new();
/// linear.write(FileFormat::Lp, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("Subject To"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn linear(
    state: &RoundState,
    model: &Model,
    programs: Vec<RoundProgram>,
    choice: Choice,
    options: Options,
) -> Result<Linear, Ended> {
    let count = programs.len();
    let stage = match (choice.stage, count) {
        (None, 1) => 1,
        (Some(_), 1) if !matches!(model, Model::System(_)) => {
            let what = format!("{} has one program a round", model.name());
            return Err(Ended::refused(what, format!("leave out {}", RequestField("stage"))));
        }
        (Some(stage), _) if (1..=count).contains(&stage) => stage,
        (given, _) => {
            let given = given.map_or_else(String::new, |stage| format!(", none of which is number {stage}"));
            let what = format!("round {} by {} has {count} programs{given}", state.round(), model.name());
            let (stage, show) = (RequestField("stage"), RequestField("show"));
            return Err(Ended::refused(what, format!("choose one by {stage} 1 to {count} ({show} lists them)")));
        }
    };
    let program = programs.into_iter().nth(stage - 1);
    let program = program.ok_or_else(|| SolveError::Internal("a program that is not there".into()))?;
    if program.program.columns.is_empty() {
        return Err(Ended::wrong("the program has no columns, so there is nothing to write: nobody can be paired"));
    }
    let mut linear = match model {
        Model::Objective(spec) => of_objective(state, spec, program, choice.tier, options)?,
        Model::System(_) => of_stage(program, stage, count, choice.tier)?,
        Model::AsWritten(_) => of_text(program, choice.tier)?,
    };
    let title = format!("swiss-ilp {}: round {} by {}", env!("CARGO_PKG_VERSION"), state.round(), model.name());
    linear.title.insert(0, title);
    linear.title.iter_mut().for_each(|line| *line = in_ascii(line));
    Ok(linear)
}

/// The tier, from 1, if there is one of this number.
fn tier_of(tier: Option<usize>, count: usize, what: &str) -> Result<usize, Ended> {
    let tier = tier.unwrap_or(count);
    if tier <= count && (tier > 0 || count == 0) {
        return Ok(tier);
    }
    let (given, show) = (RequestField("tier"), RequestField("show"));
    Err(Ended::wrong(format!("there is no {what} {tier}: give {given} from 1 to {count} ({show} lists them)")))
}

fn of_objective(
    state: &RoundState,
    spec: &Objective,
    program: RoundProgram,
    tier: Option<usize>,
    options: Options,
) -> Result<Linear, Ended> {
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
fn of_text(program: RoundProgram, tier: Option<usize>) -> Result<Linear, Ended> {
    let tiers = program.program.tiers.len();
    if tier_of(tier, tiers, "tier")? > 1 {
        let what = "a later tier of the text cannot be written, since nothing proves the optimum of the tier before it";
        return Err(Ended::refused(what, format!("give {} 1", RequestField("tier"))));
    }
    let mut linear = Linear::of_tier(program.program, 0, &[]);
    linear.title.push(format!("Tier 1 of {tiers}, in tenths, to be maximised."));
    Ok(linear)
}

/// The optimum of each tier, proven. The formulation makes no difference to it, and pairs are solved exactly.
fn optima(state: &RoundState, spec: &Objective, options: Options) -> Result<Vec<Value>, Ended> {
    let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
    let solved = tasks::solve(state, &Model::Objective(spec), options)?;
    match (&solved.solution.termination, &solved.solution.incumbent) {
        (Termination::Infeasible(why), _) => Err(no_pairing(&format!(
            "no tier has an optimum that could be held: {why}; {} 1 needs none",
            RequestField("tier")
        ))),
        (_, Some(best)) if solved.is_optimal() => Ok(best.values.clone()),
        (termination, _) => match termination.limit() {
            Some(limit) => Err(Ended::before(limit, COMPLETE)),
            None => Err(SolveError::Internal("an optimum that the verifier refuses".into()).into()),
        },
    }
}

fn of_stage(program: RoundProgram, stage: usize, count: usize, tier: Option<usize>) -> Result<Linear, Ended> {
    let tier = tier_of(tier, program.aims.len(), "aim")?;
    let kind = program.stage.map_or_else(String::new, |stage| stage.kind.to_string());
    let mut title = vec![format!("Program {stage} of {count} ({kind}).")];
    let Some((chosen, earlier)) = program.aims.get(..tier).and_then(<[DecidedAim]>::split_last) else {
        let mut linear = Linear::of_aim(program.program, &[], &Aim::Least(Vec::new()));
        linear.title = title;
        return Ok(linear);
    };
    let DecidedAim { count, article, value, aim } = chosen;
    title.push(format!(
        "Aim {tier} of {}: {count} [{article}], to be minimised. Its optimum is {value}.",
        program.aims.len()
    ));
    title.push(
        match aim {
            Aim::Least(_) => "The objective is the sum of the aim.",
            Aim::First(_) => "The aim is the first possible of some columns: the objective is its place, from 0.",
            Aim::ZeroOrGivenUp(_) => "The aim is a sum that is 0 or given up: the objective is 1 if it is given up.",
        }
        .to_owned(),
    );
    if !earlier.is_empty() {
        let what = "The aims before it keep their optima, by the rows held: a sum is at most its optimum, of columns the first";
        title.push(format!(
            "{what} possible one is 1 (its weight is its place less their number), and what was given up"
        ));
        title.push("has no row.".to_owned());
    }
    let earlier: Vec<(&Aim, i64)> = earlier.iter().map(|aim| (&aim.aim, aim.value)).collect();
    let mut linear = Linear::of_aim(program.program, &earlier, aim);
    linear.title = title;
    Ok(linear)
}

/// Names come from model files, and not every reader of programs takes what is not of ASCII.
fn in_ascii(line: &str) -> String {
    line.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect()
}
