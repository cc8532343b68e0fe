//! The files of an experiment. Numbers are written as the shortest decimals that are read as the same number.

use super::{Entrant, Entrants, EventEnd, EventRow, Experiment, ExperimentMetric, Mean, SimulateReport};
use crate::questions::report::write_csv;
use crate::tournament::{Cell, Player};
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter};
use std::time::Duration;

/// The columns before the metrics: the keys of a row, and how the event ended if it did so early.
pub(super) const KEYS: [&str; 5] = ["arm", "event", "seed", "ended_before", "ended_by"];

/// How long an arm took to play and measure so many rounds, in this run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ArmTime {
    /// The rounds.
    pub rounds: u64,
    /// The time, summed over all threads.
    pub time: Duration,
}

/// What ties the rows of a folder to their experiment.
#[derive(Serialize)]
struct Manifest<'e> {
    version: &'static str,
    experiment_sha256: String,
    name: &'e str,
    seed: u64,
    /// Of how many the tables are.
    events: u64,
    arms: Vec<&'e str>,
    metrics: Vec<&'e str>,
    /// Which of them, and whether the outcomes, are of functions, which nobody can compare.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<&'e str>,
}

pub(super) fn manifest(experiment: &Experiment, events: u64) -> String {
    let manifest = Manifest {
        version: crate::VERSION,
        experiment_sha256: experiment.sha256(),
        name: &experiment.name,
        seed: experiment.seed,
        events,
        arms: experiment.arms.iter().map(|arm| arm.name.as_str()).collect(),
        metrics: experiment.metrics.iter().map(|metric| metric.id()).collect(),
        functions: experiment.functions(),
    };
    // It is plain data, which can always be written.
    serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n"
}

/// The first line of `events.csv`.
pub(super) fn header(metrics: &[ExperimentMetric]) -> String {
    let names: Vec<&str> = KEYS.into_iter().chain(metrics.iter().map(|metric| metric.id())).collect();
    names.join(",") + "\n"
}

/// The keys of the row of an arm and event. No name has a comma or a quotation mark.
pub(super) fn keys(experiment: &Experiment, arm: usize, event: u64) -> String {
    format!("{},{event},{}", experiment.arms[arm].name, experiment.seed)
}

/// The rows of an event, a line for each arm.
pub(super) fn lines(experiment: &Experiment, event: u64, rows: &[EventRow]) -> String {
    rows.iter().enumerate().map(|(arm, row)| line(&keys(experiment, arm, event), row) + "\n").collect()
}

/// The line of a row with these keys.
fn line(keys: &str, row: &EventRow) -> String {
    let (round, by) = match &row.ended {
        Some(EventEnd { round, by }) => (round.to_string(), by.as_str()),
        None => (String::new(), ""),
    };
    row.values.iter().fold(format!("{keys},{round},{by}"), |line, value| line + "," + &text(*value))
}

/// The row in `line` of `events.csv`, which begins with `keys`: an event of `experiment` as a run writes it, and no other text.
pub(super) fn row(text: &str, keys: &str, experiment: &Experiment) -> Option<EventRow> {
    let mut cells = text.strip_prefix(keys)?.strip_prefix(',')?.split(',');
    let (round, by) = (cells.next()?, cells.next()?);
    let ended = match (round, by) {
        ("", "") => None,
        _ => Some(EventEnd { round: round.parse().ok().filter(|_| !by.is_empty())?, by: by.to_owned() }),
    };
    let values: Option<Vec<Option<f64>>> =
        cells.map(|cell| if cell.is_empty() { Some(None) } else { cell.parse().ok().map(Some) }).collect();
    let row = EventRow { ended, values: values? };
    let is_sound = row.is_of(experiment) && row.values.iter().flatten().all(|value| value.is_finite());
    Some(row).filter(|row| is_sound && line(keys, row) == text)
}

pub(super) fn text(value: Option<f64>) -> String {
    // The sign of a zero says nothing.
    value.map_or_else(String::new, |value| (value + 0.0).to_string())
}

/// The means of the arms.
pub(super) fn write_summary(report: &SimulateReport, mut file: &File) -> io::Result<()> {
    let rows = report.arms.iter().flat_map(|arm| {
        arm.metrics.iter().filter_map(|metric| {
            let Mean { mean, se, n } = metric.mean?;
            Some([arm.name.clone(), metric.metric.clone(), text(Some(mean)), text(se), n.to_string()])
        })
    });
    write_csv(["arm", "metric", "mean", "se", "n"], rows, &mut file)
}

/// How long the arms took.
pub(super) fn write_times(experiment: &Experiment, times: &[ArmTime], mut file: &File) -> io::Result<()> {
    let rows = experiment.arms.iter().zip(times).map(|(arm, &ArmTime { rounds, time })| {
        let seconds = time.as_secs_f64();
        let a_round = if rounds > 0 { format!("{:.3}", seconds * 1e3 / rounds as f64) } else { String::new() };
        [arm.name.clone(), rounds.to_string(), format!("{seconds:.3}"), a_round]
    });
    write_csv(["arm", "rounds", "seconds", "milliseconds_a_round"], rows, &mut file)
}

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
