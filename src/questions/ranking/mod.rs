//! Rankings by points and tie-breaks, as the FIDE Handbook defines them: C.07, Play-Off and Tie-Break Regulations, the
//! edition effective from 1 March 2026, for individual Swiss tournaments.
//!
//! A ranking after round R is made as if the tournament had ended with round R: this is its final round (8.3), and so
//! many are its rounds (9.2, 16.4.2). After the last round nothing has to be read into the articles. `swiss-ilp rule
//! tie-break.BH` shows the article of a tie-break, and every reading taken where the text is silent.
//!
//! All values are exact: integers in tenths or hundredths of a point, and fractions.
//!
//! # Example
//! Three players share the first place by points, and number 1 met the strongest opponents.
//! ```
//! use swiss_ilp::{files, questions::ranking};
//!
//! let tournament = files::read(&std::fs::read("instances/teaching-8.json")?).expect("a sound file").tournament;
//! let tie_breaks = ranking::tie_breaks("BH-C1,BH,SB,DE")?;
//! let standings = ranking::ranking(&tournament, &tie_breaks)?;
//! let leaders = standings[..3].iter().map(|line| (line.rank, line.id.0, line.values[1].expect("a sum").to_string()));
//! assert!(leaders.eq([(1, 1, "4".into()), (2, 3, "7/2".into()), (3, 2, "7/2".into())]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encounters;
mod measures;
mod rating_tables;
mod record;
mod tie_break;

pub use rating_tables::expected_score;
pub use tie_break::{CutModifier, Measure, TieBreak, TieBreakError, tie_breaks};

use crate::systems::{Fraction, Standing};
use crate::tournament::{PointSystem, RoundError, RoundRequest, RoundState, TeamScore, Tournament};
use record::Crosstable;
use std::cmp::Reverse;

/// The ranking of all players after the rounds played: by points, then by each of `tie_breaks` in turn.
///
/// Points come first, whether [`Measure::Pts`] is in the list or not. A tie-break orders only those whom everything
/// before it left tied (4.2). Players equal in everything share a rank, in the order of their pairing numbers. A line has
/// a value for the points and for each tie-break of the list after them: see [`Measure`] for its unit.
///
/// # Errors
/// [`RoundError::Faults`] with every fault of the tournament; a missing result is one.
pub fn ranking(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Result<Vec<Standing>, RoundError> {
    let state = RoundState::to_rank(tournament, RoundRequest::default())?;
    Ok(ranking_of(&state, &tournament.points, tie_breaks))
}

/// As [`ranking`], of the players of `state`, in a tournament with these `points`, after the rounds before it.
pub fn ranking_of(state: &RoundState, points: &PointSystem, tie_breaks: &[TieBreak]) -> Vec<Standing> {
    let field = Crosstable::new(state, points);
    let mut groups = vec![(0..field.players.len()).collect::<Vec<_>>()];
    let mut values = vec![Vec::new(); field.players.len()];
    for tie_break in points_first(tie_breaks) {
        let everybody = field.values(tie_break);
        groups =
            groups.into_iter().flat_map(|group| split(&field, tie_break, group, &everybody, &mut values)).collect();
    }
    let mut standings = Vec::with_capacity(values.len());
    for group in groups {
        let rank = standings.len() + 1;
        let line = |place: usize| Standing { rank, id: field.players[place].id, values: values[place].clone() };
        standings.extend(group.into_iter().map(line));
    }
    standings
}

/// What is wrong with a list for this tournament, if one of its tie-breaks is not for it: by ratings of teams, or by the secondary score
/// of players.
pub fn unfit(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Option<String> {
    let teams = tournament.teams.as_ref().map(|teams| teams.kind.primary);
    let unfit = tie_breaks.iter().find(|tie_break| !tie_break.measure().is_for(teams))?;
    let of = match teams {
        None => "single players: only teams have a secondary score",
        Some(TeamScore::Match) => "teams: ratings are those of players",
        Some(TeamScore::Game) => "teams whose score is game points: it counts match points",
    };
    Some(format!("{unfit} is no tie-break of {of}; leave it out"))
}

/// The points, and then the rest of the list.
pub(crate) fn points_first(tie_breaks: &[TieBreak]) -> impl Iterator<Item = TieBreak> + '_ {
    let rest = tie_breaks.iter().copied().filter(|tie_break| *tie_break != TieBreak::PTS);
    std::iter::once(TieBreak::PTS).chain(rest)
}

/// The players of `group`, who were tied, in groups by `tie_break`, the best first. Their values are added to `values`.
fn split(
    field: &Crosstable,
    tie_break: TieBreak,
    mut group: Vec<usize>,
    everybody: &[Option<Fraction>],
    values: &mut [Vec<Option<Fraction>>],
) -> Vec<Vec<usize>> {
    if tie_break.measure() == Measure::De {
        return split_by_encounters(field, &group, values);
    }
    group.iter().for_each(|place| values[*place].push(everybody[*place]));
    let low_is_best = tie_break.measure() == Measure::Tpn;
    // Whoever has no value comes last.
    let key = |place: &usize| everybody[*place].map(|value| if low_is_best { -value } else { value });
    group.sort_by_key(|place| Reverse(key(place)));
    group.chunk_by(|one, other| key(one) == key(other)).map(<[usize]>::to_vec).collect()
}

/// The same by the direct encounters, whose value is the place among the tied.
fn split_by_encounters(field: &Crosstable, group: &[usize], values: &mut [Vec<Option<Fraction>>]) -> Vec<Vec<usize>> {
    let groups = encounters::ranked(field, group);
    let mut place = 1;
    for tied in &groups {
        let value = (group.len() > 1).then(|| Fraction::from_integer(place));
        tied.iter().for_each(|player| values[*player].push(value));
        place += i64::try_from(tied.len()).unwrap_or(i64::MAX);
    }
    groups
}
