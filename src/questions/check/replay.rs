use crate::proof::verify::by_file_numbers;
use crate::questions::metrics::PairingDifferences;
use crate::questions::registry::System;
use crate::systems::SystemPairing;
use crate::tournament::{Board, Pairing, Round, RoundError, RoundRequest, RoundState, Tournament, Trust};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// A played round compared with a system's pairing of it.
///
/// A round is *different* if pairs, colours or the bye differ; the order of boards does not count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoundCheck {
    /// The round, from 1.
    pub round: u32,
    /// Whether the same players meet.
    pub same_pairs: bool,
    /// Whether the common pairs have the same colours.
    pub same_colours: bool,
    /// Whether both have the same bye, or both none.
    pub same_bye: bool,
    /// Whether the file lists the boards in the system's order.
    pub same_order: bool,
    /// Whether the round agrees only if it is the last one of a tournament that does not declare the number of rounds.
    pub only_as_last_round: bool,
    /// A sentence for each difference.
    pub differences: Vec<String>,
    /// The system's pairing, if it has one.
    #[serde(skip)]
    pub paired: Option<Pairing>,
    /// The boards that were played, those without colours in the file in the colours of the system.
    #[serde(skip)]
    pub played: Vec<Board>,
}

impl RoundCheck {
    /// Whether pairs, colours or the bye differ.
    pub const fn is_different(&self) -> bool {
        !(self.same_pairs && self.same_colours && self.same_bye)
    }
}

/// Replay every played round of `tournament`: pair it from the rounds before, and compare.
///
/// If the tournament does not declare the number of rounds, the last round of the file may be the last of the
/// tournament or not. It is paired both ways, and it agrees if either pairing does. It is not the last one if the file
/// has another round after it, which has byes only.
///
/// # Errors
/// [`RoundError`] if the tournament has faults.
///
/// ```
/// use swiss_ilp::{files, questions::check::check, questions::registry::System, tournament::Trust};
///
/// let file = std::fs::read("tests/data/oracle/dutch-2012/n8_r5_101.trf")?;
/// let tournament = files::read(&file).expect("a sound file").tournament;
/// let rounds = check(&tournament, "dutch-2012".parse()?, Trust::Nothing)?;
/// assert_eq!(rounds.len(), 5);
/// assert!(rounds.iter().all(|round| !round.is_different()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(tournament: &Tournament, system: System, trust: Trust) -> Result<Vec<RoundCheck>, RoundError> {
    check_by(tournament, trust, |state| system.pair(state).map_err(|why| format!("the system finds no pairing: {why}")))
}

/// The same, with another way to pair a round, or to say why it cannot be.
///
/// # Errors
/// As [`check`].
pub(super) fn check_by(
    tournament: &Tournament,
    trust: Trust,
    mut pair: impl FnMut(&RoundState) -> Result<SystemPairing, String>,
) -> Result<Vec<RoundCheck>, RoundError> {
    // A tournament without a round has faults, too.
    tournament.checked(trust)?;
    let mut checks = Vec::new();
    for (number, round) in tournament.played_rounds() {
        let check = check_round(tournament, number, round, &mut pair, trust)?;
        let may_be_last = tournament.rounds_planned.is_none() && tournament.round(number + 1).is_none();
        if !(check.is_different() && may_be_last) {
            checks.push(check);
            continue;
        }
        let ended = Tournament { rounds_planned: Some(number), ..tournament.clone() };
        let as_last = check_round(&ended, number, round, &mut pair, trust)?;
        checks.push(if as_last.is_different() { check } else { RoundCheck { only_as_last_round: true, ..as_last } });
    }
    Ok(checks)
}

fn check_round(
    tournament: &Tournament,
    number: u32,
    played: &Round,
    pair: &mut impl FnMut(&RoundState) -> Result<SystemPairing, String>,
    trust: Trust,
) -> Result<RoundCheck, RoundError> {
    let state = RoundState::new(tournament, RoundRequest { trust, ..RoundRequest::from(number) })?;
    Ok(match pair(&state) {
        Ok(paired) => compare(&state, played, &tournament.colourless_in(number), &paired),
        Err(why) => {
            RoundCheck { round: number, differences: vec![why], played: played.boards(), ..RoundCheck::default() }
        }
    })
}

fn compare(state: &RoundState, played: &Round, free: &BTreeSet<Board>, paired: &SystemPairing) -> RoundCheck {
    let listed = Pairing { boards: played.boards(), bye: None };
    let Pairing { boards, .. } = listed.turned(free, |turned| turned.reversed_in(&paired.pairing));
    let byes = played.pairing_byes().into_iter().filter(|bye| Some(*bye) != state.preset_bye());
    let mut differences = PairingDifferences::of(&boards, &byes.collect::<Vec<_>>(), paired);
    if !differences.reversed.is_empty() {
        differences.numbered = by_file_numbers(state, &Pairing { boards: boards.clone(), bye: None });
    }
    let no_pairing = played.pairing().err().map(|why| why.to_string());
    RoundCheck {
        round: state.round(),
        same_pairs: differences.only_here.is_empty() && differences.only_by_system.is_empty(),
        same_colours: differences.reversed.is_empty(),
        same_bye: differences.bye.is_none(),
        same_order: boards == paired.pairing.boards,
        only_as_last_round: false,
        differences: no_pairing.into_iter().chain(differences.sentences()).collect(),
        paired: Some(paired.pairing.clone()),
        played: boards,
    }
}
