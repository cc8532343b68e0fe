//! Rounds without a legal pairing: the reason is a proof, and the rules that it names bar the pairs.

use crate::support::prelude::*;
use swiss_ilp::proof::verify::Violation;
use swiss_ilp::proof::{Proof, check};
use swiss_ilp::rules::Impossibility;
use swiss_ilp::solve::{NoPairing, Options as SolveOptions, Termination, certify};

/// Sets of places as bits.
type Places = u32;

/// Who may be paired with whom, and the odd components that sets of places leave.
struct Legal {
    seats: Vec<Seat>,
    neighbours: Vec<Places>,
}

impl Legal {
    fn new(state: &RoundState, may_be_paired: impl Fn(Seat, Seat) -> bool) -> Self {
        let mut seats: Vec<Seat> = state.players().iter().map(|player| Seat::Player(player.id)).collect();
        seats.extend((seats.len() % 2 == 1).then_some(Seat::Bye));
        let row = |one: &Seat| {
            let others = seats.iter().enumerate().filter(|(_, other)| *other != one && may_be_paired(*one, **other));
            others.fold(0, |row, (place, _)| row | 1 << place)
        };
        Self { neighbours: seats.iter().map(row).collect(), seats }
    }

    fn places(&self, seats: &[Seat]) -> Places {
        seats.iter().fold(0, |all, seat| all | 1 << self.seats.iter().position(|one| one == seat).expect("a seat"))
    }

    /// Checks that `why` is a proof, and that it lists the pairs that it depends on. The crate of matchings holds that nobody can be left out.
    fn assert_proof(&self, why: &Impossibility, context: &str) {
        let named = why.odd_components.concat().into_iter().chain(why.tutte_set.iter().copied()).collect::<Vec<_>>();
        let places = self.places(&named);
        assert_eq!(places.count_ones() as usize, named.len(), "{context}: somebody is named twice");
        assert_eq!(why.odd_components.len(), why.tutte_set.len() + 1, "{context}: {why}");
        let between = self.places(&why.tutte_set);
        let mut expected = BTreeSet::new();
        for component in why.odd_components.iter().map(|component| self.places(component)) {
            assert_eq!(component.count_ones() % 2, 1, "{context}: {why}");
            for place in (0..self.seats.len()).filter(|place| component & 1 << place != 0) {
                assert_eq!(self.neighbours[place] & !(component | between), 0, "{context}: {why}");
                let outside = (0..self.seats.len()).filter(|other| (component | between) & 1 << other == 0);
                expected.extend(outside.map(|other| (place.min(other), place.max(other))));
            }
        }
        let place = |seat: &Seat| self.seats.iter().position(|one| one == seat).expect("a seat");
        let pairs =
            why.barred.iter().flat_map(|barred| barred.from.iter().map(|other| (place(&barred.seat), place(other))));
        let listed: Vec<(usize, usize)> = pairs.map(|(one, other)| (one.min(other), one.max(other))).collect();
        assert_eq!(listed.len(), expected.len(), "{context}: a pair is listed twice, or not at all");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{context}: {why}");
        // If they are joined to no others, they are one group, without a Tutte set.
        let is_closed = (0..self.seats.len()).all(|at| places & 1 << at == 0 || self.neighbours[at] & !places == 0);
        assert_eq!(is_closed, why.tutte_set.is_empty(), "{context}: {why}");
        assert_eq!(self.neighbours.contains(&0), named.len() == 1, "{context}: who has no opponent is named alone");
    }
}

/// Asserts that `rules` bar the pair with either colour, by the verifier, and that it takes all of them.
fn assert_barred(
    one: Seat,
    other: Seat,
    rules: &[&str],
    violations: impl Fn(&[(u32, u32)], Option<u32>) -> Vec<Violation>,
) {
    let number = |seat: Seat| u32::from(seat);
    let seatings = match (one, other) {
        (Seat::Player(player), Seat::Bye) | (Seat::Bye, Seat::Player(player)) => vec![violations(&[], Some(player.0))],
        _ => [(one, other), (other, one)].map(|(a, b)| violations(&[(number(a), number(b))], None)).into(),
    };
    let breaks =
        |rules: &[&str]| seatings.iter().all(|found| found.iter().any(|violation| rules.contains(&violation.rule)));
    assert!(breaks(rules), "{rules:?} do not bar {one} and {other}");
    for left_out in rules {
        let others: Vec<&str> = rules.iter().copied().filter(|rule| rule != left_out).collect();
        assert!(!breaks(&others), "{others:?} bar {one} and {other}, and {left_out} is named too");
    }
}

#[test]
fn the_reason_is_a_proof_and_its_rules_bar_the_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(1947);
    let (mut found, mut with_tutte_set, mut with_groups, mut by_two_rules) = (0, 0, 0, 0);
    for seed in 0..200_000 {
        if found == 1_000 {
            break;
        }
        let state = random_state(seed, &Options { players: 1..=11, rounds: 0..=9 });
        let ids: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
        // At random, or across two halves, which leaves groups that are odd in number.
        let half = rng.random_range(0..=ids.len());
        let (within, across) = if seed % 2 == 0 { (0.3, 0.3) } else { (0.05, 1.0) };
        let mut forbidden = Vec::new();
        for (index, one) in ids.iter().enumerate() {
            for (place, other) in ids.iter().enumerate().skip(index + 1) {
                if rng.random_bool(if index < half && place >= half { across } else { within }) {
                    forbidden.push(format!("[{one}, {other}]"));
                }
            }
        }
        let spec = spec_with("pairs", &format!("forbidden = [{}]", forbidden.join(", ")));
        let solution = solve(&state, &spec, SolveOptions::default()).expect("a solution");
        let Termination::Infeasible(NoPairing::Obstruction(why)) = &solution.termination else { continue };
        found += 1;
        let context = format!("seed {seed}");
        let certificate = certify(&state, &spec, &solution).expect("a certificate");
        assert!(matches!(certificate.proof, Proof::Infeasible(_)));
        assert_eq!(check(&state, &spec, None, &certificate), Ok(()), "{context}");
        let model = PairModel::new(&state, &spec);
        let vertex = |seat: Seat| match seat {
            Seat::Player(id) => state.rank(id).expect("a player"),
            Seat::Bye => state.players().len(),
        };
        let legal = Legal::new(&state, |one, other| model.pair(vertex(one), vertex(other)).is_some());
        legal.assert_proof(why, &context);
        with_tutte_set += u32::from(!why.tutte_set.is_empty());
        with_groups += u32::from(why.odd_components.iter().any(|component| component.len() > 1));
        for barred in &why.barred {
            by_two_rules += u32::from(barred.rules.len() > 1);
            for other in &barred.from {
                assert_barred(barred.seat, *other, &barred.rules, |boards, bye| {
                    verify(&state, &spec, &pairing(boards, bye), None).violations
                });
            }
        }
    }
    println!("{found} rounds: {with_tutte_set} with a Tutte set, {with_groups} with groups, {by_two_rules}");
    assert!(found >= 700, "{found}");
    let holds = with_tutte_set > 100 && with_groups > 50 && by_two_rules > 0;
    assert!(holds, "{with_tutte_set} {with_groups} {by_two_rules}");
}

#[test]
fn the_reason_of_a_system_is_a_proof_and_its_rules_bar_the_pairs() {
    for id in ["dutch-2026", "dutch-2017", "dutch-2012", "dutch-1998", "dubov-1997"] {
        let system: System = crate::support::system(id);
        let (mut found, mut with_more) = (0, 0);
        for seed in 0..20_000 {
            if found == 250 {
                break;
            }
            let state = random_state(seed, &Options { players: 2..=10, rounds: 2..=9 });
            // The engines take the colours of a forfeited half of a double round for a preference, the verifier does not.
            if state.games_per_pairing() == GamesPerPairing::Two {
                continue;
            }
            let Err(unpairable) = system.pair(&state) else { continue };
            let Some(why) = &unpairable.impossible else { continue };
            found += 1;
            let context = format!("{id}, seed {seed}");
            // `dubov-1997.2.5` may be given up, and bars no pair for good.
            let violations = |boards: &[(u32, u32)], bye| {
                let mut found = system.verify(&state, &pairing(boards, bye)).violations;
                found.retain(|violation| !violation.rule.starts_with("pairing."));
                found
            };
            let may_be_paired = |one: Seat, other: Seat| match (one, other) {
                (Seat::Player(player), Seat::Bye) | (Seat::Bye, Seat::Player(player)) => {
                    violations(&[], Some(player.0)).is_empty()
                }
                _ => [(one, other), (other, one)]
                    .iter()
                    .any(|(a, b)| violations(&[((*a).into(), (*b).into())], None).is_empty()),
            };
            Legal::new(&state, may_be_paired).assert_proof(why, &context);
            with_more += u32::from(why.odd_components.concat().len() > 1);
            assert!(!unpairable.rules.is_empty(), "{context}");
            for barred in &why.barred {
                assert!(barred.rules.iter().all(|rule| unpairable.rules.contains(rule)), "{context}");
                let holds = barred.rules.iter().all(|rule| unpairable.to_string().contains(&format!("[{rule}]")));
                assert!(holds, "{context}");
                for other in &barred.from {
                    assert_barred(barred.seat, *other, &barred.rules, violations);
                }
            }
        }
        println!("{id}: {found} rounds, {with_more} with more than one player");
        assert!(found >= 100 && with_more > 10, "{id}: {found} and {with_more}");
    }
}

#[test]
fn long_lists_are_cut_in_the_sentence_only() {
    let seats: Vec<Seat> = (1..=30).map(|id| Seat::Player(PlayerId(id))).collect();
    let why = |tutte_set: &[usize], components: &[Vec<usize>]| {
        Impossibility::new(&seats, tutte_set, components, &["a"], |kept, _, _| !kept.is_empty())
    };
    let alone = why(&[], &[vec![0]]);
    let expected = "player 1 has no legal opponent: 1 not with 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 17 more [a]";
    assert_eq!(alone.to_string(), expected);
    assert_eq!((alone.barred.len(), alone.barred[0].from.len()), (1, 29));
    let between: Vec<usize> = (0..14).collect();
    let many = why(&between, &(15..30).map(|place| vec![place]).collect::<Vec<_>>());
    assert!(many.to_string().ends_with(" and so on for 3 more [a]"), "{many}");
    assert_eq!(many.barred.len(), 15);
    assert_eq!(many.barred.iter().map(|barred| barred.from.len()).sum::<usize>(), 15 * 14 / 2 + 15);
}

/// A player without a legal opponent is named alone, though others cannot be paired either.
#[test]
fn a_player_without_an_opponent_is_named_alone() {
    let state = random_state(1, &Options { players: 8..=8, rounds: 0..=0 });
    let reason = |side: &str| {
        let solution = solve(&state, &spec_with("pairs", side), SolveOptions::default()).expect("a solution");
        let Termination::Infeasible(why) = solution.termination else { panic!("{side}") };
        why.to_string()
    };
    assert_eq!(
        reason("forbidden = [[5, 1], [5, 2], [5, 3], [5, 4], [5, 6], [5, 7], [5, 8], [1, 2], [1, 3], [1, 4], [1, 6]]"),
        "player 5 has no legal opponent: 5 not with 1, 2, 3, 4, 6, 7, 8 [side.forbidden]"
    );
    assert_eq!(
        reason("forced = [[1, 2]]\nforbidden = [[3, 4], [3, 5], [3, 6], [3, 7], [3, 8]]"),
        "the model's [side] constraints force 1-2, and so player 3 has no legal opponent: \
         3 not with 4, 5, 6, 7, 8 [side.forbidden]; 3 not with 1, 2 [side.forced]"
    );
}
