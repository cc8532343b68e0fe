//! The name that somebody may have meant who wrote another one.

/// The least likeness, from 0 to 1, at which a name is suggested.
const LEAST: f64 = 0.75;

/// A question for the one of `names` that is most like `word`, in brackets with a blank before them, for a message that
/// there is no such name. It is empty if none is like it. Of names that are equally like it, the first is taken.
pub(crate) fn did_you_mean(word: &str, names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut best: Option<(f64, String)> = None;
    for name in names {
        let likeness = strsim::jaro_winkler(&word.to_lowercase(), name.as_ref());
        if likeness >= LEAST && best.as_ref().is_none_or(|(known, _)| likeness > *known) {
            best = Some((likeness, name.as_ref().to_owned()));
        }
    }
    best.map_or_else(String::new, |(_, name)| format!(" (did you mean '{name}'?)"))
}
