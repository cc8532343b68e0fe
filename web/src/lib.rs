//! The library as a module of WebAssembly, a door: the bytes of a tournament and a question in JSON go in, the answer in JSON comes out.
//!
//! `ffi` has what a page calls. `web/swiss-ilp.mjs` calls it.

#![deny(unsafe_code)]

mod ffi;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use swiss_ilp::files::request_field::{as_parameter, bytes_in_words, in_words};
use swiss_ilp::model::Model;
use swiss_ilp::questions::asked::{FileAsked, LimitsAsked, TimeAsked};
use swiss_ilp::questions::report::{FaultLine, Format};
use swiss_ilp::questions::tasks::Inputs;
use swiss_ilp::questions::{Answered, AskError, Context, Note, Opened, Question, TournamentForm};
use swiss_ilp::solve::Options;

/// How many faults of a file a reply has.
const MOST_FAULTS: usize = 20;

/// What is asked of a tournament.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedOfTournament {
    /// The name of the question, as the command has it.
    question: String,
    /// Its request.
    #[serde(default)]
    request: Option<Box<RawValue>>,
    /// Texts that the request names: a pairing, tables, and the texts of models.
    #[serde(default)]
    contents: BTreeMap<String, String>,
    /// Names of files in the request, which come back instead of being written.
    #[serde(default)]
    kept: Vec<String>,
    /// Write the answer as this text instead of giving its record.
    #[serde(default)]
    format: Option<TextFormat>,
    /// Stop after so many seconds.
    #[serde(default)]
    seconds: Option<f64>,
}

/// The text that the command writes with `--format`; without it, what it writes for persons is `table`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TextFormat {
    Table,
    Json,
    Pairs,
    Csv,
    /// The tournament with the new round, the ranks or the changes in it, as a report.
    Trf,
    /// The same in the format of the file.
    Tournament,
}

impl From<TextFormat> for Format {
    fn from(asked: TextFormat) -> Self {
        match asked {
            TextFormat::Table | TextFormat::Trf | TextFormat::Tournament => Self::Table,
            TextFormat::Json => Self::Json,
            TextFormat::Pairs => Self::Pairs,
            TextFormat::Csv => Self::Csv,
        }
    }
}

/// What is answered.
#[derive(Debug, Default, Serialize)]
struct Reply {
    /// The record that the command writes as JSON; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Box<RawValue>>,
    /// The same as text, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What would have been written, by the names of the files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
    /// What else was said.
    notes: Vec<String>,
    /// How the question ended: `done`, or what stood in the way, with the exit code's word.
    ended: &'static str,
    /// The sentence, if it did not end well.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// What is wrong with a file, each with its place, and what to do about it; the first of many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultLine>,
}

/// A context without files.
struct MemoryContext<'a> {
    tournament: &'a [u8],
    contents: &'a BTreeMap<String, String>,
    limit: Option<Duration>,
    format: Option<TextFormat>,
    notes: RefCell<Vec<String>>,
    answer: RefCell<Option<String>>,
    inputs: Inputs,
}

impl MemoryContext<'_> {
    fn options(&self) -> Options {
        Options { time_limit: self.limit, ..Options::default() }
    }

    /// What would have been written.
    fn files(&self) -> Result<BTreeMap<String, String>, AskError> {
        let text = |(name, bytes): (PathBuf, Vec<u8>)| match String::from_utf8(bytes) {
            Ok(text) => Ok((name.to_string_lossy().into_owned(), text)),
            Err(error) => Err(AskError::Internal(error.to_string())),
        };
        self.inputs.take_kept().into_iter().map(text).collect()
    }
}

impl Context for MemoryContext<'_> {
    fn tournament(&self, asked: &FileAsked) -> Result<Arc<Opened>, AskError> {
        Opened::read("the tournament".to_owned(), self.tournament.to_vec(), asked).map(Arc::new)
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, AskError> {
        let content = self.contents.get(name).map(|text| text.clone().into_bytes());
        content.ok_or_else(|| AskError::BadFile(format!("no content is called {name}")))
    }

    fn model(&self, name: &str) -> Result<Model, AskError> {
        Ok(match self.contents.get(name) {
            Some(text) => Model::parse(name, text)?,
            None => Model::load(name)?,
        })
    }

    fn start(&self, _: &LimitsAsked) -> Result<Options, AskError> {
        Ok(self.options().armed())
    }

    fn start_time(&self, _: &TimeAsked) -> Options {
        self.options().armed()
    }

    fn note(&self, note: Note) {
        let said = match note {
            // Those of the tournament are in what `info` says of it.
            Note::File(report) => {
                let notes = report.faults.iter().map(|note| format!("{}; {}.", note.what, note.mend));
                return self.notes.borrow_mut().extend(notes);
            }
            Note::Columns(what) | Note::Edition(what) | Note::Unheeded(what) | Note::Remark(what) => {
                in_words(&what, as_parameter)
            }
        };
        self.notes.borrow_mut().push(said);
    }

    fn format(&self) -> Format {
        self.format.map_or(Format::Json, Format::from)
    }

    fn tournament_form(&self) -> Option<TournamentForm> {
        match self.format {
            Some(TextFormat::Trf) => Some(TournamentForm::Report),
            Some(TextFormat::Tournament) => Some(TournamentForm::OfFile),
            _ => None,
        }
    }

    fn give(&self, answer: Answered<'_>) -> Result<(), AskError> {
        let fault = |error: &dyn std::fmt::Display| AskError::Internal(error.to_string());
        let mut written = Vec::new();
        match (self.tournament_form(), answer.tournament) {
            (Some(form), Some(write)) => match write(form)? {
                Some(tournament) => written = tournament,
                // Without a pairing there is no tournament.
                None => return Ok(()),
            },
            _ => {
                answer.record.render(self.format(), &mut written).map_err(|error| fault(&error))?;
                written = bytes_in_words(written, self.wording());
            }
        }
        self.answer.replace(Some(String::from_utf8(written).map_err(|error| fault(&error))?));
        Ok(())
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn fail(&self, ended: &AskError) {
        self.notes.borrow_mut().push(in_words(&ended.to_string(), as_parameter));
    }
}

/// The answer to `asked` about the tournament in `file`, as JSON.
fn answer(file: &[u8], asked: &[u8]) -> String {
    let reply = replied(file, asked).unwrap_or_else(|ended| Reply::default().of(&ended));
    // A reply is plain JSON, which can always be written.
    serde_json::to_string(&reply).unwrap_or_default()
}

fn replied(file: &[u8], asked: &[u8]) -> Result<Reply, AskError> {
    let asked: AskedOfTournament = serde_json::from_slice(asked).map_err(|error| AskError::wrong(error.to_string()))?;
    let named = Question::named(&asked.question);
    let question = named.ok_or_else(|| AskError::wrong(format!("there is no question '{}'", asked.question)))?;
    let request = (question.read)(asked.request.as_ref().map_or("{}", |request| request.get()))?;
    let limit = asked.seconds.map(Duration::try_from_secs_f64).transpose();
    let mut inputs = Inputs::default();
    asked.kept.iter().for_each(|name| inputs.keep(name));
    let page = MemoryContext {
        tournament: file,
        contents: &asked.contents,
        limit: limit.map_err(|error| AskError::wrong(format!("seconds: {error}")))?,
        format: asked.format,
        notes: RefCell::default(),
        answer: RefCell::default(),
        inputs,
    };
    // A limit that cannot be kept is refused, whatever is asked.
    page.options().check()?;
    let ended = request.ask(&page);
    let mut reply = Reply { files: page.files()?, notes: page.notes.into_inner(), ended: "done", ..Reply::default() };
    match (page.answer.into_inner(), asked.format) {
        (Some(json), None) => {
            let record = RawValue::from_string(json.trim_end().to_owned());
            reply.answer = Some(record.map_err(|error| AskError::Internal(error.to_string()))?);
        }
        (text, _) => reply.text = text,
    }
    Ok(match ended {
        Ok(()) => reply,
        Err(ended) => reply.of(&ended),
    })
}

impl Reply {
    /// The same, ended so.
    fn of(self, ended: &AskError) -> Self {
        let word = match ended {
            AskError::Refused(_) => "refused",
            AskError::Faults(_) | AskError::BadFile(_) | AskError::BadText(_) => "bad-file",
            AskError::NoPairing(_) => "no-pairing",
            AskError::Limit(_) => "limit",
            AskError::Discrepancy(_) => "discrepancy",
            AskError::Internal(_) => "internal",
        };
        let faults = match ended {
            AskError::Faults(report) => report.faults.iter().take(MOST_FAULTS).cloned().collect(),
            _ => Vec::new(),
        };
        Self { ended: word, said: Some(in_words(&ended.to_string(), as_parameter)), faults, ..self }
    }
}
