//! The Dubov system, compared with the literal reading of its text, and every reading where the text is silent.

use crate::readings::dubov_1997;
use crate::support::dubov_cases::{after, boards, forbid, forfeit, rated, score, transfer};
use crate::support::files::load;
use crate::support::prelude::*;
use crate::support::table::doubled;
use crate::support::{dutch_random, lines, paired_by};
use swiss_ilp::systems::average_opponents;
use swiss_ilp::systems::dubov_1997::{DubovReadings, due_colour};
use swiss_ilp::systems::{self, Engine, SystemPairing};

const BY_DEFAULT: DubovReadings =
    DubovReadings { transfers_only: false, exchange_rows: false, floaters_by_rating: false };

/// By the engine. The literal reading has the same pairing.
fn paired(tournament: &Tournament, readings: DubovReadings) -> SystemPairing {
    let state = state(tournament);
    let found = readings.pair(&state).expect("a pairing");
    assert_eq!(dubov_1997::pair_by(&state, readings).as_ref(), Some(&found.pairing), "{}", lines(&found).join("\n"));
    found
}

/// The boards, White first, in numerical order.
fn pairs(tournament: &Tournament) -> Vec<(u32, u32)> {
    boards(&paired(tournament, BY_DEFAULT).pairing).0
}

/// The pairs in numerical order, without regard to colours.
fn uncoloured(tournament: &Tournament) -> Vec<(u32, u32)> {
    let mut pairs: Vec<_> =
        pairs(tournament).into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
    pairs.sort_unstable();
    pairs
}

fn bye(tournament: &Tournament) -> Option<u32> {
    boards(&paired(tournament, BY_DEFAULT).pairing).1
}

fn white(tournament: &Tournament) -> u32 {
    pairs(tournament)[0].0
}

/// Two random rounds of up to 16 players, one after rounds paired by the system, with few enough ratings to have many
/// equal.
fn random_rounds(seed: u64) -> [RoundState; 2] {
    let ruled = dutch_random::ruled_up_to(16, seed, paired_by(system("dubov-1997")));
    [ruled, dutch_random::wild_up_to(16, seed)].map(|mut tournament| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let many = rng.random_range(1..400);
        for player in &mut tournament.players {
            player.rating = (!rng.random_bool(0.05)).then(|| 2000 + rng.random_range(0..many));
        }
        state(&tournament)
    })
}

/// Every choice of readings, in the order of [`System::by_readings`].
fn all_readings() -> impl Iterator<Item = DubovReadings> {
    (0..8).map(|chosen: u8| DubovReadings {
        transfers_only: chosen & 1 > 0,
        exchange_rows: chosen & 2 > 0,
        floaters_by_rating: chosen & 4 > 0,
    })
}

fn assert_agreement(readings: DubovReadings, seeds: std::ops::Range<u64>) {
    let (mut rounds, mut unpairable, mut most) = (0, 0, 0);
    for (seed, state) in seeds.flat_map(|seed| random_rounds(seed).map(|state| (seed, state))) {
        let expected = dubov_1997::pair_by(&state, readings);
        let found = readings.pair(&state).ok().map(|paired| paired.pairing);
        assert_eq!(found, expected, "{readings:?}, seed {seed}: {state:#?}");
        rounds += 1;
        unpairable += u32::from(expected.is_none());
        most = most.max(state.players().len());
    }
    println!("{readings:?}: {rounds} rounds of up to {most} players, {unpairable} without a pairing");
    let holds = unpairable > rounds / 25 && rounds > 10 * unpairable / 4;
    assert!(holds, "{rounds} rounds, {unpairable} without a pairing");
}

#[test]
fn the_engine_agrees_with_the_literal_reading_by_other_readings() {
    for readings in all_readings().skip(1) {
        assert_agreement(readings, seeds(150));
    }
}

#[test]
fn other_readings_make_other_pairings() {
    let mut changed = [0; 8];
    for state in seeds(800).flat_map(random_rounds) {
        let Ok(found) = system("dubov-1997").pair(&state) else { continue };
        let by_readings = system("dubov-1997").by_readings().zip(all_readings());
        for (count, (system, readings)) in changed.iter_mut().zip(by_readings) {
            assert_eq!(system.pair(&state), readings.pair(&state), "{system}");
            let other = system.pair(&state).expect("everybody can be paired, whatever the reading");
            *count += u32::from(other.pairing != found.pairing);
        }
    }
    assert!(changed[0] == 0 && changed[1..].iter().all(|count| *count > 1), "{changed:?}");
}

#[test]
fn the_trace_of_a_late_round() {
    let tournament = load(BRITISH.as_ref()).tournament;
    let state = RoundState::new(&tournament, RoundRequest { round: Some(7), ..RoundRequest::default() });
    let paired = system("dubov-1997").pair(&state.expect("round 7")).expect("a pairing");
    insta::assert_snapshot!(lines(&paired).join("\n"));
}

#[test]
fn the_id_of_a_system_says_its_readings() {
    for system in system("dubov-1997").by_readings() {
        assert_eq!(system.to_string().parse(), Ok(system));
    }
    let in_another_order = "dubov-1997+exchange-rows+transfers-only".parse::<System>().expect("a system");
    assert_eq!(in_another_order.to_string(), "dubov-1997+transfers-only+exchange-rows");
    for id in ["dubov-1997+nonesuch", "dubov-1997+exchange-rows+exchange-rows", "dubov-1997+", "tcec+exchange-rows", ""]
    {
        assert!(id.parse::<System>().is_err(), "{id}");
    }
}

/// `dubov-1997.1.a`
#[test]
fn players_without_a_rating_are_last_and_not_in_averages() {
    // 3 and 4 are due Black.
    let tournament = after(&["b", "b", "w", "w"], &[2000, 2000, 0, 1000], &[1500, 1600, 1500, 1500]);
    assert_eq!(pairs(&tournament), [(1, 4), (2, 3)]);
    let tournament = rated(&["2w= 3b=", "1b= .", ". 1w="], &[2000, 2100, 0], 3);
    assert_eq!(average_opponents(&state(&tournament))[&PlayerId(1)].to_string(), "2100");
}

/// `dubov-1997.1.b`
#[test]
fn players_without_an_average_come_before_all_averages() {
    let tournament = after(&["b", "b", "w", "w"], &[2000; 4], &[1500, 0, 1500, 1400]);
    assert_eq!(pairs(&tournament), [(1, 4), (2, 3)]);
}

/// `dubov-1997.1.c`
#[test]
fn games_not_played_count_for_nothing() {
    let tournament = rated(&["2w+ 3w=", "1b- .", ". 1b="], &[2000, 2900, 2100], 3);
    let state = state(&tournament);
    let averages = average_opponents(&state);
    assert_eq!(averages[&PlayerId(1)].to_string(), "2100");
    let second = state.player(PlayerId(2)).expect("a player");
    assert_eq!((averages.get(&second.id), due_colour(second)), (None, None));
    // Two games with White and a gap between them: a third is too many.
    let tournament = after(&["w-w", "bwb"], &[2000; 2], &[2000; 2]);
    assert_eq!(pairs(&tournament), [(2, 1)]);
}

/// `dubov-1997.1.d`
#[test]
fn players_without_games_are_due_no_colour() {
    let state = state(&table(&[". U", ". Z"]));
    assert!(state.players().iter().all(|player| due_colour(player).is_none()));
}

/// `dubov-1997.2.1.a`
#[test]
fn a_forfeit_is_no_meeting_and_a_ban_counts_as_one() {
    let mut tournament = table(&["2w+", "1b-"]);
    assert_eq!(uncoloured(&tournament), [(1, 2)]);
    forbid(&mut tournament, 1, 2);
    let why = system("dubov-1997").pair(&state(&tournament)).expect_err("a ban");
    assert_eq!(why.rules, ["dubov-1997.2.1.a"]);
}

/// `dubov-1997.2.2.a`
#[test]
fn points_without_playing_exclude_from_the_bye() {
    // All have half a point; 3 is rated lowest.
    let bye_after = |cell| {
        let mut tournament = rated(&["4w=", "5w=", cell, "1b=", "2b="], &[2000, 1900, 1800, 2000, 2000], 3);
        score(&mut tournament, &[10, 10, 10]);
        bye(&tournament)
    };
    assert_eq!(["U", "F", "H", "Z"].map(bye_after), [Some(2), Some(2), Some(3), Some(3)]);
    let won = rated(&["4w=", "5w=", "6w+", "1b=", "2b=", "3b-"], &[2000, 1900, 1800, 2000, 2000, 2000], 3);
    assert_eq!(bye(&won), Some(2));
    let why = system("dubov-1997")
        .pair(&state(&rated(&["U", "3w=", "2b="], &[2000; 3], 1)))
        .expect_err("nobody may have the bye");
    assert_eq!(why.rules, ["dubov-1997.2.2"]);
}

/// `dubov-1997.2.3.a`
#[test]
fn the_limits_have_one_exception_for_colours_that_reduce_a_difference() {
    let mut tournament = after(&["bb", "bb"], &[2000; 2], &[2000; 2]);
    tournament.rounds_planned = Some(3);
    let why = system("dubov-1997").pair(&state(&tournament)).expect_err("two who have to have White");
    // Either rule alone leaves no pairing, so one of them is named.
    assert_eq!(why.rules, ["dubov-1997.2.3"]);
    assert_eq!(pairs(&after(&["wwwwbw", "bwbwbw"], &[2000; 2], &[2000; 2])), [(2, 1)]);
    system("dubov-1997")
        .pair(&state(&after(&["wwwwbb", "wb----"], &[2000; 2], &[2000; 2])))
        .expect_err("no colour is left");
    // Two games give both colours.
    let double = doubled(table(&["2w=", "1b=", "4w=", "3b="]));
    assert_eq!(paired(&double, BY_DEFAULT).pairing.boards.len(), 2);
}

/// The opponent of the leader, player 1. Of the three others, player 2 is rated highest and met higher scores in
/// `rounds`.
fn opponent_of_the_leader(transfers: &[u32], rounds: usize, planned: Option<u32>) -> u32 {
    let colours = ["wb".repeat(rounds), "bw".repeat(rounds), "bw".repeat(rounds), "wb".repeat(rounds)];
    let colours = colours.each_ref().map(|colours| &colours[..rounds]);
    let mut tournament = after(&colours, &[2000, 2300, 2200, 2100], &[2000; 4]);
    tournament.rounds_planned = planned;
    transfer(&mut tournament, 2, transfers);
    score(&mut tournament, &[200, 100, 100, 100]);
    uncoloured(&tournament)[0].1
}

/// `dubov-1997.2.5.b`
#[test]
fn transfers_are_limited() {
    assert_eq!(opponent_of_the_leader(&[], 3, Some(9)), 2);
    assert_eq!(opponent_of_the_leader(&[2], 3, Some(9)), 2);
    assert_eq!(opponent_of_the_leader(&[3], 3, Some(9)), 3, "twice running");
    assert_eq!(opponent_of_the_leader(&[3], 3, Some(4)), 2, "apart from the last round");
    assert_eq!(opponent_of_the_leader(&[3], 3, None), 3, "not known to be the last round");
    assert_eq!(opponent_of_the_leader(&[1, 3], 6, Some(9)), 2);
    assert_eq!(opponent_of_the_leader(&[1, 3, 5], 6, Some(9)), 3, "more than three times");
    assert_eq!(opponent_of_the_leader(&[1, 3, 5], 6, Some(10)), 2);
    assert_eq!(opponent_of_the_leader(&[1, 3, 5, 7], 8, Some(10)), 3, "more than four times");
    assert_eq!(opponent_of_the_leader(&[1, 3, 5], 6, None), 3);
    assert_eq!(opponent_of_the_leader(&[1, 3, 5], 9, None), 2, "the tenth round");
}

/// `dubov-1997.2.5.a`
#[test]
fn floaters_do_not_meet_protected_players_unless_transfers_only() {
    // The number of boards whose lower player also met a higher score in the round before.
    let rising_again = |state: &RoundState, readings: DubovReadings| {
        let paired = readings.pair(state).ok()?;
        let rises = |one: PlayerId, other: PlayerId| {
            let [one, other] = [one, other].map(|id| state.player(id).expect("to be paired"));
            let rose = systems::dubov_1997::transfers(one).last().is_some_and(|round| round + 1 == state.round());
            one.score < other.score && rose
        };
        let boards = paired.pairing.boards.iter();
        Some(boards.filter(|board| rises(board.white, board.black) || rises(board.black, board.white)).count())
    };
    let [mut by_default, mut by_transfers_only] = [0; 2];
    for state in (0..2_000).flat_map(random_rounds).filter(|state| state.is_last_round() != Some(true)) {
        let transfers_only = DubovReadings { transfers_only: true, ..BY_DEFAULT };
        by_default += rising_again(&state, BY_DEFAULT).unwrap_or_default();
        by_transfers_only += rising_again(&state, transfers_only).unwrap_or_default();
    }
    assert!(by_default + 50 < by_transfers_only, "{by_default} {by_transfers_only}");
}

/// Players 1 and 2 have met, and all others are protected from transfers. So neither has an opponent, and both float.
fn two_floaters(colours: [&str; 6], ratings: &[u32]) -> Tournament {
    let mut tournament = after(&colours, ratings, &[2000; 6]);
    forbid(&mut tournament, 1, 2);
    (3..=6).for_each(|player| transfer(&mut tournament, player, &[1]));
    score(&mut tournament, &[200, 200, 100, 100, 100, 100]);
    tournament
}

/// `dubov-1997.2.5.c`
#[test]
fn floaters_may_meet_anybody_if_not_all_can_be_protected() {
    let tournament = two_floaters(["b", "b", "w", "w", "w", "b"], &[2000, 2000, 2400, 2300, 2200, 2100]);
    let paired = paired(&tournament, BY_DEFAULT);
    assert!(paired.trace[0].text.contains("[dubov-1997.2.5.c]"), "{:?}", paired.trace);
    assert_eq!(uncoloured(&tournament), [(1, 3), (2, 4), (5, 6)]);
}

/// `dubov-1997.3.a`
#[test]
fn the_limits_come_before_the_allocation() {
    // Both are due White. 2 has the greater difference, but 1 had Black twice.
    assert_eq!(white(&after(&["wwbb", "bwb-"], &[2000; 2], &[2000; 2])), 1);
}

/// `dubov-1997.3.b`
#[test]
fn a_due_colour_is_granted_where_the_other_has_none() {
    assert_eq!(white(&after(&["w", "-"], &[2000; 2], &[2000; 2])), 2);
    assert_eq!(white(&after(&["-", "b"], &[2000; 2], &[2000; 2])), 2);
}

/// `dubov-1997.3.c`
#[test]
fn histories_are_compared_without_gaps() {
    // Both are due Black. Games from the latest: w b w b and w b b w; no round was played by both.
    let tournament = after(&["----bwbw", "wbbw----"], &[2000; 2], &[2500, 2000]);
    assert_eq!(white(&tournament), 2, "though 1 has the higher ARO");
}

/// `dubov-1997.3.d`
#[test]
fn the_higher_number_has_white_if_nothing_decides() {
    assert_eq!(white(&after(&["w", "w"], &[2000; 2], &[2000; 2])), 2);
    assert_eq!(white(&rated(&[".", ".", "4w=", "3b="], &[2000; 4], 2)), 2);
}

/// `dubov-1997.4.a`
#[test]
fn ties_for_the_bye() {
    let of = |colours: [&str; 3], averages: [u32; 3]| {
        let mut tournament = after(&colours, &[2000; 3], &averages);
        score(&mut tournament, &[10, 10, 10]);
        bye(&tournament)
    };
    assert_eq!(of(["w", "b", "w"], [2000, 2300, 2100]), Some(3), "of the dominating colour");
    assert_eq!(of(["w", "b", "-"], [2000, 2200, 0]), Some(2), "no colour dominates");
    assert_eq!(of(["w", "w", "w"], [2000; 3]), Some(3));
    let mut named = after(&["w", "w", "w"], &[2000; 3], &[2000; 3]);
    for (player, name) in named.players.iter_mut().zip(["Zoe", "Abe", "Max"]) {
        player.name = name.to_owned();
    }
    assert_eq!(bye(&named), Some(1), "later in the alphabet");
}

/// `dubov-1997.4.b`
#[test]
fn the_bye_skips_players_who_cannot_have_it() {
    let mut tournament = after(&["w", "b", "b", "w", "b"], &[2000, 1900, 1800, 1700, 1600], &[2000; 5]);
    score(&mut tournament, &[10, 10, 10, 20, 20]);
    assert_eq!(bye(&tournament), Some(3));
    forbid(&mut tournament, 1, 2);
    forbid(&mut tournament, 1, 4);
    forbid(&mut tournament, 1, 5);
    assert_eq!(bye(&tournament), Some(2), "1 needs 3");
    // The only player of the lowest score group had the bye.
    let mut barred = rated(&["4w=", "5w=", "U", "1b=", "2b="], &[1900, 2000, 1800, 2000, 2000], 3);
    score(&mut barred, &[20, 20, 10]);
    assert_eq!(bye(&barred), Some(1));
}

/// `dubov-1997.5.a`
#[test]
fn the_first_round_with_bans_and_accelerated_scores() {
    let mut tournament = table(&[""; 4]);
    forbid(&mut tournament, 1, 3);
    assert_eq!(pairs(&tournament), [(1, 4), (3, 2)]);
    let mut tournament = table(&[""; 4]);
    score(&mut tournament, &[10, 10, 0, 0]);
    assert_eq!(pairs(&tournament), [(1, 2), (4, 3)]);
    // The list is that of the numbers, whatever the ratings.
    assert_eq!(pairs(&rated(&[""; 4], &[1000, 2000, 3000, 4000], 4)), [(1, 3), (4, 2)]);
}

/// `dubov-1997.6.1.a`
#[test]
fn floaters_are_paired_before_transfers_are_made() {
    // 3, 4 and 5 are odd, but even when the floater 1 has met one of them; 2 goes on to 6.
    let mut tournament = after(&["b", "b", "w", "w", "b", "w"], &[2000, 2000, 2400, 2300, 2200, 2100], &[2000; 6]);
    forbid(&mut tournament, 1, 2);
    (3..=6).for_each(|player| transfer(&mut tournament, player, &[1]));
    (3..=5).for_each(|player| forbid(&mut tournament, 2, player));
    score(&mut tournament, &[200, 200, 100, 100, 100, 50]);
    assert_eq!(uncoloured(&tournament), [(1, 3), (2, 6), (4, 5)]);
    // Without a floater a transfer makes them even.
    let mut tournament = after(&["w", "w", "b", "b"], &[2400, 2300, 2200, 2100], &[2000; 4]);
    score(&mut tournament, &[100, 100, 100, 50]);
    assert_eq!(lines(&paired(&tournament, BY_DEFAULT)).iter().filter(|line| line.contains("7.2]")).count(), 1);
}

/// `dubov-1997.6.1.b`
#[test]
fn choices_look_ahead() {
    // The leader would meet 2, the highest rated, but then 3 and 4, who have met, are left.
    let mut tournament = after(&["w", "b", "b", "b"], &[2000, 2300, 2200, 2100], &[2000; 4]);
    score(&mut tournament, &[20, 10, 10, 10]);
    assert_eq!(uncoloured(&tournament), [(1, 2), (3, 4)]);
    forbid(&mut tournament, 3, 4);
    assert_eq!(uncoloured(&tournament), [(1, 3), (2, 4)]);
}

/// `dubov-1997.6.2.a`
#[test]
fn players_due_no_colour_join_the_shorter_column() {
    // 2 is stronger than 3, so it joins White, before 1 by ARO; 3 joins Black, behind 4 by rating.
    let mut tournament = after(&["b", "-", "-", "w"], &[2000, 2300, 2100, 2200], &[2000; 4]);
    score(&mut tournament, &[10; 4]);
    assert_eq!(uncoloured(&tournament), [(1, 3), (2, 4)]);
    // Three are due Black: both others become White, and nobody is transferred.
    let mut tournament = after(&["w", "w", "w", "-", "-", "b"], &[2000; 6], &[2000; 6]);
    score(&mut tournament, &[10; 6]);
    assert!(!lines(&paired(&tournament, BY_DEFAULT)).iter().any(|line| line.contains("7.4]")));
}

/// `dubov-1997.6.2.b`
#[test]
fn ties_end_with_the_alphabet() {
    let mut tournament = after(&["b", "b", "w", "w"], &[2000, 2000, 2200, 2100], &[2000; 4]);
    assert_eq!(pairs(&tournament), [(1, 3), (2, 4)]);
    for (player, name) in tournament.players.iter_mut().zip(["Max", "Abe"]) {
        player.name = name.to_owned();
    }
    assert_eq!(pairs(&tournament), [(1, 4), (2, 3)]);
}

/// `dubov-1997.6.3.a`
#[test]
fn the_column_closes_up_or_the_two_change_places() {
    let mut tournament = after(
        &["b", "b", "b", "w", "w", "w"],
        &[2000, 2000, 2000, 2300, 2200, 2100],
        &[1800, 1900, 2000, 2000, 2000, 2000],
    );
    forbid(&mut tournament, 1, 4);
    forbid(&mut tournament, 1, 5);
    assert_eq!(pairs(&tournament), [(1, 6), (2, 4), (3, 5)]);
    let exchange = paired(&tournament, DubovReadings { exchange_rows: true, ..BY_DEFAULT });
    assert_eq!(boards(&exchange.pairing).0, [(1, 6), (2, 5), (3, 4)]);
}

/// `dubov-1997.6.3.b`
#[test]
fn as_few_pairs_as_possible_are_within_a_column() {
    let mut tournament =
        after(&["b", "b", "b", "b", "w", "w", "w", "w"], &[2000; 8], &[1700, 1800, 1900, 2000, 2000, 2000, 2000, 2000]);
    // 2 can meet no black: first come the whites below, then those above.
    (5..=8).for_each(|black| forbid(&mut tournament, 2, black));
    assert_eq!(uncoloured(&tournament), [(1, 5), (2, 3), (4, 6), (7, 8)]);
    forbid(&mut tournament, 2, 3);
    assert_eq!(uncoloured(&tournament), [(1, 5), (2, 4), (3, 6), (7, 8)]);
    forbid(&mut tournament, 2, 4);
    assert_eq!(uncoloured(&tournament), [(1, 2), (3, 5), (4, 6), (7, 8)]);
    // Rows change before a player meets one of the same column: 3 and 4 can meet only 5 and 6.
    let mut tournament = after(&["b", "b", "b", "w", "w", "w"], &[2000; 6], &[1800, 1900, 2000, 2000, 2000, 2000]);
    [(3, 5), (3, 6), (2, 6)].iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
    assert_eq!(uncoloured(&tournament), [(1, 6), (2, 5), (3, 4)]);
}

/// `dubov-1997.6.4.a`
#[test]
fn as_few_players_as_possible_float() {
    // 1 can meet 2 and 3, who can meet nobody else here, so one of them floats with the last of the even number.
    let mut tournament = after(&["b", "b", "b", "w", "w", "w"], &[2000, 2100, 2200, 2300, 2400, 2500], &[2000; 6]);
    for (one, other) in [(1, 4), (2, 3), (2, 4), (3, 4)] {
        forbid(&mut tournament, one, other);
    }
    (4..=6).for_each(|player| transfer(&mut tournament, player, &[1]));
    score(&mut tournament, &[200, 200, 200, 200, 100, 100]);
    let trace = lines(&paired(&tournament, BY_DEFAULT));
    let floats = trace.iter().find(|line| line.contains("floating down") && line.contains("6.4]")).expect("floaters");
    assert!(floats.contains("2, 4") || floats.contains("4, 2"), "{trace:#?}");
}

/// `dubov-1997.6.4.b`
#[test]
fn the_order_of_floaters() {
    let with = |readings, reached: &[u32]| {
        let mut tournament = after(&["b", "b", "w", "w"], &[2200, 2100, 2000, 2300], &[2000; 4]);
        transfer(&mut tournament, 4, &[1]);
        (1..=3).filter(|player| !reached.contains(player)).for_each(|player| forbid(&mut tournament, player, 4));
        score(&mut tournament, &[200, 200, 200, 100]);
        let pairs = boards(&paired(&tournament, readings).pairing).0;
        pairs.into_iter().find(|(one, other)| [*one, *other].contains(&4)).map(|(one, other)| one.min(other))
    };
    assert_eq!(with(BY_DEFAULT, &[1, 2, 3]), Some(2), "the lowest rated of the dominating colour");
    assert_eq!(with(BY_DEFAULT, &[1, 3]), Some(1), "who can be paired below");
    assert_eq!(with(DubovReadings { floaters_by_rating: true, ..BY_DEFAULT }, &[1, 2, 3]), Some(3), "the lowest rated");
}

/// Two leaders who have met, 1 rated below 2, and two others for them.
fn two_alone(colours: [&str; 4], ratings: &[u32], averages: &[u32]) -> Tournament {
    let mut tournament = after(&colours, ratings, averages);
    forbid(&mut tournament, 1, 2);
    score(&mut tournament, &[20, 20, 10, 10]);
    tournament
}

/// `dubov-1997.7.1.a`
#[test]
fn the_strongest_player_without_opponents_gets_the_first_transfer() {
    let tournament = two_alone(["b", "b", "w", "w"], &[2000, 2100, 2300, 2200], &[2000; 4]);
    let trace = lines(&paired(&tournament, BY_DEFAULT));
    let transfers: Vec<&String> = trace.iter().filter(|line| line.contains("7.1]")).collect();
    assert!(transfers[0].contains("2 has no opponent here: 3 is"), "{trace:#?}");
    assert!(transfers[1].contains("1 has no opponent here: 4 is"), "{trace:#?}");
}

/// `dubov-1997.7.1.b`
#[test]
fn the_next_possible_score_group_comes_before_the_colour() {
    let leader = |scores: &[i32]| {
        // 1 is due White; 2 has the same due colour, 3 the opposite one, 4 none.
        let mut tournament = after(&["b", "b", "w", "-"], &[2000, 2300, 2200, 2400], &[2000; 4]);
        score(&mut tournament, scores);
        uncoloured(&tournament)[0].1
    };
    assert_eq!(leader(&[30, 20, 10, 10]), 2, "the next score group");
    assert_eq!(leader(&[30, 20, 20, 20]), 3, "the opposite due colour, not the highest R");
    // 2 is of the next score group, but then 3 and 4 could not be paired.
    let mut tournament = after(&["b", "b", "w", "w"], &[2000, 2300, 2200, 2400], &[2000; 4]);
    forbid(&mut tournament, 3, 4);
    score(&mut tournament, &[30, 20, 10, 10]);
    assert_eq!(uncoloured(&tournament)[0], (1, 4));
}

/// `dubov-1997.7.1.c`
#[test]
fn transferred_players_join_the_rows() {
    // 3 was transferred for 2, and 4 for 1. But player 1 has the lowest ARO and so meets the highest rated.
    let tournament = two_alone(["b", "b", "w", "w"], &[2000, 2100, 2300, 2200], &[1900, 2000, 2000, 2000]);
    assert_eq!(pairs(&tournament), [(1, 3), (2, 4)]);
}

/// `dubov-1997.7.2.a`
#[test]
fn without_a_dominating_colour_the_rating_decides() {
    let taken = |colours: [&str; 6]| {
        let mut tournament = after(&colours, &[2000, 2000, 2000, 2300, 2200, 2100], &[2000; 6]);
        score(&mut tournament, &[20, 20, 20, 10, 10, 10]);
        let trace = lines(&paired(&tournament, BY_DEFAULT));
        let line = trace.iter().find(|line| line.contains("7.2]")).expect("a transfer").clone();
        line.trim_start_matches("  an odd number: ").chars().next()
    };
    assert_eq!(taken(["b", "b", "w", "b", "w", "w"]), Some('5'), "White dominates");
    assert_eq!(taken(["b", "w", "-", "b", "w", "w"]), Some('4'), "nothing dominates");
}

/// `dubov-1997.8.1.a`
#[test]
fn floaters_due_no_colour_come_last() {
    // 1 is stronger, but 2 is due White and so takes the highest rated.
    let tournament = two_floaters(["-", "b", "w", "w", "w", "b"], &[2300, 2000, 2400, 2300, 2200, 2100]);
    assert_eq!(uncoloured(&tournament), [(1, 4), (2, 3), (5, 6)]);
    let tournament = two_floaters(["b", "w", "w", "b", "w", "b"], &[2000, 2000, 2400, 2300, 2200, 2100]);
    assert_eq!(uncoloured(&tournament), [(1, 3), (2, 4), (5, 6)], "White before Black");
}

/// `dubov-1997.8.2.a`
#[test]
fn a_floater_takes_the_opposite_due_colour_in_the_strict_sense() {
    // 3 is rated highest and due no colour: its game was forfeited.
    let mut tournament = two_floaters(["b", "b", "w", "w", "w", "b"], &[2000, 2000, 2400, 2300, 2200, 2100]);
    let round = tournament.next_round();
    tournament.accelerations.values_mut().for_each(|scores| {
        scores.remove(&round);
    });
    forfeit(&mut tournament, 3);
    score(&mut tournament, &[200, 200, 100, 100, 100, 100]);
    assert_eq!(uncoloured(&tournament), [(1, 4), (2, 5), (3, 6)]);
}

/// The example of 6.2 with two players too many who are due Black (7.4). Those with the highest ARO change colours, and
/// of equal ones the lower R.
#[test]
fn transfers_between_the_colours() {
    let tournament = after(&["w"; 4], &[2000, 2100, 2200, 2300], &[1900, 1600, 1900, 1800]);
    // 1 and 3 have the highest ARO.
    assert_eq!(uncoloured(&tournament), [(1, 4), (2, 3)]);
    // 2.6: 3 had White twice and stays Black.
    let tournament = after(&["bw", "bw", "ww", "bw"], &[2000, 2100, 2200, 2300], &[1900, 1600, 1900, 1800]);
    let trace = lines(&paired(&tournament, BY_DEFAULT));
    assert!(trace.iter().any(|line| line.contains("other colour than due: 1, 4")), "{trace:#?}");
    assert!(state(&tournament).players().iter().all(|player| due_colour(player) == Some(Colour::Black)));
}

/// The example of 6.2, ARO in tenths of a point: players 1 to 6 are due White, 7 to 12 Black.
fn example() -> Tournament {
    let whites = [23336, 23100, 23446, 23184, 23405, 23223];
    let blacks = [2260, 2380, 2250, 2365, 2280, 2300];
    let colours = [["b"; 6], ["w"; 6]].concat();
    after(&colours, &[&[1000; 6][..], &blacks].concat(), &[&whites[..], &[2000; 6]].concat())
}

#[test]
fn the_columns_of_the_example() {
    let expected = vec![(1, 11), (2, 8), (3, 9), (4, 10), (5, 7), (6, 12)];
    assert_eq!(pairs(&example()), expected);
}

#[test]
fn improvements_go_to_the_lower_rows_and_then_back_up() {
    // The columns are 2, 4, 6, 1, 5, 3 and 8, 10, 12, 11, 7, 9.
    let with = |forbidden: &[(u32, u32)]| {
        let mut tournament = example();
        forbidden.iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
        pairs(&tournament)
    };
    assert_eq!(with(&[(2, 8)]), [(1, 11), (2, 10), (3, 9), (4, 8), (5, 7), (6, 12)]);
    assert_eq!(with(&[(3, 9)]), [(1, 11), (2, 8), (3, 7), (4, 10), (5, 9), (6, 12)], "the last but one row is changed");
    assert_eq!(with(&[(3, 9), (5, 9)]), [(1, 9), (2, 8), (3, 7), (4, 10), (5, 11), (6, 12)], "then the one above");
    // 5 has played with all blacks, so it plays 3, and 7 and 9 remain.
    let all_of_5: Vec<(u32, u32)> = (7..=12).map(|black| (5, black)).collect();
    let found = with(&all_of_5);
    assert!(found.contains(&(5, 3)) || found.contains(&(3, 5)), "{found:?}");
    // Player 3 looks for an opponent in the rows above.
    let all_of_3: Vec<(u32, u32)> = (7..=12).map(|black| (3, black)).collect();
    let found = with(&[&all_of_3[..], &[(3, 5)]].concat());
    assert!(found.contains(&(1, 3)) || found.contains(&(3, 1)), "{found:?}");
}

#[test]
fn an_odd_group_takes_the_highest_of_the_opposite_colour() {
    // 1 has a point and is due Black; 2, 3 and 4 have none.
    let with = |cells: [&str; 3], change: fn(&mut Tournament)| {
        let rows = ["5w1", cells[0], cells[1], cells[2], "1b0", "2w=", "3w=", "4w="];
        let mut rows = rows.map(ToOwned::to_owned);
        for player in 2..=4 {
            rows[player + 3] = format!("{player}{}=", if rows[player - 1].contains('w') { 'b' } else { 'w' });
        }
        let rows = rows.each_ref().map(String::as_str);
        let mut tournament = rated(&rows, &[2000, 2100, 2300, 2200, 2000, 2000, 2000, 2000], 4);
        tournament.rounds_planned = Some(9);
        change(&mut tournament);
        pairs(&tournament).into_iter().find(|(white, black)| [*white, *black].contains(&1)).unwrap()
    };
    assert_eq!(with(["6b=", "7b=", "8b="], |_| ()), (3, 1), "the highest R");
    assert_eq!(with(["6b=", "7w=", "8b="], |_| ()), (4, 1), "the opposite due colour");
    assert_eq!(with(["6b=", "7b=", "8b="], |tournament| forbid(tournament, 1, 3)), (4, 1));
    assert_eq!(with(["6b=", "7b=", "8b="], |tournament| forbid(tournament, 2, 4)), (4, 1), "2 and 3 must be a pair");
}
