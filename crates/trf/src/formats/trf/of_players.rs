//! Applies the records that depend on the players' rows: byes, absences, accelerations and the order of the players.

use super::cells::CellEntry;
use super::games::add_bye;
use super::record::{Acceleration, Records};
use super::row::PlayerRow;
use super::teams;
use crate::formats::{Loaded, TournamentDraft};
use crate::tournament::{Absence, Baku, Bye, Code, Place, PlayerId, PlayerOrder, Position, Score};
use std::collections::{BTreeMap, BTreeSet};

/// How often points may be added for pairing: players times rounds, of all records together.
const MOST_ACCELERATIONS: usize = 1_000_000;

/// Applies all of them.
pub(super) fn place_records(mut records: Records, rows: &[PlayerRow], reading: &mut TournamentDraft) {
    if let Some(at) = records.by_rank {
        reading.loaded.tournament.order = PlayerOrder::Listed;
        if !rows.iter().filter_map(|row| row.number).is_sorted() {
            let what = "players of one score are paired in the order of their rows, which is not that of their numbers";
            reading.note(at, Code::RankOrder, what, "remove the word rank if the numbers are right");
        }
    }
    if reading.loaded.tournament.teams.is_some() {
        records.teams.settle(&mut records.byes, reading);
    }
    place_byes(std::mem::take(&mut records.byes), rows, reading);
    teams::compare(&records.teams, reading);
    teams::adjust(&records.game_points, reading);
    // Who is away from round 1 must be known.
    if let Some(at) = records.baku.filter(|_| records.accelerations.is_empty()) {
        accelerate_by_baku(at, reading);
    }
    accelerate(&records.accelerations, reading);
}

/// Adds the points of `250` and `XXA` records. The two may say the same.
fn accelerate(accelerations: &[Acceleration], reading: &mut TournamentDraft) {
    let players = reading.loaded.tournament.players.iter();
    let numbers: BTreeSet<u32> = players.map(|player| player.id.0).collect();
    let mut said: BTreeMap<(u32, u32), (Score, bool)> = BTreeMap::new();
    let mut entries = 0;
    for acceleration in accelerations {
        let [(first, first_at), (last, last_at)] = acceleration.players;
        entries += acceleration.points.len() * (2 + numbers.range(first..=last).count());
        if entries > MOST_ACCELERATIONS {
            let what = format!("the records add points for pairing more than {MOST_ACCELERATIONS} times");
            reading.fault(first_at, Code::BadRecord, what, "leave out what is given twice");
            break;
        }
        // The file names the first and the last player, so these must exist. The numbers between may have gaps.
        let between = numbers.range(first..=last).map(|player| (*player, first_at));
        let players: BTreeMap<u32, Position> = between.chain([(last, last_at), (first, first_at)]).collect();
        for (player, at) in players {
            for (round, points) in &acceleration.points {
                let by = (*points, acceleration.of_one);
                let is_said = said.insert((player, *round), by) == Some((*points, !acceleration.of_one));
                if !is_said {
                    reading.accelerate(PlayerId(player), *round, *points, at);
                }
            }
        }
    }
}

/// Adds the points of the Baku acceleration (FIDE C.04.7, article 1), which `192` names at `at`.
fn accelerate_by_baku(at: Position, reading: &mut TournamentDraft) {
    let rounds = reading.loaded.tournament.rounds_planned.or(reading.rounds);
    let baku = match Baku::new(&reading.loaded.tournament, rounds) {
        Ok(baku) => baku,
        Err(why) => {
            let what = format!("record 192 names the Baku acceleration, but no record gives its points, and {why}");
            let mend =
                "write the points in 250 or XXA records, or the number of rounds in 142, or give it with --rounds";
            return reading.fault(at, Code::AccelerationMissing, what, mend);
        }
    };
    let tournament = &mut reading.loaded.tournament;
    tournament.baku = Some(baku);
    let away = tournament.absent_from(1);
    let there = tournament.players.len() - away.len();
    let members = Baku::group_a(tournament, &away);
    for player in &members {
        baku.points().for_each(|(round, points)| reading.accelerate(*player, round, points, at));
    }
    let ((full, last_full), (half, last)) = (baku.full, baku.half);
    let accelerated = members.iter().filter(|player| !away.contains(player)).count();
    let what = format!(
        "the points of the Baku acceleration follow from the file: the first {accelerated} of {there} players in round 1 \
         have {full} in rounds 1 to {last_full}, then {half} until round {last}"
    );
    reading.note(at, Code::AccelerationDerived, what, "write them in 250 or XXA records if they were others");
}

/// Adds byes and absences from records. One that a row also has is not added twice. One of a played round becomes a bye
/// of that round.
fn place_byes(byes: Vec<(Absence, Position)>, rows: &[PlayerRow], reading: &mut TournamentDraft) {
    let by_number: BTreeMap<u32, &PlayerRow> =
        rows.iter().rev().filter_map(|row| row.number.map(|number| (number, row))).collect();
    let next = reading.loaded.tournament.next_round();
    let is_of_teams = reading.loaded.tournament.teams.is_some();
    for (absence, at) in byes {
        let round = absence.round.unwrap_or(next);
        let index = usize::try_from(round - 1).unwrap_or(usize::MAX);
        let row = by_number.get(&absence.player.0);
        let entry = row.map_or(CellEntry::Blank, |row| row.entry(index));
        match (entry, absence.round) {
            (CellEntry::Bye(kind), Some(_)) if kind == absence.kind => {}
            (CellEntry::Bye(_) | CellEntry::Game(_), Some(_)) => {
                let (player, line) = (absence.player, row.map_or(0, |row| row.line));
                let given = format!("the record gives player {player} a bye in round {round}");
                let what = format!("{given}, but line {line} has something else there");
                reading.fault(at, Code::AbsenceContradicted, what, "correct the record or the row");
            }
            (CellEntry::Blank, Some(_)) if round < next && (row.is_some() || is_of_teams) => {
                add_bye(Bye { player: absence.player, kind: absence.kind }, index, at, reading);
            }
            _ => {
                let Loaded { tournament, sources, .. } = &mut reading.loaded;
                sources.insert(Place::Absence(tournament.absences.len()), at);
                tournament.absences.push(absence);
            }
        }
    }
}
