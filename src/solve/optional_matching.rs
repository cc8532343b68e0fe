//! Programs that are matchings with exits: each vertex is matched with another, or leaves by an exit.
//!
//! The rows of such a program, once its switches have values:
//!
//! - `sum = 1`: a vertex. A column of two vertices is an edge, a column of one is an exit.
//! - `sum - column = 0`, where `column` is of a vertex: the vertex has the columns of the sum in its place.
//! - `sum <= most` over exits: a cap. Of two caps the one holds all columns of the other.
//! - A row of one column bounds it.
//!
//! An exit is an edge to a dummy vertex. Exits under a cap share as many dummies as the cap allows; the others have one for
//! each vertex. Dummies that nobody needs are matched with each other, which costs nothing. So the points of the program are
//! the perfect matchings of a graph.

use super::SolveError;
use crate::model::Program;
use std::collections::BTreeSet;

/// An edge of the graph. There may be several between two vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProgramEdge {
    /// The lower vertex first.
    pub ends: [usize; 2],
    /// The column that is 1 if the edge is in the matching; `None` between dummies.
    pub column: Option<usize>,
}

/// The graph of a program whose switches have values.
#[derive(Debug, Clone)]
pub(super) struct OptionalMatching {
    /// The number of vertices, with the dummies.
    pub vertices: usize,
    /// In order of their ends.
    pub edges: Vec<ProgramEdge>,
    /// Columns that are the sum of others.
    sums: Vec<(usize, Vec<usize>)>,
    /// The values of the switches; 0 for all other columns.
    switched: Vec<i64>,
}

/// What the rows say, before they are a graph.
struct ProgramRows {
    lower: Vec<i64>,
    upper: Vec<i64>,
    vertices: Vec<Vec<usize>>,
    sums: Vec<(usize, Vec<usize>)>,
    caps: Vec<(BTreeSet<usize>, usize)>,
}

fn refused(what: &str, name: &str) -> SolveError {
    SolveError::Internal(format!("the program is no matching with exits: {what} {name}"))
}

impl OptionalMatching {
    /// The graph of `program` with these values of its switches; `None` if bounds alone leave no point.
    ///
    /// # Errors
    /// [`SolveError::Internal`] if the program is no matching with exits.
    pub(super) fn new(program: &Program, switches: &[(usize, i64)]) -> Result<Option<Self>, SolveError> {
        let Some(mut rows) = ProgramRows::read(program, switches)? else { return Ok(None) };
        rows.merge_sums(program)?;
        rows.fix_ones();
        if rows.lower.iter().zip(&rows.upper).any(|(lower, upper)| lower > upper) {
            return Ok(None);
        }
        let mut switched = vec![0; program.columns.len()];
        switches.iter().for_each(|(column, value)| switched[*column] = *value);
        let (vertices, edges) = rows.graph(program, switches)?;
        Ok(Some(Self { vertices, edges, sums: rows.sums, switched }))
    }

    /// The weight of each column in `sum`, and the part of it that the switches decide. Only columns of edges have weights.
    ///
    /// # Errors
    /// [`SolveError::Internal`] if the weights are too large for exact sums.
    pub(super) fn weights(&self, sum: &[(usize, i64)]) -> Result<(Vec<i64>, i64), SolveError> {
        // Dual values are sums of at most two weights a vertex, and twice as large.
        let most = (1 << 60) / (4 * self.vertices.max(1) as i64);
        let mut weights = vec![0_i64; self.switched.len()];
        let mut constant = 0_i64;
        for (column, weight) in sum {
            weights[*column] = weights[*column].saturating_add(*weight);
            constant = constant.saturating_add(weight.saturating_mul(self.switched[*column]));
        }
        for (column, others) in &self.sums {
            let weight = std::mem::take(&mut weights[*column]);
            others.iter().for_each(|other| weights[*other] = weights[*other].saturating_add(weight));
        }
        if weights.iter().chain([&constant]).any(|weight| weight.saturating_abs() > most) {
            return Err(SolveError::Internal(format!("a weight of a program is beyond {most}")));
        }
        Ok((weights, constant))
    }

    /// All columns, if those of the edges of a matching are these.
    pub(super) fn point(&self, chosen: impl Iterator<Item = usize>) -> Vec<i64> {
        let mut point = self.switched.clone();
        chosen.for_each(|column| point[column] = 1);
        for (column, others) in &self.sums {
            point[*column] = others.iter().map(|other| point[*other]).sum();
        }
        point
    }
}

impl ProgramRows {
    fn read(program: &Program, switches: &[(usize, i64)]) -> Result<Option<Self>, SolveError> {
        let mut value = vec![None; program.columns.len()];
        switches.iter().for_each(|(column, of_switch)| value[*column] = Some(*of_switch));
        let mut rows = Self {
            lower: program.columns.iter().map(|column| column.lower).collect(),
            upper: program.columns.iter().map(|column| column.upper.unwrap_or(i64::MAX)).collect(),
            vertices: Vec::new(),
            sums: Vec::new(),
            caps: Vec::new(),
        };
        for (column, switch) in program.columns.iter().zip(&value) {
            let is_binary = column.integer && column.lower >= 0 && column.upper.is_some_and(|upper| upper <= 1);
            if switch.is_none() && !is_binary {
                return Err(refused("the column", &column.name));
            }
        }
        for row in &program.rows {
            let (switched, rest): (Vec<_>, Vec<_>) =
                row.coefficients.iter().partition(|(column, _)| value[*column].is_some());
            let constant = switched.iter().try_fold(0_i64, |sum, (column, weight)| {
                sum.checked_add(weight.checked_mul(value[*column].unwrap_or_default())?)
            });
            let bounds = constant.and_then(|constant| {
                let less = |bound: Option<i64>| bound.map_or(Some(None), |bound| bound.checked_sub(constant).map(Some));
                Some((less(row.lower)?, less(row.upper)?))
            });
            let (lower, upper) = bounds.ok_or_else(|| refused("the bounds of", &row.name))?;
            let ones = rest.iter().filter(|(_, weight)| *weight == 1).map(|(column, _)| *column).collect::<Vec<_>>();
            let all_ones = ones.len() == rest.len();
            let less_one = rest.iter().find(|(_, weight)| *weight == -1).map(|(column, _)| *column);
            match (lower, upper, less_one) {
                _ if rest.is_empty() => {
                    if lower.is_some_and(|lower| lower > 0) || upper.is_some_and(|upper| upper < 0) {
                        return Ok(None);
                    }
                }
                (Some(1), Some(1), _) if all_ones => rows.vertices.push(ones),
                (Some(0), Some(0), _) if all_ones => ones.iter().for_each(|column| rows.upper[*column] = 0),
                (Some(0), Some(0), Some(column)) if ones.len() + 1 == rest.len() => rows.sums.push((column, ones)),
                _ if rest.len() == 1 => rows.bound(rest[0], lower, upper),
                (None, Some(most), _) if all_ones => match usize::try_from(most) {
                    Ok(most) if most >= ones.len() => {}
                    Ok(most) => rows.caps.push((ones.into_iter().collect(), most)),
                    Err(_) => return Ok(None),
                },
                _ => return Err(refused("the row", &row.name)),
            }
        }
        Ok(Some(rows))
    }

    /// A row of one column: whether it may be 0, and 1.
    fn bound(&mut self, (column, weight): (usize, i64), lower: Option<i64>, upper: Option<i64>) {
        let may_be = |value: i64| lower.is_none_or(|lower| lower <= value) && upper.is_none_or(|upper| value <= upper);
        if !may_be(0) {
            self.lower[column] = self.lower[column].max(1);
        }
        if !may_be(weight) {
            self.upper[column] = self.upper[column].min(0);
        }
    }

    /// Put sums in place of the columns that they are equal to.
    fn merge_sums(&mut self, program: &Program) -> Result<(), SolveError> {
        let is_sum: BTreeSet<usize> = self.sums.iter().map(|(column, _)| *column).collect();
        for (column, others) in &self.sums {
            let name = &program.columns[*column].name;
            let is_capped = self.caps.iter().any(|(capped, _)| capped.contains(column));
            let mut holding = self.vertices.iter_mut().filter(|vertex| vertex.contains(column));
            let (Some(vertex), None) = (holding.next(), holding.next()) else {
                return Err(refused("the column", name));
            };
            if is_capped || is_sum.len() < self.sums.len() || others.iter().any(|other| is_sum.contains(other)) {
                return Err(refused("the column", name));
            }
            vertex.retain(|one| one != column);
            if self.lower[*column] == 1 {
                vertex.iter().for_each(|one| self.upper[*one] = 0);
            }
            if self.upper[*column] == 0 {
                others.iter().for_each(|other| self.upper[*other] = 0);
            }
            vertex.extend(others);
        }
        Ok(())
    }

    /// Where a column must be 1, the others of its vertices are 0.
    fn fix_ones(&mut self) {
        for vertex in &self.vertices {
            let fixed: Vec<usize> = vertex.iter().copied().filter(|column| self.lower[*column] == 1).collect();
            for one in fixed {
                vertex.iter().filter(|column| **column != one).for_each(|column| self.upper[*column] = 0);
            }
        }
    }

    /// The number of vertices and the edges.
    fn graph(&self, program: &Program, switches: &[(usize, i64)]) -> Result<(usize, Vec<ProgramEdge>), SolveError> {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); program.columns.len()];
        for (vertex, columns) in self.vertices.iter().enumerate() {
            columns.iter().for_each(|column| at[*column].push(vertex));
        }
        let (caps, dummies) = self.shared_dummies(program)?;
        let mut size = self.vertices.len();
        let shared = size..size + dummies.last().copied().unwrap_or_default();
        size = shared.end;
        let mut private = vec![None; self.vertices.len()];
        let mut edges = Vec::new();
        let is_elsewhere = |column: usize| {
            let is_sum = || self.sums.iter().any(|(sum, _)| *sum == column);
            switches.iter().any(|(switch, _)| *switch == column) || is_sum()
        };
        for (column, vertices) in at.iter().enumerate() {
            let cap = caps.iter().position(|cap| cap.contains(&column));
            match vertices[..] {
                _ if self.upper[column] == 0 || (vertices.is_empty() && is_elsewhere(column)) => {}
                [u, v] if u != v && cap.is_none() => {
                    edges.push(ProgramEdge { ends: [u.min(v), u.max(v)], column: Some(column) });
                }
                [vertex] => match cap {
                    Some(cap) => {
                        let allowed = shared.clone().take(dummies[cap]);
                        edges.extend(allowed.map(|dummy| ProgramEdge { ends: [vertex, dummy], column: Some(column) }));
                    }
                    None => {
                        let dummy = *private[vertex].get_or_insert_with(|| {
                            size += 1;
                            size - 1
                        });
                        edges.push(ProgramEdge { ends: [vertex, dummy], column: Some(column) });
                    }
                },
                _ => return Err(refused("the column", &program.columns[column].name)),
            }
        }
        // As many exits are taken as leave an even number of vertices.
        size += usize::from(size % 2 == 1 && size > self.vertices.len());
        let all = self.vertices.len()..size;
        let between =
            all.clone().flat_map(|u| (u + 1..all.end).map(move |v| ProgramEdge { ends: [u, v], column: None }));
        edges.extend(between);
        edges.sort_by_key(|edge| edge.ends);
        Ok((size, edges))
    }

    /// The columns under each cap, the innermost first, and how many of the shared dummies these can take: always the
    /// first ones, so that a cap within another counts for both.
    fn shared_dummies(&self, program: &Program) -> Result<(Vec<BTreeSet<usize>>, Vec<usize>), SolveError> {
        let mut caps = self.caps.clone();
        caps.sort_by_key(|(columns, _)| columns.len());
        if let Some(two) = caps.windows(2).find(|two| !two[0].0.is_subset(&two[1].0)) {
            let name = two[0].0.first().map(|column| program.columns[*column].name.as_str());
            return Err(refused("the cap on", name.unwrap_or_default()));
        }
        let mut allowed: Vec<usize> = caps.iter().map(|(_, most)| *most).collect();
        for cap in (1..allowed.len()).rev() {
            allowed[cap - 1] = allowed[cap - 1].min(allowed[cap]);
        }
        Ok((caps.into_iter().map(|(columns, _)| columns).collect(), allowed))
    }
}
