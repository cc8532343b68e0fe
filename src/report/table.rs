use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use std::io;

/// A plain table with these headers; the columns whose header starts with `>` are aligned right.
pub(super) fn table(headers: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(headers.iter().map(|header| header.trim_start_matches('>')));
    for (index, header) in headers.iter().enumerate() {
        if let Some(column) = table.column_mut(index) {
            column.set_padding((0, 2));
            if header.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    table
}

/// Write the table without the blanks at the ends of its lines.
pub(super) fn write_table(table: &Table, out: &mut dyn io::Write) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
