//! The student's text as a model: its best answer, which need not be a pairing.

use super::Request;
use crate::field::RequestField;
use crate::model::{Readings, SeedPoint, SeedText, Value};
use crate::printable::printable;
use crate::proof::{Certificate, Proof};
use crate::proof_folder::{self, CERTIFICATE, certificate_text};
use crate::questions::rule_proof;
use crate::questions::{Answered, Context, Ended, OpenedRound};
use crate::report::boards::write_heading;
use crate::report::{Format, Status, Written, seed, write_csv};
use crate::solve::{Evidence, Limit, MatchingMethod, Options, TextSolution, check_proof_size, solve_text};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round by the student's text: its best answer, and what proves that.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SeedReport")]
pub struct SeedAnswer {
    /// The name of the tournament.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// How many rounds are planned, if it is known.
    pub rounds_planned: Option<u32>,
    /// The model's name.
    pub model: String,
    /// The numbers of the errata that are repaired.
    pub repaired: Vec<usize>,
    /// The meanings taken where the text has two.
    pub readings: Readings,
    /// The status of the solve.
    pub status: Status,
    /// Why the rows leave no answer, if they leave none and that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The value of each tier.
    pub values: Vec<Value>,
    /// The answer, if there is one.
    #[serde(flatten)]
    pub point: Option<SeedPoint>,
    /// The evidence that no answer is worth more, or that there is none.
    pub proof: Evidence,
    /// Why nothing but branch and bound shows it, if what a board is worth depends on the other boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproven: Option<String>,
    #[serde(skip)]
    limit: Option<Limit>,
}

/// Answer by the text.
pub(super) fn ask(request: &Request, text: &SeedText, context: &dyn Context) -> Result<(), Ended> {
    check(request, text, context)?;
    let &Request { threads, method, .. } = request;
    let options = Options { threads, method, ..context.start(&request.limits)? };
    let round = context.open(&request.at, &request.tables, &[])?;
    if let Some(dir) = &request.proof {
        check_proof_size(&round.state, options)?;
        rule_proof::check_folder(dir, request.force, context)?;
    }
    let found = solve_text(&round.state, text, options)?;
    let answer = SeedAnswer::new(&round, text, &found);
    let ended = answer.ended(context.format() == Format::Table);
    let given = context.give(Answered::new(answer));
    let written = match (&request.proof, &found.certificate) {
        (Some(dir), Some(certificate)) => {
            let folder = dir.path().display();
            let write = || {
                let certificate = certificate_text(certificate).map_err(|error| Ended::Internal(error.to_string()))?;
                Ok::<_, Ended>(proof_folder::write(dir.path(), request.force, context.inputs(), |new| {
                    new.file(CERTIFICATE, |out| out.write_all(certificate.as_bytes()))
                }))
            };
            match options.in_time(write) {
                None => Err(Ended::before(options.start().reached(), "the proof was written")),
                Some(Err(ended)) => Err(ended),
                Some(Ok(Err(error))) => {
                    context.fail(&Ended::not_written(rule_proof::PROOF, &error));
                    Ok(())
                }
                Some(Ok(Ok(()))) => {
                    context.remark(format!("the proof is in {folder}"));
                    Ok(())
                }
            }
        }
        (Some(dir), None) => {
            context.remark(format!("there is no proof to write to {}", dir.path().display()));
            Ok(())
        }
        (None, _) => Ok(()),
    };
    given?;
    written?;
    ended
}

/// Refuse what is not asked of the text.
fn check(request: &Request, text: &SeedText, context: &dyn Context) -> Result<(), Ended> {
    let name = printable(&text.name);
    let not_of_text = [
        (RequestField("count_optima"), request.count_optima.is_some()),
        (RequestField("all_optima"), request.all_optima.is_some()),
        (RequestField("repair"), request.repair.is_asked()),
        (RequestField("keep_open"), request.keep_open.is_some()),
        (RequestField("ties"), !request.ties.is_canonical()),
        (RequestField("log"), request.log),
    ];
    if let Some((field, _)) = not_of_text.iter().find(|(_, is_asked)| *is_asked) {
        let what =
            format!("{name} is the student's text, whose best answer need not be a pairing, so it has no {field}");
        return Err(Ended::refused(what, format!("leave out {field}, or take a model of pairs")));
    }
    if request.method == MatchingMethod::Guided {
        let (what, method) = ("only models of slots are guided by their pairs", RequestField("method"));
        return Err(Ended::refused(what, format!("leave out {method}, or name exact or highs")));
    }
    if context.is_trf() || context.format() == Format::Pairs {
        let what = format!(
            "{name} is the student's text, whose best answer need not be a pairing, so there are no boards to write"
        );
        return Err(Ended::refused(what, "take the format table, json or csv"));
    }
    let proof = RequestField("proof");
    match (&request.proof, text.looks_at_the_whole_field(), request.method) {
        (Some(_), Some(why), _) => {
            let what = format!("{name} is no matching, so that nothing but branch and bound finds its optimum: {why}");
            Err(Ended::refused(what, format!("leave out {proof}")))
        }
        (Some(_), None, MatchingMethod::Highs) => {
            let method = RequestField("method");
            Err(Ended::refused("HiGHS alone gives no certificate", format!("leave out {method} or {proof}")))
        }
        _ => Ok(()),
    }
}

impl SeedAnswer {
    fn new(round: &OpenedRound, text: &SeedText, found: &TextSolution) -> Self {
        let is_there = found.point.is_some();
        Self {
            tournament: round.name().to_owned(),
            round: round.state.round(),
            rounds_planned: round.state.rounds_planned(),
            model: text.name.clone(),
            repaired: text.repaired.iter().map(|erratum| erratum.number()).collect(),
            readings: text.readings,
            status: found.limit.map_or(if is_there { Status::Optimal } else { Status::Infeasible }, Status::from),
            reason: found.certificate.as_ref().and_then(reason),
            values: found.values.clone(),
            point: found.point.clone(),
            proof: found.evidence,
            unproven: text.looks_at_the_whole_field(),
            limit: found.limit,
        }
    }

    /// How the question ended. `has_reason` says that the answer has given the reason why there is none.
    fn ended(&self, has_reason: bool) -> Result<(), Ended> {
        const NONE: &str = "the rows of the text leave no answer";
        match (self.limit, self.status) {
            (Some(limit), _) => Err(Ended::before(limit, "an answer")),
            (None, Status::Infeasible) => Err(Ended::NoPairing(match &self.reason {
                Some(reason) if !has_reason => format!("{NONE}: {reason}"),
                _ => NONE.to_owned(),
            })),
            (None, _) => Ok(()),
        }
    }

    fn value(&self) -> String {
        self.values.iter().join(", then ")
    }
}

/// Why there is no answer, as a clause.
fn reason(certificate: &Certificate) -> Option<String> {
    let Proof::Infeasible(why) = &certificate.proof else { return None };
    let list = |seats: &[crate::tournament::Seat]| seats.iter().join(", ");
    Some(match (&why.tutte_set[..], &why.odd_components[..]) {
        ([], components) => {
            let least = components.iter().min_by_key(|component| component.len())?;
            match least.len() {
                1 => format!("{} may neither sit with anybody nor be without a slot", list(least)),
                _ => format!("of {} one is left over, who may not be without a slot", list(least)),
            }
        }
        (tutte_set, components) => format!(
            "one of each of these must sit with one of {}, who are fewer: {}",
            list(tutte_set),
            components.iter().map(|component| list(component)).join("; ")
        ),
    })
}

impl Written for SeedAnswer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(limit) = self.limit {
            return writeln!(out, "No answer was found before {limit}.");
        }
        let proven = match (self.proof, &self.unproven) {
            (Evidence::IntegerDual, _) => "proven by the dual solution of its boards, which are read from the rows of the text, checked in integers".to_owned(),
            (Evidence::Obstruction, _) => "proven by an obstruction among its boards, checked in integers".to_owned(),
            (_, Some(why)) => format!("by branch and bound, not proven in integers: {why}"),
            (_, None) => "by branch and bound".to_owned(),
        };
        let Some(point) = &self.point else {
            let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            return writeln!(out, "No answer{reason}.\nInfeasible: {proven}.");
        };
        seed::lines(point).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "\nValue by {}: {}\nOptimal: {proven}.", printable(&self.model), self.value())
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let lines = self.point.as_ref().map(seed::lines).unwrap_or_default();
        let row = [
            self.round.to_string(),
            self.model.clone(),
            self.status.to_string(),
            self.values.iter().join(" "),
            self.proof.to_string(),
            printable(&lines.join("; ")),
        ];
        write_csv(["round", "model", "status", "values", "proof", "answer"], [row], out)
    }
}
