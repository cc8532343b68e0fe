#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::FileAsked;
use crate::tournament::OrderKey;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;
use std::str::FromStr;

/// Make a tournament of a list of players (CSV), or number those of a tournament before round 1; written as JSON
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[command(mut_arg("file", |file| file.help("A list of players (CSV) or a tournament; - is standard input")))]
#[command(after_help = "The table is JSON here: the tournament, which pair reads.")]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub file: FileAsked,
    /// What orders the players: rating,title,name as FIDE has it (C.04.2), or some of these; tcec-groups takes them from groups of like
    /// strength in turn, and lots draws
    #[arg(long, value_name = "ORDER")]
    pub by: By,
    /// How many groups [default: the even number nearest to a seventh of the players]
    #[arg(long, value_name = "G", value_parser = crate::questions::asked::from_one::<NonZero<u32>>)]
    pub groups: Option<NonZero<u32>>,
    /// The seed of the random generator (ChaCha8)
    #[arg(long, default_value_t = 0, value_name = "N")]
    #[serde(default)]
    pub seed: u64,
    /// The name of the tournament
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The day on which it begins, such as 2026-11-27; it says which edition of FIDE's Dutch system is in force
    #[arg(long, value_name = "DAY", value_parser = crate::questions::asked::day)]
    pub start: Option<String>,
}

/// What orders the players.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub enum By {
    /// These, the first of which decides first.
    Keys(Vec<OrderKey>),
    /// The strongest of each group in turn (TCEC).
    TcecGroups,
    /// The lot.
    Lots,
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "tcec-groups" => return Ok(Self::TcecGroups),
            "lots" => return Ok(Self::Lots),
            _ => {}
        }
        let keys: Option<Vec<OrderKey>> = text.split(',').map(|key| key.parse().ok()).collect();
        let keys = keys.filter(|keys| keys.iter().all_unique());
        keys.map(Self::Keys).ok_or_else(|| {
            format!("'{text}' is no order; write rating,title,name or some of these, tcec-groups, or lots")
        })
    }
}

impl TryFrom<String> for By {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
