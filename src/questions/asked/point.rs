use crate::field::Field;
use crate::questions::{Context, Ended, Refusal};
use crate::report::{Format, ParetoReport};
use crate::solve::Termination;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;

/// The pairing that is shown of a list of points.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PointAsked {
    /// Show the pairing of point N; with --format pairs, it alone
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = crate::questions::asked::from_one::<NonZero<u32>>))]
    pub point: Option<NonZero<u32>>,
    /// Find the values alone, without their canonical pairings: in a large field this takes a fraction of the time
    #[cfg_attr(feature = "cli", arg(long))]
    pub values: bool,
}

/// The model of these questions, if none is named.
#[must_use]
pub fn fair() -> String {
    "fair".to_owned()
}

impl PointAsked {
    /// Whether the pairings are to be found.
    #[must_use]
    pub const fn are_wanted(&self) -> bool {
        !self.values
    }

    /// Refuse a list of boards without a point.
    ///
    /// # Errors
    /// [`Ended::Refused`].
    pub fn check(&self, context: &dyn Context) -> Result<(), Ended> {
        let point = Field("point");
        Refusal::beside(Field("values"), self.values, &[(point, self.point.is_some())])?;
        if context.format() == Format::Pairs && self.point.is_none() {
            let instead = format!("choose one with {point} N, or take the format table, json or csv");
            return Err(Ended::refused("each point has a pairing", instead));
        }
        Ok(())
    }

    /// The answer, with the pairing. If nothing was found, how the question ended says why there is no such point.
    ///
    /// # Errors
    /// [`Ended::Refused`] if there is no such point.
    pub fn shown(&self, answer: ParetoReport, is_done: bool) -> Result<ParetoReport, Ended> {
        let is_any = is_done || !answer.points.is_empty();
        let Some(number) = self.point.filter(|_| is_any) else { return Ok(answer) };
        let count = answer.points.len();
        let shown = answer.showing(number.get() as usize);
        shown.ok_or_else(|| Ended::refused(format!("there is no point {number}"), format!("{count} were found")))
    }
}

/// How the search for all points ended.
///
/// # Errors
/// [`Ended::NoPairing`], [`Ended::Limit`].
pub fn ended(termination: &Termination) -> Result<(), Ended> {
    match (termination, termination.limit()) {
        (Termination::Infeasible(why), _) => Err(Ended::NoPairing(format!("no legal pairing exists: {why}"))),
        (_, None) => Ok(()),
        (_, Some(limit)) => Err(Ended::before(limit, "all were found")),
    }
}
