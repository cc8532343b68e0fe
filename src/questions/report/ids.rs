use crate::rules::{self, Diagnostic, Entry, Rule};
use std::fmt::{self, Write as _};

/// The page of all ids with their meaning, in Markdown: the text of `docs/src/ids.md`. The heading of an id has the id
/// as its anchor.
pub fn ids_page() -> String {
    let mut page = String::new();
    // Writing to a String cannot fail.
    let _ = write_page(&mut page);
    page
}

fn write_page(page: &mut String) -> fmt::Result {
    let groups = rules::groups();
    page.push_str("# Ids\n\n");
    page.push_str("What every id means that `swiss-ilp` prints. `swiss-ilp rule ID` shows one of them.\n\n");
    page.push_str("<!-- Made by `make docs` from src/rules. -->\n\n");
    for group in groups {
        writeln!(page, "- [{}](#{})", group.title, anchor(group.title))?;
    }
    for group in groups {
        writeln!(page, "\n## {}", group.title)?;
        group.entries.iter().try_for_each(|entry| write_entry(*entry, page))?;
    }
    Ok(())
}

fn write_entry(entry: Entry, page: &mut String) -> fmt::Result {
    let id = entry.id();
    page.push('\n');
    // Markdown gives every heading an anchor, made from its text without dots and capitals.
    if anchor(id) != id {
        writeln!(page, "<a id=\"{id}\"></a>\n")?;
    }
    writeln!(page, "### `{id}`\n\n**{}.**", prose(entry.title()))?;
    match entry {
        Entry::Rule(Rule { source, meaning, reading, .. }) => {
            writeln!(page, "{}\n", prose(meaning))?;
            if !reading.is_empty() {
                writeln!(page, "Reading: {}\n", prose(reading))?;
            }
            writeln!(page, "Source: {}", prose(source))
        }
        Entry::Diagnostic(Diagnostic { meaning, example, help, .. }) => {
            writeln!(page, "{}\n\n```text\n{example}\n```\n\nHelp: {}", prose(meaning), prose(help))
        }
    }
}

/// The anchor that Markdown gives to a heading: small letters, digits, hyphens and underscores, a hyphen for a blank.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// `text` with the characters of Markdown's markup escaped, except within backticks.
fn prose(text: &str) -> String {
    let mut escaped = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index > 0 {
            escaped.push('`');
        }
        for c in part.chars() {
            if index % 2 == 0 && matches!(c, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
                escaped.push('\\');
            }
            escaped.push(c);
        }
    }
    escaped
}
