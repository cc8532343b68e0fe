use std::fmt;

/// Each code is written once, here; what it means stands in [`rules`](crate::rules), which leaves none out.
macro_rules! codes {
    ($($code:ident $id:literal)*) => {
        /// What kind of fault it is; `swiss-ilp rule` explains each by its id.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $id, "`.")] $code,)*
        }

        impl Code {
            /// Every code, in the order of `swiss-ilp rule`.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// The short name that stays the same between versions, such as `two-whites`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$code => $id,)*
                }
            }
        }
    };
}

codes! {
    // Of any tournament.
    PlayerZero "player-zero"
    PlayerTwice "player-twice"
    UnknownPlayer "unknown-player"
    PlaysHimself "plays-himself"
    TwiceInARound "twice-in-a-round"
    ResultMissing "result-missing"
    EncounterMissing "encounter-missing"
    RoundAfterLast "round-after-last"
    PointsDoNotFollow "points-do-not-follow"
    // Of any file.
    EmptyFile "empty-file"
    TooManyRounds "too-many-rounds"
    // Of a tournament report.
    NotTrf "not-trf"
    NoPlayers "no-players"
    RowIndented "row-indented"
    RowCut "row-cut"
    OutOfColumns "out-of-columns"
    BadNumber "bad-number"
    BadRating "bad-rating"
    BadPoints "bad-points"
    BadRank "bad-rank"
    BadOpponent "bad-opponent"
    BadColour "bad-colour"
    BadResult "bad-result"
    ColourMissing "colour-missing"
    OpponentMissing "opponent-missing"
    ByeWithOpponent "bye-with-opponent"
    TwoWhites "two-whites"
    TwoBlacks "two-blacks"
    ResultsDisagree "results-disagree"
    OpponentsDisagree "opponents-disagree"
    BadRecord "bad-record"
    BadRound "bad-round"
    RoundsDisagree "rounds-disagree"
    InitialColourDisagrees "initial-colour-disagrees"
    AbsenceContradicted "absence-contradicted"
    RankOrder "rank-order"
    AccelerationMissing "acceleration-missing"
    NotInTrf "not-in-trf"
    // Of JSON.
    NotUtf8 "not-utf-8"
    JsonSyntax "json-syntax"
    JsonValue "json-value"
    UnknownField "unknown-field"
    FieldTwice "field-twice"
    FieldMissing "field-missing"
    AccelerationTwice "acceleration-twice"
    // Of a pairing.
    BadPair "bad-pair"
    BadCount "bad-count"
    SeveralPairings "several-pairings"
    TwoByes "two-byes"
    RoundMissing "round-missing"
    // Notes.
    ShiftedRow "shifted-row"
    PlusForWin "plus-for-win"
    ColourNotWritten "colour-not-written"
    CapitalColour "capital-colour"
    FreeColumns "free-columns"
    PointsByDecision "points-by-decision"
    UnknownRecord "unknown-record"
}

impl Code {
    /// Whether it is a note: a leniency that was used, or something that was not read. The file is sound.
    #[must_use]
    pub const fn is_note(self) -> bool {
        matches!(
            self,
            Self::ShiftedRow
                | Self::PlusForWin
                | Self::ColourNotWritten
                | Self::CapitalColour
                | Self::FreeColumns
                | Self::PointsByDecision
                | Self::UnknownRecord
        )
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
