//! The final standings of 1998 (F.10), compared with ones worked out by hand.

use crate::support::table::{doubled, table};
use swiss_ilp::systems::dutch_1998::standings;
use swiss_ilp::systems::{Fraction, Standing};
use swiss_ilp::tournament::{Absence, ByeKind, PlayerId, Score, Tournament};

/// The cross-table with these ratings, 0 for none.
fn rated(rows: &[&str], ratings: &[u32]) -> Tournament {
    let mut tournament = table(rows);
    for (player, rating) in tournament.players.iter_mut().zip(ratings) {
        player.rating = (*rating > 0).then_some(*rating);
    }
    tournament
}

fn ranked(tournament: &Tournament) -> Vec<Standing> {
    let ranking = standings(&crate::support::state(tournament));
    let names: Vec<&str> = ranking.criteria.iter().map(|criterion| criterion.name).collect();
    assert_eq!(names, ["score", "against_each_other", "average_opponent"]);
    ranking.players
}

/// Rank and pairing number of each line.
fn order(tournament: &Tournament) -> Vec<(usize, u32)> {
    ranked(tournament).iter().map(|line| (line.rank, line.id.0)).collect()
}

#[test]
fn points_come_first_and_then_the_average_of_the_opponents() {
    // Points 2, 0.5, 0.5 and 1; 2 met 4 and 1 (2200 and 2400), 3 met 1 and 4.
    let tournament = rated(&["3w1 2b1", "4b= 1w0", "1b0 4w=", "2w= 3b="], &[2400, 2300, 2100, 2200]);
    assert_eq!(order(&tournament), [(1, 1), (2, 4), (3, 2), (3, 3)]);
    let lines = ranked(&tournament);
    let averages = lines.iter().map(|line| line.values[2]);
    assert!(averages.eq([2200, 2200, 2300, 2300].map(|average| Some(Fraction::new(average, 1)))));
    assert!(lines.iter().all(|line| line.values[1].is_none()), "one leader has nobody to share with");
    // Player 3 met a stronger opponent than 2 did.
    let tournament = rated(&["3w1 2b1", "4b= 1w0", "1b0 5w=", "2w= .", ". 3b="], &[2400, 2250, 2100, 2200, 2201]);
    assert_eq!(order(&tournament), [(1, 1), (2, 3), (3, 2), (4, 4), (5, 5)]);
}

/// Two points each for 1, 2 and 3, one each for the others. 1 beat 2 and drew with 3.
const THREE_LEADERS: [&str; 6] =
    ["2w1 3b= 4w=", "1b0 5w1 6b1", "4b1 1w= 5w=", "3w0 6b= 1b=", "6w= 2b0 3b=", "5b= 4w= 2w0"];

#[test]
fn games_against_each_other_decide_the_first_place_and_no_other() {
    let tournament = rated(&THREE_LEADERS, &[2000, 1900, 2100, 1800, 2900, 2200]);
    let lines: Vec<_> = ranked(&tournament)
        .into_iter()
        .map(|line| (line.rank, line.id.0, <[Option<Fraction>; 3]>::try_from(line.values).expect("three values")))
        .collect();
    let values = |tenths: i64, mutual: Option<i64>, sum: i64| {
        [Some(Fraction::new(tenths, 10)), mutual.map(|tenths| Fraction::new(tenths, 10)), Some(Fraction::new(sum, 3))]
    };
    // 1 is first with the lowest average of all; 3 drew with 1 and 2 lost, but 2 met the stronger players.
    assert_eq!(
        lines,
        [
            (1, 1, values(20, Some(15), 5800)),
            (2, 2, values(20, Some(0), 7100)),
            (3, 3, values(20, Some(5), 6700)),
            (4, 6, values(10, None, 6600)),
            (5, 4, values(10, None, 6300)),
            (6, 5, values(10, None, 6200)),
        ]
    );
}

#[test]
fn the_average_decides_between_equal_results_against_each_other() {
    // A point and a half each for 1, 2 and 3: 1 and 2 drew, 3 met neither.
    let rows = ["2w= 6b1", "1b= 4w1", "4w= 5b1", "3b= 2b0", "6w= 3w0", "5b= 1w0"];
    // Sums of 1 to 6: 3900, 4200, 4300, 4000, 3900, 4100. 2 is before 1, and 3, who cannot be first, comes between.
    let found = order(&rated(&rows, &[2000, 2000, 2000, 2200, 2100, 1900]));
    assert_eq!(found, [(1, 2), (2, 3), (3, 1), (4, 6), (5, 4), (6, 5)]);
    // Now those of 1 and 2 are the same: the organiser draws lots for the first place.
    let lots = order(&rated(&rows, &[2000, 2000, 2000, 2200, 2100, 2200]));
    assert_eq!(lots[..3], [(1, 1), (1, 2), (3, 3)]);
}

#[test]
fn a_pairing_not_played_has_no_opponent_and_no_result() {
    // A point each: 1 won by default against 2, 2 beat 3, who had had the bye.
    let mut tournament = rated(&["2w+ .", "1b- 3w1", "U 2b0"], &[2000, 2100, 2200]);
    let number = |number| Some(Fraction::new(number, 1));
    let values: Vec<_> =
        ranked(&tournament).iter().map(|line| (line.rank, line.id.0, line.values[1..].to_vec())).collect();
    assert_eq!(
        values,
        [(1, 2, vec![number(1), number(2200)]), (2, 3, vec![number(0), number(2100)]), (3, 1, vec![number(0), None])]
    );
    // An opponent without a rating does not count in the average, even if there is no other.
    tournament.players[1].rating = None;
    assert_eq!(order(&tournament), [(1, 2), (2, 1), (2, 3)]);
}

#[test]
fn opponents_without_a_rating_are_left_out_of_the_average() {
    // Half a point each for 2 and 3, who both met 1 and each other.
    let tournament = rated(&["2w1 3b1 .", "1b0 . 3w=", ". 1w0 2b=", ". . ."], &[2400, 2000, 2100, 1000]);
    let average = |tournament: &Tournament, id: u32| {
        ranked(tournament).iter().find(|line| line.id.0 == id).expect("a line").values[2]
    };
    assert_eq!(average(&tournament, 2), Some(Fraction::new(4500, 2)));
    assert_eq!(average(&tournament, 3), Some(Fraction::new(4400, 2)));
    let mut unrated = tournament;
    unrated.players[1].rating = None;
    assert_eq!(average(&unrated, 3), Some(Fraction::new(2400, 1)));
    assert_eq!(order(&unrated), [(1, 1), (2, 3), (3, 2), (4, 4)]);
}

#[test]
fn averages_are_compared_exactly() {
    // 2 and 4 have half a point; 2 met 1 alone (2001), and 4 met 3, 1 and 5 (2000, 2001, 2002).
    let rows = ["2w= 4b1 6w1", "1b= . .", "4w1 6b1 .", "3b0 1w0 5w=", "6w1 . 4b=", "5b0 3w0 1b0"];
    let found = order(&rated(&rows, &[2001, 1500, 2000, 1500, 2002, 1500]));
    assert_eq!(found, [(1, 1), (2, 3), (3, 5), (4, 2), (4, 4), (6, 6)]);
    // A third of a point more.
    let found = order(&rated(&rows, &[2001, 1500, 2000, 1500, 2003, 1500]));
    assert_eq!(found, [(1, 1), (2, 3), (3, 5), (4, 4), (5, 2), (6, 6)]);
    assert!(Fraction::new(6004, 3) > Fraction::new(2001, 1));
    assert!(Fraction::new(i64::MAX, 3) > Fraction::new(i64::MAX - 1, 3));
}

#[test]
fn everybody_is_ranked_by_the_points_scored() {
    // Before the first round all players are equal.
    assert_eq!(order(&rated(&["", ""], &[2000, 1900])), [(1, 1), (1, 2)]);
    assert_eq!(order(&Tournament::default()), []);
    // Accelerated points count for pairing only. Absent players are ranked, too.
    let mut tournament = table(&["2w1", "1b0", "H"]);
    tournament.accelerations.insert(PlayerId(2), [(2, Score::from_tenths(50))].into());
    tournament.absences = vec![Absence { player: PlayerId(3), round: None, kind: ByeKind::Zero }];
    assert_eq!(order(&tournament), [(1, 1), (2, 3), (3, 2)]);
    // In double rounds both games count, with one opponent.
    let lines = ranked(&doubled(rated(&["2w1", "1b0"], &[2000, 2100])));
    assert_eq!(lines[0].id, PlayerId(1));
    assert_eq!(lines[0].values, [(1, 1), (1, 1), (2100, 1)].map(|(parts, whole)| Some(Fraction::new(parts, whole))));
}
