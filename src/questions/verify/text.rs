use super::answer::{Answer, Distance};
use super::proof::NOT_OF_THE_RULES;
use super::{AgainstSystem, CheckedDuals, CheckedProof, ProofOutcome, csv};
use crate::formats::pairs;
use crate::model::Value;
use crate::printable::printable;
use crate::proof::Claim;
use crate::report::boards::{name_or_none, write_boards, write_heading};
use crate::report::duals::write_units;
use crate::report::number::signed;
use crate::report::objective::write_objective;
use crate::report::table::write_table;
use crate::report::{Written, write_csv};
use crate::tournament::Seat;
use crate::verify::Violation;
use itertools::Itertools;
use std::fmt;
use std::io;
use std::iter;

impl Answer {
    /// `rules` on one line.
    fn shown_rules(&self) -> String {
        printable(&self.rules)
    }

    /// Whether the rules allow the pairing, and every violation, a line each.
    pub(super) fn legality(&self) -> impl Iterator<Item = String> {
        let (round, rules) = (self.round, self.shown_rules());
        let first = match self.legal {
            true => format!("Legal in round {round} by {rules}."),
            false => format!("Not legal in round {round} by {rules}:"),
        };
        let violation = |violation: &Violation| format!("  {} [{}]", violation.what, violation.rule);
        iter::once(first).chain(self.violations.iter().map(violation))
    }

    /// What the pairing should make of the organiser's wishes, a line each.
    pub(super) fn of_wishes(&self) -> impl Iterator<Item = String> {
        self.systems.iter().flat_map(|against| self.wishes.iter().flat_map(|kept| kept.sentences(against.system)))
    }

    fn write_second_reading(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rules = self.shown_rules();
        match self.second_reading.as_ref().map(|reading| &reading.dispute) {
            None => Ok(()),
            Some(None) => writeln!(out, "The pairing of the second reading of {rules}: same boards, colours and bye."),
            Some(Some(dispute)) => writeln!(out, "Not the pairing of the second reading of {rules}: {dispute}."),
        }
    }
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        write_boards(&self.players, &self.pairing, out)?;
        writeln!(out)?;
        if !self.objective.is_empty() {
            write_objective(&self.rules, &self.objective, out)?;
        }
        self.legality().try_for_each(|line| writeln!(out, "{line}"))?;
        if !self.breaches.is_empty() {
            writeln!(out, "Breaches that it counts:")?;
        }
        for breach in &self.breaches {
            writeln!(out, "  {breach}")?;
        }
        self.distance.as_ref().map_or(Ok(()), |distance| write_distance(distance, self.legal, out))?;
        self.missing.as_ref().map_or(Ok(()), |missing| writeln!(out, "{}", missing.sentence("")))?;
        let proven = self.proof.as_ref().map(|proof| proof.sentence(&self.violations));
        proven.map_or(Ok(()), |sentence| writeln!(out, "{sentence}"))?;
        self.write_second_reading(out)?;
        self.of_wishes().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
        AgainstSystem::write_all(&self.systems, out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(csv::header(), csv::rows(self), out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(pairs::write(&self.pairing).as_bytes())
    }
}

/// How far a pairing is from the optimum of a model, in the first tier that differs.
fn write_distance(distance: &Distance, is_legal: bool, out: &mut dyn io::Write) -> io::Result<()> {
    let decisive = distance.price.iter().find(|tier| tier.value != Value::ZERO);
    let Some(tier) = decisive else {
        return match is_legal {
            true => writeln!(out, "No legal pairing is worth more."),
            false => writeln!(out, "Worth as much as the best legal pairing."),
        };
    };
    let terms = tier.terms.iter().filter(|term| term.value != Value::ZERO);
    let terms: Vec<String> = terms.map(|term| format!("{} {}", term.term.id(), signed(term.value))).collect();
    let best = if is_legal { "the optimum" } else { "the best legal pairing" };
    let amount = signed(tier.value);
    let (amount, direction) = match (amount.strip_prefix('-'), amount.strip_prefix('+')) {
        (Some(less), _) => (less, "less"),
        (None, more) => (more.unwrap_or(&amount), "more"),
    };
    writeln!(out, "Worth {amount} {direction} than {best} in {}: {}.", printable(&tier.name), terms.join(", "))
}

impl AgainstSystem {
    /// One line for each system. For a single system, every difference.
    fn write_all(reports: &[Self], out: &mut dyn io::Write) -> io::Result<()> {
        let headers = ["Compared with", ">Equal pairs", ">Equal colours", "Bye", "Rules behind", "Rules violated"];
        let row = |report: &Self| {
            let broken = report.violations.iter().map(|violation| violation.rule);
            let of = report.pairs.map(|pairs| format!("{} of {pairs}", report.same_pairs));
            [
                report.system.to_string(),
                of.unwrap_or_else(|| "no pairing".to_owned()),
                report.pairs.map(|_| report.same_colours.to_string()).unwrap_or_default(),
                report.pairs.map(|_| if report.same_bye { "same" } else { "other" }).unwrap_or_default().to_owned(),
                counted(report.rules.iter().map(String::as_str)),
                counted(broken),
            ]
        };
        writeln!(out)?;
        write_table(&headers, reports.iter().map(row), out)?;
        if let [report] = reports {
            report.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
        }
        Ok(())
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

impl Written for CheckedProof {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // There are no boards to list.
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        writeln!(out, "{}", self.outcome)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(csv::header(), csv::proof_rows(self), out)
    }
}

impl CheckedDuals {
    fn write_bound(&self, bound: &str, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "The dual values are feasible: no pairing weighs more than {bound}.")?;
        match (&self.best, self.distance.as_deref()) {
            (Some(best), Some("0")) => {
                writeln!(out, "The best pairing weighs {best}, so they prove that it is the best.")
            }
            (Some(best), Some(distance)) => {
                writeln!(out, "The best pairing weighs {best}: the bound is {distance} above it.")
            }
            _ => writeln!(out, "No best pairing is known to compare it with."),
        }
    }
}

/// A name on one line.
fn name_or_blank(name: &str) -> String {
    if name.is_empty() { String::new() } else { name_or_none(name) }
}

impl Written for CheckedDuals {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(refused) = &self.refused {
            return writeln!(out, "The dual values are refused: {refused}.");
        }
        if self.feasible {
            self.write_bound(self.bound.as_deref().unwrap_or_default(), out)?;
            return write_units(&self.tiers, out);
        }
        writeln!(out, "The dual values prove nothing: pairs that weigh more than they are given: {}.", self.violated)?;
        let person = |seat: Seat, name: &str| match seat {
            Seat::Player(id) => format!("{id} {}", name_or_blank(name)).trim_end().to_owned(),
            Seat::Bye => "the bye".to_owned(),
        };
        for row in &self.first {
            let [one, other] = [0, 1].map(|end| person(row.seats[end], &row.names[end]));
            writeln!(out, "  {one} and {other}: {} > {} = {}", row.weight, row.sum, row.given)?;
        }
        let more = self.violated - self.first.len();
        if more > 0 {
            writeln!(out, "  and {more} more")?;
        }
        write_units(&self.tiers, out)
    }
}
