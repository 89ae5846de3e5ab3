//! Names that the goal's text holds word for word.

use crate::text::path;

/// Letters below which a name is a word of any text.
const SHORTEST: usize = 3;

/// A goal's text, to look for names in it.
pub(super) struct Said {
    text: String,
}

impl Said {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_lowercase() }
    }

    /// True where the text names the file with its extension: "session.rs".
    pub(super) fn names(&self, file: &str) -> bool {
        let name = path::base_name(file).to_lowercase();
        let bare = |letter: char| !(letter.is_alphanumeric() || letter == '_');
        let telling = name.contains('.') && name_of(file).chars().count() >= SHORTEST;
        telling && times(&self.text, &name, |before| bare(before) && !matches!(before, '.' | '-'), bare) > 0
    }

    /// How often the text holds the name without its extensions as a word.
    pub(super) fn times(&self, file: &str) -> usize {
        let name = name_of(file).to_lowercase();
        let bare = |letter: char| !letter.is_alphanumeric();
        if name.chars().count() < SHORTEST { 0 } else { times(&self.text, &name, bare, bare) }
    }
}

/// The name up to its first dot, that of a hidden file without the dot: "token" of "token.test.ts", "env" of ".env".
pub(super) fn name_of(file: &str) -> &str {
    let name = path::base_name(file).trim_start_matches('.');
    name.split_once('.').map_or(name, |(name, _)| name)
}

/// How often a text has a word with such letters around it.
fn times(text: &str, word: &str, before: impl Fn(char) -> bool, after: impl Fn(char) -> bool) -> usize {
    let stands = |at: usize| {
        text[..at].chars().next_back().is_none_or(&before) && text[at + word.len()..].chars().next().is_none_or(&after)
    };
    text.match_indices(word).filter(|(at, _)| stands(*at)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_a_whole() {
        let said = Said::new("The Session of src/session.rs is lost; my_session stays. See `token.rs` and sessions.");
        assert!(said.names("src/auth/Session.rs") && said.names("token.rs"));
        assert!(!said.names("src/ion.rs") && !said.names("src/auth/session") && !said.names("src/auth/stays.rs"));
        // "The session", "session.rs", "my_session"; not "sessions".
        assert_eq!(said.times("web/session.test.ts"), 3);
        assert_eq!((said.times("web/sess.ts"), said.times("web/my.ts")), (0, 0));
    }
}
