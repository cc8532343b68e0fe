//! The comparison of the pairings of one round: their metrics, their values under every model, and whether any of them
//! contradicts a solver's claim; and what explains a pairing: the value of each board, and what bars a pair.

mod counts;
mod cross_check;
mod differences;
mod explain;
mod totals;

pub use counts::{Metric, Metrics};
pub(crate) use cross_check::judge;
pub use cross_check::{
    ClaimedModel, Compared, Contradiction, CrossCheck, Discrepancy, InCommon, Judged, ModelCheck, NamedPairing, PLAYED,
    SolverClaim, cross_check,
};
pub use differences::PairingDifferences;
pub use explain::{Bar, Displaced, bars};
pub(crate) use explain::{bars_of_model, board_values, bye_of_even_field, displaced, loss, of_rules};
pub(crate) use totals::at;
pub use totals::{ModelTotals, PairingTotals, PriceTotals, Totals, totals};
