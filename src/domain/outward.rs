//! What reaches beyond the files of the work.

use serde::{Deserialize, Serialize};

/// What an agent does to the world or to what the work stands on, and hardly anybody wants without having spoken of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outward {
    /// Brings the work to where it runs.
    Deploy,
    /// Hands a package, an image or a release out.
    Publish,
    /// Raises the versions of packages that the project has already.
    Upgrade,
}

impl Outward {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Deploy, Self::Publish, Self::Upgrade];

    /// What it is called behind "the user has not spoken of".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deploy => "deploying",
            Self::Publish => "publishing",
            Self::Upgrade => "upgrades",
        }
    }
}
