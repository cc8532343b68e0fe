use super::byes_before;
use crate::systems::standings::{Fraction, RankingCriterion, Standings};
use crate::tournament::{Colour, Outcome, PastEvent, PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;
use std::collections::BTreeMap;

const CRITERIA: [RankingCriterion; 4] = [
    RankingCriterion { name: "score", heading: "Score" },
    RankingCriterion { name: "byes", heading: "Byes" },
    RankingCriterion { name: "blacks", heading: "Blacks" },
    RankingCriterion { name: "sonneborn_berger", heading: "SB" },
];

/// The ranking by score, fewer byes, more Blacks, then Sonneborn-Berger. Players equal in all of these share a rank.
///
/// The text names these tie-breaks as examples; the r-mobility score is omitted, since the text does not define it.
/// Sonneborn-Berger is the sum of the final scores of the opponents beaten and half of those drawn with. It counts each
/// game by its points. Games not played and byes do not count.
pub fn standings(state: &RoundState) -> Standings {
    let players: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
    let scores: BTreeMap<PlayerId, Score> = players.iter().map(|player| (player.id, player.points)).collect();
    let line = |player: &&PlayerState| {
        let score = i64::from(player.points.tenths());
        let byes = count(byes_before(player));
        let blacks = count(player.colours().filter(|colour| *colour == Colour::Black).count());
        let sonneborn_berger = sonneborn_berger(player, &scores);
        let key = (Reverse(score), byes, Reverse(blacks), Reverse(sonneborn_berger));
        let values = [(score, 10), (byes, 1), (blacks, 1), (sonneborn_berger, 100)];
        (key, player.id, values.map(|(parts, whole)| Some(Fraction::new(parts, whole))).to_vec())
    };
    Standings::ranked(&CRITERIA, players.iter().map(line).collect())
}

fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// Sonneborn-Berger in hundredths of a point.
fn sonneborn_berger(player: &PlayerState, scores: &BTreeMap<PlayerId, Score>) -> i64 {
    let mut hundredths = 0;
    for past in &player.history {
        if let PastEvent::Game { opponent, encounters, .. } = &past.event {
            let theirs = i64::from(scores.get(opponent).copied().unwrap_or_default().tenths());
            // A win counts the opponent's score once, a draw half of it: in tenths, 10 and 5.
            hundredths += encounters.iter().map(|(_, outcome)| share(*outcome) * theirs).sum::<i64>();
        }
    }
    hundredths
}

fn share(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win => 10,
        Outcome::Draw | Outcome::Adjourned => 5,
        Outcome::Loss | Outcome::ForfeitWin | Outcome::ForfeitLoss => 0,
    }
}
