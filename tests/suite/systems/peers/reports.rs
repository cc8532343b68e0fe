//! Tournament reports as each program reads them.

use super::fields::baku_points;
use std::collections::BTreeSet;
use swiss_ilp::files::trf::Document;
use swiss_ilp::tournament::{Bye, ByeKind, Colour, PointSystem, Score, Tournament};

/// The records that a program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// bbpPairings before 6.0.0: the records `BB…` and `XX…`.
    Bbp5,
    /// bbpPairings since 6.0.0: the same, and `192` for the Baku acceleration.
    Bbp6,
    /// JaVaFo 1: `XX…`, the letters of results for byes, and no record for points.
    Javafo1,
    /// JaVaFo 2: `XX…`.
    Javafo2,
    /// This program.
    Ours,
}

impl Dialect {
    /// JaVaFo 1 has no record for points; JaVaFo 2 pairs by the usual ones if its record has others.
    pub const fn has_points(self) -> bool {
        !matches!(self, Self::Javafo1 | Self::Javafo2)
    }

    pub const fn has_unrated_games(self) -> bool {
        !matches!(self, Self::Javafo1)
    }

    pub const fn has_full_byes(self) -> bool {
        !matches!(self, Self::Javafo1)
    }

    /// The tournament as a report. In its last round, if it has no games, only who is absent is known.
    pub fn report(self, tournament: &Tournament) -> String {
        let document = Document::from_tournament(&complete(tournament)).expect("what a report can hold");
        let is_said_by_type = self == Self::Bbp6 && is_baku(tournament);
        let mut text = String::new();
        for line in document.lines() {
            match line.get(..3) {
                // bbpPairings 6.0.0 refuses the letter A of this record, and JaVaFo does not know it.
                Some("162") if self != Self::Ours => {}
                Some("XXS") if matches!(self, Self::Bbp5 | Self::Bbp6) => {
                    text.push_str(&bbp_points(&tournament.points));
                }
                Some("XXA") if is_said_by_type => {}
                Some("001") if self == Self::Javafo1 => {
                    text.push_str(&line.replace("0000 - U", "0000 - +").replace("0000 - H", "0000 - ="));
                    text = text.replace("0000 - Z", "0000 - -");
                    text.push('\n');
                }
                _ => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        // JaVaFo derives points that are not said from the players' points, which may fit others.
        if self == Self::Javafo2 {
            text.push_str("XXS W=1.0 D=0.5 L=0.0 PAB=1.0\n");
        }
        if is_said_by_type {
            text.push_str("192 FIDE_DUTCH_2025_BAKU\n");
        }
        text
    }

    /// The generator's settings for how often something happens, and the values that they may have. Of JaVaFo 2 they are rates in
    /// percent, of the others one in so many.
    pub const fn generator_rates(self) -> (&'static [&'static str], [u32; 5]) {
        match self {
            Self::Javafo1 => (&["ForfeitRate", "RetiredRate", "HalfPointByteRate"], [3, 6, 20, 100, 1000]),
            Self::Javafo2 => {
                (&["ForfeitRate", "RetiredRate", "HPBRate", "ZPBRate", "FPBRate", "QuickgameRate"], [0, 1, 5, 10, 20])
            }
            _ => (&["ForfeitRate", "RetiredRate", "HalfPointByeRate"], [3, 6, 20, 100, 1000]),
        }
    }

    /// The generator's settings for these points, of those that have them.
    pub fn generator_points(self, points: &PointSystem) -> [(&'static str, Score); 5] {
        [
            ("PointsForWin", points.win[0]),
            ("PointsForDraw", points.draw[0]),
            ("PointsForLoss", points.loss[0]),
            ("PointsForForfeitLoss", points.forfeit_loss),
            ("PointsForPAB", points.pairing_bye),
        ]
    }
}

/// The tournament with names, ratings and points, and a bye for everybody who does not play a round that was played. Absences from
/// the round to pair are byes of it.
fn complete(tournament: &Tournament) -> Tournament {
    let mut complete = tournament.clone();
    if complete.next_round() == 1 {
        complete.initial_colour.get_or_insert(Colour::White);
    }
    let points = complete.points_won();
    for player in &mut complete.players {
        player.name = format!("Player {}", player.id);
        player.rating = Some(2800 - 5 * player.id.0);
        player.declared_points = Some(points.get(&player.id).copied().unwrap_or(Score::ZERO));
    }
    let ids = complete.ids();
    for (number, round) in (1..).zip(&mut complete.rounds) {
        let games = round.games.iter().flat_map(|game| [game.white, game.black]);
        let busy: BTreeSet<_> = games.chain(round.byes.iter().map(|bye| bye.player)).collect();
        let away = tournament.absent_from(number);
        let missing = ids.difference(&busy).copied();
        let missing = missing.filter(|player| !round.games.is_empty() || away.contains(player));
        let byes: Vec<Bye> = missing.map(|player| Bye { player, kind: ByeKind::Zero }).collect();
        round.byes.extend(byes);
    }
    complete.absences.clear();
    complete
}

/// Whether the points added are those of the Baku acceleration, as bbpPairings 6.0.0 and the article give them.
fn is_baku(tournament: &Tournament) -> bool {
    let (players, planned) = (tournament.players.len(), tournament.rounds_planned);
    let added = planned.map(baku_points).unwrap_or_default();
    let upper = tournament.players.iter().take(2 * players.div_ceil(4)).map(|player| player.id);
    let everybody_is_there = tournament.absent_from(1).is_empty();
    let is_as_they_group = matches!(players % 4, 0 | 3);
    is_as_they_group
        && everybody_is_there
        && tournament.points == PointSystem::default()
        && tournament.accelerations.keys().copied().eq(upper)
        && tournament
            .accelerations
            .values()
            .all(|points| points.iter().map(|(round, points)| (*round, *points)).eq(added.iter().copied()))
}

/// The point system in the records of bbpPairings.
fn bbp_points(points: &PointSystem) -> String {
    let records = [
        ("BBW", points.win[0]),
        ("BBD", points.draw[0]),
        ("BBL", points.loss[0]),
        ("BBZ", points.zero_bye),
        ("BBF", points.forfeit_loss),
        ("BBU", points.pairing_bye),
    ];
    records.iter().map(|(record, points)| format!("{record} {points:>4}\n")).collect()
}
