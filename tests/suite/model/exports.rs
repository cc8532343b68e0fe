//! Programs written for other solvers: read back, they are the same; and other solvers find the same optima.
//!
//! `make suite NAME=exports` installs HiGHS for Python, GLPK, CBC and clasp, and runs what is ignored here.

use crate::support::prelude::*;
use crate::support::program_files::{ReadProgram, read_lp, read_mps, read_opb};
use crate::support::{dutch_random, long, tcec_random};
use std::io::Write;
use std::process::{Command, Stdio};
use swiss_ilp::model::export::{FileFormat, Linear};
use swiss_ilp::model::{Erratum, Formulation};
use swiss_ilp::questions::AskError;
use swiss_ilp::questions::model;
use swiss_ilp::solve::{self, MipAnswer};

const FORMATS: [(FileFormat, &str); 3] = [(FileFormat::Lp, "lp"), (FileFormat::Mps, "mps"), (FileFormat::Opb, "opb")];

/// A program of a random round, and its optimum as its objective counts; `None` if it has no point.
struct Case {
    linear: Linear,
    optimum: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pairs,
    Slots,
    System,
    AsWritten,
}

const KINDS: [Kind; 4] = [Kind::Pairs, Kind::Slots, Kind::System, Kind::AsWritten];

fn solver_options() -> swiss_ilp::solve::Options {
    swiss_ilp::solve::Options::default()
}

/// Case number `seed`; slots have up to `most` players. `None` if a system has no pairing, and so no program.
fn case(kind: Kind, seed: u64, most: usize) -> Option<Case> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match kind {
        Kind::Pairs => Some(of_objective(&mut rng, seed, 1..=14, Formulation::Pairs)),
        Kind::Slots => {
            let formulation = if rng.random_bool(0.5) { Formulation::Slots } else { Formulation::SlotsOrdered };
            Some(of_objective(&mut rng, seed, 2..=most, formulation))
        }
        Kind::System => of_system(&mut rng, seed),
        Kind::AsWritten => of_text(&mut rng, seed, most),
    }
}

/// The student's text with some errata repaired. Its optimum is what HiGHS finds for the program itself.
fn of_text(rng: &mut impl Rng, seed: u64, most: usize) -> Option<Case> {
    let state = random_state(seed, &Options { players: 1..=most.min(4), rounds: 0..=4 });
    let Model::AsWritten(mut spec) = Model::load("as-written").expect("a model") else { panic!("the text") };
    spec.repaired = Erratum::ALL.iter().copied().filter(|_| rng.random_bool(0.5)).collect();
    let model = Model::AsWritten(spec);
    // Of a double round, and of a round in which nobody has points, there is no program.
    let linear = linear(&state, &model, 1).ok()?;
    let mut program = model::programs(&state, &model, solver_options()).expect("a program").remove(0).program;
    program.tiers.truncate(1);
    let optimum = match solve::answer(program, solver_options().start()).expect("HiGHS") {
        MipAnswer::Optimal { values, .. } => Some(values[0].units()),
        MipAnswer::Infeasible => None,
        MipAnswer::Stopped(limit) => panic!("{limit}"),
    };
    Some(Case { linear, optimum })
}

fn of_objective(
    rng: &mut impl Rng,
    seed: u64,
    players: std::ops::RangeInclusive<usize>,
    formulation: Formulation,
) -> Case {
    let state = random_state(seed, &Options { players, rounds: 0..=6 });
    let mut spec = Objective::load(if rng.random_bool(0.5) { "pairs" } else { "fair" }).expect("a model");
    spec.formulation = formulation;
    spec.side.max_downfloats = rng.random_bool(0.2).then(|| rng.random_range(0..=3));
    spec.side.max_same_federation = rng.random_bool(0.2).then(|| rng.random_range(0..=1));
    let ids: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
    if let Some([one, other]) = ids.sample_array(rng)
        && rng.random_bool(0.3)
    {
        if rng.random_bool(0.5) { spec.side.forced.push([one, other]) } else { spec.side.forbidden.push([one, other]) }
    }
    // Proven by the exact search over pairs, whatever the formulation is.
    let pairs = Model::Objective(Objective { formulation: Formulation::Pairs, ..spec.clone() });
    let best = tasks::solve(&state, &pairs, solver_options()).expect("solved").solution.incumbent;
    let tier = if best.is_some() { rng.random_range(1..=spec.tiers.len()) } else { 1 };
    let model = Model::Objective(spec);
    match linear(&state, &model, tier) {
        Ok(linear) => Case { linear, optimum: best.map(|best| best.values[tier - 1].units()) },
        // A round whose only player may not have the bye has no columns.
        Err(AskError::Refused(refusal)) if refusal.what.contains("no columns") => {
            of_objective(rng, seed + 1_000_000, 2..=6, formulation)
        }
        Err(error) => panic!("seed {seed}: {error}"),
    }
}

fn linear(state: &RoundState, model: &Model, tier: usize) -> Result<Linear, AskError> {
    let program = model::programs(state, model, solver_options())?.remove(0);
    model::linear(state, model, program, Some(tier), solver_options())
}

fn of_system(rng: &mut impl Rng, seed: u64) -> Option<Case> {
    let (name, tournament) = match seed % 8 {
        0 => ("tcec", tcec_random::wild(seed)),
        1 => ("dutch-2012", dutch_random::wild(seed)),
        2 => ("dutch-1998", dutch_random::wild(seed)),
        3 => ("dutch-2012", dutch_random::barred(seed)),
        4 => ("dutch-2026", dutch_random::wild(seed)),
        5 => ("dutch-2017", dutch_random::wild(seed)),
        6 => ("dutch-2026", dutch_random::topscorers(seed)),
        _ => ("dutch-1998", dutch_random::topscorers(seed)),
    };
    let (state, model) = (state(&tournament), Model::load(name).expect("a model"));
    // Where nothing is counted or nobody is to be paired, there is nothing to write.
    let mut programs = model::programs(&state, &model, solver_options()).ok()?;
    programs.retain(|program| !program.decided.is_empty() && !program.program.columns.is_empty());
    let program = programs.choose(rng)?.clone();
    let counting: Vec<usize> = (0..program.decided.len()).filter(|tier| program.decided[*tier].1 != 0).collect();
    let tier = match counting.choose(rng) {
        Some(tier) if rng.random_bool(0.7) => *tier,
        _ => rng.random_range(0..program.decided.len()),
    };
    let optimum = Some(program.decided[tier].1);
    match model::linear(&state, &model, program, Some(tier + 1), solver_options()) {
        Ok(linear) => Some(Case { linear, optimum }),
        Err(error) => panic!("{name}, seed {seed}: {error}"),
    }
}

fn text(linear: &Linear, format: FileFormat) -> String {
    let mut text = Vec::new();
    linear.write(format, &mut text).expect("a program that the format can have");
    let text = String::from_utf8(text).expect("text");
    assert!(text.is_ascii());
    text
}

/// What OPB cannot say: the relation `<=`, and columns of no digit.
fn as_opb(mut program: ReadProgram) -> ReadProgram {
    let is_nothing = |columns: &BTreeMap<String, (i64, Option<i64>, bool)>, name: &String| columns[name].1 == Some(0);
    for (_, sum, relation, bound) in &mut program.rows {
        sum.retain(|name, _| !is_nothing(&program.columns, name));
        if relation == "<=" {
            *relation = ">=".to_owned();
            *bound = -*bound;
            sum.values_mut().for_each(|weight| *weight = -*weight);
        }
    }
    program.objective.retain(|name, _| !is_nothing(&program.columns, name));
    program
}

#[test]
fn a_program_read_back_is_the_same() {
    for kind in KINDS {
        for seed in seeds(170) {
            let Some(Case { linear, .. }) = case(kind, seed, 9) else { continue };
            let context = format!("{kind:?}, seed {seed}");
            assert_eq!(read_lp(&text(&linear, FileFormat::Lp)), ReadProgram::of(&linear, false), "{context}");
            assert_eq!(read_mps(&text(&linear, FileFormat::Mps)), ReadProgram::of(&linear, true), "{context}");
            let mut read = read_opb(&text(&linear, FileFormat::Opb));
            let expected = as_opb(ReadProgram::of(&linear, true));
            for (name, (_, most, _)) in &expected.columns {
                // What has no bound has one in digits, which the suite with other solvers finds to be great enough.
                if most.is_none() {
                    read.columns.get_mut(name).expect("a column").1 = None;
                }
            }
            assert_eq!(read, expected, "{context}");
        }
    }
}

/// Every perfect matching of the columns, tried by the rows: the greatest value is the optimum of the tier.
#[test]
fn held_tiers_leave_the_optima_of_the_tiers_before() {
    let mut held = [0, 0];
    for (seed, kind) in (2_000..2_600).flat_map(|seed| [(seed, 0), (seed, 1)]) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let found = match kind {
            0 => Some(of_objective(&mut rng, seed, 2..=7, Formulation::Pairs)),
            _ => of_system(&mut rng, seed).filter(|case| case.linear.program.columns.len() <= 24),
        };
        let Some(Case { linear, optimum }) = found else { continue };
        held[kind] += usize::from(linear.program.rows.iter().any(|row| row.family.id == "held"));
        let once: Vec<Vec<usize>> = linear
            .program
            .rows
            .iter()
            .filter(|row| row.name.starts_with("once_") || row.name == "one_bye")
            .map(|row| row.coefficients.iter().map(|(column, _)| *column).collect())
            .collect();
        let mut best = None;
        try_matchings(&linear, &once, &mut vec![0; linear.program.columns.len()], &mut best);
        assert_eq!(best, optimum, "seed {seed}");
    }
    assert!(held[0] > 50 && held[1] > 50, "{held:?}");
}

fn try_matchings(linear: &Linear, once: &[Vec<usize>], point: &mut Vec<i64>, best: &mut Option<i64>) {
    let Some(open) = once.iter().find(|row| row.iter().all(|column| point[*column] == 0)) else {
        *best = (*best).max(value_at(linear, point));
        return;
    };
    for column in open {
        point[*column] = 1;
        if once.iter().all(|row| row.iter().map(|column| point[*column]).sum::<i64>() <= 1) {
            try_matchings(linear, once, point, best);
        }
        point[*column] = 0;
    }
}

/// The objective at a point, if it keeps all rows.
fn value_at(linear: &Linear, point: &[i64]) -> Option<i64> {
    let total = |sum: &[(usize, i64)]| sum.iter().map(|(column, weight)| weight * point[*column]).sum::<i64>();
    let keeps = linear.program.rows.iter().all(|row| {
        let total = total(&row.coefficients);
        row.lower.is_none_or(|lower| total >= lower) && row.upper.is_none_or(|upper| total <= upper)
    });
    keeps.then(|| total(&linear.objective))
}

// ---- the command ----

const FILE: &str = "instances/teaching-8.json";

fn target(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments, "");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn wrong_requests_say_what_to_do() {
    let path = target("wrong.lp");
    let name = path.to_str().expect("a name");
    for (arguments, what) in [
        (&["model", "pairs", FILE, "--write-model", "round.txt"][..], ".lp, .mps or .opb"),
        (&["model", "pairs", FILE, "--write-model", "-"], ".lp, .mps or .opb"),
        (&["model", "pairs", "--write-model", name], "give a tournament"),
        (&["model", "pairs", "--absent", "3"], "give a tournament"),
        (&["model", "pairs", "--round", "3"], "give a tournament"),
        (&["model", "pairs", "--time-limit", "3"], "give a tournament"),
        (&["model", "pairs", FILE, "--write-model", name, "--step", "1"], "leave out --step"),
        (&["model", "pairs", FILE, "--write-model", name, "--tier", "2"], "--tier from 1 to 1"),
        (&["model", "pairs", FILE, "--write-model", name, "--tier", "0"], "--tier from 1 to 1"),
        (&["model", "dutch-2012", FILE, "--write-model", name], "choose it by --step"),
        (&["model", "dutch-2012", FILE, "--write-model", name, "--step", "99"], "and one is written"),
        (&["model", "dutch-2012", FILE, "--write-model", name, "--step", "1", "--tier", "999"], "--tier from 1 to"),
        (&["model", "pairs", FILE, "--latex", "--format", "json"], "leave out --format"),
        (&["model", "tcec", "--latex"], "leave out --latex to read them, or write a step by --write-model"),
        (&["model", "tcec", FILE, "--latex"], "leave out --latex"),
        (&["model", "pairs", "--without", "C14"], "pairs is no system"),
        (&["model", "tcec", "--without", "C14"], "its steps need each other"),
        (&["solve", FILE, "--model", "dutch-2026", "--without", "C6"], "has no criterion C6 that can be left out"),
        (
            &["solve", FILE, "--model", "dutch-2026", "--without", "C14", "--proof", "target/none"],
            "leave out --without",
        ),
        (&["model", "slots", "instances/british-championship-2026.trf", "--round", "8", "--memory-limit", "50"], "MiB"),
    ] {
        let (code, message) = refused(arguments);
        assert!(code == Some(3) && message.contains(what), "{arguments:?}: {code:?} {message}");
        assert!(!path.exists());
    }
    let (code, _) = refused(&["model", "fair", FILE, "--write-model", name, "--time-limit", "0"]);
    assert_eq!((code, path.exists()), (Some(4), false));
}

/// Braces and environments are balanced, with a round and without, and every family that a round has is in it.
#[test]
fn latex_is_balanced_and_has_every_family() {
    for model in ["pairs", "fair", "slots", "slots-ordered"] {
        for file in [None, Some(FILE)] {
            let arguments: Vec<&str> = ["model", model].into_iter().chain(file).chain(["--latex"]).collect();
            let output = ended(&arguments, "", 0, "");
            let text = String::from_utf8(output.stdout).expect("text");
            let mut depth = 0;
            let mut escaped = false;
            for c in text.chars() {
                match c {
                    '{' if !escaped => depth += 1,
                    '}' if !escaped => depth -= 1,
                    _ => {}
                }
                escaped = c == '\\' && !escaped;
                assert!(depth >= 0);
            }
            assert_eq!(depth, 0);
            let mut open = Vec::new();
            for word in text.split('\\') {
                if let Some(name) = word.strip_prefix("begin{") {
                    open.push(name.split('}').next());
                } else if let Some(name) = word.strip_prefix("end{") {
                    assert_eq!(open.pop().flatten(), name.split('}').next());
                }
            }
            assert!(open.is_empty() && text.matches("\\[ ").count() == text.matches(" \\]").count());
            assert_eq!(text.matches('$').count() % 2, 0);
        }
    }
    for seed in 0..60 {
        let Some(Case { linear, .. }) = case(Kind::System, seed, 9) else { continue };
        for family in linear.program.families() {
            assert!(!family.0.algebra.is_empty() && !family.0.says.is_empty());
        }
    }
}

// ---- other solvers ----

/// What a solver found: its optimum, or that there is no point.
type Found = Option<f64>;

fn output_of(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn glpk(path: &Path) -> Found {
    let format = if path.extension().is_some_and(|name| name == "lp") { "--lp" } else { "--freemps" };
    let solution = path.with_extension("glpk");
    let said = output_of(Command::new("glpsol").arg(format).arg(path).arg("-o").arg(&solution));
    let text = std::fs::read_to_string(&solution).unwrap_or_else(|_| panic!("{}: {said}", path.display()));
    let _ = std::fs::remove_file(&solution);
    if said.contains("HAS NO PRIMAL FEASIBLE") || said.contains("HAS NO INTEGER FEASIBLE") {
        return None;
    }
    let status = text.lines().find(|line| line.starts_with("Status:")).unwrap_or_default();
    assert!(status.contains("OPTIMAL"), "{}: {status} {said}", path.display());
    let objective = text.lines().find_map(|line| line.strip_prefix("Objective:")).expect("an objective");
    let value = objective.split('=').nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a value");
    Some(value.parse().expect("a number"))
}

fn cbc(path: &Path) -> Found {
    let solution = path.with_extension("cbc");
    let _ = std::fs::remove_file(&solution);
    let said = output_of(
        Command::new("cbc")
            .arg(path)
            .args(["-ratioGap", "0", "-allowableGap", "0", "-solve", "-solution"])
            .arg(&solution),
    );
    let text = std::fs::read_to_string(&solution).unwrap_or_else(|_| panic!("{}: {said}", path.display()));
    let _ = std::fs::remove_file(&solution);
    let status = text.lines().next().unwrap_or_default();
    if status.to_lowercase().contains("infeasible") {
        return None;
    }
    assert!(status.starts_with("Optimal"), "{}: {status} {said}", path.display());
    Some(status.rsplit(' ').next().expect("a value").parse().expect("a number"))
}

fn clasp(path: &Path) -> Found {
    let said = output_of(Command::new("clasp").arg("--quiet=1,0").arg(path));
    if said.contains("s UNSATISFIABLE") {
        return None;
    }
    assert!(said.contains("s OPTIMUM FOUND"), "{}: {said}", path.display());
    let value = said.lines().filter_map(|line| line.strip_prefix("o ")).next_back().expect("an optimum");
    Some(value.trim().parse().expect("a number"))
}

/// All files in one process of Python.
fn highs(paths: &[PathBuf]) -> Vec<Found> {
    let python = std::env::var_os("HIGHS_PYTHON").expect("HIGHS_PYTHON names a Python with highspy");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/support/highs.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all((names.join("\n") + "\n").as_bytes()));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("no panic").expect("written");
    let said = String::from_utf8(output.stdout).expect("text");
    let found = |line: &str| match line.split_once(' ') {
        Some(("optimal", value)) => Some(value.parse().expect("a number")),
        _ => {
            assert_eq!(line, "infeasible", "{said}");
            None
        }
    };
    said.lines().map(found).collect()
}

#[test]
#[ignore = "needs HiGHS for Python, GLPK, CBC and clasp: make suite NAME=exports"]
fn other_solvers_find_the_same_optima() {
    let rounds = long::rounds(500);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exports");
    std::fs::create_dir_all(&folder).expect("a folder");
    for kind in KINDS {
        let mut files = Vec::new();
        let (mut programs, mut infeasible) = (0, 0);
        let mut count = BTreeMap::new();
        for seed in 0.. {
            if programs == rounds {
                break;
            }
            let Some(Case { linear, optimum }) = case(kind, seed, 6) else { continue };
            programs += 1;
            infeasible += u64::from(optimum.is_none());
            let optimum = optimum.map(|optimum| optimum as f64);
            for (format, extension) in FORMATS {
                let path = folder.join(format!("{kind:?}-{seed}.{extension}"));
                std::fs::write(&path, text(&linear, format)).expect("a file");
                // Where the format only minimises, the sign is the other one.
                let is_negated = format != FileFormat::Lp;
                let expected = if is_negated { optimum.map(|optimum| -optimum) } else { optimum };
                let mut compare = |solver: &str, found: Found| {
                    *count.entry(format!("{solver} {extension}")).or_insert(0) += 1;
                    let is_equal = match (found, expected) {
                        (Some(found), Some(expected)) => (found - expected).abs() < 1e-4,
                        (found, expected) => found == expected,
                    };
                    assert!(is_equal, "{solver}, {}: {found:?}, not {expected:?}", path.display());
                };
                if format == FileFormat::Opb {
                    compare("clasp", clasp(&path));
                    std::fs::remove_file(&path).expect("removed");
                } else {
                    compare("GLPK", glpk(&path));
                    compare("CBC", cbc(&path));
                    files.push((path, expected));
                }
            }
        }
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let found = highs(&paths);
        assert_eq!(found.len(), files.len());
        for ((path, expected), found) in files.iter().zip(found) {
            let is_equal = match (found, *expected) {
                (Some(found), Some(expected)) => (found - expected).abs() < 1e-4,
                (found, expected) => found == expected,
            };
            assert!(is_equal, "HiGHS, {}: {found:?}, not {expected:?}", path.display());
            std::fs::remove_file(path).expect("removed");
        }
        println!("{kind:?}: {programs} programs, {infeasible} without a point; {count:?}, HiGHS {}", files.len());
    }
}

/// The head of each file says the optimum with the sign of its own objective.
#[test]
fn the_optimum_in_a_head_is_that_of_the_objective_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (model, tier) in [("fair", "2"), ("fair", "3"), ("swiss", "2")] {
        let optimum = |format: &str| -> i64 {
            let path = folder.join(format!("head-{model}-{tier}.{format}"));
            let name = path.to_str().expect("a name");
            ended(&["model", model, FILE, "--tier", tier, "--write-model", name, "--force"], "", 0, "");
            let text = std::fs::read_to_string(&path).expect("written");
            let line = text.lines().find_map(|line| line.split_once("The optimum of obj is ")).expect("its optimum").1;
            line.trim_end_matches('.').parse().expect("a number")
        };
        let [lp, mps, opb] = ["lp", "mps", "opb"].map(optimum);
        assert_eq!((mps, opb), (-lp, -lp), "{model}, tier {tier}");
        let spec = Objective::load(model).expect("a model");
        let file = std::fs::read(FILE).expect("the file");
        let tournament = swiss_ilp::files::read(&file).expect("a sound file").tournament;
        let state = RoundState::new(&tournament, swiss_ilp::tournament::RoundRequest::default()).expect("a round");
        let best = solve::solve(&state, &spec, solver_options()).expect("solved").incumbent.expect("a pairing");
        assert_eq!(lp, best.values[tier.parse::<usize>().expect("a number") - 1].units(), "{model}, tier {tier}");
    }
}
