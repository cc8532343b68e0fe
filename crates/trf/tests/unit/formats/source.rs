use super::super::BOM;
use super::*;

fn marked(bytes: &[u8], line: usize, column: usize) -> Option<(String, String)> {
    let Excerpt { text, marked } = Source::new(bytes).excerpt(Position { line, column })?;
    let part = text[marked].to_owned();
    Some((text, part))
}

fn part(text: &str, line: usize, column: usize) -> String {
    marked(text.as_bytes(), line, column).expect("a place").1
}

#[test]
fn words_of_a_report_are_marked() {
    let row = "012 Ä\r001    1      Änna 2o0 \r\nXXR x";
    assert_eq!(part(row, 2, 5), "   1");
    assert_eq!(part(row, 2, 20), "2o0");
    assert_eq!(part(row, 2, 19), " ");
    assert_eq!(part(row, 3, 5), "x");
    assert_eq!(marked(row.as_bytes(), 3, 6), Some(("XXR x ".into(), " ".into())));
    assert_eq!(marked(row.as_bytes(), 3, 8), Some(("XXR x   ".into(), " ".into())));
    assert_eq!(marked(row.as_bytes(), 4, 1), None);
    assert_eq!(marked(row.as_bytes(), 3, 1000), None);
    assert_eq!(marked(b"XXR x\n", 2, 1), Some((" ".into(), " ".into())));
    assert_eq!(marked(b"", 1, 1), Some((" ".into(), " ".into())));
    assert_eq!(marked(b"012 \xFC \xFCx", 1, 7).expect("a place").1, "üx");
}

#[test]
fn values_of_json_are_marked() {
    let file = "{ \"naïve name\": [1, { \"a\": \"b c\" }],\n \"b\": [\n2 2";
    assert_eq!(part(file, 1, 3), "\"naïve name\"");
    assert_eq!(part(file, 1, 18), "1");
    assert_eq!(part(file, 1, 21), "{ \"a\": \"b c\" }");
    assert_eq!(part(file, 2, 7), "[");
    assert_eq!(part(file, 2, 5), ":");
    assert_eq!(part(file, 3, 2), " ");
    assert_eq!(marked(b"{ \"\xC3\xBC\xFF\"", 1, 5).expect("a place").1, "\u{fffd}");
}

#[test]
fn long_lines_are_cut() {
    let file = format!("{{ \"players\": [{}] }}", vec!["{\"é\":1}"; 100_000].join(","));
    for player in [0, 1, 50_000, 99_999] {
        let column = 15 + 8 * player;
        let (text, part) = marked(file.as_bytes(), 1, column).expect("a place");
        assert_eq!(part, "{\"é\":1}", "{player}");
        assert!(text.chars().count() <= 2 * NEAR + 2, "{player}");
    }
}

#[test]
fn any_place_of_any_file_can_be_asked_for() {
    let files: [&[u8]; 7] =
        [b"", b"\n", b"a\rb\n\r\nc", BOM, b"\xEF\xBB\xBF{\n", b"\0\xFF\n\xFF", "{ü\u{1b}".as_bytes()];
    for file in files {
        let source = Source::new(file);
        for line in [0, 1, 2, 3, 4, 5, usize::MAX] {
            for column in [0, 1, 2, 3, 90, usize::MAX] {
                if let Some(Excerpt { text, marked }) = source.excerpt(Position { line, column }) {
                    assert!(!text[marked].is_empty(), "{file:?} {line}:{column}");
                }
            }
        }
    }
}
