//! The FIDE (Dutch) System in force until 31 January 2026 (FIDE Handbook C.04.3, Baku 2016).

use super::dutch_since_2017::{Articles, CandidateEdition, CandidateRules};

/// The system `dutch-2017`.
pub const EDITION: CandidateRules = CandidateRules {
    id: "dutch-2017",
    edition: CandidateEdition::E2017,
    absolute: ["dutch-2017.C1", "dutch-2017.C2", "dutch-2017.C3"],
    articles: Articles {
        prepared: "B3",
        transposition: "D1",
        exchange: "D2",
        set: "D3",
        downfloater: "A4",
        bye: "A5",
        colours: ["E1", "E2", "E3", "E4", "E5"],
        outlook: "A9",
    },
};
