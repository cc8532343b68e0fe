use super::{Format, Render, write_csv, write_json, write_own_csv};
use crate::model::{
    Cap, Counted, Definition, Erratum, Formulation, Model, Objective, StudentText, SystemModel, Tier, Weight, Weighted,
};
use crate::printable::printable;
use crate::rules::{self, Diagnostic, Entry, Rule};
use std::io;

/// The meaning of one id, or the list of all ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleReport {
    /// The list of all ids, one line for each, in groups.
    All,
    /// One id with its whole entry.
    One(Entry),
}

impl Render for RuleReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let entries = match self {
            Self::All => Entry::all().collect(),
            Self::One(entry) => vec![*entry],
        };
        match (self, format) {
            (Self::All, Format::Table | Format::Pairs) => write_list(out),
            (Self::One(entry), Format::Table | Format::Pairs) => write_entry(*entry, out),
            (Self::All, Format::Json) => write_json(&entries, out),
            (Self::One(entry), Format::Json) => write_json(entry, out),
            (_, Format::Csv) => {
                let row = |entry: &Entry| match entry {
                    Entry::Rule(Rule { id, title, source, meaning, reading }) => {
                        [*id, title, source, meaning, reading, "", ""]
                    }
                    Entry::Diagnostic(Diagnostic { id, title, meaning, example, help }) => {
                        [*id, title, "", meaning, "", example, help]
                    }
                };
                let header = ["id", "title", "source", "meaning", "reading", "example", "help"];
                write_own_csv(header, entries.iter().map(row), out)
            }
        }
    }
}

fn write_list(out: &mut dyn io::Write) -> io::Result<()> {
    let longest = Entry::all().map(|entry| entry.id().len()).max().unwrap_or(0);
    for (index, group) in rules::groups().iter().enumerate() {
        writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, group.title)?;
        for entry in &group.entries {
            writeln!(out, "  {:longest$}  {}", entry.id(), entry.title())?;
        }
    }
    Ok(())
}

fn write_entry(entry: Entry, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}: {}", entry.id(), entry.title())?;
    match entry {
        Entry::Rule(rule) => {
            writeln!(out, "  Source:  {}", rule.source)?;
            writeln!(out, "  Meaning: {}", rule.meaning)?;
            writeln!(out, "  Reading: {}", rule.reading)
        }
        Entry::Diagnostic(diagnostic) => {
            writeln!(out, "  Meaning: {}", diagnostic.meaning)?;
            writeln!(out, "  Example:")?;
            diagnostic.example.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            writeln!(out, "  Help:    {}", diagnostic.help)
        }
    }
}

/// A model as its file gives it, or a system as its text does, with or without the meaning of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelReport {
    model: Model,
    in_full: bool,
}

impl ModelReport {
    /// The record of `model`; `in_full` adds what every rule and term means.
    #[must_use]
    pub fn new(model: Model, in_full: bool) -> Self {
        Self { model, in_full }
    }

    fn write_system(&self, system: &SystemModel, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}: {}", printable(&system.name), system.edition.title)?;
        system.rules.iter().try_for_each(|rule| self.write_rule(rule, None, out))
    }

    fn write_objective(&self, spec: &Objective, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}: {}", printable(&spec.name), printable(&spec.summary))?;
        let variables = match spec.formulation {
            Formulation::Pairs => "x_a_b, one binary a pair that may meet (b is 'bye' for the bye)",
            Formulation::Slots => "X_i_j, Y_j, C_i_k, BYE_i, D_t_j: players in interchangeable slots",
            Formulation::SlotsOrdered => "X_i_j, Y_j, C_i_k, BYE_i, D_t_j: players in slots, highest players in order",
        };
        writeln!(out, "Variables: {variables}")?;
        writeln!(out, "\nNo pairing may break:")?;
        for rule in spec.hard.iter().map(|hard| hard.rule()) {
            self.write_rule(rule, None, out)?;
        }
        for definition in
            spec.define.iter().filter(|definition| definition.is_rule() || definition.most_boards().is_some())
        {
            self.write_definition(definition, None, out)?;
        }
        if !spec.may_break.is_empty() {
            let rules: Vec<&str> = spec.may_break.iter().map(|rule| rule.name()).collect();
            writeln!(out, "\nA repair may break, the most readily first: {}", rules.join(", "))?;
        }
        for (number, tier) in (1..).zip(&spec.tiers) {
            writeln!(out, "\nMaximise, tier {number} ({}):", printable(&tier.name))?;
            for weighted in &tier.terms {
                match &weighted.term {
                    Counted::Term(term) => self.write_rule(term.rule(), Some(weighted.weight), out)?,
                    Counted::Defined(definition) => self.write_definition(definition, Some(weighted.weight), out)?,
                }
            }
        }
        let caps = spec.caps().filter(|(cap, _)| !matches!(cap, Cap::Defined(_)));
        let caps: Vec<String> = caps.map(|(cap, name)| format!("{name} {}", cap.most())).collect();
        let pairs = [("forced", &spec.side.forced), ("forbidden", &spec.side.forbidden)];
        let pairs = pairs.iter().flat_map(|(name, list)| list.iter().map(move |[a, b]| format!("{name} {a}-{b}")));
        let side: Vec<String> = caps.into_iter().chain(pairs).collect();
        if !side.is_empty() {
            writeln!(out, "\nSide constraints: {}", side.join(", "))?;
        }
        Ok(())
    }

    /// A definition, with the expressions of its keys; of one that a tier has, without what it forbids.
    fn write_definition(
        &self,
        definition: &Definition,
        weight: Option<Weight>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let weight = weight.map_or_else(String::new, |weight| format!("{weight:>+5}  "));
        writeln!(out, "  {weight}{}", definition.id())?;
        for (key, text) in definition.expressions() {
            writeln!(out, "      {key}: {}", printable(text))?;
        }
        if let Some(most) = definition.most_boards() {
            writeln!(out, "      count-at-most: {most}")?;
        }
        Ok(())
    }

    fn write_text(&self, spec: &StudentText, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}: {}", printable(&spec.name), printable(&spec.summary))?;
        writeln!(out, "Variables: X_i_j, Y_j, C_i_k, Z_a_b_j, H_a_b_j, L_i, M_i: players in slots")?;
        writeln!(out, "\nReadings:")?;
        for (name, reading) in spec.readings.named() {
            writeln!(out, "  {name}: {reading}")?;
        }
        writeln!(out, "\nWeights:")?;
        for (name, weight) in spec.weights.named() {
            writeln!(out, "  {weight:>+5}  {name}")?;
        }
        writeln!(out, "\nErrata, each repaired or not:")?;
        for erratum in Erratum::ALL {
            let mark = if spec.repairs(*erratum) { "repaired" } else { "as written" };
            writeln!(out, "  {:<24}{mark}", erratum.name())?;
            if self.in_full {
                writeln!(out, "      {}\n      Repair: {}", erratum.wrong(), erratum.repair())?;
            }
        }
        Ok(())
    }

    fn write_rule(&self, rule: &Rule, weight: Option<Weight>, out: &mut dyn io::Write) -> io::Result<()> {
        let weight = weight.map_or_else(String::new, |weight| format!("{weight:>+5}  "));
        writeln!(out, "  {weight}{}: {}", rule.id, rule.title)?;
        if self.in_full {
            writeln!(out, "      {}", rule.meaning)?;
            writeln!(out, "      Reading: {}", rule.reading)?;
            writeln!(out, "      Source: {}", rule.source)?;
        }
        Ok(())
    }
}

impl Render for ModelReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match (&self.model, format) {
            (Model::Objective(spec), Format::Table | Format::Pairs) => self.write_objective(spec, out),
            (Model::System(spec), Format::Table | Format::Pairs) => self.write_system(spec, out),
            (Model::AsWritten(spec), Format::Table | Format::Pairs) => self.write_text(spec, out),
            (model, Format::Json) => write_json(model, out),
            (Model::Objective(spec), Format::Csv) => {
                let rows = (1..).zip(&spec.tiers).flat_map(|(number, tier): (usize, &Tier)| {
                    tier.terms.iter().map(move |Weighted { term, weight }| {
                        [number.to_string(), tier.name.clone(), term.id().to_owned(), weight.to_string()]
                    })
                });
                write_csv(["tier", "name", "term", "weight"], rows, out)
            }
            (Model::System(system), Format::Csv) => {
                let row = |rule: &Rule| [rule.id, rule.title, rule.meaning, rule.reading, rule.source];
                write_own_csv(["id", "title", "meaning", "reading", "source"], system.rules.iter().map(row), out)
            }
            (Model::AsWritten(spec), Format::Csv) => {
                let readings = spec.readings.named().map(|(name, value)| ["reading", name, &value].map(str::to_owned));
                let weights =
                    spec.weights.named().map(|(name, weight)| ["weight", name, &weight.to_string()].map(str::to_owned));
                let repaired = spec.repaired.iter().map(|erratum| ["repaired", erratum.name(), ""].map(str::to_owned));
                write_csv(["kind", "name", "value"], readings.into_iter().chain(weights).chain(repaired), out)
            }
        }
    }
}
