use super::exit::{Exit, Failure};
use super::{input, output};
use crate::model::Spec;
use crate::report::{CompareReport, CompareRoundsReport, MissingReport};
use crate::solve::{self, SolveError, Stop};
use crate::systems::{self, System};
use crate::tournament::{Round, RoundState, Tournament};
use crate::verify::{Claim, Claimed, Named, cross_check};
use clap::Args;
use std::collections::BTreeSet;

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
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let (systems, specs) = (systems(&arguments.systems)?, specs(&arguments.models)?);
    have_different_names(&systems, &specs)?;
    let loaded = arguments.file.load(output)?;
    let tournament = &loaded.tournament;
    if !arguments.all_rounds {
        let state = arguments.file.state(&loaded, arguments.round)?;
        arguments.file.tell_overruled(&loaded, &state, output);
        let report = compare(tournament, &state, &systems, &specs)?;
        output.write(&report)?;
        return finished(&[report]);
    }
    let mut rounds = Vec::new();
    for (round, _) in (1..).zip(&tournament.rounds).filter(|(_, round)| !round.games.is_empty()) {
        let state = arguments.file.state(&loaded, Some(round))?;
        if rounds.is_empty() {
            arguments.file.tell_overruled(&loaded, &state, output);
        }
        rounds.push(compare(tournament, &state, &systems, &specs)?);
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
) -> anyhow::Result<CompareReport> {
    let mut named = Vec::new();
    let mut claims = Vec::new();
    let mut missing = Vec::new();
    let mut lacks = |name: &str, reason: String| missing.push(MissingReport { name: name.to_owned(), reason });
    for system in systems {
        match system.pair(state) {
            Ok(paired) => named.push(Named { name: system.id().into(), pairing: paired.pairing }),
            Err(why) => lacks(system.id(), why.to_string()),
        }
    }
    let played = tournament.round(state.round()).filter(|round| !round.games.is_empty());
    match played.map(Round::pairing) {
        Some(Ok(pairing)) => named.push(Named { name: PLAYED.into(), pairing }),
        Some(Err(why)) => lacks(PLAYED, why.to_string()),
        None => {}
    }
    for spec in specs {
        let (claim, reason) = claim(state, spec)?;
        reason.into_iter().for_each(|reason| lacks(&spec.name, reason));
        claims.push(Claimed { spec: spec.clone(), claim });
    }
    Ok(CompareReport::new(&tournament.name, state, cross_check(state, &named, &claims), missing))
}

/// What the solver says of the round, and why there is no optimum if there is none.
pub(super) fn claim(state: &RoundState, spec: &Spec) -> anyhow::Result<(Claim, Option<String>)> {
    match solve::solve(state, spec, solve::Options::default()) {
        Ok(solution) => Ok(match (solution.stop, solution.incumbent) {
            (Stop::Optimal, Some(best)) => (Claim::Optimum(best.pairing, best.values), None),
            (Stop::Infeasible(why), _) => (Claim::NoPairing, Some(why.to_string())),
            (Stop::Optimal | Stop::TimeLimit, _) => (Claim::Nothing, Some("nothing was proven".into())),
        }),
        Err(SolveError::Request(message)) => Ok((Claim::Nothing, Some(message))),
        Err(error @ SolveError::Internal(_)) => {
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
    let has_pairing = |report: &CompareReport| report.pairings.iter().any(|pairing| pairing.name != PLAYED);
    if !rounds.iter().any(has_pairing) {
        return Err(Failure::error(Exit::NoLegalPairing, "no system and no model has a pairing"));
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Board, Pairing, Player, PlayerId, RoundRequest};

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
