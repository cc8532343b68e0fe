//! Models with caps: their certificates are accepted, and false ones are refused.

use crate::support::prelude::*;
use crate::support::reference::legal_pairings;
use crate::support::rounds::capped_round;
use swiss_ilp::proof::{Certificate, Leaf, Node, Proof, Stage, check};
use swiss_ilp::solve::{self, MatchingMethod, certify};

#[derive(Clone)]
struct Case {
    state: RoundState,
    spec: Objective,
    pairing: Option<Pairing>,
    certificate: Certificate,
}

impl Case {
    fn random(seed: u64) -> Self {
        let (state, spec) = capped_round(&mut ChaCha8Rng::seed_from_u64(seed), 4..=40);
        let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
        if let Some(best) = &solution.incumbent {
            assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}");
        }
        let certificate = certify(&state, &spec, &solution).expect("a certificate");
        Self { state, spec, pairing: solution.incumbent.map(|best| best.pairing), certificate }
    }

    fn refused(&self) -> Option<&'static str> {
        check(&self.state, &self.spec, self.pairing.as_ref(), &self.certificate).err().map(|refusal| refusal.check)
    }

    fn stages(&mut self) -> &mut [Stage] {
        match &mut self.certificate.proof {
            Proof::OptimalWithCaps(stages) => stages,
            Proof::InfeasibleByCaps(overrun) => std::slice::from_mut(&mut overrun.stage),
            _ => &mut [],
        }
    }

    /// A leaf of the tree of some stage.
    fn leaf(&mut self, rng: &mut ChaCha8Rng) -> Option<&mut Leaf> {
        let nodes = self.stages().iter_mut().flat_map(|stage| &mut stage.tree);
        let leaves = nodes.filter_map(|node| match node {
            Node::Leaf(leaf) => Some(leaf),
            Node::Branch { .. } => None,
        });
        leaves.choose(rng)
    }
}

type Tamper = fn(&mut Case, &mut ChaCha8Rng) -> Option<()>;

/// The change in words, the checks that may find it, and the change, which is `None` where it would not be wrong.
const TAMPERINGS: [(&str, &[&str], Tamper); 14] = [
    ("a cap that can be kept", &["proof.equality"], |case, _| {
        // Of the model: as many boards as the proof says there are at least.
        let Proof::InfeasibleByCaps(overrun) = &case.certificate.proof else { return None };
        let least = u32::try_from(-overrun.stage.bound).ok();
        let side = &mut case.spec.side;
        if overrun.cap == "max_downfloats" {
            side.max_downfloats = least
        } else {
            side.max_same_federation = least
        }
        Some(())
    }),
    ("a better bound", &["proof.equality", "proof.bound"], |case, rng| {
        let stage = case.stages().choose_mut(rng)?;
        stage.bound -= rng.random_range(1..100);
        Some(())
    }),
    ("a bound beyond all measure", &["proof.equality", "proof.bound"], |case, rng| {
        let stage = case.stages().choose_mut(rng)?;
        stage.bound = *[i128::MIN, -(1 << 100)].choose(rng)?;
        Some(())
    }),
    ("a stage lost", &["proof.stages"], |case, _| match &mut case.certificate.proof {
        Proof::OptimalWithCaps(stages) => stages.pop().map(|_| ()),
        _ => None,
    }),
    ("a cap that the model does not have", &["proof.stages"], |case, _| match &mut case.certificate.proof {
        Proof::InfeasibleByCaps(overrun) => {
            overrun.cap.push('s');
            Some(())
        }
        _ => None,
    }),
    ("a seat's value lowered", &["proof.reduced-costs"], |case, rng| {
        // By more than every pair's reduced cost.
        let leaf = case.leaf(rng)?;
        let less = leaf.scale << 60;
        leaf.seats.choose_mut(rng)?.dual -= less;
        Some(())
    }),
    ("a seat's value raised", &["proof.bound"], |case, rng| {
        let leaf = case.leaf(rng)?;
        leaf.seats.choose_mut(rng)?.dual += leaf.scale << 60;
        Some(())
    }),
    ("a negative multiplier", &["proof.signs"], |case, rng| {
        let leaf = case.leaf(rng)?;
        *leaf.ceilings.iter_mut().chain(&mut leaf.branches).choose(rng)? = -1;
        Some(())
    }),
    ("a scale of nothing", &["proof.signs"], |case, rng| {
        case.leaf(rng)?.scale = 0;
        Some(())
    }),
    ("a multiplier lost", &["proof.cases"], |case, rng| {
        let leaf = case.leaf(rng)?;
        if leaf.branches.pop().is_none() { leaf.ceilings.pop().map(|_| ()) } else { Some(()) }
    }),
    ("a node lost", &["proof.cases", "proof.bound", "proof.reduced-costs", "proof.odd-sets"], |case, rng| {
        let stage = case.stages().choose_mut(rng)?;
        stage.tree.remove(rng.random_range(0..stage.tree.len()));
        Some(())
    }),
    ("a node twice", &["proof.cases"], |case, rng| {
        let stage = case.stages().choose_mut(rng)?;
        let last = stage.tree.last()?.clone();
        stage.tree.push(last);
        Some(())
    }),
    ("other pairs in a case", &["proof.bound", "proof.reduced-costs", "proof.cases"], |case, rng| {
        let nodes = case.stages().iter_mut().flat_map(|stage| &mut stage.tree);
        let lists = nodes.filter_map(|node| match node {
            Node::Branch { one, .. } => Some(one),
            Node::Leaf(_) => None,
        });
        // Of no pairs there are never more than none, so that the second case must be contradicted by itself.
        let one = lists.choose(rng)?;
        let twice = *one.first()?;
        one.push(twice);
        Some(())
    }),
    ("a lower cap", &["proof.pairing", "proof.equality", "proof.stages", "proof.bound"], |case, rng| {
        // Of the model: the pairing no longer keeps it.
        case.pairing.as_ref()?;
        let state = case.state.clone();
        let pairing = case.pairing.clone()?;
        let side = &mut case.spec.side;
        let cap = [&mut side.max_downfloats, &mut side.max_same_federation].into_iter().choose(rng)?;
        *cap = Some(cap.filter(|most| *most > 0)? - 1);
        (!verify(&state, &case.spec, &pairing, None).violations.is_empty()).then_some(())
    }),
];

#[test]
fn certificates_with_caps_are_accepted_and_false_ones_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(1959);
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let mut counts = [0; 3];
    for seed in 0..250 {
        let mut case = Case::random(seed);
        assert_eq!(case.refused(), None, "seed {seed}");
        let written = serde_json::to_string(&case.certificate).expect("JSON");
        assert_eq!(serde_json::from_str::<Certificate>(&written).expect("a certificate"), case.certificate);
        counts[0] += usize::from(matches!(case.certificate.proof, Proof::OptimalWithCaps(_)));
        counts[1] += usize::from(matches!(case.certificate.proof, Proof::InfeasibleByCaps(_)));
        counts[2] += usize::from(case.stages().iter().any(|stage| stage.tree.len() > 1));
        for (what, by, tamper) in TAMPERINGS {
            let mut tampered = case.clone();
            if tamper(&mut tampered, &mut rng).is_some() {
                let check = tampered.refused().unwrap_or_else(|| panic!("seed {seed}: {what} is accepted"));
                assert!(by.contains(&check), "seed {seed}: {what} is refused by {check}");
                *refused.entry(what).or_default() += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count >= 5), "{counts:?}");
    assert_eq!(refused.len(), TAMPERINGS.len(), "{refused:?}");
    assert!(refused.values().sum::<usize>() >= 500, "{refused:?}");
}

/// Which groups a board counts for, by the clubs and the points of the higher and the lower player.
type Groups = fn([&str; 2], [i64; 2]) -> Vec<String>;

/// A condition and the groups of a definition, and the same in words of this test.
const PER_GROUP: [(&str, &str, Groups); 4] = [
    ("a.club == b.club", "a.club", |[one, other], _| if one == other { vec![one.to_owned()] } else { Vec::new() }),
    ("a.score != b.score", "[a.club, b.club]", |clubs, [one, other]| {
        if one == other { Vec::new() } else { clubs.map(str::to_owned).into_iter().unique().collect() }
    }),
    ("true", "[[a.club, b.club]]", |[one, other], _| {
        let is_any = one.is_empty() || other.is_empty();
        if is_any { Vec::new() } else { vec![format!("{}/{}", one.min(other), one.max(other))] }
    }),
    ("a.number % 2 == b.number % 2 || true", "a.score", |_, [one, _]| vec![one.to_string()]),
];

/// The optimum with a cap for each of many groups is that of all legal pairings in which no group has more boards, counted one by one.
#[test]
fn a_cap_holds_for_each_group_alone() {
    let (mut bound, mut without, mut proven) = (0, 0, 0);
    for seed in seeds(160) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = random_tournament(&mut rng, &Options { players: 6..=10, rounds: 0..=5 });
        for player in &mut tournament.players {
            player.club = ["North", "South", "East", ""].choose(&mut rng).map(|club| (*club).to_owned());
            player.club = player.club.take().filter(|club| !club.is_empty());
        }
        let state = RoundState::new(&tournament, RoundRequest::default()).expect("a state");
        let (condition, per, groups) = PER_GROUP.choose(&mut rng).expect("not empty");
        let (model, most) = (["pairs", "fair"].choose(&mut rng).expect("not empty"), rng.random_range(0..=2));
        let free = Objective::load(model).expect("a model");
        let file = std::fs::read_to_string(format!("models/{model}.toml")).expect("the file of the model");
        let define = format!("pair = \"{condition}\"\ncount-at-most = {most}\nper = \"{per}\"\n");
        let spec: Objective = Model::parse("m.toml", &format!("{file}\n[[define]]\nname = \"own\"\n{define}"))
            .unwrap_or_else(|error| panic!("{error}"))
            .try_into()
            .expect("an objective");
        let keeps = |pairing: &Pairing| {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for board in &pairing.boards {
                let [one, other] = [board.white, board.black].map(|id| state.player(id).expect("present"));
                let (one, other) = if state.rank(one.id) < state.rank(other.id) { (one, other) } else { (other, one) };
                let clubs = [one, other].map(|player| player.club.as_deref().unwrap_or_default());
                let scores = [one, other].map(|player| i64::from(player.score.tenths()));
                for group in groups(clubs, scores).into_iter().filter(|group| !group.is_empty()) {
                    *counts.entry(group).or_default() += 1;
                }
            }
            counts.values().all(|count| *count <= most)
        };
        let legal = legal_pairings(&state, &free);
        let best = legal.iter().filter(|(_, pairing)| keeps(pairing)).map(|(values, _)| values).max();
        for (_, pairing) in &legal {
            let counted = verify(&state, &spec, pairing, None).is_legal();
            assert_eq!(counted, keeps(pairing), "seed {seed}\n{define}{pairing:?}");
        }
        for method in [MatchingMethod::Exact, MatchingMethod::Highs] {
            let solution = solve(&state, &spec, solve::Options { method, ..solve::Options::default() });
            let solution = solution.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{define}"));
            let found = solution.incumbent.as_ref();
            assert_eq!(found.map(|best| &best.values), best, "seed {seed}, {method}\n{define}");
            let pairing = found.map(|best| &best.pairing);
            assert!(pairing.is_none_or(keeps), "seed {seed}\n{define}");
            if method == MatchingMethod::Exact {
                let certificate = certify(&state, &spec, &solution).expect("a certificate");
                assert_eq!(check(&state, &spec, pairing, &certificate), Ok(()), "seed {seed}\n{define}");
                proven += usize::from(solution.capped.is_some());
            }
        }
        without += usize::from(best.is_none() && !legal.is_empty());
        bound += usize::from(best.is_some() && best != legal.iter().map(|(values, _)| values).max());
    }
    println!("{bound} that cost something, {without} without a pairing, {proven} with a tree");
    assert!(bound > 8 && without > 15 && proven > 30, "{bound}, {without}, {proven}");
}
