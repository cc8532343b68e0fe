//! A model as a LaTeX document.

use crate::model::export::{Document, TierLines, document};
use crate::model::{
    Count, Edition, Erratum, Family, Formulation, Model, Procedure, SeedSpec, Spec, SystemSpec, families, seed_families,
};
use crate::programs::candidates::families as of_candidates;
use crate::programs::families as of_systems;
use crate::rules::Rule;
use crate::tasks::RoundProgram;

/// The formulation of `model` as a LaTeX document; with the sizes of `programs`, if they are those of a round.
#[must_use]
pub fn latex(model: &Model, programs: Option<&[RoundProgram]>) -> String {
    let [columns, rows] = match model {
        Model::Objective(spec) => families::of(spec),
        Model::System(spec) => of_system(spec),
        Model::Seed(spec) => seed_families(spec),
    };
    let of_columns = programs.map(|programs| counts(programs, |program| program.program.kinds()));
    let of_rows = programs.map(|programs| counts(programs, |program| program.program.families()));
    let sized = |families: Vec<&'static Family>, counts: Option<Vec<(&'static Family, usize)>>| {
        let count = |family: &Family| {
            let members = |counts: &Vec<(&Family, usize)>| {
                counts.iter().filter(|(other, _)| std::ptr::eq(*other, family)).map(|(_, count)| count).sum()
            };
            counts.as_ref().map(members)
        };
        families.into_iter().map(|family| (family, count(family))).collect()
    };
    let (title, mut summary, sets, tiers) = match model {
        Model::Objective(spec) => (&spec.name, spec.summary.clone(), sets(spec), tiers(spec)),
        Model::System(spec) => (&spec.name, spec.summary.clone(), sets_of_system(spec), tiers_of_system(spec)),
        Model::Seed(spec) => (&spec.name, spec.summary.clone(), sets_of_seed(spec), tiers_of_seed(spec)),
    };
    if let (Some(programs), Model::System(_)) = (programs, model) {
        summary.push_str(&format!(" Sizes are those of all {} programs of a round.", programs.len()));
    }
    document(&Document {
        title: title.clone(),
        summary,
        sets,
        columns: sized(columns, of_columns),
        tiers,
        rows: sized(rows, of_rows),
    })
}

type Groups = Vec<(&'static Family, Vec<usize>)>;

fn counts(programs: &[RoundProgram], groups: impl Fn(&RoundProgram) -> Groups) -> Vec<(&'static Family, usize)> {
    programs.iter().flat_map(groups).map(|(family, members)| (family, members.len())).collect()
}

/// The families of a system, without those of another edition.
fn of_system(spec: &SystemSpec) -> [Vec<&'static Family>; 2] {
    let of_pairs = match spec.formulation {
        Procedure::Everybody => of_systems::OF_EVERYBODY,
        Procedure::Brackets => match spec.edition {
            Edition::Dutch2017 | Edition::Dutch2026 => of_candidates::OF_BRACKETS,
            _ => of_systems::OF_BRACKETS,
        },
    };
    let other = match spec.edition {
        Edition::Dutch1998 => "dutch-2012.",
        Edition::Dutch2012 => "dutch-1998.",
        Edition::Tcec => "dutch-",
        Edition::Dutch2017 => "dutch-2026.",
        Edition::Dutch2026 => "dutch-2017.",
    };
    let is_of_edition = |family: &&&Family| family.rule.is_none_or(|rule| !rule.starts_with(other));
    [0, 1].map(|part: usize| {
        of_pairs[part].iter().chain(of_systems::OF_COLOURS[part]).filter(is_of_edition).copied().collect()
    })
}

fn sets(spec: &Spec) -> Vec<(&'static str, String)> {
    let mut sets = vec![("P", "the players to be paired, in pairing order".to_owned())];
    match spec.formulation {
        Formulation::Pairs => {
            let rules: Vec<&str> = spec.hard.iter().map(|rule| rule.rule().id).collect();
            let mut barred = rules.join(", ");
            if !(spec.side.forced.is_empty() && spec.side.forbidden.is_empty()) {
                barred.push_str(", and the forced and forbidden pairs of the model");
            }
            let what = "the pairs of players, and in an odd field of a player with the bye 0, that no rule bars, with some \
                        colours or with others:";
            sets.push(("E", format!("{what} {barred}")));
        }
        Formulation::Slots | Formulation::SlotsOrdered => {
            sets.push(("J", "the slots 1, 2 and so on, half as many as players".to_owned()));
        }
    }
    sets.push(("T", "the tiers of the objective".to_owned()));
    if spec.side.max_downfloats.is_some() {
        sets.push(("s_a", "the score of a player".to_owned()));
    }
    if spec.side.max_same_federation.is_some() {
        sets.push(("f_a", "the federation of a player who has one".to_owned()));
    }
    for (symbol, most) in [("k_1", spec.side.max_downfloats), ("k_2", spec.side.max_same_federation)] {
        sets.extend(most.map(|most| (symbol, format!("the cap {most}"))));
    }
    sets
}

fn tiers(spec: &Spec) -> Vec<TierLines> {
    let is_of_pairs = spec.formulation == Formulation::Pairs;
    let tier = |(tier, number): (&crate::model::Tier, usize)| {
        let formula = if is_of_pairs {
            format!(r"\max \sum_{{\{{a, b\}} \in E}} w^{{{number}}}_{{ab}}\, x_{{ab}}")
        } else {
            format!(
                r"\max \sum_i \sum_k c^{{{number}}}_{{ik}}\, C_{{ik}} + \sum_i c^{{{number}}}_{{i0}}\, \mathit{{BYE}}_i + m^{{{number}}} \sum_j Y_j - \sum_j D_{{{number}j}}"
            )
        };
        let line = |weighted: &crate::model::Weighted| {
            let (id, title) = (weighted.term.id(), weighted.term.title());
            format!("{:+} for each unit of {id}: {}", weighted.weight, title.to_lowercase())
        };
        let what = match (is_of_pairs, number) {
            (true, 1) => ": w is what the pair counts with its better colours, or what the bye counts.".to_owned(),
            (false, 1) => {
                ": c is what a colour or the bye counts for a player, m what the best pair counts, colours apart, \
                          and d, in the rows, what a pair counts less than the best."
                    .to_owned()
            }
            _ => ", among the optima of the tiers before.".to_owned(),
        };
        let lines = tier.terms.iter().map(line).collect();
        TierLines { title: format!("Tier {number} ({}){what}", tier.name), formula: Some(formula), lines }
    };
    spec.tiers.iter().zip(1..).map(tier).collect()
}

fn sets_of_system(spec: &SystemSpec) -> Vec<(&'static str, String)> {
    let mut sets = match spec.formulation {
        Procedure::Everybody => vec![
            ("r", "the round to be paired; in a row, the round in which two met last".to_owned()),
            ("f", "how many rounds are forgotten by earlier rounds".to_owned()),
            (r"\mathit{WGD}_i", "games with White minus games with Black".to_owned()),
        ],
        Procedure::Brackets => {
            vec![("D", "the moved-down players of a heterogeneous bracket, from the top".to_owned())]
        }
    };
    if spec.edition == Edition::Dutch2012 {
        let below = "of the next bracket with the first downfloaters: n players, d of them downfloaters; b pairs, with m \
                     downfloaters in them";
        sets.push(("n, d, b, m", below.to_owned()));
        sets.push((
            "P_0, M_0",
            "the most pairs that the next bracket could make, and the most downfloaters in them".into(),
        ));
    }
    let hard = spec.hard.iter().filter_map(|id| Rule::find(id)).map(|rule| format!("{} ({})", rule.id, rule.title));
    sets.push((
        r"i < j",
        format!("two players, the higher one first; who may meet is said by {}", hard.collect::<Vec<_>>().join(", ")),
    ));
    sets
}

fn tiers_of_system(spec: &SystemSpec) -> Vec<TierLines> {
    let line = |(count, article): (Count, &str)| format!("{count} [{article}]: {}", count.formula());
    let tiers = spec.tiers.iter().map(|tier| line((tier.count, &tier.article)));
    let colours = spec.colours.iter().map(|tier| format!("{} [{}]", tier.count, tier.article));
    let title = "Each of these is minimised among the optima of those before; of several sums in one, too:";
    let of_colours = "Then the colours: of the boards against each article there are to be as few as possible:";
    vec![
        TierLines { title: title.to_owned(), formula: None, lines: tiers.collect() },
        TierLines { title: of_colours.to_owned(), formula: None, lines: colours.collect() },
    ]
}

fn sets_of_seed(spec: &SeedSpec) -> Vec<(&'static str, String)> {
    let is_named = spec.repairs(Erratum::Relabelling);
    let slots = if is_named { "the slots, one for each player whose slot it may be" } else { "the slots" };
    vec![
        ("I", "the players, in pairing order".to_owned()),
        ("J", slots.to_owned()),
        ("S_i", "the score of player i".to_owned()),
        ("W_i, B_i", "the games of player i with White and with Black".to_owned()),
        ("U_i", "1 if player i had no opponent in the round before".to_owned()),
        ("R_{ik}", "0 if player i had colour k twice running".to_owned()),
        ("T_{ik}", "0 if player i had colour k previously".to_owned()),
    ]
}

fn tiers_of_seed(spec: &SeedSpec) -> Vec<TierLines> {
    let lines = spec.weights.named().into_iter().map(|(name, weight)| format!("{weight} {name}")).collect();
    let title = if spec.repairs(Erratum::Weights) {
        "To be maximised: first the full slots, then the sum of the rest, each times its weight"
    } else {
        "To be maximised: the sum, each times its weight"
    };
    vec![TierLines { title: title.to_owned(), formula: None, lines }]
}
