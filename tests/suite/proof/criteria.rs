//! The rules without one criterion each. Where a round is paired otherwise then, the proof by the rules refuses the pairing, and names
//! the criterion.

use super::by_rules::{PROVABLE, by_rules, random_rounds};
use crate::support::prelude::*;
use swiss_ilp::proof::by_rules::{Dispute, optional_criteria};
use swiss_ilp::rules::Edition;

/// For each criterion that can be left out: of how many random rounds the pairing is another one, and of how many of these the dispute
/// names it. One that is named is looked at no more.
fn left_out(id: &str, count: usize) -> Vec<(&'static str, [usize; 2])> {
    let edition = Edition::find(id).expect("an edition");
    let mut found: Vec<_> = optional_criteria(id).iter().map(|article| (*article, [0, 0])).collect();
    for (what, state) in random_rounds(system(id), count) {
        let Ok(paired) = system(id).pair(&state) else { continue };
        for (article, [different, named]) in found.iter_mut().filter(|(_, [_, named])| *named == 0) {
            let round = by_rules(&state, id);
            let boards = |pairing: &Pairing| pairing.boards.iter().copied().collect::<BTreeSet<_>>();
            let without = [(*article).to_owned()];
            let lacking = round.pair(&without, None, &|| false).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            let Some(lacking) = lacking.pairing.filter(|other| boards(other) != boards(&paired.pairing)) else {
                continue;
            };
            let (_, proven) = round.make(Some(&lacking), &|| false).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            assert_eq!(proven.pairing.as_ref().map(boards), Some(boards(&paired.pairing)), "{id}, {what}");
            let dispute = proven.dispute.unwrap_or_else(|| panic!("{id}, {what}: without {article} nobody objects"));
            assert!(!matches!(dispute, Dispute::Unexplained | Dispute::Incomplete), "{id}, {what}: {dispute}");
            *different += 1;
            if let Dispute::Worse { article: rule, .. } | Dispute::Better { article: rule, .. } = &dispute {
                *named += usize::from(edition.rule_of(article) == Some(rule.as_str()));
            }
        }
    }
    found
}

fn held(count: usize, missed: usize, named: usize) {
    let found: Vec<_> = PROVABLE.iter().flat_map(|(id, _)| left_out(id, count)).collect();
    println!("{found:?}");
    let number = |place: usize| found.iter().filter(|(_, counts)| counts[place] > 0).count();
    assert!(number(0) >= missed && number(1) >= named, "{} {}: {found:?}", number(0), number(1));
}

#[test]
fn a_criterion_that_is_left_out_is_named() {
    held(60, 19, 17);
}

#[test]
#[ignore = "long: make suite NAME=proofs"]
fn every_criterion_that_is_left_out_is_named() {
    held(2_000, 35, 30);
}
