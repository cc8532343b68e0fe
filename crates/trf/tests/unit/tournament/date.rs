use super::*;

fn read(text: &str) -> Vec<String> {
    let date = text.parse::<StartDate>();
    date.map(|date| date.days().iter().map(ToString::to_string).collect()).unwrap_or_default()
}

#[test]
fn one_day() {
    for text in ["2026/02/01", "2026-02-01", "2026.02.01", "20260201", "2026/2/1", "01.02.2026", "1.2.2026", "1.2.26"] {
        assert_eq!(read(text), ["2026-02-01"], "{text}");
    }
    assert_eq!(read("24/09/2010"), ["2010-09-24"]);
    assert_eq!(read("09/24/2010"), ["2010-09-24"]);
    assert_eq!(read(" 2024/03/01 18:30"), ["2024-03-01"]);
    assert_eq!(read("31.12.99"), ["1999-12-31"]);
    assert_eq!(read("29.02.2024"), ["2024-02-29"]);
    assert_eq!(read("29.02.2000"), ["2000-02-29"]);
    assert_eq!(read("02/02/2024"), ["2024-02-02"]);
    assert_eq!(read("28. 07. 2005"), ["2005-07-28"]);
    assert_eq!(read("28 / 07 / 2005 - 31 / 07 / 2005"), ["2005-07-28"]);
    assert_eq!(read("28.07.2005 - 31.07.2005"), ["2005-07-28"]);
    for text in ["2026-02-28T10:00:00Z", "20260228T100000", "2026/02/28, 10:00"] {
        assert_eq!(read(text), ["2026-02-28"], "{text}");
    }
}

#[test]
fn months_by_name() {
    for text in [
        "Feb 28, 2026",
        "February 28, 2026",
        "FEB 28 2026",
        "Feb. 28, 2026",
        "28 Feb 2026",
        "28 February 2026 10:00",
        "28. February 2026",
        "28th February 2026",
        "28-Feb-2026",
        "28/feb/2026",
        "Sat, 28 Feb 2026",
        "Saturday 28 February 2026",
        "2026-Feb-28",
        "Feb 28, 26",
    ] {
        assert_eq!(read(text), ["2026-02-28"], "{text}");
    }
    assert_eq!(read("1 March 2024"), ["2024-03-01"]);
    assert_eq!(read("Sept 1, 2024"), ["2024-09-01"]);
    // The year may be either of two short numbers.
    assert_eq!(read("28-Feb-26"), ["2026-02-28", "2028-02-26"]);
    assert_eq!(read("30-Apr-45"), ["2045-04-30"]);
}

#[test]
fn what_is_wrong() {
    for (text, word) in [
        ("28. Juli 2005", "'Juli' is no month"),
        ("Febr 28, 2026", "'Febr' is no month"),
        ("in spring 2026", "no date such as"),
        ("30.02.2024", "no such day"),
        ("Feb 29, 2026", "no such day"),
        ("Feb 2026", "no date such as"),
        ("Feb 28 - Mar 1, 2026", "no date such as"),
        ("28 07 2005", "no date such as"),
    ] {
        let error = text.parse::<StartDate>().expect_err(text).to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

#[test]
fn several_days() {
    assert_eq!(read("03/04/2024"), ["2024-03-04", "2024-04-03"]);
    assert_eq!(read("10/11/12"), ["2010-11-12", "2012-10-11", "2012-11-10"]);
    assert_eq!(read("24/09/30"), ["2024-09-30", "2030-09-24"]);
}

#[test]
fn no_day() {
    let texts = [
        "",
        " ",
        "2024",
        "2024/03",
        "2024/13/01",
        "30.02.2024",
        "29.02.2023",
        "29.02.1900",
        "0000/01/01",
        "2024/03/01/02",
        "24/09-2010",
        "+1.2.2024",
        "٢٠٢٤/03/01",
        "1.2.202",
        "99999999",
        "a.b.c",
        "..",
        "2024/-3/01",
    ];
    for text in texts {
        assert_eq!(read(text), Vec::<String>::new(), "{text:?}");
    }
}
