//! Slots by what is known of pairs: the optimum of pairs in slots, held to their program; and for HiGHS, rows that say it.

use super::mip::Prepared;
use super::{DualSolution, Evidence, Limits, Solution, SolveError, Termination, by_pairs};
use crate::model::{Cap, Family, Index, Objective, PairModel, Program, SlotModel, Value};
use crate::proof::{ProofRefusal, SlotProgram, seated};
use crate::tournament::{Board, PlayerId, RoundState, Seat};
use std::collections::BTreeMap;

/// Refuse a round whose program, with one slot, would take more memory than there may be.
pub(super) fn check_size(state: &RoundState, objective: &Objective, limits: Limits) -> Result<(), SolveError> {
    let size = SlotModel::size_of_one_slot(state, objective);
    let what = format!("the program of round {} by {}, of up to {size} for one slot,", state.round(), objective.name);
    limits.check_size(&what, size.bytes(), "a model of pairs, such as 'pairs' or 'fair',")
}

/// Hold what was found for pairs to the program of slots: it is the optimum there, too, if each filling of a slot is a pair and worth no
/// more, and the pairing in slots is a point that is worth as much. Where a limit comes first, nothing is claimed of slots.
pub(super) fn hold(
    state: &RoundState,
    objective: &Objective,
    model: &PairModel<'_>,
    limits: Limits,
    solution: &mut Solution,
) -> Result<(), SolveError> {
    match limits.try_for(|| check(state, objective, model, solution)) {
        Some(Ok(())) => Ok(()),
        Some(Err(ProofRefusal { what, .. })) => {
            Err(SolveError::Internal(format!("slots are not what pairs are: {what}")))
        }
        None if solution.termination.limit().is_some() => Ok(()),
        None => {
            solution.termination = limits.termination();
            solution.bounds.iter_mut().for_each(|bound| bound.evidence = Evidence::Nothing);
            Ok(())
        }
    }
}

fn check(
    state: &RoundState,
    objective: &Objective,
    model: &PairModel<'_>,
    solution: &Solution,
) -> Result<(), ProofRefusal> {
    let players = state.players();
    let mut seats: Vec<Seat> = players.iter().map(|player| Seat::Player(player.id)).collect();
    seats.extend((players.len() % 2 == 1).then_some(Seat::Bye));
    let program = SlotProgram::read(state, objective, &seats)?;
    program.is_within(|high, low| {
        model.pair(high, low)?;
        let counts = |cap: Cap| players.get(low).is_some_and(|low| cap.counts(state, &players[high], low));
        let is_counted = objective.caps().map(|(cap, _)| counts(cap)).collect();
        Some((model.pair_values(high, low).into_iter().map(units), is_counted))
    })?;
    let Some(best) = &solution.incumbent else { return Ok(()) };
    let place = |id: u32| state.rank(PlayerId(id)).unwrap_or(usize::MAX);
    let slots: Vec<[usize; 2]> = seated(state, &best.pairing).into_iter().map(|slot| slot.map(place)).collect();
    let bye = best.pairing.bye.and_then(|id| state.rank(id));
    if !program.point(&slots, bye)?.into_iter().eq(best.values.iter().copied().map(units)) {
        let what = "the pairing is worth something else in slots".into();
        return Err(ProofRefusal { check: "proof.slots", what });
    }
    Ok(())
}

fn units(value: Value) -> i128 {
    value.units().into()
}

/// The program of slots with what the dual solution of pairs says of the first tier, and its optimum as a point to start from; `None`
/// if a limit came first, or there is no pairing.
///
/// `E_j` is twice what slot `j` with its colours is worth less than the best board, and `IN_s_j` says that both players of slot `j` are in
/// odd set `s`. A row for each slot says that it is worth at most what the dual values give to its players and odd sets, one for each
/// odd set that it has room for so many boards, and one that all slots are worth what the objective says. No row names the bound:
/// it is their sum.
pub(crate) fn guided(
    state: &RoundState,
    objective: &Objective,
    model: &PairModel<'_>,
    slots: &SlotModel,
    limits: Limits,
) -> Result<Option<Prepared>, SolveError> {
    let found = by_pairs(state, objective, model, limits.unheard())?;
    let (Termination::Optimal, Some(best)) = (&found.termination, &found.incumbent) else { return Ok(None) };
    let boards: Vec<Board> = seated(state, &best.pairing)
        .into_iter()
        .map(|[white, black]| Board { white: PlayerId(white), black: PlayerId(black) })
        .collect();
    let fault = || SolveError::Internal("the pairing does not fit into the slots".into());
    let mut start = slots.columns(state, &boards, best.pairing.bye).ok_or_else(fault)?;
    let mut program = slots.program.clone();
    if let Some(dual) = &found.dual {
        add_rows((&mut program, &mut start), state, model, slots, dual, &boards);
    }
    Ok(Some(Prepared { program, start: Some(start) }))
}

/// What the dual solution says, as columns and rows; `start` grows with the columns.
fn add_rows(
    (program, start): (&mut Program, &mut Vec<i64>),
    state: &RoundState,
    model: &PairModel<'_>,
    slots: &SlotModel,
    dual: &DualSolution,
    boards: &[Board],
) {
    let first = |values: &Vec<i64>| values.first().copied().unwrap_or_default();
    let of_pair = |high, low| model.pair_values(high, low).first().map_or(0, |value| value.units());
    let most = model.without_colours().map(|(high, low)| of_pair(high, low)).max().unwrap_or_default();
    let players = state.players();
    let sets = dual.odd_sets.iter().map(|(set, values)| (set, first(values)));
    let sets: Vec<(&Vec<usize>, i64)> = sets.filter(|(_, value)| *value > 0).collect();
    let mut inside = vec![Vec::new(); sets.len()];
    let mut shortfalls = Vec::new();
    for (j, board) in boards.iter().enumerate() {
        let number = j + 1;
        let ranks = [board.white, board.black].map(|id| state.rank(id).unwrap_or_default());
        let value = of_pair(ranks[0].min(ranks[1]), ranks[0].max(ranks[1]));
        let shortfall = program.nonnegative(&SHORTFALL, format_args!("{number}"));
        start.push(2 * (most - value));
        shortfalls.push((shortfall, 1));
        let mut row = vec![(shortfall, 1), (slots.full(j), -2 * most)];
        row.extend((0..players.len()).map(|i| (slots.seat(i, j), -first(&dual.vertices[i]))));
        for (s, (set, value)) in sets.iter().enumerate() {
            let is_in = program.binary(&INSIDE, format_args!("{}_{number}", s + 1));
            start.push(i64::from(ranks.iter().all(|rank| set.contains(rank))));
            inside[s].push((is_in, 1));
            row.push((is_in, *value));
            let seats = set.iter().filter(|v| **v < players.len()).map(|i| (slots.seat(*i, j), -1));
            let both = seats.chain([(is_in, 2)]).collect();
            program.at_most(&BOTH_INSIDE, format_args!("{}_{number}", s + 1), both, 0);
        }
        row.retain(|(_, factor)| *factor != 0);
        program.at_least(&WORTH, format_args!("{number}"), row, 0);
    }
    for (s, (set, _)) in sets.iter().enumerate() {
        // Whoever has the bye leaves room for one board less, if the bye is in the set.
        let room = (set.len() as i64 - 1) / 2;
        let mut row = std::mem::take(&mut inside[s]);
        if model.bye_vertex().is_some_and(|bye| set.contains(&bye)) {
            row.extend(set.iter().filter(|v| **v < players.len()).filter_map(|i| Some((slots.bye(*i)?, 1))));
        }
        program.at_most(&ROOM, format_args!("{}", s + 1), row, room);
    }
    let Some(tier) = program.tiers.first() else { return };
    let byes: Vec<usize> = (0..players.len()).filter_map(|i| slots.bye(i)).collect();
    let of_boards = tier.coefficients.iter().filter(|(column, _)| !byes.contains(column));
    let mut sum: BTreeMap<usize, i64> = of_boards.map(|(column, factor)| (*column, 2 * factor)).collect();
    for j in 0..boards.len() {
        *sum.entry(slots.full(j)).or_default() -= 2 * most;
    }
    let row = sum.into_iter().filter(|(_, factor)| *factor != 0).chain(shortfalls).collect();
    program.at_most(&ALL_BOARDS, format_args!(""), row, 0);
}

/// What a slot falls short.
static SHORTFALL: Family = Family {
    id: "E",
    indices: &[Index::Slot],
    says: "Twice what the slot with its colours is worth less than the best board.",
    rule: None,
    algebra: r"E_j \geq 0 \quad \forall j \in J",
};
/// Whether a slot lies in an odd set.
static INSIDE: Family = Family {
    id: "IN",
    indices: &[Index::Cap, Index::Slot],
    says: "1 only if both players of the slot are in the odd set.",
    rule: None,
    algebra: r"\mathit{IN}_{sj} \in \{0, 1\} \quad \forall s, j \in J",
};
/// What makes it so.
static BOTH_INSIDE: Family = Family {
    id: "both_inside",
    indices: &[Index::Cap, Index::Slot],
    says: "A slot is in an odd set only if both its players are.",
    rule: None,
    algebra: r"2\, \mathit{IN}_{sj} \leq \sum_{i \in S_s} X_{ij} \quad \forall s, j \in J",
};
/// What a slot is worth.
static WORTH: Family = Family {
    id: "worth",
    indices: &[Index::Slot],
    says: "A slot is worth at most what the dual values give to its players and to the odd sets that hold both.",
    rule: None,
    algebra: r"2 m Y_j - E_j \leq \sum_i u_i X_{ij} + \sum_s z_s \mathit{IN}_{sj} \quad \forall j \in J",
};
/// The room of an odd set.
static ROOM: Family = Family {
    id: "room",
    indices: &[Index::Cap],
    says: "An odd set of 2k + 1 has room for k boards.",
    rule: None,
    algebra: r"\sum_j \mathit{IN}_{sj} \leq k_s \quad \forall s",
};
/// All boards.
static ALL_BOARDS: Family = Family {
    id: "all_boards",
    indices: &[],
    says: "The objective counts no more for the boards than the slots are worth.",
    rule: None,
    algebra: r"2 f \leq \sum_j (2 m Y_j - E_j)",
};
