use super::field::EvaluatedField;
use super::number::Exact;
use super::{Datum, Type};
use crate::tournament::{
    ByeKind, Cell, Colour, Float, GamesPerPairing, PastEvent, PlayerId, PlayerState, RoundState, Score,
};
use num_rational::Ratio;
use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// What an expression can ask of a player: a name after `a.`, `b.` or `p.`. What is said of each is printed, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, EnumMessage, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Attribute {
    /// the pairing number
    Number,
    /// the rating; 0 without one
    Rating,
    /// the title as the file writes it; '' without one
    Title,
    /// the code of the federation as the file writes it; '' without one
    Federation,
    /// the club as the file writes it; '' without one
    Club,
    /// the score that pairing goes by, with accelerated points
    Score,
    /// the points won before the round
    Points,
    /// the place in pairing order among the players to be paired, from 1
    Rank,
    /// the place among the players to be paired who have the same score, from 1
    GroupPlace,
    /// how many of the players to be paired have the same score
    GroupSize,
    /// the place among them by lot, as in `random-distance`, from 1
    LotPlace,
    /// the place among them by Sonneborn-Berger, Buchholz and rank, the highest first, from 1
    OppositionPlace,
    /// the colours of the games played, first to last, such as 'WBW'; forfeits and byes leave no gap
    Colours,
    /// the colour of the latest game played: 'white', 'black', or '' before the first
    LastColour,
    /// games played with White minus games played with Black
    ColourDifference,
    /// the colour preferred: 'white', 'black', or '' before the first game (FIDE 1998 A.7)
    Preference,
    /// 'absolute', 'strong', 'mild', or '' before the first game (FIDE 1998 A.7)
    PreferenceStrength,
    /// the number of games played; in double rounds two a pairing
    Games,
    /// the number of rounds with a bye of any kind
    Byes,
    /// true if the player had no opponent in the last round: a bye of any kind or an absence
    SatOut,
    /// true after a pairing-allocated bye, a full-point bye or a win by forfeit (FIDE 1998 B.1.b)
    FreePoint,
    /// the float of the last round: 'down', 'up' or '' (FIDE 1998 A.4, A.5)
    Float,
    /// the float of the round before the last: 'down', 'up' or ''
    FloatBefore,
    /// the number of past rounds with the float 'down'
    Downfloats,
    /// the number of past rounds with the float 'up'
    Upfloats,
    /// the pairing numbers of the opponents met over the board, first to last
    Opponents,
    /// the points of these opponents before the round, added up
    OpponentPoints,
    /// the ratings of these opponents, added up; 0 for those without one
    OpponentRatings,
    /// how many of these opponents have a rating; one met twice counts twice
    RatedOpponents,
    /// the pairing numbers of those whom the organiser forbids as opponents in this round
    ForbiddenOpponents,
}

impl Attribute {
    /// Every attribute, as documentation lists them.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in expressions.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|attribute| attribute.name() == name)
    }

    /// Whether expressions have this name, so that no column of the organiser's table can. Clubs may stand in both.
    pub fn is_taken(name: &str) -> bool {
        Self::named(name).is_some_and(|attribute| attribute != Self::Club)
    }

    /// What it is, in one clause: what is said of it above.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// What kind of value it has.
    pub(crate) const fn kind(self) -> &'static Type {
        match self {
            Self::Title
            | Self::Federation
            | Self::Club
            | Self::Colours
            | Self::LastColour
            | Self::Preference
            | Self::PreferenceStrength
            | Self::Float
            | Self::FloatBefore => &Type::Text,
            Self::SatOut | Self::FreePoint => &Type::Bool,
            Self::Opponents | Self::ForbiddenOpponents => &Type::Numbers,
            // Most are numbers.
            _ => &Type::Number,
        }
    }

    /// What kind of value it has, in a word.
    pub fn kind_name(self) -> String {
        self.kind().to_string()
    }

    /// Its value for `player`, who is to be paired.
    pub(super) fn of(self, field: &EvaluatedField<'_>, player: &PlayerState) -> Datum {
        let state = field.state;
        let text = |text: &Option<String>| Datum::text(text.as_deref().unwrap_or_default());
        match self {
            Self::Number => whole(player.id.0),
            Self::Rating => whole(player.rating.unwrap_or_default()),
            Self::Title => text(&player.title),
            Self::Federation => text(&player.federation),
            Self::Club => text(&player.club),
            Self::Score => points(player.score),
            Self::Points => points(player.points),
            Self::Rank => count(rank(state, player) + 1),
            Self::GroupPlace => count(rank(state, player) + 1 - group(state, player).0),
            Self::GroupSize => count(group(state, player).1 - group(state, player).0),
            Self::LotPlace => count(field.place_by_lot(player)),
            Self::OppositionPlace => count(field.place_by_opposition(player)),
            Self::Colours => Datum::text(player.colours().map(letter).collect::<String>()),
            Self::LastColour => Datum::text(player.last_colour().map_or("", colour)),
            Self::ColourDifference => whole(player.colour_difference()),
            Self::Preference => Datum::text(player.preference().map_or("", |preference| colour(preference.colour))),
            Self::PreferenceStrength => {
                Datum::text(player.preference().map_or("", |preference| preference.strength.into()))
            }
            Self::Games => count(player.colours().count()),
            Self::Byes => count(player.history.iter().filter(|past| is_bye(&past.event)).count()),
            Self::SatOut => Datum::Bool(player.was_unpaired_last_round()),
            Self::FreePoint => Datum::Bool(player.has_scored_without_playing()),
            Self::Float => Datum::text(player.float(1).map_or("", <&str>::from)),
            Self::FloatBefore => Datum::text(player.float(2).map_or("", <&str>::from)),
            Self::Downfloats => floats(player, Float::Down),
            Self::Upfloats => floats(player, Float::Up),
            Self::Opponents => Datum::List(opponents(player).map(|id| whole(id.0)).collect()),
            Self::OpponentPoints => Datum::Number(
                opponents(player).map(|id| exact(find(state, id).map_or(Score::ZERO, |p| p.points))).sum(),
            ),
            Self::OpponentRatings => {
                let rating = |id| find(state, id).and_then(|p| p.rating).unwrap_or_default();
                Datum::Number(opponents(player).map(|id| Exact::from_integer(rating(id).into())).sum())
            }
            Self::RatedOpponents => {
                count(opponents(player).filter_map(|id| find(state, id)).filter(|p| p.rating.is_some()).count())
            }
            Self::ForbiddenOpponents => Datum::List(field.forbidden(player).iter().map(|id| whole(id.0)).collect()),
        }
    }
}

/// What an expression can ask of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray, EnumMessage, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RoundAttribute {
    /// the number of the round to be paired
    Round,
    /// the number of planned rounds; the file or --rounds must give it
    Rounds,
    /// the number of rounds after this one; the same holds
    RoundsToCome,
    /// how many players are to be paired
    Players,
    /// the lowest score of the players to be paired
    LowestScore,
    /// the highest score of the players to be paired
    HighestScore,
    /// the mean rating of the players to be paired who have one, rounded, a half up; 0 if nobody has
    MeanRating,
    /// 1, or 2 in double rounds
    GamesPerPairing,
}

impl RoundAttribute {
    /// Every one.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in expressions.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|attribute| attribute.name() == name)
    }

    /// What it is, in one clause: what is said of it above.
    pub fn meaning(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Whether it says which round it is.
    pub(super) const fn says_which(self) -> bool {
        matches!(self, Self::Round | Self::Rounds | Self::RoundsToCome)
    }

    /// Its value; `None` if the tournament does not say.
    pub(super) fn of(self, state: &RoundState) -> Option<Datum> {
        let score = |player: Option<&PlayerState>| points(player.map_or(Score::ZERO, |player| player.score));
        Some(match self {
            Self::Round => whole(state.round()),
            Self::Rounds => whole(state.rounds_planned()?),
            Self::RoundsToCome => whole(state.rounds_planned()?.saturating_sub(state.round())),
            Self::Players => count(state.players().len()),
            Self::LowestScore => score(state.players().last()),
            Self::HighestScore => score(state.players().first()),
            Self::MeanRating => whole(state.mean_rating()),
            Self::GamesPerPairing => whole(match state.games_per_pairing() {
                GamesPerPairing::One => 1,
                GamesPerPairing::Two => 2,
            }),
        })
    }
}

/// The entry of a column of the organiser's table.
pub(super) fn of_column(state: &RoundState, player: PlayerId, column: &str) -> Option<Datum> {
    Some(match state.attributes()?.get(player, column)? {
        Cell::Number(number) => Datum::Number(wide(number)),
        Cell::Text(text) => Datum::text(text),
    })
}

pub(super) fn wide(number: Ratio<i64>) -> Exact {
    Exact::new_raw((*number.numer()).into(), (*number.denom()).into())
}

/// The word of a colour.
pub(super) const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

fn whole(number: impl Into<i128>) -> Datum {
    Datum::Number(Exact::from_integer(number.into()))
}

fn count(number: usize) -> Datum {
    Datum::Number(Exact::from_integer(number as i128))
}

fn exact(score: Score) -> Exact {
    Exact::new(score.tenths().into(), 10)
}

fn points(score: Score) -> Datum {
    Datum::Number(exact(score))
}

fn floats(player: &PlayerState, which: Float) -> Datum {
    count((1..=player.history.len()).filter(|ago| player.float(*ago) == Some(which)).count())
}

fn is_bye(event: &PastEvent) -> bool {
    matches!(event, PastEvent::Bye(ByeKind::Pairing | ByeKind::Half | ByeKind::Full | ByeKind::Zero))
}

fn opponents(player: &PlayerState) -> impl Iterator<Item = PlayerId> + '_ {
    player.history.iter().filter_map(|past| past.event.met())
}

/// The colours of the player in the games against `other`, first to last.
pub(super) fn colours_against(player: &PlayerState, other: PlayerId) -> String {
    let games = player.history.iter().flat_map(|past| match &past.event {
        PastEvent::Game { opponent, encounters, .. } if *opponent == other => encounters.as_slice(),
        _ => &[],
    });
    games.filter(|(_, outcome)| outcome.was_played()).map(|(colour, _)| letter(*colour)).collect()
}

fn find(state: &RoundState, id: PlayerId) -> Option<&PlayerState> {
    state.player(id).or_else(|| state.absent().iter().find(|player| player.id == id))
}

fn rank(state: &RoundState, player: &PlayerState) -> usize {
    state.rank(player.id).unwrap_or_default()
}

/// The ranks of the first of the score group, and of the first after it.
fn group(state: &RoundState, player: &PlayerState) -> (usize, usize) {
    let players = state.players();
    (players.partition_point(|p| p.score > player.score), players.partition_point(|p| p.score >= player.score))
}
