//! A round as a graph with one exact cost for each pair, for the solvers of others (`benches/solvers.py`).

use anyhow::Context;
use integer_blossom::min_weight_perfect_matching;
use serde_json::json;
use std::io::{BufWriter, Write};
use swiss_ilp::files::pairs;
use swiss_ilp::model::{Objective, PairModel};
use swiss_ilp::tournament::{Pairing, RoundState, Seat};

/// A perfect matching of least cost that keeps the caps is an optimum.
pub struct PairGraph {
    vertices: usize,
    pairs: Vec<(usize, usize)>,
    /// The cost of each pair, 0 or more: all tiers in one number.
    costs: Vec<i128>,
    /// For each cap, at how many pairs at most, and which ones it counts.
    caps: Vec<(u32, Vec<bool>)>,
    /// What the recorded optimum costs; `None` if there is no legal pairing.
    optimum: Option<i128>,
}

impl PairGraph {
    pub fn new(state: &RoundState, spec: &Objective, recorded: Option<&str>) -> anyhow::Result<Self> {
        let model = PairModel::new(state, spec);
        let vertices = model.vertices();
        let found: Vec<(usize, usize)> = model.without_colours().collect();
        let mut costs = vec![0_i128; found.len()];
        let mut factor = 1_i128;
        let too_large = || anyhow::anyhow!("the tiers do not fit into one number of 128 bits");
        // A unit of a tier is more than all that the later ones can differ by.
        for tier in (0..model.tiers()).rev() {
            let number = |&(one, other): &(usize, usize)| {
                i128::from(model.pair_values(one, other)[tier].in_unit(model.units()[tier]))
            };
            let numbers: Vec<i128> = found.iter().map(number).collect();
            let (most, least) = (numbers.iter().max().copied(), numbers.iter().min().copied());
            let range = most.zip(least).map_or(0, |(most, least)| most - least);
            for (cost, number) in costs.iter_mut().zip(&numbers) {
                *cost += (most.unwrap_or(0) - number).checked_mul(factor).ok_or_else(too_large)?;
            }
            let step = range * vertices as i128 / 2 + 1;
            factor = factor.checked_mul(step).ok_or_else(too_large)?;
        }
        let player = |vertex: usize| state.players().get(vertex);
        let mut caps = Vec::new();
        for (cap, _) in spec.caps_in(state) {
            let counts = |(one, other): &(usize, usize)| {
                player(*one).zip(player(*other)).is_some_and(|(one, other)| cap.counts(state, one, other))
            };
            caps.push((cap.most(), found.iter().map(counts).collect()));
        }
        let mut graph = Self { vertices, pairs: found, costs, caps, optimum: None };
        if let Some(text) = recorded {
            let pairing = pairs::read(text.as_bytes()).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
            graph.optimum = Some(graph.cost_of(&model, &pairing)?);
        }
        Ok(graph)
    }

    fn cost_of(&self, model: &PairModel<'_>, pairing: &Pairing) -> anyhow::Result<i128> {
        let boards = pairing.boards.iter().map(|board| (Seat::Player(board.white), Seat::Player(board.black)));
        let byes = pairing.bye.map(|player| (Seat::Player(player), Seat::Bye));
        let mut cost = 0;
        for (one, other) in boards.chain(byes) {
            let (one, other) = model.vertex(one).zip(model.vertex(other)).context("a player who is not there")?;
            let place = self.pairs.binary_search(&(one.min(other), one.max(other)));
            cost += self.costs[place.ok().context("a pair that is not allowed")?];
        }
        Ok(cost)
    }

    /// A line of JSON, then a line for each pair: its vertices, its cost, and 1 for each cap that counts it.
    pub fn write(&self, to: impl Write) -> anyhow::Result<()> {
        let mut to = BufWriter::new(to);
        let caps: Vec<u32> = self.caps.iter().map(|(most, _)| *most).collect();
        let optimum = self.optimum.map(|cost| cost.to_string());
        let head = json!({ "vertices": self.vertices, "pairs": self.pairs.len(), "caps": caps, "optimum": optimum });
        writeln!(to, "{head}")?;
        for (place, ((one, other), cost)) in self.pairs.iter().zip(&self.costs).enumerate() {
            write!(to, "{one} {other} {cost}")?;
            for (_, counts) in &self.caps {
                write!(to, " {}", u8::from(counts[place]))?;
            }
            writeln!(to)?;
        }
        to.flush()?;
        Ok(())
    }

    /// Solves it by another blossom algorithm, and writes the cost that it found as JSON.
    pub fn by_integer_blossom(&self, mut to: impl Write) -> anyhow::Result<()> {
        anyhow::ensure!(self.caps.is_empty(), "a round with caps is no matching");
        let size = self.vertices;
        let sum = self.costs.iter().max().copied().unwrap_or(0).checked_mul(size as i128);
        // The graph has to be complete: one pair that is not allowed costs more than all others.
        let barred = sum.and_then(|sum| sum.checked_add(1)).context("the costs do not fit into 128 bits")?;
        let mut costs = vec![barred; size * size];
        for ((one, other), cost) in self.pairs.iter().zip(&self.costs) {
            costs[one * size + other] = *cost;
            costs[other * size + one] = *cost;
        }
        let mates = min_weight_perfect_matching(&costs, size);
        let cost: i128 = (0..size).filter(|one| *one < mates[*one]).map(|one| costs[one * size + mates[one]]).sum();
        let cost = (cost < barred).then(|| cost.to_string());
        writeln!(to, "{}", json!({ "cost": cost }))?;
        Ok(())
    }
}
