use super::definition::{DefinitionRefusal, thousandths};
use super::field::EvaluatedField;
use super::{Definition, Expression, PairTable};
use crate::rules::GreatestCount;
use crate::tournament::{Colour, PlayerId, RoundIdentity, RoundState};
use std::sync::{Arc, Mutex, PoisonError};

/// What a definition counts and forbids in a round, in thousandths; a condition that is true counts 1.
#[derive(Debug)]
pub(crate) struct DefinitionCounts {
    /// What the boards count.
    pub pair: Option<PairTable>,
    /// Which boards are forbidden.
    pub forbid: Option<PairTable>,
    colour: Option<Vec<[i64; 2]>>,
    forbid_colour: Option<Vec<[i64; 2]>>,
    bye: Option<Vec<[i64; 1]>>,
    forbid_bye: Option<Vec<[i64; 1]>>,
}

/// Why there are no [`DefinitionCounts`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Uncounted {
    /// The definition cannot be asked of the round.
    Refused(DefinitionRefusal),
    /// Whoever asked for them could wait no longer.
    Late,
}

impl From<DefinitionRefusal> for Uncounted {
    fn from(refused: DefinitionRefusal) -> Self {
        Self::Refused(refused)
    }
}

impl DefinitionCounts {
    /// Those of `definition` in the round of `state`, or why there are none: every name must be known, and every count must be one.
    /// `is_over` is asked again and again.
    pub fn new(definition: &Definition, state: &RoundState, is_over: &dyn Fn() -> bool) -> Result<Self, Uncounted> {
        definition.check_names(state)?;
        let field = EvaluatedField::new(state);
        let table = |expression: Option<&Expression>| {
            expression.map(|expression| PairTable::new(definition, expression, &field, is_over)).transpose()
        };
        let colours = Colour::BOTH.map(Some);
        // An even field has no bye, and perhaps nobody who could have one.
        let has_bye = |_: &&Expression| state.players().len() % 2 == 1;
        Ok(Self {
            pair: table(definition.pair())?,
            forbid: table(definition.forbidden_pair())?,
            colour: by_rank(definition, definition.colour(), &field, colours)?,
            forbid_colour: by_rank(definition, definition.forbidden_colour(), &field, colours)?,
            bye: by_rank(definition, definition.bye().filter(has_bye), &field, [None])?,
            forbid_bye: by_rank(definition, definition.forbidden_bye().filter(has_bye), &field, [None])?,
        })
    }

    /// What the player of this rank counts with `colour`, if that counts anything.
    pub fn colour(&self, rank: usize, colour: Colour) -> Option<i64> {
        Some(self.colour.as_ref()?.get(rank)?[column(colour)])
    }

    /// Whether the player of this rank is forbidden `colour`.
    pub fn forbids_colour(&self, rank: usize, colour: Colour) -> Option<bool> {
        Some(self.forbid_colour.as_ref()?.get(rank)?[column(colour)] != 0)
    }

    /// What the bye of the player of this rank counts, if that counts anything.
    pub fn bye(&self, rank: usize) -> Option<i64> {
        Some(self.bye.as_ref()?.get(rank)?[0])
    }

    /// Whether the player of this rank is forbidden the bye.
    pub fn forbids_bye(&self, rank: usize) -> Option<bool> {
        Some(self.forbid_bye.as_ref()?.get(rank)?[0] != 0)
    }

    /// The most that a pair and the round can count, with the places of `definition`.
    pub fn most(&self, definition: &Definition, state: &RoundState) -> GreatestCount {
        let pair = self.pair.as_ref().map_or(0, PairTable::most);
        let of_player = self.colour.iter().flatten().flatten().map(|count| count.abs()).max().unwrap_or(0);
        let of_bye = self.bye.iter().flatten().flatten().map(|count| count.abs()).max().unwrap_or(0);
        let most = i128::from(definition.of_table((pair + 2 * of_player).max(of_bye)));
        GreatestCount { pair: most, round: most * state.players().len().div_ceil(2) as i128 }
    }
}

const fn column(colour: Colour) -> usize {
    match colour {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

/// What each player counts with each of `colours`, by rank.
fn by_rank<const N: usize>(
    definition: &Definition,
    expression: Option<&Expression>,
    field: &EvaluatedField<'_>,
    colours: [Option<Colour>; N],
) -> Result<Option<Vec<[i64; N]>>, DefinitionRefusal> {
    let Some(expression) = expression else { return Ok(None) };
    let count = |id: PlayerId, facts: &[_], colour| {
        let count = expression.value(field.state, [facts, facts], colour).and_then(thousandths);
        count.map_err(|fault| definition.refused(expression, &fault, &format!(" of {id}")))
    };
    let mut all = Vec::with_capacity(field.state.players().len());
    for player in field.state.players() {
        let facts = expression.facts(field, player);
        let mut counts = [0; N];
        for (count_of, colour) in counts.iter_mut().zip(colours) {
            *count_of = count(player.id, &facts, colour)?;
        }
        all.push(counts);
    }
    Ok(Some(all))
}

/// The counts of rounds that are alive, so that all who ask for them have the same.
#[derive(Debug, Default)]
pub(super) struct CountsCache(Mutex<Vec<(RoundIdentity, Arc<DefinitionCounts>)>>);

impl CountsCache {
    /// Those of the round of `state`, if they were found.
    pub fn of(&self, state: &RoundState) -> Option<Arc<DefinitionCounts>> {
        let round = state.remembered();
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == round).map(|(_, counts)| counts.clone())
    }

    /// Keep those of the round of `state`, and drop those of rounds that are no more.
    pub fn keep(&self, state: &RoundState, counts: Arc<DefinitionCounts>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(round, _)| round.is_alive());
        kept.push((state.remembered(), counts));
    }
}
