//! A model as a LaTeX document, which needs the class `article` and the package `amsmath` only.

use crate::files::request_field::RequestField;
use crate::model::{
    Counted, Definition, Differences, Erratum, Family, Formula, Formulation, Model, Objective, Pairs, Part, Previously,
    Program, Rounding, SamePlayer, Slots, StudentText, Tier, Weight, Weighted, escaped, families, text_families,
};
use crate::questions::AskError;
use std::collections::BTreeMap;

/// The formulation of `model` as a LaTeX document; with the sizes of `program`, if it is that of a round.
pub(super) fn latex(model: &Model, program: Option<&Program>) -> Result<String, AskError> {
    let (title, summary, sets, tiers, [columns, rows]) = match model {
        Model::Objective(spec) => (&spec.name, &spec.summary, sets(spec), tiers(spec), families::of(spec)),
        Model::AsWritten(spec) => {
            (&spec.name, &spec.summary, sets_of_text(spec), tiers_of_text(spec), text_families(spec))
        }
        Model::System(spec) => {
            let what = format!("{} is a system, whose articles are a text and no formulation", spec.name);
            let (latex, write_model) = (RequestField("latex"), RequestField("write_model"));
            return Err(AskError::refused(
                what,
                format!("leave out {latex} to read them, or write a step by {write_model}"),
            ));
        }
    };
    // The text calls the players of the slot model I, and shares rows with it.
    let renames: &[_] = if let Model::AsWritten(_) = model { &[(r"\in P", r"\in I"), ("|P|", "|I|")] } else { &[] };
    let renamed = |text: &str| renames.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new));
    let written = |families: Vec<&Family>, groups: Option<Vec<(&Family, Vec<usize>)>>, what: &str| -> String {
        let of_family = |family: &Family| {
            let count = groups.as_ref().map(|groups| {
                let same = groups.iter().filter(|(other, _)| std::ptr::eq(*other, family));
                same.map(|(_, members)| members.len()).sum::<usize>()
            });
            let rule = family.rule.map_or_else(String::new, |rule| format!(r" \texttt{{{}}}.", escaped(rule)));
            let count = match count {
                Some(1) => format!(" Here: 1 {what}."),
                Some(count) => format!(" Here: {count} {what}s."),
                None => String::new(),
            };
            let formula = tagged(&renamed(family.algebra), family.id);
            format!("{formula}{}{rule}{count}\n", escaped(&renamed(family.says)))
        };
        families.into_iter().map(of_family).collect()
    };
    let sets = items(sets.into_iter().map(|(symbol, meaning)| format!("${symbol}$: {}", escaped(&meaning))));
    let columns = written(columns, program.map(Program::kinds), "column");
    let rows = written(rows, program.map(Program::families), "row");
    let definitions = if let Model::Objective(spec) = model { definitions(spec) } else { String::new() };
    let parts = [("Given", sets), ("Variables", columns), ("Objective", tiers), ("Subject to", rows)];
    let definitions = (!definitions.is_empty()).then_some(("Definitions of the model", definitions));
    let parts = parts.into_iter().chain(definitions);
    let parts: String = parts.map(|(title, part)| format!("\\subsection*{{{title}}}\n{part}")).collect();
    let head = format!("\\section*{{{}}}\n{}\n", escaped(title), escaped(summary));
    Ok(format!(
        "\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n{head}\n{parts}\\end{{document}}\n"
    ))
}

/// A displayed formula with an id beside it.
fn tagged(formula: &str, id: &str) -> String {
    format!("\\[ {formula} \\tag{{\\texttt{{{}}}}} \\]\n", escaped(id))
}

/// A list; one without items is an error in LaTeX.
fn items(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("\\item {item}\n")).collect();
    if items.is_empty() { items } else { format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n") }
}

/// A tier: what it is, its formulas, and what adds up in it.
fn tier_text(title: &str, formulas: &[String], lines: impl Iterator<Item = String>) -> String {
    let formulas: String = formulas.iter().map(|formula| format!("\\[ {formula} \\]\n")).collect();
    format!("{}\n{formulas}{}\n", escaped(title), items(lines.map(|line| escaped(&line))))
}

type Sets = Vec<(String, String)>;

/// A set or a number that is given.
fn given(symbol: impl Into<String>, meaning: impl Into<String>) -> (String, String) {
    (symbol.into(), meaning.into())
}

/// What a term counts, as a symbol for these indices.
fn count_of(term: &Counted, indices: &str) -> String {
    format!(r"n^{{\text{{{}}}}}_{{{indices}}}", escaped(term.name()))
}

fn sets(spec: &Objective) -> Sets {
    let is_of_pairs = spec.formulation == Formulation::Pairs;
    let mut sets = vec![given("P", "the players to be paired, in pairing order")];
    let own = spec.define.iter().filter(|definition| definition.is_rule()).map(Definition::id);
    let rules: Vec<&str> = spec.hard.iter().map(|rule| rule.rule().id).chain(own).collect();
    let is_side = !(spec.side.forced.is_empty() && spec.side.forbidden.is_empty());
    if is_of_pairs {
        sets.push(given("a, b", "two players, the higher one first, or a player and 0, which is the bye"));
        let none = if rules.is_empty() { "none" } else { "" };
        let side = if is_side { ", and the forced and forbidden pairs" } else { "" };
        let what = "the pairs of players, and in an odd field of a player with the bye 0, that no rule bars, with some \
                    colours or with others:";
        sets.push(given("E", format!("{what} {none}{}{side}", rules.join(", "))));
    } else {
        sets.push(given("J", "the slots 1, 2 and so on, half as many as players"));
        sets.push(given("i", "a player"));
        sets.push(given(
            "j",
            if spec.formulation == Formulation::Slots {
                "a slot"
            } else {
                "a slot, or the player at whose board others sit"
            },
        ));
        sets.push(given("a, b, h", "players, in pairing order"));
        sets.push(given("k", "a colour: W is White, and B is Black"));
        sets.push(given("W, B", "the two colours"));
        sets.push(given("t", "a tier"));
        sets.push(given("T", "the tiers of the objective"));
        sets.push(given(r"c^t_{ik}", "what player i counts in tier t with colour k, or for k = 0 with the bye"));
        sets.push(given(r"m^t", "what the best pair counts in tier t, colours apart"));
        sets.push(given(r"d^t_{ab}", "how much less than the best pair these two count in tier t, colours apart"));
    }
    for (name, pairs) in [("forced", &spec.side.forced), ("forbidden", &spec.side.forbidden)] {
        if !pairs.is_empty() {
            let seat = |id: &u32| if *id == 0 { "bye".to_owned() } else { id.to_string() };
            let list: Vec<String> = pairs.iter().map(|[one, other]| format!("{}-{}", seat(one), seat(other))).collect();
            sets.push(given(
                format!(r"\text{{{name}}}"),
                format!("the {name} pairs of the model: {}", list.join(", ")),
            ));
        }
    }
    if spec.side.max_downfloats.is_some() {
        sets.push(given("s_a", "the score of a player"));
    }
    if spec.side.max_same_federation.is_some() {
        sets.push(given("f_a", "the federation of a player who has one"));
    }
    for (symbol, most) in [("k_1", spec.side.max_downfloats), ("k_2", spec.side.max_same_federation)] {
        sets.extend(most.map(|most| given(symbol, format!("the cap {most}"))));
    }
    if spec.define.iter().any(|definition| definition.most_boards().is_some()) {
        sets.push(given(r"g_{ab}", "the condition of a definition with a cap: each of them has a row"));
        sets.push(given("k_g", "the cap of this definition"));
    }
    let part = if is_of_pairs {
        "what a term counts of a pair, with its colours and its players, or of a player a with the bye for b = 0"
    } else {
        "what a term counts of a pair, colours apart; of player i with colour k it is n with these indices, and with the bye for k = 0"
    };
    sets.push(given("n_{ab}", part));
    let mut terms: Vec<&Counted> = Vec::new();
    for weighted in spec.tiers.iter().flat_map(|tier| &tier.terms) {
        if !terms.contains(&&weighted.term) {
            terms.push(&weighted.term);
        }
    }
    for term in terms {
        let meaning = match term {
            Counted::Term(term) if spec.has_rule_of(&(*term).into()) => {
                format!("{}: 0, since the model has the rule", term.rule().id)
            }
            Counted::Term(term) => format!("{}: {}", term.rule().id, term.rule().meaning),
            Counted::Defined(definition) => format!("{}: the definition below", definition.id()),
        };
        sets.push(given(count_of(term, "ab"), meaning));
    }
    sets.extend(symbols_of(spec));
    sets
}

/// The symbols in the formulas of definitions.
fn symbols_of(spec: &Objective) -> Sets {
    let formulas = || spec.define.iter().flat_map(Definition::formulas);
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let mut players = Vec::new();
    for (key, formula) in formulas() {
        all.extend(formula.symbols);
        let player = if matches!(key, "pair" | "forbid") { "a, b" } else { "p" };
        if !players.contains(&player) {
            players.push(player);
        }
    }
    let mut sets: Sets = all.into_iter().collect();
    if players.contains(&"p") {
        sets.push(given("p", "a player"));
    }
    if spec.formulation == Formulation::Pairs
        && spec.define.iter().any(|definition| definition.part(Part::Colour).is_some())
    {
        sets.push(given("k", "the colour that a player gets"));
    }
    if players.contains(&"a, b") && spec.formulation != Formulation::Pairs {
        sets.push(given("a, b", "the higher and the lower player of a board"));
    }
    if formulas().next().is_some() {
        sets.push(given(r"[\,\cdot\,]", "1 if the condition in brackets is true, and otherwise 0"));
    }
    sets
}

/// What each definition counts and forbids.
fn definitions(spec: &Objective) -> String {
    let counted = |definition: &Definition, indices: &str, formula: &Formula| {
        let symbol = count_of(&Counted::Defined(definition.clone()), indices);
        match formula.is_condition {
            true => format!(r"{symbol} = [\, {} \,]", formula.text),
            false => format!("{symbol} = {}", formula.text),
        }
    };
    let is_term = |definition: &Definition| {
        let mut terms = spec.tiers.iter().flat_map(|tier| &tier.terms);
        terms.any(|weighted| weighted.term.defined() == Some(definition))
    };
    let part = |definition: &Definition, key: &str, formula: &Formula| -> Vec<(String, String)> {
        let text = formula.text.clone();
        match key {
            "pair" => {
                let most = definition.most_boards();
                let each = if definition.is_per_group() { " of each group" } else { "" };
                let capped = most.map(|most| {
                    (
                        format!("True of at most {most} boards of a and b{each} ({most} is its cap):"),
                        format!(r"g_{{ab}} \Leftrightarrow {text}"),
                    )
                });
                let term = is_term(definition)
                    .then(|| ("Of a board of a and b it counts".to_owned(), counted(definition, "ab", formula)));
                capped.into_iter().chain(term).collect()
            }
            "colour" => vec![(
                "Of a player p at a board, with the colour, it counts".to_owned(),
                counted(definition, "pk", formula),
            )],
            "bye" => vec![("Of a player p with the bye it counts".to_owned(), counted(definition, "p0", formula))],
            "forbid" => vec![("No board has a and b if".to_owned(), text)],
            "per" => vec![("A board of a and b is of the groups".to_owned(), text)],
            "forbid-colour" => vec![("No player p at a board gets the colour if".to_owned(), text)],
            _ => vec![("No player p has the bye if".to_owned(), text)],
        }
    };
    let defined = |definition: &Definition| -> String {
        let parts = definition.formulas().flat_map(|(key, formula)| part(definition, key, &formula));
        parts.map(|(what, formula)| format!("{}\n{}", escaped(&what), tagged(&formula, definition.id()))).collect()
    };
    spec.define.iter().map(defined).collect()
}

/// A sum of symbols with their weights.
fn weighted_sum<'a>(terms: impl Iterator<Item = (Weight, &'a str)>) -> String {
    let mut sum = String::new();
    for (weight, symbol) in terms {
        let weight = if sum.is_empty() { weight.to_string() } else { format!("{weight:+}") };
        sum.push_str(&format!(r"{weight}\, {symbol} "));
    }
    if sum.is_empty() { "0".to_owned() } else { sum.trim_end().to_owned() }
}

fn tiers(spec: &Objective) -> String {
    let is_of_pairs = spec.formulation == Formulation::Pairs;
    let tier = |(tier, number): (&Tier, usize)| {
        let counts = |indices: &str| {
            let symbols: Vec<String> = tier.terms.iter().map(|weighted| count_of(&weighted.term, indices)).collect();
            weighted_sum(tier.terms.iter().map(|weighted| weighted.weight).zip(symbols.iter().map(String::as_str)))
        };
        let formulas = if is_of_pairs {
            vec![
                format!(r"\max \sum_{{\{{a, b\}} \in E}} w^{{{number}}}_{{ab}}\, x_{{ab}}"),
                format!(r"w^{{{number}}}_{{ab}} = {}", counts("ab")),
            ]
        } else {
            vec![
                format!(
                    r"\max \sum_i \sum_k c^{{{number}}}_{{ik}}\, C_{{ik}} + \sum_i c^{{{number}}}_{{i0}}\, \mathit{{BYE}}_i + m^{{{number}}} \sum_j Y_j - \sum_j D_{{{number}j}}"
                ),
                format!(r"c^{{{number}}}_{{ik}} = {}", counts("ik")),
                format!(r"m^{{{number}}} - d^{{{number}}}_{{ab}} = {}", counts("ab")),
            ]
        };
        let line = |weighted: &Weighted| {
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
        tier_text(&format!("Tier {number} ({}){what}", tier.name), &formulas, tier.terms.iter().map(line))
    };
    spec.tiers.iter().zip(1..).map(tier).collect()
}

fn sets_of_text(spec: &StudentText) -> Sets {
    let repairs = |erratum: Erratum| spec.repairs(erratum);
    let slots = match (repairs(Erratum::Relabelling), spec.readings.slots) {
        (true, _) => "the slots, one for each player whose slot it may be",
        (false, Slots::OneMore) => "the slots, half as many as players, and one more",
        (false, Slots::Enough) => "the slots, half as many as players",
    };
    let players = if repairs(Erratum::NoPoints) { "" } else { " who have points" };
    let when = |reading: Previously| match reading {
        Previously::LastGame => "in the latest games",
        Previously::LastRound => "in the rounds just before",
        Previously::Ever => "at any time",
    };
    let mut sets = vec![
        given("I", format!("the players{players}, in pairing order")),
        given("J", slots),
        given("i", "a player"),
        given("a, b", "players"),
        given("j", "a slot"),
        given("k", "a colour: W is White, B is Black, and N is none"),
        given("W, B, N", "as indices, the colours"),
        given("S_i", "the score of player i, in points"),
        given("W_i, B_i", "the games of player i with White and with Black"),
        given("U_i", "1 if player i had no opponent in the round before"),
        given(
            "R_{ik}",
            format!("0 if player i had colour k twice running {}, and otherwise 1", when(spec.readings.twice_running)),
        ),
    ];
    if !repairs(Erratum::Alternation) {
        let when = when(spec.readings.previously);
        sets.push(given("T_{ik}", format!("0 if player i had colour k {when}, and otherwise 1")));
    }
    let is_ordered = spec.readings.pairs == Pairs::Ordered && !repairs(Erratum::SumOverPlayers);
    let has_same = spec.readings.same_player == SamePlayer::Included && !repairs(Erratum::Relabelling);
    let order = if is_ordered { "in either order" } else { "the higher one as a" };
    let same = if has_same { "a = b is one of them" } else { "a is not b" };
    let pairs = format!("The pairs of a and b are each taken {order}; {same}.");
    let number = match (repairs(Erratum::SumOverPlayers), spec.readings.differences) {
        (true, _) => "the number of a difference: that of the slot j".to_owned(),
        (false, Differences::OnePerPlayer) => "the number of a difference: that of the player a".to_owned(),
        (false, Differences::PerPairAndSlot) => {
            "the number of a difference: there is one for each pair of a and b and each slot j".to_owned()
        }
    };
    let is_whole = spec.readings.h == Rounding::Whole && !repairs(Erratum::SumOverPlayers);
    let values = if is_whole { " Its H is a whole number." } else { "" };
    sets.push(given("z", format!("{number}.{values} {pairs}")));
    if repairs(Erratum::StrongPreference) {
        sets.push(given(r"\mathit{strong}_{ik}", "1 if colour k denies player i a strong preference, and otherwise 0"));
    }
    if repairs(Erratum::Alternation) {
        sets.push(given(r"\mathit{again}_{ik}", "1 if colour k denies player i an alternation, and otherwise 0"));
    }
    if repairs(Erratum::Byes) {
        sets.push(given(r"\mathit{above}_i", "the points of player i above the lowest score present"));
    }
    sets
}

/// The objective of the text, with the errata repaired that the model repairs. As in a written program, a weight counts for a player, a
/// slot or a point.
fn tiers_of_text(spec: &StudentText) -> String {
    let repairs = |erratum: Erratum| spec.repairs(erratum);
    let weights = spec.weights;
    let boards = vec![(weights.slot_full, r"\sum_{j \in J} Y_j")];
    let mut rest = vec![(weights.unpaired_last_round, r"\sum_{i \in I} \sum_{j \in J} U_i X_{ij}")];
    if repairs(Erratum::Reward) {
        rest.push((weights.imbalance, r"\Bigl( \sum_{i \in I} L_i + \sum_{i \in I} M_i \Bigr)"));
    } else {
        rest.push((weights.plus_two, r"\sum_{i \in I} L_i"));
        rest.push((weights.minus_two, r"\sum_{i \in I} M_i"));
    }
    rest.push(match (repairs(Erratum::SumOverPlayers), spec.readings.differences) {
        (true, _) => (weights.difference, r"\sum_{j \in J} H_j"),
        (false, Differences::OnePerPlayer) => (weights.difference, r"\sum_{i \in I} H_i"),
        (false, Differences::PerPairAndSlot) => (weights.difference, r"\sum_z H_z"),
    });
    if repairs(Erratum::StrongPreference) {
        rest.push((weights.strong_denied, r"\sum_{i \in I} \sum_{k \in \{W, B\}} \mathit{strong}_{ik} C_{ik}"));
    }
    if repairs(Erratum::Alternation) {
        rest.push((weights.alternation_denied, r"\sum_{i \in I} \sum_{k \in \{W, B\}} \mathit{again}_{ik} C_{ik}"));
    }
    if repairs(Erratum::Byes) {
        rest.push((weights.bye_score, r"\sum_{i \in I} \mathit{above}_i \mathit{BYE}_i"));
    }
    let tier = |title: &str, terms: Vec<(i32, &str)>| {
        let sum = weighted_sum(terms.into_iter().map(|(weight, symbol)| (Weight::from(weight), symbol)));
        tier_text(title, &[format!(r"\max {sum}")], std::iter::empty())
    };
    if repairs(Erratum::Weights) {
        tier("First the full slots:", boards) + &tier("Then, among the optima of that:", rest)
    } else {
        tier("Everything in one sum:", boards.into_iter().chain(rest).collect())
    }
}
