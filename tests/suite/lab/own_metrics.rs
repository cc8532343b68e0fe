//! Metrics that an experiment writes itself equal what is computed without the language of expressions, and are in every output.

use crate::lab::experiments::EVENTFUL;
use crate::support::prelude::*;
use num_rational::Ratio;
use num_traits::ToPrimitive;
use swiss_ilp::questions::ranking;
use swiss_ilp::questions::simulate::{Entrants, Event, Experiment};
use swiss_ilp::solve::Options;

/// 9 players of two clubs, to whom much happens.
pub const FIELD: &str = "name,rating,club,seat
Ada,2300,Ajax,1
Ben,2250,Berg,2
Cleo,2250,Ajax,3
Dan,2100,Berg,4
Eva,2020,Ajax,5
Finn,1990,,6
Gus,1900,Berg,7
Hana,1810,Ajax,8
Ivan,1700,,9
";

type Exact = Ratio<i128>;

fn whole(number: i128) -> Exact {
    Exact::from_integer(number)
}

/// What is computed again: a tournament, the strengths and final ranks by number.
struct Played<'t> {
    tournament: &'t Tournament,
    strengths: Vec<f64>,
    ranks: Vec<usize>,
}

impl Played<'_> {
    fn rating(&self, id: PlayerId) -> i128 {
        self.tournament.players[id.0 as usize - 1].rating.expect("a rating").into()
    }

    fn club(&self, id: PlayerId) -> Option<&str> {
        self.tournament.players[id.0 as usize - 1].club.as_deref()
    }

    fn strength(&self, id: PlayerId) -> Exact {
        Exact::new((self.strengths[id.0 as usize - 1] * 1000.0).round() as i128, 1000)
    }

    /// 1 for the strongest; nobody is as strong as another.
    fn strength_rank(&self, place: usize) -> usize {
        1 + self.strengths.iter().filter(|other| **other > self.strengths[place]).count()
    }

    fn rounds(&self) -> &[Round] {
        &self.tournament.rounds
    }

    /// The points of everybody in a round.
    fn points(&self, round: &Round) -> BTreeMap<PlayerId, Score> {
        let points = &self.tournament.points;
        let of_game = |colour, outcome| points.game(colour, outcome);
        let games = round.games.iter().flat_map(|game| {
            let result = game.result.expect("a result");
            [(game.white, Colour::White), (game.black, Colour::Black)]
                .map(|(player, colour)| (player, of_game(colour, result.of(colour))))
        });
        let byes = round.byes.iter().map(|bye| (bye.player, points.bye(bye.kind)));
        games.chain(byes).collect()
    }

    /// The points of `player` before the round of this place.
    fn points_before(&self, place: usize, player: PlayerId) -> i128 {
        let rounds = &self.rounds()[..place];
        rounds
            .iter()
            .filter_map(|round| self.points(round).get(&player).copied())
            .map(|one| i128::from(one.tenths()))
            .sum()
    }
}

fn mean(numbers: &[Exact]) -> Option<Exact> {
    let count = numbers.len() as i128;
    (count > 0).then(|| numbers.iter().sum::<Exact>() / whole(count))
}

/// A metric as the file has it, and the same in another way.
type Case = (&'static str, &'static str, fn(&Played<'_>) -> Option<Exact>);

/// The games of a round, the rating difference of each.
fn gaps(played: &Played<'_>, round: &Round) -> Vec<Exact> {
    round.games.iter().map(|game| whole((played.rating(game.white) - played.rating(game.black)).abs())).collect()
}

const CASES: [Case; 12] = [
    ("gaps", "pair = 'abs(a.rating - b.rating)'", |played| {
        Some(played.rounds().iter().flat_map(|round| gaps(played, round)).sum())
    }),
    ("widest", "pair = 'abs(a.rating - b.rating)'\neach-round = 'max'\ntake = 'mean'", |played| {
        let widest: Vec<Exact> =
            played.rounds().iter().filter_map(|round| gaps(played, round).into_iter().max()).collect();
        mean(&widest)
    }),
    ("squares", "pair = '(a.strength - b.strength) * (a.strength - b.strength) / 3'\ntake = 'mean'", |played| {
        let square = |one: Exact| one * one / whole(3);
        let games = played.rounds().iter().flat_map(|round| &round.games);
        mean(&games.map(|game| square(played.strength(game.white) - played.strength(game.black))).collect::<Vec<_>>())
    }),
    (
        "lost_by_the_stronger",
        "pair = \"a.strength > b.strength ? a.outcome == 'loss' : b.outcome == 'loss'\"\ntake = 'mean'",
        |played| {
            let lost = |game: &&swiss_ilp::tournament::Game| {
                let colour = if played.strength(game.white) > played.strength(game.black) {
                    Colour::White
                } else {
                    Colour::Black
                };
                game.result.expect("a result").of(colour) == Outcome::Loss
            };
            let games: Vec<_> = played.rounds().iter().flat_map(|round| &round.games).collect();
            mean(&games.iter().map(|game| whole(lost(game).into())).collect::<Vec<_>>())
        },
    ),
    ("club_mates", "pair = \"a.club != '' && a.club == b.club\"\neach-round = 'sum'\ntake = 'max'", |played| {
        let mates = |round: &Round| {
            let are = |game: &&swiss_ilp::tournament::Game| {
                played.club(game.white).is_some() && played.club(game.white) == played.club(game.black)
            };
            whole(round.games.iter().filter(are).count() as i128)
        };
        played.rounds().iter().map(mates).max()
    }),
    ("white_points", "colour = \"colour == 'white' ? p.won : 0\"", |played| {
        let white = |round: &Round| -> Exact {
            let points = played.points(round);
            round.games.iter().map(|game| Exact::new(points[&game.white].tenths().into(), 10)).sum()
        };
        Some(played.rounds().iter().map(white).sum())
    }),
    ("bye_points", "bye = 'p.points'\ntake = 'mean'", |played| {
        let of_round = |(place, round): (usize, &Round)| {
            let bye = round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing)?;
            Some(Exact::new(played.points_before(place, bye.player), 10))
        };
        mean(&played.rounds().iter().enumerate().filter_map(of_round).collect::<Vec<_>>())
    }),
    ("found", "player = 'p.strength_rank <= 3 && p.final_rank <= 3'", |played| {
        let found =
            (0..played.ranks.len()).filter(|place| played.strength_rank(*place) <= 3 && played.ranks[*place] <= 3);
        Some(whole(found.count() as i128))
    }),
    ("seats", "player = 'p.seat * p.points'\ntake = 'min'", |played| {
        let rounds = played.rounds().len();
        let of = |player: &swiss_ilp::tournament::Player| {
            let seat = FIELD.lines().skip(1).find(|line| line.starts_with(&player.name)).expect("a row");
            let seat: i128 = seat.rsplit(',').next().expect("a cell").parse().expect("a number");
            Exact::new(seat * played.points_before(rounds, player.id), 10)
        };
        played.tournament.players.iter().map(of).min()
    }),
    ("won_at_boards", "player = \"p.outcome == 'bye' ? 0 : p.won\"\neach-round = 'mean'\ntake = 'sum'", |played| {
        let of = |round: &Round| {
            let points = played.points(round);
            let at_boards = round.games.iter().flat_map(|game| [game.white, game.black]);
            let won: Exact = at_boards.map(|player| Exact::new(points[&player].tenths().into(), 10)).sum();
            let has_bye = round.byes.iter().any(|bye| bye.kind == ByeKind::Pairing);
            won / whole((2 * round.games.len() + usize::from(has_bye)) as i128)
        };
        Some(played.rounds().iter().map(of).sum())
    }),
    ("present", "round = 'players'\ntake = 'min'", |played| {
        let present = |round: &Round| {
            let away = round.byes.iter().filter(|bye| bye.kind.is_absence()).count();
            whole((played.tournament.players.len() - away) as i128)
        };
        played.rounds().iter().map(present).min()
    }),
    ("distance_of_scores", "round = 'highest_score - lowest_score'\ntake = 'mean'", |played| {
        let of = |(place, round): (usize, &Round)| {
            let pairing = round.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player);
            let there = round.games.iter().flat_map(|game| [game.white, game.black]).chain(pairing);
            let points: Vec<i128> = there.map(|player| played.points_before(place, player)).collect();
            Exact::new(points.iter().max().expect("players") - points.iter().min().expect("players"), 10)
        };
        mean(&played.rounds().iter().enumerate().map(of).collect::<Vec<_>>())
    }),
];

/// The experiment with `metrics` in a folder of its own.
pub fn written(dir: &str, metrics: &str) -> String {
    let dir = empty(dir);
    fs::write(format!("{dir}/field.csv"), FIELD).expect("written");
    let path = format!("{dir}/own.toml");
    let events = EVENTFUL.replace("players = 9\n", "");
    let events = events.replace("{ normal = { mean = 1900, sd = 250 } }", "{ file = 'field.csv' }");
    fs::write(&path, events + metrics).expect("written");
    path
}

fn all_metrics() -> String {
    CASES.iter().map(|(name, keys, _)| format!("[[metric]]\nname = '{name}'\n{keys}\n")).collect()
}

#[test]
fn own_metrics_equal_what_is_computed_without_expressions() {
    let path = written("own-metrics-equal", &all_metrics());
    let experiment = Experiment::load(path.as_ref()).unwrap_or_else(|error| panic!("{error}"));
    let mut differ: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    for (number, arm) in (1..=500).flat_map(|number| [(number, 0), (number, 1)]) {
        let (entrants, arm) = (Entrants::new(&experiment, number), &experiment.arms[arm]);
        let event = Event::play(&experiment, &entrants, number, arm, Options::default()).expect("an event");
        let row = event.row(&experiment, &entrants, number, arm).expect("a row");
        let mut ranks = vec![0; entrants.players().len()];
        for line in ranking::ranking(&event.tournament, &experiment.tie_breaks).expect("a ranking") {
            ranks[line.id.0 as usize - 1] = line.rank;
        }
        let strengths = entrants.players().map(|entrant| entrant.strength).collect();
        let played = Played { tournament: &event.tournament, strengths, ranks };
        for (name, _, compute) in &CASES {
            let place = experiment.metrics.iter().position(|metric| metric.id() == *name).expect("a metric");
            let expected = if played.rounds().is_empty() { None } else { compute(&played) };
            let expected = expected.map(|value| value.to_f64().expect("a number"));
            assert_eq!(row.values[place], expected, "{name} in event {number} by {}", arm.name);
            *differ.entry(name).or_default().entry(format!("{expected:?}")).or_default() += 1;
        }
    }
    // None is the same in all events, so that a constant would have been found.
    assert!(differ.values().all(|values| values.len() > 2), "{differ:?}");
}

#[test]
fn a_metric_with_a_fault_is_refused_with_its_place_before_the_first_event() {
    for (keys, at, what) in [
        (
            "pair = \"(a.rating > b.rating ? a : b).outcome == 'loss'\"",
            "line 28, column 39",
            "only players have attributes",
        ),
        ("pair = 'a.ratng'", "line 28, column 11", "did you mean 'rating'?"),
        ("pair = 'p.rating'", "line 28, column 11", "only players have attributes, which here are a, b"),
        ("pair = 'a.rating +'", "line 28", "this is no expression"),
        ("pair = 'a.club'", "line 28, column 9", "a metric is made of numbers"),
        ("pair = 'a.club + 1'", "line 28", "do not go together"),
        ("pair = 'a.outcome + 1'", "line 28", "do not go together"),
        ("pair = 'a.seat > 1 ? a.seat : a.title'", "line 28", "one case is a number"),
        ("pair = 'weight(a, b)'", "line 28, column 9", "no table of pairs"),
        ("player = 'p.won'", "line 28, column 13", "'won'"),
        ("player = 'round'", "line 28, column 11", "there is no 'round' here"),
        ("round = 'p.rating'", "line 28, column 12", "of whom there are none here"),
        ("round = 'players'\neach-round = 'max'", "line 29, column 14", "leave out each-round"),
        ("pair = '1'\ntake = 'median'", "line 29, column 8", "sum, mean, max, min"),
        ("pair = '1'\neach-round = 'all'", "line 29, column 14", "sum, mean, max, min"),
        ("pair = '1'\nbetter = 'up'", "line 29, column 10", "high, low"),
        ("pair = '1'\nbye = '1'", "line 29, column 7", "about one thing"),
        ("take = 'max'", "line 27, column 8", "asks nothing"),
        ("pair = '1'\nwidth = 2", "line 29, column 1", "width"),
        ("pair = '1'\n[[metric]]\nname = 'mine'\npair = '2'", "line 30, column 8", "before"),
    ] {
        let path = written("own-metrics-refused", &format!("[[metric]]\nname = 'mine'\n{keys}\n"));
        let refused = ended(&["simulate", &path, "--out", &format!("{path}-out")], "", 5, what);
        assert!(stderr(&refused).contains(at), "{keys}: {}", stderr(&refused));
        assert!(fs::metadata(format!("{path}-out")).is_err(), "{keys}: nothing is played");
    }
    for (name, what) in [("Mine", "small letter"), ("kendall", "before"), ("a-b", "small letter")] {
        let path = written("own-metrics-refused", &format!("[[metric]]\nname = '{name}'\npair = '1'\n"));
        ended(&["simulate", &path, "--out", &format!("{path}-out")], "", 5, what);
    }
    // A column of the field that metrics know as something else.
    let path = written("own-metrics-refused", "[[metric]]\nname = 'mine'\npair = '1'\n");
    let field = FIELD.replace("seat", "won");
    fs::write(path.replace("own.toml", "field.csv"), field).expect("written");
    ended(&["simulate", &path, "--out", &format!("{path}-out")], "", 5, "attribute 'won'");
}

/// What only the values can show ends the run, with the place in the file, the players and the round.
#[test]
fn a_value_that_cannot_be_found_ends_the_run_with_its_place() {
    for (keys, what) in [
        ("pair = '1 / (a.games - b.games + 1)'", "it divides by 0"),
        ("player = 'p.strength % 2'", "% is for whole numbers only"),
        ("pair = '1000000000000000 * 1000000000000 * 10000000'", "leave the range of exact arithmetic"),
    ] {
        let path = written("own-metrics-values", &format!("[[metric]]\nname = 'mine'\n{keys}\n"));
        let out = format!("{path}-out");
        let said = stderr(&ended(&["simulate", &path, "--out", &out, "--jobs", "1"], "", 3, what));
        assert!(said.contains("own.toml, line 28, column") && said.contains("mine of"), "{said}");
        let kept = fs::read_dir(&out).expect("a folder").filter_map(Result::ok);
        assert!(kept.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with("refused-event-")));
    }
}
