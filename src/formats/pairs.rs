//! A round's pairing, in the arbiters' form or as JSON.
//!
//! The arbiters' form is what pairing engines print: the number of lines, then one line a board, `white black` by
//! pairing number, and for the pairing-allocated bye `n 0`. Blank lines are passed over, and lines that begin with `#`,
//! such as `compare` writes before each of its pairings. The JSON form is
//! `{"pairs":[{"white":1,"black":2}],"bye":3}`; any other field is ignored, so that a solver's whole answer will do.

use super::json::{Text, Value};
use super::{fault_at, is_json, without_bom};
use crate::tournament::{Board, Fault, Pairing, PlayerId, Position};
use std::fmt::Write as _;

/// Reads a pairing in either form.
///
/// # Errors
/// Every fault of the file, in file order. Whether the pairing is legal is not looked at.
///
/// # Example
/// ```
/// use swiss_ilp::formats::pairs;
/// let pairing = pairs::read(b"2\n1 2\n3 0\n").expect("a pairing");
/// assert_eq!(pairs::write(&pairing), "2\n1 2\n3 0\n");
/// assert_eq!(pairs::read(br#"{"pairs":[{"white":1,"black":2}],"bye":3}"#), Ok(pairing));
/// ```
pub fn read(bytes: &[u8]) -> Result<Pairing, Vec<Fault>> {
    let mut faults = Vec::new();
    let pairing = if is_json(bytes) { from_json(bytes, &mut faults) } else { from_lines(bytes, &mut faults) };
    if faults.is_empty() { Ok(pairing) } else { Err(faults) }
}

/// Writes a pairing in the arbiters' form, the bye last.
#[must_use]
pub fn write(pairing: &Pairing) -> String {
    let mut text = format!("{}\n", pairing.boards.len() + usize::from(pairing.bye.is_some()));
    for Board { white, black } in &pairing.boards {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{white} {black}");
    }
    if let Some(bye) = pairing.bye {
        let _ = writeln!(text, "{bye} 0");
    }
    text
}

fn from_lines(bytes: &[u8], faults: &mut Vec<Fault>) -> Pairing {
    let mut pairing = Pairing::default();
    let text = String::from_utf8_lossy(without_bom(bytes)).replace("\r\n", "\n");
    let says_nothing = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let mut lines = (1..).zip(text.split(['\n', '\r'])).filter(|(_, line)| !says_nothing(line));
    let Some((first, count)) = lines.next() else {
        let start = Position { line: 1, column: 1 };
        faults.push(fault_at(start, "empty-file", "the file is empty", "give the number of lines, then the pairs"));
        return pairing;
    };
    let declared: Option<usize> = count.trim().parse().ok();
    let mut read = 0_usize;
    for (line, text) in lines {
        let numbers: Option<Vec<u32>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let at = Position { line, column: 1 + text.chars().take_while(|c| c.is_whitespace()).count() };
        if declared == Some(read) && numbers.as_ref().is_some_and(|numbers| numbers.len() == 1) {
            let message = "another pairing begins here";
            faults.push(fault_at(at, "several-pairings", message, "leave one pairing in the file"));
            break;
        }
        read += 1;
        match numbers.as_deref() {
            Some(&[player, 0]) if player > 0 => give_bye(&mut pairing, player, at, faults),
            Some(&[white, black]) if white > 0 && black > 0 => {
                pairing.boards.push(Board { white: PlayerId(white), black: PlayerId(black) });
            }
            _ => faults.push(fault_at(
                at,
                "bad-pair",
                format!("'{}' is not a pair", text.trim()),
                "write White's number and Black's, or a number and 0 for the bye",
            )),
        }
    }
    let at = Position { line: first, column: 1 };
    match declared {
        None => faults.insert(
            0,
            fault_at(
                at,
                "bad-count",
                "the file does not begin with the number of lines",
                "write it on a line of its own",
            ),
        ),
        Some(declared) if declared != read => faults.insert(
            0,
            fault_at(
                at,
                "bad-count",
                format!("{declared} lines are announced, but {read} follow"),
                "correct the number, or look for a lost line",
            ),
        ),
        Some(_) => {}
    }
    pairing
}

fn give_bye(pairing: &mut Pairing, player: u32, at: Position, faults: &mut Vec<Fault>) {
    if let Some(other) = pairing.bye {
        faults.push(fault_at(
            at,
            "two-byes",
            format!("player {player} has the bye, but player {other} has it already"),
            "leave one pairing-allocated bye",
        ));
    } else {
        pairing.bye = Some(PlayerId(player));
    }
}

fn from_json(bytes: &[u8], faults: &mut Vec<Fault>) -> Pairing {
    let mut pairing = Pairing::default();
    let (text, root) = match Text::parse(bytes) {
        Ok(parsed) => parsed,
        Err(fault) => {
            faults.push(fault);
            return pairing;
        }
    };
    let Some(pairs) = field(&text, root, "pairs").and_then(|pairs| text.items(pairs)) else {
        let mend = r#"write "pairs": [ { "white": 1, "black": 2 } ]"#;
        faults.push(fault_at(root.at, "field-missing", "there is no list 'pairs'", mend));
        return pairing;
    };
    for pair in pairs {
        let number = |name| field(&text, pair, name)?.number().filter(|number| *number > 0).map(PlayerId);
        match (number("white"), number("black")) {
            (Some(white), Some(black)) => pairing.boards.push(Board { white, black }),
            _ => faults.push(fault_at(
                pair.at,
                "bad-pair",
                format!("{} is not a pair", pair.shown()),
                r#"write { "white": 1, "black": 2 } with the players' numbers"#,
            )),
        }
    }
    if let Some(bye) = field(&text, root, "bye").filter(|bye| !bye.is_null()) {
        match bye.number().filter(|number| *number > 0) {
            Some(player) => pairing.bye = Some(PlayerId(player)),
            None => faults.push(fault_at(
                bye.at,
                "json-value",
                format!("'bye' is {}, not a player's number", bye.shown()),
                "write the player's number, or null",
            )),
        }
    }
    pairing
}

fn field<'a>(text: &Text<'a>, object: Value<'a>, name: &str) -> Option<Value<'a>> {
    text.fields(object)?.into_iter().find(|field| field.name == name).map(|field| field.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(file: &str) -> Vec<(&'static str, String)> {
        let faults = read(file.as_bytes()).expect_err("a fault");
        faults
            .into_iter()
            .map(|fault| match fault.place {
                crate::tournament::Place::At(at) => (fault.code, at.to_string()),
                other => (fault.code, format!("{other:?}")),
            })
            .collect()
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter() {
        let expected = read(b"2\n1 2\n3 0\n");
        for file in
            ["2\r\n1 2\r\n\r\n3 0", "\u{feff}2\r 1\t2 \r3 0\r", "\n\n2\n\n1 2\n3 0", "# round 1\n2\n1 2\n #\n3 0"]
        {
            assert_eq!(read(file.as_bytes()), expected, "{file:?}");
        }
    }

    #[test]
    fn faults_have_their_lines() {
        assert_eq!(codes(""), [("empty-file", "1:1".into())]);
        assert_eq!(codes("2\n1 2\n"), [("bad-count", "1:1".into())]);
        assert_eq!(codes("1 2\n3 4\n"), [("bad-count", "1:1".into())]);
        assert_eq!(codes("3\n1 2\r\n 1 x\n0 3\n"), [("bad-pair", "3:2".into()), ("bad-pair", "4:1".into())]);
        assert_eq!(codes("2\n1 0\n2 0\n"), [("two-byes", "3:1".into())]);
        assert_eq!(codes("1\n1 2\n# other\n1\n2 1\n"), [("several-pairings", "4:1".into())]);
        assert_eq!(codes("2\n1\n2 1\n"), [("bad-pair", "2:1".into())]);
        assert_eq!(codes("{}"), [("field-missing", "1:1".into())]);
        assert_eq!(
            codes("{\"pairs\":[{\"white\":1}],\n \"bye\":0}"),
            [("bad-pair", "1:11".into()), ("json-value", "2:8".into())]
        );
        assert_eq!(codes("{\"pairs\":"), [("json-syntax", "1:9".into())]);
    }
}
