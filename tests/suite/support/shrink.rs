//! Makes a tournament smaller as long as something still holds of it.

use std::collections::BTreeSet;
use swiss_ilp::tournament::{Bye, ByeKind, PlayerId, Round, Tournament};

/// The tournament before `round` was paired. What is announced of that round stays, and who did not play it, if it was played, is
/// away from it: a report may leave their cells blank.
pub fn before(tournament: &Tournament, round: u32) -> Tournament {
    let mut past = tournament.clone();
    past.rounds.truncate(round as usize);
    if let Some(last) = past.rounds.get_mut(round as usize - 1) {
        if !last.games.is_empty() {
            let byes = last.byes.iter().map(|bye| bye.player);
            let absences = tournament.absences.iter().filter(|absence| absence.round.is_none_or(|of| of == round));
            let known: BTreeSet<PlayerId> = byes.chain(absences.map(|absence| absence.player)).collect();
            let away = tournament.absent_from(round).into_iter().filter(|player| !known.contains(player));
            let away: Vec<Bye> = away.map(|player| Bye { player, kind: ByeKind::Zero }).collect();
            last.byes.extend(away);
        }
        last.games.clear();
        last.byes.retain(|bye| bye.kind != ByeKind::Pairing);
    }
    past
}

/// The smallest tournament found of which `holds` is true: players, rounds and declarations are taken out one by one,
/// until none can be.
pub fn shrunk(mut tournament: Tournament, holds: impl Fn(&Tournament) -> bool) -> Tournament {
    loop {
        let Some(smaller) = smaller(&tournament).find(&holds) else { return tournament };
        tournament = smaller;
    }
}

/// The tournament without one of its parts, the largest parts first.
fn smaller(tournament: &Tournament) -> impl Iterator<Item = Tournament> {
    let players = tournament.players.iter().map(|player| without_player(tournament, player.id));
    let rounds = (0..tournament.rounds.len()).map(|index| without_round(tournament, index));
    let changed = |change: &dyn Fn(&mut Tournament)| {
        let mut changed = tournament.clone();
        change(&mut changed);
        (changed != *tournament).then_some(changed)
    };
    let declarations = [
        changed(&|tournament| tournament.accelerations.clear()),
        changed(&|tournament| tournament.forbidden.clear()),
        changed(&|tournament| tournament.points = Tournament::default().points),
        changed(&|tournament| tournament.initial_colour = None),
        changed(&|tournament| tournament.rounds_planned = None),
    ];
    let one_by_one = (0..tournament.forbidden.len()).map(|index| {
        let mut changed = tournament.clone();
        changed.forbidden.remove(index);
        changed
    });
    rounds.chain(players).chain(declarations.into_iter().flatten()).chain(one_by_one)
}

/// The tournament without a player and without his games, whose other player is then absent.
fn without_player(tournament: &Tournament, id: PlayerId) -> Tournament {
    let mut left = tournament.clone();
    left.players.retain(|player| player.id != id);
    for round in &mut left.rounds {
        round.games.retain(|game| game.white != id && game.black != id);
        round.byes.retain(|bye| bye.player != id);
    }
    left.absences.retain(|absence| absence.player != id);
    left.accelerations.remove(&id);
    left.forbidden.iter_mut().for_each(|group| group.players.retain(|player| *player != id));
    left.forbidden.retain(|group| group.players.len() > 1);
    left
}

/// The tournament without a round; what was declared for later rounds moves with them.
fn without_round(tournament: &Tournament, index: usize) -> Tournament {
    let number = u32::try_from(index).expect("few") + 1;
    let earlier = |round: u32| if round > number { round - 1 } else { round };
    let mut left = tournament.clone();
    let _: Round = left.rounds.remove(index);
    left.rounds_planned = left.rounds_planned.map(|rounds| rounds - 1).filter(|rounds| *rounds > 0);
    left.absences.retain(|absence| absence.round != Some(number));
    left.absences.iter_mut().for_each(|absence| absence.round = absence.round.map(earlier));
    for rounds in left.accelerations.values_mut() {
        rounds.remove(&number);
        *rounds = rounds.iter().map(|(round, points)| (earlier(*round), *points)).collect();
    }
    left
}
