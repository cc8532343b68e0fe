//! The proof that a system pairs a round by its rules, for the questions that make or check one.

use super::asked::NewFolder;
use super::{AskError, Context, Refusal};
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::proof::ProofRefusal;
use crate::proof::by_rules::{ByRules, NotMade, ProvenRound, RuleCertificate, unread};
use crate::proof::folder::{self, CERTIFICATE, certificate_text, is_same, read_certificate};
use crate::proof::veripb::by_rules::each_program;
use crate::questions::registry::System;
use crate::questions::tasks::{self, FileError, Unpaired};
use crate::solve::Options;
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
use std::path::Path;

/// What is written.
pub const PROOF: &str = "the proof";

/// Refuse a folder into which no proof can be written, before the work.
pub(crate) fn check_folder(dir: &NewFolder, force: bool, context: &dyn Context) -> Result<(), AskError> {
    let checked = folder::check(dir.path(), force, context.inputs());
    checked.map(drop).map_err(|error| AskError::not_written(PROOF, &error))
}

/// Refuse a proof for a system whose rules cannot be proven.
pub(crate) fn check_provable(system: System, state: &RoundState) -> Result<(), Refusal> {
    let Some(lacks) = unread(&system.to_string(), state) else { return Ok(()) };
    let what = format!("there is no proof by the rules of {system}: {lacks}");
    let provable = System::all().map(|system| system.to_string()).filter(|id| unread(id, state).is_none());
    let instead = format!("leave out {}, or take {}", RequestField("proof"), provable.format(", "));
    Err(Refusal::new(what, instead).of(RequestField("proof")))
}

/// Write the proof that the rules pair the round so, or that they leave no pairing.
pub(crate) fn prove(
    round: &ByRules<'_>,
    pairing: Option<&Pairing>,
    dir: &NewFolder,
    force: bool,
    options: Options,
    context: &dyn Context,
) -> Result<(), AskError> {
    let (certificate, proven) = certified(round, pairing, options)?;
    if proven.dispute.is_some() || proven.pairing.is_some() != pairing.is_some() {
        return Err(of_another_pairing(round.system));
    }
    write_proof(round, &certificate, dir, force, options, context)
}

/// One of the two is wrong, so that neither is claimed.
fn of_another_pairing(system: &str) -> AskError {
    AskError::Internal(format!(
        "the proof by the rules of {system} is of another pairing than was found; please report this"
    ))
}

/// See that what is proven is what the system pairs: `None` is no pairing. A limit may come before the system's.
///
/// # Errors
/// They are not the same.
pub fn agree(state: &RoundState, system: System, proven: Option<&Pairing>, options: Options) -> Result<(), AskError> {
    let own = match tasks::pair(state, system, options) {
        Err(Unpaired::Stopped(_)) => return Ok(()),
        own => own.ok().map(|own| own.pairing),
    };
    let ordered = |pairing: &Pairing| pairing.clone().in_board_order(state);
    if own.as_ref().map(ordered) == proven.map(ordered) { Ok(()) } else { Err(of_another_pairing(&system.to_string())) }
}

/// The certificate of a round, and what it says of `given`.
pub(crate) fn certified(
    round: &ByRules<'_>,
    given: Option<&Pairing>,
    options: Options,
) -> Result<(RuleCertificate, ProvenRound), AskError> {
    made(options, MADE, |stop| round.make(given, stop))
}

/// The fewest breaches of the wishes in any legal pairing of a round; `None` if there is none.
pub(crate) fn fewest_breaches(round: &ByRules<'_>, options: Options) -> Result<Option<Vec<i64>>, AskError> {
    made(options, MADE, |stop| round.fewest_breaches(stop))
}

/// What a limit came before.
const MADE: &str = "the proof was made";

/// What is made within the limits, of which one may come `before`.
pub(crate) fn made<T>(
    options: Options,
    before: &str,
    make: impl FnOnce(&dyn Fn() -> bool) -> Result<T, NotMade>,
) -> Result<T, AskError> {
    let limits = options.start();
    match options.in_time(|| make(&|| limits.are_reached())) {
        None | Some(Err(NotMade::Limit)) => Err(AskError::before(limits.reached(), before)),
        Some(Err(NotMade::Unread(why))) => {
            Err(AskError::wrong(format!("nothing can be proven of the round by these rules: {why}")))
        }
        Some(Err(NotMade::Refused(refusal))) => {
            Err(AskError::Internal(format!("a proof that was made is refused: {refusal}; please report this")))
        }
        Some(Ok(made)) => Ok(made),
    }
}

/// Write the certificate and the files of its steps into a folder.
pub(crate) fn write_proof(
    round: &ByRules<'_>,
    certificate: &RuleCertificate,
    dir: &NewFolder,
    force: bool,
    options: Options,
    context: &dyn Context,
) -> Result<(), AskError> {
    let write = || {
        folder::write(dir.path(), force, context.inputs(), |new| {
            each_program(round, certificate, |program| {
                let [opb, proof] = program.names();
                new.file(&opb, |out| program.write(out))?;
                Ok::<_, NotWritten>(new.file(&proof, |out| program.write_proof(out))?)
            })?;
            let text = certificate_text(certificate).map_err(|error| FileError::new(dir.path(), error.into()))?;
            Ok(new.file(CERTIFICATE, |out| out.write_all(text.as_bytes()))?)
        })
    };
    match options.in_time(write) {
        None => return Err(AskError::before(options.start().reached(), "the proof was written")),
        Some(Err(NotWritten::Refused(refusal))) => return Err(AskError::Internal(refusal.to_string())),
        Some(Err(NotWritten::File(error))) => context.fail(&AskError::not_written(PROOF, &error)),
        Some(Ok(())) => context.remark(format!("the proof is in {}", dir.path().display())),
    }
    Ok(())
}

/// Why a proof is not written, or not compared.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error(transparent)]
    Refused(#[from] ProofRefusal),
    #[error(transparent)]
    File(#[from] FileError),
}

/// Read the certificate in a folder.
pub(crate) fn read_proof(dir: &Path, options: Options) -> Result<RuleCertificate, AskError> {
    let read = options.in_time(|| read_certificate(dir));
    let late = || AskError::before(options.start().reached(), "the proof was read");
    read.ok_or_else(late)?.map_err(|error| not_read(&error))
}

/// The refusal of a file in the folder that is not that of the certificate.
pub(crate) fn check_files(
    dir: &Path,
    certificate: &RuleCertificate,
    round: &ByRules<'_>,
) -> Result<Option<ProofRefusal>, AskError> {
    let compared = each_program(round, certificate, |program| {
        let [opb, proof] = program.names();
        let other = if !is_same(dir, &opb, |out| program.write(out))? {
            opb
        } else if !is_same(dir, &proof, |out| program.write_proof(out))? {
            proof
        } else {
            return Ok(());
        };
        let what = format!("{other} is not that of the round and the certificate");
        Err(NotWritten::Refused(ProofRefusal { check: "proof.files", what }))
    });
    match compared {
        Ok(()) => Ok(None),
        Err(NotWritten::Refused(refusal)) => Ok(Some(refusal)),
        Err(NotWritten::File(error)) => Err(not_read(&error)),
    }
}

fn not_read(error: &FileError) -> AskError {
    AskError::BadFile(printable(&format!("cannot read the proof {error}")))
}
