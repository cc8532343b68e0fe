//! Whether a certificate of a model with caps proves what it claims: see [`Stage`] and [`Leaf`].

use super::check::{DualSums, MOST_SUM, places, refusal, refuse, within};
use super::weights::{CombinedWeights, LegalPair};
use super::{Leaf, Node, Overrun, ProofRefusal, Stage};
use crate::model::Value;

/// The bound of a stage is no greater: no value of a tier is.
const MOST: i128 = 1 << 60;

/// What every pairing keeps: the numbers of its pairs come to so much at most.
struct Inequality {
    numbers: Vec<i64>,
    most: i128,
}

/// The stages so far.
struct Ceilings<'a> {
    weights: &'a CombinedWeights,
    /// The caps, then the tiers before.
    rows: Vec<Inequality>,
    /// The pairs that may be in an optimum.
    is_open: Vec<bool>,
}

/// No pairing that keeps the caps is worth more than `values`.
pub(super) fn no_better(weights: &CombinedWeights, values: &[Value], stages: &[Stage]) -> Result<(), ProofRefusal> {
    if stages.len() != values.len() {
        return refuse("proof.stages", format!("there are {} stages for {} tiers", stages.len(), values.len()));
    }
    let mut ceilings = Ceilings::caps(weights, weights.caps.len());
    for (tier, (stage, value)) in stages.iter().zip(values).enumerate() {
        let value = i128::from(value.units());
        if stage.bound != value {
            let what =
                format!("the pairing is worth {value} units in tier {}, and the bound is {}", tier + 1, stage.bound);
            return refuse("proof.equality", what);
        }
        let goal = Ceilings::tier(weights, tier);
        ceilings.narrow(&goal, stage)?;
        ceilings.check(&goal, stage)?;
        ceilings.decide(&goal, stage.bound);
    }
    Ok(())
}

/// No pairing that keeps the caps before keeps this one.
pub(super) fn no_pairing(weights: &CombinedWeights, Overrun { cap, stage }: &Overrun) -> Result<(), ProofRefusal> {
    let Some(place) = weights.caps.iter().position(|(name, _)| name == cap) else {
        return refuse("proof.stages", format!("the model has no cap '{cap}'"));
    };
    let counted = Ceilings::counted(weights, place);
    if stage.bound >= -counted.most {
        let (least, most) = (-stage.bound, counted.most);
        return refuse("proof.equality", format!("the cap counts {least} pairs at least, which is within {most}"));
    }
    if !stage.roots.is_empty() {
        // They would leave out pairs that a pairing with the cap may have.
        return refuse("proof.stages", "a cap that cannot be kept has no bounds without cases");
    }
    let goal: Vec<i64> = counted.numbers.iter().map(|number| -number).collect();
    Ceilings::caps(weights, place).check(&goal, stage)
}

impl<'a> Ceilings<'a> {
    /// The first `count` caps.
    fn caps(weights: &'a CombinedWeights, count: usize) -> Self {
        let rows = (0..count).map(|place| Self::counted(weights, place)).collect();
        Self { weights, rows, is_open: vec![true; weights.pairs.len()] }
    }

    /// What a cap counts.
    fn counted(weights: &CombinedWeights, place: usize) -> Inequality {
        let numbers = weights.pairs.iter().map(|pair| i64::from(pair.is_counted[place])).collect();
        Inequality { numbers, most: i128::from(weights.caps[place].1) }
    }

    /// What is weighed in a tier.
    fn tier(weights: &CombinedWeights, tier: usize) -> Vec<i64> {
        weights.pairs.iter().map(|pair| pair.values[tier]).collect()
    }

    /// All sums of the goal over a pairing differ from each other by multiples of the first number, and from the second.
    fn step(&self, goal: &[i64]) -> (i128, i128) {
        let mut open =
            goal.iter().zip(&self.is_open).filter(|(_, is_open)| **is_open).map(|(weight, _)| i128::from(*weight));
        let first = open.next().unwrap_or(0);
        let step = open.fold(0, |step, weight| num_integer::gcd(step, weight - first));
        (step.max(1), first * (self.weights.seats.len() as i128 / 2))
    }

    /// No pairing exceeds the bound of the stage.
    fn check(&self, goal: &[i64], stage: &Stage) -> Result<(), ProofRefusal> {
        if !(-MOST..=MOST).contains(&stage.bound) {
            return refuse("proof.bound", "the bound is beyond all measure");
        }
        let (step, sum) = self.step(goal);
        if (stage.bound - sum) % step != 0 {
            return refuse(
                "proof.bound",
                format!("no pairing comes to {}, but to a multiple of {step} more or less", stage.bound),
            );
        }
        // What a leaf proves must lie below the next possible sum.
        let next = stage.bound + step;
        let mut path: Vec<Inequality> = Vec::new();
        let mut cases: Vec<(Vec<i64>, i128, bool)> = Vec::new();
        for (place, node) in stage.tree.iter().enumerate() {
            match node {
                Node::Branch { one, other, at_most } => {
                    let [one, other] = [one, other].map(|seats| places(self.weights, seats, "proof.cases"));
                    let numbers = self.weights.between(&one?, &other?);
                    cases.push((numbers.clone(), i128::from(*at_most), false));
                    path.push(Inequality { numbers, most: i128::from(*at_most) });
                }
                Node::Leaf(leaf) => {
                    let bound = self.bound((goal, next), &path, leaf, |_, _, _| ())?;
                    // A scale for which this is not exact has been refused.
                    if bound >= leaf.scale * next {
                        let what = format!("a case comes to {bound} / {}, not below {next}", leaf.scale);
                        return refuse("proof.bound", what);
                    }
                    // On to the next case: more of the last pairs that were at most so many.
                    while cases.last().is_some_and(|(.., is_more)| *is_more) {
                        cases.pop();
                        path.pop();
                    }
                    match cases.last_mut() {
                        Some((numbers, at_most, is_more)) => {
                            *is_more = true;
                            path.pop();
                            let numbers = numbers.iter().map(|number| -number).collect();
                            path.push(Inequality { numbers, most: -(*at_most + 1) });
                        }
                        None if place + 1 == stage.tree.len() => return Ok(()),
                        None => break,
                    }
                }
            }
        }
        refuse("proof.cases", "the cases are not all cases there are")
    }

    /// The bound of a leaf where the rows of `path` hold, and no pairing is worth more than about `worth`. `visit` hears of each open
    /// pair what it is given more than it weighs, after the bound.
    ///
    /// What seats and odd sets give is within [`MOST_SUM`], M for short. So are all rows together, each with its multiplier and the
    /// greatest of its numbers, and the scale times a weight or `worth`. So the bound is within 2 M, and so is what is left of a weight
    /// without its rows. What a pair is given more is within 3 M, and so is the difference between the bound and `worth`.
    fn bound(
        &self,
        (goal, worth): (&[i64], i128),
        path: &[Inequality],
        leaf: &Leaf,
        mut visit: impl FnMut(i128, usize, i128),
    ) -> Result<i128, ProofRefusal> {
        let Leaf { scale, ceilings, branches, seats, odd_sets } = leaf;
        if ceilings.len() != self.rows.len() || branches.len() != path.len() {
            return Err(refusal("proof.cases", "the multipliers are not one for each ceiling and each case"));
        }
        let multipliers = || ceilings.iter().chain(branches);
        if *scale < 1 || multipliers().any(|multiplier| *multiplier < 0) {
            return Err(refusal("proof.signs", "a multiplier is negative, or the scale is not positive"));
        }
        let rows = || self.rows.iter().chain(path).zip(multipliers());
        let most = |numbers: &[i64]| {
            let open = numbers.iter().zip(&self.is_open).filter(|(_, is_open)| **is_open);
            i128::from(open.map(|(number, _)| number.unsigned_abs()).max().unwrap_or(0))
        };
        let of_rows = rows().map(|(row, multiplier)| (*multiplier, most(&row.numbers).max(row.most.abs()).max(1)));
        if within(of_rows).is_none() || within([(*scale, most(goal).max(worth.abs()).max(1))]).is_none() {
            let what = format!("the multipliers together, or the scale, are beyond all measure, which is {MOST_SUM}");
            return Err(refusal("proof.signs", what));
        }
        let mut given = DualSums::new(self.weights, seats, odd_sets)?;
        let bound = given.bound + rows().map(|(row, multiplier)| multiplier * row.most).sum::<i128>();
        for pair in (0..goal.len()).filter(|pair| self.is_open[*pair]) {
            let in_rows = rows().map(|(row, multiplier)| multiplier * i128::from(row.numbers[pair])).sum::<i128>();
            let LegalPair { high, low, .. } = self.weights.pairs[pair];
            let weight = scale * i128::from(goal[pair]) - in_rows;
            visit(bound, pair, given.suffices(self.weights, [high, low], weight)?);
        }
        Ok(bound)
    }

    /// Leave out the pairs in no pairing that is worth the bound of the stage.
    fn narrow(&mut self, goal: &[i64], stage: &Stage) -> Result<(), ProofRefusal> {
        for root in &stage.roots {
            let mut is_open = self.is_open.clone();
            let is_enough = |bound, slack| slack <= bound - root.scale * stage.bound;
            self.bound((goal, stage.bound), &[], root, |bound, pair, slack| is_open[pair] = is_enough(bound, slack))?;
            self.is_open = is_open;
        }
        Ok(())
    }

    /// From now on the goal is worth no less.
    fn decide(&mut self, goal: &[i64], bound: i128) {
        self.rows.push(Inequality { numbers: goal.iter().map(|weight| -weight).collect(), most: -bound });
    }
}
