use super::side_by_side::{AllRounds, Answer};
use crate::files::pairs;
use crate::files::printable::printable;
use crate::model::Value;
use crate::proof::verify::{TierVerdict, Violation};
use crate::questions::metrics::{Compared, InCommon, Judged, Metric, Metrics, ModelCheck, PLAYED};
use crate::questions::report::number::signed;
use crate::questions::report::{Cell, Column, Document, Show, Table, left, name_or_none, or_nothing, right};
use crate::tournament::{Board, Seat};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let counted = self.pairings.iter().map(|one| Counted {
            name: &one.name,
            bye: or_nothing(one.pairing.bye),
            rounds: None,
            metrics: &one.metrics,
            in_common: &one.in_common,
        });
        document.table(counts(&counted.collect_vec()));
        for model in &self.models {
            // Without an optimum nothing has a price.
            let Some(optimum) = &model.optimum else { continue };
            let others = model.pairings.iter().filter(|judged| judged.name != model.model);
            let prices = others.map(|judged| Priced {
                name: &judged.name,
                broken: judged.verdict.violations.len(),
                price: judged.price.as_deref().unwrap_or_default(),
            });
            document.table(price_table(&model.model, optimum, "Rules broken", &prices.collect_vec()));
        }
        for (name, violations, models) in broken(&self.models) {
            document.paragraph(format!("{name} is not legal by {}:", models.join(", ")));
            for (first, count) in by_rule(violations) {
                let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
                document.item(format!("{first}{more}"));
            }
        }
        document.table(self.boards());
        end(&mut document, std::slice::from_ref(self), None);
        document
    }
}

impl Answer {
    /// The boards of all pairings. A board is in the line of its higher player, so that common boards are in one line. Those that the
    /// first model's optimum does not have stand out.
    fn boards(&self) -> Table {
        let rank = |id| self.state.rank(id).unwrap_or(usize::MAX);
        let by_higher = |pairing: &Compared| -> BTreeMap<usize, Board> {
            pairing.pairing.boards.iter().map(|board| (rank(board.white).min(rank(board.black)), *board)).collect()
        };
        let pairings: Vec<BTreeMap<usize, Board>> = self.pairings.iter().map(by_higher).collect();
        let is_of_model = |one: &&Compared| self.models.iter().any(|model| model.model == one.name);
        let reference = self.pairings.iter().find(is_of_model);
        let meets = |board: &Board, one: &Compared| {
            one.pairing.partner(Seat::Player(board.white)) == Some(Seat::Player(board.black))
        };
        let differs = |board: &Board| reference.is_some_and(|one| !meets(board, one));
        let columns = [right("No."), left("Player"), right("Score")]
            .into_iter()
            .chain(names(self.pairings.iter().map(|one| &one.name)));
        let mut table = Table::new("boards", columns);
        for (rank, player) in self.state.players().iter().enumerate() {
            let boards = pairings.iter().map(|boards| boards.get(&rank)).collect_vec();
            if boards.iter().any(Option::is_some) {
                let cell = |board: Option<&Board>| {
                    or_nothing(board.map(|board| Cell::Text(board.to_string()).strong_if(differs(board))))
                };
                let first = [player.id.into(), (&player.name).into(), player.score.into()];
                table.row(first.into_iter().chain(boards.into_iter().map(cell)));
            }
        }
        table
    }

    /// The arbiters' form of every pairing, each after a line with its name.
    fn list_boards(&self, document: &mut Document) {
        for one in &self.pairings {
            let name = printable(&one.name);
            document.list(format!("# round {}, {name}\n{}", self.round, pairs::write(&one.pairing)));
        }
    }

    /// The pairing of this name.
    fn pairing(&self, name: &str) -> Option<&Compared> {
        self.pairings.iter().find(|one| one.name == name)
    }
}

impl Show for AllRounds {
    fn show(&self) -> Document {
        let numbers = self.rounds.iter().map(|round| round.round).join(", ");
        let subtitle = format!("Rounds {numbers}, each from what was played before it");
        let mut document = Document::of(name_or_none(&self.tournament), subtitle);
        let counted = self.totals.pairings.iter().map(|one| Counted {
            name: &one.name,
            bye: one.metrics.decimal(Metric::Byes).into(),
            rounds: Some([one.rounds, self.paired_as_played(&one.name)]),
            metrics: &one.metrics,
            in_common: &one.in_common,
        });
        document.table(counts(&counted.collect_vec()));
        for metric in [Metric::ScoreDifference, Metric::Downfloats, Metric::StrongDenied] {
            if let Some(table) = self.round_by_round(metric) {
                document.table(table);
            }
        }
        for model in &self.totals.models {
            let others = model.pairings.iter().filter(|price| price.name != model.model);
            let prices =
                others.map(|one| Priced { name: &one.name, broken: one.not_legal, price: &one.price }).collect_vec();
            document.table(price_table(&model.model, &model.optimum, "Rounds not legal, left out", &prices));
            document.table(self.prices_of_rounds(&model.model, &prices));
        }
        self.say_broken_rules(&mut document);
        end(&mut document, &self.rounds, Some(&self.not_reached));
        document
    }
}

impl AllRounds {
    /// In how many rounds this one pairs as it was played, colours included.
    fn paired_as_played(&self, name: &str) -> usize {
        let boards = |one: &Compared| one.pairing.boards.iter().copied().collect::<BTreeSet<Board>>();
        let is_same = |round: &&Answer| {
            let both = round.pairing(name).zip(round.pairing(PLAYED));
            both.is_some_and(|(one, played)| boards(one) == boards(played) && one.pairing.bye == played.pairing.bye)
        };
        self.rounds.iter().filter(is_same).count()
    }

    /// What each pairing counts in each round, if pairings differ in it in some round. The least of a round stands out.
    fn round_by_round(&self, metric: Metric) -> Option<Table> {
        let of_round = |round: &Answer| {
            let counts = round.pairings.iter().map(|one| one.metrics.get(metric)).minmax().into_option();
            counts.filter(|(least, most)| least != most).map(|(least, _)| least)
        };
        let least = self.rounds.iter().map(of_round).collect_vec();
        if least.iter().all(Option::is_none) {
            return None;
        }
        let rounds = self.rounds.iter().map(|round| right(round.round.to_string()));
        let columns = [left("Pairing")].into_iter().chain(rounds).chain([right("All")]);
        let rows = self.totals.pairings.iter().map(|totals| {
            let cell =
                |(round, least): (&Answer, &Option<i64>)| {
                    let found = round.pairing(&totals.name).map(|one| &one.metrics);
                    or_nothing(found.map(|metrics| {
                        Cell::Text(metrics.decimal(metric)).strong_if(*least == Some(metrics.get(metric)))
                    }))
                };
            let cells = self.rounds.iter().zip(&least).map(cell);
            [Cell::from(&totals.name)]
                .into_iter()
                .chain(cells)
                .chain([totals.metrics.decimal(metric).into()])
                .collect_vec()
        });
        let title = format!("{}, round by round", label(metric));
        Some(Table::new(metric.id().replace('_', "-") + "-by-round", columns).titled(title).rows(rows))
    }

    /// The number of violations of each rule by each pairing that is not legal. `compare --round` shows examples.
    fn say_broken_rules(&self, document: &mut Document) {
        let broken =
            self.rounds.iter().flat_map(|round| broken(&round.models).into_iter().map(|one| (round.round, one)));
        for (place, (round, (name, violations, models))) in broken.enumerate() {
            if place == 0 {
                document.paragraph("* Not legal:");
            }
            let rules = by_rule(violations).map(|(first, count)| format!("{count} {}", first.rule)).join(", ");
            document.item(format!("round {round}, {name} by {}: {rules}", models.join(", ")));
        }
    }

    /// The price of every round in the first tier that differs.
    fn prices_of_rounds(&self, model: &str, columns: &[Priced<'_>]) -> Table {
        let rows = self.rounds.iter().filter_map(|round| {
            let check = round.models.iter().find(|check| check.model == model)?;
            let optimum = check.optimum.as_ref()?;
            let price = |column: &Priced<'_>| {
                let judged = check.pairings.iter().find(|judged| judged.name == column.name);
                or_nothing(judged.map(decisive_price))
            };
            let first = [round.round.into(), optimum.iter().map(|tier| tier.value).join(" / ").into()];
            Some(first.into_iter().chain(columns.iter().map(price)).collect_vec())
        });
        let columns =
            [right("Round"), right("Optimum")].into_iter().chain(names(columns.iter().map(|column| column.name)));
        Table::new(format!("rounds-under-{model}"), columns).rows(rows)
    }
}

/// The price in the first tier that has one, with a star if the pairing is not legal.
fn decisive_price(judged: &Judged) -> String {
    let tiers = judged.price.as_deref().unwrap_or_default();
    let decisive = tiers.iter().find(|tier| tier.value != Value::ZERO);
    let star = if judged.legal { "" } else { "*" };
    match decisive {
        None => format!("0{star}"),
        Some(tier) if tiers.len() == 1 => format!("{}{star}", signed(tier.value)),
        Some(tier) => format!("{} {}{star}", tier.name, signed(tier.value)),
    }
}

/// A pairing in the table of counts, or one in each of several rounds.
struct Counted<'a> {
    name: &'a str,
    /// Who has the bye, or the number of byes.
    bye: Cell,
    /// The number of rounds that it sums up, and of those that were played so.
    rounds: Option<[usize; 2]>,
    metrics: &'a Metrics,
    in_common: &'a [InCommon],
}

/// A column for each pairing, which has its name.
fn names(names: impl Iterator<Item = impl AsRef<str>>) -> impl Iterator<Item = Column> {
    names.map(|name| right(name.as_ref()).named(name.as_ref()))
}

/// The table of metrics, with a line for each metric and a column for each pairing. The least count is strong where pairings differ.
fn counts(columns: &[Counted<'_>]) -> Table {
    let heads = [left("Metric").for_programs(), left("Pairing")];
    let mut table = Table::new("counts", heads.into_iter().chain(names(columns.iter().map(|column| column.name))));
    let mut add = |id: &str, label: &str, cell: &dyn Fn(&Counted<'_>) -> Cell| {
        table.row([Cell::from(id), label.into()].into_iter().chain(columns.iter().map(cell)));
    };
    for (place, (id, label)) in [("rounds", "Rounds"), ("as_played", "  paired as played")].into_iter().enumerate() {
        if columns.iter().any(|column| column.rounds.is_some()) {
            add(id, label, &|column| or_nothing(column.rounds.map(|rounds| rounds[place])));
        }
    }
    for metric in Metric::ALL.iter().copied() {
        let ends = columns.iter().map(|column| column.metrics.get(metric)).minmax().into_option();
        let least = ends.filter(|(least, most)| least != most && metric != Metric::Pairs).map(|(least, _)| least);
        add(metric.id(), label(metric), &|column| match metric {
            Metric::Byes => column.bye.clone(),
            _ => Cell::Text(column.metrics.decimal(metric)).strong_if(least == Some(column.metrics.get(metric))),
        });
    }
    for Counted { name, .. } in columns {
        add(&format!("pairs_in_common:{name}"), &format!("Pairs in common with {name}"), &|column| {
            or_nothing(column.in_common.iter().find(|shared| shared.with == *name).map(|shared| shared.pairs))
        });
    }
    table
}

const fn label(metric: Metric) -> &'static str {
    match metric {
        Metric::Pairs => "Pairs",
        Metric::ScoreDifference => "Score difference",
        Metric::ScoreDifferenceSquares => "  squared",
        Metric::Downfloats => "Downfloats",
        Metric::DownfloatsRoundBefore | Metric::UpfloatsRoundBefore => "  as the round before",
        Metric::DownfloatsTwoRoundsBefore | Metric::UpfloatsTwoRoundsBefore => "  as two rounds before",
        Metric::Upfloats => "Upfloats",
        Metric::AbsoluteDenied => "Absolute preferences denied",
        Metric::StrongDenied => "Strong preferences denied",
        Metric::MildDenied => "Mild preferences denied",
        Metric::ColourDifference => "Colour difference afterwards",
        Metric::ColourDifferenceTwo => "  players with two or more",
        Metric::Byes => "Bye",
        Metric::ByeScore => "  points above the lowest",
        Metric::ByeWithPoints => "  had points without playing",
    }
}

/// One column of a table of prices.
struct Priced<'a> {
    name: &'a str,
    /// The number before the price: of broken rules in one round, or of rounds with broken rules.
    broken: usize,
    price: &'a [TierVerdict],
}

/// The table of the prices of all pairings under a model. `broken_label` names what is counted as broken.
fn price_table(model: &str, optimum: &[TierVerdict], broken_label: &str, prices: &[Priced<'_>]) -> Table {
    let first = [left(format!("Price under {model}")).named("subject"), right("Optimum")];
    let columns = first.into_iter().chain(names(prices.iter().map(|price| price.name)));
    let mut table = Table::new(format!("price-under-{model}"), columns);
    if prices.iter().any(|price| price.broken > 0) {
        let cell = |price: &Priced<'_>| or_nothing(Some(price.broken).filter(|broken| *broken > 0));
        table.row([Cell::from(broken_label), Cell::Empty].into_iter().chain(prices.iter().map(cell)));
    }
    // A line for each tier, and one for each of its terms with a price that is not 0. A pairing without a price has
    // blanks.
    let cell = |value: Option<Value>| value.map_or(Cell::Empty, Cell::Change);
    for (index, tier) in optimum.iter().enumerate() {
        let of_tier = || prices.iter().map(|price| price.price.get(index));
        let cells = of_tier().map(|price| cell(price.map(|price| price.value)));
        table.row([Cell::from(&tier.name), tier.value.into()].into_iter().chain(cells));
        for (index, term) in tier.terms.iter().enumerate() {
            let of_term = || of_tier().map(|price| price?.terms.get(index).map(|term| term.value));
            if of_term().flatten().any(|value| value != Value::ZERO) {
                let label = format!("  {}", term.term.short());
                table.row([Cell::from(label), term.value.into()].into_iter().chain(of_term().map(cell)));
            }
        }
    }
    table
}

/// A pairing's name, its violations, and the models whose rules it breaks.
type Broken<'a> = (&'a str, &'a [Violation], Vec<&'a str>);

/// The violations of each pairing. Those that are the same by several models are listed once.
fn broken(models: &[ModelCheck]) -> Vec<Broken<'_>> {
    let mut broken: Vec<Broken<'_>> = Vec::new();
    for (model, judged) in models.iter().flat_map(|model| model.pairings.iter().map(move |judged| (model, judged))) {
        let violations = judged.verdict.violations.as_slice();
        match broken.iter_mut().find(|(name, same, _)| *name == judged.name && *same == violations) {
            Some((_, _, models)) => models.push(&model.model),
            None if violations.is_empty() => {}
            None => broken.push((&judged.name, violations, vec![&model.model])),
        }
    }
    broken
}

/// Violations rule by rule.
fn by_rule(violations: &[Violation]) -> impl Iterator<Item = (&Violation, usize)> {
    violations.chunk_by(|one, other| one.rule == other.rule).filter_map(|same| Some((same.first()?, same.len())))
}

/// What has no pairing or no optimum, which of all rounds were not reached, and what contradicts a claim; the lists of boards.
fn end(document: &mut Document, rounds: &[Answer], not_reached: Option<&[u32]>) {
    let place = |round: &Answer| not_reached.map_or_else(String::new, |_| format!(" in round {}", round.round));
    let missing = rounds.iter().flat_map(|round| round.missing.iter().map(move |one| one.sentence(&place(round))));
    missing.for_each(|sentence| document.say(sentence));
    if let Some(rounds) = not_reached.filter(|rounds| !rounds.is_empty()) {
        document.paragraph(format!("A limit came before these rounds: {}.", rounds.iter().join(", ")));
    }
    for round in rounds {
        round.discrepancies.iter().for_each(|found| document.paragraph(format!("DISCREPANCY: {}.", found.what)));
        round.list_boards(document);
    }
}
