use super::exit::{Exit, Failure};
use super::{beside, input, limits, output, repair};
use crate::in_force::AskedSystem;
use crate::report::{Format, WhyReport};
use crate::solve::{Options, Ties};
use crate::tasks::{self, Rules};
use clap::Args;

/// Say why two players do not meet, or what it is worth that they do.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    /// A player: the pairing number, the name, or a part of it that nobody else has
    #[arg(value_name = "A")]
    one: String,
    /// Another player, or `bye`, which is `0`, too
    #[arg(value_name = "B")]
    other: String,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    #[arg(long, value_name = "ID", help = input::system_help() + "; its rules are asked instead of a model's")]
    system: Option<AskedSystem>,
    /// If the price is 0, count the optima, and those with the pair, as solve --count-optima does [default: 100000]
    #[arg(long, visible_alias = "all-optima", value_name = "MOST", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "100000", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "system")]
    count_optima: Option<u64>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold", conflicts_with = "system")]
    ties: Ties,
    #[command(flatten)]
    repair: repair::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if arguments.count_optima.is_some() && output.format() == Format::Pairs {
        let message =
            "a list of boards does not say how many optima there are; leave out --count-optima, or take another format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let options = Options { ties: arguments.ties, ..arguments.limits.start()? };
    let (opened, state, rules) =
        arguments.input.load_with_rules(arguments.system, &arguments.model, &arguments.tables, output)?;
    if let Rules::Model(spec) = &rules {
        arguments.input.decisions.check_model(spec)?;
    }
    let rules = arguments.repair.of_rules(rules)?;
    if let Rules::Model(spec) = &rules {
        input::say_unheeded(spec, &state, output);
    }
    let tournament = &opened.loaded.tournament;
    let failed = |error| arguments.input.file.failed(&opened, error);
    let one = tasks::who(tournament, &arguments.one).map_err(failed)?;
    let other = tasks::who(tournament, &arguments.other).map_err(failed)?;
    let pair = tasks::pair_of(tournament, &arguments.input.request(), &state, [one, other]).map_err(failed)?;
    let answer = match &rules {
        Rules::Model(spec) => tasks::why(&state, spec, pair, arguments.count_optima, options),
        Rules::System(system) => tasks::why_by_system(&state, *system, pair, options),
    };
    let answer = answer.map_err(failed)?;
    let mut report = WhyReport::new(&tournament.name, &state, &rules, pair, &answer);
    report.ties = arguments.ties;
    if output.format() == Format::Pairs && report.has_no_pairing() {
        output.say("no pairing has these two, so there is none to list; --format table says why");
    }
    output.write(&report);
    Failure::of_answer(&answer)
}
