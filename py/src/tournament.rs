//! A tournament and the state before a round of it.

use crate::failure::{Failure, Outcome};
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{encoding, limited, system, trust, until};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Number, Value, json};
use std::str::FromStr;
use std::sync::Arc;
use swiss_ilp::formats::{self, Encoding, Loaded, json, organiser_tables, pairs};
use swiss_ilp::in_force::ChosenSystem;
use swiss_ilp::ranking;
use swiss_ilp::report::{AroReport, CheckReport, FaultReport, InfoReport, StandingsReport};
use swiss_ilp::systems::tcec::{Seeding, advised_groups};
use swiss_ilp::tasks::{self, TaskError};
use swiss_ilp::tournament::{
    self, Affiliation, Colour, Fault, Pairing, PlayerId, PlayerState, RoundError, RoundRequest, Score, Strength, Trust,
};

/// A file that was read.
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
    pub loaded: Loaded,
    pub trust: Trust,
}

impl File {
    pub fn faults(&self, faults: Vec<Fault>) -> Failure {
        Failure::faults(&self.name, &self.bytes, &self.loaded.locate(faults))
    }

    pub fn refused(&self, error: RoundError) -> Failure {
        Failure::of_round(error, |faults| self.faults(faults))
    }

    pub fn failed(&self, error: TaskError) -> Failure {
        Failure::of_task(error, |faults| self.faults(faults))
    }
}

/// A tournament that was read from a file.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct Tournament(pub Arc<File>);

/// Which round, and what is decided for it besides the file.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Decisions {
    round: Option<u32>,
    absent: Vec<u32>,
    late: Vec<u32>,
    forbid: Vec<Vec<u32>>,
    avoid_same: Vec<String>,
    attributes: Option<String>,
    weights: Option<String>,
}

fn affiliation(name: &String) -> Outcome<Affiliation> {
    match name.as_str() {
        "federation" => Ok(Affiliation::Federation),
        "club" => Ok(Affiliation::Club),
        _ => Err(Failure::Request(format!("players have no '{name}' in common; write federation or club"))),
    }
}

impl Decisions {
    pub fn request(&self, trust: Trust) -> Outcome<RoundRequest> {
        let ids = |numbers: &[u32]| -> Vec<PlayerId> { numbers.iter().copied().map(PlayerId).collect() };
        Ok(RoundRequest {
            round: self.round,
            trust,
            absent: ids(&self.absent),
            late: ids(&self.late),
            forbidden: self.forbid.iter().map(|group| ids(group)).collect(),
            avoid_same: self.avoid_same.iter().map(affiliation).collect::<Outcome<_>>()?,
            ..tables(self.attributes.as_deref(), self.weights.as_deref())?
        })
    }
}

/// A request with the organiser's tables, from CSV.
pub fn tables(attributes: Option<&str>, weights: Option<&str>) -> Outcome<RoundRequest> {
    let wrong = |name: &'static str| {
        move |error: organiser_tables::TableError| Failure::at(name, "table", Some(error.line), &error.what)
    };
    let attributes = attributes.map(|text| organiser_tables::read_attributes(text.as_bytes())).transpose();
    let weights = weights.map(|text| organiser_tables::read_weights(text.as_bytes())).transpose();
    Ok(RoundRequest {
        attributes: attributes.map_err(wrong("attributes"))?.map(Arc::new),
        weights: weights.map_err(wrong("weights"))?.map(Arc::new),
        ..RoundRequest::default()
    })
}

fn read(bytes: &[u8], name: String, rounds: Option<u32>, trust: Trust, encoding: Option<Encoding>) -> Outcome<File> {
    if encoding.is_some_and(|encoding| encoding != Encoding::Utf8) && formats::is_json(bytes) {
        return Err(Failure::Request(format!("{name} is JSON, which is in UTF-8; leave out encoding")));
    }
    let read = formats::read_in(bytes, rounds, encoding);
    // Lines are shown in the encoding that was named.
    let bytes = match encoding {
        None | Some(Encoding::Utf8) => bytes.to_vec(),
        Some(encoding) => encoding.decode(bytes).into_owned().into_bytes(),
    };
    let loaded = read.map_err(|faults| Failure::faults(&name, &bytes, &faults))?;
    let mut file = File { name, bytes, loaded, trust };
    let planned = rounds.map_or(Ok(()), |rounds| file.loaded.tournament.plan(rounds));
    let checked = planned.and_then(|()| file.loaded.tournament.checked(trust).map(drop));
    checked.map_err(|error| file.refused(error))?;
    Ok(file)
}

#[pymethods]
impl Tournament {
    #[staticmethod]
    #[pyo3(signature = (bytes, name, rounds, trust, encoding))]
    fn read(
        py: Python<'_>,
        bytes: &[u8],
        name: String,
        rounds: Option<u32>,
        trust: &str,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let (trust, encoding) = (self::trust(trust)?, self::encoding(encoding)?);
        let file = py.detach(|| read(bytes, name, rounds, trust, encoding))?;
        Ok(Self(Arc::new(file)))
    }

    #[getter]
    fn next_round(&self) -> u32 {
        self.0.loaded.tournament.next_round()
    }

    /// The rounds with games.
    #[getter]
    fn played(&self) -> Vec<u32> {
        self.0.loaded.tournament.played_rounds().map(|(number, _)| number).collect()
    }

    /// The tournament in the project's JSON.
    fn json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, json::write(&self.0.loaded.tournament).as_bytes())
    }

    /// The tournament as a report, and a sentence for everything that a report does not keep.
    #[pyo3(signature = (time_limit))]
    fn trf<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        let file = &self.0;
        let converted = within(py, time_limit, || tasks::convert(&file.loaded, tasks::Target::Trf, file.trust))?;
        let converted = converted.map_err(|error| file.failed(error))?;
        Ok((PyBytes::new(py, converted.text.as_bytes()), converted.left_out))
    }

    /// The leniencies that were used, as a list in JSON.
    fn notes(&self) -> String {
        faults(&self.0, &self.0.loaded.notes)
    }

    /// How a round is paired, in the arbiters' form; `None` if it has no games.
    fn pairing<'py>(&self, py: Python<'py>, round: u32) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match self.0.loaded.tournament.pairing(round) {
            None => Ok(None),
            Some(Err(several)) => Err(Failure::Request(format!("round {round}: {several}")).into()),
            Some(Ok(pairing)) => Ok(Some(PyBytes::new(py, pairs::write(&pairing).as_bytes()))),
        }
    }

    /// As `swiss-ilp info`.
    #[pyo3(signature = (time_limit))]
    fn info(&self, py: Python<'_>, time_limit: Option<f64>) -> PyResult<Record> {
        let file = &self.0;
        let info = within(py, time_limit, || tasks::info(&file.loaded, file.trust))?;
        Ok(Record::new(InfoReport::new(&file.loaded, info.map_err(|error| file.refused(error))?)))
    }

    /// As `swiss-ilp check`.
    #[pyo3(signature = (system, time_limit))]
    fn check(&self, py: Python<'_>, system: &str, time_limit: Option<f64>) -> PyResult<Record> {
        let file = &self.0;
        let ChosenSystem { system, because } = self::system(system, &file.loaded)?;
        let checks = within(py, time_limit, || tasks::check(&file.loaded.tournament, system, file.trust))?;
        let checks = checks.map_err(|error| file.refused(error))?;
        Ok(Record::new(CheckReport { edition_by: because, ..CheckReport::new(system, checks) }))
    }

    /// As `swiss-ilp seed`: the tournament with seed numbers, and advice. Without groups, by lot.
    #[pyo3(signature = (is_by_lot, groups, seed))]
    fn seeded(&self, is_by_lot: bool, groups: Option<usize>, seed: u64) -> PyResult<(Self, Vec<String>)> {
        let file = &self.0;
        let tournament = file.loaded.tournament.clone();
        let seeding = if is_by_lot {
            Seeding::Random { seed }
        } else {
            Seeding::Group { groups: groups.unwrap_or_else(|| advised_groups(tournament.players.len())) }
        };
        let seeded = tasks::seed(tournament, seeding).map_err(|error| file.failed(error))?;
        let text = json::write(&seeded.tournament);
        Ok((Self(Arc::new(read(text.as_bytes(), file.name.clone(), None, file.trust, None)?)), seeded.advice))
    }

    /// As `swiss-ilp standings --aro`.
    #[pyo3(signature = (round, time_limit))]
    fn aro(&self, py: Python<'_>, round: Option<u32>, time_limit: Option<f64>) -> PyResult<Record> {
        let file = &self.0;
        let request = RoundRequest { round, trust: file.trust, ..RoundRequest::default() };
        let report = within(py, time_limit, || {
            tasks::state_to_rank(&file.loaded.tournament, request).map(|state| AroReport::new(&state))
        })?;
        Ok(Record::new(report.map_err(|error| file.failed(error))?))
    }

    /// As `swiss-ilp standings`, by a system or by tie-breaks.
    #[pyo3(signature = (round, system, tie_breaks, time_limit))]
    fn standings(
        &self,
        py: Python<'_>,
        round: Option<u32>,
        system: Option<&str>,
        tie_breaks: Option<&str>,
        time_limit: Option<f64>,
    ) -> PyResult<Record> {
        let file = &self.0;
        let request = RoundRequest { round, trust: file.trust, ..RoundRequest::default() };
        let (tournament, failed) = (&file.loaded.tournament, |error| file.failed(error));
        let Some(names) = tie_breaks else {
            let system = self::system(system.unwrap_or("tcec"), &file.loaded)?.system;
            let ranked = within(py, time_limit, || tasks::standings(tournament, system, request))?;
            let (state, standings) = ranked.map_err(failed)?;
            return Ok(Record::new(StandingsReport::new(system, &state, &standings)));
        };
        let tie_breaks = match names {
            "file" => tasks::tie_breaks_of(&file.loaded).map_err(failed)?,
            names => ranking::tie_breaks(names).map_err(|error| Failure::Request(error.to_string()))?,
        };
        let ranked = within(py, time_limit, || tasks::standings_by_tie_breaks(tournament, &tie_breaks, request))?;
        let (state, ranked) = ranked.map_err(failed)?;
        Ok(Record::new(StandingsReport::by_tie_breaks(&tie_breaks, &state, &ranked)))
    }

    /// The state before a round.
    fn round(&self, py: Python<'_>, decisions: Decisions) -> PyResult<RoundState> {
        let request = decisions.request(self.0.trust)?;
        let file = Arc::clone(&self.0);
        let made = py.detach(|| tournament::RoundState::new(&file.loaded.tournament, request.clone()));
        let state = made.map_err(|error| file.refused(error))?;
        Ok(RoundState { file, state: Arc::new(state), request })
    }
}

/// What `work` returns, which has no limits of its own.
fn within<T: Send>(py: Python<'_>, time_limit: Option<f64>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let options = limited(time_limit)?;
    interruptible(py, |flag| {
        let _ = until(options, flag);
        work()
    })
}

fn faults(file: &File, faults: &[Fault]) -> String {
    let report = FaultReport::new(&file.name, &file.bytes, faults);
    serde_json::to_string(&report.faults).unwrap_or_default()
}

/// The state before a round.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct RoundState {
    pub file: Arc<File>,
    pub state: Arc<tournament::RoundState>,
    pub request: RoundRequest,
}

impl RoundState {
    /// The tournament's name.
    pub fn name(&self) -> &str {
        &self.file.loaded.tournament.name
    }

    /// The pairing in `text`, as `verify --pairing` reads it, or that of the round in the file.
    pub fn pairing(&self, text: Option<&[u8]>) -> Outcome<Pairing> {
        let round = self.state.round();
        if let Some(text) = text {
            return pairs::read_round(text, round).map_err(|faults| Failure::faults("the pairing", text, &faults));
        }
        match self.file.loaded.tournament.pairing(round) {
            Some(Ok(pairing)) => Ok(pairing),
            Some(Err(several)) => Err(Failure::Request(format!("round {round}: {several}"))),
            None => Err(Failure::Request(format!("round {round} is not paired in the file; give a pairing"))),
        }
    }
}

#[pymethods]
impl RoundState {
    #[getter]
    fn round(&self) -> u32 {
        self.state.round()
    }

    #[getter]
    fn rounds_planned(&self) -> Option<u32> {
        self.state.rounds_planned()
    }

    /// Those to be paired, in pairing order, as a list of objects in JSON.
    fn players(&self) -> String {
        rows(self.state.players())
    }

    /// The others.
    fn absent(&self) -> String {
        rows(self.state.absent())
    }

    /// The pairs who may not meet.
    fn forbidden(&self) -> Vec<(u32, u32)> {
        self.state.forbidden().map(|(one, other)| (one.0, other.0)).collect()
    }

    /// The points that were replaced by those of the results, as a list in JSON.
    fn overruled(&self) -> String {
        faults(&self.file, &self.file.loaded.locate(self.state.overruled().to_vec()))
    }

    /// The same round with other decisions.
    fn decided(&self, py: Python<'_>, decisions: Decisions) -> PyResult<Self> {
        Tournament(Arc::clone(&self.file)).round(py, Decisions { round: Some(self.state.round()), ..decisions })
    }

    /// The tournament report with the round paired so.
    fn with_round<'py>(&self, py: Python<'py>, pairs: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let pairing = self.pairing(Some(pairs))?;
        let report = self.file.loaded.with_round(self.request.clone(), &pairing);
        let report = report.map_err(|error| self.file.refused(error))?;
        Ok(PyBytes::new(py, &report.to_bytes()))
    }
}

fn rows(players: &[PlayerState]) -> String {
    Value::from_iter(players.iter().map(row)).to_string()
}

fn row(player: &PlayerState) -> Value {
    let number = |score: Score| Number::from_str(&score.to_string()).ok();
    let preference = player.preference();
    json!({
        "number": player.id.0,
        "name": player.name,
        "title": player.title,
        "rating": player.rating,
        "federation": player.federation,
        "club": player.club,
        "points": number(player.points),
        "score": number(player.score),
        "colour_difference": player.colour_difference(),
        "colours": player.colours().map(|colour| if colour == Colour::White { 'W' } else { 'B' }).collect::<String>(),
        "preference": preference.map(|preference| if preference.colour == Colour::White { "white" } else { "black" }),
        "strength": preference.map(|preference| match preference.strength {
            Strength::Mild => "mild",
            Strength::Strong => "strong",
            Strength::Absolute => "absolute",
        }),
    })
}
