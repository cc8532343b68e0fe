//! Change a tournament: what happens between two rounds.

mod request;
mod results;

pub use request::{Away, Correction, Request, Until};

use super::asked::{Group, NewTournament, who};
use super::{Answered, AskError, Context, Note, Opened, Refusal, TextFault, cut_names};
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::files::trf::{ReportStyle, row_name};
use crate::files::{self, Loaded};
use crate::questions::report::{Document, FaultReport, Show};
use crate::tournament::{
    Absence, Affiliation, Bye, ByeKind, ForbiddenGroup, GameResult, OrderKey, Player, PlayerId, PlayerOrder,
    RoundRequest, RoundState, Seat, Tournament, Trust,
};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

const MOST_ROUNDS: u32 = Tournament::MOST_ROUNDS as u32;

/// What was changed in a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EditReport")]
pub struct Answer {
    /// A sentence for each change; none if everything was so before.
    pub changes: Vec<String>,
    /// The round whose results were entered.
    pub round: Option<u32>,
    /// The boards of this round that have no result yet.
    pub without_result: Vec<usize>,
}

/// A result of a board.
#[derive(Debug, Clone, Copy)]
struct Entry {
    board: Option<usize>,
    /// White and Black, if they are said.
    players: Option<(u32, u32)>,
    /// `None` if it is not known yet.
    result: Option<GameResult>,
    /// Whether the one that was entered is taken back.
    is_taken_back: bool,
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check(context)?;
        let opened = context.tournament(&self.file)?;
        opened.check_numbers()?;
        let before = &opened.loaded.tournament;
        let checked = before.checked(opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, checked.overruled);
        let mut edit = Edit { after: before.clone(), answer: Answer::default() };
        if let Some(results) = &self.results {
            edit.enter(&self.entries(results, context)?, self.round, &opened)?;
            let next = edit.answer.round.unwrap_or_default() + 1;
            if !edit.answer.changes.is_empty() && next < before.next_round() {
                context
                    .remark(format!("what is paired from round {next} on was paired with the old result, and stands"));
            }
        }
        let mut said = BTreeMap::new();
        for (field, list, kind) in [
            ("present", &self.present, None),
            ("absent", &self.absent, Some(ByeKind::Zero)),
            ("half", &self.half, Some(ByeKind::Half)),
        ] {
            for away in &Away::whole(list) {
                let (player, rounds) = edit.meant(away).map_err(|refusal| refusal.of(RequestField(field)))?;
                for round in rounds {
                    if let Some(other) = said.insert((player, round), field).filter(|other| *other != field) {
                        let [other, field] = [other, field].map(RequestField);
                        let what =
                            format!("{} is named by {other} and by {field} for round {round}", edit.named(player));
                        return Err(AskError::refused(what, "leave one of them out"));
                    }
                    edit.set_away_in(player, round, kind).map_err(|refusal| refusal.of(RequestField(field)))?;
                }
            }
        }
        for Group(players) in &self.forbid {
            edit.forbid(players)?;
        }
        for correction in &self.correct {
            edit.correct(correction, opened.loaded.report.is_some(), context)?;
        }
        edit.after.recount(before, opened.trust);
        let mut entered = Vec::new();
        if let Some(late) = &self.late {
            entered = edit.enter_late(late, &opened, context)?;
        }
        for what in &self.forbid_same {
            edit.forbid_same(Affiliation::from(*what), &entered)?;
        }
        let Edit { after, answer } = edit;
        if let Err(error) = after.checked(Trust::Nothing) {
            return Err(AskError::wrong(format!("the tournament would not be right: {error}")));
        }
        let bytes = |form| opened.written(&after, form, &ReportStyle::default());
        let written = bytes(super::TournamentForm::OfFile)?;
        if self.out.is_none() && context.tournament_form().is_none() && !answer.changes.is_empty() {
            context.inputs().replace(Path::new(&self.file.file), &written)?;
        }
        let answer = Answered::new(answer).with_tournament(|form| bytes(form).map(Some));
        context.give(NewTournament::write(self.out.as_ref(), self.force, &self.file, answer, context)?)
    }
}

impl Request {
    /// The results that are given, or that the file of this name has.
    fn entries(&self, results: &str, context: &dyn Context) -> Result<Vec<Entry>, AskError> {
        if let Some(list) = results::list(results) {
            return list.map_err(|what| Refusal::new(what, "").of(RequestField("results")).into());
        }
        results::file(&context.bytes(results)?).map_err(|error| {
            let said = printable(&format!("{results}, {error}"));
            TextFault { said, code: "table", line: error.line, column: None, what: error.what }.into()
        })
    }
}

/// A tournament that is being changed.
struct Edit {
    after: Tournament,
    answer: Answer,
}

impl Edit {
    fn say(&mut self, what: impl Into<String>) {
        self.answer.changes.push(what.into());
    }

    /// Enter results of `round`, or of the last round that is paired.
    fn enter(&mut self, entries: &[Entry], round: Option<u32>, opened: &Opened) -> Result<(), AskError> {
        let number = round.unwrap_or_else(|| self.after.next_round() - 1);
        let refuse = |what: String, instead: &str| Err(Refusal::new(what, instead).of(RequestField("results")).into());
        if self.after.teams.is_some() {
            let what = "a result of a match says nothing of its game points, which pair teams, too".to_owned();
            return refuse(what, "write result and game points into the file");
        }
        let games = board_order(&opened.loaded, number).map_err(|error| opened.refused(error))?;
        if number == 0 {
            return refuse("no round is paired yet".to_owned(), "pair round 1 first");
        }
        if games.is_empty() {
            return refuse(format!("round {number} is not paired in the file"), "pair it first, or name another round");
        }
        let is_numbered = entries.iter().all(|entry| entry.board.is_some());
        if !is_numbered && entries.len() != games.len() {
            let (boards, given) = (games.len(), entries.len());
            let what = format!("round {number} has {boards} boards, and {given} results are given");
            return refuse(what, "give one for each board, or say which board it is, as in 3=1-0");
        }
        let boards = (1..).zip(entries).map(|(place, entry)| entry.board.unwrap_or(place)).collect_vec();
        if let Some(board) = boards.iter().duplicates().next() {
            return refuse(format!("board {board} is named twice"), "give it one result");
        }
        for (board, entry) in boards.into_iter().zip(entries) {
            let Some(index) = board.checked_sub(1).and_then(|board| games.get(board)).copied() else {
                return refuse(format!("round {number} has no board {board}"), &format!("it has {}", games.len()));
            };
            let Some(game) =
                self.after.rounds.get_mut(number as usize - 1).and_then(|round| round.games.get_mut(index))
            else {
                continue;
            };
            let (white, black) = (game.white, game.black);
            if let Some((one, other)) = entry.players.filter(|players| *players != (white.0, black.0)) {
                let what = format!("board {board} of round {number} is {white}-{black}, and not {one}-{other}");
                return refuse(what, "look whether the list is of this round");
            }
            if (entry.result.is_some() || entry.is_taken_back) && game.result != entry.result {
                let instead_of = game.result.map_or_else(String::new, |before| format!(" instead of {before}"));
                let result = entry.result.map_or_else(|| "no result".to_owned(), |result| result.to_string());
                game.result = entry.result;
                self.say(format!("round {number}, board {board}, {white}-{black}: {result}{instead_of}"));
            }
        }
        let played = self.after.round(number).into_iter().flat_map(|round| &round.games).collect_vec();
        let is_open = |index: &usize| played.get(*index).is_some_and(|game| game.result.is_none());
        let open = (1..).zip(&games).filter(|(_, index)| is_open(index)).map(|(board, _)| board);
        self.answer.without_result = open.collect();
        self.answer.round = Some(number);
        Ok(())
    }

    /// The player who is meant, and the rounds, which the tournament has.
    fn meant(&self, away: &Away) -> Result<(PlayerId, RangeInclusive<u32>), Refusal> {
        let &Away { ref player, first, until } = away;
        let Seat::Player(player) = who(&self.after, player)? else {
            return Err(Refusal::new("the bye is no player", "name one"));
        };
        let next = self.after.next_round();
        let first = first.unwrap_or(next);
        let last = match (until, self.after.rounds_planned) {
            (Until::First, _) => first,
            (Until::Round(last), _) => last,
            (Until::End, Some(planned)) => planned,
            (Until::End, None) => {
                let what = "the file does not say how many rounds there are";
                return Err(Refusal::new(what, format!("give {}", RequestField("rounds"))));
            }
        };
        let most = self.after.rounds_planned.unwrap_or(MOST_ROUNDS);
        if last.max(first) > most {
            return Err(Refusal::new(format!("the tournament has at most {most} rounds"), "name one of them"));
        }
        Ok((player, first..=last))
    }

    fn set_away_in(&mut self, player: PlayerId, number: u32, kind: Option<ByeKind>) -> Result<(), Refusal> {
        let next = self.after.next_round();
        let written = usize::try_from(number - 1).ok().and_then(|index| self.after.rounds.get_mut(index));
        if let Some(round) = written {
            let plays = round.games.iter().any(|game| [game.white, game.black].contains(&player));
            let bye = round.byes.iter().position(|bye| bye.player == player);
            let has_pairing_bye = bye.is_some_and(|bye| round.byes[bye].kind == ByeKind::Pairing);
            if plays || has_pairing_bye || (number < next && kind.is_none()) {
                let is = if plays {
                    "has a game in"
                } else if has_pairing_bye {
                    "has the bye of"
                } else {
                    "was away in"
                };
                let what = format!("{} {is} round {number}, which is paired", self.named(player));
                return Err(Refusal::new(what, "pair it again, or enter a forfeit as a result, +/-"));
            }
            match (bye, kind) {
                (Some(bye), Some(kind)) if round.byes[bye].kind != kind => round.byes[bye].kind = kind,
                (None, Some(kind)) if number < next => round.byes.push(Bye { player, kind }),
                (Some(bye), None) => drop(round.byes.remove(bye)),
                (Some(_), Some(_)) => return Ok(()),
                (None, _) => return self.set_absence(player, number, kind),
            }
            self.say(format!("{}: {} in round {number}", self.named(player), said(kind)));
            return Ok(());
        }
        self.set_absence(player, number, kind)
    }

    /// The same for a round that is still to be paired.
    fn set_absence(&mut self, player: PlayerId, number: u32, kind: Option<ByeKind>) -> Result<(), Refusal> {
        let next = self.after.next_round();
        let is_it = |absence: &Absence| absence.player == player && absence.round.unwrap_or(next) == number;
        let before = self.after.absences.iter().find(|absence| is_it(absence)).map(|absence| absence.kind);
        if before != kind {
            self.after.absences.retain(|absence| !is_it(absence));
            self.after.absences.extend(kind.map(|kind| Absence { player, round: Some(number), kind }));
            self.say(format!("{}: {} in round {number}", self.named(player), said(kind)));
        }
        Ok(())
    }

    /// The number and the name of a player.
    fn named(&self, player: PlayerId) -> String {
        let name = self.after.players.iter().find(|other| other.id == player).map_or("", |other| &other.name);
        format!("{player} {name}").trim_end().to_owned()
    }

    fn forbid(&mut self, players: &[PlayerId]) -> Result<(), Refusal> {
        let field = RequestField("forbid");
        players.iter().try_for_each(|player| self.check_player(*player)).map_err(|refusal| refusal.of(field))?;
        if !players.iter().all_unique() {
            return Err(Refusal::new("a forbidden pair names a player twice", "name each once").of(field));
        }
        // The rounds that are paired were paired without it.
        let next = self.after.next_round();
        let last = self.after.rounds_planned.unwrap_or(MOST_ROUNDS);
        let rounds = (next > 1).then_some((next, last.max(next)));
        let is_said = |group: &ForbiddenGroup| {
            group.players.iter().all(|player| players.contains(player))
                && group.players.len() == players.len()
                && (group.rounds.is_none() || group.rounds == rounds)
        };
        if !self.after.forbidden.iter().any(is_said) {
            let from = rounds.map_or_else(String::new, |(first, _)| format!(" from round {first} on"));
            let names = players.iter().map(|player| self.named(*player)).join(" and ");
            self.say(format!("{names} may not meet{from}"));
            self.after.forbidden.push(ForbiddenGroup { players: players.to_vec(), rounds });
        }
        Ok(())
    }

    /// A ban for each federation or club that has several players. Whoever has just entered joins the ban of the others.
    fn forbid_same(&mut self, what: Affiliation, entered: &[PlayerId]) -> Result<(), Refusal> {
        if self.after.players.iter().all(|player| what.of(player).is_none()) {
            let refusal = Refusal::new(format!("no player has a {what}"), "write it into the file before");
            return Err(refusal.of(RequestField("forbid_same")));
        }
        let groups: Vec<Vec<PlayerId>> = what.groups(&self.after.players).into_values().collect();
        let next = self.after.next_round();
        for players in groups {
            let before = players.iter().filter(|player| !entered.contains(player)).copied().sorted().collect_vec();
            let is_theirs = |ban: &&mut ForbiddenGroup| {
                ban.holds_in(next) && ban.players.iter().copied().sorted().eq(before.iter().copied())
            };
            match self.after.forbidden.iter_mut().find(is_theirs).filter(|_| before.len() > 1) {
                Some(ban) if before.len() < players.len() => {
                    ban.players = players;
                    let names = entered.iter().filter(|player| ban.players.contains(player)).copied().collect_vec();
                    let names = names.iter().map(|player| self.named(*player)).join(" and ");
                    self.say(format!("{names} may not meet the others of the same {what}"));
                }
                Some(_) => {}
                None => self.forbid(&players)?,
            }
        }
        Ok(())
    }

    /// Correct what a list of players has of somebody. The numbers, and what is paired, stay.
    fn correct(&mut self, correction: &Correction, is_report: bool, context: &dyn Context) -> Result<(), AskError> {
        let field = RequestField("correct");
        let Seat::Player(id) = who(&self.after, &correction.player)? else {
            return Err(Refusal::new("the bye is no player", "name one").of(field).into());
        };
        let Some(player) = self.after.players.iter_mut().find(|player| player.id == id) else { return Ok(()) };
        let before = player.clone();
        let noted = files::correct(player, &correction.what, &correction.text);
        let noted = noted.map_err(|fault| Refusal::new(fault.what, fault.mend).of(field))?;
        if is_report {
            player.name = row_name(&player.name);
        }
        if *player == before {
            return Ok(());
        }
        if is_report && has_no_column(player) {
            let what = format!("a report has no {}", correction.what);
            return Err(Refusal::new(what, "take the tournament as JSON").of(field).into());
        }
        noted.iter().for_each(|note| context.remark(format!("{}; {}", note.what, note.mend)));
        let name = self.named(id);
        let text = if correction.text.is_empty() { "none" } else { &correction.text };
        self.say(format!("{name}: {} {text}", correction.what));
        Ok(())
    }

    fn check_player(&self, player: PlayerId) -> Result<(), Refusal> {
        let is_there = self.after.players.iter().any(|other| other.id == player);
        let refusal = || Refusal::new(format!("player {player} is not in the tournament"), "name one of its players");
        if is_there { Ok(()) } else { Err(refusal()) }
    }

    /// Enter the players of a list. They get the numbers of their strength, as long as numbers may change (C.04.2, 2.3), and others the
    /// ones after; and otherwise the last ones. Returns their numbers.
    fn enter_late(&mut self, name: &str, opened: &Opened, context: &dyn Context) -> Result<Vec<PlayerId>, AskError> {
        let field = RequestField("late");
        let bytes = context.bytes(name)?;
        let faults = |faults: Vec<_>| AskError::Faults(Box::new(FaultReport::new(name, &bytes, &faults)));
        let list = files::read(&bytes).map_err(faults)?;
        context.note_columns(&list);
        context.note(Note::File(FaultReport::new(name, &bytes, &list.notes)));
        if list.list_read.is_none() {
            return Err(Refusal::new(format!("{name} is no list of players"), "begin it with headings")
                .of(field)
                .into());
        }
        let is_report = opened.loaded.report.is_some();
        if is_report && self.after.teams.is_some() {
            let what = "a late entry of a team is not written into a report, whose other records have its players";
            return Err(Refusal::new(what, "enter it in the program that made the file").of(field).into());
        }
        let keys = [OrderKey::Rating, OrderKey::Title, OrderKey::Name];
        let mut players = self.after.players.clone();
        let is_ordered = |players: &[Player]| {
            players.is_sorted_by_key(|player| player.id)
                && players.is_sorted_by(|one, other| OrderKey::compare(&keys, one, other).is_le())
        };
        let renumbers =
            self.after.next_round() <= 4 && self.after.order == PlayerOrder::Numbers && is_ordered(&players);
        let (mut id, mut names) = (players.iter().map(|player| player.id.0).max().unwrap_or(0), Vec::new());
        for mut player in list.tournament.players {
            let name = if is_report { row_name(&player.name) } else { player.name.clone() };
            if players.iter().any(|other| [&player.name, &name].contains(&&other.name)) {
                context.remark(format!("{} is in the tournament already, and does not enter again", player.name));
                continue;
            }
            id += 1;
            player.id = PlayerId(id);
            names.push(player.name.clone());
            let place = players.partition_point(|other| !renumbers || OrderKey::compare(&keys, other, &player).is_le());
            players.insert(place, player);
        }
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let is_late = |player: &Player| names.contains(&player.name);
        if is_report && players.iter().any(|player| is_late(player) && has_no_column(player)) {
            context.remark("left out: a report has no columns for clubs and attributes of the organiser's own");
        }
        let first = players.iter().position(is_late).unwrap_or_default();
        if renumbers {
            self.after = std::mem::take(&mut self.after).renumbered(players);
        } else {
            self.after.players = players;
        }
        let won = self.after.points_won();
        for player in self.after.players.iter_mut().filter(|player| is_report && is_late(player)) {
            player.declared_points = Some(won.get(&player.id).copied().unwrap_or_default());
        }
        let entered: Vec<Player> = self.after.players.iter().filter(|player| is_late(player)).cloned().collect();
        for player in &entered {
            self.say(format!("{} enters with the number {}", player.name, player.id));
        }
        if is_report {
            cut_names(&entered).into_iter().for_each(|what| context.remark(what));
        }
        if renumbers && first + names.len() < self.after.players.len() {
            self.say(format!("the numbers from {} on are other ones now", first + 1));
        }
        Ok(entered.iter().map(|player| player.id).collect())
    }
}

/// Whether the player has something that a row of a report has no columns for.
fn has_no_column(player: &Player) -> bool {
    let of_own = |name: &String| !["fide_id", "birth", "sex"].contains(&name.as_str());
    player.club.is_some() || player.attributes.keys().any(of_own)
}

/// The games of a round in the order of its boards. A report does not keep this order, and so it has that of the rules.
fn board_order(loaded: &Loaded, number: u32) -> Result<Vec<usize>, crate::tournament::RoundError> {
    let tournament = &loaded.tournament;
    let Some(round) = tournament.round(number) else { return Ok(Vec::new()) };
    let mut games: Vec<usize> = (0..round.games.len()).collect();
    if loaded.report.is_some()
        && let Some(Ok(pairing)) = tournament.pairing(number)
    {
        let state = RoundState::new(tournament, RoundRequest { trust: Trust::Results, ..RoundRequest::from(number) })?;
        let boards = pairing.in_board_order(&state).boards;
        let place = |game: usize| boards.iter().position(|board| board.white == round.games[game].white);
        games.sort_by_cached_key(|game| place(*game));
    }
    Ok(games)
}

/// A bye in words; that there is none.
const fn said(kind: Option<ByeKind>) -> &'static str {
    match kind {
        None => "there",
        Some(ByeKind::Half) => "a half-point bye",
        Some(_) => "absent",
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = Document::default();
        if self.changes.is_empty() {
            document.say("Nothing is changed: it was so before.");
        }
        self.changes.iter().for_each(|change| document.say(change));
        if let Some(round) = self.round.filter(|_| !self.without_result.is_empty()) {
            let boards = self.without_result.iter().format(", ");
            document.say(format!("Round {round} has no result yet of board {boards}."));
        }
        document
    }
}
