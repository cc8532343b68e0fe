use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::model::Spec;
use crate::registry::System;
use crate::report::{CompareReport, CompareRoundsReport};
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
    /// Pair every round that was played, each from the rounds before it
    #[arg(long, conflicts_with = "round")]
    all_rounds: bool,
    /// The systems, comma-separated [default: all]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    systems: Vec<System>,
    /// The models, comma-separated: names or model files
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',', default_value = "pairs,fair")]
    models: Vec<String>,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let systems = if arguments.systems.is_empty() { System::all().collect() } else { arguments.systems.clone() };
    let models: Vec<Spec> = arguments.models.iter().map(|model| input::objective(model)).try_collect()?;
    let options = arguments.limits.start()?;
    let opened = arguments.file.load(output)?;
    let tournament = &opened.loaded.tournament;
    let failed = |error| arguments.file.failed(&opened, error);
    let rounds = if arguments.all_rounds {
        tasks::compare_rounds(tournament, arguments.file.trust(), &systems, &models, options).map_err(failed)?
    } else {
        let state = arguments.file.state(&opened, arguments.round)?;
        let compared = tasks::compare(tournament, &state, &systems, &models, options).map_err(failed)?;
        ComparedRounds { compared: vec![(state, compared)], not_reached: Vec::new() }
    };
    if let Some((state, _)) = rounds.compared.first() {
        arguments.file.say_overruled(&opened, state.overruled(), output);
    }
    let conclusion = rounds.conclusion();
    if arguments.all_rounds {
        output.write(&CompareRoundsReport::new(tournament, rounds));
    } else {
        for (state, compared) in rounds.compared {
            output.write(&CompareReport::new(&tournament.name, &state, compared));
        }
    }
    Failure::of_conclusion(conclusion)
}
