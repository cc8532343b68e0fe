//! Pairings of one round compared: the metrics of each, its value under every model, and whether any of them contradicts
//! what a solver claims.

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
