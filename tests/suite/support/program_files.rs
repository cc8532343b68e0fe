//! Readers of LP, MPS and OPB files, as far as the exporter writes them, which share nothing with it.

use std::collections::BTreeMap;
use swiss_ilp::model::export::Linear;

/// A row: its name, its coefficients by the names of columns, its relation and its bound.
pub type ReadRow = (String, BTreeMap<String, i64>, String, i64);

/// A program as a file has it, by names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadProgram {
    pub maximise: bool,
    /// Without weights of 0.
    pub objective: BTreeMap<String, i64>,
    /// The least and the greatest value, and whether it is whole.
    pub columns: BTreeMap<String, (i64, Option<i64>, bool)>,
    pub rows: Vec<ReadRow>,
}

impl ReadProgram {
    /// What a file of `linear` should have; `negated` if the format minimises only.
    pub fn of(linear: &Linear, negated: bool) -> Self {
        let name = |column: usize| linear.program.columns[column].name.clone();
        let sign = if negated { -1 } else { 1 };
        let sum = |sum: &[(usize, i64)], sign: i64| {
            sum.iter().map(|(column, weight)| (name(*column), sign * weight)).collect::<BTreeMap<_, _>>()
        };
        let row = |row: &swiss_ilp::model::ProgramRow| match (row.lower, row.upper) {
            (Some(lower), Some(upper)) if lower == upper => {
                (row.name.clone(), sum(&row.coefficients, 1), "=".into(), lower)
            }
            (Some(lower), None) => (row.name.clone(), sum(&row.coefficients, 1), ">=".into(), lower),
            (None, Some(upper)) => (row.name.clone(), sum(&row.coefficients, 1), "<=".into(), upper),
            bounds => panic!("{bounds:?}"),
        };
        let columns = linear.program.columns.iter().map(|c| (c.name.clone(), (c.lower, c.upper, c.integer)));
        Self {
            maximise: !negated,
            objective: sum(&linear.objective, sign),
            columns: columns.collect(),
            rows: linear.program.rows.iter().map(row).collect(),
        }
    }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no whole number"))
}

/// Adds a term; a zero is none.
fn add(sum: &mut BTreeMap<String, i64>, name: &str, weight: i64) {
    if weight != 0 {
        assert_eq!(sum.insert(name.to_owned(), weight), None, "{name} twice");
    }
}

pub fn read_lp(text: &str) -> ReadProgram {
    let mut read = ReadProgram::default();
    let mut section = "";
    let mut rows = String::new();
    let column = |read: &mut ReadProgram, name: &str, bounds| {
        read.columns.insert(name.to_owned(), bounds);
    };
    for line in text.lines().filter(|line| !line.starts_with('\\')) {
        if !line.starts_with(' ') {
            section = line;
            read.maximise |= line == "Maximize";
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match (section, &words[..]) {
            ("Maximize" | "Minimize" | "Subject To", _) => rows.push_str(line),
            ("Bounds", [name, "=", value]) => column(&mut read, name, (number(value), Some(number(value)), false)),
            ("Bounds", [name, ">=", value]) => column(&mut read, name, (number(value), None, false)),
            ("Bounds", [lower, "<=", name, "<=", upper]) => {
                column(&mut read, name, (number(lower), Some(number(upper)), false));
            }
            ("Generals", [name]) => read.columns.entry((*name).to_owned()).or_insert((0, None, false)).2 = true,
            ("Binaries", [name]) => column(&mut read, name, (0, Some(1), true)),
            _ => panic!("{section}: {line}"),
        }
    }
    let mut words = rows.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let name = word.strip_suffix(':').unwrap_or_else(|| panic!("{word} is no name"));
        let mut sum = BTreeMap::new();
        let (mut sign, mut size) = (1, 1);
        let mut relation = None;
        while let Some(word) = words.next_if(|word| !word.ends_with(':')) {
            match word {
                "+" => sign = 1,
                "-" if relation.is_none() => sign = -1,
                "=" | ">=" | "<=" => relation = Some((word.to_owned(), number(words.next().expect("a bound")))),
                word if word.starts_with(|c: char| c.is_ascii_digit()) => size = number(word),
                word => {
                    read.columns.entry(word.to_owned()).or_insert((0, None, false));
                    add(&mut sum, word, sign * size);
                    (sign, size) = (1, 1);
                }
            }
        }
        match relation {
            None if name == "obj" => read.objective = sum,
            Some((relation, bound)) => read.rows.push((name.to_owned(), sum, relation, bound)),
            None => panic!("{name} has no relation"),
        }
    }
    read
}

pub fn read_mps(text: &str) -> ReadProgram {
    let mut read = ReadProgram::default();
    let mut section = "";
    let mut is_integer = false;
    let mut at = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        if !line.starts_with(' ') {
            section = line.split(' ').next().expect("a word");
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match (section, &words[..]) {
            ("ROWS", ["N", "obj"]) => {}
            ("ROWS", [letter, name]) => {
                let relation = match *letter {
                    "E" => "=",
                    "G" => ">=",
                    "L" => "<=",
                    other => panic!("{other}"),
                };
                assert_eq!(at.insert((*name).to_owned(), read.rows.len()), None, "{name} twice");
                read.rows.push(((*name).to_owned(), BTreeMap::new(), relation.to_owned(), 0));
            }
            ("COLUMNS", [_, "'MARKER'", marker]) => is_integer = *marker == "'INTORG'",
            ("COLUMNS", [name, row, weight]) => {
                read.columns.insert((*name).to_owned(), (0, None, is_integer));
                let sum = if *row == "obj" { &mut read.objective } else { &mut read.rows[at[*row]].1 };
                add(sum, name, number(weight));
            }
            ("RHS", ["RHS", row, bound]) => read.rows[at[*row]].3 = number(bound),
            ("BOUNDS", [kind, "BND", name, value @ ..]) => {
                let bounds = read.columns.get_mut(*name).expect("a column");
                match (*kind, value) {
                    ("BV", []) => *bounds = (0, Some(1), true),
                    ("PL", []) => bounds.1 = None,
                    ("LO", [value]) => bounds.0 = number(value),
                    ("UP", [value]) => bounds.1 = Some(number(value)),
                    ("FX", [value]) => (bounds.0, bounds.1) = (number(value), Some(number(value))),
                    _ => panic!("{line}"),
                }
            }
            _ => panic!("{section}: {line}"),
        }
    }
    read
}

/// Of a column that need not be whole, the greatest value is that of its digits.
pub fn read_opb(text: &str) -> ReadProgram {
    let mut read = ReadProgram::default();
    let mut lines = text.lines().peekable();
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    let ["*", "#variable=", variables, "#constraint=", constraints] = head[..] else { panic!("{head:?}") };
    let terms = |text: &str| -> Vec<(String, i64)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.chunks(2).map(|two| (two[1].to_owned(), number(two[0]))).collect()
    };
    // The digits of each column, and the column of each binary with its weight.
    let mut digits: BTreeMap<String, Vec<(String, i64)>> = BTreeMap::new();
    let mut of: BTreeMap<String, (String, i64)> = BTreeMap::new();
    let by_columns =
        |text: &str, digits: &BTreeMap<String, Vec<(String, i64)>>, of: &BTreeMap<String, (String, i64)>| {
            let found: BTreeMap<String, i64> = terms(text).into_iter().filter(|(_, weight)| *weight != 0).collect();
            let mut sum = BTreeMap::new();
            for (x, weight) in &found {
                let (column, digit) = &of[x];
                sum.insert(column.clone(), weight / digit);
            }
            for (column, factor) in &sum {
                for (x, weight) in &digits[column] {
                    assert_eq!(found.get(x), Some(&(factor * weight)), "{x} of {column} in {text}");
                }
            }
            sum
        };
    let mut said = "";
    let mut count = 0;
    for line in lines {
        if let Some(comment) = line.strip_prefix("* ") {
            said = comment;
            let (left, note) = comment.split_once(';').unwrap_or((comment, ""));
            if let Some((name, sum)) = left
                .split_once(" =")
                .filter(|(name, sum)| !name.contains(' ') && (sum.is_empty() || sum.starts_with(" +")))
            {
                let sum = terms(sum);
                sum.iter().for_each(|(x, weight)| {
                    assert_eq!(of.insert(x.clone(), (name.to_owned(), *weight)), None);
                });
                let most = sum.iter().map(|(_, weight)| weight).sum();
                read.columns.insert(name.to_owned(), (0, Some(most), note.is_empty()));
                digits.insert(name.to_owned(), sum);
            }
            continue;
        }
        let line = line.strip_suffix(';').expect("a semicolon").trim_end();
        if let Some(sum) = line.strip_prefix("min:") {
            read.objective = by_columns(sum, &digits, &of);
            continue;
        }
        count += 1;
        let words: Vec<&str> = line.rsplitn(3, ' ').collect();
        let [bound, relation, sum] = words[..] else { panic!("{line}") };
        let sum = by_columns(sum, &digits, &of);
        if let Some((name, least)) = said.split_once(" is at least ") {
            assert_eq!((sum.get(name), least), (Some(&1), bound));
            read.columns.get_mut(name).expect("a column").0 = number(least);
            continue;
        }
        read.rows.push((said.to_owned(), sum, relation.to_owned(), number(bound)));
    }
    assert_eq!((number(variables), number(constraints)), (of.len() as i64, count));
    read
}
