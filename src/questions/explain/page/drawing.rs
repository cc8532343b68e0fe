//! The drawing of a round: score groups as columns of cards, an arc for each board, and the outlines of odd sets.
//!
//! `src/page/templates/drawing.html` writes it. All places are in it, so that a script has only to show, hide and light up.

use super::BoardRow;
use super::layout::{self, Layout, layout};
use super::outline::{Outline, outlines};
use super::players::CardReport;
use crate::printable::printable;
use itertools::Itertools;
use std::collections::BTreeSet;

/// The score groups as columns, with the arcs, and the odd sets.
pub(super) struct Drawing<'a> {
    pub(super) layout: Layout,
    pub(super) columns: Vec<ColumnView>,
    pub(super) cards: Vec<CardView<'a>>,
    pub(super) arcs: Vec<ArcView>,
    pub(super) sets: Vec<Outline>,
}

pub(super) struct ColumnView {
    pub(super) left: u32,
    pub(super) title: String,
    /// What the title counts.
    pub(super) unit: &'static str,
    pub(super) size: String,
}

pub(super) struct CardView<'a> {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) card: &'a CardReport,
    pub(super) name: String,
    pub(super) board: String,
    /// `white` or `black`, or nothing for the bye.
    pub(super) gets: &'static str,
    pub(super) is_denied: bool,
}

pub(super) struct ArcView {
    pub(super) board: String,
    pub(super) class: String,
    pub(super) path: String,
    pub(super) ends: Vec<EndView>,
}

pub(super) struct EndView {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) class: String,
    pub(super) is_denied: bool,
}

impl<'a> Drawing<'a> {
    /// The drawing of players in pairing order and of their boards, with the odd sets `sets`.
    pub(super) fn new(players: &'a [CardReport], boards: &[BoardRow<'_>], sets: &[Vec<u32>]) -> Self {
        let groups = players.chunk_by(|one, other| one.score == other.score).collect_vec();
        let mut columns: Vec<Vec<u32>> =
            groups.iter().map(|group| group.iter().map(|card| card.id).collect()).collect();
        let has_bye = boards.iter().any(|board| board.seats.contains(&0));
        if has_bye {
            columns.push(vec![0]);
        }
        let known: BTreeSet<u32> = columns.iter().flatten().copied().collect();
        let pairs: Vec<[u32; 2]> = boards
            .iter()
            .map(|board| board.seats)
            .filter(|pair| pair.iter().all(|seat| known.contains(seat)))
            .collect();
        let layout = layout(&columns, &pairs);
        let titles = groups.iter().map(|group| {
            let size = if group.len() == 1 { "1 player".to_owned() } else { format!("{} players", group.len()) };
            (group[0].score.clone(), " points", size)
        });
        let titles = titles.chain(has_bye.then(|| ("Bye".to_owned(), "", String::new())));
        let columns = layout.columns.iter().zip(titles);
        let columns =
            columns.map(|(left, (title, unit, size))| ColumnView { left: *left, title, unit, size }).collect();
        let cards = players.iter().map(|card| card_view(card, boards, &layout)).collect();
        let arcs = boards.iter().zip(&layout.arcs).map(|(board, arc)| arc_view(board, arc)).collect();
        let sets = outlines(&layout, sets);
        Self { columns, cards, arcs, sets, layout }
    }

    /// The corner of the bye's card.
    pub(super) fn bye(&self) -> Option<[u32; 2]> {
        self.layout.cards.get(&0).copied()
    }
}

fn card_view<'a>(card: &'a CardReport, boards: &[BoardRow<'_>], layout: &Layout) -> CardView<'a> {
    let [left, top] = layout.cards.get(&card.id).copied().unwrap_or_default();
    let board = boards.iter().find(|board| board.seats.contains(&card.id));
    let side = board.map_or(0, |board| usize::from(board.seats[1] == card.id));
    let is_board = board.is_some_and(|board| board.number.is_some());
    CardView {
        left,
        top,
        card,
        name: printable(&card.name),
        board: board.map(BoardRow::label).unwrap_or_default(),
        gets: if is_board { ["white", "black"][side] } else { "" },
        is_denied: board.is_some_and(|board| board.denied[side].is_some()),
    }
}

fn arc_view(board: &BoardRow<'_>, arc: &layout::Arc) -> ArcView {
    let kind = match (board.number, board.is_float) {
        (None, _) => "arc bye",
        (_, true) => "arc float",
        (_, false) => "arc",
    };
    let colours = if board.number.is_some() { ["white", "black"] } else { ["none", "none"] };
    let ends = arc.ends.iter().zip(colours).zip(board.denied).map(|(([x, y], colour), denied)| {
        let strength = denied.map_or("", |strength| if strength == "mild" { " mild" } else { " firm" });
        EndView { x: *x, y: *y, class: format!("end {colour}{strength}"), is_denied: denied.is_some() }
    });
    ArcView { board: board.label(), class: kind.to_owned(), path: arc.path.clone(), ends: ends.collect() }
}
