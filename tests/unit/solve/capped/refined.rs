use super::{MatchingExcess, better};
use crate::solve::capped::problem::Multipliers;

#[test]
fn the_crossing_of_two_lines_is_exact() {
    let multipliers = Multipliers { scale: 1 << 20, ceilings: vec![3 << 19, 0], branches: vec![7], start: vec![0] };
    // 100 at most 10 beyond, and 107 with 3 to spare: they are as good where a unit costs 7/13.
    let lines =
        [MatchingExcess { goal: 100, beyond: vec![10, 0, 0] }, MatchingExcess { goal: 107, beyond: vec![-3, 0, 0] }];
    let next = better(&multipliers, &lines, &[26], (0, 1)).expect("a better one");
    assert_eq!((next.ceilings[0] * 13, next.ceilings[1]), (next.scale * 7, 0));
    assert_eq!(next.branches[0] << 20, 7 * next.scale);
    // There the bound may be 100 + 70 / 13, and no more.
    assert!(better(&multipliers, &lines, &[26], (1370, 13)).is_none());
}
