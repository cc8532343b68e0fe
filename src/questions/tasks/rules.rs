use crate::files::request_field::RequestField;
use crate::model::{Objective, Value};
use crate::proof::verify::verify;
use crate::questions::registry::System;
use crate::tournament::{Pairing, RoundState, Trust};
use std::fmt;

/// The rules that a pairing is judged by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules {
    /// The rules of a model.
    Model(Objective),
    /// The rules of a system.
    System(System),
}

impl Rules {
    /// The rule by which the player may not have the bye who has it before the round is paired ([`RoundState::preset_bye`]), if there is
    /// such a rule.
    fn against_preset_bye(&self, state: &RoundState) -> Option<&'static str> {
        let player = state.absent().iter().find(|player| Some(player.id) == state.preset_bye())?;
        match self {
            Self::Model(spec) => {
                let hard = spec.hard.iter().find(|rule| rule.forbids_bye(player)).map(|rule| rule.rule().id);
                let is_forbidden = || spec.define.iter().any(|definition| definition.forbids_bye(state, player));
                hard.or_else(|| is_forbidden().then_some("define.forbid"))
            }
            Self::System(system) => {
                let [_, rule, _] = system.edition().absolute;
                (!system.may_have_bye(state, player)).then_some(rule)
            }
        }
    }

    /// Why that bye is refused, unless the rules let the player have it or it is trusted.
    pub(crate) fn refusal_of_bye(&self, state: &RoundState, trust: Trust) -> Option<String> {
        let rule = self.against_preset_bye(state).filter(|_| trust != Trust::Byes)?;
        let (bye, round) = (state.preset_bye()?, state.round());
        let [trust, late] = [RequestField("trust"), RequestField("late")];
        Some(format!(
            "player {bye} may not have the pairing-allocated bye of round {round} [{rule}]; have the player paired by {late}, or \
             go on with {trust} byes"
        ))
    }

    /// How little `pairing` pleases: the violations, and then the values of a model.
    pub(crate) fn cost(&self, state: &RoundState, pairing: &Pairing) -> (usize, Vec<Value>) {
        let verdict = match self {
            Self::Model(spec) => verify(state, spec, pairing, None),
            Self::System(system) => system.verify(state, pairing),
        };
        (verdict.violations.len(), verdict.values())
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(spec) => write!(f, "model {}", spec.name),
            Self::System(system) => write!(f, "system {system}"),
        }
    }
}
