use std::fmt;

/// What the rows of a family, or the columns of a kind, have in common.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The id, with which the names of its rows or columns begin, such as `meets_once`.
    pub id: &'static str,
    /// What the indices after the id stand for: those of `meets_once_3_9_2` are two players and a slot.
    pub indices: &'static [Index],
    /// What it says, one sentence.
    pub says: &'static str,
    /// The id of the rule that it comes from, if it comes from one.
    pub rule: Option<&'static str>,
    /// The same in algebra, as LaTeX.
    pub algebra: &'static str,
}

/// What an index in a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// The pairing number of a player, or `bye`.
    Player,
    /// The number of a slot, from 1.
    Slot,
    /// `W` or `B`.
    Colour,
    /// The number of a tier, from 1.
    Tier,
    /// The number of a cap, from 1.
    Cap,
}

impl Family {
    pub(super) const fn new(id: &'static str, indices: &'static [Index]) -> Self {
        Self { id, indices, says: "", rule: None, algebra: "" }
    }

    pub(super) const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    pub(super) const fn of_rule(self, rule: &'static str) -> Self {
        Self { rule: Some(rule), ..self }
    }

    pub(super) const fn algebra(self, algebra: &'static str) -> Self {
        Self { algebra, ..self }
    }

    /// The name of the member with these indices, such as `3_9_2`; without indices it is the id.
    pub(super) fn name(&self, indices: impl fmt::Display) -> String {
        let mut name = format!("{}_{indices}", self.id);
        if name.ends_with('_') {
            name.pop();
        }
        name
    }

    /// The indices in `name` that are of this sort, which must be the name of a member.
    pub fn indices_in<'n>(&self, name: &'n str, sort: Index) -> impl Iterator<Item = &'n str> {
        let of_name = name.strip_prefix(self.id).unwrap_or_default().split('_').skip(1);
        of_name.zip(self.indices).filter(move |(_, index)| **index == sort).map(|(text, _)| text)
    }
}

/// Rows that hold an earlier tier at its optimum, so that the next one is decided among the optima of it.
pub static HELD: Family = Family::new("held", &[Index::Tier])
    .says("An earlier tier keeps its optimum.")
    .algebra(r"\sum_c w^{s}_{c}\, c = v_s \quad \text{for each earlier tier } s");
