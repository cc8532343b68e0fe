use super::own_metric::rounded;
use super::parallel::in_order;
use super::{Arm, Entrants, Event, EventEnd, EventHalt, Experiment, Pairer, RunLimits};
use crate::files::Loaded;
use crate::files::trf::ReportStyle;
use crate::questions::convert::{Byes, Converted, Target, convert_in_style};
use crate::questions::ranking::{TieBreak, ranking};
use crate::tournament::{Cell, RoundError, Score, Tournament, Trust};
use itertools::Itertools;
use std::fmt::Display;
use std::io;
use std::ops::ControlFlow;

/// The form of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileForm {
    /// The format.
    pub to: Target,
    /// The letters for byes in a report.
    pub byes: Byes,
}

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

/// Play the first `events` events by `arm`, and tell the tournament of each, in their order, until the limits come. Returns how
/// many were told.
///
/// # Errors
/// [`EventHalt`], but for a limit: that a model refuses a round, that a format cannot hold the tournament, or an error of `take`.
pub fn generate(
    experiment: &Experiment,
    arm: &Arm,
    events: u64,
    jobs: usize,
    form: FileForm,
    until: RunLimits,
    mut take: impl FnMut(Generated) -> io::Result<()>,
) -> Result<u64, EventHalt> {
    let mut told = 0;
    let work = |event| {
        let entrants = Entrants::new(experiment, event);
        let play = || Event::play(experiment, &entrants, event, arm, until.options());
        let played = until.hold(play).unwrap_or(Err(EventHalt::Limit))?;
        Ok(written(played, event, &entrants, experiment, arm, form)?)
    };
    in_order(1..=events, jobs, &|| until.is_over(), &work, |_, generated| {
        take(generated)?;
        told += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(told)
}

/// The tournament with the points and ranks that follow from its results, and the edition by which a system has paired it.
fn written(
    played: Event,
    event: u64,
    entrants: &Entrants,
    experiment: &Experiment,
    arm: &Arm,
    form: FileForm,
) -> io::Result<Generated> {
    let Event { mut tournament, ended, .. } = played;
    let points = tournament.points_won();
    for player in &mut tournament.players {
        player.declared_points = Some(points.get(&player.id).copied().unwrap_or(Score::ZERO));
    }
    tournament.dutch_edition = arm.pairer.dutch_edition();
    // A report has no attributes.
    if form.to == Target::Json {
        for (player, entrant) in tournament.players.iter_mut().zip(entrants.players()) {
            player.attributes.insert("strength".to_owned(), Cell::Number(rounded(entrant.strength)));
        }
    }
    let failed = |error: &dyn Display| io::Error::other(format!("event {event}: {error}"));
    let style = style(&tournament, &experiment.tie_breaks, form.byes).map_err(|error| failed(&error))?;
    let loaded = Loaded { tournament, ..Loaded::default() };
    let converted = convert_in_style(&loaded, form.to, Trust::Nothing, &style);
    let Converted { text, left_out, .. } = converted.map_err(|error| failed(&error))?;
    Ok(Generated { event, text, left_out, ended })
}

/// What a report has besides: the tie-breaks, and the ranks by them. Players equal in everything are ranked by their numbers.
fn style(tournament: &Tournament, tie_breaks: &[TieBreak], byes: Byes) -> Result<ReportStyle, RoundError> {
    let style = ReportStyle::from(byes);
    if tie_breaks.is_empty() {
        return Ok(style);
    }
    let ranks = ranking(tournament, tie_breaks)?.iter().zip(1..).map(|(line, rank)| (line.id, rank)).collect();
    let names = tie_breaks.iter().map(|tie_break| tie_break.name().replace('-', "/")).join(",");
    Ok(ReportStyle { tie_breaks: Some(format!("202 {names}")), ranks, ..style })
}

impl Pairer {
    /// The edition of FIDE's Dutch system that it is, if it is one.
    fn dutch_edition(&self) -> Option<u16> {
        let Self::System(system) = self else { return None };
        let id = system.to_string();
        Tournament::DUTCH_EDITIONS.into_iter().find(|year| id == format!("dutch-{year}"))
    }
}
