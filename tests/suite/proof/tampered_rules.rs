//! Certificates by rules that were changed: they are refused, or they prove what they proved before. None proves another pairing.

use super::by_rules::{PROVABLE, by_rules, certified, paired, random_rounds, random_tournaments, rounds};
use crate::support::prelude::*;
use swiss_ilp::proof::by_rules::RuleCertificate;
use swiss_rule_proof::certificate::{StepEvidence, TierEvidence};
use swiss_rule_proof::evidence::{Opening, StepProof, StepTaken, Witness};
use swiss_rule_proof::graph::{Left, TutteSet};
use swiss_rule_proof::make::Maker;

type Steps = Vec<StepEvidence>;
type Tamper = fn(&mut Steps, &mut ChaCha8Rng) -> Option<()>;

fn any_paired<'s>(
    steps: &'s mut Steps,
    rng: &mut ChaCha8Rng,
) -> Option<(&'s mut Vec<usize>, &'s mut Vec<TierEvidence>)> {
    let paired = steps.iter_mut().filter_map(|step| match step {
        StepEvidence::Paired { partners, tiers } => Some((partners, tiers)),
        StepEvidence::Impossible(_) => None,
    });
    paired.choose(rng)
}

fn any_tier<'s>(
    steps: &'s mut Steps,
    rng: &mut ChaCha8Rng,
    is_meant: fn(&TierEvidence) -> bool,
) -> Option<&'s mut TierEvidence> {
    let tiers = steps.iter_mut().flat_map(|step| match step {
        StepEvidence::Paired { tiers, .. } => tiers.iter_mut(),
        StepEvidence::Impossible(_) => [].iter_mut(),
    });
    tiers.filter(|tier| is_meant(tier)).choose(rng)
}

fn any_set<'s>(steps: &'s mut Steps, rng: &mut ChaCha8Rng) -> Option<&'s mut TutteSet> {
    let sets = steps.iter_mut().filter_map(|step| match step {
        StepEvidence::Impossible(set) => Some(set),
        StepEvidence::Paired { .. } => None,
    });
    sets.choose(rng)
}

/// Two different places of a list whose entries differ.
fn exchange<T: PartialEq>(list: &mut [T], rng: &mut ChaCha8Rng) -> Option<()> {
    let two: Vec<usize> = (0..list.len()).sample(rng, 2);
    let [one, other] = two[..] else { return None };
    (list[one] != list[other]).then(|| list.swap(one, other))
}

fn has_sets(tier: &TierEvidence) -> bool {
    tier.dual.z.iter().any(|(set, _)| set.len() > 1)
}

/// A change of one line, whether it is always wrong, and the change itself; `None` where there is nothing to change.
const LINES: [(&str, bool, Tamper); 22] = [
    ("a step left out", true, |steps, rng| {
        let at = (0..steps.len()).choose(rng)?;
        steps.remove(at);
        Some(())
    }),
    ("a step twice", true, |steps, rng| {
        let at = (0..steps.len()).choose(rng)?;
        steps.insert(at, steps[at].clone());
        Some(())
    }),
    ("two steps exchanged", false, |steps, rng| exchange(steps, rng)),
    ("paired, said to be impossible", true, |steps, rng| {
        let step = steps.iter_mut().filter(|step| matches!(step, StepEvidence::Paired { .. })).choose(rng)?;
        let StepEvidence::Paired { partners, .. } = step else { return None };
        let members = partners.iter().copied().filter(|_| rng.random_bool(0.3)).collect();
        *step = StepEvidence::Impossible(TutteSet(members));
        Some(())
    }),
    ("impossible, said to be paired", true, |steps, rng| {
        let (partners, _) = any_paired(steps, rng)?;
        let partners = partners.clone();
        let step = steps.iter_mut().filter(|step| matches!(step, StepEvidence::Impossible(_))).choose(rng)?;
        *step = StepEvidence::Paired { partners, tiers: Vec::new() };
        Some(())
    }),
    ("a member of a Tutte set left out", false, |steps, rng| {
        let set = any_set(steps, rng)?;
        let at = (0..set.0.len()).choose(rng)?;
        set.0.remove(at);
        Some(())
    }),
    ("a vertex added to a Tutte set", false, |steps, rng| {
        any_set(steps, rng)?.0.push(rng.random_range(0..12));
        Some(())
    }),
    ("partners exchanged on one side", true, |steps, rng| exchange(any_paired(steps, rng)?.0, rng)),
    ("two pairs exchange partners", false, |steps, rng| {
        let (partners, _) = any_paired(steps, rng)?;
        let two: Vec<usize> = (0..partners.len()).sample(rng, 2);
        let [a, b] = two[..] else { return None };
        let (c, d) = (partners[a], partners[b]);
        if a == d {
            return None;
        }
        (partners[a], partners[d], partners[b], partners[c]) = (d, a, c, b);
        Some(())
    }),
    ("a dual value raised", true, |steps, rng| {
        any_tier(steps, rng, |tier| !tier.dual.u.is_empty())?.dual.u.choose_mut(rng)?.1 += rng.random_range(1..5);
        Some(())
    }),
    ("a dual value lowered", true, |steps, rng| {
        any_tier(steps, rng, |tier| !tier.dual.u.is_empty())?.dual.u.choose_mut(rng)?.1 -= rng.random_range(1..5);
        Some(())
    }),
    ("a dual value given to another vertex", false, |steps, rng| {
        let (vertex, _) = any_tier(steps, rng, |tier| !tier.dual.u.is_empty())?.dual.u.choose_mut(rng)?;
        let other = rng.random_range(0..12);
        (*vertex != other).then(|| *vertex = other)
    }),
    ("a dual value left out", true, |steps, rng| {
        let dual = &mut any_tier(steps, rng, |tier| !tier.dual.u.is_empty())?.dual;
        let at = (0..dual.u.len()).filter(|at| dual.u[*at].1 != 0).choose(rng)?;
        dual.u.remove(at);
        Some(())
    }),
    ("a vertex with two dual values", true, |steps, rng| {
        let dual = &mut any_tier(steps, rng, |tier| !tier.dual.u.is_empty())?.dual;
        let twice = *dual.u.choose(rng)?;
        dual.u.push(twice);
        Some(())
    }),
    ("another value of an odd set", true, |steps, rng| {
        let sets = &mut any_tier(steps, rng, has_sets)?.dual.z;
        let (_, value) = sets.iter_mut().filter(|(set, _)| set.len() > 1).choose(rng)?;
        *value += *[-1, 1, 2].choose(rng)?;
        Some(())
    }),
    ("an odd set left out", true, |steps, rng| {
        let sets = &mut any_tier(steps, rng, has_sets)?.dual.z;
        let at = (0..sets.len()).filter(|at| sets[*at].0.len() > 1).choose(rng)?;
        sets.remove(at);
        Some(())
    }),
    ("an odd set made even", true, |steps, rng| {
        any_tier(steps, rng, has_sets)?.dual.z.choose_mut(rng)?.0.pop();
        Some(())
    }),
    ("another value of the filled sets", false, |steps, rng| {
        any_tier(steps, rng, |tier| tier.dual.f > 0)?.dual.f += *[-1, 1, 2].choose(rng)?;
        Some(())
    }),
    ("a tier left out", false, |steps, rng| {
        let tiers = any_paired(steps, rng)?.1;
        let at = (0..tiers.len()).choose(rng)?;
        tiers.remove(at);
        Some(())
    }),
    ("a tier twice", false, |steps, rng| {
        let tiers = any_paired(steps, rng)?.1;
        let at = (0..tiers.len()).choose(rng)?;
        tiers.insert(at, tiers[at].clone());
        Some(())
    }),
    ("two tiers exchanged", false, |steps, rng| exchange(any_paired(steps, rng)?.1, rng)),
    ("the partners of a dropped requirement left out", false, |steps, rng| {
        any_tier(steps, rng, |tier| tier.partners.is_some())?.partners = None;
        Some(())
    }),
];

/// How often each kind of change was refused, and how often it proved the same.
#[derive(Default)]
struct Outcomes(BTreeMap<&'static str, [usize; 2]>);

impl Outcomes {
    /// See what a changed certificate proves of the round: never another pairing than it did.
    fn see(&mut self, kind: &'static str, is_wrong: bool, id: &str, what: &str, state: &RoundState, steps: Steps) {
        let certificate = RuleCertificate { round: state.round(), system: id.to_owned(), wishes: Vec::new(), steps };
        let is_refused = match by_rules(state, id).check(&certificate, None) {
            Err(_) => true,
            Ok(proven) => {
                let [proven, own] = [proven.pairing, paired(system(id), state)]
                    .map(|pairing| pairing.map(|pairing| pairing.in_board_order(state)));
                assert_eq!(proven, own, "{id}, {what}: {kind}");
                false
            }
        };
        assert!(is_refused || !is_wrong, "{id}, {what}: {kind} is accepted");
        self.0.entry(kind).or_default()[usize::from(!is_refused)] += 1;
    }

    fn refused(&self) -> usize {
        self.0.values().map(|[refused, _]| refused).sum()
    }

    fn print(&self, title: &str) {
        println!("{title}: {} refused", self.refused());
        for (kind, [refused, same]) in &self.0 {
            println!("  {kind}: {refused} refused, {same} prove the same");
        }
    }
}

/// Each kind of line. The certificate of another round, or of another system, is none of this one.
#[test]
fn a_changed_line_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(1935);
    let mut found = Outcomes::default();
    for (id, _) in PROVABLE {
        for (what, state) in random_rounds(system(id), rounds()) {
            let certificate = certified(system(id), &state, &what);
            let later = RuleCertificate { round: certificate.round + 1, ..certificate.clone() };
            let of_another = RuleCertificate { system: "dubov-1997".to_owned(), ..certificate.clone() };
            for other in [later, of_another] {
                let refused = by_rules(&state, id).check(&other, None).expect_err("another statement");
                assert_eq!(refused.check, "proof.statement", "{id}, {what}");
            }
            for (kind, is_wrong, tamper) in LINES {
                let mut steps = certificate.steps.clone();
                if tamper(&mut steps, &mut rng).is_some() {
                    found.see(kind, is_wrong, id, &what, &state, steps);
                }
            }
        }
    }
    found.print("changed lines");
    assert_eq!(found.0.len(), LINES.len());
    assert!(found.0.values().all(|[refused, _]| *refused > 0) && found.refused() > 20 * rounds());
}

/// A step as it would be by other tiers: numbers that are right for those.
fn by_other_tiers(step: &StepTaken, proof: &StepProof, order: &[usize]) -> Option<StepEvidence> {
    let mut maker = Maker::new(&|| false);
    let mut left = Left::all(step.vertices.len(), proof.edges.iter().copied());
    let Ok(Opening::Matching(mut partners)) = maker.open(&left) else { return None };
    for tier in order {
        let of_edge = proof.tiers[*tier].costs.iter().map(|(number, cost)| (proof.edges[*number], *cost));
        let of_edge: BTreeMap<(usize, usize), i64> = of_edge.collect();
        let costs: Vec<i64> = left.edges().iter().map(|edge| of_edge.get(edge).copied().unwrap_or_default()).collect();
        if costs.iter().any(|cost| *cost != 0) {
            let (found, dual) = maker.cheapest(&left, &partners, &costs).ok()?;
            left.keep_cheapest(&costs, &found, &dual).expect("right numbers");
            partners = found;
        }
    }
    maker.close(&partners);
    (partners != step.partners).then(|| maker.into_steps().pop())?
}

/// The same tournament as somebody might have it who is wrong about one thing.
fn mistaken(tournament: &Tournament, rng: &mut ChaCha8Rng) -> Vec<(&'static str, Tournament)> {
    let mut found = Vec::new();
    let rounds = tournament.rounds.len();
    if rounds > 1 {
        // Scores stay, and floats and colours are of other rounds.
        let mut other = tournament.clone();
        other.rounds.swap(rounds - 1, rounds - 2);
        found.push(("the floats and colours of the rounds before mistaken", other));
    }
    let mut other = tournament.clone();
    if let Some(game) = other.rounds.iter_mut().flat_map(|round| &mut round.games).choose(rng) {
        let [drawn, won] = ["1/2-1/2", "1-0"].map(GameResult::from_name);
        game.result = if game.result == drawn { won } else { drawn };
        found.push(("a result mistaken", other));
    }
    found
}

/// Claims that are wrong as a whole: all numbers are right for another order of the criteria, for one less, or for another round.
#[test]
fn a_consistent_wrong_claim_is_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(1936);
    let mut found = Outcomes::default();
    for (id, _) in PROVABLE {
        for (what, tournament) in random_tournaments(system(id), rounds()) {
            let state = state(&tournament);
            let certificate = certified(system(id), &state, &what);
            let own = paired(system(id), &state);
            // Another round: one in which a board is forbidden, or which somebody has otherwise.
            let board = own.as_ref().and_then(|own| own.boards.choose(&mut rng));
            let forbidden = board.map(|board| {
                ("another pairing, as if a board were forbidden", state.clone().forbidding(board.white, board.black))
            });
            let mistaken = mistaken(&tournament, &mut rng);
            let mistaken = mistaken
                .iter()
                .filter_map(|(kind, other)| Some((*kind, RoundState::new(other, RoundRequest::default()).ok()?)));
            for (kind, other) in forbidden.into_iter().chain(mistaken) {
                if paired(system(id), &other) == own {
                    continue;
                }
                let (wrong, _) = by_rules(&other, id).make(None, &|| false).expect("it is made");
                found.see(kind, false, id, &what, &state, wrong.steps);
            }
            // Other criteria, in a step that comes to other partners by them.
            let mut steps = Vec::new();
            let record = |step: &StepTaken, proof| steps.push((step.clone(), proof));
            by_rules(&state, id).record(&certificate, record).expect("it holds");
            for (at, (step, proof)) in steps.iter().enumerate() {
                let asked = (0..).zip(&proof.tiers).filter(|(_, tier)| !tier.costs.is_empty());
                let asked: Vec<usize> = asked.map(|(at, _)| at).collect();
                if proof.tiers.iter().any(|tier| tier.dropped.is_some()) || asked.len() < 2 {
                    continue;
                }
                let (StepEvidence::Paired { tiers: own, .. }, place) =
                    (&certificate.steps[at], rng.random_range(0..asked.len() - 1))
                else {
                    continue;
                };
                let mut order = asked.clone();
                order.swap(place, place + 1);
                if let Some(wrong) = by_other_tiers(step, proof, &order) {
                    let mut steps = certificate.steps.clone();
                    steps[at] = wrong;
                    found.see("another order of criteria", false, id, &what, &state, steps);
                }
                let without: Vec<usize> = asked.iter().copied().filter(|tier| *tier != asked[place]).collect();
                if let Some(StepEvidence::Paired { partners, mut tiers }) = by_other_tiers(step, proof, &without) {
                    // The criterion itself has its own numbers.
                    if place < tiers.len().min(own.len()) {
                        tiers.insert(place, own[place].clone());
                    }
                    let mut steps = certificate.steps.clone();
                    steps[at] = StepEvidence::Paired { partners, tiers };
                    found.see("a criterion left out", false, id, &what, &state, steps);
                }
            }
        }
    }
    found.print("wrong claims");
    assert_eq!(found.0.len(), 5);
    assert!(found.refused() > 5 * rounds());
}
