use super::{
    Board, Bye, ByeKind, Code, Faults, Game, GamesPerPairing, Pairing, PlayerId, Round, RoundError, RoundRequest,
    Score, Tournament, Trust, checks, of_round, totals,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Tournament {
    /// The tournament after the round of `request` is paired as in `pairing`, and before any of its games is played.
    /// A request may be the number of the round alone.
    ///
    /// - The rounds before it stay. Later rounds up to the last one with games are dropped with their byes; the byes of
    ///   rounds still to be paired stay.
    /// - The round has the games of `pairing` without results, and its bye. In double rounds the second encounters come
    ///   after the first ones. Every other player has a bye: the one of the file, or a zero-point bye.
    /// - The bans of the request are bans of the tournament for this round.
    /// - Absences from this round, from rounds before it and from "the first round without games" are removed.
    /// - Declared points become those before the round plus the round's byes, which are won without playing. Points
    ///   that do not follow from the results differ from them by as much as before, unless the results are trusted.
    ///
    /// # Errors
    /// [`RoundError::Request`] as [`RoundState::new`](super::RoundState::new), [`RoundError::Faults`] if the tournament
    /// would have faults: an unknown player, or one who has two places in the round or a place and a requested bye.
    pub fn with_round(&self, request: impl Into<RoundRequest>, pairing: &Pairing) -> Result<Self, RoundError> {
        let request = request.into();
        let round = of_round::requested_round(self, &request)?;
        request.check(self)?;
        let [index, played] =
            [round, self.next_round()].map(|number| usize::try_from(number - 1).unwrap_or(usize::MAX));
        let mut faults = Faults::default();
        checks::absence_faults(self, &mut faults);
        if !faults.is_empty() {
            return Err(RoundError::Faults(faults.into_vec()));
        }
        let byes = self.byes_in(round, &request, pairing);
        let mut after = self.clone();
        after.rounds.resize_with(after.rounds.len().max(index + 1), Round::default);
        after.rounds[index] = Round { games: games(pairing, self.games_per_pairing), byes };
        after.rounds.iter_mut().take(played).skip(index + 1).for_each(|later| *later = Round::default());
        after.colourless.retain(|number, _| *number < round);
        if let Some(teams) = &mut after.teams {
            teams.game_points.values_mut().for_each(|rounds| rounds.retain(|number, _| *number < round));
            teams.game_points.retain(|_, rounds| !rounds.is_empty());
        }
        let last = after.rounds.iter().rposition(|round| *round != Round::default());
        after.rounds.truncate(last.map_or(0, |last| last + 1));
        after.absences.retain(|absence| absence.round.is_some_and(|named| named > round));
        after.forbidden.extend(request.bans(self, round));
        after.wishes.retain(|number, _| *number < round);
        if !request.wishes.is_empty() {
            after.wishes.insert(round, request.wishes);
        }

        let mut faults = checks::tournament_faults(&after);
        faults.retain(|fault| fault.code != Code::PointsDoNotFollow);
        if !faults.is_empty() {
            return Err(RoundError::Faults(faults));
        }
        after.recount(self, request.trust);
        Ok(after)
    }

    /// Makes the declared points follow from the results, after something was changed that `before` had. Points that did not follow
    /// from the results differ from them by as much as before, unless the results are trusted.
    pub fn recount(&mut self, before: &Self, trust: Trust) {
        let (before, now) = (totals::points(before), totals::points(self));
        for player in &mut self.players {
            let [before, now] = [&before, &now].map(|points| points.get(&player.id).copied().unwrap_or_default());
            let kind = |declared| before.declarable().into_iter().position(|declarable| declarable == declared);
            player.declared_points = player.declared_points.map(|declared| match (trust, kind(declared)) {
                (Trust::Results, _) => now.played,
                (Trust::Nothing | Trust::Byes, Some(kind)) => now.declarable()[kind],
                (Trust::Nothing | Trust::Byes, None) => declared - before.played + now.played,
            });
            player.declared_secondary = player.declared_secondary.map(|declared| match trust {
                Trust::Results => now.secondary,
                Trust::Nothing | Trust::Byes => declared - before.secondary + now.secondary,
            });
        }
    }

    /// A tournament that was checked, with the points that it declares made anew from the results, if these are trusted.
    pub fn trusting(&self, trust: Trust) -> Cow<'_, Self> {
        if trust != Trust::Results {
            return Cow::Borrowed(self);
        }
        let won = totals::points(self);
        let mut tournament = self.clone();
        for player in &mut tournament.players {
            let Some(won) = won.get(&player.id) else { continue };
            player.declared_points = player.declared_points.map(|_| won.played);
            player.declared_secondary = player.declared_secondary.map(|_| won.secondary);
        }
        Cow::Owned(tournament)
    }

    /// The points of each player from results, byes and decisions about the rounds before the first one without games.
    pub fn points_won(&self) -> BTreeMap<PlayerId, Score> {
        totals::points(self).into_iter().map(|(player, points)| (player, points.played)).collect()
    }

    /// Declares the points that follow from the results for everybody of whom none are declared.
    pub fn declare_points(&mut self) {
        let won = self.points_won();
        for player in &mut self.players {
            player.declared_points.get_or_insert(won.get(&player.id).copied().unwrap_or_default());
        }
    }

    /// The byes of `round` with this request and this pairing.
    fn byes_in(&self, round: u32, request: &RoundRequest, pairing: &Pairing) -> Vec<Bye> {
        let mut kinds: BTreeMap<PlayerId, ByeKind> = BTreeMap::new();
        let written = self.round(round).into_iter().flat_map(|begun| &begun.byes);
        kinds.extend(written.filter(|bye| bye.kind.is_absence()).map(|bye| (bye.player, bye.kind)));
        // Absences that name the round come first, since they set the points of the absence.
        let next = self.next_round();
        let mut absences: Vec<_> = self.absences.iter().filter(|one| one.round.unwrap_or(next) == round).collect();
        absences.sort_by_key(|absence| absence.round.is_none());
        for absence in absences {
            kinds.entry(absence.player).or_insert(absence.kind);
        }
        kinds.retain(|player, _| !request.late.contains(player));
        for player in &request.absent {
            kinds.entry(*player).or_insert(ByeKind::Zero);
        }
        let preset = of_round::preset_byes(self, round, request);
        kinds.extend(preset.into_iter().map(|player| (player, ByeKind::Pairing)));
        kinds.retain(|player, kind| kind.is_absence() || pairing.bye != Some(*player));
        let mut others = self.ids();
        others.retain(|player| !kinds.contains_key(player) && pairing.bye != Some(*player));
        for Board { white, black } in &pairing.boards {
            others.remove(white);
            others.remove(black);
        }
        kinds.extend(others.into_iter().map(|player| (player, ByeKind::Zero)));
        let allocated = pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing });
        allocated.into_iter().chain(kinds.into_iter().map(|(player, kind)| Bye { player, kind })).collect()
    }
}

/// The games of `pairing`, without results.
fn games(pairing: &Pairing, games_per_pairing: GamesPerPairing) -> Vec<Game> {
    let game = |white, black| Game { white, black, result: None, rated: true };
    let mut games: Vec<_> = pairing.boards.iter().map(|board| game(board.white, board.black)).collect();
    if games_per_pairing == GamesPerPairing::Two {
        games.extend(pairing.boards.iter().map(|board| game(board.black, board.white)));
    }
    games
}
