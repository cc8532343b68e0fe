//! What a page says of every pair, as enumeration of all legal pairings finds it, and what it embeds.

use crate::support::program::run;
use crate::support::reference::legal_pairings;
use crate::support::rounds::{best_with, minus, pairing, random_round, seats};
use std::fs;
use swiss_ilp::formats;
use swiss_ilp::model::Objective;
use swiss_ilp::questions::explain::{ExplainPage, page};
use swiss_ilp::questions::explain::{MOST_PAIRS, PairStanding, Picture, SeenPair};
use swiss_ilp::questions::why::{Answer, WhyStatus};
use swiss_ilp::solve::{Options, Termination};
use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};

#[test]
fn the_answer_for_every_pair_is_that_of_enumeration() {
    let (mut priced, mut barred, mut without, mut unknown) = (0, 0, 0, 0);
    for seed in 0..400 {
        let (state, spec) = random_round(seed);
        let legal = legal_pairings(&state, &spec);
        let best = legal.iter().map(|(values, _)| values).max();
        let seen = Picture::new("", &state, &spec, Options::default()).expect("a picture");
        if seen.answer.termination != Termination::Optimal {
            assert!(matches!(seen.answer.termination, Termination::Infeasible(_)), "seed {seed}");
            continue;
        }
        let pairing = pairing(&seen.answer.boards);
        let pairs = seen.pairs.expect("few players");
        let seats = seats(&state);
        assert_eq!(pairs.len(), seats.len() * seats.len().saturating_sub(1) / 2);
        for pair in pairs {
            let [one, other] = pair.seats;
            let expected = best_with(&legal, one, other).map(|(values, _)| minus(values, best.expect("a pairing")));
            let context = format!("seed {seed}: {one} and {other}");
            match pair.asked {
                PairStanding::Paired => assert_eq!(pairing.partner(one), Some(other), "{context}"),
                PairStanding::Price(price) => {
                    assert_eq!(Some(price), expected, "{context}");
                    priced += 1;
                }
                PairStanding::NoRound => {
                    assert_eq!(expected, None, "{context}");
                    without += 1;
                }
                PairStanding::Unknown => {
                    assert!(spec.has_caps(), "{context}");
                    unknown += 1;
                }
                PairStanding::Barred(bars) => {
                    let answer = Answer::by_model("", &state, &spec, [one, other], None, Options::default());
                    let answer = answer.expect("an answer");
                    assert_eq!((answer.status, answer.rules), (WhyStatus::Forbidden, bars), "{context}");
                    barred += 1;
                }
            }
        }
    }
    assert!(priced > 500 && barred > 1_000 && without > 10 && unknown > 10, "{priced} {barred} {without} {unknown}");
}

/// The page of the next round of a tournament by `pairs`, and the record that is embedded in it.
fn page_of(tournament: &Tournament) -> (String, serde_json::Value) {
    let state = RoundState::new(tournament, RoundRequest::default()).expect("a round");
    let spec = Objective::load("pairs").expect("a model");
    let seen = Picture::new(&tournament.name, &state, &spec, Options::default()).expect("a picture");
    let html = page(&ExplainPage::new(&state, &spec, seen));
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end");
    let record = serde_json::from_str(data).expect("JSON");
    (html, record)
}

fn named(names: &[&str]) -> Tournament {
    let players = names.iter().zip(1..).map(|(name, id)| Player { name: (*name).into(), ..Player::new(PlayerId(id)) });
    Tournament { name: names.join(", "), players: players.collect(), ..Tournament::default() }
}

#[test]
fn no_name_is_markup() {
    let names = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><bdo>", "<!--"];
    let (html, record) = page_of(&named(&names));
    for name in names {
        assert!(!html.contains(name), "{name}");
    }
    assert_eq!(record["players"][0]["name"], names[0]);
    assert_eq!(html.matches("</script>").count(), 2);
}

#[test]
fn the_proof_of_a_page_is_in_the_unit_of_its_values() {
    let mut seen = 0;
    for entry in fs::read_dir("instances").expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let Ok(read) = formats::read(&fs::read(&path).expect("a file")) else { continue };
        if read.tournament.rounds.is_empty() {
            continue;
        }
        let (html, record) = page_of(&read.tournament);
        let Some(bound) = record["duals"]["bound"].as_str() else { continue };
        let value = &record["explain"]["objective"][0]["value"];
        // The record has the unit of the tier, a tenth; the page has the value's.
        assert_eq!(bound.parse::<f64>().ok(), value.as_f64().map(|value| (value * 10.0).round()), "{}", path.display());
        assert!(html.contains(&format!("The sum is <b class=\"number\">{value}</b>")), "{}", path.display());
        for row in record["duals"]["seats"].as_array().expect("seats") {
            let dual = row["dual"].as_str().and_then(|dual| dual.parse::<f64>().ok()).expect("a number") / 10.0;
            assert!(html.contains(&format!("<td class=\"n\">{dual}</td>")), "{}: {dual}", path.display());
        }
        seen += 1;
    }
    assert!(seen > 10, "{seen} rounds");
}

#[test]
fn a_page_embeds_the_record_of_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let html = folder.path().join("page.html");
    let run = |arguments: &[&str]| run(&[&["explain", "instances/teaching-8.json"], arguments].concat(), "");
    let path = html.to_str().expect("a path");
    let written = run(&["--format", "json", "--html", path]);
    assert!(written.status.success());
    assert_eq!(written.stdout, run(&["--format", "json"]).stdout, "--html changes nothing of the record");
    let text = fs::read_to_string(&html).expect("a page");
    assert!(text.contains(String::from_utf8(written.stdout).expect("text").trim_end()));
    // A file is not replaced unasked, and nothing is done by halves.
    assert_eq!(run(&["--html", path]).status.code(), Some(3));
    assert_eq!(run(&["--html", path, "--force"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&html).expect("a page"), text, "the same bytes");
    assert_eq!(run(&["--html", "no/such/folder.html"]).status.code(), Some(3));
    assert_eq!(run(&["--html", "-"]).status.code(), Some(3));
    let model = folder.path().join("model.toml");
    fs::copy("models/fair.toml", &model).expect("a copy");
    let model = model.to_str().expect("a path");
    assert_eq!(run(&["--model", model, "--html", model, "--force"]).status.code(), Some(3), "an input is kept");
    assert!(fs::read(model).expect("the model") == fs::read("models/fair.toml").expect("the model"));
    assert_eq!(run(&["--html", path, "--force", "--board", "1"]).status.code(), Some(3));
}

#[test]
fn a_page_without_its_proof_or_an_answer_ends_with_the_limit() {
    let tournament =
        formats::read(&fs::read("instances/graz-open-2026-a.trf").expect("a file")).expect("sound").tournament;
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("a round");
    let spec = Objective::load("pairs").expect("a model");
    for milliseconds in [20, 60, 120, 250, 500, 1_000, 2_000] {
        let time_limit = Some(std::time::Duration::from_millis(milliseconds));
        let seen = Picture::new("", &state, &spec, Options { time_limit, ..Options::default() }).expect("a picture");
        let is_known = |pairs: &Vec<_>| pairs.iter().all(|pair: &SeenPair| pair.asked != PairStanding::Unknown);
        let is_whole = seen.duals.is_some() && seen.pairs.as_ref().is_some_and(is_known);
        assert_eq!(is_whole, seen.answer.termination.limit().is_none(), "{milliseconds} ms");
    }
}

#[test]
fn rounds_of_any_size_have_a_page_below_a_megabyte() {
    for players in [0, 1, 2, 3, 317] {
        let names: Vec<String> = (1..=players).map(|number| format!("Player {number}")).collect();
        let (html, record) = page_of(&named(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        assert!(html.len() < 1_000_000, "{players} players: {} bytes", html.len());
        let pairs = names.len().div_ceil(2) * 2;
        assert_eq!(record["answers"].is_null(), pairs * pairs.saturating_sub(1) / 2 > MOST_PAIRS);
    }
    let file = fs::read("instances/graz-open-2026-a.trf").expect("a file");
    let (html, record) = page_of(&formats::read(&file).expect("a sound file").tournament);
    assert!(html.len() < 1_000_000 && !record["answers"].is_null());
}
