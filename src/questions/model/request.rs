#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::questions::asked::{LimitsAsked, NewFile, RoundAsked, TablesAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Show a model: its rules, tiers and weights
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
#[command(mut_arg("file", |file| file.required(false).default_value("").hide_default_value(true)))]
pub struct Request {
    /// A model by name, or a model file; of a system, its articles
    #[arg(value_name = "NAME|PATH")]
    pub model: String,
    /// Leave out criteria of a system, such as C14, to see what they do; what is left is another set of rules
    #[arg(long, value_name = "ARTICLE,…", value_delimiter = ',')]
    #[serde(default)]
    pub without: Vec<String>,
    /// Show the meaning of every rule and term; with FILE, the program of the round
    #[arg(long)]
    #[serde(default)]
    pub show: bool,
    /// Write the formulation as LaTeX; with FILE, with the sizes of the round
    #[arg(long)]
    #[serde(default)]
    pub latex: bool,
    /// Write the program of the round for other solvers: .lp, .mps or .opb
    #[arg(long, value_name = "F.lp|.mps|.opb")]
    pub write_model: Option<NewFile>,
    /// Replace the file of --write-model, if it is there
    #[arg(long)]
    #[serde(default)]
    pub force: bool,
    /// Write this step of a system's procedure; --show lists them
    #[arg(long, value_name = "S")]
    pub step: Option<usize>,
    /// Write this tier, with the earlier ones held [default: the last one]
    #[arg(long, value_name = "K")]
    pub tier: Option<usize>,
    #[command(flatten)]
    #[serde(default)]
    pub at: RoundAsked,
    #[command(flatten)]
    #[serde(default)]
    pub tables: TablesAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let is_written = self.write_model.is_some();
        Refusal::beside(RequestField("latex"), self.latex, &[(RequestField("show"), self.show)])?;
        let of_written = [("force", self.force), ("step", self.step.is_some()), ("tier", self.tier.is_some())];
        of_written.into_iter().try_for_each(|(field, is_given)| {
            Refusal::unless(RequestField(field), is_given, RequestField("write_model"), is_written)
        })
    }
}
