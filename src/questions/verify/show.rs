use super::proof::NOT_OF_THE_RULES;
use super::verdict::{Answer, Distance};
use super::{AgainstSystem, CheckedDuals, CheckedProof, ProofOutcome};
use crate::model::Value;
use crate::proof::Claim;
use crate::proof::verify::Violation;
use crate::questions::report::boards::{boards_table, name_or_none};
use crate::questions::report::duals::units;
use crate::questions::report::number::signed;
use crate::questions::report::objective::objective_table;
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::tournament::Seat;
use itertools::Itertools;
use std::fmt;

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let legal = if self.legal { "legal" } else { "not-legal" };
        let mut document = document.keyed("rules", &self.rules).keyed("verdict", legal);
        document.draw(self.drawing.as_ref());
        document.table(boards_table(&self.players, Some(&self.pairing)));
        if !self.objective.is_empty() {
            document.table(objective_table(&self.rules, &self.objective));
        }
        if let Some(distance) = &self.distance {
            document.table(objective_table(&self.rules, &distance.price).named("distance").for_programs());
        }
        let row = |Violation { rule, what, .. }: &Violation| [Cell::from(*rule), what.into()];
        let violations = Table::new("violations", [left("Rule"), left("What")]).rows(self.violations.iter().map(row));
        document.table(violations.for_programs());
        self.say_legality(&mut document);
        if let Some(distance) = &self.distance {
            document.say(sentence_on(distance, self.legal));
        }
        if let Some(missing) = &self.missing {
            document.say(missing.sentence(""));
        }
        if let Some(proof) = &self.proof {
            document.say(proof.sentence(&self.violations));
        }
        match self.second_reading.as_ref().map(|reading| &reading.dispute) {
            None => {}
            Some(None) => {
                document
                    .say(format!("The pairing of the second reading of {}: same boards, colours and bye.", self.rules));
            }
            Some(Some(dispute)) => {
                document.say(format!("Not the pairing of the second reading of {}: {dispute}.", self.rules));
            }
        }
        for (against, kept) in self.systems.iter().cartesian_product(&self.wishes) {
            kept.add_to(&mut document, against.system);
        }
        document.table(AgainstSystem::table(&self.systems));
        if let [report] = &self.systems[..] {
            report.differences.iter().for_each(|difference| document.item(difference));
        }
        document.list_boards(Some(&self.pairing));
        document
    }
}

impl Answer {
    /// Whether the rules allow the pairing, and every violation.
    fn say_legality(&self, document: &mut Document) {
        let (round, rules) = (self.round, &self.rules);
        document.say(match self.legal {
            true => format!("Legal in round {round} by {rules}."),
            false => format!("Not legal in round {round} by {rules}:"),
        });
        self.violations.iter().for_each(|violation| document.item(violation.to_string()));
        if !self.breaches.is_empty() {
            document.say("Breaches that it counts:");
            self.breaches.iter().for_each(|breach| document.item(breach.to_string()));
        }
    }
}

/// How far a pairing is from the optimum of a model, in the first tier that differs.
fn sentence_on(distance: &Distance, is_legal: bool) -> String {
    let decisive = distance.price.iter().find(|tier| tier.value != Value::ZERO);
    let Some(tier) = decisive else {
        return match is_legal {
            true => "No legal pairing is worth more.".to_owned(),
            false => "Worth as much as the best legal pairing.".to_owned(),
        };
    };
    let terms = tier.terms.iter().filter(|term| term.value != Value::ZERO);
    let terms = terms.map(|term| format!("{} {}", term.term.id(), signed(term.value))).join(", ");
    let best = if is_legal { "the optimum" } else { "the best legal pairing" };
    let amount = signed(tier.value);
    let (amount, direction) = match (amount.strip_prefix('-'), amount.strip_prefix('+')) {
        (Some(less), _) => (less, "less"),
        (None, more) => (more.unwrap_or(&amount), "more"),
    };
    format!("Worth {amount} {direction} than {best} in {}: {terms}.", tier.name)
}

impl AgainstSystem {
    /// One line for each system.
    fn table(reports: &[Self]) -> Table {
        let columns = [
            left("Compared with").named("system"),
            right("Equal pairs"),
            right("Equal colours"),
            left("Bye"),
            left("Rules behind"),
            left("Rules violated"),
        ];
        let row = |report: &Self| {
            let of = report.pairs.map(|pairs| format!("{} of {pairs}", report.same_pairs));
            [
                report.system.to_string().into(),
                of.map_or_else(|| "no pairing".into(), Cell::Text),
                or_nothing(report.pairs.map(|_| report.same_colours)),
                or_nothing(report.pairs.map(|_| if report.same_bye { "same" } else { "other" })),
                counted(report.rules.iter().map(String::as_str)).into(),
                counted(report.violations.iter().map(|violation| violation.rule)).into(),
            ]
        };
        Table::new("systems", columns).rows(reports.iter().map(row))
    }
}

/// Each rule with its number of occurrences, without its system: `C6 12, C7 3`.
fn counted<'a>(rules: impl Iterator<Item = &'a str>) -> String {
    let counts = rules.map(|rule| rule.split_once('.').map_or(rule, |(_, article)| article)).counts();
    counts.into_iter().sorted().map(|(rule, count)| format!("{rule} {count}")).join(", ")
}

impl fmt::Display for ProofOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven(Claim::Optimal) => f.write_str("Optimal: the proof holds, checked in integers."),
            Self::Proven(Claim::OnlyOptimum) => {
                f.write_str("Optimal, and no other pairs are: the proof holds, checked in integers.")
            }
            Self::Proven(Claim::Infeasible) => f.write_str("No legal pairing: the proof holds, checked in integers."),
            Self::PairedByRules => f.write_str("Paired by the rules: the proof holds, checked in integers."),
            Self::UnpairableByRules => f.write_str("No pairing by the rules: the proof holds, checked in integers."),
            Self::Disputed { dispute, .. } => {
                write!(f, "{NOT_OF_THE_RULES}: {dispute}.")
            }
            Self::Refused(refusal) => write!(f, "The proof does not hold: {refusal}"),
        }
    }
}

impl Show for CheckedProof {
    fn show(&self) -> Document {
        // There are no boards to list.
        let mut document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        document.say(self.outcome.to_string());
        document
    }
}

impl Show for CheckedDuals {
    fn show(&self) -> Document {
        let mut document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        if let Some(refused) = &self.refused {
            document.say(format!("The dual values are refused: {refused}."));
            return document;
        }
        if self.feasible {
            let bound = self.bound.as_deref().unwrap_or_default();
            document.say(format!("The dual values are feasible: no pairing weighs more than {bound}."));
            document.say(match (&self.best, self.distance.as_deref()) {
                (Some(best), Some("0")) => {
                    format!("The best pairing weighs {best}, so they prove that it is the best.")
                }
                (Some(best), Some(distance)) => {
                    format!("The best pairing weighs {best}: the bound is {distance} above it.")
                }
                _ => "No best pairing is known to compare it with.".to_owned(),
            });
        } else {
            let count = self.violated;
            document.say(format!("The dual values prove nothing: pairs that weigh more than they are given: {count}."));
            let person = |seat: Seat, name: &str| match seat {
                Seat::Player(id) if name.is_empty() => id.to_string(),
                Seat::Player(id) => format!("{id} {}", name_or_none(name)),
                Seat::Bye => "the bye".to_owned(),
            };
            for row in &self.first {
                let [one, other] = [0, 1].map(|end| person(row.seats[end], &row.names[end]));
                document.item(format!("{one} and {other}: {} > {} = {}", row.weight, row.sum, row.given));
            }
            let more = count - self.first.len();
            if more > 0 {
                document.item(format!("and {more} more"));
            }
        }
        document.say(units(&self.tiers));
        document
    }
}
