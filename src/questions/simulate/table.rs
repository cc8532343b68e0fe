//! The files of an experiment. Numbers are written as the shortest decimals that are read as the same number.

use super::{DifferenceReport, Event, EventEnd, EventRow, Experiment, ExperimentMetric, Mean, SimulateReport};
use serde::Serialize;
use std::io;
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

impl ArmTime {
    pub fn add(&mut self, event: &Event, time: Duration) {
        self.rounds += event.tournament.rounds.len() as u64;
        self.time += time;
    }

    /// Milliseconds a round; `None` if there was no round.
    fn milliseconds(self) -> Option<f64> {
        (self.rounds > 0).then(|| self.time.as_secs_f64() * 1e3 / self.rounds as f64)
    }
}

/// What ties the rows of a folder to their experiment.
#[derive(Serialize)]
struct Manifest<'e> {
    version: &'static str,
    experiment_sha256: &'e str,
    name: &'e str,
    seed: u64,
    arms: Vec<&'e str>,
    metrics: Vec<&'e str>,
    /// Which of them, and whether the outcomes, are of functions, which nobody can compare.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<&'e str>,
}

pub(super) fn manifest(experiment: &Experiment) -> String {
    let manifest = Manifest {
        version: crate::VERSION,
        experiment_sha256: &experiment.sha256,
        name: &experiment.name,
        seed: experiment.seed,
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

pub(super) fn summary_csv(report: &SimulateReport) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["arm", "metric", "mean", "se", "n"])?;
    for (arm, metric) in report.arms.iter().flat_map(|arm| arm.metrics.iter().map(move |metric| (arm, metric))) {
        let Some(Mean { mean, se, n }) = metric.mean else { continue };
        writer.write_record([&arm.name, &metric.metric, &text(Some(mean)), &text(se), &n.to_string()])?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

pub(super) fn differences_csv(report: &SimulateReport) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(DifferenceReport::COLUMNS)?;
    report.differences.iter().try_for_each(|difference| writer.write_record(difference.cells()))?;
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

pub(super) fn times_csv(experiment: &Experiment, times: &[ArmTime]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["arm", "rounds", "seconds", "milliseconds_a_round"])?;
    for (arm, time) in experiment.arms.iter().zip(times) {
        let seconds = format!("{:.3}", time.time.as_secs_f64());
        let a_round = time.milliseconds().map_or_else(String::new, |time| format!("{time:.3}"));
        writer.write_record([&arm.name, &time.rounds.to_string(), &seconds, &a_round])?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}
