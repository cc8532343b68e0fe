//! Every integration test, as one program: it is linked with HiGHS once. The folders are named after what they test; `cargo test --test suite
//! solve::agreement::` runs one module.
#![allow(clippy::disallowed_methods)]

mod house;
mod support;

#[path = "../../crates/rule-proof/tests/readings/mod.rs"]
mod readings;

mod batch {
    mod archives;
    mod prices;
}

mod book {
    mod benchmark_set;
    mod ids;
    mod packaging;
    mod readme;
    mod schema;
}

mod cli {
    mod callers;
    mod commands;
    mod engine;
    mod facts;
    mod hints;
    mod limits_of_commands;
    mod new_files;
    mod options;
    #[cfg(unix)]
    mod processes;
    #[cfg(unix)]
    mod strange_files;
}

mod formats {
    mod damaged;
    mod encodings;
    mod large_input;
    mod round_trip;
    mod teams;
    pub mod write_trf;
}

mod lab {
    mod experiments;
    mod own_metrics;
    mod random_tournaments;
    mod simulated;
    mod teams;
}

mod model {
    mod exports;
    mod expressions;
    mod files;
    mod terms;
}

mod proof {
    mod by_rules;
    mod capped;
    mod criteria;
    mod optimality;
    mod slots;
    mod tampered_rules;
    mod tampering;
    mod veripb;
    mod wishes;
}

mod questions {
    mod check;
    mod checklist;
    mod compare;
    mod convert;
    mod decisions;
    mod dispute;
    mod doors;
    mod errata;
    mod evening;
    mod explain;
    mod info;
    mod keep_open;
    mod pareto;
    mod repair;
    mod show;
    mod why;
}

mod ranking {
    mod literal;
    mod standings_dutch;
    mod tie_breaks;
}

mod report {
    mod document;
}

mod solve {
    mod agreement;
    mod alternatives;
    mod infeasible;
    mod limits;
    mod ranges;
    mod teaching;
    mod ties;
}

mod systems {
    mod agreement;
    mod conformance;
    mod dubov;
    mod dutch;
    mod in_force;
    pub mod ledger;
    mod states;
    mod tcec;
}

mod tournament {
    mod round_state;
}

mod verify {
    mod dubov;
    mod dutch;
    mod rules;
}

mod web {
    mod packed;
}
