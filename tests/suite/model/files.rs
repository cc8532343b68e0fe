//! Model files: every key has an effect or is refused, and every refusal names its place in the file.

use crate::support::prelude::*;
use Effect::{Paired, Refused, Shown};
use num_rational::Ratio;
use swiss_ilp::model::{ExactValue, MOST_WEIGHT, ModelError, Tier, Unit, Weight, Weighted, values};
use swiss_ilp::questions::report::{Format, ModelReport, Render};
use swiss_ilp::solve::{self, Options as SolveOptions};

fn text(name: &str) -> String {
    fs::read_to_string(format!("{}/models/{name}.toml", env!("CARGO_MANIFEST_DIR"))).expect(name)
}

/// A copy of the built-in model `name` with the first `from` replaced by `to`.
fn edited(name: &str, from: &str, to: &str) -> Result<Model, ModelError> {
    let text = text(name);
    assert!(text.contains(from), "{name} has no {from:?}");
    Model::parse("mine.toml", &text.replacen(from, to, 1))
}

/// The place of the error in a file, as `line:column`, and its message.
fn fault(model: Result<Model, ModelError>) -> Option<(String, String)> {
    match model {
        Err(ModelError::Wrong { path, fault }) if path == "mine.toml" => Some((fault.at.to_string(), fault.what)),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

/// Asserts that the copy is refused at this place, with these words.
fn is_refused(name: &str, from: &str, to: &str, at: &str, words: &str) -> bool {
    let found = fault(edited(name, from, to));
    let is_right = found.as_ref().is_some_and(|(place, what)| place == at && what.contains(words));
    if !is_right {
        println!("{name}, {from:?} -> {to:?}: not {at}, {words:?} but {found:?}");
    }
    is_right
}

/// The effect of an edit of a key.
enum Effect {
    /// `swiss-ilp model` shows it.
    Shown,
    /// At least one random round is paired otherwise.
    Paired,
    /// The file is refused here, with these words.
    Refused(&'static str, &'static str),
}

const TIER: &str = r#"[[tier]]
name = "scores"
terms = [{ term = "score-difference", weight = -1 }, { term = "bye-score", weight = -1 }]

"#;
/// For every key of an objective, an edit of a built-in model and its effect. The keys are grouped by their table.
#[rustfmt::skip]
const EFFECTS: [(&str, &str, &str, &str, &str, Effect); 18] = [
    ("objective", "kind", "pairs", "\"objective\"", "\"system\"", Refused("1:8", "there is no kind 'system'")),
    ("objective", "name", "pairs", "\"pairs\"", "\"mine\"", Shown),
    ("objective", "summary", "pairs", "The default", "My own", Shown),
    ("objective", "formulation", "pairs", "formulation = \"pairs\"", "formulation = \"slots\"", Shown),
    ("objective", "objective-of", "slots-ordered", "objective-of = \"pairs\"", "objective-of = \"fair\"", Paired),
    ("objective", "hard", "pairs", "\"no-rematch\", ", "", Paired),
    ("objective", "relax", "pairs", "[[tier]]", "relax = [\"no-rematch\"]\n[[tier]]", Shown),
    ("objective", "tier", "fair", TIER, "", Paired),
    ("objective", "side", "pairs", "[[tier]]", "[side]\nmax-downfloats = 0\n[[tier]]", Paired),
    ("objective", "define", "pairs", "[[tier]]", "[[define]]\nname = \"x\"\nforbid = \"a.score == b.score\"\n[[tier]]", Paired),
    ("objective.tier", "name", "fair", "\"scores\"", "\"points\"", Shown),
    ("objective.tier", "terms", "fair", ", { term = \"bye-score\", weight = -1 }", "", Paired),
    ("objective.terms", "term", "fair", "\"colour-difference\"", "\"alternation-denied\"", Paired),
    ("objective.terms", "weight", "pairs", "weight = -4", "weight = 4", Paired),
    ("objective.side", "max-downfloats", "pairs", "[[tier]]", "[side]\nmax-downfloats = 1\n[[tier]]", Paired),
    ("objective.side", "max-same-federation", "fair", "[[tier]]", "[side]\nmax-same-federation = 0\n[[tier]]", Paired),
    ("objective.side", "forced", "pairs", "[[tier]]", "[side]\nforced = [[1, 2]]\n[[tier]]", Paired),
    ("objective.side", "forbidden", "pairs", "[[tier]]", "[side]\nforbidden = [[1, 2]]\n[[tier]]", Paired),
];

/// An unknown key in every table, and the keys that the message then lists.
fn known_keys() -> BTreeSet<(&'static str, String)> {
    let probes = [
        ("objective", "pairs", "formulation ="),
        ("objective.tier", "pairs", "name = \"formulation\""),
        ("objective.terms", "fair", "term = \"fold"),
        ("objective.side", "pairs", "[[tier]]"),
    ];
    let mut known = BTreeSet::new();
    for (table, model, before) in probes {
        let unknown = match table {
            "objective.terms" => format!("unknown = 1, {before}"),
            "objective.side" => format!("[side]\nunknown = 1\n{before}"),
            _ => format!("unknown = 1\n{before}"),
        };
        let (_, what) = fault(edited(model, before, &unknown)).expect("unknown keys are refused");
        let (unknown, expected) = what.split_once("expected").expect("what is known");
        assert!(unknown.contains("unknown field `unknown`"), "{what}");
        known.extend(expected.split('`').skip(1).step_by(2).map(|key| (table, key.to_owned())));
    }
    known
}

fn shown(model: &Model) -> String {
    let mut table = Vec::new();
    ModelReport::new(model.clone(), false).render(Format::Table, &mut table).expect("written");
    String::from_utf8(table).expect("UTF-8")
}

/// How a random round is paired by the model.
fn solved(model: &Model, seed: u64) -> Option<Pairing> {
    match model {
        Model::Objective(spec) => {
            let state = random_state(seed, &Options { players: 4..=7, rounds: 1..=3 });
            match solve::solve(&state, spec, SolveOptions::default()) {
                Ok(solution) => solution.incumbent.map(|best| best.pairing),
                Err(solve::SolveError::Request(_)) => None,
                Err(error) => panic!("{error}"),
            }
        }
        Model::System(_) | Model::AsWritten(_) => None,
    }
}

#[test]
fn every_key_has_an_effect_or_is_refused() {
    let edited_keys: BTreeSet<_> = EFFECTS.iter().map(|(table, key, ..)| (*table, (*key).to_owned())).collect();
    assert_eq!(edited_keys, known_keys());
    let mut without_effect = Vec::new();
    for (table, key, name, from, to, effect) in &EFFECTS {
        let whole = Model::load(name).expect("a built-in model");
        let edited = || edited(name, from, to).unwrap_or_else(|error| panic!("{table} {key}: {error}"));
        let mut rounds = (0..200).map(|seed| (solved(&whole, seed), solved(&edited(), seed)));
        let has_effect = match effect {
            Shown => shown(&whole) != shown(&edited()),
            Paired => rounds.any(|(whole, edited)| whole != edited),
            Refused(at, words) => is_refused(name, from, to, at, words),
        };
        if !has_effect {
            without_effect.push((table, key));
        }
    }
    assert_eq!(without_effect, []);
}

/// The edit of a built-in model, where it is refused, and words of the message.
#[rustfmt::skip]
const REFUSALS: &[(&str, &str, &str, &str, &str)] = &[
    // Keys and values that do not exist.
    ("pairs", "kind = \"objective\"\n", "", "1:1", "write kind = \"objective\" for tiers of weighted terms, or kind = \"as-written\""),
    ("pairs", "kind = \"objective\"", "kind = \"federation\"", "1:8", "there is no kind 'federation'; write kind = \"objective\""),
    ("pairs", "kind = \"objective\"", "kind = 1", "1:8", "expected a string"),
    ("pairs", "summary", "sumary", "3:1", "unknown field `sumary`, expected one of `kind`"),
    ("pairs", "[[tier]]", "[[tear]]", "7:3", "unknown field `tear`"),
    ("pairs", "kind", "edition = \"tcec\"\nkind", "1:1", "unknown field `edition`"),
    ("pairs", "name = \"pairs\"", "name = \"pairs\"\nname = \"mine\"", "3:1", "duplicate key"),
    ("as-written", "repaired = []", "repaired = [\"3-weight\"]", "9:13", "unknown variant `3-weight`"),
    ("as-written", "repaired = []", "repaired = [\"3-weights\", \"3-weights\"]", "9:26", "the erratum is there twice"),
    ("as-written", "link = \"one-way\"", "link = \"no-way\"", "20:8", "unknown variant `no-way`"),
    ("as-written", "slot-full = 50", "slot-full = 0.5", "24:13", "expected a whole number"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"as-written\"", "5:16", "models/as-written.toml is the student's text"),
    // Names.
    ("pairs", "\"pairs\"", "\"\"", "2:8", "the name is empty; reports show it"),
    ("pairs", "\"pairs\"", "\"two\\nlines\"", "2:8", "the name has a line break or a tab; write it in one line"),
    ("fair", "summary = \"", "summary = \"\" # \"", "3:11", "the summary is empty"),
    ("fair", "\"scores\"", "\"\"", "8:8", "the tier's name is empty"),
    ("fair", "\"colours\"", "\"scores\"", "12:8", "there is a tier 'scores' before; give each a name of its own"),
    // Rules and terms.
    ("pairs", "formulation = \"pairs\"", "formulation = \"pears\"", "4:15", "unknown variant `pears`, expected one of `pairs`"),
    ("pairs", "hard = [", "hard = 1 # [", "5:8", "expected a sequence"),
    ("pairs", "\"no-rematch\"", "\"no-rematches\"", "5:9", "unknown variant `no-rematches`"),
    ("pairs", "\"no-forbidden-pair\"", "\"no-rematch\"", "5:23", "the rule is there twice; leave out one of them"),
    ("fair", "hard = ", "# hard = ", "1:1", "the key hard is missing; list the hard rules, or name a model by objective-of"),
    ("fair", "terms = [{ term = \"fold-distance\", weight = -1 }]", "terms = []", "17:9", "give it at least one term"),
    ("fair", "\"score-difference\"", "\"score-diference\"", "9:19", "there is no term 'score-diference' (did you mean 'score-difference'?)"),
    ("fair", "\"bye-score\"", "\"score-difference\"", "9:54", "the tier has the term already; give it one weight"),
    ("fair", "weight = -1", "weight = -0.5125", "9:48", "expected a number from -1000000 to 1000000"),
    ("fair", "weight = -1", "weight = -1, wieght = 2", "9:52", "unknown field `wieght`, expected `term` or `weight`"),
    // Side constraints.
    ("fair", "[[tier]]", "[side]\nmax-downfloats = -1\n[[tier]]", "8:18", "`-1`, expected a whole number from 0 to 4294967295"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, 2, 3]]\n[[tier]]", "8:11", "a forced pair is two players, not 3; write a pair of its own for each two"),
    ("fair", "[[tier]]", "[side]\nforbidden = [[8, 7, 6, 1], [2, 3], [1, 8]]\n[[tier]]", "8:36", "the pair 1-8 is there twice"),
    ("fair", "[[tier]]", "[side]\nforbidden = [[1, 2, 1]]\n[[tier]]", "8:14", "player 1 does not meet himself"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, 2]]\nforbidden = [[3, 2, 1]]\n[[tier]]", "9:14", "the pair 2-1 is forced, too"),
    ("fair", "[[tier]]", "[side]\nforbidden = [[1]]\n[[tier]]", "8:14", "a pair is two players, not 1"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, -2]]\n[[tier]]", "8:15", "`-2`, expected a whole number from 0"),
    ("fair", "[[tier]]", "[side]\nforced = [[0, 2]]\n[[tier]]", "8:11", "there is no player 0; write pairing numbers"),
    ("fair", "[[tier]]", "[side]\nforbidden = [[1, 3], [2, 2]]\n[[tier]]", "8:22", "player 2 does not meet himself"),
    ("fair", "[[tier]]", "[side]\nforbidden = [[1, 3], [3, 1]]\n[[tier]]", "8:22", "the pair 3-1 is there twice; leave out one"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, 3], [1, 3]]\n[[tier]]", "8:19", "the pair 1-3 is there twice"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, 3], [4, 3]]\n[[tier]]", "8:19", "player 3 is forced to meet another, too; leave out one pair"),
    ("fair", "[[tier]]", "[side]\nforced = [[1, 3]]\nforbidden = [[2, 4], [3, 1]]\n[[tier]]", "9:22", "the pair 3-1 is forced, too"),
    // The objective of another model.
    ("slots", "objective-of", "hard = []\nobjective-of", "5:8", "leave this out, or leave out objective-of"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"pairs\"\n[[tier]]\nname = \"a\"\nterms = []", "6:1", "leave out objective-of"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"pairs\"\n[side]", "6:1", "leave out objective-of"),
    ("slots", "objective-of = \"pairs\"", "hard = []", "1:1", "the file has no [[tier]]; add one"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"pears\"", "5:16", "there is no model 'pears' (did you mean 'pairs'?); name one of pairs, slots"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"no/such.toml\"", "5:16", "cannot read the model no/such.toml"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"tcec\"", "5:16", "tcec is a system, which has no objective"),
    ("slots", "objective-of = \"pairs\"", "objective-of = \"slots\"", "5:16", "takes its objective from 'pairs' itself; name that"),
];

#[test]
fn what_has_no_effect_is_refused_with_its_place() {
    let wrong = REFUSALS.iter().filter(|(name, from, to, at, words)| !is_refused(name, from, to, at, words));
    assert_eq!(wrong.count(), 0);
}

#[test]
fn weights_are_refused_beyond_their_range() {
    let weighted = |weight: &str| edited("fair", "weight = -1", &format!("weight = {weight}"));
    for weight in [-MOST_WEIGHT, -1, 0, 1, MOST_WEIGHT] {
        let spec = Objective::try_from(weighted(&weight.to_string()).expect("a model")).expect("an objective");
        assert_eq!(spec.tiers[0].terms[0].weight, Weight::from(weight));
    }
    let beyond = [1_000_001, -1_000_001, i32::MAX.into(), i32::MIN.into(), i64::MAX, i64::MIN];
    for weight in beyond.map(|weight| weight.to_string()) {
        let (at, what) = fault(weighted(&weight)).expect("refused");
        let range = "expected a number from -1000000 to 1000000 with at most 3 places; what matters more goes into a tier of its own";
        let message = format!("invalid value: integer `{weight}`, {range}");
        assert_eq!((at.as_str(), what), ("9:48", message));
    }
    for weight in ["9223372036854775808", "-9223372036854775809", "1e7", "0.0001", "1000000.001", "\"1\"", "inf", "nan"]
    {
        let (at, _) = fault(weighted(weight)).expect("refused");
        assert_eq!(at, "9:48", "{weight}");
    }
}

/// Also every weight of three places near the ends of the range and in between: reading is not rounding.
#[test]
fn weights_are_read_and_printed_exactly() {
    let read = |text: &str| {
        let file: BTreeMap<String, Weight> = toml::from_str(&format!("weight = {text}")).expect(text);
        file["weight"]
    };
    for (text, thousandths, shown, places) in [
        ("-5", -5_000, "-5", 0),
        ("0.1", 100, "0.1", 1),
        ("-0.25", -250, "-0.25", 2),
        ("-0.0", 0, "0", 0),
        ("1.050", 1_050, "1.05", 2),
        ("999999.999", 999_999_999, "999999.999", 3),
        ("-1000000.000", -1_000_000_000, "-1000000", 0),
        ("2.5e3", 2_500_000, "2500", 0),
        ("1_000.125", 1_000_125, "1000.125", 3),
    ] {
        let weight = read(text);
        let found = (weight.thousandths(), weight.to_string(), weight.places());
        assert_eq!(found, (thousandths, shown.to_owned(), places), "{text}");
        assert_eq!(serde_json::to_string(&weight).expect("a number").parse::<f64>(), text.replace('_', "").parse());
    }
    let ends = (0..2_000).chain((999_990_000..=1_000_000_000).step_by(7));
    for thousandths in ends.flat_map(|number: i64| [number, -number]) {
        let text = Weight::from_thousandths(thousandths).to_string();
        assert_eq!(read(&text).thousandths(), thousandths, "{text}");
    }
}

/// The line is shown with the place marked, also where it has characters of several bytes, tabs or Windows line ends.
#[test]
fn the_message_shows_the_line() {
    let text = "kind = \"objective\"\r\nname\t= \"Schöne\tPaare\"\r\nsummary = \"S\"\r\nformulation = \"pairs\"\r\n";
    assert_eq!(
        Model::parse("mine.toml", text).expect_err("a tab in the name").to_string(),
        "mine.toml is not a model: line 2, column 8
  |
2 | name\t= \"Schöne\tPaare\"
  |     \t  ^^^^^^^^^^^^^^
the name has a line break or a tab; write it in one line, with blanks"
    );
    let error = edited("pairs", "weight = 50", "weight = 5.0625").expect_err("too many places").to_string();
    assert_eq!(
        error,
        "mine.toml is not a model: line 10, column 37
   |
10 |     { term = \"pairs-made\", weight = 5.0625 },
   |                                     ^^^^^^
invalid value: floating point `5.0625`, expected a number from -1000000 to 1000000 with at most 3 places; what matters more goes into a tier of its own"
    );
    let error = Model::parse("mine.toml", "").expect_err("nothing").to_string();
    assert!(
        error.starts_with("mine.toml is not a model: line 1, column 1\n  |\n1 | \n  | ^\nthe file does not say"),
        "{error}"
    );
}

// ---- loading ----

fn load_fails(name_or_path: &str) -> ModelError {
    Model::load(name_or_path).expect_err(name_or_path)
}

/// A folder of its own with these files.
fn folder(name: &str, files: &[(&str, String)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    files.iter().for_each(|(file, text)| fs::write(folder.join(file), text).expect("written"));
    folder
}

#[test]
fn models_are_found_by_name_or_path() {
    assert!(matches!(load_fails("nonesuch"), ModelError::Unknown { .. }));
    assert!(matches!(load_fails("no/such/file.toml"), ModelError::Read { .. }));
    for name in Model::built_in_names() {
        let path = format!("{}/models/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let model = Model::load(name).expect("a built-in model");
        assert_eq!(model.name(), name);
        let is_system = matches!(model, Model::System(_));
        assert_eq!(Model::load(&path).ok(), (!is_system).then_some(model), "{name}");
        let (path, text) = Model::file(name).expect("a built-in model");
        assert_eq!(Model::parse(&path, &text).expect("a model").name(), name);
    }
}

/// A path is looked up from the file that names it, and its faults are reported as its own.
#[test]
fn an_objective_is_taken_from_the_file_named() {
    let mine = text("slots").replace("\"pairs\"", "\"base.toml\"");
    let base = text("fair") + "\n[side]\nforced = [[1, 2]]\n";
    let folder = folder("objective-of", &[("mine.toml", mine), ("base.toml", base.clone())]);
    let mine = folder.join("mine.toml");
    let load = || Objective::load(mine.to_str().expect("a UTF-8 path"));
    let spec = load().expect("an objective");
    assert_eq!((spec.name.as_str(), spec.tiers.len(), &spec.side.forced[..]), ("slots", 3, &[[1, 2]][..]));
    fs::write(folder.join("base.toml"), base.replace("[1, 2]", "[1, 1]")).expect("written");
    let error = load().expect_err("a wrong base").to_string();
    assert!(error.contains("base.toml is not a model: line 20, column 11\n"), "{error}");
}

// ---- values at the ends of their range ----

/// Every term that [`Value::MOST`] is made for, at the same end of the weights.
fn all_terms(weight: i32) -> Objective {
    let of = |term| format!("{{ term = {}, weight = {weight} }}", serde_json::json!(term));
    let terms = Term::ALL.iter().take(9).map(of).collect::<Vec<_>>().join(", ");
    let head = "kind = \"objective\"\nname = \"all\"\nsummary = \"All terms.\"\nformulation = \"pairs\"\nhard = []\n";
    let text = format!("{head}[[tier]]\nname = \"all\"\nterms = [{terms}]\n");
    Model::parse("all.toml", &text).expect("a model").try_into().expect("an objective")
}

/// So many players, each as far from the opponent as scores and places allow.
fn widest_round(most: u32) -> (RoundState, Pairing) {
    let games = (1..=most / 2).map(|white| Game {
        white: PlayerId(white),
        black: PlayerId(white + most / 2),
        result: GameResult::from_name("1-0"),
        rated: true,
    });
    let mut tournament = Tournament {
        players: (1..=most).map(|id| Player::new(PlayerId(id))).collect(),
        rounds: vec![Round { games: games.collect(), byes: Vec::new() }],
        ..Tournament::default()
    };
    tournament.points.win = [Score::MOST; 2];
    tournament.points.loss = [Score::from_tenths(-Score::MOST.tenths()); 2];
    let boards = (1..=most / 2).map(|white| Board { white: PlayerId(white), black: PlayerId(most + 1 - white) });
    (state(&tournament), Pairing { boards: boards.collect(), bye: None })
}

#[test]
fn values_at_the_ends_of_the_range_are_exact() {
    let crowd = u32::try_from(Tournament::MOST_PLAYERS).expect("not so many");
    for (players, most) in [(20_000, MOST_WEIGHT), (crowd, MOST_WEIGHT / 20)] {
        let (state, pairing) = widest_round(players);
        // All boards count for the boards, 19,999.8 points on each, colour differences of two for both players, and places.
        let boards = i128::from(players / 2);
        let strong: i128 = 2 * boards;
        let fold: i128 = (0..boards).map(|above| (boards - 1 - above) + (boards - 1 - above)).sum();
        let count = 10 * boards + 199_998 * boards + 10 * (2 * boards + strong + 4 * boards) + 10 * fold;
        for weight in [most, -most] {
            let spec = all_terms(weight);
            spec.check_range(&state).expect("within the range");
            let value = values(&state, &spec, &pairing)[0];
            assert_eq!(i128::from(value.units()), count * i128::from(weight));
            assert!(value.units().abs() > Value::MOST / 3 && value.units().abs() <= Value::MOST);
            assert_eq!(verify(&state, &spec, &pairing, None).values(), [value]);
        }
        assert_eq!(all_terms(MOST_WEIGHT).check_range(&state).is_ok(), players == 20_000);
    }
}

/// JSON readers keep numbers exact only up to 2^53.
#[test]
fn values_and_their_differences_are_exact_in_json() {
    let most = Value::MOST;
    for tenths in [most, most - 1, most - 9, 2 * most, 2 * most - 1, 1 - 2 * most] {
        let value = Value::from_tenths(tenths);
        let found = serde_json::to_string(&value).expect("a number");
        assert_eq!(found.trim_end_matches(".0"), value.to_string(), "{tenths}");
    }
    let rounds = (0..Tournament::MOST_ROUNDS).map(|_| Value::from_tenths(most) - Value::from_tenths(-most));
    assert_eq!(i128::from(rounds.sum::<Value>().units()), 999 * 2 * i128::from(most));
}

#[test]
fn values_of_linear_programs_are_decimals_or_fractions() {
    for (numerator, denominator, shown) in
        [(1450, 1, "145"), (1275, 2, "63.75"), (-5, 1, "-0.5"), (-1900, 3, "-190/3"), (0, 1, "0"), (1, 4, "0.025")]
    {
        assert_eq!(ExactValue::of_units(Ratio::new(numerator, denominator), Unit::TENTH).to_string(), shown);
    }
}

#[test]
#[should_panic(expected = "a value within 64 bits")]
fn no_sum_of_values_wraps_around() {
    let _ = Value::from_tenths(i64::MAX) + Value::from_tenths(1);
}

#[test]
#[should_panic(expected = "a value within 64 bits")]
fn no_product_of_a_weight_wraps_around() {
    let weighted = Weighted { term: Term::PairsMade.into(), weight: i32::MAX.into() };
    let _ = Tier { name: "by hand".into(), terms: vec![weighted] }.value(|_| i64::MAX / 1_000);
}
