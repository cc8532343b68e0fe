use crate::printable::printable;
use crate::tasks::{Lack, Missing};

/// A sentence for `missing`, on one line. `place` names the round, or is empty.
pub(crate) fn sentence(missing: &Missing, place: &str) -> String {
    let Missing { name, lacks, reason } = missing;
    let what = match lacks {
        Lack::Pairing => "pairing",
        Lack::Optimum => "proven optimum",
        Lack::Proof => "proof",
    };
    printable(&format!("{name} has no {what}{place}: {reason}."))
}
