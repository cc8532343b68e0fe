use super::DutchUntil2016;
use super::requirement::Requirement;
use super::round::{ScoreBracketKind, ScoreBracketStep};
use crate::systems::TraceLine;
use crate::systems::field::Field;
use crate::tournament::{RoundState, Score};

/// The trace of a round: the steps of its pairing, with their reasons.
pub(super) struct ScoreBracketTrace<'a> {
    pub engine: &'a DutchUntil2016,
    pub state: &'a RoundState,
    pub field: &'a Field,
    pub requirements: &'a [Requirement],
}

impl ScoreBracketTrace<'_> {
    /// The bracket of a step, in the order of the articles.
    pub fn of(&self, step: &ScoreBracketStep) -> Vec<TraceLine> {
        let mut lines = vec![self.heading(step).into()];
        lines.extend(self.incompatible(step).map(TraceLine::from));
        lines.push(self.numbers(step).into());
        lines.extend(self.moved_down(step));
        let [c7, c8, d1, d2] = ["C7", "C8", "D1", "D2"].map(|article| self.rule(article));
        let natural = step.paired.remainder.is_natural();
        let how = if natural { self.rule("C6") } else { format!("after transposition {c7} {d1}") };
        lines.extend(step.paired.remainder.trace(self.field, &format!("{c8} {d2}"), &how));
        lines.extend(self.broken(step).into_iter().map(TraceLine::from));
        lines.extend(self.downfloaters(step));
        lines
    }

    /// The articles by which the moved-down players of the step meet their opponents, and those of the remainder.
    pub fn articles(&self, step: &ScoreBracketStep) -> [&'static str; 2] {
        let remainder = &step.paired.remainder;
        let [left, _] = &remainder.exchanged;
        let by_order = |is_natural| if is_natural { "C6" } else { "C7" };
        let moved_down = by_order(is_natural_for_moved_down(step));
        [moved_down, if left.is_empty() { by_order(remainder.is_natural()) } else { "C8" }]
    }

    fn rule(&self, article: &str) -> String {
        format!("[{}.{article}]", self.engine.edition.id)
    }

    /// `3.5`, or `3.5 to 1.0`.
    fn scores(&self, players: &[usize]) -> String {
        let scores: Vec<Score> = players.iter().map(|player| self.field.cards[*player].score).collect();
        match (scores.iter().max(), scores.iter().min()) {
            (Some(most), Some(least)) if most != least => format!("{most} to {least}"),
            (Some(score), _) => score.to_string(),
            _ => "no players".to_owned(),
        }
    }

    fn heading(&self, step: &ScoreBracketStep) -> String {
        let of = self.scores(&step.residents);
        let name = match step.kind {
            ScoreBracketKind::Lowest { is_joined: true } => format!("lowest bracket, {of} joined {}", self.rule("C13")),
            ScoreBracketKind::Lowest { is_joined: false } => format!("lowest bracket, {of}"),
            _ => format!("bracket {of}"),
        };
        let residents = self.field.ids(&step.residents);
        if step.moved_down.is_empty() {
            return format!("{name}: {residents}");
        }
        let treated = match step.paired.is_homogeneous {
            true => format!(", as if homogeneous {}", self.rule("A3")),
            false => String::new(),
        };
        format!("{name}: {residents}, and moved down {}{treated}", self.field.ids(&step.moved_down))
    }

    /// The numbers of A.6 and A.8, without the players whom C.1 moved on.
    fn numbers(&self, step: &ScoreBracketStep) -> String {
        let moved_down = step.counted(&step.moved_down);
        let members = [&moved_down[..], &step.counted(&step.residents)].concat();
        let members: Vec<_> = members.iter().map(|member| &self.field.cards[*member]).collect();
        let least = (self.engine.least)(self.state, &members);
        let least: String = least.iter().map(|(name, count)| format!(", {name} = {count}")).collect();
        let (p0, made) = (members.len() / 2, step.paired.pairs().count());
        let fewer =
            if made < p0 { format!(", but only {made} can be made {}", self.rule("C14")) } else { String::new() };
        let m0 = moved_down.len();
        format!("  P0 = {p0}, M0 = {m0}{least} {} {}{fewer}", self.rule("A6"), self.rule("A8"))
    }

    fn incompatible(&self, step: &ScoreBracketStep) -> Option<String> {
        let members = || step.moved_down.iter().chain(&step.residents);
        let is_alone = |one: &&usize| !members().any(|other| other != *one && self.field.may_meet(**one, *other));
        let moved_down: Vec<usize> = step.moved_down.iter().filter(is_alone).copied().collect();
        let mut alone = [moved_down, step.paired.incompatible.clone()].concat();
        alone.sort_unstable();
        alone.dedup();
        let verb = if alone.len() == 1 { "has" } else { "have" };
        let is_any = !alone.is_empty() && members().count() > 1;
        is_any.then(|| format!("  {} {verb} no opponent here {}", self.field.ids(&alone), self.rule("C1")))
    }

    fn moved_down(&self, step: &ScoreBracketStep) -> Vec<TraceLine> {
        if step.moved_down.is_empty() || step.paired.is_homogeneous {
            return Vec::new();
        }
        let pairs = &step.paired.moved_down;
        let s1: Vec<usize> = pairs.iter().map(|(one, _)| *one).collect();
        let mut lines = Vec::new();
        if s1.len() < step.counted(&step.moved_down).len() {
            let text =
                format!("  M1 = {}, S1 = {{{}}} {}", s1.len(), self.field.ids(&s1), self.rule(self.engine.subsets));
            lines.push(text.into());
        }
        if !pairs.is_empty() {
            let natural = is_natural_for_moved_down(step);
            let how = if natural { self.rule("C6") } else { format!("{} {}", self.rule("C7"), self.rule("D1")) };
            lines.push(
                self.field.making(format!("  the moved-down players: {} {how}", self.field.ids_of_pairs(pairs)), pairs),
            );
        }
        lines
    }

    /// The requirements that were dropped, with the pairs or players that break them.
    fn broken(&self, step: &ScoreBracketStep) -> Vec<String> {
        let field = self.field;
        let mut lines = Vec::new();
        for requirement in self.requirements {
            let colours: Vec<(usize, usize)> = step
                .paired
                .pairs()
                .filter(|(one, other)| requirement.is_broken_by_colours(field, *one, *other))
                .collect();
            let [falling, rising] = self.floaters(step);
            let falling = falling.into_iter().filter(|player| requirement.is_broken_by_downfloat(field, *player));
            let rising = rising.into_iter().filter(|player| requirement.is_broken_by_upfloat(field, *player));
            let players: Vec<usize> = falling.chain(rising).collect();
            let [asks, lowers] = (self.engine.articles)(self.state, *requirement).map(|article| self.rule(article));
            let what = match requirement {
                Requirement::AbsolutePreferences => "the same absolute preference",
                Requirement::StrongPreferences => "the same strong preference",
                Requirement::Preferences => "the same preference",
                Requirement::Downfloat(1) => "a downfloat as in the round before",
                Requirement::Downfloat(_) => "a downfloat as two rounds before",
                Requirement::Upfloat(1) => "an upfloat as in the round before",
                Requirement::Upfloat(_) => "an upfloat as two rounds before",
            };
            if !colours.is_empty() {
                lines.push(format!(
                    "  {what} in {}: {} {asks} {lowers}",
                    colours.len(),
                    self.field.ids_of_pairs(&colours)
                ));
            }
            if !players.is_empty() {
                lines.push(format!("  {what} for {} {asks} {lowers}", self.field.ids(&players)));
            }
        }
        lines
    }

    /// The players whose downfloats the edition counts, and those whose upfloats it counts.
    fn floaters(&self, step: &ScoreBracketStep) -> [Vec<usize>; 2] {
        let ScoreBracketStep { paired, moved_down, .. } = step;
        if !self.engine.manner.counts_all_floats {
            let falling = paired.downfloaters.iter().filter(|player| !moved_down.contains(player));
            return [falling.copied().collect(), paired.moved_down.iter().map(|(_, other)| *other).collect()];
        }
        let score = |player: usize| self.field.cards[player].score;
        let unequal =
            |(one, other): (usize, usize)| (score(one) != score(other)).then_some((one.min(other), one.max(other)));
        let higher = paired.remainder.pairs.iter().copied().filter_map(unequal).map(|(higher, _)| higher);
        let lower = paired.pairs().filter_map(unequal).map(|(_, lower)| lower);
        [paired.downfloaters.iter().copied().chain(higher).collect(), lower.collect()]
    }

    fn downfloaters(&self, step: &ScoreBracketStep) -> Option<TraceLine> {
        let downfloaters = &step.paired.downfloaters;
        let first = self.field.cards[*downfloaters.first()?].id;
        let ids = self.field.ids(downfloaters);
        if matches!(step.kind, ScoreBracketKind::Lowest { .. }) {
            let text = format!("  {ids} has the bye {} {}", self.rule("A5"), self.rule("B1b"));
            return Some(TraceLine::of_bye(text, first));
        }
        let verb = if downfloaters.len() == 1 { "moves" } else { "move" };
        let why = match step.kind {
            _ if *downfloaters == step.would_leave => String::new(),
            ScoreBracketKind::Backtracked => {
                format!(
                    ", not {}, so that the next bracket makes more pairs {}",
                    self.field.ids(&step.would_leave),
                    self.rule("C12")
                )
            }
            _ if step.would_leave.is_empty() => format!(", so that all below can be paired {}", self.rule("C13")),
            _ => format!(
                ", not {}, so that all below can be paired {}",
                self.field.ids(&step.would_leave),
                self.rule("C13")
            ),
        };
        Some(format!("  {ids} {verb} down{why} {}", self.rule("A4")).into())
    }
}

/// Whether the moved-down players meet the first of S2 in its order (C.6).
fn is_natural_for_moved_down(step: &ScoreBracketStep) -> bool {
    let pairs = &step.paired.moved_down;
    let is_in_s1 = |player: &usize| pairs.iter().any(|(one, _)| one == player);
    let others = step.moved_down.iter().filter(|player| !is_in_s1(player)).chain(&step.residents);
    let s2 = others.filter(|player| !step.paired.incompatible.contains(player));
    s2.copied().take(pairs.len()).eq(pairs.iter().map(|(_, other)| *other))
}
