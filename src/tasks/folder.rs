//! The three files of a proof that `solve --proof` writes.

use crate::model::Spec;
use crate::proof::{Certificate, Claim, Refusal};
use crate::tournament::{Pairing, RoundState};
use crate::veripb::Veripb;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const CERTIFICATE: &str = "certificate.json";
const PROGRAM: &str = "round.opb";
const PROOF: &str = "round.pbp";

/// A certificate, and the same proof for `VeriPB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The certificate.
    pub certificate: Certificate,
    /// The program and the proof for `VeriPB`.
    pub veripb: Veripb,
}

/// A file of a proof that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl Folder {
    /// The files of the proof in `certificate` for the round.
    ///
    /// # Errors
    /// As [`Veripb::new`].
    pub fn new(
        state: &RoundState,
        spec: &Spec,
        pairing: Option<&Pairing>,
        certificate: Certificate,
    ) -> Result<Self, Refusal> {
        Ok(Self { veripb: Veripb::new(state, spec, pairing, &certificate)?, certificate })
    }

    /// Write the files into the folder `dir`, which is created if missing; returns the paths of program and proof.
    ///
    /// # Errors
    /// [`FileError`], for the first file that cannot be written.
    pub fn write(&self, dir: &Path) -> Result<[PathBuf; 2], FileError> {
        let failed = |path: &Path, error| FileError { path: path.to_owned(), error };
        fs::create_dir_all(dir).map_err(|error| failed(dir, error))?;
        let [certificate, program, proof] = [CERTIFICATE, PROGRAM, PROOF].map(|file| dir.join(file));
        let json = serde_json::to_string(&self.certificate).map_err(|error| failed(&certificate, error.into()))? + "\n";
        for (path, text) in [(&certificate, &json), (&program, &self.veripb.opb), (&proof, &self.veripb.proof)] {
            fs::write(path, text).map_err(|error| failed(path, error))?;
        }
        Ok([program, proof])
    }

    /// Read the files of the folder `dir`.
    ///
    /// # Errors
    /// [`FileError`], for the first file that cannot be read, or if the certificate is not valid.
    pub fn read(dir: &Path) -> Result<Self, FileError> {
        let read = |file: &str| {
            let path = dir.join(file);
            fs::read(&path).map_err(|error| FileError { path, error })
        };
        let text = |file| read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let certificate = serde_json::from_slice(&read(CERTIFICATE)?)
            .map_err(|error| FileError { path: dir.join(CERTIFICATE), error: error.into() })?;
        Ok(Self { certificate, veripb: Veripb { opb: text(PROGRAM)?, proof: text(PROOF)? } })
    }

    /// The conclusion that the files prove for the round and the pairing.
    ///
    /// # Errors
    /// The error of the certificate, or of the other files of its folder.
    pub fn check(&self, state: &RoundState, spec: &Spec, pairing: Option<&Pairing>) -> Result<Claim, Refusal> {
        let expected = Veripb::new(state, spec, pairing, &self.certificate)?;
        for (which, file, expected) in
            [("program", &self.veripb.opb, expected.opb), ("proof", &self.veripb.proof, expected.proof)]
        {
            if *file != expected {
                let what = format!("the {which} for VeriPB is not that of the round, the pairing and the certificate");
                return Err(Refusal { check: "proof.files", what });
            }
        }
        Ok(self.certificate.claim())
    }
}
