//! The proof of a model with caps: a tree of cases for each tier.
//!
//! A new variable `more_N` says which case holds: whether certain pairs are made more often than a number. Another, `beyond_T`, says that
//! tier `T` is worth more than its optimum. A leaf adds up rows as its multipliers say, and its line contradicts the cases and
//! `beyond_T`, where no pair is made that an earlier tier leaves out. Cases are put together to those around them, and in the end
//! `beyond_T` is false.

use super::{Names, odd_rows, places, seat_terms, seat_values, sum};
use crate::model::Objective;
use crate::proof::{Ceilings, CombinedWeights, Leaf, Node, Overrun, Stage};
use crate::tournament::Seat;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The lines so far.
struct ProofWriter<'a> {
    weights: &'a CombinedWeights,
    names: &'a Names<'a>,
    ceilings: Ceilings<'a>,
    text: String,
    /// The line of each ceiling.
    lines: Vec<String>,
    /// The lines that leave pairs out.
    narrowing: Vec<String>,
    /// The numbers of odd sets that have a line.
    odd_sets: BTreeMap<Vec<Seat>, usize>,
    /// How many cases and lines of leaves there are.
    cases: usize,
}

/// One of two cases, by the number of its variable: with the clause of the first case, this is the second.
struct Case {
    number: usize,
    first: Option<String>,
}

pub(super) fn optimality(objective: &Objective, names: &Names<'_>, stages: &[Stage], made: &str) -> String {
    let weights = names.weights;
    let mut writer = ProofWriter::new(objective, names, objective.caps().count());
    put!(writer.text, "@better soli {made};\n");
    if let Some(cost) = names.cost() {
        put!(writer.text, "@better pol @better {cost} +;\n");
    }
    let mut terms = vec!["@better".to_owned()];
    for (tier, stage) in stages.iter().enumerate() {
        let goal = Ceilings::tier(weights, tier);
        let beyond = format!("beyond_{}", tier + 1);
        writer.define_beyond(&beyond, &goal, stage.bound);
        let least = writer.at_least(tier, &terms);
        writer.narrow(tier, &least, &goal, stage);
        writer.stage(&goal, Some(&beyond), &format!("@{beyond}"), stage);
        // The tier is at most worth its bound.
        let most = goal.iter().map(|weight| i128::from(*weight).max(0)).sum::<i128>() - stage.bound;
        put!(writer.text, "@tier{} pol @within_{} @not_{beyond} {} * +;\n", tier + 1, tier + 1, most.max(1));
        writer.lines.push(least);
        writer.ceilings.decide(&goal, stage.bound);
        terms.push(format!("@tier{} {} *", tier + 1, weights.scales[tier]));
    }
    let values: Vec<i128> = stages.iter().map(|stage| stage.bound).collect();
    let value = -weights.scales.iter().zip(values).map(|(scale, value)| scale * value).sum::<i128>();
    put!(writer.text, "@bound pol {};\noutput NONE;\nconclusion BOUNDS {value} : @bound {value};\n", sum(&terms));
    writer.text
}

pub(super) fn infeasibility(objective: &Objective, names: &Names<'_>, Overrun { cap, stage }: &Overrun) -> String {
    let place = objective.caps().position(|(_, name)| name == cap).unwrap_or(0);
    let mut writer = ProofWriter::new(objective, names, place);
    let goal: Vec<i64> =
        Ceilings::counted(names.weights, objective, place).numbers.iter().map(|number| -number).collect();
    writer.stage(&goal, None, &names.cap(place), stage);
    writer.text.push_str("output NONE;\nconclusion UNSAT : @none;\n");
    writer.text
}

impl<'a> ProofWriter<'a> {
    fn new(objective: &Objective, names: &'a Names<'a>, caps: usize) -> Self {
        let weights = names.weights;
        Self {
            weights,
            names,
            ceilings: Ceilings::caps(weights, objective, caps),
            text: String::new(),
            lines: (0..caps).map(|place| names.cap(place)).collect(),
            narrowing: Vec::new(),
            odd_sets: BTreeMap::new(),
            cases: 0,
        }
    }

    /// These numbers of the pairs as the left side of a constraint.
    fn left(&self, numbers: &[i64]) -> String {
        let mut text = String::new();
        for (pair, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
            let space = if text.is_empty() { "" } else { " " };
            put!(text, "{space}{number} ");
            self.names.add_to(&mut text, pair);
        }
        text
    }

    /// If `beyond`, the goal is worth more than `bound`; else at most so much.
    fn define_beyond(&mut self, beyond: &str, goal: &[i64], bound: i128) {
        let sums = [-1, 1].map(|sign| goal.iter().map(|weight| (sign * i128::from(*weight)).max(0)).sum::<i128>());
        let [to_more, to_less] = [bound + 1 + sums[0], sums[1] - bound].map(|most| most.max(1));
        let negative: Vec<i64> = goal.iter().map(|weight| -weight).collect();
        let (left, negative) = (self.left(goal), self.left(&negative));
        let within = beyond.replace("beyond", "within");
        put!(self.text, "@{beyond} red {to_more} ~{beyond} {left} >= {} : {beyond} -> 0;\n", bound + 1);
        put!(self.text, "@{within} red {to_less} {beyond} {negative} >= {} : {beyond} -> 1;\n", -bound);
    }

    /// Nothing exceeds the bound of the stage: a clause `@not_…` of the literal, or the contradiction `@none`. The goal is worth more by
    /// the line `above`.
    fn stage(&mut self, goal: &[i64], beyond: Option<&str>, above: &str, stage: &Stage) {
        let (step, first) = self.ceilings.step(goal);
        let seats = self.weights.seats.len() as i128;
        let each = if seats == 0 { 0 } else { 2 * first / seats };
        // Worth more is worth a step more: in units of a step, above what every pair has.
        let mut terms = vec![format!("{above} 2 *")];
        terms.extend(seat_terms(self.names, &vec![each; self.weights.seats.len()]));
        // Pairs that are left out may be given anything, so that all numbers can be divided.
        let beyond_step = |(pair, weight): (usize, &i64)| {
            let rest = (each - i128::from(*weight)).rem_euclid(step);
            (rest != 0 && !self.ceilings.is_open[pair]).then(|| format!("{} {} *", self.names.of(pair), 2 * rest))
        };
        terms.extend(goal.iter().enumerate().filter_map(beyond_step));
        put!(self.text, "@step pol {} {} d;\n", sum(&terms), 2 * step);
        let mut path: Vec<Case> = Vec::new();
        for node in &stage.tree {
            match node {
                Node::Branch { one, other, at_most } => path.push(self.case(one, other, i128::from(*at_most))),
                Node::Leaf(leaf) => {
                    let mut clause = self.leaf(step, each, leaf, &path, beyond);
                    while path.last().is_some_and(|case| case.first.is_some()) {
                        let Some(case) = path.pop() else { break };
                        let first = case.first.unwrap_or_default();
                        clause = self.clause(&path, beyond, &[first, clause]);
                    }
                    if let Some(case) = path.last_mut() {
                        case.first = Some(clause);
                    } else {
                        let name = beyond.map_or_else(|| "@none".to_owned(), |beyond| format!("@not_{beyond}"));
                        let literal = beyond.map(|beyond| format!("1 ~{beyond} ")).unwrap_or_default();
                        put!(self.text, "{name} rup {literal}>= 1 : ~ {clause};\n");
                    }
                }
            }
        }
    }

    /// Define the variable of a case.
    fn case(&mut self, one: &[Seat], other: &[Seat], at_most: i128) -> Case {
        let [one, other] = [one, other].map(|seats| places(self.weights, seats).collect::<Vec<usize>>());
        let numbers = self.weights.between(&one, &other);
        let negative: Vec<i64> = numbers.iter().map(|number| -number).collect();
        self.cases += 1;
        let number = self.cases;
        let most = (i128::from(numbers.iter().sum::<i64>()) - at_most).max(1);
        let (left, negative) = (self.left(&numbers), self.left(&negative));
        let least = at_most + 1;
        put!(self.text, "@more{number} red {least} ~more_{number} {left} >= {least} : more_{number} -> 0;\n");
        put!(self.text, "@fewer{number} red {most} more_{number} {negative} >= {} : more_{number} -> 1;\n", -at_most);
        Case { number, first: None }
    }

    /// The clause that contradicts the cases of the path, from these lines.
    fn clause(&mut self, path: &[Case], beyond: Option<&str>, lines: &[String]) -> String {
        self.cases += 1;
        let mut literals: Vec<String> = beyond.map(|beyond| format!("1 ~{beyond}")).into_iter().collect();
        literals.extend(path.iter().map(|case| match case.first {
            Some(_) => format!("1 ~more_{}", case.number),
            None => format!("1 more_{}", case.number),
        }));
        let name = format!("@clause{}", self.cases);
        let hints = self.narrowing.iter().chain(lines).join(" ");
        put!(self.text, "{name} rup {} >= 1 : ~ {hints};\n", literals.join(" "));
        name
    }

    /// The line of a leaf, and the clause that follows.
    fn leaf(&mut self, step: i128, each: i128, leaf: &Leaf, path: &[Case], beyond: Option<&str>) -> String {
        let mut terms = vec![format!("@step {} *", 2 * leaf.scale * step)];
        terms.extend(self.of_leaf(leaf, leaf.scale * each, path));
        self.cases += 1;
        let name = format!("@leaf{}", self.cases);
        put!(self.text, "{name} pol {};\n", sum(&terms));
        self.clause(path, beyond, &[name])
    }

    /// Twice the rows of a leaf times their multipliers, less `each` times what all seats have at least.
    fn of_leaf(&mut self, leaf: &Leaf, each: i128, path: &[Case]) -> Vec<String> {
        let lines = path.iter().map(|case| match case.first {
            Some(_) => format!("@more{}", case.number),
            None => format!("@fewer{}", case.number),
        });
        let multipliers = leaf.ceilings.iter().chain(&leaf.branches);
        let rows = self.lines.iter().cloned().chain(lines).zip(multipliers).filter(|(_, multiplier)| **multiplier != 0);
        let mut terms: Vec<String> = rows.map(|(line, multiplier)| format!("{line} {} *", 2 * multiplier)).collect();
        for set in leaf.odd_sets.iter().filter(|set| set.dual != 0) {
            let number = self.odd_set(&set.seats);
            terms.push(format!("@odd{number} {} *", 2 * set.dual));
        }
        let values = seat_values(&leaf.seats);
        let values: Vec<i128> = values.iter().map(|value| 2 * value - each).collect();
        terms.extend(seat_terms(self.names, &values));
        terms
    }

    fn odd_set(&mut self, seats: &[Seat]) -> usize {
        if let Some(number) = self.odd_sets.get(seats) {
            return *number;
        }
        let number = self.odd_sets.len() + 1;
        self.text.push_str(&odd_rows(self.names, number, [seats].into_iter()));
        self.odd_sets.insert(seats.to_vec(), number);
        number
    }

    /// The tier is at least worth its optimum, or the pairing would not be a better one: what later tiers can add is less than its scale.
    /// `better` says that all tiers from this one on are worth more.
    fn at_least(&mut self, tier: usize, better: &[String]) -> String {
        let scales = &self.weights.scales;
        let later = |values: &[i64]| {
            let tail = scales.iter().zip(values).skip(tier + 1);
            tail.map(|(scale, value)| scale * i128::from(*value)).sum::<i128>()
        };
        let tails = || self.weights.pairs.iter().map(|pair| later(&pair.values));
        let most = tails().max().unwrap_or(0);
        let mut terms: Vec<String> = better.iter().map(|term| format!("{term} 2 *")).collect();
        terms.extend(seat_terms(self.names, &vec![most; self.weights.seats.len()]));
        let less = tails().enumerate().filter(|(_, tail)| *tail != most);
        terms.extend(less.map(|(pair, tail)| format!("{} {} *", self.names.of(pair), 2 * (most - tail))));
        let name = format!("@least{}", tier + 1);
        put!(self.text, "{name} pol {} {} d;\n", sum(&terms), 2 * scales[tier]);
        name
    }

    /// The lines by which pairs are left out from now on. By the line `least` the goal is worth the bound.
    fn narrow(&mut self, tier: usize, least: &str, goal: &[i64], stage: &Stage) {
        for (number, root) in stage.roots.iter().enumerate() {
            let mut terms = vec![format!("{least} {} *", 2 * root.scale)];
            terms.extend(self.of_leaf(root, 0, &[]));
            let name = format!("@room{}_{}", tier + 1, number + 1);
            put!(self.text, "{name} pol {};\n", sum(&terms));
            self.narrowing.push(name);
        }
        // The certificate has been checked.
        let _ = self.ceilings.narrow(goal, stage);
    }
}
