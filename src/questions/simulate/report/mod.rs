//! The summary of an experiment.

mod plot;

use super::run::is_precise;
use super::{
    Better, Difference, EarlyEnds, EventRow, Experiment, ExperimentMetric, Mean, Precision, difference, holm, mean,
};
use crate::questions::report::{Cell, Column, Document, Show, Table, left, right};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

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
    /// The standard errors at which the run ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub precision: Vec<Precision>,
    /// The arm with which the others are compared; null if all pairs are.
    pub baseline: Option<String>,
    /// What the field's file has and no event uses, and what an arm does not heed.
    pub notes: Vec<String>,
    /// What is measured.
    pub metrics: Vec<MeasuredMetric>,
    /// The metrics of each arm.
    pub arms: Vec<ArmReport>,
    /// The mean differences of the arms that are compared, in the same events.
    pub differences: Vec<DifferenceReport>,
    /// The places of the metrics that the table and the plot are to show; without a choice, those that are not constant.
    #[serde(skip)]
    chosen: Option<Vec<usize>>,
}

/// A metric that is measured.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MeasuredMetric {
    /// The name.
    pub metric: String,
    /// What it is, in words.
    pub words: String,
    /// What is counted; empty if it is a number alone.
    pub unit: String,
    /// Which end is the better one; null if neither is.
    pub better: Option<Better>,
    /// The value, if it is the same in all events of all arms.
    pub constant: Option<f64>,
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
    pub metric: String,
    /// The mean; null if no event has the metric.
    pub mean: Option<Mean>,
}

/// The mean difference of two arms by a metric.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DifferenceReport {
    /// The arm.
    pub arm: String,
    /// The arm that is taken from it.
    pub baseline: String,
    /// The metric.
    pub metric: String,
    /// The difference.
    #[serde(flatten)]
    pub difference: Difference,
    /// The p-value, adjusted by Holm's procedure over all comparisons by this metric.
    pub p_holm: Option<f64>,
}

impl SimulateReport {
    /// The record of the `rows` of `experiment`, by arm and then by event. Means are over the events that [`EventRow::counted`] counts,
    /// and differences over those that count for both arms.
    pub fn new(experiment: &Experiment, rows: &[Vec<EventRow>], events_wanted: u64, precision: &[Precision]) -> Self {
        let column = |arm: usize, place: usize| {
            let metric = &experiment.metrics[place];
            rows[arm].iter().map(move |row| row.counted(metric, place))
        };
        let arms = experiment.arms.iter().enumerate().map(|(arm, of)| ArmReport {
            name: of.name.clone(),
            ended_early: EarlyEnds::counted(rows[arm].iter().filter_map(|row| row.ended.as_ref())),
            metrics: (experiment.metrics.iter().enumerate())
                .map(|(place, metric)| MetricReport {
                    metric: metric.id().to_owned(),
                    mean: mean(&column(arm, place).flatten().collect_vec()),
                })
                .collect(),
        });
        let all = 0..experiment.arms.len();
        let pairs = match experiment.baseline {
            Some(base) => all.filter(|arm| *arm != base).map(|arm| (arm, base)).collect_vec(),
            None => all.array_combinations().map(|[base, arm]| (arm, base)).collect_vec(),
        };
        let of_metric = |place: usize| {
            let found =
                pairs.iter().map(|(arm, base)| difference(column(*arm, place).zip(column(*base, place)))).collect_vec();
            let adjusted = holm(&found.iter().map(|found| found.and_then(|found| found.p)).collect_vec());
            found.into_iter().zip(adjusted).collect_vec()
        };
        let by_metric = (0..experiment.metrics.len()).map(of_metric).collect_vec();
        let differences = pairs.iter().enumerate().flat_map(|(pair, (arm, base))| {
            experiment.metrics.iter().zip(&by_metric).filter_map(move |(metric, found)| {
                let (difference, p_holm) = found[pair];
                Some(DifferenceReport {
                    arm: experiment.arms[*arm].name.clone(),
                    baseline: experiment.arms[*base].name.clone(),
                    metric: metric.id().to_owned(),
                    difference: difference?,
                    p_holm,
                })
            })
        });
        let measured = |(place, metric): (usize, &ExperimentMetric)| MeasuredMetric {
            constant: (0..rows.len()).flat_map(|arm| column(arm, place).flatten()).all_equal_value().ok(),
            ..metric.measured.clone()
        };
        let metrics = experiment.metrics.iter().enumerate().map(measured).collect_vec();
        let reached = |asked: &Precision| is_precise(experiment, rows, std::slice::from_ref(asked));
        Self {
            experiment: experiment.name.clone(),
            experiment_sha256: experiment.sha256(),
            seed: experiment.seed,
            events: rows.first().map_or(0, |rows| rows.len() as u64),
            events_wanted,
            precision: precision.iter().map(|asked| Precision { reached: reached(asked), ..asked.clone() }).collect(),
            baseline: experiment.baseline.map(|base| experiment.arms[base].name.clone()),
            notes: experiment.notes.clone(),
            chosen: None,
            metrics,
            arms: arms.collect(),
            differences: differences.collect(),
        }
    }

    /// Show these metrics in the table and the plot, in this order, and no others.
    ///
    /// # Errors
    /// A sentence, if there is no metric of a name.
    pub fn show(&mut self, names: &[String]) -> Result<(), String> {
        self.chosen = Some(names.iter().map(|name| self.place(name)).collect::<Result<_, _>>()?);
        Ok(())
    }

    fn place(&self, name: &str) -> Result<usize, String> {
        ExperimentMetric::place(self.metrics.iter().map(|metric| metric.metric.as_str()), name)
    }

    /// Whether all events were played, or as many as the precision needs.
    pub fn is_complete(&self) -> bool {
        self.events == self.events_wanted || self.is_precise()
    }

    /// Whether a precision was asked for, and is reached.
    fn is_precise(&self) -> bool {
        !self.precision.is_empty() && self.precision.iter().all(|precision| precision.reached)
    }

    /// The sentence on a precision that all events have not brought.
    pub fn imprecise(&self) -> Option<String> {
        let missed = self.precision.iter().filter(|precision| !precision.reached).collect_vec();
        let which = missed.iter().map(|Precision { metric, se, .. }| format!("{se} of {metric}")).join(", ");
        (!missed.is_empty())
            .then(|| format!("{} events do not bring the standard error down to {which} in every arm", self.events))
    }

    /// The sentence on the metrics that are the same in all events of all arms, and so are not shown.
    pub fn constants(&self) -> Option<String> {
        let constant = |metric: &MeasuredMetric| Some(format!("{} {}", metric.metric, short(metric.constant?)));
        let list = self.metrics.iter().filter(|_| self.chosen.is_none()).filter_map(constant).join(", ");
        (!list.is_empty()).then(|| format!("The same in all events of all arms, and not shown: {list}."))
    }

    /// A sentence for each arm of which events ended early.
    pub fn early_ends(&self) -> Vec<String> {
        let of_arm = |arm: &ArmReport| {
            let sentence = EarlyEnds::sentence(&arm.ended_early, self.events)?;
            Some(format!("arm '{}': {sentence}", arm.name))
        };
        self.arms.iter().filter_map(of_arm).collect()
    }

    /// The metrics that are shown, each with its place.
    fn shown(&self) -> impl Iterator<Item = (usize, &MeasuredMetric)> {
        let of_itself = || self.metrics.iter().positions(|metric| metric.constant.is_none()).collect_vec();
        let places = self.chosen.clone().unwrap_or_else(of_itself);
        places.into_iter().map(|place| (place, &self.metrics[place]))
    }

    fn difference(&self, arm: &str, metric: &str) -> Option<&DifferenceReport> {
        self.differences.iter().find(|found| found.arm == arm && found.metric == metric)
    }

    /// How many comparisons Holm's procedure adjusts for.
    fn comparisons(&self) -> usize {
        let arms = self.arms.len();
        if self.baseline.is_some() { arms - 1 } else { arms * (arms - 1) / 2 }
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

/// The interval, or why there is none.
fn interval_text(Difference { interval, n, .. }: Difference) -> String {
    match interval {
        Some([lower, upper]) => format!("[{}, {}]", short(lower), short(upper)),
        None if n > 1 => format!("(n = {n}, all equal)"),
        None => format!("(n = {n})"),
    }
}

/// An asterisk at a difference that is claimed.
fn mark(difference: &DifferenceReport) -> &'static str {
    if difference.p_holm.is_some_and(|p| p < 0.05) { "*" } else { " " }
}

fn p_text(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(p) if p < 0.0001 => "<0.0001".to_owned(),
        Some(p) => short(p),
    }
}

impl Show for SimulateReport {
    fn show(&self) -> Document {
        let played = format!("{} of {} events, seed {}", self.events, self.events_wanted, self.seed);
        let mut document = Document::of(&self.experiment, played);
        document.table(self.all_numbers());
        let ends = || self.arms.iter().flat_map(|arm| arm.ended_early.iter().map(move |ends| (arm, ends)));
        if ends().next().is_some() {
            let row = |(arm, EarlyEnds { round, by, events }): (&ArmReport, &EarlyEnds)| {
                [(&arm.name).into(), (*events).into(), (*round).into(), by.into()]
            };
            let columns = [left("Arm"), right("Events"), right("Before round"), left("Because of")];
            let table = Table::new("early-ends", columns).rows(ends().map(row));
            document
                .table(table.titled("Events that ended early. Only the means of infeasible and rounds count them:"));
        }
        let means = self.shown().map(|(place, metric)| {
            let mean =
                |arm: &ArmReport| arm.metrics[place].mean.map_or_else(|| "-".into(), |mean| mean_text(mean).into());
            std::iter::once(Cell::from(&metric.metric)).chain(self.arms.iter().map(mean)).collect_vec()
        });
        let table = Table::new("means", columns(&self.arms.iter().collect_vec())).rows(means);
        document.table(table.titled("Means, and their standard errors in brackets:"));
        if let Some(sentence) = self.constants() {
            document.say(sentence);
        }
        if self.arms.len() > 1 {
            document.table(match &self.baseline {
                Some(baseline) => self.differences_from(baseline),
                None => self.all_differences(),
            });
        }
        document
    }
}

impl DifferenceReport {
    /// The columns of tables of differences.
    pub(super) const COLUMNS: [&str; 10] =
        ["arm", "baseline", "metric", "mean", "se", "lower", "upper", "p", "p_holm", "n"];

    /// Its cells.
    pub(super) fn cells(&self) -> [String; 10] {
        let text = super::table::text;
        let Difference { mean, se, interval, p, n } = self.difference;
        let [lower, upper] = [0, 1].map(|end| text(interval.map(|interval| interval[end])));
        let Self { arm, baseline, metric, p_holm, .. } = self;
        let [arm, baseline, metric] = [arm, baseline, metric].map(String::clone);
        [arm, baseline, metric, text(Some(mean)), text(se), lower, upper, text(p), text(*p_holm), n.to_string()]
    }
}

impl SimulateReport {
    /// Every mean and every difference, in the columns of the files.
    fn all_numbers(&self) -> Table {
        let text = super::table::text;
        let means = self.arms.iter().cartesian_product(0..self.metrics.len()).map(|(arm, place)| {
            let MetricReport { metric, mean } = &arm.metrics[place];
            let (number, se) = (mean.map(|mean| mean.mean), mean.and_then(|mean| mean.se));
            let [number, se] = [number, se].map(text);
            let n = mean.map_or(0, |mean| mean.n).to_string();
            let none = String::new;
            [arm.name.clone(), none(), metric.clone(), number, se, none(), none(), none(), none(), n]
        });
        let rows = means.chain(self.differences.iter().map(DifferenceReport::cells));
        let table = Table::new("numbers", DifferenceReport::COLUMNS.map(left)).for_programs();
        table.rows(rows.map(|row| row.map(Cell::Text)))
    }

    /// A table of differences, which says how they are tested.
    fn tested(&self, of: &str, columns: impl IntoIterator<Item = Column>) -> Table {
        let over = match self.comparisons() {
            1 => String::new(),
            comparisons => format!(", by Holm's procedure over {comparisons} comparisons"),
        };
        let table = Table::new("differences", columns);
        let table = table.titled(format!("Differences {of} in the same events, with 95% intervals by Student's t;"));
        table.titled(format!("* has p < 0.05 in the paired t-test of a metric{over}:"))
    }

    /// A row for each metric, and a column for each arm.
    fn differences_from(&self, baseline: &str) -> Table {
        let others = self.arms.iter().filter(|arm| arm.name != baseline).collect_vec();
        let rows = self.shown().map(|(_, metric)| {
            let cell = |arm: &&ArmReport| {
                self.difference(&arm.name, &metric.metric).map_or_else(
                    || "-".into(),
                    |found| {
                        let Difference { mean, .. } = found.difference;
                        Cell::Text(format!("{} {}{}", short(mean), interval_text(found.difference), mark(found)))
                    },
                )
            };
            std::iter::once(Cell::from(&metric.metric)).chain(others.iter().map(cell)).collect_vec()
        });
        self.tested(&format!("from {baseline}"), columns(&others)).rows(rows)
    }

    /// A row for each metric and pair of arms.
    fn all_differences(&self) -> Table {
        let rows = self.shown().flat_map(|(_, metric)| {
            let of_metric = self.differences.iter().filter(move |found| found.metric == metric.metric);
            of_metric.map(|found| {
                let DifferenceReport { arm, baseline, metric, difference, p_holm } = found;
                let numbers = [short(difference.mean), interval_text(*difference), p_text(*p_holm) + mark(found)];
                [metric, arm, baseline].into_iter().map(Cell::from).chain(numbers.map(Cell::Text)).collect_vec()
            })
        });
        let columns = ["Metric", "Arm", "Less"].map(left).into_iter();
        let columns = columns.chain(["Mean", "95% interval", "p by Holm"].map(right));
        self.tested("of all pairs", columns).rows(rows)
    }
}

fn columns(arms: &[&ArmReport]) -> Vec<Column> {
    std::iter::once(left("Metric")).chain(arms.iter().map(|arm| right(&arm.name).named(&arm.name))).collect()
}
