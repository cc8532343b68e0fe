//! A tournament and the state before a round of it.

use crate::ask::{Contents, Door};
use crate::failure::{PyFailure, PyOutcome, refused};
use crate::model::PyModel;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Number, Value, json};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use swiss_ilp::files::{json, pairs};
use swiss_ilp::model::{Objective, PairModel};
use swiss_ilp::questions::asked::{FileAsked, RoundAsked, TablesAsked};
use swiss_ilp::questions::report::FaultReport;
use swiss_ilp::questions::{AskError, Opened, OpenedRound, understood};
use swiss_ilp::tournament::{Colour, Fault, PlayerState, RoundState, Score, Strength};

/// A tournament that was read from a file.
#[pyclass(frozen, name = "Tournament", module = "swiss_ilp._native")]
pub struct PyTournament(pub Arc<Opened>);

/// Which round, and what is decided for it besides the file: what every question about a round asks.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StateAsked {
    at: RoundAsked,
    tables: TablesAsked,
}

/// Read a tournament, in which points and results must agree, unless one of them is trusted.
fn read(bytes: Vec<u8>, asked: &str) -> PyOutcome<Opened> {
    let asked: FileAsked = understood(asked)?;
    let opened = Opened::read(asked.file.clone(), bytes, &asked)?;
    opened.loaded.tournament.checked(opened.trust).map_err(|error| opened.refused(error))?;
    Ok(opened)
}

#[pymethods]
impl PyTournament {
    /// The tournament in `bytes`. `asked` is the part `file` of a request.
    #[staticmethod]
    fn read(py: Python<'_>, bytes: Vec<u8>, asked: &str) -> PyResult<Self> {
        Ok(Self(Arc::new(py.detach(|| read(bytes, asked))?)))
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

    /// The leniencies that were used, as a list in JSON.
    fn notes(&self) -> String {
        faults(&self.0, &self.0.loaded.notes)
    }

    /// How a round is paired, in the arbiters' form; `None` if it has no games.
    fn pairing<'py>(&self, py: Python<'py>, round: u32) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match self.0.loaded.tournament.pairing(round) {
            None => Ok(None),
            Some(Err(several)) => Err(refused(format!("round {round}: {several}")).into()),
            Some(Ok(pairing)) => Ok(Some(PyBytes::new(py, pairs::write(&pairing).as_bytes()))),
        }
    }

    /// The state before a round. `asked` are the parts `at` and `tables` of a request, and `contents` those of the tables.
    fn round(&self, py: Python<'_>, asked: &str, contents: Contents) -> PyResult<PyRoundState> {
        let opened = Arc::clone(&self.0);
        let round = py.detach(|| -> PyOutcome<OpenedRound> {
            let asked: StateAsked = understood(asked)?;
            let request = asked.tables.read(asked.at.request(), None, &Door::with(contents))?;
            let state = opened.state(request.clone())?;
            Ok(OpenedRound { opened, request, state, reading: Duration::ZERO })
        });
        Ok(PyRoundState(round?))
    }
}

fn faults(opened: &Opened, faults: &[Fault]) -> String {
    serde_json::to_string(&opened.report(faults).faults).unwrap_or_default()
}

/// The state before a round.
#[pyclass(frozen, name = "RoundState", module = "swiss_ilp._native")]
pub struct PyRoundState(OpenedRound);

#[pymethods]
impl PyRoundState {
    #[getter]
    fn round(&self) -> u32 {
        self.0.state.round()
    }

    #[getter]
    fn rounds_planned(&self) -> Option<u32> {
        self.0.state.rounds_planned()
    }

    /// Those to be paired, in pairing order, as a list of objects in JSON.
    fn players(&self) -> String {
        rows(self.0.state.players())
    }

    /// The others.
    fn absent(&self) -> String {
        rows(self.0.state.absent())
    }

    /// The pairs who may not meet.
    fn forbidden(&self) -> Vec<(u32, u32)> {
        self.0.state.forbidden().map(|(one, other)| (one.0, other.0)).collect()
    }

    /// All pairs of those to be paired, and each with the bye in an odd field, by a model: as JSON the names of the tiers, and for each pair
    /// the two numbers, who has White, the value of each tier, and the rules that bar it. Where rules bar it, there are no values.
    fn pairs(&self, py: Python<'_>, model: PyRef<'_, PyModel>) -> PyResult<String> {
        let state = &self.0.state;
        let objective = Objective::try_from(model.model.clone()).map_err(PyFailure::from)?;
        let players = state.players().len();
        if players > MOST_PLAYERS {
            let what =
                format!("{players} players have too many pairs for a table, which has those of up to {MOST_PLAYERS}");
            return Err(refused(format!("{what}; write the program by state.model(…).to_lp()")).into());
        }
        objective.check_range(state).map_err(|error| refused(error.to_string()))?;
        Ok(py.detach(|| pairs_of(state, &objective)))
    }

    /// The points that were replaced by those of the results, as a list in JSON.
    fn overruled(&self) -> String {
        let OpenedRound { opened, state, .. } = &self.0;
        faults(opened, &opened.loaded.locate(state.overruled().to_vec()))
    }

    /// The tournament report with the round paired so.
    fn with_round<'py>(&self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let OpenedRound { opened, request, state, .. } = &self.0;
        let pairing = pairs::read_round(text, state.round());
        let unread = |faults: Vec<_>| AskError::Faults(Box::new(FaultReport::new("the pairing", text, &faults)));
        let pairing = pairing.map_err(|faults| PyFailure::from(unread(faults)))?;
        let report = opened.loaded.with_round(request.clone(), &pairing);
        let report = report.map_err(|error| PyFailure::from(opened.refused(error)))?;
        Ok(PyBytes::new(py, &report.to_bytes()))
    }
}

/// As many players have half a million pairs.
const MOST_PLAYERS: usize = 1_000;

fn pairs_of(state: &RoundState, objective: &Objective) -> String {
    let model = PairModel::new(state, objective);
    let against = model.rules_against();
    let number = |vertex: usize| state.players().get(vertex).map_or(0, |player| player.id.0);
    let row = |(one, other): (usize, usize)| {
        let pair = model.pair(one, other);
        let white = pair.filter(|_| number(other) > 0).map(|pair| match pair.colour {
            Colour::White => number(pair.high),
            Colour::Black => number(pair.low),
        });
        let values = pair.map(|_| model.pair_values(one, other));
        json!([
            number(one),
            number(other),
            white,
            values,
            if values.is_none() { against(one, other) } else { Vec::new() }
        ])
    };
    let size = model.vertices();
    let all = (0..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
    let tiers: Vec<&str> = objective.tiers.iter().map(|tier| tier.name.as_str()).collect();
    json!({ "tiers": tiers, "pairs": all.map(row).collect::<Vec<_>>() }).to_string()
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
