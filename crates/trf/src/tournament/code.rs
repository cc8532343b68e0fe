use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// The kind of a fault. Its [id](Code::id) is the name in lower case with dashes, such as `two-whites`, and its
/// [title](Code::title) is the sentence below. `swiss-ilp rule two-whites` explains it at length, with an example.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    // Of any tournament.
    /// A player has the number 0.
    PlayerZero,
    /// Two players have one number.
    PlayerTwice,
    /// A number that no player has.
    UnknownPlayer,
    /// A player is his own opponent.
    PlaysHimself,
    /// A player appears twice in a round.
    TwiceInARound,
    /// A result of a past round is missing.
    ResultMissing,
    /// The second game of a pairing is missing.
    EncounterMissing,
    /// There are more rounds than planned.
    RoundAfterLast,
    /// Points that the results do not give.
    PointsDoNotFollow,
    /// Points beyond the limit.
    ScoreBeyondLimit,
    /// A bye that something else contradicts.
    AbsenceContradicted,
    /// A list of players who may not meet that names nobody, or somebody twice.
    ForbiddenGroup,
    /// A player is accelerated twice in a round.
    AccelerationTwice,
    /// More than 100000 players.
    TooManyPlayers,

    // Of any file.
    /// The file or one of its lines is too large.
    FileTooLarge,
    /// More than 1,000 faults.
    TooManyFaults,
    /// The file is empty.
    EmptyFile,
    /// More than 999 rounds.
    TooManyRounds,

    // Of a tournament report.
    /// Neither a tournament report nor JSON.
    NotTrf,
    /// A tournament report without players.
    NoPlayers,
    /// A row or record does not begin in column 1.
    RowIndented,
    /// A player's row ends too early.
    RowCut,
    /// Something stands in a column that stays blank.
    OutOfColumns,
    /// Not a pairing number.
    BadNumber,
    /// Not a rating.
    BadRating,
    /// Not a number of points.
    BadPoints,
    /// Not a rank.
    BadRank,
    /// An opponent that is not a number.
    BadOpponent,
    /// Not a colour.
    BadColour,
    /// Not a result.
    BadResult,
    /// A game without a colour.
    ColourMissing,
    /// A game without an opponent.
    OpponentMissing,
    /// A bye with an opponent.
    ByeWithOpponent,
    /// Both players of a game have White.
    TwoWhites,
    /// Both players of a game have Black.
    TwoBlacks,
    /// The two results of a game do not go together.
    ResultsDisagree,
    /// One player names an opponent who does not name him.
    OpponentsDisagree,
    /// A record that cannot be read.
    BadRecord,
    /// Not a round.
    BadRound,
    /// A player's row under another record's number.
    UnknownRow,
    /// Two records contradict each other.
    RecordTwice,
    /// Two numbers of rounds.
    RoundsDisagree,
    /// Two colours for round 1.
    InitialColourDisagrees,
    /// A tournament of teams that cannot be read.
    TeamTournament,
    /// A player meets a team that is not the opponent of his own.
    TeamOpponents,
    /// The boards of a match have colours that do not go together.
    TeamColours,
    /// An accelerated system whose points are not known.
    AccelerationMissing,
    /// A tournament report cannot hold this.
    NotInTrf,

    // Of JSON.
    /// Text that is not UTF-8.
    #[strum(serialize = "not-utf-8")]
    NotUtf8,
    /// The JSON cannot be read.
    JsonSyntax,
    /// A value that the field cannot have, a field that is not known, or one that is missing.
    JsonValue,

    // Of a list of players.
    /// A row of a list that cannot be read.
    BadRow,

    // Of a pairing.
    /// Not a pair of players.
    BadPair,
    /// A column stands twice.
    FieldTwice,
    /// Another number of lines than announced.
    BadCount,
    /// More than one pairing.
    SeveralPairings,
    /// Two pairing-allocated byes.
    TwoByes,
    /// The round is not paired in the file.
    RoundMissing,

    // Notes: `is_note` counts from here.
    /// A row has slipped and is read where it stands.
    ShiftedRow,
    /// A + against 0 is read as a game won.
    PlusForWin,
    /// A forfeited game lacks a colour.
    ColourNotWritten,
    /// A list of players who may not meet has one player.
    BanOfOne,
    /// A colour in a capital letter.
    CapitalColour,
    /// A record XXA is read word by word.
    FreeColumns,
    /// Players are ordered by their rows.
    RankOrder,
    /// The points of an acceleration follow from the file.
    AccelerationDerived,
    /// The text is not UTF-8, and its encoding is not sure.
    EncodingNotSure,
    /// The start of the tournament is no date.
    DateUnreadable,
    /// A record 299 is not counted.
    PointsByDecision,
    /// A letter of the drafts of TRF-2026.
    LetterOfDrafts,
    /// A game is adjourned.
    AdjournedGame,
    /// Points that favour what they should not.
    UnusualPoints,
    /// The records of a team's bye do not agree.
    TeamBye,
    /// `801` has other results at the boards of a match than the rows of the players.
    TeamBoards,
    /// A record that is not known.
    UnknownRecord,
}

impl Code {
    /// Every code, in the order above.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The short name that stays the same between versions, such as `two-whites`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The title, one line without a full stop, such as `A game has two Whites`.
    pub fn title(self) -> &'static str {
        self.get_documentation().unwrap_or_default().trim_end_matches('.')
    }

    /// Whether a file that has one such fault is likely to have many, and all are mended alike: a round whose results are
    /// not entered yet.
    pub const fn is_one_of_many(self) -> bool {
        matches!(self, Self::ResultMissing | Self::EncounterMissing)
    }

    /// Whether it is a note: a leniency that was used, or a record that was not read. A file with notes only can be
    /// used.
    pub fn is_note(self) -> bool {
        self >= Self::ShiftedRow
    }
}
