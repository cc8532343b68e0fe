use super::{Differences, Link, Readings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use strum::{IntoStaticStr, VariantArray};

/// What goes wrong if the student's text is taken as it is written, and how it is repaired. Number 11 is 9 and 10 together, and 14 is
/// what the text leaves out.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, VariantArray, IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Erratum {
    /// H measures distances to players who are not in the slot.
    #[serde(rename = "1-outsiders")]
    Outsiders,
    /// H is summed over players.
    #[serde(rename = "2-sum-over-players")]
    SumOverPlayers,
    /// The weights do not rank.
    #[serde(rename = "3-weights")]
    Weights,
    /// S is positive.
    #[serde(rename = "4-no-points")]
    NoPoints,
    /// Nothing makes Z equal 1.
    #[serde(rename = "5-free-z")]
    FreeZ,
    /// Two players of a slot may have the same colour.
    #[serde(rename = "6-same-colour")]
    SameColour,
    /// C is not tied to X.
    #[serde(rename = "7-colour-without-board")]
    ColourWithoutBoard,
    /// A coefficient 0 frees a variable.
    #[serde(rename = "8-zero-coefficient")]
    ZeroCoefficient,
    /// Alternation is hard.
    #[serde(rename = "9-alternation")]
    Alternation,
    /// A strong preference is hard.
    #[serde(rename = "10-strong-preference")]
    StrongPreference,
    /// The two together divide the field.
    #[serde(rename = "11-camps")]
    Camps,
    /// A difference that was there before counts.
    #[serde(rename = "12-old-imbalance")]
    OldImbalance,
    /// Imbalance is rewarded.
    #[serde(rename = "13-reward")]
    Reward,
    /// There are no byes.
    #[serde(rename = "14-byes")]
    Byes,
    /// One pairing has many forms.
    #[serde(rename = "15-relabelling")]
    Relabelling,
}

/// What is said of one erratum.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
pub struct ErratumLine {
    /// From 1 to 15.
    #[serde(skip_deserializing)]
    #[schemars(!skip_deserializing)]
    pub number: usize,
    /// As a model file names it.
    #[serde(skip_deserializing)]
    #[schemars(!skip_deserializing)]
    pub name: String,
    /// The line of the text, in its symbols.
    pub text: String,
    /// What goes wrong.
    pub wrong: String,
    /// The repair.
    pub repair: String,
    /// The numbers of the errata that must be repaired, too.
    #[serde(default)]
    #[schemars(!default)]
    pub needs: Vec<usize>,
    /// The file of a smallest round that shows it.
    #[serde(skip_deserializing)]
    #[schemars(!skip_deserializing)]
    pub instance: String,
    /// What its [`ErratumCount`](super::ErratumCount) counts, in the plural.
    #[serde(skip_serializing)]
    pub counted: String,
}

static LINES: LazyLock<Vec<ErratumLine>> = LazyLock::new(|| {
    let lines = toml::from_str(include_str!("errata.toml"));
    let lines: BTreeMap<Erratum, ErratumLine> = lines.expect("a file of the program, which its tests have read");
    let line = |(erratum, line): (Erratum, ErratumLine)| {
        let (number, title): (usize, &str) = (erratum.number(), erratum.into());
        let instance = format!("instances/errata/{number:02}-{title}.json");
        ErratumLine { number, name: format!("{number}-{title}"), instance, ..line }
    };
    lines.into_iter().map(line).collect()
});

/// The texts of the instances.
const INSTANCES: [&str; 15] = [
    include_str!("../../../instances/errata/01-outsiders.json"),
    include_str!("../../../instances/errata/02-sum-over-players.json"),
    include_str!("../../../instances/errata/03-weights.json"),
    include_str!("../../../instances/errata/04-no-points.json"),
    include_str!("../../../instances/errata/05-free-z.json"),
    include_str!("../../../instances/errata/06-same-colour.json"),
    include_str!("../../../instances/errata/07-colour-without-board.json"),
    include_str!("../../../instances/errata/08-zero-coefficient.json"),
    include_str!("../../../instances/errata/09-alternation.json"),
    include_str!("../../../instances/errata/10-strong-preference.json"),
    include_str!("../../../instances/errata/11-camps.json"),
    include_str!("../../../instances/errata/12-old-imbalance.json"),
    include_str!("../../../instances/errata/13-reward.json"),
    include_str!("../../../instances/errata/14-byes.json"),
    include_str!("../../../instances/errata/15-relabelling.json"),
];

impl Erratum {
    /// All fifteen, in their order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The number, from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The erratum with this number, from 1.
    pub fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// What is said of all of them, in their order.
    pub fn lines() -> &'static [ErratumLine] {
        &LINES
    }

    /// What is said of it.
    pub fn line(self) -> &'static ErratumLine {
        &LINES[self as usize]
    }

    /// The name, as a model file has it.
    pub fn name(self) -> &'static str {
        &self.line().name
    }

    /// The other errata that must be repaired, too, before the repair can be seen.
    pub fn needs(self) -> impl Iterator<Item = Self> {
        self.line().needs.iter().filter_map(|number| Self::numbered(*number))
    }

    /// The file of a smallest round in which it can be seen, and its text.
    pub fn instance(self) -> (&'static str, &'static str) {
        (&self.line().instance, INSTANCES[self as usize])
    }

    /// The readings under which the instance shows it: those of the text, but for the one that the erratum is about.
    pub const fn readings(self, readings: Readings) -> Readings {
        match self {
            Self::SumOverPlayers => Readings { differences: Differences::OnePerPlayer, ..readings },
            Self::OldImbalance => Readings { link: Link::TwoWay, ..readings },
            _ => readings,
        }
    }
}
