#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::round::{Group, SharedTrait};
use crate::files::request_field::RequestField;
use crate::proof::by_rules::unread;
use crate::questions::Refusal;
use crate::questions::registry::System;
use crate::tournament::{Affiliation, PlayerId, PlayerState, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use swiss_rule_proof::wishes::{MOST_WEIGHT, Wish, Wishes};

/// What the organiser wishes within the rules of a system.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct WishesAsked {
    /// Players who rather do not meet, so that as few of these pairs are made as can be: 3-7, or a group such as 4-9-12; 3-7=2
    /// counts twice, and 3-7@2 only after all that have no @, or @1
    #[arg(long, value_name = "A-B[=WEIGHT],…", value_delimiter = ',')]
    pub rather_not: Vec<Weighed<Group>>,
    /// Players of the same federation or club rather do not meet; club=2 and club@2 as with pairs
    #[arg(long, value_name = "WHAT[=WEIGHT],…", value_delimiter = ',')]
    pub rather_not_same: Vec<Weighed<SharedTrait>>,
}

/// Something with a weight and a rank: `3-7`, `3-7=2`, `3-7@2` or `3-7=2@2`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(try_from = "String", bound = "T: FromStr<Err = String>")]
#[schemars(with = "String")]
pub struct Weighed<T> {
    pub what: T,
    pub weight: u32,
    /// From 1.
    pub rank: u8,
}

impl<T: FromStr<Err = String>> FromStr for Weighed<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, rank) = text.split_once('@').unwrap_or((text, "1"));
        let (what, weight) = text.split_once('=').unwrap_or((text, "1"));
        let rank = rank.parse().ok().filter(|rank| (1..=9).contains(rank));
        let weight = weight.parse().ok().filter(|weight| (1..=MOST_WEIGHT).contains(weight));
        Ok(Self {
            what: what.parse()?,
            weight: weight.ok_or_else(|| format!("a weight is a whole number from 1 to {MOST_WEIGHT}"))?,
            rank: rank.ok_or("a rank is a number from 1 to 9")?,
        })
    }
}

impl<T: FromStr<Err = String>> TryFrom<String> for Weighed<T> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The words in which it is asked for.
impl<T: fmt::Display> fmt::Display for Weighed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, weight, rank } = self;
        write!(f, "{what}")?;
        if *weight != 1 {
            write!(f, "={weight}")?;
        }
        if *rank != 1 { write!(f, "@{rank}") } else { Ok(()) }
    }
}

impl WishesAsked {
    /// The wishes in words, as a tournament keeps them: players who have something in common as groups, since a report has no clubs.
    pub(crate) fn texts(&self, state: &RoundState) -> Vec<String> {
        let same = self.rather_not_same.iter().flat_map(|Weighed { what, weight, rank }| {
            let groups = members(Affiliation::from(*what), state).into_values().filter(|players| players.len() > 1);
            groups.map(|players| Weighed { what: Group(players), weight: *weight, rank: *rank })
        });
        self.rather_not.iter().map(ToString::to_string).chain(same.map(|of| of.to_string())).collect()
    }

    /// The wishes that a tournament has kept in these words.
    pub(crate) fn of_texts(texts: &[String]) -> Result<Self, Refusal> {
        let wish = |text: &String| {
            text.parse()
                .map_err(|why| Refusal::new(format!("the file has the wish '{text}': {why}"), "correct it there"))
        };
        let rather_not = texts.iter().map(wish).collect::<Result<_, _>>()?;
        Ok(Self { rather_not, ..Self::default() })
    }

    /// Whether there are any.
    pub(crate) const fn is_empty(&self) -> bool {
        self.rather_not.is_empty() && self.rather_not_same.is_empty()
    }

    /// Refuse wishes without a system, which is given or not.
    pub(crate) fn check_beside(&self, (system, is_given): (RequestField, bool)) -> Result<(), Refusal> {
        Refusal::unless(self.field(), !self.is_empty(), system, is_given)
    }

    /// Refuse wishes within the rules of a system that cannot prove them.
    pub(crate) fn check_system(&self, system: System, state: &RoundState) -> Result<(), Refusal> {
        let lacks = if self.is_empty() { None } else { unread(&system.to_string(), state) };
        let Some(lacks) = lacks else { return Ok(()) };
        let what = format!(
            "{system} cannot pair a round with the fewest breaches of wishes, which it could not prove: {lacks}"
        );
        let able = System::all().map(|system| system.to_string()).filter(|id| unread(id, state).is_none());
        Err(Refusal::new(what, format!("take {}", able.format(", "))).of(self.field()))
    }

    fn field(&self) -> RequestField {
        if self.rather_not.is_empty() { RequestField("rather_not_same") } else { RequestField("rather_not") }
    }

    /// The wishes that are about players of the round.
    pub(crate) fn of_round(&self, state: &RoundState) -> Result<Wishes, Refusal> {
        let everybody: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
        let mut wishes = Vec::new();
        let mut wish = |players: &[PlayerId], weight, rank: u8| {
            let pairs = players.iter().array_combinations();
            wishes.extend(pairs.map(|[one, other]| Wish { one: *one, other: *other, rank: rank - 1, weight }));
        };
        for Weighed { what: Group(players), weight, rank } in &self.rather_not {
            if let Some(player) = players.iter().find(|id| everybody.iter().all(|player| player.id != **id)) {
                let what =
                    format!("player {player} is in a pair that is rather not made, but is not in the tournament");
                return Err(Refusal::new(what, "name one of its players").of(RequestField("rather_not")));
            }
            if let Some(player) = players.iter().duplicates().next() {
                let what = format!("player {player} is in a pair that is rather not made, and is named there twice");
                return Err(Refusal::new(what, "name each player once").of(RequestField("rather_not")));
            }
            wish(players, *weight, *rank);
        }
        for Weighed { what, weight, rank } in &self.rather_not_same {
            let affiliation = Affiliation::from(*what);
            let members = members(affiliation, state);
            if members.is_empty() {
                let what = format!("no player has a {affiliation}, so nobody can be kept apart by it");
                let instead = format!("give the players their {affiliation} in the file, or name the pairs");
                return Err(Refusal::new(what, instead).of(RequestField("rather_not_same")));
            }
            members.values().for_each(|players| wish(players, *weight, *rank));
        }
        Ok(Wishes::new(state, wishes))
    }
}

/// The players of each federation or club.
fn members(affiliation: Affiliation, state: &RoundState) -> BTreeMap<&str, Vec<PlayerId>> {
    let mut members: BTreeMap<&str, Vec<PlayerId>> = BTreeMap::new();
    for player in state.players().iter().chain(state.absent()) {
        let name = match affiliation {
            Affiliation::Federation => player.federation.as_deref(),
            Affiliation::Club => player.club.as_deref(),
        };
        name.into_iter().for_each(|name| members.entry(name).or_default().push(player.id));
    }
    members
}
