//! What was drawn and played, as tables: the players of each event, and on demand what every round has brought them and how they ended.

use super::brought::brought;
use super::folder::{MOST_OF_ROW, failed};
use super::{Entrant, Entrants, Event, Experiment};
use crate::files::new_file::{Inputs, lock};
use crate::files::request_field::RequestField;
use crate::questions::report::write_csv;
use crate::questions::{AskError, ranking};
use crate::tournament::{Cell, Player, RoundError};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The players of all events.
pub(super) const PLAYERS: &str = "players.csv";
/// What each round has brought each player.
pub(super) const GAMES: &str = "games.csv";
/// How the players ended.
pub(super) const RANKING: &str = "ranking.csv";

const GAMES_HEADER: &str = "arm,event,round,board,number,opponent,colour,outcome,points\n";
const RANKING_HEADER: &str = "arm,event,number,points,rank\n";

/// Write the players of the first `events` events, who are the same in all arms: a row for each, with the attributes of the field.
pub(super) fn write_players(experiment: &Experiment, events: u64, file: &File) -> io::Result<()> {
    let of_field = |entrants: &Entrants| -> BTreeSet<String> {
        entrants.players().flat_map(|entrant| entrant.player.attributes.keys().cloned()).collect()
    };
    let columns: Vec<String> = of_field(&Entrants::new(experiment, 1)).into_iter().collect();
    let own = ["event", "number", "name", "rating", "strength", "title", "federation", "club"];
    let header = own.into_iter().chain(columns.iter().map(String::as_str));
    let of_event = |event: u64| {
        let row = |entrant: &Entrant| {
            let Player { id, name, title, federation, club, attributes, .. } = &entrant.player;
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let [event, number] = [event.to_string(), id.to_string()];
            let [rating, strength] = [entrant.rating.to_string(), entrant.strength.to_string()];
            let own = [event, number, name.clone(), rating, strength, text(title), text(federation), text(club)];
            let others = columns.iter().map(|column| attributes.get(column).map_or_else(String::new, Cell::to_string));
            own.into_iter().chain(others).collect_vec()
        };
        Entrants::new(experiment, event).players().map(row).collect_vec()
    };
    write_csv(header, (1..=events).flat_map(of_event), &mut BufWriter::new(file))
}

/// The lines of an event of an arm: what each round has brought each player, and how they ended.
pub(super) fn lines(experiment: &Experiment, number: u64, arm: &str, event: &Event) -> Result<[String; 2], RoundError> {
    let mut games = String::new();
    for (round, of) in (1..).zip(&event.tournament.rounds) {
        for (player, brought) in brought(&event.tournament.points, of) {
            let some = |text: Option<String>| text.unwrap_or_default();
            let cells = [
                some(brought.board.map(|board| board.to_string())),
                player.to_string(),
                some(brought.opponent.map(|opponent| opponent.to_string())),
                some(brought.colour.map(|colour| colour.to_string())),
                brought.outcome.to_owned(),
                brought.points.to_string(),
            ];
            games += &format!("{arm},{number},{round},{}\n", cells.iter().join(","));
        }
    }
    let points = event.tournament.points_won();
    let mut standings = ranking::ranking(&event.tournament, &experiment.tie_breaks)?;
    standings.sort_by_key(|line| line.id);
    let ranking = standings.iter().map(|line| {
        let points = points.get(&line.id).copied().unwrap_or_default();
        format!("{arm},{number},{},{points},{}\n", line.id, line.rank)
    });
    Ok([games, ranking.collect()])
}

/// The two files that `--games` asks for, to which events are added.
pub(super) struct PlayedFiles([File; 2]);

impl PlayedFiles {
    /// Those of `folder`, with the lines of the first `done` events, which a run has left there.
    pub fn open(folder: &Path, inputs: &Inputs, experiment: &Experiment, done: u64) -> Result<Self, AskError> {
        let open = |name: &str, header: &str| {
            let path = folder.join(name);
            inputs.check(&path)?;
            if done == 0 {
                inputs.remove(&path)?;
            } else if !path.exists() {
                let (shown, games, force) = (folder.display(), RequestField("games"), RequestField("force"));
                let how = format!("leave out {games}, or begin anew with {force}");
                return Err(AskError::wrong(format!(
                    "{shown} has no {name} of the {done} events that were played; {how}"
                )));
            }
            kept(&path, header, experiment, done).map_err(|error| failed(&path, error))
        };
        Ok(Self([open(GAMES, GAMES_HEADER)?, open(RANKING, RANKING_HEADER)?]))
    }

    /// Add the lines of an event by all arms.
    pub fn add(&mut self, lines: &[[String; 2]]) -> io::Result<()> {
        let Self(files) = self;
        files.iter_mut().enumerate().try_for_each(|(place, file)| {
            let text: String = lines.iter().map(|of_arm| of_arm[place].as_str()).collect();
            file.write_all(text.as_bytes())
        })
    }
}

/// The file at `path`, cut after the lines of the first `done` events.
#[expect(clippy::disallowed_methods, reason = "the lines of an ended run, which are checked")]
fn kept(path: &Path, header: &str, experiment: &Experiment, done: u64) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    lock(&file)?;
    let (mut whole, mut before, mut reader) = (0, (0, 0), BufReader::new(&file));
    for number in 1.. {
        let mut line = Vec::new();
        if (&mut reader).take(MOST_OF_ROW).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let refused =
            || io::Error::other(format!("line {number} is not one that this experiment writes there; begin anew"));
        let text = std::str::from_utf8(&line).map_err(|_| refused())?;
        if number == 1 {
            if text != header {
                return Err(refused());
            }
        } else {
            let mut cells = text.split(',');
            let arm = cells.next().and_then(|name| experiment.arms.iter().position(|arm| arm.name == name));
            // Without a further cell, the number of the event may be torn.
            let event = cells.next().filter(|_| cells.next().is_some()).and_then(|event| event.parse::<u64>().ok());
            match (event, arm) {
                (Some(event), _) if event > done => break,
                (Some(event), Some(arm)) if (event, arm) >= before && text.ends_with('\n') => before = (event, arm),
                // The last line of a run that was killed, of an event that is not whole.
                (None, _) if !text.ends_with('\n') => break,
                _ => return Err(refused()),
            }
        }
        whole += line.len() as u64;
    }
    // Each event has a ranking of all arms; one in which nothing was played has no games.
    if done > 0 && header == RANKING_HEADER && before != (done, experiment.arms.len() - 1) {
        return Err(io::Error::other(format!("it ends before event {done}, whose row is there; begin anew")));
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        file.write_all(header.as_bytes())?;
    }
    Ok(file)
}
