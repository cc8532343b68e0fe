use crate::model::Objective;
use crate::questions::AskError;
use crate::questions::registry::System;
use crate::rules::Hard;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// What to do if there is no legal pairing.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(transparent)]
pub struct RepairAsked {
    /// Count the breaches of these hard rules instead of forbidding them, the most readily given up first [default: those
    /// of the model's relax, or no-third-colour,colour-balance,no-second-bye,no-rematch]
    #[arg(long, value_name = "RULE,…", num_args = 0.., require_equals = true, value_delimiter = ',')]
    #[serde(deserialize_with = "named_rules")]
    pub repair: Option<Vec<Hard>>,
}

/// Hard rules by their names or ids, as on the command line.
fn named_rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Hard>>, D::Error> {
    let names: Option<Vec<String>> = Option::deserialize(deserializer)?;
    let rule = |name: String| name.parse().map_err(D::Error::custom);
    names.map(|names| names.into_iter().map(rule).collect()).transpose()
}

impl RepairAsked {
    /// The rules to give up in `spec`, the most readily given up first, if a repair is asked for.
    ///
    /// # Errors
    /// [`AskError::Refused`] for rules that the model does not have.
    pub fn given_up(&self, spec: &Objective) -> Result<Option<Vec<Hard>>, AskError> {
        self.repair.as_ref().map(|asked| spec.given_up(asked).map_err(AskError::wrong)).transpose()
    }

    /// `spec`, in which the breaches are counted if that is asked for.
    pub(crate) fn applied(&self, spec: Objective) -> Result<Objective, AskError> {
        Ok(self.given_up(&spec)?.map(|rules| spec.repaired(&rules)).unwrap_or(spec))
    }

    /// Refuse a repair by the rules of a system, which gives up none.
    pub(crate) fn check_system(&self, system: System) -> Result<(), AskError> {
        if self.is_asked() { Err(not_of(system)) } else { Ok(()) }
    }

    /// Whether it is asked for.
    pub const fn is_asked(&self) -> bool {
        self.repair.is_some()
    }
}

/// Why the rules of a system are not repaired.
pub fn not_of(system: impl std::fmt::Display) -> AskError {
    AskError::refused(
        format!(
            "the articles of {system} do not say what to do if no pairing is legal, so they have no repair; a model with the same \
             hard rules has one: leave out the system, and take the model 'pairs' or your own"
        ),
        "",
    )
}
