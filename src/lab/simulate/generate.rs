use super::parallel::in_order;
use super::{Arm, Entrants, Event, EventEnd, EventHalt, Experiment, RoundFault, RunLimits};
use crate::formats::Loaded;
use crate::questions::convert::{Converted, Target, convert};
use crate::tournament::{Score, Trust};
use std::io;

/// The tournament of an event, complete with results and points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The event, from 1.
    pub event: u64,
    /// The tournament in its format.
    pub text: String,
    /// A sentence for everything that the format does not keep.
    pub left_out: Vec<String>,
    /// If not all rounds were played, how it ended.
    pub ended: Option<EventEnd>,
}

/// Why a tournament is not generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The format cannot hold it.
    #[error("event {0}: {1}")]
    Format(u64, String),
    /// It could not be told.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The arm's model cannot be asked of a round.
    #[error("{0}")]
    Refused(RoundFault),
    /// The program has failed.
    #[error("{0}; please report this")]
    Fault(RoundFault),
}

/// Play the first `events` events by `arm`, and tell the tournament of each, in their order, until the limits come. Returns how
/// many were told.
///
/// # Errors
/// [`GenerateError`].
///
/// ```
/// use swiss_ilp::lab::simulate::{self, Experiment, RunLimits};
/// use swiss_ilp::questions::convert::Target;
///
/// let experiment = Experiment::load("examples/experiments/example.toml".as_ref())?;
/// let mut names = Vec::new();
/// simulate::generate(&experiment, &experiment.arms[0], 2, 1, Target::Trf, RunLimits::default(), |generated| {
///     names.push(generated.text.lines().next().unwrap_or_default().to_owned());
///     Ok(())
/// })?;
/// assert_eq!(names[1], "012 Rules against optima, event 2, dutch-2012");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    experiment: &Experiment,
    arm: &Arm,
    events: u64,
    jobs: usize,
    to: Target,
    until: RunLimits,
    mut take: impl FnMut(Generated) -> io::Result<()>,
) -> Result<u64, GenerateError> {
    let mut told = 0;
    let work = |event| {
        let play = || Event::play(experiment, &Entrants::new(experiment, event), event, arm, until.options());
        match until.hold(play).unwrap_or(Err(EventHalt::Limit)) {
            Ok(played) => written(played, event, to).map(Some),
            Err(EventHalt::Limit) => Ok(None),
            Err(EventHalt::Refused(fault)) => Err(GenerateError::Refused(fault)),
            Err(EventHalt::Fault(fault)) => Err(GenerateError::Fault(fault)),
        }
    };
    in_order(1..=events, jobs, &|| until.is_over(), &work, |_, generated| {
        take(generated)?;
        told += 1;
        Ok(())
    })?;
    Ok(told)
}

/// The tournament with the points that follow from its results.
fn written(played: Event, event: u64, to: Target) -> Result<Generated, GenerateError> {
    let Event { mut tournament, ended, .. } = played;
    let points = tournament.points_won();
    for player in &mut tournament.players {
        player.declared_points = Some(points.get(&player.id).copied().unwrap_or(Score::ZERO));
    }
    let loaded = Loaded { tournament, ..Loaded::default() };
    let converted = convert(&loaded, to, Trust::Nothing);
    let Converted { text, left_out, .. } =
        converted.map_err(|error| GenerateError::Format(event, error.to_string()))?;
    Ok(Generated { event, text, left_out, ended })
}
