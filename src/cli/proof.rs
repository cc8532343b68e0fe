use super::exit::{Exit, Failure};
use super::output;
use crate::model::Spec;
use crate::proof::{Certificate, Claim};
use crate::proof::{Refusal, Veripb};
use crate::tournament::{Pairing, RoundState};
use std::fs;
use std::path::Path;

/// The files of a proof.
const CERTIFICATE: &str = "certificate.json";
const PROGRAM: &str = "round.opb";
const PROOF: &str = "round.pbp";

/// Write what `certificate` proves into the folder `dir`, once the verifier has accepted it.
pub(super) fn write(
    dir: &Path,
    state: &RoundState,
    spec: &Spec,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
    output: &output::Arguments,
) -> anyhow::Result<()> {
    let veripb = Veripb::new(state, spec, pairing, certificate).map_err(|refusal| {
        let message = format!("the verifier refuses the solver's proof: {refusal}; please report this");
        Failure::error(Exit::InternalFault, message)
    })?;
    let failed = |path: &Path, error| {
        let message = format!("cannot write the proof to {}: {error}", path.display());
        Failure::error(Exit::WrongRequest, message)
    };
    fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
    for (file, text) in [(CERTIFICATE, certificate.to_json()?), (PROGRAM, veripb.opb), (PROOF, veripb.proof)] {
        let path = dir.join(file);
        fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    let [program, proof] = [PROGRAM, PROOF].map(|file| dir.join(file).display().to_string());
    output.say(format!("the proof is in {}; another checker: veripb {program} {proof}", dir.display()));
    Ok(())
}

/// What the proof in the folder `dir` proves, or why it is refused.
pub(super) fn check(
    dir: &Path,
    state: &RoundState,
    spec: &Spec,
    pairing: Option<&Pairing>,
) -> anyhow::Result<Result<Claim, Refusal>> {
    let unread = |file: &str, error: String| {
        Failure::error(Exit::BadFile, format!("cannot read the proof {}: {error}", dir.join(file).display()))
    };
    let read = |file: &str| fs::read(dir.join(file)).map_err(|error| unread(file, error.to_string()));
    let certificate = Certificate::from_json(&read(CERTIFICATE)?).map_err(|e| unread(CERTIFICATE, e.to_string()))?;
    let (program, proof) = (read(PROGRAM)?, read(PROOF)?);
    Ok(Veripb::new(state, spec, pairing, &certificate)
        .and_then(|veripb| veripb.is_that_of(&program, &proof))
        .map(|()| certificate.claim()))
}
