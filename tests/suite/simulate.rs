//! Experiments: what is drawn follows the formulas, every arm gets the same luck, the numbers are those of their
//! definitions, and the files do not depend on threads, ends or resumptions.

use crate::cli::{code, folder, json, run, stderr, stdout};
use approx::assert_relative_eq;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use swiss_ilp::formats;
use swiss_ilp::registry::System;
use swiss_ilp::simulate::{
    Entrants, Event, Experiment, Life, Metric, Outcomes, Row, difference, kendall, mean, spearman,
};
use swiss_ilp::solve::Options;
use swiss_ilp::tasks::{self, Target};
use swiss_ilp::tournament::{
    Bye, ByeKind, Colour, Game, GameResult, Outcome, PlayerId, RoundRequest, RoundState, Tournament, Trust,
};

/// An experiment of 9 players and 5 rounds in which much happens.
const EVENTFUL: &str = "
name = 'eventful'
seed = 7
events = 12
players = 9
rounds = 5
first-colour = 'lot'
tie-breaks = ['BH', 'SB']
[field]
rating = { normal = { mean = 1900, sd = 250 } }
strength = { error-sd = 60 }
[life]
absence = 0.05
half-point-bye = 0.05
withdrawal = 0.03
forfeit = 0.05
late-entry = 0.2
late-by = 3
[outcome]
model = 'milvang'
[[arm]]
name = 'rules'
system = 'dutch-2012'
[[arm]]
name = 'fair'
model = 'fair'
";

/// The same without anything that happens.
const QUIET: &str = "
name = 'quiet'
seed = 3
events = 6
players = 8
rounds = 3
[field]
rating = { uniform = { from = 1600, to = 2400 } }
[outcome]
model = 'elo'
draws = 0.3
[[arm]]
name = 'rules'
system = 'dutch-2012'
";

fn experiment(text: &str) -> Experiment {
    Experiment::parse("test.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Event `number` by arm `arm`.
fn play(experiment: &Experiment, number: u64, arm: usize) -> (Entrants, Event) {
    let entrants = Entrants::new(experiment, number);
    let event = Event::play(experiment, &entrants, number, &experiment.arms[arm], Options::default());
    (entrants, event.unwrap_or_else(|error| panic!("{error}")))
}

fn row(experiment: &Experiment, number: u64, arm: usize) -> BTreeMap<Metric, Option<f64>> {
    let (entrants, event) = play(experiment, number, arm);
    let row: Row = event.row(experiment, &entrants, number, &experiment.arms[arm]).expect("a ranking");
    experiment.metrics.iter().copied().zip(row).collect()
}

/// Worked out with Python from the formulas of the documentation.
#[test]
fn chances_are_those_of_the_formulas() {
    let elo = Outcomes::Elo { draws: 0.4, advantage: 35.0 };
    for (outcomes, white, black, expected) in [
        (Outcomes::Milvang, 2000.0, 2000.0, [0.354_932_465_277_556_9, 0.282_219_141_840_621]),
        (Outcomes::Milvang, 2400.0, 2000.0, [0.854_349_710_472_482_3, 0.026_130_599_225_134_873]),
        // Together 1.0941: there is no draw, and both are divided by it.
        (Outcomes::Milvang, 800.0, 800.0, [0.488_671_223_814_570_3, 1.0 - 0.488_671_223_814_570_3]),
        (
            elo,
            2100.0,
            2000.0,
            [
                0.685_059_608_993_350_3 - 0.251_952_312_805_319_77 / 2.0,
                0.314_940_391_006_649_7 - 0.251_952_312_805_319_77 / 2.0,
            ],
        ),
        (Outcomes::Elo { draws: 1.0, advantage: 0.0 }, 1200.0, 2000.0, [0.0, 1.0 - 2.0 * 0.009_900_990_099_009_901]),
    ] {
        let chances = outcomes.chances(white, black);
        assert_relative_eq!(chances.white, expected[0], epsilon = 1e-12);
        assert_relative_eq!(chances.black, expected[1], epsilon = 1e-12);
        assert_relative_eq!(chances.white + chances.draw + chances.black, 1.0, epsilon = 1e-12);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..10_000 {
        let draws: f64 = rng.random();
        let advantage = rng.random_range(-1000.0..1000.0);
        let [white, black] = [0, 1].map(|_| rng.random_range(1.0..4000.0));
        for outcomes in [Outcomes::Milvang, Outcomes::Elo { draws, advantage }] {
            let chances = outcomes.chances(white, black);
            assert!([chances.white, chances.draw, chances.black].iter().all(|chance| (-1e-15..=1.0).contains(chance)));
            if let Outcomes::Elo { .. } = outcomes {
                let expected = 1.0 / (1.0 + 10_f64.powf((black - white - advantage) / 400.0));
                assert_relative_eq!(chances.white + chances.draw / 2.0, expected, epsilon = 1e-12);
            }
        }
    }
}

/// Both players of a game look at the same number from their own side.
#[test]
fn reversed_colours_keep_the_luck() {
    let chances = Outcomes::Elo { draws: 0.5, advantage: 0.0 }.chances(2000.0, 2000.0);
    for (lot, of_first) in [(0.0, Outcome::Win), (0.3, Outcome::Draw), (0.7, Outcome::Draw), (0.8, Outcome::Loss)] {
        for colour in Colour::BOTH {
            assert_eq!(chances.result(colour, lot).expect("a result").of(colour), of_first);
        }
    }
}

/// With 2,500 games a share is within four standard errors of its chance.
#[test]
fn results_are_as_frequent_as_their_chances() {
    for (outcome, rating) in
        [("model = 'elo'\ndraws = 0.5\nwhite-advantage = 100", "[2300, 2100]"), ("model = 'milvang'", "[1900, 2050]")]
    {
        let dir = empty("simulate-frequencies");
        let ratings: Vec<u32> = serde_json::from_str(rating).expect("ratings");
        fs::write(format!("{dir}/field.csv"), format!("rating\n{}\n{}\n", ratings[0], ratings[1])).expect("written");
        let text = QUIET.replace("players = 8", "").replace("rounds = 3", "rounds = 1");
        let text = text.replace("uniform = { from = 1600, to = 2400 }", "file = 'field.csv'");
        let text = text.replace("model = 'elo'\ndraws = 0.3", outcome);
        let experiment =
            Experiment::parse(&format!("{dir}/test.toml"), &text).unwrap_or_else(|error| panic!("{error}"));
        let mut counts = [0_u32; 3];
        let games = 2500;
        for number in 1..=games {
            let (_, event) = play(&experiment, number, 0);
            let game = event.tournament.rounds[0].games[0];
            let result = game.result.expect("a result").of(Colour::White);
            counts[[Outcome::Win, Outcome::Draw, Outcome::Loss]
                .iter()
                .position(|one| *one == result)
                .expect("played")] += 1;
        }
        // The higher-rated player is number 1, and has White.
        let [high, low] = [ratings[0].max(ratings[1]), ratings[0].min(ratings[1])].map(f64::from);
        let chances = experiment.outcomes.chances(high, low);
        for (count, chance) in counts.into_iter().zip([chances.white, chances.draw, chances.black]) {
            let error = (chance * (1.0 - chance) / games as f64).sqrt();
            let share = f64::from(count) / games as f64;
            assert!((share - chance).abs() < 4.0 * error, "{outcome}: {share} of {chance}");
        }
    }
}

/// Every pair counts, by the definitions of Kendall (1945) and Spearman.
fn by_definition(one: &[i32], other: &[i32]) -> (Option<f64>, Option<f64>) {
    let n = one.len();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let count = |holds: &dyn Fn(usize, usize) -> bool| pairs.iter().filter(|(a, b)| holds(*a, *b)).count() as f64;
    let concordant =
        count(&|a, b| (one[a] < one[b] && other[a] < other[b]) || (one[a] > one[b] && other[a] > other[b]));
    let discordant =
        count(&|a, b| (one[a] < one[b] && other[a] > other[b]) || (one[a] > one[b] && other[a] < other[b]));
    let only_one = count(&|a, b| one[a] != one[b] && other[a] == other[b]);
    let only_other = count(&|a, b| one[a] == one[b] && other[a] != other[b]);
    let scale = ((concordant + discordant + only_one) * (concordant + discordant + only_other)).sqrt();
    let tau = (scale > 0.0).then(|| (concordant - discordant) / scale);
    let ranks = |values: &[i32]| -> Vec<f64> {
        let rank = |value: &i32| {
            let below = values.iter().filter(|other| *other < value).count() as f64;
            let equal = values.iter().filter(|other| *other == value).count() as f64;
            below + (equal + 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (x, y) = (ranks(one), ranks(other));
    let centre = |values: &[f64]| values.iter().sum::<f64>() / n as f64;
    let (mx, my) = (centre(&x), centre(&y));
    let product =
        |a: &[f64], ma: f64, b: &[f64], mb: f64| -> f64 { a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum() };
    let scale = (product(&x, mx, &x, mx) * product(&y, my, &y, my)).sqrt();
    (tau, (scale > 0.0).then(|| product(&x, mx, &y, my) / scale))
}

#[test]
fn correlations_are_those_of_their_definitions() {
    // The examples of the documentation of SciPy's kendalltau and spearmanr.
    assert_relative_eq!(
        kendall(&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0]).expect("tau"),
        -0.471_404_520_791_031_73,
        epsilon = 1e-15
    );
    assert_relative_eq!(
        spearman(&[1, 2, 3, 4, 5], &[5, 6, 7, 8, 7]).expect("rho"),
        0.820_782_681_668_123_3,
        epsilon = 1e-15
    );
    assert_eq!((kendall::<i32, i32>(&[], &[]), kendall(&[1], &[1]), spearman(&[1, 1], &[1, 2])), (None, None, None));
    assert_eq!(
        (kendall(&[3, 2, 1], &[1.0, 2.0, 3.0]), spearman(&[3, 2, 1], &[1.0, 2.0, 3.0])),
        (Some(-1.0), Some(-1.0))
    );
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..2000 {
        let n = rng.random_range(0..12);
        let [one, other]: [Vec<i32>; 2] = [0, 1].map(|_| (0..n).map(|_| rng.random_range(0..8)).collect());
        let (tau, rho) = by_definition(&one, &other);
        for (found, expected) in [(kendall(&one, &other), tau), (spearman(&one, &other), rho)] {
            assert_eq!(found.is_some(), expected.is_some(), "{one:?} {other:?}");
            assert_relative_eq!(found.unwrap_or(0.0), expected.unwrap_or(0.0), epsilon = 1e-12);
        }
    }
}

/// The quantiles are those of printed tables of Student's t.
#[test]
fn means_and_differences_are_those_of_a_direct_computation() {
    let four = mean(&[1.0, 2.0, 3.0, 4.0]).expect("a mean");
    assert_relative_eq!(four.mean, 2.5);
    assert_relative_eq!(four.se.expect("an error"), (5.0_f64 / 3.0).sqrt() / 2.0, epsilon = 1e-15);
    assert_eq!((mean(&[]), mean(&[3.0]).expect("a mean").se), (None, None));
    for (n, t) in [(2, 12.7062), (3, 4.3027), (4, 3.1824), (10, 2.2622), (31, 2.0423), (121, 1.9799), (10_000, 1.9602)]
    {
        let mut rng = ChaCha8Rng::seed_from_u64(n);
        let pairs: Vec<(f64, f64)> = (0..n).map(|_| (rng.random_range(0.0..9.0), rng.random_range(0.0..5.0))).collect();
        let found = difference(pairs.iter().map(|(a, b)| (Some(*a), Some(*b)))).expect("pairs");
        let count = n as f64;
        let centre = pairs.iter().map(|(a, b)| a - b).sum::<f64>() / count;
        let variance = pairs.iter().map(|(a, b)| (a - b - centre).powi(2)).sum::<f64>() / (count - 1.0);
        let se = (variance / count).sqrt();
        assert_relative_eq!(found.mean, centre, epsilon = 1e-12);
        assert_relative_eq!(found.se.expect("an error"), se, epsilon = 1e-12);
        let [lower, upper] = found.interval.expect("an interval");
        assert_relative_eq!((upper - lower) / 2.0 / se, t, epsilon = 6e-5);
        assert_relative_eq!((upper + lower) / 2.0, centre, epsilon = 1e-12);
    }
    let gaps = [(Some(1.0), None), (None, Some(2.0))];
    assert_eq!(difference(gaps.into_iter()), None);
}

#[test]
fn arms_have_the_same_luck() {
    let twins = EVENTFUL.replace("model = 'fair'", "system = 'dutch-2012'");
    let experiment_of_twins = experiment(&twins);
    // Equal colours: then the result of a game does not depend on who has White.
    let equal = experiment(&EVENTFUL.replace("'milvang'", "'elo'\ndraws = 0.3"));
    let mut common = [0, 0];
    for number in 1..=40 {
        assert_eq!(row(&experiment_of_twins, number, 0), row(&experiment_of_twins, number, 1));
        let [(_, one), (_, other)] = [0, 1].map(|arm| play(&equal, number, arm));
        assert_eq!(one.tournament.players, other.tournament.players);
        assert_eq!(one.tournament.initial_colour, other.tournament.initial_colour);
        for (one, other) in one.tournament.rounds.iter().zip(&other.tournament.rounds) {
            let absent = |byes: &[Bye]| -> BTreeSet<_> {
                byes.iter().filter(|bye| bye.kind.is_absence()).map(|bye| (bye.player, bye.kind)).collect()
            };
            assert_eq!(absent(&one.byes), absent(&other.byes));
            for game in &one.games {
                let result = game.result.expect("a result");
                for other in &other.games {
                    let found = other.result.expect("a result");
                    if (other.white, other.black) == (game.white, game.black) {
                        assert_eq!(result, found);
                        common[0] += 1;
                    }
                    if (other.black, other.white) == (game.white, game.black) {
                        assert_eq!(result.of(Colour::White), found.of(Colour::Black));
                        common[1] += 1;
                    }
                }
            }
        }
    }
    assert!(common.iter().all(|games| *games > 20), "{common:?}");
}

/// A player's games, byes and points are counted again, from the tournament alone.
#[test]
fn metrics_are_those_of_the_tournament() {
    let eventful = experiment(EVENTFUL);
    let mut floats = 0;
    for (number, arm) in (1..=40).flat_map(|number| [(number, 0), (number, 1)]) {
        let (entrants, event) = play(&eventful, number, arm);
        let row = row(&eventful, number, arm);
        let whole = |metric| row[&metric].expect("a number");
        let mut points: BTreeMap<PlayerId, i64> = entrants.players().map(|player| (player.id, 0)).collect();
        let mut colours: BTreeMap<PlayerId, i64> = BTreeMap::new();
        let mut opponents: BTreeMap<PlayerId, Vec<f64>> = BTreeMap::new();
        let rating: BTreeMap<PlayerId, f64> =
            entrants.players().map(|player| (player.id, f64::from(player.rating))).collect();
        let (mut unequal, mut apart, mut byes, mut games) = (0, 0, 0, BTreeSet::new());
        for round in &event.tournament.rounds {
            let before = points.clone();
            for Game { white, black, result, .. } in &round.games {
                let difference = (before[white] - before[black]).abs();
                (unequal, apart) = (unequal + i32::from(difference > 0), apart + difference);
                let result = result.expect("a result");
                for (player, opponent, colour) in [(white, black, Colour::White), (black, white, Colour::Black)] {
                    *points.get_mut(player).expect("a player") += match result.of(colour) {
                        Outcome::Win | Outcome::ForfeitWin => 2,
                        Outcome::Draw => 1,
                        Outcome::Loss | Outcome::ForfeitLoss => 0,
                    };
                    if result.was_played() {
                        *colours.entry(*player).or_default() += i64::from(colour.sign());
                        opponents.entry(*player).or_default().push(rating[opponent]);
                        assert!(games.insert((*player, *opponent)), "a rematch");
                    }
                }
            }
            for bye in &round.byes {
                byes += i32::from(bye.kind == ByeKind::Pairing);
                *points.get_mut(&bye.player).expect("a player") += match bye.kind {
                    ByeKind::Pairing | ByeKind::Full => 2,
                    ByeKind::Half => 1,
                    ByeKind::Zero => 0,
                };
            }
        }
        floats += unequal;
        assert_eq!(whole(Metric::Floats), f64::from(unequal));
        assert_eq!(whole(Metric::ScoreDifference), apart as f64 / 2.0);
        assert_eq!(whole(Metric::Byes), f64::from(byes));
        assert_eq!(whole(Metric::Rematches), 0.0);
        assert_eq!(whole(Metric::Rounds), event.tournament.rounds.len() as f64);
        assert_eq!(whole(Metric::ColourDifference), colours.values().map(|one| one.abs()).sum::<i64>() as f64);
        assert_eq!(whole(Metric::ColourDifferenceTwo), colours.values().filter(|one| one.abs() >= 2).count() as f64);
        let means: Vec<f64> = opponents.values().map(|all| all.iter().sum::<f64>() / all.len() as f64).collect();
        let centre = means.iter().sum::<f64>() / means.len() as f64;
        let variance = means.iter().map(|one| (one - centre).powi(2)).sum::<f64>() / (means.len() as f64 - 1.0);
        assert_relative_eq!(whole(Metric::OppositionSpread), variance.sqrt(), epsilon = 1e-9);
        assert_eq!(
            event.tournament.points_won().values().map(|score| i64::from(score.tenths())).collect::<Vec<_>>(),
            points.values().map(|points| points * 5).collect::<Vec<_>>()
        );
    }
    assert!(floats > 100, "{floats}");
}

/// Without tie-breaks, whoever has the most points shares the first place.
#[test]
fn the_winner_is_ranked_by_strength() {
    let quiet = experiment(QUIET);
    for number in 1..=30 {
        let (entrants, event) = play(&quiet, number, 0);
        let row = row(&quiet, number, 0);
        let points = event.tournament.points_won();
        let most = *points.values().max().expect("a player");
        let strength = |id: PlayerId| entrants.strength(id);
        let winners: Vec<PlayerId> = points.iter().filter(|(_, points)| **points == most).map(|(id, _)| *id).collect();
        let all: Vec<f64> = entrants.players().map(|player| player.strength).collect();
        let rank = |id: &PlayerId| {
            let above = all.iter().filter(|other| **other > strength(*id)).count() as f64;
            above + (all.iter().filter(|other| **other == strength(*id)).count() as f64 + 1.0) / 2.0
        };
        let expected = winners.iter().map(rank).sum::<f64>() / winners.len() as f64;
        assert_relative_eq!(row[&Metric::WinnerRank].expect("a winner"), expected, epsilon = 1e-12);
        let best = all.iter().copied().fold(0.0, f64::max);
        let wins = winners.iter().any(|id| strength(*id) == best);
        assert_eq!(row[&Metric::StrongestWins], Some(f64::from(u8::from(wins))));
        let by_points: Vec<i64> = points.values().map(|points| i64::from(points.tenths())).collect();
        assert_eq!(row[&Metric::Kendall], kendall(&by_points, &all));
    }
}

/// The experiment with this in `[life]`, and nothing else.
fn with_life(life: &str) -> Experiment {
    experiment(&QUIET.replace("[outcome]", &format!("[life]\n{life}\n[outcome]")).replace("rounds = 3", "rounds = 4"))
}

fn byes(tournament: &Tournament, round: usize) -> BTreeMap<PlayerId, ByeKind> {
    tournament.rounds[round].byes.iter().map(|bye| (bye.player, bye.kind)).collect()
}

#[test]
fn what_happens_to_players_happens() {
    // Nobody plays if everybody is away.
    for life in ["absence = 1", "half-point-bye = 1"] {
        let (_, event) = play(&with_life(life), 1, 0);
        assert!(event.tournament.rounds.is_empty() && !event.is_infeasible, "{life}");
    }
    let mut seen = BTreeMap::<&str, usize>::new();
    for number in 1..=40 {
        let half = play(&with_life("half-point-bye = 0.2"), number, 0).1.tournament;
        let kinds: Vec<ByeKind> = (0..half.rounds.len()).flat_map(|round| byes(&half, round).into_values()).collect();
        assert!(kinds.iter().all(|kind| matches!(kind, ByeKind::Half | ByeKind::Pairing)));
        *seen.entry("half").or_default() += kinds.iter().filter(|kind| **kind == ByeKind::Half).count();

        let absent = play(&with_life("absence = 0.2"), number, 0).1.tournament;
        for round in &absent.rounds {
            let away = round.byes.iter().filter(|bye| bye.kind == ByeKind::Zero).map(|bye| bye.player);
            for player in away {
                assert!(round.games.iter().all(|game| game.white != player && game.black != player));
                *seen.entry("absent").or_default() += 1;
            }
        }

        let withdrawn = play(&with_life("withdrawal = 0.1"), number, 0).1.tournament;
        let mut gone = BTreeSet::new();
        for round in 0..withdrawn.rounds.len() {
            let away = byes(&withdrawn, round);
            let now: BTreeSet<PlayerId> =
                away.iter().filter(|(_, kind)| **kind == ByeKind::Zero).map(|(id, _)| *id).collect();
            assert!(now.is_superset(&gone), "somebody has returned");
            assert!(round > 0 || now.is_empty(), "nobody withdraws before the first round");
            *seen.entry("withdrawn").or_default() += now.len() - gone.len();
            gone = now;
        }

        let late = play(&with_life("late-entry = 0.3\nlate-by = 3"), number, 0).1.tournament;
        let mut out: BTreeSet<PlayerId> = late.ids();
        for round in 0..late.rounds.len() {
            let away = byes(&late, round);
            let now: BTreeSet<PlayerId> =
                away.iter().filter(|(_, kind)| **kind == ByeKind::Zero).map(|(id, _)| *id).collect();
            assert!(now.is_subset(&out), "somebody who is in is out");
            assert!(round < 2 || now.is_empty(), "the latest round is 3");
            *seen.entry(if round == 0 { "late" } else { "very late" }).or_default() += now.len();
            out = now;
        }

        let (_, forfeited) = play(&with_life("forfeit = 0.2"), number, 0);
        let games: Vec<&Game> = forfeited.tournament.rounds.iter().flat_map(|round| &round.games).collect();
        let unplayed = games.iter().filter(|game| !game.result.is_some_and(GameResult::was_played)).count();
        *seen.entry("forfeited").or_default() += unplayed;
        *seen.entry("games").or_default() += games.len();
    }
    // Of 40 events with 8 players in 4 rounds: 20% of 1280, 10% in each of three rounds, 30% of 320, half of these once more, and
    // 36% of 640 games.
    for (what, expected) in [("half", 256), ("absent", 256), ("withdrawn", 87), ("late", 96), ("very late", 48)] {
        assert!(seen[what].abs_diff(expected) < expected / 3, "{what}: {}", seen[what]);
    }
    let share = seen["forfeited"] as f64 / seen["games"] as f64;
    assert!((share - 0.36).abs() < 0.08, "{share}");
}

/// A forfeited game is no game: the two may meet again, and it gives no colour.
#[test]
fn everybody_forfeits() {
    let all = with_life("forfeit = 1");
    let (entrants, event) = play(&all, 1, 0);
    assert!(
        event
            .tournament
            .rounds
            .iter()
            .flat_map(|round| &round.games)
            .all(|game| game.result == GameResult::from_name("-/-"))
    );
    let row: BTreeMap<Metric, Option<f64>> =
        all.metrics.iter().copied().zip(event.row(&all, &entrants, 1, &all.arms[0]).expect("a ranking")).collect();
    assert_eq!((row[&Metric::ColourDifference], row[&Metric::OppositionSpread]), (Some(0.0), None));
    // Nobody has a point, so that all share the first place.
    assert_eq!((row[&Metric::Kendall], row[&Metric::WinnerRank]), (None, Some(4.5)));
}

#[test]
fn the_ends_of_the_ranges_are_played() {
    for (players, rounds, played, is_infeasible) in
        [(2, 1, 1, false), (2, 3, 1, true), (3, 1, 1, false), (3, 9, 3, true), (4, 7, 3, true), (5, 2, 2, false)]
    {
        let text = QUIET.replace("players = 8", &format!("players = {players}"));
        let text = text.replace("rounds = 3", &format!("rounds = {rounds}"));
        for arm in ["system = 'dutch-2012'", "model = 'pairs'", "system = 'dubov-1997'"] {
            let experiment = experiment(&text.replace("system = 'dutch-2012'", arm));
            let (_, event) = play(&experiment, 1, 0);
            let row = row(&experiment, 1, 0);
            assert!(event.tournament.rounds.len() <= played, "{players} {rounds} {arm}");
            assert_eq!(event.is_infeasible, event.tournament.rounds.len() < rounds, "{players} {rounds} {arm}");
            assert_eq!(row[&Metric::Infeasible], Some(f64::from(u8::from(event.is_infeasible))));
            assert_eq!(event.is_infeasible, is_infeasible || event.tournament.rounds.len() < played);
        }
    }
    let proven = experiment(
        &QUIET.replace("system = 'dutch-2012'", "model = 'pairs'").replace("rounds = 3", "rounds = 3\nprove = true"),
    );
    assert!(!play(&proven, 1, 0).1.is_infeasible);
}

/// Where the mark of each fault is, and a word of its message.
#[test]
fn a_file_with_a_fault_is_refused_with_its_place() {
    for (from, to, place, word) in [
        ("events = 6", "events = 0", "line 4, column 10", "at least 1"),
        ("players = 8", "players = 1", "line 5, column 11", "at least 2"),
        ("players = 8", "", "line 8, column 10", "number of players"),
        ("rounds = 3", "rounds = 0", "line 6, column 10", "at least 1"),
        ("rounds = 3", "rounds = 3\nround = 3", "line 7, column 1", "round"),
        ("rounds = 3", "rounds = 3\ntie-breaks = ['BX']", "line 7, column 15", "BX"),
        ("rounds = 3", "rounds = 3\ntie-breaks = ['BH', 'BH']", "line 7, column 21", "twice"),
        ("rounds = 3", "rounds = 3\nmetrics = ['kendal']", "line 7, column 12", "kendall"),
        ("rounds = 3", "rounds = 3\nmetrics = []", "line 7, column 11", "nothing"),
        ("rounds = 3", "rounds = 3\nfirst-colour = 'red'", "line 7, column 16", "white, black, lot"),
        ("from = 1600", "from = 2500", "line 8, column 42", "2500"),
        ("from = 1600", "form = 1600", "line 8, column 24", "form"),
        ("uniform = { from = 1600, to = 2400 }", "normal = { mean = 2000, sd = -1 }", "line 8, column 41", "-1"),
        ("uniform = { from = 1600, to = 2400 }", "normal = { mean = nan, sd = 1 }", "line 8, column 30", "NaN"),
        ("uniform = { from = 1600, to = 2400 }", "file = 'no-such.csv'", "line 8, column 19", "no-such.csv"),
        ("[outcome]", "[life]\nabsence = 0.6\nhalf-point-bye = 0.6\n[outcome]", "line 10, column 11", "more than 1"),
        ("[outcome]", "[life]\nforfeit = 1.5\n[outcome]", "line 10, column 11", "from 0 to 1"),
        ("[outcome]", "[life]\nlate-by = 2\n[outcome]", "line 10, column 11", "late"),
        ("'elo'", "'glicko'", "line 10, column 9", "milvang"),
        ("draws = 0.3", "", "line 10, column 9", "draws"),
        ("'elo'", "'milvang'", "line 11, column 9", "leave it out"),
        ("system = 'dutch-2012'", "system = 'dutch-2021'", "line 14, column 10", "dutch-2012"),
        ("system = 'dutch-2012'", "model = 'pears'", "line 14, column 9", "pairs"),
        ("system = 'dutch-2012'", "model = 'seed'", "line 14, column 9", "student"),
        ("system = 'dutch-2012'", "", "line 12, column 1", "either a system or a model"),
        ("system = 'dutch-2012'", "system = 'tcec'\nmodel = 'fair'", "line 12, column 1", "either"),
        ("system = 'dutch-2012'", "system = 'tcec'\nmethod = 'exact'", "line 15, column 10", "leave it out"),
        ("'rules'", "'=1+1'", "line 13, column 8", "letters"),
        (
            "system = 'dutch-2012'",
            "system = 'tcec'\n[[arm]]\nname = 'rules'\nmodel = 'fair'",
            "line 16, column 8",
            "before",
        ),
    ] {
        assert!(QUIET.contains(from), "{from}");
        let error = Experiment::parse("test.toml", &QUIET.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.contains(&format!("{place}\n")) && error.contains(word), "{to}: not {place}, {word}: {error}");
    }
}

/// A list has its own number of players, and may have their strengths.
#[test]
fn a_field_is_read_from_a_file() {
    let dir = empty("simulate-field");
    let path = format!("{dir}/test.toml");
    let of_file = |name: &str, more: &str| {
        let text = QUIET
            .replace("players = 8", "")
            .replace("uniform = { from = 1600, to = 2400 }", &format!("file = '{name}'"));
        Experiment::parse(&path, &text.replace("[outcome]", &format!("{more}\n[outcome]")))
    };
    fs::write(format!("{dir}/a.csv"), "name,rating,strength\nAda,1800,2100\nBen, 2000 ,1900.5\nCleo,1900,1700\n")
        .expect("written");
    let entrants = Entrants::new(&of_file("a.csv", "").expect("an experiment"), 1);
    let found: Vec<_> =
        entrants.players().map(|player| (player.id.0, player.name.as_str(), player.rating, player.strength)).collect();
    assert_eq!(found, [(1, "Ben", 2000, 1900.5), (2, "Cleo", 1900, 1700.0), (3, "Ada", 1800, 2100.0)]);
    assert!(of_file("a.csv", "strength = { error-sd = 10 }").is_err());
    let british = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/british-championship-2026.trf");
    let listed = formats::read(&fs::read(&british).expect("readable")).expect("sound").tournament;
    fs::copy(&british, format!("{dir}/british.trf")).expect("a copy");
    let entrants = Entrants::new(&of_file("british.trf", "").expect("an experiment"), 1);
    let mut ratings: Vec<u32> = listed.players.iter().map(|player| player.rating.expect("a rating")).collect();
    ratings.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(entrants.players().map(|player| player.rating).collect::<Vec<_>>(), ratings);
    for (text, word) in [
        ("rating\n", "fewer than two"),
        ("rating\n2000\n", "fewer than two"),
        ("rating\n2000\nx\n", "line 3"),
        ("rating,club\n2000,a\n", "club"),
        ("rating,strength\n2000,inf\n2000,3\n", "line 2"),
        ("elo\n2000\n", "column rating"),
    ] {
        fs::write(format!("{dir}/b.csv"), text).expect("written");
        let error = of_file("b.csv", "").expect_err(text).to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

/// Every tournament is read back, has no fault, and is what the arm pairs.
#[test]
fn generated_tournaments_are_paired_by_their_arm() {
    let eventful = experiment(&EVENTFUL.replace("model = 'fair'", "system = 'dubov-1997'"));
    for (arm, to) in [(0, Target::Trf), (1, Target::Json), (0, Target::Json)] {
        let system: System = ["dutch-2012", "dubov-1997"][arm].parse().expect("a system");
        let mut rounds = 0;
        let until = swiss_ilp::simulate::Until::default();
        let told = swiss_ilp::simulate::generate(&eventful, &eventful.arms[arm], 25, 2, to, until, |generated| {
            let loaded = formats::read(generated.text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
            let (_, event) = play(&eventful, generated.event, arm);
            assert_eq!(loaded.tournament.rounds.len(), event.tournament.rounds.len());
            assert_eq!(loaded.tournament.points_won(), event.tournament.points_won());
            for check in tasks::check(&loaded.tournament, system, Trust::Nothing).expect("no faults") {
                assert!(!check.is_different(), "event {}: {:?}", generated.event, check.differences);
                rounds += 1;
            }
            Ok(())
        });
        assert_eq!(told.expect("tournaments"), 25);
        assert!(rounds > 100, "{rounds}");
    }
}

/// What the verifier and the solver say of a simulated round is what they say of the tournament that is written.
#[test]
fn a_simulated_round_is_the_round_of_the_tournament() {
    let eventful = experiment(EVENTFUL);
    let (_, event) = play(&eventful, 3, 1);
    let spec = swiss_ilp::model::Model::load("fair").expect("a model");
    for (number, round) in (1..).zip(&event.tournament.rounds) {
        let state = RoundState::new(&event.tournament, RoundRequest::from(number)).expect("a state");
        let solved = tasks::solve(&state, &spec, Options::default()).expect("solved");
        assert_eq!(solved.solution.incumbent.expect("an optimum").pairing.boards, round.boards());
    }
}

fn empty(name: &str) -> String {
    let folder = folder(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect(name);
    folder
}

/// The files of a run that do not depend on time.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        if name != "timing.csv" {
            files.insert(name, fs::read(entry.path()).expect("readable"));
        }
    }
    files
}

fn written(dir: &str, text: &str) -> String {
    let path = format!("{dir}/experiment.toml");
    fs::write(&path, text).expect("written");
    path
}

#[test]
fn files_do_not_depend_on_threads() {
    let dir = empty("simulate-jobs");
    let path = written(&dir, EVENTFUL);
    let mut all = Vec::new();
    for jobs in ["1", "2", "3"] {
        let out = format!("{dir}/{jobs}");
        let printed = run(&["simulate", &path, "--out", &out, "--jobs", jobs], "");
        assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
        all.push((files(&out), stdout(&printed)));
    }
    assert_eq!(
        all[0].0.keys().map(String::as_str).collect::<Vec<_>>(),
        ["differences.csv", "events.csv", "experiment.toml", "manifest.json", "plot.svg", "summary.csv"]
    );
    assert!(all[0] == all[1] && all[0] == all[2]);
}

/// A run that has left any beginning of its rows is resumed to the same files.
#[test]
fn any_beginning_of_a_run_is_resumed_to_the_same_files() {
    let dir = empty("simulate-resume");
    let path = written(&dir, EVENTFUL);
    let out = format!("{dir}/out");
    let simulate = |more: &[&str]| code(&[&["simulate", &path, "--out", &out, "--jobs", "2"], more].concat(), "");
    assert_eq!(simulate(&["--resume"]), 0);
    let whole = files(&out);
    let rows = whole["events.csv"].clone();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut cuts: Vec<usize> = (0..12).map(|_| rng.random_range(0..rows.len())).collect();
    cuts.extend([0, 1, rows.len() - 1, rows.len()]);
    for cut in cuts {
        fs::write(format!("{out}/events.csv"), &rows[..cut]).expect("written");
        fs::remove_file(format!("{out}/summary.csv")).expect("removed");
        assert_eq!(simulate(&["--resume"]), 0, "cut at {cut}");
        assert!(files(&out) == whole, "cut at {cut}");
    }
    // More events go on after those that are there, and are those of one long run.
    assert_eq!(simulate(&["--resume", "--events", "15"]), 0);
    let longer = files(&out);
    assert_eq!(simulate(&["--force", "--events", "15"]), 0);
    assert!(files(&out) == longer && longer["events.csv"].starts_with(&rows));
    assert_eq!(simulate(&["--resume"]), 3, "fewer events than there are");
}

#[test]
fn what_is_there_is_not_replaced_or_mixed() {
    let dir = empty("simulate-refuse");
    let path = written(&dir, QUIET);
    let out = format!("{dir}/out");
    let simulate = |path: &str, more: &[&str]| code(&[&["simulate", path, "--out", &out], more].concat(), "");
    assert_eq!((simulate(&path, &[]), simulate(&path, &[]), simulate(&path, &["--resume"])), (0, 3, 0));
    let other = format!("{dir}/other.toml");
    fs::write(&other, QUIET.replace("seed = 3", "seed = 4")).expect("written");
    assert_eq!((simulate(&other, &["--resume"]), simulate(&other, &["--force"])), (3, 0));
    let rows = fs::read_to_string(format!("{out}/events.csv")).expect("rows");
    fs::write(format!("{out}/events.csv"), rows.replacen("rules,2,", "rules,3,", 1)).expect("written");
    assert_eq!(simulate(&other, &["--resume"]), 3);
    // A model file is a part of the experiment.
    let model = format!("{dir}/mine.toml");
    let fair = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/fair.toml")).expect("a model");
    fs::write(&model, &fair).expect("written");
    fs::write(&other, QUIET.replace("system = 'dutch-2012'", "model = 'mine.toml'")).expect("written");
    assert_eq!((simulate(&other, &["--force"]), simulate(&other, &["--resume"])), (0, 0));
    let tier = fair.rfind("[[tier]]").expect("a tier");
    fs::write(&model, &fair[..tier]).expect("written");
    assert_eq!(simulate(&other, &["--resume"]), 3);
    assert_eq!(simulate("no-such.toml", &[]), 5);
    fs::write(&other, "seed = 'one'").expect("written");
    assert_eq!(simulate(&other, &[]), 5);
    assert_eq!(code(&["simulate", &path, "--out", &format!("{dir}/late"), "--time-limit", "0"], ""), 4);
    assert_eq!(code(&["simulate", &path, "--out", &format!("{dir}/none"), "--events", "0"], ""), 3);
}

#[test]
fn the_record_has_what_the_files_have() {
    let dir = empty("simulate-record");
    let path = written(&dir, EVENTFUL);
    let out = format!("{dir}/out");
    let record = json(&run(&["simulate", &path, "--out", &out, "--format", "json"], ""));
    assert_eq!((record["events"].as_u64(), record["baseline"].as_str()), (Some(12), Some("rules")));
    let summary = fs::read_to_string(format!("{out}/summary.csv")).expect("a summary");
    let first = summary.lines().nth(1).expect("a row").split(',').collect::<Vec<_>>();
    assert_eq!(first[..2], ["rules", "kendall"]);
    assert_eq!(record["arms"][0]["metrics"][0]["mean"]["mean"].as_f64(), first[2].parse().ok());
    let differences = fs::read_to_string(format!("{out}/differences.csv")).expect("differences");
    let first = differences.lines().nth(1).expect("a row").split(',').collect::<Vec<_>>();
    assert_eq!(first[..3], ["fair", "rules", "kendall"]);
    assert_eq!(record["arms"][1]["metrics"][0]["difference"]["mean"].as_f64(), first[3].parse().ok());
    assert!(record["arms"][0]["metrics"][0]["difference"].is_null());
    let plot = fs::read_to_string(format!("{out}/plot.svg")).expect("a plot");
    assert!(Metric::ALL.iter().all(|metric| plot.contains(metric.id())) && plot.ends_with("</svg>\n"));
}

#[test]
fn generate_writes_a_file_an_event() {
    let dir = empty("simulate-generate");
    let path = written(&dir, EVENTFUL);
    let out = format!("{dir}/out");
    let generate = |more: &[&str]| code(&[&["generate", &path, "--out", &out, "--events", "3"], more].concat(), "");
    assert_eq!((generate(&[]), generate(&[]), generate(&["--force"]), generate(&["--arm", "none"])), (0, 3, 0, 3));
    assert_eq!(generate(&["--to", "json", "--arm", "fair"]), 0);
    let names: Vec<String> = files(&out).into_keys().collect();
    let expected = (1..=3).flat_map(|event| ["json", "trf"].map(|to| format!("event-0000{event}.{to}")));
    assert_eq!(names, expected.collect::<Vec<_>>());
    assert_eq!(code(&["check", &format!("{out}/event-00002.trf"), "--system", "dutch-2012"], ""), 0);
}

#[cfg(unix)]
mod processes {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    fn start(path: &str, out: &str) -> Child {
        let mut program = Command::new(env!("CARGO_BIN_EXE_swiss-ilp"));
        program.args(["simulate", path, "--out", out, "--resume", "--events", "400", "--jobs", "2"]);
        program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    #[test]
    fn a_run_that_was_killed_at_any_moment_is_resumed_to_the_same_files() {
        let dir = empty("simulate-killed");
        let path = written(&dir, EVENTFUL);
        let (out, at_once) = (format!("{dir}/out"), format!("{dir}/at-once"));
        assert!(start(&path, &at_once).wait().expect("an end").success());
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let mut kills = 0;
        loop {
            let mut run = start(&path, &out);
            sleep(Duration::from_millis(rng.random_range(5..250)));
            if kills == 25 || run.try_wait().expect("a state").is_some() {
                assert!(run.wait().expect("an end").success());
                break;
            }
            run.kill().expect("killed");
            run.wait().expect("an end");
            kills += 1;
        }
        assert!(kills > 0);
        let mut found = files(&out);
        // What was not yet in its place when the run was killed.
        found.retain(|name, _| !name.starts_with(".simulate-"));
        assert!(found == files(&at_once), "after {kills} kills");
    }

    #[test]
    fn an_interrupt_leaves_whole_events() {
        let dir = empty("simulate-interrupted");
        let path = written(&dir, EVENTFUL);
        let out = format!("{dir}/out");
        let mut run = Command::new(env!("CARGO_BIN_EXE_swiss-ilp"));
        run.args(["simulate", &path, "--out", &out, "--events", "100000"]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = run.spawn().expect("the program starts");
        while fs::read_to_string(format!("{out}/events.csv")).map_or(0, |rows| rows.lines().count()) < 20 {
            sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill");
        assert!(killed.success());
        assert_eq!(run.wait().expect("an end").code(), Some(130));
        let rows = fs::read_to_string(format!("{out}/events.csv")).expect("rows");
        assert!(rows.ends_with('\n') && rows.lines().count() % 2 == 1);
        assert!(fs::read_to_string(format!("{out}/summary.csv")).is_ok_and(|summary| summary.lines().count() > 20));
    }
}

/// The largest rate of everything keeps the probabilities within their ranges.
#[test]
fn rates_of_one_are_allowed() {
    let life = Life { absence: 1.0, ..Life::default() };
    assert_eq!(with_life("absence = 1").life.absence, life.absence);
    let (_, event) = play(&with_life("late-entry = 1"), 1, 0);
    assert!(event.tournament.rounds.is_empty(), "nobody is there in round 1");
}
