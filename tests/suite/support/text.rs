//! The student's text with boards that are given.

use swiss_ilp::model::{Erratum, StudentText, TextModel, Value};
use swiss_ilp::solve::{self, MipAnswer, Options as SolveOptions};
use swiss_ilp::tournament::RoundState;

/// All sets of boards of so many players, by their places.
pub fn all_boards(players: usize) -> Vec<Vec<[usize; 2]>> {
    fn add(from: usize, players: usize, boards: &mut Vec<[usize; 2]>, all: &mut Vec<Vec<[usize; 2]>>) {
        let is_seated = |player: usize| boards.iter().any(|board| board.contains(&player));
        let Some(high) = (from..players).find(|player| !is_seated(*player)) else {
            all.push(boards.clone());
            return;
        };
        let lower: Vec<usize> = (high + 1..players).filter(|player| !is_seated(*player)).collect();
        add(high + 1, players, boards, all);
        for low in lower {
            boards.push([high, low]);
            add(high + 1, players, boards, all);
            boards.pop();
        }
    }
    let mut all = Vec::new();
    add(0, players, &mut Vec::new(), &mut all);
    all
}

/// What the text is worth with these boards and no others, in each tier; `None` if it does not allow them.
pub fn value_of_boards(state: &RoundState, spec: &StudentText, boards: &[[usize; 2]]) -> Option<Vec<i64>> {
    let model = TextModel::new(state, spec);
    let id = |place: usize| state.players()[place].id;
    // Where slots have names, a board is in the slot of its higher player.
    let is_named = spec.repairs(Erratum::Relabelling);
    let slot = |number: usize, board: &[usize; 2]| if is_named { board[0] + 1 } else { number };
    let numbered = (1..).zip(boards);
    let seats: Vec<String> = numbered
        .flat_map(|(number, board)| board.map(|place| format!("X_{}_{}", id(place), slot(number, board))))
        .collect();
    let mut program = model.program;
    let is_there = |seat: &String| program.columns.iter().any(|column| column.name == *seat);
    // Whoever has no points is no player of the text.
    if !seats.iter().all(is_there) {
        return None;
    }
    for column in program.columns.iter_mut().filter(|column| column.name.starts_with("X_")) {
        let value = i64::from(seats.contains(&column.name));
        (column.lower, column.upper) = (value, Some(value));
    }
    match solve::answer(program, SolveOptions::default().start()).expect("an answer") {
        MipAnswer::Optimal { values, .. } => Some(values.into_iter().map(Value::units).collect()),
        _ => None,
    }
}
