use super::exit::{Exit, Failure};
use super::{input, output};
use crate::model::Spec;
use crate::registry::System;
use crate::report::{CompareReport, CompareRoundsReport};
use crate::tasks::{self, Comparison};
use crate::tournament::RoundState;
use clap::Args;
use itertools::Itertools;

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
    systems: Vec<System>,
    /// The models, comma-separated: names or model files
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',', default_value = "pairs,fair")]
    models: Vec<String>,
    #[command(flatten)]
    limit: input::LimitArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let chosen = || arguments.systems.iter().copied();
    let systems: Vec<System> = if arguments.systems.is_empty() { System::all().collect() } else { chosen().collect() };
    let models: Vec<Spec> = arguments.models.iter().map(|model| input::objective(model)).try_collect()?;
    let options = arguments.limit.options();
    let loaded = arguments.file.load(output)?;
    let tournament = &loaded.tournament;
    let failed = |error| arguments.file.failed(&loaded, error);
    if arguments.all_rounds {
        let trust = arguments.file.trust();
        let rounds = tasks::compare_rounds(tournament, trust, &systems, &models, options).map_err(failed)?;
        arguments.file.say_overruled(&loaded, &rounds[0].0, output);
        let end = end(&rounds);
        output.write(&CompareRoundsReport::new(tournament, rounds))?;
        return end;
    }
    let state = arguments.file.state(&loaded, arguments.round)?;
    arguments.file.say_overruled(&loaded, &state, output);
    let compared = tasks::compare(tournament, &state, &systems, &models, options).map_err(failed)?;
    let rounds = [(state, compared)];
    let end = end(&rounds);
    let [(state, compared)] = rounds;
    output.write(&CompareReport::new(&tournament.name, &state, compared))?;
    end
}

/// What is wrong with an optimum, or missing, in any of the rounds.
fn end(rounds: &[(RoundState, Comparison)]) -> anyhow::Result<Exit> {
    let found =
        rounds.iter().flat_map(|(state, round)| round.discrepancies().iter().map(|found| (state.round(), found)));
    let found = found.map(|(round, found)| format!("round {round}: {}", found.what)).join("; ");
    if !found.is_empty() {
        let message = format!("a proven optimum is none; please report this: {found}");
        return Err(Failure::error(Exit::Discrepancy, message));
    }
    if rounds.iter().any(|(_, round)| round.is_without_proof()) {
        return Err(Failure::error(Exit::LimitReached, "the time limit came before a proof of every model"));
    }
    if !rounds.iter().any(|(_, round)| round.has_pairing()) {
        return Err(Failure::error(Exit::NoLegalPairing, "no system and no model has a pairing"));
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Claim, Claimed, Named, cross_check};
    use crate::tournament::{Board, Pairing, Player, PlayerId, RoundRequest, Tournament};

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
            let check = cross_check(&state, std::slice::from_ref(&named), &claims);
            let compared = Comparison { check, missing: Vec::new() };
            end(&[(state.clone(), compared)]).map_err(|error| error.downcast::<Failure>().expect("a failure"))
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
