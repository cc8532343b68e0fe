//! Playing against other programs. Random tournaments are paired by the engine, and the other program pairs every round again;
//! tournaments of the other program's generator are replayed by the engine. Every difference is judged: by the verifier, which
//! says what the other pairing breaks, and by the second reading, which says in which criterion it is worse.

mod causes;
mod fields;
mod programs;
mod reports;
mod tests;

use crate::readings::dutch_2012;
use crate::readings::dutch_candidates::{pair_2017, pair_2026};
use crate::support::long;
use crate::support::shrink::{before, shrunk};
use crate::support::{read_again, system};
use causes::Cause;
use fields::Field;
use programs::{Answer, Boards, CommandLine, Program};
use reports::Dialect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use swiss_ilp::files::{self, json};
use swiss_ilp::proof::by_rules::{ByRules, Dispute};
use swiss_ilp::questions::registry::System;
use swiss_ilp::tournament::{Board, Pairing, PlayerId, RoundRequest, RoundState, Tournament, Trust};
use swiss_rule_proof::wishes::Wishes;

/// Another program, with the system whose rules it pairs by.
pub struct Peer {
    /// Its name and version.
    pub name: &'static str,
    system: System,
    literal: fn(&RoundState) -> Option<Pairing>,
    dialect: Dialect,
    /// What it is known to read otherwise.
    causes: &'static [Cause],
    /// Starts it.
    start: Box<dyn Fn() -> Box<dyn Program> + Sync>,
}

/// The programs in this folder, of the editions chosen by `EDITIONS`.
pub fn in_folder(folder: &Path) -> Vec<Peer> {
    let executable = |name: &str| {
        let path = folder.join(name);
        move || -> Box<dyn Program> { Box::new(CommandLine::executable(path.clone(), "--dutch")) }
    };
    let javafo_2 = folder.join("javafo-2.2.jar");
    let javafo_2 = move || -> Box<dyn Program> { Box::new(CommandLine::archive(&javafo_2, &[])) };
    // JaVaFo 1.4 pairs by weighted matching with -w, and without it tries permutations, some for minutes. Its replay (-c) does not
    // end at some rounds that it pairs at once when asked for them.
    let javafo_1 = folder.join("javafo-1.4.jar");
    let javafo_1 = move || -> Box<dyn Program> { Box::new(CommandLine::archive(&javafo_1, &["-w"]).round_by_round()) };
    let all = [
        (
            "bbpPairings-6.0.0",
            Peer::new("bbpPairings 6.0.0", "dutch-2026", Dialect::Bbp6, executable("bbpPairings-6.0.0"))
                .known_for(&[causes::BYES_WITHOUT_FLOAT]),
        ),
        (
            "bbpPairings-5.0.1",
            Peer::new("bbpPairings 5.0.1", "dutch-2017", Dialect::Bbp5, executable("bbpPairings-5.0.1"))
                .known_for(&[causes::M1_BY_C6]),
        ),
        (
            "javafo-2.2.jar",
            Peer::new("JaVaFo 2.2", "dutch-2017", Dialect::Javafo2, javafo_2)
                .known_for(&[causes::M1_BY_C6, causes::EMPTY_LIST]),
        ),
        (
            "javafo-1.4.jar",
            Peer::new("JaVaFo 1.4", "dutch-2012", Dialect::Javafo1, javafo_1).known_for(&[
                causes::BYE_AT_ANY_PRICE,
                causes::FORFEITED_ROUND,
                causes::C1_TO_THE_LETTER,
                causes::NO_TOPSCORERS,
                causes::JOINED,
            ]),
        ),
    ];
    let is_there = |(file, peer): &(&str, Peer)| {
        folder.join(file).exists() && long::is_chosen("EDITIONS", &peer.system.to_string())
    };
    all.into_iter().filter(is_there).map(|(_, peer)| peer).collect()
}

/// Who makes the tournaments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
pub enum Maker {
    #[strum(serialize = "ours")]
    Ours,
    #[strum(serialize = "theirs")]
    Theirs,
}

impl Peer {
    fn new(
        name: &'static str,
        id: &str,
        dialect: Dialect,
        start: impl Fn() -> Box<dyn Program> + Sync + 'static,
    ) -> Self {
        let literal = match id {
            "dutch-2026" => pair_2026,
            "dutch-2017" => pair_2017,
            _ => dutch_2012::pair,
        };
        Self { name, system: system(id), literal, dialect, causes: &[], start: Box::new(start) }
    }

    fn known_for(self, causes: &'static [Cause]) -> Self {
        Self { causes, ..self }
    }

    /// The system whose rules it pairs by.
    pub const fn system(&self) -> System {
        self.system
    }

    /// Starts it, as a function that says in what it pairs a round otherwise than the engine, and by which rule it should not.
    pub fn comparison(&self) -> impl FnMut(&Tournament) -> Result<Option<(Kind, String)>, String> + Send {
        let mut program = (self.start)();
        move |tournament| self.compare(program.as_mut(), tournament)
    }

    fn engine(&self, state: &RoundState) -> Option<Pairing> {
        self.system.pair(state).ok().map(|paired| paired.pairing)
    }

    /// Plays tournament number `seed`, and compares every round. A round that differs goes to `folder`.
    fn play(&self, maker: Maker, program: &mut dyn Program, seed: u64, folder: &Path) -> Tally {
        let field = Field::of(seed, maker, self.dialect);
        let (tournament, rounds) = match maker {
            Maker::Ours => self.play_ours(program, field, seed),
            Maker::Theirs => match self.play_theirs(program, field, seed) {
                Ok(played) => played,
                Err(why) => {
                    let mut tally = Tally::of(field, Counts { tournaments: 1, refused: 1, ..Counts::default() });
                    tally.refuse(&why);
                    return tally;
                }
            },
        };
        let mut tally = Tally::of(field, Counts { tournaments: 1, ..Counts::default() });
        let counts = tally.counts.entry(field).or_default();
        let mut refused = Vec::new();
        for Compared { round, found } in rounds {
            let past = before(&tournament, round);
            let found = match found {
                Found::Same => Ok(None),
                Found::NoPairing => {
                    counts.unpairable += 1;
                    Ok(None)
                }
                Found::Unknown => self.compare(program, &past),
                Found::Replayed => {
                    let found = self.compare(program, &past);
                    found.map(|found| Some(found.unwrap_or((Kind::Replay, "only in the replay".to_owned()))))
                }
            };
            let found = match found {
                Ok(found) => found,
                Err(why) => {
                    counts.refused += 1;
                    refused.push(why);
                    continue;
                }
            };
            counts.rounds += 1;
            let Some((kind, why)) = found else { continue };
            match kind {
                Kind::Colours => counts.other_colours += 1,
                Kind::Pairs | Kind::Replay => counts.other_pairs += 1,
            }
            let difference = Difference { seed, round, kind, why, is_sure: self.is_sure(&past) };
            let file = folder.join(self.file(maker, &difference));
            fs::write(&file, json::write(&past)).expect("written");
            fs::write(file.with_extension("trf"), self.report(&past)).expect("written");
            tally.differences.push(difference);
        }
        refused.iter().for_each(|why| tally.refuse(why));
        tally
    }

    /// How the names of all files begin that tell of tournaments of this maker.
    fn beginning(&self, maker: Maker) -> String {
        format!("{}-{maker}", self.name.replace(' ', "-"))
    }

    /// The name of the file of a round that differs.
    fn file(&self, maker: Maker, difference: &Difference) -> String {
        let Difference { seed, round, .. } = difference;
        format!("{}-{seed}-r{round}.json", self.beginning(maker))
    }

    /// The files in `folder` of rounds that differ, by number and round.
    fn files(&self, maker: Maker, folder: &Path) -> Vec<PathBuf> {
        let beginning = format!("{}-", self.beginning(maker));
        let place = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.strip_prefix(&beginning)?.strip_suffix(".json")?;
            let (seed, round) = name.split_once("-r")?;
            Some(((seed.parse().ok()?, round.parse().ok()?), path.clone()))
        };
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let files: BTreeMap<(u64, u32), PathBuf> = entries.filter_map(place).collect();
        files.into_values().collect()
    }

    /// What explains how the other program pairs the round.
    fn verdict(&self, program: &mut dyn Program, tournament: &Tournament) -> Verdict {
        let (kind, why) = match self.compare(program, tournament) {
            Ok(Some(found)) => found,
            Ok(None) => return Verdict::Same,
            Err(why) => return Verdict::Refused(why),
        };
        if !self.is_sure(tournament) {
            return Verdict::Unsure;
        }
        let Ok(theirs) = program.pair(&self.report(tournament)) else { return Verdict::Unexplained(kind, why) };
        let state = crate::support::state(tournament);
        match self.causes.iter().find(|cause| (cause.explains)(&state, &theirs)) {
            Some(cause) => Verdict::Explained(cause.name),
            None => Verdict::Unexplained(kind, why),
        }
    }

    /// A tournament of ours. The round to pair is its last one.
    fn play_ours(&self, program: &mut dyn Program, field: Field, seed: u64) -> (Tournament, Vec<Compared>) {
        let tournament = fields::tournament(field, seed, self.dialect, |state| self.engine(state));
        let next = tournament.next_round();
        let mut played = tournament.clone();
        played.rounds.truncate(next as usize - 1);
        let replay = if next > 1 { program.check(&self.report(&played)) } else { Err(String::new()) };
        let found = |round| match &replay {
            Ok(replay) if replay.rounds != next - 1 => Found::Unknown,
            Ok(replay) if replay.different.contains(&round) => Found::Replayed,
            Ok(_) => Found::Same,
            Err(_) => Found::Unknown,
        };
        let mut rounds: Vec<Compared> = (1..next).map(|round| Compared { round, found: found(round) }).collect();
        let is_unpairable =
            self.answer(&tournament).is_none() && matches!(program.pair(&self.report(&tournament)), Ok(None));
        rounds.push(Compared { round: next, found: if is_unpairable { Found::NoPairing } else { Found::Unknown } });
        (tournament, rounds)
    }

    /// A tournament of the other program's generator.
    fn play_theirs(
        &self,
        program: &mut dyn Program,
        field: Field,
        seed: u64,
    ) -> Result<(Tournament, Vec<Compared>), String> {
        let made = program.generate(&fields::settings(field, seed, self.dialect), seed)?;
        let mut tournament = files::read(&made.report).map_err(|faults| format!("{faults:?}"))?.tournament;
        // A file without the number of rounds has them all.
        tournament.rounds_planned.get_or_insert(u32::try_from(tournament.rounds.len()).expect("few"));
        tournament.checked(Trust::Nothing).map_err(|error| format!("{error:?}"))?;
        // What follows from all rounds is said, so that a part of them has it, too.
        let unplanned = crate::support::state(&Tournament { rounds_planned: None, ..tournament.clone() });
        tournament.initial_colour = tournament.initial_colour.or(unplanned.initial_colour());
        // The points are those after the last round.
        tournament.players.iter_mut().for_each(|player| player.declared_points = None);
        let next = tournament.next_round();
        let found = |round: u32| {
            let played = tournament.round(round).map(|round| boards(&round.boards(), &round.pairing_byes()));
            if self.answer(&before(&tournament, round)) == played { Found::Same } else { Found::Replayed }
        };
        let mut rounds: Vec<Compared> = (1..next).map(|round| Compared { round, found: found(round) }).collect();
        if made.has_ended_early {
            let is_unpairable = self.answer(&tournament).is_none();
            let found = if is_unpairable { Found::NoPairing } else { Found::Replayed };
            rounds.push(Compared { round: next, found });
        }
        Ok((tournament, rounds))
    }

    fn report(&self, tournament: &Tournament) -> String {
        self.dialect.report(tournament)
    }

    /// The engine's boards of the round to pair.
    fn answer(&self, tournament: &Tournament) -> Answer {
        self.engine(&crate::support::state(tournament)).map(|pairing| of(&pairing))
    }

    /// Whether engine, literal reading and second reading have the same pairing.
    fn is_sure(&self, tournament: &Tournament) -> bool {
        let state = crate::support::state(tournament);
        let boards = |pairing: Option<Pairing>| pairing.map(|pairing| of(&pairing));
        let engine = boards(self.engine(&state));
        engine == boards((self.literal)(&state)) && engine == boards(read_again(&self.system.to_string(), &state))
    }

    /// In what the other program pairs the round otherwise, and by which rule it should not.
    fn compare(&self, program: &mut dyn Program, tournament: &Tournament) -> Result<Option<(Kind, String)>, String> {
        let Ok(state) = RoundState::new(tournament, RoundRequest::default()) else { return Ok(None) };
        let ours = self.engine(&state).map(|pairing| of(&pairing));
        let theirs = program.pair(&self.report(tournament))?;
        let kind = match (&ours, &theirs) {
            _ if ours == theirs => return Ok(None),
            (Some(ours), Some(theirs)) if without_colours(ours) == without_colours(theirs) => Kind::Colours,
            _ => Kind::Pairs,
        };
        Ok(Some((kind, self.why(&state, ours.is_some(), theirs.as_ref()))))
    }

    /// What is wrong with their boards.
    fn why(&self, state: &RoundState, is_paired_by_us: bool, theirs: Option<&Boards>) -> String {
        let Some(theirs) = theirs else { return "no pairing".to_owned() };
        let Some(pairing) = pairing(theirs) else { return "two byes".to_owned() };
        if let Some(violation) = self.system.verify(state, &pairing).violations.first() {
            return violation.rule.to_owned();
        }
        if !is_paired_by_us {
            return "nothing".to_owned();
        }
        let round = ByRules { state, system: &self.system.to_string(), wishes: &Wishes::default() };
        match round.make(Some(&pairing), &|| false).expect("made").1.dispute {
            Some(Dispute::Worse { article, .. }) => article,
            Some(Dispute::Better { article, .. }) => format!("{article}, by the brackets below"),
            Some(Dispute::NotAllowed { .. }) => "not allowed".to_owned(),
            other => format!("{other:?}"),
        }
    }

    /// The smallest tournament with a difference of the same kind for the same reason as that of `tournament`.
    fn smallest(&self, program: &mut dyn Program, tournament: Tournament, difference: &Difference) -> Tournament {
        let program = std::cell::RefCell::new(program);
        shrunk(tournament, |tournament| {
            let found = self.compare(&mut **program.borrow_mut(), tournament);
            matches!(found, Ok(Some((kind, why))) if (kind, &why) == (difference.kind, &difference.why))
        })
    }

    /// Both pairings of the round, in words.
    fn both(&self, program: &mut dyn Program, tournament: &Tournament) -> String {
        let said = |answer: Option<Answer>| match answer {
            Some(Some(boards)) => {
                boards.iter().map(|[white, black]| format!("{white}-{black}")).collect::<Vec<_>>().join(" ")
            }
            Some(None) => "none".to_owned(),
            None => "refused".to_owned(),
        };
        let theirs = program.pair(&self.report(tournament)).ok();
        format!("ours: {}; theirs: {}", said(Some(self.answer(tournament))), said(theirs))
    }
}

/// The boards, White first; who has the bye, with 0.
fn boards(boards: &[Board], byes: &[PlayerId]) -> Boards {
    let byes = byes.iter().map(|id| [id.0, 0]);
    boards.iter().map(|board| [board.white.0, board.black.0]).chain(byes).collect()
}

fn of(pairing: &Pairing) -> Boards {
    boards(&pairing.boards, pairing.bye.as_slice())
}

/// The pairing with these boards; `None` if there are several byes.
fn pairing(boards: &Boards) -> Option<Pairing> {
    let (byes, games): (Vec<&[u32; 2]>, Vec<_>) = boards.iter().partition(|[_, black]| *black == 0);
    let boards = games.into_iter().map(|[white, black]| Board { white: PlayerId(*white), black: PlayerId(*black) });
    let bye = byes.first().map(|[player, _]| PlayerId(*player));
    (byes.len() < 2).then(|| Pairing { boards: boards.collect(), bye })
}

fn without_colours(boards: &Boards) -> Boards {
    boards.iter().map(|[one, other]| [*one.min(other), *one.max(other)]).collect()
}

/// A round, and what is known of its pairings.
struct Compared {
    round: u32,
    found: Found,
}

enum Found {
    /// Both have the same.
    Same,
    /// Neither has one.
    NoPairing,
    /// They differ where the whole tournament was replayed or made.
    Replayed,
    /// The other program is to be asked.
    Unknown,
}

/// What is found when a round that differs is looked at again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
pub enum Verdict {
    /// Its boards, colours and bye are those that follow from a known cause.
    #[strum(to_string = "explained: {0}")]
    Explained(&'static str),
    /// They follow from none.
    #[strum(to_string = "UNEXPLAINED: other {0}, {1}")]
    Unexplained(Kind, String),
    /// Engine, literal reading and integer program do not agree.
    #[strum(to_string = "NOT SURE")]
    Unsure,
    /// Asked for this round alone, the other program pairs it as the engine does.
    #[strum(to_string = "paired alike when asked for alone")]
    Same,
    #[strum(to_string = "refused: {0}")]
    Refused(String),
}

/// In what a round is paired otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Other pairs or another bye, or only one has a pairing.
    Pairs,
    /// The same pairs with other colours.
    Colours,
    /// The program says that a round is different when it replays the file, and pairs it in the same way.
    Replay,
}

/// A round that the other program pairs otherwise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Difference {
    /// The number of the tournament.
    pub seed: u64,
    /// The round, from 1.
    pub round: u32,
    pub kind: Kind,
    /// The rule that the other pairing breaks, or the first criterion in which it is worse.
    pub why: String,
    /// Whether engine, literal reading and integer program agree.
    pub is_sure: bool,
}

/// What was compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub tournaments: u64,
    pub rounds: u64,
    /// Rounds of which both say that there is no pairing.
    pub unpairable: u64,
    pub other_pairs: u64,
    pub other_colours: u64,
    /// Rounds that the other program does not take, and tournaments that it does not make.
    pub refused: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.tournaments += other.tournaments;
        self.rounds += other.rounds;
        self.unpairable += other.unpairable;
        self.other_pairs += other.other_pairs;
        self.other_colours += other.other_colours;
        self.refused += other.refused;
    }
}

/// What was compared, by field, and every difference, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub counts: BTreeMap<Field, Counts>,
    pub differences: Vec<Difference>,
    /// How often something was refused, by how the reason begins.
    pub refusals: BTreeMap<String, u64>,
}

impl Tally {
    fn of(field: Field, counts: Counts) -> Self {
        Self { counts: [(field, counts)].into(), ..Self::default() }
    }

    fn refuse(&mut self, why: &str) {
        let begins: String = why.chars().filter(|letter| !letter.is_ascii_digit()).take(120).collect();
        *self.refusals.entry(begins).or_default() += 1;
    }

    fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.counts.values().for_each(|counts| total += *counts);
        total
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (field, counts) in other.counts {
            *self.counts.entry(field).or_default() += counts;
        }
        for (why, count) in other.refusals {
            *self.refusals.entry(why).or_default() += count;
        }
        self.differences.extend(other.differences);
        self.differences.sort();
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tournaments, rounds, unpairable, other_pairs, other_colours, refused } = self;
        let same_pairs = rounds - other_pairs;
        write!(f, "{tournaments},{rounds},{unpairable},{same_pairs},{},", same_pairs - other_colours)?;
        write!(f, "{other_pairs},{other_colours},{refused}")
    }
}
