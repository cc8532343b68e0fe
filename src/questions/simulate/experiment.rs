use super::named_files::NamedFiles;
use super::own_metric::check_name;
use super::{EventMetric, ExperimentMetric, FunctionMetric, Life, OutcomeFunction, Outcomes};
use crate::files::new_file::Inputs;
use crate::files::read_file::{MOST_MODEL, read_text};
use crate::model::{Model, ModelFault};
use crate::questions::batch::ModelText;
use crate::questions::ranking::TieBreak;
use crate::questions::registry::System;
use crate::solve::MatchingMethod;
use crate::tournament::{ForbiddenGroup, Player, PointSystem};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// What an experiment file says, with everything that it names: models and a list of players.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// The name.
    pub name: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of events.
    pub events: u64,
    /// The number of players of an event.
    pub players: usize,
    /// The number of rounds, which all arms know from the beginning.
    pub rounds: u32,
    /// The colour of the first player in round 1.
    pub first_colour: FirstColour,
    /// Where the ratings come from.
    pub ratings: Ratings,
    /// Where the true strengths come from.
    pub strength: StrengthSource,
    /// What happens to the players.
    pub life: Life,
    /// Whether the players are accelerated by the Baku system (FIDE C.04.7).
    pub is_accelerated: bool,
    /// The points for results and byes.
    pub points: PointSystem,
    /// How results are drawn.
    pub outcomes: Outcomes,
    /// What draws them in place of `outcomes`. No file has it.
    pub outcome_function: Option<OutcomeFunction>,
    /// The share of the games played in which an arbiter decides: one player has a draw and the other a loss, or both have a loss.
    pub odd_results: f64,
    /// The arms.
    pub arms: Vec<Arm>,
    /// Which of them are compared.
    pub comparison: Comparison,
    /// What ranks the players at the end, after their points.
    pub tie_breaks: Vec<TieBreak>,
    /// What is measured.
    pub metrics: Vec<ExperimentMetric>,
    /// Whether each optimum is proven to the checker, too.
    pub prove: bool,
    /// A sentence for everything that a file has and no event uses, or that an arm does not heed. A person should read them.
    pub notes: Vec<String>,
    /// The text of the file, which names others as they stand beside it.
    pub text: String,
    /// The files that it names, by these names: models and the list of players.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The SHA-256 of everything that an event depends on: the text, the models and the list of players.
    pub sha256: String,
    /// The files that it was read from: its own, those of models, and the list of players. A run writes none of them.
    pub inputs: Inputs,
}

/// Which arms are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Each with the one of this place.
    Baseline(usize),
    /// Each with each that comes before it.
    AllPairs,
}

impl Comparison {
    /// The places of the arms that are compared, the one from which the differences are second.
    #[must_use]
    pub fn pairs(self, arms: usize) -> Vec<(usize, usize)> {
        match self {
            Self::Baseline(base) => (0..arms).filter(|arm| *arm != base).map(|arm| (arm, base)).collect(),
            Self::AllPairs => (0..arms).flat_map(|base| (base + 1..arms).map(move |arm| (arm, base))).collect(),
        }
    }
}

/// The colour of the first player in round 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum FirstColour {
    /// White in every event.
    #[default]
    White,
    /// Black in every event.
    Black,
    /// Drawn by lot for each event, the same in all arms.
    Lot,
}

/// Where the ratings come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Ratings {
    /// Whole numbers within a range, each equally likely.
    Uniform {
        /// The least.
        from: u32,
        /// The greatest.
        to: u32,
    },
    /// The normal distribution, rounded, and at least 1 and at most 4000.
    Normal {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        sd: f64,
    },
    /// The same players in every event.
    List(Roster),
}

/// The players of a file. An event has all of them, with new pairing numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Roster {
    /// The players, in the order that decides among equal ratings.
    pub players: Vec<ListedPlayer>,
    /// Those who may not meet, by the numbers that they have here.
    pub forbidden: Vec<ForbiddenGroup>,
}

/// A player of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPlayer {
    /// The player as the file has it, but for points.
    pub player: Player,
    /// The rating, which every player has.
    pub rating: u32,
    /// The true strength, if the list has it.
    pub strength: Option<f64>,
}

/// Where the true strength comes from, if no list has it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum StrengthSource {
    /// It is the rating.
    #[default]
    Rating,
    /// It is the rating and a normal error with mean 0, drawn for each event.
    Error {
        /// The standard deviation, in rating points.
        sd: f64,
    },
}

/// Who pairs.
#[derive(Debug, Clone)]
pub struct Arm {
    /// The name in tables.
    pub name: String,
    /// The system or model.
    pub pairer: Pairer,
}

/// What pairs the rounds of an arm.
#[derive(Debug, Clone)]
pub enum Pairer {
    /// A system, by its rules.
    System(System),
    /// A model, optimally.
    Model(Box<Model>, MatchingMethod, TieChoice),
}

/// Which of several equal optima an arm plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum TieChoice {
    /// The canonical one.
    #[default]
    Canonical,
    /// The one nearest to the fold.
    Fold,
    /// One by lot, drawn anew in each event.
    Random,
}

/// Why there is no [`Experiment`].
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The reason.
        source: io::Error,
    },
    /// The file is no experiment.
    #[error("{path} is no experiment: {fault}")]
    Wrong {
        /// The file.
        path: String,
        /// What is wrong, and where.
        fault: Box<ModelFault>,
    },
}

impl Experiment {
    /// The greatest number of events.
    pub const MOST_EVENTS: u64 = 1_000_000;

    /// Read the experiment in the file at `path`. Files that it names are looked up from its folder.
    ///
    /// # Errors
    /// [`ExperimentError`], with line and column where the file is wrong.
    pub fn load(path: &Path) -> Result<Self, ExperimentError> {
        let shown = path.display().to_string();
        let text =
            read_text(path, MOST_MODEL).map_err(|source| ExperimentError::Read { path: shown.clone(), source })?;
        let mut experiment = Self::parse(&shown, &text)?;
        experiment.inputs.add(path);
        Ok(experiment)
    }

    /// Read the TOML `text` of the experiment file `path`, which messages name, and from whose folder files are looked up.
    ///
    /// # Errors
    /// [`ExperimentError::Wrong`].
    ///
    /// ```
    /// use swiss_ilp::questions::simulate::Experiment;
    /// let text = "
    ///     name = 'two arms'
    ///     seed = 1
    ///     events = 10
    ///     players = 8
    ///     rounds = 3
    ///     tie-breaks = ['BH', 'SB']
    ///     [field]
    ///     rating = { uniform = { from = 1600, to = 2400 } }
    ///     [outcome]
    ///     model = 'milvang'
    ///     [[arm]]
    ///     name = 'rules'
    ///     system = 'dutch-2012'
    ///     [[arm]]
    ///     name = 'best'
    ///     model = 'fair'
    /// ";
    /// let experiment = Experiment::parse("mine.toml", text)?;
    /// assert_eq!((experiment.arms.len(), experiment.players), (2, 8));
    /// let error = Experiment::parse("mine.toml", &text.replace("= 8", "= 1")).unwrap_err().to_string();
    /// assert!(error.contains("line 5, column 15") && error.contains("at least 2"), "{error}");
    /// # Ok::<(), swiss_ilp::questions::simulate::ExperimentError>(())
    /// ```
    pub fn parse(path: &str, text: &str) -> Result<Self, ExperimentError> {
        Self::parse_with(path, text, &[])
    }

    /// The same with models that no file has, by the names that the experiment has for them.
    ///
    /// # Errors
    /// [`ExperimentError::Wrong`].
    pub fn parse_with(path: &str, text: &str, models: &[ModelText]) -> Result<Self, ExperimentError> {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let wrong = |fault| ExperimentError::Wrong { path: path.to_owned(), fault: Box::new(fault) };
        super::file::experiment(text, path, NamedFiles::new(folder, models)).map_err(wrong)
    }

    /// Measure `metric`, too.
    ///
    /// # Errors
    /// A sentence if its name is none, or that of another metric.
    pub fn measure(&mut self, metric: FunctionMetric) -> Result<(), String> {
        check_name(&metric.name)?;
        let mut known =
            EventMetric::ALL.iter().map(|known| known.id()).chain(self.metrics.iter().map(ExperimentMetric::id));
        if known.any(|known| known == metric.name) {
            return Err(format!("there is a metric '{}' before; give each a name of its own", metric.name));
        }
        self.metrics.push(ExperimentMetric::Function(metric));
        Ok(())
    }

    /// The arm of this name.
    #[must_use]
    pub fn arm(&self, name: &str) -> Option<&Arm> {
        self.arms.iter().find(|arm| arm.name == name)
    }
}
