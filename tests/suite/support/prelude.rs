//! What most tests name: `use crate::support::prelude::*`.

pub use super::generate::{Options, random_tournament};
pub use super::program::{
    BRITISH, Cells, FRESH, GROS, MET, TEACHING, code, empty, ended, folder, json, program, rows_of, run, stderr,
    stdout, written,
};
pub use super::reference::brute_force;
pub use super::table::table;
pub use super::{pairing, random_state, seeds, spec_with, state, system};
pub use itertools::Itertools;
pub use rand::prelude::*;
pub use rand_chacha::ChaCha8Rng;
pub use sha2::{Digest, Sha256};
pub use std::collections::{BTreeMap, BTreeSet};
pub use std::fs;
pub use std::ops::RangeInclusive;
pub use std::path::{Path, PathBuf};
pub use std::time::Duration;
pub use swiss_ilp::files::{self, Loaded};
pub use swiss_ilp::model::{Model, Objective, PairModel, Value};
pub use swiss_ilp::proof::verify::verify;
pub use swiss_ilp::questions::registry::System;
pub use swiss_ilp::questions::tasks;
pub use swiss_ilp::rules::Term;
pub use swiss_ilp::solve::solve;
pub use swiss_ilp::tournament::*;
