//! Writes what the documentation has of the program: the JSON Schemas of its records, `docs/schema`, and the index of ids,
//! `docs/src/ids.md`. `make docs` runs it in the project's folder.

#![allow(clippy::disallowed_methods, reason = "it has no input that it could write over")]
use std::fs;
use swiss_ilp::files::json;
use swiss_ilp::{questions, questions::report};

fn main() -> std::io::Result<()> {
    fs::create_dir_all("docs/schema")?;
    let records = questions::schemas().into_iter();
    for (name, schema) in records.chain([("tournament", json::schema())]) {
        fs::write(format!("docs/schema/{name}.schema.json"), schema)?;
    }
    fs::write("docs/src/ids.md", report::ids_page())
}
