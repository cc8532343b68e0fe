//! A program without the laboratory generates nothing.

use super::super::exit::Exit;
use super::{EngineArguments, refuse};

impl EngineArguments {
    pub(super) fn generate(&self, _: Option<&str>) -> anyhow::Result<Exit> {
        refuse(
            "this program is built without the laboratory, which generates tournaments; build it with the feature lab",
        )
    }
}
