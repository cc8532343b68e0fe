#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::nearest::did_you_mean;
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::files::{Encoding, pairs};
use crate::questions::report::FaultReport;
use crate::questions::tasks::Rules;
use crate::questions::{AskError, Context, OpenedRound};
use crate::tournament::{Pairing, RoundRequest, Trust};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The tournament file, and how to read it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct FileAsked {
    /// A tournament: TRF or the project's JSON; - is standard input
    pub file: String,
    #[command(flatten)]
    pub trust: TrustAsked,
    /// How many rounds the tournament has, where the file does not say (topscorers and transfers need to know the last
    /// one)
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    #[command(flatten)]
    pub encoding: EncodingAsked,
}

/// What to believe.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(transparent)]
pub struct TrustAsked {
    /// What to believe: results, where the points disagree, or a bye that was given against the rules
    #[arg(long, value_enum, default_value_t = Trusted::Nothing, value_name = "WHAT")]
    pub trust: Trusted,
}

/// What is believed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Trusted {
    /// Neither: it is a fault
    #[default]
    Nothing,
    /// The results; the points are computed anew
    Results,
    /// The pairing-allocated bye that the file or the request gives before the round is paired, whatever the rules say
    Byes,
}

impl From<TrustAsked> for Trust {
    fn from(asked: TrustAsked) -> Self {
        match asked.trust {
            Trusted::Nothing => Self::Nothing,
            Trusted::Results => Self::Results,
            Trusted::Byes => Self::Byes,
        }
    }
}

/// The encoding of reports.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(transparent)]
pub struct EncodingAsked {
    #[arg(long, value_name = "NAME", help = encoding_help(), value_parser = encoding)]
    #[schemars(with = "Option<String>")]
    #[serde(deserialize_with = "named_encoding")]
    pub encoding: Option<Encoding>,
}

/// An encoding by any of its names, as on the command line.
fn named_encoding<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Encoding>, D::Error> {
    let name: Option<String> = Option::deserialize(deserializer)?;
    name.map(|name| encoding(&name).map_err(D::Error::custom)).transpose()
}

fn encoding(name: &str) -> Result<Encoding, String> {
    name.parse().map_err(|_| {
        let meant = did_you_mean(name, Encoding::names().split(", "));
        format!("there is no encoding '{name}'{meant}; write one of {}", Encoding::names())
    })
}

fn encoding_help() -> String {
    format!("The encoding of a tournament report: one of {} [default: as its bytes show]", Encoding::names())
}

/// The pairing of the round.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct PairingAsked {
    /// The pairing: the arbiters' form, CSV or JSON, or a tournament in which the round is paired; - is standard input
    /// [default: the one in FILE]
    #[arg(long, value_name = "P")]
    pub pairing: Option<String>,
    /// No pairing, whatever the file has: a proof is checked alone. On the command line a proof of an optimum needs one
    #[arg(skip)]
    pub none: bool,
}

impl FileAsked {
    /// `file`, to be read as it stands.
    #[cfg(feature = "cli")]
    pub(crate) fn named(file: String, encoding: EncodingAsked) -> Self {
        Self { file, encoding, ..Self::default() }
    }

    /// What to believe.
    pub(crate) fn trust(&self) -> Trust {
        self.trust.into()
    }

    /// The request for `round`, or for the first round without games.
    pub(crate) fn request(&self, round: Option<u32>) -> RoundRequest {
        RoundRequest { round, trust: self.trust(), ..RoundRequest::default() }
    }

    /// Whether the tournament is read from standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.file == "-"
    }
}

impl PairingAsked {
    /// Whether one is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.pairing.is_some()
    }

    /// Refuse standard input for both: it can be the tournament or the pairing.
    pub(crate) fn check_source(&self, tournament: &FileAsked) -> Result<(), AskError> {
        if self.pairing.as_deref() == Some("-") && tournament.is_standard_input() {
            return Err(AskError::refused(
                "tournament and pairing cannot both be standard input",
                "give one of them as a file",
            ));
        }
        Ok(())
    }

    /// The pairing that is given, or that of the round in the tournament. Boards without colours there have those that the rules like best.
    pub(crate) fn load(&self, context: &dyn Context, opened: &OpenedRound, rules: &Rules) -> Result<Pairing, AskError> {
        let OpenedRound { opened, state, request, .. } = opened;
        let round = state.round();
        if let Some(name) = &self.pairing {
            let bytes = context.bytes(name)?;
            let faults = |faults: Vec<_>| AskError::Faults(Box::new(FaultReport::new(name, &bytes, &faults)));
            return pairs::read_round(&bytes, round).map(|pairing| state.without_preset(pairing)).map_err(faults);
        }
        match opened.loaded.tournament.pairing(round) {
            Some(Ok(pairing)) => {
                let free = opened.loaded.tournament.colourless_in(round);
                Ok(state.without_preset(pairing).turned(&free, |turned| rules.cost(state, turned)))
            }
            Some(Err(several)) => Err(AskError::Discrepancy(printable(&format!("round {round}: {several}")))),
            None => {
                let what = format!("round {round} is not paired in the file");
                let or_round =
                    if request.round.is_some() { String::new() } else { format!(", or {}", RequestField("round")) };
                Err(AskError::refused(what, format!("give {}{or_round}", RequestField("pairing"))))
            }
        }
    }
}
