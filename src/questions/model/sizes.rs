//! The programs of a round: what each family of rows and kind of columns says, how many there are, and one of them.

use super::programs::RoundProgram;
use crate::model::{Family, Index, LinearTier, OmittedColumns, Program, ProgramColumn, ProgramRow, Unit, Value};
use crate::questions::report::{Cell, Document, Show, Table, left};
use crate::rules::Entry;
use crate::tournament::{PlayerId, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// How many terms of a row are written out.
const TERMS: usize = 6;

/// The programs of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProgramsReport {
    /// The round.
    pub round: u32,
    /// The model.
    pub model: String,
    /// The programs, in the order in which they are solved. A model with an objective has one.
    pub programs: Vec<ProgramReport>,
}

/// One program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProgramReport {
    /// Its number, from 1, as of `--step`.
    pub number: usize,
    /// The step of a system's procedure that it is; absent for a model with an objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The number of columns.
    pub columns: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of coefficients in the rows.
    pub nonzeros: u64,
    /// The coefficients in the rows, without their signs.
    pub coefficients: Option<Sizes>,
    /// The bounds of rows that are not 0, without their signs.
    pub bounds: Option<Sizes>,
    /// The weights of all tiers, without their signs.
    pub weights: Option<Sizes>,
    /// The kinds of columns.
    pub kinds: Vec<FamilyReport>,
    /// The columns that rules leave out.
    pub left_out: Vec<AbsentReport>,
    /// The families of rows.
    pub families: Vec<FamilyReport>,
    /// The tiers, to be maximised one after another. What a system asks to be least has a minus.
    pub tiers: Vec<TierReport>,
}

/// The smallest and the largest of some numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sizes {
    /// The smallest.
    pub smallest: u64,
    /// The largest.
    pub largest: u64,
}

/// A family of rows, or a kind of columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FamilyReport {
    /// The id, with which the names of its members begin.
    pub id: &'static str,
    /// What it says.
    pub says: &'static str,
    /// The rule that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// How many members it has.
    pub count: usize,
    /// The first of them, written out; of a long row, its beginning.
    pub example: String,
    /// The players in the example.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<NamedPlayer>,
}

/// A player in an example.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct NamedPlayer {
    /// The pairing number.
    pub player: PlayerId,
    /// The name.
    pub name: String,
}

/// Columns that a rule leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AbsentReport {
    /// The rule.
    pub rule: &'static str,
    /// What it says.
    pub title: &'static str,
    /// How many columns it leaves out.
    pub count: usize,
    /// The name that the first of them would have.
    pub first: String,
}

/// A tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierReport {
    /// The number, from 1, as of `--tier`.
    pub tier: usize,
    /// The name.
    pub name: String,
    /// The rule that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// How many columns have a weight in it.
    pub columns: usize,
    /// The weights, without their signs; those of a model in the unit of the tier.
    pub weights: Option<Sizes>,
    /// The unit of a tier of a model, if it is not a tenth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Value>,
    /// The optimum, which is known of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimum: Option<i64>,
}

impl Sizes {
    fn of(numbers: impl Iterator<Item = i64>) -> Option<Self> {
        let (smallest, largest) =
            numbers.filter(|number| *number != 0).map(i64::unsigned_abs).minmax().into_option()?;
        Some(Self { smallest, largest })
    }

    /// Of the weights of all these tiers.
    fn of_tiers(tiers: &[TierReport]) -> Option<Self> {
        let ends = tiers.iter().filter_map(|tier| tier.weights);
        let ends = ends.flat_map(|Self { smallest, largest }| [smallest, largest]).minmax();
        ends.into_option().map(|(smallest, largest)| Self { smallest, largest })
    }
}

impl ProgramReport {
    pub(super) fn new(state: &RoundState, number: usize, of_round: &RoundProgram) -> Self {
        let RoundProgram { step, program, decided } = of_round;
        let size = program.size();
        let coefficients = || program.rows.iter().flat_map(|row| &row.coefficients).map(|(_, weight)| *weight);
        let bounds = program.rows.iter().flat_map(|row| [row.lower, row.upper]).flatten();
        let tier = |(index, tier)| TierReport::new(index + 1, tier, decided.get(index));
        let tiers: Vec<TierReport> = program.tiers.iter().enumerate().map(tier).collect();
        let absent = |OmittedColumns { rule, count, first }: &OmittedColumns| {
            let title = Entry::find(rule).map_or("", |entry| entry.title());
            AbsentReport { rule, title, count: *count, first: first.clone() }
        };
        Self {
            number,
            step: step.clone(),
            columns: size.columns,
            rows: size.rows,
            nonzeros: size.nonzeros,
            coefficients: Sizes::of(coefficients()),
            bounds: Sizes::of(bounds),
            weights: Sizes::of_tiers(&tiers),
            kinds: program.kinds().iter().map(|kind| FamilyReport::of_columns(state, program, kind)).collect(),
            left_out: program.absent.iter().map(absent).collect(),
            families: program.families().iter().map(|family| FamilyReport::of_rows(state, program, family)).collect(),
            tiers,
        }
    }

    fn add_to(&self, document: &mut Document) {
        let sizes = |what: &str, sizes: Option<Sizes>| {
            sizes.map(|Sizes { smallest, largest }| format!("{what} {smallest} to {largest}"))
        };
        let counted = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let [columns, rows] = [counted(self.columns, "column"), counted(self.rows, "row")];
        document.say(format!("{columns}, {rows}, {}", counted(self.nonzeros, "non-zero")));
        let sizes =
            [sizes("coefficients", self.coefficients), sizes("bounds", self.bounds), sizes("weights", self.weights)];
        let sizes = sizes.into_iter().flatten().join(", ");
        if !sizes.is_empty() {
            document.say(format!("Without signs and zeros: {sizes}"));
        }
        document.paragraph("Columns");
        self.kinds.iter().for_each(|kind| kind.add_to(document));
        for AbsentReport { rule, title, count, first } in &self.left_out {
            document.item(format!("left out: {count}, such as {first} [{rule}]"));
            document.line(3, format!("{title}."));
        }
        document.paragraph("Rows");
        self.families.iter().for_each(|family| family.add_to(document));
        let is_of_system = self.step.is_some();
        let asked = match (is_of_system, self.tiers.iter().all(|tier| tier.unit.is_none())) {
            (true, _) => "Maximise",
            (false, true) => "Maximise, in tenths",
            (false, false) => "Maximise, in tenths or as said",
        };
        document.paragraph(format!("{asked}, one after another"));
        let is_one = |a: &TierReport, b: &TierReport| is_of_system && (&a.name, &a.rule) == (&b.name, &b.rule);
        self.tiers.chunk_by(is_one).for_each(|tiers| document.item(TierReport::said(tiers)));
    }

    /// The rows of a table: one for each kind, rule, family and tier.
    fn cells(&self) -> Vec<[Cell; 6]> {
        let row = |part: &str, id: &str, rule: &str, count: usize, example: &str| {
            [self.number.into(), part.into(), id.into(), rule.into(), count.into(), example.into()]
        };
        let family = |part: &'static str| {
            move |family: &FamilyReport| {
                row(part, family.id, family.rule.unwrap_or_default(), family.count, &family.example)
            }
        };
        let mut rows: Vec<[Cell; 6]> = self.kinds.iter().map(family("columns")).collect();
        rows.extend(self.left_out.iter().map(|absent| row("left out", "", absent.rule, absent.count, &absent.first)));
        rows.extend(self.families.iter().map(family("rows")));
        let tier =
            |tier: &TierReport| row("tier", &tier.name, tier.rule.as_deref().unwrap_or_default(), tier.columns, "");
        rows.extend(self.tiers.iter().map(tier));
        rows
    }
}

impl FamilyReport {
    fn of_columns(state: &RoundState, program: &Program, (kind, members): &(&'static Family, Vec<usize>)) -> Self {
        let first = &program.columns[members[0]];
        let upper = first.upper.map_or_else(String::new, |upper| format!(" to {upper}"));
        let example =
            format!("{} from {}{upper}{}", first.name, first.lower, if first.integer { ", whole" } else { "" });
        Self::new(state, kind, members.len(), example, of_column(first).collect())
    }

    fn of_rows(state: &RoundState, program: &Program, (family, members): &(&'static Family, Vec<usize>)) -> Self {
        let first = &program.rows[members[0]];
        let shown = first.coefficients.iter().take(TERMS).map(|(column, _)| &program.columns[*column]);
        let players = players_in(first.family, &first.name).chain(shown.flat_map(of_column)).collect();
        Self::new(state, family, members.len(), written_out(program, first), players)
    }

    fn new(state: &RoundState, family: &Family, count: usize, example: String, players: BTreeSet<PlayerId>) -> Self {
        let named = |player: &PlayerId| {
            let name = state.players().get(state.rank(*player)?)?.name.clone();
            Some(NamedPlayer { player: *player, name }).filter(|player| !player.name.is_empty())
        };
        let Family { id, says, rule, .. } = *family;
        Self { id, says, rule, count, example, players: players.iter().filter_map(named).collect() }
    }

    fn add_to(&self, document: &mut Document) {
        let Self { id, says, rule, count, example, players } = self;
        let rule = rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        document.item(format!("{id}: {count}{rule}"));
        document.line(3, *says);
        document.line(3, example);
        if !players.is_empty() {
            let players = players.iter().map(|NamedPlayer { player, name }| format!("{player} {name}"));
            document.line(3, format!("({})", players.format(", ")));
        }
    }
}

/// The players in the name of a member.
fn players_in<'n>(family: &'static Family, name: &'n str) -> impl Iterator<Item = PlayerId> + use<'n> {
    family.indices_in(name, Index::Player).filter_map(|index| index.parse().ok().map(PlayerId))
}

fn of_column(column: &ProgramColumn) -> impl Iterator<Item = PlayerId> + use<'_> {
    players_in(column.kind, &column.name)
}

fn written_out(program: &Program, row: &ProgramRow) -> String {
    let mut text = format!("{}:", row.name);
    for (index, (column, weight)) in row.coefficients.iter().take(TERMS).enumerate() {
        let sign = if *weight < 0 { " -" } else { " +" };
        let sign = if index == 0 && *weight >= 0 { "" } else { sign };
        let size = if weight.unsigned_abs() == 1 { String::new() } else { format!(" {}", weight.unsigned_abs()) };
        text.push_str(&format!("{sign}{size} {}", program.columns[*column].name));
    }
    match row.coefficients.len() {
        0 => text.push_str(" 0"),
        terms if terms > TERMS => text.push_str(&format!(" + ... ({terms} terms)")),
        _ => {}
    }
    match (row.lower, row.upper) {
        (Some(lower), Some(upper)) if lower == upper => text.push_str(&format!(" = {lower}")),
        (lower, upper) => {
            lower.iter().for_each(|lower| text.push_str(&format!(" >= {lower}")));
            upper.iter().for_each(|upper| text.push_str(&format!(" <= {upper}")));
        }
    }
    text
}

impl TierReport {
    fn new(number: usize, tier: &LinearTier, decided: Option<&(String, i64)>) -> Self {
        Self {
            tier: number,
            name: tier.name.clone(),
            rule: decided.map(|(article, _)| article.clone()),
            columns: tier.coefficients.len(),
            weights: Sizes::of(tier.coefficients.iter().map(|(_, weight)| *weight)),
            unit: (tier.unit != Unit::TENTH).then(|| tier.unit.value(1)),
            optimum: decided.map(|(_, optimum)| *optimum),
        }
    }

    /// Tiers of one name, which a system has where a count is decided several times.
    fn said(tiers: &[Self]) -> String {
        let ([first, ..], Some(last)) = (tiers, tiers.last()) else { return String::new() };
        let numbers = if tiers.len() == 1 { first.tier.to_string() } else { format!("{}-{}", first.tier, last.tier) };
        let rule = first.rule.as_ref().map_or_else(String::new, |rule| format!(" [{rule}]"));
        let columns = tiers.iter().map(|tier| tier.columns).sum::<usize>();
        let plural = if columns == 1 { "column" } else { "columns" };
        let weights = Sizes::of_tiers(tiers)
            .map_or_else(String::new, |Sizes { smallest, largest }| format!(", weights {smallest} to {largest}"));
        let unit = first.unit.map(|unit| format!(" in {}", unit.unit().plural())).unwrap_or_default();
        let optima = tiers.iter().filter_map(|tier| tier.optimum).join(" ");
        let optima = if optima.is_empty() { String::new() } else { format!("; optimum {optima}") };
        format!("{numbers:>5}  {}{rule}: {columns} {plural}{weights}{unit}{optima}", first.name)
    }
}

impl Show for ProgramsReport {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let (round, model, count) = (self.round, &self.model, self.programs.len());
        for report in &self.programs {
            document.paragraph(match &report.step {
                None => format!("Round {round} by {model}: the program"),
                Some(step) => format!("Round {round} by {model}: step {} of {count}, {step}", report.number),
            });
            report.add_to(&mut document);
        }
        let columns = ["program", "part", "id", "rule", "count", "example"].map(left);
        let rows = self.programs.iter().flat_map(ProgramReport::cells);
        document.table(Table::new("programs", columns).for_programs().rows(rows));
        document
    }
}
