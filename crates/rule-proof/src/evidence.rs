//! What a procedure may ask: whether something can be paired, and how few breaches that takes. Every answer is checked.
//!
//! A procedure of an edition is written once, in terms of these questions. Who answers them is a [`Witness`]: somebody who solves, and
//! so makes a certificate; or a certificate that is read. Neither is believed.

use crate::Procedure;
use crate::graph::{Left, StepDual, TutteSet, Wrong};
use crate::spend;
use crate::wishes::Wishes;
use std::collections::BTreeSet;
use swiss_trf::tournament::{Board, Colour, Pairing, PlayerId, RoundState};

/// Somebody who answers the questions of a procedure, each with numbers that prove the answer.
pub trait Witness {
    /// A perfect matching, as the partner of each vertex, or why there is none.
    ///
    /// # Errors
    /// The source has no answer.
    fn open(&mut self, graph: &Left) -> Result<Opening, Unproven>;

    /// A cheapest matching of those left, and the dual values that prove it. `partners` is one that is left. `costs` are those of
    /// [`Left::edges`].
    ///
    /// # Errors
    /// The source has no answer.
    fn cheapest(&mut self, left: &Left, partners: &[usize], costs: &[i64]) -> Result<(Vec<usize>, StepDual), Unproven>;

    /// The tier that was answered last is dropped; this was its matching.
    fn set_apart(&mut self, partners: &[usize]);

    /// This matching is what the questions about the last opened graph came to.
    fn close(&mut self, partners: &[usize]);
}

/// The answer to the question whether a graph has a perfect matching.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// There is: the partner of each vertex.
    Matching(Vec<usize>),
    /// There is none.
    Impossible(TutteSet),
}

/// Why there is no answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unproven {
    /// A number is wrong.
    #[error("step {step}{}: {wrong}", at(*tier))]
    Wrong {
        /// Which graph, counted from 1.
        step: usize,
        /// Its article, if it is about a tier.
        tier: Option<&'static str>,
        /// What is wrong.
        wrong: Wrong,
    },
    /// The certificate ends before the procedure does, or goes on after it.
    #[error("the certificate {0}")]
    Certificate(String),
    /// The source stopped at a limit.
    #[error("a limit came")]
    Limit,
    /// The procedure was left where the fewest breaches were proven, which are these.
    #[error("the fewest breaches are known")]
    Fewest(Vec<i64>),
    /// The procedure does not fit the state, such as a tournament with two games a pairing.
    #[error("{0}")]
    Procedure(String),
}

fn at(tier: Option<&'static str>) -> String {
    tier.map(|tier| format!(", {tier}")).unwrap_or_default()
}

/// What a vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    /// A player: the index in [`swiss_trf::tournament::RoundState::players`].
    Player(usize),
    /// The pairing-allocated bye.
    Bye,
    /// A place that takes the player with this index out of the graph, unpaired.
    Exit(usize),
    /// A place that takes any player out of the graph who has an edge to it.
    Spare,
}

/// A tier that was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The article, such as `C6`.
    pub article: &'static str,
    /// What is counted.
    pub count: &'static str,
    /// The least value.
    pub value: i64,
}

/// How a pairing that was to be compared falls behind in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behind {
    /// It has a pair, or a player who leaves, that the graph does not have.
    NotAllowed(Vertex, Vertex),
    /// It is as good in the tiers before, and worse in this one.
    Worse {
        /// The tier.
        tier: Decided,
        /// The value of the pairing.
        given: i64,
    },
    /// It is as good in the tiers before, and better in this one: what comes later does not allow that.
    Better {
        /// The tier.
        tier: Decided,
        /// The value of the pairing.
        given: i64,
    },
}

/// A graph that was paired, with all that was decided in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTaken {
    /// What it is about, such as "the bracket of 3 points".
    pub name: String,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// How many of them, the first ones, it is to pair. The others are what lies beyond.
    pub inside: usize,
    /// The tiers in order; `None` if it cannot be paired.
    pub decided: Option<Vec<Decided>>,
    /// The partner of each vertex, if it can be paired.
    pub partners: Vec<usize>,
    /// How each of the pairings that are compared falls behind; `None` if it is as good in every tier.
    pub behind: Vec<Option<Behind>>,
}

impl StepTaken {
    const fn new(name: String, vertices: Vec<Vertex>) -> Self {
        let inside = vertices.len();
        Self { name, vertices, inside, decided: None, partners: Vec::new(), behind: Vec::new() }
    }
}

/// All that another checker needs about a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepProof {
    /// The edges, the lesser end first, in order.
    pub edges: Vec<(usize, usize)>,
    /// The tiers, in order.
    pub tiers: Vec<TierProof>,
    /// The reason why there is no perfect matching, if there is none.
    pub impossible: Option<TutteSet>,
}

/// All that another checker needs about a tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TierProof {
    /// The tier.
    pub tier: Decided,
    /// What edges of the step cost, by their numbers, in order. Those that are not listed cost nothing.
    pub costs: Vec<(usize, i64)>,
    /// The dual values.
    pub dual: StepDual,
    /// The sets that were filled before, if they have a value.
    pub filled: Vec<BTreeSet<usize>>,
    /// The matching that has this value, if the requirement was dropped. Otherwise the matchings that cost more were left out.
    pub dropped: Option<Vec<usize>>,
}

/// Who is given each step with its proof as soon as it is taken, so that nobody has to keep all of them.
pub type Recorder<'a> = &'a mut dyn FnMut(&StepTaken, StepProof);

/// A pairing to compare with what is best: the partner of each player by index, or the bye.
pub type Compared = Vec<Vertex>;

/// The evidence of a round, as far as it went.
pub struct Inquiry<'a> {
    source: &'a mut dyn Witness,
    /// The graphs so far, in order.
    pub taken: Vec<StepTaken>,
    /// What was decided without a graph, each after how many graphs.
    pub noted: Vec<(usize, StepTaken)>,
    /// Criteria that are left out, by their articles.
    without: &'a [String],
    compared: Vec<Compared>,
    recorder: Option<Recorder<'a>>,
    wishes: Wishes,
    until_wishes: bool,
}

/// A graph with the matchings that are left of it.
pub struct LeftMatchings<'e, 'a> {
    evidence: &'e mut Inquiry<'a>,
    left: Left,
    partners: Vec<usize>,
    step: StepTaken,
    /// What another checker needs, if somebody records it.
    proof: Option<StepProof>,
    decided: Vec<Decided>,
    /// The edges of each pairing that is compared, as long as it is as good.
    compared: Vec<Option<Vec<(usize, usize)>>>,
}

/// An article, what it counts, and how much that is for who has the bye.
type CountOfPlaces<'c> = (&'static str, &'static str, &'c dyn Fn(usize) -> i64);

impl<'a> Inquiry<'a> {
    /// Ask `source`.
    pub fn new(source: &'a mut dyn Witness) -> Self {
        Self::comparing(source, Vec::new())
    }

    /// Ask `source`, and see how these pairings fall behind in each step.
    pub fn comparing(source: &'a mut dyn Witness, compared: Vec<Compared>) -> Self {
        Self {
            source,
            taken: Vec::new(),
            noted: Vec::new(),
            without: &[],
            compared,
            recorder: None,
            wishes: Wishes::default(),
            until_wishes: false,
        }
    }

    /// Ask `source`, and give what another checker needs to `recorder`.
    pub fn recording(source: &'a mut dyn Witness, recorder: Recorder<'a>) -> Self {
        Self { recorder: Some(recorder), ..Self::new(source) }
    }

    /// The inquiry with an organiser's wishes, of which the fewest are broken.
    pub fn with(self, wishes: Wishes) -> Self {
        Self { wishes, ..self }
    }

    /// The inquiry without these of the [criteria that can be left out](crate::optional_criteria).
    pub fn without(self, articles: &'a [String]) -> Self {
        Self { without: articles, ..self }
    }

    /// Whether a criterion is left out.
    pub(crate) fn leaves_out(&self, article: &str) -> bool {
        self.without.iter().any(|left_out| left_out == article)
    }

    /// Note what was decided without a graph.
    pub(crate) fn note(&mut self, name: &str, decided: Vec<Decided>) {
        self.noted.retain(|(_, noted)| noted.name != name);
        let step = StepTaken { decided: Some(decided), ..StepTaken::new(name.to_owned(), Vec::new()) };
        self.noted.push((self.taken.len(), step));
    }

    /// The boards of pairs by the articles on colours, of which the first that asks for a colour decides it. It is noted of each how many
    /// boards are not as it asks. `players` are the two of whom `asked` gives the colour of the first.
    pub(crate) fn boards<P: Copy>(
        &mut self,
        articles: &[(&'static str, &'static str)],
        pairs: &[P],
        asked: impl Fn(usize, P) -> Option<Colour>,
        players: impl Fn(P) -> [PlayerId; 2],
    ) -> Vec<Board> {
        let decides = |pair: P| (0..articles.len()).find_map(|step| asked(step, pair));
        let colours: Vec<Option<Colour>> = pairs.iter().map(|pair| decides(*pair)).collect();
        let against = |step: usize| {
            let boards = pairs.iter().zip(&colours);
            boards.filter(|(pair, colour)| asked(step, **pair).is_some_and(|asked| **colour != Some(asked))).count()
        };
        let decided = articles.iter().enumerate();
        let decided =
            decided.map(|(step, (article, count))| Decided { article, count, value: against(step) as i64 }).collect();
        self.note("the colours", decided);
        let board = |(pair, colour): (&P, Option<Colour>)| match (players(*pair), colour) {
            ([white, black], Some(Colour::White) | None) | ([black, white], Some(Colour::Black)) => {
                Board { white, black }
            }
        };
        pairs.iter().zip(colours).map(board).collect()
    }

    /// The fewest breaches of any pairing that the procedure calls legal, rank by rank; `None` if there is none. Each procedure with
    /// wishes asks for those of the whole round first.
    ///
    /// # Errors
    /// As [`Inquiry::open`].
    pub fn fewest(&mut self, procedure: Procedure, state: &RoundState) -> Result<Option<Vec<i64>>, Unproven> {
        self.until_wishes = true;
        let left = procedure(state, self);
        self.until_wishes = false;
        match left {
            Err(Unproven::Fewest(fewest)) => Ok(Some(fewest)),
            // Nobody is left to ask about, or nothing is legal.
            other => Ok(other?.map(|_| vec![0; self.wishes.ranks()])),
        }
    }

    /// The round by a procedure and the wishes.
    ///
    /// The rules' own pairing is the answer where none has fewer breaches. Otherwise a rank that can be kept whole is a ban, and of the
    /// others the procedure keeps the fewest.
    ///
    /// # Errors
    /// As [`Inquiry::open`].
    pub fn pair(&mut self, procedure: Procedure, state: &RoundState) -> Result<Option<Pairing>, Unproven> {
        if self.wishes.is_empty() {
            return procedure(state, self);
        }
        let Some(fewest) = self.fewest(procedure, state)? else { return Ok(None) };
        let (wishes, before) = (std::mem::take(&mut self.wishes), self.taken.len());
        let own = procedure(state, self)?;
        if own.as_ref().is_some_and(|own| wishes.breaches(state, own) == fewest) {
            return Ok(own);
        }
        for step in &mut self.taken[before..] {
            step.name.insert_str(0, "by the rules alone, ");
            // They are no reason why another pairing is not the one with wishes.
            step.behind.clear();
        }
        let (bans, rest) = wishes.kept(&fewest);
        self.wishes = rest;
        procedure(&bans.forbidden(state), self)
    }

    /// The place of who has the pairing-allocated bye: of those who may have it and leave the others a matching of `pairs`, the first by the
    /// least of each count in turn, which comes with its article and what it counts. `None` if there is nobody.
    ///
    /// # Errors
    /// The source has no answer, or a wrong one.
    pub(crate) fn assignee_of_the_bye(
        &mut self,
        may_have_it: &[bool],
        pairs: impl Iterator<Item = (usize, usize)>,
        counts: [CountOfPlaces<'_>; 3],
    ) -> Result<Option<usize>, Unproven> {
        let bye = may_have_it.len();
        let byes = (0..bye).filter(|place| may_have_it[*place]).map(|place| (place, bye));
        let vertices = (0..bye).map(Vertex::Player).chain([Vertex::Bye]).collect();
        let Some(mut face) = self.open("the bye", vertices, pairs.chain(byes))? else { return Ok(None) };
        face.keep_wishes()?;
        for (article, counted, count) in counts {
            face.least(article, counted, |place, other| if other == bye { count(place) } else { 0 })?;
        }
        Ok(face.close().get(bye).copied())
    }

    /// All perfect matchings of a graph; `None` if there are none, which is proven. An edge names vertices by their places.
    ///
    /// # Errors
    /// The source has no answer, or a wrong one.
    pub fn open<'e>(
        &'e mut self,
        name: impl Into<String>,
        vertices: Vec<Vertex>,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Option<LeftMatchings<'e, 'a>>, Unproven> {
        let left = Left::all(vertices.len(), edges);
        let mut step = StepTaken::new(name.into(), vertices);
        let edges = self.recorder.is_some().then(|| left.edges().to_vec());
        let proof = edges.map(|edges| StepProof { edges, tiers: Vec::new(), impossible: None });
        let number = self.taken.len() + 1;
        let wrong = |wrong| Unproven::Wrong { step: number, tier: None, wrong };
        match self.source.open(&left)? {
            Opening::Impossible(set) => {
                left.is_impossible(&set).map_err(wrong)?;
                self.take(step, proof.map(|proof| StepProof { impossible: Some(set), ..proof }));
                Ok(None)
            }
            Opening::Matching(partners) => {
                left.holds(&partners).map_err(wrong)?;
                let found = self.compared.iter().map(|compared| edges_of(compared, &step.vertices, &left));
                let (mut behind, mut edges) = (Vec::new(), Vec::new());
                for found in found {
                    behind.push(found.as_ref().err().cloned());
                    edges.push(found.ok());
                }
                step.behind = behind;
                let (decided, compared) = (Vec::new(), edges);
                Ok(Some(LeftMatchings { evidence: self, left, partners, step, proof, decided, compared }))
            }
        }
    }

    fn take(&mut self, step: StepTaken, proof: Option<StepProof>) {
        if let (Some(recorder), Some(proof)) = (&mut self.recorder, proof) {
            recorder(&step, proof);
        }
        self.taken.push(step);
    }

    /// The fewest breaches of wishes with which a graph has a perfect matching, rank by rank; `None` if it has none. Both are proven.
    pub(crate) fn fewest_breaches(
        &mut self,
        name: impl Into<String>,
        vertices: Vec<Vertex>,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Option<Vec<i64>>, Unproven> {
        let Some(mut face) = self.open(name, vertices, edges)? else { return Ok(None) };
        let fewest = face.keep_wishes()?;
        face.close();
        Ok(Some(fewest))
    }

    /// Whether there are wishes.
    pub(crate) fn has_wishes(&self) -> bool {
        !self.wishes.is_empty()
    }

    /// What is left of the fewest breaches after those of these pairs, rank by rank.
    pub(crate) fn left_of(&self, fewest: &[i64], pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Vec<i64> {
        let made = |rank| pairs.clone().map(|(one, other)| self.wishes.weight(rank, one, other)).sum::<i64>();
        fewest.iter().enumerate().map(|(rank, fewest)| fewest - made(rank)).collect()
    }

    /// Whether a graph has a perfect matching, which is proven either way.
    pub(crate) fn is_possible(
        &mut self,
        name: impl Into<String>,
        vertices: Vec<Vertex>,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<bool, Unproven> {
        Ok(self.open(name, vertices, edges)?.map(LeftMatchings::close).is_some())
    }
}

/// The edges of a pairing in a graph. Who meets nobody of it leaves it.
fn edges_of(compared: &Compared, vertices: &[Vertex], graph: &Left) -> Result<Vec<(usize, usize)>, Behind> {
    let place = |vertex: &Vertex| vertices.iter().position(|other| other == vertex);
    let mut spare = (0..vertices.len()).filter(|v| vertices[*v] == Vertex::Spare);
    let mut edges = Vec::new();
    for (at, vertex) in vertices.iter().enumerate() {
        let Vertex::Player(player) = vertex else { continue };
        let partner = compared.get(*player).copied().unwrap_or(Vertex::Bye);
        let end = place(&partner).or_else(|| place(&Vertex::Exit(*player))).or_else(|| spare.next());
        let edge = end.map(|end| (at.min(end), at.max(end)));
        match edge.filter(|edge| graph.edges().binary_search(edge).is_ok()) {
            Some(edge) if edge.0 == at || !matches!(vertices[edge.0], Vertex::Player(_)) => edges.push(edge),
            Some(_) => {}
            None => return Err(Behind::NotAllowed(*vertex, partner)),
        }
    }
    Ok(edges)
}

impl LeftMatchings<'_, '_> {
    /// The least that a matching left can cost, proven; only those stay that cost so much. `cost` is of an edge by the places of its
    /// ends, the lesser place first.
    ///
    /// # Errors
    /// The source has no answer, or a wrong one.
    pub fn least(
        &mut self,
        article: &'static str,
        count: &'static str,
        cost: impl Fn(usize, usize) -> i64,
    ) -> Result<i64, Unproven> {
        if self.evidence.leaves_out(article) {
            return Ok(0);
        }
        spend(self.left.edges().len());
        let costs: Vec<i64> = self.left.edges().iter().map(|(a, b)| cost(*a, *b)).collect();
        let mut filled = Vec::new();
        let mut proven = StepDual::default();
        let value = if costs.iter().all(|cost| *cost == 0) {
            0
        } else {
            let (partners, dual) = self.evidence.source.cheapest(&self.left, &self.partners, &costs)?;
            let step = self.evidence.taken.len() + 1;
            let wrong = |wrong| Unproven::Wrong { step, tier: Some(article), wrong };
            if self.proof.is_some() && dual.f > 0 {
                filled = self.left.filled().to_vec();
            }
            let value = self.left.keep_cheapest(&costs, &partners, &dual).map_err(wrong)?;
            self.partners = partners;
            proven = dual;
            value
        };
        let tier = Decided { article, count, value };
        self.compare(&tier, &cost);
        if let Some(proof) = &mut self.proof {
            spend(proof.edges.len());
            let costs = proof.edges.iter().map(|(a, b)| cost(*a, *b)).enumerate().filter(|(_, cost)| *cost != 0);
            let mut costs: Vec<_> = costs.collect();
            costs.shrink_to_fit();
            proof.tiers.push(TierProof { tier: tier.clone(), costs, dual: proven, filled, dropped: None });
        }
        self.decided.push(tier);
        Ok(value)
    }

    /// See which pairings fall behind in a tier.
    fn compare(&mut self, tier: &Decided, cost: impl Fn(usize, usize) -> i64) {
        for (compared, behind) in self.compared.iter_mut().zip(&mut self.step.behind) {
            let Some(edges) = compared else { continue };
            let given: i64 = edges.iter().map(|(a, b)| cost(*a, *b)).sum();
            *behind = match given.cmp(&tier.value) {
                std::cmp::Ordering::Equal => continue,
                std::cmp::Ordering::Greater => Some(Behind::Worse { tier: tier.clone(), given }),
                std::cmp::Ordering::Less => Some(Behind::Better { tier: tier.clone(), given }),
            };
            *compared = None;
        }
    }

    /// The same, but a requirement that cannot be kept wholly is dropped: whether all matchings left keep it now. The proof that it
    /// must be dropped is that the least breach is more than zero; then all matchings stay.
    ///
    /// # Errors
    /// As [`LeftMatchings::least`].
    pub fn zero_or_dropped(
        &mut self,
        article: &'static str,
        count: &'static str,
        cost: impl Fn(usize, usize) -> i64,
    ) -> Result<bool, Unproven> {
        let before = (self.left.clone(), self.partners.clone(), self.compared.clone(), self.step.behind.clone());
        let is_kept = self.least(article, count, cost)? == 0;
        if !is_kept {
            self.evidence.source.set_apart(&self.partners);
            if let Some(last) = self.proof.as_mut().and_then(|proof| proof.tiers.last_mut()) {
                last.dropped = Some(self.partners.clone());
            }
            (self.left, self.partners, self.compared, self.step.behind) = before;
        }
        Ok(is_kept)
    }

    /// Leave the matchings that have the fewest breaches of wishes, rank by rank: how many. Without wishes, all are left.
    pub(crate) fn keep_wishes(&mut self) -> Result<Vec<i64>, Unproven> {
        let (wishes, vertices) = (self.evidence.wishes.clone(), self.step.vertices.clone());
        let places = |a: usize, b: usize| match (vertices[a], vertices[b]) {
            (Vertex::Player(one), Vertex::Player(other)) => Some((one, other)),
            _ => None,
        };
        let cost =
            |rank: usize, a: usize, b: usize| places(a, b).map_or(0, |(one, other)| wishes.weight(rank, one, other));
        let least = |rank: usize| self.least("wishes", "breaches", |a, b| cost(rank, a, b));
        let fewest: Vec<i64> = (0..wishes.ranks()).map(least).collect::<Result<_, _>>()?;
        if self.evidence.until_wishes {
            self.conclude();
            return Err(Unproven::Fewest(fewest));
        }
        Ok(fewest)
    }

    /// So many of the vertices, the first ones, are to be paired; the others are what lies beyond.
    pub(crate) const fn pairs_first(&mut self, inside: usize) {
        self.step.inside = inside;
    }

    /// The vertices, by place.
    pub fn vertices(&self) -> &[Vertex] {
        &self.step.vertices
    }

    /// The matching: the partner of each vertex by place. What was not decided is arbitrary in it; so ask when all is decided.
    pub fn close(mut self) -> Vec<usize> {
        self.conclude();
        self.partners
    }

    fn conclude(&mut self) {
        self.evidence.source.close(&self.partners);
        self.step.decided = Some(std::mem::take(&mut self.decided));
        self.step.partners.clone_from(&self.partners);
        self.evidence.take(self.step.clone(), self.proof.take());
    }
}
