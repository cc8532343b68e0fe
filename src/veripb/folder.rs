//! The three files of a proof that `solve --proof` writes.

use super::Veripb;
use crate::model::Objective;
use crate::new_file::{FileError, Inputs};
use crate::proof::{Certificate, Claim, ProofRefusal};
use crate::proof_folder::{self, PROGRAM, PROOF, ProofFiles};
use crate::tournament::{Pairing, RoundState};
use std::path::{Path, PathBuf};

/// A certificate, and the same proof for `VeriPB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The certificate.
    pub certificate: Certificate,
    /// The program and the proof for `VeriPB`.
    pub veripb: Veripb,
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
        Ok(Self { veripb: Veripb::new(state, spec, pairing, &certificate)?, certificate })
    }

    /// Write the files into the folder `dir`, all or none; returns the paths of program and proof.
    ///
    /// # Errors
    /// [`FileError`] if one cannot be written.
    pub fn write(&self, dir: &Path, force: bool, inputs: &Inputs) -> Result<[PathBuf; 2], FileError> {
        let certificate = proof_folder::certificate_text(&self.certificate);
        let certificate = certificate.map_err(|error| FileError::new(dir, error.into()))?;
        let [opb, proof] = [&self.veripb.opb, &self.veripb.proof].map(Clone::clone);
        let files = vec![(PROGRAM, opb), (PROOF, proof), (proof_folder::CERTIFICATE, certificate)];
        let files = files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        ProofFiles(files).write(dir, force, inputs)?;
        Ok([PROGRAM, PROOF].map(|name| dir.join(name)))
    }

    /// Read the files of the folder `dir`.
    ///
    /// # Errors
    /// [`FileError`], for the first file that cannot be read, or if the certificate is not valid.
    pub fn read(dir: &Path) -> Result<Self, FileError> {
        let certificate = proof_folder::read_certificate(dir)?;
        let text = |name| proof_folder::read_text(dir, name);
        Ok(Self { certificate, veripb: Veripb { opb: text(PROGRAM)?, proof: text(PROOF)? } })
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
        let expected = Veripb::new(state, spec, pairing, &self.certificate)?;
        for (which, file, expected) in
            [("program", &self.veripb.opb, expected.opb), ("proof", &self.veripb.proof, expected.proof)]
        {
            if *file != expected {
                let what = format!("the {which} for VeriPB is not that of the round, the pairing and the certificate");
                return Err(ProofRefusal { check: "proof.files", what });
            }
        }
        Ok(self.certificate.claim())
    }
}
