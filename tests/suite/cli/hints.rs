//! What is said to somebody whose request has less effect than it seems, or is nearly right.

use crate::support::prelude::*;

/// A model with a term of this expression.
fn model(name: &str, pair: &str) -> String {
    let text = format!(
        "kind = 'objective'\nname = 'hint'\nsummary = 'a hint'\nformulation = 'pairs'\nhard = ['no-rematch']\n\
         [[define]]\nname = 'own'\npair = \"{pair}\"\n[[tier]]\nname = 'all'\nterms = [{{ term = 'own', weight = -1 }}]\n"
    );
    written(&format!("{name}.toml"), text)
}

#[test]
fn a_term_that_counts_nothing_is_named() {
    let none = stdout(&run(&["solve", TEACHING, "--model", &model("nothing", "a.rating < 0")], ""));
    assert!(none.contains("\nCounted nothing: own.\n"), "{none}");
    let all = stdout(&run(&["solve", TEACHING, "--model", &model("something", "1")], ""));
    assert!(!all.contains("Counted nothing"), "{all}");
}

#[test]
fn what_no_player_has_is_said() {
    let players = |more: &str| format!(r#"{{"players":[{{"id":1{more}}},{{"id":2}}]}}"#);
    for (attribute, value) in [("club", r#""A""#), ("federation", r#""GER""#), ("title", r#""GM""#), ("rating", "2000")]
    {
        let path = model(&format!("empty-{attribute}"), &format!("a.{attribute} == b.{attribute}"));
        let request = ["solve", "-", "--model", &path];
        let note = format!("note: no player has a {attribute}, so 'own' finds ");
        let without = stderr(&run(&request, &players("")));
        assert!(without.contains(&note), "{attribute}: {without}");
        let with = stderr(&run(&request, &players(&format!(",\"{attribute}\":{value}"))));
        assert!(!with.contains(&note), "{attribute}: {with}");
    }
    // A club of the organiser's table is one.
    let table = written("clubs.csv", "no,club\n1,A\n2,B\n");
    let path = model("empty-table", "a.club == b.club");
    let said = stderr(&run(&["solve", "-", "--model", &path, "--attributes", &table], &players("")));
    assert!(!said.contains("no player has a club"), "{said}");
}

#[test]
fn a_model_says_which_columns_it_needs() {
    let said = stderr(&run(&["model", &model("columns", "a.ratng - b.family")], ""));
    assert!(said.contains("'own' asks for 'ratng'") && said.contains("(did you mean 'rating'?)"), "{said}");
    assert!(said.contains("'own' asks for 'family'"), "{said}");
    assert!(stderr(&run(&["model", "fair"], "")).is_empty());
}

#[test]
fn a_file_that_is_nearly_named_is_named() {
    let folder = PathBuf::from(empty("hints"));
    fs::copy(model("mine", "1"), folder.join("mine.toml")).expect("a model");
    fs::copy(TEACHING, folder.join("FILE.json")).expect("a tournament");
    let said = |arguments: &[&str]| {
        let ended = program(arguments).current_dir(&folder).output();
        let ended = ended.expect("the program");
        assert_eq!(ended.status.code(), Some(3), "{arguments:?}");
        stderr(&ended)
    };
    assert!(said(&["solve", "FILE.json", "--model", "mine"]).contains("(did you mean 'mine.toml'?)"));
    for (file, advice) in
        [("FILE.json", "solve FILE.json"), ("none.trf", "solve none.trf"), ("stan dings.TRF", "solve 'stan dings.TRF'")]
    {
        let said = said(&[file]);
        assert!(said.contains(advice) && !said.contains("standings'"), "{said}");
    }
    assert!(said(&["standing"]).contains("standings"));
}
