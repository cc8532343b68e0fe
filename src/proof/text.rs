//! The student's text, read board by board.
//!
//! A proof speaks of boards: what two players are worth in a slot, and one without. This module reads the text's program in its own
//! columns and rows, without a word on how they were made, and takes from them
//!
//! - that a slot has two players or none, and a player sits in one slot at most, or has the one bye;
//! - what two players are worth in a slot at most, with the colours, L, M, H and Z that the rows leave them; what a player is worth
//!   without a slot, and with the bye. A row of two players is about them alone: where they do not share the slot, it must hold whatever
//!   colours they have, or say that one of them sits with the other only.
//!
//! So a point of the program is worth the sum of its boards, of the players without one, and of the bye; and each such sum is a point.
//! A program in which this is not so is refused: what it has beyond is named.
//!
//! Then it is a matching in which players may be left without a partner. Dual values u and odd sets with z >= 0 prove an optimum, as
//! [`Dual`](super::Dual) says, and nobody who may be left is worth more alone than u. Where nobody may be left, that is a perfect
//! matching. A set of odd components, in which nobody may be left, proves that there is no point.

use super::ProofRefusal;
use super::check::{DualSums, no_better, no_pairing, places, refusal, refuse};
use super::weights::{CombinedWeights, LegalPair};
use super::{Certificate, Claim, Proof};
use crate::graph::budget::spend;
use crate::model::families::slots as families;
use crate::model::{Index, Program, ProgramColumn, SeedModel, SeedText, seed_columns};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use num_integer::Integer;
use std::collections::BTreeMap;

const CHECK: &str = "proof.slots";

/// More than the columns of a round are worth.
const FAR: i128 = 1 << 62;

/// How many columns a player has for itself: White, Black, no colour, L and M.
const OWN: usize = 5;
/// Those of the colours are the first, and the only ones that rows of two players have.
const COLOURS: u8 = 0b111;

/// What a column stands for. Players are their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Seat(usize),
    /// One of [`OWN`].
    Own(usize, usize),
    Bye(usize),
    Full,
    /// An H; of a player, if it is not of a slot.
    Difference(Option<usize>),
    Switch,
}

struct TextColumn {
    role: Role,
    slot: Option<usize>,
    is_whole: bool,
    /// What it is worth in each tier.
    worth: Vec<i128>,
}

/// A row without the columns of which there is one of a kind.
struct TextRow {
    name: String,
    seats: Vec<(usize, i64)>,
    own: Vec<(usize, usize, i64)>,
    byes: Vec<(usize, i64)>,
    lower: i64,
    upper: i64,
    slot: Option<usize>,
    /// The Z or H of the row.
    other: Option<(usize, i64)>,
}

impl TextRow {
    /// The least and the greatest value of the sum where these players sit, with these columns of their own; `None` for any.
    fn sum(&self, sits: impl Fn(usize) -> bool, own: impl Fn(usize) -> Option<u8>) -> (i64, i64) {
        let seats: i64 = self.seats.iter().filter(|(player, _)| sits(*player)).map(|(_, factor)| factor).sum();
        self.own.iter().fold((seats, seats), |(least, most), (player, column, factor)| match own(*player) {
            Some(bits) => {
                let value = factor * i64::from(bits >> column & 1);
                (least + value, most + value)
            }
            None => (least + factor.min(&0), most + factor.max(&0)),
        })
    }

    /// Whether all these sums keep the row, with this value of its Z.
    fn is_sure(&self, (least, most): (i64, i64), switch: i64) -> bool {
        let shift = self.other.map_or(0, |(_, factor)| factor * switch);
        least + shift >= self.lower && most + shift <= self.upper
    }
}

/// Rows that share a Z, or a row alone.
type Unit = Vec<usize>;

fn is_kept(rows: &[TextRow], unit: &Unit, sits: impl Fn(usize) -> bool, own: impl Fn(usize) -> Option<u8>) -> bool {
    (0..=1).any(|switch| unit.iter().all(|row| rows[*row].is_sure(rows[*row].sum(&sits, &own), switch)))
}

/// What the columns of a player's own can be in some place, and what that is worth.
type Choices = Vec<(u8, Vec<i128>)>;

/// Two players in a slot, as well as they can be.
pub(crate) struct TextBoard {
    /// From 0.
    pub(crate) slot: usize,
    /// Which of the columns of their own are 1: White, Black and no colour are the first bits.
    pub(crate) own: [u8; 2],
    values: Vec<i128>,
}

/// The text's program, read.
pub(crate) struct TextProgram {
    /// The players of the program in pairing order, and the bye, if the program has one.
    seats: Vec<Seat>,
    players: usize,
    /// How many slots the round has.
    slots: usize,
    columns: Vec<TextColumn>,
    tiers: usize,
    rows: Vec<TextRow>,
    /// `Y_j`, by slot that was read.
    full: Vec<usize>,
    /// `X_i_j`, by slot and player.
    seat: Vec<Vec<Option<usize>>>,
    /// The only one with whom the player may sit in the slot; twice the same player if nobody is.
    only: Vec<Vec<Option<[usize; 2]>>>,
    /// By slot and two players.
    of_two: BTreeMap<(usize, [usize; 2]), Vec<Unit>>,
    /// The rows of an H, by slot and player.
    differences: Vec<Vec<Vec<usize>>>,
    seated: Vec<Choices>,
    alone: Vec<Choices>,
    with_bye: Vec<Choices>,
}

/// Where a player is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Board,
    Alone,
    Bye,
    BoardAndBye,
}

/// What every two players weigh, and every one alone: the graph of a round.
pub(crate) struct TextGraph {
    pub(crate) weights: CombinedWeights,
    /// By seat, what it is worth in each tier without a board or the bye, if it may be without.
    pub(crate) alone: Vec<Option<Box<[i64]>>>,
}

impl TextProgram {
    /// The program by which `text` pairs the round.
    ///
    /// # Errors
    /// `proof.slots` if a point of it is not worth the sum of its boards.
    pub(crate) fn read(state: &RoundState, text: &SeedText) -> Result<Self, ProofRefusal> {
        let model = SeedModel::of_one_slot(state, text);
        let mut seats: Vec<Seat> = model.people.iter().map(|player| Seat::Player(player.id)).collect();
        let players = seats.len();
        let Program { columns, rows, tiers, .. } = model.program;
        let slots = SeedModel::slots_of(state, text);
        let mut read: Vec<TextColumn> =
            columns.iter().map(|column| text_column(column, &seats, tiers.len())).collect::<Result<_, _>>()?;
        for (tier, sum) in tiers.iter().enumerate() {
            sum.coefficients.iter().for_each(|(column, factor)| read[*column].worth[tier] += i128::from(*factor));
        }
        let has_bye = read.iter().any(|column| matches!(column.role, Role::Bye(_)));
        seats.extend(has_bye.then_some(Seat::Bye));
        let slots_read = read.iter().filter(|column| column.role == Role::Full).count();
        let of_slots = |cell| vec![vec![cell; players]; slots_read];
        let mut program = Self {
            seats,
            players,
            slots,
            columns: read,
            tiers: tiers.len(),
            rows: Vec::with_capacity(rows.len()),
            full: Vec::new(),
            seat: of_slots(None),
            only: vec![vec![None; players]; slots_read],
            of_two: BTreeMap::new(),
            differences: vec![vec![Vec::new(); players]; slots_read],
            seated: Vec::new(),
            alone: Vec::new(),
            with_bye: Vec::new(),
        };
        program.check_columns()?;
        let mut own = vec![Vec::new(); players];
        let mut units = BTreeMap::new();
        let (mut whole, mut has_one_bye) = (vec![false; slots_read], false);
        for row in rows {
            spend(4);
            let slot = row.family.indices_in(&row.name, Index::Slot).next().and_then(|slot| slot.parse().ok());
            let slot = slot.and_then(|slot: usize| slot.checked_sub(1));
            let terms: Vec<(usize, i64)> = row.coefficients;
            let (lower, upper) = (row.lower.unwrap_or(i64::MIN), row.upper.unwrap_or(i64::MAX));
            let is_of = |role: fn(&Role) -> bool| terms.iter().any(|(column, _)| role(&program.columns[*column].role));
            if is_of(|role| *role == Role::Full) {
                let slot =
                    slot.filter(|slot| *slot < slots_read && program.is_two_or_none(*slot, &terms, lower, upper));
                let what = || refusal(CHECK, format!("the row {} does not say two players or none", row.name));
                whole[slot.ok_or_else(what)?] = true;
                continue;
            }
            if has_bye && (lower, upper) == (1, 1) && program.is_one_bye(&terms) {
                has_one_bye = true;
                continue;
            }
            program.add_row(
                TextRow {
                    name: row.name,
                    seats: Vec::new(),
                    own: Vec::new(),
                    byes: Vec::new(),
                    lower,
                    upper,
                    slot,
                    other: None,
                },
                &terms,
                &mut own,
                &mut units,
            )?;
        }
        if whole.contains(&false) {
            return Err(refusal(CHECK, "no row says that a slot has two players or none"));
        }
        if has_bye && !has_one_bye {
            return Err(refusal(CHECK, "no row says that one player has the bye"));
        }
        program.add_units(units.into_values(), &mut own)?;
        program.check_differences()?;
        program.choose(&own)?;
        Ok(program)
    }

    fn check_columns(&mut self) -> Result<(), ProofRefusal> {
        let mut full = BTreeMap::new();
        for (number, TextColumn { role, slot, worth, .. }) in self.columns.iter().enumerate() {
            let again = match (role, slot) {
                (Role::Full, Some(slot)) => full.insert(*slot, number).is_some(),
                (Role::Seat(player), Some(slot)) if *slot < self.seat.len() => {
                    self.seat[*slot][*player].replace(number).is_some()
                }
                (Role::Full | Role::Seat(_), _) => true,
                _ => false,
            };
            if again {
                refuse(CHECK, "the seats and slots are not one column each")?;
            }
            if *role == Role::Switch && worth.iter().any(|factor| *factor != 0) {
                refuse(CHECK, "a switch is worth something")?;
            }
            if matches!(role, Role::Difference(_)) && worth.iter().any(|factor| *factor > 0) {
                refuse(CHECK, "the text gains by a difference, which may be as large as it likes")?;
            }
        }
        self.full = full.into_values().collect();
        let numbers = |is_it: fn(Role) -> Option<(usize, usize)>| {
            self.columns.iter().filter_map(|column| is_it(column.role)).sorted().collect::<Vec<_>>()
        };
        let own = numbers(|role| if let Role::Own(player, number) = role { Some((player, number)) } else { None });
        let byes = numbers(|role| if let Role::Bye(player) = role { Some((player, 0)) } else { None });
        let is_all = own.into_iter().eq((0..self.players).cartesian_product(0..OWN))
            && (byes.is_empty() || byes.into_iter().eq((0..self.players).map(|player| (player, 0))));
        if !is_all {
            refuse(CHECK, "the columns of a player are not three colours, L and M, and the bye of all or nobody")?;
        }
        Ok(())
    }

    fn is_two_or_none(&self, slot: usize, terms: &[(usize, i64)], lower: i64, upper: i64) -> bool {
        let seats = self.seat[slot].iter().flatten().map(|column| (*column, 1));
        let expected = seats.chain([(self.full[slot], -2)]).sorted();
        (lower, upper) == (0, 0) && expected.eq(terms.iter().copied().sorted())
    }

    fn is_one_bye(&self, terms: &[(usize, i64)]) -> bool {
        let byes = (0..self.columns.len()).filter(|column| matches!(self.columns[*column].role, Role::Bye(_)));
        byes.map(|column| (column, 1)).eq(terms.iter().copied().sorted())
    }

    /// Put a row of one or two players where it belongs: `own` to one player, `units` to a Z, or to two players.
    fn add_row(
        &mut self,
        mut row: TextRow,
        terms: &[(usize, i64)],
        own: &mut [Vec<Unit>],
        units: &mut BTreeMap<usize, Unit>,
    ) -> Result<(), ProofRefusal> {
        let beyond = |row: &TextRow| {
            Err(refusal(CHECK, format!("the row {} is about more than two players, or more than one slot", row.name)))
        };
        for (column, factor) in terms.iter().copied() {
            match self.columns[column].role {
                Role::Seat(player) => row.seats.push((player, factor)),
                Role::Own(player, number) => row.own.push((player, number, factor)),
                Role::Bye(player) => row.byes.push((player, factor)),
                Role::Difference(_) | Role::Switch if row.other.is_none() => row.other = Some((column, factor)),
                Role::Difference(_) | Role::Switch | Role::Full => return beyond(&row),
            }
            // A row of a slot has its columns alone.
            let of_column = self.columns[column].slot;
            if row.slot.is_some() && of_column.is_some() && of_column != row.slot {
                return beyond(&row);
            }
        }
        // A row that is not of a slot sums over slots: each seat that is there, with one factor.
        let mut seats: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        row.seats.iter().for_each(|(player, factor)| seats.entry(*player).or_default().push(*factor));
        if row.slot.is_none() {
            for (player, factors) in &seats {
                let there = self.seat.iter().filter(|slot| slot[*player].is_some()).count();
                if factors.len() != there || !factors.iter().all_equal() {
                    return beyond(&row);
                }
            }
            row.seats = seats.iter().map(|(player, factors)| (*player, factors[0])).collect();
        }
        let of = seats.keys().chain(row.own.iter().map(|(player, ..)| player)).chain(row.byes.iter().map(|(i, _)| i));
        let players: Vec<usize> = of.copied().sorted().dedup().collect();
        let number = self.rows.len();
        let role = row.other.map(|(column, _)| self.columns[column].role);
        match (&players[..], role, row.slot) {
            (_, Some(Role::Difference(_)), Some(slot)) if players.len() <= 2 => {
                let is_floor = row.upper == i64::MAX && row.own.is_empty() && row.byes.is_empty();
                // An H of whole numbers alone can be rounded up.
                let is_one =
                    |(column, factor): (usize, i64)| factor == 1 || factor > 1 && self.columns[column].is_whole;
                if !is_floor || !row.other.is_some_and(is_one) || slot >= self.differences.len() {
                    return beyond(&row);
                }
                players.iter().for_each(|player| self.differences[slot][*player].push(number));
                if players.is_empty() && row.lower > 0 {
                    return Err(refusal(CHECK, format!("the row {} asks for a difference of nobody", row.name)));
                }
            }
            (_, Some(Role::Switch), Some(_)) if players.len() <= 2 && row.byes.is_empty() => {
                units.entry(row.other.map_or(0, |(column, _)| column)).or_default().push(number);
            }
            ([player], None, _) => own[*player].push(vec![number]),
            ([one, other], None, Some(slot)) if row.byes.is_empty() && slot < self.only.len() => {
                self.rows.push(row);
                return self.add_unit(slot, [*one, *other], vec![number]);
            }
            ([], None, _) if row.lower <= 0 && row.upper >= 0 => {}
            _ => return beyond(&row),
        }
        self.rows.push(row);
        Ok(())
    }

    /// Put the rows of each Z where they belong.
    fn add_units(&mut self, units: impl Iterator<Item = Unit>, own: &mut [Vec<Unit>]) -> Result<(), ProofRefusal> {
        for unit in units {
            let rows = || unit.iter().map(|row| &self.rows[*row]);
            let of_row = |row: &TextRow| -> Vec<usize> {
                row.seats.iter().map(|(i, _)| *i).chain(row.own.iter().map(|(i, ..)| *i)).collect()
            };
            let players: Vec<usize> = rows().flat_map(of_row).sorted().dedup().collect();
            let slots: Vec<Option<usize>> = rows().map(|row| row.slot).dedup().collect();
            match (&players[..], &slots[..]) {
                ([player], [Some(_)]) => own[*player].push(unit),
                ([one, other], [Some(slot)]) if *slot < self.only.len() => {
                    let (slot, pair) = (*slot, [*one, *other]);
                    self.add_unit(slot, pair, unit)?;
                }
                _ => return Err(refusal(CHECK, "a switch is about more than two players, or more than one slot")),
            }
        }
        Ok(())
    }

    /// Rows of two players and a slot: where not both sit, they hold with any colours, or say that one sits with the other only.
    fn add_unit(&mut self, slot: usize, pair: [usize; 2], unit: Unit) -> Result<(), ProofRefusal> {
        for sits in [[false, false], [true, false], [false, true]] {
            let sits_there = |player| (player == pair[0] && sits[0]) || (player == pair[1] && sits[1]);
            // With the Z that asks for least; nobody gains by it.
            if (0..=1).any(|switch| {
                unit.iter().all(|row| self.rows[*row].is_sure(self.rows[*row].sum(sits_there, |_| None), switch))
            }) {
                continue;
            }
            let seated = sits.iter().position(|sits| *sits);
            let is_of_seats = unit.iter().all(|row| self.rows[*row].own.is_empty() && self.rows[*row].other.is_none());
            let Some((place, true)) = seated.map(|place| (place, is_of_seats)) else {
                let name = unit.first().map_or("", |row| self.rows[*row].name.as_str());
                return refuse(CHECK, format!("the row {name} asks for something of players who do not share a slot"));
            };
            let (player, partner) = (pair[place], pair[1 - place]);
            let only = &mut self.only[slot][player];
            *only = Some(only.map_or([partner; 2], |[one, _]| [one, partner]));
        }
        self.of_two.entry((slot, pair)).or_default().push(unit);
        Ok(())
    }

    /// An H that is not of a slot is of a player, and is asked for where this player sits only.
    fn check_differences(&self) -> Result<(), ProofRefusal> {
        for row in &self.rows {
            let Some((column, _)) = row.other else { continue };
            let Role::Difference(owner) = self.columns[column].role else { continue };
            let is_of_slot = self.columns[column].slot.is_some();
            let players: Vec<usize> = row.seats.iter().map(|(player, _)| *player).dedup().collect();
            for seated in players.iter().copied().map(Some).chain([None]) {
                let is_asked = row.lower > row.sum(|player| Some(player) == seated, |_| None).0;
                let is_elsewhere = if is_of_slot { seated.is_none() } else { owner.is_none() || owner != seated };
                if let (true, true) = (is_asked, is_elsewhere) {
                    let name = &row.name;
                    let what = format!("the row {name} asks for a difference of players at other boards");
                    return refuse(CHECK, what);
                }
            }
        }
        Ok(())
    }

    /// What the columns of each player's own can be, in each place.
    fn choose(&mut self, own: &[Vec<Unit>]) -> Result<(), ProofRefusal> {
        let column_of: BTreeMap<(usize, usize), usize> = (self.columns.iter().enumerate())
            .filter_map(|(number, column)| match column.role {
                Role::Own(player, own) => Some(((player, own), number)),
                Role::Bye(player) => Some(((player, OWN), number)),
                _ => None,
            })
            .collect();
        for (player, units) in own.iter().enumerate() {
            let once = units.iter().flatten().any(|row| {
                let TextRow { seats, own, byes, upper, slot, other, .. } = &self.rows[*row];
                let are_ones =
                    seats.iter().map(|(_, factor)| factor).chain(byes.iter().map(|(_, f)| f)).all(|f| *f == 1);
                are_ones && !seats.is_empty() && own.is_empty() && other.is_none() && slot.is_none() && *upper == 1
            });
            let has_seat = self.seat.iter().any(|slot| slot[player].is_some());
            if has_seat && !once {
                let what = format!("no row says that {} sits in one slot at most", self.seats[player]);
                return refuse(CHECK, what);
            }
            let at = |place| self.choices(player, units, &column_of, place);
            let (seated, alone, with_bye) = (at(Place::Board), at(Place::Alone), at(Place::Bye));
            if has_seat && self.has_bye() && !at(Place::BoardAndBye).is_empty() {
                return refuse(CHECK, format!("no row keeps {} from a board and the bye", self.seats[player]));
            }
            self.seated.push(seated);
            self.alone.push(alone);
            self.with_bye.push(with_bye);
        }
        Ok(())
    }

    fn has_bye(&self) -> bool {
        self.seats.len() > self.players
    }

    fn choices(
        &self,
        player: usize,
        units: &[Unit],
        column_of: &BTreeMap<(usize, usize), usize>,
        place: Place,
    ) -> Choices {
        let sits = matches!(place, Place::Board | Place::BoardAndBye);
        let bye = matches!(place, Place::Bye | Place::BoardAndBye);
        let mut best: BTreeMap<u8, (u8, Vec<i128>)> = BTreeMap::new();
        // In this order, of equals White comes before Black, and a colour before none.
        for bits in 0..1_u8 << OWN {
            spend(1);
            let is_possible = units.iter().all(|unit| {
                let is_of_slot = unit.iter().all(|row| self.rows[*row].slot.is_some());
                let keeps = |sits: bool| {
                    (0..=1).any(|switch| {
                        unit.iter().all(|row| {
                            let row = &self.rows[*row];
                            let byes: i64 = row.byes.iter().map(|(_, factor)| factor * i64::from(bye)).sum();
                            let (least, most) = row.sum(|_| sits, |_| Some(bits));
                            row.is_sure((least + byes, most + byes), switch)
                        })
                    })
                };
                // A row of a slot is there for the other slots, too.
                keeps(sits) && (!is_of_slot || keeps(false))
            });
            if !is_possible {
                continue;
            }
            let worth = |tier: usize| {
                let own = (0..OWN).filter(|own| bits >> own & 1 == 1).chain(bye.then_some(OWN));
                own.filter_map(|own| column_of.get(&(player, own))).map(|c| self.columns[*c].worth[tier]).sum()
            };
            let values: Vec<i128> = (0..self.tiers).map(worth).collect();
            let known = best.entry(bits & COLOURS).or_insert_with(|| (bits, values.clone()));
            if values > known.1 {
                *known = (bits, values);
            }
        }
        best.into_values().collect()
    }

    /// These two in the slot, as well as they can be; `None` if they cannot.
    fn in_slot(&self, slot: usize, pair: [usize; 2]) -> Option<TextBoard> {
        let [one, other] = pair;
        let seats = [self.seat[slot][one]?, self.seat[slot][other]?];
        let may_sit = |player: usize, with| self.only[slot][player].is_none_or(|only| only == [with; 2]);
        if !may_sit(one, other) || !may_sit(other, one) {
            return None;
        }
        spend(8);
        let none = Vec::new();
        let units = self.of_two.get(&(slot, pair)).unwrap_or(&none);
        let mut best: Option<TextBoard> = None;
        for ((first, of_first), (second, of_second)) in self.seated[one].iter().cartesian_product(&self.seated[other]) {
            let own = |player| Some(if player == one { *first } else { *second });
            if !units.iter().all(|unit| is_kept(&self.rows, unit, |_| true, own)) {
                continue;
            }
            let values: Vec<i128> = of_first.iter().zip(of_second).map(|(one, other)| one + other).collect();
            if best.as_ref().is_none_or(|best| values > best.values) {
                best = Some(TextBoard { slot, own: [*first, *second], values });
            }
        }
        let mut best = best?;
        // The H that the two ask for, each as large as its rows say.
        let rows = pair.iter().flat_map(|player| &self.differences[slot][*player]).map(|row| &self.rows[*row]);
        let asked = rows.filter_map(|row| {
            let least = row.lower.saturating_sub(row.sum(|player| pair.contains(&player), |_| None).0);
            row.other.filter(|_| least > 0).map(|(column, factor)| (column, Integer::div_ceil(&least, &factor)))
        });
        let mut asked: Vec<(usize, i64)> = asked.collect();
        spend(1 + asked.len());
        asked.sort_unstable_by_key(|(column, least)| (*column, -least));
        asked.dedup_by_key(|(column, _)| *column);
        let all = seats.into_iter().chain([self.full[slot]]).map(|column| (column, 1)).chain(asked);
        for (column, times) in all {
            let worth = &self.columns[column].worth;
            best.values.iter_mut().zip(worth).for_each(|(value, worth)| *value += worth * i128::from(times));
        }
        Some(best)
    }

    /// Two players, the higher first, in the slot where they are worth most; `None` if they can share none.
    pub(crate) fn board(&self, pair: [usize; 2]) -> Option<TextBoard> {
        let all = (0..self.full.len()).filter_map(|slot| self.in_slot(slot, pair));
        all.fold(None, |best: Option<TextBoard>, next| match best {
            Some(best) if best.values >= next.values => Some(best),
            _ => Some(next),
        })
    }

    /// Whether one slot was read for all.
    pub(crate) fn are_slots_alike(&self) -> bool {
        self.full.len() < self.slots || self.slots <= 1
    }

    /// The columns of a player's own that are 1 without a board, or with the bye.
    pub(crate) fn without_board(&self, player: usize, has_bye: bool) -> Option<u8> {
        self.best_without(player, has_bye).map(|(own, _)| *own)
    }

    fn best_without(&self, player: usize, has_bye: bool) -> Option<&(u8, Vec<i128>)> {
        let choices = if has_bye { &self.with_bye } else { &self.alone };
        choices[player].iter().rev().max_by(|one, other| one.1.cmp(&other.1))
    }

    /// What all boards weigh, and all who are without.
    ///
    /// # Errors
    /// `proof.scope` if a tier cannot be told from another in exact numbers.
    pub(crate) fn graph(&self) -> Result<TextGraph, ProofRefusal> {
        let beyond = || refusal("proof.scope", "the weights are too large for exact sums");
        let whole = |values: &[i128]| -> Result<Box<[i64]>, ProofRefusal> {
            let one = |value: &i128| i64::try_from(*value).ok().filter(|_| value.abs() < FAR).ok_or_else(beyond);
            values.iter().map(one).collect()
        };
        let mut pairs = Vec::new();
        for (high, low) in (0..self.players).flat_map(|high| (high + 1..self.seats.len()).map(move |low| (high, low))) {
            let values = match low < self.players {
                true => self.board([high, low]).map(|board| whole(&board.values)),
                false => self.best_without(high, true).map(|(_, values)| whole(values)),
            };
            if let Some(values) = values.transpose()? {
                pairs.push(LegalPair { high, low, values, is_counted: [].into() });
            }
        }
        let alone = (0..self.seats.len()).map(|seat| match seat < self.players {
            true => self.best_without(seat, false).map(|(_, values)| whole(values)).transpose(),
            false => Ok(None),
        });
        let alone = alone.collect::<Result<Vec<_>, _>>()?;
        let weights = CombinedWeights::with_left(self.seats.clone(), pairs, &alone, self.tiers).ok_or_else(beyond)?;
        Ok(TextGraph { weights, alone })
    }
}

impl TextGraph {
    /// What the seat weighs alone, if it may be left.
    pub(crate) fn left(&self, seat: usize) -> Option<i128> {
        self.alone[seat].as_ref().map(|values| self.weights.of_units(values))
    }

    /// What the point weighs in which these share a slot each.
    fn of_point(&self, slots: &[[usize; 2]]) -> Result<i128, ProofRefusal> {
        const CHECK: &str = "proof.pairing";
        let weights = &self.weights;
        let mut is_left = vec![true; weights.seats.len()];
        let mut sum = 0_i128;
        let mut add = |one: usize, other: usize| {
            let pair = (one.min(other), one.max(other));
            let found = weights.pairs.binary_search_by_key(&pair, |pair| (pair.high, pair.low));
            let [one, other] = [pair.0, pair.1].map(|place| weights.seats[place]);
            let found =
                found.map_err(|_| refusal(CHECK, format!("the rows do not let {one} and {other} be together")))?;
            sum += weights.of_pair(&weights.pairs[found]);
            Ok::<(), ProofRefusal>(())
        };
        for [one, other] in slots {
            add(*one, *other)?;
            is_left[*one] = false;
            is_left[*other] = false;
        }
        let bye = weights.place(Seat::Bye);
        let left: Vec<usize> = (0..is_left.len()).filter(|seat| is_left[*seat] && Some(*seat) != bye).collect();
        if let Some(bye) = bye {
            let [one] = left[..] else {
                return Err(refusal(CHECK, "not just one player is left for the bye"));
            };
            add(one, bye)?;
            return Ok(sum);
        }
        for seat in left {
            let what = || refusal(CHECK, format!("the rows do not let {} be without a slot", weights.seats[seat]));
            sum += self.left(seat).ok_or_else(what)?;
        }
        Ok(sum)
    }
}

/// Whether `certificate` proves that no point of the text's program is worth more than the one it names, or that there is none.
///
/// # Errors
/// The first of [`CHECKS`](crate::rules::CHECKS) that fails.
pub fn check_text(state: &RoundState, text: &SeedText, certificate: &Certificate) -> Result<Claim, ProofRefusal> {
    const STATEMENT: &str = "proof.statement";
    if certificate.round != state.round() || certificate.model != text.name {
        let (round, model) = (certificate.round, &certificate.model);
        refuse(STATEMENT, format!("it is about round {round} by model {model}"))?;
    }
    let program = TextProgram::read(state, text)?;
    let graph = program.graph()?;
    let weights = &graph.weights;
    match (&certificate.proof, &certificate.slots) {
        _ if certificate.unique => refuse(STATEMENT, "the only optimum is not proven of the student's text")?,
        (Proof::Infeasible(obstruction), None) => {
            no_pairing(weights, obstruction)?;
            let members = obstruction.odd_components.iter().flatten();
            let may_be_left = |seat: &&Seat| weights.place(**seat).is_some_and(|place| graph.alone[place].is_some());
            if let Some(seat) = members.into_iter().find(may_be_left) {
                refuse("proof.boundary", format!("{seat} may be without a slot"))?;
            }
        }
        (Proof::Optimal(dual), Some(slots)) => {
            no_better(weights, dual)?;
            let given = DualSums::new(weights, &dual.seats, &dual.odd_sets)?;
            for (seat, weight) in (0..weights.seats.len()).filter_map(|seat| Some((seat, graph.left(seat)?))) {
                if given.own[seat] < weight {
                    let (seat, given) = (weights.seats[seat], given.own[seat]);
                    refuse("proof.reduced-costs", format!("{seat} weighs {weight} alone, but is given {given}"))?;
                }
            }
            if slots.len() > program.slots {
                refuse(CHECK, format!("{} slots are filled, and there are {}", slots.len(), program.slots))?;
            }
            let seats: Vec<Seat> = slots.iter().flatten().map(|id| Seat::from(*id)).collect();
            let seated = places(weights, &seats, "proof.pairing")?;
            let pairs: Vec<[usize; 2]> = seated.into_iter().tuples().map(|(one, other)| [one, other]).collect();
            let weight = graph.of_point(&pairs)?;
            if weight != dual.bound {
                refuse("proof.equality", format!("the slots weigh {weight}, and the bound is {}", dual.bound))?;
            }
        }
        _ => refuse(STATEMENT, "an optimum of the student's text has dual values and who shares a slot")?,
    }
    Ok(certificate.claim())
}

/// What the column stands for.
fn text_column(column: &ProgramColumn, seats: &[Seat], tiers: usize) -> Result<TextColumn, ProofRefusal> {
    let ProgramColumn { name, kind, lower, upper, integer } = column;
    let index = |sort| kind.indices_in(name, sort).next();
    let player = || {
        let id: u32 = index(Index::Player)?.parse().ok()?;
        seats.iter().position(|seat| *seat == Seat::from(id))
    };
    let slot = index(Index::Slot).and_then(|slot| slot.parse::<usize>().ok()?.checked_sub(1));
    let colour = || ["W", "B", "N"].iter().position(|letter| index(Index::Colour) == Some(letter));
    let is_binary = *integer && (*lower, *upper) == (0, Some(1));
    let is_free = *lower == 0 && upper.is_none();
    let is = |family| *kind == family;
    let role = if is(&families::SEAT) {
        player().map(Role::Seat)
    } else if is(&seed_columns::COLOUR) {
        player().zip(colour()).map(|(player, colour)| Role::Own(player, colour))
    } else if is(&seed_columns::PLUS_TWO) {
        player().map(|player| Role::Own(player, 3))
    } else if is(&seed_columns::MINUS_TWO) {
        player().map(|player| Role::Own(player, 4))
    } else if is(&families::BYE) {
        player().map(Role::Bye)
    } else if is(&families::FULL) {
        Some(Role::Full)
    } else if is(&seed_columns::SWITCH) {
        Some(Role::Switch)
    } else if is(&seed_columns::DIFFERENCE) || is(&seed_columns::DIFFERENCE_OF_SLOT) {
        Some(Role::Difference(None))
    } else if is(&seed_columns::DIFFERENCE_OF_PLAYER) {
        player().map(|player| Role::Difference(Some(player)))
    } else {
        None
    };
    let role = role.filter(|role| if matches!(role, Role::Difference(_)) { is_free } else { is_binary });
    let role = role.ok_or_else(|| refusal(CHECK, format!("{name} is no column of the student's text")))?;
    Ok(TextColumn { role, slot, is_whole: *integer, worth: vec![0; tiers] })
}
