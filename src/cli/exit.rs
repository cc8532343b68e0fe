use super::limits::is_interrupted;
use crate::model::ModelError;
use crate::printable::printable;
use crate::proof::Refusal;
use crate::registry::System;
use crate::report::{FaultReport, Format};
use crate::simulate::ExperimentError;
use crate::solve::{NoPairing, SolveError, Termination};
use crate::tasks::{
    Answer, Audit, Conclusion, DualAudit, Explained, Explanation, FileError, NoProgram, Solved, Unpaired, Without,
};
use std::process::ExitCode;

/// The exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Done = 0,
    NoLegalPairing = 1,
    InternalFault = 2,
    WrongRequest = 3,
    LimitReached = 4,
    BadFile = 5,
    Discrepancy = 6,
    /// By SIGINT or SIGTERM: 128 + SIGINT, as shells count.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error with its exit code.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// An error with a message only.
    #[error("{1}")]
    Said(Exit, String),
    /// A file with faults. They are also written as a JSON record.
    #[error("{0}")]
    BadFile(FaultReport),
}

impl Failure {
    /// An error with a message of one line, which may have text from outside.
    pub fn error(exit: Exit, message: impl AsRef<str>) -> anyhow::Error {
        Self::Said(exit, printable(message.as_ref())).into()
    }

    /// The error of a model that is not there, or of its file, which is shown with the line of the fault.
    pub fn of_model(error: ModelError) -> anyhow::Error {
        match error {
            ModelError::Unknown { .. } | ModelError::Kind(_) => Self::error(Exit::WrongRequest, error.to_string()),
            ModelError::Read { .. } => Self::error(Exit::BadFile, error.to_string()),
            ModelError::Wrong { path, fault } => {
                Self::Said(Exit::BadFile, format!("{} is not a model: {fault}", printable(&path))).into()
            }
        }
    }

    /// The error of an experiment file, which is shown with the line of the fault.
    pub fn of_experiment(error: &ExperimentError) -> anyhow::Error {
        match error {
            ExperimentError::Read { .. } => Self::error(Exit::BadFile, error.to_string()),
            ExperimentError::Wrong { path, fault } => {
                Self::Said(Exit::BadFile, format!("{} is no experiment: {fault}", printable(path))).into()
            }
        }
    }

    /// The error of a solver that refused or failed.
    pub fn of_solver(error: SolveError) -> anyhow::Error {
        let exit = match error {
            SolveError::Request(_) => Exit::WrongRequest,
            SolveError::Internal(_) => Exit::InternalFault,
        };
        Self::error(exit, error.to_string())
    }

    /// The error of a run that a limit ended.
    pub fn of_limit(message: impl AsRef<str>) -> anyhow::Error {
        Self::error(if is_interrupted() { Exit::Interrupted } else { Exit::LimitReached }, message)
    }

    /// The error of `pair`.
    pub fn of_unpaired(system: System, why: &Unpaired) -> anyhow::Error {
        match why {
            Unpaired::Unpairable(why) => Self::error(Exit::NoLegalPairing, format!("{system} finds no pairing: {why}")),
            Unpaired::Stopped(limit) => Self::of_limit(format!("{limit} came before the pairing of {system}")),
        }
    }

    /// The exit code of `solve`, or its error.
    ///
    /// A table has given the reason why there is no pairing; other formats have no place for it, or none that one sees.
    pub fn of_solved(solved: &Solved, problems: &[String], format: Format) -> anyhow::Result<Exit> {
        let solution = &solved.solution;
        let error = match (&solution.termination, solution.termination.limit()) {
            _ if solution.incumbent.is_some() && !solved.is_verified() => {
                let what = problems.join("; ");
                let message = format!("the verifier does not agree with the solver: {what}; please report this");
                Self::error(Exit::InternalFault, message)
            }
            (Termination::Infeasible(why), _) => Self::of_no_pairing(why, format),
            (_, None) if solved.optima.as_ref().is_some_and(|(optima, _)| optima.is_late) => {
                Self::of_limit("a limit came before the optima were counted")
            }
            (_, None) => return Ok(Exit::Done),
            (_, Some(limit)) if solved.is_optimal() => {
                Self::of_limit(format!("{limit} came before the choice among equal optima"))
            }
            (_, Some(limit)) => Self::of_limit(format!("{limit} came before a proof")),
        };
        Err(error)
    }

    /// The exit code of `pareto` and `prices`, or their error.
    pub fn of_front(termination: &Termination) -> anyhow::Result<Exit> {
        match (termination, termination.limit()) {
            (Termination::Infeasible(why), _) => {
                Err(Self::error(Exit::NoLegalPairing, format!("no legal pairing exists: {why}")))
            }
            (_, None) => Ok(Exit::Done),
            (_, Some(limit)) => Err(Self::of_limit(format!("{limit} came before all were found"))),
        }
    }

    /// The error of a round without a legal pairing. A table has said why.
    fn of_no_pairing(why: &NoPairing, format: Format) -> anyhow::Error {
        let message = match format {
            Format::Table => why.what().to_owned(),
            _ => format!("{}: {why}", why.what()),
        };
        Self::error(Exit::NoLegalPairing, message)
    }

    /// The error of a round without a program.
    pub fn of_no_program(error: NoProgram) -> anyhow::Error {
        let message = error.to_string();
        match error {
            NoProgram::Request(_) => Self::error(Exit::WrongRequest, message),
            NoProgram::NoPairing(_) => Self::error(Exit::NoLegalPairing, message),
            NoProgram::Stopped(_) => Self::of_limit(message),
            NoProgram::Solve(error) => Self::of_solver(error),
        }
    }

    /// The error of a program that cannot be written to its file.
    pub fn of_program_file(error: FileError) -> anyhow::Error {
        Self::error(Exit::WrongRequest, format!("cannot write the program to {error}"))
    }

    /// The error of a plot that cannot be written to its file.
    pub fn of_plot(error: FileError) -> anyhow::Error {
        Self::error(Exit::WrongRequest, format!("cannot write the plot to {error}"))
    }

    /// The error of a summary that cannot be written.
    pub fn of_summary(error: FileError) -> anyhow::Error {
        Self::error(Exit::WrongRequest, format!("cannot write the summary to {error}"))
    }

    /// The error of a page that cannot be written.
    pub fn of_page(error: FileError) -> anyhow::Error {
        Self::error(Exit::WrongRequest, format!("cannot write the page to {error}"))
    }

    /// The error of a folder in which no proof can be written.
    pub fn of_proof_folder(error: FileError) -> anyhow::Error {
        Self::error(Exit::WrongRequest, format!("cannot write the proof to {error}"))
    }

    /// The error of a proof that cannot be read.
    pub fn of_read_proof(error: FileError) -> anyhow::Error {
        Self::error(Exit::BadFile, format!("cannot read the proof {error}"))
    }

    /// The error of a proof that does not hold.
    pub fn of_refused_proof(refusal: &Refusal) -> anyhow::Error {
        Self::error(Exit::Discrepancy, format!("the proof is refused [{}]", refusal.check))
    }

    /// The exit code of `compare`, or its error.
    pub fn of_conclusion(conclusion: Conclusion) -> anyhow::Result<Exit> {
        let (exit, message) = match conclusion {
            Conclusion::Complete => return Ok(Exit::Done),
            Conclusion::NoPairing => (Exit::NoLegalPairing, "no system and no model has a pairing".to_owned()),
            Conclusion::WithoutProof => {
                return Err(Self::of_limit("a limit came before everything was paired and proven"));
            }
            Conclusion::Discrepancy(found) => {
                (Exit::Discrepancy, format!("a proven optimum is none; please report this: {found}"))
            }
        };
        Err(Self::error(exit, message))
    }

    /// The exit code of `explain`, or its error.
    pub fn of_explained(explained: &Explained, format: Format) -> anyhow::Result<Exit> {
        match (&explained.outcome, explained.limit) {
            (Explanation::NoPairing(why), _) => Err(Self::of_no_pairing(why, format)),
            (_, None) => Ok(Exit::Done),
            (_, Some(limit)) => Err(Self::of_limit(format!("{limit} came before everything was known"))),
        }
    }

    /// The exit code of `why`, or its error. A rule that bars the pair is an answer.
    pub fn of_answer(answer: &Answer) -> anyhow::Result<Exit> {
        match answer {
            Answer::Paired { without: Some(without), .. } => match &**without {
                Without::Unknown(limit) => {
                    Err(Self::of_limit(format!("{limit} came before the best round without the pair")))
                }
                Without::Priced(_) | Without::None { .. } => Ok(Exit::Done),
            },
            Answer::Forbidden(_) | Answer::Paired { .. } | Answer::Priced(_) | Answer::Otherwise(_) => Ok(Exit::Done),
            Answer::NoRound { reason, .. } => {
                Err(Self::error(Exit::NoLegalPairing, format!("no legal pairing has the pair: {reason}")))
            }
            Answer::NoPairing { reason, .. } => {
                Err(Self::error(Exit::NoLegalPairing, format!("no legal pairing exists: {reason}")))
            }
            Answer::Unknown(limit) => Err(Self::of_limit(format!("{limit} came before the answer"))),
        }
    }

    /// The exit code of `verify`, or its error. An error of the program comes before an error of the pairing.
    pub fn of_audit(audit: Audit) -> anyhow::Result<Exit> {
        let objections = audit.objections();
        let is_late = audit.is_without_proof();
        if let Some(error) = audit.failure {
            return Err(Self::of_solver(error));
        }
        if let Some(found) = audit.discrepancy {
            return Err(Self::error(Exit::Discrepancy, format!("please report this: {}", found.what)));
        }
        match objections[..] {
            [] if is_late => Err(Self::of_limit("a limit came before a proof")),
            [] => Ok(Exit::Done),
            _ => Err(Self::error(Exit::Discrepancy, objections.join("; "))),
        }
    }

    /// The exit code of `verify --duals`, or its error.
    pub fn of_duals(audit: &DualAudit) -> anyhow::Result<Exit> {
        match &audit.checked {
            Err(refusal) => Err(Self::error(Exit::Discrepancy, format!("the dual values are refused: {refusal}"))),
            Ok(checked) if checked.violated > 0 => {
                let message = format!("pairs that weigh more than the dual values give them: {}", checked.violated);
                Err(Self::error(Exit::Discrepancy, message))
            }
            Ok(_) if audit.best.is_none() && audit.solution.termination.limit().is_some() => {
                Err(Self::of_limit("a limit came before the best pairing, with which the bound is compared"))
            }
            Ok(_) => Ok(Exit::Done),
        }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Self::Said(exit, _) => *exit,
            Self::BadFile(_) => Exit::BadFile,
        }
    }
}
