use super::{Attributes, ForbiddenGroup, PairWeights, Player, PlayerId, RoundError, Tournament};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which round to pair, whether to trust points or results, and what the arbiter decides for this round besides the
/// file.
///
/// ```
/// use swiss_trf::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let tournament = Tournament { players, ..Tournament::default() };
/// let forbidden = vec![vec![PlayerId(1), PlayerId(2)]];
/// let request = RoundRequest { absent: vec![PlayerId(3)], forbidden, ..RoundRequest::default() };
/// let state = RoundState::new(&tournament, request)?;
/// assert_eq!(state.players().len(), 3);
/// assert!(state.is_forbidden(PlayerId(2), PlayerId(1)));
/// # Ok::<(), swiss_trf::tournament::RoundError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundRequest {
    /// The round to pair; `None` means [`Tournament::next_round`].
    pub round: Option<u32>,
    /// Which to trust where points and results disagree.
    pub trust: Trust,
    /// Players who are not paired in the round, whatever the tournament says.
    pub absent: Vec<PlayerId>,
    /// Players who are paired in the round, although the tournament has them absent from it or gives them a bye that
    /// they asked for (late entries, FIDE C.04.2, 2.4). Their earlier rounds and points stay as they are.
    pub late: Vec<PlayerId>,
    /// The player who has the pairing-allocated bye of the round, and so is not paired, whatever the tournament says.
    pub bye: Option<PlayerId>,
    /// Groups of players who may not meet each other in the round.
    pub forbidden: Vec<Vec<PlayerId>>,
    /// Players of the same federation or club may not meet in the round.
    pub avoid_same: Vec<Affiliation>,
    /// The wishes by which the round is paired, as [`Tournament::wishes`] has them. The tournament with the round keeps them.
    pub wishes: Vec<String>,
    /// What the organiser knows of the players besides the tournament. The state carries it for whoever pairs.
    pub attributes: Option<Arc<Attributes>>,
    /// The organiser's numbers for pairs. The state carries them for whoever pairs.
    pub weights: Option<Arc<PairWeights>>,
    /// The seed of the lots, where they do not follow from the round alone. The state carries it for whoever draws them.
    pub lots: Option<u64>,
}

/// What to trust.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trust {
    /// Nothing: points that do not follow from the results are a fault, and the bye of [`RoundState::preset_bye`] must be legal.
    ///
    /// [`RoundState::preset_bye`]: super::RoundState::preset_bye
    #[default]
    Nothing,
    /// The results: go on with the recomputed points.
    Results,
    /// That bye, whatever the rules say. A state has no rules, so whoever pairs it looks at this.
    Byes,
}

/// What players have in common who belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Affiliation {
    /// [`Player::federation`].
    Federation,
    /// [`Player::club`].
    Club,
}

impl Affiliation {
    /// The federation or the club of `player`, if there is one.
    pub fn of(self, player: &Player) -> Option<&str> {
        match self {
            Self::Federation => player.federation.as_deref(),
            Self::Club => player.club.as_deref(),
        }
    }

    /// The players of each federation or club that has several, in their order.
    pub fn groups(self, players: &[Player]) -> BTreeMap<&str, Vec<PlayerId>> {
        let mut members: BTreeMap<&str, Vec<PlayerId>> = BTreeMap::new();
        for player in players {
            if let Some(name) = self.of(player) {
                members.entry(name).or_default().push(player.id);
            }
        }
        members.retain(|_, players| players.len() > 1);
        members
    }
}

impl From<u32> for RoundRequest {
    /// The request for this round, and for nothing else.
    fn from(round: u32) -> Self {
        Self { round: Some(round), ..Self::default() }
    }
}

impl RoundRequest {
    /// The groups of players who may not meet in `round` by this request.
    pub(super) fn bans(&self, tournament: &Tournament, round: u32) -> Vec<ForbiddenGroup> {
        let groups = self.avoid_same.iter().unique();
        let of_same = groups.flat_map(|affiliation| affiliation.groups(&tournament.players).into_values());
        let all = self.forbidden.iter().cloned().chain(of_same);
        all.map(|players| ForbiddenGroup { players, rounds: Some((round, round)) }).collect()
    }

    /// Refuses what contradicts itself or `tournament`.
    pub(super) fn check(&self, tournament: &Tournament) -> Result<(), RoundError> {
        let ids = tournament.ids();
        let rows = self.attributes.iter().flat_map(|table| table.rows.keys().copied());
        let pairs = self.weights.iter().flat_map(|table| table.pairs()).flat_map(|(one, other)| [one, other]);
        let mut in_tables = rows.map(|id| (id, "attributes")).chain(pairs.map(|id| (id, "weights")));
        if let Some((id, table)) = in_tables.find(|(id, _)| !ids.contains(id)) {
            let mend = "correct the number or take out the row";
            return refuse(format!("the {table} have player {id}, who is not in the tournament; {mend}"));
        }
        let bye = Vec::from_iter(self.bye);
        let named = [(&self.absent, "is to be absent"), (&self.late, "is to enter late"), (&bye, "is to have the bye")];
        let banned = self.forbidden.iter().map(|group| (group, "is in a forbidden pair"));
        for (players, what) in named.iter().copied().chain(banned) {
            if let Some(player) = players.iter().find(|player| !ids.contains(player)) {
                let mend = "name one of its players";
                return refuse(format!("player {player} {what}, but is not in the tournament; {mend}"));
            }
            if let Some(player) = players.iter().duplicates().next() {
                return refuse(format!("player {player} {what}, and is named there twice; name each player once"));
            }
        }
        if self.forbidden.iter().any(|group| group.len() < 2) {
            return refuse("a forbidden pair has fewer than two players; name two or more".to_owned());
        }
        for (index, (players, what)) in named.iter().enumerate() {
            let others = named[index + 1..].iter();
            let mut both =
                others.filter_map(|(others, also)| Some((players.iter().find(|id| others.contains(id))?, also)));
            if let Some((player, also)) = both.next() {
                let also = also.trim_start_matches("is ");
                return refuse(format!("player {player} {what}, and also {also}; leave the one that is right"));
            }
        }
        let is_of_nobody = |affiliation: &&Affiliation| tournament.players.iter().all(|p| affiliation.of(p).is_none());
        match self.avoid_same.iter().find(is_of_nobody) {
            Some(affiliation) => refuse(format!(
                "no player has a {affiliation}, so nobody can be kept apart by it; give the players their {affiliation} \
                 in the file, or name the pairs"
            )),
            None => Ok(()),
        }
    }
}

fn refuse(message: String) -> Result<(), RoundError> {
    Err(RoundError::Request(message))
}
