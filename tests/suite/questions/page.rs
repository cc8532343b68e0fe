//! What the page of a round has: what the terminal shows, and what its drawing is made of.

use crate::support::program::run;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The page of the next round of a file, written to `html`, and what is embedded in it.
fn page_of(file: &str, html: &Path) -> (String, Value) {
    let written = run(&["explain", file, "--html", html.to_str().expect("a path"), "--force"], "");
    assert!(written.status.success(), "{file}");
    let text = fs::read_to_string(html).expect("a page");
    let (_, rest) = text.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end");
    let data = serde_json::from_str(data).expect("JSON");
    (text, data)
}

#[test]
fn a_page_has_the_record_of_the_command_and_the_price_of_every_pair() {
    let folder = tempfile::tempdir().expect("a folder");
    let html = folder.path().join("page.html");
    for file in ["instances/teaching-8.json", "docs/src/models/triangles.json"] {
        let (text, mut data) = page_of(file, &html);
        let record = run(&["explain", file, "--format", "json"], "").stdout;
        let boards = data["explain"]["boards"].as_array_mut().expect("boards");
        for (number, board) in (1..).zip(boards) {
            let number: usize = number;
            let alone = run(&["explain", file, "--board", &number.to_string(), "--format", "json"], "").stdout;
            let alone: Value = serde_json::from_slice(&alone).expect("JSON");
            assert_eq!(alone["boards"][0]["instead"], board["instead"], "{file}, board {number}");
            for instead in board["instead"].as_array_mut().expect("players") {
                instead.as_object_mut().expect("a player").remove("all");
            }
        }
        assert_eq!(serde_json::from_slice::<Value>(&record).expect("JSON"), data["explain"], "{file}");
        // The tables are those of the terminal.
        let table = run(&["explain", file], "").stdout;
        let table = String::from_utf8(table).expect("text");
        for word in table.split_whitespace() {
            let word = word.replace('\'', "&#39;");
            assert!(text.contains(&word), "{file}: {word}");
        }
    }
}
