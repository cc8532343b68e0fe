use super::{ByeKind, PastEvent, PlayerId, Score};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What a tournament of teams has besides. Its [players](super::Tournament::players) are the teams, and a game is a match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Teams {
    /// Its scores, and the colour preferences.
    pub kind: TeamType,
    /// The game points of a bye of each kind; none where it is left out.
    pub bye_game_points: BTreeMap<ByeKind, Score>,
    /// The game points of teams in rounds: in matches, and where they are not those of the bye.
    pub game_points: BTreeMap<PlayerId, BTreeMap<u32, Score>>,
}

impl Teams {
    /// The game points of a team in `round`, which was this event.
    pub fn won(&self, team: PlayerId, round: u32, event: &PastEvent) -> Score {
        let said = self.game_points.get(&team).and_then(|rounds| rounds.get(&round));
        said.copied().unwrap_or_else(|| match event {
            PastEvent::Game { .. } => Score::ZERO,
            PastEvent::Bye(kind) => self.of_bye(*kind),
            PastEvent::Absent => self.of_bye(ByeKind::Zero),
        })
    }

    /// The game points of a bye.
    pub fn of_bye(&self, kind: ByeKind) -> Score {
        self.bye_game_points.get(&kind).copied().unwrap_or_default()
    }
}

/// The type of a tournament of teams, as record 192 of TRF-2026 codes it (FIDE C.04.6, articles 1.2 and 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TeamType {
    /// The colour preferences.
    pub preferences: TeamPreferences,
    /// The score.
    pub primary: TeamScore,
    /// Whether the other score decides who is the first team of a pair.
    pub uses_secondary: bool,
}

impl TeamType {
    /// Whether game points pair teams: as the score, or by deciding on colours.
    pub fn counts_game_points(self) -> bool {
        self.primary == TeamScore::Game || self.uses_secondary
    }
}

/// The colour preferences of teams (FIDE C.04.6, article 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TeamPreferences {
    /// None at all.
    Unused,
    /// Simple ones.
    TypeA,
    /// Strong and mild ones.
    TypeB,
}

/// A score of teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TeamScore {
    /// Match points.
    Match,
    /// Game points.
    Game,
}

impl Default for TeamType {
    /// What holds if nothing is said (C.04.6, 1.2.2 and 1.7): `FIDE_TEAM_TYPEA_MP_GP`.
    fn default() -> Self {
        Self { preferences: TeamPreferences::TypeA, primary: TeamScore::Match, uses_secondary: true }
    }
}

impl fmt::Display for TeamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.preferences {
            TeamPreferences::Unused => "FIDE_TEAM",
            TeamPreferences::TypeA => "FIDE_TEAM_TYPEA",
            TeamPreferences::TypeB => "FIDE_TEAM_TYPEB",
        })?;
        f.write_str(match (self.primary, self.uses_secondary) {
            (TeamScore::Match, true) => "_MP_GP",
            (TeamScore::Match, false) => "_MP",
            (TeamScore::Game, true) => "_GP_MP",
            (TeamScore::Game, false) => "_GP",
        })
    }
}

impl FromStr for TeamType {
    type Err = String;

    /// Reads `FIDE_TEAM_TYPEB_GP_MP`, `FIDE_TEAM_MP`, and `FIDE_TEAM`, which is the default.
    fn from_str(text: &str) -> Result<Self, String> {
        use TeamPreferences::{TypeA, TypeB, Unused};
        let kinds = [TypeA, TypeB, Unused].into_iter().flat_map(|preferences| {
            [TeamScore::Match, TeamScore::Game].into_iter().flat_map(move |primary| {
                [true, false].map(|uses_secondary| Self { preferences, primary, uses_secondary })
            })
        });
        let mut named = kinds.filter(|kind| kind.to_string() == text);
        let default = || (text == "FIDE_TEAM").then(Self::default);
        named.next().or_else(default).ok_or_else(|| format!("'{text}' is not a type such as FIDE_TEAM_TYPEA_MP_GP"))
    }
}
