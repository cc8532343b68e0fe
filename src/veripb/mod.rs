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
mod capped;
mod folder;
mod kinds;
mod slots;

pub use folder::{Folder, MOST_ROWS, Programs};
pub use kinds::OverKinds;

use crate::graph::budget::spend;
use crate::model::{Objective, Unit};
use crate::printable::printable;
use crate::proof::{
    Certificate, Claim, CombinedWeights, Dual, Kinds, LegalPair, Listing, Obstruction, Proof, ProofRefusal, SeatDual,
    checked,
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
    /// The program of the round by `objective`, and the proof that `certificate` is. Nothing of it depends on who made the
    /// certificate: the program has all legal pairs with their weights, as the verifier finds them.
    ///
    /// # Errors
    /// Whatever [`check`](crate::proof::check()) has against the certificate.
    pub fn new(
        state: &RoundState,
        objective: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
    ) -> Result<Self, ProofRefusal> {
        let weights = checked(state, objective, pairing, certificate, Listing::All)?;
        let names = Names::new(&weights, Form::Pairs);
        let opb = program(state, objective, &weights, &names, certificate.claim() != Claim::Infeasible);
        let made = pairing.map(|pairing| chosen(&names, pairing)).unwrap_or_default();
        let rows = 2 * weights.seats.len() + objective.caps().count();
        Ok(Self { opb, proof: proof(rows, &lines(&names, objective, certificate, &made)) })
    }
}

/// A proof about a program with so many rows, an equation counted twice.
fn proof(rows: usize, lines: &str) -> String {
    format!("pseudo-Boolean proof version 3.0\nf {rows};\n{lines}end pseudo-Boolean proof;\n")
}

/// The lines of a proof about pairs, with `made` as the literals of the optimum.
fn lines(names: &Names<'_>, objective: &Objective, certificate: &Certificate, made: &str) -> String {
    match &certificate.proof {
        Proof::Optimal(dual) => optimality(names, dual, made),
        Proof::Infeasible(obstruction) => infeasibility(names, obstruction),
        Proof::OptimalWithCaps(stages) => capped::optimality(objective, names, stages, made),
        Proof::InfeasibleByCaps(overrun) => capped::infeasibility(objective, names, overrun),
    }
}

/// What the variables and rows of a program are of.
#[derive(Clone, Copy)]
enum Form<'a> {
    /// A binary for each pair, a row for each seat.
    Pairs,
    /// Those of slots. The rows of pairs are lines, which [`slots`] derives.
    Slots,
    /// A number for each two kinds, a row for each kind.
    Kinds(&'a Kinds),
}

/// What a text calls the pairs, and the rows of seats and caps. A text has several names for each pair.
struct Names<'a> {
    weights: &'a CombinedWeights,
    /// Those of the seats.
    seats: Vec<String>,
    form: Form<'a>,
}

impl<'a> Names<'a> {
    fn new(weights: &'a CombinedWeights, form: Form<'a>) -> Self {
        let name = |seat: &Seat| match seat {
            Seat::Player(id) => id.to_string(),
            Seat::Bye => "bye".to_owned(),
        };
        Self { weights, seats: weights.seats.iter().map(name).collect(), form }
    }

    fn is_of_slots(&self) -> bool {
        matches!(self.form, Form::Slots)
    }

    /// Add the name of a pair, by its number.
    fn add_to(&self, text: &mut String, pair: usize) {
        spend(1);
        let LegalPair { high, low, .. } = &self.weights.pairs[pair];
        if self.is_of_slots() && self.weights.seats[*low] == Seat::Bye {
            text.extend(["BYE_", self.seats[*high].as_str()]);
        } else {
            text.extend(["x_", self.seats[*high].as_str(), "_", self.seats[*low].as_str()]);
        }
    }

    /// The rows that say that the seat at `place` has one pair at least, and one at most; or that those of its kind have as many as there
    /// are of them.
    fn rows(&self, place: usize) -> [String; 2] {
        let by_number = |number: usize| [1, 2].map(|row| (2 * number + row).to_string());
        match self.form {
            Form::Pairs => by_number(place),
            Form::Slots => ["atleast", "atmost"].map(|row| format!("@{row}_{}", self.seats[place])),
            Form::Kinds(kinds) => by_number(kinds.of(place)),
        }
    }

    /// Whether the rows of the seat at `place` are those of no seat before it.
    fn has_own_rows(&self, place: usize) -> bool {
        match self.form {
            Form::Pairs | Form::Slots => true,
            Form::Kinds(kinds) => kinds.members(kinds.of(place))[0] == place,
        }
    }

    /// The rows of these seats, each once: those that say at least, or at most.
    fn rows_of(&self, seats: &[Seat], side: usize) -> impl Iterator<Item = String> {
        let places = places(self.weights, seats).filter(|place| self.has_own_rows(*place));
        places.map(move |place| self.rows(place)[side].clone())
    }

    /// The row of the cap at `place`.
    fn cap(&self, place: usize) -> String {
        if self.is_of_slots() {
            format!("@cap_{}", place + 1)
        } else {
            (2 * self.weights.seats.len() + place + 1).to_string()
        }
    }

    /// The line by which the objective is at least what the pairs cost, if it is not that itself.
    fn cost(&self) -> Option<&'static str> {
        self.is_of_slots().then_some("@cost")
    }

    /// The name of a pair, by its number.
    fn of(&self, pair: usize) -> String {
        let mut text = String::new();
        self.add_to(&mut text, pair);
        text
    }
}

fn program(
    state: &RoundState,
    objective: &Objective,
    weights: &CombinedWeights,
    names: &Names<'_>,
    has_objective: bool,
) -> String {
    let pairs = weights.pairs.len();
    let mut text = format!("* #variable= {pairs} #constraint= {}\n", weights.seats.len() + objective.caps().count());
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
    for (place, (cap, name)) in objective.caps().enumerate() {
        put!(text, "* {name} {}\n", cap.most());
        for (number, _) in weights.pairs.iter().enumerate().filter(|(_, pair)| pair.is_counted[place]) {
            text.push_str("-1 ");
            names.add_to(&mut text, number);
            text.push(' ');
        }
        put!(text, ">= -{} ;\n", cap.most());
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
    let mut text = odd_rows(names, 1, dual.odd_sets.iter().map(|set| set.seats.as_slice()));
    let seats = seat_terms(names, &seat_values(&dual.seats));
    let odd_sets = (1..).zip(&dual.odd_sets).filter(|(_, set)| set.dual > 0);
    let odd_sets = odd_sets.map(|(number, set)| format!("@odd{number} {} *", set.dual));
    let terms: Vec<String> = names.cost().map(str::to_owned).into_iter().chain(seats).chain(odd_sets).collect();
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

/// The dual values of the seats.
fn seat_values(seats: &[SeatDual]) -> Vec<i128> {
    seats.iter().map(|entry| entry.dual).collect()
}

/// The rows of all seats times these values.
fn seat_terms(names: &Names<'_>, values: &[i128]) -> Vec<String> {
    let seats = values.iter().enumerate().filter(|(place, value)| **value != 0 && names.has_own_rows(*place));
    let seats = seats.map(|(place, value)| {
        let [at_least, at_most] = names.rows(place);
        let row = if *value > 0 { at_most } else { at_least };
        format!("{row} {} *", value.abs())
    });
    seats.collect()
}

/// Every odd component sends somebody to the Tutte set: twice its inequality, and its rows. The set takes one each: less
/// its rows.
fn infeasibility(names: &Names<'_>, obstruction: &Obstruction) -> String {
    let Obstruction { tutte_set, odd_components } = obstruction;
    let mut text = odd_rows(names, 1, odd_components.iter().map(Vec::as_slice));
    let odd = (1..=odd_components.len()).map(|number| format!("@odd{number} 2 *"));
    let members = odd_components.iter().flat_map(|group| names.rows_of(group, 0));
    let takers = names.rows_of(tutte_set, 1);
    let terms: Vec<String> = odd.chain(members).chain(takers).collect();
    put!(text, "@none pol {};\noutput NONE;\nconclusion UNSAT : @none;\n", sum(&terms));
    text
}

/// The line of each odd set: at most `(|S| - 1) / 2` pairs within it.
fn odd_rows<'a>(names: &Names<'_>, first: usize, sets: impl Iterator<Item = &'a [Seat]>) -> String {
    let mut text = String::new();
    for (number, set) in (first..).zip(sets) {
        let [least, most] = [0, 1].map(|side| names.rows_of(set, side).collect_vec());
        put!(text, "@odd{number} pol {} 2 d {} +;\n", sum(&least), sum(&most));
    }
    text
}

/// The pairs of the pairing, by their places, in order.
fn made(weights: &CombinedWeights, pairing: &Pairing) -> BTreeSet<[usize; 2]> {
    let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
    let bye = pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]);
    let places = boards.chain(bye).filter_map(|[one, other]| Some([weights.place(one)?, weights.place(other)?]));
    places.map(|[one, other]| [one.min(other), one.max(other)]).collect()
}

/// The variables of the pairing.
fn chosen(names: &Names<'_>, pairing: &Pairing) -> String {
    let weights = names.weights;
    let made = made(weights, pairing);
    // Both are in the order of the seats.
    let number = |made: &[usize; 2]| weights.pairs.binary_search_by_key(made, |pair| [pair.high, pair.low]).ok();
    made.iter().filter_map(number).map(|pair| names.of(pair)).join(" ")
}

/// The places of seats that are known to be in the round.
fn places(weights: &CombinedWeights, seats: &[Seat]) -> impl Iterator<Item = usize> {
    seats.iter().filter_map(|seat| weights.place(*seat))
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
