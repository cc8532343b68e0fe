use std::collections::BTreeMap;

/// Vertices in classes: those of one key.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// The vertices of each class, in increasing order.
    pub members: Vec<Vec<usize>>,
    /// The class of each vertex.
    pub of: Vec<usize>,
}

impl Classes {
    /// The classes of vertices with these keys.
    pub fn by<K: Ord>(keys: impl Iterator<Item = K>) -> Self {
        let mut by_key: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        let mut size = 0;
        for key in keys {
            by_key.entry(key).or_default().push(size);
            size += 1;
        }
        let members: Vec<Vec<usize>> = by_key.into_values().collect();
        let mut of = vec![0; size];
        for (class, vertices) in members.iter().enumerate() {
            vertices.iter().for_each(|vertex| of[*vertex] = class);
        }
        Self { members, of }
    }
}

/// A vertex of the matching by which a bracket is paired: a player, or a place that takes one.
#[derive(Debug, Clone, Copy)]
pub(super) struct RoleVertex<R> {
    pub role: R,
    /// The player, if the role is a player's.
    pub player: usize,
}

impl<R: Copy> RoleVertex<R> {
    /// These players, all with one role.
    pub fn players(role: R, players: &[usize]) -> Vec<Self> {
        players.iter().map(|player| Self { role, player: *player }).collect()
    }

    /// Vertices for `count` places that take any player.
    pub fn places(role: R, count: usize) -> Vec<Self> {
        vec![Self { role, player: usize::MAX }; count]
    }
}
