//! A model.

use crate::failure::PyFailure;
use pyo3::prelude::*;
use swiss_ilp::model;
use swiss_ilp::questions::batch::ModelText;

/// A model with the text of its file.
#[pyclass(frozen, name = "Model", module = "swiss_ilp._native")]
pub struct PyModel {
    pub model: model::Model,
    pub text: ModelText,
}

#[pymethods]
impl PyModel {
    /// The built-in model of this name, or the model in the file of this name.
    #[staticmethod]
    fn load(name_or_path: &str) -> PyResult<Self> {
        let (path, text) = model::Model::file(name_or_path).map_err(PyFailure::from)?;
        Self::parse(name_or_path, path, text)
    }

    /// The model of a text in TOML: as what it was asked for, its file and the text of that.
    #[staticmethod]
    fn parse(asked: &str, path: String, text: String) -> PyResult<Self> {
        let model = model::Model::parse(&path, &text).map_err(PyFailure::from)?;
        Ok(Self { model, text: ModelText { name: asked.to_owned(), path, text } })
    }

    /// What it was asked for as.
    #[getter]
    fn asked(&self) -> &str {
        &self.text.name
    }

    /// The name of its file.
    #[getter]
    fn path(&self) -> &str {
        &self.text.path
    }

    /// The name in reports.
    #[getter]
    fn name(&self) -> &str {
        self.model.name()
    }

    /// The file.
    #[getter]
    fn text(&self) -> &str {
        &self.text.text
    }

    /// Refuse the student's text, whose best answer need not be a pairing.
    fn check_pairs(&self) -> PyResult<()> {
        self.model.clone().that_pairs().map_err(PyFailure::from)?;
        Ok(())
    }

    /// The names of the models that come with the program.
    #[staticmethod]
    fn built_in() -> Vec<&'static str> {
        model::Model::built_in_names().collect()
    }
}
