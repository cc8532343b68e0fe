use super::{Cell, Document, Show, Table, left};
use crate::model::{
    Cap, Counted, Definition, Erratum, Formulation, Model, Objective, StudentText, SystemModel, Weight, Weighted,
};
use crate::rules::{self, Diagnostic, Entry, Rule};
use serde::Serialize;

/// All ids, one line for each, in groups.
impl Show for Vec<Entry> {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let longest = self.iter().map(|entry| entry.id().len()).max().unwrap_or(0);
        for group in rules::groups() {
            document.paragraph(group.title);
            for entry in &group.entries {
                document.item(format!("{:longest$}  {}", entry.id(), entry.title()));
            }
        }
        document.table(table(self));
        document
    }
}

/// One id with its whole entry.
impl Show for Entry {
    fn show(&self) -> Document {
        let mut document = Document::default();
        document.say(format!("{}: {}", self.id(), self.title()));
        match self {
            Self::Rule(rule) => {
                document.item(format!("Source:  {}", rule.source));
                document.item(format!("Meaning: {}", rule.meaning));
                document.item(format!("Reading: {}", rule.reading));
            }
            Self::Diagnostic(diagnostic) => {
                document.item(format!("Meaning: {}", diagnostic.meaning));
                document.item("Example:");
                diagnostic.example.lines().for_each(|line| document.line(2, line));
                document.item(format!("Help:    {}", diagnostic.help));
            }
        }
        document.table(table(&[*self]));
        document
    }
}

fn table(entries: &[Entry]) -> Table {
    let row = |entry: &Entry| match entry {
        Entry::Rule(Rule { id, title, source, meaning, reading }) => {
            [*id, title, source, meaning, reading, "", ""].map(Cell::Own)
        }
        Entry::Diagnostic(Diagnostic { id, title, meaning, example, help }) => {
            [*id, title, "", meaning, "", example, help].map(Cell::Own)
        }
    };
    let columns = ["id", "title", "source", "meaning", "reading", "example", "help"].map(left);
    Table::new("rules", columns).for_programs().rows(entries.iter().map(row))
}

/// A model as its file gives it, or a system as its text does, with or without the meaning of its rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ModelReport {
    model: Model,
    #[serde(skip)]
    in_full: bool,
}

impl ModelReport {
    /// The record of `model`; `in_full` adds what every rule and term means.
    pub fn new(model: Model, in_full: bool) -> Self {
        Self { model, in_full }
    }

    fn show_system(&self, system: &SystemModel, document: &mut Document) {
        document.say(format!("{}: {}", system.name, system.edition.title));
        system.rules.iter().for_each(|rule| self.show_rule(rule, None, document));
        let row = |rule: &Rule| [rule.id, rule.title, rule.meaning, rule.reading, rule.source].map(Cell::Own);
        let columns = ["id", "title", "meaning", "reading", "source"].map(left);
        document.table(Table::new("rules", columns).for_programs().rows(system.rules.iter().map(row)));
    }

    fn show_objective(&self, spec: &Objective, document: &mut Document) {
        document.say(format!("{}: {}", spec.name, spec.summary));
        document.say(match spec.formulation {
            Formulation::Pairs => "Variables: x_a_b, one binary a pair that may meet (b is 'bye' for the bye)",
            Formulation::Slots => "Variables: X_i_j, Y_j, C_i_k, BYE_i, D_t_j: players in interchangeable slots",
            Formulation::SlotsOrdered => {
                "Variables: X_i_j, Y_j, C_i_k, BYE_i, D_t_j: players in slots, highest players in order"
            }
        });
        document.paragraph("No pairing may break:");
        spec.hard.iter().for_each(|hard| self.show_rule(hard.rule(), None, document));
        let is_hard = |definition: &&Definition| definition.is_rule() || definition.most_boards().is_some();
        spec.define.iter().filter(is_hard).for_each(|definition| show_definition(definition, None, document));
        if !spec.may_break.is_empty() {
            let rules: Vec<&str> = spec.may_break.iter().map(|rule| rule.name()).collect();
            document.paragraph(format!("A repair may break, the most readily first: {}", rules.join(", ")));
        }
        let mut terms = Table::new("terms", ["tier", "name", "term", "weight"].map(left)).for_programs();
        for (number, tier) in (1_usize..).zip(&spec.tiers) {
            document.paragraph(format!("Maximise, tier {number} ({}):", tier.name));
            for Weighted { term, weight } in &tier.terms {
                match term {
                    Counted::Term(term) => self.show_rule(term.rule(), Some(*weight), document),
                    Counted::Defined(definition) => show_definition(definition, Some(*weight), document),
                }
                terms.row([number.into(), (&tier.name).into(), term.id().into(), weight.to_string().into()]);
            }
        }
        let caps = spec.caps().filter(|(cap, _)| !matches!(cap, Cap::Defined(_)));
        let caps: Vec<String> = caps.map(|(cap, name)| format!("{name} {}", cap.most())).collect();
        let pairs = [("forced", &spec.side.forced), ("forbidden", &spec.side.forbidden)];
        let pairs = pairs.iter().flat_map(|(name, list)| list.iter().map(move |[a, b]| format!("{name} {a}-{b}")));
        let side: Vec<String> = caps.into_iter().chain(pairs).collect();
        if !side.is_empty() {
            document.paragraph(format!("Side constraints: {}", side.join(", ")));
        }
        document.table(terms);
    }

    fn show_text(&self, spec: &StudentText, document: &mut Document) {
        document.say(format!("{}: {}", spec.name, spec.summary));
        document.say("Variables: X_i_j, Y_j, C_i_k, Z_a_b_j, H_a_b_j, L_i, M_i: players in slots");
        let mut table = Table::new("text", ["kind", "name", "value"].map(left)).for_programs();
        document.paragraph("Readings:");
        for (name, reading) in spec.readings.named() {
            document.item(format!("{name}: {reading}"));
            table.row(["reading".into(), name.into(), reading.into()]);
        }
        document.paragraph("Weights:");
        for (name, weight) in spec.weights.named() {
            document.item(format!("{weight:>+5}  {name}"));
            table.row(["weight".into(), name.into(), weight.to_string().into()]);
        }
        document.paragraph("Errata, each repaired or not:");
        for erratum in Erratum::ALL {
            let mark = if spec.repairs(*erratum) { "repaired" } else { "as written" };
            document.item(format!("{:<24}{mark}", erratum.name()));
            if self.in_full {
                document.line(3, erratum.wrong());
                document.line(3, format!("Repair: {}", erratum.repair()));
            }
        }
        for erratum in &spec.repaired {
            table.row(["repaired".into(), erratum.name().into(), Cell::Empty]);
        }
        document.table(table);
    }

    fn show_rule(&self, rule: &Rule, weight: Option<Weight>, document: &mut Document) {
        document.item(format!("{}{}: {}", weighed(weight), rule.id, rule.title));
        if self.in_full {
            document.line(3, rule.meaning);
            document.line(3, format!("Reading: {}", rule.reading));
            document.line(3, format!("Source: {}", rule.source));
        }
    }
}

/// A weight in front of what it weighs.
fn weighed(weight: Option<Weight>) -> String {
    weight.map_or_else(String::new, |weight| format!("{weight:>+5}  "))
}

/// A definition, with the expressions of its keys; of one that a tier has, without what it forbids.
fn show_definition(definition: &Definition, weight: Option<Weight>, document: &mut Document) {
    document.item(format!("{}{}", weighed(weight), definition.id()));
    for (key, text) in definition.expressions() {
        document.line(3, format!("{key}: {text}"));
    }
    if let Some(most) = definition.most_boards() {
        document.line(3, format!("count-at-most: {most}"));
    }
}

impl Show for ModelReport {
    fn show(&self) -> Document {
        let mut document = Document::default();
        match &self.model {
            Model::Objective(spec) => self.show_objective(spec, &mut document),
            Model::System(spec) => self.show_system(spec, &mut document),
            Model::AsWritten(spec) => self.show_text(spec, &mut document),
        }
        document
    }
}
