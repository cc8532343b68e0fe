use super::source::ENDINGS;
use super::summary::{Alike, FailedRecord, LegalCount, ModelCount, Summary, SystemCount, TierCost};
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use itertools::Itertools;

impl Show for Summary {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let row = |(name, count): (&String, &ModelCount)| {
            let ModelCount { rounds, optimal, verified, certified, infeasible, limit, failed } = count;
            let counts = [rounds, optimal, verified, certified, infeasible, limit, failed];
            std::iter::once(Cell::from(name)).chain(counts.map(|count| (*count).into()))
        };
        let counts = ["Rounds", "Optimal", "Verified", "Certified", "Infeasible", "Limit", "Failed"].map(right);
        let models = Table::new("models", [left("Model")].into_iter().chain(counts)).rows(self.models.iter().map(row));
        let row = |Alike { one, other, rounds, same, boards }: &Alike| {
            [one.into(), other.into(), (*rounds).into(), (*same).into(), (*boards).into()]
        };
        let columns = [left("Pairing"), left("Beside"), right("Rounds"), right("Same"), right("Boards that differ")];
        let alike = Table::new("alike", columns).rows(self.alike.iter().map(row));
        let row = |LegalCount { pairing, by, rounds, legal, optimal, breaks }: &LegalCount| {
            let breaks = breaks.iter().map(|(rule, rounds)| format!("{rounds}: {rule}")).join("; ");
            [pairing.into(), by.into(), (*rounds).into(), (*legal).into(), or_nothing(*optimal), breaks.into()]
        };
        let columns = [left("Pairing"), left("By"), right("Rounds"), right("Legal"), right("Optimal"), left("Breaks")];
        let legal = Table::new("legal", columns).rows(self.legal.iter().map(row));
        let tables = [models, alike, legal, self.costs(), self.refusals()].into_iter();
        tables.filter(|table| !table.rows.is_empty()).for_each(|table| document.table(table));
        for FailedRecord { file, round, model, error, command } in &self.failures {
            let round = round.map_or_else(String::new, |round| format!(", round {round}"));
            let model = model.as_ref().map_or_else(String::new, |model| format!(", {model}"));
            document.say(format!("failed: {file}{round}{model}: {error}"));
            command.iter().for_each(|command| document.line(4, command));
        }
        let unlisted = self.failed - self.failures.len() as u64;
        if unlisted > 0 {
            document.say(format!("and {unlisted} failures more, which the records have"));
        }
        if self.passed_over > 0 {
            let endings = ENDINGS.iter().map(|ending| format!(".{ending}")).join(", ");
            let count = self.passed_over;
            document
                .say(format!("{count} other files were passed over: their names end in none of {endings}, .gz, .zip."));
        }
        document.say(format!(
            "{} records of {} files: {} failed, {} without a proof, {} without a round.",
            self.records, self.files, self.failed, self.unproven, self.without_round
        ));
        document
    }
}

impl Summary {
    /// The systems, if one of them has not paired a round, or took the one of `else=`, and why.
    fn refusals(&self) -> Table {
        let columns = [left("System"), right("Rounds"), right("Paired"), right("Not paired"), left("Why not")];
        let table = Table::new("refusals", columns);
        if self.systems.values().all(|count| count.refused.is_empty() && count.by_else.is_empty()) {
            return table;
        }
        let row = |(system, SystemCount { rounds, paired, refused, by_else }): (&String, &SystemCount)| {
            let refused = refused.iter().map(|(why, rounds)| format!("{rounds}: {why}"));
            let by_else = by_else.iter().map(|(why, rounds)| format!("{rounds} by else=: {why}"));
            let why = refused.chain(by_else).join("; ");
            [system.into(), (*rounds).into(), (*paired).into(), (rounds - paired).into(), why.into()]
        };
        table.rows(self.systems.iter().map(row))
    }

    /// What the pairings are worth. The rounds as they were played are left out where there is a system, unless it has another number of
    /// rounds.
    fn costs(&self) -> Table {
        let row = |TierCost { model, system, tier, rounds, played, rules, optimum }: &TierCost| {
            let [played, optimum] = [played, optimum].map(|sum| Cell::Text(sum.to_string()));
            let rules = rules.map(|rules| rules.to_string());
            [
                model.into(),
                or_nothing(system.as_ref()),
                tier.into(),
                (*rounds).into(),
                played,
                or_nothing(rules),
                optimum,
            ]
        };
        let covers = |cost: &TierCost, other: &TierCost| {
            other.system.is_some() && other.model == cost.model && other.rounds == cost.rounds
        };
        let is_told = |cost: &&TierCost| cost.system.is_some() || !self.costs.iter().any(|other| covers(cost, other));
        let columns = ["Model", "System", "Tier"].map(left).into_iter();
        let columns = columns.chain(["Rounds", "Played", "Rules", "Optimum"].map(right));
        Table::new("costs", columns).rows(self.costs.iter().filter(is_told).map(row))
    }
}
