//! A proof in the form of VeriPB (<https://gitlab.com/MIAOresearch/software/VeriPB>), a checker that knows nothing of
//! chess: a pseudo-Boolean program (OPB) with a binary for each legal pair, and its optimum by cutting planes.
//!
//! Each seat has one row, `sum of its pairs = 1`, which VeriPB takes for two: at least 1, at most 1. The rows of an odd
//! set `S`, added up, say that twice the pairs within and once those that leave it are at least `|S|`. Halved and rounded
//! up, they say that the pairs within and those that leave it are at least `(|S| + 1) / 2`. With the rows that say at most 1,
//! this is Edmonds' inequality: the pairs within are at most `(|S| - 1) / 2`. One line of the proof derives it for each odd set,
//! and one line adds rows and odd sets, each times its dual value: the numbers are those of the certificate.

/// Writing to a String cannot fail.
macro_rules! put {
    ($($arguments:tt)*) => { let _ = write!($($arguments)*); };
}

pub mod by_rules;
mod folder;

pub use folder::{Folder, MOST_SEATS, lists_pairs};

use crate::files::printable::printable;
use crate::graph::budget::spend;
use crate::model::{Objective, Unit};
use crate::proof::{
    Certificate, Claim, CombinedWeights, Dual, LegalPair, Listing, Obstruction, Proof, ProofRefusal, SeatDual, checked,
};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A round as a pseudo-Boolean program, and its proof. The names of variables are those of the pair model: `x_3_7` for
/// the players 3 and 7, `x_3_bye` for player 3 with the bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Veripb {
    /// The program, in the OPB format.
    pub opb: String,
    /// The proof, in version 3.0 of VeriPB's format.
    pub proof: String,
}

impl Veripb {
    /// The program of the round by `objective`, and the proof that `certificate` is; `None` for caps, whose certificates have cases.
    /// Nothing of it depends on who made the certificate: the program has all legal pairs with their weights, as the verifier finds
    /// them.
    ///
    /// # Errors
    /// Whatever [`check`](crate::proof::check()) has against the certificate.
    pub fn new(
        state: &RoundState,
        objective: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
    ) -> Result<Option<Self>, ProofRefusal> {
        let weights = checked(state, objective, pairing, certificate, Listing::All)?;
        let names = Names::new(&weights);
        let made = pairing.map(|pairing| chosen(&names, pairing)).unwrap_or_default();
        let lines = match &certificate.proof {
            Proof::Optimal(dual) => optimality(&names, dual, &made),
            Proof::Infeasible(obstruction) => infeasibility(&names, obstruction),
            Proof::OptimalWithCaps(_) | Proof::InfeasibleByCaps(_) => return Ok(None),
        };
        let opb = program(state, objective, &weights, &names, certificate.claim() != Claim::Infeasible);
        let rows = 2 * weights.seats.len();
        let proof = format!("pseudo-Boolean proof version 3.0\nf {rows};\n{lines}end pseudo-Boolean proof;\n");
        Ok(Some(Self { opb, proof }))
    }
}

/// What a text calls the pairs, and the rows of seats. A text has several names for each pair.
struct Names<'a> {
    weights: &'a CombinedWeights,
    /// Those of the seats.
    seats: Vec<String>,
}

impl<'a> Names<'a> {
    fn new(weights: &'a CombinedWeights) -> Self {
        let name = |seat: &Seat| match seat {
            Seat::Player(id) => id.to_string(),
            Seat::Bye => "bye".to_owned(),
        };
        Self { weights, seats: weights.seats.iter().map(name).collect() }
    }

    /// Add the name of a pair, by its number.
    fn add_to(&self, text: &mut String, pair: usize) {
        spend(1);
        let LegalPair { high, low, .. } = &self.weights.pairs[pair];
        text.extend(["x_", self.seats[*high].as_str(), "_", self.seats[*low].as_str()]);
    }

    /// The rows of these seats that say at least, or at most.
    fn rows_of(&self, seats: &[Seat], side: usize) -> impl Iterator<Item = String> {
        seats.iter().filter_map(|seat| self.weights.place(*seat)).map(move |place| rows(place)[side].to_string())
    }

    /// The name of a pair, by its number.
    fn of(&self, pair: usize) -> String {
        let mut text = String::new();
        self.add_to(&mut text, pair);
        text
    }
}

/// The rows that say that the seat at `place` has one pair at least, and one at most.
fn rows(place: usize) -> [usize; 2] {
    [1, 2].map(|row| 2 * place + row)
}

fn program(
    state: &RoundState,
    objective: &Objective,
    weights: &CombinedWeights,
    names: &Names<'_>,
    has_objective: bool,
) -> String {
    let pairs = weights.pairs.len();
    let mut text = format!("* #variable= {pairs} #constraint= {}\n", weights.seats.len());
    put!(text, "* Round {} by model {}.\n", state.round(), printable(&objective.name));
    text.push_str(
        "* x_A_B is 1 if A and B meet, x_A_bye if A has the bye, by pairing numbers. Every legal pair is here.\n",
    );
    if has_objective {
        explain_objective(&mut text, objective, weights);
        text.push_str("min:");
        for (number, pair) in weights.pairs.iter().enumerate() {
            let weight = weights.of_pair(pair);
            if weight != 0 {
                put!(text, " {} ", -weight);
                names.add_to(&mut text, number);
            }
        }
        text.push_str(" ;\n");
    }
    let mut pairs_of: Vec<Vec<usize>> = vec![Vec::new(); weights.seats.len()];
    for (number, LegalPair { high, low, .. }) in weights.pairs.iter().enumerate() {
        pairs_of[*high].push(number);
        pairs_of[*low].push(number);
    }
    for (seat, pairs) in weights.seats.iter().zip(pairs_of) {
        match seat {
            Seat::Bye => text.push_str("* the bye\n"),
            Seat::Player(id) => {
                let name = state.player(*id).map_or("", |player| player.name.as_str());
                put!(text, "* player {id}: {}\n", printable(name));
            }
        }
        for pair in pairs {
            text.push_str("1 ");
            names.add_to(&mut text, pair);
            text.push(' ');
        }
        text.push_str("= 1 ;\n");
    }
    text
}

/// What a unit of each tier weighs.
fn explain_objective(text: &mut String, objective: &Objective, weights: &CombinedWeights) {
    let is_in_tenths = objective.tiers.iter().all(|tier| tier.unit() == Unit::TENTH);
    let unit = if is_in_tenths { ", in tenths," } else { "" };
    put!(text, "* The objective is minus the value{unit} of all tiers as one number:\n");
    for (tier, scale) in objective.tiers.iter().zip(&weights.scales) {
        let of = if is_in_tenths { String::new() } else { format!("for a {} ", tier.unit()) };
        put!(text, "*   {} {of}of {}\n", scale, printable(&tier.name));
    }
    if let Some(scale) = weights.scales.get(objective.tiers.len()) {
        put!(text, "*   {scale} of pairs that the pairing does not make: if it is an optimum, it is the only one\n");
    }
}

fn optimality(names: &Names<'_>, dual: &Dual, made: &str) -> String {
    let mut text = odd_rows(names, dual.odd_sets.iter().map(|set| set.seats.as_slice()));
    let seats = seat_terms(&dual.seats);
    let odd_sets = (1..).zip(&dual.odd_sets).filter(|(_, set)| set.dual > 0);
    let odd_sets = odd_sets.map(|(number, set)| format!("@odd{number} {} *", set.dual));
    let terms: Vec<String> = seats.chain(odd_sets).collect();
    let value = -dual.bound;
    if terms.is_empty() {
        // Nothing is worth anything, which needs no proof.
        text.push_str("@bound rup >= 0;\n");
    } else {
        put!(text, "@bound pol {};\n", sum(&terms));
    }
    put!(text, "sol {};\noutput NONE;\nconclusion BOUNDS {value} : @bound {value};\n", made);
    text
}

/// The rows of all seats times their dual values.
fn seat_terms(seats: &[SeatDual]) -> impl Iterator<Item = String> {
    let seats = seats.iter().map(|entry| entry.dual).enumerate().filter(|(_, value)| *value != 0);
    seats.map(|(place, value)| {
        let [at_least, at_most] = rows(place);
        let row = if value > 0 { at_most } else { at_least };
        format!("{row} {} *", value.abs())
    })
}

/// Every odd component sends somebody to the Tutte set: twice its inequality, and its rows. The set takes one each: less
/// its rows.
fn infeasibility(names: &Names<'_>, obstruction: &Obstruction) -> String {
    let Obstruction { tutte_set, odd_components } = obstruction;
    let mut text = odd_rows(names, odd_components.iter().map(Vec::as_slice));
    let odd = (1..=odd_components.len()).map(|number| format!("@odd{number} 2 *"));
    let members = odd_components.iter().flat_map(|group| names.rows_of(group, 0));
    let takers = names.rows_of(tutte_set, 1);
    let terms: Vec<String> = odd.chain(members).chain(takers).collect();
    put!(text, "@none pol {};\noutput NONE;\nconclusion UNSAT : @none;\n", sum(&terms));
    text
}

/// The line of each odd set: at most `(|S| - 1) / 2` pairs within it.
fn odd_rows<'a>(names: &Names<'_>, sets: impl Iterator<Item = &'a [Seat]>) -> String {
    let mut text = String::new();
    for (number, set) in (1..).zip(sets) {
        let [least, most] = [0, 1].map(|side| names.rows_of(set, side).collect_vec());
        put!(text, "@odd{number} pol {} 2 d {} +;\n", sum(&least), sum(&most));
    }
    text
}

/// The variables of the pairing.
fn chosen(names: &Names<'_>, pairing: &Pairing) -> String {
    let weights = names.weights;
    let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
    let bye = pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]);
    let places = boards.chain(bye).filter_map(|[one, other]| Some([weights.place(one)?, weights.place(other)?]));
    // They are in the order of the seats, as the pairs are.
    let made: BTreeSet<[usize; 2]> = places.map(|[one, other]| [one.min(other), one.max(other)]).collect();
    let number = |made: &[usize; 2]| weights.pairs.binary_search_by_key(made, |pair| [pair.high, pair.low]).ok();
    made.iter().filter_map(number).map(|pair| names.of(pair)).join(" ")
}

/// The sum of these terms in reverse Polish notation, halved again and again so that long constraints are seldom added.
fn sum(terms: &[String]) -> String {
    match terms {
        [] => String::new(),
        [term] => term.clone(),
        _ => {
            let (left, right) = terms.split_at(terms.len() / 2);
            format!("{} {} +", sum(left), sum(right))
        }
    }
}
