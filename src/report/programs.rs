use super::table::write_table;
use crate::model::Value;
use crate::programs::{ProgramStage, TierOptimum};
use crate::verify::TierVerdict;
use itertools::Itertools;
use std::io;

/// Every aim of every tier of every program, as numbered tiers of one objective.
pub(crate) fn objective(programs: &[ProgramStage]) -> Vec<TierVerdict> {
    let tiers = programs.iter().flat_map(|stage| &stage.tiers);
    let aims = tiers.flat_map(|tier| tier.values.iter().map(|value| (tier.count.clone(), Value::from_whole(*value))));
    aims.zip(1..).map(|((name, value), tier)| TierVerdict { tier, name, value, terms: Vec::new() }).collect()
}

/// Every program, with its tiers that are not 0.
pub(crate) fn write_programs(programs: &[ProgramStage], out: &mut dyn io::Write) -> io::Result<()> {
    for stage in programs {
        let of =
            if stage.players.is_empty() { String::new() } else { format!(": {}", stage.players.iter().join(", ")) };
        let down = if stage.downfloaters.is_empty() {
            String::new()
        } else {
            format!("; downfloaters {}", stage.downfloaters.iter().join(", "))
        };
        writeln!(out, "Program {}{of}{down}", stage.kind)?;
        let tiers = stage.tiers.iter().filter(|tier| tier.values.iter().any(|value| *value != 0));
        let row = |tier: &TierOptimum| [tier.values.iter().join(" "), format!("{} [{}]", tier.count, tier.article)];
        let tiers: Vec<_> = tiers.map(row).collect();
        if !tiers.is_empty() {
            write_table(&[">Least", "Tier"], tiers, out)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Tiers that are 0 are not shown.")
}
