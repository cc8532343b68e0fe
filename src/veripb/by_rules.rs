//! The steps of a proof by rules for VeriPB: a program and a proof for each graph.
//!
//! A step's tiers are one objective: each outweighs all that follow it. Its weight is also so great that the dual values of a later
//! tier, which speak of the edges left by the tiers before, can be added to theirs. The number `f` of filled sets is written by
//! their rows: those who leave `S` are `|S|` less twice the pairs within.
//!
//! Where a vertex has one neighbour left, the checker drops the neighbour's other edges. This is a dual solution of its own, of a tier in
//! which nothing costs anything: the row of the vertex less that of the neighbour. It allows an edge less than nothing at the neighbour,
//! and more only at the vertex, where the tiers before have left no other edge. So it is one more part of the sum.

use super::{Veripb, sum};
use crate::printable::printable;
use crate::proof::ProofRefusal;
use crate::proof::by_rules::{ByRules, RuleCertificate};
use crate::proof_folder::{self, ProofFiles};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use swiss_rule_proof::absolute_criteria;
use swiss_rule_proof::evidence::{StepProof, StepTaken, TierProof, Vertex};
use swiss_rule_proof::graph::Left;

/// The files of a certificate and of all its steps, the certificate last.
///
/// # Errors
/// What the checker has against the certificate.
pub fn files(round: &ByRules<'_>, certificate: &RuleCertificate) -> Result<ProofFiles, ProofRefusal> {
    let unwritten = |error: serde_json::Error| ProofRefusal { check: "proof.files", what: error.to_string() };
    let text = proof_folder::certificate_text(certificate).map_err(unwritten)?;
    let steps = (1..).zip(programs(round, certificate)?);
    let written = steps.flat_map(|(number, Veripb { opb, proof })| {
        [(format!("step-{number}.opb"), opb), (format!("step-{number}.pbp"), proof)]
    });
    Ok(ProofFiles(written.chain([(proof_folder::CERTIFICATE.to_owned(), text)]).collect()))
}

/// The programs of all steps of a certificate with their proofs, in order.
///
/// # Errors
/// What the checker has against the certificate.
pub fn programs(round: &ByRules<'_>, certificate: &RuleCertificate) -> Result<Vec<Veripb>, ProofRefusal> {
    let players = round.state.players().iter().chain(round.state.absent());
    let names: Vec<u32> = players.map(|player| player.id.0).collect();
    let allowed = absolute_criteria(round.system).unwrap_or_default();
    let steps = round.recorded(certificate)?;
    let programs: Vec<Vec<Veripb>> =
        steps.iter().map(|step| of_step(step, &names, allowed)).collect::<Result<_, _>>()?;
    Ok(programs.into_iter().flatten().collect())
}

/// The programs of a step with their proofs: one for each tier that was dropped, and that of all tiers that were kept; or that of the
/// claim that it has no perfect matching. `names` are those of the players by index, and `allowed` is what says who may meet.
fn of_step(step: &StepTaken, names: &[u32], allowed: &str) -> Result<Vec<Veripb>, ProofRefusal> {
    let Some(proof) = &step.proof else { return Ok(Vec::new()) };
    let graph = StepProgram::new(step, proof, names, allowed);
    if let Some(set) = &proof.impossible {
        return Ok(vec![graph.impossible(&set.0)]);
    }
    let kept: Vec<&TierProof> = proof.tiers.iter().filter(|tier| tier.is_kept).collect();
    let dropped = proof.tiers.iter().enumerate().filter(|(_, tier)| !tier.is_kept).map(|(number, tier)| {
        let before = proof.tiers[..number].iter().filter(|tier| tier.is_kept);
        graph.optimal(&before.chain([tier]).collect::<Vec<_>>(), &tier.partners)
    });
    dropped.chain([graph.optimal(&kept, &step.partners)]).collect()
}

struct StepProgram<'a> {
    name: &'a str,
    proof: &'a StepProof,
    vertices: Vec<String>,
    /// What the row of each vertex says.
    rows: Vec<String>,
}

/// A part of the sum: a tier, or edges that are dropped.
struct Part<'t> {
    /// What it costs, and comes to; nothing for dropped edges.
    tier: Option<&'t TierProof>,
    /// The dual values of vertices and sets, in halves. Those of filled sets are in them.
    u: Vec<i128>,
    z: BTreeMap<BTreeSet<usize>, i128>,
    /// What each edge costs beyond what they allow, in halves.
    reduced: Vec<i128>,
    /// What outweighs all that this part takes from edges and sets that parts before have left out, or filled.
    reach: i128,
}

/// The dual values of all tiers as one.
struct Combined {
    u: Vec<BigInt>,
    z: BTreeMap<BTreeSet<usize>, BigInt>,
    costs: Vec<BigInt>,
    value: BigInt,
}

impl<'a> StepProgram<'a> {
    fn new(step: &'a StepTaken, proof: &'a StepProof, names: &[u32], allowed: &str) -> Self {
        let id = |index: &usize| names.get(*index).copied().unwrap_or_default();
        let named = step.vertices.iter().enumerate().map(|(place, vertex)| match vertex {
            Vertex::Player(index) => {
                (id(index).to_string(), format!("player {}: one opponent, as {allowed} allow, or a way out", id(index)))
            }
            Vertex::Bye => ("bye".to_owned(), format!("the bye: one player, as {allowed} allow")),
            Vertex::Exit(index) => {
                (format!("exit{}", id(index)), format!("the way out of player {}, who stays otherwise", id(index)))
            }
            Vertex::Spare => (format!("spare{place}"), "a way out for one of them".to_owned()),
        });
        let (vertices, rows) = named.unzip();
        Self { name: &step.name, proof, vertices, rows }
    }

    fn variable(&self, (a, b): (usize, usize)) -> String {
        format!("x_{}_{}", self.vertices[a], self.vertices[b])
    }

    /// The tiers, and after each the edges that are dropped then, as far as a later part needs it.
    fn parts<'t>(&self, tiers: &[&'t TierProof]) -> Vec<Part<'t>> {
        let mut parts: Vec<Part<'t>> = Vec::new();
        let mut is_left = vec![true; self.proof.edges.len()];
        for tier in tiers {
            let part = self.of_tier(tier);
            is_left.iter_mut().zip(&part.reduced).for_each(|(is_left, reduced)| *is_left &= *reduced == 0);
            parts.push(part);
            while let Some(dropped) = self.dropped(&is_left) {
                is_left.iter_mut().zip(&dropped.reduced).for_each(|(is_left, reduced)| *is_left &= *reduced <= 0);
                parts.push(dropped);
            }
        }
        let mut too_much = vec![false; self.proof.edges.len()];
        let mut needed: Vec<Part<'t>> = Vec::new();
        for part in parts.into_iter().rev() {
            let mut edges = part.reduced.iter().zip(&too_much);
            if part.tier.is_some() || edges.any(|(reduced, too_much)| *reduced > 0 && *too_much) {
                too_much.iter_mut().zip(&part.reduced).for_each(|(too_much, reduced)| *too_much |= *reduced < 0);
                needed.push(part);
            }
        }
        needed.reverse();
        needed
    }

    fn of_tier<'t>(&self, tier: &'t TierProof) -> Part<'t> {
        let mut u = vec![0_i128; self.vertices.len()];
        tier.dual.u.iter().for_each(|(v, value)| u[*v] = i128::from(*value));
        let mut z: BTreeMap<BTreeSet<usize>, i128> = BTreeMap::new();
        for (set, value) in &tier.dual.z {
            *z.entry(set.iter().copied().collect()).or_default() += i128::from(*value);
        }
        let f = i128::from(tier.dual.f);
        for set in tier.filled.iter().filter(|_| f > 0) {
            set.iter().for_each(|v| u[*v] -= f);
            *z.entry(set.clone()).or_default() -= 2 * f;
        }
        let weighted = || self.proof.edges.iter().zip(&tier.costs).filter(|(_, cost)| **cost != 0);
        let most = weighted().map(|(_, cost)| i128::from(*cost).abs()).max().unwrap_or_default();
        let is_of_one = (0..self.vertices.len()).any(|v| weighted().all(|((a, b), _)| *a == v || *b == v));
        let pairs = if is_of_one { 1 } else { self.vertices.len() as i128 / 2 };
        let reach = (2 * most * pairs).max(2 * f);
        self.part(Some(tier), u, z, reach)
    }

    /// Where a vertex has one neighbour left, the neighbour's other edges; `None` if there are none.
    fn dropped<'t>(&self, is_left: &[bool]) -> Option<Part<'t>> {
        let left = || self.proof.edges.iter().zip(is_left).filter(|(_, is_left)| **is_left).map(|(edge, _)| *edge);
        let mut degree = vec![0_usize; self.vertices.len()];
        left().for_each(|(a, b)| [a, b].iter().for_each(|v| degree[*v] += 1));
        let mut u = vec![0; self.vertices.len()];
        for (v, other) in left().flat_map(|(a, b)| [(a, b), (b, a)]) {
            if degree[v] == 1 && degree[other] > 1 {
                (u[v], u[other]) = (1, -1);
            }
        }
        let found = u.contains(&1);
        found.then(|| self.part(None, u, BTreeMap::new(), 0))
    }

    fn part<'t>(
        &self,
        tier: Option<&'t TierProof>,
        u: Vec<i128>,
        z: BTreeMap<BTreeSet<usize>, i128>,
        reach: i128,
    ) -> Part<'t> {
        let cost = |edge: usize| tier.map_or(0, |tier| i128::from(tier.costs[edge]));
        let reduced = self.proof.edges.iter().enumerate().map(|(number, (a, b))| {
            let both = z.iter().filter(|(set, _)| set.contains(a) && set.contains(b));
            2 * cost(number) - u[*a] - u[*b] + both.map(|(_, value)| value).sum::<i128>()
        });
        let reduced: Vec<i128> = reduced.collect();
        let too_much = reduced.iter().map(|reduced| -reduced).max().unwrap_or_default();
        Part { tier, u, z, reach: reach.max(too_much), reduced }
    }

    /// The weight of each part: it outweighs all that follows, also where their dual values do not hold.
    fn weights(parts: &[Part<'_>]) -> Vec<BigInt> {
        let mut weights = Vec::new();
        let mut later = BigInt::from(0);
        for part in parts.iter().rev() {
            let weight: BigInt = later.clone() + 1;
            later += &weight * BigInt::from(part.reach);
            weights.push(weight);
        }
        weights.reverse();
        weights
    }

    fn combined(&self, parts: &[Part<'_>], weights: &[BigInt]) -> Combined {
        let mut all = Combined {
            u: vec![BigInt::from(0); self.vertices.len()],
            z: BTreeMap::new(),
            costs: vec![BigInt::from(0); self.proof.edges.len()],
            value: BigInt::from(0),
        };
        for (part, weight) in parts.iter().zip(weights) {
            all.u.iter_mut().zip(&part.u).for_each(|(sum, value)| *sum += weight * value);
            for (set, value) in &part.z {
                *all.z.entry(set.clone()).or_default() += weight * value;
            }
            if let Some(tier) = part.tier {
                all.costs.iter_mut().zip(&tier.costs).for_each(|(sum, cost)| *sum += weight * cost);
                all.value += weight * tier.tier.value;
            }
        }
        all
    }

    /// The head of a program, and its rows.
    fn head_and_rows(&self) -> (String, String) {
        let (variables, rows) = (self.proof.edges.len(), self.vertices.len());
        let mut head = format!("* #variable= {variables} #constraint= {rows}\n");
        put!(head, "* {}. x_A_B is 1 if A and B are matched. Every edge is here.\n", printable(self.name));
        let mut at = vec![Vec::new(); rows];
        for edge in &self.proof.edges {
            at[edge.0].push(*edge);
            at[edge.1].push(*edge);
        }
        let mut text = String::new();
        for (row, edges) in self.rows.iter().zip(at) {
            put!(text, "* {row}\n");
            for edge in edges {
                put!(text, "1 {} ", self.variable(edge));
            }
            text.push_str("= 1 ;\n");
        }
        (head, text)
    }

    /// What the dual values allow each edge, in halves.
    fn allowed(&self, all: &Combined) -> Vec<BigInt> {
        let of_edge = |(a, b): &(usize, usize)| {
            let both = all.z.iter().filter(|(set, _)| set.contains(a) && set.contains(b)).map(|(_, value)| value);
            &all.u[*a] + &all.u[*b] - both.sum::<BigInt>()
        };
        self.proof.edges.iter().map(of_edge).collect()
    }

    /// The program of these tiers and its proof.
    fn optimal(&self, tiers: &[&TierProof], partners: &[usize]) -> Result<Veripb, ProofRefusal> {
        let parts = self.parts(tiers);
        let weights = Self::weights(&parts);
        let all = self.combined(&parts, &weights);
        let (allowed, zero) = (self.allowed(&all), BigInt::from(0));
        let is_dual = allowed.iter().zip(&all.costs).all(|(allowed, cost)| *allowed <= BigInt::from(2) * cost)
            && all.z.iter().all(|(set, value)| set.len() == 1 || *value >= zero);
        if !is_dual {
            let what = format!("the dual values of {} have no sum", printable(self.name));
            return Err(ProofRefusal { check: "proof.files", what });
        }
        let (mut opb, rows) = self.head_and_rows();
        opb.push_str("* The objective is all tiers as one number:\n");
        for (part, weight) in parts.iter().zip(&weights) {
            let Some(TierProof { tier, .. }) = part.tier else { continue };
            put!(opb, "*   {weight} of {} ({}), which comes to {}\n", tier.article, tier.count, tier.value);
        }
        opb.push_str("min:");
        for (edge, cost) in self.proof.edges.iter().zip(&all.costs).filter(|(_, cost)| **cost != BigInt::from(0)) {
            put!(opb, " {cost} {}", self.variable(*edge));
        }
        opb.push_str(" ;\n");
        opb.push_str(&rows);
        let sets: Vec<_> = all.z.iter().filter(|(set, value)| set.len() > 1 && **value > zero).collect();
        let mut text = self.odd_rows(sets.iter().map(|(set, _)| *set));
        // The rows say at least one, and at most one. A vertex alone is an odd set within which there is no pair.
        let seats = all.u.iter().enumerate().filter(|(_, value)| **value != zero).map(|(v, value)| {
            let row = if *value > zero { 2 * v + 1 } else { 2 * v + 2 };
            format!("{row} {} *", value.magnitude())
        });
        let odd = (1..).zip(&sets).map(|(number, (_, value))| format!("@odd{number} {value} *"));
        // Half of a negative odd number is rounded to the wrong side, so that one more is added before. No edge costs a half.
        let uneven = self.proof.edges.iter().zip(&allowed).filter(|(_, allowed)| **allowed < zero && allowed.bit(0));
        let terms: Vec<String> = seats.chain(odd).chain(uneven.map(|(edge, _)| self.variable(*edge))).collect();
        if terms.is_empty() {
            text.push_str("@bound rup >= 0;\n");
        } else {
            put!(text, "@bound pol {} 2 d;\n", sum(&terms));
        }
        let made =
            self.proof.edges.iter().filter(|(a, b)| partners.get(*a) == Some(b)).map(|edge| self.variable(*edge));
        let made: Vec<String> = made.collect();
        put!(text, "sol {};\noutput NONE;\nconclusion BOUNDS {1} : @bound {1};\n", made.join(" "), all.value);
        Ok(Veripb { opb, proof: self.proof_of(&text) })
    }

    fn impossible(&self, members: &[usize]) -> Veripb {
        let (mut opb, rows) = self.head_and_rows();
        opb.push_str(&rows);
        let left = Left::all(self.vertices.len(), self.proof.edges.iter().copied());
        let odd = left.odd_components(members);
        let mut text = self.odd_rows(odd.iter());
        // A component of one has no pair within, so its row alone says that it sends somebody.
        let sent = (1..=odd.iter().filter(|set| set.len() > 1).count()).map(|number| format!("@odd{number} 2 *"));
        let least = odd.iter().flatten().map(|v| (2 * v + 1).to_string());
        let takers = members.iter().map(|v| (2 * v + 2).to_string());
        let terms: Vec<String> = sent.chain(least).chain(takers).collect();
        put!(text, "@none pol {};\noutput NONE;\nconclusion UNSAT : @none;\n", sum(&terms));
        Veripb { opb, proof: self.proof_of(&text) }
    }

    /// The line of each odd set of more than one: at most `(|S| - 1) / 2` pairs within it.
    fn odd_rows<'s>(&self, sets: impl Iterator<Item = &'s BTreeSet<usize>>) -> String {
        let mut text = String::new();
        for (number, set) in (1..).zip(sets.filter(|set| set.len() > 1)) {
            let [least, most] = [1, 2].map(|row| set.iter().map(|v| (2 * v + row).to_string()).collect::<Vec<_>>());
            put!(text, "@odd{number} pol {} 2 d {} +;\n", sum(&least), sum(&most));
        }
        text
    }

    fn proof_of(&self, lines: &str) -> String {
        let rows = 2 * self.vertices.len();
        format!("pseudo-Boolean proof version 3.0\nf {rows};\n{lines}end pseudo-Boolean proof;\n")
    }
}
