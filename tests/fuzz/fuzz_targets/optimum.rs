//! Small random rounds: the optimum is the best of all pairings, which the verifier weighs one by one; and where there is
//! none, the reason is a proof.
#![no_main]

use libfuzzer_sys::fuzz_target;
use swiss_ilp::model::{Model, Objective, Value};
use swiss_ilp::proof::check;
use swiss_ilp::solve::{Options, certify};
use swiss_ilp::questions::tasks;
use swiss_ilp::tournament::{
    Board, Bye, ByeKind, Game, GameResult, Pairing, Player, PlayerId, Round, RoundRequest, RoundState, Tournament,
};
use swiss_ilp::proof::verify::verify;

/// The choices that the bytes make; zeros after their end.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    /// A number below `most`.
    fn below(&mut self, most: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or_default()) % most
    }

    /// A round in which everybody plays, or has the bye.
    fn round(&mut self, players: usize) -> Round {
        let mut left: Vec<PlayerId> = (1..).map(PlayerId).take(players).collect();
        let mut round = Round::default();
        while left.len() > 1 {
            let white = left.remove(self.below(left.len()));
            let black = left.remove(self.below(left.len()));
            let (_, result) = GameResult::NAMES[self.below(GameResult::NAMES.len())];
            round.games.push(Game { white, black, result: Some(result), rated: true });
        }
        round.byes = left.into_iter().map(|player| Bye { player, kind: ByeKind::Pairing }).collect();
        round
    }
}

/// All pairings of the players, with both colours, and one bye if they are odd in number.
fn all_pairings(players: &[PlayerId]) -> Vec<Pairing> {
    let Some((first, others)) = players.split_first() else { return vec![Pairing::default()] };
    let mut all = Vec::new();
    if players.len() % 2 == 1 {
        let with_bye = all_pairings(others).into_iter().filter(|pairing| pairing.bye.is_none());
        all.extend(with_bye.map(|pairing| Pairing { bye: Some(*first), ..pairing }));
    }
    for other in others {
        let rest: Vec<PlayerId> = others.iter().copied().filter(|player| player != other).collect();
        for pairing in all_pairings(&rest) {
            for (white, black) in [(*first, *other), (*other, *first)] {
                let mut pairing = pairing.clone();
                pairing.boards.push(Board { white, black });
                all.push(pairing);
            }
        }
    }
    all
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes.iter());
    let players = 1 + choices.below(8);
    let rounds = choices.below(4);
    let mut spec = Objective::load(["pairs", "fair"][choices.below(2)]).expect("a model");
    for _ in 0..choices.below(16) {
        let [one, other] = [0, 1].map(|_| 1 + u32::try_from(choices.below(players)).expect("few"));
        if one != other {
            spec.side.forbidden.push([one, other]);
        }
    }
    let tournament = Tournament {
        players: (1..).map(PlayerId).take(players).map(Player::new).collect(),
        rounds: (0..rounds).map(|_| choices.round(players)).collect(),
        rounds_planned: [None, Some(4), Some(9)][choices.below(3)],
        ..Tournament::default()
    };
    let Ok(state) = RoundState::new(&tournament, RoundRequest::default()) else { return };
    let ids: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
    let values = |pairing: &Pairing| -> Option<Vec<Value>> {
        let verdict = verify(&state, &spec, pairing, None);
        verdict.is_legal().then(|| verdict.values())
    };
    let best = all_pairings(&ids).iter().filter_map(values).max();
    let solved = tasks::solve(&state, &Model::Objective(spec.clone()), Options::default()).expect("an answer");
    assert_eq!(solved.solution.incumbent.as_ref().map(|best| best.values.clone()), best);
    assert!(solved.solution.incumbent.is_none() || solved.is_optimal());
    let certificate = certify(&state, &spec, &solved.solution).expect("a certificate");
    let pairing = solved.solution.incumbent.map(|best| best.pairing);
    assert_eq!(check(&state, &spec, pairing.as_ref(), &certificate), Ok(()));
});
