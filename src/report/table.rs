use crate::printable::printable;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use std::io;

/// Write a plain table without blanks at the ends of its lines; the columns whose header starts with `>` are aligned right.
/// A row is one line, whatever its cells have.
pub(crate) fn write_table<R: IntoIterator<Item = String>>(
    headers: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(headers.iter().map(|header| printable(header.as_ref().trim_start_matches('>'))));
    for (column, header) in table.column_iter_mut().zip(headers) {
        column.set_padding((0, 2));
        if header.as_ref().starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for row in rows {
        table.add_row(row.into_iter().map(|cell| printable(&cell)));
    }
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}
