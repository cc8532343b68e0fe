use super::exit::{Exit, Failure};
use crate::model::Objective;
use crate::tournament::{Affiliation, PlayerId, RoundRequest};
use clap::{Args, ValueEnum};

/// What the arbiter decides for the round besides the file.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Players who are not paired in this round, whatever the file says
    #[arg(long, value_name = "NO,…", value_delimiter = ',')]
    absent: Vec<u32>,
    /// Players who have arrived: they are paired in this round although the file has them absent or with a bye
    #[arg(long, value_name = "NO,…", value_delimiter = ',')]
    late: Vec<u32>,
    /// Players who may not meet in this round: pairs such as 3-7, or groups such as 4-9-12
    #[arg(long, value_name = "A-B,…", value_delimiter = ',', value_parser = group)]
    forbid: Vec<Group>,
    /// Players of the same federation or club may not meet in this round
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    avoid_same: Vec<AffiliationName>,
}

/// Players who may not meet each other.
#[derive(Debug, Clone)]
struct Group(Vec<PlayerId>);

#[derive(Debug, Clone, Copy, ValueEnum)]
enum AffiliationName {
    Federation,
    Club,
}

impl Arguments {
    /// The request with these decisions.
    pub fn add_to(&self, request: RoundRequest) -> RoundRequest {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(PlayerId).collect();
        let affiliation = |name: &AffiliationName| match name {
            AffiliationName::Federation => Affiliation::Federation,
            AffiliationName::Club => Affiliation::Club,
        };
        RoundRequest {
            absent: ids(&self.absent),
            late: ids(&self.late),
            forbidden: self.forbid.iter().map(|Group(players)| players.clone()).collect(),
            avoid_same: self.avoid_same.iter().map(affiliation).collect(),
            ..request
        }
    }

    /// Refuses a model that would let players meet whom this request keeps apart.
    pub fn check_model(&self, model: &Objective) -> anyhow::Result<()> {
        let keeps_apart = !(self.forbid.is_empty() && self.avoid_same.is_empty());
        if !keeps_apart || model.keeps_bans() {
            return Ok(());
        }
        let message = format!(
            "model '{}' has no rule no-forbidden-pair, so it cannot keep players apart; add the rule to its hard rules, \
             or leave out --forbid and --avoid-same",
            model.name
        );
        Err(Failure::error(Exit::WrongRequest, message))
    }
}

fn group(text: &str) -> Result<Group, String> {
    let players: Result<Vec<PlayerId>, _> = text.split('-').map(|number| number.parse().map(PlayerId)).collect();
    let group = players.ok().filter(|players| players.len() > 1).map(Group);
    group.ok_or_else(|| "write the numbers of two players or more, such as 3-7".to_owned())
}
