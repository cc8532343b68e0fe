//! The tables of FIDE's rating regulations (Handbook B.02, 8.1), between differences of ratings and scores. They are used in full:
//! whoever limits the difference to 400 points does it first.

/// For each expected score from .51 to 1.00, the least difference at which the player with the higher rating has it (8.1.2).
const LEAST: [u64; 50] = [
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
];

/// The least difference at which the score is expected to be 1.00.
pub(super) const CERTAIN: i64 = 736;

/// The difference that the scores from .50 to 1.00 are converted into (8.1.1).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// The expected score of a game in hundredths of a point, for a player whose rating is greater by `difference` (8.1.2).
///
/// ```
/// use swiss_ilp::questions::ranking::expected_score;
/// assert_eq!([0, 100, -100, 400, 735, 736].map(expected_score), [50, 64, 36, 92, 99, 100]);
/// ```
pub fn expected_score(difference: i64) -> u8 {
    let above = LEAST.partition_point(|least| *least <= difference.unsigned_abs());
    let above = u8::try_from(above).unwrap_or(50);
    if difference < 0 { 50 - above } else { 50 + above }
}

/// The difference of ratings that goes with a score of so many hundredths of the games, at most 100 (8.1.1).
pub(super) fn rating_difference(hundredths: u8) -> i64 {
    let difference = |above: u8| DIFFERENCES[usize::from(above.min(50))];
    match hundredths.checked_sub(50) {
        Some(above) => difference(above),
        None => -difference(50 - hundredths),
    }
}
