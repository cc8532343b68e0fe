//! What several questions ask in the same words: the parts of their requests. A part is typed once; it is arguments of the command
//! line, an object in JSON, and parameters in Python.

mod file;
mod limits;
mod models;
mod new_file;
mod page;
mod repair;
mod round;
mod tables;
mod who;
mod wishes;

pub use file::{EncodingAsked, FileAsked, PairingAsked, TrustAsked, Trusted};
#[cfg(feature = "cli")]
pub(crate) use limits::seconds;
pub use limits::{LimitsAsked, TimeAsked};
pub(crate) use limits::{day, from_one};
pub use models::{DEFAULT_MODEL, OPTIMA_COUNTED, RulesAsked, SystemAsked};
pub(crate) use models::{default_model, model_or_default, without};
pub use new_file::{NewFile, NewFolder, NewTournament};
pub use page::PageAsked;
pub use repair::{RepairAsked, not_of};
pub use round::{DecisionsAsked, Group, RoundAsked, SharedTrait};
pub use tables::{TableText, TablesAsked};
pub use who::who;
pub use wishes::{Weighed, WishesAsked};
