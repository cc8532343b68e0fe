//! Proofs that a round is paired by the rules of an edition. What is trusted is the crate `swiss-rule-proof` with the state of the
//! round: its procedure asks, and checks what is answered.

mod dispute;

pub use dispute::Dispute;

use super::ProofRefusal;
use crate::rules::Edition;
use crate::tournament::{Board, Pairing, PlayerId, RoundState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use swiss_rule_proof::certificate::{Reader, StepEvidence};
use swiss_rule_proof::evidence::{Compared, Decided, Inquiry, Recorder, StepProof, StepTaken, Unproven, Vertex};
use swiss_rule_proof::make::Maker;
use swiss_rule_proof::wishes::Wishes;
use swiss_rule_proof::{Procedure, most_in_graph, procedure};
pub use swiss_rule_proof::{optional_criteria, unread};

/// What proves how a system pairs a round, or that it has no pairing: for each step of its procedure numbers that are checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleCertificate {
    /// The round.
    pub round: u32,
    /// The system's id.
    pub system: String,
    /// Pairs that are rather not made, rank by rank: two players, the lower number first, and what the pair weighs. If there are any,
    /// the pairing is not the system's, but that of its rules with the fewest breaches of these wishes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<Vec<(u32, u32, i64)>>,
    /// The steps, in order.
    pub steps: Vec<StepEvidence>,
}

/// A round that is paired by the rules of a system, with the fewest breaches of wishes, if there are any.
#[derive(Debug, Clone, Copy)]
pub struct ByRules<'a> {
    /// The state before the round.
    pub state: &'a RoundState,
    /// The system's id.
    pub system: &'a str,
    /// Pairs that are rather not made.
    pub wishes: &'a Wishes,
}

/// What a certificate was found to prove.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenRound {
    /// The system's pairing; `None` if there is none.
    pub pairing: Option<Pairing>,
    /// The steps of the procedure.
    pub steps: Vec<StepTaken>,
    /// What took no graph to decide, each after how many of the steps.
    pub noted: Vec<(usize, StepTaken)>,
    /// The first thing in which the pairing that was given is another one; `None` if none was given, or it is the system's.
    pub dispute: Option<Dispute>,
}

/// A step of a system's procedure: what is to be paired, and the least value of each criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleStep {
    /// What it is about.
    pub step: String,
    /// The players to be paired in it, in pairing order.
    pub players: Vec<PlayerId>,
    /// The players whom it leaves unpaired: the downfloaters of a bracket, or in the last one the player with the bye.
    pub downfloaters: Vec<PlayerId>,
    /// Whether they can be paired.
    pub possible: bool,
    /// The criteria, in order, each decided among the pairings that are best in those before.
    pub tiers: Vec<RuleTier>,
}

/// A criterion in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleTier {
    /// What is counted.
    #[serde(rename = "tier")]
    pub count: String,
    /// The id of the article.
    pub article: String,
    /// The least value; of several that are decided one after another, each.
    #[serde(rename = "value")]
    pub values: Vec<i64>,
}

/// Why there is no certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotMade {
    /// A limit came.
    #[error("a limit came")]
    Limit,
    /// The round is [`unread`].
    #[error("{0}")]
    Unread(String),
    /// An answer that was made was refused.
    #[error("{0}")]
    Refused(#[from] ProofRefusal),
}

impl ByRules<'_> {
    /// The most players whom one of the graphs is about, as long as no brackets are joined.
    pub fn most_in_graph(&self) -> usize {
        most_in_graph(self.system, self.state, self.wishes)
    }

    /// The procedure, if it reads the round.
    fn procedure(&self) -> Result<Procedure, NotMade> {
        match unread(self.system, self.state) {
            Some(what) => Err(NotMade::Unread(what)),
            None => Ok(procedure_of(self.system)?),
        }
    }

    /// Make the certificate, and say what it proves, also about `given`. `stop` says that a limit has come.
    pub fn make(
        &self,
        given: Option<&Pairing>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(RuleCertificate, ProvenRound), NotMade> {
        let run = self.procedure()?;
        let mut maker = Maker::new(stop);
        let found = Inquiry::new(&mut maker).with(self.wishes.clone()).pair(run, self.state);
        if stop() {
            return Err(NotMade::Limit);
        }
        found.map_err(|fault| refusal("proof.step", &fault))?;
        let certificate = RuleCertificate {
            round: self.state.round(),
            system: self.system.to_owned(),
            wishes: self.wishes.listed(self.state),
            steps: maker.into_steps(),
        };
        // What is claimed was checked as a stranger would.
        let proven = self.check(&certificate, given)?;
        Ok((certificate, proven))
    }

    /// The pairing, without these of the [criteria that can be left out](optional_criteria), and each step with its proof to `recorder`. There
    /// is no certificate: what the maker answers is checked at once.
    pub fn pair(
        &self,
        without: &[String],
        recorder: Option<Recorder<'_>>,
        stop: &dyn Fn() -> bool,
    ) -> Result<ProvenRound, NotMade> {
        let run = self.procedure()?;
        let mut maker = Maker::new(stop);
        let evidence = match recorder {
            Some(recorder) => Inquiry::recording(&mut maker, recorder),
            None => Inquiry::new(&mut maker),
        };
        let mut evidence = evidence.with(self.wishes.clone()).without(without);
        match evidence.pair(run, self.state) {
            _ if stop() => Err(NotMade::Limit),
            Err(fault) => Err(NotMade::Refused(refusal("proof.step", &fault))),
            Ok(pairing) => {
                let Inquiry { taken, noted, .. } = evidence;
                Ok(ProvenRound { pairing, steps: taken, noted, dispute: None })
            }
        }
    }

    /// The steps of a round that was paired, as records have them.
    pub fn listed(&self, proven: &ProvenRound) -> Vec<RuleStep> {
        let players = self.state.players().iter().chain(self.state.absent());
        let ids: Vec<PlayerId> = players.map(|player| player.id).collect();
        let mut noted = proven.noted.iter().peekable();
        let mut listed = Vec::new();
        for number in 0..=proven.steps.len() {
            while let Some((_, step)) = noted.next_if(|(after, _)| *after <= number) {
                listed.push(RuleStep::new(self.system, step, &ids));
            }
            listed.extend(proven.steps.get(number).map(|step| RuleStep::new(self.system, step, &ids)));
        }
        listed
    }

    /// The fewest breaches of the wishes, rank by rank, in any pairing that the rules call legal; `None` if there is none.
    pub fn fewest_breaches(&self, stop: &dyn Fn() -> bool) -> Result<Option<Vec<i64>>, NotMade> {
        let run = self.procedure()?;
        // What the maker answers is checked at once.
        let mut maker = Maker::new(stop);
        let mut evidence = Inquiry::new(&mut maker).with(self.wishes.clone());
        evidence.fewest(run, self.state).map_err(|fault| match fault {
            Unproven::Limit => NotMade::Limit,
            fault => NotMade::Refused(refusal("proof.step", &fault)),
        })
    }

    /// What a certificate proves, also about `given`.
    pub fn check(&self, certificate: &RuleCertificate, given: Option<&Pairing>) -> Result<ProvenRound, ProofRefusal> {
        let statement = |what| ProofRefusal { check: "proof.statement", what };
        let state = self.state;
        if certificate.round != state.round() || certificate.system != self.system {
            let RuleCertificate { round, system, .. } = certificate;
            return Err(statement(format!("it is about round {round} by system {system}")));
        }
        if certificate.wishes != self.wishes.listed(state) {
            return Err(statement("it is about other wishes".to_owned()));
        }
        let run = procedure_of(self.system)?;
        let read = |compared: Vec<Compared>| {
            let mut reader = Reader::new(&certificate.steps);
            let mut evidence = Inquiry::comparing(&mut reader, compared).with(self.wishes.clone());
            let pairing = evidence.pair(run, state)?;
            let Inquiry { taken, noted, .. } = evidence;
            reader.end()?;
            Ok((pairing, taken, noted))
        };
        let refused = |fault: Unproven| refusal("proof.step", &fault);
        let (pairing, steps, noted) = read(Vec::new()).map_err(refused)?;
        let dispute = match (&pairing, given) {
            (_, None) => None,
            (None, Some(_)) => Some(Dispute::NoPairing),
            (Some(pairing), Some(given)) if is_same(state, pairing, given) => None,
            (Some(pairing), Some(given)) => Some(match [pairing, given].map(|pairing| partners(state, pairing)) {
                [Some(own), Some(given)] if own != given => {
                    let (_, compared, _) = read(vec![own, given]).map_err(refused)?;
                    dispute::dispute(state, self.system, &compared)
                }
                [Some(_), Some(_)] => dispute::colours(pairing, given),
                _ => Dispute::Incomplete,
            }),
        };
        Ok(ProvenRound { pairing, steps, noted, dispute })
    }

    /// The steps of a certificate, each with all that another checker needs, as soon as it is taken.
    ///
    /// # Errors
    /// As [`check`](Self::check); then there are no steps.
    pub fn record(
        &self,
        certificate: &RuleCertificate,
        mut recorder: impl FnMut(&StepTaken, StepProof),
    ) -> Result<(), ProofRefusal> {
        // Some names are known at the end alone.
        let mut named = self.check(certificate, None)?.steps.into_iter();
        let mut recorder = |step: &StepTaken, proof| recorder(&named.next().unwrap_or_else(|| step.clone()), proof);
        let mut reader = Reader::new(&certificate.steps);
        let mut evidence = Inquiry::recording(&mut reader, &mut recorder).with(self.wishes.clone());
        let recorded = evidence.pair(procedure_of(self.system)?, self.state);
        recorded.map(drop).map_err(|fault| refusal("proof.step", &fault))
    }
}

impl RuleStep {
    fn new(system: &str, step: &StepTaken, ids: &[PlayerId]) -> Self {
        let id = |vertex: &Vertex| if let Vertex::Player(index) = vertex { ids.get(*index).copied() } else { None };
        let inside = &step.vertices[..step.inside];
        let stays =
            |place: usize| step.partners.get(place).is_some_and(|partner| inside.get(*partner).and_then(id).is_some());
        let leaves = inside.iter().enumerate().filter(|(place, _)| step.decided.is_some() && !stays(*place));
        let decided = step.decided.as_deref().unwrap_or_default();
        let same = |one: &Decided, next: &Decided| (one.article, one.count) == (next.article, next.count);
        let tier = |tiers: &[Decided]| RuleTier {
            count: tiers[0].count.to_owned(),
            article: article_of(system, tiers[0].article),
            values: tiers.iter().map(|tier| tier.value).collect(),
        };
        Self {
            step: step.name.clone(),
            players: inside.iter().filter_map(id).collect(),
            downfloaters: leaves.filter_map(|(_, vertex)| id(vertex)).collect(),
            possible: step.decided.is_some(),
            tiers: decided.chunk_by(same).map(tier).collect(),
        }
    }
}

/// What a step's vertices are called.
pub(crate) fn vertex_names(step: &StepTaken, state: &RoundState) -> Vec<String> {
    let players: Vec<_> = state.players().iter().chain(state.absent()).collect();
    let id = |index: &usize| players.get(*index).map_or(0, |player| player.id.0);
    let name = |(place, vertex): (usize, &Vertex)| match vertex {
        Vertex::Player(index) => id(index).to_string(),
        Vertex::Bye => "bye".to_owned(),
        Vertex::Exit(index) => format!("exit{}", id(index)),
        Vertex::Spare => format!("spare{place}"),
    };
    step.vertices.iter().enumerate().map(name).collect()
}

/// The id of an article; of wishes, which have none, their name.
pub fn article_of(system: &str, article: &str) -> String {
    Edition::find(system).and_then(|edition| edition.rule_of(article)).unwrap_or(article).to_owned()
}

fn procedure_of(system: &str) -> Result<Procedure, ProofRefusal> {
    let what = || format!("there is no procedure of {system} that can be proven");
    procedure(system).ok_or_else(|| ProofRefusal { check: "proof.statement", what: what() })
}

fn refusal(check: &'static str, fault: &Unproven) -> ProofRefusal {
    ProofRefusal { check, what: fault.to_string() }
}

fn is_same(state: &RoundState, one: &Pairing, other: &Pairing) -> bool {
    one.clone().in_board_order(state) == other.clone().in_board_order(state)
}

/// The partner of each player; `None` if somebody has none, or two.
fn partners(state: &RoundState, pairing: &Pairing) -> Option<Compared> {
    let mut partners = vec![None; state.players().len()];
    let mut set = |id: PlayerId, partner: Vertex| {
        let place = partners.get_mut(state.rank(id)?)?;
        place.replace(partner).is_none().then_some(())
    };
    for Board { white, black } in &pairing.boards {
        set(*white, Vertex::Player(state.rank(*black)?))?;
        set(*black, Vertex::Player(state.rank(*white)?))?;
    }
    if let Some(bye) = pairing.bye {
        set(bye, Vertex::Bye)?;
    }
    partners.into_iter().collect()
}
