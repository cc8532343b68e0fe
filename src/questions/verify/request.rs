#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::questions::asked::{
    LimitsAsked, NewFile, PageAsked, PairingAsked, RepairAsked, RoundAsked, RulesAsked, TablesAsked, WishesAsked,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::PathBuf;

/// Check a pairing against rules, the optimum and other systems
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub at: RoundAsked,
    #[command(flatten)]
    pub tables: TablesAsked,
    #[command(flatten)]
    pub pairing: PairingAsked,
    #[command(flatten)]
    pub rules: RulesAsked,
    #[command(flatten)]
    pub wishes: WishesAsked,
    /// The folder that `solve --proof` or `pair --proof` wrote: check that it proves the pairing optimal, or the system's, or,
    /// without a pairing, that there is none
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Write the proof by the system's rules instead of reading one: it says how the system pairs the round, and in what this
    /// pairing is another one
    #[arg(long)]
    pub make: bool,
    /// Also write what the proof by rules says of the pairing as a page for a browser to F.html: one file that needs no network
    #[arg(long, value_name = "F.html")]
    pub html: Option<NewFile>,
    /// Write the proof into a folder that has other files, too; they stay. Replace the file of --html, if it is there
    #[arg(long)]
    pub force: bool,
    /// A certificate whose dual values somebody has changed: say which bound they prove, or which pairs they fail
    #[arg(long, value_name = "F")]
    pub duals: Option<String>,
    #[command(flatten)]
    pub repair: RepairAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

impl Request {
    /// The page, if one is asked for.
    pub(super) fn page(&self) -> PageAsked {
        PageAsked { html: self.html.clone(), force: self.force && self.html.is_some() }
    }

    /// Refuse what does not go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let (system, proof) =
            ((RequestField("system"), self.rules.system.is_some()), (RequestField("proof"), self.proof.is_some()));
        Refusal::unless(RequestField("make"), self.make, system.0, system.1)?;
        Refusal::unless(RequestField("make"), self.make, proof.0, proof.1)?;
        let page = (RequestField("html"), self.html.is_some());
        Refusal::unless(page.0, page.1, system.0, system.1)?;
        Refusal::unless(page.0, page.1, proof.0, proof.1)?;
        Refusal::unless(RequestField("force"), self.force && !page.1, RequestField("make"), self.make)?;
        self.wishes.check_beside(system)?;
        let pairing = (RequestField("pairing"), self.pairing.is_given());
        Refusal::beside(RequestField("duals"), self.duals.is_some(), &[system, proof, pairing])
    }
}
