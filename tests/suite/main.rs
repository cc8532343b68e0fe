//! Every integration test, as one program: it is linked with HiGHS once. The folders mirror `src`; `cargo test --test suite
//! solve::agreement::` runs one module.
#![allow(clippy::disallowed_methods)]

mod house;
mod support;

mod readings {
    pub mod dubov_1997;
    pub mod dutch_1998;
    pub mod dutch_2012;
    pub mod dutch_candidates;
    pub mod ranking;
    pub mod tcec;
}

mod batch {
    mod archives;
}

mod book {
    mod benchmark_set;
    mod ids;
    mod notebooks;
    mod packaging;
    mod readme;
    mod schema;
}

mod cli {
    mod commands;
    mod engine;
    mod hints;
    mod limits_of_commands;
    mod new_files;
    mod options;
    #[cfg(unix)]
    mod processes;
}

mod formats {
    mod damaged;
    mod encodings;
    mod large_input;
    mod round_trip;
    pub mod write_trf;
}

mod model {
    mod errata;
    mod exports;
    mod expressions;
    mod files;
    mod terms;
}

mod proof {
    mod capped;
    mod optimality;
    mod tampering;
    mod veripb;
}

mod questions {
    mod checklist;
    mod compare;
    mod convert;
    mod decisions;
    mod doors;
    mod explain;
    mod info;
    mod keep_open;
    mod page;
    mod pareto;
    mod repair;
    mod watching;
    mod why;
}

mod ranking {
    mod standings_dutch;
    mod tie_breaks;
}

mod simulate {
    mod experiments;
}

mod solve {
    mod agreement;
    mod alternatives;
    mod face;
    mod gap_trap;
    mod infeasible;
    mod instances;
    mod limits;
    mod ranges;
    mod reference;
    mod stress;
    mod teaching;
    mod ties;
}

mod systems {
    mod conformance;
    mod dubov;
    mod dubov_promises;
    mod dutch;
    mod in_force;
    mod ledger;
    mod peers;
    mod programs;
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
