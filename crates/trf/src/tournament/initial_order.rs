//! The order of the players before round 1, and the numbers that follow from it (C.04.2, 2).

use super::{Player, PlayerId, Tournament};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

/// What orders the players before round 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum OrderKey {
    /// The rating, the greatest first; who has none comes last.
    Rating,
    /// FIDE's title: GM, IM, WGM, FM, WIM, CM, WFM, WCM, and then everybody else.
    Title,
    /// The name by the alphabet. Accents count only between names that are the same without them.
    Name,
}

/// The titles, the highest first, each as a report may have it.
const TITLES: [[&str; 2]; 8] =
    [["GM", "G"], ["IM", "M"], ["WGM", "WG"], ["FM", "F"], ["WIM", "WM"], ["CM", "C"], ["WFM", "WF"], ["WCM", "WC"]];

impl OrderKey {
    /// How `one` and `other` stand to each other by `keys`, the first of which decides first.
    pub fn compare(keys: &[Self], one: &Player, other: &Player) -> Ordering {
        let title = |player: &Player| {
            let said = player.title.as_deref().unwrap_or_default().to_uppercase();
            TITLES.iter().position(|title| title.contains(&said.as_str())).unwrap_or(TITLES.len())
        };
        let name = |player: &Player| (without_accents(&player.name), player.name.clone());
        let by = |key: &Self| match key {
            Self::Rating => Reverse(one.rating).cmp(&Reverse(other.rating)),
            Self::Title => title(one).cmp(&title(other)),
            Self::Name => name(one).cmp(&name(other)),
        };
        keys.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl Tournament {
    /// The same with its players in this order and the numbers 1, 2, …, everywhere.
    pub fn renumbered(mut self, players: Vec<Player>) -> Self {
        let numbers: BTreeMap<PlayerId, PlayerId> =
            players.iter().zip(1..).map(|(player, number)| (player.id, PlayerId(number))).collect();
        let renumber = |id: &mut PlayerId| *id = numbers.get(id).copied().unwrap_or(*id);
        self.players = players;
        self.players.iter_mut().for_each(|player| renumber(&mut player.id));
        for round in &mut self.rounds {
            round.games.iter_mut().flat_map(|game| [&mut game.white, &mut game.black]).for_each(renumber);
            round.byes.iter_mut().for_each(|bye| renumber(&mut bye.player));
        }
        for boards in self.colourless.values_mut() {
            let turned = std::mem::take(boards).into_iter().map(|mut board| {
                [&mut board.white, &mut board.black].into_iter().for_each(renumber);
                board
            });
            *boards = turned.collect::<BTreeSet<_>>();
        }
        self.absences.iter_mut().for_each(|absence| renumber(&mut absence.player));
        self.forbidden.iter_mut().flat_map(|group| &mut group.players).for_each(renumber);
        for wish in self.wishes.values_mut().flatten() {
            let (players, weight) = wish.split_at(wish.find(['=', '@']).unwrap_or(wish.len()));
            let players = players.split('-').map(|player| {
                let known = player.parse().ok().and_then(|player| numbers.get(&PlayerId(player)));
                known.map_or_else(|| player.to_owned(), ToString::to_string)
            });
            *wish = players.collect::<Vec<_>>().join("-") + weight;
        }
        self.adjustments.iter_mut().for_each(|adjustment| renumber(&mut adjustment.player));
        let game_points = self.teams.iter_mut().map(|teams| &mut teams.game_points);
        for of_players in game_points.chain([&mut self.accelerations]) {
            let turned = std::mem::take(of_players).into_iter().map(|(mut player, points)| {
                renumber(&mut player);
                (player, points)
            });
            *of_players = turned.collect();
        }
        self
    }
}

/// The text in small letters, without the accents of Latin letters.
pub fn without_accents(text: &str) -> String {
    const LETTERS: [(&str, &str); 24] = [
        ("a", "àáâãäåāăą"),
        ("c", "çćĉċč"),
        ("d", "ďđð"),
        ("e", "èéêëēĕėęě"),
        ("g", "ĝğġģ"),
        ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"),
        ("j", "ĵ"),
        ("k", "ķ"),
        ("l", "ĺļľŀł"),
        ("n", "ñńņňŉ"),
        ("o", "òóôõöøōŏő"),
        ("r", "ŕŗř"),
        ("s", "śŝşšș"),
        ("t", "ţťŧț"),
        ("u", "ùúûüũūŭůűų"),
        ("w", "ŵ"),
        ("y", "ýÿŷ"),
        ("z", "źżž"),
        ("ae", "æ"),
        ("oe", "œ"),
        ("ss", "ß"),
        ("th", "þ"),
        ("", "\u{300}\u{301}\u{302}\u{303}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{327}\u{328}"),
    ];
    let mut plain = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match LETTERS.iter().find(|(_, accented)| accented.contains(c)) {
            Some((letter, _)) => plain.push_str(letter),
            None => plain.push(c),
        }
    }
    plain
}
