//! The schemas of all records.

use super::{batch, check, compare, edit, explain, info, model, pair, pareto, simulate, solve, standings, verify, why};
use crate::model::Model;
use crate::proof::Certificate;
use crate::questions::report::{ErrorReport, FaultReport, schema};
use crate::rules::Entry;

/// The JSON Schemas of all records: files of `docs/schema/`. Each has the name
/// of its file without `.schema.json`, and its text.
pub fn schemas() -> Vec<(&'static str, String)> {
    vec![
        ("solve", schema::<solve::Answer>()),
        ("solve-as-written", schema::<solve::TextAnswer>()),
        ("solve-shown", schema::<solve::Shown>()),
        ("pair", schema::<pair::Answer>()),
        ("check", schema::<check::Answer>()),
        ("checklist", schema::<pair::Checklist>()),
        ("info", schema::<info::Answer>()),
        ("edit", schema::<edit::Answer>()),
        ("standings", schema::<standings::Answer>()),
        ("bad-file", schema::<FaultReport>()),
        ("error", schema::<ErrorReport>()),
        ("rule", schema::<Entry>()),
        ("rules", schema::<Vec<Entry>>()),
        ("certificate", schema::<Certificate>()),
        ("compare", schema::<compare::Answer>()),
        ("compare-all-rounds", schema::<compare::AllRounds>()),
        ("explain", schema::<explain::Answer>()),
        ("why", schema::<why::Answer>()),
        ("why-opponents", schema::<why::Opponents>()),
        ("verify", schema::<verify::Answer>()),
        ("model", schema::<Model>()),
        ("program", schema::<model::ProgramsReport>()),
        ("verify-duals", schema::<verify::CheckedDuals>()),
        ("pareto", schema::<pareto::Answer>()),
        ("batch", schema::<batch::ArchiveRecord>()),
        ("batch-summary", schema::<batch::Summary>()),
        ("simulate", schema::<simulate::SimulateReport>()),
    ]
}
