//! The summary of an experiment.

mod plot;

use super::{Difference, EarlyEnds, EventMetric, EventRow, Experiment, Mean, difference, mean};
use crate::printable::printable;
use crate::report::{Written, write_csv, write_table};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The summary of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SimulateReport {
    /// The name of the experiment.
    pub experiment: String,
    /// The SHA-256 of everything that its events depend on.
    pub experiment_sha256: String,
    /// The seed.
    pub seed: u64,
    /// The number of events that were played, by all arms.
    pub events: u64,
    /// The number of events that were asked for.
    pub events_wanted: u64,
    /// The arm with which the others are compared.
    pub baseline: String,
    /// What the field's file has and no event uses, and what an arm does not heed.
    pub notes: Vec<String>,
    /// The metrics of each arm.
    pub arms: Vec<ArmReport>,
}

/// The metrics of an arm.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ArmReport {
    /// The name.
    pub name: String,
    /// The events that ended before their last round. They count in the metrics `infeasible` and `rounds` only.
    pub ended_early: Vec<EarlyEnds>,
    /// The metrics.
    pub metrics: Vec<MetricReport>,
}

/// A metric of an arm.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MetricReport {
    /// The name.
    pub metric: &'static str,
    /// The mean; null if no event has the metric.
    pub mean: Option<Mean>,
    /// The mean difference from the baseline in the same events; null for the baseline.
    pub difference: Option<Difference>,
}

impl SimulateReport {
    /// The record of the `rows` of `experiment`, by arm and then by event. Means are over the events that [`EventRow::counted`] counts,
    /// and differences over those that count for both arms.
    #[must_use]
    pub fn new(experiment: &Experiment, rows: &[Vec<EventRow>], events_wanted: u64) -> Self {
        let column = |arm: usize, place: usize| {
            let metric = experiment.metrics[place];
            rows[arm].iter().map(move |row| row.counted(metric, place))
        };
        let metrics = |arm: usize| {
            let of_metric = |(place, metric): (usize, &EventMetric)| MetricReport {
                metric: metric.id(),
                mean: mean(&column(arm, place).flatten().collect::<Vec<_>>()),
                difference: (arm > 0).then(|| difference(column(arm, place).zip(column(0, place)))).flatten(),
            };
            experiment.metrics.iter().enumerate().map(of_metric).collect()
        };
        let arms = experiment.arms.iter().enumerate().map(|(place, arm)| ArmReport {
            name: arm.name.clone(),
            ended_early: EarlyEnds::counted(rows[place].iter().filter_map(|row| row.ended.as_ref())),
            metrics: metrics(place),
        });
        Self {
            experiment: experiment.name.clone(),
            experiment_sha256: experiment.sha256.clone(),
            seed: experiment.seed,
            events: rows.first().map_or(0, |rows| rows.len() as u64),
            events_wanted,
            baseline: experiment.arms.first().map(|arm| arm.name.clone()).unwrap_or_default(),
            notes: experiment.notes.clone(),
            arms: arms.collect(),
        }
    }

    /// Whether all events were played.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.events == self.events_wanted
    }

    /// A sentence for each arm of which events ended early.
    #[must_use]
    pub fn early_ends(&self) -> Vec<String> {
        let of_arm = |arm: &ArmReport| {
            let sentence = EarlyEnds::sentence(&arm.ended_early, self.events)?;
            Some(format!("arm '{}': {sentence}", arm.name))
        };
        self.arms.iter().filter_map(of_arm).collect()
    }

    fn metrics(&self) -> impl Iterator<Item = (usize, &'static str)> + '_ {
        self.arms.first().into_iter().flat_map(|arm| arm.metrics.iter().map(|metric| metric.metric).enumerate())
    }
}

/// A number with four decimals at most.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn mean_text(mean: Mean) -> String {
    mean.se.map_or_else(|| short(mean.mean), |se| format!("{} ({})", short(mean.mean), short(se)))
}

fn difference_text(difference: Difference) -> String {
    let Some([lower, upper]) = difference.interval else { return short(difference.mean) };
    let mark = if lower > 0.0 || upper < 0.0 { "*" } else { " " };
    format!("{} [{}, {}]{mark}", short(difference.mean), short(lower), short(upper))
}

impl Written for SimulateReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", printable(&self.experiment))?;
        writeln!(out, "{} of {} events, seed {}\n", self.events, self.events_wanted, self.seed)?;
        let ends = || self.arms.iter().flat_map(|arm| arm.ended_early.iter().map(move |ends| (arm, ends)));
        if ends().next().is_some() {
            writeln!(out, "Events that ended early. Only the means of infeasible and rounds count them:")?;
            let row = |(arm, EarlyEnds { round, by, events }): (&ArmReport, &EarlyEnds)| {
                [arm.name.clone(), events.to_string(), round.to_string(), by.clone()]
            };
            write_table(&["Arm", ">Events", ">Before round", "Because of"], ends().map(row), out)?;
            writeln!(out)?;
        }
        writeln!(out, "Means, and their standard errors in brackets:")?;
        let heading = |arms: &[ArmReport]| -> Vec<String> {
            std::iter::once("Metric".to_owned()).chain(arms.iter().map(|arm| format!(">{}", arm.name))).collect()
        };
        let means = self.metrics().map(|(place, name)| {
            let mean = |arm: &ArmReport| arm.metrics[place].mean.map_or_else(|| "-".to_owned(), mean_text);
            std::iter::once(name.to_owned()).chain(self.arms.iter().map(mean)).collect::<Vec<_>>()
        });
        write_table(&heading(&self.arms), means, out)?;
        let others = self.arms.get(1..).unwrap_or_default();
        if others.is_empty() {
            return Ok(());
        }
        let baseline = printable(&self.baseline);
        writeln!(out, "\nDifferences from {baseline} in the same events, and 95% intervals; * excludes 0:")?;
        let differences = self.metrics().map(|(place, name)| {
            let cell = |arm: &ArmReport| arm.metrics[place].difference.map_or_else(|| "-".to_owned(), difference_text);
            std::iter::once(name.to_owned()).chain(others.iter().map(cell)).collect::<Vec<_>>()
        });
        write_table(&heading(others), differences, out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let text = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
        let rows = self.arms.iter().flat_map(|arm| {
            arm.metrics.iter().map(move |metric| {
                let (mean, difference) = (metric.mean, metric.difference);
                let [lower, upper] = [0, 1].map(|end| text(difference.and_then(|of| of.interval).map(|of| of[end])));
                [
                    arm.name.clone(),
                    metric.metric.to_owned(),
                    text(mean.map(|mean| mean.mean)),
                    text(mean.and_then(|mean| mean.se)),
                    mean.map_or(0, |mean| mean.n).to_string(),
                    text(difference.map(|difference| difference.mean)),
                    lower,
                    upper,
                ]
            })
        });
        let header = ["arm", "metric", "mean", "se", "n", "difference", "lower", "upper"];
        write_csv(header, rows, out)
    }
}
