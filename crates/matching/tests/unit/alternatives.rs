use super::{Alternatives, MatchingCount};
use crate::filled::tests::{filled, random_case};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

#[test]
fn they_are_those_of_enumeration_in_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let (mut tried, mut alone, mut many, mut parts) = (0, 0, 0, 0);
    while tried < 1_500 {
        let (tight, sets, matchings) = random_case(&mut rng);
        let Some(start) = matchings.choose(&mut rng) else { continue };
        tried += 1;
        let found = Alternatives::new(filled(&tight, &sets, start), || false).expect("no limit");
        let all = matchings.len() as u64;
        let what = || format!("{tight:?} {sets:?} {start:?}");
        assert_eq!(found.count(u64::MAX, || false), MatchingCount { least: all, is_exact: true }, "{}", what());
        assert_eq!(found.first(usize::MAX, || false), matchings, "{}", what());
        assert_eq!(found.first(2, || false), matchings[..matchings.len().min(2)], "{}", what());
        let fewer = found.count(1, || false);
        assert_eq!(fewer.is_exact, all == 1, "{fewer:?} {}", what());
        assert!(fewer.least.min(2) == all.min(2) && fewer.least <= all, "{fewer:?} {}", what());
        alone += u32::from(all == 1);
        many += u32::from(all > 100);
        parts += u32::from(found.parts.len() > 1);
    }
    assert!(alone > 150 && many > 150 && parts > 15, "{alone} {many} {parts}");
}
