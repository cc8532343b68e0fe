//! The files that an experiment names, as they stand beside it in the folder of a run, which plays again anywhere so.

use super::folder::is_written;
use crate::model::{Model, ModelError};
use crate::questions::batch::ModelText;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

pub(super) struct NamedFiles<'e> {
    /// From where they are looked up.
    pub folder: &'e Path,
    /// Models that no file has.
    pub given: &'e [ModelText],
    /// Where the experiment names them, and what they are called beside it.
    names: Vec<(Range<usize>, String)>,
    files: BTreeMap<String, Vec<u8>>,
}

impl<'e> NamedFiles<'e> {
    pub const fn new(folder: &'e Path, given: &'e [ModelText]) -> Self {
        Self { folder, given, names: Vec::new(), files: BTreeMap::new() }
    }

    /// The built-in model of this name, a model that is given by it, or the model of the file at this path.
    pub fn model(&mut self, name: &Spanned<String>) -> Result<Model, ModelError> {
        let asked = name.get_ref();
        if Model::built_in_names().any(|built_in| built_in == asked) {
            return Ok(Model::load(asked)?.that_pairs()?);
        }
        let given = self.given.iter().find(|given| given.name == *asked);
        let (path, text) = match given {
            Some(ModelText { path, text, .. }) => (path.clone(), text.clone()),
            None => Model::file(&self.folder.join(asked).to_string_lossy()).map_err(|error| match error {
                // The message names what the file has, and not a path that it has not.
                ModelError::Unknown { file, .. } => {
                    ModelError::Unknown { name: asked.clone(), file: file.map(|_| format!("{asked}.toml")) }
                }
                other => other,
            })?,
        };
        let model = Model::parse(&path, &text)?.that_pairs()?;
        let own = match Model::objective_of(&text) {
            None => text,
            Some(of) => {
                let other = Path::new(&path).parent().unwrap_or(Path::new("")).join(of.get_ref());
                let (_, content) = Model::file(&other.to_string_lossy())?;
                renamed(&text, &[(of.span(), self.keep(&other, content.into_bytes()))])
            }
        };
        self.add(name, own.into_bytes());
        Ok(model)
    }

    /// Add the file that the experiment names there.
    pub fn add(&mut self, name: &Spanned<String>, bytes: Vec<u8>) {
        let called = self.keep(name.get_ref().as_ref(), bytes);
        self.names.push((name.span(), called));
    }

    /// What the file is called beside the experiment: as it is called, unless something else is called so.
    fn keep(&mut self, path: &Path, bytes: Vec<u8>) -> String {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        let names = std::iter::once(own.to_string()).chain((2..).map(|number| format!("{number}-{own}")));
        let is_free = |name: &String| {
            let is_taken = is_written(name) || Model::built_in_names().any(|built_in| built_in == name);
            !is_taken && self.files.get(name).is_none_or(|there| *there == bytes)
        };
        let name = names.into_iter().find(is_free).unwrap_or_default();
        self.files.insert(name.clone(), bytes);
        name
    }

    /// The experiment of this text with the names that they are called by, and they themselves.
    pub fn beside(self, text: &str) -> (String, BTreeMap<String, Vec<u8>>) {
        (renamed(text, &self.names), self.files)
    }
}

/// The TOML `text` with other names in these places.
fn renamed(text: &str, names: &[(Range<usize>, String)]) -> String {
    let mut names: Vec<_> = names.iter().collect();
    names.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = text.to_owned();
    for (span, name) in names {
        // As it is written, if it is the same: a run in the folder of its experiment changes nothing.
        let written: Option<BTreeMap<String, String>> = toml::from_str(&format!("name = {}", &text[span.clone()])).ok();
        if written.is_none_or(|written| written.get("name") != Some(name)) {
            text.replace_range(span.clone(), &toml::Value::from(name.as_str()).to_string());
        }
    }
    text
}
