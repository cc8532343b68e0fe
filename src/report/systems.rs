use super::number::short;
use super::round::{boards, players, write_board_csv, write_boards, write_heading};
use super::table::{table, write_table};
use super::{BoardReport, Format, PlayerReport, Render, write_csv, write_json};
use crate::formats::pairs;
use crate::systems::{Criterion, Fraction, Paired, RoundCheck, Standing, Standings, System};
use crate::tournament::{Pairing, Player, RoundState};
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::collections::BTreeMap;
use std::io;

/// A round as a system pairs it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairReport {
    /// The round.
    pub round: u32,
    /// The system's id.
    pub system: &'static str,
    /// The boards, in the system's order.
    pub pairs: Vec<BoardReport>,
    /// Who has the bye, by pairing number.
    pub bye: Option<u32>,
    /// How it came about.
    pub trace: Vec<String>,
    /// The tournament's name.
    pub tournament: String,
    /// How many rounds are planned, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    pairing: Pairing,
    #[serde(skip)]
    with_trace: bool,
}

impl PairReport {
    /// The record of what `system` made of the round; `with_trace` tells how it came about in the table too.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, system: &dyn System, paired: Paired, with_trace: bool) -> Self {
        Self {
            round: state.round(),
            system: system.id(),
            pairs: boards(&paired.pairing),
            bye: paired.pairing.bye.map(|id| id.0),
            trace: paired.trace,
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            pairing: paired.pairing,
            with_trace,
        }
    }
}

impl Render for PairReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                write_boards(&self.players, &self.pairing, out)?;
                writeln!(out, "\nPaired by {}.", self.system)?;
                let told = if self.with_trace { self.trace.as_slice() } else { &[] };
                told.iter().try_for_each(|step| writeln!(out, "  {step}"))
            }
            Format::Json => write_json(self, out),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}

/// A tournament replayed by a system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// The system's id.
    pub system: &'static str,
    /// How many rounds were replayed.
    pub rounds_checked: usize,
    /// In how many of them pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// Round by round.
    pub rounds: Vec<RoundCheck>,
}

impl CheckReport {
    /// The record of these rounds.
    #[must_use]
    pub fn new(system: &dyn System, checks: Vec<RoundCheck>) -> Self {
        Self {
            system: system.id(),
            rounds_checked: checks.len(),
            rounds_different: checks.iter().filter(|check| check.is_different()).count(),
            rounds: checks,
        }
    }
}

impl Render for CheckReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let said = |same: bool| if same { "same" } else { "different" };
        match format {
            Format::Table | Format::Pairs => {
                let mut rounds = table(&[">Round", "Pairs", "Colours", "Bye", "Order"]);
                for round in &self.rounds {
                    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order].map(said);
                    rounds.add_row([round.round.to_string()].into_iter().chain(same.map(str::to_owned)));
                }
                write_table(&rounds, out)?;
                for round in self.rounds.iter().filter(|round| !round.differences.is_empty()) {
                    writeln!(out, "\nRound {}:", round.round)?;
                    round.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
                }
                for round in self.rounds.iter().filter(|round| round.only_as_last_round) {
                    writeln!(
                        out,
                        "\nRound {} is the same as the last round, which the file leaves open.",
                        round.round
                    )?;
                }
                let (checked, different) = (self.rounds_checked, self.rounds_different);
                writeln!(out, "\n{checked} rounds checked by {}, {different} different.", self.system)
            }
            Format::Json => write_json(self, out),
            Format::Csv => {
                let rows = self.rounds.iter().map(|round| {
                    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order].map(said);
                    let [pairs, colours, bye, order] = same.map(str::to_owned);
                    [round.round.to_string(), pairs, colours, bye, order, round.differences.join("; ")]
                });
                write_csv(["round", "pairs", "colours", "bye", "order", "differences"], rows, out)
            }
        }
    }
}

/// The players in seed order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedReport {
    players: Vec<Player>,
    json: String,
}

impl SeedReport {
    /// The record of the seeded `players`; `json` is the tournament with them, in the project's JSON.
    #[must_use]
    pub fn new(players: Vec<Player>, json: String) -> Self {
        Self { players, json }
    }
}

impl Render for SeedReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |player: &Player| {
            let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
            [player.id.to_string(), player.name.clone(), number(player.rating), number(player.strength_rank)]
        };
        match format {
            Format::Json => out.write_all(self.json.as_bytes()),
            Format::Csv => write_csv(["seed", "name", "rating", "strength_rank"], self.players.iter().map(row), out),
            Format::Table | Format::Pairs => {
                let mut seeds = table(&[">Seed", "Player", ">Rating", ">Strength"]);
                self.players.iter().for_each(|player| {
                    seeds.add_row(row(player));
                });
                write_table(&seeds, out)
            }
        }
    }
}

/// A final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingsReport {
    /// The system's id.
    pub system: &'static str,
    /// After how many rounds.
    pub rounds: u32,
    /// The ranking, first to last.
    pub standings: Vec<StandingReport>,
    #[serde(skip)]
    criteria: &'static [Criterion],
}

/// One line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingReport {
    /// The rank; players equal in everything share it.
    pub rank: usize,
    /// The pairing number.
    pub id: u32,
    /// Name, possibly empty.
    pub name: String,
    /// What the player has by each criterion, by the criterion's name; `None` where it does not apply.
    #[serde(flatten, serialize_with = "by_name")]
    pub values: Vec<(&'static str, Option<Number>)>,
}

fn by_name<S: Serializer>(values: &[(&'static str, Option<Number>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

impl StandingsReport {
    /// The record of `standings` before the round of `state`.
    #[must_use]
    pub fn new(system: &'static str, state: &RoundState, standings: &Standings) -> Self {
        let players = state.players().iter().chain(state.absent());
        let names: BTreeMap<_, _> = players.map(|player| (player.id, &player.name)).collect();
        let number = |fraction: Fraction| super::number::fraction(fraction.parts(), fraction.whole());
        let report = |standing: &Standing| StandingReport {
            rank: standing.rank,
            id: standing.id.0,
            name: names.get(&standing.id).copied().cloned().unwrap_or_default(),
            values: standings
                .criteria
                .iter()
                .zip(&standing.values)
                .map(|(criterion, value)| (criterion.name, value.map(number)))
                .collect(),
        };
        let lines = standings.players.iter().map(report).collect();
        Self { system, rounds: state.round() - 1, standings: lines, criteria: standings.criteria }
    }
}

impl Render for StandingsReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |line: &StandingReport, said: fn(&Number) -> String| -> Vec<String> {
            let values = line.values.iter().map(|(_, value)| value.as_ref().map(said).unwrap_or_default());
            [line.rank.to_string(), line.id.to_string(), line.name.clone()].into_iter().chain(values).collect()
        };
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = ["rank", "no", "name"].into_iter().chain(self.criteria.iter().map(|column| column.name));
                write_csv(header, self.standings.iter().map(|line| row(line, Number::to_string)), out)
            }
            Format::Table | Format::Pairs => {
                let criteria: Vec<String> = self.criteria.iter().map(|column| format!(">{}", column.heading)).collect();
                let headers: Vec<&str> =
                    [">Rank", ">No.", "Player"].into_iter().chain(criteria.iter().map(String::as_str)).collect();
                let mut lines = table(&headers);
                self.standings.iter().for_each(|line| {
                    lines.add_row(row(line, short));
                });
                write_table(&lines, out)
            }
        }
    }
}
