//! The Dutch systems.
mod bracket;
mod card;
mod colours;
mod tiers;

use super::{Paired, System, Unpairable};
use crate::graph::{Graph, Matching};
use crate::tournament::{ByeKind, Outcome, PastEvent, Pairing, PlayerState, RoundState, Score};
use bracket::{Beyond, Bracket};
use card::{Card, Field};

/// The system `dutch-2012`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dutch2012;

impl System for Dutch2012 {
    fn id(&self) -> &'static str {
        "dutch-2012"
    }

    fn source(&self) -> &'static str {
        "FIDE Handbook C.04.3.1, Dutch System, as agreed by the 83rd FIDE Congress, Istanbul 2012"
    }

    fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable> {
        if std::env::var("NOPREF").is_ok() { eprintln!("x"); }
        let half = 10 * (state.round() as i32 - 1) / 2;
        let cards = state.players().iter().map(|player| Card {
            id: player.id,
            score: player.score,
            preference: player.preference(),
            floats: [player.float(1), player.float(2)],
            may_have_bye: !player.history.iter().any(|past| match &past.event {
                PastEvent::Bye(kind) => *kind != ByeKind::Zero,
                PastEvent::Game { encounters, .. } => {
                    encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin)
                }
                PastEvent::Absent => false,
            }),
            is_topscorer: state.is_last_round() == Some(true) && player.points > Score::from_tenths(half),
        });
        let field = Field::new(state, cards.collect());
        if std::env::var("DUTCH_DEBUG") == Ok(state.round().to_string()) {
            for (player, card) in state.players().iter().zip(&field.cards) {
                let pref = card.preference.map_or("-".to_string(), |p| format!("{:?}{:?}", p.strength, p.colour));
                let met: Vec<u32> = state.players().iter().filter(|o| player.has_met(o.id)).map(|o| o.id.0).collect();
                let f = |f: Option<crate::tournament::Float>| f.map_or("-", |f| if f == crate::tournament::Float::Down { "D" } else { "U" });
                eprintln!("{:>3} {} {:>14} {}{} {} {} met {:?}", card.id.0, card.score, pref, f(card.floats[0]), f(card.floats[1]), if card.may_have_bye {"bye"} else {"   "}, if card.is_topscorer {"top"} else {"   "}, met);
            }
        }
        let (pairs, bye) = pair_field(&field)
            .ok_or(Unpairable { rule: "dutch-2012.B1", why: "no legal pairing".into() })?;
        let players: &[PlayerState] = state.players();
        let boards = pairs.iter().map(|(a, b)| colours::board(state, &players[*a.min(b)], &players[*a.max(b)]));
        let pairing = Pairing { boards: boards.collect(), bye: bye.map(|bye| players[bye].id) };
        Ok(Paired { pairing: pairing.in_board_order(state), trace: Vec::new() })
    }
}

fn legal(field: &Field, one: usize, other: usize) -> bool {
    field.may_meet(one, other) && (!field.clash(one, other) || field.tops(one, other))
}

/// Whether all of these can be paired, but for one with the bye if they are odd.
fn completes(field: &Field, cards: &[usize]) -> bool {
    let n = cards.len();
    let odd = n % 2 == 1;
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|(a, b)| legal(field, cards[*a], cards[*b]));
    let byes = (0..n).filter(|a| odd && field.cards[cards[*a]].may_have_bye).map(|a| (a, n));
    let graph = Graph::new(n + usize::from(odd), pairs.chain(byes));
    Matching::maximum(&graph).is_perfect()
}

fn most_pairs(field: &Field, cards: &[usize]) -> usize {
    let n = cards.len();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|(a, b)| legal(field, cards[*a], cards[*b]));
    let graph = Graph::new(n, pairs);
    let m = Matching::maximum(&graph);
    (0..n).filter(|v| m.mate(*v).is_some()).count() / 2
}

type Result_ = Option<(Vec<(usize, usize)>, Option<usize>)>;

fn pair_field(field: &Field) -> Result_ {
    let n = field.cards.len();
    let odd = n % 2 == 1;
    let all: Vec<usize> = (0..n).collect();
    if n == 0 {
        return Some((vec![], None));
    }
    if !completes(field, &all) {
        return None;
    }
    let groups: Vec<&[usize]> = all.chunk_by(|a, b| field.cards[*a].score == field.cards[*b].score).collect();
    let even_round = field.state.round() % 2 == 0;
    let mut pairs = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    for g in 0..groups.len() {
        let residents = groups[g];
        let rest: Vec<usize> = groups[g + 1..].concat();
        if rest.is_empty() {
            let out = lowest(field, even_round, &floaters, residents, odd)?;
            pairs.extend(out.pairs);
            return Some((pairs, out.out.first().copied()));
        }
        let members: Vec<usize> = floaters.iter().chain(residents).copied().collect();
        let p1 = most_pairs(field, &members);
        let out = members.len() - 2 * p1;
        let homogeneous = std::env::var("H").is_ok() && 2 * floaters.len() >= members.len();
        let light = Bracket { field, even_round, beyond: Beyond::Nowhere(out) };
        let light = light.pair(&floaters, residents, homogeneous, None)?;
        let next: Vec<usize> = light.out.iter().chain(groups[g + 1]).copied().collect();
        let ideal = light.out.is_empty() || (most_pairs(field, &next) == next.len() / 2 && {
            // all moved down are paired
            let k = light.out.len();
            let n = next.len();
            let pairs = (0..n).flat_map(|a| (a.max(k - 1) + 1..n).map(move |b| (a, b))).filter(|(a, b)| legal(field, next[*a], next[*b]));
            let spare = n - 2 * (n / 2);
            let graph = Graph::new(n + spare, pairs.chain((k..n).flat_map(|a| (0..spare).map(move |s| (a, n + s)))));
            Matching::maximum(&graph).is_perfect()
        });
        let result = if ideal {
            light
        } else {
            let beyond = Beyond::Next(groups[g + 1], out);
            Bracket { field, even_round, beyond }.pair(&floaters, residents, homogeneous, None)?
        };
        let below: Vec<usize> = result.out.iter().chain(&rest).copied().collect();
        let complete = completes(field, &below);
        let normal_m1 = floaters.iter().filter(|f| !result.out.contains(f)).count();
        if normal_m1 == 0 && !floaters.is_empty() && !complete { eprintln!("NOTE m1=0 in ppb round {}", field.state.round()); }
        let result = if complete {
            result
        } else {
            let full = Bracket {
                field,
                even_round,
                beyond: Beyond::Into { next: groups[g + 1], below: &rest[groups[g + 1].len()..], bye: odd },
            };
            full.pair(&floaters, residents, homogeneous, None)?
        };
        let m1 = floaters.iter().filter(|f| !result.out.contains(f)).count();
        if !complete && !floaters.is_empty() && m1 == 0 && std::env::var("DUTCH_J").is_err() && normal_m1 > 0 || result.pairs.is_empty() && !complete {
            let out = lowest(field, even_round, &members, &rest, odd)?;
            pairs.extend(out.pairs);
            return Some((pairs, out.out.first().copied()));
        }
        if std::env::var("DUTCH_DEBUG") == Ok(field.state.round().to_string()) {
            let id = |v: &[usize]| v.iter().map(|c| field.cards[*c].id.0).collect::<Vec<_>>();
            eprintln!("bracket {:?} | {:?} -> {:?} out {:?} complete {complete} ideal {ideal}", id(&floaters), id(residents), result.pairs.iter().map(|(a,b)| (field.cards[*a].id.0, field.cards[*b].id.0)).collect::<Vec<_>>(), id(&result.out));
        }
        pairs.extend(result.pairs);
        floaters = result.out;
        if !complete {
            let out = lowest(field, even_round, &floaters, &rest, odd)?;
            pairs.extend(out.pairs);
            return Some((pairs, out.out.first().copied()));
        }
    }
    None
}

fn lowest(field: &Field, even_round: bool, moved: &[usize], residents: &[usize], odd: bool) -> Option<bracket::Paired> {
    let members = moved.len() + residents.len();
        if std::env::var("DUTCH_DEBUG") == Ok(field.state.round().to_string()) {
            let id = |v: &[usize]| v.iter().map(|c| field.cards[*c].id.0).collect::<Vec<_>>();
            eprintln!("lowest {:?} | {:?}", id(moved), id(residents));
        }
    let lowest = residents.iter().chain(moved).map(|c| i128::from(field.cards[*c].score.tenths())).min();
    let homogeneous = 2 * moved.len() >= members;
    let bracket = Bracket { field, even_round, beyond: Beyond::Bye(odd) };
    bracket.pair(moved, residents, homogeneous, lowest)
}
