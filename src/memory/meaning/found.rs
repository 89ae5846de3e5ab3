//! What differs between two texts, by kind and in words for people.

/// In what two texts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// The deed goes the other way: increase, decrease.
    Direction,
    /// One denies what the other says.
    Negation,
    /// Another number, or another unit.
    Number,
    /// The other comes first.
    Order,
    /// Who does it to whom, or from where to where, is swapped.
    Roles,
    /// Another thing.
    Object,
    /// Another deed.
    Deed,
    /// Another place, part or circle of users: test and production.
    Scope,
    /// Another way to do it.
    Technique,
    /// Another file or name in a program.
    Path,
    /// Another command or option.
    Command,
}

impl Difference {
    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direction => "direction",
            Self::Negation => "negation",
            Self::Number => "number",
            Self::Order => "order",
            Self::Roles => "roles",
            Self::Object => "object",
            Self::Deed => "deed",
            Self::Scope => "scope",
            Self::Technique => "technique",
            Self::Path => "path",
            Self::Command => "command",
        }
    }

    /// True where following one text would be wrong by the other.
    pub const fn is_opposite(self) -> bool {
        !matches!(self, Self::Path | Self::Command | Self::Object | Self::Deed)
    }
}

pub(super) type Found = Vec<(Difference, String)>;

pub(super) fn against(one: &str, other: &str) -> String {
    // The same words whichever text comes first.
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    format!("\"{one}\" against \"{other}\"")
}
