#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::questions::asked::{FileAsked, NewFile, NewTournament, TimeAsked};
use crate::questions::in_force::AskedSystem;
use crate::questions::ranking::{self, TieBreak, TieBreakError};
use schemars::JsonSchema;
use serde::Deserialize;
use std::str::FromStr;

/// Rank the players, with tie-breaks
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub file: FileAsked,
    /// Rank the players before this round [default: after the last round played]
    #[arg(long, value_name = "R", value_parser = crate::questions::asked::from_one::<u32>)]
    pub round: Option<u32>,
    #[arg(long, value_name = "ID", help = super::standings_help())]
    pub system: Option<AskedSystem>,
    /// Rank by points and these tie-breaks of FIDE, such as BH-C1,BH,SB,DE; 'file' means those that the file names
    #[arg(long, value_name = "LIST")]
    pub tie_breaks: Option<TieBreaksAsked>,
    /// With what everybody did in each round: the opponent, the colour and the result, such as 12w1 (a cross table)
    #[arg(long)]
    pub cross_table: bool,
    /// The days of the rounds that a report is to have, such as 2026-11-27,2026-12-04; one day alone is that of all rounds
    #[arg(long, value_name = "DAY,…", value_delimiter = ',', value_parser = crate::questions::asked::day)]
    pub dates: Vec<String>,
    /// Also write a page for a browser to F.html: one file that needs no network
    #[arg(long, value_name = "F.html")]
    pub html: Option<NewFile>,
    /// Write the report with the ranks in it to F, as --format trf does, and show the ranking
    #[arg(long, value_name = "F")]
    pub out: Option<NewTournament>,
    /// Replace the files of --html and --out, if they are there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: TimeAsked,
}

/// The tie-breaks that are asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub enum TieBreaksAsked {
    /// Those that the file names.
    OfFile,
    /// These.
    Named(Vec<TieBreak>),
}

impl FromStr for TieBreaksAsked {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        if text == "file" { Ok(Self::OfFile) } else { ranking::tie_breaks(text).map(Self::Named) }
    }
}

impl TryFrom<String> for TieBreaksAsked {
    type Error = TieBreakError;

    fn try_from(text: String) -> Result<Self, TieBreakError> {
        text.parse()
    }
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let has_files = self.html.is_some() || self.out.is_some();
        Refusal::unless(RequestField("force"), self.force, RequestField("html"), has_files)?;
        let tie_breaks = (RequestField("tie_breaks"), self.tie_breaks.is_some());
        Refusal::beside(RequestField("system"), self.system.is_some(), &[tie_breaks])
    }
}
