use super::answer::{Answer, FailingStep, OptimaCount, WhyStatus, Without};
use super::csv;
use crate::compare::{Bar, Displaced};
use crate::formats::pairs;
use crate::model::Value;
use crate::report::boards::{name_of, number_and_name, write_boards, write_boards_of, write_heading};
use crate::report::number::signed;
use crate::report::objective::counted_terms;
use crate::report::table::write_table;
use crate::report::{Written, short_value as value, write_csv};
use crate::rules::Rule;
use crate::solve::Evidence;
use crate::tournament::{Pairing, Seat};
use crate::verify::TierVerdict;
use itertools::Itertools;
use std::io;

impl FailingStep {
    pub(super) fn sentence(&self) -> String {
        // A trace has its articles itself.
        if let Some(number) = self.number {
            return format!(
                "The first step that pairs one of them otherwise is line {number} of the trace: {}",
                self.what
            );
        }
        let rule = self.rule.as_ref().map(|rule| format!(" {}", cited(rule))).unwrap_or_default();
        format!("{}{rule}", self.what)
    }
}

/// An article with its title: `(Downfloaters) [dutch-2026.C6]`.
pub(super) fn cited(rule: &str) -> String {
    let title = Rule::find(rule).map(|rule| format!("({}) ", rule.title)).unwrap_or_default();
    format!("{title}[{rule}]")
}

/// How it is proven that no pairing is better.
const fn proven(proof: Option<Evidence>) -> &'static str {
    match proof {
        Some(Evidence::IntegerTree) => "by a branching tree of dual solutions, checked in integers",
        _ => "by its dual solution, checked in integers",
    }
}

impl Answer {
    fn write_rules(&self, may: &str, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{} by {}:", may.replacen(" may ", " may not ", 1), self.rules_of)?;
        for Bar { rule, white, what } in &self.rules {
            let with = white.map(|id| format!("with White for {id}, ")).unwrap_or_default();
            writeln!(out, "  {with}{what} [{rule}]")?;
        }
        Ok(())
    }

    fn write_price(&self, meet: &str, out: &mut dyn io::Write) -> io::Result<()> {
        let of = |tiers: &[TierVerdict]| value(tiers.iter().map(|tier| tier.value));
        let (found, optimum) = (of(&self.objective), of(&self.optimum));
        if self.status == WhyStatus::AsGood {
            writeln!(out, "{meet} in another optimum by {}: it is worth {found}, too.", self.rules_of)?;
        } else {
            writeln!(
                out,
                "If {meet}, the best pairing by {} is worth {found}, and the optimum {optimum}.",
                self.rules_of
            )?;
        }
        self.write_optima(out)?;
        writeln!(out)?;
        if self.price.iter().flat_map(|tier| &tier.terms).any(|term| term.count != Value::ZERO) {
            self.write_terms(&self.price, &self.objective, "With the pair", out)?;
        }
        self.write_displaced(&self.displaced, "With the pair", out)?;
        self.write_changed(&self.pairing, &self.displaced, out)?;
        writeln!(out, "\nNo pairing with the pair is better: proven {}.", proven(self.proof))?;
        writeln!(out, "Verified: legal, and worth what is claimed.")
    }

    /// Who has another opponent than in the optimum.
    fn write_displaced(&self, displaced: &[Displaced], heading: &str, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |moved: &Displaced| {
            let score = self.players.iter().find(|player| player.id == moved.player);
            let score = score.map(|player| player.score.clone()).unwrap_or_default();
            [
                moved.player.to_string(),
                name_of(&self.players, moved.player),
                score,
                self.named(moved.before),
                self.named(moved.after),
            ]
        };
        write_table(&[">No.", "Player", ">Score", "Optimum", heading], displaced.iter().map(row), out)
    }

    /// The boards of those who have another opponent than in the optimum.
    fn write_changed(&self, pairing: &Pairing, displaced: &[Displaced], out: &mut dyn io::Write) -> io::Result<()> {
        let is_displaced = |id| displaced.iter().any(|moved| moved.player == id);
        let all = pairing.boards.len();
        let changed = pairing.boards.iter().filter(|board| is_displaced(board.white)).count();
        writeln!(out, "\nBoards that change: {changed} of {all}.\n")?;
        write_boards_of(&self.players, pairing, is_displaced, out)
    }

    /// What the board of the two counts.
    fn write_board(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.board.is_empty() {
            return Ok(());
        }
        let terms = counted_terms(&self.board);
        let (what, worth) = (
            if self.black == Seat::Bye { "The bye" } else { "The board" },
            value(self.board.iter().map(|tier| tier.value)),
        );
        if terms.is_empty() {
            writeln!(out, "{what} counts nothing: it is worth {worth}.\n")
        } else {
            writeln!(out, "{what} is worth {worth}: {terms}.\n")
        }
    }

    /// The best round in which the two do not meet.
    fn write_without(&self, without: &Without, out: &mut dyn io::Write) -> io::Result<()> {
        let of = |tiers: &[TierVerdict]| value(tiers.iter().map(|tier| tier.value));
        let (found, optimum) = (of(&without.objective), of(&self.optimum));
        match (without.status, &without.reason, without.limit) {
            ("none", Some(reason), _) => return writeln!(out, "\nEvery legal pairing has the pair: {reason}."),
            ("limit", _, Some(limit)) => {
                return writeln!(out, "\nWhat the best round without it costs is not known: {limit} came first.");
            }
            ("as-good", ..) => writeln!(out, "\nWithout it the best pairing is worth {found}, too.\n")?,
            _ => writeln!(out, "\nWithout it the best pairing is worth {found}, and the optimum {optimum}.\n")?,
        }
        if without.price.iter().flat_map(|tier| &tier.terms).any(|term| term.count != Value::ZERO) {
            self.write_terms(&without.price, &without.objective, "Without the pair", out)?;
        }
        self.write_displaced(&without.displaced, "Without the pair", out)?;
        self.write_changed(&without.pairing, &without.displaced, out)?;
        writeln!(out, "\nNo pairing without the pair is better: proven {}.", proven(without.proof))
    }

    /// Tiers and terms of which the two pairings do not have as much.
    fn write_terms(
        &self,
        price: &[TierVerdict],
        objective: &[TierVerdict],
        heading: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let mut rows = Vec::new();
        for (tier, (before, after)) in price.iter().zip(self.optimum.iter().zip(objective)) {
            let values = [before.value.to_string(), after.value.to_string(), signed(tier.value)];
            let [before_value, after_value, price] = values;
            rows.push([tier.name.clone(), before_value, after_value, price, String::new()]);
            for (term, (one, other)) in tier.terms.iter().zip(before.terms.iter().zip(&after.terms)) {
                if term.count != Value::ZERO {
                    let counts = format!("{} to {}", one.count, other.count);
                    let name = format!("  {}", term.term.short());
                    rows.push([name, one.value.to_string(), other.value.to_string(), signed(term.value), counts]);
                }
            }
        }
        let heading = format!(">{heading}");
        write_table(&["Tier and term", ">Optimum", heading.as_str(), ">Price", ">Count"], rows, out)?;
        writeln!(out)
    }

    fn write_optima(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (Some(all), Some(with)) = (self.optima, self.optima_with_pair) else { return Ok(()) };
        let said = |count: OptimaCount| format!("{}{}", count.count, if count.exact { "" } else { " or more" });
        writeln!(out, "Optima: {}; with the pair: {}.", said(all), said(with))
    }

    fn write_step(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let [one, other] = [self.white, self.black].map(|seat| self.named(seat));
        writeln!(out, "{} are not paired by {}.", [one, other].join(" and "), self.rules_of)?;
        for meets in &self.instead {
            let [player, opponent] = [meets.player, meets.opponent].map(|seat| self.named(seat));
            let what = match (meets.player, meets.opponent) {
                (Seat::Bye, _) => format!("{opponent} has the bye"),
                (_, Seat::Bye) => format!("{player} has the bye"),
                _ => format!("{player} meets {opponent}"),
            };
            let rule = if meets.rule.is_empty() { String::new() } else { format!(" {}", cited(&meets.rule)) };
            writeln!(out, "  {what}{rule}")?;
        }
        self.step.as_ref().map_or(Ok(()), |step| writeln!(out, "{}.", step.sentence()))?;
        if !self.nearest.is_empty() {
            let short = |seat: &Seat| if *seat == Seat::Bye { "bye".to_owned() } else { seat.to_string() };
            let pairs = self.nearest.iter().map(|pair| pair.iter().map(short).join("-")).join(", ");
            let count = self.nearest.len();
            writeln!(out, "A legal pairing with the two has {count} other pairs at least: {pairs}.")?;
        }
        writeln!(out)
    }

    /// What the round makes of the organiser's wishes.
    fn write_wishes(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(kept) = &self.wishes else { return Ok(()) };
        kept.sentences(self.system.as_deref().unwrap_or_default())
            .iter()
            .try_for_each(|sentence| writeln!(out, "{sentence}"))?;
        writeln!(out)
    }

    fn named(&self, seat: Seat) -> String {
        match seat {
            Seat::Bye => "the bye".to_owned(),
            Seat::Player(_) => number_and_name(&self.players, seat).iter().filter(|part| !part.is_empty()).join(" "),
        }
    }
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        let [one, other] = [self.white, self.black].map(|seat| self.named(seat));
        let (meet, may) = match self.black {
            Seat::Bye => (format!("{one} has the bye"), format!("{one} may have the bye")),
            Seat::Player(_) => (format!("{one} meets {other}"), format!("{one} may meet {other}")),
        };
        let reason = self.reason.as_deref().unwrap_or_default();
        match self.status {
            WhyStatus::Forbidden => self.write_rules(&may, out),
            WhyStatus::Paired => {
                writeln!(out, "{meet} by {}.", self.rules_of)?;
                self.write_optima(out)?;
                writeln!(out)?;
                self.write_board(out)?;
                if let Some(colours) = &self.colours {
                    writeln!(out, "{}\n", colours.sentence([&one, &other]))?;
                }
                self.write_wishes(out)?;
                write_boards(&self.players, &self.pairing, out)?;
                self.without.as_ref().map_or(Ok(()), |without| self.write_without(without, out))
            }
            WhyStatus::Worse | WhyStatus::AsGood => self.write_price(&meet, out),
            WhyStatus::NoRound => writeln!(out, "{may}, but then no legal pairing is left: {reason}."),
            WhyStatus::Infeasible => writeln!(out, "No legal pairing at all: {reason}."),
            WhyStatus::Otherwise => {
                self.write_step(out)?;
                self.write_wishes(out)?;
                write_boards(&self.players, &self.pairing, out)
            }
            WhyStatus::Limit => {
                let limit = self.limit.map_or_else(|| "a limit".to_owned(), |limit| limit.to_string());
                writeln!(out, "{may}. At what price is not known: {limit} came first.")
            }
        }
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(csv::header(), self.rows(), out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // Without a pairing there is no list of boards.
        if self.has_no_pairing() {
            return Ok(());
        }
        out.write_all(pairs::write(&self.pairing).as_bytes())
    }
}
