//! The page for any tournament, opened at a round. `make packed` makes it, and the module that is in it; `web/packed` has both, so that
//! whoever has Rust alone can build the program.

use super::embedded;
use serde::Serialize;

/// The page, with places for the state that it opens with and for the module.
const PAGE: &str = include_str!("../../web/packed/page.html");
/// The library as a module of WebAssembly, packed.
const MODULE: &str = include_str!("../../web/packed/module.txt");

/// The page that opens with `state`.
pub(crate) fn opened_at(state: &impl Serialize) -> String {
    // The place of the state comes first, and so nothing in the module can be taken for it.
    PAGE.replacen("{{module}}", MODULE, 1).replacen("{{state}}", &embedded(state), 1)
}
