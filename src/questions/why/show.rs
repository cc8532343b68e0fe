use super::colours::ColoursOfPair;
use super::opponents::{Opponents, PossibleOpponent};
use super::record::{Answer, FailingStep, OptimaCount, Price, WhyStatus, Without};
use crate::model::Value;
use crate::proof::verify::TierVerdict;
use crate::questions::metrics::{Bar, Displaced};
use crate::questions::report::boards::{boards_table, boards_table_of, in_words, seat_cells, short};
use crate::questions::report::objective::{counted_terms, price_cell, values_cell};
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::rules::Rule;
use crate::solve::Evidence;
use crate::tournament::Seat;
use itertools::Itertools;

impl FailingStep {
    fn sentence(&self) -> String {
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
fn cited(rule: &str) -> String {
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

/// How many optima there are.
fn said(optima: OptimaCount) -> String {
    format!("{}{}", optima.count, if optima.exact { "" } else { " or more" })
}

/// The values of tiers in a sentence.
fn worth(tiers: &[TierVerdict]) -> String {
    values_cell(tiers).data()
}

/// What bars a pair, with its rule.
fn barred(Bar { rule, white, what }: &Bar) -> String {
    let with = white.map(|id| format!("with White for {id}, ")).unwrap_or_default();
    format!("{with}{what} [{rule}]")
}

impl ColoursOfPair {
    /// For a person, who knows the two players by these names.
    fn sentence(&self, names: [&str; 2]) -> String {
        let rule = self.rule.as_ref().map(|rule| format!(" {}", cited(rule))).unwrap_or_default();
        let so_far = |letters: &str| if letters.is_empty() { "none".to_owned() } else { letters.to_owned() };
        let [white, black] = self.so_far.each_ref().map(|letters| so_far(letters));
        format!("Colours: {}{rule}. So far {}: {white}, {}: {black}.", self.what, names[0], names[1])
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let document = document.keyed("rules", &self.rules_of).keyed("status", self.status.to_string());
        let mut document = document.keyed("player", self.white).keyed("opponent", self.black).mainly("boards");
        for (name, optima) in [("optima", self.optima), ("optima_with_pair", self.optima_with_pair)] {
            if let Some(optima) = optima {
                document = document.keyed(name, said(optima));
            }
        }
        let [one, other] = [self.white, self.black].map(|seat| self.named(seat));
        let (meet, may) = match self.black {
            Seat::Bye => (format!("{one} has the bye"), format!("{one} may have the bye")),
            Seat::Player(_) => (format!("{one} meets {other}"), format!("{one} may meet {other}")),
        };
        let reason = self.reason.as_deref().unwrap_or_default();
        match self.status {
            WhyStatus::Forbidden => {
                document.say(format!("{} by {}:", may.replacen(" may ", " may not ", 1), self.rules_of));
                self.rules.iter().for_each(|bar| document.item(barred(bar)));
                let row = |bar: &Bar| [Cell::from(bar.rule), or_nothing(bar.white), (&bar.what).into()];
                let columns = [left("Rule"), right("White"), left("What")];
                document.table(Table::new("rules", columns).rows(self.rules.iter().map(row)).for_programs());
            }
            WhyStatus::Paired => {
                document.say(format!("{meet} by {}.", self.rules_of));
                self.say_optima(&mut document);
                self.say_board(&mut document);
                if let Some(colours) = &self.colours {
                    document.paragraph(colours.sentence([&one, &other]));
                }
                self.say_wishes(&mut document);
                document.table(boards_table(&self.players, Some(&self.pairing)));
                if let Some(without) = &self.without {
                    self.show_without(without, &mut document);
                }
            }
            WhyStatus::Worse | WhyStatus::AsGood => self.show_price(&meet, &mut document),
            WhyStatus::NoRound => document.say(format!("{may}, but then no legal pairing is left: {reason}.")),
            WhyStatus::Infeasible => document.say(format!("No legal pairing at all: {reason}.")),
            WhyStatus::Otherwise => {
                self.say_step(&mut document);
                self.say_wishes(&mut document);
                document.table(boards_table(&self.players, Some(&self.pairing)));
            }
            WhyStatus::Limit => {
                let limit = self.limit.map_or_else(|| "a limit".to_owned(), |limit| limit.to_string());
                document.say(format!("{may}. At what price is not known: {limit} came first."));
            }
        }
        // Without a pairing there is no list of boards.
        document.list_boards(Some(&self.pairing).filter(|_| !self.has_no_pairing()));
        document
    }
}

impl Answer {
    /// The best round with the pair, beside the optimum.
    fn show_price(&self, meet: &str, document: &mut Document) {
        let (found, optimum, by) = (worth(&self.objective), worth(&self.optimum), &self.rules_of);
        document.say(match self.status {
            WhyStatus::AsGood => format!("{meet} in another optimum by {by}: it is worth {found}, too."),
            _ => format!("If {meet}, the best pairing by {by} is worth {found}, and the optimum {optimum}."),
        });
        self.say_optima(document);
        let Self { price, objective, pairing, displaced, proof, .. } = self.clone();
        self.show_changes("With the pair", &Price { price, objective, pairing, displaced, proof }, document);
        document.paragraph(format!("No pairing with the pair is better: proven {}.", proven(self.proof)));
        document.say("Verified: legal, and worth what is claimed.");
    }

    /// The best round in which the two do not meet.
    fn show_without(&self, without: &Without, document: &mut Document) {
        let (found, optimum) = (worth(&without.found.objective), worth(&self.optimum));
        match (without.status, &without.reason, without.limit) {
            ("none", Some(reason), _) => return document.say(format!("Every legal pairing has the pair: {reason}.")),
            ("limit", _, Some(limit)) => {
                return document.say(format!("What the best round without it costs is not known: {limit} came first."));
            }
            ("as-good", ..) => document.say(format!("Without it the best pairing is worth {found}, too.")),
            _ => document.say(format!("Without it the best pairing is worth {found}, and the optimum {optimum}.")),
        }
        self.show_changes("Without the pair", &without.found, document);
        document.say(format!("No pairing without the pair is better: proven {}.", proven(without.found.proof)));
    }

    /// In what another pairing is worth more or less than the optimum, who has another opponent in it, and their boards.
    fn show_changes(&self, heading: &str, found: &Price, document: &mut Document) {
        let Price { price, objective, pairing, displaced, .. } = found;
        if price.iter().flat_map(|tier| &tier.terms).any(|term| term.count != Value::ZERO) {
            document.table(self.terms(heading, price, objective));
        }
        let row = |moved: &Displaced| {
            let score = self.players.iter().find(|player| player.id == moved.player).map(|player| player.score);
            let [number, name] = seat_cells(&self.players, Seat::Player(moved.player));
            [number, name, or_nothing(score), self.named(moved.before).into(), self.named(moved.after).into()]
        };
        let columns = [
            right("No.").named("moved"),
            left("Player").named("name"),
            right("Score"),
            left("Optimum"),
            left(heading).named("instead"),
        ];
        document.table(Table::new("displaced", columns).rows(displaced.iter().map(row)));
        let is_displaced = |id| displaced.iter().any(|moved| moved.player == id);
        let changed = pairing.boards.iter().filter(|board| is_displaced(board.white)).count();
        document.say(format!("Boards that change: {changed} of {}.", pairing.boards.len()));
        document.table(boards_table_of(&self.players, pairing, is_displaced));
    }

    /// Tiers and terms of which the two pairings do not have as much.
    fn terms(&self, heading: &str, price: &[TierVerdict], objective: &[TierVerdict]) -> Table {
        let columns = [
            left("Tier and term").named("subject"),
            right("Optimum"),
            right(heading).named("value"),
            right("Price"),
            right("Count"),
        ];
        let mut table = Table::new("terms", columns);
        for (tier, (before, after)) in price.iter().zip(self.optimum.iter().zip(objective)) {
            let values = [before.value.into(), after.value.into(), Cell::Change(tier.value), Cell::Empty];
            table.row([Cell::from(&tier.name)].into_iter().chain(values));
            for (term, (one, other)) in tier.terms.iter().zip(before.terms.iter().zip(&after.terms)) {
                if term.count != Value::ZERO {
                    let name = format!("  {}", term.term.short());
                    let counts = format!("{} to {}", one.count, other.count);
                    let [one, other] = [one.value, other.value].map(Cell::from);
                    table.row([name.into(), one, other, Cell::Change(term.value), counts.into()]);
                }
            }
        }
        table
    }

    /// What the board of the two counts.
    fn say_board(&self, document: &mut Document) {
        if self.board.is_empty() {
            return;
        }
        let terms = counted_terms(&self.board);
        let what = if self.black == Seat::Bye { "The bye" } else { "The board" };
        let worth = worth(&self.board);
        document.paragraph(match terms.is_empty() {
            true => format!("{what} counts nothing: it is worth {worth}."),
            false => format!("{what} is worth {worth}: {terms}."),
        });
    }

    fn say_optima(&self, document: &mut Document) {
        let (Some(all), Some(with)) = (self.optima, self.optima_with_pair) else { return };
        document.say(format!("Optima: {}; with the pair: {}.", said(all), said(with)));
    }

    fn say_step(&self, document: &mut Document) {
        let [one, other] = [self.white, self.black].map(|seat| self.named(seat));
        document.say(format!("{one} and {other} are not paired by {}.", self.rules_of));
        for meets in &self.instead {
            let [player, opponent] = [meets.player, meets.opponent].map(|seat| self.named(seat));
            let what = match (meets.player, meets.opponent) {
                (Seat::Bye, _) => format!("{opponent} has the bye"),
                (_, Seat::Bye) => format!("{player} has the bye"),
                _ => format!("{player} meets {opponent}"),
            };
            let rule = if meets.rule.is_empty() { String::new() } else { format!(" {}", cited(&meets.rule)) };
            document.item(format!("{what}{rule}"));
        }
        if let Some(step) = &self.step {
            document.say(format!("{}.", step.sentence()));
        }
        if !self.nearest.is_empty() {
            let pairs = self.nearest.iter().map(|pair| pair.iter().map(|seat| short(*seat)).join("-")).join(", ");
            let count = self.nearest.len();
            document.say(format!("A legal pairing with the two has {count} other pairs at least: {pairs}."));
        }
    }

    /// What the round makes of the organiser's wishes.
    fn say_wishes(&self, document: &mut Document) {
        if let Some(kept) = &self.wishes {
            document.part();
            kept.add_to(document, self.system.as_deref().unwrap_or_default());
        }
    }

    fn named(&self, seat: Seat) -> String {
        if seat == Seat::Bye { "the bye".to_owned() } else { in_words(&self.players, seat) }
    }
}

impl PossibleOpponent {
    /// Why it is not so, in words.
    fn said(&self) -> String {
        match self.status {
            WhyStatus::Paired => "so it is".to_owned(),
            WhyStatus::AsGood => "in another optimum".to_owned(),
            WhyStatus::NoRound => "no legal pairing is left".to_owned(),
            WhyStatus::Limit => "a limit came before the price".to_owned(),
            WhyStatus::Forbidden => self.rules.iter().map(barred).join("; "),
            WhyStatus::Worse | WhyStatus::Infeasible | WhyStatus::Otherwise => String::new(),
        }
    }
}

impl Show for Opponents {
    fn show(&self) -> Document {
        let head = &self.head;
        let mut document = head.document().keyed("model", &head.model).keyed("player", self.player);
        if let Some(reason) = &head.reason {
            document.say(format!("No legal pairing at all: {reason}."));
            return document;
        }
        if self.opponents.is_empty() {
            document.say("No optimum was found, so no price is known.");
            return document;
        }
        document.say(match self.player {
            Seat::Bye => format!("The bye, by model {}:", head.model),
            player => format!("{} with each opponent, by model {}:", in_words(&self.players, player), head.model),
        });
        let columns = [
            right("No.").named("opponent"),
            left(if self.player == Seat::Bye { "Player" } else { "Opponent" }).named("name"),
            left("Status").for_programs(),
            right("Price"),
            left("Why").named("text"),
        ];
        let row = |one: &PossibleOpponent| {
            let [number, name] = seat_cells(&self.players, one.opponent);
            let price = if one.price.is_empty() { Cell::Empty } else { price_cell(&one.price) };
            [number, name, one.status.to_string().into(), price, one.said().into()]
        };
        document.table(Table::new("opponents", columns).rows(self.opponents.iter().map(row)));
        document.say("A price is what the whole round loses: the best legal pairing with the two, minus the optimum.");
        document
    }
}
