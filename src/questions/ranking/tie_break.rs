use crate::files::nearest::did_you_mean;
use crate::rules::Rule;
use crate::tournament::TeamScore;
use itertools::Itertools;
use std::fmt;
use std::str::FromStr;

/// What a tie-break measures, by FIDE's acronym. The greater value is the better one, but for
/// `De` and `Tpn`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::VariantArray, strum::Display, strum::EnumString,
)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Measure {
    /// The points, in points.
    Pts,
    /// Direct encounter (6): the place among those who are tied, 1 the best; none for a player who is not tied.
    De,
    /// Rounds with as many points as a win has, played or not (7.1).
    Win,
    /// Games won over the board (7.2).
    Won,
    /// Games played over the board with Black (7.3).
    Bpg,
    /// Games won over the board with Black (7.4).
    Bwg,
    /// Progressive scores: the sum of the scores after each round (7.5), in points.
    Ps,
    /// Rounds one elected to play (7.6).
    Rep,
    /// Standard points: 1 for more points than the opponent, 1/2 for as many (7.7).
    Std,
    /// The tournament pairing number, the least the best (7.8).
    Tpn,
    /// Buchholz: the sum of the opponents' scores (8.1), in points.
    Bh,
    /// The average of the Buchholz scores of the opponents (8.2), in points.
    Aob,
    /// Fore Buchholz: as if all games of the last round were drawn (8.3), in points.
    Fb,
    /// Sonneborn-Berger: each opponent's score times the points scored against this opponent (9.1).
    Sb,
    /// Koya: the points scored against opponents with half of the possible points or more (9.2), in points.
    Ks,
    /// The average rating of the opponents, rounded to an integer (10.1).
    Aro,
    /// The tournament performance rating (10.2).
    Tpr,
    /// The perfect tournament performance (10.3).
    Ptp,
    /// The average performance rating of the opponents (10.4).
    Apro,
    /// The average perfect performance of the opponents (10.5).
    Appo,
    /// The rating (10.6).
    Rtng,
    /// The secondary score of a team (C.07, 3.2): game points, if match points are the score.
    Mpvgp,
}

impl Measure {
    /// Whether it is for teams: those alone have a secondary score, and ratings are those of players. Where game points are the score,
    /// what counts draws and wins by match points is not done.
    pub const fn is_for(self, teams: Option<TeamScore>) -> bool {
        match teams {
            None => !matches!(self, Self::Mpvgp),
            Some(TeamScore::Match) => {
                !matches!(self, Self::Aro | Self::Tpr | Self::Ptp | Self::Apro | Self::Appo | Self::Rtng)
            }
            Some(TeamScore::Game) => {
                matches!(self, Self::Pts | Self::Mpvgp | Self::Tpn | Self::Won | Self::Ps | Self::Rep)
            }
        }
    }
}

/// Which contributions to a sum or average are left out (14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumString)]
pub enum CutModifier {
    /// None.
    #[strum(serialize = "")]
    None,
    /// The least significant (14.1).
    C1,
    /// The two least significant (14.2).
    C2,
    /// The least and the most significant (14.3).
    M1,
    /// The two least and the two most significant (14.4).
    M2,
}

impl CutModifier {
    /// How many contributions are left out at the low end, and at the high end.
    pub(super) const fn ends(self) -> (usize, usize) {
        match self {
            Self::None => (0, 0),
            Self::C1 => (1, 0),
            Self::C2 => (2, 0),
            Self::M1 => (1, 1),
            Self::M2 => (2, 2),
        }
    }
}

/// A criterion of a ranking, such as `BH-C1`: what is measured, and what is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TieBreak {
    name: &'static str,
    measure: Measure,
    cut: CutModifier,
}

/// Every tie-break, in the order of the articles.
const NAMES: [&str; 37] = [
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "PS-C1", "REP", "STD", "TPN", "BH", "BH-C1", "BH-C2", "BH-M1",
    "BH-M2", "AOB", "FB", "FB-C1", "FB-C2", "FB-M1", "FB-M2", "SB", "SB-C1", "SB-C2", "KS", "ARO", "ARO-C1", "ARO-C2",
    "ARO-M1", "ARO-M2", "TPR", "PTP", "APRO", "APPO", "RTNG", "MPVGP",
];

impl TieBreak {
    /// The points, which come first in every ranking.
    pub const PTS: Self = Self { name: "PTS", measure: Measure::Pts, cut: CutModifier::None };

    /// Every tie-break of players, in the order of the articles.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().filter_map(|name| Self::of(name)).filter(|tie_break| tie_break.measure.is_for(None))
    }

    fn of(name: &'static str) -> Option<Self> {
        let (measure, cut) = name.split_once('-').unwrap_or((name, ""));
        Some(Self { name, measure: measure.parse().ok()?, cut: cut.parse().ok()? })
    }

    /// What it measures.
    pub const fn measure(self) -> Measure {
        self.measure
    }

    /// What it leaves out.
    pub const fn cut(self) -> CutModifier {
        self.cut
    }

    /// The name, such as `BH-C1`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The rule of what it measures, such as `tie-break.BH`.
    pub fn rule(self) -> Option<&'static Rule> {
        Rule::find(&format!("tie-break.{}", self.measure))
    }

    /// The names of all tie-breaks, in a list.
    pub fn names() -> String {
        NAMES.join(", ")
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TieBreak {
    type Err = TieBreakError;

    /// Reads `BH-C1`, or `BH/C1` as TRF-2026 writes it, in small or capital letters.
    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        let name = text.trim().to_uppercase().replace('/', "-");
        let known = NAMES.iter().find(|known| **known == name).and_then(|known| Self::of(known));
        known.ok_or_else(|| TieBreakError::Unknown(text.trim().to_owned()))
    }
}

/// The error of a text that names no list of tie-breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TieBreakError {
    /// No tie-break that is computed here has this name.
    #[error("'{0}' is {what}; the tie-breaks are {all}", what = unknown(.0), all = TieBreak::names())]
    Unknown(String),
    /// It is in the list twice.
    #[error("{0} is in the list twice; name it once")]
    Twice(TieBreak),
    /// The points are not at the head of the list.
    #[error("{0} is before PTS in the list, but the points always come first; name PTS first, or not at all")]
    BeforePoints(TieBreak),
}

/// The tie-breaks of C.07 for teams that are not computed here.
const OF_TEAMS: [&str; 9] = ["ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "BC", "TBR", "BBE", "SSSC"];

/// What a name is that is not known: FIDE's in another form, or none.
fn unknown(text: &str) -> String {
    let name = text.to_uppercase();
    let mut parts = name.split([':', '/', '-']);
    let measure = parts.next().unwrap_or_default();
    if OF_TEAMS.contains(&measure) || measure.starts_with("EDE") {
        return "a tie-break of teams (C.07) that is not computed here".to_owned();
    }
    if measure.parse::<Measure>().is_ok() && parts.any(|part| ["MP", "GP", "P"].contains(&part)) {
        return format!("{measure} with a modifier (:MP, :GP, /P) that is not computed here");
    }
    format!("no tie-break{}", did_you_mean(text, NAMES.iter().map(|known| known.to_lowercase())))
}

/// The tie-breaks of a list such as `BH-C1,BH,SB`. PTS may stand at its head.
///
/// # Errors
/// [`TieBreakError`] if a name is not known, is there twice, or stands before PTS.
///
/// # Example
/// ```
/// use swiss_ilp::questions::ranking::tie_breaks;
/// assert_eq!(tie_breaks("PTS,bh/c1")?, tie_breaks("BH-C1")?);
/// assert!(tie_breaks("BH,PTS").is_err());
/// # Ok::<(), swiss_ilp::questions::ranking::TieBreakError>(())
/// ```
pub fn tie_breaks(list: &str) -> Result<Vec<TieBreak>, TieBreakError> {
    let mut read: Vec<TieBreak> = list.split(',').map(str::parse).collect::<Result<_, _>>()?;
    if let Some(twice) = read.iter().duplicates().next() {
        return Err(TieBreakError::Twice(*twice));
    }
    match read.iter().position(|tie_break| *tie_break == TieBreak::PTS) {
        Some(0) => drop(read.remove(0)),
        Some(_) => return Err(TieBreakError::BeforePoints(read[0])),
        None => {}
    }
    Ok(read)
}
