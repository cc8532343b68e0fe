//! What is said of a pairing that is not the system's, and its page.

use crate::support::prelude::*;

/// The three rounds in which bbpPairings 6.0.0 gives a second bye: the file, its boards and bye, and the round of the first one.
const SECOND_BYES: [(&str, &[[u32; 2]], u32); 3] = [
    ("seed735265-r7-p10", &[[7, 5], [8, 1], [2, 9]], 3),
    ("seed8848759-r9-p10", &[[1, 2], [7, 10], [3, 5]], 4),
    ("seed7073463-r8-p9", &[[6, 1], [9, 7], [4, 2]], 8),
];

const BEGINNING: &str = "Not the pairing of the rules, by a proof that holds: ";

/// The sentence of the proof in a table.
fn sentence(table: &str) -> &str {
    table
        .lines()
        .find(|line| line.contains("by a proof that holds") || line.starts_with("Paired by"))
        .expect("a verdict")
}

#[test]
fn a_second_bye_has_no_excuse() {
    let folder = empty("disputes");
    let [proof, page, pairs] = ["proof", "page.html", "pairs.txt"].map(|name| format!("{folder}/{name}"));
    for (name, boards, bye) in SECOND_BYES {
        let file = format!("tests/data/oracle/adjudicated/{name}.trf");
        let pairing: String = boards.iter().map(|[white, black]| format!("{white} {black}\n")).collect();
        fs::write(&pairs, format!("{}\n{pairing}{bye} 0\n", boards.len() + 1)).expect("a file");
        let common = ["verify", &file, "--system", "dutch-2026", "--proof", &proof, "--html", &page, "--force"];
        let theirs = [&common[..], &["--pairing", &pairs]].concat();
        let made = ended(&[&theirs[..], &["--make"]].concat(), "", 6, "");
        let said = sentence(&stdout(&made)).to_owned();
        assert_eq!(
            said,
            format!(
                "{BEGINNING}dutch-2026.C2 forbids the bye of {bye}. The proof has a pairing of everybody that breaks no rule, so there is no excuse."
            )
        );
        let written = fs::read_to_string(&page).expect("a page");
        assert!(written.contains(&format!("<p>{said}</p>")), "{name}");
        assert!(written.contains(&format!("{bye} had the bye in round")), "{name}");
        // The bye is what stands out, and nothing else.
        assert_eq!(lit(&written), [bye], "{name}");
        // What was written is checked, and says the same.
        let checked = ended(&theirs, "", 6, "");
        assert_eq!(stdout(&checked), stdout(&made), "{name}");
        assert_eq!(fs::read_to_string(&page).expect("a page"), written, "{name}");
        // In the other direction the system's pairing is proven.
        let paired = run(&["pair", &file, "--system", "dutch-2026", "--format", "pairs", "--quiet"], "");
        fs::write(&pairs, paired.stdout).expect("a file");
        let own = ended(&theirs, "", 0, "");
        assert_eq!(sentence(&stdout(&own)), "Paired by the rules: the proof holds, checked in integers.");
        let written = fs::read_to_string(&page).expect("a page");
        assert!(lit(&written).is_empty(), "{name}: nothing stands out");
        assert!(!written.contains("and not here"), "{name}");
    }
}

/// The players whose boards stand out in the drawing of a page.
fn lit(page: &str) -> Vec<u32> {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end");
    let record: serde_json::Value = serde_json::from_str(data).expect("JSON");
    serde_json::from_value(record["lit"].clone()).expect("numbers")
}

/// What is no matter of an absolute criterion is said with its bracket and criterion, and the differences are listed.
#[test]
fn other_disputes_have_their_boards() {
    let folder = empty("other-disputes");
    let [proof, page] = ["proof", "page.html"].map(|name| format!("{folder}/{name}"));
    let common = ["verify", "instances/teaching-8.json", "--system", "dutch-2026", "--proof", &proof, "--make"];
    let asked = [&common[..], &["--html", &page, "--force", "--pairing", "-"]].concat();
    let own = run(&["pair", "instances/teaching-8.json", "--system", "dutch-2026", "--format", "pairs", "--quiet"], "");
    let own = stdout(&own);
    let mut boards: Vec<[&str; 2]> =
        own.lines().skip(1).map(|line| line.split_once(' ').expect("a board").into()).collect();
    let text = |boards: &[[&str; 2]]| {
        let lines: String = boards.iter().map(|[white, black]| format!("{white} {black}\n")).collect();
        format!("{}\n{lines}", boards.len())
    };
    // Colours.
    boards[0].reverse();
    let turned = run(&asked, &text(&boards));
    let said = sentence(&stdout(&turned)).to_owned();
    assert!(said.contains("the pairs are the same, and "), "{said}");
    let written = fs::read_to_string(&page).expect("a page");
    assert!(written.contains(&said) && lit(&written).len() == 2);
    assert!(written.contains("and Black by the system"));
    // Other pairs.
    boards[0].reverse();
    let black = boards[0][1];
    (boards[0][1], boards[1][1]) = (boards[1][1], black);
    let crossed = run(&asked, &text(&boards));
    let said = sentence(&stdout(&crossed)).to_owned();
    assert!(said.starts_with(BEGINNING), "{said}");
    assert!(fs::read_to_string(&page).expect("a page").contains(&said.replace('\'', "&#39;")), "{said}");
    // A page is of a pairing and a proof by rules.
    for less in [
        &["verify", "instances/teaching-8.json", "--system", "dutch-2026", "--html", &page][..],
        &["verify", "instances/teaching-8.json", "--proof", &proof, "--html", &page],
    ] {
        ended(less, "", 3, "--html has no effect without");
    }
}
