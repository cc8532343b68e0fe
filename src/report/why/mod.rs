mod csv;

use super::boards::{players, write_boards, write_heading};
use super::explain::value;
use super::number::signed;
use super::table::write_table;
use super::{Format, PlayerReport, Render, write_csv, write_json};
use crate::compare::{Bar, Displaced};
use crate::formats::pairs;
use crate::graph::MatchingCount;
use crate::model::Value;
use crate::printable::printable;
use crate::programs::{Inferiority, StageKind};
use crate::rules::Barred;
use crate::solve::{Evidence, Limit, Ties};
use crate::tasks::{Answer, Otherwise, Priced, Rules, SharedOptima, Step, Without};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};
use crate::verify::TierVerdict;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use strum::Display;

/// Why two players do not meet in a round, or one of them does not have the bye.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WhyReport {
    /// The round.
    pub round: u32,
    /// The model's name, if it is asked of a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The system's id, if it is asked of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Which of several equal optima it is, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The answer.
    pub status: WhyStatus,
    /// The player with White in `pairs`, if they are paired there; otherwise the player who was named first.
    pub white: Seat,
    /// The other one; 0 is the bye.
    pub black: Seat,
    /// Whether no rule bars the pair by itself.
    pub legal: bool,
    /// All rules that bar the pair.
    pub rules: Vec<Bar>,
    /// The value of the best legal pairing with the pair minus the optimum, tier by tier and term by term. The first tier that is not
    /// 0 is negative. Empty if the pair has no price.
    pub price: Vec<TierVerdict>,
    /// The value of the optimum.
    pub optimum: Vec<TierVerdict>,
    /// The value of the pairing in `pairs`.
    pub objective: Vec<TierVerdict>,
    /// The best pairing with the pair. If the two meet, or the answer is a system's, the pairing of the round.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The players with another opponent in it than in the optimum.
    pub displaced: Vec<Displaced>,
    /// The evidence that no pairing with the pair is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Evidence>,
    /// How many optima there are, if that was asked for and the price is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima: Option<OptimaCount>,
    /// How many of them have the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima_with_pair: Option<OptimaCount>,
    /// If they are paired, by a model: what their board counts, or the bye, tier by tier and term by term.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<TierVerdict>,
    /// If they are paired, by a model: the best round in which they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<WithoutReport>,
    /// Why no legal pairing has the pair, or why there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that bar the pairs which the reason depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// Under a system: whom the two meet instead, and by which rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<MeetsInstead>,
    /// Under a system: the first step of its procedure at which the wish fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepReport>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    rules_of: String,
    #[serde(skip)]
    limit: Option<Limit>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
}

/// The answer in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum WhyStatus {
    /// Rules bar the pair.
    Forbidden,
    /// They are paired.
    Paired,
    /// The best pairing with the pair is worse than the optimum.
    Worse,
    /// The pair is in another optimum.
    AsGood,
    /// The pair is legal, but no legal pairing has it.
    NoRound,
    /// The round has no legal pairing at all.
    Infeasible,
    /// The system pairs the two otherwise.
    Otherwise,
    /// A limit came before the answer.
    Limit,
}

/// The best round without a pair that the optimum has.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WithoutReport {
    /// `worse`, `as-good`, `none` if every legal pairing has the pair, or `limit`.
    pub status: &'static str,
    /// Its value minus the optimum, tier by tier and term by term.
    pub price: Vec<TierVerdict>,
    /// Its value.
    pub objective: Vec<TierVerdict>,
    /// Its boards and its bye.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The players with another opponent in it than in the optimum.
    pub displaced: Vec<Displaced>,
    /// The evidence that no pairing without the pair is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Evidence>,
    /// Why every legal pairing has the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip)]
    limit: Option<Limit>,
}

impl WithoutReport {
    fn new(without: &Without) -> Self {
        let report = Self {
            status: "none",
            price: Vec::new(),
            objective: Vec::new(),
            pairing: Pairing::default(),
            displaced: Vec::new(),
            proof: None,
            reason: None,
            limit: None,
        };
        match without {
            Without::None { reason } => Self { reason: Some(reason.clone()), ..report },
            Without::Unknown(limit) => Self { status: "limit", limit: Some(*limit), ..report },
            Without::Priced(priced) => Self {
                status: if priced.is_free() { "as-good" } else { "worse" },
                price: priced.price.clone(),
                objective: priced.objective.clone(),
                pairing: priced.pairing.clone(),
                displaced: priced.displaced.clone(),
                proof: Some(priced.evidence),
                ..report
            },
        }
    }
}

/// How many optima there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptimaCount {
    /// So many, or at least so many.
    pub count: u64,
    /// Whether they were counted to the end.
    pub exact: bool,
}

/// Whom a player meets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeetsInstead {
    /// The player; 0 is the bye.
    pub player: Seat,
    /// The opponent; 0 is the bye.
    pub opponent: Seat,
    /// The rule.
    pub rule: String,
}

/// The first step of a system's procedure at which a wish fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepReport {
    /// The program, as in [`ProgramStage::kind`](crate::programs::ProgramStage::kind); absent for a system without programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<StageKind>,
    /// The number of the program in the round, or of the line in the trace, from 1.
    pub number: usize,
    /// The players to be paired in the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerId>,
    /// The tier, as the model file names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The rule that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The value of the tier without the wish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<i64>,
    /// The best value with the wish, of all that the program allows and that are equal in the tiers before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_pair: Option<i64>,
    /// If the tier chooses one pair of several: the pair of the system, and the first one that is possible with the wish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<[String; 2]>,
    /// The step in one sentence, without a full stop.
    pub what: String,
}

/// How many players a sentence names at most.
const MOST_NAMED: usize = 12;

impl From<MatchingCount> for OptimaCount {
    fn from(count: MatchingCount) -> Self {
        Self { count: count.least, exact: count.is_exact }
    }
}

impl StepReport {
    fn new(step: &Step, pair: &str) -> Self {
        let report = Self {
            program: step.program(),
            number: 0,
            players: Vec::new(),
            tier: None,
            rule: step.rule().map(str::to_owned),
            best: None,
            with_pair: None,
            choice: None,
            what: String::new(),
        };
        match step {
            Step::Trace { number, line, .. } => Self { number: *number, what: line.clone(), ..report },
            Step::Program(setback) => {
                let report = Self { number: setback.stage + 1, players: setback.players.clone(), ..report };
                match &setback.behind {
                    Inferiority::Worse { count, best, other, .. } => Self {
                        tier: Some(count.clone()),
                        best: Some(*best),
                        with_pair: Some(*other),
                        choice: setback.choice.clone(),
                        what: worse(pair, *best, *other, setback.choice.as_ref()),
                        ..report
                    },
                    Inferiority::NotBelow { .. } | Inferiority::NotAllowed => {
                        Self { what: format!("the program allows no pairing with {pair}"), ..report }
                    }
                }
            }
        }
    }

    fn sentence(&self) -> String {
        let rule = self.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let Some(program) = self.program else {
            return format!(
                "The first step that pairs one of them otherwise is line {} of the trace: {}",
                self.number, self.what
            );
        };
        let players = self.players.iter().take(MOST_NAMED).join(", ");
        let more = self.players.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let tier = self.tier.as_ref().map(|tier| format!(" in the tier {tier}{rule}")).unwrap_or_default();
        format!("The wish fails in program {} ({program}) of {players}{more}{tier}: {}", self.number, self.what)
    }
}

/// How it is proven that no pairing is better.
const fn proven(proof: Option<Evidence>) -> &'static str {
    match proof {
        Some(Evidence::IntegerTree) => "by a branching tree of dual solutions, checked in integers",
        _ => "by its dual solution, checked in integers",
    }
}

/// The sentence on a tier that is worse with the pair.
fn worse(pair: &str, best: i64, other: i64, choice: Option<&[String; 2]>) -> String {
    match choice {
        Some([best, other]) => {
            format!(
                "equal in the tiers before, a pairing with {pair} has {other} there at best, and the system's has {best}"
            )
        }
        None => format!(
            "equal in the tiers before, a pairing with {pair} has at least {other} there, and the system's has {best}"
        ),
    }
}

impl WhyReport {
    /// Whether there is no pairing to show: none has these two.
    #[must_use]
    pub fn has_no_pairing(&self) -> bool {
        self.pairing == Pairing::default()
    }

    /// The record of the `answer` for this pair, the bye second.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, rules: &Rules, pair: [Seat; 2], answer: &Answer) -> Self {
        let mut report = Self {
            round: state.round(),
            model: if let Rules::Model(spec) = rules { Some(spec.name.clone()) } else { None },
            system: if let Rules::System(system) = rules { Some(system.to_string()) } else { None },
            ties: Ties::default(),
            rules_of: printable(&rules.to_string()),
            status: WhyStatus::Paired,
            white: pair[0],
            black: pair[1],
            legal: true,
            rules: Vec::new(),
            price: Vec::new(),
            optimum: Vec::new(),
            objective: Vec::new(),
            pairing: Pairing::default(),
            displaced: Vec::new(),
            proof: None,
            optima: None,
            optima_with_pair: None,
            board: Vec::new(),
            without: None,
            reason: None,
            barred: Vec::new(),
            instead: Vec::new(),
            step: None,
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            limit: None,
            players: players(state),
        };
        report.fill(pair, answer);
        let is_reversed = |board: &crate::tournament::Board| [board.black, board.white].map(Seat::Player) == pair;
        if report.pairing.boards.iter().any(is_reversed) {
            std::mem::swap(&mut report.white, &mut report.black);
        }
        report
    }

    fn fill(&mut self, pair: [Seat; 2], answer: &Answer) {
        match answer {
            Answer::Forbidden(rules) => {
                (self.status, self.legal) = (WhyStatus::Forbidden, false);
                self.rules.clone_from(rules);
            }
            Answer::Paired { pairing, objective, optima, board, without } => {
                self.board.clone_from(board);
                self.without = without.as_deref().map(WithoutReport::new);
                self.pairing = pairing.clone();
                self.objective.clone_from(objective);
                self.optimum.clone_from(objective);
                self.price = crate::compare::loss(objective, objective);
                self.count(*optima);
            }
            Answer::Priced(priced) => self.fill_price(priced),
            Answer::NoRound { reason, barred } | Answer::NoPairing { reason, barred } => {
                let is_of_pair = matches!(answer, Answer::NoRound { .. });
                self.status = if is_of_pair { WhyStatus::NoRound } else { WhyStatus::Infeasible };
                (self.reason, self.barred) = (Some(reason.clone()), barred.clone());
            }
            Answer::Otherwise(decided) => {
                let Otherwise { pairing, instead, step } = &**decided;
                self.status = WhyStatus::Otherwise;
                self.pairing = pairing.clone();
                let meets = |(player, opponent, rule): &(Seat, Seat, String)| MeetsInstead {
                    player: *player,
                    opponent: *opponent,
                    rule: rule.clone(),
                };
                self.instead = instead.iter().map(meets).collect();
                let named = pair.map(|seat| if seat == Seat::Bye { "bye".to_owned() } else { seat.to_string() });
                self.step = step.as_ref().map(|step| StepReport::new(step, &named.join("-")));
            }
            Answer::Unknown(limit) => (self.status, self.limit) = (WhyStatus::Limit, Some(*limit)),
        }
    }

    fn fill_price(&mut self, priced: &Priced) {
        self.status = if priced.is_free() { WhyStatus::AsGood } else { WhyStatus::Worse };
        self.price.clone_from(&priced.price);
        self.optimum.clone_from(&priced.optimum);
        self.objective.clone_from(&priced.objective);
        self.pairing = priced.pairing.clone();
        self.displaced.clone_from(&priced.displaced);
        self.proof = Some(priced.evidence);
        self.count(priced.optima);
    }

    fn count(&mut self, optima: Option<SharedOptima>) {
        self.optima = optima.map(|optima| optima.all.into());
        self.optima_with_pair = optima.map(|optima| optima.with_pair.into());
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
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
                write_boards(&self.players, &self.pairing, out)?;
                self.without.as_ref().map_or(Ok(()), |without| self.write_without(without, out))
            }
            WhyStatus::Worse | WhyStatus::AsGood => self.write_price(&meet, out),
            WhyStatus::NoRound => writeln!(out, "{may}, but then no legal pairing is left: {reason}."),
            WhyStatus::Infeasible => writeln!(out, "No legal pairing at all: {reason}."),
            WhyStatus::Otherwise => self.write_step(out),
            WhyStatus::Limit => {
                let limit = self.limit.map_or_else(|| "a limit".to_owned(), |limit| limit.to_string());
                writeln!(out, "{may}. At what price is not known: {limit} came first.")
            }
        }
    }

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
        writeln!(out)?;
        write_boards(&self.players, &self.pairing, out)?;
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
                self.name(moved.player),
                score,
                self.named(moved.before),
                self.named(moved.after),
            ]
        };
        write_table(&[">No.", "Player", ">Score", "Optimum", heading], displaced.iter().map(row), out)
    }

    /// What the board of the two counts.
    fn write_board(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.board.is_empty() {
            return Ok(());
        }
        let terms = self.board.iter().flat_map(|tier| &tier.terms).filter(|term| term.count != Value::ZERO);
        let terms = terms.map(|term| format!("{} {}", term.value, term.term.short())).join(", ");
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
    fn write_without(&self, without: &WithoutReport, out: &mut dyn io::Write) -> io::Result<()> {
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
        writeln!(out)?;
        write_boards(&self.players, &without.pairing, out)?;
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
            let rule = if meets.rule.is_empty() { String::new() } else { format!(" [{}]", meets.rule) };
            writeln!(out, "  {what}{rule}")?;
        }
        self.step.as_ref().map_or(Ok(()), |step| writeln!(out, "{}.", step.sentence()))?;
        writeln!(out)?;
        write_boards(&self.players, &self.pairing, out)
    }

    fn named(&self, seat: Seat) -> String {
        match seat {
            Seat::Bye => "the bye".to_owned(),
            Seat::Player(id) => [id.to_string(), self.name(id)].iter().filter(|part| !part.is_empty()).join(" "),
        }
    }

    fn name(&self, id: PlayerId) -> String {
        self.players.iter().find(|player| player.id == id).map_or_else(String::new, |player| printable(&player.name))
    }
}

impl Render for WhyReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            // Without a pairing there is no list of boards.
            Format::Pairs if self.has_no_pairing() => Ok(()),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_csv(csv::header(), self.rows(), out),
        }
    }
}
