use super::expression::{Counted, GroupBoards, PairTable};
use super::value::within;
use super::{Definition, Model, ModelError, OutOfRange, Unit, Value, Weight};
use crate::rules::{GreatestCount, Hard, Term};
use crate::tournament::{PlayerState, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An objective with its formulation: what a model file of `kind = "objective"` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Spec")]
pub struct Objective {
    /// The model's name, as in reports.
    pub name: String,
    /// One sentence for a person.
    pub summary: String,
    /// Which variables.
    pub formulation: Formulation,
    /// The rules that no pairing may break.
    pub hard: Vec<Hard>,
    /// The hard rules that a repair may give up, the most readily given up first; empty if the file does not say.
    #[serde(rename = "relax", skip_serializing_if = "Vec::is_empty")]
    pub may_break: Vec<Hard>,
    /// The objective: tiers from the most to the least important, each maximised in turn.
    #[serde(rename = "tier")]
    pub tiers: Vec<Tier>,
    /// Terms, hard rules and caps of the file's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<Definition>,
    /// Side constraints, some of which no matching can express.
    #[serde(skip_serializing_if = "Side::is_empty")]
    pub side: Side,
}

/// Which variables a model has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Formulation {
    /// One binary a pair.
    Pairs,
    /// Players in interchangeable slots.
    Slots,
    /// Slots in the order of their highest players.
    SlotsOrdered,
}

/// One tier: a weighted sum of terms, to be maximised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tier {
    /// The tier's name, as in reports.
    pub name: String,
    /// Weights by term; a penalty has a negative weight. A file has each term once at most.
    pub terms: Vec<Weighted>,
}

impl Tier {
    /// What the tier's values are counted in, whatever the round: a tenth, or as many places as a term and its weight have
    /// together.
    pub fn unit(&self) -> Unit {
        let places = self.terms.iter().map(|weighted| weighted.term.places() + weighted.weight.places());
        Unit::of_places(places.max().unwrap_or(0))
    }

    /// The sum of the terms' values, where `count` gives the amount of each term, with its [`Term::places`].
    pub fn value(&self, count: impl Fn(&Counted) -> i64) -> Value {
        self.in_units().value(count)
    }

    /// The tier with its weights in its unit.
    pub(crate) fn in_units(&self) -> TierInUnits<'_> {
        let unit = self.unit();
        let terms = self.terms.iter().map(|weighted| (&weighted.term, weighted.in_units(unit))).collect();
        TierInUnits { unit, terms }
    }

    /// How many of the tier's units the last place of `term` weighs, 0 if the tier does not have it.
    pub fn weight(&self, term: Term) -> i64 {
        let unit = self.unit();
        self.terms.iter().filter(|weighted| weighted.term == term).map(|weighted| weighted.in_units(unit)).sum()
    }
}

/// A tier whose weights are in its unit: to find many values, they are brought to it once.
#[derive(Debug, Clone)]
pub(crate) struct TierInUnits<'a> {
    unit: Unit,
    /// Each term, and how much its last place weighs.
    terms: Vec<(&'a Counted, i64)>,
}

impl TierInUnits<'_> {
    /// As [`Tier::value`].
    pub(crate) fn value(&self, count: impl Fn(&Counted) -> i64) -> Value {
        let mut values = self.terms.iter().map(|(term, weight)| weight.checked_mul(count(term)));
        self.unit.value(within(values.try_fold(0_i64, |sum, value| sum.checked_add(value?))))
    }
}

/// A term and its weight per unit (a board, a player, a point).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Weighted {
    /// Which.
    pub term: Counted,
    /// The value of one of it; in a file, from -1,000,000 to 1,000,000 with at most 3 places.
    #[schemars(with = "f64")]
    pub weight: Weight,
}

impl Weighted {
    /// How many of the tier's `unit` the last place of the term weighs.
    pub(super) fn in_units(&self, unit: Unit) -> i64 {
        let places = self.term.places() + Weight::PLACES;
        match unit.places().checked_sub(places) {
            Some(more) => self.weight.thousandths() * 10_i64.pow(more),
            // The weight has as many zeros at its end.
            None => self.weight.thousandths() / 10_i64.pow(places - unit.places()),
        }
    }

    /// What `count` of the term, with its [`Term::places`], is worth in the tier's `unit`.
    pub fn value(&self, count: i64, unit: Unit) -> Value {
        unit.value(self.in_units(unit)).times(count)
    }
}

/// How many tiers a file may have.
pub const MOST_TIERS: usize = 64;

/// Side constraints: those on the round as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Side {
    /// At most so many boards with players of unequal scores; the bye is not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_downfloats: Option<u32>,
    /// At most so many boards with both players of one federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_same_federation: Option<u32>,
    /// Pairs that must be made. 0 is the bye, of which a model file cannot speak.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<[u32; 2]>,
    /// Pairs that must not be made, with 0 for the bye in the same way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<[u32; 2]>,
}

impl Side {
    /// Whether the model has no side constraints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A cap on how many boards of the round may be of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cap {
    /// Boards with players of unequal scores.
    Downfloats(u32),
    /// Boards with both players of one federation.
    SameFederation(u32),
    /// Boards of which the condition of a definition is true.
    Defined(Definition),
    /// Those of them that are of one group: how many at most, and the boards by the ranks of their players.
    OfGroup(u32, GroupBoards),
}

impl Cap {
    /// The id of the rule.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Downfloats(_) => "side.max-downfloats",
            Self::SameFederation(_) => "side.max-same-federation",
            Self::Defined(_) | Self::OfGroup(..) => "define.count-at-most",
        }
    }

    /// How many boards of the kind there may be.
    pub fn most(&self) -> u32 {
        match self {
            Self::Downfloats(most) | Self::SameFederation(most) | Self::OfGroup(most, _) => *most,
            Self::Defined(definition) => definition.most_boards().unwrap_or(u32::MAX),
        }
    }

    /// Whether a board of these two is of the kind.
    pub fn counts(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> bool {
        match self {
            Self::Defined(definition) => definition.of_pair(state, one, other) != 0,
            Self::OfGroup(_, boards) => {
                let ranks = state.rank(one.id).zip(state.rank(other.id));
                ranks.is_some_and(|(one, other)| boards.contains(&(one.min(other), one.max(other))))
            }
            Self::Downfloats(_) => one.score != other.score,
            Self::SameFederation(_) => one.federation.is_some() && one.federation == other.federation,
        }
    }
}

impl Objective {
    /// Whether there are caps, which no matching can express.
    pub fn has_caps(&self) -> bool {
        self.caps().next().is_some()
    }

    /// Whether some term or expression draws lots.
    pub fn draws_lots(&self) -> bool {
        let terms = self.tiers.iter().flat_map(|tier| &tier.terms);
        terms.into_iter().any(|weighted| weighted.term == Term::RandomDistance)
            || self.define.iter().any(Definition::uses_lots)
    }

    /// The caps that are set, with their names: those of the side constraints, then those of definitions, where one for each group is one.
    pub fn caps(&self) -> impl Iterator<Item = (Cap, &str)> {
        let Side { max_downfloats, max_same_federation, .. } = &self.side;
        let downfloats = max_downfloats.map(|most| (Cap::Downfloats(most), "max_downfloats"));
        let federation = max_same_federation.map(|most| (Cap::SameFederation(most), "max_same_federation"));
        let defined = self.define.iter().filter(|definition| definition.most_boards().is_some());
        let defined = defined.map(|definition| (Cap::Defined(definition.clone()), definition.name()));
        downfloats.into_iter().chain(federation).chain(defined)
    }

    /// The caps in the round of `state`, with their names: in place of one for each group, those of the groups that can exceed it.
    pub fn caps_in(&self, state: &RoundState) -> Vec<(Cap, String)> {
        let in_round = |(cap, name): (Cap, &str)| match &cap {
            Cap::Defined(definition) if definition.is_per_group() => {
                let most = cap.most();
                let groups = definition.boards_by_group(state).into_iter();
                let can_exceed = groups.filter(|(_, boards)| {
                    let players = boards.iter().flat_map(|(high, low)| [high, low]).unique().count();
                    boards.len().min(players / 2) > most as usize
                });
                can_exceed.map(|(group, boards)| (Cap::OfGroup(most, boards), format!("{name} of {group}"))).collect()
            }
            _ => vec![(cap, name.to_owned())],
        };
        self.caps().flat_map(in_round).collect()
    }

    /// The rules that a repair gives up, the most readily given up first: `asked`, or those that the model names, or
    /// [`Hard::GIVEN_UP`] as far as the model has them.
    ///
    /// # Errors
    /// A sentence, if one of `asked` is there twice or is no hard rule of the model, or if there is nothing to give up.
    pub fn given_up(&self, asked: &[Hard]) -> Result<Vec<Hard>, String> {
        if let Some(rule) = asked.iter().sorted().duplicates_by(|rule| rule.name()).next() {
            return Err(format!("{} is to be given up twice; name each rule once", rule.name()));
        }
        if let Some(rule) = asked.iter().find(|rule| !self.hard.contains(rule)) {
            let kept = self.hard.iter().map(|rule| rule.name()).join(", ");
            let kept = if kept.is_empty() { "none" } else { &kept };
            let rule = rule.name();
            return Err(format!("{} has no hard rule {rule} to give up; it has {kept}", self.name));
        }
        let of_model = if self.may_break.is_empty() { &Hard::GIVEN_UP[..] } else { &self.may_break };
        let rules = if asked.is_empty() { of_model } else { asked };
        let rules: Vec<Hard> = rules.iter().copied().filter(|rule| self.hard.contains(rule)).collect();
        if rules.is_empty() {
            return Err(format!("{} has no hard rule that a repair could give up; name one of its own", self.name));
        }
        if self.tiers.len() + rules.len() > MOST_TIERS {
            let most = MOST_TIERS - rules.len();
            return Err(format!(
                "a repair adds {} tiers, so the model has at most {most}; leave out some",
                rules.len()
            ));
        }
        Ok(rules)
    }

    /// The same model, in which `rules`, the most readily given up first, are no hard rules: their breaches are counted in
    /// tiers before all others. The breaches of the last rule are the first tier.
    pub fn repaired(&self, rules: &[Hard]) -> Self {
        let tier = |rule: &Hard| Tier {
            name: rule.name().to_owned(),
            terms: vec![Weighted { term: Term::of_breaches(*rule).into(), weight: (-1).into() }],
        };
        let mut objective = self.clone();
        objective.name = format!("{}, repaired", self.name);
        objective.hard.retain(|rule| !rules.contains(rule));
        objective.tiers.splice(..0, rules.iter().rev().map(tier));
        objective
    }

    /// The rules whose breaches it counts. A model that has the rule of a term counts none: no pairing of it breaks the rule.
    pub fn counted_rules(&self) -> Vec<Hard> {
        let terms = self.tiers.iter().flat_map(|tier| &tier.terms);
        let rules = terms.filter_map(|weighted| weighted.term.built_in()?.breached());
        rules.filter(|rule| !self.hard.contains(rule)).collect()
    }

    /// Whether `term` counts what a hard rule of the model forbids, and so nothing.
    pub fn has_rule_of(&self, term: &Counted) -> bool {
        term.built_in().and_then(Term::breached).is_some_and(|rule| self.hard.contains(&rule))
    }

    /// Whether it heeds the organiser's bans ([`RoundState::forbidden`]).
    pub fn keeps_bans(&self) -> bool {
        self.hard.contains(&Hard::NoForbiddenPair)
    }

    /// A sentence for everything that would matter in the round of `state` and that the model does not heed, or that the
    /// model asks for and the tournament does not have.
    pub fn unheeded(&self, state: &RoundState) -> Vec<String> {
        let mut sentences = Vec::new();
        let banned =
            state.forbidden().filter(|(one, other)| state.rank(*one).is_some() && state.rank(*other).is_some());
        let count = banned.count();
        if count > 0 && !self.keeps_bans() {
            let pairs = if count == 1 { "1 pair" } else { &format!("{count} pairs") };
            sentences.push(format!(
                "the file forbids {pairs} in round {}, but model '{}' has no rule no-forbidden-pair, so they may meet",
                state.round(),
                self.name
            ));
        }
        if self.side.max_same_federation.is_some() && state.players().iter().all(|player| player.federation.is_none()) {
            let name = &self.name;
            sentences
                .push(format!("no player has a federation, so max-same-federation of model '{name}' has no effect"));
        }
        sentences.extend(self.define.iter().flat_map(|definition| definition.says_nothing_of(state)));
        sentences
    }

    /// The pairs that the hard rules, definitions and side constraints forbid, whatever the colours, by rank and in order.
    pub(crate) fn forbidden_pairs(&self, state: &RoundState) -> BTreeSet<(usize, usize)> {
        let counts = self.define.iter().filter_map(|definition| definition.counts(state, &|| false).ok());
        let defined = counts.flat_map(|counts| counts.forbid.as_ref().map(PairTable::nonzero).unwrap_or_default());
        self.forbidden_by(state).flat_map(|(_, pairs)| pairs).chain(defined).collect()
    }

    /// Without those of definitions, by rule: the pairs of each hard rule, and those of the side constraint.
    pub(super) fn forbidden_by(
        &self,
        state: &RoundState,
    ) -> impl Iterator<Item = (Option<Hard>, BTreeSet<(usize, usize)>)> {
        let places = |pairs: Vec<[Seat; 2]>| {
            let places = pairs.into_iter().filter_map(|[one, other]| Some((state.place(one)?, state.place(other)?)));
            places.map(|(one, other)| (one.min(other), one.max(other))).collect()
        };
        let side = self.side.forbidden.iter().map(|pair| pair.map(Seat::from));
        let side = std::iter::once_with(move || (None, side.collect()));
        let of_rule = |rule: Hard| rule.forbidden_pairs(state).into_iter().map(|(a, b)| [a, b].map(Seat::Player));
        let by_rules = self.hard.iter().map(move |rule| (Some(*rule), of_rule(*rule).collect()));
        by_rules.chain(side).map(move |(rule, pairs)| (rule, places(pairs)))
    }

    /// The greatest counts of definitions, by name. All their names are known in the round of `state`, and every count is one.
    pub(super) fn check_definitions(
        &self,
        state: &RoundState,
        is_over: &dyn Fn() -> bool,
    ) -> Result<BTreeMap<&str, GreatestCount>, OutOfRange> {
        let has_rows = |definition: &&Definition| definition.is_rule() || definition.most_boards().is_some();
        if self.formulation != Formulation::Pairs
            && let Some(definition) = self.define.iter().find(has_rows)
        {
            let name = definition.name();
            return Err(OutOfRange::Refused(format!(
                "slots have no rows for what '{name}' forbids or caps; take the formulation \"pairs\""
            )));
        }
        let most =
            |definition: &Definition| definition.counts(state, is_over).map(|counts| counts.most(definition, state));
        self.define.iter().map(|definition| Ok((definition.name(), most(definition)?))).collect()
    }

    /// The model in which these two must be paired, besides.
    pub fn with_pair(&self, one: Seat, other: Seat) -> Self {
        let mut objective = self.clone();
        let pair = [one, other].map(u32::from);
        let is_it = |forced: &[u32; 2]| *forced == pair || *forced == [pair[1], pair[0]];
        if !objective.side.forced.iter().any(is_it) {
            objective.side.forced.push(pair);
        }
        objective
    }

    /// The model in which these two must not be paired, besides.
    pub fn without_pair(&self, one: Seat, other: Seat) -> Self {
        let mut objective = self.clone();
        objective.side.forbidden.push([one, other].map(u32::from));
        objective
    }

    /// [`Model::load`], for a model that must be an objective.
    pub fn load(name_or_path: &str) -> Result<Self, ModelError> {
        Ok(Model::load(name_or_path)?.try_into()?)
    }
}
