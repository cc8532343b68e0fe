use super::{Spec, SpecError, SystemSpec};
use std::path::Path;

/// What a model file can be: an objective of one's own, or the program of a rule system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Model {
    /// Weighted terms, for pairs or slots.
    Objective(Spec),
    /// Tiers from a system's articles; its file has an `edition`.
    System(SystemSpec),
}

impl Model {
    /// The model's name, as in reports.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Objective(spec) => &spec.name,
            Self::System(spec) => &spec.name,
        }
    }

    /// A built-in model by name, or a model file by path.
    ///
    /// # Errors
    /// [`SpecError`], with line and column where the TOML is wrong.
    pub fn load(name_or_path: &str) -> Result<Self, SpecError> {
        if let Some(system) = SystemSpec::of_system(name_or_path)? {
            return Ok(Self::System(system));
        }
        let path = Path::new(name_or_path);
        if path.extension().is_some_and(|extension| extension == "toml")
            && let Ok(text) = std::fs::read_to_string(path)
            && text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("edition"))
        {
            return SystemSpec::parse(name_or_path, &text).map(Self::System);
        }
        Spec::load(name_or_path).map(Self::Objective)
    }
}
