//! A proof in the form of VeriPB (<https://gitlab.com/MIAOresearch/software/VeriPB>), a checker that knows nothing of
//! chess: a pseudo-Boolean program (OPB) with a binary for each legal pair, and its optimum by cutting planes.
//!
//! Each seat has one row, `sum of its pairs = 1`, which VeriPB takes for two: at least 1, at most 1. The rows of an odd
//! set `S`, added up, say that twice the pairs within and once those that leave it are at least `|S|`. Halved and rounded
//! up, they say that the pairs within and those that leave it are at least `(|S| + 1) / 2`. With the rows that say at most 1,
//! this is Edmonds' inequality: the pairs within are at most `(|S| - 1) / 2`. One line of the proof derives it for each odd set,
//! and one line adds rows and odd sets, each times its dual value: the numbers are those of the certificate.

pub mod by_rules;
mod folder;

pub use folder::{Folder, MOST_SEATS, lists_pairs};

use crate::files::printable::printable;
use crate::graph::budget::spend;
use crate::model::{Objective, Unit};
use crate::proof::{
    Certificate, Claim, CombinedWeights, Dual, LegalPair, Listing, Obstruction, Proof, ProofRefusal, checked,
};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

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
    pub fn new(
        state: &RoundState,
        objective: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
    ) -> Result<Option<Self>, ProofRefusal> {
        let weights = checked(state, objective, pairing, certificate, Listing::All)?;
        let name = |seat: &Seat| match seat {
            Seat::Player(id) => id.to_string(),
            Seat::Bye => "bye".to_owned(),
        };
        let names = weights.seats.iter().map(name).collect();
        let writer = RoundWriter { state, objective, weights, names };
        let (mut opb, mut proof) = (Vec::new(), Vec::new());
        // Writing to memory cannot fail.
        let _ = match &certificate.proof {
            Proof::Optimal(dual) => writer.write_optimality(&mut proof, dual, pairing),
            Proof::Infeasible(obstruction) => writer.write_infeasibility(&mut proof, obstruction),
            Proof::OptimalWithCaps(_) | Proof::InfeasibleByCaps(_) => return Ok(None),
        };
        let _ = writer.write_program(&mut opb, certificate.claim() != Claim::Infeasible);
        let [opb, lines] = [opb, proof].map(|text| String::from_utf8_lossy(&text).into_owned());
        let rows = 2 * writer.weights.seats.len();
        let proof = format!("pseudo-Boolean proof version 3.0\nf {rows};\n{lines}end pseudo-Boolean proof;\n");
        Ok(Some(Self { opb, proof }))
    }
}

/// Writes a round. The row of the seat at a place `p` is `2 p + 1`, at least one pair, and `2 p + 2`, at most one.
struct RoundWriter<'a> {
    state: &'a RoundState,
    objective: &'a Objective,
    weights: CombinedWeights,
    /// Those of the seats.
    names: Vec<String>,
}

impl RoundWriter<'_> {
    fn write_pair(&self, out: &mut dyn Write, LegalPair { high, low, .. }: &LegalPair) -> io::Result<()> {
        spend(1);
        write!(out, "x_{}_{}", self.names[*high], self.names[*low])
    }

    fn places(&self, seats: &[Seat]) -> Vec<usize> {
        seats.iter().filter_map(|seat| self.weights.place(*seat)).collect()
    }

    fn write_program(&self, out: &mut dyn Write, has_objective: bool) -> io::Result<()> {
        let Self { state, objective, weights, .. } = self;
        writeln!(out, "* #variable= {} #constraint= {}", weights.pairs.len(), weights.seats.len())?;
        writeln!(out, "* Round {} by model {}.", state.round(), printable(&objective.name))?;
        let what =
            "x_A_B is 1 if A and B meet, x_A_bye if A has the bye, by pairing numbers. Every legal pair is here.";
        writeln!(out, "* {what}")?;
        if has_objective {
            self.explain_objective(out)?;
            write!(out, "min:")?;
            for pair in weights.pairs.iter().filter(|pair| weights.of_pair(pair) != 0) {
                write!(out, " {} ", -weights.of_pair(pair))?;
                self.write_pair(out, pair)?;
            }
            writeln!(out, " ;")?;
        }
        let mut pairs_of = vec![Vec::new(); weights.seats.len()];
        for pair in &weights.pairs {
            pairs_of[pair.high].push(pair);
            pairs_of[pair.low].push(pair);
        }
        for (seat, pairs) in weights.seats.iter().zip(pairs_of) {
            match seat {
                Seat::Bye => writeln!(out, "* the bye")?,
                Seat::Player(id) => {
                    let name = state.player(*id).map_or("", |player| player.name.as_str());
                    writeln!(out, "* player {id}: {}", printable(name))?;
                }
            }
            for pair in pairs {
                write!(out, "1 ")?;
                self.write_pair(out, pair)?;
                write!(out, " ")?;
            }
            writeln!(out, "= 1 ;")?;
        }
        Ok(())
    }

    /// What a unit of each tier weighs.
    fn explain_objective(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { objective, weights, .. } = self;
        let is_in_tenths = objective.tiers.iter().all(|tier| tier.unit() == Unit::TENTH);
        let unit = if is_in_tenths { ", in tenths," } else { "" };
        writeln!(out, "* The objective is minus the value{unit} of all tiers as one number:")?;
        for (tier, scale) in objective.tiers.iter().zip(&weights.scales) {
            let of = if is_in_tenths { String::new() } else { format!("for a {} ", tier.unit()) };
            writeln!(out, "*   {scale} {of}of {}", printable(&tier.name))?;
        }
        let unique = weights.scales.get(objective.tiers.len());
        let what = "of pairs that the pairing does not make: if it is an optimum, it is the only one";
        unique.map_or(Ok(()), |scale| writeln!(out, "*   {scale} {what}"))
    }

    fn write_optimality(&self, out: &mut dyn Write, dual: &Dual, pairing: Option<&Pairing>) -> io::Result<()> {
        write_odd_rows(out, dual.odd_sets.iter().map(|set| self.places(&set.seats)))?;
        let seats = dual.seats.iter().map(|entry| entry.dual).enumerate().filter(|(_, value)| *value != 0);
        let seats = seats.map(|(place, value)| {
            let row = if value > 0 { 2 * place + 2 } else { 2 * place + 1 };
            format!("{row} {} *", value.abs())
        });
        let odd_sets = (1..).zip(&dual.odd_sets).filter(|(_, set)| set.dual > 0);
        let odd_sets = odd_sets.map(|(number, set)| format!("@odd{number} {} *", set.dual));
        let terms: Vec<String> = seats.chain(odd_sets).collect();
        if terms.is_empty() {
            // Nothing is worth anything, which needs no proof.
            writeln!(out, "@bound rup >= 0;")?;
        } else {
            write!(out, "@bound pol ")?;
            write_sum(out, &terms)?;
            writeln!(out, ";")?;
        }
        write!(out, "sol")?;
        let made = pairing.map(|pairing| self.made(pairing)).unwrap_or_default();
        if made.is_empty() {
            write!(out, " ")?;
        }
        for pair in made {
            write!(out, " ")?;
            self.write_pair(out, pair)?;
        }
        let value = -dual.bound;
        writeln!(out, ";\noutput NONE;\nconclusion BOUNDS {value} : @bound {value};")
    }

    /// Every odd component sends somebody to the Tutte set: twice its inequality, and its rows. The set takes one each: less
    /// its rows.
    fn write_infeasibility(&self, out: &mut dyn Write, obstruction: &Obstruction) -> io::Result<()> {
        let odd: Vec<Vec<usize>> = obstruction.odd_components.iter().map(|seats| self.places(seats)).collect();
        let members = odd.concat();
        write_impossible(out, odd, &members, &self.places(&obstruction.tutte_set))
    }

    /// The pairs of the pairing, in the order of the seats, as all pairs are.
    fn made(&self, pairing: &Pairing) -> Vec<&LegalPair> {
        let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
        let bye = pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]);
        let places = boards.chain(bye).map(|seats| self.places(&seats));
        let made: BTreeSet<Vec<usize>> = places.map(|places| places.into_iter().sorted().collect()).collect();
        let pairs = &self.weights.pairs;
        let number = |made: &Vec<usize>| pairs.binary_search_by(|pair| [pair.high, pair.low][..].cmp(made)).ok();
        made.iter().filter_map(number).map(|number| &pairs[number]).collect()
    }
}

/// The line of each odd set, of places: at most `(|S| - 1) / 2` pairs within it.
fn write_odd_rows(out: &mut dyn Write, sets: impl IntoIterator<Item = Vec<usize>>) -> io::Result<()> {
    for (number, set) in (1..).zip(sets) {
        let of_all = |out: &mut dyn Write, row: usize| {
            add(out, 0..set.len(), &mut |out, member| write!(out, "{}", 2 * set[member] + row))
        };
        write!(out, "@odd{number} pol ")?;
        of_all(out, 1)?;
        write!(out, " 2 d ")?;
        of_all(out, 2)?;
        writeln!(out, " +;")?;
    }
    Ok(())
}

/// That there is no pairing: the lines of `odd`, odd sets, twice each; the rows of `members`, of whom each odd set sends one; less those
/// of `takers`.
fn write_impossible(out: &mut dyn Write, odd: Vec<Vec<usize>>, members: &[usize], takers: &[usize]) -> io::Result<()> {
    let sent = (1..=odd.len()).map(|number| format!("@odd{number} 2 *"));
    let least = members.iter().map(|place| (2 * place + 1).to_string());
    let most = takers.iter().map(|place| (2 * place + 2).to_string());
    let terms: Vec<String> = sent.chain(least).chain(most).collect();
    write_odd_rows(out, odd)?;
    write!(out, "@none pol ")?;
    write_sum(out, &terms)?;
    writeln!(out, ";\noutput NONE;\nconclusion UNSAT : @none;")
}

fn write_sum(out: &mut dyn Write, terms: &[String]) -> io::Result<()> {
    add(out, 0..terms.len(), &mut |out, term| write!(out, "{}", terms[term]))
}

/// The sum of these terms in reverse Polish notation, halved again and again so that long constraints are seldom added.
fn add(
    out: &mut dyn Write,
    terms: Range<usize>,
    term: &mut dyn FnMut(&mut dyn Write, usize) -> io::Result<()>,
) -> io::Result<()> {
    match terms.len() {
        0 => Ok(()),
        1 => term(out, terms.start),
        count => {
            let middle = terms.start + count / 2;
            add(out, terms.start..middle, term)?;
            write!(out, " ")?;
            add(out, middle..terms.end, term)?;
            write!(out, " +")
        }
    }
}
