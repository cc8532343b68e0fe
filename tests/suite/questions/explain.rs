//! Prices of other opponents, as enumeration of all legal pairings finds them.

use crate::support::prelude::*;
use crate::support::reference::legal_pairings;
use crate::support::rounds::{best_with, minus, pairing, prices, random_round, seats, values};
use swiss_ilp::questions::explain::{Answer, ExplainedBoard, PricedOpponent};
use swiss_ilp::solve::{self, Partners, Reach, Termination};

/// The explanation, if there is a legal pairing.
fn explained(state: &RoundState, spec: &Objective) -> Option<Answer> {
    let answer = Answer::new("", state, spec, solve::Options::default()).expect("an explanation");
    assert_eq!(answer.termination.limit(), None);
    (answer.termination == Termination::Optimal).then_some(answer)
}

/// What is known of all other opponents of these two.
fn others(state: &RoundState, spec: &Objective, seats: [Seat; 2]) -> Vec<Partners> {
    let options = solve::Options::default();
    let solution = solve::solve(state, spec, options).expect("a solution");
    let found = solve::partners(state, spec, &solution, &seats, Reach::All, options).expect("prices");
    found.into_iter().map(|partners| partners.expect("no limit")).collect()
}

fn plain(other: &PricedOpponent) -> (Seat, Vec<Value>) {
    (other.opponent, prices(&other.price))
}

/// The prices of all other opponents of a seat, in pairing order.
fn expected(state: &RoundState, legal: &[(Vec<Value>, Pairing)], seat: Seat, now: Seat) -> Vec<(Seat, Vec<Value>)> {
    let best = &legal.iter().map(|(values, _)| values).max().expect("a pairing").clone();
    let others = seats(state).into_iter().filter(|other| *other != seat && *other != now);
    others.filter_map(|other| Some((other, minus(&best_with(legal, seat, other)?.0, best)))).collect()
}

#[test]
fn prices_are_those_of_enumeration() {
    let (mut known, mut alone, mut free, mut capped, mut none) = (0, 0, 0, 0, 0);
    for seed in seeds(800) {
        let (state, spec) = random_round(seed);
        let legal = legal_pairings(&state, &spec);
        let context = format!("seed {seed}");
        let Some(Answer { objective, boards, .. }) = explained(&state, &spec) else {
            assert!(legal.is_empty() && !state.players().is_empty(), "{context}");
            none += 1;
            continue;
        };
        let pairing = pairing(&boards);
        assert_eq!(values(&objective), verify(&state, &spec, &pairing, None).values());
        let sum = boards.iter().fold(vec![Value::ZERO; spec.tiers.len()], |sum, board| {
            sum.iter().zip(values(&board.value)).map(|(sum, value)| *sum + value).collect()
        });
        assert_eq!(sum, values(&objective), "{context}: the boards come to the whole");
        for &ExplainedBoard { white: one, black: other, ref instead, .. } in &boards {
            assert_eq!(pairing.partner(one), Some(other));
            let all = others(&state, &spec, [one, other]);
            for (index, (seat, now)) in [(one, other), (other, one)].into_iter().enumerate() {
                let expected = expected(&state, &legal, seat, now);
                let least = expected.iter().map(|(_, price)| price).max();
                let found = &instead[index];
                assert_eq!((found.player, all[index].seat), (seat, seat), "{context}");
                let next = found.next.as_ref().map(plain);
                if spec.has_caps() {
                    // The one of the first optimum without the pair.
                    assert_eq!(next.as_ref().map(|(_, price)| price), least, "{context}");
                    assert!(next.is_none_or(|next| expected.contains(&next)), "{context}");
                    capped += 1;
                } else {
                    let highest = expected.iter().find(|(_, price)| Some(price) == least);
                    assert_eq!(next.as_ref(), highest, "{context}: {seat}");
                    let all: Vec<_> = all[index].others.iter().map(|other| (other.seat, other.price.clone())).collect();
                    assert_eq!(all, expected, "{context}: {seat}");
                }
                known += usize::from(least.is_some());
                alone += usize::from(least.is_none());
                free += usize::from(least.is_some_and(|price| price.iter().all(|value| *value == Value::ZERO)));
            }
        }
    }
    println!(
        "{known} prices, {free} of 0, {alone} without another opponent, {capped} with caps, {none} rounds without a pairing"
    );
    assert!(known > 1_400 && alone > 90 && free > 150 && capped > 150 && none > 60);
}

/// Larger rounds: both players of a board leave each other at the same price, and a solve without the pair loses as much.
#[test]
fn a_price_is_what_a_solve_without_the_pair_loses() {
    for seed in seeds(15) {
        let state = random_state(seed, &Options { players: 20..=60, rounds: 2..=7 });
        for model in ["pairs", "fair"] {
            let spec = Objective::load(model).expect("a model");
            let Some(Answer { objective, boards, .. }) = explained(&state, &spec) else { continue };
            for board in &boards {
                let [one, other] = [0, 1].map(|side| board.instead[side].next.as_ref());
                let prices = [one, other].map(|next| next.map(|next| prices(&next.price)));
                assert_eq!(prices[0], prices[1], "seed {seed}");
                let without = spec.without_pair(board.white, board.black);
                let best = solve::solve(&state, &without, solve::Options::default()).expect("a solution").incumbent;
                assert_eq!(prices[0], best.map(|best| minus(&best.values, &values(&objective))), "seed {seed}");
            }
        }
    }
}
