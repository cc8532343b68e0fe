//! Experiments: what is drawn follows the formulas, every arm gets the same luck, the numbers are those of their
//! definitions, and the files do not depend on threads, ends or resumptions.

use crate::support::files::load;
use crate::support::prelude::*;
use crate::support::program::signal;
use approx::assert_relative_eq;
use std::process::Stdio;
use swiss_ilp::questions::convert::{Target, convert};
use swiss_ilp::questions::simulate::{
    Entrants, Event, EventHalt, EventMetric, EventRow, Experiment, Outcomes, difference, kendall, mean, spearman,
};
use swiss_ilp::solve::Options;

/// An experiment of 9 players and 5 rounds in which much happens.
pub const EVENTFUL: &str = "
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

pub fn experiment(text: &str) -> Experiment {
    experiment_in(".", text)
}

/// The experiment, with its files in this folder.
fn experiment_in(dir: &str, text: &str) -> Experiment {
    Experiment::parse(&format!("{dir}/test.toml"), text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// [`QUIET`] with the field of this file, and so many rounds.
fn quiet_of(file: &str, rounds: usize) -> String {
    let text = QUIET.replace("players = 8", "").replace("rounds = 3", &format!("rounds = {rounds}"));
    text.replace("uniform = { from = 1600, to = 2400 }", &format!("file = '{file}'"))
}

/// A model that pairs by points alone, with these rules and definitions.
fn by_points(hard: &str, define: &str) -> String {
    format!(
        "kind = 'objective'\nname = 'own'\nsummary = 'By points.'\nformulation = 'pairs'\nhard = [{hard}]\n{define}\n\
         [[tier]]\nname = 't'\nterms = [{{ term = 'score-difference', weight = -1 }}]\n"
    )
}

/// Event `number` by arm `arm`.
fn play(experiment: &Experiment, number: u64, arm: usize) -> (Entrants, Event) {
    let entrants = Entrants::new(experiment, number);
    let event = Event::play(experiment, &entrants, number, &experiment.arms[arm], Options::default());
    (entrants, event.unwrap_or_else(|error| panic!("{error}")))
}

/// The metrics of an experiment that has none of its own.
fn built_in(experiment: &Experiment) -> impl Iterator<Item = EventMetric> {
    experiment.metrics.iter().map(|metric| metric.built_in().expect("a metric of the program"))
}

fn row(experiment: &Experiment, number: u64, arm: usize) -> BTreeMap<EventMetric, Option<f64>> {
    let (entrants, event) = play(experiment, number, arm);
    let row: EventRow = event.row(experiment, &entrants, number, &experiment.arms[arm]).expect("a ranking");
    built_in(experiment).zip(row.values).collect()
}

/// Worked out with Python from the formulas of the documentation.
#[test]
fn chances_are_those_of_the_formulas() {
    let elo = Outcomes::Elo { draws: 0.4, advantage: 35.0 };
    // Of its draws.
    let half = 0.251_952_312_805_319_77 / 2.0;
    for (outcomes, white, black, expected) in [
        (Outcomes::Milvang, 2000.0, 2000.0, [0.354_932_465_277_556_9, 0.282_219_141_840_621]),
        (Outcomes::Milvang, 2400.0, 2000.0, [0.854_349_710_472_482_3, 0.026_130_599_225_134_873]),
        // Together 1.0941: there is no draw, and both are divided by it.
        (Outcomes::Milvang, 800.0, 800.0, [0.488_671_223_814_570_3, 1.0 - 0.488_671_223_814_570_3]),
        (elo, 2100.0, 2000.0, [0.685_059_608_993_350_3 - half, 0.314_940_391_006_649_7 - half]),
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

/// With 2,500 games a share is within four standard errors of its chance.
#[test]
fn results_are_as_frequent_as_their_chances() {
    for (outcome, rating) in
        [("model = 'elo'\ndraws = 0.5\nwhite-advantage = 100", "[2300, 2100]"), ("model = 'milvang'", "[1900, 2050]")]
    {
        let dir = empty("simulate-frequencies");
        let ratings: Vec<u32> = serde_json::from_str(rating).expect("ratings");
        fs::write(format!("{dir}/field.csv"), format!("rating\n{}\n{}\n", ratings[0], ratings[1])).expect("written");
        let text = quiet_of("field.csv", 1).replace("model = 'elo'\ndraws = 0.3", outcome);
        let experiment = experiment_in(&dir, &text);
        let mut counts = [0_u32; 3];
        let games = 2500;
        for number in 1..=games {
            let (_, event) = play(&experiment, number, 0);
            let game = event.tournament.rounds[0].games[0];
            let result = game.result.expect("a result").of(Colour::White);
            let place = [Outcome::Win, Outcome::Draw, Outcome::Loss].iter().position(|one| *one == result);
            counts[place.expect("played")] += 1;
        }
        // The higher-rated player is number 1, and has White.
        let [high, low] = [ratings[0].max(ratings[1]), ratings[0].min(ratings[1])].map(f64::from);
        let chances = experiment.outcomes.expect("outcomes").chances(high, low);
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
    let tau = kendall(&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0]).expect("tau");
    assert_relative_eq!(tau, -0.471_404_520_791_031_73, epsilon = 1e-15);
    let rho = spearman(&[1, 2, 3, 4, 5], &[5, 6, 7, 8, 7]).expect("rho");
    assert_relative_eq!(rho, 0.820_782_681_668_123_3, epsilon = 1e-15);
    assert_eq!((kendall::<i32, i32>(&[], &[]), kendall(&[1], &[1]), spearman(&[1, 1], &[1, 2])), (None, None, None));
    let counted = (kendall(&[3, 2, 1], &[1.0, 2.0, 3.0]), spearman(&[3, 2, 1], &[1.0, 2.0, 3.0]));
    assert_eq!(counted, (Some(-1.0), Some(-1.0)));
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
        let mut points: BTreeMap<PlayerId, i64> = entrants.players().map(|entrant| (entrant.player.id, 0)).collect();
        let mut colours: BTreeMap<PlayerId, i64> = BTreeMap::new();
        let mut opponents: BTreeMap<PlayerId, Vec<f64>> = BTreeMap::new();
        let rating: BTreeMap<PlayerId, f64> =
            entrants.players().map(|entrant| (entrant.player.id, f64::from(entrant.rating))).collect();
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
                        Outcome::Draw | Outcome::Adjourned => 1,
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
        assert_eq!(whole(EventMetric::Floats), f64::from(unequal));
        assert_eq!(whole(EventMetric::ScoreDifference), apart as f64 / 2.0);
        assert_eq!(whole(EventMetric::Byes), f64::from(byes));
        assert_eq!(whole(EventMetric::Rematches), 0.0);
        assert_eq!(whole(EventMetric::Rounds), event.tournament.rounds.len() as f64);
        assert_eq!(whole(EventMetric::ColourDifference), colours.values().map(|one| one.abs()).sum::<i64>() as f64);
        let found = whole(EventMetric::ColourDifferenceTwo);
        assert_eq!(found, colours.values().filter(|one| one.abs() >= 2).count() as f64);
        let means: Vec<f64> = opponents.values().map(|all| all.iter().sum::<f64>() / all.len() as f64).collect();
        let centre = means.iter().sum::<f64>() / means.len() as f64;
        let variance = means.iter().map(|one| (one - centre).powi(2)).sum::<f64>() / (means.len() as f64 - 1.0);
        assert_relative_eq!(whole(EventMetric::OppositionSpread), variance.sqrt(), epsilon = 1e-9);
        let found = event.tournament.points_won().values().map(|score| i64::from(score.tenths())).collect::<Vec<_>>();
        assert_eq!(found, points.values().map(|points| points * 5).collect::<Vec<_>>());
    }
    assert!(floats > 100, "{floats}");
}

/// The experiment with this in `[life]`, and nothing else.
fn with_life(life: &str) -> Experiment {
    experiment(&QUIET.replace("[outcome]", &format!("[life]\n{life}\n[outcome]")).replace("rounds = 3", "rounds = 4"))
}

/// Where the mark of each fault is, and a word of its message.
#[test]
fn a_file_with_a_fault_is_refused_with_its_place() {
    let system = "system = 'dutch-2012'";
    for (from, to, place, word) in [
        ("events = 6", "events = 0", "line 4, column 10", "at least 1"),
        ("players = 8", "players = 1", "line 5, column 11", "at least 2"),
        ("players = 8", "", "line 8, column 10", "number of players"),
        ("rounds = 3", "rounds = 0", "line 6, column 10", "at least 1"),
        ("rounds = 3", "rounds = 3\nround = 3", "line 7, column 1", "round"),
        ("rounds = 3", "rounds = 3\ntie-breaks = ['BX']", "line 7, column 15", "BX"),
        ("rounds = 3", "rounds = 3\ntie-breaks = ['BH', 'BH']", "line 7, column 21", "twice"),
        ("rounds = 3", "rounds = 3\ntie-breaks = ['BH', 'PTS']", "line 7, column 21", "points always come first"),
        ("rounds = 3", "rounds = 3\nmetrics = ['kendal']", "line 7, column 12", "kendall"),
        ("rounds = 3", "rounds = 3\nmetrics = []", "line 7, column 11", "nothing"),
        ("rounds = 3", "rounds = 3\nfirst-colour = 'red'", "line 7, column 16", "white, black, lot"),
        ("[outcome]", "strength = 5\n[outcome]", "line 9, column 12", "a table such as"),
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
        (system, "system = 'dutch-2021'", "line 14, column 10", "dutch-2012"),
        (system, "model = 'pears'", "line 14, column 9", "pairs"),
        (system, "model = 'as-written'", "line 14, column 9", "student"),
        (system, "", "line 12, column 1", "either a system or a model"),
        (system, "system = 'tcec'\nmodel = 'fair'", "line 12, column 1", "either"),
        (system, "system = 'tcec'\nmethod = 'exact'", "line 15, column 10", "leave it out"),
        ("'dutch-2012'", "'tcec'\nties = 'fold'", "line 15, column 8", "leave out ties"),
        ("'dutch-2012'", "'tcec'\nkeep-open = 1", "line 15, column 13", "a system looks at no rounds to come"),
        (system, "model = 'dutch-2012'\nties = 'fold'", "line 15, column 8", "leave out ties"),
        (system, "model = 'pairs'\nkeep-open = 0", "line 15, column 13", "at least 1"),
        (system, "model = 'pairs'\nkeep-open = 1\nties = 'fold'", "line 15, column 13", "leave it out, or these"),
        ("'rules'", "'=1+1'", "line 13, column 8", "letters"),
        (system, "system = 'tcec'\n[[arm]]\nname = 'rules'\nmodel = 'fair'", "line 16, column 8", "before"),
    ] {
        assert!(QUIET.contains(from), "{from}");
        let error = Experiment::parse("test.toml", &QUIET.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.contains(&format!("{place}\n")) && error.contains(word), "{to}: not {place}, {word}: {error}");
    }
}

/// In round 1 all pairings are optima of `pairs`.
#[test]
fn ties_are_played_as_the_arm_says() {
    let arms = ["canonical", "fold", "random"]
        .map(|ties| format!("[[arm]]\nname = \"{ties}\"\nmodel = \"pairs\"\nties = \"{ties}\"\n"));
    let head = "name = \"Ties\"\nseed = 1\nevents = 20\nplayers = 8\nrounds = 1\n[field]\n\
                rating = { uniform = { from = 1000, to = 2000 } }\n[outcome]\nmodel = \"elo\"\ndraws = 0.5\n";
    let experiment = experiment(&(head.to_owned() + &arms.concat()));
    let opponents = |number: u64, arm: usize| -> BTreeSet<[u32; 2]> {
        let (_, event) = play(&experiment, number, arm);
        let games = event.tournament.rounds[0].games.iter();
        games.map(|game| [game.white.0.min(game.black.0), game.white.0.max(game.black.0)]).collect()
    };
    for number in 1..=3 {
        assert_eq!(opponents(number, 0), [[1, 2], [3, 4], [5, 6], [7, 8]].into());
        assert_eq!(opponents(number, 1), [[1, 5], [2, 6], [3, 7], [4, 8]].into());
        assert_eq!(opponents(number, 2), opponents(number, 2));
    }
    let by_lot: BTreeSet<_> = (1..=20).map(|number| opponents(number, 2)).collect();
    assert!(by_lot.len() > 10, "{} of 105 pairings", by_lot.len());
}

/// Six players have five rounds; pairings that look at no rounds to come often leave too few.
#[test]
fn an_arm_keeps_rounds_open() {
    let arm = |name: &str, more: &str| format!("[[arm]]\nname = '{name}'\nmodel = 'free.toml'\n{more}");
    let text = QUIET.replace("players = 8", "players = 6").replace("rounds = 3", "rounds = 5");
    let text = text.split("[[arm]]").next().expect("what is before the arms").to_owned();
    let folder = empty("keep-open-arm");
    fs::write(format!("{folder}/free.toml"), by_points("'no-rematch'", "")).expect("written");
    let played = experiment_in(&folder, &(text + &arm("near", "") + &arm("open", "keep-open = 9\n")));
    let ends = |arm| (1..=30).filter(|number| play(&played, *number, arm).1.ended.is_some()).count();
    let (near, open) = (ends(0), ends(1));
    assert!(near > 1 && open == 0, "{near} events ended early without, {open} with rounds kept open");
}

/// A list has its own number of players, and may have their strengths.
#[test]
fn a_field_is_read_from_a_file() {
    let dir = empty("simulate-field");
    let of_file = |name: &str, more: &str| {
        let text = quiet_of(name, 3).replace("[outcome]", &format!("{more}\n[outcome]"));
        Experiment::parse(&format!("{dir}/test.toml"), &text)
    };
    let strengths = "name,rating,strength\nAda,1800,2100\nBen, 2000 ,1900.5\nCleo,1900,1700\n";
    fs::write(format!("{dir}/a.csv"), strengths).expect("written");
    let entrants = Entrants::new(&of_file("a.csv", "").expect("an experiment"), 1);
    let found: Vec<_> =
        entrants.players().map(|one| (one.player.id.0, one.player.name.as_str(), one.rating, one.strength)).collect();
    assert_eq!(found, [(1, "Ben", 2000, 1900.5), (2, "Cleo", 1900, 1700.0), (3, "Ada", 1800, 2100.0)]);
    assert!(of_file("a.csv", "strength = { error-sd = 10 }").is_err());
    // As spreadsheets and R write it.
    let quoted = "\u{feff}\"name\",\"rating\"\r\n\"Ada\",1800\r\n\"Ben\",2000\r\n";
    fs::write(format!("{dir}/r.csv"), quoted).expect("written");
    let entrants = Entrants::new(&of_file("r.csv", "").expect("an experiment"), 1);
    let found: Vec<_> = entrants.players().map(|one| (one.player.name.as_str(), one.rating)).collect();
    assert_eq!(found, [("Ben", 2000), ("Ada", 1800)]);
    let listed = load(BRITISH.as_ref()).tournament;
    fs::copy(BRITISH, format!("{dir}/british.trf")).expect("a copy");
    let entrants = Entrants::new(&of_file("british.trf", "").expect("an experiment"), 1);
    let mut ratings: Vec<u32> = listed.players.iter().map(|player| player.rating.expect("a rating")).collect();
    ratings.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(entrants.players().map(|player| player.rating).collect::<Vec<_>>(), ratings);
    for (text, word) in [
        ("rating\n", "fewer than two"),
        ("rating\n2000\n", "fewer than two"),
        ("rating\n2000\nx\n", "line 3"),
        ("rating,club\n2000,a\n", "fewer than two"),
        ("rating,score\n2000,1\n2000,2\n", "column 'score', which expressions know"),
        ("rating,rating\n2000,1\n", "'rating' is there twice"),
        ("rating,2nd\n2000,1\n", "'2nd' is no name"),
        ("rating,club\n2000\n2000,a\n", "line 2: the number of cells is 1"),
        ("rating,strength\n2000,inf\n2000,3\n", "line 2"),
        ("elo\n2000\n", "column rating"),
    ] {
        fs::write(format!("{dir}/b.csv"), text).expect("written");
        let error = of_file("b.csv", "").expect_err(text).to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

/// The field of a file in every format that has a column for it: players of two clubs, federations and teams.
const FIELD: &str = "name,rating,title,federation,club,team,number of cats
Ada,2400,GM,NED,Ajax,x,1
Ben,2300,,NED,Ajax,y,2
Cleo,2300,WIM,GER,Berg,x,3
Dora,2100,,GER,Berg,y,4
Emil,2500,,NED,Ajax,x,5
Fay,2000,FM,GER,Berg,y,6
";

/// The field as JSON, without what `but` names.
fn field_json(but: &str, more: &str) -> String {
    let whole = |text: &str| text.parse::<u32>().expect("a number");
    let player = |row: Cells| {
        let id = whole(&row["number of cats"]);
        let mut player = serde_json::json!({ "id": id, "name": row["name"], "rating": whole(&row["rating"]),
            "federation": row["federation"], "club": row["club"],
            "attributes": { "team": row["team"], "number_of_cats": id } });
        if !row["title"].is_empty() {
            player["title"] = row["title"].as_str().into();
        }
        player.as_object_mut().expect("an object").remove(but);
        player
    };
    let players: Vec<_> = rows_of(FIELD).into_iter().map(player).collect();
    let mut file: serde_json::Value = serde_json::from_str(more).expect("JSON");
    file["players"] = players.into();
    file.to_string()
}

/// The experiment of this field, in which a rule of the model asks for this expression.
fn of_field(dir: &str, file: &str, rule: &str) -> Result<Experiment, String> {
    let define = format!("[[define]]\nname = 'own-rule'\nforbid = \"{rule}\"");
    fs::write(format!("{dir}/own.toml"), by_points("'no-rematch', 'no-forbidden-pair'", &define)).expect("written");
    let text = quiet_of(file, 1).replace("system = 'dutch-2012'", "model = 'own.toml'");
    fs::write(format!("{dir}/own-experiment.toml"), &text).expect("written");
    Experiment::parse(&format!("{dir}/test.toml"), &text).map_err(|error| error.to_string())
}

/// Every format, every column: what the file says of a player is what a model has.
#[test]
fn the_players_of_a_field_keep_what_the_file_says() {
    let dir = empty("simulate-columns");
    let of_json = files::read(field_json("", "{}").as_bytes()).expect("sound");
    let report = convert(&of_json, Target::Trf, Trust::Nothing).expect("a report").text;
    let field = rows_of(FIELD);
    let cats = |row: &Cells| row["number of cats"].parse::<u32>().expect("a number");
    for (name, text) in [
        ("field.json", field_json("", "{}")),
        ("field.csv", FIELD.to_owned()),
        ("semicolons.csv", FIELD.replace(',', ";")),
        ("tabs.csv", FIELD.replace(',', "\t")),
        ("field.trf", report),
    ] {
        fs::write(format!("{dir}/{name}"), text).expect("written");
        let is_report = name == "field.trf";
        let rules: &[&str] = &[
            "a.federation == b.federation",
            "a.title != '' && b.title != ''",
            "a.club == b.club",
            "a.team == b.team",
            "a.number_of_cats + b.number_of_cats == 7",
        ];
        for rule in &rules[..if is_report { 2 } else { 5 }] {
            let experiment = of_field(&dir, name, rule).unwrap_or_else(|error| panic!("{name}: {error}"));
            let (_, event) = play(&experiment, 1, 0);
            let said = |id: PlayerId| {
                let name = &event.tournament.players.iter().find(|player| player.id == id).expect("a player").name;
                field.iter().find(|row| row["name"] == *name).expect("a player of the field")
            };
            let round = event.tournament.rounds.first().unwrap_or_else(|| panic!("{name}, {rule}: no round"));
            let of_rule = round.games.iter().filter(|game| {
                let [one, other] = [game.white, game.black].map(said);
                match rule.split(&['.', ' '][..]).nth(1).expect("an attribute") {
                    "title" => !one["title"].is_empty() && !other["title"].is_empty(),
                    "number_of_cats" => cats(one) + cats(other) == 7,
                    same => one[same] == other[same],
                }
            });
            assert_eq!(of_rule.count(), 0, "{name}, {rule}");
        }
    }
    // Players are numbered by rating, and of equal ratings the first of the file is the first.
    let (_, event) = play(&of_field(&dir, "field.csv", "false").expect("an experiment"), 1, 0);
    let names: Vec<&str> = event.tournament.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Emil", "Ada", "Ben", "Cleo", "Dora", "Fay"]);
}

/// What a field has and no event uses is said, by both commands, and what would make it another event is refused.
#[test]
fn what_a_field_has_besides_its_players_is_said_or_refused() {
    let dir = empty("simulate-left-out");
    let rounds = r#"{ "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "1-0" } ], "byes": [
        { "player": 3, "kind": "half" } ] } ] }"#;
    for (more, words) in [
        ("{}", &[][..]),
        (rounds, &["the games of 1 rounds", "byes"]),
        (r#"{ "absences": [ { "player": 1 } ] }"#, &["absences"]),
        (r#"{ "start_date": "2026-02-01" }"#, &["the day on which it began"]),
        (r#"{ "dutch_edition": 2026 }"#, &["the edition"]),
        (r#"{ "rounds_planned": 9 }"#, &["the number of rounds, 9"]),
        (r#"{ "rounds_planned": 1 }"#, &[]),
        (r#"{ "initial_colour": "black" }"#, &["the first colour"]),
        (r#"{ "initial_colour": "white" }"#, &[]),
        (r#"{ "order": "listed" }"#, &["the order of the players"]),
    ] {
        fs::write(format!("{dir}/field.json"), field_json("attributes", more)).expect("written");
        let experiment = of_field(&dir, "field.json", "false").unwrap_or_else(|error| panic!("{more}: {error}"));
        let all = experiment.notes.join("\n");
        assert_eq!(experiment.notes.is_empty(), words.is_empty(), "{more}: {all}");
        assert!(words.iter().all(|word| all.contains(word)), "{more}: {all}");
        for option in ["--out", "--write"] {
            let request = ["simulate", &format!("{dir}/own-experiment.toml"), option, &format!("{dir}/out"), "--force"];
            let output = ended(&[&request[..], &["--events", "1"]].concat(), "", 0, "");
            assert!(words.iter().all(|word| stderr(&output).contains(word)), "{more}: {}", stderr(&output));
        }
    }
    for (more, word) in [
        (r#"{ "games_per_pairing": 2 }"#, "two games each"),
        (r#"{ "points": { "win_white": 3, "win_black": 3 } }"#, "other points than 1, 1/2 and 0"),
        (r#"{ "accelerations": [ { "player": 2, "round": 1, "points": 1 } ] }"#, "accelerates player 2"),
        (r#"{ "forbidden": [ { "players": [1, 77] } ] }"#, "77"),
    ] {
        fs::write(format!("{dir}/field.json"), field_json("", more)).expect("written");
        let refused = of_field(&dir, "field.json", "false").expect_err(more);
        assert!(refused.contains(word) && refused.contains("field.json"), "{more}: {refused}");
    }
    // A report's rows and records, and a name that is not UTF-8.
    fs::copy(BRITISH, format!("{dir}/british.trf")).expect("a copy");
    let notes = of_field(&dir, "british.trf", "false").expect("an experiment").notes.join("\n");
    assert!(notes.contains("no event has these: the games of") && notes.contains("points"), "{notes}");
    // Nobody asks for the column.
    fs::write(format!("{dir}/field.csv"), "rating,clubb\n2000,a\n2100,b\n").expect("written");
    let notes = of_field(&dir, "field.csv", "a.club == b.club && a.club != ''").expect("an experiment").notes;
    assert!(notes.iter().any(|note| note.contains("asks for these attributes of the field: clubb")), "{notes:?}");
}

/// A model that asks for what the field does not have is a wrong request, and no fault of the program.
#[test]
fn a_model_that_cannot_be_asked_is_refused() {
    let dir = empty("simulate-refused");
    fs::write(format!("{dir}/field.json"), field_json("", "{}")).expect("written");
    of_field(&dir, "field.json", "a.teem == b.teem").expect("an experiment");
    let path = format!("{dir}/own-experiment.toml");
    for option in ["--out", "--write"] {
        let refused = ended(&["simulate", &path, option, &format!("{dir}/simulate")], "", 3, "");
        let said = stderr(&refused);
        assert!(said.contains("arm 'rules', round 1") && said.contains("did you mean 'team'?"), "{said}");
        assert!(!said.contains("please report"), "{said}");
    }
    assert!(Path::new(&format!("{dir}/simulate/refused-event-1-round-1.json")).exists());
    let without = of_field(&dir, "field.json", "false").expect("an experiment");
    assert!(without.notes.iter().any(|note| note.contains("number_of_cats, team")), "{:?}", without.notes);
}

/// An event that was not played to its end is in no mean but those that say so, and is said everywhere.
#[test]
fn events_that_end_early_are_not_counted_and_said() {
    let dir = empty("simulate-shortened");
    for when in [1, 2] {
        // Of an odd field nobody may have the bye, so that the events with absences of an even number are not played.
        let define = format!("[[define]]\nname = 'no-bye'\nforbid-bye = 'round == {when}'");
        fs::write(format!("{dir}/none.toml"), by_points("'no-rematch', 'no-second-bye'", &define)).expect("written");
        let text = QUIET.replace("events = 6", "events = 40").replace("[outcome]", "[life]\nabsence = 0.05\n[outcome]")
            + "[[arm]]\nname = 'none'\nmodel = 'none.toml'\n";
        let (path, out) = (written(&dir, &text), format!("{dir}/{when}"));
        let output = ended(&["simulate", &path, "--out", &out], "", 0, "");
        let rows = rows_of(&fs::read_to_string(format!("{out}/events.csv")).expect("rows"));
        let (rules, none): (Vec<&Cells>, Vec<&Cells>) = rows.iter().partition(|row| row["arm"] == "rules");
        let is_whole = |row: &Cells| row["ended_before"].is_empty();
        let early = none.iter().filter(|row| !is_whole(row)).count();
        assert!(early > 5 && early < 35, "{early} of 40");
        assert!(rules.iter().all(|row| is_whole(row)), "the system pairs every round");
        for row in &none {
            let cell = |name: &str| row[name].as_str();
            if is_whole(row) {
                assert_eq!((cell("ended_by"), cell("infeasible"), cell("rounds")), ("", "0", "3"));
                continue;
            }
            let played = (when - 1).to_string();
            assert_eq!((cell("ended_before"), cell("ended_by")), (when.to_string().as_str(), "define.forbid"));
            assert_eq!((cell("infeasible"), cell("rounds")), ("1", played.as_str()));
            for metric in EventMetric::ALL.iter().filter(|metric| !metric.is_of_every_event()) {
                assert!(when > 1 || cell(metric.id()).is_empty(), "{} of nothing", metric.id());
            }
        }
        // The means and the differences again, from the rows alone.
        let record = json(&run(&["simulate", &path, "--out", &out, "--resume", "--format", "json"], ""));
        let differences = record["differences"].as_array().expect("differences");
        for (place, metric) in EventMetric::ALL.iter().enumerate() {
            let number = |row: &Cells| row[metric.id()].parse::<f64>().ok();
            let counted = none.iter().zip(&rules).filter(|(row, _)| is_whole(row) || metric.is_of_every_event());
            let values = counted.clone().filter_map(|(row, _)| number(row)).collect::<Vec<_>>();
            let pairs = counted.filter_map(|(row, base)| Some(number(row)? - number(base)?)).collect::<Vec<_>>();
            let difference = differences.iter().find(|found| found["metric"] == metric.id()).expect("a difference");
            for (found, values) in [(&record["arms"][1]["metrics"][place]["mean"], values), (difference, pairs)] {
                assert_eq!(found["n"].as_u64(), Some(values.len() as u64), "{}", metric.id());
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                assert_relative_eq!(found["mean"].as_f64().expect("a mean"), mean, epsilon = 1e-12);
            }
        }
        let ends = serde_json::json!([{ "round": when, "by": "define.forbid", "events": early }]);
        assert_eq!(record["arms"][1]["ended_early"], ends);
        assert_eq!(record["arms"][0]["ended_early"], serde_json::json!([]));
        let said = format!("arm 'none': {early} of 40 events ended early: {early} before round {when} (define.forbid)");
        assert!(stderr(&output).contains(&said), "{}", stderr(&output));
        let row = stdout(&output);
        let row = row.lines().find(|line| line.starts_with("none ") && line.contains("define.forbid")).expect("a row");
        assert_eq!(row.split_whitespace().collect::<Vec<_>>()[1..3], [early.to_string(), when.to_string()]);
        // So are they in the figure, beside the name and below.
        let svg = fs::read_to_string(format!("{out}/plot.svg")).expect("a figure");
        assert!(svg.contains("none †") && svg.contains(&format!("{early} of 40 events ended early")), "{svg}");
        assert!(!svg.contains("rules †"), "{svg}");
        // Zero has no sign on an axis.
        assert!(svg.lines().contains(&"0") && !svg.lines().contains(&"-0"), "{svg}");
    }
    // Too few players end an event, too, which has no pairing that lacks.
    let (_, event) = play(&with_life("absence = 1"), 1, 0);
    let ended = event.ended.expect("an early end");
    let counted = (ended.round, ended.by.as_str(), ended.is_infeasible());
    assert_eq!(counted, (1, swiss_ilp::questions::simulate::EventEnd::TOO_FEW, false));
}

/// A row that a run does not write there is refused with its line.
#[test]
fn rows_that_were_altered_are_not_resumed() {
    let dir = empty("simulate-altered");
    let path = written(&dir, EVENTFUL);
    let out = format!("{dir}/out");
    let rows = format!("{out}/events.csv");
    assert_eq!(code(&["simulate", &path, "--out", &out], ""), 0);
    let whole = fs::read_to_string(&rows).expect("rows");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().concat();
    let changed = |place: usize, from: &str, to: &str| {
        let line = lines[place].replacen(from, to, 1);
        assert!(line != lines[place], "{from}");
        [&lines[..place], &[&line], &lines[place + 1..]].concat().concat()
    };
    for (text, line) in [
        (without(0), 1),
        (without(1), 2),
        (without(4), 5),
        (changed(3, "rules,2,7", "rules,2,8"), 4),
        (changed(3, "rules,2,7", "rules,3,7"), 4),
        // A row whose end contradicts its rounds, a number that no run writes so, and an end without a reason.
        (changed(3, ",5\n", ",4\n"), 4),
        (changed(3, ",5\n", ",5.0\n"), 4),
        (changed(3, "rules,2,7,,", "rules,2,7,3,"), 4),
        (changed(3, "rules,2,7,,", "rules,2,7,3,define.forbid"), 4),
        (changed(3, "rules,2,7,,", "rules,2,7,9,define.forbid"), 4),
    ] {
        fs::write(&rows, &text).expect("written");
        let refused = ended(&["simulate", &path, "--out", &out, "--resume"], "", 3, "");
        let said = stderr(&refused);
        assert!(said.contains(&format!("line {line}: ")) && said.contains("--force"), "{said}");
        assert_eq!(fs::read_to_string(&rows).expect("rows"), text);
    }
}

/// The files of a run that do not depend on time.
pub fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let entries = entries.map(|entry| (entry.file_name().into_string().expect("a name"), entry.path()));
    let lasting = entries.filter(|(name, _)| name != "timing.csv");
    lasting.map(|(name, path)| (name, fs::read(path).expect("readable"))).collect()
}

fn written(dir: &str, text: &str) -> String {
    let path = format!("{dir}/experiment.toml");
    fs::write(&path, text).expect("written");
    path
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
    // A model file is a part of the experiment.
    let model = format!("{dir}/mine.toml");
    let fair = fs::read_to_string("models/fair.toml").expect("a model");
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

/// The folder of a run has all that the experiment names, whatever its name, and plays again where nothing else is.
#[test]
fn the_folder_of_a_run_plays_again_anywhere() {
    let dir = empty("simulate-whole");
    let file = |name: &str, text: &str| {
        let path = format!("{dir}/in/{name}");
        fs::create_dir_all(Path::new(&path).parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let head = "kind = 'objective'\nsummary = 'S.'\nformulation = 'slots'\n";
    let model = |name: &str, of: &str| format!("{head}name = '{name}'\nobjective-of = {of}\n");
    file("models/mine.toml", include_str!("../../../models/fair.toml"));
    file("other/mine.toml", &model("other", "'../models/mine.toml'"));
    file("own/events.csv", &model("pairs again", "\"pairs\" # built in"));
    file("field/list.csv", "rating\n2000\n1900\n1800\n1700\n1650\n1600\n1550\n1500\n");
    let arms = [
        ("mine", "'../models/mine.toml'"),
        ("other", "\"../other/mine.toml\" # of the first"),
        ("own", "'../own/events.csv'"),
        ("again", "'../models/mine.toml'"),
    ];
    let arms = arms.map(|(name, model)| format!("[[arm]]\nname = '{name}'\nmodel = {model}\n")).concat();
    let text = quiet_of("../field/list.csv", 3);
    file("run/e.toml", &(text.split("[[arm]]").next().expect("a head").to_owned() + &arms));
    let simulate = |path: &str, out: &str, more: &[&str]| {
        ended(&[&["simulate", path, "--out", out, "--events", "2"], more].concat(), "", 0, "");
        files(out)
    };
    let first = simulate(&format!("{dir}/in/run/e.toml"), &format!("{dir}/first"), &[]);
    for name in ["mine.toml", "2-mine.toml", "2-events.csv", "list.csv"] {
        assert!(first.contains_key(name), "{name}: {:?}", first.keys());
    }
    fs::remove_dir_all(format!("{dir}/in")).expect("removed");
    fs::rename(format!("{dir}/first"), format!("{dir}/moved")).expect("moved");
    let moved = format!("{dir}/moved/experiment.toml");
    assert_eq!(simulate(&moved, &format!("{dir}/second"), &[]), first);
    // The experiment and the run may be one folder.
    let own = format!("{dir}/moved");
    assert_eq!(simulate(&moved, &own, &["--resume"]), first);
    assert_eq!(simulate(&moved, &own, &["--force"]), first);
    // What somebody else has left there is not replaced.
    fs::create_dir_all(format!("{dir}/third")).expect("made");
    fs::write(format!("{dir}/third/mine.toml"), "mine").expect("written");
    let third = ["simulate", &moved, "--out", &format!("{dir}/third"), "--events", "2"];
    ended(&third, "", 3, "mine.toml: it is there already");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_events() {
    let dir = empty("simulate-interrupted");
    let path = written(&dir, EVENTFUL);
    let out = format!("{dir}/out");
    let mut run = program(["simulate", &path, "--out", &out, "--events", "100000"]);
    run.stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = run.spawn().expect("the program starts");
    while fs::read_to_string(format!("{out}/events.csv")).map_or(0, |rows| rows.lines().count()) < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    signal(run.id(), "INT");
    assert_eq!(run.wait().expect("an end").code(), Some(130));
    let rows = fs::read_to_string(format!("{out}/events.csv")).expect("rows");
    assert!(rows.ends_with('\n') && rows.lines().count() % 2 == 1);
    assert!(fs::read_to_string(format!("{out}/summary.csv")).is_ok_and(|summary| summary.lines().count() > 20));
}

/// A system does not ask the limits itself.
#[test]
fn a_limit_ends_an_event_between_rounds() {
    let (experiment, limit) = (experiment(EVENTFUL), Some(std::time::Duration::ZERO));
    for arm in &experiment.arms {
        let options = Options { time_limit: limit, ..Options::default() };
        let played = Event::play(&experiment, &Entrants::new(&experiment, 1), 1, arm, options);
        assert!(matches!(played, Err(EventHalt::Limit)), "{}", arm.name);
    }
}
