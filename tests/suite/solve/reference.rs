//! The reference methods agree with each other, and the random tournaments cover all cases.

use crate::support::generate::Options;
use crate::support::reference::{
    best_colours, brute_force, every_colouring, latest_first, matching_oracles, preferred,
};
use crate::support::table::table;
use crate::support::{pairing, random_state, spec_with, state};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use swiss_ilp::model::Objective;
use swiss_ilp::tournament::{Colour, GamesPerPairing, Outcome, PastEvent, PlayerId, RoundState, Tournament};

/// This number of random rounds, each with its seed.
fn rounds(count: u64, players: RangeInclusive<usize>) -> impl Iterator<Item = (u64, RoundState)> {
    let options = Options { players, rounds: 0..=7 };
    (0..count).map(move |seed| (seed, random_state(seed, &options)))
}

#[test]
fn enumeration_and_matching_find_the_same_values() {
    let mut legal = BTreeMap::new();
    let [pairs, fair] = ["pairs", "fair"].map(|name| Objective::load(name).unwrap());
    for (seed, state) in rounds(1200, 4..=9) {
        let best = [&pairs, &fair].map(|spec| brute_force(&state, spec).map(|best| best.values));
        best.iter().for_each(|best| *legal.entry(best.is_some()).or_insert(0) += 1);
        assert_eq!(best, matching_oracles(&state, [&pairs, &fair]), "seed {seed}");
    }
    assert!(legal.values().all(|count| *count > 200), "legal and not: {legal:?}");
}

#[test]
fn colours_can_be_chosen_board_by_board() {
    let specs = [
        spec_with("pairs", ""),
        spec_with("fair", ""),
        spec_with("pairs", "max-downfloats = 1"),
        spec_with("fair", "max-same-federation = 0\nforbidden = [[1, 2]]"),
        spec_with("fair", "forced = [[1, 3]]"),
    ];
    for (seed, state) in rounds(600, 0..=6).chain(rounds(40, 7..=8)) {
        for spec in &specs {
            let [all, by_board] = [every_colouring(&state, spec), best_colours(&state, spec)];
            assert_eq!(all, by_board, "{} {:?}, seed {seed}", spec.name, spec.side);
        }
    }
}

#[test]
fn random_tournaments_cover_all_cases() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (_, state) in rounds(1000, 4..=12) {
        let mut see = |what: &str, is_so: bool| *seen.entry(what.into()).or_default() += u32::from(is_so);
        see("an even field", state.players().len() % 2 == 0);
        see("an odd field", state.players().len() % 2 == 1);
        see("double rounds", state.games_per_pairing() == GamesPerPairing::Two);
        see("an absence", !state.absent().is_empty());
        see("round 1", state.round() == 1);
        see("round 8", state.round() == 8);
        see("acceleration", state.players().iter().any(|p| p.score != p.points));
        let ids = || state.players().iter().map(|p| p.id);
        see("a forbidden pair", ids().any(|one| ids().any(|other| state.is_forbidden(one, other))));
        for player in state.players() {
            let latest = latest_first(player);
            let difference: i32 = latest.iter().map(|colour| colour.sign()).sum();
            see("difference 0", difference == 0);
            see("difference 1", difference.abs() == 1);
            see("difference 2", difference.abs() == 2);
            see("difference 3", difference.abs() == 3);
            see("two Whites", latest.starts_with(&[Colour::White; 2]));
            see("two Blacks", latest.starts_with(&[Colour::Black; 2]));
            see("never played", latest.is_empty() && state.round() > 1);
            for past in &player.history {
                match &past.event {
                    PastEvent::Bye(kind) => see(&format!("{kind:?} bye"), true),
                    PastEvent::Absent => see("absent", true),
                    PastEvent::Game { encounters, .. } => {
                        see("a forfeit", encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin));
                    }
                }
            }
        }
    }
    assert_eq!(seen.len(), 21, "{seen:?}");
    assert!(seen.values().all(|count| *count >= 10), "{seen:?}");
}

#[test]
fn colours_left_open_alternate_then_go_by_the_higher_player() {
    let open = |tournament: &Tournament, one, other| {
        let board = preferred(&state(tournament), PlayerId(one), PlayerId(other));
        (board.white.0, board.black.0)
    };
    // Unplayed rounds are skipped: players 1 and 2 both had WB, 3 and 4 both BW.
    let gaps = table(&["3w= 4b= H", "4w= H 3b=", "1b= H 2w=", "2b= 1w= H"]);
    assert_eq!(open(&gaps, 1, 4), (1, 4), "1 had Black when 4 had White");
    assert_eq!(open(&gaps, 3, 2), (2, 3));
    assert_eq!(open(&gaps, 2, 1), (1, 2), "the higher player alternates");
    assert_eq!(open(&gaps, 3, 4), (4, 3));
    // 1 had BWW and 2 WWW: they differ three games ago, where 1 had Black.
    let long = table(&["3b= 4w= 5w=", "4w= 5w= 3w=", "1w= H 2b=", "2b= 1b= H", "H 2b= 1b="]);
    assert_eq!(open(&long, 1, 2), (1, 2));
    // Player 1 had a game and 2 had none. Player 3 had one, but 2 comes before 3.
    let one_game = table(&["3w=", "H", "1b="]);
    assert_eq!(open(&one_game, 1, 2), (2, 1), "1 balances");
    assert_eq!(open(&one_game, 2, 3), (3, 2), "2 goes by the lot");
    let mut fresh = table(&["", "", ""]);
    assert_eq!((open(&fresh, 1, 3), open(&fresh, 2, 3)), ((1, 3), (3, 2)));
    fresh.initial_colour = Some(Colour::Black);
    assert_eq!((open(&fresh, 1, 3), open(&fresh, 2, 3)), ((3, 1), (2, 3)));
}

#[test]
fn the_canonical_optimum_puts_the_highest_first() {
    // Before round 1 everything but the fold is equal: under `pairs` 1 meets 2 and the last has the bye.
    let five = state(&table(&[""; 5]));
    let best = |name: &str| brute_force(&five, &Objective::load(name).unwrap()).unwrap().pairing;
    assert_eq!(best("pairs"), pairing(&[(1, 2), (3, 4)], Some(5)));
    assert_eq!(best("fair"), pairing(&[(1, 3), (4, 2)], Some(5)));
}
