//! Pages for a browser: a record as one file of HTML that needs no network. What all of them have; each page is its question's.
//!
//! A page embeds the JSON records that the command would print, so that every number of the page is theirs. The tables are in
//! the HTML, and work without a script. `page.js` draws the round, and has what answers to a hand: sorting, asking, checking. It is
//! made from `web/page/written.mjs` and the drawing of the page for browsers, by `make packed-page`.

use crate::printable::printable_json;
use serde::Serialize;

/// The look of all pages.
const STYLE: &str = include_str!("page.css");
/// What all pages can do.
const SCRIPT: &str = include_str!("page.js");
/// Its hash, so that a page runs nothing else.
const SCRIPT_HASH: &str = include_str!("page.js.sha256");

/// What every page has.
pub(crate) struct Frame {
    /// The title of the window, and of the page.
    pub title: String,
    /// The line under the title; may be empty.
    pub sub: String,
    /// The line above the title.
    pub kind: &'static str,
    /// The embedded record, as text for a script element.
    pub data: String,
    pub style: &'static str,
    pub script: &'static str,
    pub script_hash: &'static str,
    pub version: &'static str,
}

impl Frame {
    pub fn new(title: String, sub: String, kind: &'static str, record: &impl Serialize) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        Self {
            title,
            sub,
            kind,
            data: embedded(record),
            style: STYLE,
            script: SCRIPT,
            script_hash: SCRIPT_HASH,
            version,
        }
    }
}

/// `record` as JSON within a script element, which nothing in it can end.
fn embedded(record: &impl Serialize) -> String {
    // Records are plain JSON, which can always be written.
    let json = printable_json(&serde_json::to_string(record).unwrap_or_default());
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            c => text.push(c),
        }
    }
    text
}

/// A template as text.
pub(crate) fn rendered(template: &impl askama::Template) -> String {
    // Nothing in a template can fail but the writer, and that is a String.
    template.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::embedded;

    #[test]
    fn no_name_ends_the_script_element() {
        let names = ["</script><script>alert(1)</script>", "<!--", "a & b", "\u{2028}"];
        let text = embedded(&names);
        assert!(!text.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).expect("JSON"), names);
    }
}
