use crate::graph::{Graph, Matching, Obstruction, obstruction};
use crate::tournament::PlayerId;
use std::fmt;

/// The error that the rules leave no pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpairable {
    /// The rules that cannot be met together, in the order of the articles. Without any one of them a pairing exists.
    /// It is empty if no rule is the cause.
    pub rules: Vec<&'static str>,
    /// The reason in one sentence.
    pub why: String,
}

impl Unpairable {
    /// The reason why the players `ids` cannot all be paired by `rules`, one of an odd number with the bye; `None` if
    /// they can.
    ///
    /// `allows` says whether the players at two places may be paired by the rules that it is given. The place after the
    /// last player is the bye.
    pub(super) fn by<const N: usize>(
        ids: &[PlayerId],
        rules: [&'static str; N],
        allows: impl Fn([bool; N], usize, usize) -> bool,
    ) -> Option<Self> {
        let (needed, why) = conflict(ids.len() + ids.len() % 2, allows)?;
        let needed = rules.into_iter().zip(needed).filter(|(_, needed)| *needed);
        Some(Self { rules: needed.map(|(rule, _)| rule).collect(), why: sentence(&why, ids) })
    }

    /// The error that by `rule` no player of an odd field may have the bye.
    pub(super) fn no_bye(rule: &'static str) -> Self {
        let why = "one player is over, and each has had points without playing, which bars the bye".to_owned();
        Self { rules: vec![rule], why }
    }
}

impl fmt::Display for Unpairable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.rules.iter().try_for_each(|rule| write!(f, " [{rule}]"))
    }
}

impl std::error::Error for Unpairable {}

/// The limits that leave no perfect matching of `size` vertices, with the obstruction. Without any one of these limits
/// a perfect matching exists. `None` if one exists within all limits of `allows`.
///
/// If several such sets exist, the result has the earlier limits, since later ones are dropped first.
pub(super) fn conflict<const N: usize>(
    size: usize,
    allows: impl Fn([bool; N], usize, usize) -> bool,
) -> Option<([bool; N], Obstruction)> {
    let within = |limits: [bool; N]| {
        let pairs = (0..size).flat_map(|one| (one + 1..size).map(move |other| (one, other)));
        let graph = Graph::new(size, pairs.filter(|(one, other)| allows(limits, *one, *other)));
        obstruction(&graph, &Matching::maximum(&graph))
    };
    let mut needed = [true; N];
    let mut why = within(needed)?;
    for limit in (0..N).rev() {
        let mut others = needed;
        others[limit] = false;
        if let Some(still) = within(others) {
            (needed, why) = (others, still);
        }
    }
    Some((needed, why))
}

/// The sentence for an obstruction to pairing `ids`. The place after the last player is the bye.
pub(super) fn sentence(why: &Obstruction, ids: &[PlayerId]) -> String {
    let names = |places: &[usize]| {
        let name = |place: &usize| ids.get(*place).map_or_else(|| "the bye".to_owned(), ToString::to_string);
        places.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let parts: Vec<String> = why.odd_components.iter().map(|part| format!("{{{}}}", names(part))).collect();
    let apart = if why.tutte_set.is_empty() {
        "cannot be paired within, nor with others".to_owned()
    } else {
        format!("can only be paired through {}, who are too few", names(&why.tutte_set))
    };
    format!("the groups {} {apart}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 and 2 are kept apart by the first limit, 1 and 3 by the second, 1 and 4 by both.
    #[test]
    fn a_conflict_holds_no_limit_that_it_does_not_need() {
        let ids = [1, 2, 3, 4].map(PlayerId);
        let keeps = [vec![(0, 1), (0, 3)], vec![(0, 2), (0, 3)], vec![(1, 2)]];
        let within = |limits: [bool; 3], one, other| {
            !keeps.iter().zip(limits).any(|(keeps, holds)| holds && keeps.contains(&(one, other)))
        };
        let found = Unpairable::by(&ids, ["a", "b", "c"], within).expect("no pairing");
        assert_eq!(found.rules, ["a", "b"]);
        assert!(found.to_string().ends_with(" [a] [b]"), "{found}");
        assert_eq!(
            Unpairable::by(&ids, ["a"], |[a]: [bool; 1], one, other| within([a, false, false], one, other)),
            None
        );
        // With either of the two limits alone no pairing exists, so the later one is dropped.
        assert_eq!(conflict(2, |[a, b], _, _| !(a || b)).map(|(needed, _)| needed), Some([true, false]));
    }
}
