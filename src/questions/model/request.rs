#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::field::Field;
use crate::model::Erratum;
use crate::questions::Refusal;
use crate::questions::asked::{LimitsAsked, NewFile, RoundAsked, TablesAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Show a model: its rules, tiers and weights
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(mut_arg("file", |file| file.required(false).default_value("").hide_default_value(true))))]
pub struct Request {
    /// A model by name, or a model file
    #[cfg_attr(feature = "cli", arg(value_name = "NAME|PATH"))]
    pub model: String,
    /// Show the meaning of every rule and term; with FILE, the program of the round
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub show: bool,
    /// Write the formulation as LaTeX; with FILE, with the sizes of the round
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub latex: bool,
    /// Of the model seed: list what is wrong in the text; with N, show erratum N in a small round; with FILE, show what the
    /// text answers there, as written and with erratum N or all errata repaired
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", num_args = 0..=1, value_parser = erratum))]
    #[serde(skip)]
    pub errata: Option<Option<Erratum>>,
    /// Write the program of the round for other solvers: .lp, .mps or .opb
    #[cfg_attr(feature = "cli", arg(long, value_name = "F.lp|.mps|.opb"))]
    pub write_model: Option<NewFile>,
    /// Replace the file of --write-model, if it is there
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub force: bool,
    /// Write this program of a system's round; --show lists them
    #[cfg_attr(feature = "cli", arg(long, value_name = "S"))]
    pub stage: Option<usize>,
    /// Write this tier, or this aim of a system, with the earlier ones held [default: the last one]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K"))]
    pub tier: Option<usize>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub at: RoundAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub tables: TablesAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

#[cfg(feature = "cli")]
fn erratum(text: &str) -> Result<Erratum, String> {
    let found = text.parse().ok().and_then(Erratum::numbered);
    found.ok_or_else(|| format!("there is no erratum '{text}'; write a number from 1 to {}", Erratum::ALL.len()))
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let is_written = self.write_model.is_some();
        let written = [
            (Field("force"), self.force),
            (Field("stage"), self.stage.is_some()),
            (Field("tier"), self.tier.is_some()),
        ];
        let (show, latex) = ((Field("show"), self.show), (Field("latex"), self.latex));
        let of_others = [&[show, latex, (Field("write_model"), is_written)], &written[..]].concat();
        Refusal::beside(Field("errata"), self.errata.is_some(), &of_others)?;
        Refusal::beside(latex.0, latex.1, &[show])?;
        written
            .into_iter()
            .try_for_each(|(field, is_given)| Refusal::unless(field, is_given, Field("write_model"), is_written))
    }
}
