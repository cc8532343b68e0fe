use super::answer::Answer;
use crate::compare::{Bar, bars_of_model};
use crate::model::{Formulation, Model, Objective, Value};
use crate::proof::weights;
use crate::questions::Ended;
use crate::report::DualsReport;
use crate::solve::{Options, Reach, Termination};
use crate::tasks::solve;
use crate::tournament::{RoundState, Seat};
use std::collections::BTreeMap;

/// A round of up to so many pairs of seats has an answer for every pair: a round of 316 players.
pub const MOST_PAIRS: usize = 50_000;

/// A round for the eye: why it is paired as it is, its proof, and an answer for every pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// As of [`Answer::new`] for all boards; its limit may also have come before the proof or the answers.
    pub answer: Answer,
    /// The dual values; `None` for a model with caps, without an optimum, or if a limit came first.
    pub duals: Option<DualsReport>,
    /// Every pair of seats, row by row in pairing order, the bye of an odd field last; `None` beyond [`MOST_PAIRS`].
    pub pairs: Option<Vec<SeenPair>>,
}

/// Two seats, and what is known of their pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPair {
    /// The higher seat and the lower one.
    pub seats: [Seat; 2],
    /// What the pair weighs in the unit of the dual values; `None` if it is barred, or if there are no dual values.
    pub weight: Option<i128>,
    /// Why the two meet, or why they do not.
    pub asked: PairStanding,
}

/// Why two players meet, or why they do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairStanding {
    /// They are paired.
    Paired,
    /// The best pairing with the pair minus the optimum, tier by tier: exact.
    Price(Vec<Value>),
    /// These rules bar the pair.
    Barred(Vec<Bar>),
    /// The pair is legal, but no legal pairing has it.
    NoRound,
    /// The price is not known: a limit came first, or the model has caps. The dual values bound it, where there are any.
    Unknown,
}

impl Picture {
    /// Explain the optimum of `state` by `spec` for the eye: every board, the proof, and every pair.
    ///
    /// The prices of all legal pairs are exact. They come from alternating trees over the dual solution, one for each player.
    ///
    /// # Errors
    /// As [`Answer::new`].
    ///
    /// ```
    /// use swiss_ilp::{formats, model::Objective, questions::explain::{PairStanding, Picture}, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
    /// let picture = Picture::new("", &state, &Objective::load("pairs")?, Options::default())?;
    /// let pairs = picture.pairs.expect("few players");
    /// assert_eq!((pairs.len(), picture.duals.expect("a proof").bound.as_str()), (28, "1850"));
    /// assert!(matches!(pairs[0].asked, PairStanding::Barred(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, options: Options) -> Result<Self, Ended> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = solve(state, &Model::Objective(spec.clone()), options)?;
        let seats = state.players().len() + state.players().len() % 2;
        let is_small = seats * seats.saturating_sub(1) / 2 <= MOST_PAIRS;
        let reach = if is_small { Reach::All } else { Reach::Next };
        let mut answer = Answer::of_solved(tournament, (state, spec), &solved, None, reach, options)?;
        let is_due = solved.solution.is_proven() && solved.solution.dual.is_some() && !spec.has_caps();
        let duals = if is_due { DualsReport::new(tournament, state, spec, &solved, options)? } else { None };
        let pairs = is_small.then(|| pairs(state, spec, &answer, options));
        let lacks_price = !spec.has_caps() && pairs.iter().flatten().any(|pair| pair.asked == PairStanding::Unknown);
        if (is_due && duals.is_none()) || lacks_price {
            answer.stop(options);
        }
        answer.boards.iter_mut().flat_map(|board| &mut board.instead).for_each(|instead| instead.all.clear());
        Ok(Self { answer, duals, pairs })
    }
}

fn pairs(state: &RoundState, spec: &Objective, answer: &Answer, options: Options) -> Vec<SeenPair> {
    let known = Known::of(answer);
    let limits = options.start();
    let (of_round, of_model) = (state.clone(), spec.clone());
    // This goes over all pairs, and asks no limits. Too many tiers have no weights; then every pair is asked for its bars.
    let weighed = limits.within(move || {
        let weights = weights(&of_round, &of_model, None).ok()?;
        let of_pair = weights.pairs.iter().map(|pair| ([pair.high, pair.low], weights.of_pair(pair)));
        Some(of_pair.collect::<BTreeMap<_, _>>())
    });
    let weighed: Option<BTreeMap<[usize; 2], i128>> = weighed.flatten();
    let players = state.players().iter().map(|player| Seat::Player(player.id));
    let seats: Vec<Seat> = players.chain((state.players().len() % 2 == 1).then_some(Seat::Bye)).collect();
    let mut found = Vec::new();
    for (high, one) in seats.iter().enumerate() {
        for (low, other) in seats.iter().enumerate().skip(high + 1) {
            let weight = weighed.as_ref().and_then(|weighed| weighed.get(&[high, low])).copied();
            let may_be_barred = weight.is_none() && !limits.are_reached();
            let bars = if may_be_barred { bars_of_model(state, spec, [*one, *other]) } else { Vec::new() };
            let is_legal = weight.is_some() || (may_be_barred && bars.is_empty());
            let asked =
                if bars.is_empty() { known.asked([*one, *other], is_legal) } else { PairStanding::Barred(bars) };
            found.push(SeenPair { seats: [*one, *other], weight, asked });
        }
    }
    found
}

/// What an explanation knows of pairs.
struct Known {
    prices: BTreeMap<[Seat; 2], Vec<Value>>,
    made: Vec<[Seat; 2]>,
    /// The players all of whose possible opponents have a price.
    whole: Vec<Seat>,
    is_impossible: bool,
}

impl Known {
    fn of(answer: &Answer) -> Self {
        let is_impossible = matches!(answer.termination, Termination::Infeasible(_));
        let mut known = Self { prices: BTreeMap::new(), made: Vec::new(), whole: Vec::new(), is_impossible };
        for board in &answer.boards {
            known.made.push(ordered([board.white, board.black]));
            for instead in &board.instead {
                // With caps only the next opponent is known.
                if !instead.all.is_empty() || instead.next.is_none() {
                    known.whole.push(instead.player);
                }
                for other in instead.opponents() {
                    let price = other.price.iter().map(|tier| tier.value).collect();
                    known.prices.insert(ordered([instead.player, other.opponent]), price);
                }
            }
        }
        known
    }

    fn asked(&self, seats: [Seat; 2], is_legal: bool) -> PairStanding {
        let is_whole = seats.iter().any(|seat| self.whole.contains(seat));
        match self.prices.get(&ordered(seats)) {
            _ if self.made.contains(&ordered(seats)) => PairStanding::Paired,
            Some(price) => PairStanding::Price(price.clone()),
            None if is_legal && (is_whole || self.is_impossible) => PairStanding::NoRound,
            None => PairStanding::Unknown,
        }
    }
}

fn ordered([one, other]: [Seat; 2]) -> [Seat; 2] {
    [one.min(other), one.max(other)]
}
