use strum::{IntoStaticStr, VariantArray};

/// The kind of a fault. The id is the name in lower case with dashes, such as `two-whites`. `swiss-ilp rule` explains
/// each one; the texts are in its `rules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // What each means stands once, where it is printed from.
pub enum Code {
    // Of any tournament.
    PlayerZero,
    PlayerTwice,
    UnknownPlayer,
    PlaysHimself,
    TwiceInARound,
    ResultMissing,
    EncounterMissing,
    RoundAfterLast,
    PointsDoNotFollow,
    ScoreBeyondLimit,
    AbsenceContradicted,
    ForbiddenGroup,
    AccelerationTwice,
    TooManyPlayers,
    // Of any file.
    FileTooLarge,
    TooManyFaults,
    EmptyFile,
    TooManyRounds,
    // Of a tournament report.
    NotTrf,
    NoPlayers,
    RowIndented,
    RowCut,
    OutOfColumns,
    BadNumber,
    BadRating,
    BadPoints,
    BadRank,
    BadOpponent,
    BadColour,
    BadResult,
    ColourMissing,
    OpponentMissing,
    ByeWithOpponent,
    TwoWhites,
    TwoBlacks,
    ResultsDisagree,
    OpponentsDisagree,
    BadRecord,
    BadRound,
    UnknownRow,
    RecordTwice,
    RoundsDisagree,
    InitialColourDisagrees,
    TeamTournament,
    AccelerationMissing,
    NotInTrf,
    // Of JSON.
    #[strum(serialize = "not-utf-8")]
    NotUtf8,
    JsonSyntax,
    JsonValue,
    UnknownField,
    FieldTwice,
    FieldMissing,
    // Of a pairing.
    BadPair,
    BadCount,
    SeveralPairings,
    TwoByes,
    RoundMissing,
    // Notes.
    ShiftedRow,
    PlusForWin,
    ColourNotWritten,
    CapitalColour,
    FreeColumns,
    RankOrder,
    AccelerationDerived,
    PointsByDecision,
    UnknownRecord,
}

impl Code {
    /// Every code, in the order of `swiss-ilp rule`.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The short name that stays the same between versions, such as `two-whites`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Whether a file that has one such fault is likely to have many, and all are mended alike: a round whose results are
    /// not entered yet.
    #[must_use]
    pub const fn is_one_of_many(self) -> bool {
        matches!(self, Self::ResultMissing | Self::EncounterMissing)
    }

    /// Whether it is a note: a leniency that was used, or a record that was not read. A file with notes only can be
    /// used.
    #[must_use]
    pub const fn is_note(self) -> bool {
        matches!(
            self,
            Self::ShiftedRow
                | Self::PlusForWin
                | Self::ColourNotWritten
                | Self::CapitalColour
                | Self::FreeColumns
                | Self::RankOrder
                | Self::AccelerationDerived
                | Self::PointsByDecision
                | Self::UnknownRecord
        )
    }
}
