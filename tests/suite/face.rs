//! Integer programs without chess, solved for one aim after another: a face keeps the same points as enumeration.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;
use swiss_ilp::model::{Aim, Program, Sum};
use swiss_ilp::solve::{Face, Halt, Options};

/// A random program of a few binary variables, some rows, and tiers of aims.
struct Case {
    program: Program,
    tiers: Vec<Vec<Aim>>,
}

fn random(rng: &mut impl Rng) -> Case {
    let mut program = Program::default();
    let size = rng.random_range(3..=7);
    let columns: Vec<usize> = (0..size).map(|index| program.binary(format!("x{index}"))).collect();
    let sum = |rng: &mut ChaCha8Rng, weights: std::ops::RangeInclusive<i64>| -> Sum {
        let chosen: Vec<usize> = columns.iter().copied().filter(|_| rng.random_bool(0.6)).collect();
        chosen.into_iter().map(|column| (column, rng.random_range(weights.clone()))).collect()
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(rng.random());
    for row in 0..rng.random_range(1..=3) {
        let most = rng.random_range(1..=3);
        let row_of = sum(rng, 1..=1);
        match rng.random_range(0..3) {
            0 => program.equal(format!("equal{row}"), row_of, 1),
            1 => program.at_most(format!("most{row}"), row_of, most),
            _ => program.at_least(format!("least{row}"), row_of, 1),
        }
    }
    let mut aim = |kind: u32| match kind {
        0 => Aim::Least(sum(rng, -3..=3)),
        1 => Aim::ZeroOrGivenUp(sum(rng, 1..=2)),
        _ => {
            let mut list: Vec<usize> = sum(rng, 1..=1).into_iter().map(|(column, _)| column).collect();
            list.shuffle(rng);
            Aim::First(list)
        }
    };
    let tiers: Vec<Vec<Aim>> = [0, 1, 0, 2, 2].map(|kind| (0..2).map(|_| aim(kind)).collect()).to_vec();
    // At most one column of a list is 1.
    for aim in tiers.iter().flatten() {
        if let Aim::First(list) = aim {
            program.at_most("one".into(), list.iter().map(|column| (*column, 1)).collect(), 1);
        }
    }
    Case { program, tiers }
}

/// Every feasible point of the program.
fn points(program: &Program) -> Vec<Vec<i64>> {
    let size = program.columns.len();
    let all = (0..1_u32 << size).map(|bits| (0..size).map(|column| i64::from(bits >> column & 1)).collect::<Vec<_>>());
    let keeps = |point: &Vec<i64>| {
        program.rows.iter().all(|row| {
            let value = row.coefficients.iter().map(|(column, weight)| weight * point[*column]).sum::<i64>();
            row.lower.is_none_or(|lower| value >= lower) && row.upper.is_none_or(|upper| value <= upper)
        })
    };
    all.filter(keeps).collect()
}

/// The points that enumeration leaves after all aims, and the value of each aim.
fn enumerated(case: &Case) -> Option<(Vec<Vec<i64>>, Vec<i64>)> {
    let mut left = points(&case.program);
    let mut values = Vec::new();
    if left.is_empty() {
        return None;
    }
    for tier in &case.tiers {
        let mut is_given_up = false;
        for aim in tier {
            let least = left.iter().map(|point| aim.value(point)).min().expect("a point is left");
            match aim {
                Aim::ZeroOrGivenUp(_) if is_given_up => continue,
                Aim::ZeroOrGivenUp(_) if least > 0 => is_given_up = true,
                _ => left.retain(|point| aim.value(point) == least),
            }
            values.push(least);
        }
    }
    Some((left, values))
}

#[test]
fn a_face_keeps_the_points_that_enumeration_keeps() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut feasible, mut given_up) = (0, 0);
    for number in 0..300 {
        let case = random(&mut rng);
        let face = Face::new(case.program.clone(), Options::default().start()).expect("no limit");
        let Some((left, values)) = enumerated(&case) else {
            assert!(face.is_none(), "program {number} has no point");
            continue;
        };
        let mut face = face.unwrap_or_else(|| panic!("program {number} has a point"));
        for (tier, aims) in case.tiers.iter().enumerate() {
            face.decide(tier, aims.clone()).expect("no limit");
        }
        let decided: Vec<i64> = face.decided.iter().map(|decision| decision.value).collect();
        assert_eq!(decided, values, "program {number}");
        assert!(left.contains(&face.point), "program {number}: {:?} is not of {left:?}", face.point);
        feasible += 1;
        let is_zero_or_given_up = |aim: &Aim| matches!(aim, Aim::ZeroOrGivenUp(_));
        given_up +=
            face.decided.iter().filter(|decision| is_zero_or_given_up(&decision.aim) && decision.value > 0).count();
    }
    assert!(feasible > 100 && given_up > 20, "{feasible} {given_up}");
}

#[test]
fn a_face_stops_at_the_time_limit() {
    let mut program = Program::default();
    program.binary("x".into());
    let options = Options { time_limit: Some(Duration::ZERO), ..Options::default() };
    assert!(matches!(Face::new(program, options.start()), Err(Halt::TimeLimit)));
}
