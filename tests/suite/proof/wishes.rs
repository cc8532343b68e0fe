//! Wishes within the rules: the fewest breaches by enumeration, the rules' own pairing wherever it has as few, and a literal reading.

use super::by_rules::{PROVABLE, random_rounds};
use crate::readings::dutch_candidates;
use crate::support::dutch_random::{Customs, restless};
use crate::support::prelude::*;
use crate::support::{files, long};
use swiss_ilp::proof::by_rules::ByRules;
use swiss_ilp::questions::metrics::bars;
use swiss_ilp::questions::wishes::pair_by_wishes;
use swiss_ilp::solve::Options;
use swiss_rule_proof::wishes::{Wish, Wishes};

/// The most players whose pairings are all gone through: 945 pairings.
const MOST: usize = 10;

fn rounds() -> usize {
    usize::try_from(long::rounds(60)).expect("few")
}

/// Pairs that are rather not made, in two ranks.
fn random_wishes(random: &mut ChaCha8Rng, state: &RoundState) -> Vec<Wish> {
    let ids: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
    let count = random.random_range(1..=2 * ids.len());
    let mut wish = |_| {
        let pair: Vec<PlayerId> = ids.sample(random, 2).copied().collect();
        let (rank, weight) = (random.random_range(0..2), random.random_range(1..4));
        Wish { one: pair[0], other: pair[1], rank, weight }
    };
    (0..count).map(&mut wish).collect()
}

/// All ways to pair these, one with the bye if they are odd.
fn all_pairings(players: &[PlayerId], made: &mut Pairing, each: &mut dyn FnMut(&Pairing)) {
    let Some((first, others)) = players.split_first() else {
        each(made);
        return;
    };
    for (place, other) in others.iter().enumerate() {
        let left = [&others[..place], &others[place + 1..]].concat();
        made.boards.push(Board { white: *first, black: *other });
        all_pairings(&left, made, each);
        made.boards.pop();
    }
    if players.len() % 2 == 1 && made.bye.is_none() {
        made.bye = Some(*first);
        all_pairings(others, made, each);
        made.bye = None;
    }
}

/// The fewest breaches of a pairing whose pairs and bye the verifier calls legal.
fn enumerated(system: System, state: &RoundState, wishes: &Wishes) -> Option<Vec<i64>> {
    // By the TCEC's rules it is known first who has the bye.
    let due = system.pair(state).ok().and_then(|paired| paired.pairing.bye).filter(|_| system.to_string() == "tcec");
    let is_legal = |one: Seat, other: Seat| {
        let found = |part: &Pairing| {
            let part = Pairing { bye: part.bye.or(due), ..part.clone() };
            let found = system.verify(state, &part).violations;
            found.into_iter().filter(|violation| !violation.rule.starts_with("pairing.")).collect()
        };
        bars(one, other, found).is_empty()
    };
    let ids: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
    let seat = Seat::Player;
    let pairs =
        ids.iter().flat_map(|one| ids.iter().map(move |other| (*one, *other))).filter(|(one, other)| one < other);
    let allowed: BTreeSet<_> = pairs.filter(|(one, other)| is_legal(seat(*one), seat(*other))).collect();
    let byes: BTreeSet<_> =
        ids.iter().copied().filter(|id| due.is_none_or(|due| due == *id) && is_legal(seat(*id), Seat::Bye)).collect();
    let mut fewest: Option<Vec<i64>> = None;
    all_pairings(&ids, &mut Pairing::default(), &mut |pairing| {
        let pairs = || pairing.boards.iter().map(|board| (board.white.min(board.black), board.white.max(board.black)));
        if pairs().all(|pair| allowed.contains(&pair)) && pairing.bye.is_none_or(|bye| byes.contains(&bye)) {
            let breaches = wishes.breaches(state, pairing);
            fewest = Some(fewest.take().map_or(breaches.clone(), |fewest| fewest.min(breaches)));
        }
    });
    fewest
}

fn small_rounds(id: &str) -> impl Iterator<Item = (String, RoundState)> {
    let is_small = |(_, state): &(String, RoundState)| (2..=MOST).contains(&state.players().len());
    random_rounds(system(id), 4 * rounds()).into_iter().filter(is_small).take(rounds())
}

#[test]
fn no_legal_pairing_has_fewer_breaches() {
    let mut random = ChaCha8Rng::seed_from_u64(354);
    for (id, _) in PROVABLE {
        let (mut touched, mut broken, mut none) = (0, 0, 0);
        for (what, state) in small_rounds(id) {
            let system = system(id);
            let wishes = Wishes::new(&state, random_wishes(&mut random, &state));
            let by_rules = ByRules { state: &state, system: id, wishes: &wishes };
            let (certificate, proven) =
                by_rules.make(None, &|| false).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            assert_eq!(certificate.wishes, wishes.listed(&state));
            let fewest = enumerated(system, &state, &wishes);
            let breaches = proven.pairing.as_ref().map(|pairing| wishes.breaches(&state, pairing));
            assert_eq!(breaches, fewest, "{id}, {what}: {wishes:?}");
            assert_eq!(by_rules.fewest_breaches(&|| false), Ok(fewest.clone()), "{id}, {what}: {wishes:?}");
            let Some(pairing) = proven.pairing else {
                none += 1;
                continue;
            };
            let violations = system.verify(&state, &pairing).violations;
            assert!(violations.is_empty(), "{id}, {what}: {pairing:?}: {violations:?}");
            let own = system.pair(&state).expect("a legal pairing");
            let is_own = pairing.clone().in_board_order(&state) == own.pairing.clone().in_board_order(&state);
            let has_as_few = Some(wishes.breaches(&state, &own.pairing)) == fewest;
            assert_eq!(is_own, has_as_few, "{id}, {what}: {pairing:?} and {own:?} with {wishes:?}");
            let made = pair_by_wishes(&state, system, &wishes, &own, Options::default()).ok();
            assert_eq!(made.map(|made| made.kept.is_the_rules_own), Some(is_own), "{id}, {what}: {wishes:?}");
            if !is_own {
                touched += 1;
                // The checker knows the wishes: without them it refuses the certificate.
                let without = ByRules { wishes: &Wishes::default(), ..by_rules };
                assert_eq!(without.check(&certificate, None).expect_err("other wishes").check, "proof.statement");
            }
            broken += usize::from(fewest.is_some_and(|fewest| fewest.iter().any(|sum| *sum > 0)));
        }
        println!(
            "{id}: {touched} pairings that are not the rules' own, {broken} with breaches, {none} rounds without a pairing"
        );
        assert!(touched > 3 && broken > 3, "{id}: {touched} {broken}");
    }
}

/// The literal reading of 2026 goes through all candidates of a bracket, and asks of each what is broken in it and below at least.
#[test]
fn the_rules_of_2026_with_wishes_are_those_of_the_literal_reading() {
    let mut random = ChaCha8Rng::seed_from_u64(2026);
    let (id, mut otherwise) = ("dutch-2026", 0);
    for (what, state) in small_rounds(id) {
        let wishes = Wishes::new(&state, random_wishes(&mut random, &state));
        let by_rules = ByRules { state: &state, system: id, wishes: &wishes };
        let (_, proven) = by_rules.make(None, &|| false).unwrap_or_else(|why| panic!("{what}: {why}"));
        // The first rank outweighs the second.
        let weights: Vec<((PlayerId, PlayerId), u32)> = wishes
            .listed(&state)
            .iter()
            .enumerate()
            .flat_map(|(rank, pairs)| pairs.iter().map(move |pair| (rank, pair)))
            .map(|(rank, (one, other, weight))| {
                let factor = if rank + 1 < wishes.ranks() { 1_000 } else { 1 };
                ((PlayerId(*one), PlayerId(*other)), factor * u32::try_from(*weight).expect("small"))
            })
            .collect();
        let mut sums = dutch_candidates::Wishes::new();
        weights.into_iter().for_each(|(pair, weight)| *sums.entry(pair).or_default() += weight);
        let literal = dutch_candidates::pair_2026_by_wishes(&state, &sums);
        let ordered = |pairing: Option<Pairing>| pairing.map(|pairing| pairing.in_board_order(&state));
        assert_eq!(ordered(proven.pairing), ordered(literal.clone()), "{what}: {wishes:?}");
        let own = system(id).pair(&state).ok().map(|paired| paired.pairing);
        otherwise += usize::from(ordered(own) != ordered(literal));
    }
    assert!(otherwise > 3, "{otherwise}");
}

/// Where the rules' own pairing has more breaches than are needed, a rank that can be kept whole is a ban.
#[test]
fn ranks_that_can_be_kept_are_bans() {
    let mut random = ChaCha8Rng::seed_from_u64(2017);
    for (id, _) in PROVABLE {
        let (system, mut kept, mut own_is_kept, mut differs) = (system(id), 0, 0, 0);
        let rounds = random_rounds(system, 4 * rounds()).into_iter().filter(|(_, state)| state.players().len() > 1);
        for (what, state) in rounds {
            let Ok(own) = system.pair(&state) else { continue };
            let wishes = Wishes::new(&state, random_wishes(&mut random, &state));
            let by_rules = ByRules { state: &state, system: id, wishes: &wishes };
            let (_, proven) = by_rules.make(None, &|| false).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            let ordered = |pairing: Pairing| pairing.in_board_order(&state);
            let pairing = ordered(proven.pairing.expect("as the rules have one"));
            let ranks = wishes.listed(&state);
            let is_kept = |(_, sum): &(_, i64)| *sum == 0;
            let whole = ranks.iter().zip(wishes.breaches(&state, &pairing)).filter(is_kept);
            let bans: Vec<_> = whole.flat_map(|(pairs, _)| pairs).collect();
            if bans.len() < ranks.concat().len() {
                continue;
            }
            let ban = |state: RoundState, (one, other, _): &&(u32, u32, i64)| {
                state.forbidding(PlayerId(*one), PlayerId(*other))
            };
            let banned = ordered(system.pair(&bans.iter().fold(state.clone(), ban)).expect("all can be kept").pairing);
            if ordered(own.pairing) == pairing {
                own_is_kept += 1;
                differs += usize::from(banned != pairing);
            } else {
                assert_eq!(banned, pairing, "{id}, {what}: {wishes:?}");
                kept += 1;
            }
        }
        println!(
            "{id}: {kept} rounds as if the wishes were bans; {own_is_kept} of the rules alone, which bans would change in {differs}"
        );
        assert!(kept > 3, "{id}: {kept}");
    }
}

/// A rank of which nobody is there stays a rank: what is broken of the second is not taken for a breach of the first.
#[test]
fn a_rank_of_absent_players_hides_no_rank() {
    let tournament = files::load("instances/teaching-8.json".as_ref()).tournament;
    let request = RoundRequest { absent: vec![PlayerId(7), PlayerId(8)], ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("sound");
    let wish = |one, other, rank| Wish { one: PlayerId(one), other: PlayerId(other), rank, weight: 1 };
    let wishes = Wishes::new(&state, [wish(1, 7, 0), wish(2, 3, 1), wish(7, 8, 2)]);
    assert_eq!(wishes.listed(&state), [vec![], vec![(2, 3, 1)]]);
    let pairing = Pairing { boards: vec![Board { white: PlayerId(3), black: PlayerId(2) }], bye: None };
    assert_eq!(wishes.breaches(&state, &pairing), [0, 1]);
    assert!(Wishes::new(&state, [wish(1, 7, 0)]).is_empty());
}

/// What an event of clubs wishes: families in the first rank, clubs in the second. Club 0 is none.
struct Clubs {
    of: Vec<usize>,
    families: Vec<Vec<PlayerId>>,
}

impl Clubs {
    fn new(random: &mut ChaCha8Rng, players: usize) -> Self {
        let clubs = random.random_range(1..=4);
        let of = (0..players).map(|_| random.random_range(0..=clubs)).collect();
        let ids: Vec<PlayerId> = (1..).map(PlayerId).take(players).collect();
        let mut family = || ids.sample(random, 3).copied().collect();
        Self { of, families: vec![family(), family()] }
    }

    /// The wishes for players who are to be paired, the most important first: by rank, then from the top of the pairing order.
    fn wishes(&self, state: &RoundState) -> Vec<Wish> {
        let ids: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
        let club = |id: PlayerId| self.of[id.0 as usize - 1];
        let rank = |one: PlayerId, other: PlayerId| {
            if self.families.iter().any(|family| family.contains(&one) && family.contains(&other)) {
                Some(0)
            } else {
                (club(one) == club(other) && club(one) > 0).then_some(1)
            }
        };
        let pairs =
            ids.iter().enumerate().flat_map(|(place, one)| ids[place + 1..].iter().map(move |two| (*one, *two)));
        let wish = |(one, other)| Some(Wish { one, other, rank: rank(one, other)?, weight: 1 });
        let mut wishes: Vec<Wish> = pairs.filter_map(wish).collect();
        wishes.sort_by_key(|wish| wish.rank);
        wishes
    }
}

/// The pairing if the first of these wishes are forbidden.
fn forbidding(system: System, state: &RoundState, wishes: &[Wish]) -> Option<Pairing> {
    let state = wishes.iter().fold(state.clone(), |state, wish| state.forbidding(wish.one, wish.other));
    system.pair(&state).ok().map(|paired| paired.pairing)
}

/// What other programs do: all wishes are forbidden, and where that leaves no pairing, the last ones are dropped, until there is one. At
/// most so many of the steps are taken.
fn dropping(system: System, state: &RoundState, wishes: &[Wish], steps: &[usize]) -> Option<Pairing> {
    // Fewer bans never make a pairing impossible.
    let first = steps.partition_point(|count| forbidding(system, state, &wishes[..*count]).is_none());
    forbidding(system, state, &wishes[..*steps.get(first)?])
}

/// Each round is paired by the wishes. Protections that are dropped rank by rank, or one after another from the
/// bottom, never leave fewer breaches.
#[test]
fn dropping_protections_leaves_no_fewer_breaches() {
    let (mut rounds, mut sums, mut whole, mut fewer) = (0, [[0; 2]; 4], [0; 4], [0; 3]);
    for seed in 0..long::rounds(20) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (count, planned) = (random.random_range(8..=24), random.random_range(3..=7));
        let clubs = Clubs::new(&mut random, count);
        let id = ["dutch-2026", "dutch-2017", "dutch-2012"][seed as usize % 3];
        let system = system(id);
        let pair = |state: &RoundState| {
            let own = system.pair(state).ok()?.pairing;
            let listed = clubs.wishes(state);
            let wishes = Wishes::new(state, listed.iter().copied());
            let (_, proven) =
                ByRules { state, system: id, wishes: &wishes }.make(None, &|| false).expect("it is proven");
            let pairing = proven.pairing.expect("a pairing, as the rules have one");
            let of_rank = listed.iter().filter(|wish| wish.rank == 0).count();
            let by_rank =
                dropping(system, state, &listed, &[listed.len(), of_rank, 0]).expect("a pairing without bans");
            let all: Vec<usize> = (0..=listed.len()).rev().collect();
            let by_pair = dropping(system, state, &listed, &all).expect("a pairing without bans");
            // A rank of which nobody is there has no breaches.
            let broken = |pairing: &Pairing| {
                let of = |rank| listed.iter().filter(|wish| wish.rank == rank).copied().collect::<Vec<_>>();
                [0, 1].map(|rank| Wishes::new(state, of(rank)).breaches(state, pairing).iter().sum::<i64>())
            };
            let found = [&pairing, &by_pair, &by_rank, &own].map(broken);
            for (other, name) in found[1..].iter().zip(["one by one", "rank by rank", "by the rules alone"]) {
                assert!(found[0] <= *other, "{id}, event {seed}, {name}: {found:?}");
            }
            rounds += 1;
            for (place, found_here) in found.iter().enumerate() {
                (0..2).for_each(|rank| sums[place][rank] += found_here[rank]);
                whole[place] += usize::from(*found_here == [0, 0]);
                if place > 0 {
                    fewer[place - 1] += usize::from(found[0] < *found_here);
                }
            }
            Some(pairing)
        };
        restless(&mut random, count, planned, Customs::default(), |_| (), pair);
    }
    println!("{rounds} rounds. Breaches of families and of clubs, and rounds without any:");
    let names = ["wishes", "dropped one by one", "dropped rank by rank", "the rules alone"];
    for (name, (sums, whole)) in names.iter().zip(sums.iter().zip(whole)) {
        println!("{name}: {sums:?}, {whole}");
    }
    println!("Rounds in which wishes have fewer breaches than each of the other three: {fewer:?}");
    assert!(fewer.iter().all(|count| *count > 0), "{fewer:?}");
}
