//! The page for any tournament, opened at a round. It is the one in the book, with the library as a module in it. `make packed` makes it;
//! it is in the repository, so that whoever has Rust alone can build the program.

use super::embedded;
use serde::Serialize;

const PAGE: &str = include_str!("../../docs/src/pages/browser.html");
/// The place of the state, with that of the page as it is. It comes before the module, in which anything may stand.
const STATE: &str = r#"id="state">{}<"#;

/// The page that opens with `state`.
pub(crate) fn opened_at(state: &impl Serialize) -> String {
    PAGE.replacen(STATE, &format!(r#"id="state">{}<"#, embedded(state)), 1)
}

#[cfg(test)]
mod tests {
    use super::opened_at;

    #[test]
    fn the_state_has_its_place_in_the_page() {
        let place = r#"<script type="application/json" id="state">{"tab":"why"}</script>"#;
        assert_eq!(opened_at(&serde_json::json!({ "tab": "why" })).matches(place).count(), 1);
    }
}
