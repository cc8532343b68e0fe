//! The program of slots is held to what proves its pairs.
//!
//! A proof speaks of pairs: what two players weigh at a board, whatever its slot is. This module reads the program of slots in its own
//! columns and rows, without a word on how they were made, and checks the step from the one to the other:
//!
//! - A slot has two players or none, each player sits in one slot or has the bye, and in an odd field one has it: these rows are
//!   there. So the players of the slots, and whoever has the bye, are a pairing.
//! - For any two players, with any colours that the rows of a slot leave them, the proof has the pair. The slot is worth at most what
//!   the pair is, earlier tiers first, and each cap that counts the pair counts the slot. The bye likewise. So a point of the program
//!   is worth at most what its pairing is, and no pairing is worth more than the bound. A row that nothing is concluded from only
//!   leaves fewer points.
//! - The certificate has a point: who sits in which slot, White first. It keeps all rows, and is worth what is claimed.
//!
//! Slots are alike, so the program is read with one slot: every slot has its rows, and a row that names no slot sums over all. What orders
//! the slots leaves fewer points; the certificate's point must keep the order.

use super::ProofRefusal;
use super::check::{refusal, refuse};
use crate::graph::budget::spend;
use crate::model::families::slots as families;
use crate::model::{Formulation, Index, Objective, Program, ProgramColumn, SlotModel};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use std::cmp::Ordering;

const CHECK: &str = "proof.slots";

/// More than any column without an upper bound has to be.
const FAR: i128 = 1 << 62;

/// What a column stands for. Players are their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Seat(usize),
    Colour(usize, usize),
    Bye(usize),
    Full,
    Loss(usize),
    /// Whether a cap counts the slot.
    Counted(usize),
}

struct SlotRow {
    name: String,
    terms: Vec<(Role, i64)>,
    lower: Option<i64>,
    upper: Option<i64>,
    /// Whether each slot has it. Else it sums over all slots.
    is_of_slot: bool,
}

/// The least and the greatest value of a column.
type Within = (i128, i128);

impl SlotRow {
    /// The least and the greatest value of the sum of the terms that `is_wanted` keeps.
    fn sum(&self, at: impl Fn(Role) -> Within, is_wanted: impl Fn(Role) -> bool) -> Within {
        let terms = self.terms.iter().filter(|(role, _)| is_wanted(*role));
        terms.fold((0, 0), |(least, most): Within, (role, factor)| {
            let (lower, upper) = at(*role);
            let [one, other] = [lower, upper].map(|value| value.saturating_mul(i128::from(*factor)));
            (least.saturating_add(one.min(other)), most.saturating_add(one.max(other)))
        })
    }

    /// Whether some values of the columns keep the row.
    fn is_possible(&self, at: impl Fn(Role) -> Within) -> bool {
        let (least, most) = self.sum(at, |_| true);
        self.lower.is_none_or(|lower| most >= i128::from(lower))
            && self.upper.is_none_or(|upper| least <= i128::from(upper))
    }

    /// Whether all values of the columns keep the row.
    fn is_sure(&self, at: impl Fn(Role) -> Within) -> bool {
        let (least, most) = self.sum(at, |_| true);
        self.lower.is_none_or(|lower| least >= i128::from(lower))
            && self.upper.is_none_or(|upper| most <= i128::from(upper))
    }

    /// A column without which the row asks for more than all others give, and the least that it must be.
    fn asks(&self, at: impl Fn(Role) -> Within) -> Option<(Role, i128)> {
        let lower = i128::from(self.lower?);
        let (role, _) = self
            .terms
            .iter()
            .find(|(role, factor)| matches!(role, Role::Loss(_) | Role::Counted(_)) && *factor == 1)?;
        let (_, most) = self.sum(at, |other| other != *role);
        Some((*role, lower.saturating_sub(most)))
    }

    fn is(&self, terms: &[(Role, i64)], value: i64) -> bool {
        let both = Some(value);
        self.lower == both
            && self.upper == both
            && self.terms.len() == terms.len()
            && terms.iter().all(|term| self.terms.contains(term))
    }

    /// The players whose columns it has, if there are at most two.
    fn players(&self) -> Option<Vec<usize>> {
        let mut players = Vec::new();
        for (role, _) in &self.terms {
            if let Role::Seat(i) | Role::Colour(i, _) | Role::Bye(i) = role
                && !players.contains(i)
            {
                if players.len() == 2 {
                    return None;
                }
                players.push(*i);
            }
        }
        players.sort_unstable();
        Some(players)
    }
}

/// The values of a tier's columns.
struct TierRow {
    seat: Vec<i128>,
    colour: Vec<[i128; 2]>,
    bye: Vec<i128>,
    full: i128,
    loss: Vec<i128>,
}

/// Two players in a slot, with their columns for White and for Black.
#[derive(Clone, Copy)]
struct Filled {
    players: [usize; 2],
    colours: [[i128; 2]; 2],
}

/// What a slot is worth in each tier, or the bye, and whether each cap counts it.
struct Worth {
    values: Vec<i128>,
    counted: Vec<bool>,
    losses: Vec<i128>,
}

/// The program of slots, read with one slot.
pub(crate) struct SlotProgram {
    seats: Vec<Seat>,
    players: usize,
    is_ordered: bool,
    rows: Vec<SlotRow>,
    tiers: Vec<TierRow>,
    losses: usize,
    caps: usize,
    /// The rows of one player and no other.
    alone: Vec<Vec<usize>>,
    /// The rows of two players, in the order of these.
    of_two: Vec<([usize; 2], usize)>,
    /// The rows of one or two players, by player.
    of_player: Vec<Vec<usize>>,
    /// The rows of more players, or none.
    wide: Vec<usize>,
}

impl SlotProgram {
    /// The program by which `objective` pairs the round in slots. `seats` are the players in pairing order, and the bye of an odd field.
    ///
    /// # Errors
    /// `proof.slots`, if it has no rows by which its points are pairings, or columns that are not known.
    pub(crate) fn read(state: &RoundState, objective: &Objective, seats: &[Seat]) -> Result<Self, ProofRefusal> {
        let players = seats.iter().filter(|seat| **seat != Seat::Bye).count();
        let Program { columns, rows, tiers, .. } = SlotModel::of_one_slot(state, objective).program;
        let mut caps = Vec::new();
        let roles: Vec<Role> =
            columns.iter().map(|column| role(column, seats, &mut caps)).collect::<Result<_, ProofRefusal>>()?;
        let losses = roles.iter().filter_map(|role| if let Role::Loss(tier) = role { Some(tier + 1) } else { None });
        let mut read = Self {
            seats: seats.to_vec(),
            players,
            is_ordered: objective.formulation == Formulation::SlotsOrdered,
            rows: Vec::with_capacity(rows.len()),
            tiers: Vec::new(),
            losses: losses.max().unwrap_or(0),
            caps: caps.len(),
            alone: vec![Vec::new(); players],
            of_two: Vec::new(),
            of_player: vec![Vec::new(); players],
            wide: Vec::new(),
        };
        for tier in tiers {
            read.add_tier(tier.coefficients.iter().map(|(column, factor)| (roles[*column], *factor)))?;
        }
        for row in rows {
            spend(4);
            read.add_row(SlotRow {
                terms: row.coefficients.iter().map(|(column, factor)| (roles[*column], *factor)).collect(),
                lower: row.lower,
                upper: row.upper,
                is_of_slot: row.family.indices.contains(&Index::Slot),
                name: row.name,
            });
        }
        read.of_two.sort_unstable();
        read.check_columns(&roles)?;
        read.check_seating()?;
        read.check_caps(objective)?;
        Ok(read)
    }

    fn add_tier(&mut self, terms: impl Iterator<Item = (Role, i64)>) -> Result<(), ProofRefusal> {
        let mut tier = TierRow {
            seat: vec![0; self.players],
            colour: vec![[0; 2]; self.players],
            bye: vec![0; self.players],
            full: 0,
            loss: vec![0; self.losses],
        };
        for (role, factor) in terms {
            let factor = i128::from(factor);
            match role {
                Role::Seat(i) => tier.seat[i] += factor,
                Role::Colour(i, k) => tier.colour[i][k] += factor,
                Role::Bye(i) => tier.bye[i] += factor,
                Role::Full => tier.full += factor,
                Role::Loss(loss) => tier.loss[loss] += factor,
                Role::Counted(_) => refuse(CHECK, "a column that counts for a cap is worth something")?,
            }
        }
        if tier.loss.iter().any(|factor| *factor > 0) {
            refuse(CHECK, "a slot gains by what it is to lose")?;
        }
        self.tiers.push(tier);
        Ok(())
    }

    fn add_row(&mut self, row: SlotRow) {
        let number = self.rows.len();
        match row.players().as_deref() {
            Some([one]) => self.alone[*one].push(number),
            Some([one, other]) => self.of_two.push(([*one, *other], number)),
            _ => self.wide.push(number),
        }
        if let Some(players) = row.players() {
            players.iter().for_each(|player| self.of_player[*player].push(number));
        }
        self.rows.push(row);
    }

    fn check_columns(&self, roles: &[Role]) -> Result<(), ProofRefusal> {
        let count = |is_it: &dyn Fn(&Role) -> bool| roles.iter().filter(|role| is_it(role)).count();
        let is_odd = self.seats.contains(&Seat::Bye);
        let expected = [self.players, 2 * self.players, if is_odd { self.players } else { 0 }, 1];
        let found = [
            count(&|role| matches!(role, Role::Seat(_))),
            count(&|role| matches!(role, Role::Colour(..))),
            count(&|role| matches!(role, Role::Bye(_))),
            count(&|role| matches!(role, Role::Full)),
        ];
        if found != expected || roles.iter().enumerate().any(|(place, role)| roles[..place].contains(role)) {
            let what =
                "the columns are not one seat a player and slot, two colours a player, and the bye of an odd field";
            return refuse(CHECK, what);
        }
        Ok(())
    }

    /// The rows that make a pairing of a point.
    fn check_seating(&self) -> Result<(), ProofRefusal> {
        let has = |candidates: &[usize], is_of_slot: bool, terms: &[(Role, i64)], value: i64| {
            let rows = candidates.iter().map(|number| &self.rows[*number]);
            rows.filter(|row| row.is_of_slot == is_of_slot).any(|row| row.is(terms, value))
        };
        let is_odd = self.seats.contains(&Seat::Bye);
        let mut two_or_none: Vec<_> = (0..self.players).map(|i| (Role::Seat(i), 1)).collect();
        two_or_none.push((Role::Full, -2));
        // In a small round, rows of all players are rows of one or two.
        let small: Vec<usize> = if self.players <= 2 { (0..self.rows.len()).collect() } else { self.wide.clone() };
        if !has(&small, true, &two_or_none, 0) {
            return refuse(CHECK, "no row says that a slot has two players or none");
        }
        for i in 0..self.players {
            let mut once = vec![(Role::Seat(i), 1)];
            once.extend(is_odd.then_some((Role::Bye(i), 1)));
            if !has(&self.alone[i], false, &once, 1) {
                let what = format!("no row says that {} sits in one slot, or has the bye", self.seats[i]);
                return refuse(CHECK, what);
            }
        }
        let one_bye: Vec<_> = (0..self.players).map(|i| (Role::Bye(i), 1)).collect();
        if is_odd && !has(&small, false, &one_bye, 1) {
            return refuse(CHECK, "no row says that one player has the bye");
        }
        Ok(())
    }

    fn check_caps(&self, objective: &Objective) -> Result<(), ProofRefusal> {
        for (place, (cap, name)) in objective.caps().enumerate() {
            let keeps = |row: &SlotRow| {
                let is_within = row.upper.is_some_and(|upper| upper <= i64::from(cap.most()));
                !row.is_of_slot && is_within && row.terms == [(Role::Counted(place), 1)]
            };
            if !self.wide.iter().any(|number| keeps(&self.rows[*number])) {
                return refuse(CHECK, format!("no row keeps the cap {name}"));
            }
        }
        Ok(())
    }

    /// What the columns can be where these two sit in the slot. Without a slot, a row sums over all slots.
    fn in_slot(filled: Filled, is_of_slot: bool) -> impl Fn(Role) -> Within {
        let place = move |i: usize| filled.players.iter().position(|player| *player == i);
        move |role| match role {
            Role::Seat(i) if place(i).is_some() => (1, 1),
            Role::Seat(_) if is_of_slot => (0, 0),
            Role::Colour(i, k) => place(i).map_or((0, 1), |at| (filled.colours[at][k], filled.colours[at][k])),
            Role::Bye(i) if place(i).is_some() => (0, 0),
            Role::Full if is_of_slot => (1, 1),
            Role::Seat(_) | Role::Bye(_) => (0, 1),
            Role::Full | Role::Loss(_) | Role::Counted(_) => (0, FAR),
        }
    }

    /// What the columns can be where this player has the bye.
    fn with_bye(player: usize, colours: [i128; 2]) -> impl Fn(Role) -> Within {
        move |role| match role {
            Role::Bye(i) if i == player => (1, 1),
            Role::Seat(i) if i == player => (0, 0),
            Role::Colour(i, k) if i == player => (colours[k], colours[k]),
            Role::Bye(_) | Role::Seat(_) | Role::Colour(..) => (0, 1),
            Role::Full | Role::Loss(_) | Role::Counted(_) => (0, FAR),
        }
    }

    /// The colours that the player's own rows allow, if the columns are as `at` says with these.
    fn colours<A: Fn(Role) -> Within>(
        &self,
        player: usize,
        at: impl Fn([i128; 2], bool) -> A,
    ) -> impl Iterator<Item = [i128; 2]> {
        let rows = &self.alone[player];
        let all = [[0, 0], [0, 1], [1, 0], [1, 1]].into_iter();
        all.filter(move |colours| {
            rows.iter().all(|row| self.rows[*row].is_possible(at(*colours, self.rows[*row].is_of_slot)))
        })
    }

    /// The only one with whom each player may sit, if a row says so; nobody, if two rows name different ones.
    fn only_partners(&self) -> Vec<Option<Option<usize>>> {
        let mut only = vec![None; self.players];
        for ([one, other], number) in &self.of_two {
            let row = &self.rows[*number];
            if !row.is_of_slot {
                continue;
            }
            for (player, absent) in [(*one, *other), (*other, *one)] {
                let at = |role| match role {
                    Role::Seat(i) if i == absent => (0, 0),
                    Role::Seat(_) | Role::Full => (1, 1),
                    Role::Colour(..) | Role::Bye(_) => (0, 1),
                    Role::Loss(_) | Role::Counted(_) => (0, FAR),
                };
                if !row.is_possible(at) {
                    only[player] = Some(only[player].is_none_or(|known| known == Some(absent)).then_some(absent));
                }
            }
        }
        only
    }

    fn rows_of_two(&self, players: [usize; 2]) -> impl Iterator<Item = &SlotRow> {
        let from = self.of_two.partition_point(|(pair, _)| *pair < players);
        self.of_two[from..].iter().take_while(move |(pair, _)| *pair == players).map(|(_, row)| &self.rows[*row])
    }

    /// What a slot with these two is worth at most; `None` if its rows do not allow them with these colours.
    fn worth(&self, filled: Filled) -> Option<Worth> {
        let [one, other] = filled.players;
        let (mut losses, mut counted) = (vec![0; self.losses], vec![false; self.caps]);
        for row in self.rows_of_two([one.min(other), one.max(other)]) {
            let at = Self::in_slot(filled, row.is_of_slot);
            if !row.is_possible(&at) {
                return None;
            }
            match row.asks(&at) {
                Some((Role::Loss(loss), least)) if row.is_of_slot => losses[loss] = least.max(losses[loss]),
                Some((Role::Counted(cap), least)) if row.is_of_slot => counted[cap] |= least > 0,
                _ => {}
            }
        }
        let value = |tier: &TierRow| {
            let players = filled.players.iter().zip(filled.colours);
            let own = players
                .map(|(i, [white, black])| tier.seat[*i] + tier.colour[*i][0] * white + tier.colour[*i][1] * black);
            let lost = tier.loss.iter().zip(&losses).map(|(factor, loss)| factor * loss);
            tier.full + own.sum::<i128>() + lost.sum::<i128>()
        };
        Some(Worth { values: self.tiers.iter().map(value).collect(), counted, losses })
    }

    fn worth_of_bye(&self, player: usize, [white, black]: [i128; 2]) -> Worth {
        let value = |tier: &TierRow| tier.bye[player] + tier.colour[player][0] * white + tier.colour[player][1] * black;
        let values = self.tiers.iter().map(value).collect();
        Worth { values, counted: vec![false; self.caps], losses: vec![0; self.losses] }
    }

    /// Call `judge` with any two players, or one and the bye, by their places, and what they are worth in a slot at most, for all colours
    /// that the rows allow.
    ///
    /// # Errors
    /// What `judge` refuses.
    fn fillings<E>(&self, mut judge: impl FnMut([usize; 2], &Worth) -> Result<(), E>) -> Result<(), E> {
        let only = self.only_partners();
        let of_player: Vec<Vec<[i128; 2]>> = (0..self.players)
            .map(|i| {
                let seated = |colours, is_of_slot| {
                    Self::in_slot(Filled { players: [i, i], colours: [colours, colours] }, is_of_slot)
                };
                self.colours(i, seated).collect()
            })
            .collect();
        for [one, other] in (0..self.players).array_combinations() {
            spend(4);
            let may_sit = |player: usize, with: usize| only[player].is_none_or(|only| only == Some(with));
            if !may_sit(one, other) || !may_sit(other, one) {
                continue;
            }
            for (first, second) in of_player[one].iter().cartesian_product(&of_player[other]) {
                let filled = Filled { players: [one, other], colours: [*first, *second] };
                self.worth(filled).map_or(Ok(()), |worth| judge([one, other], &worth))?;
            }
        }
        if self.seats.len() > self.players {
            // Whoever may sit with one player only sits with him, since the bye is another's: so that one does not have it.
            let is_needed = |player: usize| {
                only.iter().enumerate().any(|(other, only)| other != player && *only == Some(Some(player)))
            };
            for player in (0..self.players).filter(|player| !is_needed(*player)) {
                for colours in self.colours(player, |colours, _| Self::with_bye(player, colours)) {
                    judge([player, self.players], &self.worth_of_bye(player, colours))?;
                }
            }
        }
        Ok(())
    }

    /// What the point is worth in which these sit in the slots, White first, by their places.
    ///
    /// # Errors
    /// `proof.slots`, with the first row that it does not keep.
    pub(crate) fn point(&self, slots: &[[usize; 2]], bye: Option<usize>) -> Result<Vec<i128>, ProofRefusal> {
        let slots_there = self.players / 2;
        if slots.len() > slots_there {
            refuse(CHECK, format!("{} slots are filled, and there are {slots_there}", slots.len()))?;
        }
        let highest = slots.iter().map(|slot| slot[0].min(slot[1]));
        if self.is_ordered && !highest.tuple_windows().all(|(one, next)| one < next) {
            refuse(CHECK, "the slots are not in the order of their highest players")?;
        }
        let (mut seated, mut colours) = (vec![0_i128; self.players], vec![[0_i128; 2]; self.players]);
        for slot in slots {
            for (side, player) in slot.iter().enumerate() {
                seated[*player] += 1;
                colours[*player][side] += 1;
            }
        }
        let has_bye = |i: usize| i128::from(bye == Some(i));
        let broken = |row: &SlotRow| refusal(CHECK, format!("the point does not keep the row {}", row.name));
        let mut sum = vec![0_i128; self.tiers.len()];
        let mut counts = vec![0_i128; self.caps];
        for slot in slots {
            let filled = Filled { players: *slot, colours: slot.map(|player| colours[player]) };
            let Some(Worth { values, counted, losses }) = self.worth(filled) else {
                let [one, other] = slot.map(|place| self.seats[place]);
                return Err(refusal(
                    CHECK,
                    format!("no row lets {one} and {other} sit in one slot with these colours"),
                ));
            };
            sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            counts.iter_mut().zip(&counted).for_each(|(count, is)| *count += i128::from(*is));
            let at = |role| match role {
                Role::Seat(i) => (i128::from(slot.contains(&i)), i128::from(slot.contains(&i))),
                Role::Colour(i, k) => (colours[i][k], colours[i][k]),
                Role::Bye(i) => (has_bye(i), has_bye(i)),
                Role::Full => (1, 1),
                Role::Loss(loss) => (losses[loss], losses[loss]),
                Role::Counted(cap) => (i128::from(counted[cap]), i128::from(counted[cap])),
            };
            let own = slot.iter().flat_map(|player| &self.of_player[*player]).chain(&self.wide);
            let own = own.map(|number| &self.rows[*number]).filter(|row| row.is_of_slot);
            if let Some(row) = own.into_iter().find(|row| {
                spend(1);
                !row.is_possible(at)
            }) {
                return Err(broken(row));
            }
        }
        if let Some(bye) = bye {
            sum.iter_mut().zip(self.worth_of_bye(bye, colours[bye]).values).for_each(|(sum, value)| *sum += value);
        }
        // Rows of a slot in which none of their players sit, and rows that sum over slots.
        let elsewhere = |role| match role {
            Role::Seat(_) => (0, 0),
            Role::Colour(i, k) => (colours[i][k], colours[i][k]),
            Role::Bye(i) => (has_bye(i), has_bye(i)),
            Role::Full => (0, 1),
            Role::Loss(_) | Role::Counted(_) => (0, FAR),
        };
        let over_all = |role| match role {
            Role::Seat(i) => (seated[i], seated[i]),
            Role::Counted(cap) => (counts[cap], counts[cap]),
            other => elsewhere(other),
        };
        for (number, row) in self.rows.iter().enumerate() {
            spend(1);
            let is_kept = match row.is_of_slot {
                true => self.wide.binary_search(&number).is_ok() || row.is_sure(elsewhere) || self.players <= 2,
                false => row.is_sure(over_all),
            };
            if !is_kept {
                return Err(broken(row));
            }
        }
        Ok(sum)
    }

    /// The program has no point beyond the pairs that `pair` knows: for two places, the higher first, what the pair is worth in each tier,
    /// and whether each cap counts it.
    ///
    /// # Errors
    /// `proof.slots`.
    pub(crate) fn is_within<V: IntoIterator<Item = i128>>(
        &self,
        pair: impl Fn(usize, usize) -> Option<(V, Vec<bool>)>,
    ) -> Result<(), ProofRefusal> {
        self.fillings(|[high, low], Worth { values, counted, .. }| {
            let [one, other] = [high, low].map(|place| self.seats[place]);
            let Some((of_pair, is_counted)) = pair(high, low) else {
                return refuse(CHECK, format!("the rows let {one} and {other} share a slot, who are no legal pair"));
            };
            if values.iter().copied().cmp(of_pair.into_iter().take(values.len())) == Ordering::Greater {
                return refuse(CHECK, format!("{one} and {other} are worth more in a slot than the pair"));
            }
            if is_counted.iter().zip(counted).any(|(of_pair, of_slot)| *of_pair && !of_slot) {
                return refuse(CHECK, format!("a cap counts {one} and {other}, and not their slot"));
            }
            Ok(())
        })
    }

    /// The certificate's point makes `pairing`, keeps all rows, and is worth `values`.
    ///
    /// # Errors
    /// `proof.slots`.
    pub(super) fn reaches(&self, slots: &[[u32; 2]], pairing: &Pairing, values: &[i128]) -> Result<(), ProofRefusal> {
        let boards = pairing.boards.iter().map(|board| [board.white.0, board.black.0]);
        if !boards.sorted().eq(slots.iter().copied().sorted()) {
            refuse(CHECK, "the slots are not filled with the boards of the pairing")?;
        }
        let place = |id: u32| self.seats.iter().position(|seat| *seat == Seat::from(id));
        let unknown = |id: &u32| refusal(CHECK, format!("{id} is not in the round"));
        let mut places = Vec::with_capacity(slots.len());
        for slot in slots {
            let [white, black] = slot.each_ref().map(|id| place(*id).ok_or_else(|| unknown(id)));
            places.push([white?, black?]);
        }
        let bye = pairing.bye.and_then(|id| place(id.0));
        let worth = self.point(&places, bye)?;
        if worth != values {
            refuse(CHECK, format!("the point is worth {worth:?} units, tier by tier, and the pairing {values:?}"))?;
        }
        Ok(())
    }
}

/// The boards of a pairing in the slots: in the order of their highest players, as ordered slots have it.
pub(crate) fn seated(state: &RoundState, pairing: &Pairing) -> Vec<[u32; 2]> {
    let mut boards = pairing.boards.clone();
    boards.sort_by_key(|board| state.rank(board.white).min(state.rank(board.black)));
    boards.iter().map(|board| [board.white.0, board.black.0]).collect()
}

/// What the column stands for. `caps` are the kinds of columns that count for caps, so far.
fn role(column: &ProgramColumn, seats: &[Seat], caps: &mut Vec<&'static str>) -> Result<Role, ProofRefusal> {
    let ProgramColumn { name, kind, lower, upper, integer } = column;
    let unknown = || refusal(CHECK, format!("{name} is no column of a program of slots"));
    let index = |sort| kind.indices_in(name, sort).next();
    let player = || {
        let id: u32 = index(Index::Player)?.parse().ok()?;
        seats.iter().position(|seat| *seat == Seat::from(id) && *seat != Seat::Bye)
    };
    let side = || ["W", "B"].iter().position(|letter| index(Index::Colour) == Some(letter));
    let is_binary = *integer && (*lower, *upper) == (0, Some(1));
    let found = if *kind == &families::SEAT {
        player().map(Role::Seat)
    } else if *kind == &families::COLOUR {
        player().zip(side()).map(|(player, side)| Role::Colour(player, side))
    } else if *kind == &families::BYE {
        player().map(Role::Bye)
    } else if *kind == &families::FULL {
        Some(Role::Full)
    } else if *kind == &families::LOSS {
        let tier = index(Index::Tier).and_then(|tier| tier.parse::<usize>().ok()?.checked_sub(1));
        return tier.filter(|_| *lower == 0 && upper.is_none()).map(Role::Loss).ok_or_else(unknown);
    } else if [&families::DOWNFLOAT, &families::SAME_FEDERATION].contains(kind) {
        caps.push(kind.id);
        Some(Role::Counted(caps.len() - 1))
    } else {
        None
    };
    found.filter(|_| is_binary).ok_or_else(unknown)
}
