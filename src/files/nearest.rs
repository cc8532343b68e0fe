//! The name that somebody may have meant who wrote another one.

/// The least likeness, from 0 to 1, at which a name is suggested.
const LEAST: f64 = 0.75;

/// Of `names`, each with what it is the name of, the one most like `word`; `None` if none is like it, and of names that are equally like
/// it the first.
pub(crate) fn nearest<T>(word: &str, names: impl IntoIterator<Item = (T, impl AsRef<str>)>) -> Option<T> {
    let mut best: Option<(f64, T)> = None;
    for (what, name) in names {
        let likeness = strsim::jaro_winkler(&word.to_lowercase(), name.as_ref());
        if likeness >= LEAST && best.as_ref().is_none_or(|(known, _)| likeness > *known) {
            best = Some((likeness, what));
        }
    }
    best.map(|(_, what)| what)
}

/// A question for the one of `names` that is most like `word`, in brackets with a blank before them, for a message that
/// there is no such name. It is empty if none is like it.
pub(crate) fn did_you_mean(word: &str, names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names = names.into_iter().map(|name| (name.as_ref().to_owned(), name));
    nearest(word, names).map_or_else(String::new, |name| format!(" (did you mean '{name}'?)"))
}
