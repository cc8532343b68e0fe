//! Columns for other programs, by the C data interface of Apache Arrow.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, RecordBatchOptions, StringArray,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// A capsule `arrow_array_stream` of one batch. A column is its name, its type (`s` text, `i` whole number of 64 bits, `f` number of
/// 64 bits, `b` truth) and its cells, in which `None` is null.
#[pyfunction]
fn arrow_stream<'py>(
    py: Python<'py>,
    columns: Vec<(String, char, Bound<'py, PyAny>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut fields = Vec::new();
    let mut arrays = Vec::new();
    for (name, kind, cells) in columns {
        let (data, array) = array(kind, &cells)?;
        fields.push(Field::new(name, data, true));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    // Without a column there are no rows.
    let rows = RecordBatchOptions::new().with_row_count(arrays.is_empty().then_some(0));
    let batch = RecordBatch::try_new_with_options(Arc::clone(&schema), arrays, &rows);
    let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}

fn array(kind: char, cells: &Bound<'_, PyAny>) -> PyResult<(DataType, ArrayRef)> {
    Ok(match kind {
        'i' => (DataType::Int64, Arc::new(Int64Array::from(cells.extract::<Vec<Option<i64>>>()?))),
        'f' => (DataType::Float64, Arc::new(Float64Array::from(cells.extract::<Vec<Option<f64>>>()?))),
        'b' => (DataType::Boolean, Arc::new(BooleanArray::from(cells.extract::<Vec<Option<bool>>>()?))),
        _ => (DataType::Utf8, Arc::new(StringArray::from(cells.extract::<Vec<Option<String>>>()?))),
    })
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(arrow_stream, module)?)
}
