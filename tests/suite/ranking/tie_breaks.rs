//! Rankings by FIDE's tie-breaks: examples worked out by hand, FIDE's own example, and a second implementation.

use super::literal::{Literal, Value};
use crate::support::prelude::*;
use crate::support::table::doubled;
use swiss_ilp::questions::ranking::{Measure, TieBreak, ranking, ranking_of, tie_breaks};
use swiss_ilp::questions::standings::Answer;
use swiss_ilp::questions::tasks::tie_breaks_of;
use swiss_ilp::rules::Rule;
use swiss_ilp::systems::Standing;

fn ranked(tournament: &Tournament, list: &str) -> Vec<Standing> {
    ranking(tournament, &tie_breaks(list).expect(list)).unwrap_or_else(|error| panic!("{error}"))
}

/// Everybody's value of the tie-break, by pairing number, in hundredths.
fn hundredths(tournament: &Tournament, name: &str) -> Vec<Option<i64>> {
    let mut lines = ranked(tournament, name);
    lines.sort_by_key(|line| line.id);
    let value = |line: &Standing| {
        let value = line.values.last().expect("a value").as_ref()? * 100;
        assert!(value.is_integer(), "{name}: {value}");
        Some(value.to_integer())
    };
    lines.iter().map(value).collect()
}

fn assert_values(tournament: &Tournament, name: &str, expected: &[i64]) {
    assert_eq!(hundredths(tournament, name), expected.iter().map(|value| Some(*value)).collect::<Vec<_>>(), "{name}");
}

/// Six players and four rounds. 1 wins by forfeit against 5 in round 4. 4 takes a half-point bye in round 3 and is away in
/// round 4. 5 and 6 have the pairing-allocated byes.
fn six() -> Tournament {
    table(&[
        "4w1 2b= 3w1 5b+", // 3.5
        "5b1 1w= 6w1 3b=", // 3.0
        "6w= 4b1 1b0 2w=", // 2.0
        "1b0 3w0 H Z",     // 0.5; 1.0 for opponents, as both byes come after the last game (16.3)
        "2w0 6b0 U 1w-",   // 1.0
        "3b= 5w1 2b0 U",   // 2.5
    ])
}

#[test]
fn the_example_of_six_players_is_as_worked_out_by_hand() {
    let six = six();
    assert_values(&six, "PTS", &[350, 300, 200, 50, 100, 250]);
    // 1: 1.0 + 3.0 + 2.0, and a dummy with 1.0, the score of 5 (16.4.1). 4: 3.5 + 2.0 and two dummies with 0.5.
    // 5: 3.0 + 2.5, and two dummies with 1.0. 6: 2.0 + 1.0 + 3.0, and a dummy with 2.0, four draws (16.4.2).
    assert_values(&six, "BH", &[700, 900, 1000, 650, 750, 800]);
    assert_values(&six, "BH-C1", &[600, 800, 900, 600, 650, 700]);
    // 5 loses the dummy of the forfeit, then that of the bye: both are 1.0.
    assert_values(&six, "BH-C2", &[500, 600, 650, 550, 550, 500]);
    assert_values(&six, "BH-M1", &[300, 450, 550, 250, 350, 400]);
    assert_values(&six, "BH-M2", &[0; 6]);
    // The fore scores are 3.0, 3.0, 2.0, 0.5 (1.0), 1.5 and 2.5.
    assert_values(&six, "FB", &[750, 900, 950, 600, 1000, 850]);
    // Before the final round nothing counts as drawn.
    for (rounds, name) in [(4, "FB"), (5, "BH")] {
        let planned = Tournament { rounds_planned: Some(rounds), ..six.clone() };
        assert_eq!(hundredths(&planned, "FB"), hundredths(&six, name), "{rounds}");
    }
    assert_values(&six, "SB", &[550, 625, 375, 25, 100, 400]);
    // 4: the absence is the lowest voluntary unplayed round. 5: the forfeit loss is worth 0, the bye 1.0.
    assert_values(&six, "SB-C1", &[450, 525, 275, 25, 100, 300]);
    assert_values(&six, "PS", &[850, 800, 550, 100, 200, 600]);
    assert_values(&six, "PS-C1", &[750, 700, 500, 100, 200, 550]);
    assert_values(&six, "WIN", &[300, 200, 100, 0, 100, 200]);
    assert_values(&six, "WON", &[200, 200, 100, 0, 0, 100]);
    assert_values(&six, "BPG", &[100, 200, 200, 100, 100, 200]);
    assert_values(&six, "BWG", &[0, 100, 100, 0, 0, 0]);
    assert_values(&six, "REP", &[400, 400, 400, 200, 300, 400]);
    assert_values(&six, "STD", &[350, 300, 200, 50, 100, 250]);
    // 1, 2, 3 and 6 have two points or more of four.
    assert_values(&six, "KS", &[150, 200, 100, 0, 0, 50]);
    assert_values(&six, "TPN", &[100, 200, 300, 400, 500, 600]);
    // 1 met 4, 2 and 3, whose Buchholz scores are 6.5, 9 and 10; 2 met 5, 1, 6 and 3, who have 7.5, 7, 8 and 10.
    let mut averages = ranked(&six, "AOB");
    averages.sort_by_key(|line| line.id);
    let averages: Vec<String> =
        averages[..2].iter().map(|line| line.values[1].expect("an average").to_string()).collect();
    assert_eq!(averages, ["17/2", "65/8"]);
    // Nobody has a rating.
    assert_eq!([hundredths(&six, "ARO"), hundredths(&six, "RTNG")], [vec![None; 6], vec![None; 6]]);
}

#[test]
fn ratings_are_averaged_over_the_games_played_and_halves_go_up() {
    let mut six = six();
    for (player, rating) in six.players.iter_mut().zip([2000, 1900, 1801, 1700, 1600, 0]) {
        player.rating = (rating > 0).then_some(rating);
    }
    // 1 met 4, 2 and 3: 5401/3. 2 met 5, 1 and 3; 6 has no rating. 3 met 4, 1 and 2. 4 met 1 and 3: 3801/2.
    assert_values(&six, "ARO", &[180_000, 180_000, 186_700, 190_100, 190_000, 176_700]);
    // 5 met 2 alone who has a rating.
    let cut = [Some(185_100), Some(190_100), Some(195_000), Some(200_000), None, Some(185_100)];
    assert_eq!(hundredths(&six, "ARO-C1"), cut);
    // 1 has 2.5 of 3: .83, which is 273 points. 2 has 2 of 3 against those who have a rating: .67, which is 125 points. 3 and 6 have
    // 1.5 of 3. 4 has nothing of 2, and 5 nothing of 1: 800 points less.
    assert_values(&six, "TPR", &[207_300, 192_500, 186_700, 110_100, 110_000, 176_700]);
    // 3 has 1.5 of 3 against 1700, 2000 and 1900: .72 + .32 + .46 are expected of 1868, and with a point less .72 + .32 + .45. 4 and
    // 5 have no points: 800 less than 1801 and 1900.
    assert_eq!([2, 3, 4].map(|place| hundredths(&six, "PTP")[place]), [Some(186_800), Some(100_100), Some(110_000)]);
    // 1 met 4, 2 and 3: (1101 + 1925 + 1867) / 3. 4 met 1 and 3: (2073 + 1867) / 2.
    assert_eq!([0, 3].map(|place| hundredths(&six, "APRO")[place]), [Some(163_100), Some(197_000)]);
    let order: Vec<u32> = ranked(&six, "RTNG").iter().map(|line| line.id.0).collect();
    assert_eq!(order, [1, 2, 6, 3, 5, 4], "points come first");
}

/// Laxman, in the worked examples that FIDE's Arbiters' Manual 2026 adds to C.07: ten rounds, the fourth one away, and
/// opponents with 5, 5, 6.5, 4.5, 6, 5, 6.5, 5.5 and 6 points. The results against them were 1 1 0 . 1 = 1 = 1 1.
#[test]
fn the_example_of_the_arbiters_manual_is_as_printed() {
    let opponents = [(50, 10), (50, 10), (65, 0), (45, 10), (60, 5), (50, 10), (65, 5), (55, 10), (60, 10)];
    let rounds_of_games: [usize; 9] = [0, 1, 2, 4, 5, 6, 7, 8, 9];
    let result = |tenths| match tenths {
        10 => "1-0",
        5 => "1/2-1/2",
        _ => "0-1",
    };
    let mut rounds = vec![Round::default(); 10];
    let mut next = 100;
    for ((id, (score, against)), of_game) in (2..).zip(opponents).zip(rounds_of_games) {
        // The opponent plays everybody else against somebody who plays no other game.
        let mut left = score - (10 - against);
        for (index, round) in rounds.iter_mut().enumerate() {
            let (white, black, points) = if index == of_game {
                (1, id, against)
            } else {
                next += 1;
                let points = if left >= 10 { 10 } else { left };
                left -= points;
                (id, next, points)
            };
            let result = GameResult::from_name(result(points));
            round.games.push(Game { white: PlayerId(white), black: PlayerId(black), result, rated: true });
        }
        assert_eq!(left, 0, "the score of {id}");
    }
    let players = (1..=10).chain(101..=next).map(|id| Player::new(PlayerId(id))).collect();
    let tournament = Tournament { players, rounds, ..Tournament::default() };
    let laxman = |name| hundredths(&tournament, name)[0];
    assert_eq!([laxman("PTS"), laxman("BH"), laxman("BH-C1"), laxman("SB")], [700, 5500, 5000, 3725].map(Some));
}

/// The places by direct encounter of players who are tied by points.
fn places(rows: &[&str]) -> Vec<Option<i64>> {
    hundredths(&table(rows), "DE").into_iter().map(|place| place.map(|place| place / 100)).collect()
}

#[test]
fn direct_encounters_rank_those_who_met() {
    // 1 beat 2.
    assert_eq!(places(&["Z 2w1", "F 1b0"]), [Some(1), Some(2)]);
    // By forfeit, which is no encounter (6.1.1).
    assert_eq!(places(&["Z 2w+ .", "F 1b- ."]), [Some(1), Some(1)]);
    // Nobody is tied.
    assert_eq!(places(&["2w1", "1b0"]), [None, None]);
    // Two games each, and a third one: the average decides (6.1.2).
    assert_eq!(places(&["F 2w1 2b0 2w=", "F 1b0 1w1 1b="]), [Some(1), Some(1)]);
    // A circle.
    assert_eq!(places(&["2w1 3b0 Z", "1b0 Z 3w1", "Z 1w1 2b0"]), [Some(1); 3]);
}

#[test]
fn tied_players_who_all_met_are_ranked_again_in_smaller_groups() {
    // Against each other 1 and 2 scored 2, and 3 and 4 scored 1. 1 beat 2, and 3 beat 4 (6.2).
    let rows = ["Z 2w1 3w1 4w0", "Z 1b0 4w1 3w1", "F 4w1 1b0 2b0", "F 3b0 2b0 1b1"];
    assert_eq!(places(&rows), [1, 2, 3, 4].map(Some));
    // In double rounds with one win each, the average of every encounter is a draw (6.1.2).
    let twice = doubled(table(&rows));
    assert_eq!(hundredths(&twice, "DE"), [Some(100); 4]);
}

#[test]
fn a_player_whom_no_missing_game_can_reach_is_first() {
    // 1 beat 2 and 3, who did not meet (6.3).
    assert_eq!(places(&["Z Z 2w1 3w1", "F F 1b0 Z", "F F Z 1b0"]), [1, 2, 2].map(Some));
    // 1 beat 2, but 3 could win against both.
    assert_eq!(places(&["Z 2w1", "F 1b0", "F Z"]), [1, 1, 1].map(Some));
    // 1 beat 2, 3 and 4. The others met each other except 3 and 4: 2 beat both and is second.
    let rows = ["Z Z Z 2w1 3w1 4w1", "F Z Z 1b0 4w1 3w1", "F F F 4w0 1b0 2b0", "F F Z 3b1 2b0 1b0"];
    assert_eq!(places(&rows), [1, 2, 4, 3].map(Some), "all met");
    let rows = ["Z Z Z 2w1 3w1 4w1", "F Z Z 1b0 4w1 3w1", "F F F Z 1b0 2b0", "F F F Z 2b0 1b0"];
    assert_eq!(places(&rows), [1, 2, 3, 3].map(Some), "3 and 4 did not meet");
}

#[test]
fn a_tie_break_orders_only_those_who_are_still_tied() {
    // 1 and 2 drew with each other and beat 3 and 4; 3 and 4 drew.
    let four = table(&["2w= 3b1", "1b= 4w1", "4w= 1w0", "3b= 2b0"]);
    let lines = ranked(&four, "BH,DE,TPN");
    let line = |line: &Standing| {
        (line.rank, line.id.0, line.values.iter().map(|value| value.map(|v| v.to_string())).collect())
    };
    let value = |text: &str| Some(text.to_owned());
    let lines: Vec<(usize, u32, Vec<Option<String>>)> = lines.iter().map(line).collect();
    assert_eq!(lines[0], (1, 1, vec![value("3/2"), value("2"), value("1"), value("1")]));
    assert_eq!(lines[1], (2, 2, vec![value("3/2"), value("2"), value("1"), value("2")]));
    assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(ranked(&four, "BH,DE").iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 1, 3, 3]);
    assert_eq!(ranked(&four, "PTS").iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 1, 3, 3]);
}

#[test]
fn an_interim_ranking_is_that_of_a_tournament_which_ended_there() {
    let six = six();
    let list: Vec<TieBreak> = TieBreak::all().collect();
    for round in 1..=5 {
        let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
        let interim = Answer::by_tie_breaks(&six, &list, request).unwrap_or_else(|error| panic!("{error}"));
        let mut ended = six.clone();
        ended.rounds.truncate(round as usize - 1);
        let after = Answer::by_tie_breaks(&ended, &list, RoundRequest::default()).expect("a ranking");
        assert_eq!(interim.standings, after.standings, "before round {round}");
        let ranked = ranking_of(&interim.state, &six.points, &list);
        assert_eq!(ranked, ranking(&ended, &list).expect("a ranking"), "before round {round}");
    }
}

#[test]
fn the_ends_of_the_range_have_a_ranking() {
    let list: Vec<TieBreak> = TieBreak::all().collect();
    for players in [0, 1, 2] {
        let lines = ranking(&table(&vec![""; players]), &list).expect("a ranking");
        let found = lines.iter().map(|line| (line.rank, line.values.len())).collect::<Vec<_>>();
        assert_eq!(found, (1..=players).map(|rank| (rank, list.len())).collect::<Vec<_>>());
    }
    // The greatest points and rounds: Sonneborn-Berger and the averages still are exact.
    let most = Score::MOST;
    let points = PointSystem { win: [most; 2], forfeit_win: most, pairing_bye: most, ..PointSystem::default() };
    let game = |index: usize| {
        let (white, black) = if index.is_multiple_of(2) { (1, 2) } else { (2, 1) };
        let result = GameResult::from_name(if index.is_multiple_of(2) { "1-0" } else { "0-1" });
        Round {
            games: vec![Game { white: PlayerId(white), black: PlayerId(black), result, rated: true }],
            byes: Vec::new(),
        }
    };
    let rounds: Vec<Round> = (0..100).map(game).collect();
    let tournament = Tournament {
        points,
        rounds,
        players: [1, 2].map(|id| Player::new(PlayerId(id))).to_vec(),
        ..Tournament::default()
    };
    let lines = ranking(&tournament, &list).expect("a ranking");
    assert_eq!((lines[0].rank, lines[0].id), (1, PlayerId(1)));
    assert_eq!(lines[0].values[0].expect("points").to_string(), "999990");
}

#[test]
fn names_are_read_as_written_here_and_in_reports() {
    for tie_break in TieBreak::all() {
        let name = tie_break.name();
        assert_eq!(name.parse(), Ok(tie_break));
        assert_eq!(name.replace('-', "/").to_lowercase().parse(), Ok(tie_break));
        assert!(tie_break.rule().is_some(), "{name}");
    }
    let measures = <Measure as strum::VariantArray>::VARIANTS;
    for measure in measures {
        let name = measure.to_string();
        assert!(TieBreak::names().split(", ").any(|known| known == name), "{name} has no name in a list");
    }
    let rules = Rule::all().filter(|rule| rule.id.starts_with("tie-break.")).count();
    assert_eq!(rules, measures.len() + 3, "cuts, unplayed rounds and dummies");
    for (list, part) in [
        ("", "'' is no tie-break"),
        ("BH,", "'' is no tie-break"),
        ("BHX", "did you mean 'bh'"),
        ("SB-M1", "'SB-M1' is no tie-break"),
        ("appo/c1", "'appo/c1' is no tie-break"),
        ("BH,SB,BH/", "'BH/' is no tie-break"),
        ("BH,SB,bh", "BH is in the list twice"),
        ("BH,PTS", "BH is before PTS"),
    ] {
        let message = tie_breaks(list).expect_err(list).to_string();
        assert!(message.contains(part), "{list}: {message}");
    }
    assert_eq!(tie_breaks("PTS").expect("points alone"), []);
}

#[test]
fn a_report_names_its_tie_breaks_in_record_202_or_212() {
    let row = format!("001    1      {:33}{:>37}", "Anna", "0.0");
    let named = |records: &str| tie_breaks_of(&files::read(format!("{records}{row}\n").as_bytes()).expect("a report"));
    let expected = tie_breaks("BH-C1,BH,SB").expect("a list");
    for records in ["202 BH/C1,BH,SB\n", "212 PTS,BH/C1,BH,SB\n", "202 BH/C1, BH, SB\n212 PTS,BH-C1,BH,SB\n"] {
        assert_eq!(named(records).expect(records), expected);
    }
    for (records, part) in [
        ("", "names no tie-breaks"),
        ("202 BH\n212 PTS,SB\n", "different tie-breaks"),
        ("212 WIN,PTS,BH\n", "not by the points first"),
        ("202 BH:GP/C1\n", "'BH:GP/C1' is BH with a modifier (:MP, :GP, /P) that is not computed here"),
        ("202 \n", "'' is no tie-break"),
    ] {
        let message = named(records).expect_err(records).to_string();
        assert!(message.contains(part), "{records}: {message}");
    }
    let json = files::read(br#"{ "players": [ { "id": 1 } ] }"#).expect("a file");
    assert!(tie_breaks_of(&json).expect_err("JSON").to_string().contains("names no tie-breaks"));
}

/// A random tournament with ratings, some of them missing.
fn random(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = random_tournament(&mut rng, &Options { players: 0..=14, rounds: 0..=7 });
    for player in &mut tournament.players {
        player.rating = rng.random_bool(0.9).then(|| rng.random_range(1000..1020));
    }
    tournament
}

/// The ranking by the second implementation: groups of tied players, the best first. `None` where a direct encounter has
/// too many missing games to be tried out.
fn literal_groups(literal: &Literal, names: &[&str]) -> Option<Vec<Vec<PlayerId>>> {
    let mut groups = vec![literal.ids()];
    for name in names {
        let mut next = Vec::new();
        for group in groups {
            if *name == "DE" {
                next.extend(literal.direct_encounters(&group)?);
                continue;
            }
            // a/b before c/d if a*d > c*b; nothing comes after everything.
            let before = |one: Value, other: Value| match (one, other) {
                (Some((a, b)), Some((c, d))) if *name == "TPN" => a * d < c * b,
                (Some((a, b)), Some((c, d))) => a * d > c * b,
                (one, other) => one.is_some() && other.is_none(),
            };
            let mut split: Vec<Vec<PlayerId>> = Vec::new();
            for id in group {
                let value = literal.value(name, id);
                let of = |tied: &Vec<PlayerId>| literal.value(name, tied[0]);
                let place = split.iter().position(|tied| !before(of(tied), value)).unwrap_or(split.len());
                match split.get_mut(place) {
                    Some(tied) if !before(value, literal.value(name, tied[0])) => tied.push(id),
                    _ => split.insert(place, vec![id]),
                }
            }
            next.extend(split);
        }
        groups = next;
    }
    Some(groups)
}

#[test]
fn values_and_rankings_are_those_of_the_second_implementation() {
    let all: Vec<TieBreak> = TieBreak::all().collect();
    let (mut compared, mut tried_out, mut split_by_de) = (0, 0, 0);
    for seed in seeds(3000) {
        let tournament = random(seed);
        let literal = Literal::new(&tournament);
        let lines = ranking(&tournament, &all).unwrap_or_else(|error| panic!("{seed}: {error}"));
        for line in &lines {
            for (tie_break, value) in
                all.iter().zip(&line.values).filter(|(tie_break, _)| tie_break.measure() != Measure::De)
            {
                let expected = literal.value(tie_break.name(), line.id);
                let expected = expected.map(|(parts, whole)| swiss_ilp::systems::Fraction::new(parts, whole));
                assert_eq!(*value, expected, "{tie_break} of {} in tournament {seed}: {tournament:#?}", line.id);
                compared += 1;
            }
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let de: TieBreak = "DE".parse().expect("known");
        let mut list: Vec<TieBreak> = all.iter().copied().filter(|one| *one != TieBreak::PTS && *one != de).collect();
        list.shuffle(&mut rng);
        list.truncate(rng.random_range(0..3));
        list.insert(rng.random_range(0..=list.len()), de);
        let names: Vec<&str> = std::iter::once("PTS").chain(list.iter().map(|tie_break| tie_break.name())).collect();
        if let Some(expected) = literal_groups(&literal, &names) {
            let lines = ranking(&tournament, &list).expect("ranked before");
            let found: Vec<Vec<PlayerId>> = lines
                .chunk_by(|one, other| one.rank == other.rank)
                .map(|tied| tied.iter().map(|line| line.id).collect())
                .collect();
            assert_eq!(found, expected, "{names:?} in tournament {seed}: {tournament:#?}");
            tried_out += 1;
            let place = names.iter().position(|name| *name == "DE").expect("in the list");
            split_by_de +=
                usize::from(lines.iter().any(|line| line.values[place].is_some_and(|value| *value.numer() > 1)));
        }
    }
    assert!(compared > 300_000 && tried_out > 1500 && split_by_de > 300, "{compared} {tried_out} {split_by_de}");
}
