//! The lines of a report of teams, changed so that they say its newest round.

use super::cells::{CELL, FIRST_CELL};
use super::columns::{LineColumns, number};
use super::round::put;
use super::row::PlayerRow;
use super::teams::BYES;
use crate::tournament::{Bye, ByeKind, Game, PlayerId, Round, Score, TeamScore, Teams, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// What the lines of teams become.
pub(super) struct TeamLines<'a> {
    after: &'a Tournament,
    teams: &'a Teams,
    ranks: &'a BTreeMap<PlayerId, usize>,
    /// The round that is paired, if one is.
    paired: Option<(usize, &'a Round)>,
    /// Whether it was played before, so that it and later ones are dropped.
    drops: bool,
    /// The teams of the round whose line `802` has not come yet, and its bye, if `320` has not.
    open: BTreeSet<PlayerId>,
    open_bye: Option<PlayerId>,
}

impl<'a> TeamLines<'a> {
    /// `next` is the first round that had no games before.
    pub fn new(
        after: &'a Tournament,
        teams: &'a Teams,
        ranks: &'a BTreeMap<PlayerId, usize>,
        round: Option<u32>,
        next: u32,
    ) -> Self {
        let paired = round.and_then(|round| Some((round as usize, after.round(round)?)));
        let open = if paired.is_some() { after.ids() } else { BTreeSet::new() };
        let open_bye = paired.and_then(|(_, there)| there.pairing_byes().into_iter().next());
        Self { after, teams, ranks, paired, drops: round.is_some_and(|round| round < next), open, open_bye }
    }

    /// What the line becomes, or that it is left out; `None` if it is not of teams.
    pub fn of(&mut self, line: &LineColumns, row: Option<&PlayerRow>) -> Option<Option<String>> {
        let mut text: Vec<char> = line.to_string().chars().collect();
        let dropped = self.paired.map(|(round, _)| round).filter(|_| self.drops);
        let is_dropped = |first, last| {
            let round = number(&line.field(first, last));
            dropped.zip(round).is_some_and(|(first, round)| round as usize >= first)
        };
        match (line.field(1, 3).as_str(), row) {
            (_, Some(row)) => {
                if let Some(round) = dropped {
                    text.truncate(row.column(FIRST_CELL + CELL * (round - 1)).saturating_sub(1));
                    put(&mut text, row.column(80), "     ");
                }
            }
            ("300", _) if is_dropped(5, 7) => return Some(None),
            ("330", _) if is_dropped(8, 10) => return Some(None),
            ("801", _) if self.drops => return Some(None),
            ("310", _) => self.put_points(&mut text, line),
            ("320", _) => {
                let bye = self.open_bye.take();
                self.put_bye(&mut text, bye);
            }
            ("802", _) => {
                let team = number(&line.field(5, 7)).map(PlayerId);
                if let Some(team) = team.filter(|team| self.open.remove(team)) {
                    self.put_cell(&mut text, team);
                }
            }
            _ => return None,
        }
        Some(Some(text.into_iter().collect()))
    }

    /// The lines of the round for which the report had none.
    pub fn missing(self) -> Vec<String> {
        let bye = self.open_bye.map(|team| {
            let points = [self.after.points.pairing_bye, self.teams.of_bye(ByeKind::Pairing)];
            let [match_points, game_points] = points.map(|points| points.to_string());
            let mut text = format!("320 {match_points:>4} {game_points:>4}").chars().collect();
            self.put_bye(&mut text, Some(team));
            text
        });
        let summaries = self.open.iter().map(|team| {
            let mut text = format!("802 {team:>3}").chars().collect();
            self.put_cell(&mut text, *team);
            text
        });
        bye.into_iter().chain(summaries).map(|text| text.into_iter().collect()).collect()
    }

    /// The rank of a team, and the points where they have changed.
    fn put_points(&self, text: &mut Vec<char>, line: &LineColumns) {
        let id = number(&line.field(5, 7)).map(PlayerId);
        let Some(team) = self.after.players.iter().find(|team| Some(team.id) == id) else { return };
        let [match_points, game_points] = match self.teams.kind.primary {
            TeamScore::Match => [team.declared_points, team.declared_secondary],
            TeamScore::Game => [team.declared_secondary, team.declared_points],
        };
        if let Some(rank) = self.ranks.get(&team.id) {
            put(text, 69, &format!("{rank:>3}"));
        }
        for (points, first) in [(match_points, 55), (game_points, 62)] {
            let before = line.field(first, first + 5).parse::<Score>().ok();
            if let Some(points) = points.filter(|points| before != Some(*points)) {
                put(text, first, &format!("{points:>6}"));
            }
        }
    }

    fn put_bye(&self, text: &mut Vec<char>, bye: Option<PlayerId>) {
        let Some((round, _)) = self.paired else { return };
        let column = 15 + 4 * (round - 1);
        if self.drops {
            text.truncate(column - 1);
        }
        if let Some(team) = bye {
            put(text, column, &format!("{team:>3}"));
        }
    }

    /// What the round has of a team.
    fn put_cell(&self, text: &mut Vec<char>, team: PlayerId) {
        let Some((round, there)) = self.paired else { return };
        let of_game = |Game { white, black, .. }: &Game| match team {
            _ if team == *white => Some(format!("{black:>3} w")),
            _ if team == *black => Some(format!("{white:>3} b")),
            _ => None,
        };
        let of_bye = |Bye { player, kind }: &Bye| {
            let (name, _) = BYES.iter().find(|(_, known)| known == kind && *player == team)?;
            Some(format!("{name}   {:>4}", self.teams.of_bye(*kind)))
        };
        let games = there.games.iter().filter_map(of_game);
        let cell = games.chain(there.byes.iter().filter_map(of_bye)).next();
        let column = 28 + 13 * (round - 1);
        if self.drops {
            text.truncate(column - 1);
        }
        put(text, column, &cell.unwrap_or_default());
    }
}
