//! Archives: many files with many rounds each, one record a round ([`ArchiveRecord`]), and nothing lost.
//!
//! ```text
//! paths ── Sources ──▶ ArchiveSource ──┐                ┌── process: FileWorker ──┐
//!                               ├── Pool, a Plan ┤        ⋮          ├── in the order of the sources ──▶ Records
//!                               └────────────────┴── process: FileWorker ──┘
//! ```
//!
//! A `FileWorker` follows a [`Plan`] file by file in its process. A [`Pool`] has processes that do it: what ends one of them (a panic,
//! an abort in the solver, a lack of memory) costs the round that it was at, and no other. The journal is the file of records
//! that a broken run is resumed from, [`rows`] shows a record as rows of a table, and [`Summary`] counts the records.

mod journal;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod pool;
mod record;
mod run;
mod serve;
mod show;
mod source;
mod summary;
mod table;
mod work;

#[cfg(feature = "parquet")]
pub(crate) use parquet::write as write_parquet;
pub use plan::{ModelText, Plan, RoundSelection, SystemWord};
pub use pool::Pool;
pub use record::{
    ArchiveRecord, Legality, PlayedByModel, PlayedBySystem, RecordStatus, SystemPrice, SystemRecord, SystemRefused,
    TierValue, Unlike, Worth,
};
pub use run::{BatchInterruption, CsvLayout, ExistingFile, RecordFormat, RecordTarget, jobs, journal_of, run};
pub use serve::serve;
pub use source::{ArchiveSource, ENDINGS, SourceReader, Sources, sha256};
pub use summary::{Alike, FailedRecord, LegalCount, ModelCount, Summary, TierCost};
pub use table::{COLUMNS, ColumnType, Row, rows};
