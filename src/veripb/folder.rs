//! The files of a proof that `solve --proof` writes: the certificate, and for `VeriPB` the round by its pairs or, if it is large, by kinds of
//! players; of a model of slots, also its program.

use super::Veripb;
use super::kinds::OverKinds;
use crate::model::{Formulation, Objective};
use crate::new_file::{FileError, Inputs};
use crate::proof::{Certificate, Claim, ProofRefusal};
use crate::proof_folder::{self, KINDS_PROGRAM, KINDS_PROOF, PROGRAM, PROOF, SLOTS_PROGRAM, SLOTS_PROOF};
use crate::tournament::{Pairing, RoundState};
use std::path::{Path, PathBuf};

/// A certificate, and the same proof for `VeriPB`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// The certificate.
    pub certificate: Certificate,
    /// What is proven for `VeriPB`.
    pub programs: Programs,
    /// What the programs leave out and why, in a sentence without a full stop; `None` of a folder that was read.
    pub left_out: Option<String>,
}

/// The most rows of a program for `VeriPB`: seats, or kinds. Each two of them have a variable, or several.
pub const MOST_ROWS: usize = 2000;

/// The programs of a round for `VeriPB`, with their proofs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Programs {
    /// That of all pairs, if there are few players, or the model has slots or caps.
    pub pairs: Option<Veripb>,
    /// That of slots, if it is [not left out](Veripb::slots_left_out).
    pub slots: Option<Veripb>,
    /// That over kinds of players, in place of the pairs of many players.
    pub kinds: Option<Veripb>,
}

impl Programs {
    /// Whether the proof of a round is about all pairs for `VeriPB`, too. It is as large then to write as to check.
    #[must_use]
    pub fn lists_pairs(state: &RoundState, spec: &Objective) -> bool {
        let seats = state.players().len().next_multiple_of(2);
        spec.formulation != Formulation::Pairs || spec.has_caps() || seats <= MOST_ROWS
    }

    /// The programs of `certificate`, and what they leave out.
    fn new(
        state: &RoundState,
        spec: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
    ) -> Result<(Self, Option<String>), ProofRefusal> {
        if Self::lists_pairs(state, spec) {
            let pairs = Some(Veripb::new(state, spec, pairing, certificate)?);
            let slots = Veripb::of_slots(state, spec, pairing, certificate)?;
            let why =
                Veripb::slots_left_out(state, spec, certificate).filter(|_| spec.formulation != Formulation::Pairs);
            let left_out = why.map(|why| format!("the program of slots itself is left out for VeriPB: {why}"));
            return Ok((Self { pairs, slots, kinds: None }, left_out));
        }
        let OverKinds { files, left_out } = Veripb::of_kinds(state, spec, pairing, certificate, MOST_ROWS)?;
        Ok((Self { kinds: files, ..Self::default() }, left_out))
    }

    /// Each one, with the names of its files.
    fn files(&self) -> [([&'static str; 2], Option<&Veripb>); 3] {
        let Self { pairs, slots, kinds } = self;
        [
            ([PROGRAM, PROOF], pairs.as_ref()),
            ([SLOTS_PROGRAM, SLOTS_PROOF], slots.as_ref()),
            ([KINDS_PROGRAM, KINDS_PROOF], kinds.as_ref()),
        ]
    }
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
        let (programs, left_out) = Programs::new(state, spec, pairing, &certificate)?;
        Ok(Self { certificate, programs, left_out })
    }

    /// Write the files into the folder `dir`, all or none; returns the paths of each program and its proof.
    ///
    /// # Errors
    /// [`FileError`] if one cannot be written.
    pub fn write(&self, dir: &Path, force: bool, inputs: &Inputs) -> Result<Vec<[PathBuf; 2]>, FileError> {
        let certificate = proof_folder::certificate_text(&self.certificate);
        let certificate = certificate.map_err(|error| FileError::new(dir, error.into()))?;
        let mut paths = Vec::new();
        proof_folder::write(dir, force, inputs, |new| {
            for (names, written) in self.programs.files() {
                let Some(Veripb { opb, proof }) = written else { continue };
                names
                    .iter()
                    .zip([opb, proof])
                    .try_for_each(|(name, text)| new.file(name, |out| out.write_all(text.as_bytes())))?;
                paths.push(names.map(|name| dir.join(name)));
            }
            new.file(proof_folder::CERTIFICATE, |out| out.write_all(certificate.as_bytes()))
        })?;
        Ok(paths)
    }

    /// The files in the folder `dir`.
    ///
    /// # Errors
    /// [`FileError`], for the first file that cannot be read, or if the certificate is not valid.
    pub fn read(dir: &Path) -> Result<Self, FileError> {
        let certificate: Certificate = proof_folder::read_certificate(dir)?;
        let read = |[program, proof]: [&str; 2]| {
            let text = |name| proof_folder::read_text(dir, name);
            let is_there = [program, proof].iter().any(|name| dir.join(name).exists());
            is_there.then(|| Ok(Veripb { opb: text(program)?, proof: text(proof)? })).transpose()
        };
        let [pairs, slots, kinds] = Programs::default().files().map(|(names, _)| read(names));
        Ok(Self { certificate, programs: Programs { pairs: pairs?, slots: slots?, kinds: kinds? }, left_out: None })
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
        let (expected, _) = Programs::new(state, spec, pairing, &self.certificate)?;
        for ((names, own), (_, right)) in self.programs.files().into_iter().zip(expected.files()) {
            let [program, proof] = names;
            let what = match (own, right) {
                _ if own == right => continue,
                (None, _) => format!("{program} for VeriPB is not there"),
                (_, None) => format!("{program} is of a program for VeriPB that this proof has not"),
                (Some(own), Some(right)) => {
                    let name = if own.opb == right.opb { proof } else { program };
                    format!("{name} for VeriPB is not that of the round, the pairing and the certificate")
                }
            };
            return Err(ProofRefusal { check: "proof.files", what });
        }
        Ok(self.certificate.claim())
    }
}
