//! A criterion of a system in which a pairing is worse, as an arbiter says it.

use crate::programs::StageKind;
use crate::rules::Rule;
use crate::tournament::{PlayerId, RoundState, Score};
use itertools::Itertools;

/// How many players a sentence names at most.
const MOST_NAMED: usize = 12;

/// The part of the round: `the bracket of 3.5 points (1, 7)`.
pub fn part(state: &RoundState, kind: StageKind, players: &[PlayerId]) -> String {
    let scores = players.iter().filter_map(|id| Some(state.players()[state.rank(*id)?].score));
    let which = match (kind, scores.min()) {
        (StageKind::Everybody | StageKind::Colours, _) | (_, None) => return "the round".to_owned(),
        (StageKind::Lowest, _) => "the lowest bracket".to_owned(),
        (StageKind::Collapsed, _) => "the collapsed last bracket".to_owned(),
        (_, Some(score)) => format!("the bracket of {score} points"),
    };
    let more = players.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{which} ({}{more})", players.iter().take(MOST_NAMED).join(", "))
}

/// What a tier counts of two pairings: `at least 2 downfloaters` of the one, `0` of the other; `None` for a tier that compares lists or an
/// order.
pub fn counted(count: &str, other: i64, best: i64) -> Option<[String; 2]> {
    let (noun, which) = match count {
        "bye-score" => {
            let [other, best] = [other, best].map(|tenths| i32::try_from(tenths).ok().map(Score::from_tenths));
            return Some([format!("at least {} points for whoever has the bye", other?), best?.to_string()]);
        }
        "forgotten-rounds" => ("round", " forgotten"),
        "outside-s1" => ("moved-down player", " outside S1"),
        "downfloaters" => ("downfloater", ""),
        "next-downfloaters" => ("downfloater", " in the bracket below"),
        "unplayed-games-of-bye" => ("unplayed game", " of whoever has the bye"),
        "colour-difference-beyond-two" => ("player", " with a colour difference beyond 2"),
        "third-colour-in-row" => ("player", " with the same colour three times in a row"),
        "same-absolute-preference" => ("pair", " with the same absolute colour preference"),
        "same-strong-preference" => ("pair", " with the same strong colour preference"),
        "same-preference" => ("pair", " with the same colour preference"),
        "strong-preference-denied" => ("strong colour preference", " denied"),
        "downfloat-as-last-round" | "any-downfloat-as-last-round" => ("downfloat", " as in the round before"),
        "downfloat-as-two-rounds-ago" | "any-downfloat-as-two-rounds-ago" => ("downfloat", " as two rounds before"),
        "upfloat-as-last-round" | "any-upfloat-as-last-round" => ("upfloat", " as in the round before"),
        "upfloat-as-two-rounds-ago" | "any-upfloat-as-two-rounds-ago" => ("upfloat", " as two rounds before"),
        "exchanges" => ("exchange", " between S1 and S2"),
        _ => return None,
    };
    let plural = if other == 1 { "" } else { "s" };
    Some([format!("at least {other} {noun}{plural}{which}"), best.to_string()])
}

/// An article with its title: `(Downfloaters) [dutch-2026.C6]`.
pub fn cited(rule: &str) -> String {
    let title = Rule::find(rule).map(|rule| format!("({}) ", rule.title)).unwrap_or_default();
    format!("{title}[{rule}]")
}
