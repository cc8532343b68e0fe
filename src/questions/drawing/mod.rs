//! The drawing of a round: score groups as columns of cards, an arc for each board, and the outlines of odd sets.
//!
//! `src/page/templates/drawing.html` writes it. All places are in it, so that a script has only to show, hide and light up.

mod layout;
mod outline;
mod players;

pub use players::{CardReport, WantedReport, cards};

use crate::printable::printable;
use itertools::Itertools;
use layout::{Layout, layout};
use outline::{Outline, outlines};
use std::collections::{BTreeMap, BTreeSet};

/// A board of a round, or its bye, as it is drawn and listed.
pub struct DrawnBoard {
    /// `None` for the bye.
    pub number: Option<usize>,
    /// White and Black; who has the bye, and 0.
    pub seats: [u32; 2],
    /// Name and score; the bye has no score.
    pub sides: [(String, String); 2],
    pub is_float: bool,
    /// The strength of each player's preference that is not met.
    pub denied: [Option<&'static str>; 2],
    /// Whether it stands out.
    pub is_lit: bool,
}

impl DrawnBoard {
    /// The board of these seats, whose players have these cards.
    pub fn new(number: Option<usize>, seats: [u32; 2], cards: &BTreeMap<u32, &CardReport>) -> Self {
        let found = seats.map(|seat| cards.get(&seat).copied());
        let side = |card: Option<&CardReport>| match card {
            None => ("bye".to_owned(), String::new()),
            Some(card) => (printable(&card.name), card.score.clone()),
        };
        let denied = |side: usize| {
            let wants = found[side]?.wants.filter(|wants| number.is_some() && wants.colour != ["white", "black"][side]);
            wants.map(|wants| wants.strength)
        };
        let scores = found.map(|card| card.map(|card| &card.score));
        Self {
            number,
            seats,
            sides: found.map(side),
            is_float: scores[0] != scores[1],
            denied: [denied(0), denied(1)],
            is_lit: false,
        }
    }

    pub fn label(&self) -> String {
        self.number.map_or_else(|| "bye".to_owned(), |number| number.to_string())
    }

    /// Black's number; the bye has none.
    pub fn black(&self) -> String {
        if self.seats[1] == 0 { String::new() } else { self.seats[1].to_string() }
    }

    pub fn denials(&self) -> String {
        let of_side = |side: usize, colour: &str| self.denied[side].map(|strength| format!("{colour} ({strength})"));
        // Who has White wanted Black.
        [of_side(0, "Black"), of_side(1, "White")].into_iter().flatten().join(", ")
    }
}

/// The cards of players by their numbers.
pub fn by_number(players: &[CardReport]) -> BTreeMap<u32, &CardReport> {
    players.iter().map(|card| (card.id, card)).collect()
}

/// The score groups as columns, with the arcs, and the odd sets.
pub struct Drawing<'a> {
    pub layout: Layout,
    pub columns: Vec<ColumnView>,
    pub cards: Vec<CardView<'a>>,
    pub arcs: Vec<ArcView>,
    pub sets: Vec<Outline>,
}

pub struct ColumnView {
    pub left: u32,
    pub title: String,
    /// What the title counts.
    pub unit: &'static str,
    pub size: String,
}

pub struct CardView<'a> {
    pub left: u32,
    pub top: u32,
    pub card: &'a CardReport,
    pub name: String,
    pub board: String,
    /// `white` or `black`, or nothing for the bye.
    pub gets: &'static str,
    pub is_denied: bool,
    pub is_lit: bool,
}

pub struct ArcView {
    pub board: String,
    pub class: String,
    pub path: String,
    pub ends: Vec<EndView>,
}

pub struct EndView {
    pub x: u32,
    pub y: u32,
    pub class: String,
    pub is_denied: bool,
}

impl<'a> Drawing<'a> {
    /// The drawing of players in pairing order and of their boards, with the odd sets `sets`.
    pub fn new(players: &'a [CardReport], boards: &[&DrawnBoard], sets: &[Vec<u32>]) -> Self {
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
    pub fn bye(&self) -> Option<[u32; 2]> {
        self.layout.cards.get(&0).copied()
    }
}

fn card_view<'a>(card: &'a CardReport, boards: &[&DrawnBoard], layout: &Layout) -> CardView<'a> {
    let [left, top] = layout.cards.get(&card.id).copied().unwrap_or_default();
    let board = boards.iter().find(|board| board.seats.contains(&card.id));
    let side = board.map_or(0, |board| usize::from(board.seats[1] == card.id));
    let is_board = board.is_some_and(|board| board.number.is_some());
    CardView {
        left,
        top,
        card,
        name: printable(&card.name),
        board: board.map(|board| board.label()).unwrap_or_default(),
        gets: if is_board { ["white", "black"][side] } else { "" },
        is_denied: board.is_some_and(|board| board.denied[side].is_some()),
        is_lit: board.is_some_and(|board| board.is_lit),
    }
}

fn arc_view(board: &DrawnBoard, arc: &layout::Arc) -> ArcView {
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
    let class = if board.is_lit { format!("{kind} lit") } else { kind.to_owned() };
    ArcView { board: board.label(), class, path: arc.path.clone(), ends: ends.collect() }
}
