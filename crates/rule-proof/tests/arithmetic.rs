//! Random graphs with several tiers: what the maker answers is accepted, and is what enumeration finds; what is changed is refused.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swiss_rule_proof::certificate::{Reader, StepEvidence};
use swiss_rule_proof::evidence::{Inquiry, Unproven, Vertex};
use swiss_rule_proof::make::Maker;

type Edges = Vec<(usize, usize)>;

struct Problem {
    vertices: usize,
    edges: Edges,
    /// Of each tier: the cost of each edge, and whether it is dropped if it cannot be zero.
    tiers: Vec<(Vec<i64>, bool)>,
}

impl Problem {
    fn random(random: &mut ChaCha8Rng) -> Self {
        let vertices = 2 * random.random_range(1..=5);
        let density = random.random_range(0.3..1.0);
        let pairs = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
        let edges: Edges = pairs.filter(|_| random.random_bool(density)).collect();
        let mut tier = || {
            let only = random.random_bool(0.3).then(|| random.random_range(0..vertices));
            let least = if random.random_bool(0.3) { -3 } else { 0 };
            let is_light = random.random_bool(0.5);
            let cost = |(a, b): &(usize, usize), random: &mut ChaCha8Rng| {
                let is_weighted = only.is_none_or(|v| v == *a || v == *b) && !(is_light && random.random_bool(0.5));
                if is_weighted { random.random_range(least..=4) } else { 0 }
            };
            let costs: Vec<i64> = edges.iter().map(|edge| cost(edge, random)).collect();
            (costs, least == 0 && random.random_bool(0.2))
        };
        let tiers = (0..6).map(|_| tier()).collect();
        Self { vertices, edges, tiers }
    }

    fn cost(&self, tier: usize, a: usize, b: usize) -> i64 {
        self.edges.iter().position(|edge| *edge == (a, b)).map_or(0, |at| self.tiers[tier].0[at])
    }

    /// The values of the tiers, as the evidence says; of one that is dropped, one, as of one that is not kept.
    fn asked(&self, evidence: &mut Inquiry<'_>) -> Result<Option<Vec<i64>>, Unproven> {
        let names = (0..self.vertices).map(Vertex::Player).collect();
        let Some(mut face) = evidence.open("a graph", names, self.edges.iter().copied())? else { return Ok(None) };
        let mut values = Vec::new();
        for (tier, (_, is_dropped)) in self.tiers.iter().enumerate() {
            let cost = |a: usize, b: usize| self.cost(tier, a, b);
            values.push(match is_dropped {
                true => i64::from(!face.zero_or_dropped("tier", "cost", cost)?),
                false => face.least("tier", "cost", cost)?,
            });
        }
        face.close();
        Ok(Some(values))
    }

    fn enumerated(&self) -> Option<Vec<i64>> {
        let mut left = Vec::new();
        self.matchings(&mut Vec::new(), &mut left);
        if left.is_empty() {
            return None;
        }
        let cost = |tier: usize, matching: &Edges| matching.iter().map(|(a, b)| self.cost(tier, *a, *b)).sum::<i64>();
        let mut values = Vec::new();
        for (tier, (_, is_dropped)) in self.tiers.iter().enumerate() {
            let least = left.iter().map(|matching| cost(tier, matching)).min()?;
            if !is_dropped || least == 0 {
                left.retain(|matching| cost(tier, matching) == least);
            }
            values.push(if *is_dropped { least.min(1) } else { least });
        }
        Some(values)
    }

    fn matchings(&self, begun: &mut Edges, found: &mut Vec<Edges>) {
        let is_free = |v: &usize| begun.iter().all(|(a, b)| a != v && b != v);
        let Some(first) = (0..self.vertices).find(is_free) else {
            found.push(begun.clone());
            return;
        };
        let next: Edges = self.edges.iter().copied().filter(|(a, b)| *a == first && is_free(b)).collect();
        for edge in next {
            begun.push(edge);
            self.matchings(begun, found);
            begun.pop();
        }
    }

    fn certified(&self) -> (Vec<StepEvidence>, Option<Vec<i64>>) {
        let mut maker = Maker::new(&|| false);
        let values = self.asked(&mut Inquiry::new(&mut maker)).expect("the maker's answers are accepted");
        (maker.into_steps(), values)
    }

    fn read(&self, steps: &[StepEvidence]) -> Result<Option<Vec<i64>>, Unproven> {
        let mut reader = Reader::new(steps);
        let values = self.asked(&mut Inquiry::new(&mut reader))?;
        reader.end()?;
        Ok(values)
    }
}

#[test]
fn values_are_those_of_enumeration() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut impossible, mut with_sets) = (0, 0);
    for number in 0..3000 {
        let problem = Problem::random(&mut random);
        let (steps, values) = problem.certified();
        assert_eq!(values, problem.enumerated(), "graph {number}");
        let written = serde_json::to_string(&steps).expect("it can be written");
        let steps: Vec<StepEvidence> = serde_json::from_str(&written).expect("it can be read");
        assert_eq!(problem.read(&steps), Ok(values.clone()), "graph {number}");
        impossible += i32::from(values.is_none());
        with_sets += i32::from(written.contains("\"z\""));
    }
    assert!(impossible > 100 && with_sets > 20, "{impossible} {with_sets}");
}

/// Whatever number is changed: the certificate is refused, or still proves the same values.
#[test]
fn a_changed_number_proves_nothing_else() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let (mut refused, mut harmless) = (0, 0);
    for number in 0..3000 {
        let problem = Problem::random(&mut random);
        let (steps, values) = problem.certified();
        let written = serde_json::to_string(&steps).expect("it can be written");
        let digits: Vec<usize> = (0..written.len()).filter(|at| written.as_bytes()[*at].is_ascii_digit()).collect();
        if digits.is_empty() {
            continue;
        }
        let at = digits[random.random_range(0..digits.len())];
        let digit = char::from(b'0' + random.random_range(0..10));
        let changed = format!("{}{digit}{}", &written[..at], &written[at + 1..]);
        let Ok(changed) = serde_json::from_str::<Vec<StepEvidence>>(&changed) else { continue };
        match problem.read(&changed) {
            Err(_) => refused += 1,
            Ok(other) => {
                assert_eq!(other, values, "graph {number}");
                harmless += 1;
            }
        }
    }
    assert!(refused > 1500 && harmless > 0, "{refused} {harmless}");
}
