use super::{tick, whole_tick};

#[test]
fn whole_numbers_are_whole_and_zero_has_no_sign() {
    assert_eq!([-16.0, -0.0, 0.5, 0.3 - 0.1].map(|number| tick(number, 2)), ["-16", "0", "0.5", "0.2"]);
    assert_eq!([-2.8, -3.0].map(whole_tick), ["", "-3"]);
}
