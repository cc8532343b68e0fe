use super::exit::{Exit, Failure};
use super::{beside, decisions, input, limits, output, page, repair};
use crate::in_force::AskedSystem;
use crate::model::Objective;
use crate::registry::System;
use crate::report::{CompareReport, CompareRoundsReport};
use crate::solve::{Options, Ties};
use crate::tasks::{self, ComparedRounds};
use clap::Args;
use itertools::Itertools;

/// Set systems and models side by side.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    #[command(flatten)]
    decisions: decisions::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    #[command(flatten)]
    repair: repair::Arguments,
    /// Pair every round that was played, each from the rounds before it
    #[arg(long, conflicts_with_all = ["round", "absent", "late", "forbid", "avoid_same"])]
    all_rounds: bool,
    /// The systems, comma-separated; dutch is the edition in force when the tournament began [default: all]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    systems: Vec<AskedSystem>,
    /// The models, comma-separated: names or model files
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',', default_value = "pairs,fair")]
    models: Vec<String>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    ties: Ties,
    #[command(flatten)]
    page: page::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

impl Arguments {
    /// The systems that are compared; notes go to standard error.
    fn systems(&self, opened: &input::Opened, output: &output::Arguments) -> anyhow::Result<Vec<System>> {
        if self.systems.is_empty() {
            return Ok(System::all().collect());
        }
        let chosen: Vec<_> = self.systems.iter().map(|asked| opened.system(*asked)).try_collect()?;
        chosen.iter().for_each(|chosen| output.say_chosen(chosen));
        Ok(chosen.into_iter().map(|chosen| chosen.system).collect())
    }
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.page.check(output)?;
    let models: Vec<Objective> = arguments.models.iter().map(|model| input::objective(model)).try_collect()?;
    models.iter().try_for_each(|model| arguments.decisions.check_model(model))?;
    let models: Vec<Objective> = models.into_iter().map(|model| arguments.repair.applied(model)).try_collect()?;
    let options = Options { ties: arguments.ties, ..arguments.limits.start()? };
    let opened = arguments.file.load(output)?;
    let systems = arguments.systems(&opened, output)?;
    let tournament = &opened.loaded.tournament;
    let failed = |error| arguments.file.failed(&opened, error);
    let rounds = if arguments.all_rounds {
        let request = arguments.tables.add_to(arguments.file.request(None), &models.iter().collect::<Vec<_>>())?;
        tasks::compare_rounds(tournament, &request, &systems, &models, options).map_err(failed)?
    } else {
        let request = arguments.decisions.add_to(arguments.file.request(arguments.round));
        let request = arguments.tables.add_to(request, &models.iter().collect::<Vec<_>>())?;
        let state = arguments.file.state(&opened, request)?;
        let compared = tasks::compare(tournament, &state, &systems, &models, options).map_err(failed)?;
        ComparedRounds { compared: vec![(state, compared)], not_reached: Vec::new() }
    };
    if let Some((state, _)) = rounds.compared.first() {
        arguments.file.say_overruled(&opened, state.overruled(), output);
    }
    let unheeded = rounds.compared.iter().flat_map(|(state, _)| models.iter().flat_map(|model| model.unheeded(state)));
    unheeded.unique().for_each(|what| output.say(what));
    let conclusion = rounds.conclusion();
    if arguments.all_rounds {
        let mut report = CompareRoundsReport::new(tournament, rounds);
        report.rounds.iter_mut().for_each(|round| round.ties = arguments.ties);
        output.write(&report);
        arguments.page.write(output, || crate::page::compare_rounds(&report))?;
    } else {
        for (state, compared) in rounds.compared {
            let mut report = CompareReport::new(&tournament.name, &state, compared);
            report.ties = arguments.ties;
            output.write(&report);
            arguments.page.write(output, || crate::page::compare(&report, &state))?;
        }
    }
    Failure::of_conclusion(conclusion)
}
