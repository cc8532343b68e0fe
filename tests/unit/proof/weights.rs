use super::PartValues;
use crate::files;
use crate::model::{Model, Objective};
use crate::proof::verify::{Field, Seating, feasibility, objective};
use crate::tournament::{Board, Pairing, RoundRequest, RoundState};

/// Conditions and counts of every part.
const OWN: &str = r#"
    kind = "objective"
    name = "own"
    summary = "All that a definition can say."
    formulation = "pairs"
    hard = ["no-rematch"]

    [[define]]
    name = "far"
    forbid = "a.score - b.score > 2"
    forbid-bye = "p.number % 7 == 0"

    [[define]]
    name = "unbalanced"
    forbid-colour = "abs(p.colour_difference + (colour == 'white' ? 1 : -1)) > 1"

    [[define]]
    name = "all"
    pair = "a.number % 2 == b.number % 2 ? 0.25 : 1"
    colour = "colour == 'white' ? p.number % 3 : 0.5"
    bye = "p.number"

    [[tier]]
    name = "first"
    terms = [{ term = "score-difference", weight = -0.5 }, { term = "third-colour", weight = -3 }]

    [[tier]]
    name = "second"
    terms = [{ term = "all", weight = 1 }, { term = "squared-score-difference", weight = -2 }]
"#;

/// What the pairing of this board or bye alone is worth, its parts together; `None` if it is not allowed.
fn whole(field: &Field<'_>, model: &Objective, pairing: &Pairing) -> Option<Vec<i64>> {
    let seating = field.seat(pairing);
    let is_allowed = feasibility::hard_rules(field, &seating, &model.hard).is_empty()
        && feasibility::defined_rules(field, &seating, &model.define).is_empty()
        && objective::without_value(field, &seating, &model.tiers).is_empty();
    let verdict = |tier| objective::tier_verdict(field, &seating, &model.hard, 1, tier);
    is_allowed.then(|| model.tiers.iter().map(|tier| verdict(tier).value.units()).collect())
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a file of the project")]
fn a_pair_is_worth_what_its_board_with_the_better_colours_is() {
    let file = std::fs::read("instances/british-championship-2026.trf").expect("the file is there");
    let tournament = files::read(&file).expect("a sound file").tournament;
    let own = Objective::try_from(Model::parse("own.toml", OWN).expect("a sound model")).expect("an objective");
    let built_in = ["pairs", "fair", "monrad", "burstein"].map(|name| Objective::load(name).expect("built in"));
    let (mut allowed, mut barred, mut turned) = (0, 0, 0);
    for round in [1, 5, 8] {
        let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
        let state = RoundState::new(&tournament, request).expect("a round of the file");
        let field = Field::new(&state);
        for model in built_in.iter().chain([&own]) {
            model.check_range(&state).expect("within the range");
            let (parts, mut board) = (PartValues::new(&field, model), Seating::nobody());
            let size = field.records.len();
            for (high, low) in (0..size).flat_map(|high| (high + 1..size + size % 2).map(move |low| (high, low))) {
                let one = field.records[high].id;
                let expected = match field.records.get(low).map(|other| other.id) {
                    None => whole(&field, model, &Pairing { boards: Vec::new(), bye: Some(one) }),
                    Some(other) => {
                        let [first, second] = [(one, other), (other, one)].map(|(white, black)| {
                            whole(&field, model, &Pairing { boards: vec![Board { white, black }], bye: None })
                        });
                        turned += usize::from(second > first);
                        first.max(second)
                    }
                };
                allowed += usize::from(expected.is_some());
                barred += usize::from(expected.is_none());
                assert_eq!(parts.best(&mut board, high, low), expected, "{} {round}: {high} {low}", model.name);
            }
        }
    }
    assert!(allowed > 10_000 && barred > 1_000 && turned > 1_000, "{allowed} {barred} {turned}");
}
