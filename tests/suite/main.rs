//! Every integration test, as one program: it is linked with HiGHS once. `cargo test --test suite agreement::` runs one
//! module.

mod support;

mod agreement;
mod alternatives;
mod capped;
mod cli;
mod compare;
mod conformance;
mod damaged;
mod decisions;
mod dubov;
mod dubov_1997_literal;
mod dubov_promises;
mod dutch;
mod dutch_1998_literal;
mod dutch_2012_literal;
mod face;
mod formats;
mod gap_trap;
mod ids;
mod infeasible;
mod instances;
mod large_input;
mod limits;
mod models;
mod optimality;
mod packaging;
#[cfg(unix)]
mod processes;
mod programs;
mod ranges;
mod readme;
mod reference;
mod round_state;
mod schema;
mod standings_dutch;
mod stress;
mod tampering;
mod tcec;
mod tcec_literal;
mod verify;
mod verify_dubov;
mod verify_dutch;
mod veripb;
mod write_trf;
