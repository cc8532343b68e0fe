//! A score group: its floaters (8), the transfers into it (7.1, 7.2), its downfloaters (6.4), and its rows (6.2, 6.3).

use super::DubovReadings;
use super::columns::Columns;
use super::field::{DubovCard, DubovField};
use super::outlook::{Outlook, least_leaving};
use crate::systems::TraceLine;
use crate::systems::standings::rounded;
use crate::tournament::{Colour, PlayerId, RoundState, Score};
use itertools::Itertools;
use std::cmp::Reverse;

/// The state of a round while its score groups are paired, from the highest to the lowest.
pub(super) struct ScoreGroupWalk<'a> {
    pub state: &'a RoundState,
    pub field: &'a DubovField,
    pub readings: DubovReadings,
    /// The players of the groups not yet paired, by rank.
    pub below: Vec<usize>,
    /// The players who float from higher groups.
    pub floating: Vec<usize>,
    /// The pairs by rank, each with the chapter that made it.
    pub pairs: Vec<(usize, usize, &'static str)>,
    pub trace: Vec<TraceLine>,
}

impl ScoreGroupWalk<'_> {
    /// Pairs the highest remaining score group, if everybody remaining can be paired.
    pub fn pair_group(&mut self) -> Option<()> {
        let score = self.score(*self.below.first()?);
        let (mut members, below) = self.below.iter().partition(|player| self.score(**player) == score);
        self.below = below;
        let came = match &self.floating[..] {
            [] => String::new(),
            floating => format!(", and floating down {}", self.ids(floating)),
        };
        self.say(format!("score group {score}: {}{came}", self.ids(&members)));
        self.pair_floaters(&mut members);
        let kept = self.transfer_for_those_without_opponent(&mut members);
        self.transfer_for_even_number(&mut members, &kept);
        members.extend(kept);
        self.let_float(&mut members)?;
        self.pair_rows(&members)
    }

    /// 8: the floaters get their opponents before the others are paired.
    fn pair_floaters(&mut self, members: &mut Vec<usize>) {
        for floater in self.in_turn(&self.floating) {
            let due = self.card(floater).due;
            let mut wishes: Vec<usize> =
                members.iter().copied().filter(|member| self.field.may_meet(floater, *member)).collect();
            wishes.sort_by_key(|player| {
                (!self.card(*player).is_due_opposite_to(due), self.card(*player).strongest_first())
            });
            let others: Vec<usize> = self.floating.iter().filter(|other| **other != floater).copied().collect();
            let opponent = wishes.into_iter().find(|opponent| {
                let rest: Vec<usize> = members.iter().filter(|member| *member != opponent).copied().collect();
                self.field.can_all_be_paired(&[&others[..], &rest, &self.below].concat())
            });
            let Some(opponent) = opponent else {
                self.say(format!("  {} finds no opponent here and floats on [dubov-1997.6.4]", self.id(floater)));
                continue;
            };
            let (id, opponent_id) = (self.id(floater), self.id(opponent));
            let text = format!("  the floater {id} takes {opponent_id} [dubov-1997.8.2]");
            self.trace.push(TraceLine::of_pairs(text, [(id, opponent_id)]));
            self.floating = others;
            members.retain(|member| *member != opponent);
            self.pairs.push((floater, opponent, "8.2"));
        }
    }

    /// The order in which floaters are paired (8.1).
    fn in_turn(&self, floaters: &[usize]) -> Vec<usize> {
        let (Columns { white, black, .. }, free) = Columns::by_due_colour(self.field, floaters);
        let rows = (0..white.len().max(black.len())).flat_map(|row| [white.get(row), black.get(row)]);
        rows.flatten().copied().chain(free).collect()
    }

    /// 7.1: for each player without opponents in the group, a player from below is transferred to it.
    ///
    /// The two are reserved for each other while further transfers are chosen; the rows may separate them again.
    fn transfer_for_those_without_opponent(&mut self, members: &mut Vec<usize>) -> Vec<usize> {
        let is_alone = |member: &usize| !self.field.may_meet_any(*member, members);
        let mut alone: Vec<usize> = members.iter().copied().filter(is_alone).collect();
        alone.sort_by_key(|player| self.card(*player).strongest_first());
        let mut kept = Vec::new();
        for player in alone {
            let others: Vec<usize> = members.iter().copied().filter(|member| *member != player).collect();
            let least = self.leaving(members, &self.below);
            let candidates =
                self.candidates(self.card(player).due, |candidate| self.field.may_meet(player, *candidate));
            let opponent = candidates.into_iter().find(|candidate| self.spares_a_floater(*candidate, &others, least));
            let why = format!("{} has no opponent here", self.id(player));
            if let Some(opponent) = self.transferred(opponent, &why, "7.1") {
                *members = others;
                kept.extend([player, opponent]);
            }
        }
        kept
    }

    /// 7.2: an odd number is made even by the transfer of a player from below.
    fn transfer_for_even_number(&mut self, members: &mut Vec<usize>, kept: &[usize]) {
        if members.len().is_multiple_of(2) {
            return;
        }
        let least = self.leaving(members, &self.below);
        let dominating = self.field.dominating(&[members, kept].concat());
        let meets = |candidate: &usize| self.field.may_meet_any(*candidate, members);
        let candidate = self
            .candidates(dominating, meets)
            .into_iter()
            .find(|candidate| self.spares_a_floater(*candidate, &[&members[..], &[*candidate]].concat(), least));
        members.extend(self.transferred(candidate, "an odd number", "7.2"));
    }

    /// Whether one player fewer than `least` leaves the group of `members` if the candidate is transferred to it.
    fn spares_a_floater(&self, candidate: usize, members: &[usize], least: Option<usize>) -> bool {
        self.leaving(members, &self.below_without(candidate)).map(|leaving| leaving + 1) == least
    }

    /// Transfers the player, if there is one, and adds the reason to the trace.
    fn transferred(&mut self, player: Option<usize>, why: &str, article: &str) -> Option<usize> {
        match player {
            Some(player) => {
                let (id, score) = (self.id(player), self.score(player));
                self.say(format!("  {why}: {id} is transferred from {score} [dubov-1997.{article}]"));
                self.below = self.below_without(player);
            }
            None if self.below.is_empty() => {}
            None => self.say(format!("  {why}, and nobody can be transferred [dubov-1997.{article}]")),
        }
        player
    }

    /// The suitable players whom 2.5 allows to be transferred, in the order of 7.1 and 7.2: the next lower score group,
    /// the due colour opposite to `due`, the highest R, the lowest ARO.
    fn candidates(&self, due: Option<Colour>, suits: impl Fn(&usize) -> bool) -> Vec<usize> {
        let may = |candidate: &usize| self.card(*candidate).may_be_transferred && suits(candidate);
        let mut candidates: Vec<usize> = self.below.iter().copied().filter(may).collect();
        candidates.sort_by_key(|candidate| {
            let card = self.card(*candidate);
            (Reverse(card.score), !card.is_due_opposite_to(due), card.strongest_first())
        });
        candidates
    }

    /// 6.4: as few as possible float down if not all can be paired here.
    fn let_float(&mut self, members: &mut Vec<usize>) -> Option<()> {
        if self.leaving(members, &self.below)? == 0 {
            return Some(());
        }
        let mut outlook = Outlook::new(self.field, members, &self.floating, &self.below)?;
        let mut leaving = outlook.leaving();
        let next: Vec<usize> =
            self.below.iter().copied().filter(|player| self.score(*player) == self.score(self.below[0])).collect();
        let dominating = self.field.dominating(members);
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|member| {
            let card = self.card(members[*member]);
            let stays_apart = !self.field.may_meet_any(members[*member], &next);
            let is_of_minority = dominating.is_some() && card.due != dominating;
            let [first, last] =
                if self.readings.floaters_by_rating { [false, is_of_minority] } else { [is_of_minority, false] };
            (stays_apart, first, card.rating, last, Reverse(card.aro), Reverse(card.place))
        });
        let mut floaters = Vec::new();
        for member in order {
            if leaving > 0 && outlook.can_leave(member) {
                floaters.push(members[member]);
                leaving -= 1;
            }
        }
        self.say(format!("  not all can be paired here: floating down {} [dubov-1997.6.4]", self.ids(&floaters)));
        members.retain(|member| !floaters.contains(member));
        self.floating.extend(floaters);
        Some(())
    }

    /// 7.3, 7.4, 6.2 and 6.3; in the first round 5.
    fn pair_rows(&mut self, members: &[usize]) -> Option<()> {
        if members.is_empty() {
            return Some(());
        }
        let columns =
            if self.state.round() == 1 { Columns::of_first_round(members) } else { Columns::of(self.field, members) };
        let rows = columns.rows(self.field, self.readings.exchange_rows)?;
        let first: Vec<(usize, usize)> = columns.white.iter().copied().zip(columns.black.iter().copied()).collect();
        let chapter = match (self.state.round(), first == rows) {
            (1, true) => "5",
            (_, true) => "6.2",
            (_, false) => "6.3",
        };
        self.say_rows(&columns, &rows, chapter);
        self.pairs.extend(rows.into_iter().map(|(one, other)| (one, other, chapter)));
        Some(())
    }

    fn say_rows(&mut self, columns: &Columns, rows: &[(usize, usize)], chapter: &str) {
        let card = |player: &usize| &self.field.cards[*player];
        let mut lines: Vec<TraceLine> = Vec::new();
        if !columns.transferred.is_empty() {
            let article =
                if columns.transferred.iter().all(|player| columns.black.contains(player)) { "7.3" } else { "7.4" };
            let to = if article == "7.3" { "black" } else { "white" };
            let transferred = self.ids(&columns.transferred);
            let text =
                format!("  to the {to} column, of the other colour than due: {transferred} [dubov-1997.{article}]");
            lines.push(text.into());
        }
        if self.state.round() > 1 {
            let aro = |player: &usize| card(player).aro.map_or_else(|| "none".to_owned(), rounded);
            let white = columns.white.iter().map(|player| format!("{} ({})", card(player).id, aro(player)));
            let black = columns.black.iter().map(|player| format!("{} ({})", card(player).id, card(player).rating));
            lines.push(format!("  White (ARO): {} [dubov-1997.6.2]", white.format(", ")).into());
            lines.push(format!("  Black (R):   {} [dubov-1997.6.2]", black.format(", ")).into());
        }
        let pairs = rows.iter().map(|(one, other)| (card(one).id, card(other).id));
        let named = pairs.clone().map(|(one, other)| format!("{one}-{other}"));
        lines.push(TraceLine::of_pairs(format!("  {} [dubov-1997.{chapter}]", named.format(", ")), pairs));
        self.trace.extend(lines);
    }

    fn leaving(&self, members: &[usize], below: &[usize]) -> Option<usize> {
        least_leaving(self.field, members, &self.floating, below)
    }

    fn below_without(&self, player: usize) -> Vec<usize> {
        self.below.iter().copied().filter(|other| *other != player).collect()
    }

    fn card(&self, player: usize) -> &DubovCard {
        &self.field.cards[player]
    }

    fn score(&self, player: usize) -> Score {
        self.card(player).score
    }

    fn id(&self, player: usize) -> PlayerId {
        self.card(player).id
    }

    fn ids(&self, players: &[usize]) -> String {
        players.iter().map(|player| self.id(*player)).join(", ")
    }

    fn say(&mut self, line: String) {
        self.trace.push(line.into());
    }
}
