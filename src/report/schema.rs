#[cfg(feature = "cli")]
use super::SimulateReport;
use super::{
    CutsReport, DualsReport, ErrorReport, FaultReport, RelaxReport, SymmetryReport, TierTraceReport, WeightsReport,
};
use crate::model::Model;
use crate::proof::Certificate;
use crate::questions::{check, compare, explain, info, model, pair, pareto, solve, standings, verify, why};
use crate::rules::Entry;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

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

/// The JSON Schema of a record.
pub(crate) fn schema<Record: JsonSchema>() -> String {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Record>();
    // A schema is plain JSON, which can always be written.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
