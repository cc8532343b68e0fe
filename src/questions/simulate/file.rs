//! The keys of an experiment file. A key either changes the experiment or is refused.

use super::functions::{OUTCOME, without_functions};
use super::metric::Measure;
use super::named_files::NamedFiles;
use super::own_metric::{MetricFile, own_metrics};
use super::players::{CheckedField, field};
use super::{
    Arm, Entrants, EventMetric, Experiment, ExperimentMetric, FirstColour, Life, ListedPlayer, Outcomes, Pairer,
    Ratings, TeamField, TieChoice,
};
use crate::files::MOST_BYTES;
use crate::files::nearest::did_you_mean;
use crate::files::new_file::Inputs;
use crate::files::read_file;
use crate::model::{Model, ModelFault, SpanFault};
use crate::questions::batch::sha256;
use crate::questions::ranking::{TieBreak, TieBreakError};
use crate::questions::registry::UnknownSystem;
use crate::questions::solve::MOST_ROUNDS_AHEAD;
use crate::solve::MatchingMethod;
use crate::tournament::{Player, PlayerId, PointSystem, RoundRequest, RoundState, TeamType, Tournament};
use itertools::Itertools;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use strum::VariantNames;
use toml::Spanned;

pub(super) type Sound<T> = Result<T, SpanFault>;

pub(super) fn unsound<T>(at: &Spanned<impl Sized>, what: impl Into<String>) -> Sound<T> {
    Err(SpanFault { at: at.span(), what: what.into() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExperimentFile {
    name: Spanned<String>,
    seed: Spanned<i64>,
    events: Spanned<i64>,
    players: Option<Spanned<i64>>,
    rounds: Spanned<i64>,
    first_colour: Option<Spanned<String>>,
    acceleration: Option<Spanned<String>>,
    #[serde(default)]
    prove: bool,
    #[serde(default)]
    tie_breaks: Vec<Spanned<String>>,
    metrics: Option<Spanned<Vec<Spanned<String>>>>,
    baseline: Option<Spanned<String>>,
    compare: Option<Spanned<String>>,
    #[serde(default)]
    metric: Vec<Spanned<MetricFile>>,
    field: Spanned<FieldFile>,
    teams: Option<Spanned<TeamsFile>>,
    #[serde(default)]
    life: LifeFile,
    #[serde(default)]
    points: BTreeMap<String, Spanned<f64>>,
    outcome: Option<Spanned<OutcomeFile>>,
    functions: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    arm: Vec<Spanned<ArmFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [field]")]
struct FieldFile {
    rating: Spanned<RatingFile>,
    strength: Option<StrengthFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RatingFile {
    Uniform(UniformFile),
    Normal(NormalFile),
    List(Spanned<Vec<Spanned<i64>>>),
    File(Spanned<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { from = 1400, to = 2600 }")]
struct UniformFile {
    from: Spanned<i64>,
    to: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { mean = 2000, sd = 200 }")]
struct NormalFile {
    mean: Spanned<f64>,
    sd: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table such as { error-sd = 50 }")]
struct StrengthFile {
    error_sd: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [teams]")]
struct TeamsFile {
    boards: Spanned<i64>,
    #[serde(rename = "type")]
    kind: Option<Spanned<String>>,
    board_sd: Option<Spanned<f64>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [life]")]
struct LifeFile {
    absence: Option<Spanned<f64>>,
    half_point_bye: Option<Spanned<f64>>,
    full_point_bye: Option<Spanned<f64>>,
    withdrawal: Option<Spanned<f64>>,
    forfeit: Option<Spanned<f64>>,
    late_entry: Option<Spanned<f64>>,
    late_by: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [outcome]")]
struct OutcomeFile {
    model: Spanned<String>,
    draws: Option<Spanned<f64>>,
    white_advantage: Option<Spanned<f64>>,
    odd_results: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table [[arm]]")]
struct ArmFile {
    name: Spanned<String>,
    system: Option<Spanned<String>>,
    model: Option<Spanned<String>>,
    method: Option<Spanned<String>>,
    ties: Option<Spanned<String>>,
    keep_open: Option<Spanned<i64>>,
}

/// The experiment of the file with this text and path.
pub(super) fn experiment(text: &str, path: &str, files: NamedFiles<'_>) -> Result<Experiment, ModelFault> {
    let file: ExperimentFile = toml::from_str(text).map_err(|error: toml::de::Error| {
        ModelFault::new(text, &error.span().unwrap_or_default(), error.message().trim_end())
    })?;
    let inputs = file.inputs(files.folder);
    let experiment = file.checked(text, path, files);
    let experiment = experiment.map_err(|SpanFault { at, what }| ModelFault::new(text, &at, what))?;
    Ok(Experiment { inputs, ..experiment })
}

/// The greatest length of a name.
const LONGEST: usize = 60;

/// The ratings that can be asked for.
pub(super) const RATINGS: RangeInclusive<i64> = 1..=4000;

impl ExperimentFile {
    fn checked(self, text: &str, path: &str, mut files: NamedFiles<'_>) -> Sound<Experiment> {
        let events = whole(&self.events, "events", 1..=Experiment::MOST_EVENTS.cast_signed())?;
        let seed = whole(&self.seed, "the seed", 0..=i64::MAX)?;
        let rounds = whole(&self.rounds, "rounds", 1..=Tournament::MOST_ROUNDS as i64)?;
        let first_colour = self.first_colour.map_or(Ok(FirstColour::default()), |name| {
            known(&name, "first-colour", FirstColour::VARIANTS.iter().copied())
        })?;
        let FieldFile { rating, strength } = self.field.into_inner();
        let CheckedField { ratings, forbidden, sha256: listed, notes } =
            rating.get_ref().checked(&mut files, rounds, first_colour)?;
        let players = match (&ratings, &self.players) {
            (Ratings::List(list), None) => list.len(),
            (Ratings::List(list), Some(players)) if *players.get_ref() != list.len() as i64 => {
                let count = list.len();
                let what = format!("the list has {count} players, and all of them play; leave out players");
                return unsound(players, what);
            }
            (_, Some(players)) => whole(players, "players", 2..=Tournament::MOST_PLAYERS as i64)?,
            (_, None) => return unsound(&rating, "the number of players is not given; write players = 32"),
        };
        let teams = self.teams.as_ref().map(|teams| teams.get_ref().checked(&ratings)).transpose()?;
        let error_sd = match strength {
            None => 0.0,
            Some(StrengthFile { error_sd }) if knows_strength(&ratings) => {
                let what = "the list has the players' strengths; leave out error-sd, or the column strength";
                return unsound(&error_sd, what);
            }
            Some(StrengthFile { error_sd }) => real(&error_sd, "error-sd", 0.0..=4000.0)?,
        };
        let points = points(&self.points, if teams.is_some() { TeamField::points() } else { PointSystem::default() })?;
        let is_accelerated = self.acceleration.as_ref().map_or(Ok(false), |name| accelerates(name, points, rounds))?;
        let outcome = self.outcome.as_ref().map(Spanned::get_ref);
        if let Some(functions) = self.functions.as_ref().filter(|list| text[list.span()].contains('\n')) {
            return unsound(functions, "the list of functions has several lines; write it in one");
        }
        let asked_functions = self.functions.map(Spanned::into_inner).unwrap_or_default();
        if outcome.is_none() && !asked_functions.iter().any(|name| name == OUTCOME) {
            let what = "the table [outcome] is missing; write one, or functions = [\"outcome\"] at the head if a function of Python \
                        decides the games";
            return unsound(&self.name, what);
        }
        let odd_results = outcome.and_then(|outcome| outcome.odd_results.as_ref());
        if let Some(teams) = &self.teams {
            if is_accelerated || odd_results.is_some() {
                return unsound(teams, "events of teams have no acceleration and no odd-results; leave them out");
            }
            if knows_strength(&ratings) {
                return unsound(
                    teams,
                    "a team is as strong as the players at its boards; leave out the column strength",
                );
            }
        }
        let odd_results = odd_results.map_or(Ok(0.0), |share| real(share, "odd-results", 0.0..=1.0))?;
        let arms: Vec<Arm> = arms(&self.arm, &mut files, &self.name, self.prove)?;
        let (beside, files) = files.beside(text);
        let sha256 = sha256(
            std::iter::once(sha256(without_functions(&beside).as_bytes()))
                .chain([listed])
                .chain(arms.iter().map(|arm| sha256(arm.pairer.identity().as_bytes())))
                .join("\n")
                .as_bytes(),
        );
        let mut experiment = Experiment {
            name: named(&self.name, "the name", |_| true)?,
            seed,
            events,
            players,
            teams,
            rounds,
            first_colour,
            ratings,
            forbidden,
            error_sd,
            life: self.life.checked(rounds)?,
            is_accelerated,
            points,
            odd_results,
            outcomes: outcome.map(OutcomeFile::checked).transpose()?,
            outcome_function: None,
            asked_functions,
            baseline: baseline(self.baseline.as_ref(), self.compare.as_ref(), &arms)?,
            arms,
            tie_breaks: tie_breaks(&self.tie_breaks)?,
            metrics: Vec::new(),
            prove: self.prove,
            notes,
            text: text.to_owned(),
            files,
            sha256,
            inputs: Inputs::default(),
        };
        let own = own_metrics(&experiment, path, self.metric)?;
        experiment.metrics = metrics(self.metrics.as_ref(), own, teams.is_some())?;
        let unheeded = unheeded(&experiment);
        experiment.notes.extend(unheeded);
        Ok(Experiment { text: beside, ..experiment })
    }

    /// The files that it names, looked up from `folder`.
    fn inputs(&self, folder: &Path) -> Inputs {
        let mut inputs = Inputs::default();
        if let RatingFile::File(path) = self.field.get_ref().rating.get_ref() {
            inputs.add(folder.join(path.get_ref()));
        }
        for path in self.arm.iter().filter_map(|arm| Some(folder.join(arm.get_ref().model.as_ref()?.get_ref()))) {
            Model::named_in(&path).into_iter().for_each(|other| inputs.add(other));
            inputs.add(path);
        }
        inputs
    }
}

/// A sentence for everything of the field that an arm does not heed, and for everything that an arm asks for and the field does not
/// have: what `solve` says of round 1.
fn unheeded(experiment: &Experiment) -> Vec<String> {
    let tournament = Entrants::new(experiment, 1).tournament(String::new(), experiment.rounds);
    // What is wrong with the field is said when the first round is paired.
    let Ok(state) = RoundState::new(&tournament, RoundRequest::from(1)) else { return Vec::new() };
    let is_banned = |round: u32| tournament.forbidden.iter().any(|group| group.holds_in(round));
    let bans_begin = (1..=experiment.rounds).find(|round| is_banned(*round)).filter(|first| *first > 1);
    let mut notes = Vec::new();
    let mut asked: BTreeSet<&str> = BTreeSet::new();
    for arm in &experiment.arms {
        let Pairer::Model { model, .. } = &arm.pairer else { continue };
        let Model::Objective(objective) = model.as_ref() else { continue };
        asked.extend(objective.define.iter().flat_map(|definition| definition.columns()));
        notes.extend(objective.unheeded(&state).iter().map(|what| format!("arm '{}': {what}", arm.name)));
        if let Some(round) = bans_begin.filter(|_| !objective.keeps_bans()) {
            notes.push(format!(
                "arm '{}': the field forbids pairs from round {round} on, but model '{}' has no rule no-forbidden-pair, so \
                 they may meet",
                arm.name, objective.name
            ));
        }
    }
    for metric in &experiment.metrics {
        if let Measure::Own(metric) = &metric.measure {
            asked.extend(metric.columns());
        }
    }
    let own = tournament.players.iter().flat_map(|player| player.attributes.keys()).map(String::as_str);
    let own: BTreeSet<&str> = own.filter(|name| experiment.teams.is_none_or(|teams| !teams.has_column(name))).collect();
    let unasked = own.difference(&asked).join(", ");
    if !unasked.is_empty() {
        notes.push(format!("no model and no metric asks for these attributes of the field: {unasked}"));
    }
    notes
}

impl RatingFile {
    fn checked(&self, files: &mut NamedFiles<'_>, rounds: u32, first_colour: FirstColour) -> Sound<CheckedField> {
        match self {
            Self::Uniform(UniformFile { from, to }) => {
                let least: u32 = whole(from, "from", RATINGS)?;
                let most: u32 = whole(to, "to", RATINGS)?;
                if least > most {
                    let what = format!("the ratings end at {most}, before they begin; write a number from {least}");
                    return unsound(to, what);
                }
                Ok(Ratings::Uniform { from: least, to: most }.into())
            }
            Self::Normal(NormalFile { mean, sd }) => {
                let ends = *RATINGS.start() as f64..=*RATINGS.end() as f64;
                let (mean, sd) = (real(mean, "mean", ends)?, real(sd, "sd", 0.0..=4000.0)?);
                Ok(Ratings::Normal { mean, sd }.into())
            }
            Self::List(list) => {
                if list.get_ref().len() < 2 {
                    return unsound(list, "the list has fewer than two ratings; an event has at least 2 players");
                }
                let player = |(id, rating): (u32, &Spanned<i64>)| {
                    let rating = whole(rating, "the rating", RATINGS)?;
                    Ok(ListedPlayer { player: Player::new(PlayerId(id)), rating, strength: None })
                };
                let players = (1..).zip(list.get_ref()).map(player).collect::<Sound<Vec<ListedPlayer>>>()?;
                Ok(Ratings::List(players).into())
            }
            Self::File(path) => {
                let shown = files.folder.join(path.get_ref());
                let name = shown.display().to_string();
                let bytes = read_file::read(&shown, MOST_BYTES as u64);
                let bytes = bytes.or_else(|error| unsound(path, format!("{name}: {error}")))?;
                let field = field(&bytes, &name, rounds, first_colour);
                let field = field.or_else(|what| unsound(path, format!("{name}: {what}")))?;
                if matches!(&field.ratings, Ratings::List(players) if players.len() < 2) {
                    return unsound(path, format!("{name} has fewer than two players; an event has at least 2"));
                }
                let sha256 = sha256(&bytes);
                files.add(path, bytes);
                Ok(CheckedField { sha256, ..field })
            }
        }
    }
}

fn knows_strength(ratings: &Ratings) -> bool {
    matches!(ratings, Ratings::List(players) if players.iter().any(|player| player.strength.is_some()))
}

impl TeamsFile {
    fn checked(&self, ratings: &Ratings) -> Sound<TeamField> {
        let boards = whole(&self.boards, "boards", 1..=i64::from(TeamField::MOST_BOARDS))?;
        let kind = self.kind.as_ref().map_or(Ok(TeamType::default()), |kind| {
            kind.get_ref().parse().or_else(|what: String| unsound(kind, what))
        })?;
        let spread = self.board_sd.as_ref().map_or(Ok(0.0), |sd| real(sd, "board-sd", 0.0..=4000.0))?;
        let teams = TeamField { kind, boards, spread };
        if let Ratings::List(list) = ratings {
            for team in list {
                let listed = teams.listed(&team.player).or_else(|what| unsound(&self.boards, what))?;
                if let (Some(_), Some(sd)) = (listed, &self.board_sd) {
                    return unsound(sd, "the list has the ratings at the boards; leave out board-sd, or the columns");
                }
            }
        }
        Ok(teams)
    }
}

impl LifeFile {
    fn checked(self, rounds: u32) -> Sound<Life> {
        let rate =
            |rate: &Option<Spanned<f64>>, what| rate.as_ref().map_or(Ok(0.0), |rate| real(rate, what, 0.0..=1.0));
        let life = Life {
            absence: rate(&self.absence, "absence")?,
            half_point_bye: rate(&self.half_point_bye, "half-point-bye")?,
            full_point_bye: rate(&self.full_point_bye, "full-point-bye")?,
            withdrawal: rate(&self.withdrawal, "withdrawal")?,
            forfeit: rate(&self.forfeit, "forfeit")?,
            late_entry: rate(&self.late_entry, "late-entry")?,
            late_by: match &self.late_by {
                None => rounds.min(2),
                Some(by) => whole(by, "late-by", 2..=i64::from(rounds.max(2)))?,
            },
        };
        let together = life.absence + life.half_point_bye + life.full_point_bye;
        let one = [&self.absence, &self.half_point_bye, &self.full_point_bye].into_iter().flatten().next();
        if let Some(one) = one.filter(|_| together > 1.0) {
            let what = "absence, half-point-bye and full-point-bye are together more than 1; make one smaller";
            return unsound(one, what);
        }
        match (&self.late_by, &self.late_entry) {
            (Some(by), None) => unsound(by, "nobody enters late; leave out late-by, or give late-entry a rate"),
            (_, Some(late)) if rounds < 2 && life.late_entry > 0.0 => {
                unsound(late, "with one round, nobody can enter late; leave out late-entry")
            }
            _ => Ok(life),
        }
    }
}

impl OutcomeFile {
    fn checked(&self) -> Sound<Outcomes> {
        match self.model.get_ref().as_str() {
            "elo" => {
                let Some(draws) = &self.draws else {
                    let what = "the share of draws between equal players is missing; write draws = 0.4";
                    return unsound(&self.model, what);
                };
                let advantage = self.white_advantage.as_ref();
                let advantage =
                    advantage.map_or(Ok(0.0), |points| real(points, "white-advantage", -1000.0..=1000.0))?;
                Ok(Outcomes::Elo { draws: real(draws, "draws", 0.0..=1.0)?, advantage })
            }
            "fide" => match (&self.draws, &self.white_advantage) {
                (_, Some(advantage)) => unsound(
                    advantage,
                    "FIDE's table knows no advantage of White; leave it out, or take model = \"elo\"",
                ),
                (None, _) => unsound(&self.model, "the share of draws is missing; write draws = 0.4"),
                (Some(draws), None) => Ok(Outcomes::Fide { draws: real(draws, "draws", 0.0..=1.0)? }),
            },
            "milvang" => match self.draws.as_ref().or(self.white_advantage.as_ref()) {
                Some(own) => {
                    unsound(own, "the formulas of milvang say it themselves; leave it out, or take model = \"elo\"")
                }
                None => Ok(Outcomes::Milvang),
            },
            other => unsound(
                &self.model,
                format!("there is no outcome model '{other}'; write \"elo\", \"fide\" or \"milvang\""),
            ),
        }
    }
}

/// The points for results and byes, by JaVaFo's codes.
fn points(named: &BTreeMap<String, Spanned<f64>>, mut points: PointSystem) -> Sound<PointSystem> {
    let codes = points.codes().map(|(code, _)| code);
    for (name, worth) in named {
        let mut by_code = points.by_code().into_iter();
        let Some((_, points)) = by_code.find(|(code, _)| code == name) else {
            let (list, near) = (codes.iter().join(", "), did_you_mean(name, codes));
            return unsound(worth, format!("there is no result or bye '{name}'{near}; write one of {list}"));
        };
        let read = worth.get_ref().to_string().parse();
        *points = read.or_else(|_| unsound(worth, format!("{}: write points such as 0.5", worth.get_ref())))?;
    }
    Ok(points)
}

/// Whether the players are accelerated, which these points and so many rounds must allow.
fn accelerates(name: &Spanned<String>, points: PointSystem, rounds: u32) -> Sound<bool> {
    match name.get_ref().as_str() {
        "none" => Ok(false),
        "baku" => {
            let mut tournament = Tournament { points, rounds_planned: Some(rounds), ..Tournament::default() };
            tournament.accelerate_by_baku().or_else(|why| unsound(name, why))?;
            Ok(true)
        }
        other => unsound(name, format!("there is no acceleration '{other}'; write \"baku\" or \"none\"")),
    }
}

/// Whether an arm may have this name, which may be that of a folder.
pub(super) fn check_arm(name: &str) -> Result<(), String> {
    named(&Spanned::new(0..0, name.to_owned()), "the arm's name", is_arm_name).map(drop).map_err(|fault| fault.what)
}

fn is_arm_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || " ._+-".contains(c))
}

fn arms(
    arm_files: &[Spanned<ArmFile>],
    files: &mut NamedFiles<'_>,
    of: &Spanned<String>,
    prove: bool,
) -> Sound<Vec<Arm>> {
    let mut arms: Vec<Arm> = Vec::new();
    for file in arm_files {
        let ArmFile { name, system, model: model_name, method, ties, keep_open } = file.get_ref();
        let named = named(name, "the arm's name", is_arm_name)?;
        if arms.iter().any(|arm| arm.name == named) {
            return unsound(name, format!("there is an arm '{named}' before; give each a name of its own"));
        }
        let pairer = match (system, model_name) {
            (Some(system), None) => {
                if let Some(method) = method {
                    return unsound(method, "a system pairs by its rules, and has no method; leave it out");
                }
                if let Some(ties) = ties {
                    return unsound(ties, "a system's rules leave one pairing; leave out ties");
                }
                if let Some(rounds) = keep_open {
                    return unsound(rounds, "a system looks at no rounds to come; leave out keep-open");
                }
                let found = system.get_ref().parse();
                Pairer::System(found.or_else(|error: UnknownSystem| unsound(system, error.to_string()))?)
            }
            (None, Some(name)) => {
                let found = files.model(name).or_else(|error| unsound(name, error.to_string()))?;
                if let Model::Objective(spec) = &found
                    && let Some(definition) = spec.define.iter().find(|definition| definition.uses_weights())
                {
                    let what = "asks for weight(a, b), and an experiment has no table of pairs; ask for attributes of the field";
                    return unsound(name, format!("'{}' of model '{}' {what}", definition.name(), spec.name));
                }
                let method = match method {
                    Some(method) => known(method, "method", ["exact", "highs"].into_iter())?,
                    None => MatchingMethod::default(),
                };
                let ties = match ties {
                    Some(ties) if matches!(found, Model::System(_)) => {
                        return unsound(ties, "a system's rules leave one pairing; leave out ties");
                    }
                    Some(ties) => known(ties, "ties", TieChoice::VARIANTS.iter().copied())?,
                    None => TieChoice::default(),
                };
                let kept = keep_open.as_ref().map_or(Ok(0), |rounds| {
                    let is_objective = matches!(found, Model::Objective(_));
                    if prove || !is_objective || ties != TieChoice::default() {
                        let what = "keep-open goes with a model of tiers, its canonical optima, and no prove";
                        return unsound(rounds, format!("{what}; leave it out, or these"));
                    }
                    whole(rounds, "keep-open", 1..=i64::from(MOST_ROUNDS_AHEAD))
                })?;
                Pairer::Model { model: Box::new(found), method, ties, keep_open: kept }
            }
            _ => return unsound(file, "an arm has either a system or a model; name one of them"),
        };
        arms.push(Arm { name: named, pairer });
    }
    if arms.is_empty() {
        return unsound(
            of,
            "the experiment has no [[arm]]; add one with its name and its system or model; an arm by a function needs another one beside it",
        );
    }
    Ok(arms)
}

/// The place of the arm with which the others are compared, unless all pairs are.
fn baseline(
    baseline: Option<&Spanned<String>>,
    compare: Option<&Spanned<String>>,
    arms: &[Arm],
) -> Sound<Option<usize>> {
    match (baseline, compare.map(|compare| (compare, compare.get_ref().as_str()))) {
        (Some(baseline), Some((_, "all-pairs"))) => {
            unsound(baseline, "all pairs are compared, so no arm is the baseline; leave out baseline, or compare")
        }
        (None, Some((_, "all-pairs"))) => Ok(None),
        (_, Some((compare, other))) if other != "baseline" => {
            unsound(compare, format!("there is no comparison '{other}'; write \"baseline\" or \"all-pairs\""))
        }
        (None, _) => Ok(Some(0)),
        (Some(baseline), _) => {
            let name = baseline.get_ref();
            let names = || arms.iter().map(|arm| arm.name.as_str());
            match names().position(|known| known == name) {
                Some(place) => Ok(Some(place)),
                None => {
                    let near = did_you_mean(name, names());
                    let names = names().join(", ");
                    let how = "with compare = \"all-pairs\" an arm by a function is compared with each";
                    unsound(baseline, format!("there is no arm '{name}'{near}; write one of {names}; {how}"))
                }
            }
        }
    }
}

fn tie_breaks(names: &[Spanned<String>]) -> Sound<Vec<TieBreak>> {
    let mut found: Vec<TieBreak> = Vec::new();
    for name in names {
        let next: TieBreak = name.get_ref().parse().or_else(|error: TieBreakError| unsound(name, error.to_string()))?;
        if found.contains(&next) {
            return unsound(name, "the tie-break is there twice; leave out one of them");
        }
        if let (Some(before), TieBreak::PTS) = (found.first(), next) {
            return unsound(name, TieBreakError::BeforePoints(*before).to_string());
        }
        found.push(next);
    }
    Ok(found)
}

/// The metrics of these names, or all of them that events of players or of teams have.
fn metrics(
    names: Option<&Spanned<Vec<Spanned<String>>>>,
    own: Vec<ExperimentMetric>,
    are_teams: bool,
) -> Sound<Vec<ExperimentMetric>> {
    let is_here = |metric: &ExperimentMetric| !are_teams || metric.built_in().is_none_or(EventMetric::is_of_teams);
    let built_in = EventMetric::ALL.iter().copied().map(ExperimentMetric::from);
    let all: Vec<ExperimentMetric> = built_in.chain(own).collect();
    let Some(names) = names else { return Ok(all.into_iter().filter(is_here).collect()) };
    if names.get_ref().is_empty() {
        return unsound(names, "nothing is measured; name a metric, or leave out metrics for all of them");
    }
    let mut found: Vec<ExperimentMetric> = Vec::new();
    for name in names.get_ref() {
        if found.iter().any(|metric| metric.id() == name.get_ref()) {
            return unsound(name, "the metric is there twice; leave out one of them");
        }
        match ExperimentMetric::place(all.iter().map(ExperimentMetric::id), name.get_ref()) {
            Ok(place) if !is_here(&all[place]) => {
                return unsound(name, format!("events of teams have no {}; leave it out", name.get_ref()));
            }
            Ok(place) => found.push(all[place].clone()),
            Err(what) => return unsound(name, what),
        }
    }
    Ok(found)
}

/// The one of `names` that is written.
pub(super) fn known<T: FromStr>(
    name: &Spanned<String>,
    what: &str,
    names: impl Iterator<Item = &'static str> + Clone,
) -> Sound<T> {
    name.get_ref().parse().or_else(|_| {
        let (text, list) = (name.get_ref(), names.clone().join(", "));
        unsound(name, format!("there is no {what} '{text}'{}; write one of {list}", did_you_mean(text, names)))
    })
}

pub(super) fn named(text: &Spanned<String>, what: &str, is_plain: impl Fn(&str) -> bool) -> Sound<String> {
    let name = text.get_ref();
    if name.trim().is_empty() || name.contains(char::is_control) || name.chars().count() > LONGEST {
        return unsound(text, format!("{what} is one line of 1 to {LONGEST} characters"));
    }
    if !is_plain(name) {
        let what = format!("{what} has letters, digits, blanks and . _ + - only, and begins with a letter or digit");
        return unsound(text, what);
    }
    Ok(name.clone())
}

/// A whole number within a range.
fn whole<T: TryFrom<i64>>(number: &Spanned<i64>, what: &str, range: RangeInclusive<i64>) -> Sound<T> {
    let (least, most) = (*range.start(), *range.end());
    let value = *number.get_ref();
    let fits = range.contains(&value).then(|| T::try_from(value).ok()).flatten();
    let bound = if value < least { format!("at least {least}") } else { format!("at most {most}") };
    fits.map_or_else(|| unsound(number, format!("{what}: {value} is out of range; write {bound}")), Ok)
}

/// A number within a range.
fn real(number: &Spanned<f64>, what: &str, range: RangeInclusive<f64>) -> Sound<f64> {
    let value = *number.get_ref();
    if range.contains(&value) {
        return Ok(value);
    }
    unsound(
        number,
        format!("{what}: {value} is out of range; write a number from {} to {}", range.start(), range.end()),
    )
}

impl Pairer {
    /// Everything that its pairings depend on, as text.
    fn identity(&self) -> String {
        match self {
            Self::System(system) => system.to_string(),
            // A model is plain data, which can always be written.
            Self::Model { model, method, ties, keep_open } => {
                let kept = if *keep_open == 0 { String::new() } else { keep_open.to_string() };
                serde_json::to_string(model).unwrap_or_default() + &method.to_string() + &ties.to_string() + &kept
            }
            Self::Function(..) => String::new(),
        }
    }
}
