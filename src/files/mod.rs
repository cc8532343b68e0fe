//! Files: those of the crate `swiss-trf`, which are tournaments and pairings, and those that somebody writes beside them,
//! which are tables for the expressions of a model ([`organiser_tables`]).

pub(crate) mod nearest;
pub(crate) mod new_file;
pub mod organiser_tables;
pub(crate) mod printable;
pub(crate) mod read_file;
pub mod request_field;

pub use swiss_trf::formats::{
    Encoding, Excerpt, Loaded, MOST_BYTES, Source, correct, is_json, json, pairs, read, read_in, trf, without_bom,
};
