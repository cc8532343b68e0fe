use super::named_files::NamedFiles;
use super::own_metric::check_name;
use super::{ChancesFunction, EventMetric, ExperimentMetric, Life, Outcomes, PairingFunction, TeamField};
use crate::files::new_file::Inputs;
use crate::files::printable::printable;
use crate::files::read_file::{MOST_MODEL, read_text};
use crate::model::{Model, Objective};
use crate::questions::batch::ModelText;
use crate::questions::ranking::TieBreak;
use crate::questions::registry::System;
use crate::questions::{AskError, TextFault};
use crate::solve::MatchingMethod;
use crate::tournament::{ForbiddenGroup, Player, PointSystem};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// What an experiment file says, with everything that it names: models and a list of players.
#[derive(Clone)]
pub struct Experiment {
    /// The name.
    pub name: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of events.
    pub events: u64,
    /// The number of players of an event.
    pub players: usize,
    /// Their boards, if the players are teams.
    pub teams: Option<TeamField>,
    /// The number of rounds, which all arms know from the beginning.
    pub rounds: u32,
    /// The colour of the first player in round 1.
    pub first_colour: FirstColour,
    /// Where the ratings come from.
    pub ratings: Ratings,
    /// Those of a list who may not meet, by the numbers that they have there.
    pub forbidden: Vec<ForbiddenGroup>,
    /// The standard deviation, in rating points, of the normal error that makes a rating the true strength, if no list has it. It is
    /// drawn for each event.
    pub error_sd: f64,
    /// What happens to the players.
    pub life: Life,
    /// Whether the players are accelerated by the Baku system (FIDE C.04.7).
    pub is_accelerated: bool,
    /// The points for results and byes.
    pub points: PointSystem,
    /// How results are drawn, unless a function draws them.
    pub outcomes: Option<Outcomes>,
    /// What draws them in place of `outcomes`. No file has it.
    pub outcome_function: Option<Arc<ChancesFunction>>,
    /// The names of the functions without which the experiment is another one.
    pub asked_functions: Vec<String>,
    /// The share of the games played in which an arbiter decides: one player has a draw and the other a loss, or both have a loss.
    pub odd_results: f64,
    /// The arms.
    pub arms: Vec<Arm>,
    /// The place of the arm with which the others are compared; `None` if each is compared with each that comes before it.
    pub baseline: Option<usize>,
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
    /// The SHA-256 of everything in files that an event depends on: the text, the models and the list of players.
    pub(super) sha256: String,
    /// The files that it was read from: its own, those of models, and the list of players. A run writes none of them.
    pub inputs: Inputs,
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
    /// The same players in every event, with new pairing numbers, in the order that decides among equal ratings.
    List(Vec<ListedPlayer>),
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

/// Who pairs.
#[derive(Clone)]
pub struct Arm {
    /// The name in tables.
    pub name: String,
    /// The system or model.
    pub pairer: Pairer,
}

/// What pairs the rounds of an arm.
#[derive(Clone)]
pub enum Pairer {
    /// A system, by its rules.
    System(System),
    /// A model, optimally.
    Model {
        /// The model.
        model: Box<Model>,
        /// How it is solved.
        method: MatchingMethod,
        /// Which of several equal optima is played.
        ties: TieChoice,
        /// So many more rounds are to stay pairable, or all that are to come.
        keep_open: u32,
    },
    /// A function, whose pairings are held to the hard rules of a model. No file has it.
    Function(Arc<PairingFunction>, Box<Objective>),
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

impl fmt::Debug for Experiment {
    /// Functions have nothing to show.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Experiment").field("name", &self.name).field("text", &self.text).finish_non_exhaustive()
    }
}

impl Experiment {
    /// The greatest number of events.
    pub const MOST_EVENTS: u64 = 1_000_000;

    /// Read the experiment in the file at `path`. Files that it names are looked up from its folder.
    ///
    /// # Errors
    /// [`AskError::BadFile`] if it cannot be read, [`AskError::BadText`] with line and column where it is wrong.
    pub fn load(path: &Path) -> Result<Self, AskError> {
        let shown = path.display().to_string();
        let text = read_text(path, MOST_MODEL)
            .map_err(|error| AskError::BadFile(printable(&format!("cannot read {shown}: {error}"))))?;
        let mut experiment = Self::parse(&shown, &text)?;
        experiment.inputs.add(path);
        Ok(experiment)
    }

    /// Read the TOML `text` of the experiment file `path`, which messages name, and from whose folder files are looked up.
    ///
    /// # Errors
    /// [`AskError::BadText`].
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
    /// # Ok::<(), swiss_ilp::questions::AskError>(())
    /// ```
    pub fn parse(path: &str, text: &str) -> Result<Self, AskError> {
        Self::parse_with(path, text, &[])
    }

    /// The same with models that no file has, by the names that the experiment has for them.
    ///
    /// # Errors
    /// [`AskError::BadText`].
    pub fn parse_with(path: &str, text: &str, models: &[ModelText]) -> Result<Self, AskError> {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        super::file::experiment(text, path, NamedFiles::new(folder, models)).map_err(|fault| {
            TextFault::of(format!("{} is no experiment: {fault}", printable(path)), "experiment", fault).into()
        })
    }

    /// Measure `metric`, too.
    ///
    /// # Errors
    /// A sentence if its name is none, or that of another metric.
    pub fn measure(&mut self, metric: ExperimentMetric) -> Result<(), String> {
        check_name(metric.id())?;
        let mut known =
            EventMetric::ALL.iter().map(|known| known.id()).chain(self.metrics.iter().map(ExperimentMetric::id));
        if known.any(|known| known == metric.id()) {
            return Err(format!("there is a metric '{}' before; give each a name of its own", metric.id()));
        }
        self.metrics.push(metric);
        Ok(())
    }

    /// The arm of this name.
    pub fn arm(&self, name: &str) -> Option<&Arm> {
        self.arms.iter().find(|arm| arm.name == name)
    }
}
