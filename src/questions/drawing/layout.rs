//! Where the cards and arcs of a round are drawn. All numbers are pixels at the usual size of text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

pub const CARD: Extent = Extent { width: 188, height: 64 };
/// Between two cards of a column.
pub const GAP: u32 = 15;
/// Above the first row, for what passes over all cards, and left of the first column, for what passes beside it.
const TOP: u32 = 26;
const LEFT: u32 = 24;
/// Between a card and the first lane, and between lanes.
const FIRST_LANE: u32 = 15;
const LANE: u32 = 8;
/// What is left beside the lanes for arcs to other columns.
const PASSAGE: u32 = 44;
const CORNER: u32 = 9;
/// How far an end of an arc is from its card.
const END: u32 = 5;

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    pub width: u32,
    pub height: u32,
}

/// The drawing of a round.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: Extent,
    /// The left edge of each column.
    pub columns: Vec<u32>,
    /// The upper left corner of each card, by its number.
    pub cards: BTreeMap<u32, [u32; 2]>,
    /// The arc of each pair.
    pub arcs: Vec<Arc>,
}

/// The arc of a pair.
#[derive(Debug, PartialEq, Eq)]
pub struct Arc {
    /// The path in SVG.
    pub path: String,
    /// Where it ends, in the order of the pair.
    pub ends: [[u32; 2]; 2],
}

/// Lay out `columns` of card numbers, and the arcs of `pairs` of them. Every number of a pair is in a column.
///
/// Pairs within a column are brackets at its right, each in a lane of its own, the shortest innermost. Others are curves.
pub fn layout(columns: &[Vec<u32>], pairs: &[[u32; 2]]) -> Layout {
    let places: BTreeMap<u32, [usize; 2]> = columns
        .iter()
        .enumerate()
        .flat_map(|(column, cards)| cards.iter().enumerate().map(move |(row, card)| (*card, [column, row])))
        .collect();
    let lanes = lanes(columns.len(), &places, pairs);
    let mut lefts = Vec::new();
    let mut left = LEFT;
    for column in 0..columns.len() {
        lefts.push(left);
        let used = lanes.iter().filter(|(pair, _)| places[&pairs[**pair][0]][0] == column).map(|(_, lane)| lane + 1);
        left += CARD.width + FIRST_LANE + LANE * used.max().unwrap_or(0) + PASSAGE;
    }
    let corner = |[column, row]: [usize; 2]| [lefts[column], TOP + down(row)];
    let cards: BTreeMap<u32, [u32; 2]> = places.iter().map(|(card, place)| (*card, corner(*place))).collect();
    let arcs = pairs.iter().enumerate().map(|(number, pair)| {
        let corners = pair.map(|card| cards[&card]);
        match lanes.get(&number) {
            Some(lane) => bracket(corners, *lane),
            None => curve(corners, &lefts, number),
        }
    });
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let size = Extent { width: left.saturating_sub(PASSAGE - 12), height: TOP + down(rows) };
    Layout { arcs: arcs.collect(), size, columns: lefts, cards }
}

fn down(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX / 1000).saturating_mul(CARD.height + GAP)
}

/// The lane of each pair within a column.
fn lanes(columns: usize, places: &BTreeMap<u32, [usize; 2]>, pairs: &[[u32; 2]]) -> BTreeMap<usize, u32> {
    let mut within: Vec<Vec<(usize, [usize; 2])>> = vec![Vec::new(); columns];
    for (number, pair) in pairs.iter().enumerate() {
        let [[column, one], [other_column, other]] = pair.map(|card| places[&card]);
        if column == other_column {
            within[column].push((number, [one.min(other), one.max(other)]));
        }
    }
    let mut lanes = BTreeMap::new();
    for column in &mut within {
        column.sort_by_key(|(_, [top, bottom])| (bottom - top, *top));
        let mut taken: Vec<Vec<[usize; 2]>> = Vec::new();
        for (number, span) in column.iter() {
            let is_free = |lane: &Vec<[usize; 2]>| lane.iter().all(|used| span[1] < used[0] || used[1] < span[0]);
            let lane = taken.iter().position(is_free).unwrap_or(taken.len());
            if lane == taken.len() {
                taken.push(Vec::new());
            }
            taken[lane].push(*span);
            lanes.insert(*number, u32::try_from(lane).unwrap_or(u32::MAX / 1000));
        }
    }
    lanes
}

fn bracket(corners: [[u32; 2]; 2], lane: u32) -> Arc {
    let ends = corners.map(|[x, y]| [x + CARD.width + END, y + CARD.height / 2]);
    let [[x, one], [_, other]] = ends;
    let (top, bottom) = (one.min(other), one.max(other));
    let far = x - END + FIRST_LANE + LANE * lane;
    let (turn, near) = (CORNER.min((bottom - top) / 2), far - CORNER.min((bottom - top) / 2));
    let mut path = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        path,
        "M{x} {top}H{near}A{turn} {turn} 0 0 1 {far} {}V{}A{turn} {turn} 0 0 1 {near} {bottom}H{x}",
        top + turn,
        bottom - turn
    );
    Arc { path, ends }
}

/// A curve to another column. Where columns lie between, it passes them in the gap between two rows of cards.
fn curve(corners: [[u32; 2]; 2], lefts: &[u32], number: usize) -> Arc {
    let is_first_left = corners[0][0] <= corners[1][0];
    let end =
        |[x, y]: [u32; 2], is_left: bool| [if is_left { x + CARD.width + END } else { x - END }, y + CARD.height / 2];
    let ends = [end(corners[0], is_first_left), end(corners[1], !is_first_left)];
    let [left, right] = if is_first_left { ends } else { [ends[1], ends[0]] };
    let between: Vec<u32> = lefts.iter().copied().filter(|x| *x > left[0] && *x < right[0]).collect();
    let mut path = format!("M{} {}", left[0], left[1]);
    if let (Some(first), Some(last)) = (between.first(), between.last()) {
        // Arcs that share a gap are a little apart in it.
        let shift = u32::try_from(number % 4).unwrap_or(0) * 3;
        let row = (left[1].max(right[1]) - TOP) / (CARD.height + GAP);
        let gap = TOP + row * (CARD.height + GAP) - GAP + 3 + shift;
        swing(&mut path, left, [first - END, gap]);
        // Writing to a String cannot fail.
        let _ = write!(path, "H{}", last + CARD.width + END);
        swing(&mut path, [last + CARD.width + END, gap], right);
    } else {
        swing(&mut path, left, right);
    }
    Arc { path, ends }
}

/// A curve that begins and ends level.
fn swing(path: &mut String, from: [u32; 2], to: [u32; 2]) {
    let half = (to[0] - from[0]) / 2;
    let _ = write!(path, "C{} {} {} {} {} {}", from[0] + half, from[1], to[0] - half, to[1], to[0], to[1]);
}

#[cfg(test)]
mod tests {
    use super::{CARD, layout};
    use std::collections::BTreeSet;

    #[test]
    fn brackets_that_overlap_are_in_lanes_of_their_own_and_cards_do_not_overlap() {
        let drawn = layout(&[vec![1, 2, 3, 4, 5], vec![6, 0]], &[[1, 3], [2, 4], [5, 6]]);
        let far = |path: &str| path.split(['H', 'A']).nth(1).map(str::to_owned);
        assert_ne!(far(&drawn.arcs[0].path), far(&drawn.arcs[1].path));
        let corners: BTreeSet<[u32; 2]> = drawn.cards.values().copied().collect();
        assert_eq!(corners.len(), 7);
        assert!(drawn.columns[1] > drawn.columns[0] + CARD.width);
        assert!(
            drawn
                .cards
                .values()
                .all(|[x, y]| x + CARD.width <= drawn.size.width && y + CARD.height <= drawn.size.height)
        );
        // A float begins at the right of the higher player, and ends at the left of the lower one.
        let [[from, _], [to, _]] = drawn.arcs[2].ends;
        assert!(from > drawn.cards[&5][0] + CARD.width && to < drawn.cards[&6][0]);
    }

    #[test]
    fn an_arc_passes_other_columns_between_their_cards() {
        let drawn = layout(&[vec![1, 2], vec![3, 4, 5], vec![6, 7, 8]], &[[1, 8], [2, 6], [3, 7], [4, 5]]);
        for arc in &drawn.arcs[..2] {
            let level: u32 =
                arc.path.split('H').next().and_then(|path| path.rsplit(' ').next()).unwrap().parse().unwrap();
            let is_in = |id: &u32| (drawn.cards[id][1]..=drawn.cards[id][1] + CARD.height).contains(&level);
            assert!(arc.path.contains('H') && ![3, 4, 5].iter().any(is_in), "{}", arc.path);
        }
        assert!(!drawn.arcs[2].path.contains('H'));
    }

    #[test]
    fn an_empty_round_has_a_size() {
        let drawn = layout(&[], &[]);
        assert!(drawn.arcs.is_empty() && drawn.size.height > 0);
    }
}
