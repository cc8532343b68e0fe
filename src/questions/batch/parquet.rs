//! Rows as Parquet: every column may be empty, and has the type of its [`ColumnType`].

use super::table::{ColumnType, Row, plain};
use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// The rows that are in memory at once.
const ROWS_A_GROUP: usize = 20_000;

/// Write `rows`, whose cells are of these columns, to `file`.
pub(crate) fn write(
    columns: &[(&str, ColumnType)],
    rows: impl Iterator<Item = io::Result<Row>>,
    file: &File,
) -> io::Result<()> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(file, schema(columns)?, Arc::new(properties))?;
    let mut group = Vec::new();
    for row in rows {
        group.push(row?);
        if group.len() >= ROWS_A_GROUP {
            write_group(&mut writer, columns.len(), &std::mem::take(&mut group))?;
        }
    }
    write_group(&mut writer, columns.len(), &group)?;
    writer.close()?;
    Ok(())
}

fn schema(columns: &[(&str, ColumnType)]) -> Result<TypePtr> {
    let column = |&(name, kind): &(&str, ColumnType)| {
        let (physical, converted) = match kind {
            ColumnType::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
            ColumnType::Whole => (Physical::INT64, ConvertedType::NONE),
            ColumnType::Number => (Physical::DOUBLE, ConvertedType::NONE),
            ColumnType::Truth => (Physical::BOOLEAN, ConvertedType::NONE),
        };
        let column = Type::primitive_type_builder(name, physical).with_converted_type(converted);
        column.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let columns = columns.iter().map(column).collect::<Result<Vec<_>>>()?;
    Type::group_type_builder("records").with_fields(columns).build().map(Arc::new)
}

fn write_group(writer: &mut SerializedFileWriter<&File>, columns: usize, rows: &[Row]) -> Result<()> {
    let mut group = writer.next_row_group()?;
    for index in 0..columns {
        write_column(&mut group, rows.iter().map(|row| &row[index]))?;
    }
    group.close().map(|_| ())
}

fn write_column<'r>(
    group: &mut SerializedRowGroupWriter<'_, &File>,
    cells: impl Iterator<Item = &'r Value> + Clone,
) -> Result<()> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column is missing".to_owned()));
    };
    // An empty cell has no value, and the level 0.
    let levels: Vec<i16> = cells.clone().map(|cell| i16::from(!cell.is_null())).collect();
    let cells = cells.filter(|cell| !cell.is_null());
    match column.untyped() {
        ColumnWriter::ByteArrayColumnWriter(out) => {
            let values: Vec<ByteArray> = cells.map(|cell| plain(cell).as_str().into()).collect();
            out.write_batch(&values, Some(&levels), None)?;
        }
        ColumnWriter::Int64ColumnWriter(out) => {
            let values: Vec<i64> = cells.map(|cell| cell.as_i64().unwrap_or_default()).collect();
            out.write_batch(&values, Some(&levels), None)?;
        }
        ColumnWriter::DoubleColumnWriter(out) => {
            let values: Vec<f64> = cells.map(|cell| cell.as_f64().unwrap_or_default()).collect();
            out.write_batch(&values, Some(&levels), None)?;
        }
        ColumnWriter::BoolColumnWriter(out) => {
            let values: Vec<bool> = cells.map(|cell| cell.as_bool().unwrap_or_default()).collect();
            out.write_batch(&values, Some(&levels), None)?;
        }
        _ => return Err(ParquetError::General("a column of another type".to_owned())),
    }
    column.close()
}
