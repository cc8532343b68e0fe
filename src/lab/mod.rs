//! The laboratory: `simulate` plays experiments ([`simulate`]). It uses the product, and nothing of the product uses it, but for the
//! list of commands of the command line.

pub mod simulate;

use crate::report::schema;

/// A sentence in lines of at most so many characters, but for a longer word, as drawings have it.
fn wrapped(sentence: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The JSON Schemas of the records of the laboratory, as [`questions::schemas`](crate::questions::schemas()) has those of the product.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    Vec::from([("simulate", schema::<simulate::SimulateReport>())])
}
