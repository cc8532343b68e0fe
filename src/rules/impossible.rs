use crate::tournament::Seat;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How many players a sentence names at most, of a list that may be long.
const MOST_NAMED: usize = 12;

/// Why not everybody can be paired: more odd components than seats in the Tutte set (Tutte 1947), and the rules that
/// bar each pair which would join a component to others.
///
/// It is irreducible: no other Tutte set and components that prove the same have only some of these seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impossibility {
    /// The only ones with whom the odd components can be paired outside themselves, in pairing order.
    pub tutte_set: Vec<Seat>,
    /// Components, each odd in number, one more than there are seats in the Tutte set.
    pub odd_components: Vec<Vec<Seat>>,
    /// What bars every pair of a seat in a component with one that is neither in it nor in the Tutte set; each pair once.
    pub barred: Vec<Barred>,
}

/// Pairs of one seat with others that the same rules bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Barred {
    /// The ids of the rules: one that bars the pairs by itself, or more, all of which it takes.
    pub rules: Vec<&'static str>,
    /// The seat, as a pairing number; the bye is 0.
    pub seat: Seat,
    /// Those with whom it is barred.
    pub from: Vec<Seat>,
}

impl Impossibility {
    /// By the places of the Tutte set and of the components among `seats`, which are all that are to be paired. `bars`
    /// says whether some of `rules`, given in order, bar the pair of two places. Of rules that bar the same, as few are
    /// named as can be, the earlier if it can be either.
    pub fn new(
        seats: &[Seat],
        tutte_set: &[usize],
        odd_components: &[Vec<usize>],
        rules: &[&'static str],
        bars: impl Fn(&[&'static str], usize, usize) -> bool,
    ) -> Self {
        let named = |places: &[usize]| -> Vec<Seat> { places.iter().map(|place| seats[*place]).collect() };
        let mut component_of = vec![None; seats.len()];
        for (number, component) in odd_components.iter().enumerate() {
            component.iter().for_each(|place| component_of[*place] = Some(number));
        }
        let mut is_between = vec![false; seats.len()];
        tutte_set.iter().for_each(|place| is_between[*place] = true);
        let (component_of, is_between) = (&component_of, &is_between);
        let members: Vec<usize> = (0..seats.len()).filter(|place| component_of[*place].is_some()).collect();
        // Those beyond the component and the Tutte set. A pair of two components is one of its first member only.
        let others = |one: usize| {
            (0..seats.len()).filter(move |other| {
                let is_beyond = component_of[one] != component_of[*other] && !is_between[*other];
                is_beyond && (component_of[*other].is_none() || one < *other)
            })
        };
        let bars_all = |kept: &[&'static str], one: usize| others(one).all(|other| bars(kept, one, other));
        let rules = fewest(rules, |kept| members.iter().all(|one| bars_all(kept, *one)));
        let mut barred = BTreeMap::<_, Vec<Barred>>::new();
        for one in members {
            let mut from = BTreeMap::<_, Vec<Seat>>::new();
            for other in others(one) {
                let of_pair = match rules[..] {
                    [_] => rules.clone(),
                    _ => fewest(&rules, |kept| bars(kept, one, other)),
                };
                from.entry(of_pair).or_default().push(seats[other]);
            }
            for (rules, from) in from {
                barred.entry(rules.clone()).or_default().push(Barred { rules, seat: seats[one], from });
            }
        }
        Self {
            tutte_set: named(tutte_set),
            odd_components: odd_components.iter().map(|component| named(component)).collect(),
            barred: barred.into_values().flatten().collect(),
        }
    }

    /// The rules that bar the pairs. Without any one of them some of these pairs can be made.
    pub fn rules(&self) -> Vec<&'static str> {
        self.barred.iter().flat_map(|barred| &barred.rules).copied().sorted_unstable().dedup().collect()
    }
}

impl fmt::Display for Impossibility {
    /// One sentence, with the rules' ids in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tutte_set, odd_components, barred } = self;
        match (tutte_set.as_slice(), odd_components.as_slice()) {
            ([], [component]) => match component.as_slice() {
                [Seat::Player(id)] => write!(f, "player {id} has no legal opponent")?,
                [Seat::Bye] => f.write_str("nobody present may receive the bye")?,
                _ => {
                    let players = list(component);
                    write!(f, "players {players} can only be paired among themselves, and they are odd in number")?;
                }
            },
            (between, components) if components.iter().all(|component| component.len() == 1) => {
                let alone = components.concat();
                let has_bye = alone.iter().chain(between).any(|seat| *seat == Seat::Bye);
                let verb = if has_bye { "be paired with" } else { "meet" };
                // They are one more than the Tutte set has.
                let what = if alone.contains(&Seat::Bye) { "is left over" } else { "has no opponent" };
                write!(f, "{} can only {verb} {}, so one of them {what}", players(&alone), and_list(between))?;
            }
            (between, components) => {
                let groups = components.iter().map(|component| format!("{{{}}}", list(component)));
                write!(
                    f,
                    "{} groups of odd size can be paired outside only with {}, who can take {} of them: {}",
                    components.len(),
                    list(between),
                    between.len(),
                    groups.format(" ")
                )?;
            }
        }
        for (number, (rules, barred)) in barred.iter().chunk_by(|barred| &barred.rules).into_iter().enumerate() {
            f.write_str(if number == 0 { ": " } else { "; " })?;
            let barred: Vec<&Barred> = barred.collect();
            let of_seat = |barred: &&Barred| format!("{} not with {}", barred.seat, short(&barred.from));
            let named = barred.iter().take(MOST_NAMED).map(of_seat).format(" and ");
            write!(f, "{named}")?;
            if let Some(more) = barred.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                write!(f, " and so on for {more} more")?;
            }
            rules.iter().try_for_each(|rule| write!(f, " [{rule}]"))?;
        }
        Ok(())
    }
}

/// As few of `rules` as bar something together, the earlier if it can be either; all of them if they do not bar it.
pub(crate) fn fewest(rules: &[&'static str], bars: impl Fn(&[&'static str]) -> bool) -> Vec<&'static str> {
    if let Some(rule) = rules.iter().find(|rule| bars(&[**rule])) {
        return vec![*rule];
    }
    let mut kept = rules.to_vec();
    for rule in rules.iter().rev() {
        let others: Vec<_> = kept.iter().copied().filter(|kept| kept != rule).collect();
        if bars(&others) {
            kept = others;
        }
    }
    kept
}

/// "players 1, 4 and 9", "player 3 and the bye".
fn players(seats: &[Seat]) -> String {
    let count = seats.iter().filter(|seat| **seat != Seat::Bye).count();
    format!("{} {}", if count == 1 { "player" } else { "players" }, and_list(seats))
}

/// The seats, with "and" before the last.
fn and_list(seats: &[Seat]) -> String {
    match seats {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", list(first)),
    }
}

fn list(seats: &[Seat]) -> String {
    seats.iter().join(", ")
}

/// The list, cut where it is long.
fn short(seats: &[Seat]) -> String {
    match seats.len().checked_sub(MOST_NAMED) {
        Some(more) if more > 1 => format!("{} and {more} more", list(&seats[..MOST_NAMED])),
        _ => list(seats),
    }
}
