use super::expression::DefinitionCounts;
use super::families::pairs as families;
use super::{Cap, Counted, Definition, LinearTier, Objective, Program, Size, Tier, TierInUnits, Unit, Value};
use crate::graph::budget::spend;
use crate::rules::{Hard, Places, Term, default_colour};
use crate::tournament::{Board, Colour, Pairing, PlayerState, RoundState, Seat};
use itertools::Itertools;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A vertex of the pair model: a player by index into [`RoundState::players`], or [`PairModel::bye_vertex`].
pub type Vertex = usize;

/// A kind of player, by number: see [`PairModel::kind`].
pub type Kind = usize;

const DEFINE_FORBID: &str = "define.forbid";
const SIDE_FORBIDDEN: &str = "side.forbidden";
const SIDE_FORCED: &str = "side.forced";

/// One binary of the pair model: two players at a board with their better colours, or a player with the bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The higher player in pairing order.
    pub high: Vertex,
    /// The lower player, or the bye vertex.
    pub low: Vertex,
    /// The colour of the higher player (White, meaningless, with the bye).
    pub colour: Colour,
}

/// The pair model: a perfect matching on the players present, and one bye vertex if they are odd in number.
///
/// Every hard rule depends on one pair and its orientation. So a pair that no rule forbids is an edge, with the weight of
/// its better orientation. Pairs are not stored: in a large field most players differ in nothing but whom they met, so
/// that values are found by *kind* of player (what the terms look at, colours, bye), and the pairs kept apart are listed.
#[derive(Debug, Clone)]
pub struct PairModel<'a> {
    state: &'a RoundState,
    objective: &'a Objective,
    kinds: Vec<Kind>,
    members: Vec<Vec<Vertex>>,
    /// The class of each kind by what its players count for each colour; `None` is the bye's.
    seat_class: Vec<Option<usize>>,
    /// For two classes, what a board of theirs is worth.
    seats: Vec<Vec<Option<Seats>>>,
    /// The terms that count places in score groups, with the places of all players. The distances of the first are apart from
    /// what kinds are worth, so that it makes no kinds.
    placed: Vec<(Term, Vec<Places>)>,
    /// What each definition that some tier has counts.
    counts: BTreeMap<&'a str, Arc<DefinitionCounts>>,
    tiers: Vec<TierInUnits<'a>>,
    /// The unit of each tier.
    units: Vec<Unit>,
    /// The weight of the first of them in each tier.
    fold: Vec<i64>,
    /// Whom each vertex may not meet, whatever the colours; in increasing order.
    apart: Vec<Vec<Vertex>>,
    /// The only partner that a forced pair leaves.
    forced: Vec<Option<Vertex>>,
    /// Of equal optima the one that changes fewest pairs of this pairing is wanted.
    near: Option<&'a Pairing>,
}

/// The better colour for the first of two players, `None` where both colours are as good, and what both count together in
/// each tier.
type Seats = (Option<Colour>, Vec<Value>);

impl<'a> PairModel<'a> {
    /// The pairs that `objective` allows in `state`, with their weights.
    pub fn new(state: &'a RoundState, objective: &'a Objective) -> Self {
        let players = state.players();
        let terms = || objective.tiers.iter().flat_map(|tier| &tier.terms).map(|weighted| &weighted.term);
        let placed = terms().filter_map(Counted::built_in).filter(|term| term.counts_places());
        let placed = placed.collect::<BTreeSet<Term>>();
        let placed: Vec<_> = placed.into_iter().map(|term| (term, Places::all(state, term))).collect();
        let weight = |tier: &Tier| placed.first().map_or(0, |(term, _)| tier.weight(*term));
        let mut classes = BTreeMap::new();
        let mut by_traits = BTreeMap::new();
        let mut model = Self {
            state,
            objective,
            kinds: Vec::new(),
            members: Vec::new(),
            seat_class: Vec::new(),
            seats: Vec::new(),
            fold: objective.tiers.iter().map(weight).collect(),
            placed,
            counts: counts(state, objective),
            tiers: objective.tiers.iter().map(Tier::in_units).collect(),
            units: objective.tiers.iter().map(Tier::unit).collect(),
            apart: vec![Vec::new(); players.len() + players.len() % 2],
            forced: vec![None; players.len() + players.len() % 2],
            near: None,
        };
        for (vertex, player) in players.iter().enumerate() {
            let seats = Colour::BOTH.map(|colour| model.seat(player, colour));
            let next = classes.len();
            let class = *classes.entry(seats).or_insert(next);
            // The place matters to every term that counts places, but for the first of them.
            let place = (model.placed.len() > 1).then_some(vertex);
            let traits: Vec<Option<Vec<i64>>> = terms().map(|term| model.trait_of(term, vertex)).collect();
            let next = model.members.len();
            let kind = *by_traits.entry((class, model.bye(vertex), place, traits)).or_insert(next);
            if kind == model.members.len() {
                model.members.push(Vec::new());
                model.seat_class.push(Some(class));
            }
            model.members[kind].push(vertex);
            model.kinds.push(kind);
        }
        let classes: Vec<_> = classes.into_iter().sorted_by_key(|(_, class)| *class).map(|(seats, _)| seats).collect();
        let row = |one| classes.iter().map(|other| better(one, other)).collect();
        model.seats = classes.iter().map(row).collect();
        if let Some(bye) = model.bye_vertex() {
            model.kinds.push(model.members.len());
            model.members.push(vec![bye]);
            model.seat_class.push(None);
        }
        model.keep_apart();
        model
    }

    /// What `term` looks at in a player: pairs of the same two count the same.
    fn trait_of(&self, term: &Counted, vertex: Vertex) -> Option<Vec<i64>> {
        match term {
            Counted::Term(term) => term.trait_of(self.state, &self.state.players()[vertex]),
            Counted::Defined(definition) => {
                let table = self.counts.get(definition.name())?.pair.as_ref()?;
                Some(vec![table.class(vertex) as i64])
            }
        }
    }

    /// What `term` counts for two players, without their colours and places.
    fn of_pair(&self, term: &Counted, [one, other]: [Vertex; 2]) -> i64 {
        spend(1);
        let players = self.state.players();
        match term {
            Counted::Term(term) => term.of_pair(self.state, &players[one], &players[other]),
            Counted::Defined(definition) => {
                let table = self.counts.get(definition.name()).and_then(|counts| counts.pair.as_ref());
                table.map_or(0, |table| definition.placed(table.of_pair(one, other)))
            }
        }
    }

    /// The value of `player` with `colour` in each tier; `None` if a hard rule forbids it.
    fn seat(&self, player: &PlayerState, colour: Colour) -> Option<Vec<Value>> {
        let (state, objective) = (self.state, self.objective);
        let is_forbidden = objective.hard.iter().any(|rule| rule.forbids_colour(state, player, colour))
            || objective.define.iter().any(|definition| definition.forbids_colour(state, player, colour));
        let value = |tier: &TierInUnits<'_>| tier.value(|term| term.of_colour(state, player, colour));
        (!is_forbidden).then(|| self.tiers.iter().map(value).collect())
    }

    fn keep_apart(&mut self) {
        let (state, objective) = (self.state, self.objective);
        for (one, other) in objective.forbidden_pairs(state) {
            self.apart[one].push(other);
            self.apart[other].push(one);
        }
        self.apart.iter_mut().for_each(|list| list.sort_unstable());
        let vertex = |id: u32| state.place(Seat::from(id));
        for [one, other] in &objective.side.forced {
            if let (Some(one), Some(other)) = (vertex(*one), vertex(*other)) {
                self.forced[one] = Some(other);
                self.forced[other] = Some(one);
            }
        }
    }

    /// The same model, of whose equal optima the one that changes fewest pairs of `pairing` is wanted, if there is one.
    pub fn near(self, pairing: Option<&'a Pairing>) -> Self {
        Self { near: pairing, ..self }
    }

    /// The pairing of which an optimum is to change few pairs.
    pub fn pairing_nearby(&self) -> Option<&'a Pairing> {
        self.near
    }

    /// The round that is paired.
    pub fn state(&self) -> &'a RoundState {
        self.state
    }

    /// What the pairs are of.
    pub fn objective(&self) -> &'a Objective {
        self.objective
    }

    /// How many vertices there are: the players, and the bye vertex if they are odd in number.
    pub fn vertices(&self) -> usize {
        self.kinds.len()
    }

    /// The vertex that stands for the bye, in an odd field.
    pub fn bye_vertex(&self) -> Option<Vertex> {
        let players = self.state.players().len();
        (players % 2 == 1).then_some(players)
    }

    /// The vertex of a player, or of the bye in an odd field; `None` for a player who is not to be paired.
    pub fn vertex(&self, seat: Seat) -> Option<Vertex> {
        self.state.place(seat)
    }

    /// How many tiers there are.
    pub fn tiers(&self) -> usize {
        self.objective.tiers.len()
    }

    /// The kind of a vertex. Whether two players can be paired, and what they are worth, depends on their kinds alone,
    /// but for [`PairModel::is_apart`] and [`PairModel::fold`].
    pub fn kind(&self, vertex: Vertex) -> Kind {
        self.kinds[vertex]
    }

    /// The vertices of each kind, in increasing order.
    pub fn kinds(&self) -> &[Vec<Vertex>] {
        &self.members
    }

    /// Whether these two, whose kinds can be paired, are kept apart.
    pub fn is_apart(&self, one: Vertex, other: Vertex) -> bool {
        one == other
            || self.forced[one].is_some_and(|partner| partner != other)
            || self.forced[other].is_some_and(|partner| partner != one)
            || self.apart[one].binary_search(&other).is_ok()
    }

    /// The pairs that [`PairModel::is_apart`] keeps apart, in either order.
    pub fn apart(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        let of = |one: Vertex| {
            let others = self.forced[one].map(|partner| (0..self.vertices()).filter(move |other| *other != partner));
            self.apart[one].iter().copied().chain(others.into_iter().flatten()).map(move |other| (one, other))
        };
        (0..self.vertices()).flat_map(of)
    }

    /// The ids of the rules that may bar a pair: the hard rules, and the side constraints that are no caps.
    pub fn barring_rules(&self) -> Vec<&'static str> {
        let hard = Hard::ALL.iter().filter(|rule| self.objective.hard.contains(rule)).map(|rule| rule.rule().id);
        let defined = self.objective.define.iter().any(Definition::is_rule).then_some(DEFINE_FORBID);
        hard.chain(defined).chain([SIDE_FORBIDDEN, SIDE_FORCED]).collect()
    }

    /// What says whether some of [`PairModel::barring_rules`] bar a pair. With all of them it bars the pairs that
    /// [`PairModel::pair`] does not have.
    pub fn bars(&self) -> impl Fn(&[&'static str], Vertex, Vertex) -> bool + '_ {
        let vertex = |id: &u32| self.state.place(Seat::from(*id));
        let side = self.objective.side.forbidden.iter();
        let forbidden: BTreeSet<[Vertex; 2]> =
            side.filter_map(|[one, other]| Some(unordered(vertex(one)?, vertex(other)?))).collect();
        move |kept, one, other| {
            let [high, low] = unordered(one, other);
            let is_forced_apart = |one: Vertex, other| self.forced[one].is_some_and(|partner| partner != other);
            spend(4);
            if kept.contains(&SIDE_FORBIDDEN) && forbidden.contains(&[high, low])
                || kept.contains(&SIDE_FORCED) && (is_forced_apart(high, low) || is_forced_apart(low, high))
            {
                return true;
            }
            let own: &[Definition] = if kept.contains(&DEFINE_FORBID) { &self.objective.define } else { &[] };
            let mut hard = Hard::ALL.iter().filter(|rule| kept.contains(&rule.rule().id));
            let players = self.state.players();
            let (high_player, low_player) = (&players[high], players.get(low));
            let Some(low_player) = low_player else {
                return hard.any(|rule| rule.forbids_bye(high_player))
                    || own.iter().any(|definition| definition.forbids_bye(self.state, high_player));
            };
            if own.iter().any(|definition| definition.forbids_pair(self.state, high_player, low_player)) {
                return true;
            }
            Colour::BOTH.into_iter().all(|colour| {
                hard.clone().any(|rule| {
                    rule.forbids_pair(self.state, high_player, low_player)
                        || rule.forbids_colour(self.state, high_player, colour)
                        || rule.forbids_colour(self.state, low_player, colour.opposite())
                }) || own.iter().any(|definition| {
                    definition.forbids_colour(self.state, high_player, colour)
                        || definition.forbids_colour(self.state, low_player, colour.opposite())
                })
            })
        }
    }

    /// What says which of [`PairModel::barring_rules`] bar a pair: all that do so alone. Where none does, as where two rules bar an order of
    /// colours each, they are some that do so together, none of which can be left out.
    pub fn rules_against(&self) -> impl Fn(Vertex, Vertex) -> Vec<&'static str> + '_ {
        let (rules, bars) = (self.barring_rules(), self.bars());
        move |one, other| {
            let alone: Vec<_> = rules.iter().copied().filter(|rule| bars(&[rule], one, other)).collect();
            if !alone.is_empty() || !bars(&rules, one, other) {
                return alone;
            }
            let mut together = rules.clone();
            for rule in &rules {
                let without: Vec<_> = together.iter().copied().filter(|kept| kept != rule).collect();
                if bars(&without, one, other) {
                    together = without;
                }
            }
            together
        }
    }

    /// What the values of each tier are counted in.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// How many units of tier `tier` a tenth of a place of [`PairModel::fold`] weighs: what a pair is worth beyond its kinds.
    pub fn fold_weight(&self, tier: usize) -> i64 {
        self.fold[tier]
    }

    /// How far a pair is from the fold, or how many places below its receiver the bye goes; in tenths. It is what the first
    /// term counts that counts places, whichever it is; 0 if none does.
    #[inline]
    pub fn fold(&self, one: Vertex, other: Vertex) -> i64 {
        self.placed.first().map_or(0, |(term, places)| Places::between(*term, places, one, other))
    }

    /// Where a vertex stands in the order by which [`PairModel::fold`] counts places; the bye stands last.
    pub fn position(&self, vertex: Vertex) -> usize {
        let places = self.placed.first().and_then(|(_, places)| places.get(vertex));
        places.map_or(vertex, Places::overall)
    }

    /// How much [`PairModel::fold`] can change at most where one of two vertices of a score group takes the other's place; `None` if they are
    /// not two players of one group.
    pub fn fold_change(&self, one: Vertex, other: Vertex) -> Option<i64> {
        let Some((term, places)) = self.placed.first() else { return Some(0) };
        if one == other {
            return Some(0);
        }
        Places::change(*term, places.get(one)?, places.get(other)?)
    }

    /// The greatest [`PairModel::fold`] of two vertices, whether or not they can be paired.
    pub fn farthest_fold(&self) -> i64 {
        let Some((_, places)) = self.placed.first() else { return 0 };
        // Of each score group the two at either end are enough, whatever the term counts.
        let is_end = |vertex: &Vertex| places.get(*vertex).is_none_or(|places| places.from_end() < 2);
        let ends: Vec<Vertex> = (0..self.vertices()).filter(is_end).collect();
        let folds = ends.into_iter().array_combinations().map(|[one, other]| self.fold(one, other));
        folds.max().unwrap_or(0)
    }

    /// What `term` counts for a pair beyond colours, the fold apart; `count` counts what does not depend on places.
    fn counted(&self, term: &Counted, [one, other]: [Vertex; 2], count: impl Fn() -> i64) -> i64 {
        match self.placed.iter().position(|(placed, _)| *term == *placed) {
            Some(0) => 0,
            Some(index) => {
                let (term, places) = &self.placed[index];
                Places::between(*term, places, one, other)
            }
            None => count(),
        }
    }

    /// The value of the bye for a player in each tier, the fold apart; `None` if a hard rule forbids it.
    fn bye(&self, receiver: Vertex) -> Option<Vec<Value>> {
        let (player, bye) = (&self.state.players()[receiver], self.state.players().len());
        let count = |term: &Counted| self.counted(term, [receiver, bye], || term.of_bye(self.state, player));
        self.can_have_bye(player).then(|| self.tiers.iter().map(|tier| tier.value(count)).collect())
    }

    fn can_have_bye(&self, player: &PlayerState) -> bool {
        let is_forbidden = self.objective.hard.iter().any(|rule| rule.forbids_bye(player))
            || self.objective.define.iter().any(|definition| definition.forbids_bye(self.state, player));
        !is_forbidden
    }

    /// Whether pairs of these kinds have [values](Self::kind_values).
    pub(crate) fn can_meet(&self, one: Kind, other: Kind) -> bool {
        spend(1);
        let receiver = match (self.seat_class[one], self.seat_class[other]) {
            (Some(first), Some(second)) => return self.seats[first][second].is_some(),
            (Some(_), None) => self.members[one][0],
            (None, Some(_)) => self.members[other][0],
            (None, None) => return false,
        };
        self.can_have_bye(&self.state.players()[receiver])
    }

    /// What a pair of these kinds is worth in each tier, the fold apart; `None` if they cannot be paired.
    pub fn kind_values(&self, one: Kind, other: Kind) -> Option<Vec<Value>> {
        spend(4);
        let vertex = |kind: Kind| self.members[kind][0];
        let receiver = match (self.seat_class[one], self.seat_class[other]) {
            (Some(first), Some(second)) => {
                let (_, seats) = self.seats[first][second].as_ref()?;
                let ends = [vertex(one), vertex(other)];
                let count = |term: &Counted| self.counted(term, ends, || self.of_pair(term, ends));
                let tiers = self.tiers.iter().zip(seats);
                return Some(tiers.map(|(tier, seats)| tier.value(count) + *seats).collect());
            }
            (Some(_), None) => vertex(one),
            (None, Some(_)) => vertex(other),
            (None, None) => return None,
        };
        self.bye(receiver)
    }

    /// The pair of two vertices, if no rule forbids it.
    pub fn pair(&self, one: Vertex, other: Vertex) -> Option<Pair> {
        let is_there = self.can_meet(self.kinds[one], self.kinds[other]) && !self.is_apart(one, other);
        is_there.then(|| self.oriented(one, other))
    }

    /// The pair of two vertices that can be paired.
    fn oriented(&self, one: Vertex, other: Vertex) -> Pair {
        let (high, low) = (one.min(other), one.max(other));
        let classes = (self.seat_class[self.kinds[high]], self.seat_class[self.kinds[low]]);
        let colour = match classes {
            (Some(one), Some(other)) => self.seats[one][other].as_ref().and_then(|(colour, _)| *colour),
            _ => Some(Colour::White),
        };
        let by_default = || default_colour(self.state, &self.state.players()[high], &self.state.players()[low]);
        Pair { high, low, colour: colour.unwrap_or_else(by_default) }
    }

    /// All pairs, by higher then lower vertex.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.without_colours().map(|(high, low)| self.oriented(high, low))
    }

    /// The two vertices of each of [`PairModel::pairs`], which take less time than their colours.
    pub fn without_colours(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        let kinds = 0..self.members.len();
        let can_meet: Vec<Vec<bool>> =
            kinds.clone().map(|one| kinds.clone().map(|other| self.can_meet(one, other)).collect()).collect();
        let size = self.vertices();
        let all = (0..size).flat_map(move |high| (high + 1..size).map(move |low| (high, low)));
        all.filter(move |(high, low)| {
            spend(1);
            can_meet[self.kinds[*high]][self.kinds[*low]] && !self.is_apart(*high, *low)
        })
    }

    /// What these two, who can be paired, are worth in each tier.
    pub fn pair_values(&self, one: Vertex, other: Vertex) -> Vec<Value> {
        let kinds = self.kind_values(self.kinds[one], self.kinds[other]).unwrap_or_default();
        let fold = self.fold(one, other);
        let folds = self.units.iter().zip(&self.fold).map(|(unit, weight)| unit.value(*weight).times(fold));
        kinds.into_iter().zip(folds).map(|(value, fold)| value + fold).collect()
    }

    /// How many pairs there are at most: those that the rules leave are not counted.
    pub fn most_pairs(&self) -> u64 {
        let vertices = self.vertices() as u64;
        vertices * vertices.saturating_sub(1) / 2
    }

    /// How large [`PairModel::program`] is at most.
    pub fn program_size(&self) -> Size {
        let (columns, caps) = (self.most_pairs(), self.objective.caps_in(self.state).len() as u64);
        Size { columns, rows: self.vertices() as u64 + caps, nonzeros: columns.saturating_mul(2 + caps) }
    }

    /// The model as an integer program: one binary for each of [`PairModel::pairs`], one row a player, and the caps. A pair
    /// that the rules bar has no column, and is counted for the first rule that bars it together with those before it.
    pub fn program(&self) -> Program {
        let players = self.state.players();
        let mut program = Program::default();
        let mut at: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.vertices()];
        let pairs: Vec<Pair> = self.pairs().collect();
        self.leave_out(&mut program, &pairs);
        for pair in &pairs {
            let column = program.binary(&families::PAIR, self.name(pair.high, pair.low));
            at[pair.high].push((column, 1));
            at[pair.low].push((column, 1));
        }
        for (vertex, row) in at.into_iter().enumerate() {
            match players.get(vertex) {
                Some(player) => program.equal(&families::ONCE, player.id, row, 1),
                None => program.equal(&families::ONE_BYE, "", row, 1),
            }
        }
        for ((cap, name), number) in self.objective.caps_in(self.state).into_iter().zip(1..) {
            let counted = pairs.iter().enumerate().filter(|(_, pair)| {
                players.get(pair.low).is_some_and(|low| cap.counts(self.state, &players[pair.high], low))
            });
            let row = counted.map(|(column, _)| (column, 1)).collect();
            let (family, most) = (families::of_cap(&cap), i64::from(cap.most()));
            match cap {
                Cap::Defined(_) => program.at_most(family, number, row, most),
                Cap::OfGroup(..) => program.at_most(family, format_args!("{number}_{}", in_name(&name)), row, most),
                Cap::Downfloats(_) | Cap::SameFederation(_) => program.at_most(family, "", row, most),
            }
        }
        program.tiers = self
            .objective
            .tiers
            .iter()
            .map(|tier| LinearTier { name: tier.name.clone(), unit: tier.unit(), coefficients: Vec::new() })
            .collect();
        for (column, pair) in pairs.iter().enumerate() {
            let values = self.pair_values(pair.high, pair.low);
            for (tier, value) in program.tiers.iter_mut().zip(values).filter(|(_, value)| *value != Value::ZERO) {
                tier.coefficients.push((column, value.units()));
            }
        }
        program
    }

    /// Count the pairs that are not in `pairs`, which has all others in order.
    fn leave_out(&self, program: &mut Program, pairs: &[Pair]) {
        let (rules, bars) = (self.barring_rules(), self.bars());
        let mut pairs = pairs.iter().peekable();
        for [high, low] in (0..self.vertices()).array_combinations() {
            if pairs.next_if(|pair| (pair.high, pair.low) == (high, low)).is_some() {
                continue;
            }
            let rule = (1..=rules.len()).find(|count| bars(&rules[..*count], high, low));
            let Some(rule) = rule.map(|count| rules[count - 1]) else { continue };
            program.leave_out(rule, || families::PAIR.name(self.name(high, low)));
        }
    }

    /// The indices of a pair.
    fn name(&self, high: Vertex, low: Vertex) -> String {
        let [high, low] =
            [high, low].map(|vertex| self.state.players().get(vertex).map(|player| player.id.to_string()));
        [high.as_deref(), low.as_deref()].map(|id| id.unwrap_or("bye")).join("_")
    }

    /// The value of the chosen pairs in each tier.
    pub fn values<'p>(&self, chosen: impl IntoIterator<Item = &'p Pair>) -> Vec<Value> {
        let mut sum = vec![Value::ZERO; self.tiers()];
        for pair in chosen {
            let values = self.pair_values(pair.high, pair.low);
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        sum
    }
}

impl Pair {
    /// The board, if it is one.
    pub fn board(&self, state: &RoundState) -> Option<Board> {
        let high = state.players().get(self.high)?.id;
        let low = state.players().get(self.low)?.id;
        Some(match self.colour {
            Colour::White => Board { white: high, black: low },
            Colour::Black => Board { white: low, black: high },
        })
    }
}

/// As much of a text as the name of a row may have.
fn in_name(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(kept).take(40).collect()
}

fn unordered(one: Vertex, other: Vertex) -> [Vertex; 2] {
    [one.min(other), one.max(other)]
}

/// The counts of each definition that is a term of some tier.
fn counts<'a>(state: &RoundState, objective: &'a Objective) -> BTreeMap<&'a str, Arc<DefinitionCounts>> {
    let terms = objective.tiers.iter().flat_map(|tier| &tier.terms);
    let definitions = terms.filter_map(|weighted| weighted.term.defined());
    definitions.filter_map(|definition| Some((definition.name(), definition.counts(state, &|| false).ok()?))).collect()
}

/// Two players at a board, given what each of them counts with White and with Black; `None` if no rule allows it.
fn better(one: &[Option<Vec<Value>>; 2], other: &[Option<Vec<Value>>; 2]) -> Option<Seats> {
    let both = |one: &Option<Vec<Value>>, other: &Option<Vec<Value>>| -> Option<Vec<Value>> {
        Some(one.as_ref()?.iter().zip(other.as_ref()?).map(|(a, b)| *a + *b).collect())
    };
    let [white, black] = [both(&one[0], &other[1]), both(&one[1], &other[0])];
    // Where only one is possible, the other is less.
    match white.cmp(&black) {
        Ordering::Greater => Some((Some(Colour::White), white?)),
        Ordering::Less => Some((Some(Colour::Black), black?)),
        Ordering::Equal => Some((None, white?)),
    }
}
