//! What a model file may not say, and where the message points.

use swiss_ilp::model::SystemSpec;
use swiss_ilp::model::{PairModel, SlotModel, Spec, SpecError};
use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};

const MODEL: &str = r#"name = "mine"
summary = "One of my own."
formulation = "pairs"
hard = ["no-rematch"]

[[tier]]
name = "scores"
terms = [{ term = "score-difference", weight = -1 }]
"#;

fn refused(from: &str, to: &str) -> String {
    assert!(MODEL.contains(from), "{from}");
    match Spec::parse("mine.toml", &MODEL.replace(from, to)) {
        Err(error @ SpecError::Wrong { .. }) => error.to_string(),
        other => panic!("{to}: {other:?}"),
    }
}

#[test]
fn a_model_of_ones_own_is_read() {
    let spec = Spec::parse("mine.toml", MODEL).expect("a model");
    assert_eq!((spec.name.as_str(), spec.tiers.len(), spec.side.is_empty()), ("mine", 1, true));
}

#[test]
fn unknown_names_and_wrong_types_are_told_with_their_place() {
    for (from, to, line, word) in [
        ("score-difference", "score-diference", 8, "score-diference"),
        ("no-rematch", "no-rematches", 4, "no-rematches"),
        (r#"formulation = "pairs""#, r#"formulation = "pears""#, 3, "pears"),
        ("weight = -1", "weight = -0.5", 8, "-0.5"),
        ("weight = -1", "weight = 1000001", 8, "1000001"),
        ("weight = -1", "weight = -1, wieght = 2", 8, "wieght"),
        ("summary", "sumary", 2, "sumary"),
        (r#"hard = ["no-rematch"]"#, "hard = 1", 4, "sequence"),
        ("[[tier]]", "[[tear]]", 6, "tear"),
    ] {
        let message = refused(from, to);
        assert!(message.contains(&format!("line {line}, column ")) && message.contains(word), "{to}: {message}");
    }
    assert!(refused("\n[[tier]]\nname = \"scores\"\nterms", "#").contains("tier"));
    assert!(refused(r#"[{ term = "score-difference", weight = -1 }]"#, "[]").contains("at least one term"));
}

#[test]
fn models_are_found_by_name_or_path() {
    assert!(matches!(Spec::load("nonesuch"), Err(SpecError::Unknown { .. })));
    assert!(matches!(Spec::load("no/such/file.toml"), Err(SpecError::Read { .. })));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/models/fair.toml");
    assert_eq!(Spec::load(path).expect("a model"), Spec::load("fair").expect("a model"));
}

/// The sizes that the book's lesson speaks of: one binary a pair, compared with a program of slots.
#[test]
fn programs_have_the_size_of_their_formulation() {
    let players = (1..=6).map(|id| Player::new(PlayerId(id))).collect();
    let tournament = Tournament { players, ..Tournament::default() };
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("sound");
    let pairs = Spec::load("pairs").expect("a built-in model");
    let program = PairModel::new(&state, &pairs).program(&state, &pairs);
    assert_eq!((program.columns.len(), program.rows.len()), (15, 6));
    // X: 6 x 3, C: 6 x 2, Y: 3. Slots, players and colours: 3 + 6 + 6; opposite: 15 pairs x 3 slots x 2 colours.
    let slots = SlotModel::new(&state, &Spec::load("slots").expect("a built-in model")).program;
    assert_eq!((slots.columns.len(), slots.rows.len()), (33, 15 + 90));
    // Ordered: player i sits in slots 1 to i; an inequality for every place but those of the first slot.
    let ordered = SlotModel::new(&state, &Spec::load("slots-ordered").expect("a built-in model")).program;
    assert_eq!(ordered.rows.len() - slots.rows.len(), 4 + 5);
    assert_eq!(ordered.columns.iter().filter(|column| column.upper == Some(0)).count(), 3);
}

/// A system's program leaves one pairing only with the tiers of D, in their order.
#[test]
fn a_systems_program_is_refused_where_it_would_leave_a_choice() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/models/dutch-2012.toml")).expect("a file");
    let spec = SystemSpec::of_system("dutch-2012").expect("well-formed").expect("built in");
    assert_eq!(SystemSpec::parse("mine.toml", &text).expect("a program"), spec);
    for (from, to, word) in [
        ("count = \"exchanges\"", "count = \"leavers\"", "exchanges"),
        ("formulation = \"brackets\"", "formulation = \"everybody\"", "brackets"),
        ("count = \"leavers\"", "count = \"bye-order\"", "bye-order"),
        ("count = \"leavers\"", "count = \"levers\"", "levers"),
    ] {
        let error = SystemSpec::parse("mine.toml", &text.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.contains(word) && error.starts_with("mine.toml"), "{to}: {error}");
    }
}
