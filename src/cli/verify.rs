use super::exit::{Exit, Failure};
use super::{input, output, proof};
use crate::formats::pairs;
use crate::report::{ProofOutcome, ProofReport, VerifyReport};
use crate::tournament::{Pairing, RoundState};
use crate::verify::{self, Verdict};
use clap::Args;
use std::path::PathBuf;

/// Hold a pairing to the rules of a model.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The pairing: the arbiters' form or JSON, as `solve` writes them; - is standard input
    #[arg(long, value_name = "P", required_unless_present = "proof")]
    pairing: Option<String>,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    /// A system, whose rules are asked instead of a model's
    #[arg(long, value_name = "ID")]
    system: Option<String>,
    /// The folder that `solve --proof` wrote: check that it proves the pairing optimal, or, without a pairing, that
    /// there is none
    #[arg(long, value_name = "DIR", conflicts_with = "system")]
    proof: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if arguments.pairing.as_deref() == Some("-") && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (loaded, state) = arguments.input.load(output)?;
    let name = &loaded.tournament.name;
    let pairing = arguments.pairing.as_deref().map(read_pairing).transpose()?;
    let proof = match &arguments.proof {
        Some(dir) => {
            let spec = input::model(&arguments.model)?;
            let checked = proof::check(dir, &state, &spec, pairing.as_ref())?;
            Some(ProofReport::new(name, &state, &spec, checked))
        }
        None => None,
    };
    let refused = proof.as_ref().and_then(|proof| match &proof.outcome {
        ProofOutcome::Refused(refusal) => Some(format!("the proof is refused: {refusal}")),
        ProofOutcome::Proven(_) => None,
    });
    let mut wrong = refused;
    match (&pairing, proof) {
        (Some(pairing), proof) => {
            let (rules, verdict) = verdict(arguments, &state, pairing)?;
            output.write(&VerifyReport::new(name, &state, &rules, pairing, &verdict, proof))?;
            if !verdict.is_legal() {
                wrong = Some(format!("the pairing breaks {} rules", verdict.violations.len()));
            }
        }
        (None, Some(proof)) => output.write(&proof)?,
        // The command line asks for one of them.
        (None, None) => {}
    }
    match wrong {
        None => Ok(Exit::Done),
        Some(message) => Err(Failure::error(Exit::Discrepancy, message)),
    }
}

fn read_pairing(file: &str) -> anyhow::Result<Pairing> {
    let bytes = input::read(file)?;
    pairs::read(&bytes).map_err(|faults| input::bad_file(file, &faults))
}

/// The model or system asked, and what it has to say.
fn verdict(arguments: &Arguments, state: &RoundState, pairing: &Pairing) -> anyhow::Result<(String, Verdict)> {
    let Some(id) = &arguments.system else {
        let spec = input::model(&arguments.model)?;
        let verdict = verify::verify(state, &spec, pairing, None);
        return Ok((format!("model {}", spec.name), verdict));
    };
    let system = input::system(id)?;
    let verdict = verify::verify_system(state, system.id(), pairing)
        .ok_or_else(|| Failure::error(Exit::WrongRequest, format!("the verifier does not know the rules of {id}")))?;
    Ok((format!("system {id}"), verdict))
}
