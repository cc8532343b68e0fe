//! Metrics that an experiment file writes itself (`[[metric]]`): an expression over what was played, and what is taken of its values.

use super::brought::brought;
use super::file::{Sound, named, unsound};
use super::metric::Measure;
use super::{Better, Entrants, EventMetric, Experiment, ExperimentMetric};
use crate::model::{Exact, ModelFault, Placement, PlayedExpression, Subject, Type, Unmeasured, sum};
use crate::tournament::{Board, ByeKind, Cell, PlayerId, RoundError, RoundRequest, RoundState, Score, Tournament};
use itertools::Itertools;
use num_rational::Ratio;
use num_traits::ToPrimitive;
use serde::Deserialize;
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantArray};
use toml::Spanned;

/// A metric of an experiment's own.
pub(super) struct OwnMetric {
    name: String,
    expression: PlayedExpression,
    take: Take,
    each_round: Option<Take>,
    /// Where the expression is, for the message on a value that cannot be found.
    path: String,
    text: Arc<str>,
    placement: Placement,
}

/// What is taken of some values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
enum Take {
    /// Their sum, which is 0 of none.
    #[default]
    Sum,
    /// Their mean; nothing of none.
    Mean,
    /// The greatest; nothing of none.
    Max,
    /// The least; nothing of none.
    Min,
}

impl Take {
    /// What is taken of `values`; a sentence, if they are too large.
    fn of(self, values: &[Exact]) -> Result<Option<Exact>, &'static str> {
        let sum = || sum(values).ok_or("its values leave the range of exact arithmetic together; make them smaller");
        Ok(match self {
            Self::Sum => Some(sum()?),
            Self::Mean if values.is_empty() => None,
            Self::Mean => Some(sum()? / Exact::from_integer(values.len() as i128)),
            Self::Max => values.iter().max().copied(),
            Self::Min => values.iter().min().copied(),
        })
    }
}

/// The keys of a metric.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [[metric]]")]
pub(super) struct MetricFile {
    name: Spanned<String>,
    words: Option<Spanned<String>>,
    unit: Option<Spanned<String>>,
    better: Option<Spanned<String>>,
    pair: Option<Spanned<String>>,
    colour: Option<Spanned<String>>,
    bye: Option<Spanned<String>>,
    player: Option<Spanned<String>>,
    round: Option<Spanned<String>>,
    take: Option<Spanned<String>>,
    each_round: Option<Spanned<String>>,
}

/// What a player has in a metric besides the attributes of models: of every one, of one in a round, and of one at the end.
const OF_EVERY: [(&str, Type); 3] =
    [("strength", Type::Number), ("strength_rank", Type::Number), ("final_rank", Type::Number)];
const OF_ROUND: [(&str, Type); 3] = [("won", Type::Number), ("outcome", Type::Text), ("colour", Type::Text)];

/// The columns of a field's players, with the kinds of their cells.
fn of_field(experiment: &Experiment) -> Vec<(String, Type)> {
    let tournament = Entrants::new(experiment, 1).tournament(String::new(), experiment.rounds);
    let names = tournament.players.iter().flat_map(|player| player.attributes.keys()).unique();
    let kind = |name: &String| {
        let cells = || tournament.players.iter().map(|player| player.attributes.get(name));
        if cells().all(|cell| matches!(cell, Some(Cell::Number(_)))) {
            Type::Number
        } else if cells().all(|cell| !matches!(cell, Some(Cell::Number(_)))) {
            Type::Text
        } else {
            Type::Any
        }
    };
    names.map(|name| (name.clone(), kind(name))).collect()
}

/// The metrics of `files` in the experiment file of this path and text.
pub(super) fn own_metrics(
    experiment: &Experiment,
    path: &str,
    files: Vec<Spanned<MetricFile>>,
) -> Sound<Vec<ExperimentMetric>> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let text: Arc<str> = experiment.text.as_str().into();
    let field = of_field(experiment);
    let mut found: Vec<ExperimentMetric> = Vec::new();
    for file in files {
        let taken = OF_EVERY.iter().chain(&OF_ROUND).find(|(name, _)| field.iter().any(|(own, _)| own == name));
        if let Some((name, _)) = taken {
            let what = format!("the field has an attribute '{name}', which metrics know as something else; rename it");
            return unsound(&file, what);
        }
        let at = file.get_ref().name.span();
        let metric = file.into_inner().checked(path, &text, &field)?;
        let is_known = |name: &str| EventMetric::ALL.iter().any(|metric| metric.id() == name);
        if is_known(metric.id()) || found.iter().any(|other| other.id() == metric.id()) {
            let what = format!("there is a metric '{}' before; give each a name of its own", metric.id());
            return unsound(&Spanned::new(at, ()), what);
        }
        found.push(metric);
    }
    Ok(found)
}

/// Whether a metric may have this name.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_sound = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain) && name.len() <= 40;
    let wrong = "the metric's name has a small letter, then small letters, digits and _, 40 characters at most";
    is_sound.then_some(()).ok_or_else(|| wrong.to_owned())
}

impl MetricFile {
    fn checked(self, path: &str, file: &Arc<str>, field: &[(String, Type)]) -> Sound<ExperimentMetric> {
        let name = self.name.get_ref();
        if let Err(what) = check_name(name) {
            return unsound(&self.name, what);
        }
        let before_round = if self.each_round.is_some() { Subject::Player } else { Subject::Standing };
        let parts = [
            (Subject::Pair, &self.pair),
            (Subject::Colour, &self.colour),
            (Subject::Bye, &self.bye),
            (before_round, &self.player),
            (Subject::Round, &self.round),
        ];
        let mut asked = parts.into_iter().filter_map(|(subject, text)| Some((subject, text.as_ref()?)));
        let (subject, text) = match (asked.next(), asked.next()) {
            (Some(one), None) => one,
            (Some(_), Some((_, second))) => {
                return unsound(second, "a metric is about one thing; make a metric of its own of this");
            }
            (None, _) => {
                return unsound(&self.name, "the metric asks nothing; add pair, colour, bye, player or round");
            }
        };
        if let (Subject::Round, Some(each)) = (subject, &self.each_round) {
            return unsound(each, "a round has one value, of which nothing has to be taken; leave out each-round");
        }
        let of_round: &[_] = if subject == Subject::Standing { &[] } else { &OF_ROUND };
        let own = OF_EVERY.iter().chain(of_round).map(|(name, kind)| ((*name).to_owned(), kind.clone()));
        let columns: Vec<_> = own.chain(field.iter().cloned()).collect();
        let placement = Placement::new(file, text);
        let expression = PlayedExpression::new(subject, text.get_ref(), &columns)
            .or_else(|fault| unsound(&Spanned::new(placement.of(&fault.at), ()), fault.what))?;
        let take = |name: &Spanned<String>, what| {
            super::file::known(name, what, Take::VARIANTS.iter().map(|take| <&str>::from(*take)))
        };
        let better = |name: &Spanned<String>| {
            super::file::known(name, "better end", Better::VARIANTS.iter().map(|better| <&str>::from(*better)))
        };
        let line =
            |text: &Option<Spanned<String>>, what| text.as_ref().map(|text| named(text, what, |_| true)).transpose();
        let words = line(&self.words, "words")?.unwrap_or_else(|| name.replace('_', " "));
        let unit = line(&self.unit, "the unit")?.unwrap_or_default();
        let better = self.better.as_ref().map(better).transpose()?;
        let own = OwnMetric {
            name: name.clone(),
            expression,
            take: self.take.as_ref().map_or(Ok(Take::default()), |name| take(name, "take"))?,
            each_round: self.each_round.as_ref().map(|name| take(name, "each-round")).transpose()?,
            path: path.to_owned(),
            text: file.clone(),
            placement,
        };
        Ok(ExperimentMetric::new(name, words, unit, better, Measure::Own(Arc::new(own))))
    }
}

/// What own metrics are asked of: the rounds of an event, and its end.
pub(super) struct PlayedRounds {
    rounds: Vec<PlayedRound>,
    end: RoundState,
}

struct PlayedRound {
    state: RoundState,
    boards: Vec<Board>,
    bye: Option<PlayerId>,
}

impl PlayedRounds {
    /// Those of `tournament`, whose players have these final ranks and strengths, by pairing number.
    pub fn new(tournament: &Tournament, ranks: &[usize], strengths: &[f64]) -> Result<Self, RoundError> {
        let mut asked = tournament.clone();
        let by_strength = super::correlation::doubled_ranks(&strengths.iter().map(|strength| -strength).collect_vec());
        for (player, ((rank, strength), doubled)) in
            asked.players.iter_mut().zip(ranks.iter().zip(strengths).zip(by_strength))
        {
            let whole = |rank: usize| Cell::Number(Ratio::from_integer(rank as i64));
            let half = i64::try_from(doubled).unwrap_or(i64::MAX);
            let own = [
                ("strength", Cell::Number(rounded(*strength))),
                ("strength_rank", Cell::Number(Ratio::new(half, 2))),
                ("final_rank", whole(*rank)),
            ];
            player.attributes.extend(own.map(|(name, cell)| (name.to_owned(), cell)));
        }
        let end = RoundState::to_rank(&asked, RoundRequest::default())?;
        let rounds = (1..).zip(&tournament.rounds).map(|(number, round)| {
            let brought = brought(&tournament.points, round);
            for player in &mut asked.players {
                let found = brought.get(&player.id);
                let (won, outcome) = found.map_or((Score::ZERO, ""), |found| (found.points, found.outcome));
                let colour = found.and_then(|found| found.colour).map_or("", <&str>::from);
                let own = [
                    ("won", Cell::Number(Ratio::new(won.tenths().into(), 10))),
                    ("outcome", Cell::Text(outcome.to_owned())),
                    ("colour", Cell::Text(colour.to_owned())),
                ];
                player.attributes.extend(own.map(|(name, cell)| (name.to_owned(), cell)));
            }
            Ok(PlayedRound {
                state: RoundState::new(&asked, RoundRequest::from(number))?,
                boards: round.boards(),
                bye: round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player),
            })
        });
        Ok(Self { rounds: rounds.collect::<Result<_, RoundError>>()?, end })
    }
}

/// A strength in thousandths of a rating point, as expressions and the attributes of players have it.
pub(super) fn rounded(strength: f64) -> Ratio<i64> {
    Ratio::new((strength * 1000.0).round() as i64, 1000)
}

impl OwnMetric {
    /// The columns of players that it asks for.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.expression.columns()
    }

    /// Its value in an event, exact and then rounded once. An error is a round and a sentence.
    pub(super) fn value(&self, event: &PlayedRounds) -> Result<Option<f64>, (u32, String)> {
        let last = u32::try_from(event.rounds.len()).unwrap_or(u32::MAX);
        if self.expression.subject() == Subject::Standing {
            let values = self.expression.values(&event.end, &[], None);
            return self.taken(self.take, &values.map_err(|fault| (last, self.sentence(fault)))?, last);
        }
        let mut all = Vec::new();
        for (number, PlayedRound { state, boards, bye }) in (1..).zip(&event.rounds) {
            let values = self.expression.values(state, boards, *bye);
            let values = values.map_err(|fault| (number, self.sentence(fault)))?;
            match self.each_round {
                Some(take) => all.extend(self.exact(take, &values, number)?),
                None => all.extend(values),
            }
        }
        self.taken(self.take, &all, last)
    }

    fn exact(&self, take: Take, values: &[Exact], round: u32) -> Result<Option<Exact>, (u32, String)> {
        take.of(values).map_err(|what| (round, format!("{}: {}: {what}", self.path, self.name)))
    }

    fn taken(&self, take: Take, values: &[Exact], round: u32) -> Result<Option<f64>, (u32, String)> {
        Ok(self.exact(take, values, round)?.and_then(|value| value.to_f64()))
    }

    fn sentence(&self, (of, fault): Unmeasured) -> String {
        let Self { path, text, placement, .. } = self;
        let ModelFault { at, what, .. } = ModelFault::new(text, &placement.of(&fault.at), fault.what);
        format!("{path}, line {}, column {}: {}{of}: {what}", at.line, at.column, self.name)
    }
}
