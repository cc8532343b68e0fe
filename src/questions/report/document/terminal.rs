//! A document as text of columns.

use super::{Document, Line, Part, Table};
use crate::files::printable::printable;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table as TextTable};
use itertools::Itertools;

impl Document {
    /// The document for a terminal. A blank line is between its parts.
    pub fn text(&self) -> String {
        let heads = self.lead.iter().chain([&self.title, &self.subtitle]).filter(|line| !line.is_empty());
        let mut text: String = heads.map(|line| printable(line) + "\n").collect();
        let mut is_apart = self.title.is_empty();
        for part in &self.parts {
            let Some(part_text) = part.text() else { continue };
            if !std::mem::replace(&mut is_apart, matches!(part, Part::Heading(_))) {
                text.push('\n');
            }
            text.push_str(&part_text);
        }
        text
    }
}

impl Part {
    /// The part for a terminal, if a terminal shows it.
    fn text(&self) -> Option<String> {
        Some(match self {
            Self::Heading(text) => printable(text) + "\n",
            Self::Text(lines) if lines.is_empty() => return None,
            Self::Text(lines) => lines.iter().map(Line::text).collect(),
            Self::Verbatim(text) => text.clone(),
            Self::Table(table) if table.is_for_programs => return None,
            Self::Table(table) => table.text(),
            Self::Drawing(_) => return None,
        })
    }
}

impl Line {
    fn text(&self) -> String {
        format!("{}{}\n", "  ".repeat(self.depth), printable(&self.text))
    }
}

impl Table {
    fn text(&self) -> String {
        let mut table = TextTable::new();
        table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let shown = self.shown().collect_vec();
        table.set_header(shown.iter().map(|(_, column)| printable(&column.title)));
        for (column, (_, shown)) in table.column_iter_mut().zip(&shown) {
            column.set_padding((0, 2));
            if shown.is_right {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for row in &self.rows {
            table.add_row(shown.iter().map(|(place, _)| printable(&row[*place].said())));
        }
        let title = self.title.iter().map(|line| printable(line));
        // No line has blanks at its end, and a row is one line, whatever its cells have.
        title.chain(table.lines()).map(|line| line.trim_end().to_owned() + "\n").collect()
    }
}
