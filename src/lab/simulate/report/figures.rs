//! The files of the figures, each as SVG and as PDF.

use super::SimulateReport;
use crate::new_file::Inputs;
use crate::questions::Ended;
use crate::questions::asked::NewFile;
use crate::report::figure;
use std::path::Path;

/// The names of the files: the plot, which is drawn of each report, and two metrics against each other, if somebody asks for them.
pub(in super::super) const FIGURES: [[&str; 2]; 2] = [["plot.svg", "plot.pdf"], ["scatter.svg", "scatter.pdf"]];

/// The figures that were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The plot as SVG.
    pub plot: String,
    /// The scatter as SVG, if one was asked for.
    pub scatter: Option<String>,
    /// A sentence for each PDF that could not be made.
    pub notes: Vec<String>,
}

impl SimulateReport {
    /// Write the figures into `folder`, over those that are there: the plot, and a scatter of two metrics.
    ///
    /// # Errors
    /// [`Ended::Refused`] if a metric cannot be drawn, or a file cannot be written.
    pub fn write_figures(
        &self,
        folder: &Path,
        inputs: &Inputs,
        scatter: Option<&[String; 2]>,
    ) -> Result<Figures, Ended> {
        let plot = self.plot().map_err(|error| Ended::Internal(format!("the plot: {error}")))?;
        let scatter = scatter.map(|metrics| self.scatter(metrics)).transpose().map_err(Ended::wrong)?;
        let mut notes = Vec::new();
        for (svg, [name, printed]) in [Some(&plot), scatter.as_ref()].into_iter().zip(FIGURES) {
            let put = |name: &str, bytes: &[u8]| {
                let written = inputs.write(&folder.join(name), true, |out| out.write_all(bytes));
                written.map_err(|error| Ended::not_written(NewFile::FIGURE, &error))
            };
            let Some(svg) = svg else { continue };
            put(name, svg.as_bytes())?;
            match figure::pdf(svg) {
                Ok(pdf) => put(printed, &pdf)?,
                Err(what) => notes.push(format!("there is no {printed}: {what}")),
            }
        }
        Ok(Figures { plot, scatter, notes })
    }
}
