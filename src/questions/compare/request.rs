#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::questions::asked::{DecisionsAsked, FileAsked, LimitsAsked, PageAsked, RepairAsked, TablesAsked};
use crate::questions::in_force::AskedSystem;
use crate::solve::Ties;
use schemars::JsonSchema;
use serde::Deserialize;

/// Pair a round by systems and models, and say what the rules cost
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub file: FileAsked,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R", value_parser = crate::questions::asked::from_one::<u32>)]
    pub round: Option<u32>,
    #[command(flatten)]
    pub decisions: DecisionsAsked,
    #[command(flatten)]
    pub tables: TablesAsked,
    #[command(flatten)]
    pub repair: RepairAsked,
    /// Pair every round that was played, each from the rounds before it
    #[arg(long)]
    pub all_rounds: bool,
    /// The systems, comma-separated; dutch is the edition in force when the tournament began, and auto the system that the file names
    /// [default: all]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub systems: Vec<AskedSystem>,
    /// The models, comma-separated: names or model files
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',', default_value = DEFAULT_MODELS)]
    pub models: Vec<String>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    pub ties: Ties,
    #[command(flatten)]
    pub page: PageAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

/// The models that are compared, if none are named.
const DEFAULT_MODELS: &str = "pairs,fair";

impl Default for Request {
    fn default() -> Self {
        Self {
            file: FileAsked::default(),
            round: None,
            decisions: DecisionsAsked::default(),
            tables: TablesAsked::default(),
            repair: RepairAsked::default(),
            all_rounds: false,
            systems: Vec::new(),
            models: DEFAULT_MODELS.split(',').map(str::to_owned).collect(),
            ties: Ties::default(),
            page: PageAsked::default(),
            limits: LimitsAsked::default(),
        }
    }
}

impl Request {
    /// Refuse what does not go together: what is decided for one round is not decided for all.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let DecisionsAsked { absent, late, bye, forbid, avoid_same } = &self.decisions;
        let of_one = [
            (RequestField("round"), self.round.is_some()),
            (RequestField("absent"), !absent.is_empty()),
            (RequestField("late"), !late.is_empty()),
            (RequestField("bye"), bye.is_some()),
            (RequestField("forbid"), !forbid.is_empty()),
            (RequestField("avoid_same"), !avoid_same.is_empty()),
        ];
        Refusal::beside(RequestField("all_rounds"), self.all_rounds, &of_one)
    }
}
