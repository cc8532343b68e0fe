use crate::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};

#[test]
fn a_clone_is_the_same_round_and_no_other_is() {
    let players = (1..=3).map(|id| Player::new(PlayerId(id))).collect();
    let tournament = Tournament { players, ..Tournament::default() };
    let [one, other] = [(); 2].map(|()| RoundState::new(&tournament, RoundRequest::default()).expect("a state"));
    assert_eq!(one, other);
    assert_eq!(one.remembered(), one.clone().remembered());
    assert_ne!(one.remembered(), other.remembered());
    assert_ne!(one.remembered(), one.without(&[PlayerId(1)]).remembered());
    let remembered = one.remembered();
    assert!(remembered.is_alive());
    drop(one);
    assert!(!remembered.is_alive());
}
