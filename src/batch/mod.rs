//! Archives: many files with many rounds each, one record a round ([`Record`]), and nothing lost.
//!
//! ```text
//! paths ── Sources ──▶ Source ──┐                ┌── process: Work ──┐
//!                               ├── Pool, a Plan ┤        ⋮          ├── in the order of the sources ──▶ Records
//!                               └────────────────┴── process: Work ──┘
//! ```
//!
//! [`Work`] follows a [`Plan`] file by file in this process. A [`Pool`] has processes that do it: what ends one of them (a panic,
//! an abort in the solver, a lack of memory) costs the round that it was at, and no other. [`Journal`] is the file of records
//! that a broken run is resumed from, [`rows`] shows a record as rows of a table, and [`Summary`] counts the records.

mod journal;
#[cfg(feature = "parquet")]
mod parquet;
mod peak;
mod plan;
mod pool;
mod record;
mod run;
mod serve;
mod source;
mod summary;
mod table;
mod work;

pub use crate::questions::asked::TableText;
pub use journal::{Journal, JournalError};
#[cfg(feature = "parquet")]
pub(crate) use parquet::write as write_parquet;
pub use plan::{ModelText, Plan, Rounds};
pub use pool::{Pool, Told};
pub use record::{Record, Status, SystemRecord, SystemRefused, TierValue, Unlike};
pub use run::{Broken, Existing, Form, Layout, Target, journal_of, run};
pub use serve::serve;
pub use source::{ENDINGS, Reader, Source, Sources, sha256};
pub use summary::{Alike, Brief, Failed, ModelCount, Summary};
pub use table::{COLUMNS, Kind, Row, rows};
pub use work::{Head, News, PlanError, Work};

use crate::report::schema;

/// The JSON Schemas of a record and of a summary, as [`report::schemas`](crate::report::schemas()) has those of other commands.
#[must_use]
pub fn schemas() -> [(&'static str, String); 2] {
    [("batch", schema::<Record>()), ("batch-summary", schema::<Summary>())]
}
