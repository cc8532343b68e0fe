//! A solver's answers are the references' answers, and the rules that it goes by are the verifier's.

mod support;

use support::generate::Options;
use support::reference::{Best, best_colours, brute_force, matching_oracle};
use support::{random_state, spec_with};
use swiss_ilp::model::{Spec, Tier, Value, Weighted};
use swiss_ilp::rules::{Hard, Term};
use swiss_ilp::tournament::{Board, Colour, Pairing, PlayerId, PlayerState, RoundState};
use swiss_ilp::verify::verify;

/// The most players whose pairings can all be tried.
const FEW: usize = 10;

/// Hold the `solver`'s answer (`None`: no legal pairing) to the verifier and the references: in small fields value and
/// pairing, in others, where the model is a matching, the value.
fn agree(state: &RoundState, spec: &Spec, solver: impl Fn(&RoundState, &Spec) -> Option<Best>) {
    let answer = solver(state, spec);
    if let Some(Best { values, pairing }) = &answer {
        let verdict = verify(state, spec, pairing, Some(values));
        assert!(verdict.is_verified(), "{verdict:#?}");
    }
    if state.players().len() <= FEW {
        assert_eq!(
            answer.as_ref().map(seats),
            brute_force(state, spec).as_ref().map(seats),
            "{} {state:#?}",
            spec.name
        );
    } else if spec.side.is_empty() {
        assert_eq!(answer.map(|best| best.values), matching_oracle(state, spec), "{} {state:#?}", spec.name);
    }
}

/// Everything but the order of the boards.
fn seats(best: &Best) -> (&[Value], Vec<Board>, Option<PlayerId>) {
    let mut boards = best.pairing.boards.clone();
    boards.sort();
    (&best.values, boards, best.pairing.bye)
}

#[test]
fn choosing_colours_board_by_board_agrees() {
    let options = Options { players: 2..=8, rounds: 0..=6 };
    for seed in 0..200 {
        let state = random_state(seed, &options);
        for spec in [spec_with("pairs", ""), spec_with("fair", "max-downfloats = 1")] {
            agree(&state, &spec, best_colours);
        }
    }
}

#[test]
fn the_rules_forbid_and_count_what_the_verifier_does() {
    let tier = |term: &Term| Tier { name: String::new(), terms: vec![Weighted { term: *term, weight: 1 }] };
    let spec = Spec { hard: Hard::ALL.to_vec(), tiers: Term::ALL.iter().map(tier).collect(), ..spec_with("pairs", "") };
    let options = Options { players: 3..=12, rounds: 0..=7 };
    for seed in 0..600 {
        let state = random_state(seed, &options);
        let verified = |pairing: &Pairing| {
            let verdict = verify(&state, &spec, pairing, None);
            let mut broken: Vec<&str> = verdict.violations.iter().map(|violation| violation.rule).collect();
            broken.retain(|rule| rule.starts_with("ilp."));
            broken.dedup();
            (broken, verdict.values())
        };
        let broken = |breaks: &dyn Fn(&Hard) -> bool| -> Vec<&str> {
            Hard::ALL.iter().filter(|hard| breaks(hard)).map(|hard| hard.rule().id).collect()
        };
        let values = |count: &dyn Fn(Term) -> i64| Term::ALL.map(|term| Value::from_tenths(count(term))).to_vec();
        for white in state.players() {
            for black in state.players().iter().filter(|black| black.id != white.id) {
                let seats: [(&PlayerState, Colour); 2] = [(white, Colour::White), (black, Colour::Black)];
                let broken = broken(&|hard| {
                    hard.forbids_pair(&state, white, black)
                        || seats.iter().any(|(player, colour)| hard.forbids_colour(&state, player, *colour))
                });
                let values = values(&|term| {
                    let colours = seats.iter().map(|(player, colour)| term.of_colour(&state, player, *colour));
                    term.of_pair(&state, white, black) + colours.sum::<i64>()
                });
                let board = Board { white: white.id, black: black.id };
                let pairing = Pairing { boards: vec![board], bye: None };
                assert_eq!(verified(&pairing), (broken, values), "{board:?}, seed {seed}");
            }
            let broken = broken(&|hard| hard.forbids_bye(white));
            let values = values(&|term| term.of_bye(&state, white));
            let pairing = Pairing { boards: Vec::new(), bye: Some(white.id) };
            assert_eq!(verified(&pairing), (broken, values), "bye of {}, seed {seed}", white.id);
        }
    }
}
