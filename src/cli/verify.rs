use super::exit::{Exit, Failure};
use super::{input, output};
use crate::formats::pairs;

use crate::registry::System;
use crate::report::{Format, ProofReport, VerifyReport};
use crate::tasks::{self, Folder, Rules};
use crate::tournament::{Pairing, RoundState, Tournament};
use clap::Args;
use std::path::PathBuf;

/// Hold a pairing to the rules of a model, or of a system and to the optimum of its program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The pairing: the arbiters' form, CSV or JSON, or a tournament in which the round is paired; - is standard input
    /// [default: the one in FILE]
    #[arg(long, value_name = "P")]
    pairing: Option<String>,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    #[arg(long, value_name = "ID", help = input::system_help() + "; its rules are asked instead of a model's")]
    system: Option<System>,
    /// The folder that `solve --proof` wrote: check that it proves the pairing optimal, or, without a pairing, that
    /// there is none
    #[arg(long, value_name = "DIR", conflicts_with = "system")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    limit: input::LimitArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let is_board_list = matches!(output.format(), Format::Pairs | Format::Csv);
    if arguments.pairing.as_deref() == Some("-") && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if arguments.pairing.is_none() && arguments.proof.is_some() && is_board_list {
        let message = "a proof alone has no boards to list; give --pairing too, or take --format table or json";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (opened, state) = arguments.input.load(output)?;
    let name = &opened.loaded.tournament.name;
    let pairing = pairing(arguments, &opened.loaded.tournament, &state)?;
    let rules = match arguments.system {
        Some(system) => Rules::System(system),
        None => Rules::Model(input::objective(&arguments.model)?),
    };
    let proof = arguments.proof.as_deref().map(Folder::read).transpose().map_err(Failure::of_read_proof)?;
    let objections = match (pairing, &proof, &rules) {
        (Some(pairing), proof, rules) => {
            // A list of boards says nothing of the optimum.
            let options = (!is_board_list).then(|| arguments.limit.options());
            let audit = tasks::audit(&state, &pairing, rules, proof.as_ref(), options);
            // Whatever became of the solver, the verdict is written.
            output.write(&VerifyReport::new(name, &state, &audit))?;
            let objections = audit.objections();
            if let Some(error) = audit.failure {
                return Err(Failure::of_solver(error));
            }
            if let Some(found) = audit.discrepancy {
                return Err(Failure::error(Exit::Discrepancy, format!("please report this: {}", found.what)));
            }
            if objections.is_empty() && audit.is_without_proof() {
                return Err(Failure::late());
            }
            objections
        }
        // A proof alone is of there being no pairing.
        (None, Some(proof), Rules::Model(spec)) => {
            let checked = proof.check(&state, spec, None);
            output.write(&ProofReport::new(name, &state, spec, checked.clone()))?;
            checked.err().map(|refusal| format!("the proof is refused: {refusal}")).into_iter().collect()
        }
        (None, ..) => Vec::new(),
    };
    match objections[..] {
        [] => Ok(Exit::Done),
        _ => Err(Failure::error(Exit::Discrepancy, objections.join("; "))),
    }
}

/// The pairing to be verified: the one given, or that of the tournament's own round. A proof alone is of there being none.
fn pairing(arguments: &Arguments, tournament: &Tournament, state: &RoundState) -> anyhow::Result<Option<Pairing>> {
    let round = state.round();
    match (&arguments.pairing, &arguments.proof) {
        (Some(file), _) => {
            let bytes = input::read(file)?;
            let pairing = pairs::read_round(&bytes, round);
            pairing.map(Some).map_err(|faults| input::bad_file(file, &bytes, &faults))
        }
        (None, Some(_)) => Ok(None),
        (None, None) => match tournament.pairing(round) {
            Some(Ok(pairing)) => Ok(Some(pairing)),
            Some(Err(several)) => Err(Failure::error(Exit::Discrepancy, format!("round {round}: {several}"))),
            None => {
                let message = format!("round {round} is not paired in the file; give --pairing, or --round");
                Err(Failure::error(Exit::WrongRequest, message))
            }
        },
    }
}
