//! The steps of a proof by rules for VeriPB: a program and a proof for each graph. Each is written as soon as its step is taken, and
//! none is held as a text.
//!
//! A step's tiers are one objective: each outweighs all that follow it. Its weight is also so great that the dual values of a later
//! tier, which speak of the edges left by the tiers before, can be added to theirs. The number `f` of filled sets is written by
//! their rows: those who leave `S` are `|S|` less twice the pairs within.
//!
//! Where a vertex has one neighbour left, the checker drops the neighbour's other edges. This is a dual solution of its own, of a tier in
//! which nothing costs anything: the row of the vertex less that of the neighbour. It allows an edge less than nothing at the neighbour,
//! and more only at the vertex, where the tiers before have left no other edge. So it is one more part of the sum.
//!
//! Many tiers that each choose for one vertex, one after the other, are a sequence. Its weights would have as many digits as it has
//! choices, and the objective would grow with the cube of the players. So a long one has a program of its own (`Claim::First`), which
//! asks for a matching that comes before; for later tiers it is one tier, the number of its choices.

use super::{add, write_impossible, write_odd_rows};
use crate::files::printable::printable;
use crate::graph::budget::spend;
use crate::proof::ProofRefusal;
use crate::proof::by_rules::{ByRules, RuleCertificate, vertex_names};
use itertools::Itertools;
use num_bigint::BigInt;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use swiss_rule_proof::absolute_criteria;
use swiss_rule_proof::evidence::{Decided, StepProof, StepTaken, TierProof, Vertex};
use swiss_rule_proof::graph::{Left, StepDual};

/// The most choices in a row that are tiers of the objective. More are a sequence.
const MOST_WEIGHED: usize = 16;

/// Give the programs of all steps of a certificate to `take`, in order.
pub fn each_program<E: From<ProofRefusal>>(
    round: &ByRules<'_>,
    certificate: &RuleCertificate,
    mut take: impl FnMut(&Program<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut number = 0;
    let allowed = absolute_criteria(round.system).unwrap_or_default();
    let mut taken = Ok(());
    round.record(certificate, |step, proof| {
        if taken.is_ok() {
            let vertices = vertex_names(step, round.state);
            let graph = StepGraph { step, proof: &proof, vertices, allowed };
            taken = graph.each_program(&mut number, &mut take);
        }
    })?;
    taken
}

/// A graph of the procedure, with its names.
struct StepGraph<'a> {
    step: &'a StepTaken,
    proof: &'a StepProof,
    vertices: Vec<String>,
    /// The articles by which vertices are matched.
    allowed: &'a str,
}

/// A program of a step, and its proof.
pub struct Program<'a> {
    number: usize,
    graph: &'a StepGraph<'a>,
    /// The tiers that are one number.
    sum: Sum<'a>,
    claim: Claim<'a>,
}

/// What a program says.
enum Claim<'a> {
    /// There is no perfect matching, because of these vertices.
    Impossible(&'a [usize]),
    /// There is this one.
    Possible(&'a [usize]),
    /// No matching comes to less than this one.
    Least(&'a [usize]),
    /// No matching comes to less than this one, or to as much and makes a better choice where the two first differ. A variable `y_k` says
    /// that another matching is the better one by the choice `k`, and as good in those before; `y_0` that it comes to less.
    First(&'a [usize], Vec<Choice<'a>>),
}

/// A tier of which all costs are those of one vertex.
struct Choice<'t> {
    tier: &'t TierProof,
    vertex: usize,
    /// Whether an edge of it is worth more than the one it has, and whether any is worth another number.
    has_better: bool,
    has_other: bool,
}

/// A part of the sum: a tier, or edges that are dropped.
struct Part<'t> {
    /// What it costs, and comes to; nothing for dropped edges.
    tier: Option<Cow<'t, TierProof>>,
    /// The dual values of vertices and sets, in halves. Those of filled sets are in them.
    u: Vec<i128>,
    z: BTreeMap<BTreeSet<usize>, i128>,
    /// What outweighs all that this part takes from edges and sets that parts before have left out, or filled.
    reach: i128,
}

/// The dual values of all tiers as one.
#[derive(Default)]
struct Sum<'t> {
    parts: Vec<Part<'t>>,
    /// That of each part.
    weights: Vec<BigInt>,
    u: Vec<BigInt>,
    z: BTreeMap<BTreeSet<usize>, BigInt>,
    value: BigInt,
    /// The edges that are allowed a negative odd number. Half of it is rounded to the wrong side, so that one more is added before.
    uneven: Vec<usize>,
}

impl<'a> StepGraph<'a> {
    /// What the row of a vertex says.
    fn row(&self, place: usize) -> String {
        let (name, allowed) = (&self.vertices[place], self.allowed);
        match self.step.vertices[place] {
            Vertex::Player(_) => format!("player {name}: one opponent, as {allowed} allow, or a way out"),
            Vertex::Bye => format!("the bye: one player, as {allowed} allow"),
            Vertex::Exit(_) => {
                format!("the way out of player {}, who stays otherwise", name.trim_start_matches("exit"))
            }
            Vertex::Spare => "a way out for one of them".to_owned(),
        }
    }

    /// The programs: one for each tier that was dropped, and those of all tiers that were kept; or that of the claim that there is no
    /// perfect matching.
    fn each_program<E: From<ProofRefusal>>(
        &self,
        number: &mut usize,
        take: &mut impl FnMut(&Program<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut claimed = |sum, claim| {
            *number += 1;
            take(&Program { number: *number, graph: self, sum, claim })
        };
        let partners = self.step.partners.as_slice();
        if let Some(set) = &self.proof.impossible {
            return claimed(Sum::default(), Claim::Impossible(&set.0));
        }
        if self.proof.tiers.is_empty() {
            return claimed(Sum::default(), Claim::Possible(partners));
        }
        let kept: Vec<&TierProof> = self.proof.tiers.iter().filter(|tier| tier.dropped.is_none()).collect();
        let mut before = 0;
        for tier in &self.proof.tiers {
            if let Some(other) = &tier.dropped {
                let mut tiers = self.weighed(&kept[..before], |_, _| Ok::<_, E>(()))?.0;
                tiers.push(Cow::Borrowed(tier));
                claimed(self.sum(tiers)?, Claim::Least(other))?;
            } else {
                before += 1;
            }
        }
        let (tiers, is_claimed) = self.weighed(&kept, |tiers, sequence| {
            let choices = self.choices(sequence);
            claimed(self.sum(tiers)?, Claim::First(partners, choices))
        })?;
        if is_claimed { Ok(()) } else { claimed(self.sum(tiers)?, Claim::Least(partners)) }
    }

    /// The tiers of the objective, and whether the last of them is that of a sequence. Each sequence is given to `first` with the tiers
    /// before it.
    fn weighed<'t, E>(
        &self,
        tiers: &[&'t TierProof],
        mut first: impl FnMut(Vec<Cow<'t, TierProof>>, &[&'t TierProof]) -> Result<(), E>,
    ) -> Result<(Vec<Cow<'t, TierProof>>, bool), E> {
        let (mut weighed, mut is_last) = (Vec::new(), false);
        let is_choice = |tier: &TierProof| self.chooses_for(tier).is_some();
        for tiers in tiers.chunk_by(|one, next| is_choice(one) == is_choice(next)) {
            is_last = tiers.len() > MOST_WEIGHED && is_choice(tiers[0]);
            if is_last {
                first(weighed.clone(), tiers)?;
                weighed.push(Cow::Owned(self.as_one(tiers)));
            } else {
                weighed.extend(tiers.iter().copied().map(Cow::Borrowed));
            }
        }
        Ok((weighed, is_last))
    }

    /// The vertex that has all costs of a tier, if one dual value is enough: its own, or that of the only neighbour it has left.
    fn chooses_for(&self, tier: &TierProof) -> Option<usize> {
        let StepDual { u, z, f } = &tier.dual;
        let (first, _) = tier.costs.first()?;
        let has_all = |v: &usize| {
            let mut edges = tier.costs.iter().map(|(number, _)| self.proof.edges[*number]);
            edges.all(|(a, b)| a == *v || b == *v)
        };
        let (a, b) = self.proof.edges[*first];
        let vertex = [a, b].into_iter().find(has_all)?;
        (u.len() <= 1 && z.is_empty() && *f == 0).then_some(vertex)
    }

    /// The numbers of the edges of a vertex, in order.
    fn at(&self, vertex: usize) -> impl Iterator<Item = usize> {
        let edges = &self.proof.edges;
        let before = (0..vertex).filter_map(move |other| edges.binary_search(&(other, vertex)).ok());
        let [start, end] = [vertex, vertex + 1].map(|from| edges.partition_point(|(a, _)| *a < from));
        before.inspect(|_| spend(1)).chain(start..end)
    }

    /// The edges of a choice that make it better (`Less`), as it is, or worse.
    fn by_cost(&self, tier: &TierProof, vertex: usize) -> impl Iterator<Item = (usize, std::cmp::Ordering)> {
        let mut costs = tier.costs.iter().peekable();
        self.at(vertex).map(move |number| {
            let cost = costs.next_if(|(of, _)| *of == number).map_or(0, |(_, cost)| *cost);
            (number, cost.cmp(&tier.tier.value))
        })
    }

    /// The choices of a sequence. One whose vertex is matched by those before is none.
    fn choices<'t>(&self, sequence: &[&'t TierProof]) -> Vec<Choice<'t>> {
        let (mut is_matched, mut choices) = (vec![false; self.vertices.len()], Vec::new());
        for tier in sequence {
            let Some(vertex) = self.chooses_for(tier).filter(|vertex| !is_matched[*vertex]) else { continue };
            let (same, others): (Vec<_>, Vec<_>) = self.by_cost(tier, vertex).partition(|(_, order)| order.is_eq());
            if let [(edge, _)] = same.as_slice() {
                let (a, b) = self.proof.edges[*edge];
                (is_matched[a], is_matched[b]) = (true, true);
            }
            let has_better = others.iter().any(|(_, order)| order.is_lt());
            choices.push(Choice { tier, vertex, has_better, has_other: !others.is_empty() });
        }
        choices
    }

    /// A sequence as one tier: how many of its choices are made, as a negative number.
    fn as_one(&self, sequence: &[&TierProof]) -> TierProof {
        let (mut costs, mut u) = (BTreeMap::new(), BTreeMap::new());
        for tier in sequence {
            let Some(vertex) = self.chooses_for(tier) else { continue };
            *u.entry(vertex).or_default() -= 2;
            for (number, _) in self.by_cost(tier, vertex).filter(|(_, order)| order.is_eq()) {
                *costs.entry(number).or_default() -= 1;
            }
        }
        let Decided { article, .. } = sequence[0].tier;
        let tier = Decided {
            article,
            count: "choices of the sequence before, less than none",
            value: -(sequence.len() as i64),
        };
        let dual = StepDual { u: u.into_iter().collect(), ..StepDual::default() };
        TierProof { tier, costs: costs.into_iter().collect(), dual, filled: Vec::new(), dropped: None }
    }

    /// The tiers, and after each the edges that are dropped then, as far as a later part needs it.
    fn parts<'t>(&self, tiers: Vec<Cow<'t, TierProof>>) -> Vec<Part<'t>> {
        let mut parts: Vec<Part<'t>> = Vec::new();
        let mut is_left = vec![true; self.proof.edges.len()];
        for tier in tiers {
            let part = self.of_tier(tier);
            is_left.iter_mut().zip(self.reduced(&part)).for_each(|(is_left, reduced)| *is_left &= reduced == 0);
            parts.push(part);
            while let Some(dropped) = self.dropped(&is_left) {
                is_left.iter_mut().zip(self.reduced(&dropped)).for_each(|(is_left, reduced)| *is_left &= reduced <= 0);
                parts.push(dropped);
            }
        }
        let mut too_much = vec![false; self.proof.edges.len()];
        let mut needed: Vec<Part<'t>> = Vec::new();
        for part in parts.into_iter().rev() {
            let is_needed = || self.reduced(&part).zip(&too_much).any(|(reduced, too_much)| reduced > 0 && *too_much);
            if part.tier.is_some() || is_needed() {
                too_much.iter_mut().zip(self.reduced(&part)).for_each(|(too_much, reduced)| *too_much |= reduced < 0);
                needed.push(part);
            }
        }
        needed.reverse();
        needed
    }

    fn of_tier<'t>(&self, tier: Cow<'t, TierProof>) -> Part<'t> {
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
        let most = tier.costs.iter().map(|(_, cost)| i128::from(*cost).abs()).max().unwrap_or_default();
        let edges = || tier.costs.iter().map(|(number, _)| self.proof.edges[*number]);
        let is_of = |v: usize| edges().all(|(a, b)| a == v || b == v);
        let is_of_one = edges().next().is_some_and(|(a, b)| is_of(a) || is_of(b));
        let pairs = if is_of_one { 1 } else { self.vertices.len() as i128 / 2 };
        let reach = (2 * most * pairs).max(2 * f);
        self.part(Some(tier), u, z, reach)
    }

    /// Where a vertex has one neighbour left, the neighbour's other edges; `None` if there are none.
    fn dropped<'t>(&self, is_left: &[bool]) -> Option<Part<'t>> {
        spend(is_left.len());
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
        tier: Option<Cow<'t, TierProof>>,
        u: Vec<i128>,
        z: BTreeMap<BTreeSet<usize>, i128>,
        reach: i128,
    ) -> Part<'t> {
        let part = Part { tier, u, z, reach };
        let too_much = self.reduced(&part).map(|reduced| -reduced).max().unwrap_or_default();
        Part { reach: reach.max(too_much), ..part }
    }

    /// What each edge costs in a part beyond what its dual values allow, in halves.
    fn reduced(&self, part: &Part<'_>) -> impl Iterator<Item = i128> {
        let mut costs = part.tier.iter().flat_map(|tier| &tier.costs).peekable();
        let allowed = self.allowed(&part.u, &part.z);
        self.proof.edges.iter().enumerate().map(move |(number, edge)| {
            let cost = costs.next_if(|(of, _)| *of == number).map_or(0, |(_, cost)| i128::from(*cost));
            2 * cost - allowed(edge)
        })
    }

    /// What dual values allow an edge, in halves.
    fn allowed<'z, T>(&self, u: &'z [T], z: &'z BTreeMap<BTreeSet<usize>, T>) -> impl Fn(&(usize, usize)) -> T
    where
        T: std::iter::Sum<&'z T> + std::ops::Sub<Output = T>,
    {
        let mut sets_of: Vec<Vec<(usize, &T)>> = vec![Vec::new(); self.vertices.len()];
        for (number, (set, value)) in z.iter().enumerate() {
            set.iter().for_each(|v| sets_of[*v].push((number, value)));
        }
        move |(a, b)| {
            spend(1 + sets_of[*a].len());
            let is_of_other = |number: &usize| sets_of[*b].binary_search_by_key(number, |(number, _)| *number).is_ok();
            let both = sets_of[*a].iter().filter(|(number, _)| is_of_other(number)).map(|(_, value)| *value);
            [&u[*a], &u[*b]].into_iter().sum::<T>() - both.sum::<T>()
        }
    }

    /// The dual values of tiers as one.
    fn sum<'t>(&self, tiers: Vec<Cow<'t, TierProof>>) -> Result<Sum<'t>, ProofRefusal> {
        let parts = self.parts(tiers);
        // Each part outweighs all that follow, also where their dual values do not hold.
        let mut later = BigInt::default();
        let weight = |part: &Part<'_>| {
            let weight: BigInt = &later + 1;
            later += &weight * part.reach;
            weight
        };
        let mut weights: Vec<BigInt> = parts.iter().rev().map(weight).collect();
        weights.reverse();
        let mut all = Sum { weights, u: vec![BigInt::default(); self.vertices.len()], ..Sum::default() };
        for (part, weight) in parts.iter().zip(&all.weights) {
            all.u.iter_mut().zip(&part.u).for_each(|(sum, value)| *sum += weight * value);
            for (set, value) in &part.z {
                *all.z.entry(set.clone()).or_default() += weight * value;
            }
            all.value += part.tier.iter().map(|tier| weight * tier.tier.value).sum::<BigInt>();
        }
        all.parts = parts;
        let zero = BigInt::from(0);
        let allowed = self.allowed(&all.u, &all.z);
        let mut is_dual = all.z.iter().all(|(set, value)| set.len() == 1 || *value >= zero);
        let mut uneven = Vec::new();
        let mut costs = all.costs().peekable();
        for (number, edge) in self.proof.edges.iter().enumerate() {
            let cost = costs.next_if(|(of, _)| *of == number).map_or_else(BigInt::default, |(_, cost)| cost);
            let allowed = allowed(edge);
            if allowed < zero && allowed.bit(0) {
                uneven.push(number);
            }
            is_dual &= allowed <= cost * 2;
        }
        drop((costs, allowed));
        if is_dual {
            return Ok(Sum { uneven, ..all });
        }
        let what = format!("the dual values of {} have no sum", printable(&self.step.name));
        Err(ProofRefusal { check: "proof.files", what })
    }
}

impl Sum<'_> {
    /// What edges cost, in order, if not nothing.
    fn costs(&self) -> impl Iterator<Item = (usize, BigInt)> {
        let tiers =
            self.parts.iter().zip(&self.weights).filter_map(|(part, weight)| Some((part.tier.as_ref()?, weight)));
        let costs = tiers.map(|(tier, weight)| tier.costs.iter().map(move |(number, cost)| (*number, weight * cost)));
        let costs = costs.kmerge_by(|(one, _), (other, _)| one < other);
        let same =
            costs.coalesce(
                |(one, cost), (other, more)| {
                    if one == other { Ok((one, cost + more)) } else { Err(((one, cost), (other, more))) }
                },
            );
        same.inspect(|_| spend(1)).filter(|(_, cost)| *cost != BigInt::default())
    }

    /// The odd sets that have a value.
    fn odd_sets(&self) -> impl Iterator<Item = (&BTreeSet<usize>, &BigInt)> {
        self.z.iter().filter(|(set, value)| set.len() > 1 && **value > BigInt::default())
    }

    fn has_costs(&self) -> bool {
        self.costs().next().is_some()
    }
}

impl Program<'_> {
    /// The names of its files: of the program, and of the proof.
    pub fn names(&self) -> [String; 2] {
        ["opb", "pbp"].map(|ending| format!("step-{}.{ending}", self.number))
    }

    /// Write the program, in the OPB format.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = self.graph;
        let (rows, name) = (graph.vertices.len(), printable(&graph.step.name));
        let (mut variables, mut constraints, mut about) = (graph.proof.edges.len(), rows, "Every edge is here.");
        match &self.claim {
            Claim::Possible(_) => (variables, about) = (rows / 2, "There is this matching."),
            Claim::First(_, choices) => {
                variables += self.better().count();
                constraints += self.rows_of_choices(choices);
            }
            Claim::Impossible(_) | Claim::Least(_) => {}
        }
        writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
        writeln!(out, "* {name}. x_A_B is 1 if A and B are matched. {about}")?;
        match &self.claim {
            Claim::Impossible(_) => {}
            Claim::Possible(_) => writeln!(out, "* The objective is all tiers as one number:\nmin: ;")?,
            Claim::Least(_) => {
                self.write_tiers(out, "* The objective is all tiers as one number:")?;
                write!(out, "min:")?;
                self.write_costs(out, 1)?;
                writeln!(out, " ;")?;
            }
            Claim::First(_, choices) => {
                writeln!(
                    out,
                    "* y_K is 1 if it comes before the pairing by the choice K, and is as good in those before:"
                )?;
                for (number, Choice { tier, vertex, .. }) in (1..).zip(choices) {
                    let (Decided { article, count, value }, of) = (&tier.tier, &graph.vertices[*vertex]);
                    writeln!(out, "*   {number}: {article} ({count}) of {of}, which comes to {value}")?;
                }
                if self.sum.has_costs() {
                    self.write_tiers(out, "*   0: all tiers before, as one number:")?;
                }
                write!(out, "min:")?;
                self.better().try_for_each(|number| write!(out, " -1 y_{number}"))?;
                writeln!(out, " ;")?;
            }
        }
        for v in 0..rows {
            writeln!(out, "* {}", graph.row(v))?;
            if let Claim::Possible(partners) = self.claim {
                write!(out, "1 ")?;
                self.write_edge(out, (v.min(partners[v]), v.max(partners[v])))?;
                write!(out, " ")?;
            } else {
                for number in graph.at(v) {
                    write!(out, "1 ")?;
                    self.write_variable(out, number)?;
                    write!(out, " ")?;
                }
            }
            writeln!(out, "= 1 ;")?;
        }
        if let Claim::First(_, choices) = &self.claim { self.write_choices(out, choices) } else { Ok(()) }
    }

    /// Write the proof, in version 3.0 of VeriPB's format.
    pub fn write_proof(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = 2 * self.graph.vertices.len();
        let further = if let Claim::First(_, choices) = &self.claim { self.rows_of_choices(choices) } else { 0 };
        writeln!(out, "pseudo-Boolean proof version 3.0\nf {};", rows + further)?;
        match &self.claim {
            Claim::Impossible(members) => self.write_impossible(out, members)?,
            Claim::Possible(partners) => {
                writeln!(out, "@bound rup >= 0;")?;
                self.write_conclusion(out, partners, &self.sum.value)?;
            }
            Claim::Least(partners) => {
                write_odd_rows(out, of_several(self.sum.odd_sets().map(|(set, _)| set)))?;
                if self.write_sum(out, "@bound", &self.sum.uneven)? {
                    writeln!(out, " 2 d;")?;
                } else {
                    writeln!(out, "@bound rup >= 0;")?;
                }
                self.write_conclusion(out, partners, &self.sum.value)?;
            }
            Claim::First(partners, _) => {
                // An edge that the tiers before leave out costs more than their dual values allow.
                if self.sum.has_costs() {
                    write_odd_rows(out, of_several(self.sum.odd_sets().map(|(set, _)| set)))?;
                    let (before, own) = (self.write_sum(out, "@left", &[])?, rows + 1);
                    if before { writeln!(out, " {own} 2 * +;")? } else { writeln!(out, "@left pol {own};")? }
                }
                // What a better choice needs is taken by the choices before.
                self.better().try_for_each(|number| writeln!(out, "rup 1 ~y_{number} >= 1;"))?;
                write!(out, "@bound rup")?;
                self.better().try_for_each(|number| write!(out, " -1 y_{number}"))?;
                writeln!(out, " >= 0;")?;
                self.write_conclusion(out, partners, &BigInt::default())?;
            }
        }
        writeln!(out, "end pseudo-Boolean proof;")
    }

    /// The numbers of the variables that say by what a matching is better; 0 if it is for the tiers before.
    fn better(&self) -> impl Iterator<Item = usize> {
        let choices = if let Claim::First(_, choices) = &self.claim { choices.as_slice() } else { &[] };
        let by_choice = (1..).zip(choices).filter(|(_, choice)| choice.has_better).map(|(number, _)| number);
        self.sum.has_costs().then_some(0).into_iter().chain(by_choice)
    }

    /// How many rows there are besides those of vertices.
    fn rows_of_choices(&self, choices: &[Choice<'_>]) -> usize {
        let rows = choices.iter().map(|choice| usize::from(choice.has_better) + usize::from(choice.has_other));
        usize::from(self.sum.has_costs()) + rows.sum::<usize>()
    }

    /// That a matching comes to less, or to as much; and of each choice, that it is as it should be unless one up to it is better, and what
    /// makes it better.
    fn write_choices(&self, out: &mut dyn Write, choices: &[Choice<'_>]) -> io::Result<()> {
        if self.sum.has_costs() {
            writeln!(out, "* the tiers before")?;
            self.write_costs(out, -1)?;
            writeln!(out, " -1 y_0 >= {} ;", -&self.sum.value)?;
        }
        for (number, choice) in (1..).zip(choices) {
            let Choice { tier, vertex, has_better, has_other } = choice;
            writeln!(out, "* choice {number}")?;
            if *has_other {
                for before in self.better().take_while(|before| *before <= number) {
                    write!(out, "1 y_{before} ")?;
                }
                for (edge, _) in self.graph.by_cost(tier, *vertex).filter(|(_, order)| order.is_ne()) {
                    write!(out, "-1 ")?;
                    self.write_variable(out, edge)?;
                    write!(out, " ")?;
                }
                writeln!(out, ">= 0 ;")?;
            }
            if *has_better {
                for (edge, _) in self.graph.by_cost(tier, *vertex).filter(|(_, order)| order.is_lt()) {
                    write!(out, "1 ")?;
                    self.write_variable(out, edge)?;
                    write!(out, " ")?;
                }
                writeln!(out, "-1 y_{number} >= 0 ;")?;
            }
        }
        Ok(())
    }

    fn write_edge(&self, out: &mut dyn Write, (a, b): (usize, usize)) -> io::Result<()> {
        spend(1);
        write!(out, "x_{}_{}", self.graph.vertices[a], self.graph.vertices[b])
    }

    fn write_variable(&self, out: &mut dyn Write, number: usize) -> io::Result<()> {
        self.write_edge(out, self.graph.proof.edges[number])
    }

    /// The tiers, each with its weight.
    fn write_tiers(&self, out: &mut dyn Write, heading: &str) -> io::Result<()> {
        writeln!(out, "{heading}")?;
        for (part, weight) in self.sum.parts.iter().zip(&self.sum.weights) {
            let Some(Decided { article, count, value }) = part.tier.as_ref().map(|tier| &tier.tier) else { continue };
            writeln!(out, "*   {weight} of {article} ({count}), which comes to {value}")?;
        }
        Ok(())
    }

    fn write_costs(&self, out: &mut dyn Write, sign: i8) -> io::Result<()> {
        for (number, cost) in self.sum.costs() {
            write!(out, " {} ", cost * sign)?;
            self.write_variable(out, number)?;
        }
        Ok(())
    }

    /// The sum of rows and odd sets, each times its dual value, and of some variables; whether there is anything to add up. The rows say at
    /// least one, and at most one. A vertex alone is an odd set within which there is no pair.
    fn write_sum(&self, out: &mut dyn Write, name: &str, edges: &[usize]) -> io::Result<bool> {
        let values = self.sum.u.iter().enumerate().filter(|(_, value)| **value != BigInt::default());
        let rows = values.map(|(v, value)| {
            let row = if *value > BigInt::default() { 2 * v + 1 } else { 2 * v + 2 };
            format!("{row} {} *", value.magnitude())
        });
        let odd = (1..).zip(self.sum.odd_sets()).map(|(number, (_, value))| format!("@odd{number} {value} *"));
        let terms: Vec<String> = rows.chain(odd).collect();
        let all = terms.len() + edges.len();
        if all == 0 {
            return Ok(false);
        }
        write!(out, "{name} pol ")?;
        add(out, 0..all, &mut |out, term| match terms.get(term) {
            Some(text) => write!(out, "{text}"),
            None => self.write_variable(out, edges[term - terms.len()]),
        })?;
        Ok(true)
    }

    /// The matching, in which nothing is better, and that it proves the value.
    fn write_conclusion(&self, out: &mut dyn Write, partners: &[usize], value: &BigInt) -> io::Result<()> {
        out.write_all(if partners.is_empty() { b"sol " } else { b"sol" })?;
        for (a, b) in partners.iter().copied().enumerate().filter(|(a, b)| a < b) {
            write!(out, " ")?;
            self.write_edge(out, (a, b))?;
        }
        if let Claim::First(..) = self.claim {
            self.better().try_for_each(|number| write!(out, " ~y_{number}"))?;
        }
        writeln!(out, ";\noutput NONE;\nconclusion BOUNDS {value} : @bound {value};")
    }

    fn write_impossible(&self, out: &mut dyn Write, members: &[usize]) -> io::Result<()> {
        let left = Left::all(self.graph.vertices.len(), self.graph.proof.edges.iter().copied());
        let odd = left.odd_components(members);
        let all: Vec<usize> = odd.iter().flatten().copied().collect();
        // A component of one has no pair within, so its row alone says that it sends somebody.
        write_impossible(out, of_several(odd.iter()), &all, members)
    }
}

/// The sets of more than one.
fn of_several<'s>(sets: impl Iterator<Item = &'s BTreeSet<usize>>) -> Vec<Vec<usize>> {
    sets.filter(|set| set.len() > 1).map(|set| set.iter().copied().collect()).collect()
}
