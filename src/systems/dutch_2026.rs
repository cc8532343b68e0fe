//! The FIDE (Dutch) System in force since 1 February 2026 (FIDE Handbook C.04.3).

use super::dutch_since_2017::{Articles, CandidateEdition, CandidateRules};

/// The system `dutch-2026`.
pub const EDITION: CandidateRules = CandidateRules {
    id: "dutch-2026",
    edition: CandidateEdition::E2026,
    absolute: ["dutch-2026.C1", "dutch-2026.C2", "dutch-2026.C3"],
    articles: Articles {
        prepared: "3.3",
        transposition: "4.2",
        exchange: "4.3",
        set: "4.4",
        downfloater: "1.4",
        bye: "C5",
        colours: ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"],
        outlook: "1.9",
    },
};
