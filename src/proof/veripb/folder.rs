//! The files of a proof that `solve --proof` writes: the certificate, and for `VeriPB` the round by its pairs, if it is not large and has no
//! caps.

use super::Veripb;
use crate::files::new_file::{FileError, Inputs};
use crate::model::Objective;
use crate::proof::folder::{self, PROGRAM, PROOF};
use crate::proof::{self, Certificate, Claim, ProofRefusal};
use crate::tournament::{Pairing, RoundState};
use std::path::{Path, PathBuf};

/// A certificate, and the same proof for `VeriPB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The certificate.
    pub certificate: Certificate,
    /// What is proven for `VeriPB`, if it is.
    pub veripb: Option<Veripb>,
    /// Why it is left out, in a sentence without a full stop; `None` of a folder that was read.
    pub left_out: Option<String>,
}

/// The most seats of a program for `VeriPB`, which has a variable for each two of them.
pub const MOST_SEATS: usize = 2000;

/// Whether the proof of a round holds all pairs: for `VeriPB`, or for caps. It is as large then to write as to check.
pub fn lists_pairs(state: &RoundState, spec: &Objective) -> bool {
    spec.has_caps() || state.players().len().next_multiple_of(2) <= MOST_SEATS
}

/// The program of `certificate`, or why it is left out. The certificate is checked.
fn programs(
    state: &RoundState,
    spec: &Objective,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
) -> Result<(Option<Veripb>, Option<String>), ProofRefusal> {
    if !lists_pairs(state, spec) {
        proof::check(state, spec, pairing, certificate)?;
        let what = format!("the files for VeriPB are left out: the round has more than {MOST_SEATS} seats");
        return Ok((None, Some(what)));
    }
    let veripb = Veripb::new(state, spec, pairing, certificate)?;
    let what = "the files for VeriPB are left out: the proof goes by cases, since the model has caps";
    let left_out = veripb.is_none().then(|| what.to_owned());
    Ok((veripb, left_out))
}

impl Folder {
    /// The files of the proof in `certificate` for the round.
    pub fn new(
        state: &RoundState,
        spec: &Objective,
        pairing: Option<&Pairing>,
        certificate: Certificate,
    ) -> Result<Self, ProofRefusal> {
        let (veripb, left_out) = programs(state, spec, pairing, &certificate)?;
        Ok(Self { certificate, veripb, left_out })
    }

    /// Write the files into the folder `dir`, all or none; returns the paths of those for `VeriPB`.
    pub fn write(&self, dir: &Path, force: bool, inputs: &Inputs) -> Result<Option<[PathBuf; 2]>, FileError> {
        let certificate = folder::certificate_text(&self.certificate);
        let certificate = certificate.map_err(|error| FileError::new(dir, error.into()))?;
        folder::write(dir, force, inputs, |new| {
            if let Some(Veripb { opb, proof }) = &self.veripb {
                new.file(PROGRAM, |out| out.write_all(opb.as_bytes()))?;
                new.file(PROOF, |out| out.write_all(proof.as_bytes()))?;
            }
            new.file(folder::CERTIFICATE, |out| out.write_all(certificate.as_bytes()))
        })?;
        Ok(self.veripb.is_some().then(|| [PROGRAM, PROOF].map(|name| dir.join(name))))
    }

    /// The files in the folder `dir`.
    pub fn read(dir: &Path) -> Result<Self, FileError> {
        let certificate: Certificate = folder::read_certificate(dir)?;
        let text = |name| folder::read_text(dir, name);
        let is_there = [PROGRAM, PROOF].iter().any(|name| dir.join(name).exists());
        let veripb = is_there.then(|| Ok(Veripb { opb: text(PROGRAM)?, proof: text(PROOF)? })).transpose()?;
        Ok(Self { certificate, veripb, left_out: None })
    }

    /// The conclusion that the files prove for the round and the pairing.
    pub fn check(
        &self,
        state: &RoundState,
        spec: &Objective,
        pairing: Option<&Pairing>,
    ) -> Result<Claim, ProofRefusal> {
        let (expected, _) = programs(state, spec, pairing, &self.certificate)?;
        let what = match (&self.veripb, &expected) {
            (own, right) if own == right => return Ok(self.certificate.claim()),
            (None, _) => format!("{PROGRAM} for VeriPB is not there"),
            (_, None) => format!("{PROGRAM} is of a program for VeriPB that this proof has not"),
            (Some(own), Some(right)) => {
                let name = if own.opb == right.opb { PROOF } else { PROGRAM };
                format!("{name} for VeriPB is not that of the round, the pairing and the certificate")
            }
        };
        Err(ProofRefusal { check: "proof.files", what })
    }
}
