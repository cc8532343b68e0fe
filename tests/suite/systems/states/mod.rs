//! Small fields, whole. Every state that a field can reach is paired by the engine, the literal reading and the second reading.
//! States that differ in nothing that a reading sees are one.

mod tests;

use super::ledger::difference;
use crate::readings::dutch_candidates::{pair_2017_plainly, pair_2026_plainly, seen_2017, seen_2026};
use crate::readings::{dubov_2026, dutch_2012, upfloaters};
use crate::support::prelude::*;
use std::fmt::Write as _;
use std::ops::AddAssign;
use swiss_ilp::proof::by_rules::ByRules;
use swiss_rule_proof::wishes::Wishes;

/// Results of games played.
const RESULTS: [&str; 3] = ["1-0", "1/2-1/2", "0-1"];

/// Results of games forfeited.
const FORFEITS: [&str; 2] = ["+/-", "-/+"];

/// What may happen once in a tournament: somebody is away from a round, and a game is forfeited. A set of them is a number.
const ABSENCE: u8 = 1;
const FORFEIT: u8 = 2;

/// States that are visited at once, so that their successors fit into memory.
const BLOCK: usize = 4_096;

/// A system by three roads.
pub struct Edition {
    pub id: &'static str,
    system: System,
    /// The pairing by the literal reading.
    literal: fn(&RoundState) -> Option<Pairing>,
    /// All that the literal reading derives from the past of each player.
    seen: fn(&RoundState) -> Vec<String>,
}

impl Edition {
    pub fn all() -> [Self; 6] {
        let edition = |id, literal, seen| {
            let system = system(id);
            Self { id, system, literal, seen }
        };
        [
            edition("dutch-2026", pair_2026_plainly, seen_2026),
            edition("dutch-2017", pair_2017_plainly, seen_2017),
            edition("dutch-2012", dutch_2012::pair, dutch_2012::seen),
            edition("dubov-2026", dubov_2026::pair, dubov_2026::seen),
            edition(
                "double-swiss-2026",
                |state| upfloaters::pair(state, upfloaters::DOUBLE_SWISS, |_| Score::ZERO),
                upfloaters::seen,
            ),
            edition("team-2026", upfloaters::pair_teams, upfloaters::seen),
        ]
    }

    fn engine(&self, state: &RoundState) -> Option<Pairing> {
        self.system.pair(state).ok().map(|paired| paired.pairing)
    }
}

/// A field, and how far it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field {
    pub players: u32,
    /// The last round that is paired.
    pub rounds: u32,
    /// What may happen in a tournament: nothing, or an absence and a forfeit.
    pub incidents: u8,
}

/// A round that was played.
#[derive(Debug, Clone, Default)]
struct Played {
    /// White, Black, and the result.
    games: Vec<(u8, u8, &'static str)>,
    bye: Option<u8>,
    away: Option<u8>,
}

type Past = Vec<Played>;

/// Ways that lead to one state.
#[derive(Debug, Default)]
struct Node {
    /// For each set of incidents whether some way has had exactly these.
    incidents: [bool; 4],
    first: Past,
    /// The latest of the other ways.
    other: Option<Past>,
}

impl Node {
    fn arrive(&mut self, incidents: u8, past: Past) {
        let is_new = self.incidents.iter().all(|has| !has);
        self.incidents[usize::from(incidents)] = true;
        if is_new {
            self.first = past;
        } else {
            self.other = Some(past);
        }
    }
}

type Layer = BTreeMap<String, Node>;

/// What was found in the states of a round. Each pair of numbers is of rounds before the last, and of last rounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub states: u64,
    /// States with each player who may be away, or nobody.
    pub rounds: u64,
    pub unpairable: [u64; 2],
    /// States that are reached by several ways, and the rounds that the engine pairs otherwise after another way.
    pub merged: u64,
    pub other_by_way: u64,
    /// Rounds that the literal reading or the second reading pairs otherwise than the engine.
    pub other_by_reading: u64,
    pub other_by_second: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.states += other.states;
        self.rounds += other.rounds;
        for last in 0..2 {
            self.unpairable[last] += other.unpairable[last];
        }
        self.merged += other.merged;
        self.other_by_way += other.other_by_way;
        self.other_by_reading += other.other_by_reading;
        self.other_by_second += other.other_by_second;
    }
}

/// A field, explored.
#[derive(Debug, PartialEq, Eq)]
pub struct Explored {
    /// Round by round.
    pub counts: Vec<Counts>,
    /// The SHA-256 of all lines.
    pub hash: String,
    /// Rounds with a difference.
    pub differences: Vec<String>,
}

/// How a field is explored.
pub struct Exploration<'a> {
    pub edition: &'a Edition,
    pub field: Field,
    pub threads: usize,
}

impl Exploration<'_> {
    /// Explores the field. Each round and its pairing is a line, and the hash is that of all lines.
    pub fn run(&self) -> Explored {
        let mut hash = Sha256::new();
        let mut explored = Explored { counts: Vec::new(), hash: String::new(), differences: Vec::new() };
        let mut layer = Layer::new();
        layer.entry(self.key(&Vec::new())).or_default().arrive(0, Vec::new());
        for round in 1..=self.field.rounds {
            let (mut counts, mut next) = (Counts::default(), Layer::new());
            let nodes: Vec<(String, Node)> = std::mem::take(&mut layer).into_iter().collect();
            for block in nodes.chunks(BLOCK) {
                for visited in self.visit_all(round, block) {
                    hash.update(&visited.lines);
                    counts += visited.counts;
                    explored.differences.extend(visited.differences);
                    for (key, incidents, past) in visited.next {
                        next.entry(key).or_default().arrive(incidents, past);
                    }
                }
            }
            explored.counts.push(counts);
            layer = next;
        }
        explored.hash = hash.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        explored
    }

    /// Visits these states, on all threads.
    fn visit_all(&self, round: u32, nodes: &[(String, Node)]) -> Vec<Visited> {
        let share = nodes.len().div_ceil(self.threads).max(1);
        std::thread::scope(|scope| {
            let visit = |nodes: &[(String, Node)]| -> Vec<Visited> {
                nodes.iter().map(|(key, node)| self.visit(round, key, node)).collect()
            };
            let parts: Vec<_> = nodes.chunks(share).map(|nodes| scope.spawn(move || visit(nodes))).collect();
            parts.into_iter().flat_map(|part| part.join().expect("no thread panics")).collect()
        })
    }

    /// What stands for a state: all that the reading derives from it.
    fn key(&self, past: &Past) -> String {
        (self.edition.seen)(&state(&self.tournament(past, true, None))).join(" | ")
    }

    /// The tournament after these rounds. The next round is the last one or is not.
    fn tournament(&self, past: &Past, is_last: bool, away: Option<u8>) -> Tournament {
        let bye = |kind| move |player| Bye { player: PlayerId(u32::from(player)), kind };
        let game = |(white, black, result): &(u8, u8, &'static str)| Game {
            white: PlayerId(u32::from(*white)),
            black: PlayerId(u32::from(*black)),
            result: GameResult::from_name(result),
            rated: true,
        };
        // Only Dubov's system asks for ratings.
        let player = |id: u32| Player { rating: Some(2_400 - 100 * id), ..Player::new(PlayerId(id)) };
        let round = |played: &Played| Round {
            games: played.games.iter().map(game).collect(),
            byes: [played.bye.map(bye(ByeKind::Pairing)), played.away.map(bye(ByeKind::Zero))]
                .into_iter()
                .flatten()
                .collect(),
        };
        let mut rounds: Vec<Round> = past.iter().map(round).collect();
        let planned = u32::try_from(past.len()).expect("few") + if is_last { 1 } else { 3 };
        if away.is_some() {
            rounds.push(round(&Played { away, ..Played::default() }));
        }
        Tournament {
            players: (1..=self.field.players).map(player).collect(),
            rounds,
            rounds_planned: Some(planned),
            initial_colour: Some(Colour::White),
            // The type that has the most preferences.
            teams: self
                .edition
                .system
                .edition()
                .pairs_teams
                .then(|| Teams { kind: "FIDE_TEAM_TYPEB_MP".parse().expect("a type"), ..Teams::default() }),
            ..Tournament::default()
        }
    }

    fn visit(&self, round: u32, key: &str, node: &Node) -> Visited {
        let mut visited = Visited { counts: Counts { states: 1, ..Counts::default() }, ..Visited::default() };
        visited.counts.merged += u64::from(node.other.is_some());
        let may_be_away =
            self.field.incidents & ABSENCE != 0 && (node.incidents[0] || node.incidents[usize::from(FORFEIT)]);
        let players = (1..=self.field.players).map(|player| u8::try_from(player).expect("few"));
        let away = std::iter::once(None).chain(players.filter(|_| may_be_away).map(Some));
        for away in away {
            for is_last in [false, true] {
                let tournament = self.tournament(&node.first, is_last, away);
                let pairing = self.pair(&tournament, is_last, &mut visited);
                let said = pairing.as_ref().map_or_else(|| "none".to_owned(), said);
                let kind = if is_last { "last" } else { "inner" };
                let absent = away.map_or(String::new(), |player| format!(" without {player}"));
                let line = format!("{round} {kind}{absent}: {key} -> {said}\n");
                if let Some(other) = &node.other {
                    let other = self.edition.engine(&state(&self.tournament(other, is_last, away)));
                    if difference(other.as_ref(), pairing.as_ref()).is_some() {
                        visited.counts.other_by_way += 1;
                        visited.differences.push(format!("by way: {line}"));
                    }
                }
                visited.lines.push_str(&line);
                if let Some(pairing) = pairing
                    && !is_last
                    && round < self.field.rounds
                {
                    self.play(node, &pairing, away, &mut visited);
                }
            }
        }
        visited
    }

    /// The engine's pairing, compared with the other roads.
    fn pair(&self, tournament: &Tournament, is_last: bool, visited: &mut Visited) -> Option<Pairing> {
        let state = state(tournament);
        let Edition { id, literal, .. } = self.edition;
        let round = ByRules { state: &state, system: id, wishes: &Wishes::default() };
        let engine = self.edition.engine(&state);
        let last = usize::from(is_last);
        visited.counts.rounds += 1;
        visited.counts.unpairable[last] += u64::from(engine.is_none());
        if difference(engine.as_ref(), literal(&state).as_ref()).is_some() {
            visited.counts.other_by_reading += 1;
            visited.differences.push(format!("literal: {tournament:?}"));
        }
        let again = round.pair(&[], None, &|| false).expect("paired").pairing;
        if difference(engine.as_ref(), again.as_ref()).is_some() {
            visited.counts.other_by_second += 1;
            visited.differences.push(format!("second reading: {tournament:?}"));
        }
        let is_legal = |pairing: &Pairing| self.edition.system.verify(&state, pairing).violations.is_empty();
        if !engine.as_ref().is_none_or(is_legal) {
            visited.differences.push(format!("verifier: {tournament:?}"));
        }
        engine
    }

    /// The states after the round, with each result of each game.
    fn play(&self, node: &Node, pairing: &Pairing, away: Option<u8>, visited: &mut Visited) {
        let number = |id: PlayerId| u8::try_from(id.0).expect("few");
        let mut rounds = vec![(0, Vec::new())];
        for Board { white, black } in &pairing.boards {
            let game = |result| (number(*white), number(*black), result);
            let mut longer = Vec::new();
            for (incidents, games) in &rounds {
                let mut add = |incidents, result| longer.push((incidents, [&games[..], &[game(result)]].concat()));
                RESULTS.iter().for_each(|result| add(*incidents, *result));
                if *incidents == 0 && self.field.incidents & FORFEIT != 0 {
                    FORFEITS.iter().for_each(|result| add(FORFEIT, *result));
                }
            }
            rounds = longer;
        }
        let absence = if away.is_some() { ABSENCE } else { 0 };
        for (incidents, games) in rounds {
            let incidents = incidents | absence;
            let mut past = node.first.clone();
            past.push(Played { games, bye: pairing.bye.map(number), away });
            let key = self.key(&past);
            for before in (0..4_u8).filter(|before| node.incidents[usize::from(*before)] && before & incidents == 0) {
                visited.next.push((key.clone(), before | incidents, past.clone()));
            }
        }
    }
}

/// What is found at a state.
#[derive(Debug, Default)]
struct Visited {
    lines: String,
    counts: Counts,
    differences: Vec<String>,
    /// The states that follow, with the incidents so far.
    next: Vec<(String, u8, Past)>,
}

/// The boards in the order of White's numbers, and the bye.
fn said(pairing: &Pairing) -> String {
    let mut boards = pairing.boards.clone();
    boards.sort();
    let mut text: Vec<String> = boards.iter().map(|board| format!("{}-{}", board.white, board.black)).collect();
    text.extend(pairing.bye.map(|player| format!("bye {player}")));
    text.join(" ")
}
