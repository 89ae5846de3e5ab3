//! The meaning of a text as numbers: the one place where lessons get their vectors from.

use crate::commands::project::Project;
use crate::domain::Vector;

/// The vector of a text; `None` where no encoder is at hand: then words alone decide.
pub(super) fn encode(project: &Project, text: &str) -> Option<Vector> {
    crate::inference::vector(text, project.config.inference.encoder)
}
