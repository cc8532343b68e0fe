//! Pairings of one round side by side: what there is to count of each, what each is worth under every model, and whether
//! any of them contradicts what a solver claims.

mod cross_check;
mod differences;
mod metrics;
mod totals;

pub use cross_check::{
    Claim, Claimed, Compared, Contradiction, CrossCheck, Discrepancy, InCommon, Judged, ModelCheck, Named, cross_check,
};
pub use differences::Differences;
pub use metrics::{Metric, Metrics};
pub use totals::{ModelTotals, PairingTotals, PriceTotals, Totals, totals};
