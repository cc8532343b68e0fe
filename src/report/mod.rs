//! Records of results, and their renderers for persons and programs.
//!
//! A record ([`SolveReport`], [`VerifyReport`]) has the result and no layout. [`Format`] says how to write it. Values
//! are exact everywhere else; here they become decimal numbers.

mod against;
mod aro;
mod boards;
mod check;
mod compare;
mod faults;
mod ids;
mod missing;
mod number;
mod objective;
mod optima;
mod pair;
mod programs;
mod rules;
mod schema;
mod seed;
mod solve;
mod standings;
mod table;
mod verify;

pub use against::AgainstReport;
pub use aro::{AroReport, AroRow};
pub use boards::PlayerReport;
pub use check::CheckReport;
pub use compare::{CompareReport, CompareRoundsReport};
pub use faults::{FaultLine, FaultReport, Severity};
pub use ids::ids_page;
pub use optima::OptimaReport;
pub use pair::PairReport;
pub use programs::{BehindReport, OptimumVerdict};
pub use rules::{ModelReport, RuleReport};
pub use schema::schemas;
pub use seed::SeedReport;
pub use solve::{BoundReport, Seconds, SolveReport, Status};
pub use standings::{StandingReport, StandingsReport};
pub use verify::{ProofOutcome, ProofReport, VerifyReport};

use std::io;

/// The format of the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// A table for persons.
    #[default]
    Table,
    /// One JSON object on one line, for programs.
    Json,
    /// The arbiters' form: the number of lines, then `white black` by pairing number, a bye as `n 0`.
    Pairs,
    /// Comma-separated values, for spreadsheets.
    Csv,
}

/// A record that can be written in every [`Format`].
pub trait Render {
    /// Write the record to `out`.
    ///
    /// # Errors
    /// The error of `out`.
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()>;
}

/// Write `record` as one line of JSON.
fn write_json(record: &impl serde::Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    writeln!(out)
}

/// Write rows as CSV.
fn write_csv<C: AsRef<[u8]>, R: IntoIterator<Item: AsRef<[u8]>>>(
    header: impl IntoIterator<Item = C>,
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush()
}
