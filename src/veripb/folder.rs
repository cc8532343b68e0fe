//! The files of a proof that `solve --proof` writes: the certificate, and for `VeriPB` the round; of a model of slots, also its program.

use super::Veripb;
use crate::model::Objective;
use crate::new_file::{FileError, Inputs};
use crate::proof::{Certificate, Claim, ProofRefusal};
use crate::proof_folder::{self, PROGRAM, PROOF, ProofFiles, SLOTS_PROGRAM, SLOTS_PROOF};
use crate::tournament::{Pairing, RoundState};
use std::path::{Path, PathBuf};

/// A certificate, and the same proof for `VeriPB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The certificate.
    pub certificate: Certificate,
    /// The program and the proof for `VeriPB`.
    pub veripb: Veripb,
    /// The same about the program of slots, if it is [not left out](Veripb::slots_left_out).
    pub slots: Option<Veripb>,
}

impl Folder {
    /// The files of the proof in `certificate` for the round.
    ///
    /// # Errors
    /// As [`Veripb::new`].
    pub fn new(
        state: &RoundState,
        spec: &Objective,
        pairing: Option<&Pairing>,
        certificate: Certificate,
    ) -> Result<Self, ProofRefusal> {
        let veripb = Veripb::new(state, spec, pairing, &certificate)?;
        let slots = Veripb::of_slots(state, spec, pairing, &certificate)?;
        Ok(Self { certificate, veripb, slots })
    }

    /// Write the files into the folder `dir`, all or none; returns the paths of each program and its proof.
    ///
    /// # Errors
    /// [`FileError`] if one cannot be written.
    pub fn write(&self, dir: &Path, force: bool, inputs: &Inputs) -> Result<Vec<[PathBuf; 2]>, FileError> {
        let certificate = proof_folder::certificate_text(&self.certificate);
        let certificate = certificate.map_err(|error| FileError::new(dir, error.into()))?;
        let programs = [([PROGRAM, PROOF], Some(&self.veripb)), ([SLOTS_PROGRAM, SLOTS_PROOF], self.slots.as_ref())];
        let mut files = Vec::new();
        let mut paths = Vec::new();
        for (names, Veripb { opb, proof }) in programs.into_iter().filter_map(|(names, files)| Some((names, files?))) {
            files.extend(names.map(str::to_owned).into_iter().zip([opb.clone(), proof.clone()]));
            paths.push(names.map(|name| dir.join(name)));
        }
        files.push((proof_folder::CERTIFICATE.to_owned(), certificate));
        ProofFiles(files).write(dir, force, inputs)?;
        Ok(paths)
    }

    /// Read the files of the folder `dir`.
    ///
    /// # Errors
    /// [`FileError`], for the first file that cannot be read, or if the certificate is not valid.
    pub fn read(dir: &Path) -> Result<Self, FileError> {
        let certificate = proof_folder::read_certificate(dir)?;
        let text = |name| proof_folder::read_text(dir, name);
        let veripb = Veripb { opb: text(PROGRAM)?, proof: text(PROOF)? };
        let has_slots = [SLOTS_PROGRAM, SLOTS_PROOF].iter().any(|name| dir.join(name).exists());
        let of_slots = || Ok(Veripb { opb: text(SLOTS_PROGRAM)?, proof: text(SLOTS_PROOF)? });
        Ok(Self { certificate, veripb, slots: has_slots.then(of_slots).transpose()? })
    }

    /// The conclusion that the files prove for the round and the pairing.
    ///
    /// # Errors
    /// The error of the certificate, or of the other files of its folder.
    pub fn check(
        &self,
        state: &RoundState,
        spec: &Objective,
        pairing: Option<&Pairing>,
    ) -> Result<Claim, ProofRefusal> {
        let refused = |which: &str, of: &str| {
            let what = format!("the {which} for VeriPB{of} is not that of the round, the pairing and the certificate");
            Err(ProofRefusal { check: "proof.files", what })
        };
        let expected = Veripb::new(state, spec, pairing, &self.certificate)?;
        if self.veripb.opb != expected.opb {
            return refused("program", "");
        }
        if self.veripb.proof != expected.proof {
            return refused("proof", "");
        }
        let expected = Veripb::of_slots(state, spec, pairing, &self.certificate)?;
        let [own, right] = [&self.slots, &expected].map(|files| files.as_ref().map(|files| &files.opb));
        if own != right {
            return refused("program", " of slots");
        }
        if self.slots != expected {
            return refused("proof", " of slots");
        }
        Ok(self.certificate.claim())
    }
}
