use crate::field::Field;
use crate::model::{Cap, Counted, Definition, Formulation, Objective};
use crate::questions::Refusal;
use crate::rules::{Hard, Places, Term, default_colour};
use crate::tournament::{Colour, PlayerId, PlayerState, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many players a round may have that a page solves by itself.
pub const MOST_LIVE_PLAYERS: usize = 400;

/// A round as a page needs it to solve it again by other weights and rules: what every pair, colour and bye counts by each term, and what
/// each rule forbids. Players are named by their places in `players`, from 0.
///
/// The page weighs these counts and knows no rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveRound {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model to begin with.
    pub model: Objective,
    /// The players to be paired, in pairing order.
    pub players: Vec<LivePlayer>,
    /// The colour of the higher player where both are as good, `w` or `b`, for every pair: the first player with each of the players
    /// after, then the second, and so on.
    pub default_colours: String,
    /// What can be weighed: the terms of the model, then all others but breaches of hard rules.
    pub terms: Vec<LiveTerm>,
    /// What can be switched: the hard rules, then the rules that the model defines.
    pub rules: Vec<LiveRule>,
}

/// A player of a [`LiveRound`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LivePlayer {
    /// The pairing number.
    pub id: PlayerId,
    /// Title and name.
    pub name: String,
    /// The score that pairing goes by.
    pub score: String,
}

/// What a term counts: the sum over the boards of `pair`, of `white` for White and of `black` for Black, and `bye` for the bye's receiver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveTerm {
    /// The name in a model file.
    pub name: String,
    /// The id in reports.
    pub id: String,
    /// The title.
    pub title: String,
    /// How many places the counts have, which are whole numbers here.
    pub places: u32,
    /// What pairs count, without colours; absent if none counts anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<PairCounts>,
    /// What each player counts with White; empty if nobody counts anything.
    pub white: Vec<i64>,
    /// What each player counts with Black, in the same way.
    pub black: Vec<i64>,
    /// What the bye of each player counts, in the same way.
    pub bye: Vec<i64>,
}

/// What pairs count. Players who count the same with everybody are a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PairCounts {
    /// The class of each player.
    pub classes: Vec<usize>,
    /// What two classes a ≤ b count: the number at b(b + 1)/2 + a.
    pub counts: Vec<i64>,
}

/// What a rule forbids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LiveRule {
    /// The name in a model file, or `define.` and the name of a definition.
    pub name: String,
    /// The title.
    pub title: String,
    /// Whether the model has it.
    pub is_on: bool,
    /// The pairs, whatever the colours.
    pub pairs: Vec<[usize; 2]>,
    /// Who may not have White.
    pub white: Vec<usize>,
    /// Who may not have Black.
    pub black: Vec<usize>,
    /// Who may not have the bye.
    pub bye: Vec<usize>,
}

impl LiveRound {
    /// The round of `state` with what a page needs to solve it again by `spec`, with other weights and rules.
    ///
    /// # Errors
    /// A [`Refusal`] if the round has more than [`MOST_LIVE_PLAYERS`] players, or the model has caps, which no matching can express,
    /// or values beyond the range of exact numbers.
    ///
    /// ```
    /// use swiss_ilp::{formats, model::Objective, questions::explain::LiveRound};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = formats::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let live = LiveRound::new(&tournament.name, &state, &Objective::load("pairs")?)?;
    /// assert_eq!((live.players.len(), live.default_colours.len(), live.rules.len()), (8, 28, 5));
    /// assert_eq!(live.terms[0].name, "pairs-made");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective) -> Result<Self, Refusal> {
        check(state, spec)?;
        let players = state.players();
        let colour = |high: &PlayerState, low: &PlayerState| match default_colour(state, high, low) {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        let own = spec.tiers.iter().flat_map(|tier| &tier.terms).map(|weighted| weighted.term.clone());
        let all = Term::ALL.iter().filter(|term| term.breached().is_none()).map(|term| Counted::from(*term));
        let terms = own.chain(all).unique_by(|term| term.name().to_owned());
        let hard = Hard::ALL.iter().map(|rule| LiveRule::of_hard(state, spec, *rule));
        let defined = spec.define.iter().filter(|definition| definition.is_rule());
        Ok(Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            model: Objective { formulation: Formulation::Pairs, ..spec.clone() },
            players: players.iter().map(LivePlayer::new).collect(),
            default_colours: players.iter().array_combinations().map(|[high, low]| colour(high, low)).collect(),
            terms: terms.map(|term| LiveTerm::new(state, &term)).collect(),
            rules: hard.chain(defined.map(|definition| LiveRule::of_definition(state, definition))).collect(),
        })
    }
}

fn check(state: &RoundState, spec: &Objective) -> Result<(), Refusal> {
    let without = format!("leave out {}", Field("live"));
    let count = state.players().len();
    if count > MOST_LIVE_PLAYERS {
        let round = state.round();
        let what = format!(
            "a page solves rounds of up to {MOST_LIVE_PLAYERS} players by itself, and round {round} has {count}"
        );
        return Err(Refusal::new(what, without));
    }
    if let Some((cap, _)) = spec.caps().next() {
        let limited = match &cap {
            Cap::Downfloats(most) => format!("boards with unequal scores to {most} (max-downfloats)"),
            Cap::SameFederation(most) => format!("boards of one federation to {most} (max-same-federation)"),
            Cap::Defined(definition) => format!("boards of its definition '{}' to {}", definition.name(), cap.most()),
        };
        let what =
            format!("model '{}' limits the {limited}, and a page cannot solve by itself with such a limit", spec.name);
        return Err(Refusal::new(what, format!("{without}, or take a model without it")));
    }
    spec.check_range(state).map_err(|beyond| Refusal::new(beyond.to_string(), ""))
}

impl LivePlayer {
    fn new(player: &PlayerState) -> Self {
        let name = player.title.iter().chain([&player.name]).join(" ");
        Self { id: player.id, name, score: player.score.to_string() }
    }
}

impl LiveTerm {
    fn new(state: &RoundState, term: &Counted) -> Self {
        let of_players = |count: &dyn Fn(&PlayerState) -> i64| {
            let counts = state.players().iter().map(count).collect_vec();
            if counts.iter().all(|count| *count == 0) { Vec::new() } else { counts }
        };
        Self {
            name: term.name().to_owned(),
            id: term.id().to_owned(),
            title: term.title().to_owned(),
            places: term.places(),
            pair: Some(PairCounts::new(state, term)).filter(|pair| pair.counts.iter().any(|count| *count != 0)),
            white: of_players(&|player| term.of_colour(state, player, Colour::White)),
            black: of_players(&|player| term.of_colour(state, player, Colour::Black)),
            bye: of_players(&|player| term.of_bye(state, player)),
        }
    }
}

impl PairCounts {
    fn new(state: &RoundState, term: &Counted) -> Self {
        let players = state.players();
        let places = term.built_in().filter(|term| term.counts_places()).map(|term| (term, Places::all(state, term)));
        let mut known: BTreeMap<(usize, Option<Vec<i64>>), usize> = BTreeMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut classes = Vec::with_capacity(players.len());
        for (place, player) in players.iter().enumerate() {
            let traits = term.built_in().and_then(|term| term.trait_of(state, player));
            // Who has no traits is alone.
            let key = (if traits.is_some() { 0 } else { place }, traits);
            let class = *known.entry(key).or_insert(members.len());
            if class == members.len() {
                members.push(Vec::new());
            }
            members[class].push(place);
            classes.push(class);
        }
        let count = |one: usize, other: usize| match &places {
            Some((term, places)) => Places::distance(*term, &places[one], &places[other]),
            None => term.of_pair(state, &players[one], &players[other]),
        };
        let of_classes = |a: usize, b: usize| {
            let pair = if a == b { members[a].get(1) } else { members[b].first() };
            pair.map_or(0, |other| count(members[a][0], *other))
        };
        let counts = (0..members.len()).flat_map(|b| (0..=b).map(move |a| (a, b)));
        Self { classes, counts: counts.map(|(a, b)| of_classes(a, b)).collect() }
    }
}

impl LiveRule {
    fn of_hard(state: &RoundState, spec: &Objective, rule: Hard) -> Self {
        Self {
            name: rule.name().to_owned(),
            title: rule.rule().title.to_owned(),
            is_on: spec.hard.contains(&rule),
            pairs: pairs(state, |one, other| rule.forbids_pair(state, one, other)),
            white: places(state, |player| rule.forbids_colour(state, player, Colour::White)),
            black: places(state, |player| rule.forbids_colour(state, player, Colour::Black)),
            bye: places(state, |player| rule.forbids_bye(player)),
        }
    }

    fn of_definition(state: &RoundState, definition: &Definition) -> Self {
        Self {
            name: definition.id().to_owned(),
            title: definition.name().to_owned(),
            is_on: true,
            pairs: pairs(state, |one, other| definition.forbids_pair(state, one, other)),
            white: places(state, |player| definition.forbids_colour(state, player, Colour::White)),
            black: places(state, |player| definition.forbids_colour(state, player, Colour::Black)),
            bye: places(state, |player| definition.forbids_bye(state, player)),
        }
    }
}

fn pairs(state: &RoundState, is_forbidden: impl Fn(&PlayerState, &PlayerState) -> bool) -> Vec<[usize; 2]> {
    let all = state.players().iter().enumerate().array_combinations();
    all.filter(|[one, other]| is_forbidden(one.1, other.1)).map(|pair| pair.map(|(place, _)| place)).collect()
}

fn places(state: &RoundState, is_forbidden: impl Fn(&PlayerState) -> bool) -> Vec<usize> {
    state.players().iter().positions(is_forbidden).collect()
}
