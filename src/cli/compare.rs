use super::exit::{Exit, Failure};
use super::{input, output};
use crate::compare::{Claim, Claimed, Named, cross_check};
use crate::model::Spec;
use crate::report::{CompareReport, CompareRoundsReport, Lack, MissingReport};
use crate::solve::{self, SolveError, Stop};
use crate::systems::{self, System};
use crate::tournament::{Pairing, RoundState, Tournament};
use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Display;

/// What the pairing that the file has is called.
const PLAYED: &str = "played";

/// Set systems and models side by side.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    /// Pair every round that was played, each from the rounds before it
    #[arg(long, conflicts_with = "round")]
    all_rounds: bool,
    /// The systems, comma-separated [default: all]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    systems: Vec<String>,
    /// The models, comma-separated: names or model files
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',', default_value = "pairs,fair")]
    models: Vec<String>,
    #[command(flatten)]
    limit: input::LimitArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let (systems, specs) = (systems(&arguments.systems)?, specs(&arguments.models)?);
    have_different_names(&systems, &specs)?;
    let options = arguments.limit.options();
    let opened = arguments.file.load(output)?;
    let tournament = &opened.loaded.tournament;
    if !arguments.all_rounds {
        let state = arguments.file.state(&opened, arguments.round)?;
        arguments.file.tell_overruled(&opened, &state, output);
        let report = compare(tournament, &state, &systems, &specs, options)?;
        output.write(&report)?;
        return finished(&[report]);
    }
    let mut rounds = Vec::new();
    for (round, _) in (1..).zip(&tournament.rounds).filter(|(_, round)| !round.games.is_empty()) {
        let state = arguments.file.state(&opened, Some(round))?;
        if rounds.is_empty() {
            arguments.file.tell_overruled(&opened, &state, output);
        }
        rounds.push(compare(tournament, &state, &systems, &specs, options)?);
    }
    if rounds.is_empty() {
        let message = "no round was played; leave out --all-rounds to pair the first one";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let report = CompareRoundsReport::new(&tournament.name, tournament.rounds_planned, rounds);
    output.write(&report)?;
    finished(&report.rounds)
}

fn systems(ids: &[String]) -> anyhow::Result<Vec<&'static dyn System>> {
    if ids.is_empty() { Ok(systems::ALL.to_vec()) } else { ids.iter().map(|id| input::system(id)).collect() }
}

fn specs(models: &[String]) -> anyhow::Result<Vec<Spec>> {
    models.iter().map(|model| input::objective(model)).collect()
}

fn have_different_names(systems: &[&dyn System], specs: &[Spec]) -> anyhow::Result<()> {
    let mut names = systems.iter().map(|system| system.id()).chain(specs.iter().map(|spec| spec.name.as_str()));
    let mut seen = BTreeSet::from([PLAYED]);
    names.try_for_each(|name| if seen.insert(name) { Ok(()) } else { Err(twice(name)) })
}

fn twice(name: &str) -> anyhow::Error {
    let message = format!("two columns would be called '{name}'; name each system and model once, or rename the model");
    Failure::error(Exit::WrongRequest, message)
}

/// The round as every system and model has it, and as the file has it.
fn compare(
    tournament: &Tournament,
    state: &RoundState,
    systems: &[&dyn System],
    specs: &[Spec],
    options: solve::Options,
) -> anyhow::Result<CompareReport> {
    let mut named = Vec::new();
    let mut claims = Vec::new();
    let mut missing = Vec::new();
    for system in systems {
        match system.pair(state) {
            Ok(paired) => named.push(Named { name: system.id().into(), pairing: paired.pairing }),
            Err(why) => missing.push(MissingReport::new(system.id(), Lack::Pairing, why)),
        }
    }
    match tournament.pairing(state.round()) {
        Some(Ok(pairing)) => named.push(Named { name: PLAYED.into(), pairing }),
        Some(Err(why)) => missing.push(MissingReport::new(PLAYED, Lack::Pairing, why)),
        None => {}
    }
    for spec in specs {
        let found = find(state, spec, options)?;
        named.extend(found.incumbent.map(|pairing| Named { name: spec.name.clone(), pairing }));
        missing.extend(found.missing);
        claims.push(Claimed { spec: spec.clone(), claim: found.claim });
    }
    Ok(CompareReport::new(&tournament.name, state, cross_check(state, &named, &claims), missing))
}

/// What the solver says of a round.
pub(super) struct Found {
    pub claim: Claim,
    /// The best pairing so far, if the time limit came before a proof.
    pub incumbent: Option<Pairing>,
    /// Why there is no optimum, if there is none.
    pub missing: Option<MissingReport>,
}

pub(super) fn find(state: &RoundState, spec: &Spec, options: solve::Options) -> anyhow::Result<Found> {
    let none = |claim, lacks, reason: &dyn Display| {
        let missing = Some(MissingReport::new(&spec.name, lacks, reason));
        Found { claim, incumbent: None, missing }
    };
    match solve::solve(state, spec, options) {
        Ok(solution) => Ok(match (solution.stop, solution.incumbent) {
            (Stop::Optimal, Some(best)) => {
                Found { claim: Claim::Optimum(best.pairing, best.values), incumbent: None, missing: None }
            }
            (Stop::Infeasible(why), _) => none(Claim::NoPairing, Lack::Pairing, &why),
            (Stop::Optimal | Stop::TimeLimit, best) => Found {
                incumbent: best.map(|best| best.pairing),
                ..none(Claim::Nothing, Lack::Proof, &SolveError::TimeLimit)
            },
        }),
        Err(SolveError::Request(message)) => Ok(none(Claim::Nothing, Lack::Pairing, &message)),
        Err(error @ (SolveError::TimeLimit | SolveError::Internal(_))) => {
            Err(Failure::error(Exit::InternalFault, format!("{}: {error}", spec.name)))
        }
    }
}

fn finished(rounds: &[CompareReport]) -> anyhow::Result<Exit> {
    let found = rounds.iter().flat_map(|report| report.discrepancies.iter().map(move |found| (report.round, found)));
    let told: Vec<String> = found.map(|(round, found)| format!("round {round}: {}", found.what)).collect();
    if !told.is_empty() {
        let message = format!("a proven optimum is none; please report this: {}", told.join("; "));
        return Err(Failure::error(Exit::Discrepancy, message));
    }
    let is_without_proof = |missing: &MissingReport| missing.lacks == Lack::Proof;
    if rounds.iter().flat_map(|report| &report.missing).any(is_without_proof) {
        return Err(Failure::error(Exit::LimitReached, "the time limit came before a proof of every model"));
    }
    let has_pairing = |report: &CompareReport| report.pairings.iter().any(|pairing| pairing.name != PLAYED);
    if !rounds.iter().any(has_pairing) {
        return Err(Failure::error(Exit::NoLegalPairing, "no system and no model has a pairing"));
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Board, Player, PlayerId, RoundRequest};

    /// No file makes this happen while the solver is right, so the claim is made by hand.
    #[test]
    fn an_optimum_that_is_none_ends_with_a_discrepancy() {
        let players = (1..=2).map(|id| Player::new(PlayerId(id))).collect();
        let tournament = Tournament { players, ..Tournament::default() };
        let state = RoundState::new(&tournament, RoundRequest::default()).expect("a state");
        let boards = vec![Board { white: PlayerId(1), black: PlayerId(2) }];
        let named = Named { name: "tcec".into(), pairing: Pairing { boards, bye: None } };
        let spec = Spec::load("pairs").expect("a model");
        let exit = |claim| {
            let claims = [Claimed { spec: spec.clone(), claim }];
            let report =
                CompareReport::new("", &state, cross_check(&state, std::slice::from_ref(&named), &claims), Vec::new());
            finished(&[report]).map_err(|error| error.downcast::<Failure>().expect("a failure"))
        };
        assert!(matches!(exit(Claim::Nothing), Ok(Exit::Done)));
        let found = exit(Claim::NoPairing).expect_err("there is a pairing");
        assert_eq!(found.exit(), Exit::Discrepancy);
        assert_eq!(
            found.to_string(),
            "a proven optimum is none; please report this: \
             round 1: tcec is legal by pairs, which is said to have no legal pairing"
        );
    }
}
