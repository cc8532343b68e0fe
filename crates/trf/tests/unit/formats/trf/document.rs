use super::*;

#[test]
fn every_byte_comes_back() {
    let files: [&[u8]; 8] = [
        b"",
        b"\n",
        b"a\rb\nc\r\n\r\rd",
        b"\xEF\xBB\xBF012 A\n",
        b"\xEF\xBB\xBF",
        b"012 Z\xFCrich\r",
        b"\xC3\xBC",
        b"\0\xFF",
    ];
    for file in files {
        assert_eq!(Document::parse(file).to_bytes(), file);
    }
}

#[test]
fn three_line_ends_and_two_encodings() {
    let mixed = Document::parse(b"a\rb\nc\r\nd");
    assert_eq!(mixed.lines().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    assert_eq!(Document::parse(b"Z\xFCrich").lines().next(), Some("Zürich"));
    assert_eq!(Document::parse("Zürich".as_bytes()).lines().next(), Some("Zürich"));
}
