//! Parts that several tests use: test tournaments, and methods that find the optimum without the solver.

pub mod dubov_cases;
pub mod dutch_random;
pub mod files;
pub mod generate;
pub mod long;
pub mod options;
pub mod prelude;
pub mod program;
pub mod program_files;
pub mod reference;
pub mod rounds;
pub mod swiss;
pub mod table;
pub mod tcec_random;

use crate::readings::{dubov_1997, dubov_2026, dutch_1998, dutch_2012, dutch_candidates, upfloaters};
use crate::systems::ledger::difference;
use prelude::*;
use swiss_ilp::proof::by_rules::ByRules;
use swiss_ilp::systems::SystemPairing;
use swiss_rule_proof::wishes::Wishes;

/// The system of this id.
pub fn system(id: &str) -> System {
    id.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What pairs the past rounds of a random tournament: the engine of this system. Its literal reading makes the same tournaments,
/// many times more slowly.
pub fn paired_by(system: System) -> impl Fn(&RoundState) -> Option<Pairing> {
    move |state| system.pair(state).ok().map(|paired| paired.pairing)
}

/// The literal reading of a round.
pub type Literal = fn(&RoundState) -> Option<Pairing>;

/// The literal reading of every system but TCEC's, whose rounds are drawn otherwise.
pub const LITERALS: [(&str, Literal); 8] = [
    ("dutch-2026", dutch_candidates::pair_2026),
    ("dutch-2017", dutch_candidates::pair_2017),
    ("dutch-2012", dutch_2012::pair),
    ("dutch-1998", dutch_1998::pair),
    ("dubov-1997", dubov_1997::pair),
    ("dubov-2026", dubov_2026::pair),
    ("double-swiss-2026", |state| upfloaters::pair(state, upfloaters::DOUBLE_SWISS, |_| Score::ZERO)),
    ("team-2026", upfloaters::pair_teams),
];

/// The pairing of the second reading of the system of this id.
pub fn read_again(id: &str, state: &RoundState) -> Option<Pairing> {
    let round = ByRules { state, system: id, wishes: &Wishes::default() };
    round.pair(&[], None, &|| false).unwrap_or_else(|why| panic!("{id}: {why}")).pairing
}

/// The pairing of the engine. The literal reading and the second reading have the same.
pub fn paired_alike(id: &str, state: &RoundState) -> Option<Pairing> {
    let engine = paired_by(system(id))(state);
    let (_, literal) = LITERALS.into_iter().find(|(of, _)| *of == id).expect("a literal reading");
    for (reading, other) in [("literal", literal(state)), ("second", read_again(id, state))] {
        assert_eq!(difference(engine.as_ref(), other.as_ref()), None, "{reading}: {other:?} and {engine:?}");
    }
    engine
}

/// Who meets this player by the second reading without a criterion.
pub fn opponent_without(id: &str, tournament: &Tournament, player: u32, criterion: &str) -> Option<Seat> {
    let round = ByRules { state: &state(tournament), system: id, wishes: &Wishes::default() };
    let paired = round.pair(&[criterion.to_owned()], None, &|| false).unwrap_or_else(|why| panic!("{id}: {why}"));
    paired.pairing?.partner(Seat::Player(PlayerId(player)))
}

/// The lines of the trace.
pub fn lines(paired: &SystemPairing) -> Vec<String> {
    paired.trace.iter().map(ToString::to_string).collect()
}

/// The state before the next round of `tournament`.
pub fn state(tournament: &Tournament) -> RoundState {
    RoundState::new(tournament, RoundRequest::default()).unwrap_or_else(|error| panic!("{error:?} in {tournament:#?}"))
}

/// The round to pair of the random tournament number `seed`.
pub fn random_state(seed: u64, options: &Options) -> RoundState {
    state(&random_tournament(&mut ChaCha8Rng::seed_from_u64(seed), options))
}

/// The built-in model `name`, with the side constraints of the TOML text `side`.
pub fn spec_with(name: &str, side: &str) -> Objective {
    let pairs = include_str!("../../../models/pairs.toml");
    let with_side = Model::parse("side.toml", &format!("{pairs}\n[side]\n{side}")).expect("side constraints");
    let side = Objective::try_from(with_side).expect("an objective").side;
    Objective { side, ..Objective::load(name).expect("a built-in model") }
}

/// The pairing with these boards, White first, and this bye.
pub fn pairing(boards: &[(u32, u32)], bye: Option<u32>) -> Pairing {
    let boards = boards.iter().map(|(white, black)| Board { white: PlayerId(*white), black: PlayerId(*black) });
    Pairing { boards: boards.collect(), bye: bye.map(PlayerId) }
}

/// The round in which these boards were played, with random results.
pub fn play(pairing: &Pairing, rng: &mut impl Rng) -> Round {
    let results = ["1-0", "0-1", "1/2-1/2"].map(GameResult::from_name);
    let game = |Board { white, black }: &Board| Game {
        white: *white,
        black: *black,
        result: results[rng.random_range(0..3)],
        rated: true,
    };
    let games = pairing.boards.iter().map(game).collect();
    let byes = pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing });
    Round { games, byes: byes.into_iter().collect() }
}

/// First rounds as all FIDE Swiss systems pair them: the upper half against the lower half, colours in turn, and the
/// bye to the last (1998 F.4, E.5; Dubov 5).
pub fn first_rounds() -> Vec<(Tournament, Pairing)> {
    let mut rounds = Vec::new();
    for (players, boards, bye) in [
        (0, vec![], None),
        (1, vec![], Some(1)),
        (2, vec![(1, 2)], None),
        (7, vec![(1, 4), (5, 2), (3, 6)], Some(7)),
        (8, vec![(1, 5), (6, 2), (3, 7), (8, 4)], None),
    ] {
        let white = table::table(&vec![""; players]);
        let black = Tournament { initial_colour: Some(Colour::Black), ..white.clone() };
        let reversed: Vec<(u32, u32)> = boards.iter().map(|(white, black)| (*black, *white)).collect();
        rounds.push((white, pairing(&boards, bye)));
        rounds.push((black, pairing(&reversed, bye)));
    }
    rounds
}

/// The seeds of `count` cases; `STRESS=20` tries twenty times as many.
pub fn seeds(count: u64) -> std::ops::Range<u64> {
    let times = std::env::var("STRESS").map_or(1, |times| times.parse().expect("a number of times"));
    0..count * times
}
