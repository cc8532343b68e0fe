#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::questions::asked::{LimitsAsked, RepairAsked, RoundAsked, RulesAsked, TablesAsked, WishesAsked};
use crate::solve::Ties;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;

/// Say why two players meet or do not, and what the other way costs
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub at: RoundAsked,
    #[command(flatten)]
    pub tables: TablesAsked,
    /// A player: the pairing number, the name, or a part of it that nobody else has
    #[arg(value_name = "A")]
    pub one: String,
    /// Another player, or `bye`, which is `0`, too; without one, all others of A are listed, each with its price or what bars it
    #[arg(value_name = "B")]
    pub other: Option<String>,
    #[command(flatten)]
    pub rules: RulesAsked,
    #[command(flatten)]
    pub wishes: WishesAsked,
    /// If the price is 0, count the optima, and those with the pair, as solve --count-optima does [default: 100000]
    #[arg(long, visible_alias = "all-optima", value_name = "MOST", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = crate::questions::asked::OPTIMA_COUNTED, value_parser = crate::questions::asked::from_one::<NonZero<u64>>)]
    pub count_optima: Option<NonZero<u64>>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    pub ties: Ties,
    #[command(flatten)]
    pub repair: RepairAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let of_models = [
            (RequestField("count_optima"), self.count_optima.is_some()),
            (RequestField("ties"), !self.ties.is_canonical()),
        ];
        let system = (RequestField("system"), self.rules.system.is_some());
        Refusal::beside(system.0, system.1, &of_models)?;
        self.wishes.check_beside(system)?;
        if self.other.is_some() {
            return Ok(());
        }
        match self.count_optima {
            Some(_) => {
                let what = format!("{} is asked of two players, and one is named", RequestField("count_optima"));
                Err(Refusal::new(what, "name the other, or bye"))
            }
            None => Ok(()),
        }
    }
}
