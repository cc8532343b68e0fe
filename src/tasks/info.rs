use crate::formats::Loaded;
use crate::tournament::{PlayerId, RoundError, Tournament, Trust};
use std::collections::{BTreeMap, BTreeSet};

/// What a tournament file says, and what follows from it for the next round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// The number of rounds with games.
    pub rounds_played: u32,
    /// The next round; `None` after the last planned one.
    pub next_round: Option<u32>,
    /// The number of games in rounds played whose result is not known.
    pub results_missing: usize,
    /// The players who are absent from the next round.
    pub absent: BTreeSet<PlayerId>,
    /// The players who came after round 1, each with the first round; `None` if they have not come yet.
    pub late: BTreeMap<PlayerId, Option<u32>>,
    /// The players who came and were then away up to the last round played, each with the first of these rounds.
    pub away_since: BTreeMap<PlayerId, u32>,
    /// Those of [`Info::away_since`] who are to be paired in the next round, since the file does not have them absent.
    pub to_be_paired_again: BTreeSet<PlayerId>,
    /// The text of the report's records of tie-breaks (TRF-2026, `202` and `212`).
    pub tie_breaks: Vec<String>,
    /// The codes of the report's records that are kept but not read, in file order.
    pub not_read: Vec<String>,
}

/// Sum up a tournament file.
///
/// # Errors
/// [`RoundError::Faults`] if the tournament has faults.
///
/// ```
/// use swiss_ilp::{formats, tasks, tournament::Trust};
///
/// let file = std::fs::read("instances/british-championship-2026.trf")?;
/// let loaded = formats::read(&file).expect("a sound file");
/// let info = tasks::info(&loaded, Trust::Nothing)?;
/// assert_eq!((info.rounds_played, info.next_round, info.results_missing), (9, None, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn info(loaded: &Loaded, trust: Trust) -> Result<Info, RoundError> {
    let tournament = &loaded.tournament;
    tournament.checked(trust)?;
    let next = tournament.next_round();
    let next_round = Some(next).filter(|next| tournament.rounds_planned.is_none_or(|planned| *next <= planned));
    let games = tournament.rounds.iter().flat_map(|round| &round.games);
    let absent = next_round.map(|next| tournament.absent_from(next)).unwrap_or_default();
    let here: Vec<BTreeSet<PlayerId>> = (1..next).map(|round| here_in(tournament, round)).collect();
    let (mut late, mut away_since) = (BTreeMap::new(), BTreeMap::new());
    for id in tournament.ids() {
        let Some(first) = here.iter().position(|players| players.contains(&id)) else {
            if !here.is_empty() {
                late.insert(id, None);
            }
            continue;
        };
        if first > 0 {
            late.insert(id, u32::try_from(first + 1).ok());
        }
        let last = here.iter().rposition(|players| players.contains(&id)).unwrap_or(first);
        if last + 1 < here.len() {
            away_since.extend(u32::try_from(last + 2).ok().map(|round| (id, round)));
        }
    }
    let is_to_be_paired = |id: &&PlayerId| next_round.is_some() && !absent.contains(id);
    let report = loaded.report.as_ref();
    Ok(Info {
        rounds_played: next - 1,
        next_round,
        results_missing: games.filter(|game| game.result.is_none()).count(),
        to_be_paired_again: away_since.keys().filter(is_to_be_paired).copied().collect(),
        absent,
        late,
        away_since,
        tie_breaks: report.map(|report| report.records(&["202", "212"])).unwrap_or_default(),
        not_read: report.map(|report| report.codes_not_read()).unwrap_or_default(),
    })
}

/// The players with a game, or a bye that is worth something, in `round`.
fn here_in(tournament: &Tournament, round: u32) -> BTreeSet<PlayerId> {
    let round = tournament.round(round);
    let games = round.into_iter().flat_map(|round| &round.games).flat_map(|game| [game.white, game.black]);
    let byes = round.into_iter().flat_map(|round| &round.byes);
    games.chain(byes.filter(|bye| bye.kind != crate::tournament::ByeKind::Zero).map(|bye| bye.player)).collect()
}
