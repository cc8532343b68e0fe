use super::FileAsked;
use crate::files::new_file::{FileError, Inputs};
use crate::files::request_field::RequestField;
use crate::questions::{Answered, AskError, Context, TournamentForm};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is to be written. An option that writes a file has this type, and no other.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NewFile(PathBuf);

/// The file of the tournament that a question makes. If it is to be replaced, it may be the one that was read.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NewTournament(NewFile);

/// A folder in which files are to be written.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NewFolder(PathBuf);

impl From<OsString> for NewFile {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl From<OsString> for NewTournament {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl From<OsString> for NewFolder {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl NewFile {
    /// What is written to a file for a figure.
    pub(crate) const FIGURE: &str = "the plot";

    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Refuse a file that cannot be written, before the work: one that is there, unless it is to be replaced, standard output,
    /// and one that the run reads. `what` is to be written there.
    pub(crate) fn check(&self, force: bool, inputs: &Inputs, what: &str) -> Result<(), AskError> {
        if self.0 == Path::new("-") {
            let error = io::Error::other("this is written to a file, and - is standard output; name a file");
            return Err(AskError::not_written(what, &FileError { path: self.0.clone(), error }));
        }
        inputs.check_new(&self.0, force).map_err(|error| AskError::not_written(what, &error))
    }

    /// Write the file.
    pub(crate) fn write(
        &self,
        force: bool,
        inputs: &Inputs,
        what: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), AskError> {
        inputs.write(&self.0, force, write).map_err(|error| AskError::not_written(what, &error))
    }

    /// Write a figure that was drawn as SVG.
    ///
    /// # Errors
    /// [`AskError::Internal`] if it was not drawn; [`AskError::Refused`] if it cannot be written.
    pub(crate) fn write_figure(
        &self,
        force: bool,
        inputs: &Inputs,
        svg: Result<String, String>,
    ) -> Result<(), AskError> {
        let svg =
            svg.map_err(|what| AskError::Internal(format!("the plot cannot be drawn: {what}; please report this")))?;
        self.write(force, inputs, Self::FIGURE, |out| out.write_all(svg.as_bytes()))
    }
}

impl NewTournament {
    const TOURNAMENT: &str = "the tournament";

    /// Refuse a file that cannot be written, before the work. `read` is the tournament that is asked about.
    pub(crate) fn check(&self, force: bool, read: &FileAsked, inputs: &Inputs) -> Result<(), AskError> {
        if !self.is(read) {
            return self.0.check(force, inputs, Self::TOURNAMENT);
        }
        if force {
            return Ok(());
        }
        let what =
            format!("it is an input of this run; name another file, or add {} to replace it", RequestField("force"));
        let error = FileError { path: self.0.path().to_owned(), error: io::Error::other(what) };
        Err(AskError::not_written(Self::TOURNAMENT, &error))
    }

    /// Write the tournament of `answer` to `out`, if that is asked for, and return what is still to be shown.
    pub(crate) fn write<'a>(
        out: Option<&Self>,
        force: bool,
        read: &FileAsked,
        mut answer: Answered<'a>,
        context: &dyn Context,
    ) -> Result<Answered<'a>, AskError> {
        let Some(out) = out else { return Ok(answer) };
        let form = context.tournament_form().unwrap_or(TournamentForm::OfFile);
        // Without a pairing there is no tournament.
        if let Some(bytes) = answer.tournament.take().map(|write| write(form)).transpose()?.flatten() {
            let inputs = context.inputs();
            if out.is(read) {
                inputs.replace(out.0.path(), &bytes)?;
            } else {
                out.0.write(force, inputs, Self::TOURNAMENT, |file| file.write_all(&bytes))?;
            }
        }
        Ok(answer)
    }

    /// Whether it is the file that is read, by whichever name.
    fn is(&self, read: &FileAsked) -> bool {
        let mut inputs = Inputs::default();
        inputs.add(&read.file);
        inputs.has(self.0.path())
    }
}

impl NewFolder {
    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}
