use super::{Objective, Program, Spec, Tier, Value};
use crate::rules::default_colour;
use crate::tournament::{Board, Colour, PlayerState, RoundState};
use std::cmp::Ordering;

/// A vertex of the pair model: a player by index into [`RoundState::players`], or [`PairModel::bye_vertex`].
pub type Vertex = usize;

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
/// its better orientation.
#[derive(Debug, Clone)]
pub struct PairModel {
    players: usize,
    pairs: Vec<Pair>,
    /// The weights of the pairs, tier by tier.
    weights: Vec<Vec<Value>>,
}

impl PairModel {
    /// The pairs that `spec` allows in `state`, with their weights.
    #[must_use]
    pub fn new(state: &RoundState, spec: &Spec) -> Self {
        let players = state.players();
        let seats: Vec<[Option<Vec<Value>>; 2]> =
            players.iter().map(|player| Colour::BOTH.map(|colour| seat(state, spec, player, colour))).collect();
        let mut model = Self { players: players.len(), pairs: Vec::new(), weights: vec![Vec::new(); spec.tiers.len()] };
        for (high, one) in players.iter().enumerate() {
            for (low, other) in players.iter().enumerate().skip(high + 1) {
                if spec.hard.iter().any(|rule| rule.forbids_pair(state, one, other))
                    || spec.side.forbids(one.id, other.id)
                    || !spec.side.allows_beside_forced(one.id, Some(other.id))
                {
                    continue;
                }
                let [white, black] = &seats[high];
                let [low_white, low_black] = &seats[low];
                let as_white = both(white.as_ref(), low_black.as_ref());
                let as_black = both(black.as_ref(), low_white.as_ref());
                let (colour, colours) = match (as_white, as_black) {
                    (None, None) => continue,
                    (Some(values), None) => (Colour::White, values),
                    (None, Some(values)) => (Colour::Black, values),
                    (Some(as_white), Some(as_black)) => match as_white.cmp(&as_black) {
                        Ordering::Greater => (Colour::White, as_white),
                        Ordering::Less => (Colour::Black, as_black),
                        Ordering::Equal => (default_colour(state, one, other), as_white),
                    },
                };
                model.pairs.push(Pair { high, low, colour });
                for ((tier, weights), colours) in spec.tiers.iter().zip(&mut model.weights).zip(colours) {
                    let pair = tier.value(|term| term.of_pair(state, one, other));
                    weights.push(pair + colours);
                }
            }
            if players.len() % 2 == 1
                && !spec.hard.iter().any(|rule| rule.forbids_bye(one))
                && spec.side.allows_beside_forced(one.id, None)
            {
                model.pairs.push(Pair { high, low: players.len(), colour: Colour::White });
                for (tier, weights) in spec.tiers.iter().zip(&mut model.weights) {
                    weights.push(tier.value(|term| term.of_bye(state, one)));
                }
            }
        }
        model
    }

    /// How many vertices there are: the players, and the bye vertex if they are odd in number.
    #[must_use]
    pub const fn vertices(&self) -> usize {
        self.players + self.players % 2
    }

    /// The vertex that stands for the bye, in an odd field.
    #[must_use]
    pub const fn bye_vertex(&self) -> Option<Vertex> {
        if self.players % 2 == 1 { Some(self.players) } else { None }
    }

    /// The pairs, by higher then lower vertex.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The weights of tier `tier` (from 0), one a pair.
    #[must_use]
    pub fn weights(&self, tier: usize) -> &[Value] {
        &self.weights[tier]
    }

    /// How many tiers there are.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.weights.len()
    }

    /// The model as an integer program: one binary a pair, one row a player, and the caps of `spec`.
    #[must_use]
    pub fn program(&self, state: &RoundState, spec: &Spec) -> Program {
        let players = state.players();
        let mut program = Program::default();
        let mut at: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.vertices()];
        for pair in &self.pairs {
            let low = players.get(pair.low).map_or_else(|| "bye".to_owned(), |player| player.id.to_string());
            let column = program.binary(format!("x_{}_{low}", players[pair.high].id));
            at[pair.high].push((column, 1));
            at[pair.low].push((column, 1));
        }
        for (vertex, row) in at.into_iter().enumerate() {
            let name = players.get(vertex).map_or_else(|| "bye".to_owned(), |p| format!("player_{}", p.id));
            program.equal(name, row, 1);
        }
        for (cap, name) in spec.side.caps() {
            let counted = self
                .pairs
                .iter()
                .enumerate()
                .filter(|(_, pair)| players.get(pair.low).is_some_and(|low| cap.counts(&players[pair.high], low)));
            program.at_most(name.into(), counted.map(|(column, _)| (column, 1)).collect(), i64::from(cap.most()));
        }
        for (tier, weights) in spec.tiers.iter().zip(&self.weights) {
            let coefficients = weights.iter().map(|weight| weight.tenths()).enumerate();
            let coefficients = coefficients.filter(|(_, weight)| *weight != 0).collect();
            program.tiers.push(Objective { name: tier.name.clone(), coefficients });
        }
        program
    }

    /// The value of the chosen pairs in each tier.
    #[must_use]
    pub fn values(&self, chosen: &[usize]) -> Vec<Value> {
        self.weights.iter().map(|weights| chosen.iter().map(|pair| weights[*pair]).sum()).collect()
    }
}

impl Pair {
    /// The board, if it is one.
    #[must_use]
    pub fn board(&self, state: &RoundState) -> Option<Board> {
        let high = state.players().get(self.high)?.id;
        let low = state.players().get(self.low)?.id;
        Some(match self.colour {
            Colour::White => Board { white: high, black: low },
            Colour::Black => Board { white: low, black: high },
        })
    }
}

/// The value of `player` with `colour` in each tier; `None` if a hard rule forbids it.
fn seat(state: &RoundState, spec: &Spec, player: &PlayerState, colour: Colour) -> Option<Vec<Value>> {
    let forbidden = spec.hard.iter().any(|rule| rule.forbids_colour(state, player, colour));
    let value = |tier: &Tier| tier.value(|term| term.of_colour(state, player, colour));
    (!forbidden).then(|| spec.tiers.iter().map(value).collect())
}

fn both(one: Option<&Vec<Value>>, other: Option<&Vec<Value>>) -> Option<Vec<Value>> {
    Some(one?.iter().zip(other?).map(|(a, b)| *a + *b).collect())
}
