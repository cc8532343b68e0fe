use super::definition::{Part, groups, thousandths};
use super::field::EvaluatedField;
use super::{Definition, Expression, PairTable};
use crate::model::OutOfRange;
use crate::rules::GreatestCount;
use crate::tournament::{Colour, PlayerState, RoundState};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a definition counts and forbids in a round, in thousandths; a condition that is true counts 1.
#[derive(Debug)]
pub(crate) struct DefinitionCounts {
    /// What the boards count.
    pub pair: Option<PairTable>,
    /// Which boards are forbidden.
    pub forbid: Option<PairTable>,
    /// Of which groups the boards are.
    pub groups: Option<PairGroups>,
    /// By [`Part`], what each player counts with White and with Black, or both times with the bye, by rank.
    players: [Option<Vec<[i64; 2]>>; 7],
}

impl DefinitionCounts {
    /// Those of `definition` in the round of `state`, or why there are none: every name must be known, and every count must be one.
    /// `is_over` is asked again and again.
    pub fn new(definition: &Definition, state: &RoundState, is_over: &dyn Fn() -> bool) -> Result<Self, OutOfRange> {
        definition.check_names(state)?;
        let field = EvaluatedField::new(state);
        let table = |part: Part| {
            let expression = definition.part(part);
            let of_part = |expression| PairTable::new(definition, expression, &field, is_over, thousandths);
            expression.map(of_part).transpose()
        };
        let groups = definition.part(Part::Per).map(|per| PairGroups::new(definition, per, &field, is_over));
        let (pair, forbid) = (table(Part::Pair)?, table(Part::Forbid)?);
        let mut players = [const { None }; 7];
        for part in [Part::Colour, Part::ForbidColour, Part::Bye, Part::ForbidBye] {
            let is_of_bye = matches!(part, Part::Bye | Part::ForbidBye);
            // An even field has no bye, and perhaps nobody who could have one.
            let expression = definition.part(part).filter(|_| !is_of_bye || state.players().len() % 2 == 1);
            let counts = expression.map(|expression| by_rank(definition, expression, &field, is_of_bye));
            players[part as usize] = counts.transpose()?;
        }
        Ok(Self { pair, forbid, groups: groups.transpose()?, players })
    }

    /// What `part` counts for the player of this rank, if it counts anything.
    pub fn of_player(&self, part: Part, rank: usize, colour: Option<Colour>) -> Option<i64> {
        let counts = self.players[part as usize].as_ref()?.get(rank)?;
        Some(counts[usize::from(colour == Some(Colour::Black))])
    }

    /// The most that a pair and the round can count, with the places of `definition`.
    pub fn most(&self, definition: &Definition, state: &RoundState) -> GreatestCount {
        let pair = self.pair.as_ref().map_or(0, PairTable::most);
        let [of_player, of_bye] = [Part::Colour, Part::Bye].map(|part| {
            let counts = self.players[part as usize].iter().flatten().flatten();
            counts.map(|count| count.abs()).max().unwrap_or(0)
        });
        let most = i128::from(definition.placed((pair + 2 * of_player).max(of_bye)));
        GreatestCount { pair: most, round: most * state.players().len().div_ceil(2) as i128 }
    }
}

/// Of which groups every pair is.
#[derive(Debug)]
pub(crate) struct PairGroups {
    /// The index of the list.
    lists: PairTable,
    known: Vec<BTreeSet<Arc<str>>>,
}

impl PairGroups {
    fn new(
        definition: &Definition,
        per: &Expression,
        field: &EvaluatedField<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Self, OutOfRange> {
        let mut index: BTreeMap<BTreeSet<Arc<str>>, i64> = BTreeMap::from([(BTreeSet::new(), 0)]);
        let lists = PairTable::new(definition, per, field, is_over, |value| {
            let next = index.len() as i64;
            Ok(*index.entry(groups(&value)?).or_insert(next))
        })?;
        let known = index.into_iter().sorted_by_key(|(_, place)| *place).map(|(groups, _)| groups).collect();
        Ok(Self { lists, known })
    }

    /// The groups of a board of these two, by rank.
    pub fn of_pair(&self, one: usize, other: usize) -> impl Iterator<Item = &Arc<str>> {
        self.known.get(self.lists.of_pair(one, other) as usize).into_iter().flatten()
    }
}

/// What each player counts with White and with Black, or both times with the bye, by rank.
fn by_rank(
    definition: &Definition,
    expression: &Expression,
    field: &EvaluatedField<'_>,
    is_of_bye: bool,
) -> Result<Vec<[i64; 2]>, OutOfRange> {
    let of_player = |player: &PlayerState| {
        let facts = expression.facts(field, player);
        let count = |colour| {
            let count = expression.value(field.state, [&facts, &facts], colour).and_then(thousandths);
            count.map_err(|fault| definition.refused(expression, &fault, &format!(" of {}", player.id)))
        };
        Ok(match is_of_bye {
            true => [count(None)?; 2],
            false => [count(Some(Colour::White))?, count(Some(Colour::Black))?],
        })
    };
    field.state.players().iter().map(of_player).collect()
}
