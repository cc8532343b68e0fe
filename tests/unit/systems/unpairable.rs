use super::*;

/// 1 and 2 are kept apart by the first rule, 1 and 3 by the second, 1 and 4 by both, 2 and 3 by the third.
#[test]
fn the_reason_names_few_players_and_the_rules_that_bar_their_pairs() {
    let ids = [1, 2, 3, 4].map(PlayerId);
    let keeps = [vec![(0, 1), (0, 3)], vec![(0, 2), (0, 3)], vec![(1, 2)]];
    let within = |rules: [bool; 3], one, other| {
        !keeps.iter().zip(rules).any(|(keeps, holds)| holds && keeps.contains(&(one, other)))
    };
    let found = Unpairable::by(&ids, ["a", "b", "c"], within).expect("no pairing");
    assert_eq!(found.rules, ["a", "b"]);
    assert_eq!(found.to_string(), "player 1 has no legal opponent: 1 not with 2, 4 [a]; 1 not with 3 [b]");
    let by_the_first = |[a]: [bool; 1], one, other| within([a, false, false], one, other);
    assert_eq!(Unpairable::by(&ids, ["a"], by_the_first), None);
    // Either of two rules keeps these apart, so the earlier one is named.
    let two = Unpairable::by(&ids[..2], ["a", "b"], |[a, b], _, _| !(a || b)).expect("no pairing");
    assert_eq!(two.to_string(), "player 1 has no legal opponent: 1 not with 2 [a]");
    // It takes both of two rules, as each bars one colour.
    let colours = Unpairable::by(&ids[..2], ["a", "b"], |[a, b], _, _| !(a && b)).expect("no pairing");
    assert_eq!(colours.to_string(), "player 1 has no legal opponent: 1 not with 2 [a] [b]");
}
