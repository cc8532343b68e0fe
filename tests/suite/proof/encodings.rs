//! The procedures of proofs and the integer programs of the same systems were written apart. Each tier of a bracket comes to the same value
//! in both.

use super::by_rules::{NO_WISHES, PROVABLE, known_rounds};
use crate::support::system;
use itertools::Itertools;
use std::collections::BTreeMap;
use swiss_ilp::programs::{ProgramStage, StageKind, solve};
use swiss_ilp::proof::by_rules::ByRules;
use swiss_ilp::solve::Options;
use swiss_ilp::tournament::{Float, PlayerId, PlayerState, RoundState};
use swiss_rule_proof::evidence::StepTaken;

/// A bracket that is kept, in both readings.
struct Both<'a> {
    state: &'a RoundState,
    program: &'a ProgramStage,
    step: &'a StepTaken,
    /// Tiers whose values were compared, and are not zero.
    compared: &'a mut BTreeMap<String, usize>,
    different: &'a mut Vec<String>,
}

/// Tiers of the program, by what they count, and of the step, by their articles.
type Tiers = (&'static [&'static str], &'static [&'static str]);

impl Both<'_> {
    fn of_program(&self, counts: &[&str]) -> Vec<i64> {
        let tiers = self.program.tiers.iter().filter(|tier| counts.contains(&tier.count.as_str()));
        tiers.flat_map(|tier| tier.values.clone()).collect()
    }

    fn of_step(&self, articles: &[&str]) -> Vec<i64> {
        let tiers = self.step.decided.iter().flatten().filter(|tier| articles.contains(&tier.article));
        tiers.map(|tier| tier.value).collect()
    }

    /// Lists of numbers have an entry for each score or difference; either reading may leave out those of which there is none.
    fn compare(&mut self, what: &str, program: Vec<i64>, step: Vec<i64>) {
        let [program, step] = [program, step].map(|list| list.into_iter().filter(|value| *value != 0).collect_vec());
        *self.compared.entry(what.to_owned()).or_default() += program.len();
        if program != step {
            let (kind, name) = (self.program.kind, &self.step.name);
            self.different.push(format!("{what}: {program:?} in the program ({kind}), {step:?} in the step ({name})"));
        }
    }

    fn compare_tiers(&mut self, tiers: &[Tiers]) {
        for (counts, articles) in tiers {
            let (program, step) = (self.of_program(counts), self.of_step(articles));
            self.compare(&articles.join(", "), program, step);
        }
    }

    /// The exchanges, and the difference of the numbers, to which the program adds the number of exchanges. `factor`: the step counts an
    /// exchange so often.
    fn compare_exchanges(&mut self, [number, difference]: [&str; 2], factor: i64) {
        let of_step = |count: &str| {
            let mut tiers = self.step.decided.iter().flatten();
            tiers.find(|tier| tier.count == count).map(|tier| tier.value)
        };
        let exchanges = of_step(number).unwrap_or_default();
        let difference = of_step(difference).map_or(0, |difference| difference + exchanges / factor);
        let [of_program, of_difference] = ["exchanges", "exchange-difference"].map(|count| self.of_program(&[count]));
        self.compare("exchanges", of_program.iter().map(|value| value * factor).collect(), vec![exchanges]);
        self.compare("difference of exchanges", of_difference, vec![difference]);
    }

    fn is_last(&self) -> bool {
        matches!(self.program.kind, StageKind::Lowest | StageKind::Collapsed)
    }

    fn downfloaters(&self) -> i64 {
        self.program.downfloaters.len() as i64
    }

    fn players(&self) -> impl Iterator<Item = &PlayerState> {
        let player = |id: &PlayerId| &self.state.players()[self.state.rank(*id).expect("in the round")];
        self.program.players.iter().map(player)
    }

    fn of_2026(&mut self) {
        let downfloaters = vec![self.downfloaters()];
        self.compare("C6", downfloaters, self.of_step(&["C6"]));
        if !self.is_last() {
            self.compare_tiers(&[(&["downfloaters-by-score"], &["C7"])]);
        }
        if self.downfloaters() > 0 && !self.is_last() {
            // The step leaves out the residents of the next bracket, who are the others.
            let mut step = self.of_step(&["C8"]);
            let residents = step.iter().skip(1).fold(step.first().copied().unwrap_or_default(), |all, one| all - one);
            step.push(residents);
            self.compare("C8", self.of_program(&["next-downfloaters", "next-downfloaters-by-score"]), step);
        }
        self.compare_tiers(&[
            (&["unplayed-games-of-bye"], &["C9"]),
            (&["colour-difference-beyond-two"], &["C10"]),
            (&["third-colour-in-row"], &["C11"]),
            (&["same-preference"], &["C12"]),
            (&["strong-preference-denied"], &["C13"]),
            (&["downfloat-as-last-round"], &["C14"]),
            (&["upfloat-as-last-round"], &["C15"]),
            (&["downfloat-as-two-rounds-ago"], &["C16"]),
            (&["upfloat-as-two-rounds-ago"], &["C17"]),
            (&["upfloat-differences-last-round"], &["C19"]),
            (&["upfloat-differences-two-rounds-ago"], &["C21"]),
        ]);
        for (ago, article, count) in
            [(1, "C18", "downfloat-differences-last-round"), (2, "C20", "downfloat-differences-two-rounds-ago")]
        {
            let step = self.differences_of_moved_down(article, ago);
            self.compare(article, self.of_program(&[count]), step);
        }
        let counts = [
            "1: players exchanged between S1 and S2, both ways",
            "2: sum of the numbers moved to S1 less that of those moved to S2",
        ];
        self.compare_exchanges(counts, 2);
    }

    /// C18, C20: the step counts those who float on, score by score. The program has the differences of all who had such a float: those who
    /// float on have a point more than those who are paired.
    fn differences_of_moved_down(&self, article: &str, ago: usize) -> Vec<i64> {
        let tenths = |player: &PlayerState| i64::from(player.score.tenths());
        let Some(own) = self.players().map(tenths).min() else { return Vec::new() };
        let moved_down = self.players().map(tenths).filter(|score| *score > own).unique().sorted().rev();
        let mut by_difference: BTreeMap<i64, i64> = BTreeMap::new();
        for (score, floating_on) in moved_down.zip(self.of_step(&[article])) {
            let had = |player: &&PlayerState| {
                tenths(player) == score && self.state.float_by_points(player, ago) == Some(Float::Down)
            };
            let all = self.players().filter(had).count() as i64;
            *by_difference.entry(score - own + 10).or_default() += floating_on;
            *by_difference.entry(score - own).or_default() += all - floating_on;
        }
        by_difference.into_values().rev().collect()
    }

    fn of_2017(&mut self) {
        let downfloaters = vec![self.downfloaters()];
        self.compare("C.5", downfloaters, self.of_step(&["C.5"]));
        if self.downfloaters() > 0 {
            self.compare_tiers(&[(&["next-downfloaters", "next-score-differences"], &["C.7"])]);
        }
        self.compare_tiers(&[
            (&["score-differences"], &["C.6", "B.1.c"]),
            (&["colour-difference-beyond-two"], &["C.8"]),
            (&["third-colour-in-row"], &["C.9"]),
            (&["same-preference"], &["C.10"]),
            (&["strong-preference-denied"], &["C.11"]),
            (&["any-downfloat-as-last-round"], &["C.12"]),
            (&["any-upfloat-as-last-round"], &["C.13"]),
            (&["any-downfloat-as-two-rounds-ago"], &["C.14"]),
            (&["any-upfloat-as-two-rounds-ago"], &["C.15"]),
            (&["downfloat-differences-last-round"], &["C.16"]),
            (&["upfloat-differences-last-round"], &["C.17"]),
            (&["downfloat-differences-two-rounds-ago"], &["C.18"]),
            (&["upfloat-differences-two-rounds-ago"], &["C.19"]),
        ]);
        self.compare_exchanges(["exchanged players", "difference between the sums of the exchanged numbers"], 1);
    }

    fn of_2012(&mut self) {
        if !self.is_last() {
            // A lowest bracket without anybody in S1 is opened again by the step, as a homogeneous one.
            self.compare_tiers(&[(&["outside-s1"], &["C.14.b.2"])]);
            // The step adds up scores, the program what they are beyond the lowest.
            let tenths = |player: &PlayerState| i64::from(player.score.tenths());
            let lowest = self.players().map(tenths).min().unwrap_or_default();
            let [unpaired, scores] = [["C.14"], ["B.3"]].map(|articles| self.of_step(&articles).iter().sum::<i64>());
            self.compare("C.14", self.of_program(&["downfloaters"]), vec![unpaired]);
            self.compare("B.3", self.of_program(&["downfloaters-by-score"]), vec![scores - lowest * unpaired]);
        }
        if self.step.name.starts_with("the joined brackets") {
            self.compare_tiers(&[(&["squared-differences"], &["D.4"])]);
        }
        self.compare_tiers(&[
            (&["same-absolute-preference"], &["C.10.g"]),
            // Of two strong preferences before all in odd rounds, after them in even ones.
            (&["same-strong-preference", "same-preference"], &["C.10.f", "C.10.e"]),
            (&["downfloat-as-last-round"], &["C.10.d"]),
            (&["downfloat-as-two-rounds-ago"], &["C.10.c"]),
            (&["upfloat-as-last-round"], &["C.10.b"]),
            (&["upfloat-as-two-rounds-ago"], &["C.10.a"]),
        ]);
        self.compare_exchanges(["players exchanged", "the difference of the numbers exchanged"], 1);
    }

    fn of_1998(&mut self) {
        self.compare_tiers(&[(&["same-preference"], &["C.11"])]);
        self.compare_exchanges(["players exchanged", "the difference of the numbers exchanged"], 1);
    }

    /// How many rounds of the history are removed; the step before the last says it in its name.
    fn of_tcec(&mut self, removed: i64) {
        self.compare("step 3", self.of_program(&["forgotten-rounds"]), vec![removed]);
    }
}

/// The steps of brackets that are kept, in the order of `stages`.
fn kept<'s>(id: &str, state: &RoundState, stages: &[&ProgramStage], steps: &'s [StepTaken]) -> Vec<&'s StepTaken> {
    let has = |article: &str, step: &StepTaken| step.decided.iter().flatten().any(|tier| tier.article == article);
    match id {
        "dutch-2026" => steps.iter().filter(|step| has("C6", step)).collect(),
        "dutch-2017" => {
            let mut kept: Vec<&StepTaken> = Vec::new();
            for step in steps.iter().filter(|step| has("C.5", step)) {
                if step.name.ends_with("as the penultimate pairing bracket") {
                    kept.pop();
                }
                kept.push(step);
            }
            kept
        }
        "dutch-2012" | "dutch-1998" => {
            let requirement = if id == "dutch-2012" { "C.10.e" } else { "C.11" };
            // A step that has its requirements is one that was kept, until C.12 or C.13 asks for another of the same bracket.
            let paired =
                |is: &dyn Fn(&StepTaken) -> bool| steps.iter().rfind(|step| has(requirement, step) && is(step));
            let step = |stage: &&ProgramStage| {
                let score = |id: &PlayerId| state.rank(*id).map(|rank| state.players()[rank].score);
                let name =
                    stage.players.iter().filter_map(score).min().map(|score| format!("the bracket of {score} points"));
                match stage.kind {
                    StageKind::Lowest => paired(&|_| true),
                    _ => paired(&|step| name.as_ref().is_some_and(|name| step.name.starts_with(name.as_str()))),
                }
            };
            stages.iter().filter_map(step).collect()
        }
        _ => steps.last().into_iter().collect(),
    }
}

/// The number of rounds that are removed, in a step such as `round 5 without 2 rounds of the history`.
fn removed(steps: &[StepTaken]) -> i64 {
    let number = |step: &StepTaken| step.name.split(" without ").nth(1)?.split(' ').next()?.parse().ok();
    steps.iter().rev().find_map(number).expect("a step says how many rounds are removed")
}

/// Compare every `nth` known round of at most so many players.
fn compare(nth: usize, most: usize) {
    for (id, folders) in PROVABLE {
        let program = system(id).program().expect("well-formed").expect("built in");
        let (mut rounds, mut different, mut compared) = (0, Vec::new(), BTreeMap::new());
        for (what, state) in folders.iter().flat_map(|folder| known_rounds(folder, most)).step_by(nth) {
            let by_rules = ByRules { state: &state, system: id, wishes: &NO_WISHES };
            let (_, proven) = by_rules.make(None, &|| false).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            let solved = solve(&state, &program, None, Options::default()).expect("solved");
            let stages: Vec<&ProgramStage> =
                solved.stages.iter().filter(|stage| stage.kind != StageKind::Colours).collect();
            assert_eq!(proven.pairing.is_some(), solved.solution.incumbent.is_some(), "{id}, {what}");
            if proven.pairing.is_none() {
                continue;
            }
            let steps = kept(id, &state, &stages, &proven.steps);
            assert_eq!(steps.len(), stages.len(), "{id}, {what}: brackets");
            rounds += 1;
            let before = different.len();
            for (program, step) in stages.into_iter().zip(steps) {
                let mut both =
                    Both { state: &state, program, step, compared: &mut compared, different: &mut different };
                match *id {
                    "dutch-2026" => both.of_2026(),
                    "dutch-2017" => both.of_2017(),
                    "dutch-2012" => both.of_2012(),
                    "dutch-1998" => both.of_1998(),
                    _ => both.of_tcec(removed(&proven.steps)),
                }
            }
            if *id == "dutch-2026" && state.players().len() % 2 == 1 {
                let first = proven.steps[0].decided.iter().flatten().filter(|tier| tier.article == "C5");
                let step: Vec<i64> = first.map(|tier| tier.value).collect();
                let stage = solved.stages[0].tiers.iter().filter(|tier| tier.count == "bye-score");
                let program: Vec<i64> = stage.flat_map(|tier| tier.values.clone()).collect();
                if program != step {
                    different.push(format!("C5: {program:?} in the program, {step:?} in the step"));
                }
            }
            different[before..].iter_mut().for_each(|line| *line = format!("{what}: {line}"));
        }
        println!("{id}: {rounds} rounds, values that are not zero: {compared:?}");
        assert!(rounds > 5 && different.is_empty(), "{id}: {rounds} rounds\n{}", different.join("\n"));
    }
}

#[test]
fn every_tier_has_the_same_value_in_both_encodings() {
    compare(10, 30);
}

#[test]
#[ignore = "long: make proofs"]
fn every_tier_of_every_known_round_has_the_same_value_in_both_encodings() {
    compare(1, usize::MAX);
}
