use super::exit::{Exit, Failure};
use super::{beside, input, limits, output, repair};
use crate::formats::duals;
use crate::in_force::AskedSystem;
use crate::proof::Claim;
use crate::report::{DualCheckReport, Format, ProofReport, VerifyReport};
use crate::solve::check_proof_size;
use crate::tasks::{self, Folder, Rules};
use clap::Args;
use std::path::PathBuf;

/// Hold a pairing to the rules of a model, or of a system and to the optimum of its program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    #[command(flatten)]
    pairing: input::PairingArguments,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    #[arg(long, value_name = "ID", help = input::system_help() + "; its rules are asked instead of a model's")]
    system: Option<AskedSystem>,
    /// The folder that `solve --proof` wrote: check that it proves the pairing optimal, or, without a pairing, that
    /// there is none
    #[arg(long, value_name = "DIR", conflicts_with = "system")]
    proof: Option<PathBuf>,
    /// Dual values that somebody has written, as CSV or JSON: say which bound they prove, or which pairs they fail
    #[arg(long, value_name = "F", conflicts_with_all = ["system", "proof", "pairing"])]
    duals: Option<String>,
    #[command(flatten)]
    repair: repair::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

/// Check dual values.
fn check_duals(arguments: &Arguments, file: &str, output: &output::Arguments) -> anyhow::Result<Exit> {
    if !matches!(output.format(), Format::Table | Format::Json) {
        let message = "dual values are no list of boards; take the format table or json";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if file == "-" && arguments.input.is_standard_input() {
        let message = "tournament and dual values cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let options = arguments.limits.start()?;
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let spec = arguments.repair.applied(spec)?;
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &[&spec], output)?;
    input::say_unheeded(&spec, &state, output);
    let bytes = input::read(file)?;
    let written = duals::read(&bytes)
        .map_err(|error| Failure::error(Exit::BadFile, format!("{file} has no dual values: {error}")))?;
    let audit = tasks::check_duals(&state, &spec, &written, options).map_err(Failure::of_solver)?;
    let Some(audit) = audit else {
        return Err(Failure::of_limit(format!(
            "{} came before the dual values were checked",
            options.start().reached()
        )));
    };
    output.write(&DualCheckReport::new(&opened.loaded.tournament.name, &state, &spec, &audit));
    Failure::of_duals(&audit)
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if let Some(file) = &arguments.duals {
        return check_duals(arguments, file, output);
    }
    let is_board_list = output.format() == Format::Pairs;
    arguments.pairing.check_source(&arguments.input)?;
    let options = arguments.limits.start()?;
    let (opened, state, rules) =
        arguments.input.load_with_rules(arguments.system, &arguments.model, &arguments.tables, output)?;
    let tournament = &opened.loaded.tournament;
    if let Rules::Model(spec) = &rules {
        arguments.input.decisions.check_model(spec)?;
        input::say_unheeded(spec, &state, output);
        spec.check_range(&state).map_err(|beyond| Failure::error(Exit::WrongRequest, beyond.to_string()))?;
    }
    let rules = arguments.repair.of_rules(rules)?;
    if arguments.proof.is_some() {
        check_proof_size(&state, options).map_err(Failure::of_solver)?;
    }
    let proof = arguments.proof.as_deref().map(Folder::read).transpose().map_err(Failure::of_read_proof)?;
    let is_of_no_pairing = |proof: &&Folder| proof.certificate.claim() == Claim::Infeasible;
    let alone = proof.as_ref().filter(|_| !arguments.pairing.is_given()).filter(is_of_no_pairing);
    if let (Some(proof), Rules::Model(spec)) = (alone, &rules) {
        if is_board_list {
            let message = "a proof alone has no boards to list; give --pairing too, or take another format";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        let checked = proof.check(&state, spec, None);
        output.write(&ProofReport::new(&tournament.name, &state, spec, checked.clone()));
        return checked.map(|_| Exit::Done).map_err(|refusal| Failure::of_refused_proof(&refusal));
    }
    let pairing = arguments.pairing.load(tournament, &state)?;
    // A list of boards does not show the optimum, so no optimum is computed.
    let audit = tasks::audit(&state, &pairing, &rules, proof.as_ref(), options, !is_board_list);
    // The verdict is written even if the solver failed.
    output.write(&VerifyReport::new(&tournament.name, &state, &audit));
    Failure::of_audit(audit)
}
