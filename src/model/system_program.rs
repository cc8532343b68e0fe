//! The programs of rule systems. The edition of a program says who may meet, who wants which colour and what is a float;
//! with it come the rules that no pairing may break.

use super::{Model, ModelError};
use crate::rules::{Candidates, EDITIONS, Edition, SystemFamily};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule system as an integer program: what a model file of `kind = "system"` says.
///
/// The tiers are solved one after another, each among the optima of those before it. The last one leaves one pairing.
/// Colours are a second program, on the boards of the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SystemSpec")]
pub struct SystemProgram {
    /// The program's name, as in reports.
    pub name: String,
    /// One sentence for a person.
    pub summary: String,
    /// One program for everybody, or one a score bracket.
    pub formulation: Procedure,
    /// Whose text says what a history means.
    #[schemars(schema_with = "editions")]
    pub edition: &'static Edition,
    /// The rules that no pairing may break, by their ids.
    pub hard: Vec<&'static str>,
    /// Tiers from the most to the least important, each minimised in turn.
    #[serde(rename = "tier")]
    pub tiers: Vec<SystemTier>,
    /// Tiers of the colours, likewise.
    #[serde(rename = "colour")]
    pub colours: Vec<ColourTier>,
}

/// The players of one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Procedure {
    /// Everybody.
    Everybody,
    /// A score bracket with its moved-down players, from the highest score on.
    Brackets,
}

/// The schema of an edition that has a program.
fn editions(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let edition = |edition: &Edition| schemars::json_schema!({ "description": edition.title, "const": edition.id });
    let editions: Vec<_> = with_program().map(edition).collect();
    schemars::json_schema!({ "type": "string", "oneOf": editions })
}

/// The editions that have a program.
pub(super) fn with_program() -> impl Iterator<Item = &'static Edition> {
    EDITIONS.iter().filter(|edition| edition.procedure().is_some())
}

/// What a program of an edition has.
impl Edition {
    /// The rules that no pairing may break, by their ids. By TCEC's an earlier meeting may be forgotten, and the bye is a tier.
    pub(super) fn hard(&self) -> Vec<&'static str> {
        let [.., viability] = self.absolute;
        let completion = self.candidates().map(|text| text.completion);
        let absolute = if self.family == SystemFamily::Tcec { vec![viability] } else { self.absolute.to_vec() };
        absolute.into_iter().chain(completion).collect()
    }

    /// The players of one program; `None` for an edition that has none.
    pub(super) const fn procedure(&self) -> Option<Procedure> {
        match self.family {
            SystemFamily::Tcec => Some(Procedure::Everybody),
            SystemFamily::Dutch1998 | SystemFamily::Dutch2012 | SystemFamily::DutchSince2017(_) => {
                Some(Procedure::Brackets)
            }
            SystemFamily::Dubov1997 => None,
        }
    }

    /// The counts that it takes, in this order, to leave one pairing.
    pub(super) fn needed(&self) -> Vec<Count> {
        let first = match self.family {
            SystemFamily::Tcec => return vec![Count::ByeOrder, Count::ForgottenRounds, Count::Opponents],
            SystemFamily::Dutch1998 => Count::OutsideHighestS1,
            _ => Count::S1Set,
        };
        vec![
            first,
            Count::S1Opponents,
            Count::Exchanges,
            Count::ExchangeDifference,
            Count::ExchangedFromS1,
            Count::ExchangedFromS2,
            Count::Opponents,
        ]
    }

    /// The counts of its articles on colours, in their order.
    pub(super) const fn needed_colours(&self) -> &'static [ColourCount] {
        match self.family {
            SystemFamily::Tcec => &[
                ColourCount::DoubleRound,
                ColourCount::WhiteGameDifference,
                ColourCount::HigherScore,
                ColourCount::Sequence2112,
            ],
            _ => &[
                ColourCount::BothPreferences,
                ColourCount::StrongerPreference,
                ColourCount::Alternation,
                ColourCount::HigherPreference,
                ColourCount::Turn,
            ],
        }
    }
}

/// One tier: a count to be minimised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SystemTier {
    /// What is counted.
    pub count: Count,
    /// The rule it is from.
    pub article: String,
    /// The rounds that have it, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
}

/// Which rounds have a tier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rounds {
    /// 1, 3, 5, ...
    Odd,
    /// 2, 4, 6, ...
    Even,
}

impl SystemTier {
    /// Whether round `round` has it.
    #[must_use]
    pub const fn is_in(&self, round: u32) -> bool {
        match self.rounds {
            None => true,
            Some(Rounds::Odd) => round % 2 == 1,
            Some(Rounds::Even) => round.is_multiple_of(2),
        }
    }
}

/// What a tier counts: a linear function of the variables, or several, each decided before the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Count {
    /// How far the bye is from the bottom of the order by byes received, then rank.
    ByeOrder,
    /// How many rounds are forgotten.
    ForgottenRounds,
    /// Moved-down players outside S1, which may be any set of them.
    OutsideS1,
    /// Moved-down players outside S1, which is the highest of them.
    OutsideHighestS1,
    /// The score of the player with the bye, in tenths of a point.
    ByeScore,
    /// The downfloaters.
    Downfloaters,
    /// The moved-down players among them, score by score from the highest.
    DownfloatersByScore,
    /// Squared score differences in a lowest bracket, the bye one point below its lowest score.
    SquaredDifferences,
    /// The score differences of pairs and downfloaters, the greatest first.
    ScoreDifferences,
    /// The downfloaters of the next bracket.
    NextDownfloaters,
    /// The downfloaters of the next bracket, score by score from the highest.
    NextDownfloatersByScore,
    /// The score differences of pairs and downfloaters of the next bracket, the greatest first.
    NextScoreDifferences,
    /// The unplayed games of the player with the bye, who is the only downfloater.
    UnplayedGamesOfBye,
    /// Topscorers and their opponents whose colour difference goes beyond 2.
    #[serde(rename = "colour-difference-beyond-two")]
    #[strum(serialize = "colour-difference-beyond-two")]
    BeyondTwo,
    /// Topscorers and their opponents who get the same colour a third time in a row.
    #[serde(rename = "third-colour-in-row")]
    #[strum(serialize = "third-colour-in-row")]
    ThirdInRow,
    /// Pairs that the next bracket lacks, as P1 and M1 are lowered.
    NextBracketBySteps,
    /// Pairs that the next bracket lacks, then moved-down players that its S1 lacks.
    NextBracket,
    /// Pairs with the same absolute colour preference.
    SameAbsolutePreference,
    /// Pairs with the same preference, strong or absolute on both sides.
    SameStrongPreference,
    /// Pairs with the same preference.
    SamePreference,
    /// Pairs with the same preference, of which the weaker is strong and not absolute.
    StrongPreferenceDenied,
    /// Residents who downfloat, after a downfloat in the round before.
    DownfloatAsLastRound,
    /// Residents who downfloat, after a downfloat two rounds before.
    DownfloatAsTwoRoundsAgo,
    /// Residents who meet a moved-down player, after an upfloat in the round before.
    UpfloatAsLastRound,
    /// Residents who meet a moved-down player, after an upfloat two rounds before.
    UpfloatAsTwoRoundsAgo,
    /// Players with a downfloat after one in the round before.
    AnyDownfloatAsLastRound,
    /// Players with a downfloat after one two rounds before.
    AnyDownfloatAsTwoRoundsAgo,
    /// Players with an upfloat after one in the round before.
    AnyUpfloatAsLastRound,
    /// Players with an upfloat after one two rounds before.
    AnyUpfloatAsTwoRoundsAgo,
    /// The score differences of those with a downfloat after one in the round before, the greatest first; since 2026, of
    /// moved-down players.
    DownfloatDifferencesLastRound,
    /// The score differences of those with an upfloat after one in the round before, the greatest first.
    UpfloatDifferencesLastRound,
    /// The score differences of those with a downfloat after one two rounds before, the greatest first; since 2026, of
    /// moved-down players.
    DownfloatDifferencesTwoRoundsAgo,
    /// The score differences of those with an upfloat after one two rounds before, the greatest first.
    UpfloatDifferencesTwoRoundsAgo,
    /// Whether no upfloat is like that of the round before; then, like that of two rounds before.
    UpfloatsKept,
    /// Whether no downfloat is like that of the round before; then, like that of two rounds before; in the remainder.
    DownfloatsKept,
    /// Which of the moved-down players are in S1, the highest first.
    S1Set,
    /// The opponents of S1 of a heterogeneous bracket, in order.
    S1Opponents,
    /// Exchanges between S1 and S2 of a homogeneous bracket or remainder.
    Exchanges,
    /// The sum of the numbers that come from S2, less that of those that go from S1.
    ExchangeDifference,
    /// The players exchanged from S1, the lowest first.
    ExchangedFromS1,
    /// The players exchanged from S2, the highest first.
    ExchangedFromS2,
    /// The opponents, in order.
    Opponents,
}

/// One tier of the colours: over all boards, how often an orientation is not what the article asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ColourTier {
    /// What is counted.
    pub count: ColourCount,
    /// The rule it is from.
    pub article: String,
}

/// What a colour tier counts. Where an article asks for nothing, both orientations count nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ColourCount {
    /// Boards whose two preferences could both be granted and are not.
    BothPreferences,
    /// Boards where the stronger preference is denied.
    StrongerPreference,
    /// Boards that repeat the colours of the latest round in which the two had different ones.
    Alternation,
    /// Boards where the higher player's preference is denied.
    HigherPreference,
    /// Boards without preferences: against the turn of S1 in round 1, Black for the higher player later.
    Turn,
    /// In double rounds: boards whose first-of-pair begins with White.
    DoubleRound,
    /// Boards where the greater white-game difference has White.
    WhiteGameDifference,
    /// Boards where the higher score has White.
    HigherScore,
    /// Boards against the sequence 2112.
    Sequence2112,
}

impl SystemProgram {
    /// The built-in program of the system `id`; `None` if there is none.
    ///
    /// # Errors
    /// [`ModelError`] if its file is not one, which the tests rule out.
    pub fn of_system(id: &str) -> Result<Option<Self>, ModelError> {
        Ok(Model::built_in(id).transpose()?.and_then(|model| model.try_into().ok()))
    }
}

impl Count {
    /// The name in a model file.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// Whether there is anything to count by an edition. In 1998 nobody may ignore B.2, so no pair has the same absolute
    /// preference.
    pub(super) fn is_known_to(self, edition: &Edition) -> bool {
        let [is_tcec, is_1998, is_2012] = [SystemFamily::Tcec, SystemFamily::Dutch1998, SystemFamily::Dutch2012]
            .map(|family| edition.family == family);
        let candidates = edition.candidates();
        let has = |holds: fn(&Candidates) -> bool| candidates.is_some_and(holds);
        match self {
            Self::Opponents => true,
            Self::ByeOrder | Self::ForgottenRounds => is_tcec,
            Self::OutsideS1 | Self::NextBracketBySteps | Self::SameAbsolutePreference => is_2012,
            Self::OutsideHighestS1 | Self::NextBracket => is_1998,
            Self::SquaredDifferences | Self::SameStrongPreference | Self::UpfloatsKept | Self::DownfloatsKept => {
                is_2012 || is_1998
            }
            Self::ByeScore | Self::NextDownfloatersByScore | Self::UnplayedGamesOfBye => has(|text| text.completes_all),
            Self::ScoreDifferences | Self::NextScoreDifferences => has(|text| !text.completes_all),
            Self::AnyDownfloatAsLastRound
            | Self::AnyDownfloatAsTwoRoundsAgo
            | Self::AnyUpfloatAsLastRound
            | Self::AnyUpfloatAsTwoRoundsAgo => has(|text| !text.parts_downfloats),
            Self::NextDownfloaters
            | Self::BeyondTwo
            | Self::ThirdInRow
            | Self::StrongPreferenceDenied
            | Self::DownfloatDifferencesLastRound
            | Self::UpfloatDifferencesLastRound
            | Self::DownfloatDifferencesTwoRoundsAgo
            | Self::UpfloatDifferencesTwoRoundsAgo => candidates.is_some(),
            Self::S1Set => is_2012 || candidates.is_some(),
            Self::DownfloatersByScore => is_2012 || is_1998 || has(|text| text.completes_all),
            Self::DownfloatAsLastRound
            | Self::DownfloatAsTwoRoundsAgo
            | Self::UpfloatAsLastRound
            | Self::UpfloatAsTwoRoundsAgo => is_2012 || is_1998 || has(|text| text.parts_downfloats),
            Self::Downfloaters
            | Self::SamePreference
            | Self::S1Opponents
            | Self::Exchanges
            | Self::ExchangeDifference
            | Self::ExchangedFromS1
            | Self::ExchangedFromS2 => !is_tcec,
        }
    }

    /// The counts that must be decided before this one: the number of pairs, and which of them are those of S1.
    pub(super) const fn builds_on(self) -> &'static [Self] {
        match self {
            Self::Exchanges => &[Self::Downfloaters, Self::S1Opponents],
            Self::DownfloatsKept => &[Self::S1Opponents],
            Self::UnplayedGamesOfBye
            | Self::NextDownfloaters
            | Self::NextDownfloatersByScore
            | Self::NextScoreDifferences => &[Self::Downfloaters],
            _ => &[],
        }
    }

    /// The linear function in formula notation.
    #[must_use]
    pub const fn formula(self) -> &'static str {
        match self {
            Self::ByeOrder => "sum place_i bye_i",
            Self::ForgottenRounds => "F, where F >= r x_ij if i and j met last in round r",
            Self::OutsideS1 => "sum of l_i and x_ij over moved-down i < j",
            Self::OutsideHighestS1 => "sum u_i over moved-down i, u rising, x_ij <= u_j, l_i <= u_i",
            Self::ByeScore => "sum s_i bye_i",
            Self::Downfloaters => "sum l_i",
            Self::ScoreDifferences => "sum x_ij + l_i of each score difference, l_i to one point below",
            Self::NextDownfloaters => "sum over i who do not meet in the next bracket",
            Self::NextDownfloatersByScore => "the same, over i of each score",
            Self::NextScoreDifferences => "sum y_ij over leaving i, and over i who do not meet, of each difference",
            Self::UnplayedGamesOfBye => "sum u_i bye_i over members i, if sum l_i = 1",
            Self::BeyondTwo | Self::ThirdInRow => "sum c_ij x_ij, c_ij of i and j with the colours they get",
            Self::StrongPreferenceDenied => "sum x_ij over i, j with the same, not both absolute",
            Self::AnyDownfloatAsLastRound | Self::AnyDownfloatAsTwoRoundsAgo => {
                "sum l_i + x_ij over i who had one, s_i > s_j"
            }
            Self::AnyUpfloatAsLastRound | Self::AnyUpfloatAsTwoRoundsAgo => "sum x_ij over j who had one, s_i > s_j",
            Self::DownfloatDifferencesLastRound | Self::DownfloatDifferencesTwoRoundsAgo => {
                "sum l_i + x_ij over i who had one, of each score difference"
            }
            Self::UpfloatDifferencesLastRound | Self::UpfloatDifferencesTwoRoundsAgo => {
                "sum x_ij over j who had one, of each score difference"
            }
            Self::DownfloatersByScore => "sum l_i over moved-down i of each score",
            Self::SquaredDifferences => "sum (s_i - s_j)^2 x_ij + (s_i - s_min + 1)^2 l_i",
            Self::NextBracketBySteps => "-(steps of P1 and M1 gained), of pairs y_ij below",
            Self::NextBracket => "-sum y_ij; then -sum y_ij over downfloaters i",
            Self::SameAbsolutePreference | Self::SameStrongPreference | Self::SamePreference => {
                "sum x_ij over i, j with the same"
            }
            Self::DownfloatAsLastRound | Self::DownfloatAsTwoRoundsAgo => "sum l_i over residents i who had one",
            Self::UpfloatAsLastRound | Self::UpfloatAsTwoRoundsAgo => {
                "sum x_ij over moved-down i, residents j who had one"
            }
            Self::UpfloatsKept => "-(g_1 + g_2), sum x_ij over j who had one k rounds ago <= n (1 - g_k), g_2 <= g_1",
            Self::DownfloatsKept => {
                "-(g_1 + g_2), sum x_ij + l_i over i who had one k rounds ago <= n (1 - g_k), g_2 <= g_1"
            }
            Self::S1Set => "l_i + sum x_ji over j < i, for each moved-down i in turn",
            Self::S1Opponents => "sum j x_ij, for each i of S1 in turn",
            Self::Exchanges => "sum l_i + x_ji over i <= p, j < i",
            Self::ExchangeDifference => "sum j x_jk over j > p, k > j, less sum i (l_i + x_hi) over i <= p, h < i",
            Self::ExchangedFromS1 => "sum x_ij over j > i, for each i <= p in turn, the last first",
            Self::ExchangedFromS2 => "l_i + sum x_ji over j < i, for each i > p in turn, the first first",
            Self::Opponents => "sum j x_ij over j > i, for each i in turn",
        }
    }
}
