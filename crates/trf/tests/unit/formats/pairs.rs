use super::*;

fn codes(file: &str) -> Vec<(&'static str, String)> {
    let faults = read(file.as_bytes()).expect_err("a fault");
    faults
        .into_iter()
        .map(|fault| match fault.place {
            crate::tournament::Place::At(at) => (fault.code.id(), at.to_string()),
            other => (fault.code.id(), format!("{other:?}")),
        })
        .collect()
}

#[test]
fn blanks_and_line_ends_do_not_matter() {
    let expected = read(b"2\n1 2\n3 0\n");
    for file in ["2\r\n1 2\r\n\r\n3 0", "\u{feff}2\r 1\t2 \r3 0\r", "\n\n2\n\n1 2\n3 0", "# round 1\n2\n1 2\n #\n3 0"] {
        assert_eq!(read(file.as_bytes()), expected, "{file:?}");
    }
}

#[test]
fn lists_and_tables_from_elsewhere_are_read() {
    let expected = read(b"3\n1 2\n13 4\n5 0\n");
    assert!(expected.is_ok());
    for file in [
        "1 2\n13 4\n5 0",
        "1 - 2\n13 - 4\n5 - bye",
        "3\n1-2\n13\u{2013}4\n5 BYE",
        "1,2\n13;4\n5, 0\n",
        "board,white,white_name,black\n1,1,\"A, b\",2\n2,13,,4\n,5,,0\n",
        "White;\"Black\"\r1;2\r13;4\r5;bye\r",
        "black\tno.\twhite\n2\t1\t1\n4\t2\t13\n\t\t\n0\t\t5\n",
    ] {
        assert_eq!(read(file.as_bytes()), expected, "{file:?}");
    }
}

#[test]
fn faults_have_their_lines() {
    assert_eq!(codes(""), [("empty-file", "1:1".into())]);
    assert_eq!(codes("2\n1 2\n"), [("bad-count", "1:1".into())]);
    assert_eq!(codes("# nobody\n"), [("empty-file", "1:1".into())]);
    assert_eq!(codes("3\n1 2\r\n 1 x\n0 3\n"), [("bad-pair", "3:2".into()), ("bad-pair", "4:1".into())]);
    assert_eq!(codes("2\n1 0\n2 0\n"), [("two-byes", "3:1".into())]);
    assert_eq!(codes("1\n1 2\n# other\n1\n2 1\n"), [("several-pairings", "4:1".into())]);
    assert_eq!(codes("1 2 3\n1 -2\n0 1\n2\n2 - 3 -"), [1, 2, 3, 4].map(|line| ("bad-pair", format!("{line}:1"))));
    assert_eq!(codes("white,black\n1,2\nx,3\n4\n"), [3, 4].map(|line| ("bad-pair", format!("{line}:1"))));
    assert_eq!(codes("white,black\n"), [("empty-file", "1:1".into())]);
    assert_eq!(codes("2\n1\n2 1\n"), [("bad-pair", "2:1".into())]);
    assert_eq!(codes("{}"), [("json-value", "1:2".into())]);
    assert_eq!(codes("{\"pairs\":[{\"white\":1}],\n \"bye\":0}"), [("json-value", "1:21".into())]);
    assert_eq!(codes("{\"pairs\":[],\n \"bye\":0}"), [("json-value", "2:8".into())]);
    assert_eq!(codes("{\"pairs\":"), [("json-syntax", "1:9".into())]);
}

#[test]
fn what_stands_twice_is_a_fault() {
    let pair = r#"{"white":1,"black":2}"#;
    for file in [
        format!("{{\"pairs\":[{pair}],\"pairs\":[{pair}]}}"),
        format!("{{\"pairs\":[{pair}],\"bye\":3,\n \"bye\":3}}"),
        r#"{"pairs":[{"white":1,"black":2,"white":3}]}"#.into(),
    ] {
        let fault = &read(file.as_bytes()).expect_err("twice")[0];
        assert!(fault.code == Code::JsonValue && fault.what.contains("duplicate field"), "{fault}");
    }
    for file in ["white,black,White\n1,2,3\n", "white;black;\"black\"\n1;2;3\n"] {
        assert_eq!(codes(file), [("field-twice", "1:13".into())], "{file}");
    }
    let fault = &read(b"white,black,white\n1,2,3\n").expect_err("twice")[0];
    assert_eq!(fault.what, "the table has 'white' twice; the other is in line 1, column 1");
}
