use crate::graph::{Graph, Matching, irreducible_obstruction};
use crate::rules::Impossibility;
use crate::tournament::{PlayerId, Seat};

/// The error that the rules leave no pairing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unpairable {
    /// The rules that cannot be met together, in the order of the articles; empty if no rule is the cause.
    pub rules: Vec<&'static str>,
    /// The reason in one sentence, with the rules' ids in brackets.
    pub why: String,
    /// Who cannot be paired, if it is the rules on pairs that leave no pairing.
    pub impossible: Option<Impossibility>,
}

impl Unpairable {
    /// The reason why the players `ids` cannot all be paired by `rules`, one of an odd number with the bye; `None` if
    /// they can. It is [irreducible](Impossibility).
    ///
    /// `allows` says whether the players at two places may be paired by the rules that it is given. The place after the
    /// last player is the bye.
    pub(super) fn by<const N: usize>(
        ids: &[PlayerId],
        rules: [&'static str; N],
        allows: impl Fn([bool; N], usize, usize) -> bool,
    ) -> Option<Self> {
        let why = impossible(ids, rules, allows)?;
        let of_pairs = why.rules();
        let rules = rules.into_iter().filter(|rule| of_pairs.contains(rule)).collect();
        Some(Self { rules, why: why.to_string(), impossible: Some(why) })
    }

    /// The error that an engine cannot pair what the rules allow.
    pub(super) fn fault(why: impl Into<String>) -> Self {
        Self { rules: Vec::new(), why: why.into(), impossible: None }
    }

    /// The error that a bracket has too many scores for exact weights.
    pub(super) fn too_many() -> Self {
        Self::fault("a bracket has players of more scores than can be weighed exactly")
    }

    /// The error that a bracket lost the pairing that it had.
    pub(super) fn lost() -> Self {
        Self::fault("a bracket has no pairing where there must be one; please report this")
    }

    /// The error that by `rule` no player of an odd field may have the bye.
    pub(super) fn no_bye(rule: &'static str) -> Self {
        let why = format!("one player is over, and each has had points without playing, which bars the bye [{rule}]");
        Self { rules: vec![rule], why, impossible: None }
    }
}

/// Why the players `ids` cannot all be paired, as for [`Unpairable::by`].
pub(super) fn impossible<const N: usize>(
    ids: &[PlayerId],
    rules: [&'static str; N],
    allows: impl Fn([bool; N], usize, usize) -> bool,
) -> Option<Impossibility> {
    let seats: Vec<Seat> =
        ids.iter().copied().map(Seat::Player).chain((ids.len() % 2 == 1).then_some(Seat::Bye)).collect();
    let pairs = (0..seats.len()).flat_map(|one| (one + 1..seats.len()).map(move |other| (one, other)));
    let graph = Graph::new(seats.len(), pairs.filter(|(one, other)| allows([true; N], *one, *other)));
    let why = irreducible_obstruction(&graph, &Matching::maximum(&graph))?;
    let bars = |kept: &[&str], one: usize, other: usize| {
        !allows(rules.map(|rule| kept.contains(&rule)), one.min(other), one.max(other))
    };
    Some(Impossibility::new(&seats, &why.tutte_set, &why.odd_components, &rules, bars))
}
