use super::{ByeKind, Colour, Outcome, Score};

/// The points for each result and each bye (the codes are JaVaFo's `XXS` codes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSystem {
    /// `WW` and `BW`: a win with White, with Black.
    pub win: [Score; 2],
    /// `WD` and `BD`: a draw.
    pub draw: [Score; 2],
    /// `WL` and `BL`: a loss.
    pub loss: [Score; 2],
    /// `FW`: a win by forfeit.
    pub forfeit_win: Score,
    /// `FL`: a loss by forfeit.
    pub forfeit_loss: Score,
    /// `PAB`: the pairing-allocated bye.
    pub pairing_bye: Score,
    /// `FPB`: a requested full-point bye.
    pub full_bye: Score,
    /// `HPB`: a requested half-point bye.
    pub half_bye: Score,
    /// `ZPB`: a zero-point bye, or an absence.
    pub zero_bye: Score,
    /// An adjourned game, if it is not worth a draw (`162 X` of TRF-2026; JaVaFo has no code).
    pub adjourned: Option<Score>,
    /// The pairing-allocated bye of a match of two games, if it is not worth [`pairing_bye`](Self::pairing_bye) twice: FIDE's Double-Swiss
    /// gives a win and a draw (C.04.5, 1.4).
    pub pairing_bye_match: Option<Score>,
}

impl Default for PointSystem {
    fn default() -> Self {
        let [none, half, one] = [0, 5, 10].map(Score::from_tenths);
        Self {
            win: [one; 2],
            draw: [half; 2],
            loss: [none; 2],
            forfeit_win: one,
            forfeit_loss: none,
            pairing_bye: one,
            full_bye: one,
            half_bye: half,
            zero_bye: none,
            adjourned: None,
            pairing_bye_match: None,
        }
    }
}

impl PointSystem {
    /// What each result and bye is worth, by JaVaFo's codes.
    pub fn codes(&self) -> [(&'static str, Score); 12] {
        { *self }.by_code().map(|(code, points)| (code, *points))
    }

    /// The points by JaVaFo's codes, to be changed.
    pub fn by_code(&mut self) -> [(&'static str, &mut Score); 12] {
        let Self { win, draw, loss, .. } = self;
        let [[white_win, black_win], [white_draw, black_draw], [white_loss, black_loss]] = [win, draw, loss];
        [
            ("WW", white_win),
            ("BW", black_win),
            ("WD", white_draw),
            ("BD", black_draw),
            ("WL", white_loss),
            ("BL", black_loss),
            ("ZPB", &mut self.zero_bye),
            ("HPB", &mut self.half_bye),
            ("FPB", &mut self.full_bye),
            ("PAB", &mut self.pairing_bye),
            ("FW", &mut self.forfeit_win),
            ("FL", &mut self.forfeit_loss),
        ]
    }

    /// The points of each result and bye.
    pub(super) fn worths(&self) -> impl Iterator<Item = Score> {
        self.codes().into_iter().map(|(_, points)| points).chain(self.adjourned).chain(self.pairing_bye_match)
    }

    /// The points for `outcome` to the player who had `colour`.
    pub fn game(&self, colour: Colour, outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win => self.win[colour as usize],
            Outcome::Draw => self.draw[colour as usize],
            Outcome::Loss => self.loss[colour as usize],
            Outcome::ForfeitWin => self.forfeit_win,
            Outcome::ForfeitLoss => self.forfeit_loss,
            Outcome::Adjourned => self.adjourned.unwrap_or(self.draw[colour as usize]),
        }
    }

    /// The points for a bye of `kind`.
    pub fn bye(&self, kind: ByeKind) -> Score {
        match kind {
            ByeKind::Pairing => self.pairing_bye,
            ByeKind::Full => self.full_bye,
            ByeKind::Half => self.half_bye,
            ByeKind::Zero => self.zero_bye,
        }
    }
}
