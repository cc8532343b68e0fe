#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::keep_open::MOST_ROUNDS_AHEAD;
use super::views::View;
use crate::files::request_field::RequestField;
use crate::model::{Model, SystemModel};
use crate::questions::asked::{
    LimitsAsked, NewFolder, NewTournament, RepairAsked, RoundAsked, TablesAsked, model_or_default, not_of, without,
};
use crate::questions::report::Format;
use crate::questions::{AskError, Context, Refusal};
use crate::solve::{Log, MatchingMethod, OptimaRequest, Options, Ties};
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write;
use std::num::NonZero;

/// Pair a round as well as it can be, and prove it
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub at: RoundAsked,
    #[command(flatten)]
    pub tables: TablesAsked,
    /// A model by name, or a model file [default: pairs]
    #[arg(long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    /// Leave out criteria of a system, such as C14, to see what they do; what is left is another set of rules
    #[arg(long, value_name = "ARTICLE,…", value_delimiter = ',')]
    pub without: Vec<String>,
    /// How to solve: by exact searches, or by HiGHS alone; the result does not depend on it
    #[arg(long, default_value_t, value_name = "exact|highs")]
    pub method: MatchingMethod,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    pub ties: Ties,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
    /// Threads for the solver; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub threads: u32,
    /// Count the optima, unless some part of the field that affects no other has more than MOST [default: 100000]
    #[arg(long, value_name = "MOST", num_args = 0..=1, require_equals = true, default_missing_value = crate::questions::asked::OPTIMA_COUNTED, value_parser = crate::questions::asked::from_one::<NonZero<u64>>)]
    pub count_optima: Option<NonZero<u64>>,
    /// List the first K optima, in canonical order
    #[arg(long, value_name = "K", value_parser = crate::questions::asked::from_one::<NonZero<u32>>)]
    pub all_optima: Option<NonZero<u32>>,
    /// Write what proves the optimum into this folder: a certificate in integers, and a proof for VeriPB
    #[arg(long, value_name = "DIR")]
    pub proof: Option<NewFolder>,
    /// Write the tournament with the new round in it to F, in its format or as --format trf, and show the round
    #[arg(long, value_name = "F")]
    pub out: Option<NewTournament>,
    /// Write the proof into a folder that has other files, too, which stay; replace the file of --out
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub repair: RepairAsked,
    /// Find the best pairing that leaves K more rounds pairable by the rules on pairs, and show one way to pair them
    #[arg(long, value_name = "K")]
    pub keep_open: Option<u32>,
    /// Write the log of HiGHS to standard error, and the course of branch and bound after the result
    #[arg(long)]
    pub log: bool,
    /// Show how the round is solved, in these ways
    #[arg(long, value_name = "VIEW,…", value_delimiter = ',')]
    pub show: Vec<View>,
}

/// The greatest number of threads.
const MOST_THREADS: u32 = 1024;

impl Default for Request {
    fn default() -> Self {
        Self {
            at: RoundAsked::default(),
            tables: TablesAsked::default(),
            model: None,
            without: Vec::new(),
            method: MatchingMethod::default(),
            ties: Ties::default(),
            limits: LimitsAsked::default(),
            threads: 1,
            count_optima: None,
            all_optima: None,
            proof: None,
            out: None,
            force: false,
            repair: RepairAsked::default(),
            keep_open: None,
            log: false,
            show: Vec::new(),
        }
    }
}

impl Request {
    /// What is asked of the optima, if anything is.
    pub(super) fn wanted(&self) -> Option<OptimaRequest> {
        let is_asked = self.count_optima.is_some() || self.all_optima.is_some();
        let list = self.all_optima.map_or(0, NonZero::get) as usize;
        is_asked.then_some(OptimaRequest { count: self.count_optima.map_or(0, NonZero::get), list })
    }

    /// Refuse what does not go together, and numbers beyond their ranges.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let has_files = self.proof.is_some() || self.out.is_some();
        Refusal::unless(RequestField("force"), self.force, RequestField("proof"), has_files)?;
        let (log, ties) = ((RequestField("log"), self.log), (RequestField("ties"), !self.ties.is_canonical()));
        let keep_open = (RequestField("keep_open"), self.keep_open.is_some());
        let show = (RequestField("show"), !self.show.is_empty());
        let out = (RequestField("out"), self.out.is_some());
        Refusal::beside(show.0, show.1, &[&self.extras()[..], &[log, keep_open, out]].concat())?;
        Refusal::beside(keep_open.0, keep_open.1, &[&self.extras()[..], &[log, ties]].concat())?;
        Refusal::beyond(RequestField("threads"), self.threads, 1..=MOST_THREADS)?;
        self.keep_open
            .map_or(Ok(()), |rounds| Refusal::beyond(RequestField("keep_open"), rounds, 0..=MOST_ROUNDS_AHEAD))
    }

    /// What is asked besides the pairing, each with whether it is.
    pub(crate) const fn extras(&self) -> [(RequestField, bool); 4] {
        [
            (RequestField("count_optima"), self.count_optima.is_some()),
            (RequestField("all_optima"), self.all_optima.is_some()),
            (RequestField("proof"), self.proof.is_some()),
            (RequestField("repair"), self.repair.is_asked()),
        ]
    }

    /// The model that is asked for, which has what is asked, and the options, whose limits hold from now on.
    ///
    /// # Errors
    /// [`AskError::Refused`] for what this model, or this format, does not have; as of [`Context::model`] and [`Context::start`].
    pub(crate) fn begun(&self, context: &dyn Context) -> Result<(Model, Options), AskError> {
        let model = without(context.model(model_or_default(self.model.as_deref()))?.that_pairs()?, &self.without)?;
        self.check_model(&model, context)?;
        let log = self.log.then_some(write_log as Log);
        let &Self { threads, method, ties, .. } = self;
        Ok((model, Options { threads, method, ties, log, ..context.start(&self.limits)? }))
    }

    /// Refuse what this model, or this format, does not have.
    fn check_model(&self, model: &Model, context: &dyn Context) -> Result<(), AskError> {
        match model {
            Model::Objective(objective) => self.at.decisions.check_model(objective)?,
            Model::System(system) => self.check_system(system)?,
            Model::AsWritten(_) => {}
        }
        let is_said = context.tournament_form().is_none() && matches!(context.format(), Format::Table | Format::Json);
        if self.wanted().is_some() && !is_said {
            let (format, json) = (RequestField("format"), format!("{} json", RequestField("format")));
            let what = "how many optima there are is said in a table or in JSON";
            return Err(AskError::refused(what, format!("leave out {format}, or use {json}")));
        }
        Ok(())
    }

    /// Refuse what no system has.
    fn check_system(&self, system: &SystemModel) -> Result<(), AskError> {
        let name = system.name.as_str();
        let without_highs = |so: &str, field| {
            let what = format!("{name} is a system, which is solved by exact searches without HiGHS, {so}");
            Err(AskError::Refused(Refusal::new(what, format!("leave out {field}")).of(field)))
        };
        match (self.log, self.method) {
            (true, _) => return without_highs("so there is no log", RequestField("log")),
            (_, MatchingMethod::Highs) => {
                return without_highs("so it cannot be solved by HiGHS alone", RequestField("method"));
            }
            _ => {}
        }
        if self.proof.is_some() && !system.without.is_empty() {
            let what = "a proof is by the rules of a system as they are";
            return Err(AskError::refused(what, format!("leave out {}", RequestField("without"))));
        }
        if self.repair.is_asked() {
            return Err(not_of(name));
        }
        if self.keep_open.is_some() {
            let what = format!("{name} leaves one pairing, so none can be chosen that keeps rounds open");
            return Err(AskError::refused(what, "use a model with an objective"));
        }
        if self.wanted().is_some() {
            let what = "the optima of a system are not counted: its rules leave one";
            return Err(AskError::refused(what, "use a model with an objective"));
        }
        Ok(())
    }
}

/// If the log cannot be written, there is no place to say so.
fn write_log(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
