//! The three files of a proof that `solve --proof` writes.

mod files;

use super::Veripb;
use crate::model::Objective;
use crate::proof::{Certificate, Claim, Refusal};
use crate::tournament::{Pairing, RoundState};

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
    ) -> Result<Self, Refusal> {
        Ok(Self { veripb: Veripb::new(state, spec, pairing, &certificate)?, certificate })
    }

    /// The conclusion that the files prove for the round and the pairing.
    ///
    /// # Errors
    /// The error of the certificate, or of the other files of its folder.
    pub fn check(&self, state: &RoundState, spec: &Objective, pairing: Option<&Pairing>) -> Result<Claim, Refusal> {
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
