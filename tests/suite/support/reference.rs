//! Three ways to find the optimum of a small round without the solver: all pairings in all colourings, all pairings
//! with the best colours of each board, and a minimum-cost perfect matching. [`verify`] gives the value of a pairing.

use crate::support::prelude::*;
use std::cmp::Ordering;
use swiss_ilp::model::Side;

/// The optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The value of each tier.
    pub values: Vec<Value>,
    /// The canonical optimum, with its boards in the order of their higher players.
    ///
    /// The first player in pairing order meets the highest opponent that any optimum allows (the bye is below all
    /// opponents), then the second does, and so on; then each board has the preferred colours ([`preferred`]) where
    /// an optimum allows them.
    pub pairing: Pairing,
}

/// The most players for whom every colouring of every pairing is tried. For more, the best colours of each board find the same;
/// not where a model has definitions of its own, which may cap boards by their colours.
const EVERY_COLOURING: usize = 6;
const EVERY_COLOURING_OF_DEFINITIONS: usize = 8;

/// The optimum by enumeration; `None` if no pairing is legal.
pub fn brute_force(state: &RoundState, spec: &Objective) -> Option<Best> {
    let most = if spec.define.is_empty() { EVERY_COLOURING } else { EVERY_COLOURING_OF_DEFINITIONS };
    if state.players().len() <= most { every_colouring(state, spec) } else { best_colours(state, spec) }
}

/// The optimum among all pairings in all colourings.
pub fn every_colouring(state: &RoundState, spec: &Objective) -> Option<Best> {
    let legal = every_legal(state, spec);
    let values = legal.iter().map(|(_, values)| values).max()?.clone();
    let optima = legal.into_iter().filter(|(_, own)| *own == values).map(|(pairing, _)| pairing);
    let canonical = optima.min_by_key(|pairing| (opponents(state, pairing), denied(state, pairing)))?;
    Some(Best { values, pairing: canonical })
}

/// Every legal pairing in every legal colouring, with its values.
pub fn every_legal(state: &RoundState, spec: &Objective) -> Vec<(Pairing, Vec<Value>)> {
    let mut legal = Vec::new();
    for matching in matchings(state.players()) {
        for colours in 0..1_u32 << matching.boards.len() {
            let mut pairing = matching.clone();
            for (index, board) in pairing.boards.iter_mut().enumerate() {
                if colours >> index & 1 == 1 {
                    *board = reversed(*board);
                }
            }
            let verdict = verify(state, spec, &pairing, None);
            if verdict.is_legal() {
                legal.push((pairing, verdict.values()));
            }
        }
    }
    legal
}

/// The opponent's rank of each player in pairing order.
fn opponents(state: &RoundState, pairing: &Pairing) -> Vec<usize> {
    let mut opponents = vec![state.players().len(); state.players().len()];
    for board in &pairing.boards {
        let [white, black] = [board.white, board.black].map(|id| state.rank(id).expect("present"));
        opponents[white] = black;
        opponents[black] = white;
    }
    opponents
}

/// For each board, whether it does not have the preferred colours.
fn denied(state: &RoundState, pairing: &Pairing) -> Vec<bool> {
    pairing.boards.iter().map(|board| *board != preferred(state, board.white, board.black)).collect()
}

/// The optimum among all pairings, each board in the best of its two colourings: rules and terms look at one board
/// at a time, and side constraints at no colours.
pub fn best_colours(state: &RoundState, spec: &Objective) -> Option<Best> {
    let (values, optima) = optima(state, spec)?;
    Some(Best { values, pairing: optima.into_iter().next()? })
}

/// All optima, in canonical order, and their value; of two that differ in colours alone there is one. Boards are in the order of
/// their higher players.
pub fn optima(state: &RoundState, spec: &Objective) -> Option<(Vec<Value>, Vec<Pairing>)> {
    let mut best: Option<(Vec<Value>, Vec<Pairing>)> = None;
    for (total, pairing) in worth_at_least(state, spec, |total, best| total >= best) {
        match &mut best {
            Some((values, optima)) if *values == total => optima.push(pairing),
            _ => best = Some((total, vec![pairing])),
        }
    }
    best
}

/// All legal pairings with their values, in canonical order, as [`optima`].
pub fn legal_pairings(state: &RoundState, spec: &Objective) -> Vec<(Vec<Value>, Pairing)> {
    worth_at_least(state, spec, |_, _| true)
}

/// The legal pairings in canonical order, but for those that are not `wanted`, given their value and the best before.
fn worth_at_least(
    state: &RoundState,
    spec: &Objective,
    wanted: impl Fn(&[Value], &[Value]) -> bool,
) -> Vec<(Vec<Value>, Pairing)> {
    let values = SeatValues::new(state, spec);
    let mut best: Option<Vec<Value>> = None;
    let mut found = Vec::new();
    // The pairings come in canonical order.
    for matching in matchings(state.players()) {
        let boards = matching.boards.iter().map(|board| values.pair(board.white, board.black));
        let Some(boards) = boards.collect::<Option<Vec<_>>>() else { continue };
        let bye = matching.bye.map(|id| values.byes[&id].as_ref());
        if bye == Some(None) {
            continue;
        }
        let seats = boards.iter().map(|(values, _)| values).chain(bye.flatten());
        let total = seats.fold(values.zero.clone(), |sum, seat| plus(&sum, seat));
        let boards = boards.iter().map(|(_, board)| *board).collect();
        let pairing = Pairing { boards, bye: matching.bye };
        let is_wanted = best.as_ref().is_none_or(|best| wanted(&total, best));
        if is_wanted && verify(state, spec, &pairing, None).is_legal() {
            best = best.max(Some(total.clone()));
            found.push((total, pairing));
        }
    }
    found
}

/// A board in its best colours, with its value.
pub type Seated = (Vec<Value>, Board);

/// The value of each legal board in its best colours, and of each legal bye.
pub struct SeatValues {
    pairs: BTreeMap<(PlayerId, PlayerId), Option<Seated>>,
    byes: BTreeMap<PlayerId, Option<Vec<Value>>>,
    zero: Vec<Value>,
}

impl SeatValues {
    pub fn new(state: &RoundState, spec: &Objective) -> Self {
        let [values] = Self::of_all(state, [spec]);
        values
    }

    /// For each of some models with the same rules. One verdict has the tiers of all.
    fn of_all<const N: usize>(state: &RoundState, specs: [&Objective; N]) -> [Self; N] {
        assert!(specs.iter().all(|spec| spec.hard == specs[0].hard && spec.define == specs[0].define));
        let tiers = specs.iter().flat_map(|spec| spec.tiers.clone()).collect();
        let all = Objective { tiers, side: Side::default(), ..specs[0].clone() };
        // A pairing of one board lacks the other players. Those violations do not count here.
        let value = |pairing: &Pairing| {
            let verdict = verify(state, &all, pairing, None);
            let is_legal = verdict.violations.iter().all(|violation| violation.rule.starts_with("pairing."));
            is_legal.then(|| verdict.values())
        };
        let of_board = |board| value(&Pairing { boards: vec![board], bye: None });
        let of_bye = |id| value(&Pairing { boards: Vec::new(), bye: Some(id) });
        let mut boards = BTreeMap::new();
        for (rank, one) in state.players().iter().enumerate() {
            for other in &state.players()[rank + 1..] {
                let both = preferred(state, one.id, other.id);
                let both = [both, reversed(both)].map(|board| of_board(board).map(|values| (values, board)));
                boards.insert((one.id, other.id), both);
            }
        }
        let byes: BTreeMap<PlayerId, _> = state.players().iter().map(|player| (player.id, of_bye(player.id))).collect();
        let mut first = 0;
        specs.map(|spec| {
            let own = first..first + spec.tiers.len();
            first = own.end;
            let best = |both: &[Option<Seated>; 2]| {
                let mut seated = both.iter().flatten().map(|(values, board)| (values[own.clone()].to_vec(), *board));
                let first = seated.next()?;
                Some(seated.fold(first, |first, second| if second.0 > first.0 { second } else { first }))
            };
            Self {
                pairs: boards.iter().map(|(pair, both)| (*pair, best(both))).collect(),
                byes: byes.iter().map(|(id, bye)| (*id, bye.as_ref().map(|bye| bye[own.clone()].to_vec()))).collect(),
                zero: vec![Value::ZERO; own.len()],
            }
        })
    }

    /// Two players, `higher` before `lower` in pairing order.
    pub fn pair(&self, higher: PlayerId, lower: PlayerId) -> Option<&Seated> {
        self.pairs[&(higher, lower)].as_ref()
    }

    pub fn bye(&self, id: PlayerId) -> Option<&Vec<Value>> {
        self.byes[&id].as_ref()
    }
}

fn plus(one: &[Value], other: &[Value]) -> Vec<Value> {
    one.iter().zip(other).map(|(one, other)| *one + *other).collect()
}

/// Every way to pair all `players`, in pairing order, with one bye if they are odd in number; the higher player has
/// White. In the canonical order: the first player's opponents from the highest, the bye last, then the second's.
pub fn matchings(players: &[PlayerState]) -> Vec<Pairing> {
    let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
    let mut found = Vec::new();
    extend(&ids, &mut Pairing::default(), &mut found);
    found
}

fn extend(unpaired: &[PlayerId], pairing: &mut Pairing, found: &mut Vec<Pairing>) {
    let Some((first, others)) = unpaired.split_first() else {
        found.push(pairing.clone());
        return;
    };
    for (index, other) in others.iter().enumerate() {
        let rest = [&others[..index], &others[index + 1..]].concat();
        pairing.boards.push(Board { white: *first, black: *other });
        extend(&rest, pairing, found);
        pairing.boards.pop();
    }
    if unpaired.len() % 2 == 1 {
        // An even number is left, so there is no second bye.
        pairing.bye = Some(*first);
        extend(others, pairing, found);
        pairing.bye = None;
    }
}

const fn reversed(board: Board) -> Board {
    Board { white: board.black, black: board.white }
}

/// The colours of two players where the objective leaves them open (1998 E.3, E.4, E.5, in this order).
pub fn preferred(state: &RoundState, one: PlayerId, other: PlayerId) -> Board {
    let rank = |id| state.rank(id).expect("present");
    let [higher, lower] = [rank(one).min(rank(other)), rank(one).max(rank(other))].map(|rank| &state.players()[rank]);
    let (games, lower_games) = (latest_first(higher), latest_first(lower));
    let alternate = games.iter().zip(&lower_games).find(|(one, other)| one != other).map(|(had, _)| had.opposite());
    let difference: i32 = games.iter().map(|colour| colour.sign()).sum();
    let preference = match difference.cmp(&0) {
        Ordering::Less => Some(Colour::White),
        Ordering::Greater => Some(Colour::Black),
        Ordering::Equal => games.first().map(|latest| latest.opposite()),
    };
    let by_lot = || {
        let initial = state.initial_colour().unwrap_or(Colour::White);
        if higher.id.0 % 2 == 1 { initial } else { initial.opposite() }
    };
    let board = Board { white: higher.id, black: lower.id };
    match alternate.or(preference).unwrap_or_else(by_lot) {
        Colour::White => board,
        Colour::Black => reversed(board),
    }
}

/// The colours of the games with moves; gaps are passed over (1998 F.2, F.3).
pub fn latest_first(player: &PlayerState) -> Vec<Colour> {
    let mut colours = Vec::new();
    for past in &player.history {
        if let PastEvent::Game { encounters, .. } = &past.event {
            colours.extend(encounters.iter().filter(|(_, outcome)| outcome.was_played()).map(|(colour, _)| *colour));
        }
    }
    colours.reverse();
    colours
}

/// The values of the optimum by a minimum-cost perfect matching, with a vertex for the bye in an odd field; `None` if
/// no pairing is legal. Side constraints are not a matter of matching, so `spec` has none.
pub fn matching_oracle(state: &RoundState, spec: &Objective) -> Option<Vec<Value>> {
    let [optimum] = matching_oracles(state, [spec]);
    optimum
}

/// [`matching_oracle`] for each of some models with the same rules, in the time of one.
pub fn matching_oracles<const N: usize>(state: &RoundState, specs: [&Objective; N]) -> [Option<Vec<Value>>; N] {
    assert!(specs.iter().all(|spec| spec.side.is_empty()), "side constraints leave matching behind");
    SeatValues::of_all(state, specs).map(|seats| by_matching(state, &seats))
}

fn by_matching(state: &RoundState, seats: &SeatValues) -> Option<Vec<Value>> {
    let players = state.players();
    let size = players.len().next_multiple_of(2);
    let edge = |one: usize, other: usize| {
        let (higher, lower) = (one.min(other), one.max(other));
        match players.get(lower) {
            Some(lower) => seats.pair(players[higher].id, lower.id).map(|(values, _)| values),
            None => seats.byes[&players[higher].id].as_ref(),
        }
    };
    let edges = || (0..size).flat_map(move |one| (one + 1..size).map(move |other| (one, other)));
    let legal: Vec<&Vec<Value>> = edges().filter_map(|(one, other)| edge(one, other)).collect();

    // One unit of a tier outweighs all that any pairing can differ by in the tiers after it.
    let boards = i128::try_from(size / 2).expect("few");
    let mut multipliers = vec![1_i128; seats.zero.len()];
    for tier in (1..seats.zero.len()).rev() {
        let most = legal.iter().map(|values| i128::from(values[tier].units()).abs()).max().unwrap_or(0);
        multipliers[tier - 1] = exact(exact(Some(2 * boards * most + 1)).checked_mul(multipliers[tier]));
    }
    let cost = |values: &[Value]| -> i128 {
        let tiers = values.iter().zip(&multipliers);
        -tiers.map(|(value, unit)| exact(i128::from(value.units()).checked_mul(*unit))).sum::<i128>()
    };
    // One forbidden edge costs more than any legal pairing, however cheap the others are.
    let dearest = legal.iter().map(|values| cost(values).abs()).max().unwrap_or(0);
    let forbidden = exact(dearest.checked_mul(2 * boards)) + 1;
    exact(forbidden.checked_mul(8 * (boards + 1)));

    let mut costs = vec![0; size * size];
    for (one, other) in edges() {
        let cost = edge(one, other).map_or(forbidden, |values| cost(values));
        costs[one * size + other] = cost;
        costs[other * size + one] = cost;
    }
    let mate = integer_blossom::min_weight_perfect_matching(&costs, size);
    let pairs = mate.iter().enumerate().filter(|(one, other)| *one < **other);
    pairs.map(|(one, other)| edge(one, *other)).try_fold(seats.zero.clone(), |sum, values| Some(plus(&sum, values?)))
}

fn exact(number: Option<i128>) -> i128 {
    number.expect("costs within 128 bits")
}
