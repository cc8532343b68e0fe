use super::field::Ratings;
use crate::systems::colours::by_preferences;
use crate::tournament::Colour;

/// The colour of the higher of two players, by their ranks, and the step of 5.2 that decides it.
pub(super) fn of_higher(ratings: &Ratings<'_>, higher: usize, lower: usize) -> (Colour, usize) {
    let field = &ratings.field;
    let preferences = [higher, lower].map(|player| Some(ratings.cards[player].preference));
    let granted = by_preferences([higher, lower].map(|player| field.player(player)), preferences, [0, 0]);
    match granted.filter(|_| field.played[higher] > 0 || field.played[lower] > 0) {
        Some((colour, step)) => (colour, step + 1),
        None => {
            let initial = field.state.initial_colour().unwrap_or(Colour::White);
            (if ratings.cards[higher].place % 2 == 1 { initial } else { initial.opposite() }, 1)
        }
    }
}
