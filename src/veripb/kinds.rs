//! The program over kinds of players: a large field has millions of pairs, and few kinds.
//!
//! The players of a kind are worth the same to everybody, and the certificate gives the same to them: see [`Kinds`]. `y_A_B` is how many
//! boards the kinds A and B have with each other, and the row of a kind says that all of its players are at a board. So every pairing makes a
//! point of this program that weighs at least as much. Who has met whom is forgotten, but for two kinds without any legal pair, which have
//! no `y`. The dual values of the certificate are the same within a kind. So they prove the same bound.
//!
//! `VeriPB` proves that no point of the program weighs more than the bound. That the program has room for all pairings, and that none
//! weighs more than its point, is for [`checked`] to see, which looks at every legal pair.

use super::{Form, Names, Veripb, explain_objective, lines, made, proof};
use crate::graph::budget::spend;
use crate::model::export::digits_of;
use crate::model::{Formulation, Objective, PairModel, Tier};
use crate::printable::printable;
use crate::proof::{
    Certificate, Claim, CombinedWeights, Dual, Kinds, LegalPair, Listing, OddSet, Proof, ProofRefusal, SeatDual,
    checked,
};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The program over kinds of players and its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverKinds {
    /// The files, if there are any.
    pub files: Option<Veripb>,
    /// What they leave out and why, in a sentence without a full stop; `None` if they have all tiers.
    pub left_out: Option<String>,
}

impl Veripb {
    /// The program over at most `most` kinds of players and its proof, for the same certificate. If all tiers take more kinds, as
    /// where one of them goes by places, it is about as many of the first tiers as can be.
    ///
    /// # Errors
    /// As [`Veripb::new`].
    pub fn of_kinds(
        state: &RoundState,
        objective: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
        most: usize,
    ) -> Result<OverKinds, ProofRefusal> {
        let none = |why: String| {
            let left_out = format!("there is no program over kinds of players for VeriPB: {why}");
            OverKinds { files: None, left_out: Some(left_out) }
        };
        let Some(kinds_of_all) = kinds(state, objective, certificate) else {
            checked(state, objective, pairing, certificate, Listing::Deciding)?;
            return Ok(none("kinds have neither slots nor caps".to_owned()));
        };
        let count = kinds_of_all.count();
        if count <= most {
            let files = Some(written(state, objective, &[], pairing, certificate, &kinds_of_all)?);
            return Ok(OverKinds { files, left_out: None });
        }
        let weights = checked(state, objective, pairing, certificate, Listing::Deciding)?;
        for tiers in (1..objective.tiers.len()).rev() {
            let (first, rest) = objective.tiers.split_at(tiers);
            let of_first = Objective { tiers: first.to_vec(), ..objective.clone() };
            // Without any pairing no tier has a scale.
            let Some(scale) = weights.scales.get(tiers - 1) else { break };
            let Some(leading) = leading(certificate, *scale) else { break };
            let Some(kinds) = kinds(state, &of_first, &leading).filter(|kinds| kinds.count() <= most) else { continue };
            // The first tiers may have no whole dual values.
            let Ok(files) = written(state, &of_first, rest, pairing, &leading, &kinds) else { continue };
            let left_out = format!(
                "the program for VeriPB leaves out {}: with that there are {count} kinds of players, and it is written for up to {most}; the \
                 certificate proves all tiers",
                names_of(rest)
            );
            return Ok(OverKinds { files: Some(files), left_out: Some(left_out) });
        }
        Ok(none(format!(
            "it is written for up to {most} kinds, and these are {count}; the certificate proves the same"
        )))
    }
}

/// The kinds of a certificate; `None` if there is no program over them.
fn kinds(state: &RoundState, objective: &Objective, certificate: &Certificate) -> Option<Kinds> {
    // Where no pairing is possible, no tier tells players apart.
    let without_tiers = Objective { tiers: Vec::new(), ..objective.clone() };
    let told_apart = if certificate.claim() == Claim::Infeasible { &without_tiers } else { objective };
    let model = PairModel::new(state, told_apart);
    let kinds = Kinds::new(state, certificate, |place| model.kind(place));
    kinds.filter(|_| objective.formulation == Formulation::Pairs && !objective.has_caps())
}

fn names_of(tiers: &[Tier]) -> String {
    tiers.iter().map(|tier| printable(&tier.name)).join(", ")
}

/// The program over these kinds and its proof, both checked. The tiers in `rest` come after those of the objective.
fn written(
    state: &RoundState,
    objective: &Objective,
    rest: &[Tier],
    pairing: Option<&Pairing>,
    certificate: &Certificate,
    kinds: &Kinds,
) -> Result<Veripb, ProofRefusal> {
    let weights = checked(state, objective, pairing, certificate, Listing::Kinds(kinds))?;
    let writer = KindWriter { kinds, weights: &weights };
    let opb = writer.program(state, objective, rest, certificate.claim() != Claim::Infeasible);
    let made = pairing.map(|pairing| writer.literals(pairing)).unwrap_or_default();
    let names = Names::new(&weights, Form::Kinds(kinds));
    Ok(Veripb { opb, proof: proof(2 * kinds.count(), &lines(&names, objective, certificate, &made)) })
}

/// A certificate about the first tiers, the last of which has this `scale`: what the dual values have of it, to the nearest. What is left
/// of each is that of the tiers after them, which is less than a unit unless it takes halves. `None` if there is no pairing.
fn leading(certificate: &Certificate, scale: i128) -> Option<Certificate> {
    let Proof::Optimal(dual) = &certificate.proof else { return None };
    let nearest = |value: i128| (2 * value + scale).div_euclid(2 * scale);
    let seats: Vec<SeatDual> = dual.seats.iter().map(|one| SeatDual { dual: nearest(one.dual), ..*one }).collect();
    let odd_sets = dual.odd_sets.iter().map(|set| OddSet { dual: nearest(set.dual), ..set.clone() });
    let odd_sets: Vec<OddSet> = odd_sets.filter(|set| set.dual != 0).collect();
    let within: i128 = odd_sets.iter().map(|set| (set.seats.len() as i128 - 1) / 2 * set.dual).sum();
    let bound = within + seats.iter().map(|one| one.dual).sum::<i128>();
    Some(Certificate { unique: false, proof: Proof::Optimal(Dual { bound, seats, odd_sets }), ..certificate.clone() })
}

struct KindWriter<'a> {
    kinds: &'a Kinds,
    /// Those of a heaviest pair of each two kinds.
    weights: &'a CombinedWeights,
}

impl KindWriter<'_> {
    fn of_pair(&self, LegalPair { high, low, .. }: &LegalPair) -> [usize; 2] {
        self.kinds.of_pair(*high, *low)
    }

    /// What the binaries of two kinds count, and their names.
    fn digits(&self, [one, other]: [usize; 2]) -> impl Iterator<Item = (i128, String)> {
        spend(1);
        let most = i64::try_from(self.kinds.most([one, other])).unwrap_or(i64::MAX);
        let digits = digits_of(most).into_iter().zip(1..);
        digits.map(move |(digit, place)| (digit.into(), format!("y_{}_{}_{place}", one + 1, other + 1)))
    }

    fn program(&self, state: &RoundState, objective: &Objective, rest: &[Tier], has_objective: bool) -> String {
        let Self { kinds, weights } = self;
        let cells = || weights.pairs.iter().map(|pair| (pair, self.of_pair(pair)));
        let variables: usize = cells().map(|(_, cell)| self.digits(cell).count()).sum();
        let mut text = format!("* #variable= {variables} #constraint= {}\n", kinds.count());
        put!(text, "* Round {} by model {}, by kinds of players.\n", state.round(), printable(&objective.name));
        text.push_str(
            "* y_A_B is how many boards the kinds A and B have: y_A_B_1 counts 1, y_A_B_2 counts 2, y_A_B_3 counts 4 and so on; the last one \
             makes up the most that there can be.\n\
             * Two kinds without y have no legal pair. No legal pair of two kinds weighs more than their y. VeriPB does not see that: \
             swiss-ilp verify --proof looks at every pair.\n",
        );
        let mut rows: Vec<String> = vec![String::new(); kinds.count()];
        if has_objective {
            explain_objective(&mut text, objective, weights);
            if !rest.is_empty() {
                put!(text, "* It leaves out the tiers after them: {}\n", names_of(rest));
            }
            text.push_str("min:");
        }
        for (pair, [one, other]) in cells() {
            let weight = if has_objective { weights.of_pair(pair) } else { 0 };
            for (digit, name) in self.digits([one, other]) {
                if weight != 0 {
                    put!(text, " {} {name}", -weight * digit);
                }
                // A board of two of a kind has both.
                let seats = if one == other { 2 * digit } else { digit };
                put!(rows[one], "{seats} {name} ");
                if one != other {
                    put!(rows[other], "{seats} {name} ");
                }
            }
        }
        if has_objective {
            text.push_str(" ;\n");
        }
        for (kind, row) in rows.iter().enumerate() {
            let members = kinds.members(kind);
            put!(text, "* kind {}: {}\n{row}= {} ;\n", kind + 1, self.list(members), members.len());
        }
        text
    }

    /// These seats, with `-` for all between two.
    fn list(&self, places: &[usize]) -> String {
        let name = |seat: &Seat| match seat {
            Seat::Player(id) => id.to_string(),
            Seat::Bye => "the bye".to_owned(),
        };
        let mut seats: Vec<Seat> = places.iter().map(|place| self.weights.seats[*place]).collect();
        seats.sort_unstable();
        let follows = |one: Seat, next: Seat| matches!((one, next), (Seat::Player(one), Seat::Player(next)) if next.0 == one.0 + 1);
        let mut runs: Vec<[Seat; 2]> = Vec::new();
        for seat in seats {
            match runs.last_mut() {
                Some([_, last]) if follows(*last, seat) => *last = seat,
                _ => runs.push([seat, seat]),
            }
        }
        let words = runs
            .iter()
            .map(|[first, last]| if first == last { name(first) } else { format!("{}-{}", name(first), name(last)) });
        words.collect_vec().join(" ")
    }

    /// The binaries that the pairing sets.
    fn literals(&self, pairing: &Pairing) -> String {
        let mut boards: BTreeMap<[usize; 2], i128> = BTreeMap::new();
        for [one, other] in made(self.weights, pairing) {
            *boards.entry(self.kinds.of_pair(one, other)).or_default() += 1;
        }
        let mut names = Vec::new();
        for (cell, mut left) in boards {
            let digits = self.digits(cell).collect_vec();
            // Each digit is at most one more than all smaller ones together, so what is left is always a sum of them.
            for (digit, name) in digits.into_iter().sorted_by_key(|(digit, _)| -digit) {
                if digit <= left {
                    left -= digit;
                    names.push(name);
                }
            }
        }
        names.join(" ")
    }
}
