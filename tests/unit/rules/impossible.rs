use super::*;
use crate::tournament::PlayerId;

fn seats(ids: std::ops::RangeInclusive<u32>) -> Vec<Seat> {
    ids.map(PlayerId).map(Seat::Player).collect()
}

#[test]
fn long_lists_are_cut_in_the_sentence_only() {
    let seats = seats(1..=30);
    let why = Impossibility::new(&seats, &[], &[vec![0]], &["a"], |kept, _, _| !kept.is_empty());
    let expected = "player 1 has no legal opponent: 1 not with 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 17 more [a]";
    assert_eq!(why.to_string(), expected);
    assert_eq!((why.barred.len(), why.barred[0].from.len()), (1, 29));
    let singles: Vec<Vec<usize>> = (15..30).map(|place| vec![place]).collect();
    let between: Vec<usize> = (0..14).collect();
    let why = Impossibility::new(&seats, &between, &singles, &["a"], |kept, _, _| !kept.is_empty());
    assert_eq!(why.barred.len(), 15);
    assert!(why.to_string().ends_with(" and so on for 3 more [a]"), "{why}");
    assert_eq!(why.barred.iter().map(|barred| barred.from.len()).sum::<usize>(), 15 * 14 / 2 + 15);
}
