use super::file::{ModelFile, ModelFileHead};
use super::{ModelError, Objective, StudentText, SystemModel, WrongKind};
use crate::files::read_file::{MOST_MODEL, read_text};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// A model: a weighted objective or the student's text, as the `kind` of its file says, or a rule system, which has no file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Model {
    /// Weighted terms, for pairs or slots.
    Objective(Objective),
    /// The articles of a rule system.
    System(SystemModel),
    /// The student's text, with readings and repairs.
    AsWritten(StudentText),
}

/// The models that come with the program: name and TOML text.
const BUILT_IN: [(&str, &str); 12] = [
    ("pairs", include_str!("../../models/pairs.toml")),
    ("slots", include_str!("../../models/slots.toml")),
    ("slots-ordered", include_str!("../../models/slots-ordered.toml")),
    ("fair", include_str!("../../models/fair.toml")),
    ("swiss", include_str!("../../models/swiss.toml")),
    ("monrad", include_str!("../../models/monrad.toml")),
    ("burstein", include_str!("../../models/burstein.toml")),
    ("random", include_str!("../../models/random.toml")),
    ("soft-bans", include_str!("../../models/soft-bans.toml")),
    ("debating", include_str!("../../models/debating.toml")),
    ("mcmahon", include_str!("../../models/mcmahon.toml")),
    ("as-written", include_str!("../../models/as-written.toml")),
];

impl Model {
    /// The models that come with the program, by name.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.into_iter().map(|(name, _)| name).chain(SystemModel::all().map(|system| system.edition.id))
    }

    /// The names, for a message.
    pub(super) fn list() -> String {
        Self::built_in_names().collect::<Vec<_>>().join(", ")
    }

    /// A built-in model by name, or a model file by path. An [`Objective`] is made from it by [`TryFrom`].
    ///
    /// ```
    /// use swiss_ilp::model::{Model, Objective};
    /// let objective = Objective::try_from(Model::load("pairs")?)?;
    /// assert_eq!(objective.tiers.len(), 1);
    /// assert!(Objective::try_from(Model::load("dutch-2026")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(name_or_path: &str) -> Result<Self, ModelError> {
        let (path, text) = find(name_or_path, Path::new(""))?;
        Self::parse(&path, &text)
    }

    /// The path and the text of a built-in model by name, or of a model file by path. Those of a system are its name, by which it is read
    /// again.
    pub fn file(name_or_path: &str) -> Result<(String, String), ModelError> {
        find(name_or_path, Path::new("")).map(|(path, text)| (path, text.into_owned()))
    }

    /// The file from which the model file at `path` takes its objective; `None` if it takes it from none, or is no model file.
    pub fn named_in(path: &Path) -> Option<PathBuf> {
        // A large tournament is no table, which takes longer to find out.
        let text = read_text(path, MOST_MODEL).ok().filter(|text| text.contains("objective-of"))?;
        let of = Self::objective_of(&text)?;
        Some(path.parent().unwrap_or(Path::new("")).join(of.get_ref()))
    }

    /// The file from which the model file of this `text` takes its objective, as it names it; `None` if it takes it from none.
    pub fn objective_of(text: &str) -> Option<Spanned<String>> {
        let head: ModelFileHead = toml::from_str(text).ok()?;
        head.objective_of.filter(|of| !Self::built_in_names().any(|name| name == of.get_ref()))
    }

    /// Read the TOML `text` of the model file `path`, which messages name and from which `objective-of` is looked up.
    pub fn parse(path: &str, text: &str) -> Result<Self, ModelError> {
        SystemModel::named(path).map_or_else(|| ModelFile { path, text }.model(), |system| Ok(Self::System(system)))
    }

    /// The model's name, as in reports.
    pub fn name(&self) -> &str {
        match self {
            Self::Objective(objective) => &objective.name,
            Self::System(objective) => &objective.name,
            Self::AsWritten(text) => &text.name,
        }
    }

    /// Its objective; `None` for a system and for the student's text.
    pub const fn objective(&self) -> Option<&Objective> {
        if let Self::Objective(objective) = self { Some(objective) } else { None }
    }

    /// The model, if it is one that pairs rounds.
    pub fn that_pairs(self) -> Result<Self, WrongKind> {
        match self {
            Self::AsWritten(StudentText { name, .. }) => Err(WrongKind::AsWritten { name }),
            Self::Objective(_) | Self::System(_) => Ok(self),
        }
    }
}

fn path_of(built_in: &str) -> String {
    format!("models/{built_in}.toml")
}

/// Path and text of the built-in model of this name, or of the file at this path from `folder`.
pub(super) fn find(name_or_path: &str, folder: &Path) -> Result<(String, Cow<'static, str>), ModelError> {
    if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == name_or_path) {
        return Ok((path_of(name), Cow::Borrowed(text)));
    }
    if let Some(system) = SystemModel::named(name_or_path) {
        return Ok((system.name, Cow::Borrowed(system.edition.id)));
    }
    let path = folder.join(name_or_path);
    if path.extension().is_none() && !path.exists() {
        let file = path.with_extension("toml");
        let file = file.is_file().then(|| format!("{name_or_path}.toml"));
        return Err(ModelError::Unknown { name: name_or_path.to_owned(), file });
    }
    let shown = path.display().to_string();
    match read_text(&path, MOST_MODEL) {
        Ok(text) => Ok((shown, Cow::Owned(text))),
        Err(source) => Err(ModelError::Read { path: shown, source }),
    }
}

impl TryFrom<Model> for Objective {
    type Error = WrongKind;

    fn try_from(model: Model) -> Result<Self, WrongKind> {
        match model {
            Model::Objective(objective) => Ok(objective),
            Model::System(SystemModel { edition, .. }) => Err(WrongKind::System { edition }),
            Model::AsWritten(StudentText { name, .. }) => Err(WrongKind::AsWritten { name }),
        }
    }
}
