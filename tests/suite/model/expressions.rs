//! Terms and rules that a model file writes itself: against the program's own, and against a second evaluation.
//!
//! `STRESS=7` compares 2,100 rounds.

use crate::support::files::load;
use crate::support::prelude::*;
use std::sync::{Arc, LazyLock};
use swiss_ilp::files::organiser_tables;
use swiss_ilp::files::request_field::{as_option, in_words};
use swiss_ilp::model::values;
use swiss_ilp::proof::check;
use swiss_ilp::questions::{AskError, model, pareto};
use swiss_ilp::rules::{Hard, Term};
use swiss_ilp::solve::{self, Limit, Solution, SolveError, Termination, certify};

/// Each term of the program and each hard rule as a definition: its name, and what it says. The terms come first.
static DEFINITIONS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let definitions = include_str!("../../data/terms-and-rules.toml").split("[[define]]\nname = \"own-").skip(1);
    definitions.map(|definition| definition.trim_end().split_once("\"\n").expect("a name")).collect()
});

fn terms() -> &'static [(&'static str, &'static str)] {
    &DEFINITIONS[..DEFINITIONS.len() - Hard::ALL.len()]
}

fn rules() -> &'static [(&'static str, &'static str)] {
    &DEFINITIONS[terms().len()..]
}

const HEAD: &str = "kind = 'objective'\nname = 'm'\nsummary = 's'\nformulation = 'pairs'\n";

fn parsed(text: &str) -> Objective {
    let model = Model::parse("m.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    model.try_into().expect("an objective")
}

/// The definitions of these terms and rules.
fn defined<'d>(of: impl IntoIterator<Item = &'d (&'d str, &'d str)>) -> String {
    of.into_iter().map(|(name, what)| format!("[[define]]\nname = 'own-{name}'\n{what}\n")).collect()
}

/// Tiers of these terms, each by its place and with its weight.
fn in_tiers(prefix: &str, tiers: &[Vec<(usize, i32)>]) -> String {
    let term =
        |(term, weight): &(usize, i32)| format!("{{ term = '{prefix}{}', weight = {weight} }}, ", terms()[*term].0);
    let tier = |(number, terms): (usize, &Vec<(usize, i32)>)| {
        format!("[[tier]]\nname = 't{number}'\nterms = [{}]\n", terms.iter().map(term).collect::<String>())
    };
    tiers.iter().enumerate().map(tier).collect()
}

/// A random objective by the program's terms and rules, and the same by definitions.
fn both(rng: &mut impl Rng) -> [Objective; 2] {
    let rules: Vec<_> = rules().iter().filter(|_| rng.random_bool(0.7)).collect();
    let tiers: Vec<Vec<(usize, i32)>> = (0..rng.random_range(1..=3))
        .map(|_| {
            let count = rng.random_range(1..=4);
            let terms = (0..terms().len()).collect::<Vec<_>>();
            terms.sample(rng, count).map(|term| (*term, *[-5, -2, -1, -1, 1].choose(rng).expect("not empty"))).collect()
        })
        .collect();
    let cap = rng.random_bool(0.15).then(|| rng.random_range(0..3));
    let names = rules.iter().map(|(name, _)| format!("'{name}', ")).collect::<String>();
    let side = cap.map_or_else(String::new, |most| format!("[side]\nmax-downfloats = {most}\n"));
    let theirs = format!("{HEAD}hard = [{names}]\n{}{side}", in_tiers("", &tiers));
    let used = terms().iter().enumerate().filter(|(index, _)| tiers.iter().flatten().any(|(term, _)| term == index));
    let terms_and_rules = defined(used.map(|(_, term)| term).chain(rules));
    let cap = cap.map(|most| format!("pair = 'a.score != b.score'\ncount-at-most = {most}"));
    let cap = cap.map_or_else(String::new, |what| defined(&[("floats", what.as_str())]));
    let ours = format!("{HEAD}hard = []\n{terms_and_rules}{cap}{}", in_tiers("own-", &tiers));
    [parsed(&theirs), parsed(&ours)]
}

#[test]
fn every_term_and_rule_of_the_program_can_be_written_as_an_expression() {
    let (mut double, mut odd, mut capped, mut too_large) = (0, 0, 0, 0);
    for seed in seeds(300) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = rated_state(seed, 0..=14);
        let [theirs, ours] = both(&mut rng);
        let [one, other] = [&theirs, &ours].map(|spec| solve(&state, spec, solve::Options::default()).expect("solved"));
        assert_eq!(one.incumbent, other.incumbent, "seed {seed}\n{ours:#?}");
        assert_eq!(bounds(&one), bounds(&other), "seed {seed}");
        let pairing = other.incumbent.as_ref().map(|best| &best.pairing);
        if let Some(best) = &other.incumbent {
            assert!(verify(&state, &ours, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}");
        }
        if !state.players().is_empty() {
            match certify(&state, &ours, &other) {
                Ok(certificate) => assert_eq!(check(&state, &ours, pairing, &certificate), Ok(()), "seed {seed}"),
                // Definitions count in thousandths, so that a proof as one number needs more room than that of the terms.
                Err(SolveError::Request(_)) => too_large += 1,
                Err(error) => panic!("seed {seed}: {error}"),
            }
        }
        double += usize::from(state.games_per_pairing() == GamesPerPairing::Two);
        odd += state.players().len() % 2;
        capped += usize::from(theirs.has_caps());
    }
    println!("{double} double rounds, {odd} odd fields, {capped} with caps, {too_large} too large for a certificate");
    assert!(too_large * 20 < seeds(300).end, "{too_large} too large for a certificate");
    assert!(double > 10 && odd > 50 && capped > 10, "{double} double rounds, {odd} odd fields, {capped} with caps");
}

#[test]
fn every_term_and_rule_counts_in_every_pairing_what_its_definition_counts() {
    let each = (0..terms().len()).map(|term| vec![(term, 1)]).collect::<Vec<_>>();
    let tiers = |prefix| in_tiers(prefix, &each);
    let theirs = parsed(&format!("{HEAD}hard = []\n{}", tiers("")));
    let ours = parsed(&format!("{HEAD}hard = []\n{}{}", defined(terms()), tiers("own-")));
    let hard: String = rules().iter().map(|(name, _)| format!("'{name}', ")).collect();
    let by_rules = parsed(&format!("{HEAD}hard = [{hard}]\n{}[side]\nmax-downfloats = 1\n", tiers("")));
    let cap = "[[define]]\nname = 'floats'\npair = 'a.score != b.score'\ncount-at-most = 1\n";
    let by_definitions = parsed(&format!("{HEAD}hard = []\n{}{cap}{}", defined(rules()), tiers("")));
    let (mut counted, mut refused) = (std::collections::BTreeSet::new(), 0);
    for seed in seeds(300) {
        let state = rated_state(seed, 0..=14);
        let pairing = random_pairing(&mut ChaCha8Rng::seed_from_u64(seed), &state);
        let found = [&theirs, &ours].map(|spec| values(&state, spec, &pairing));
        let verified = [&theirs, &ours].map(|spec| verify(&state, spec, &pairing, None).values());
        for (term, (name, _)) in terms().iter().enumerate() {
            let four = [&found[0], &found[1], &verified[0], &verified[1]].map(|values| values[term]);
            assert!(four.iter().all(|value| *value == four[0]), "seed {seed}, {name}: {four:?}");
            if four[0] != Value::ZERO {
                counted.insert(*name);
            }
        }
        let [by_rule, by_definition] =
            [&by_rules, &by_definitions].map(|spec| verify(&state, spec, &pairing, None).violations.len());
        assert_eq!(by_rule, by_definition, "seed {seed}");
        refused += usize::from(by_rule > 0);
    }
    assert_eq!(counted.len(), Term::ALL.len(), "{counted:?}");
    assert!(refused > 100, "{refused}");
}

fn bounds(solution: &Solution) -> Vec<Value> {
    solution.bounds.iter().map(|bound| bound.value).collect()
}

fn random_pairing(rng: &mut impl Rng, state: &RoundState) -> Pairing {
    let mut ids: Vec<_> = state.players().iter().map(|player| player.id).collect();
    ids.shuffle(rng);
    let boards = ids.chunks_exact(2).map(|two| Board { white: two[0], black: two[1] }).collect();
    Pairing { boards, bye: ids.chunks_exact(2).remainder().first().copied() }
}

/// The attributes that are numbers.
const NUMBERS: &str = "number rating score points rank group_place group_size lot_place opposition_place \
    rated_opponents colour_difference games byes downfloats upfloats opponent_points opponent_ratings start";

/// Writes random expressions.
struct Writer<'r, R> {
    rng: &'r mut R,
    players: &'static [&'static str],
    depth: usize,
}

impl<R: Rng> Writer<'_, R> {
    fn of(&mut self, words: &[&str]) -> String {
        (*words.choose(self.rng).expect("not empty")).to_owned()
    }

    fn player(&mut self) -> String {
        let players = self.players;
        self.of(players)
    }

    /// One of these attributes of somebody.
    fn attribute(&mut self, names: &str) -> String {
        let (player, name) = (self.player(), self.of(&names.split(' ').collect::<Vec<_>>()));
        format!("{player}.{name}")
    }

    fn number(&mut self) -> String {
        self.depth += 1;
        let choice = if self.depth > 6 { self.rng.random_range(0..3) } else { self.rng.random_range(0..10) };
        let text = match choice {
            0 => self.rng.random_range(0..20).to_string(),
            1 => self.of(&["0.1", "2.50", ".5", "round", "players", "lowest_score", "mean_rating", "-0.25"]),
            2 => self.attribute(NUMBERS),
            3..=5 => {
                let sign = self.of(&["+", "-", "*"]);
                format!("({} {sign} {})", self.number(), self.number())
            }
            6 => format!("({} ? {} : {})", self.condition(), self.number(), self.number()),
            7 => {
                format!("{}({} / {})", self.of(&["", "abs", "floor"]), self.number(), self.of(&["2", "0.3", "7", "-4"]))
            }
            8 => format!("{}({}, {})", self.of(&["min", "max"]), self.number(), self.number()),
            _ => format!("{}({})", self.of(&["size", "sum"]), self.list()),
        };
        self.depth -= 1;
        text
    }

    fn list(&mut self) -> String {
        let list = if self.rng.random_bool(0.3) {
            format!("[{}, {}]", self.number(), self.number())
        } else {
            self.attribute("opponents forbidden_opponents")
        };
        match self.rng.random_range(0..4) {
            0 => format!("{list}.filter(x, x > 5)"),
            1 => format!("{list}.map(x, x * 2 + 1)"),
            _ => list,
        }
    }

    fn condition(&mut self) -> String {
        self.depth += 1;
        let choice = if self.depth > 6 { 0 } else { self.rng.random_range(0..8) };
        let text = match choice {
            0 | 1 => {
                let sign = self.of(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {sign} {})", self.number(), self.number())
            }
            2 => format!("({} && {})", self.condition(), self.condition()),
            3 => format!("({} || {})", self.condition(), self.condition()),
            4 => format!("!{}", self.condition()),
            5 => format!("({} in {})", self.number(), self.list()),
            6 => format!("{}.{}(y, y > 4)", self.list(), self.of(&["exists", "all", "exists_one"])),
            _ => match self.rng.random_range(0..5) {
                0 => self.attribute("sat_out free_point"),
                1 if self.players.len() == 2 => self.of(&[
                    "a.met(b)",
                    "b.met(a)",
                    "a.colours_against(b) == 'W'",
                    "b.colours_against(a).endsWith('B')",
                ]),
                2 => {
                    let text = self.attribute("last_colour preference float float_before federation family");
                    let other = self.of(&["'white'", "'down'", "''", "'NED'", "'Berg'", "\"strong\""]);
                    format!("({text} == {other})")
                }
                3 => format!("{}.{}('W')", self.attribute("colours"), self.of(&["endsWith", "startsWith", "contains"])),
                _ => format!("({} != {})", self.attribute("club title"), self.attribute("club preference_strength")),
            },
        };
        self.depth -= 1;
        text
    }
}

/// The round to pair of a random tournament in which most have ratings.
fn rated_state(seed: u64, players: RangeInclusive<usize>) -> RoundState {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = random_tournament(&mut rng, &Options { players, rounds: 0..=6 });
    for player in &mut tournament.players {
        player.rating = rng.random_bool(0.8).then(|| rng.random_range(1_000..3_000));
    }
    RoundState::new(&tournament, RoundRequest::default()).expect("a state")
}

/// A round with ratings and a table of attributes, in which the families of some are missing.
fn furnished(seed: u64) -> RoundState {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = random_tournament(&mut rng, &Options { players: 3..=10, rounds: 0..=6 });
    let mut table = "number,start,family\n".to_owned();
    for player in &mut tournament.players {
        player.rating = rng.random_bool(0.8).then(|| rng.random_range(1_200..2_800));
        player.club = rng.random_bool(0.5).then(|| "Ajax".to_owned());
        let family = ["Berg", "", "12"].choose(&mut rng).expect("not empty");
        table += &format!("{},{}.5,{family}\n", player.id, rng.random_range(-3..9));
    }
    let attributes = Some(Arc::new(organiser_tables::read_attributes(table.as_bytes()).expect("a table")));
    RoundState::new(&tournament, RoundRequest { attributes, ..RoundRequest::default() }).expect("a state")
}

/// A model whose only term is made of these definitions' parts.
fn of_parts(parts: &str) -> Result<Objective, String> {
    let model = Model::parse("m.toml", &with_definition(parts, "own")).map_err(|error| error.to_string())?;
    Ok(model.try_into().expect("an objective"))
}

/// The file of a model with a definition of these parts, whose only term is `term`.
fn with_definition(parts: &str, term: &str) -> String {
    let tier = format!("[[tier]]\nname = 't'\nterms = [{{ term = '{term}', weight = 1 }}]\n");
    format!("{HEAD}hard = []\n[[define]]\nname = 'own'\n{parts}\n{tier}")
}

/// What a term with this expression counts of the board.
fn counted(state: &RoundState, expression: &str, board: (u32, u32)) -> String {
    let spec = of_parts(&format!("pair = \"{expression}\"")).expect("a model");
    values(state, &spec, &pairing(&[board], None))[0].to_string()
}

#[test]
fn two_evaluations_of_random_expressions_agree() {
    let (mut compared, mut refused) = (0, 0);
    for seed in seeds(150) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = furnished(seed % 50);
        let mut write = |players, is_condition: bool| {
            let mut writer = Writer { rng: &mut rng, players, depth: 2 };
            if is_condition { writer.condition() } else { format!("floor({} * 1000) / 1000", writer.number()) }
        };
        let is_condition = seed % 3 == 0;
        let parts = format!(
            "pair = '''{}'''\ncolour = '''{}'''\nbye = '''{}'''",
            write(&["a", "b"], is_condition),
            write(&["p"], is_condition),
            write(&["p"], is_condition)
        );
        let spec = of_parts(&parts).unwrap_or_else(|error| panic!("{error}"));
        let pairing = random_pairing(&mut ChaCha8Rng::seed_from_u64(seed), &state);
        let verdict = verify(&state, &spec, &pairing, None);
        match solve(&state, &spec, solve::Options::default()) {
            Err(SolveError::Request(what)) => {
                assert!(what.starts_with("m.toml, line "), "seed {seed}: {what}\n{parts}");
                refused += 1;
            }
            Err(error) => panic!("seed {seed}: {error}"),
            Ok(solution) => {
                assert_eq!(values(&state, &spec, &pairing), verdict.values(), "seed {seed}\n{parts}");
                let best = solution.incumbent.expect("nothing is forbidden");
                assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}\n{parts}");
                if state.players().len() <= 8 {
                    let found = brute_force(&state, &spec).map(|best| best.values);
                    assert_eq!(found, Some(best.values), "seed {seed}\n{parts}");
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 110, "{compared} compared, {refused} refused");
}

#[test]
fn expressions_become_formulas() {
    for (text, formula) in [
        ("a.score - (b.score - 1)", r"\mathit{score}_{a} - (\mathit{score}_{b} - 1)"),
        ("(a.rating + b.rating) * 2", r"(\mathit{rating}_{a} + \mathit{rating}_{b}) \cdot 2"),
        (
            "a.rating % 2 == 0 && !(a.sat_out || b.sat_out)",
            r"\mathit{rating}_{a} \bmod 2 = 0 \land \lnot (\mathit{sat\_out}_{a} \lor \mathit{sat\_out}_{b})",
        ),
        ("-(a.rank + 1)", r"-(\mathit{rank}_{a} + 1)"),
        ("a.rank - -1.50", r"\mathit{rank}_{a} - (-1.50)"),
        ("abs(a.rank - b.rank) / 2", r"\frac{\lvert \mathit{rank}_{a} - \mathit{rank}_{b} \rvert}{2}"),
        (
            "a.club == 'A_1' ? 3 : min(1, 2)",
            concat!(
                r"\begin{cases} 3 & \text{if } \mathit{club}_{a} = \text{`\texttt{A\_1}'} \\ ",
                r"\min(1, 2) & \text{otherwise} \end{cases}"
            ),
        ),
        (
            "a.opponents.exists(x, x in b.opponents)",
            r"\exists x \in \mathit{opponents}_{a} : x \in \mathit{opponents}_{b}",
        ),
        ("a.opponents.all(x, x > 3)", r"\forall x \in \mathit{opponents}_{a} : x > 3"),
        ("sum(a.opponents.map(x, 2 * x))", r"\operatorname{sum}([\, 2 \cdot x : x \in \mathit{opponents}_{a} \,])"),
        (
            "size(a.opponents.filter(x, x > 3))",
            r"\operatorname{size}([\, x : x \in \mathit{opponents}_{a},\ x > 3 \,])",
        ),
        ("a.opponents.exists_one(x, x == 3)", r"\exists! x \in \mathit{opponents}_{a} : x = 3"),
        ("a.federation.startsWith('G')", r"\operatorname{startsWith}(\mathit{federation}_{a}, \text{`\texttt{G}'})"),
        ("round > 2", r"\mathit{round} > 2"),
    ] {
        let spec = of_parts(&format!("pair = \"{text}\"")).unwrap_or_else(|error| panic!("{error}"));
        let (_, found) = spec.define[0].formulas().next().expect("a formula");
        assert_eq!(found.text, formula, "{text}");
    }
}

#[test]
fn a_fault_is_said_with_its_place_and_what_there_is() {
    let at_load = [
        ("a.score +", "line 8, column 18"),
        ("a.score - c.score", "only players have attributes, which here are a, b"),
        ("p.score", "only players have attributes, which here are a, b"),
        ("score", "there is no 'score' here"),
        ("rond", "there is no 'rond' here (did you mean 'round'?)"),
        ("a", "a is a player; ask for an attribute, such as a.score"),
        ("a.score == 'x'", "== stands between a number and a text"),
        ("a.score + a.sat_out", "makes a number of a condition"),
        ("a.sat_out ? 1 : 'x'", "one case is a number, the other a text"),
        ("a.club", "a term counts numbers, or conditions as 0 and 1"),
        ("abs(a.club)", "this is a text; in abs belongs a number"),
        ("sqrt(a.score)", "there is no sqrt with 1 arguments"),
        ("sqrt(a.score)", "give its values as a column of --attributes or as --weights"),
        ("a.score ^ 2", "there is no sign for powers; write the product"),
        ("a.score ** 2", "there is no sign for powers; write the product"),
        ("pow(a.score, 2)", "there is no sign for powers; write the product"),
        ("a.met(3)", "met is asked of a player about another"),
        ("size(a.colours_against(3))", "colours_against is asked of a player about another"),
        ("1.1234567890123456", "write a decimal of at most 15 digits"),
        ("1e3", "write a decimal of at most 15 digits"),
        ("5u", "this is not a part of the language here"),
        ("has(a.score) ? 1 : 0", "there is no has()"),
        ("a.opponents.map(x, a.opponents.map(y, a.opponents.map(z, z)))", "at most 2 list macros go into one another"),
        ("a.opponents[0]", "there is no [_] with 2 arguments"),
        ("{'a': 1}", "this is not a part of the language here"),
        ("", "this is no expression"),
    ];
    for (text, what) in at_load {
        let said = of_parts(&format!("pair = \"{text}\"")).expect_err(text);
        let said = in_words(&said, as_option);
        assert!(said.contains(what) && said.contains("line 8, column "), "{text}: {said}");
    }
    let deep = format!("{}1{}", "(".repeat(40), ")".repeat(40));
    assert!(of_parts(&format!("pair = '{deep}'")).expect_err("too deep").contains("at most 32 deep"));
    let long = vec!["1"; 1_001].join("+");
    assert!(of_parts(&format!("pair = '{long}'")).expect_err("too long").contains("at most 2000 bytes"));
    let many = |count: usize, expression: &str| {
        let more = (0..count).map(|number| format!("[[define]]\nname = 'd{number}'\npair = '{expression}'\n"));
        of_parts(&format!("pair = '1'\n{}", more.collect::<String>()))
    };
    // No tier has the others, which is refused later.
    assert!(!many(199, "a.rank").err().unwrap_or_default().contains("at most 200"));
    assert!(many(200, "a.rank").expect_err("too many").contains("at most 200 definitions"));
    let said = many(11, &vec!["1"; 1_000].join("+")).expect_err("too many bytes");
    assert!(said.contains("at most 20000 bytes together, and those up to this definition have 21990"), "{said}");
    let state = furnished(2);
    let no_rating = "column 11: own: no player has the attribute 'ratng' (did you mean 'rating'?); there are number,";
    let in_round = [
        ("a.ratng", no_rating),
        ("1 + a.ratng", "column 15: "),
        ("a.family + 1", "column 18: own of "),
        ("1 / (a.rank - 1)", "it divides by 0; ask for a case of its own with ?:"),
        ("a.rank / 7", "a count is a decimal with at most 3 places"),
        ("a.rank * 10000000001", "a count is at most 10000000000"),
        ("weight(a, b)", "weight(…) needs a table of pairs; give it by --weights"),
        ("2 * (1000000000000 * 1000000000000 * 1000000000000)", "leave the range of exact arithmetic"),
    ];
    for (text, what) in in_round {
        let spec = of_parts(&format!("pair = \"{text}\"")).expect(text);
        let said = solve(&state, &spec, solve::Options::default()).expect_err(text).to_string();
        let said = in_words(&said, as_option);
        assert!(said.contains(what) && said.starts_with("m.toml, line 8, column "), "{text}: {said}");
    }
}

#[test]
fn a_definition_that_has_no_effect_is_refused() {
    let define = |what: &str| with_definition(what, "pairs-made");
    for (what, why) in [
        ("pair = 'true'", "'own' counts something, and no tier has it"),
        ("forbid = 'false'\nbye = '1'", "'own' counts something, and no tier has it"),
        ("", "the definition says nothing"),
        ("count-at-most = 3\nbye = '1'", "count-at-most is about the boards of which pair holds"),
        ("pair = 'true'\ncount-at-most = 0.5", "a whole number from 0 to"),
        ("pair = '2'\ncount-at-most = 3", "a rule and a cap need a condition"),
        ("pair = 'true'\nper = 'a.club'", "per says for which groups a cap holds alone; add count-at-most"),
        ("forbid = '1'", "a rule and a cap need a condition"),
        ("pairs = 'true'", "unknown field `pairs`"),
    ] {
        let said = Model::parse("m.toml", &define(what)).expect_err(what).to_string();
        assert!(said.contains(why), "{what}: {said}");
    }
    let twice = define("forbid = 'false'").replace("[[tier]]", "[[define]]\nname = 'own'\nforbid = 'true'\n[[tier]]");
    assert!(Model::parse("m.toml", &twice).expect_err("twice").to_string().contains("there is a term 'own' before"));
    let taken = define("forbid = 'false'").replace("'own'", "'pairs-made'");
    assert!(Model::parse("m.toml", &taken).expect_err("taken").to_string().contains("there is a term 'pairs-made'"));
}

#[test]
fn numbers_of_pairs_are_counted_in_either_order() {
    let weights = organiser_tables::read_weights(b"a,b,value\n5,4,-0.125\n2,3,2\n").expect("a table");
    let request = RoundRequest { weights: Some(Arc::new(weights)), ..RoundRequest::default() };
    let state = RoundState::new(&load(TEACHING.as_ref()).tournament, request).expect("a state");
    let found = [(4, 5), (5, 4), (3, 2), (1, 8)].map(|board| counted(&state, "weight(a, b)", board));
    assert_eq!(found, ["-0.125", "-0.125", "2", "0"]);
}

#[test]
fn the_colours_against_another_are_those_of_the_games_of_both() {
    // Two may meet twice, with the colours reversed: 1 had White against 5 and Black against 2, and has not met 8.
    let state = state(&load(TEACHING.as_ref()).tournament);
    for (board, colours) in [((1, 5), "W"), ((1, 2), "B"), ((1, 8), "")] {
        for asked in ["W", "B", ""] {
            let found = counted(&state, &format!("a.colours_against(b) == '{asked}' ? 1 : 0"), board);
            assert_eq!(found, if asked == colours { "1" } else { "0" }, "{board:?} {asked}");
        }
    }
    assert_eq!([(1, 5), (2, 1)].map(|board| counted(&state, "b.colours_against(a) == 'B' ? 1 : 0", board)), ["1", "0"]);
}

#[test]
fn texts_that_look_like_numbers_stay_texts_where_they_are_said_to_be() {
    // A club is a text, whoever gives it; in JSON so is what stands in quotes, and a number is none.
    let json = r#"{"players":[{"id":1,"attributes":{"code":"007","n":7}},{"id":2,"attributes":{"code":"7","n":7.0}}]}"#;
    let tournament = files::read(json.as_bytes()).expect("sound").tournament;
    let attributes = Some(Arc::new(organiser_tables::read_attributes(b"n,club\n1,3\n2,03\n").expect("a table")));
    let state = RoundState::new(&tournament, RoundRequest { attributes, ..RoundRequest::default() }).expect("a state");
    for (pair, value) in [
        ("a.code == b.code", "0"),
        ("a.code == '007' && size(b.code) == 1", "1"),
        ("a.n == b.n && a.n == 7", "1"),
        ("a.club == '3' && b.club == '03'", "1"),
        ("size(a.club + b.club)", "3"),
    ] {
        let spec = of_parts(&format!("pair = \"{pair}\"")).expect("a model");
        let found = pairing(&[(1, 2)], None);
        assert_eq!(values(&state, &spec, &found)[0].to_string(), value, "{pair}");
        let verdict = verify(&state, &spec, &found, Some(&values(&state, &spec, &found)));
        assert!(verdict.is_verified(), "{pair}");
    }
    let wrong = r#"{"players":[{"id":1,"attributes":{"club":3}}]}"#;
    assert!(files::read(wrong.as_bytes()).is_err());
}

#[test]
fn a_cap_of_a_definition_is_named_as_a_cap() {
    // Three pairings of four players, all with two boards, where one is allowed.
    let model = with_definition("pair = 'true'\ncount-at-most = 1", "pairs-made");
    let path = written("expressions-capped.toml", model);
    let output = ended(&["solve", "-", "--model", &path, "--quiet"], FRESH, 1, "");
    assert!(stdout(&output).contains("No legal pairing: no legal pairing keeps the model's caps."), "{output:?}");
    ended(&["solve", "-", "--model", &path, "--show", "relax"], FRESH, 3, "take --show tree");
}

#[test]
fn a_table_with_a_fault_is_refused_with_its_line() {
    for (text, what) in [
        ("", "line 1: the table is empty"),
        ("number\n1\n", "line 1: the table has 1 to 100 columns"),
        ("number,a,a\n", "line 1: the column 'a' is there twice"),
        ("number,1st\n", "line 1: the heading '1st' is no name"),
        ("number,x\n0,3\n", "line 2: '0' is no pairing number"),
        ("number,x\n1,3\n1,4\n", "line 3: player 1 has a row before"),
        ("number,x\n1\n", "line 2: the number of cells is 1, and that of headings 2"),
        ("number,K\u{f6}ln\n1,2\n", "line 1: the heading 'K\u{f6}ln' is no name; write letters from a to z"),
        ("number,x\n1,\"3\n2,4\n", "line 2: a quotation mark is not closed"),
    ] {
        let said = organiser_tables::read_attributes(text.as_bytes()).expect_err(text).to_string();
        assert!(said.starts_with(what), "{text}: {said}");
    }
    for (text, what) in [
        ("a,b\n", "line 1: the headings are not a,b,value"),
        ("a,b,value\n1,1,2\n", "line 2: player 1 does not meet himself"),
        ("a,b,value\n1,2,x\n", "line 2: a row is two pairing numbers"),
        ("a,b,value\n1,2,1\n2,1,1\n", "line 3: the pair 2-1 is there before"),
    ] {
        let said = organiser_tables::read_weights(text.as_bytes()).expect_err(text).to_string();
        assert!(said.starts_with(what), "{text}: {said}");
    }
}

#[test]
fn a_limit_ends_the_counting_of_expressions() {
    let players = (1..=300).map(|id| Player::new(PlayerId(id))).collect();
    let tournament = Tournament { players, ..Tournament::default() };
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("a state");
    let spec = of_parts("pair = 'a.number * b.number'").expect("a model");
    let none = solve::Options { time_limit: Some(Duration::ZERO), ..solve::Options::default() };
    let late = Termination::from(Limit::Time);
    let found = solve(&state, &spec, none).expect("no fault");
    assert_eq!((&found.termination, &found.incumbent, found.bounds.len()), (&late, &None, 0));
    let prices = pareto::Answer::price_list("", &state, &spec, "t", &[], true, none).expect("no fault");
    assert_eq!((prices.termination, prices.points.len()), (late, 0));
    let programs = model::programs(&state, &Model::Objective(spec.clone()), none);
    let holds = matches!(&programs, Err(AskError::Limit(what)) if what.starts_with(&Limit::Time.to_string()));
    assert!(holds, "{programs:?}");
    // Counts that were found for a round are there for everybody, whatever the limit is.
    let best = solve(&state, &spec, solve::Options::default()).expect("solved");
    let again = solve(&state.clone(), &spec, none).expect("no fault").incumbent.expect("a pairing");
    assert!(verify(&state, &spec, &again.pairing, Some(&again.values)).is_verified());
    assert!(best.is_optimal());
    let other = RoundState::new(&tournament, RoundRequest::default()).expect("a state");
    assert_eq!(solve(&other, &spec, none).expect("no fault").incumbent, None);
}

#[test]
fn the_shared_counts_of_one_round_are_not_those_of_another() {
    // One model, and rounds that come and go: each has its own counts, also without somebody.
    let spec = of_parts("pair = 'a.rank * b.rank'\nforbid = 'a.rank + b.rank == 4'\nbye = 'p.rank'").expect("a model");
    for seed in seeds(40) {
        let state = rated_state(seed, 2..=8);
        let leaves = state.players().first().map(|player| player.id);
        for round in [state.without(&leaves.into_iter().collect::<Vec<_>>()), state] {
            let found = solve(&round, &spec, solve::Options::default()).expect("solved");
            let best = brute_force(&round, &spec).map(|best| best.values);
            assert_eq!(found.incumbent.map(|best| best.values), best, "seed {seed}");
        }
    }
}

#[test]
fn archives_have_the_tables_of_the_organiser() {
    let (clubs, other) = ("instances/clubs.json", written("tables-small.json", MET));
    let arguments = ["--models", "soft-bans", "--attributes", "instances/clubs.csv", "--format", "json", "--no-times"];
    let output = run(&[&["batch", clubs, &other, "--rounds", "1"][..], &arguments].concat(), "");
    let records: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(records[0]["status"], "optimal", "{}", stdout(&output));
    // The table has players who are not in the small file: its record says so, and the run ends with 6.
    assert_eq!((&records[1]["status"], output.status.code()), (&"error".into(), Some(6)), "{}", stdout(&output));
    assert!(records[1]["error"].as_str().is_some_and(|error| error.contains("who is not in the tournament")));
    // Without the table there is no value, and a table that nobody uses is refused.
    let unused = ["batch", clubs, "--models", "pairs", "--attributes", "instances/clubs.csv"];
    ended(&unused, "", 3, "no expression of the model");
}
