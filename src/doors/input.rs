//! What the command line reads: the context of its questions.

use super::exit::{Exit, Failure};
use super::limits::{self, while_reading};
use super::output;
use crate::files::MOST_BYTES;
use crate::files::new_file::Inputs;
use crate::files::printable::printable;
use crate::files::request_field::{as_option, in_words};
use crate::questions::asked::{FileAsked, LimitsAsked, TimeAsked};
use crate::questions::report::Format;
use crate::questions::tasks::read_file;
use crate::questions::{Answered, AskError, Context, Note, Opened, TextFault, TournamentForm};
use crate::solve::{Options, Tally, armed};
use crate::tournament::Code;
use std::io::{self, Read};
use std::sync::Arc;

impl Context for output::OutputOptions {
    fn tournament(&self, asked: &FileAsked) -> Result<Arc<Opened>, AskError> {
        let opened = Opened::read(asked.file.clone(), self.bytes(&asked.file)?, asked)?;
        self.note(Note::File(opened.report(&opened.loaded.notes)));
        Ok(Arc::new(opened))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, AskError> {
        let most = MOST_BYTES as u64;
        let file = name.to_owned();
        let read = move || {
            if file != "-" {
                return read_file(file.as_ref(), most);
            }
            // The first byte beyond the limit is enough to refuse what has it.
            let mut bytes = Vec::new();
            io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map(|_| bytes)
        };
        let bytes = while_reading(|| armed().for_reading().within(read));
        let bytes = bytes.ok_or_else(|| AskError::before(armed().reached(), &format!("{name} was read")))?;
        let said = |error: io::Error| match error.kind() {
            io::ErrorKind::IsADirectory => {
                format!("{name} is a folder, not a file; swiss-ilp batch reads the files of a folder")
            }
            _ => format!("cannot read {name}: {error}"),
        };
        bytes.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => {
                let (code, what) = (Code::FileTooLarge.id(), error.to_string());
                TextFault { said: printable(&said(error)), code, line: None, column: None, what }.into()
            }
            _ => AskError::BadFile(printable(&said(error))),
        })
    }

    fn start(&self, limits: &LimitsAsked) -> Result<Options, AskError> {
        static TALLY: Tally = Tally::new();
        let options = limits::start(limits)?;
        self.watch(&TALLY);
        Ok(Options { tally: Some(&TALLY), ..options })
    }

    fn start_time(&self, limit: &TimeAsked) -> Options {
        limits::start_time(limit)
    }

    fn note(&self, note: Note) {
        match note {
            Note::File(report) => self.note_file(&report),
            Note::Columns(what) | Note::Edition(what) | Note::Unheeded(what) | Note::Remark(what) => {
                self.say(in_words(&what, as_option));
            }
        }
    }

    fn format(&self) -> Format {
        self.chosen_format()
    }

    fn tournament_form(&self) -> Option<TournamentForm> {
        self.asked_form()
    }

    fn give(&self, answer: Answered<'_>) -> Result<(), AskError> {
        let (Some(form), Some(write)) = (self.tournament_form(), answer.tournament) else {
            self.write(&*answer.record);
            return Ok(());
        };
        // Without a pairing there is no tournament.
        if let Some(tournament) = write(form)? {
            self.print(&tournament);
        }
        Ok(())
    }

    fn wording(&self) -> fn(&str) -> String {
        as_option
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn fail(&self, ended: &AskError) {
        output::OutputOptions::fail(self, ended.said());
    }
}

impl From<&AskError> for Exit {
    fn from(ended: &AskError) -> Self {
        match ended {
            AskError::Refused(_) => Self::WrongRequest,
            AskError::Faults(_) | AskError::BadFile(_) | AskError::BadText(_) => Self::BadFile,
            AskError::NoPairing(_) => Self::NoLegalPairing,
            AskError::Limit(_) if limits::is_interrupted() => Self::Interrupted,
            AskError::Limit(_) => Self::LimitReached,
            AskError::Discrepancy(_) => Self::Discrepancy,
            AskError::Internal(_) => Self::InternalFault,
        }
    }
}

impl From<AskError> for Failure {
    fn from(ended: AskError) -> Self {
        let exit = Exit::from(&ended);
        match ended {
            AskError::Faults(report) => Self::BadFile(*report),
            // It may have lines of the file.
            AskError::BadFile(what) => Self::Said(exit, what),
            AskError::BadText(fault) => Self::Said(exit, fault.said),
            ended => Self::Said(exit, printable(&ended.said())),
        }
    }
}
