use crate::files::nearest::did_you_mean;
use crate::files::request_field::RequestField;
use crate::model::{Cap, Counted, Objective, Tier, Value, Weight, Weighted};
use crate::proof::verify::verify;
use crate::questions::report::boards::{boards_table, pairs, players, short};
use crate::questions::report::number::signed;
use crate::questions::report::{
    Cell, Document, PlayerReport, RecordHead, Show, Status, Table, left, or_nothing, right,
};
use crate::questions::{AskError, Refusal};
use crate::rules::Term;
use crate::solve::{self, FrontCriterion, FrontPoint, Options, SolveError, Termination};
use crate::tournament::{Board, Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::num::NonZero;

/// The pairings that no other one dominates, or a price list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ParetoReport")]
pub struct Answer {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// What the values are of: the first criterion, and then the second, or its parts.
    pub criteria: Vec<Criterion>,
    /// The tiers that are held, in order, with what all pairings are worth by them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldTier>,
    /// The points, the best by the first criterion first; in a price list, the best by the tiers first.
    pub points: Vec<Point>,
    /// If a limit came first: between these two values of the first criterion nothing is known. A null is an end that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<[Option<Value>; 2]>,
    /// How the search ended.
    #[serde(skip)]
    pub termination: Termination,
    /// Whether it is a price list.
    #[serde(skip)]
    pub(super) is_list: bool,
    /// The number of the point whose pairing is shown.
    #[serde(skip)]
    pub(super) shown: Option<usize>,
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CriterionReport")]
pub struct Criterion {
    /// A tier of the model, a term, or the boards that a cap counts.
    pub name: String,
    /// Whether small numbers are better: it is a count, and not the value of a tier.
    pub is_count: bool,
    /// What pairings are worth by it; if it is a count, minus the count.
    #[serde(skip)]
    worth: FrontCriterion,
}

/// A tier that is as good as it can be in all points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "HeldTierReport")]
pub struct HeldTier {
    /// The tier of the model.
    pub name: String,
    /// What each pairing is worth by it.
    pub value: Value,
}

/// A non-dominated pairing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PointReport")]
pub struct Point {
    /// The value of each criterion, or its count.
    pub values: Vec<Value>,
    /// In a price list, the difference of each to the point before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Vec<Value>>,
    /// The canonical pairing of those with these values, unless it was not asked for.
    #[serde(flatten)]
    pub pairing: Option<Pairing>,
}

/// What caps count, by name.
const BOARDS: [(&str, Cap); 2] = [("downfloats", Cap::Downfloats(0)), ("same-federation", Cap::SameFederation(0))];

impl Answer {
    /// The pairings of `state` that no other one dominates between two criteria, under the rules and side constraints of `spec`. A name is
    /// that of a tier of `spec`, of a term, or of what a cap counts: `downfloats` or `same-federation`. Terms and boards are to be few.
    /// The tiers `hold` are as good as they can be in all of them, the first one of `spec` first.
    ///
    /// Each point has the canonical pairing of those with its values, if `are_canonical`. Otherwise it has none, and in a large field
    /// the values are found in a fraction of the time.
    ///
    /// # Errors
    /// [`AskError::Refused`] unless `between` has two names, which there are, and as of [`solve::front`]; [`AskError::Internal`] if the
    /// verifier does not agree with a point.
    ///
    /// ```
    /// use swiss_ilp::{files, model::Objective, questions::pareto::Answer, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let between = ["scores", "colours"].map(str::to_owned);
    /// let front = Answer::front("", &state, &Objective::load("fair")?, &between, &[], true, Options::default())?;
    /// assert!(front.points.is_sorted_by(|one, other| one.values[0] > other.values[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn front(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        between: &[String],
        hold: &[String],
        are_canonical: bool,
        options: Options,
    ) -> Result<Self, AskError> {
        let [one, other] = between else {
            let what = format!("the criteria are two, not {}", between.len());
            let instead = format!("write two names, such as {} scores,colours", RequestField("between"));
            return Err(AskError::refused(what, instead));
        };
        if one == other {
            return Err(AskError::refused(format!("'{one}' is named twice"), "name two criteria"));
        }
        let criteria = vec![Criterion::named(spec, one)?, Criterion::named(spec, other)?];
        Self::found(tournament, state, spec, criteria, hold, are_canonical, options)
    }

    /// The price list of what is counted as `of`: for each count from that of the optimum down to the least, the best values of all tiers.
    /// Only counts at which the values are better than with fewer are in it.
    ///
    /// # Errors
    /// As of [`Answer::front`], for one name.
    pub fn price_list(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        of: &str,
        hold: &[String],
        are_canonical: bool,
        options: Options,
    ) -> Result<Self, AskError> {
        let is_left = |tier: &&Tier| !hold.contains(&tier.name);
        let tiers = spec.tiers.iter().filter(is_left).map(Criterion::of_tier);
        let criteria = [Criterion::named(spec, of)?].into_iter().chain(tiers);
        let mut list = Self::found(tournament, state, spec, criteria.collect(), hold, are_canonical, options)?;
        list.is_list = true;
        list.points.reverse();
        list.name_each_once();
        let steps = list.points.iter().tuple_windows().map(|(before, point)| {
            point.values.iter().zip(&before.values).map(|(one, other)| *one - *other).collect::<Vec<_>>()
        });
        let steps = steps.collect_vec();
        for (point, step) in list.points.iter_mut().skip(1).zip(steps) {
            point.change = Some(step);
        }
        Ok(list)
    }

    fn found(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        criteria: Vec<Criterion>,
        hold: &[String],
        are_canonical: bool,
        options: Options,
    ) -> Result<Self, AskError> {
        let held = held_tiers(spec, hold, &criteria)?;
        let mut all: Vec<FrontCriterion> = criteria.iter().map(|criterion| criterion.worth.clone()).collect();
        let front = solve::front(state, spec, &held, &all[0], &all[1..], are_canonical, options)?;
        all.extend(held.iter().cloned().map(FrontCriterion::Tier));
        for point in &front.points {
            check(state, spec, &all, point)?;
        }
        let status = Status::of(&front.termination);
        let values = front.points.first().map_or(&[][..], |point| &point.values[criteria.len()..]);
        let held = held.into_iter().zip(values).map(|(tier, value)| HeldTier { name: tier.name, value: *value });
        let held = held.collect();
        let points = front.points.into_iter().map(|point| Point {
            values: point.values.iter().zip(&criteria).map(|(worth, criterion)| criterion.shown(*worth)).collect(),
            change: None,
            pairing: are_canonical.then_some(point.pairing),
        });
        Ok(Self {
            head: RecordHead::new(tournament, state, &spec.name, status, &front.termination),
            held,
            points: points.collect(),
            unknown: front.unknown.map(|ends| ends.map(|end| Some(criteria.first()?.shown(end?)))),
            criteria,
            termination: front.termination,
            is_list: false,
            shown: None,
            players: players(state),
        })
    }

    /// Leave out what is listed twice: a tier whose own prices are asked for.
    fn name_each_once(&mut self) {
        let Some((first, others)) = self.criteria.split_first() else { return };
        let Some(place) = others.iter().position(|other| other == first) else { return };
        self.criteria.remove(1 + place);
        for point in &mut self.points {
            point.values.remove(1 + place);
        }
    }

    /// The same, with the pairing of the point of this number, from 1. If nothing was found, how the question ended says why there is no
    /// such point.
    pub(super) fn showing(self, number: Option<NonZero<u32>>) -> Result<Self, Refusal> {
        let count = self.points.len();
        let Some(number) = number.filter(|_| count > 0 || self.ended().is_ok()) else { return Ok(self) };
        match number.get() as usize {
            number if number <= count => Ok(Self { shown: Some(number - 1), ..self }),
            number => Err(Refusal::new(format!("there is no point {number}"), format!("{count} were found"))),
        }
    }

    /// How the search for all points ended.
    pub(super) fn ended(&self) -> Result<(), AskError> {
        AskError::of_search(&self.termination, false, "all were found")
    }
}

impl Criterion {
    fn of_tier(tier: &Tier) -> Self {
        Self { name: tier.name.clone(), is_count: false, worth: FrontCriterion::Tier(tier.clone()) }
    }

    /// The criterion of this name.
    fn named(spec: &Objective, name: &str) -> Result<Self, Refusal> {
        if let Some(tier) = spec.tiers.iter().find(|tier| tier.name == name) {
            return Ok(Self::of_tier(tier));
        }
        let terms = Term::ALL.iter().map(|term| Counted::Term(*term));
        let defined = spec.define.iter().filter(|definition| definition.is_term()).cloned().map(Counted::Defined);
        let counted: Vec<Counted> = terms.chain(defined).collect();
        let term = counted.iter().find(|counted| counted.name() == name).map(|term| {
            let terms = vec![Weighted { term: term.clone(), weight: Weight::from(-1) }];
            FrontCriterion::Tier(Tier { name: name.to_owned(), terms })
        });
        let boards =
            || BOARDS.iter().find(|(known, _)| *known == name).map(|(_, cap)| FrontCriterion::Boards(cap.clone()));
        if let Some(worth) = term.or_else(boards) {
            return Ok(Self { name: name.to_owned(), is_count: true, worth });
        }
        let tiers = spec.tiers.iter().map(|tier| tier.name.as_str());
        let counts = counted.iter().map(Counted::name).chain(BOARDS.map(|(name, _)| name)).unique();
        let meant = did_you_mean(name, tiers.clone().chain(counts.clone()));
        let (tiers, counts, model) = (tiers.format(", "), counts.format(", "), &spec.name);
        let what = format!("'{name}' is no tier of {model} and no count{meant}");
        Err(Refusal::new(what, format!("the tiers are {tiers}; the counts are {counts}")))
    }

    /// What is `worth` so much, as it is shown.
    fn shown(&self, worth: Value) -> Value {
        if self.is_count { Value::ZERO - worth } else { worth }
    }
}

/// The tiers of these names, in the order of the model.
fn held_tiers(spec: &Objective, hold: &[String], criteria: &[Criterion]) -> Result<Vec<Tier>, Refusal> {
    let field = RequestField("hold");
    let names = || spec.tiers.iter().map(|tier| tier.name.as_str());
    if let Some(name) = hold.iter().find(|name| !names().contains(&name.as_str())) {
        let what = format!("{field} names '{name}', which is no tier of {}{}", spec.name, did_you_mean(name, names()));
        return Err(Refusal::new(what, format!("the tiers are {}", names().format(", "))).of(field));
    }
    if let Some(name) = hold.iter().find(|name| criteria.iter().any(|criterion| criterion.name == **name)) {
        let what = format!("'{name}' is to be held, and to be compared");
        return Err(Refusal::new(what, format!("leave it out of {field}, or compare something else")).of(field));
    }
    Ok(spec.tiers.iter().filter(|tier| hold.contains(&tier.name)).cloned().collect())
}

/// Refuse a point that the verifier does not agree with.
fn check(
    state: &RoundState,
    spec: &Objective,
    criteria: &[FrontCriterion],
    point: &FrontPoint,
) -> Result<(), SolveError> {
    let (mut tiers, mut claimed) = (Vec::new(), Vec::new());
    for (criterion, value) in criteria.iter().zip(&point.values) {
        match criterion {
            FrontCriterion::Tier(tier) => {
                tiers.push(tier.clone());
                claimed.push(*value);
            }
            FrontCriterion::Boards(cap) if *value == Value::from_whole(-boards(state, cap, &point.pairing)) => {}
            FrontCriterion::Boards(_) => {
                return Err(SolveError::Internal("a pairing of the front has another number of boards".into()));
            }
        }
    }
    let spec = Objective { tiers, ..spec.clone() };
    let verdict = verify(state, &spec, &point.pairing, Some(&claimed));
    if verdict.is_verified() {
        return Ok(());
    }
    Err(SolveError::Internal("the verifier does not agree with a pairing of the front; please report this".into()))
}

/// How many boards the cap counts.
fn boards(state: &RoundState, cap: &Cap, pairing: &Pairing) -> i64 {
    let players = |board: &&Board| {
        state
            .player(board.white)
            .zip(state.player(board.black))
            .is_some_and(|(one, other)| cap.counts(state, one, other))
    };
    pairing.boards.iter().filter(players).count() as i64
}

impl Answer {
    fn shown_pairing(&self) -> Option<&Pairing> {
        self.points.get(self.shown?)?.pairing.as_ref()
    }

    fn points(&self) -> Table {
        let mut columns = vec![right("point")];
        for criterion in &self.criteria {
            columns.push(right(&criterion.name).named(&criterion.name));
            if self.is_list {
                columns.push(right("change").named(format!("{}_change", criterion.name)));
            }
        }
        columns.push(left("pairs").for_programs());
        let mut table = Table::new("points", columns);
        for (number, point) in (1_usize..).zip(&self.points) {
            let mut row: Vec<Cell> = vec![number.into()];
            for (place, value) in point.values.iter().enumerate() {
                row.push((*value).into());
                if self.is_list {
                    let change = point.change.as_ref().map(|change| signed(change[place]));
                    row.push(or_nothing(change));
                }
            }
            row.push(point.pairing.iter().flat_map(pairs).map(|pair| pair.map(short).join("-")).join(" ").into());
            table.row(row);
        }
        table
    }

    /// What is not known, as a clause.
    fn not_known(&self, ends: &[Option<Value>; 2]) -> String {
        let name = self.criteria.first().map_or("", |criterion| &criterion.name);
        match ends {
            [Some(one), Some(other)] => format!("nothing is known between {one} and {other} by {name}"),
            [Some(one), None] => format!("nothing is known but what is best by {name}, {one}"),
            [None, _] => "nothing is known".to_owned(),
        }
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = self.head.reasoned().without_keys();
        let shown = self.shown_pairing();
        document.list_boards(shown);
        if self.head.reason.is_some() {
            document.table(self.points().for_programs());
            return document;
        }
        document.table(self.points());
        let is_count = self.criteria.first().is_some_and(|first| first.is_count);
        let all = match (self.points.len(), self.is_list) {
            (1, false) => "This is the only value that no pairing dominates",
            (_, false) => "These are all values that no pairing dominates",
            (1, true) if is_count => "No pairing has less of it",
            (_, true) if is_count => "No pairing has less of it than the last",
            (1, true) => "No pairing is better by it",
            (_, true) => "No pairing is better by it than the last",
        };
        if !self.held.is_empty() {
            let held = self.held.iter().map(|tier| format!("{} {}", tier.name, tier.value)).join(", ");
            document.say(format!("Held at what is best: {held}."));
        }
        document.say(match &self.unknown {
            None => format!("{all}. All values are proven in integers, and verified."),
            Some(ends) => format!("Not all were found: {}.", self.not_known(ends)),
        });
        if let Some(pairing) = shown {
            document.table(boards_table(&self.players, Some(pairing)));
        }
        document
    }
}
