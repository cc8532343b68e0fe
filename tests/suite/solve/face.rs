//! Integer programs without chess, solved for one aim after another: a face keeps the same points as enumeration.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;
use swiss_ilp::model::{Aim, Family, Program, Sum};
use swiss_ilp::solve::{Evidence, Face, Halt, Options};

static COLUMN: Family = family("x");
static VERTEX: Family = family("vertex");
static ROW: Family = family("row");

const fn family(id: &'static str) -> Family {
    Family { id, indices: &[], says: "", rule: None, algebra: "" }
}

/// A random program of a few columns, some of them switches, and tiers of aims.
struct Case {
    program: Program,
    switches: Vec<usize>,
    tiers: Vec<Vec<Aim>>,
}

/// A random matching with exits: columns of one or two vertices, some of several parallel ones; columns that are equal to a
/// sum of others; caps on exits, one within another; fixed columns; and switches on which columns and caps depend.
fn random(rng: &mut impl Rng) -> Case {
    let rng = &mut ChaCha8Rng::seed_from_u64(rng.random());
    let mut program = Program::default();
    let vertices = rng.random_range(2..=6);
    let mut rows: Vec<Sum> = vec![Vec::new(); vertices];
    let mut exits = Vec::new();
    let mut columns = Vec::new();
    for index in 0..rng.random_range(3..=10) {
        let column = program.binary(&COLUMN, format_args!("{index}"));
        columns.push(column);
        let one = rng.random_range(0..vertices);
        rows[one].push((column, 1));
        let other = rng.random_range(0..vertices);
        if other == one || rng.random_bool(0.2) {
            exits.push(column);
        } else {
            rows[other].push((column, 1));
        }
    }
    if rng.random_bool(0.1) {
        let column = *columns.choose(rng).expect("a column");
        let value = rng.random_range(0..=1);
        (program.columns[column].lower, program.columns[column].upper) = (value, Some(value));
    }
    let mut switches = Vec::new();
    if rng.random_bool(0.5) {
        let most = rng.random_range(1..=2);
        for name in ["s", "t"].into_iter().take(rng.random_range(1..=2)) {
            let switch = program.nonnegative(&COLUMN, format_args!("{name}"));
            (program.columns[switch].integer, program.columns[switch].upper) = (true, Some(most));
            switches.push(switch);
        }
        if let [s, t] = switches[..] {
            program.at_most(&ROW, format_args!("in_order"), vec![(s, 1), (t, -1)], 0);
        }
    }
    for (number, mut row) in rows.into_iter().enumerate() {
        if row.len() > 2 && rng.random_bool(0.3) {
            // A part of the row is a column of its own.
            let part = row.split_off(rng.random_range(1..row.len()));
            let whole = program.binary(&COLUMN, format_args!("sum{number}"));
            columns.push(whole);
            row.push((whole, 1));
            program.equal(&ROW, format_args!("sum_{number}"), [part, vec![(whole, -1)]].concat(), 0);
        }
        program.equal(&VERTEX, format_args!("{number}"), row, 1);
    }
    exits.shuffle(rng);
    for size in [exits.len(), exits.len() / 2] {
        if size > 1 && rng.random_bool(0.4) {
            let mut cap: Sum = exits[..size].iter().map(|exit| (*exit, 1)).collect();
            let most = rng.random_range(0..=size as i64);
            cap.extend(switches.first().filter(|_| rng.random_bool(0.5)).map(|switch| (*switch, 2)));
            program.at_most(&ROW, format_args!("cap_{size}"), cap, most);
        }
    }
    for switch in &switches {
        for column in columns.sample(rng, 2) {
            match rng.random_range(0..3) {
                0 => program.at_most(&ROW, format_args!("needs_{column}"), vec![(*column, 1), (*switch, -1)], 0),
                1 => program.at_least(&ROW, format_args!("met_{column}"), vec![(*switch, 1), (*column, -2)], 0),
                _ => program.at_most(&ROW, format_args!("excludes_{column}"), vec![(*column, 1), (*switch, 1)], 1),
            }
        }
    }
    let sum = |rng: &mut ChaCha8Rng, weights: std::ops::RangeInclusive<i64>| -> Sum {
        let chosen: Vec<usize> = columns.iter().copied().filter(|_| rng.random_bool(0.6)).collect();
        chosen.into_iter().map(|column| (column, rng.random_range(weights.clone()))).collect()
    };
    // At most one column of a row is 1.
    let vertex_rows: Vec<Vec<usize>> = program
        .rows
        .iter()
        .filter(|row| row.family == &VERTEX)
        .map(|row| row.coefficients.iter().map(|(column, _)| *column).collect())
        .collect();
    let mut aim = |kind: u32| match kind {
        0 => Aim::Least(sum(rng, -3..=3)),
        1 => Aim::ZeroOrGivenUp(sum(rng, 1..=2)),
        2 => Aim::Least(switches.iter().map(|switch| (*switch, rng.random_range(-1..=1))).collect()),
        3 => Aim::Least(sum(rng, 0..=1)),
        _ => {
            let mut list = vertex_rows.choose(rng).cloned().unwrap_or_default();
            list.retain(|_| rng.random_bool(0.8));
            list.shuffle(rng);
            Aim::First(list)
        }
    };
    let mut kinds = [0, 1, 2, 3, 0, 4, 4];
    // Switches decided first, or after other aims.
    kinds.rotate_left(2 * (vertices % 2));
    let tiers: Vec<Vec<Aim>> = kinds.into_iter().map(|kind| (0..2).map(|_| aim(kind)).collect()).collect();
    Case { program, switches, tiers }
}

/// Every feasible point of the program.
fn points(program: &Program) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for column in &program.columns {
        let values = || column.lower..=column.upper.expect("bounded");
        all = all.iter().flat_map(|point| values().map(|value| [point.as_slice(), &[value]].concat())).collect();
    }
    let keeps = |point: &Vec<i64>| {
        program.rows.iter().all(|row| {
            let value = row.coefficients.iter().map(|(column, weight)| weight * point[*column]).sum::<i64>();
            row.lower.is_none_or(|lower| value >= lower) && row.upper.is_none_or(|upper| value <= upper)
        })
    };
    all.retain(keeps);
    all
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
    let (mut feasible, mut given_up, mut refuted) = (0, 0, 0);
    for number in 0..3_000 {
        let case = random(&mut rng);
        let face = Face::new(case.program.clone(), &case.switches, Options::default().start()).expect("no limit");
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
        refuted += usize::from(face.decided.iter().any(|decision| decision.evidence == Evidence::Obstruction));
        let is_zero_or_given_up = |aim: &Aim| matches!(aim, Aim::ZeroOrGivenUp(_));
        given_up +=
            face.decided.iter().filter(|decision| is_zero_or_given_up(&decision.aim) && decision.value > 0).count();
    }
    assert!(feasible > 1_000 && given_up > 300 && refuted > 50, "{feasible} {given_up} {refuted}");
}

#[test]
fn a_face_stops_at_the_time_limit() {
    let mut program = Program::default();
    program.binary(&COLUMN, format_args!(""));
    let options = Options { time_limit: Some(Duration::ZERO), ..Options::default() };
    assert!(matches!(Face::new(program, &[], options.start()), Err(Halt::Limit)));
}

/// Rows that no matching has are refused, and not passed over.
#[test]
fn a_program_that_is_no_matching_is_refused() {
    let limits = Options::default().start();
    let binaries = || {
        let mut program = Program::default();
        let columns = ["x", "y", "z"].map(|name| program.binary(&COLUMN, format_args!("{name}")));
        let everybody = columns.map(|column| (column, 1)).to_vec();
        program.equal(&VERTEX, format_args!(""), everybody.clone(), 1);
        (program, everybody)
    };
    let is_refused = |program: Program| matches!(Face::new(program, &[], limits), Err(Halt::Failed(_)));
    let (program, everybody) = binaries();
    assert!(!is_refused(program));
    let rows: [&dyn Fn(&mut Program); 5] = [
        &|program| program.at_least(&ROW, format_args!("some"), everybody.clone(), 1),
        &|program| program.equal(&ROW, format_args!("two"), everybody.clone(), 2),
        &|program| program.at_most(&ROW, format_args!("weighed"), vec![(0, 1), (1, 2)], 2),
        // Two caps that share a column, and neither holds the other.
        &|program| {
            program.at_most(&ROW, format_args!("left"), vec![(0, 1), (1, 1)], 1);
            program.at_most(&ROW, format_args!("right"), vec![(1, 1), (2, 1)], 1);
        },
        // A column of three vertices.
        &|program| {
            ["one", "other"]
                .map(|name| program.equal(&ROW, format_args!("{name}"), vec![(0, 1)], 1))
                .into_iter()
                .collect()
        },
    ];
    for (number, add) in rows.into_iter().enumerate() {
        let (mut program, _) = binaries();
        add(&mut program);
        assert!(is_refused(program), "{number}");
    }
    let (mut program, _) = binaries();
    program.columns[0].upper = Some(2);
    assert!(is_refused(program));
}
