//! The program of slots, and how a proof about it becomes one about pairs.
//!
//! The program has the columns and rows of [`SlotModel`]. A column that is more than a binary is a sum of them. The proof defines
//! `s_A_B_J`, that A with White and B with Black sit in slot J, and `x_A_B`, that A and B meet. These lines follow from the rows of slots:
//!
//! - A player sits in a slot if he has one `s` there (`@ge`, `@le`), and a full slot has one `s` (`@full_ge`, `@full_le`).
//! - A player has a colour if one of his `s` gives it to him (`@colour_ge`, `@colour_le`).
//! - A slot loses at least what its `s` does (`@loss`). If it lost less, an `s` would be there that loses too much, and a second one.
//! - A cap counts the `s` that it is about.
//!
//! So each player has one `x` or the bye (`@atleast`, `@atmost`), the caps count `x` (`@cap`), and the objective is at least what the
//! pairs cost (`@cost`). The rest is the proof of the pairs.
//!
//! One step comes again and again. At most one of `k` binaries is 1, and each of them implies `y`; so their sum is at most `y`: the
//! first `k - 1` times and all of the others make `k` times that, and less than `k` beyond it.

use super::{Form, Names, Veripb, lines, proof, sum};
use crate::graph::budget::spend;
use crate::model::export::digits_of;
use crate::model::families::slots as families;
use crate::model::{Formulation, Objective, Program, SlotModel};
use crate::printable::printable;
use crate::proof::{Certificate, Claim, LegalPair, Listing, ProofRefusal, checked};
use crate::tournament::{Board, Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most players. `VeriPB` takes seconds for so many, and minutes for twice as many.
pub const MOST_PLAYERS: usize = 24;

const COLOURS: [char; 2] = ['W', 'B'];

impl Veripb {
    /// The program of slots and its proof, for the same certificate; `None` if it is [left out](Veripb::slots_left_out).
    ///
    /// # Errors
    /// As [`Veripb::new`].
    pub fn of_slots(
        state: &RoundState,
        objective: &Objective,
        pairing: Option<&Pairing>,
        certificate: &Certificate,
    ) -> Result<Option<Self>, ProofRefusal> {
        if Self::slots_left_out(state, objective, certificate).is_some() {
            return Ok(None);
        }
        let weights = checked(state, objective, pairing, certificate, Listing::All)?;
        let names = Names::new(&weights, Form::Slots);
        let model = SlotModel::new(state, objective);
        let mut writer = SlotWriter::new(&names, &model.program);
        let has_objective = certificate.claim() != Claim::Infeasible;
        let opb = writer.program(state, objective, has_objective);
        writer.derive(objective, has_objective);
        let point = certificate.slots.iter().flatten();
        let boards = point.map(|[white, black]| Board { white: PlayerId(*white), black: PlayerId(*black) });
        let columns = model.columns(state, &boards.collect_vec(), pairing.and_then(|pairing| pairing.bye));
        let made = columns.map(|columns| writer.literals(&columns)).unwrap_or_default();
        let text = std::mem::take(&mut writer.text) + &lines(&names, objective, certificate, &made);
        Ok(Some(Self { opb, proof: proof(writer.constraints, &text) }))
    }

    /// Why a proof has no program of slots; `None` if it has one.
    #[must_use]
    pub fn slots_left_out(state: &RoundState, objective: &Objective, certificate: &Certificate) -> Option<String> {
        let players = state.players().len();
        if objective.formulation == Formulation::Pairs {
            Some("the model is one of pairs".to_owned())
        } else if certificate.unique {
            Some("a pairing is several points in slots, so no point is the only optimum".to_owned())
        } else if players < 2 {
            Some("there is no slot".to_owned())
        } else if players > MOST_PLAYERS {
            Some(format!("it is written for up to {MOST_PLAYERS} players, and these are {players}"))
        } else {
            None
        }
    }
}

/// Two players, by their places, and what they lose in a slot.
type Loss = (usize, usize, i64);

/// The lines so far.
struct SlotWriter<'a> {
    names: &'a Names<'a>,
    program: &'a Program,
    /// The binaries of each column, with what they count.
    digits: Vec<Vec<(i64, String)>>,
    /// The place of each column, by its name.
    columns: BTreeMap<&'a str, usize>,
    /// What each column is worth, all tiers as one number.
    worth: Vec<i128>,
    /// The numbers of the constraints of each row: at least, and at most.
    rows: BTreeMap<&'a str, [Option<usize>; 2]>,
    constraints: usize,
    /// The players, in pairing order.
    players: &'a [String],
    slots: usize,
    text: String,
}

impl<'a> SlotWriter<'a> {
    fn new(names: &'a Names<'a>, program: &'a Program) -> Self {
        let weights = names.weights;
        let players = weights.seats.iter().filter(|seat| **seat != Seat::Bye).count();
        let mut most: Vec<i64> = program.columns.iter().map(|column| column.upper.unwrap_or(1)).collect();
        let mut rows = BTreeMap::new();
        let mut constraints = 0;
        for row in &program.rows {
            let mut number = |bound: Option<i64>| {
                bound.map(|_| {
                    constraints += 1;
                    constraints
                })
            };
            rows.insert(row.name.as_str(), [number(row.lower), number(row.upper)]);
            // A column without an upper bound need not be more than its rows ask for, the first column of each.
            if let (Some((column, 1)), Some(lower)) = (row.coefficients.first(), row.lower)
                && program.columns[*column].upper.is_none()
            {
                let rest = row.coefficients[1..].iter().map(|(_, factor)| (*factor).min(0)).sum::<i64>();
                most[*column] = most[*column].max(lower - rest);
            }
        }
        let digits = program.columns.iter().zip(most).map(|(column, most)| match digits_of(most).as_slice() {
            [one] => vec![(*one, column.name.clone())],
            digits => {
                digits.iter().zip(1..).map(|(digit, place)| (*digit, format!("{}_{place}", column.name))).collect()
            }
        });
        let mut worth = vec![0; program.columns.len()];
        for (tier, scale) in program.tiers.iter().zip(&weights.scales) {
            for (column, factor) in &tier.coefficients {
                worth[*column] += scale * i128::from(*factor);
            }
        }
        Self {
            names,
            program,
            digits: digits.collect(),
            columns: program.columns.iter().enumerate().map(|(place, column)| (column.name.as_str(), place)).collect(),
            worth,
            rows,
            constraints,
            players: &names.seats[..players],
            slots: players / 2,
            text: String::new(),
        }
    }

    /// The program as the text of a file.
    fn program(&self, state: &RoundState, objective: &Objective, has_objective: bool) -> String {
        let variables: usize = self.digits.iter().map(Vec::len).sum();
        let mut text = format!("* #variable= {variables} #constraint= {}\n", self.program.rows.len());
        put!(text, "* Round {} by model {}: the program of slots.\n", state.round(), printable(&objective.name));
        for (kind, _) in self.program.kinds() {
            put!(text, "* {}: {}\n", kind.id, kind.says);
        }
        let term = |text: &mut String, column: usize, factor: i128| {
            for (digit, name) in &self.digits[column] {
                put!(text, "{} {name} ", factor * i128::from(*digit));
            }
        };
        if has_objective {
            text.push_str("* The objective is minus the value of all tiers as one number.\nmin: ");
            self.worth.iter().enumerate().filter(|(_, worth)| **worth != 0).for_each(|(column, worth)| {
                term(&mut text, column, -worth);
            });
            text.push_str(";\n");
        }
        for row in &self.program.rows {
            spend(row.coefficients.len());
            put!(text, "* {}\n", row.name);
            let (sign, relation, bound) = match (row.lower, row.upper) {
                (Some(lower), Some(_)) => (1, "=", lower),
                (Some(lower), None) => (1, ">=", lower),
                (None, upper) => (-1, ">=", -upper.unwrap_or(0)),
            };
            row.coefficients.iter().for_each(|(column, factor)| term(&mut text, *column, sign * i128::from(*factor)));
            put!(text, "{relation} {bound} ;\n");
        }
        text
    }

    /// All binaries at these values of the columns.
    fn literals(&self, columns: &[i64]) -> String {
        let mut literals = Vec::new();
        for (digits, value) in self.digits.iter().zip(columns) {
            let mut left = *value;
            // The last digit makes up the greatest value, and those before it are 1, 2, 4 and so on.
            for (digit, name) in digits.iter().rev() {
                let is_set = *digit <= left;
                left -= if is_set { *digit } else { 0 };
                literals.push(format!("{}{name}", if is_set { "" } else { "~" }));
            }
        }
        literals.join(" ")
    }

    /// The constraint of a row that says at least (0) or at most (1).
    fn row(&self, name: &str, side: usize) -> String {
        self.rows.get(name).and_then(|numbers| numbers[side]).unwrap_or(0).to_string()
    }

    fn worth(&self, column: &str) -> i128 {
        self.columns.get(column).map_or(0, |column| self.worth[*column])
    }

    fn pol(&mut self, label: &str, terms: &[String], end: &str) {
        spend(1 + terms.len());
        put!(self.text, "@{label} pol {}{end};\n", sum(terms));
    }

    fn rup(&mut self, label: &str, literals: &[&str]) {
        spend(1 + literals.len());
        put!(self.text, "@{label} rup");
        for literal in literals {
            put!(self.text, " 1 {literal}");
        }
        self.text.push_str(" >= 1;\n");
    }

    /// Of these `count` binaries at most one is 1, by the line `one`, and each implies something, by the line `implies`: at most one of
    /// them is 1, and only with that.
    fn at_most_what_they_imply(&mut self, label: &str, one: &str, implies: Vec<String>) {
        let count = implies.len();
        let mut terms = implies;
        if count > 1 {
            terms.push(format!("{one} {} *", count - 1));
        }
        self.pol(label, &terms, &format!(" {count} d"));
    }

    fn derive(&mut self, objective: &Objective, has_objective: bool) {
        for j in 1..=self.slots {
            self.define_seated(j);
            self.fill(j);
        }
        for i in 0..self.players.len() {
            self.colour(i);
        }
        let legal = self.legal();
        self.meet(&legal);
        self.seats(&legal);
        for (place, (cap, _)) in objective.caps().enumerate() {
            if let Some([kind, _, most]) = families::of_cap(&cap) {
                self.cap(place, kind.id, most.id);
            }
        }
        if has_objective {
            let losses = self.losses();
            for j in 1..=self.slots {
                for (tier, pairs) in &losses {
                    self.lose(*tier, pairs, j);
                }
            }
            self.cost(&losses, &legal);
        }
    }

    /// Who sits with whom in a slot, and with which colours.
    fn define_seated(&mut self, j: usize) {
        let players = self.players;
        for (a, b) in ordered(players) {
            let (both, [one, other]) = (seated(a, b, j), [a, b].map(|player| format!("X_{player}_{j}")));
            put!(self.text, "@red red 1 {both} 1 ~{one} 1 ~{other} 1 ~C_{a}_W >= 1 : {both} -> 1;\n");
            put!(self.text, "@red red 3 ~{both} 1 {one} 1 {other} 1 C_{a}_W >= 3 : {both} -> 0;\n");
        }
        for (a, b) in ordered(players) {
            let both = seated(a, b, j);
            let not = format!("~{both}");
            self.rup(&format!("sits_{a}_{both}"), &[&not, &format!("X_{a}_{j}")]);
            self.rup(&format!("sits_{b}_{both}"), &[&not, &format!("X_{b}_{j}")]);
            self.rup(&format!("colour_{a}_{both}"), &[&not, &format!("C_{a}_W")]);
            self.rup(&format!("colour_{b}_{both}"), &[&not, &format!("C_{b}_B")]);
        }
        for [a, b] in players.iter().array_combinations() {
            let both = [seated(a, b, j), seated(b, a, j)];
            let not = both.each_ref().map(|both| format!("~{both}"));
            self.rup("once", &not.each_ref().map(String::as_str));
            let absent = [a, b].map(|player| format!("~X_{player}_{j}"));
            self.rup("either", &[&both[0], &both[1], &absent[0], &absent[1]]);
            for player in [a, b] {
                let other = if player == a { b } else { a };
                let terms = both.iter().map(|both| format!("@sits_{player}_{both}")).chain(["@once".to_owned()]);
                self.pol(&format!("with_{player}_{other}_{j}"), &terms.collect_vec(), " 2 d");
            }
        }
    }

    /// Whoever sits in slot `j` sits with one other there, and a full slot has one pair.
    fn fill(&mut self, j: usize) {
        let players = self.players;
        let two = families::TWO_OR_NONE.name(format_args!("{j}"));
        for player in players {
            let others = || players.iter().filter(|other| *other != player);
            // The pairs and the player make at most two.
            let with = others().map(|other| format!("@with_{other}_{player}_{j}"));
            let terms = with.chain([self.row(&two, 1), format!("~Y_{j} 2 *")]).collect_vec();
            self.pol("two", &terms, "");
            let own = others().map(|other| format!("@with_{player}_{other}_{j}")).collect_vec();
            let (count, mut terms) = (own.len(), own.clone());
            terms.push(format!("@two {count} *"));
            self.pol("one", &terms, &format!(" {} d", count + 1));
            self.at_most_what_they_imply(&format!("le_{player}_{j}"), "@one", own);
            let absent = format!("~X_{player}_{j}");
            let pairs = others().flat_map(|other| [seated(player, other, j), seated(other, player, j)]).collect_vec();
            let literals = pairs.iter().map(String::as_str).chain([absent.as_str()]).collect_vec();
            self.rup(&format!("ge_{player}_{j}"), &literals);
        }
        for (label, side) in [("ge", 0), ("le", 1)] {
            let of_players = players.iter().map(|player| format!("@{label}_{player}_{j}"));
            let terms = of_players.chain([self.row(&two, side)]).collect_vec();
            self.pol(&format!("full_{label}_{j}"), &terms, " 2 d");
        }
        self.pol(&format!("one_{j}"), &[format!("@full_le_{j}"), format!("~Y_{j}")], "");
    }

    /// A player has a colour if a pair of his gives it to him. The lines `@most_…` say that he has one pair at most.
    fn colour(&mut self, place: usize) {
        let (players, slots) = (self.players, self.slots);
        let player = &players[place];
        let with_colour = |side: usize| {
            let others = players.iter().filter(|other| *other != player);
            let pairs = others.map(|other| if side == 0 { (player, other) } else { (other, player) });
            pairs.flat_map(|(a, b)| (1..=slots).map(|j| seated(a, b, j))).collect_vec()
        };
        let of_slots = |label: &str| (1..=slots).map(|j| format!("@{label}_{player}_{j}")).collect_vec();
        let once = families::ONCE.name(format_args!("{player}"));
        let terms = [of_slots("le"), vec![self.row(&once, 1)]].concat();
        self.pol(&format!("most_{player}"), &terms, "");
        for side in [0, 1] {
            let mut terms = with_colour(1 - side);
            terms.push(format!("@most_{player}"));
            terms.extend(self.bye(place));
            self.pol("one", &terms, "");
            let implies = with_colour(side).iter().map(|both| format!("@colour_{player}_{both}")).collect_vec();
            self.at_most_what_they_imply(&format!("colour_le_{player}_{}", COLOURS[side]), "@one", implies);
        }
        let one_colour = families::ONE_COLOUR.name(format_args!("{player}"));
        for side in [0, 1] {
            let other = format!("@colour_le_{player}_{}", COLOURS[1 - side]);
            let terms = [of_slots("ge"), vec![self.row(&one_colour, 1), other]].concat();
            self.pol(&format!("colour_ge_{player}_{}", COLOURS[side]), &terms, "");
        }
    }

    /// The binary that gives the bye to the player at `place`, in an odd field.
    fn bye(&self, place: usize) -> Option<String> {
        (self.players.len() % 2 == 1).then(|| families::BYE.name(format_args!("{}", self.players[place])))
    }

    /// For each tier what two players lose in a slot, if they do.
    fn losses(&self) -> Vec<(usize, Vec<Loss>)> {
        let of_tier = |tier: usize| {
            let pairs = (0..self.players.len()).array_combinations().filter_map(|[a, b]| {
                let name = families::LOSES.name(format_args!("{tier}_{}_{}_1", self.players[a], self.players[b]));
                self.rows.contains_key(name.as_str()).then_some((a, b, name))
            });
            // The row says that D is at least the loss if both are there.
            let loss = |name: &str| self.program.rows.iter().find(|row| row.name == name)?.lower.map(|lower| -lower);
            let pairs = pairs.filter_map(|(a, b, name)| Some((a, b, loss(&name)?)));
            (tier, pairs.collect_vec())
        };
        (1..=self.program.tiers.len()).map(of_tier).filter(|(_, pairs)| !pairs.is_empty()).collect()
    }

    /// The slot loses at least what its pair does, by contradiction.
    fn lose(&mut self, tier: usize, pairs: &[Loss], j: usize) {
        let players = self.players;
        let column = families::LOSS.name(format_args!("{tier}_{j}"));
        let digits = self.columns.get(column.as_str()).map(|column| self.digits[*column].clone()).unwrap_or_default();
        let items = pairs.iter().flat_map(|(a, b, loss)| {
            let (a, b) = (&players[*a], &players[*b]);
            let row = self.row(&families::LOSES.name(format_args!("{tier}_{a}_{b}_{j}")), 0);
            [(a, b, *loss, row.clone()), (b, a, *loss, row)]
        });
        let items = items.map(|(a, b, loss, row)| (a, b, seated(a, b, j), loss, row)).collect_vec();
        let mut left = digits.iter().map(|(digit, name)| format!("{digit} {name}")).collect_vec();
        left.extend(items.iter().map(|(_, _, both, loss, _)| format!("-{loss} {both}")));
        put!(self.text, "@loss_{tier}_{j} pbc {} >= 0 : subproof\n@less pol -1;\n", left.join(" "));
        let mut terms = vec!["@less".to_owned()];
        for (a, b, both, loss, row) in &items {
            spend(4);
            // It would lose less than this pair: then it has another one, too.
            put!(self.text, "@other pol @less {row} + @sits_{a}_{both} @sits_{b}_{both} + {loss} * + s;\n");
            put!(self.text, "@less_{both} rup 1 ~{both} >= 1 : ~ @other @one_{j};\n");
            terms.push(format!("@less_{both} {loss} *"));
        }
        self.pol("none", &terms, "");
        self.text.push_str("qed pbc : -1;\n");
    }

    /// The number of each legal pair of two players, by their places, or of one and the bye.
    fn legal(&self) -> BTreeMap<(usize, usize), usize> {
        let pairs = self.names.weights.pairs.iter().enumerate();
        pairs.map(|(number, LegalPair { high, low, .. })| ((*high, *low), number)).collect()
    }

    /// What the two are in all slots, with all colours.
    fn copies(&self, a: usize, b: usize) -> Vec<String> {
        let [a, b] = [a, b].map(|place| &self.players[place]);
        (1..=self.slots).flat_map(|j| [seated(a, b, j), seated(b, a, j)]).collect()
    }

    /// Two players meet if they sit in a slot; those who are no legal pair do not.
    fn meet(&mut self, legal: &BTreeMap<(usize, usize), usize>) {
        for [a, b] in (0..self.players.len()).array_combinations() {
            let copies = self.copies(a, b);
            let Some(number) = legal.get(&(a, b)) else {
                copies.iter().for_each(|both| self.rup(&format!("no_{both}"), &[&format!("~{both}")]));
                continue;
            };
            let name = self.names.of(*number);
            let [some, minus] = ["1", "-1"].map(|sign| copies.iter().map(|both| format!("{sign} {both}")).join(" "));
            put!(self.text, "@once ia {minus} >= -1 : @most_{};\n", self.players[a]);
            put!(self.text, "@meet_le_{name} red 1 ~{name} {some} >= 1 : {name} -> 0;\n");
            put!(self.text, "@meet_ge_{name} red 1 {name} {minus} >= 0 : {name} -> 1;\n");
        }
        for place in 0..self.players.len() {
            if let Some(bye) = self.bye(place).filter(|_| !legal.contains_key(&(place, self.players.len()))) {
                self.rup(&format!("no_{bye}"), &[&format!("~{bye}")]);
            }
        }
    }

    /// Each player has one legal pair, and so has the bye.
    fn seats(&mut self, legal: &BTreeMap<(usize, usize), usize>) {
        let count = self.players.len();
        let barred = |place: usize, writer: &Self| writer.bye(place).filter(|_| !legal.contains_key(&(place, count)));
        for place in 0..count {
            let player = self.players[place].clone();
            let once = self.row(&families::ONCE.name(format_args!("{player}")), 0);
            let mut least: Vec<String> = (1..=self.slots).map(|j| format!("@ge_{player}_{j}")).chain([once]).collect();
            let mut most = vec![format!("@most_{player}")];
            for other in (0..count).filter(|other| *other != place) {
                let (high, low) = (place.min(other), place.max(other));
                if let Some(number) = legal.get(&(high, low)) {
                    let name = self.names.of(*number);
                    least.push(format!("@meet_ge_{name}"));
                    most.push(format!("@meet_le_{name}"));
                } else {
                    let copies = self.copies(high, low);
                    least.extend(copies.iter().map(|both| format!("@no_{both}")));
                    most.extend(copies);
                }
            }
            if let Some(bye) = barred(place, self) {
                least.push(format!("@no_{bye}"));
                most.push(bye);
            }
            self.pol(&format!("atleast_{player}"), &least, "");
            self.pol(&format!("atmost_{player}"), &most, "");
        }
        if count % 2 == 1 {
            let byes = (0..count).filter_map(|place| barred(place, self)).collect_vec();
            let [least, most] = [0, 1].map(|side| self.row(families::ONE_BYE.id, side));
            let none = byes.iter().map(|bye| format!("@no_{bye}")).chain([least]).collect_vec();
            self.pol("atleast_bye", &none, "");
            self.pol("atmost_bye", &[byes, vec![most]].concat(), "");
        }
    }

    /// The cap at `place` holds for the pairs that it counts.
    fn cap(&mut self, place: usize, kind: &str, most: &str) {
        let (names, players) = (self.names, self.players);
        let is_counted = |pair: &LegalPair| pair.is_counted.get(place).copied().unwrap_or_default();
        let counted = names.weights.pairs.iter().enumerate().filter(|(_, pair)| is_counted(pair)).collect_vec();
        let mut terms = vec![self.row(most, 1)];
        for j in 1..=self.slots {
            let column = format!("{kind}_{j}");
            let of_pair = |pair: &LegalPair| {
                let [a, b] = [pair.high, pair.low].map(|place| &players[place]);
                [seated(a, b, j), seated(b, a, j)]
            };
            let own = counted.iter().flat_map(|(_, pair)| of_pair(pair)).collect_vec();
            if own.is_empty() {
                terms.push(column);
                continue;
            }
            let others = ordered(players).map(|(a, b)| seated(a, b, j)).filter(|both| !own.contains(both));
            let one = others.chain([format!("@one_{j}")]).collect_vec();
            self.pol("one", &one, "");
            own.iter().for_each(|both| self.rup(&format!("counts_{both}"), &[&format!("~{both}"), &column]));
            let implies = own.iter().map(|both| format!("@counts_{both}")).collect();
            self.at_most_what_they_imply(&format!("counts_{j}"), "@one", implies);
            terms.push(format!("@counts_{j}"));
        }
        terms.extend(counted.iter().map(|(number, _)| format!("@meet_le_{}", names.of(*number))));
        self.pol(names.cap(place).trim_start_matches('@'), &terms, "");
    }

    /// The objective is at least what the pairs cost.
    fn cost(&mut self, losses: &[(usize, Vec<Loss>)], legal: &BTreeMap<(usize, usize), usize>) {
        let (players, slots, names) = (self.players, self.slots, self.names);
        let mut terms = Vec::new();
        // A line by which the sum is at least what the column is, or at most.
        let times = |line: &str, rest: &str, worth: i128| {
            let side = if worth > 0 { "ge" } else { "le" };
            (worth != 0).then(|| format!("@{line}_{side}_{rest} {} *", worth.abs()))
        };
        for player in players {
            for colour in COLOURS {
                terms.extend(times(
                    "colour",
                    &format!("{player}_{colour}"),
                    self.worth(&format!("C_{player}_{colour}")),
                ));
            }
        }
        let full = self.worth("Y_1");
        terms.extend((1..=slots).filter_map(|j| times("full", &j.to_string(), full)));
        let mut lost: BTreeMap<(usize, usize), i128> = BTreeMap::new();
        for (tier, pairs) in losses {
            let worth = -self.worth(&families::LOSS.name(format_args!("{tier}_1")));
            terms.extend((1..=slots).map(|j| format!("@loss_{tier}_{j} {worth} *")));
            pairs.iter().for_each(|(a, b, loss)| *lost.entry((*a, *b)).or_default() += worth * i128::from(*loss));
        }
        // What is worth more than its pair cannot be, and what is worth less may be taken for as much.
        let mut levelled = |writer: &mut Self, variables: Vec<String>, worth: i128, pair: i128, is_none: bool| {
            for variable in variables.into_iter().filter(|_| worth != pair) {
                if worth > pair && !is_none {
                    writer.rup(&format!("no_{variable}"), &[&format!("~{variable}")]);
                }
                let line = if worth > pair { format!("@no_{variable}") } else { variable };
                terms.push(format!("{line} {} *", (worth - pair).abs()));
            }
        };
        for [one, other] in (0..players.len()).array_combinations() {
            let number = legal.get(&(one, other));
            let pair = number.map_or(0, |number| names.weights.of_pair(&names.weights.pairs[*number]));
            for (a, b) in [(one, other), (other, one)] {
                let [a, b] = [a, b].map(|place| &players[place]);
                let own = self.worth(&format!("C_{a}_W")) + self.worth(&format!("C_{b}_B"));
                let worth = full + own - lost.get(&(one, other)).copied().unwrap_or_default();
                let variables = (1..=slots).map(|j| seated(a, b, j)).collect();
                levelled(self, variables, worth, pair, number.is_none());
            }
        }
        for place in 0..players.len() {
            let Some(bye) = self.bye(place) else { continue };
            let number = legal.get(&(place, players.len()));
            let pair = number.map_or(0, |number| names.weights.of_pair(&names.weights.pairs[*number]));
            let worth = self.worth(&bye);
            levelled(self, vec![bye], worth, pair, number.is_none());
        }
        for (_, number) in legal.iter().filter(|((_, low), _)| *low < players.len()) {
            let pair = names.weights.of_pair(&names.weights.pairs[*number]);
            terms.extend(times("meet", &names.of(*number), pair));
        }
        if terms.is_empty() {
            self.text.push_str("@cost rup >= 0;\n");
        } else {
            self.pol("cost", &terms, "");
        }
    }
}

/// The variable that `a` with White and `b` with Black sit in slot `j`.
fn seated(a: &str, b: &str, j: usize) -> String {
    format!("s_{a}_{b}_{j}")
}

/// Any two players, in both orders.
fn ordered(players: &[String]) -> impl Iterator<Item = (&String, &String)> {
    players.iter().cartesian_product(players).filter(|(a, b)| a != b)
}
