//! The figures of the course are what the program says. `UPDATE_README=1` draws them again.

use crate::support::files::load;
use crate::support::{program, state};
use itertools::Itertools;
use num_rational::Ratio;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use swiss_ilp::model::{Objective, PairModel};

fn run(arguments: &[&str]) -> String {
    let output = program::run(arguments, "");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", program::stderr(&output));
    program::stdout(&output)
}

/// The figure is that of the file, or is written into it.
fn hold(file: &str, figure: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/course").join(file);
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(path, figure).expect("a figure is writable");
    } else {
        let stored = fs::read_to_string(path).expect("a figure");
        assert!(stored == figure, "{file} is not what the program says; UPDATE_README=1 draws it again:\n{figure}");
    }
}

/// Where the players are: two triangles, and a line between them.
const PLACES: [(i32, i32); 6] = [(70, 110), (170, 110), (120, 190), (280, 190), (230, 110), (330, 110)];
const WEIGHTS: [&str; 7] = ["1-2", "1-3", "2-3", "3-4", "4-5", "4-6", "5-6"];

/// One half of the picture: lines with their texts, the boldest for what is 1 or played.
fn panel(
    out: &mut String,
    left: i32,
    title: &str,
    line: impl Fn(usize, usize) -> (f64, String),
    place: impl Fn(usize) -> String,
) {
    let at = |player: usize| (PLACES[player - 1].0 + left, PLACES[player - 1].1);
    let _ = writeln!(out, r#"<text x="{}" y="28" text-anchor="middle" font-weight="bold">{title}</text>"#, left + 200);
    for pair in WEIGHTS {
        let (one, other) = pair.split_once('-').expect("a pair");
        let [one, other] = [one, other].map(|player| player.parse::<usize>().expect("a number"));
        let ((x1, y1), (x2, y2), (part, text)) = (at(one), at(other), line(one, other));
        let (stroke, width) = if part == 0.0 { ("#aaa", 1.0) } else { ("#224466", 5.0 * part) };
        let dashes = if part == 0.0 { r#" stroke-dasharray="5 4""# } else { "" };
        let _ = writeln!(out, r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{stroke}" stroke-width="{width}"{dashes}/>"#);
        let up = if y1 == y2 { 10 } else { -4 };
        let aside = match (x2 - x1).signum() * (y2 - y1).signum() {
            0 => 0,
            side => -18 * side,
        };
        let (x, y) = (i32::midpoint(x1, x2) + aside, i32::midpoint(y1, y2) - up);
        let _ = writeln!(out, r##"<text x="{x}" y="{y}" text-anchor="middle" fill="#cc3311">{text}</text>"##);
    }
    for player in 1..=PLACES.len() {
        let (x, y) = at(player);
        let _ = writeln!(out, r##"<circle cx="{x}" cy="{y}" r="15" fill="#fff" stroke="#224466" stroke-width="2"/>"##);
        let _ = writeln!(out, r#"<text x="{x}" y="{}" text-anchor="middle">{player}</text>"#, y + 5);
        let down = if y < 150 { -24 } else { 34 };
        let _ = writeln!(
            out,
            r#"<text x="{x}" y="{}" text-anchor="middle" font-size="13">{}</text>"#,
            y + down,
            place(player)
        );
    }
}

/// What `solve` shows of a round.
fn shown(file: &str, views: &str) -> Value {
    serde_json::from_str(&run(&["solve", file, "--show", views, "--format", "json", "--quiet"])).expect("JSON")
}

/// Whether the pair is one half on an odd circle of the relaxation.
fn is_half(shown: &Value, a: usize, b: usize) -> bool {
    shown["relax"]["circles"].as_array().expect("circles").iter().any(|circle| {
        let circle: Vec<usize> = serde_json::from_value(circle.clone()).expect("seats");
        circle
            .iter()
            .zip(circle.iter().cycle().skip(1))
            .any(|(one, other)| [*one, *other] == [a, b] || [*other, *one] == [a, b])
    })
}

#[test]
fn the_triangles_have_the_halves_and_the_dual_values_of_the_program() {
    let shown = shown("docs/src/models/triangles.json", "relax,duals");
    let duals = &shown["duals"];
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let of_point = |a: usize, b: usize| if is_half(&shown, a, b) { "1/2" } else { "0" }.to_owned();
    let is_played = |a: usize, b: usize| {
        list(&shown["pairs"]).iter().any(|board| {
            let players = [&board["white"], &board["black"]].map(number);
            players == [a, b] || players == [b, a]
        })
    };
    let dual = |player: usize| {
        let seats = list(&duals["seats"]);
        let seat = seats.iter().find(|seat| number(&seat["seat"]) == player).expect("a player");
        format!("u = {}", seat["dual"].as_str().expect("a dual value").replace('-', "\u{2212}"))
    };
    let worth = |values: &Value| values[0].to_string().trim_matches('"').to_owned();

    let mut out = String::new();
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 290" font-family="sans-serif" font-size="15" fill="none">"#);
    out.push_str("\n<style>text { stroke: none } text:not([fill]) { fill: #222 }</style>\n<rect width=\"800\" height=\"290\" fill=\"#fff\"/>\n");
    let halves = |a: usize, b: usize| {
        let text = of_point(a, b);
        let part = match text.as_str() {
            "0" => 0.0,
            "1/2" => 0.5,
            _ => 1.0,
        };
        (part, text)
    };
    panel(&mut out, 0, &format!("the relaxation: {}", worth(&shown["relax"]["values"])), halves, |_| String::new());
    for set in list(&duals["odd_sets"]) {
        let members: Vec<(i32, i32)> = list(&set["seats"]).iter().map(|seat| PLACES[number(seat) - 1]).collect();
        let count = i32::try_from(members.len()).expect("few");
        let (x, y) = members.iter().fold((0, 0), |(x, y), (of, at)| (x + of, y + at));
        let (x, y) = (400 + x / count, y / count);
        let _ = writeln!(
            out,
            r##"<circle cx="{x}" cy="{y}" r="90" fill="#4477aa" fill-opacity="0.15" stroke="#4477aa"/>"##
        );
        let (dual, room) = (set["dual"].as_str().expect("a dual value"), number(&set["room"]));
        let _ =
            writeln!(out, r#"<text x="{x}" y="{}" text-anchor="middle">z = {dual}, room for {room}</text>"#, y + 118);
    }
    let played = |a: usize, b: usize| (if is_played(a, b) { 1.0 } else { 0.0 }, String::new());
    panel(&mut out, 400, &format!("the best pairing: {}", worth(&shown["values"])), played, dual);
    let bound = duals["bound"].as_str().expect("a bound");
    let _ =
        writeln!(out, r#"<text x="600" y="278" text-anchor="middle">the bound of all u and z: {bound} tenths</text>"#);
    out.push_str("</svg>\n");
    hold("triangles.svg", &out);
}

type Corner = [Ratio<i64>; 3];

/// A flat side of a body: of all points `x`, `normal * x <= most`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Side {
    normal: [i64; 3],
    most: i64,
}

impl Side {
    fn of(&self, point: &Corner) -> Ratio<i64> {
        self.normal.iter().zip(point).map(|(factor, x)| x * factor).sum()
    }

    fn holds(&self, point: &Corner) -> bool {
        self.of(point) == Ratio::from(self.most)
    }
}

fn cross(one: [i64; 3], other: [i64; 3]) -> [i64; 3] {
    let at = |i: usize, j: usize| one[i] * other[j] - one[j] * other[i];
    [at(1, 2), at(2, 0), at(0, 1)]
}

fn dot(one: [i64; 3], other: [i64; 3]) -> i64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The corners of the body with these sides: where three of them meet, and all others are kept.
fn corners(sides: &[Side]) -> Vec<Corner> {
    let meet = |three: [&Side; 3]| -> Option<Corner> {
        let [a, b, c] = three;
        let volume = dot(a.normal, cross(b.normal, c.normal));
        let parts = [
            (a.most, cross(b.normal, c.normal)),
            (b.most, cross(c.normal, a.normal)),
            (c.most, cross(a.normal, b.normal)),
        ];
        let along = |k: usize| parts.iter().map(|(most, normal)| most * normal[k]).sum::<i64>();
        (volume != 0).then(|| [0, 1, 2].map(|k| Ratio::new(along(k), volume)))
    };
    let met = sides.iter().array_combinations().filter_map(meet);
    let kept = met.filter(|point| sides.iter().all(|side| side.of(point) <= Ratio::from(side.most)));
    kept.sorted().dedup().collect()
}

/// From where a body is looked at.
const TURN: f64 = 54.0;
const TILT: f64 = 27.0;
const SCALE: f64 = 200.0;

/// Where a point is in the picture.
fn flat(point: &Corner, left: f64) -> (f64, f64) {
    let [x, y, z] = point.map(|x| *x.numer() as f64 / *x.denom() as f64);
    let (turn, tilt) = (TURN.to_radians(), TILT.to_radians());
    let depth = x * turn.cos() + y * turn.sin();
    (left + SCALE * (y * turn.cos() - x * turn.sin()), 245.0 - SCALE * (z * tilt.cos() - depth * tilt.sin()))
}

/// How much a side is turned to `direction`: 1 if it faces it.
fn facing(side: &Side, direction: [f64; 3]) -> f64 {
    let length = |of: [f64; 3]| of.iter().map(|x| x * x).sum::<f64>().sqrt();
    let normal = side.normal.map(|x| x as f64);
    normal.iter().zip(direction).map(|(a, b)| a * b).sum::<f64>() / length(normal) / length(direction)
}

/// One body: its sides towards the eye, its edges, dashed if they are behind, and its corners with their names.
fn body(out: &mut String, left: f64, title: &str, sides: &[Side], names: &[String]) -> usize {
    let (turn, tilt) = (TURN.to_radians(), TILT.to_radians());
    let eye = [turn.cos() * tilt.cos(), turn.sin() * tilt.cos(), tilt.sin()];
    let corners = corners(sides);
    let of_side = |side: &Side| corners.iter().filter(|corner| side.holds(corner)).collect::<Vec<_>>();
    let seen: Vec<&Side> = sides.iter().filter(|side| of_side(side).len() > 2 && facing(side, eye) > 0.0).collect();
    let _ = writeln!(out, r#"<text x="{}" y="28" text-anchor="middle" font-weight="bold">{title}</text>"#, left - 40.0);
    let path = |points: &[&Corner]| {
        points.iter().map(|point| flat(point, left)).map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ")
    };
    let mut lines = [String::new(), String::new()];
    for [one, other] in corners.iter().array_combinations() {
        let common: Vec<&Side> = sides.iter().filter(|side| side.holds(one) && side.holds(other)).collect();
        // An edge is on two sides that meet in a line.
        if !common.iter().array_combinations().any(|[a, b]| cross(a.normal, b.normal) != [0; 3]) {
            continue;
        }
        let is_seen = common.iter().any(|side| seen.contains(side));
        let stroke = if is_seen {
            r##"stroke="#224466" stroke-width="2""##
        } else {
            r##"stroke="#999" stroke-dasharray="5 4""##
        };
        let _ = writeln!(lines[usize::from(is_seen)], r#"<polyline points="{}" {stroke}/>"#, path(&[one, other]));
    }
    out.push_str(&lines[0]);
    for side in &seen {
        let mut around = of_side(side);
        let middle = around.iter().map(|corner| flat(corner, left)).fold((0.0, 0.0), |(x, y), at| (x + at.0, y + at.1));
        let (x, y) = (middle.0 / around.len() as f64, middle.1 / around.len() as f64);
        let angle = |corner: &Corner| (flat(corner, left).1 - y).atan2(flat(corner, left).0 - x);
        around.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        let shade = 0.08 + 0.6 * (1.0 - facing(side, [0.2, 0.9, 0.4]));
        let _ = writeln!(out, r##"<polygon points="{}" fill="#4477aa" fill-opacity="{shade:.2}"/>"##, path(&around));
    }
    out.push_str(&lines[1]);
    let mut fractional = 0;
    for corner in &corners {
        let (x, y) = flat(corner, left);
        let ones: Vec<usize> = (0..3).filter(|k| corner[*k] == Ratio::from(1)).collect();
        let is_whole = corner.iter().all(Ratio::is_integer);
        fractional += usize::from(!is_whole);
        let (colour, anchor, right, down, text) = match ones[..] {
            _ if !is_whole => {
                assert!(corner.iter().all_equal(), "{corner:?}");
                ("#cc3311", "end", -10.0, -8.0, format!("all {}", corner[0]))
            }
            [] => ("#999", "middle", 0.0, 24.0, "no board".to_owned()),
            [one] => ("#224466", "middle", 0.0, if y < 245.0 { -16.0 } else { 28.0 }, format!("{} = 1", names[one])),
            _ => panic!("three players make two boards: {corner:?}"),
        };
        let _ = writeln!(out, r#"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="{colour}"/>"#);
        let (x, y) = (x + right, y + down);
        let _ = writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#);
    }
    fractional
}

/// The rows of the program of a round leave three of its players a body, and the first odd set of `--show cuts` cuts off a corner of it.
#[test]
fn the_corner_of_halves_is_that_of_the_rows_and_cut_off_by_the_odd_set() {
    const ROUND: &str = "instances/teaching-triangle.json";
    let state = state(&load(Path::new(ROUND)).tournament);
    let objective = Objective::load("pairs").expect("a model");
    let program = PairModel::new(&state, &objective).program();
    let shown = shown(ROUND, "relax,cuts");
    let set: Vec<usize> = serde_json::from_value(shown["cuts"][0]["odd_sets"][0].clone()).expect("an odd set");
    let pairs: Vec<[usize; 2]> = set.iter().copied().array_combinations().collect();
    let names: Vec<String> = pairs.iter().map(|[one, other]| format!("x_{one}_{other}")).collect();
    assert_eq!(names.len(), 3, "{set:?}");
    let column_of = |name: &String| program.columns.iter().position(|column| column.name == *name).expect("a column");
    let columns: Vec<usize> = names.iter().map(column_of).collect();
    let mut sides = Vec::new();
    for row in &program.rows {
        let factor =
            |column: usize| row.coefficients.iter().filter(|(at, _)| *at == column).map(|(_, factor)| factor).sum();
        let normal: [i64; 3] = std::array::from_fn(|k| factor(columns[k]));
        if normal != [0; 3] {
            // The player may also meet somebody else, so the three variables have at most what the row says.
            assert!(
                row.coefficients.iter().any(|(column, factor)| !columns.contains(column) && *factor > 0),
                "{}",
                row.name
            );
            sides.push(Side { normal, most: row.upper.expect("a bound") });
        }
    }
    sides.extend((0..3).map(|k| Side { normal: std::array::from_fn(|at| -i64::from(at == k)), most: 0 }));
    // The point of the relaxation is the corner that is not whole.
    let point: Vec<Ratio<i64>> =
        pairs.iter().map(|[one, other]| Ratio::new(i64::from(is_half(&shown, *one, *other)), 2)).collect();
    assert!(corners(&sides).iter().any(|corner| corner[..] == point[..]), "{point:?}");
    let room = (set.len() as i64 - 1) / 2;
    let cut = Side { normal: [1; 3], most: room };

    let mut out = String::new();
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" font-family="sans-serif" font-size="15" fill="none">"#);
    out.push_str(
        "\n<style>text { fill: #222; stroke: none }</style>\n<rect width=\"800\" height=\"400\" fill=\"#fff\"/>\n",
    );
    assert_eq!(body(&mut out, 245.0, "the rows of the players", &sides, &names), 1);
    let title = format!("and {} &#8804; {room}", names.join(" + "));
    assert_eq!(body(&mut out, 610.0, &title, &[&sides[..], &[cut]].concat(), &names), 0);
    out.push_str("</svg>\n");
    hold("corner.svg", &out);
}
