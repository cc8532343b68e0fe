#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::FileAsked;
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::model::Objective;
use crate::questions::AskError;
use crate::tournament::{Affiliation, PlayerId, RoundRequest};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// The tournament and the round of it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct RoundAsked {
    #[command(flatten)]
    pub file: FileAsked,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R", value_parser = crate::questions::asked::from_one::<u32>)]
    pub round: Option<u32>,
    #[command(flatten)]
    pub decisions: DecisionsAsked,
}

/// What the arbiter decides for the round besides the file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct DecisionsAsked {
    /// Players who are not paired in this round, whatever the file says
    #[arg(long, value_name = "NO,…", value_delimiter = ',')]
    pub absent: Vec<u32>,
    /// Players who have arrived: they are paired in this round although the file has them absent or with a bye
    #[arg(long, value_name = "NO,…", value_delimiter = ',')]
    pub late: Vec<u32>,
    /// The player who has the pairing-allocated bye of this round, so that the others are paired
    #[arg(long, value_name = "NO")]
    pub bye: Option<u32>,
    /// Players who may not meet in this round: pairs such as 3-7, or groups such as 4-9-12
    #[arg(long, value_name = "A-B,…", value_delimiter = ',')]
    pub forbid: Vec<Group>,
    /// Players of the same federation or club may not meet in this round
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub avoid_same: Vec<SharedTrait>,
}

/// Players who may not meet each other: `3-7`, or `4-9-12`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct Group(pub Vec<PlayerId>);

/// What players have in common who may not meet.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "InCommon")]
pub enum SharedTrait {
    Federation,
    Club,
}

impl FromStr for Group {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let players: Result<Vec<PlayerId>, _> = text.split('-').map(|number| number.parse().map(PlayerId)).collect();
        let group = players.ok().filter(|players| players.len() > 1).map(Self);
        group.ok_or_else(|| "write the numbers of two players or more, such as 3-7".to_owned())
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().format("-").fmt(f)
    }
}

impl TryFrom<String> for Group {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for SharedTrait {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "federation" => Ok(Self::Federation),
            "club" => Ok(Self::Club),
            _ => Err("write federation or club".to_owned()),
        }
    }
}

impl From<SharedTrait> for Affiliation {
    fn from(in_common: SharedTrait) -> Self {
        match in_common {
            SharedTrait::Federation => Self::Federation,
            SharedTrait::Club => Self::Club,
        }
    }
}

impl RoundAsked {
    /// What is asked of the round.
    pub fn request(&self) -> RoundRequest {
        self.decisions.add_to(self.file.request(self.round))
    }

    /// Whether no file is named, where none has to be.
    pub(crate) fn is_absent(&self) -> bool {
        self.file.file.is_empty()
    }

    /// Whether anything is asked of the round or of its file.
    pub(crate) fn asks_for_something(&self) -> bool {
        self.file.rounds.is_some() || self.file.encoding.encoding.is_some() || self.request() != RoundRequest::default()
    }
}

impl DecisionsAsked {
    /// The request with these decisions.
    pub(crate) fn add_to(&self, request: RoundRequest) -> RoundRequest {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(PlayerId).collect();
        RoundRequest {
            absent: ids(&self.absent),
            late: ids(&self.late),
            bye: self.bye.map(PlayerId),
            forbidden: self.forbid.iter().map(|Group(players)| players.clone()).collect(),
            avoid_same: self.avoid_same.iter().copied().map(Affiliation::from).collect(),
            ..request
        }
    }

    /// Refuses a model that would let players meet whom this request keeps apart.
    pub(crate) fn check_model(&self, model: &Objective) -> Result<(), AskError> {
        let keeps_apart = !(self.forbid.is_empty() && self.avoid_same.is_empty());
        if !keeps_apart || model.keeps_bans() {
            return Ok(());
        }
        let name = printable(&model.name);
        let what = format!("model '{name}' has no rule no-forbidden-pair, so it cannot keep players apart");
        let (forbid, avoid_same) = (RequestField("forbid"), RequestField("avoid_same"));
        Err(AskError::refused(what, format!("add the rule to its hard rules, or leave out {forbid} and {avoid_same}")))
    }
}
