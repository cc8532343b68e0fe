//! How an odd set of players is drawn: around the cards of its members, and around no other card.
//!
//! Cards that follow each other in a column share a frame. The frames of a set are joined by lines that pass beside the columns and
//! above the rows, and so touch no card.

use super::layout::{CARD, GAP, Layout};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// How far a frame is from its cards at most. Frames of neighbours do not overlap.
const FAR: u32 = GAP / 2;
/// How much nearer it is for each set around it.
const STEP: u32 = 2;
/// The radius of a frame's corners. A card's own corner is within it if the frame is a third of that away.
const CORNER: u32 = 6;
/// How far the lines are from the cards at their right, and how far below the upper edge of a card they begin.
const BESIDE: u32 = 11;
const BELOW: u32 = 12;
/// The lines of so many sets are beside each other, and not one on the other.
const LINES: u32 = 4;
const APART: u32 = 3;

/// The outline of an odd set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Left, top, width and height of each frame.
    frames: Vec<[u32; 4]>,
    /// The radius of their corners.
    corner: u32,
    /// The ends of each line, which is level or upright.
    lines: Vec<[[u32; 2]; 2]>,
}

/// The outlines of sets of card numbers. A number without a card is passed over.
pub fn outlines(layout: &Layout, sets: &[Vec<u32>]) -> Vec<Outline> {
    let sets: Vec<BTreeSet<u32>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
    let around =
        |set: &BTreeSet<u32>| sets.iter().filter(|other| other.len() > set.len() && set.is_subset(other)).count();
    let outline = |(number, set): (usize, &BTreeSet<u32>)| {
        let nearer = u32::try_from(around(set)).unwrap_or(FAR).saturating_mul(STEP);
        outline(layout, set, FAR.saturating_sub(nearer).max(1), u32::try_from(number).unwrap_or(0) % LINES)
    };
    sets.iter().enumerate().map(outline).collect()
}

/// The outline of one set, `far` from its cards, with its lines in one of the [`LINES`] places.
fn outline(layout: &Layout, set: &BTreeSet<u32>, far: u32, line: u32) -> Outline {
    let corners = set.iter().filter_map(|card| layout.cards.get(card)).copied().sorted().collect_vec();
    // Runs of cards that follow each other in a column: the first and the last corner of each.
    let mut runs: Vec<[[u32; 2]; 2]> = Vec::new();
    for [x, y] in corners {
        match runs.last_mut() {
            Some([_, last]) if *last == [x, y.saturating_sub(CARD.height + GAP)] => *last = [x, y],
            _ => runs.push([[x, y], [x, y]]),
        }
    }
    let frame = |[[x, top], [_, bottom]]: &[[u32; 2]; 2]| {
        [x - far, top - far, CARD.width + 2 * far, bottom + CARD.height + far - (top - far)]
    };
    Outline { frames: runs.iter().map(frame).collect(), corner: CORNER.min(3 * far), lines: lines(&runs, far, line) }
}

/// Lines from each frame to the left, beside its column, and above all columns if there are several.
fn lines(runs: &[[[u32; 2]; 2]], far: u32, line: u32) -> Vec<[[u32; 2]; 2]> {
    if runs.len() < 2 {
        return Vec::new();
    }
    let beside = |x: u32| x - BESIDE - APART * line;
    let columns = runs.chunk_by(|[one, _], [other, _]| one[0] == other[0]).collect_vec();
    let above = 2 + APART * line;
    let mut lines = Vec::new();
    for runs in &columns {
        let x = runs[0][0][0];
        let ends = runs.iter().map(|[first, _]| first[1] + BELOW).collect_vec();
        lines.extend(ends.iter().map(|y| [[beside(x), *y], [x - far, *y]]));
        let top = if columns.len() > 1 { above } else { ends[0] };
        lines.push([[beside(x), top], [beside(x), ends[ends.len() - 1]]]);
    }
    if let [first, .., last] = &columns[..] {
        lines.push([[beside(first[0][0][0]), above], [beside(last[0][0][0]), above]]);
    }
    lines
}

impl Outline {
    /// The frames as a path in SVG, to be filled.
    pub fn frames(&self) -> String {
        let mut path = String::new();
        for [x, y, width, height] in &self.frames {
            let r = self.corner;
            let (level, upright) = (width - 2 * r, height - 2 * r);
            // Writing to a String cannot fail.
            let _ = write!(
                path,
                "M{} {y}h{level}a{r} {r} 0 0 1 {r} {r}v{upright}a{r} {r} 0 0 1 -{r} {r}h-{level}a{r} {r} 0 0 1 -{r} -{r}v-{upright}a{r} {r} 0 0 1 {r} -{r}z",
                x + r
            );
        }
        path
    }

    /// The lines as a path in SVG.
    pub fn lines(&self) -> String {
        self.lines.iter().map(|[[x1, y1], [x2, y2]]| format!("M{x1} {y1}L{x2} {y2}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{CARD, layout};
    use super::{Outline, outlines};
    use std::collections::BTreeMap;

    /// Whether a rectangle and a card have a point in common.
    fn meets([x, y, width, height]: [u32; 4], card: [u32; 2]) -> bool {
        x <= card[0] + CARD.width && card[0] <= x + width && y <= card[1] + CARD.height && card[1] <= y + height
    }

    fn holds([x, y, width, height]: [u32; 4], card: [u32; 2]) -> bool {
        x < card[0] && y < card[1] && card[0] + CARD.width < x + width && card[1] + CARD.height < y + height
    }

    /// Hold an outline to its members: each is within one frame, nobody else's card touches one, and lines touch no card.
    fn exact(outline: &Outline, members: &[u32], cards: &BTreeMap<u32, [u32; 2]>) {
        for (id, card) in cards {
            let within = outline.frames.iter().filter(|frame| holds(**frame, *card)).count();
            assert_eq!(within, usize::from(members.contains(id)), "{id} of {members:?}");
            let touched = outline.frames.iter().filter(|frame| meets(**frame, *card)).count();
            assert_eq!(touched, within, "{id} of {members:?}");
            for [[x1, y1], [x2, y2]] in &outline.lines {
                assert!(x1 == x2 || y1 == y2);
                let line = [*x1.min(x2), *y1.min(y2), x1.abs_diff(*x2), y1.abs_diff(*y2)];
                assert!(!meets(line, *card), "a line of {members:?} touches {id}");
            }
        }
    }

    /// How many parts the frames are in, if a line joins the frames and lines that it touches.
    fn parts(outline: &Outline) -> usize {
        let lines = outline
            .lines
            .iter()
            .map(|[[x1, y1], [x2, y2]]| [*x1.min(x2), *y1.min(y2), x1.abs_diff(*x2), y1.abs_diff(*y2)]);
        let mut rest: Vec<[u32; 4]> = outline.frames.iter().copied().chain(lines).collect();
        let touch =
            |[x, y, w, h]: [u32; 4], [a, b, c, d]: [u32; 4]| x <= a + c && a <= x + w && y <= b + d && b <= y + h;
        let mut parts = 0;
        while let Some(first) = rest.pop() {
            parts += 1;
            let mut reached = vec![first];
            while let Some(one) = reached.pop() {
                let (near, far): (Vec<_>, Vec<_>) = rest.into_iter().partition(|other| touch(one, *other));
                reached.extend(near);
                rest = far;
            }
        }
        parts
    }

    #[test]
    fn every_set_of_a_round_is_enclosed_exactly_and_in_one_part() {
        let columns = [vec![1, 2, 3], vec![4, 5, 6, 7], vec![8], vec![9, 0]];
        let drawn = layout(&columns, &[[1, 8], [2, 4], [3, 5], [6, 7], [9, 0]]);
        for bits in 1_u32..1 << 10 {
            let members: Vec<u32> = (0..10).filter(|card| bits >> card & 1 == 1).collect();
            let [outline] = &outlines(&drawn, std::slice::from_ref(&members))[..] else { panic!("one outline") };
            exact(outline, &members, &drawn.cards);
            assert_eq!(parts(outline), 1, "{members:?}");
        }
    }

    #[test]
    fn sets_within_sets_have_frames_within_frames() {
        let drawn = layout(&[vec![1, 2, 3], vec![4, 5, 6, 7, 8, 9]], &[[1, 2], [3, 4]]);
        let sets: Vec<Vec<u32>> = [3, 5, 7, 9].map(|size| (1..=size).collect()).to_vec();
        let outlines = outlines(&drawn, &sets);
        for (outline, members) in outlines.iter().zip(&sets) {
            exact(outline, members, &drawn.cards);
        }
        let inner = outlines.windows(2).map(|pair| [pair[0].frames[0][0], pair[1].frames[0][0]]);
        assert!(inner.clone().all(|[inner, outer]| inner > outer), "{:?}", inner.collect::<Vec<_>>());
    }

    #[test]
    fn a_set_without_cards_has_nothing() {
        let outlines = outlines(&layout(&[vec![1, 2]], &[[1, 2]]), &[vec![7], vec![]]);
        assert!(outlines.iter().all(|outline| outline.frames().is_empty() && outline.lines().is_empty()));
    }
}
