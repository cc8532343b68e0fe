use super::table::KEYS;
use super::{EventRow, Experiment};
use crate::questions::batch::{ColumnType, write_parquet};
use serde_json::Value;
use std::fs::File;
use std::io;

/// Write `rows`, by arm and then by event, in the order of `events.csv`.
pub(super) fn write(experiment: &Experiment, rows: &[Vec<EventRow>], file: &File) -> io::Result<()> {
    let keys = KEYS.into_iter().zip([
        ColumnType::Text,
        ColumnType::Whole,
        ColumnType::Whole,
        ColumnType::Whole,
        ColumnType::Text,
    ]);
    let columns: Vec<_> =
        keys.chain(experiment.metrics.iter().map(|metric| (metric.id(), ColumnType::Number))).collect();
    let events = rows.first().map_or(0, Vec::len);
    let lines =
        (0..events).flat_map(|event| experiment.arms.iter().zip(rows).map(move |(arm, rows)| (event, arm, rows)));
    let cells = lines.map(|(event, arm, rows)| {
        let EventRow { ended, values } = &rows[event];
        let keys = [Value::from(arm.name.as_str()), Value::from(event + 1), Value::from(experiment.seed)];
        let ended = [ended.as_ref().map(|ended| ended.round).into(), ended.as_ref().map(|end| end.by.as_str()).into()];
        Ok(keys.into_iter().chain(ended).chain(values.iter().map(|value| Value::from(*value))).collect())
    });
    write_parquet(&columns, cells, file)
}
