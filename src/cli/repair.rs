use super::exit::{Exit, Failure};
use crate::model::Objective;
use crate::rules::Hard;
use crate::tasks::Rules;
use clap::Args;

/// What to do if there is no legal pairing.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Count the breaches of these hard rules instead of forbidding them, the most readily given up first [default: those
    /// of the model's relax, or no-third-colour,colour-balance,no-second-bye,no-rematch]
    #[arg(long, value_name = "RULE,…", num_args = 0.., require_equals = true, value_delimiter = ',')]
    repair: Option<Vec<Hard>>,
}

impl Arguments {
    /// The rules to give up in `spec`, the most readily given up first, if a repair is asked for.
    pub fn given_up(&self, spec: &Objective) -> anyhow::Result<Option<Vec<Hard>>> {
        let refuse = |message| Failure::error(Exit::WrongRequest, message);
        self.repair.as_ref().map(|asked| spec.given_up(asked).map_err(refuse)).transpose()
    }

    /// `spec`, in which the breaches are counted if that is asked for.
    pub fn applied(&self, spec: Objective) -> anyhow::Result<Objective> {
        Ok(self.given_up(&spec)?.map(|rules| spec.repaired(&rules)).unwrap_or(spec))
    }

    /// The same for rules that may be a system's, which gives up none.
    pub fn of_rules(&self, rules: Rules) -> anyhow::Result<Rules> {
        match rules {
            Rules::Model(spec) => Ok(Rules::Model(self.applied(spec)?)),
            Rules::System(system) if self.is_asked() => Err(Failure::error(Exit::WrongRequest, not_of(system))),
            Rules::System(_) => Ok(rules),
        }
    }

    /// The rules that were named, if a repair is asked for.
    pub fn asked(&self) -> Option<&Vec<Hard>> {
        self.repair.as_ref()
    }

    /// Whether it is asked for.
    pub fn is_asked(&self) -> bool {
        self.repair.is_some()
    }
}

/// Why the rules of a system are not repaired.
pub(super) fn not_of(system: impl std::fmt::Display) -> String {
    format!(
        "the articles of {system} do not say what to do if no pairing is legal, so they have no repair; a model with the same \
         hard rules has one: leave out the system, and take the model 'pairs' or your own"
    )
}
