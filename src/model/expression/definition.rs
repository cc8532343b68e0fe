use super::super::error::{ModelFault, SpanFault};
use super::counts::DefinitionCounts;
use super::datum::Type;
use super::number::Exact;
use super::placement::Placement;
use super::{Attribute, Datum, Expression, Formula, Subject};
use crate::model::OutOfRange;
use crate::tournament::{Colour, PlayerState, RoundIdentity, RoundState};
use itertools::Itertools;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use strum::{IntoStaticStr, VariantArray};

/// The greatest count of a board, a player or a bye, without its sign: the square of any number of five digits, such as a difference
/// of ratings, is below it. Whether the counts of a whole round stay within the range of values depends on the round, on weights and on
/// places: [`Objective::check_range`](crate::model::Objective::check_range) looks at them.
pub const MOST_COUNT: i64 = 10_000_000_000;

/// The boards of a group that a cap counts, by the ranks of the higher and the lower player.
pub(in super::super) type GroupBoards = BTreeSet<(usize, usize)>;

/// A `[[define]]` of a model file: what it counts, what it forbids, and how often it may be.
#[derive(Debug, Clone)]
pub struct Definition(pub(super) Arc<DefinitionContent>);

#[derive(Debug)]
pub(super) struct DefinitionContent {
    pub name: String,
    pub id: String,
    /// By [`Part`].
    pub parts: [Option<PlacedExpression>; 7],
    pub count_at_most: Option<u32>,
    /// The bytes of the name in the file.
    pub named_at: Range<usize>,
    pub path: String,
    pub file: Arc<str>,
    /// The counts of rounds that are alive, so that all who ask for them have the same.
    pub kept: Mutex<Vec<(RoundIdentity, Arc<DefinitionCounts>)>>,
}

/// A key of a definition whose value is an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Part {
    /// What a board counts.
    Pair,
    /// What a player at a board counts.
    Colour,
    /// What the bye counts.
    Bye,
    /// Which boards are forbidden.
    Forbid,
    /// Which colours are forbidden.
    ForbidColour,
    /// Which byes are forbidden.
    ForbidBye,
    /// Of which groups a board that a cap counts is.
    Per,
}

impl Part {
    pub const fn subject(self) -> Subject {
        match self {
            Self::Pair | Self::Forbid | Self::Per => Subject::Pair,
            Self::Colour | Self::ForbidColour => Subject::Colour,
            Self::Bye | Self::ForbidBye => Subject::Bye,
        }
    }

    pub const fn forbids(self) -> bool {
        matches!(self, Self::Forbid | Self::ForbidColour | Self::ForbidBye)
    }

    const fn counts(self) -> bool {
        matches!(self, Self::Pair | Self::Colour | Self::Bye)
    }
}

/// An expression, and where it is in the file.
#[derive(Debug)]
pub(super) struct PlacedExpression {
    pub expression: Expression,
    pub placement: Placement,
}

/// The groups of which a board is: the value, or each element of a list. An element that is a list itself is one group, whatever the order
/// in it. Where a text is empty, there is no group.
pub(super) fn groups(datum: &Datum) -> Result<BTreeSet<Arc<str>>, SpanFault> {
    let name = |part: &Datum| match part {
        Datum::Text(text) => Ok(text.to_string()),
        Datum::Bool(_) | Datum::Number(_) => Ok(part.to_string()),
        Datum::List(_) => Err(SpanFault::at(0, "a list is at most in one other list; the inner one is a group")),
    };
    let mut groups = BTreeSet::new();
    for element in datum.elements() {
        let names = element.elements().iter().map(name).collect::<Result<Vec<String>, _>>()?;
        if !names.is_empty() && names.iter().all(|name| !name.is_empty()) {
            groups.insert(names.into_iter().sorted().join(" + ").into());
        }
    }
    Ok(groups)
}

/// A count in thousandths.
pub(super) fn thousandths(datum: Datum) -> Result<i64, SpanFault> {
    let fault = |what: String| Err(SpanFault::at(0, what));
    let number = match datum {
        Datum::Bool(is) => Exact::from_integer(is.into()),
        Datum::Number(number) => number,
        other => return fault(format!("it finds {other}, {}, which is no count", other.kind())),
    };
    if number.abs() > Exact::from_integer(MOST_COUNT.into()) {
        return fault(format!("it counts {number}, and a count is at most {MOST_COUNT}; make it smaller"));
    }
    let thousandths = number * Exact::from_integer(1000);
    match i64::try_from(*thousandths.numer()) {
        Ok(count) if thousandths.is_integer() => Ok(count),
        _ => fault(format!(
            "it counts {number}, and a count is a decimal with at most 3 places; multiply it, or take floor(…) of it"
        )),
    }
}

impl Definition {
    /// The name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The bytes of the file with the name.
    pub(in super::super) fn named_at(&self) -> Range<usize> {
        self.0.named_at.clone()
    }

    /// The name in reports: `define.` and the name.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// At how many boards the condition may hold, if there is a cap.
    pub fn most_boards(&self) -> Option<u32> {
        self.0.count_at_most
    }

    /// Whether the definition counts something, so that a tier can have it.
    pub fn is_term(&self) -> bool {
        self.all().any(|(part, _)| part.counts())
    }

    /// Whether the definition forbids boards, colours or byes.
    pub fn is_rule(&self) -> bool {
        self.all().any(|(part, _)| part.forbids())
    }

    /// The expression of a key.
    pub(crate) fn part(&self, part: Part) -> Option<&Expression> {
        self.0.parts[part as usize].as_ref().map(|placed| &placed.expression)
    }

    fn all(&self) -> impl Iterator<Item = (Part, &PlacedExpression)> {
        Part::VARIANTS.iter().zip(&self.0.parts).filter_map(|(part, placed)| Some((*part, placed.as_ref()?)))
    }

    /// Each expression by the key of the file.
    pub fn expressions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.all().map(|(part, placed)| (part.into(), placed.expression.text()))
    }

    /// Each expression as a LaTeX formula, by the key of the file.
    pub fn formulas(&self) -> impl Iterator<Item = (&'static str, Formula)> {
        self.all().map(|(part, placed)| (part.into(), placed.expression.formula()))
    }

    /// The columns of the organiser's table that it asks for; `club` also if the file may have it.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.all().flat_map(|(_, placed)| placed.expression.columns())
    }

    /// The columns that it asks for and that no attribute is, so that a tournament or the organiser's table must have them.
    pub fn own_columns(&self) -> impl Iterator<Item = &str> {
        self.columns().filter(|name| Attribute::named(name).is_none()).unique()
    }

    /// What it asks of players and none of the round has, where a file may say it: a clause for each, such as `no player has a
    /// club, so a.club is ''`.
    pub fn says_nothing_of(&self, state: &RoundState) -> Vec<String> {
        let has_column =
            |name: &str| state.attributes().is_some_and(|table| table.columns.iter().any(|one| one == name));
        let players = state.players();
        let empty = |attribute: Attribute| {
            let (what, value, is_there): (_, _, fn(&PlayerState) -> bool) = match attribute {
                Attribute::Club if has_column("club") => return None,
                Attribute::Club => ("club", "''", |player| player.club.is_some()),
                Attribute::Federation => ("federation", "''", |player| player.federation.is_some()),
                Attribute::Title => ("title", "''", |player| player.title.is_some()),
                Attribute::Rating => ("rating", "0", |player| player.rating.is_some()),
                _ => return None,
            };
            let is_empty = !players.is_empty() && !players.iter().any(is_there);
            is_empty.then(|| format!("no player has a {what}, so '{}' finds {value} for everybody", self.name()))
        };
        self.all().flat_map(|(_, placed)| placed.expression.attributes()).unique().filter_map(empty).collect()
    }

    /// Whether an expression asks for the organiser's numbers of pairs (`weight(a, b)`).
    pub fn uses_weights(&self) -> bool {
        self.all().any(|(_, placed)| placed.expression.uses_weights)
    }

    /// Whether an expression asks for places by lot.
    pub fn uses_lots(&self) -> bool {
        self.all().any(|(_, placed)| placed.expression.attributes().any(|attribute| attribute == Attribute::LotPlace))
    }

    /// How many places its counts have: those of conditions are counted in tenths, as all terms are.
    pub fn places(&self) -> u32 {
        let mut counts = self.all().filter(|(part, _)| part.counts());
        if counts.all(|(_, placed)| placed.expression.kind == Type::Bool) { 1 } else { 3 }
    }

    /// A count in thousandths, such as one of a [`PairTable`](super::PairTable), with [`Definition::places`].
    pub(in super::super) fn placed(&self, thousandths: i64) -> i64 {
        if self.places() == 1 { thousandths / 100 } else { thousandths }
    }

    /// That `expression` cannot be asked of the round.
    pub(super) fn refused(&self, expression: &Expression, fault: &SpanFault, of: &str) -> OutOfRange {
        let placed =
            self.all().map(|(_, placed)| placed).find(|placed| std::ptr::eq(&raw const placed.expression, expression));
        let span = placed.map_or(0..0, |placed| placed.placement.of(&fault.at));
        let fault = ModelFault::new(&self.0.file, &span, fault.what.clone());
        let (line, column) = (fault.at.line, fault.at.column);
        OutOfRange::Refused(format!(
            "{}, line {line}, column {column}: {}{of}: {}",
            self.0.path,
            self.name(),
            fault.what
        ))
    }

    /// Check that every name is known in the round of `state`.
    pub(super) fn check_names(&self, state: &RoundState) -> Result<(), OutOfRange> {
        let columns = state.attributes().map(|table| table.columns.as_slice()).unwrap_or_default();
        self.all().try_for_each(|(_, PlacedExpression { expression, .. })| {
            expression.check(columns).map_err(|fault| self.refused(expression, &fault, ""))
        })
    }

    /// What it counts and forbids in the round of `state`. It is found once, for all who ask as long as the round is alive.
    pub(in super::super) fn counts(
        &self,
        state: &RoundState,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Arc<DefinitionCounts>, OutOfRange> {
        if let Some(counts) = self.kept(state) {
            return Ok(counts);
        }
        let counts = Arc::new(DefinitionCounts::new(self, state, is_over)?);
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(round, _)| round.is_alive());
        kept.push((state.remembered(), counts.clone()));
        Ok(counts)
    }

    /// The counts of the round of `state`, if they were found.
    fn kept(&self, state: &RoundState) -> Option<Arc<DefinitionCounts>> {
        let round = state.remembered();
        let kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == round).map(|(_, counts)| counts.clone())
    }

    /// What a board of these two counts, with [`Definition::places`]; 0 where that cannot be found.
    pub fn of_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        let count = |expression: &Expression| expression.of_pair(state, one, other).and_then(thousandths);
        self.placed(self.part(Part::Pair).map_or(Ok(0), count).unwrap_or_default())
    }

    /// Whether the cap holds for each group alone.
    pub fn is_per_group(&self) -> bool {
        self.part(Part::Per).is_some()
    }

    /// The boards that the cap of each group counts.
    pub(in super::super) fn boards_by_group(&self, state: &RoundState) -> BTreeMap<Arc<str>, GroupBoards> {
        let mut by_group: BTreeMap<Arc<str>, GroupBoards> = BTreeMap::new();
        let Ok(counts) = self.counts(state, &|| false) else { return by_group };
        let Some((pair, groups)) = counts.pair.as_ref().zip(counts.groups.as_ref()) else { return by_group };
        for (high, low) in pair.nonzero() {
            for group in groups.of_pair(high, low) {
                by_group.entry(group.clone()).or_default().insert((high, low));
            }
        }
        by_group
    }

    /// What `part` finds of `player`, in thousandths: what was counted for the round, or else what it finds now.
    fn of_player(&self, part: Part, state: &RoundState, player: &PlayerState, colour: Option<Colour>) -> i64 {
        let known = || self.kept(state)?.of_player(part, state.rank(player.id)?, colour);
        let found = || Some(self.part(part)?.of_player(state, player, colour).and_then(thousandths).unwrap_or(0));
        known().or_else(found).unwrap_or(0)
    }

    /// What `player` with `colour` counts, as [`Definition::of_pair`].
    pub fn of_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        self.placed(self.of_player(Part::Colour, state, player, Some(colour)))
    }

    /// What the bye of `player` counts, in the same way.
    pub fn of_bye(&self, state: &RoundState, player: &PlayerState) -> i64 {
        self.placed(self.of_player(Part::Bye, state, player, None))
    }

    /// Whether it forbids a board of these two, whatever the colours.
    pub fn forbids_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> bool {
        let ranks = || Some((state.rank(one.id)?, state.rank(other.id)?));
        let known = || Some(self.kept(state)?.forbid.as_ref()?.of_pair(ranks()?.0, ranks()?.1) != 0);
        let holds = || Some(self.part(Part::Forbid)?.of_pair(state, one, other) == Ok(Datum::Bool(true)));
        known().or_else(holds).unwrap_or(false)
    }

    /// Whether the definition forbids `player` this colour.
    pub fn forbids_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
        self.of_player(Part::ForbidColour, state, player, Some(colour)) != 0
    }

    /// Whether the definition forbids `player` the bye.
    pub fn forbids_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        self.of_player(Part::ForbidBye, state, player, None) != 0
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.most_boards() == other.most_boards()
            && self.expressions().eq(other.expressions())
    }
}

impl Eq for Definition {}
