//! False certificates are refused, each by the check that is meant for its error.
//!
//! Every change here makes the certificate wrong. A dual value can often be changed and the certificate still holds.
//! But the pairs of the optimum have the reduced cost 0, so a change of their seats' dual values breaks it.

use crate::support::prelude::*;
use swiss_ilp::model::{self, Formulation, Weight};
use swiss_ilp::proof::check;
use swiss_ilp::proof::{Certificate, Dual, Obstruction, OddSet, Proof};
use swiss_ilp::rules::Entry;
use swiss_ilp::solve::{self, certify};

/// Everything that the checker of a certificate reads.
#[derive(Clone)]
struct Case {
    tournament: Tournament,
    state: RoundState,
    spec: Objective,
    pairing: Option<Pairing>,
    certificate: Certificate,
}

impl Case {
    fn random(seed: u64, spec: &Objective) -> Self {
        let options = Options { players: 6..=40, rounds: 0..=9 };
        Self::new(random_tournament(&mut ChaCha8Rng::seed_from_u64(seed), &options), spec)
    }

    fn new(tournament: Tournament, spec: &Objective) -> Self {
        let state = crate::support::state(&tournament);
        let solution = solve(&state, spec, solve::Options::default()).expect("a solution");
        let certificate = certify(&state, spec, &solution).expect("a certificate");
        let pairing = solution.incumbent.map(|best| best.pairing);
        Self { tournament, state, spec: spec.clone(), pairing, certificate }
    }

    /// The check that refuses it; `None` if it is accepted.
    fn refused(&self) -> Option<&'static str> {
        check(&self.state, &self.spec, self.pairing.as_ref(), &self.certificate).err().map(|refusal| refusal.check)
    }

    fn dual(&mut self) -> Option<&mut Dual> {
        match &mut self.certificate.proof {
            Proof::Optimal(dual) => Some(dual),
            _ => None,
        }
    }

    fn obstruction(&mut self) -> Option<&mut Obstruction> {
        match &mut self.certificate.proof {
            Proof::Infeasible(obstruction) => Some(obstruction),
            _ => None,
        }
    }

    fn partner(&self, seat: Seat) -> Option<Seat> {
        let pairing = self.pairing.as_ref()?;
        let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
        let mut pairs = boards.chain(pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]));
        pairs.find_map(|[one, other]| match seat {
            _ if seat == one => Some(other),
            _ if seat == other => Some(one),
            _ => None,
        })
    }

    /// Whether the pairing is worth less than the certified one, as the model counts.
    fn is_worth_less_than(&self, original: &Self) -> bool {
        let worth = |case: &Self| model::values(&case.state, &case.spec, case.pairing.as_ref().expect("a pairing"));
        worth(self) < worth(original)
    }
}

type Tamper = fn(&mut Case, &mut ChaCha8Rng) -> Option<()>;

/// The change in words, the checks that may find it, and the change itself, which is `None` where it cannot be made or
/// would not be wrong.
const TAMPERINGS: [(&str, &[&str], Tamper); 28] = [
    ("another round", &["proof.statement"], |case, _| {
        case.certificate.round += 1;
        Some(())
    }),
    ("another model", &["proof.statement"], |case, _| {
        case.certificate.model.push('2');
        Some(())
    }),
    ("a bound too low", &["proof.bound"], |case, rng| {
        case.dual()?.bound -= rng.random_range(1..100);
        Some(())
    }),
    ("a bound too low, and a dual value to go with it", &["proof.reduced-costs"], |case, rng| {
        let less = rng.random_range(1..100);
        let dual = case.dual()?;
        dual.bound -= less;
        dual.seats.choose_mut(rng)?.dual -= less;
        Some(())
    }),
    ("from one seat to another", &["proof.reduced-costs"], |case, rng| {
        let more = rng.random_range(1..100);
        let seats = case.dual()?.seats.len();
        let (from, to) = (rng.random_range(0..seats), rng.random_range(0..seats));
        let [one, other] = [from, to].map(|index| case.dual().map(|dual| dual.seats[index].seat));
        if from == to || case.partner(one?) == other {
            return None;
        }
        let dual = case.dual()?;
        dual.seats[from].dual -= more;
        dual.seats[to].dual += more;
        Some(())
    }),
    ("a seat without value", &["proof.seats"], |case, rng| {
        let dual = case.dual()?;
        let index = rng.random_range(0..dual.seats.len());
        dual.seats.remove(index);
        Some(())
    }),
    ("a seat with two dual values", &["proof.seats"], |case, rng| {
        let dual = case.dual()?;
        let index = rng.random_range(0..dual.seats.len());
        dual.seats.insert(index, dual.seats[index]);
        Some(())
    }),
    ("a dual value beyond all measure", &["proof.signs"], |case, rng| {
        case.dual()?.seats.choose_mut(rng)?.dual = *[i128::MAX, i128::MIN].choose(rng)?;
        Some(())
    }),
    ("a negative odd set", &["proof.signs"], |case, rng| {
        let set = case.dual()?.odd_sets.choose_mut(rng)?;
        set.dual = -set.dual;
        Some(())
    }),
    ("an odd set's dual value lowered", &["proof.reduced-costs"], |case, rng| {
        // Another seat's dual value changes with it, so that the bound stays. It is not the seat that is paired outside
        // the set.
        let dual = case.dual()?;
        let set = dual.odd_sets.choose_mut(rng)?;
        set.dual -= 1;
        let (room, members) = ((set.seats.len() as i128 - 1) / 2, set.seats.clone());
        let outside = dual.seats.iter_mut().find(|entry| !members.contains(&entry.seat))?;
        outside.dual += room;
        Some(())
    }),
    ("an odd set made even", &["proof.odd-sets"], |case, rng| {
        let set = case.dual()?.odd_sets.choose_mut(rng)?;
        let index = rng.random_range(0..set.seats.len());
        set.seats.remove(index);
        Some(())
    }),
    ("a seat twice in an odd set", &["proof.odd-sets"], |case, rng| {
        let set = case.dual()?.odd_sets.choose_mut(rng)?;
        set.seats[0] = set.seats[1];
        Some(())
    }),
    ("a stranger in an odd set", &["proof.odd-sets"], |case, rng| {
        let set = case.dual()?.odd_sets.choose_mut(rng)?;
        *set.seats.choose_mut(rng)? = Seat::Player(PlayerId(999_999));
        Some(())
    }),
    ("an odd set of one", &["proof.odd-sets"], |case, rng| {
        let dual = case.dual()?;
        let seats = vec![dual.seats.choose(rng)?.seat];
        dual.odd_sets.push(OddSet { seats, dual: 1 });
        Some(())
    }),
    ("a member of an odd set replaced", &["proof.reduced-costs"], |case, rng| {
        let dual = case.dual()?.clone();
        let index = rng.random_range(0..dual.odd_sets.len().max(1));
        let members = &dual.odd_sets.get(index)?.seats;
        let place = rng.random_range(0..members.len());
        let is_within = case.partner(members[place]).is_some_and(|partner| members.contains(&partner));
        let outsiders: Vec<Seat> = dual.seats.iter().map(|entry| entry.seat).filter(|s| !members.contains(s)).collect();
        let outsider = outsiders.choose(rng).filter(|_| is_within)?;
        case.dual()?.odd_sets[index].seats[place] = *outsider;
        Some(())
    }),
    ("two boards exchange players", &["proof.pairing", "proof.equality"], |case, rng| {
        let original = case.clone();
        let boards = &mut case.pairing.as_mut()?.boards;
        let (one, other) = (rng.random_range(0..boards.len().max(1)), rng.random_range(0..boards.len().max(1)));
        let (first, second) = (*boards.get(one)?, *boards.get(other)?);
        boards[one] = Board { white: first.white, black: second.black };
        boards[other] = Board { white: second.white, black: first.black };
        case.is_worth_less_than(&original).then_some(())
    }),
    ("colours turned", &["proof.pairing", "proof.equality"], |case, rng| {
        let original = case.clone();
        let board = case.pairing.as_mut()?.boards.choose_mut(rng)?;
        *board = Board { white: board.black, black: board.white };
        case.is_worth_less_than(&original).then_some(())
    }),
    ("a board lost", &["proof.pairing"], |case, _| case.pairing.as_mut()?.boards.pop().map(|_| ())),
    ("no pairing", &["proof.pairing"], |case, _| {
        case.dual()?;
        case.pairing = None;
        Some(())
    }),
    ("other weights", &["proof.reduced-costs", "proof.equality"], |case, rng| {
        let original = case.clone();
        let tier = case.spec.tiers.choose_mut(rng)?;
        let weight = &mut tier.terms.choose_mut(rng)?.weight;
        *weight = Weight::from_thousandths(weight.thousandths() - 1_000 * rng.random_range(1..10));
        case.pairing.as_ref()?;
        case.is_worth_less_than(&original).then_some(())
    }),
    ("a pair that the round forbids", &["proof.pairing"], |case, rng| {
        let board = *case.pairing.as_ref()?.boards.choose(rng)?;
        case.tournament.forbidden.push(ForbiddenGroup { players: vec![board.white, board.black], rounds: None });
        case.state = crate::support::state(&case.tournament);
        Some(())
    }),
    ("said to be infeasible", &["proof.components", "proof.boundary"], |case, rng| {
        // A legal pairing exists, so every claim that none exists is false.
        let mut seats: Vec<Seat> = case.dual()?.seats.iter().map(|entry| entry.seat).collect();
        seats.shuffle(rng);
        let tutte_set = seats.split_off(seats.len() - rng.random_range(0..seats.len()));
        let odd_components = seats.into_iter().map(|seat| vec![seat]).collect();
        case.certificate.proof = Proof::Infeasible(Obstruction { tutte_set, odd_components });
        case.certificate.slots = None;
        Some(())
    }),
    ("no slots in a model of slots", &["proof.statement"], |case, _| case.certificate.slots.take().map(|_| ())),
    ("slots in a model of pairs", &["proof.statement"], |case, _| {
        case.pairing.as_ref().filter(|_| case.certificate.slots.is_none())?;
        case.certificate.slots = Some(Vec::new());
        Some(())
    }),
    ("a slot emptied", &["proof.slots"], |case, rng| {
        let slots = case.certificate.slots.as_mut()?;
        slots.remove(rng.random_range(0..slots.len()));
        Some(())
    }),
    ("two slots exchange players", &["proof.slots"], |case, rng| {
        let slots = case.certificate.slots.as_mut()?;
        let (one, other) = (rng.random_range(0..slots.len()), rng.random_range(0..slots.len()));
        (one != other).then_some(())?;
        (slots[one][0], slots[other][0]) = (slots[other][0], slots[one][0]);
        Some(())
    }),
    ("the colours of a slot turned", &["proof.slots"], |case, rng| {
        case.certificate.slots.as_mut()?.choose_mut(rng)?.reverse();
        Some(())
    }),
    ("ordered slots exchanged", &["proof.slots"], |case, rng| {
        let slots = case.certificate.slots.as_mut().filter(|_| case.spec.formulation == Formulation::SlotsOrdered)?;
        let (one, other) = (rng.random_range(0..slots.len()), rng.random_range(0..slots.len()));
        (one != other).then(|| slots.swap(one, other))
    }),
];

/// The same for rounds that have no legal pairing.
const OF_OBSTRUCTIONS: [(&str, &[&str], Tamper); 2] = [
    ("a member of the Tutte set forgotten", &["proof.boundary"], |case, rng| {
        let obstruction = case.obstruction()?;
        let index = rng.random_range(0..obstruction.tutte_set.len().max(1));
        (index < obstruction.tutte_set.len()).then(|| obstruction.tutte_set.remove(index))?;
        Some(())
    }),
    ("odd components that are not what is said", &["proof.components"], |case, rng| {
        let obstruction = case.obstruction()?;
        match rng.random_range(0..3) {
            0 => obstruction.odd_components.truncate(obstruction.tutte_set.len()),
            1 => obstruction.odd_components[0].clear(),
            _ => {
                let twice = obstruction.odd_components[0].clone();
                obstruction.odd_components.push(twice);
            }
        }
        Some(())
    }),
];

#[test]
fn no_tampered_certificate_is_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1947);
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let mut checks = BTreeSet::new();
    let mut of_slots = 0;
    for model in ["pairs", "fair", "slots", "slots-ordered"] {
        let spec = Objective::load(model).expect("a model");
        for seed in 0..100 {
            let case = Case::random(seed, &spec);
            assert_eq!(case.refused(), None, "{model}, seed {seed}");
            for (what, by, tamper) in TAMPERINGS {
                let mut tampered = case.clone();
                if tamper(&mut tampered, &mut rng).is_none() {
                    continue;
                }
                let check = tampered.refused().unwrap_or_else(|| panic!("{model}, seed {seed}: {what} is accepted"));
                assert!(by.contains(&check), "{model}, seed {seed}: {what} is refused by {check}");
                *refused.entry(what).or_default() += 1;
                of_slots += usize::from(spec.formulation != Formulation::Pairs);
                checks.insert(check);
            }
        }
    }
    println!("refused: {} certificates, {of_slots} of them of slots", refused.values().sum::<usize>());
    assert!(refused.values().sum::<usize>() >= 2_000 && of_slots >= 1_000, "{refused:?}");
    assert_eq!(refused.len(), TAMPERINGS.len(), "{refused:?}");
    let not_here = ["proof.scope", "proof.files", "proof.stages", "proof.cases", "proof.step"];
    let checks_of_all = Entry::all().map(|entry| entry.id()).filter(|id| id.starts_with("proof."));
    let all: BTreeSet<&str> = checks_of_all.filter(|id| !not_here.contains(id)).collect();
    assert_eq!(checks, all);
}

#[test]
fn no_tampered_obstruction_is_accepted() {
    let mut rng = ChaCha8Rng::seed_from_u64(1958);
    let spec = Objective::load("pairs").expect("a model");
    let mut refused = BTreeMap::new();
    // Most reasons are a player without an opponent, who needs no Tutte set.
    for seed in 0..4_000 {
        let options = Options { players: 4..=12, rounds: 3..=9 };
        let case = Case::new(random_tournament(&mut ChaCha8Rng::seed_from_u64(seed), &options), &spec);
        if case.pairing.is_some() {
            continue;
        }
        assert_eq!(case.refused(), None, "seed {seed}");
        for (what, by, tamper) in OF_OBSTRUCTIONS {
            let mut tampered = case.clone();
            if tamper(&mut tampered, &mut rng).is_some() {
                let check = tampered.refused().unwrap_or_else(|| panic!("seed {seed}: {what} is accepted"));
                assert!(by.contains(&check), "seed {seed}: {what} is refused by {check}");
                *refused.entry(what).or_insert(0) += 1;
            }
        }
    }
    assert!(refused.len() == OF_OBSTRUCTIONS.len() && refused.values().all(|count| *count > 100), "{refused:?}");
}

#[test]
fn models_that_no_such_proof_fits_are_refused() {
    let case = Case::random(0, &Objective::load("pairs").expect("a model"));
    let refused = |spec: Objective| {
        let solution = solve(&case.state, &spec, solve::Options::default()).expect("a solution");
        let why = certify(&case.state, &spec, &solution).expect_err("no certificate");
        assert!(matches!(why, solve::SolveError::Request(_)), "{why}");
        let certificate = Certificate { model: spec.name.clone(), ..case.certificate.clone() };
        let refusal = check(&case.state, &spec, case.pairing.as_ref(), &certificate).expect_err("a refusal");
        assert_eq!(refusal.check, "proof.scope", "{refusal}");
    };
    let mut tiers = Objective::load("pairs").expect("a model");
    tiers.tiers = vec![tiers.tiers[0].clone(); 12];
    refused(tiers);
}
