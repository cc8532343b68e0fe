use super::facts::Facts;
use super::round::{BracketKind, BracketStep};
use crate::systems::TraceLine;
use itertools::Itertools;

impl Facts<'_> {
    /// The trace of a bracket: the steps of its pairing, with their articles.
    pub fn trace(&self, step: &BracketStep) -> Vec<TraceLine> {
        let articles = self.text;
        let [by_moved_down, by_remainder] = self.articles_of_pairs(step).map(rule);
        let mut lines = vec![self.heading(step).into()];
        let paired = &step.paired;
        if !paired.moved_down.is_empty() {
            let s1: Vec<usize> = paired.moved_down.iter().map(|(one, _)| *one).collect();
            if s1.len() < step.moved_down.len() {
                lines.push(format!("  S1 = {{{}}} {}", self.field.ids(&s1), rule(articles.set)).into());
            }
            let text =
                format!("  the moved-down players: {} {by_moved_down}", self.field.ids_of_pairs(&paired.moved_down));
            lines.push(self.field.making(text, &paired.moved_down));
        }
        lines.extend(paired.remainder.trace(&self.field, &rule(articles.exchange), &by_remainder));
        if let Some(first) = paired.downfloaters.first() {
            let ids = self.field.ids(&paired.downfloaters);
            let line = |what: &str, article: &str| format!("  {ids} {what} {}", rule(article));
            lines.push(match step.kind {
                BracketKind::Last { .. } => TraceLine::of_bye(line("has the bye", articles.bye), self.card(*first).id),
                _ if paired.downfloaters.len() == 1 => line("moves down", articles.downfloater).into(),
                _ => line("move down", articles.downfloater).into(),
            });
        }
        lines
    }

    /// The articles by which the moved-down players of the step meet their opponents, and those of the remainder.
    pub fn articles_of_pairs(&self, step: &BracketStep) -> [&'static str; 2] {
        let articles = self.text;
        let paired = &step.paired;
        let others = |pairs: &[(usize, usize)]| pairs.iter().map(|(_, other)| *other).collect::<Vec<_>>();
        let by_order = |is_natural| if is_natural { articles.prepared } else { articles.transposition };
        let moved_down = step.residents.starts_with(&others(&paired.moved_down));
        let [left, _] = &paired.remainder.exchanged;
        [
            by_order(moved_down),
            if left.is_empty() { by_order(paired.remainder.is_natural()) } else { articles.exchange },
        ]
    }

    fn heading(&self, step: &BracketStep) -> String {
        let scores = step.residents.iter().map(|player| self.score(*player)).dedup();
        let of = match scores.collect::<Vec<_>>()[..] {
            [first, .., last] => format!("{first} to {last}"),
            [score] => score.to_string(),
            [] => "nobody".to_owned(),
        };
        let outlook = rule(self.text.outlook);
        let name = match step.kind {
            BracketKind::Normal => format!("bracket {of}"),
            BracketKind::Penultimate => format!("penultimate bracket {of} {outlook}"),
            BracketKind::Last { is_collapsed: false } => format!("last bracket {of}"),
            BracketKind::Last { is_collapsed: true } => format!("last bracket, {of} collapsed {outlook}"),
        };
        let residents = self.field.ids(&step.residents);
        if step.moved_down.is_empty() {
            format!("{name}: {residents}")
        } else {
            format!("{name}: {residents}, and moved down {}", self.field.ids(&step.moved_down))
        }
    }
}

/// A rule as a line cites it.
fn rule(id: &str) -> String {
    format!("[{id}]")
}
