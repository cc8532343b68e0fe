//! A document as a page for a browser: one file that needs no network.
//!
//! Its tables need no script. The script, which is made from `web/page/written.mjs`, draws the round and sorts.

use super::{Cell, Document, Drawing, Line, Part, Table};
use crate::files::printable::{printable, printable_json};
use itertools::Itertools;

/// The look of all pages.
const STYLE: &str = include_str!("../page/page.css");
/// What all pages can do.
const SCRIPT: &str = include_str!("../page/page.js");
/// Its hash, so that a page runs nothing else.
const SCRIPT_HASH: &str = include_str!("../page/page.js.sha256");
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Document {
    /// The document as a page.
    pub fn page(&self) -> String {
        let title = if self.title.is_empty() { "swiss-ilp" } else { &self.title };
        let [title, subtitle] = [title, &self.subtitle].map(escaped);
        let both = [&title, &subtitle].into_iter().filter(|text| !text.is_empty()).join(", ");
        let lead =
            self.lead.as_ref().map(|lead| format!("<p class=\"verdict\">{}</p>\n", escaped(lead))).unwrap_or_default();
        let parts: String = self.parts.iter().map(Part::html).collect();
        format!(
            r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="generator" content="swiss-ilp {VERSION}">
<title>{both}</title>
<link rel="icon" href="data:,">
<style>
{STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<h1><bdi>{title}</bdi> <span class="sub">{subtitle}</span></h1>
{lead}<button type="button" class="theme screen needs-script" id="theme" hidden>Dark</button>
</header>
<main id="main">
{parts}</main>
<footer class="screen"><p>Written by swiss-ilp {VERSION}. The page needs no network.</p></footer>
<script>{SCRIPT}</script>
</body>
</html>"##
        )
    }
}

impl Part {
    fn html(&self) -> String {
        match self {
            Self::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
            Self::Text(lines) => {
                let lists = lines.chunk_by(|one, other| (one.depth == 0) == (other.depth == 0));
                lists.map(list).collect()
            }
            Self::Verbatim(text) => format!("<pre>{}</pre>\n", text.lines().map(escaped).join("\n")),
            Self::Table(table) if table.is_for_programs => String::new(),
            Self::Table(table) => table.html(),
            Self::Drawing(drawing) => drawing.html(),
        }
    }
}

/// Sentences, or items of a list.
fn list(lines: &[Line]) -> String {
    let line = |line: &Line| match line.depth {
        0 => format!("<p>{}</p>\n", escaped(&line.text)),
        1 => format!("<li>{}</li>\n", escaped(&line.text)),
        _ => format!("<li class=\"within\">{}</li>\n", escaped(&line.text)),
    };
    let all: String = lines.iter().map(line).collect();
    if lines.iter().all(|line| line.depth == 0) { all } else { format!("<ul>\n{all}</ul>\n") }
}

impl Table {
    fn html(&self) -> String {
        let shown = self.shown().collect_vec();
        let class = |is_right: bool| if is_right { " class=\"n\"" } else { "" };
        let head = shown
            .iter()
            .map(|(_, column)| format!("<th scope=\"col\"{}>{}</th>", class(column.is_right), escaped(&column.title)));
        let cell = |row: &[Cell], (place, column): &(usize, &super::Column)| {
            // Blanks that a text begins with set it in.
            let said = escaped(&row[*place].said().replace("  ", "\u{2003}"));
            let said = if matches!(row[*place], Cell::Strong(_)) { format!("<b>{said}</b>") } else { said };
            format!("<td{}>{said}</td>", class(column.is_right))
        };
        let rows = self.rows.iter().map(|row| {
            let cells: String = shown.iter().map(|column| cell(row, column)).collect();
            format!("<tr>{cells}</tr>\n")
        });
        // Rows have numbers, or the last one is the bye. Others may belong to the row above.
        let mut firsts =
            shown.first().map(|(place, _)| self.rows.iter().filter_map(|row| row.get(*place))).into_iter().flatten();
        let is_sortable = self.rows.len() > 1
            && firsts.next().is_some_and(Cell::is_number)
            && firsts.all(|cell| cell.is_number() || *cell == Cell::Empty);
        let sortable = if is_sortable { " class=\"sortable\"" } else { "" };
        let title = escaped(&self.title.join(" "));
        let (name, title) = match title.is_empty() {
            true => (escaped(&self.name), String::new()),
            false => (title.clone(), format!("<h3>{title}</h3>\n")),
        };
        format!(
            "{title}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table{sortable}><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
            head.collect::<String>(),
            rows.collect::<String>()
        )
    }
}

impl Drawing {
    /// The place of the drawing, and what it draws.
    fn html(&self) -> String {
        format!(
            r#"<div class="round screen">
<section class="drawing" aria-label="The round">
<div class="toggles needs-script" hidden><label>Cards <select id="cards"></select></label></div>
<noscript><p class="hint">The drawing needs a script. The tables have the same without one.</p></noscript>
<div class="scroll" id="frame" tabindex="0" role="region" aria-label="Score groups with their pairs; scrolls"></div>
</section>
<aside class="panel" id="why" aria-label="Why" aria-live="polite" hidden></aside>
</div>
<script type="application/json" id="data">{}</script>
"#,
            embedded(&self.0)
        )
    }
}

/// `data` as JSON within a script element, which nothing in it can end.
fn embedded(data: &serde_json::Value) -> String {
    let json = printable_json(&data.to_string());
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// `text` within an element or an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}
