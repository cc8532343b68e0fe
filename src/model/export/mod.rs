//! A program with one objective, as other solvers read it: LP, MPS and OPB.

mod lp;
mod mps;
mod opb;

use super::{Family, OmittedColumns, Program, ProgramColumn, ProgramRow, Sum, Value};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// A program with one objective, in exact integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// What it is: lines for the head of a file, in ASCII.
    pub title: Vec<String>,
    /// The columns and rows, with those that hold earlier tiers. It has no tiers of its own.
    pub program: Program,
    /// The objective, to be maximised: column indices, in increasing order, with their weights.
    pub objective: Sum,
    /// Its optimum, if it is known, by the weights that it has here.
    pub optimum: Option<i64>,
}

/// The format of a file for other solvers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// CPLEX's LP format.
    Lp,
    /// MPS with names of any length.
    Mps,
    /// Pseudo-Boolean: binaries alone.
    Opb,
}

impl FileFormat {
    /// The format that the extension of `path` names: `.lp`, `.mps` or `.opb`.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "lp" => Some(Self::Lp),
            "mps" => Some(Self::Mps),
            "opb" => Some(Self::Opb),
            _ => None,
        }
    }
}

impl Linear {
    /// Tier `tier` of `program`, from 0, among the points at which the tiers before it have these `optima`.
    pub fn of_tier(mut program: Program, tier: usize, optima: &[Value]) -> Self {
        let mut tiers = std::mem::take(&mut program.tiers);
        let objective = if tier < tiers.len() { tiers.swap_remove(tier).coefficients } else { Sum::new() };
        let earlier = tiers.iter().take(tier).zip(optima).zip(1..);
        program.rows.extend(earlier.map(|((tier, value), number)| tier.held(number, *value)));
        Self { title: Vec::new(), program, objective: merged(objective), optimum: None }
    }

    /// Write it in `format`. OPB has no columns but binaries: others become sums of binary digits, which a comment gives.
    ///
    /// # Errors
    /// The error of `out`; of the kind [`io::ErrorKind::InvalidInput`], if the format cannot have the program. Nothing is written then.
    pub fn write(&self, format: FileFormat, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            FileFormat::Lp => lp::write(self, out),
            FileFormat::Mps => mps::write(self, out),
            FileFormat::Opb => opb::write(self, out),
        }
    }

    /// The lines of a head: the title, then the optimum of the objective as the file has it, which is `sign` times as large. Then the
    /// kinds of columns and the families of rows, then what is left out.
    fn head(&self, sign: i64) -> Vec<String> {
        let of = |family: &Family, count: usize| {
            let rule = family.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
            format!("{} ({count}): {}{rule}", family.id, family.says)
        };
        let absent = |OmittedColumns { rule, count, first, .. }: &OmittedColumns| {
            format!("left out by {rule}: {count}, such as {first}")
        };
        let mut lines = self.title.clone();
        lines.extend(self.optimum.map(|optimum| format!("The optimum of obj is {}.", sign * optimum)));
        lines.push("Columns:".to_owned());
        lines.extend(self.program.kinds().into_iter().map(|(kind, members)| of(kind, members.len())));
        lines.extend(self.program.absent.iter().map(absent));
        lines.push("Rows:".to_owned());
        lines.extend(self.program.families().into_iter().map(|(family, members)| of(family, members.len())));
        lines
    }
}

/// The sum with each column once, in increasing order, without weights of 0.
fn merged(sum: Sum) -> Sum {
    let mut weights: BTreeMap<usize, i64> = BTreeMap::new();
    for (column, weight) in sum {
        *weights.entry(column).or_default() += weight;
    }
    weights.into_iter().filter(|(_, weight)| *weight != 0).collect()
}

/// What a row asks for: a name, `=`, `>=` or `<=`, and a bound. A row with two bounds has the second relation under another name.
fn relations(row: &ProgramRow) -> impl Iterator<Item = (String, &'static str, i64)> {
    let (is_equal, has_lower) = (row.lower == row.upper, row.lower.is_some());
    let name = move |suffix: &str| format!("{}{suffix}", row.name);
    let lower = row.lower.map(|lower| (name(""), if is_equal { "=" } else { ">=" }, lower));
    let upper = row.upper.filter(|_| !is_equal);
    lower.into_iter().chain(upper.map(|upper| (name(if has_lower { "_upper" } else { "" }), "<=", upper)))
}

/// Whether it is 0 or 1 and nothing else is said of it.
fn is_binary(column: &ProgramColumn) -> bool {
    column.integer && column.lower == 0 && column.upper == Some(1)
}
