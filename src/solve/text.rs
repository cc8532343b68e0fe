//! The student's text: where it is a matching, an exact search for the best boards, with dual values that prove them; else HiGHS.

use super::certify::published;
use super::{Evidence, Limit, Limits, MatchingMethod, MipAnswer, Options, SolveError, answer, check_largest};
use crate::graph::{Completion, Graph, Matching, MatchingDual, SparseMatching, obstruction};
use crate::model::{SeedModel, SeedPoint, SeedSeat, SeedSlot, SeedText, Size, Value};
use crate::proof::{Certificate, Obstruction, Proof, ProofRefusal, TextGraph, TextProgram, check_text};
use crate::tournament::{GamesPerPairing, PlayerId, RoundState, Seat};

/// The best answer to the student's text, or that there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSolution {
    /// The limit that came first, if one did. Then nothing else is known.
    pub limit: Option<Limit>,
    /// An answer that is best; `None` if the rows leave none.
    pub point: Option<SeedPoint>,
    /// What it is worth in each tier.
    pub values: Vec<Value>,
    /// What shows it.
    pub evidence: Evidence,
    /// What proves it, unless HiGHS alone says so.
    pub certificate: Option<Certificate>,
}

/// Refuse a round of which the text knows nothing, and a program of this size, if it is too large for the memory, before it is built;
/// and what is too large for floating point.
pub(crate) fn check_program_of_text(
    state: &RoundState,
    text: &SeedText,
    size: Size,
    limits: Limits,
) -> Result<(), SolveError> {
    if state.games_per_pairing() == GamesPerPairing::Two {
        let what = "the text knows single games only, and this tournament has two a pairing; name another file";
        return Err(SolveError::Request(what.into()));
    }
    let what = format!("the program of the text for round {}, of up to {size},", state.round());
    limits.check_size(&what, size.bytes(), "a file with fewer players")?;
    let weight = text.weights.named().into_iter().map(|(_, weight)| i64::from(weight).abs()).max().unwrap_or(0);
    let score = state.players().iter().map(|player| i64::from(player.score.tenths()).abs()).max().unwrap_or(0);
    check_largest(weight * score.max(10), "a difference")
}

/// The best answer to `text` for pairing `state`. It need not be a pairing: whoever has no slot has nothing, unless erratum 14 is
/// repaired, and colours are what the rows leave.
///
/// Where [a board is worth what it is](SeedText::looks_at_the_whole_field), the optimum is proven by dual values, but for the method
/// HiGHS. Of several optima, the search takes one, always the same.
///
/// # Errors
/// [`SolveError::Request`] for a double round, for a program that is too large, and for a weight by which it has no optimum;
/// [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails, or the proof does not hold.
///
/// ```
/// use swiss_ilp::{model::{Model, SeedText}, proof::check_text, solve::{Options, solve_text}};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let text = SeedText::try_from(Model::load("seed")?)?;
/// let solution = solve_text(&state, &text, Options::default())?;
/// // In round 1 nobody has points, so nobody is a player of the text (erratum 4).
/// assert_eq!(solution.point.map(|point| point.excluded.len()), Some(4));
/// assert!(check_text(&state, &text, &solution.certificate.expect("a proof")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_text(state: &RoundState, text: &SeedText, options: Options) -> Result<TextSolution, SolveError> {
    let limits = options.start();
    if text.weights.difference > 0 {
        let what = "the weight 'difference' is above 0, and nothing keeps a difference small then, so there is no best answer; write 0 or less";
        return Err(SolveError::Request(what.into()));
    }
    let is_exact = options.method != MatchingMethod::Highs && text.looks_at_the_whole_field().is_none();
    let size = if is_exact { SeedModel::size_of_one_slot } else { SeedModel::size_of };
    check_program_of_text(state, text, size(state, text), limits)?;
    let (round, spec) = (state.clone(), text.clone());
    let work = move || if is_exact { exact(&round, &spec) } else { branched(&round, &spec, limits) };
    limits.attempt(work).unwrap_or_else(|| Ok(TextSolution::stopped(limits.reached())))
}

impl TextSolution {
    const fn stopped(limit: Limit) -> Self {
        Self { limit: Some(limit), point: None, values: Vec::new(), evidence: Evidence::Nothing, certificate: None }
    }
}

/// By HiGHS alone.
fn branched(state: &RoundState, text: &SeedText, limits: Limits) -> Result<TextSolution, SolveError> {
    let mut model = SeedModel::new(state, text);
    let tiers = model.program.tiers.len();
    model.add_canonical_choice();
    let found = TextSolution { limit: None, evidence: Evidence::BranchAndBound, ..TextSolution::stopped(Limit::Time) };
    Ok(match answer(model.program.clone(), limits)? {
        MipAnswer::Optimal { columns, mut values } => {
            values.truncate(tiers);
            TextSolution { point: Some(model.point(&columns)), values, ..found }
        }
        MipAnswer::Infeasible => found,
        MipAnswer::Stopped(limit) => TextSolution::stopped(limit),
    })
}

/// By an exact search, with its proof, which is checked.
fn exact(state: &RoundState, text: &SeedText) -> Result<TextSolution, SolveError> {
    let unsound = |ProofRefusal { check, what }| match check {
        "proof.scope" => SolveError::Request(what),
        _ => SolveError::Internal(format!("the text is not what its boards are: {what}")),
    };
    let program = TextProgram::read(state, text).map_err(unsound)?;
    let graph = program.graph().map_err(unsound)?;
    let seats = &graph.weights.seats;
    let of_proof =
        |slots, proof| Certificate { round: state.round(), model: text.name.clone(), unique: false, slots, proof };
    let found = match best(&graph) {
        Some((mates, dual)) => {
            let dual = published(|vertex| seats[vertex], MatchingDual::from_halves(dual.vertices, dual.odd_sets));
            let pairs: Vec<[usize; 2]> =
                (0..mates.len()).filter_map(|v| Some([v, mates[v].filter(|mate| v < *mate)?])).collect();
            let (point, values) = point(state, &program, &graph, &mates, &pairs);
            let slots = pairs.iter().filter_map(|pair| {
                let [one, other] = pair.map(|seat| player(seats[seat]));
                Some([one?.0, other?.0])
            });
            let certificate = Some(of_proof(Some(slots.collect()), Proof::Optimal(dual)));
            TextSolution { limit: None, point: Some(point), values, evidence: Evidence::IntegerDual, certificate }
        }
        None => {
            let why = Proof::Infeasible(no_point(&graph)?);
            let certificate = Some(of_proof(None, why));
            TextSolution {
                limit: None,
                evidence: Evidence::Obstruction,
                certificate,
                ..TextSolution::stopped(Limit::Time)
            }
        }
    };
    if let Some(certificate) = &found.certificate {
        check_text(state, text, certificate).map_err(unsound)?;
    }
    Ok(found)
}

/// The player of a seat; `None` for the bye.
const fn player(seat: Seat) -> Option<PlayerId> {
    if let Seat::Player(id) = seat { Some(id) } else { None }
}

/// The best matching, in which seats may be left, with its dual solution in halves; `None` if there is none.
fn best(graph: &TextGraph) -> Option<(Vec<Option<usize>>, MatchingDual<i128>)> {
    let TextGraph { weights, .. } = graph;
    let seats = weights.seats.len();
    // Feasible, in halves: the least that a pair at the seat costs, and no more than it costs to leave it.
    let mut dual: Vec<Option<i128>> = (0..seats).map(|seat| graph.left(seat).map(|weight| -2 * weight)).collect();
    for pair in &weights.pairs {
        let cost = -weights.of_pair(pair);
        for seat in [pair.high, pair.low] {
            dual[seat] = Some(dual[seat].map_or(cost, |least| least.min(cost)));
        }
    }
    let mut search = SparseMatching::new(dual.into_iter().map(Option::unwrap_or_default).collect());
    weights.pairs.iter().for_each(|pair| search.add_edge(pair.high, pair.low, -weights.of_pair(pair)));
    for seat in 0..seats {
        graph.left(seat).into_iter().for_each(|weight| search.allow_left(seat, -weight));
    }
    // A limit ends it by its budget.
    (search.complete(|| false) == Completion::Perfect)
        .then(|| ((0..seats).map(|seat| search.mate(seat)).collect(), search.dual()))
}

/// Why there is no matching. Two who may be left are joined, and such a one with a seat more in an odd field: a perfect matching of
/// that is one with these left. They are in one component, and there is more than one component too many.
fn no_point(graph: &TextGraph) -> Result<Obstruction, SolveError> {
    let TextGraph { weights, alone } = graph;
    let seats = weights.seats.len();
    let may_be_left = |seat: usize| alone.get(seat).is_none_or(Option::is_some);
    let size = seats.next_multiple_of(2);
    let optional: Vec<usize> = (0..size).filter(|seat| may_be_left(*seat)).collect();
    let between = optional.iter().flat_map(|one| optional.iter().map(move |other| (*one, *other)));
    let pairs = weights.pairs.iter().map(|pair| (pair.high, pair.low));
    let joined = Graph::new(size, pairs.chain(between.filter(|(one, other)| one < other)));
    let why = obstruction(&joined, &Matching::maximum(&joined));
    let why = why.ok_or_else(|| SolveError::Internal("the text has an answer that the search did not find".into()))?;
    let named = |places: &[usize]| -> Vec<Seat> {
        places.iter().filter(|place| **place < seats).map(|place| weights.seats[*place]).collect()
    };
    let components = why.odd_components.iter().filter(|component| !component.iter().any(|seat| may_be_left(*seat)));
    Ok(Obstruction {
        tutte_set: named(&why.tutte_set),
        odd_components: components.map(|component| named(component)).collect(),
    })
}

/// The answer of these boards, and what it is worth in each tier. Slots without names are filled in the order of their higher players.
fn point(
    state: &RoundState,
    program: &TextProgram,
    graph: &TextGraph,
    mates: &[Option<usize>],
    pairs: &[[usize; 2]],
) -> (SeedPoint, Vec<Value>) {
    let TextGraph { weights, alone } = graph;
    let mut values: Vec<i64> = vec![0; weights.scales.len()];
    let mut add = |more: &[i64]| values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
    for [one, other] in pairs {
        let found = weights.pairs.binary_search_by_key(&(*one, *other), |pair| (pair.high, pair.low));
        found.into_iter().for_each(|place| add(&weights.pairs[place].values));
    }
    let left = |seat: &usize| mates[*seat].is_none();
    (0..mates.len()).filter(left).filter_map(|seat| alone[seat].as_ref()).for_each(|values| add(values));
    let with_colours = |seat: usize, own: u8| {
        let letters = ["W", "B"].into_iter().enumerate().filter(|(place, _)| own >> place & 1 == 1);
        let colours = letters.map(|(_, letter)| letter).collect();
        player(weights.seats[seat]).map(|player| SeedSeat { player, colours })
    };
    let bye = weights.place(Seat::Bye).and_then(|bye| mates[bye]);
    let boards = pairs.iter().filter(|pair| weights.seats[pair[1]] != Seat::Bye);
    let boards = boards.filter_map(|pair| Some((pair, program.board(*pair)?)));
    let slots = boards.enumerate().map(|(number, (pair, board))| SeedSlot {
        slot: if program.are_slots_alike() { number + 1 } else { board.slot + 1 },
        players: pair.iter().zip(board.own).filter_map(|(seat, own)| with_colours(*seat, own)).collect(),
    });
    let slots = slots.collect();
    let without = (0..mates.len()).filter(|seat| left(seat) || Some(*seat) == bye).filter_map(|seat| {
        let own = program.without_board(seat, Some(seat) == bye)?;
        with_colours(seat, own)
    });
    let is_there = |id| weights.place(Seat::Player(id)).is_some();
    let point = SeedPoint {
        slots,
        without: without.collect(),
        excluded: state.players().iter().map(|player| player.id).filter(|id| !is_there(*id)).collect(),
        bye: bye.and_then(|seat| player(weights.seats[seat])),
    };
    (point, values.into_iter().map(Value::from_tenths).collect())
}
