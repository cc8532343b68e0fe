//! What other programs are known to do otherwise, each as a changed literal reading, or as a list of boards that can be foretold.

use super::of;
use super::programs::{Answer, Boards};
use crate::readings::dutch_2012;
use crate::readings::dutch_candidates::{pair_2017, pair_2017_by_c6_alone, pair_2026_without_floats_of_poor_byes};
use swiss_ilp::tournament::{ByeKind, Outcome, Pairing, PastEvent, PastRound, RoundState};

/// One thing that another program does otherwise.
pub struct Cause {
    /// What it does, and against which article.
    pub name: &'static str,
    /// Whether these are exactly the boards, colours and bye that follow from it.
    pub explains: fn(&RoundState, &Answer) -> bool,
}

/// bbpPairings 6.0.0.
pub const BYES_WITHOUT_FLOAT: Cause = Cause {
    name: "a bye worth no more than a loss is no downfloat (1.4.3)",
    explains: |state, theirs| is(pair_2026_without_floats_of_poor_byes(state), theirs),
};

/// bbpPairings 5.0.1 and JaVaFo 2.2.
pub const M1_BY_C6: Cause = Cause {
    name: "moved-down players are as many as C.6 leaves, not the most that can be paired (B.1.c)",
    explains: |state, theirs| is(pair_2017_by_c6_alone(state), theirs),
};

/// JaVaFo 2.2.
pub const EMPTY_LIST: Cause = Cause {
    name: "where there is no pairing, it ends with an exception and a list without boards",
    explains: |state, theirs| theirs.as_ref().is_some_and(Boards::is_empty) && pair_2017(state).is_none(),
};

/// JaVaFo 1.4.
pub const BYE_AT_ANY_PRICE: Cause = Cause {
    name: "where nobody may have the bye, who has scored without playing in the fewest rounds has it (B.1.b)",
    explains: |state, theirs| is(dutch_2012::pair_with_a_bye_at_any_price(state), theirs),
};

/// JaVaFo 1.4.
pub const JOINED: Cause = Cause {
    name: "brackets are joined although another pairing of the penultimate can be found (C.13)",
    explains: |state, theirs| dutch_2012::pairs_with_joins(state).any(|pairing| is(Some(pairing), theirs)),
};

/// JaVaFo 1.4.
pub const C1_TO_THE_LETTER: Cause = Cause {
    name: "others are moved down instead of who has no opponent there, though P0 pairs are made without (C.1, C.12)",
    explains: |state, theirs| is(dutch_2012::pair_with_c1_to_the_letter(state), theirs),
};

/// JaVaFo 1.4.
pub const NO_TOPSCORERS: Cause = Cause {
    name: "B.2 holds for topscorers, too, where the round can be paired so (B.2, C.10.g)",
    explains: |state, theirs| is(dutch_2012::pair_without_topscorers(state), theirs),
};

/// JaVaFo 1.4.
pub const FORFEITED_ROUND: Cause = Cause {
    name: "a last round whose games were all forfeited is taken for the round to pair",
    explains: |state, theirs| forfeited_round(state).is_some_and(|boards| theirs.as_ref() == Some(&boards)),
};

fn is(pairing: Option<Pairing>, theirs: &Answer) -> bool {
    pairing.as_ref().map(of) == *theirs
}

/// If no game of the last round was played: the winners of its forfeits and who had the bye of it, as if they had the bye now.
fn forfeited_round(state: &RoundState) -> Option<Boards> {
    let all = || state.players().iter().chain(state.absent());
    let last = || all().filter_map(|player| Some((player.id, player.history.last()?)));
    let is_game = |past: &PastRound| matches!(past.event, PastEvent::Game { .. });
    if !last().any(|(_, past)| is_game(past)) || last().any(|(_, past)| past.event.met().is_some()) {
        return None;
    }
    let has_won = |past: &PastRound| match &past.event {
        PastEvent::Game { encounters, .. } => encounters.iter().any(|game| game.1 == Outcome::ForfeitWin),
        PastEvent::Bye(kind) => *kind == ByeKind::Pairing,
        PastEvent::Absent => false,
    };
    Some(last().filter(|(_, past)| has_won(past)).map(|(id, _)| [id.0, 0]).collect())
}
