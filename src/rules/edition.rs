//! The editions of the rule systems: what a text says stands in the folder of its system, as data.
//!
//! The readings (engine, verifier) look at a [`SystemFamily`] and at what a text says, and have no list of editions.

use super::Rule;
use super::text::{Texts, read, rules};
use crate::tournament::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// Every edition, in the order of reports.
pub static EDITIONS: LazyLock<[Edition; 9]> = LazyLock::new(|| {
    [
        include_str!("../systems/tcec/articles.toml"),
        include_str!("../systems/dutch_2026/articles.toml"),
        include_str!("../systems/dutch_2017/articles.toml"),
        include_str!("../systems/dutch_2012/articles.toml"),
        include_str!("../systems/dutch_1998/articles.toml"),
        include_str!("../systems/dubov_1997/articles.toml"),
        include_str!("../systems/dubov_2026/articles.toml"),
        include_str!("../systems/double_swiss_2026/articles.toml"),
        include_str!("../systems/team_2026/articles.toml"),
    ]
    .map(Edition::read)
});

/// An edition of a rule system. In records it is its id.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Edition {
    /// The id of the system. The ids of its rules begin with it, and if there is a second reading, it is the model of this name.
    pub id: &'static str,
    /// The title over its rules.
    pub title: &'static str,
    /// The text, which is the source of every rule.
    source: &'static str,
    /// What record 192 of TRF-2026 calls its system, if it has a word for it.
    #[serde(default)]
    pub code: Option<&'static str>,
    /// The articles in the file. They are read when somebody asks for them, since every run has to know all editions.
    #[serde(skip)]
    articles: &'static str,
    #[serde(skip)]
    rules: OnceLock<Vec<Rule>>,
    /// The articles whose rules are not found by their numbers.
    #[serde(default)]
    pub by_name: BTreeMap<String, &'static str>,
    /// Readings that can be chosen, each by its name in the system's id.
    #[serde(default)]
    pub readings: Vec<&'static str>,
    /// The procedure.
    pub family: SystemFamily,
    /// Whether its pairings are matches of two games. In a tournament of single games nobody means it who does not name it.
    #[serde(default)]
    pub pairs_matches: bool,
    /// Whether it pairs teams. In a tournament of single players nobody means it who does not name it.
    #[serde(default)]
    pub pairs_teams: bool,
    /// The first and the last day on which it was in force, where FIDE's texts decide between editions of one [code](Self::code): without
    /// a first one it is in force at any time, without a last one it still is.
    #[serde(default, deserialize_with = "days")]
    pub in_force: [Option<Date>; 2],
    /// The rules that nobody meets twice, who may not have the bye, and whom absolute colour preferences bar.
    pub absolute: [&'static str; 3],
    /// The rule that says who gets which colour.
    pub colours: &'static str,
}

fn days<'de, D: Deserializer<'de>>(days: D) -> Result<[Option<Date>; 2], D::Error> {
    let days: Vec<toml::value::Date> = Vec::deserialize(days)?;
    Ok([0, 1].map(|place| days.get(place).and_then(|date| Date::new(date.year, date.month, date.day))))
}

/// A procedure, which editions may share.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum SystemFamily {
    /// One matching of everybody, chosen from the top.
    Tcec,
    /// Brackets by articles C and D; S1 is the highest of the moved-down players, and floats are kept wholly or dropped.
    Dutch1998,
    /// Brackets by articles C and D; S1 is any of the moved-down players, and all requirements are lowered by steps.
    Dutch2012,
    /// The first of the best candidates of each bracket.
    DutchSince2017(Box<Candidates>),
    /// Score groups in two columns by colours due.
    Dubov1997,
    /// White seekers by the ratings of their opponents against Black seekers by number.
    Dubov2026,
    /// The top score group is paired with the fewest who float up to it.
    Upfloaters(UpfloaterText),
}

/// In what the texts with upfloaters differ. The rules are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UpfloaterText {
    /// In so many rounds at the end nobody is protected from another float.
    pub rounds_without_protection: u32,
    /// Whether there are colour preferences, of the [type](crate::tournament::TeamType) that the tournament has, and the secondary score
    /// decides who is the first of a pair.
    #[serde(default)]
    pub has_preferences: bool,
    /// The bye.
    pub bye: &'static str,
    /// The set of upfloaters.
    pub upfloaters: &'static str,
    /// The pairs of a bracket.
    pub pairing: &'static str,
    /// The steps of colour allocation in their order.
    pub colours: Vec<ColourStep>,
}

/// A step of colour allocation, which may give the first of a pair a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourStep {
    /// If neither has played, the initial colour by the first one's number.
    Initial,
    /// The preference, if only one has one.
    OnePreference,
    /// The preferences, if they are opposite.
    OppositePreferences,
    /// The strong preference, if only one has a strong one.
    OneStrong,
    /// White to the one with fewer Whites.
    FewerWhites,
    /// White to the one with the lower colour difference.
    ColourDifference,
    /// The other colours than in the latest match in which the two had different ones.
    LatestDifference,
    /// The preference of the first one.
    FirstPreference,
    /// Another colour than in the first one's latest match.
    FirstAlternates,
    /// Another colour than in the other one's latest match.
    OtherAlternates,
}

/// In what the texts since 2017 differ. The rules are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Candidates {
    /// Whether points decide if a round without a game was a downfloat (2026 1.4). If not, every one was (2017 A.4.b).
    pub floats_by_points: bool,
    /// Whether all points of a win, gained without playing, bar from the bye (2026 C2). If not, the bye and a win by forfeit do
    /// (2017 C.2).
    pub byes_by_points: bool,
    /// Whether each bracket leaves all below a pairing, with the bye at the lowest score (2026 C4 to C9). If not, it looks at the
    /// next one alone, and may turn out to be the penultimate (2017 A.9, C.6, C.7).
    pub completes_all: bool,
    /// The candidate as it is first prepared.
    pub prepared: &'static str,
    /// Transpositions.
    pub transposition: &'static str,
    /// Exchanges of residents.
    pub exchange: &'static str,
    /// The set of moved-down players who are paired.
    pub set: &'static str,
    /// Downfloaters.
    pub downfloater: &'static str,
    /// The bye.
    pub bye: &'static str,
    /// The five steps of colour allocation.
    pub colours: [&'static str; 5],
    /// The last brackets.
    pub outlook: &'static str,
    /// Those who had a downfloat in the last round, and in the round before.
    pub downfloats: [&'static str; 2],
}

impl Edition {
    fn read(file: &'static str) -> Self {
        let (head, articles) = file.split_at(file.find("[article.").unwrap_or(file.len()));
        Self { articles, ..read(head) }
    }

    /// Every article, and every silence in the text, with its reading.
    pub fn rules(&self) -> &[Rule] {
        self.rules.get_or_init(|| {
            // The articles come after everything else in the file.
            let tables: BTreeMap<String, Texts> = read(self.articles);
            tables.into_values().flat_map(rules).map(|rule| Rule { source: self.source, ..rule }).collect()
        })
    }

    /// The edition with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        EDITIONS.iter().find(|edition| edition.id == id)
    }

    /// What its text says of candidates, if it is one since 2017.
    pub const fn candidates(&self) -> Option<&Candidates> {
        if let SystemFamily::DutchSince2017(text) = &self.family { Some(text) } else { None }
    }

    /// The number of the article in the text that has the id `rule`: `C1` of `dutch-2026.C1`. Rules of others have none.
    pub fn article(&self, rule: &'static str) -> &'static str {
        rule.strip_prefix(self.id).and_then(|article| article.strip_prefix('.')).unwrap_or_default()
    }

    /// The id of the rule of an article: for `C.10.g` that of `C10g`, or otherwise of the article that this is a part of, `C10`.
    pub fn rule_of(&self, article: &str) -> Option<&'static str> {
        let own = |number: &str| self.rules().iter().map(|rule| rule.id).find(|id| self.article(id) == number);
        let by_name = || self.by_name.get(article).copied();
        let above = || article.rsplit_once('.').and_then(|(above, _)| self.rule_of(above));
        own(article).or_else(|| own(&article.replace('.', ""))).or_else(by_name).or_else(above)
    }
}

impl Serialize for Edition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}
