//! Why one player does not meet any of the others: the price of each, or what bars it.

use super::answer::{Answer, WhyStatus};
use crate::compare::{Bar, bars_of_model};
use crate::model::{Formulation, Model, Objective};
use crate::questions::Ended;
use crate::report::boards::{name_of, players, write_heading};
use crate::report::{PlayerReport, Status, TierPrice, Written, reason, short_price, write_csv, write_table};
use crate::solve::{self, Options, Reach, Termination, Ties};
use crate::tasks::{solve, verified};
use crate::tournament::{PlayerId, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A player, or the bye, with all others: what each of them would cost the round, or what bars the pair.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WhyOpponentsReport")]
pub struct Opponents {
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// Which of several equal optima it is, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The status of the solve; a limit may also have come before all prices were known.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The player; 0 is the bye.
    pub player: Seat,
    /// All others in pairing order, the bye of an odd field last.
    pub opponents: Vec<PossibleOpponent>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    termination: Termination,
}

/// Another player, or the bye, as an opponent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PossibleOpponent {
    /// Who it is; 0 is the bye.
    pub opponent: Seat,
    /// `paired`, `as-good`, `worse`, `forbidden`, `no-round`, or `limit` if a limit came before the price was known.
    pub status: WhyStatus,
    /// The value of the best legal pairing with the two minus the optimum; empty if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price: Vec<TierPrice>,
    /// The rules that bar the pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Bar>,
}

impl Opponents {
    /// The others of `seat` in the optimum of `state` by `spec`. With caps there is a solve for each of them; without, one alternating tree
    /// prices all.
    ///
    /// # Errors
    /// As of [`solve()`]; [`Ended::Internal`] if the verifier does not agree with the solver.
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        seat: Seat,
        options: Options,
    ) -> Result<Self, Ended> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = solve(state, &Model::Objective(spec.clone()), options)?;
        let termination = solved.solution.termination.clone();
        let mut answer = Self {
            round: state.round(),
            model: spec.name.clone(),
            ties: options.ties,
            status: Status::of(&termination),
            reason: reason(&termination),
            player: seat,
            opponents: Vec::new(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            termination,
        };
        let (Termination::Optimal, Some(best)) = (&solved.solution.termination, &solved.solution.incumbent) else {
            return Ok(answer);
        };
        verified(solved.verdict.clone())?;
        let everybody = state.players().iter().map(|player| Seat::Player(player.id));
        let bye = (state.players().len() % 2 == 1).then_some(Seat::Bye);
        let others = everybody.chain(bye).filter(|other| *other != seat).collect_vec();
        let partner = match seat {
            Seat::Player(_) => best.pairing.partner(seat),
            Seat::Bye => best.pairing.bye.map(Seat::Player),
        };
        let prices = match spec.has_caps() {
            true => None,
            false => solve::partners(state, spec, &solved.solution, &[seat], Reach::All, options)?.into_iter().next(),
        };
        for other in others {
            // The bye comes second.
            let pair = if seat == Seat::Bye { [other, seat] } else { [seat, other] };
            let rules = bars_of_model(state, spec, pair);
            let plain = |status| PossibleOpponent { opponent: other, status, price: Vec::new(), rules: Vec::new() };
            answer.opponents.push(match &prices {
                _ if !rules.is_empty() => PossibleOpponent { rules, ..plain(WhyStatus::Forbidden) },
                _ if partner == Some(other) => plain(WhyStatus::Paired),
                Some(None) => plain(WhyStatus::Limit),
                Some(Some(known)) => match known.others.iter().find(|one| one.seat == other) {
                    Some(one) => PossibleOpponent::priced(other, TierPrice::of(&one.price)),
                    None => plain(WhyStatus::NoRound),
                },
                None => {
                    let why = Answer::by_model(tournament, state, spec, pair, None, options)?;
                    let price = why.price.iter().map(|tier| tier.value).collect_vec();
                    PossibleOpponent { price: TierPrice::of(&price), ..plain(why.status) }
                }
            });
        }
        if answer.opponents.iter().any(|one| one.status == WhyStatus::Limit) {
            answer.termination = options.start().reached().into();
            answer.status = Status::of(&answer.termination);
        }
        Ok(answer)
    }

    /// How the question ended. `has_reason` says that the answer has given the reason why there is no pairing.
    pub(super) fn ended(&self, has_reason: bool) -> Result<(), Ended> {
        match (&self.termination, self.termination.limit()) {
            (Termination::Infeasible(why), _) => Err(Ended::of_no_pairing(why, has_reason)),
            (_, None) => Ok(()),
            (_, Some(limit)) => Err(Ended::before(limit, "all prices were known")),
        }
    }

    fn named(&self, seat: Seat) -> [String; 2] {
        match seat {
            Seat::Bye => [String::new(), "bye".to_owned()],
            Seat::Player(id) => [id.to_string(), self.name(id)],
        }
    }

    fn name(&self, id: PlayerId) -> String {
        name_of(&self.players, id)
    }
}

impl PossibleOpponent {
    fn priced(opponent: Seat, price: Vec<TierPrice>) -> Self {
        let is_free = price.iter().all(|tier| tier.value == crate::model::Value::ZERO);
        let status = if is_free { WhyStatus::AsGood } else { WhyStatus::Worse };
        Self { opponent, status, price, rules: Vec::new() }
    }

    /// Why it is not so, in words.
    fn said(&self) -> String {
        match self.status {
            WhyStatus::Paired => "so it is".to_owned(),
            WhyStatus::AsGood => "in another optimum".to_owned(),
            WhyStatus::NoRound => "no legal pairing is left".to_owned(),
            WhyStatus::Limit => "a limit came before the price".to_owned(),
            WhyStatus::Forbidden => {
                let rule = |bar: &Bar| {
                    let with = bar.white.map(|id| format!("with White for {id}, ")).unwrap_or_default();
                    format!("{with}{} [{}]", bar.what, bar.rule)
                };
                self.rules.iter().map(rule).join("; ")
            }
            WhyStatus::Worse | WhyStatus::Infeasible | WhyStatus::Otherwise => String::new(),
        }
    }

    fn price(&self) -> String {
        if self.price.is_empty() { String::new() } else { short_price(&self.price) }
    }
}

impl Written for Opponents {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(reason) = &self.reason {
            return writeln!(out, "No legal pairing at all: {reason}.");
        }
        if self.opponents.is_empty() {
            return writeln!(out, "No optimum was found, so no price is known.");
        }
        let name = self.named(self.player).into_iter().filter(|part| !part.is_empty()).join(" ");
        match self.player {
            Seat::Bye => writeln!(out, "The bye, by model {}:\n", self.model)?,
            Seat::Player(_) => writeln!(out, "{name} with each opponent, by model {}:\n", self.model)?,
        }
        let rows = self.opponents.iter().map(|one| {
            let [number, name] = self.named(one.opponent);
            [number, name, one.price(), one.said()]
        });
        let headings = [">No.", if self.player == Seat::Bye { "Player" } else { "Opponent" }, ">Price", "Why"];
        write_table(&headings, rows, out)?;
        writeln!(
            out,
            "\nA price is what the whole round loses: the best legal pairing with the two, minus the optimum."
        )
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let header = ["tournament", "round", "model", "player", "opponent", "name", "status", "price", "text"];
        let rows = self.opponents.iter().map(|one| {
            let [player, opponent] = [self.player, one.opponent].map(|seat| u32::from(seat).to_string());
            let [_, name] = self.named(one.opponent);
            let keys = [self.tournament.clone(), self.round.to_string(), self.model.clone(), player, opponent, name];
            keys.into_iter().chain([one.status.to_string(), one.price(), one.said()]).collect_vec()
        });
        write_csv(header, rows, out)
    }
}
