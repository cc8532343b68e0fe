//! How long caps take: every round of some tournaments, each cap at what the optimum without it has, one below and two below.
//! Players without a federation have one of five, by their numbers.
//!
//! `cargo run --release --example capped -- SECONDS FILE…` prints a line a solve, then the median and the worst.

#![expect(clippy::disallowed_methods, reason = "files that whoever runs it names")]

use std::time::{Duration, Instant};
use swiss_ilp::model::{Cap, Objective, Side};
use swiss_ilp::proof::verify::verify;
use swiss_ilp::solve::{self, Options, Termination};
use swiss_ilp::tournament::{RoundRequest, RoundState};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let limit = Duration::from_secs(arguments.next().and_then(|text| text.parse().ok()).unwrap_or(60));
    let mut times = Vec::new();
    for file in arguments {
        let mut tournament =
            swiss_ilp::files::read(&std::fs::read(&file)?).map_err(|_| anyhow::anyhow!("{file}"))?.tournament;
        for player in tournament.players.iter_mut().filter(|player| player.federation.is_none()) {
            player.federation = Some(["AUT", "ENG", "FRA", "ROU", "SUI"][player.id.0 as usize % 5].to_owned());
        }
        for round in 1..=99 {
            let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
            let Ok(state) = RoundState::new(&tournament, request) else { break };
            for model in ["pairs", "fair"] {
                of_round(&file, &state, &Objective::load(model)?, limit, &mut times)?;
            }
        }
    }
    times.sort_unstable();
    if let (Some(median), Some(worst)) = (times.get(times.len() / 2), times.last()) {
        println!("{} solves: median {median:.2?}, worst {worst:.2?}", times.len());
    }
    Ok(())
}

fn of_round(
    file: &str,
    state: &RoundState,
    spec: &Objective,
    limit: Duration,
    times: &mut Vec<Duration>,
) -> anyhow::Result<()> {
    let options = Options { time_limit: Some(limit), ..Options::default() };
    let Some(free) = solve::solve(state, spec, options)?.incumbent else { return Ok(()) };
    let count = |cap: &Cap| {
        let players =
            |board: &swiss_ilp::tournament::Board| Some((state.player(board.white)?, state.player(board.black)?));
        free.pairing.boards.iter().filter_map(players).filter(|(one, other)| cap.counts(state, one, other)).count()
    };
    type Set = fn(&mut Side, u32);
    let sets: [(Cap, Set); 2] = [
        (Cap::Downfloats(0), |side, most| side.max_downfloats = Some(most)),
        (Cap::SameFederation(0), |side, most| side.max_same_federation = Some(most)),
    ];
    for (cap, set) in sets {
        let most = u32::try_from(count(&cap))?;
        for most in (most.saturating_sub(2)..=most).rev() {
            let mut capped = spec.clone();
            set(&mut capped.side, most);
            let started = Instant::now();
            let solution = solve::solve(state, &capped, options)?;
            times.push(started.elapsed());
            let end = match &solution.termination {
                Termination::Infeasible(_) => "infeasible".to_owned(),
                other => format!("{other:?}"),
            };
            let of = solution.incumbent.as_ref().map(|best| verify(state, &capped, &best.pairing, Some(&best.values)));
            let verdict =
                of.map_or("no pairing", |verdict| if verdict.is_verified() { "verified" } else { "NOT VERIFIED" });
            println!(
                "{file} {} {} {cap:?} {most}: {end}, {verdict}, {:.2?}",
                state.round(),
                spec.name,
                started.elapsed()
            );
        }
    }
    Ok(())
}
