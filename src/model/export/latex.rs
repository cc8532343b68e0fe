//! A formulation as a LaTeX document, which needs the class `article` and the package `amsmath` only.

use crate::model::Family;
use std::fmt::{self, Write};

/// A formulation. Texts are plain, and formulas are LaTeX.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LatexDocument {
    /// The title.
    pub title: String,
    /// One paragraph.
    pub summary: String,
    /// What is written otherwise in the algebra of families, and how.
    pub renamed: Vec<(&'static str, &'static str)>,
    /// Each set and each number that is given, as a formula, and what it is.
    pub sets: Vec<(String, String)>,
    /// The kinds of columns; with how many there are, if it is of a round.
    pub columns: Vec<(&'static Family, Option<usize>)>,
    /// The objective.
    pub tiers: Vec<TierLines>,
    /// The families of rows; with how many there are, if it is of a round.
    pub rows: Vec<(&'static Family, Option<usize>)>,
    /// The definitions of the model's own.
    pub definitions: Vec<Defined>,
}

/// A definition of the model's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Defined {
    /// Its id.
    pub id: String,
    /// What each of its parts says, and the formula.
    pub parts: Vec<(String, String)>,
}

/// A tier of the objective.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TierLines {
    /// What it is.
    pub title: String,
    /// Its formulas.
    pub formulas: Vec<String>,
    /// What adds up in it.
    pub lines: Vec<String>,
}

/// The text of the document.
#[must_use]
pub fn document(document: &LatexDocument) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write(document, &mut text);
    text
}

fn write(document: &LatexDocument, out: &mut String) -> fmt::Result {
    out.push_str("\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n");
    writeln!(out, "\\section*{{{}}}\n{}\n", escaped(&document.title), escaped(&document.summary))?;
    let sets = document.sets.iter().map(|(symbol, meaning)| format!("${symbol}$: {}", escaped(meaning)));
    write_list("Given", sets, out)?;
    let family = |family: &Family, count: &Option<usize>, what: &str, out: &mut String| {
        let renamed =
            |text: &str| document.renamed.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new));
        write_family(family, [renamed(family.algebra), renamed(family.says)], *count, what, out)
    };
    out.push_str("\\subsection*{Variables}\n");
    document.columns.iter().try_for_each(|(kind, count)| family(kind, count, "column", out))?;
    out.push_str("\\subsection*{Objective}\n");
    for TierLines { title, formulas, lines } in &document.tiers {
        writeln!(out, "{}", escaped(title))?;
        formulas.iter().try_for_each(|formula| writeln!(out, "\\[ {formula} \\]"))?;
        write_items(lines.iter().map(|line| escaped(line)), out)?;
        out.push('\n');
    }
    out.push_str("\\subsection*{Subject to}\n");
    document.rows.iter().try_for_each(|(rows, count)| family(rows, count, "row", out))?;
    if !document.definitions.is_empty() {
        out.push_str("\\subsection*{Definitions of the model}\n");
    }
    for Defined { id, parts } in &document.definitions {
        for (what, formula) in parts {
            writeln!(out, "{}\n\\[ {formula} \\tag{{\\texttt{{{}}}}} \\]", escaped(what), escaped(id))?;
        }
    }
    out.push_str("\\end{document}\n");
    Ok(())
}

fn write_family(
    family: &Family,
    [algebra, says]: [String; 2],
    count: Option<usize>,
    what: &str,
    out: &mut String,
) -> fmt::Result {
    writeln!(out, "\\[ {algebra} \\tag{{\\texttt{{{}}}}} \\]", escaped(family.id))?;
    write!(out, "{}", escaped(&says))?;
    if let Some(rule) = family.rule {
        write!(out, " \\texttt{{{}}}.", escaped(rule))?;
    }
    match count {
        Some(1) => writeln!(out, " Here: 1 {what}."),
        Some(count) => writeln!(out, " Here: {count} {what}s."),
        None => writeln!(out),
    }
}

fn write_list(title: &str, items: impl Iterator<Item = String>, out: &mut String) -> fmt::Result {
    writeln!(out, "\\subsection*{{{title}}}")?;
    write_items(items, out)
}

/// A list without items is an error in LaTeX.
fn write_items(items: impl Iterator<Item = String>, out: &mut String) -> fmt::Result {
    let mut items = items.peekable();
    if items.peek().is_none() {
        return Ok(());
    }
    out.push_str("\\begin{itemize}\n");
    items.try_for_each(|item| writeln!(out, "\\item {item}"))?;
    out.push_str("\\end{itemize}\n");
    Ok(())
}

/// Plain text for LaTeX. A character that is not of ASCII becomes a question mark, since no font has them all.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            ' '..='~' => escaped.push(c),
            _ => escaped.push('?'),
        }
    }
    escaped
}
