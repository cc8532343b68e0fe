/// Lexicographic costs: the first tier counts before all others together, and so on.
#[derive(Debug, Clone)]
pub struct Tiers {
    weights: Vec<i128>,
}

impl Tiers {
    /// Tiers whose totals over a matching are at most these.
    pub fn new(most: &[i128]) -> Option<Self> {
        let mut weights = vec![0; most.len()];
        let mut weight: i128 = 1;
        for (tier, most) in most.iter().enumerate().rev() {
            weights[tier] = weight;
            weight = weight.checked_mul(most.checked_add(1)?)?;
            if weight >= 1 << 118 {
                return None;
            }
        }
        Some(Self { weights })
    }

    pub fn cost(&self, counts: &[i128]) -> i128 {
        self.weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
    }
}

impl Tiers {
    pub fn weight(&self, tier: usize) -> i128 {
        self.weights[tier]
    }

    pub const fn from_weights(weights: Vec<i128>) -> Self {
        Self { weights }
    }
}
