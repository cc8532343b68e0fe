//! What `simulate` writes for others to compute with, what is compared with what, when a run ends by its precision, and the
//! figures.

use crate::lab::experiments::files as files_of;
use crate::lab::own_metrics::written;
use crate::support::prelude::*;
use approx::assert_relative_eq;
use swiss_ilp::questions::simulate::{difference, holm};

fn table(path: &str) -> Vec<Cells> {
    rows_of(&fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

fn number(row: &Cells, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

/// The rows of each arm and event.
fn by_event(rows: Vec<Cells>) -> BTreeMap<(String, String), Vec<Cells>> {
    let mut found: BTreeMap<_, Vec<Cells>> = BTreeMap::new();
    for row in rows {
        found.entry((row.get("arm").cloned().unwrap_or_default(), row["event"].clone())).or_default().push(row);
    }
    found
}

/// All arms at once, with the strengths that `players.csv` has.
#[test]
fn all_arms_are_generated_with_the_strengths() {
    let path = written("simulated-generate", "");
    let (out, simulated) = (format!("{path}-out"), format!("{path}-simulated"));
    let generate = ["simulate", &path, "--write", &out, "--events", "3", "--all-arms", "--to", "json"];
    let done = ended(&generate, "", 0, "");
    assert!(stdout(&done).contains(&format!("3 tournaments of fair in {out}/fair")), "{}", stdout(&done));
    assert_eq!(code(&["simulate", &path, "--out", &simulated, "--events", "3"], ""), 0);
    let players = by_event(table(&format!("{simulated}/players.csv")));
    for (arm, event) in ["rules", "fair"].into_iter().flat_map(|arm| (1..=3).map(move |event| (arm, event))) {
        let bytes = fs::read(format!("{out}/{arm}/event-0000{event}.json")).expect("a tournament");
        let tournament = files::read(&bytes).expect("sound").tournament;
        for (player, row) in tournament.players.iter().zip(&players[&(String::new(), event.to_string())]) {
            let Some(Cell::Number(strength)) = player.attributes.get("strength") else { panic!("a strength") };
            let strength = *strength.numer() as f64 / *strength.denom() as f64;
            assert_relative_eq!(strength, number(row, "strength"), epsilon = 0.000_500_001);
        }
    }
    assert_eq!(code(&[&generate[..6], &["--all-arms", "--arm", "fair"]].concat(), ""), 3);
}

const THIRD: &str = "[[arm]]\nname = 'pairs'\nmodel = 'pairs'\n";

/// Means and p-values of all pairs are those of the three baselines; Holm's adjustment is computed again.
#[test]
fn every_arm_is_a_baseline_and_all_pairs_are_compared() {
    let path = written("simulated-baselines", THIRD);
    let text = fs::read_to_string(&path).expect("an experiment");
    let simulate = |key: &str| {
        fs::write(&path, text.replace("[field]", &format!("{key}\n[field]"))).expect("written");
        let out = format!("{path}-out");
        let done = ended(&["simulate", &path, "--out", &out, "--events", "40", "--force"], "", 0, "");
        (table(&format!("{out}/differences.csv")), stdout(&done))
    };
    let (pairs, said) = simulate("compare = 'all-pairs'");
    let both = ["Differences of all pairs in the same events", "Holm's procedure over 3 comparisons"];
    assert!(both.iter().all(|words| said.contains(words)), "{said}");
    let metrics: BTreeSet<&str> = pairs.iter().map(|row| row["metric"].as_str()).collect();
    assert_eq!(pairs.len(), 3 * metrics.len());
    for base in ["rules", "fair", "pairs"] {
        let (from, said) = simulate(&format!("baseline = '{base}'"));
        assert!(said.contains(&format!("Differences from {base} in the same events")), "{said}");
        for row in &from {
            assert!(row["baseline"] == base && row["arm"] != base);
            let same = |other: &&Cells| {
                let of = |row: &Cells| BTreeSet::from([row["arm"].clone(), row["baseline"].clone()]);
                other["metric"] == row["metric"] && of(other) == of(row)
            };
            let other = pairs.iter().find(same).expect("the pair");
            let sign = if other["arm"] == row["arm"] { 1.0 } else { -1.0 };
            assert_relative_eq!(number(row, "mean"), sign * number(other, "mean"), epsilon = 1e-12);
            assert_eq!((&row["p"], &row["n"]), (&other["p"], &other["n"]));
        }
    }
    let mut changed = 0;
    for metric in metrics {
        let of_metric: Vec<&Cells> =
            pairs.iter().filter(|row| row["metric"] == metric && !row["p"].is_empty()).collect();
        let p: Vec<f64> = of_metric.iter().map(|row| number(row, "p")).collect();
        for row in of_metric {
            let own = number(row, "p");
            // By definition: the greatest of what the smaller ones and this one are multiplied to.
            let smaller = p.iter().filter(|other| **other <= own);
            let at_least = |one: f64| p.iter().filter(|other| **other >= one).count() as f64;
            let expected = smaller.map(|one| (one * at_least(*one)).min(1.0)).fold(0.0, f64::max);
            assert_relative_eq!(number(row, "p_holm"), expected, epsilon = 1e-9);
            changed += usize::from(row["p"] != row["p_holm"]);
        }
    }
    assert!(changed > 5, "{changed}");
    for (key, what) in [
        ("baseline = 'rule'", "did you mean 'rules'?"),
        ("baseline = 'rules'\ncompare = 'all-pairs'", "no arm is the baseline"),
        ("compare = 'none'", "\"all-pairs\""),
    ] {
        fs::write(&path, text.replace("[field]", &format!("{key}\n[field]"))).expect("written");
        ended(&["simulate", &path, "--out", &format!("{path}-none")], "", 5, what);
    }
}

/// For 4 degrees of freedom Student's t has a closed form, and for 1 it is Cauchy's distribution.
#[test]
fn p_values_are_those_of_the_closed_forms() {
    let of = |values: &[f64]| difference(values.iter().map(|value| (Some(*value), Some(0.0)))).expect("values");
    let t = 18_f64.sqrt();
    let scaled = t * t / 4.0;
    let tail = 0.5 - 0.375 * (t / (1.0 + scaled).sqrt()) * (1.0 - t * t / (1.0 + scaled) / 12.0);
    assert_relative_eq!(of(&[1.0, 2.0, 3.0, 4.0, 5.0]).p.expect("p"), 2.0 * tail, epsilon = 1e-6);
    let t: f64 = 3.0;
    let expected = 2.0 * (0.5 - t.atan() / std::f64::consts::PI);
    assert_relative_eq!(of(&[1.0, 2.0]).p.expect("p"), expected, epsilon = 1e-6);
    // Nothing varies, but for the last bits: nothing is known of how far the differences are apart.
    for values in [&[2.0, 2.0][..], &[0.0, 0.0], &[1.0], &[0.1 + 0.2, 0.3, 0.3]] {
        let found = of(values);
        assert_eq!((found.p, found.interval, found.n), (None, None, values.len()), "{values:?}");
    }
    assert_eq!(holm(&[Some(0.5), Some(0.02)]), [Some(0.5), Some(0.04)]);
    assert_eq!(holm(&[]), []);
}

/// The run ends after the first hundreds that are enough, with the rows of a run of so many events.
#[test]
fn a_run_ends_when_it_is_precise_whatever_the_threads() {
    let path = written("simulated-precision", "");
    let simulate = |out: &str, more: &[&str]| {
        let out = format!("{path}-{out}");
        let done = run(&[&["simulate", &path, "--out", &out, "--format", "json"], more].concat(), "");
        (done.status.code(), out, done)
    };
    let mut all = Vec::new();
    for jobs in ["1", "3"] {
        let more =
            ["--until-se", "kendall=0.02", "--until-se", "floats=0.35", "--events", "5000", "--jobs", jobs, "--force"];
        let (exit, out, done) = simulate(jobs, &more);
        assert_eq!(exit, Some(0), "{}", stderr(&done));
        let record = json(&done);
        let events = record["events"].as_u64().expect("a number");
        assert!(events.is_multiple_of(100) && events > 100 && events < 5000, "{events}");
        let reached = record["precision"].as_array().expect("a list").iter().map(|one| one["reached"] == true);
        assert_eq!(reached.collect::<Vec<_>>(), [true, true]);
        let se = |arm: usize, metric: usize| {
            record["arms"][arm]["metrics"][metric]["mean"]["se"].as_f64().expect("an error")
        };
        assert!((0..2).all(|arm| se(arm, 0) <= 0.02));
        let files = files_of(&out);
        let manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
        assert_eq!(manifest["events"], events);
        all.push((events, files));
    }
    assert!(all[0] == all[1]);
    let events = all[0].0;
    let (exit, out, _) = simulate("plain", &["--events", &events.to_string(), "--force"]);
    assert_eq!(exit, Some(0));
    let plain = files_of(&out);
    for name in ["events.csv", "players.csv", "summary.csv", "differences.csv", "manifest.json"] {
        assert!(plain[name] == all[0].1[name], "{name}");
    }
    // The hundred before was not enough.
    let before = (events - 100).to_string();
    let precise = ["--until-se", "kendall=0.02", "--until-se", "floats=0.35"];
    let (exit, _, done) = simulate("before", &[&precise[..], &["--events", &before, "--force"]].concat());
    assert_eq!(exit, Some(4), "{}", stderr(&done));
    assert!(stderr(&done).contains("do not bring the standard error down to"), "{}", stderr(&done));
    for (wrong, what) in
        [("kendal=0.1", "did you mean 'kendall'?"), ("kendall", "kendall=0.001"), ("kendall=0", "above 0")]
    {
        let (exit, _, done) = simulate("none", &["--until-se", wrong]);
        assert!(exit == Some(3) && stderr(&done).contains(what), "{wrong}: {}", stderr(&done));
    }
}
