//! The schemas of all records.

use super::{check, compare, explain, info, model, pair, pareto, solve, standings, verify, why};
use crate::model::Model;
use crate::proof::Certificate;
#[cfg(feature = "cli")]
use crate::report::SimulateReport;
use crate::report::{
    CutsReport, DualsReport, ErrorReport, FaultReport, RelaxReport, SymmetryReport, TierTraceReport, WeightsReport,
    schema,
};
use crate::rules::Entry;

/// The JSON Schemas of the records that commands write, the files of `docs/schema/`. Each has the name of its file without
/// `.schema.json`, and its text.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    Vec::from([
        ("solve", schema::<solve::Answer>()),
        ("pair", schema::<pair::Answer>()),
        ("check", schema::<check::Answer>()),
        ("checklist", schema::<pair::Checklist>()),
        ("info", schema::<info::Answer>()),
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
        ("verify", schema::<verify::Answer>()),
        ("standings-aro", schema::<standings::AroList>()),
        ("model", schema::<Model>()),
        ("lesson-weights", schema::<WeightsReport>()),
        ("errata", schema::<Vec<model::ErratumLine>>()),
        ("erratum", schema::<model::ErratumReport>()),
        ("program", schema::<model::ProgramsReport>()),
        ("solve-relax", schema::<RelaxReport>()),
        ("solve-cuts", schema::<CutsReport>()),
        ("solve-trace-tiers", schema::<TierTraceReport>()),
        ("solve-duals", schema::<DualsReport>()),
        ("verify-duals", schema::<verify::CheckedDuals>()),
        ("lesson-symmetry", schema::<SymmetryReport>()),
        #[cfg(feature = "cli")]
        ("simulate", schema::<SimulateReport>()),
        ("pareto", schema::<pareto::Answer>()),
    ])
}
