//! The figures of the course are what the program says. `UPDATE_README=1` draws them again.

use crate::support::program;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

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

/// The picture of the page, alone.
#[test]
fn the_tree_is_that_of_the_page() {
    let page = format!("{}/figure-tree.html", env!("CARGO_TARGET_TMPDIR"));
    let model = "docs/src/course/one-floater.toml";
    run(&["solve", "instances/teaching-cap.json", "--model", model, "--tree", "--html", &page, "--force"]);
    let page = fs::read_to_string(page).expect("a page");
    let from = page.find("<svg class=\"tree\"").expect("a picture");
    let to = page[from..].find("</svg>").expect("its end") + "</svg>".len();
    hold("tree.svg", &format!("{}\n", &page[from..from + to]));
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

#[test]
fn the_triangles_have_the_halves_and_the_dual_values_of_the_program() {
    let asked = |option: &str| -> Value {
        let said = run(&["solve", "docs/src/models/triangles.json", option, "--format", "json", "--quiet"]);
        serde_json::from_str(&said).expect("JSON")
    };
    let (relaxed, duals) = (asked("--relax"), asked("--duals"));
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let of_point = |a: usize, b: usize| {
        let name = format!("x_{a}_{b}");
        let variable = list(&relaxed["point"]).into_iter().find(|variable| variable["variable"] == *name);
        variable.map_or("0".to_owned(), |variable| variable["value"].to_string().trim_matches('"').to_owned())
    };
    let is_played = |a: usize, b: usize| {
        list(&relaxed["pairs"]).iter().any(|board| {
            let players = [&board["white"], &board["black"]].map(number);
            players == [a, b] || players == [b, a]
        })
    };
    let dual = |player: usize| {
        let seats = list(&duals["seats"]);
        let seat = seats.iter().find(|seat| number(&seat["seat"]) == player).expect("a player");
        format!("u = {}", seat["dual"].as_str().expect("a dual value").replace('-', "\u{2212}"))
    };
    let tier = &relaxed["tiers"][0];
    let worth = |name: &str| tier[name].to_string().trim_matches('"').to_owned();

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
    panel(&mut out, 0, &format!("the relaxation: {}", worth("relaxation")), halves, |_| String::new());
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
    panel(&mut out, 400, &format!("the best pairing: {}", worth("optimum")), played, dual);
    let bound = duals["bound"].as_str().expect("a bound");
    let _ =
        writeln!(out, r#"<text x="600" y="278" text-anchor="middle">the bound of all u and z: {bound} tenths</text>"#);
    out.push_str("</svg>\n");
    hold("triangles.svg", &out);
}
