//! The words in which people speak of changing files, in every form: one list for all that is read of them.

/// The verb, its gerund, its participle.
const VERBS: [[&str; 3]; 6] = [
    ["alter", "altering", "altered"],
    ["change", "changing", "changed"],
    ["edit", "editing", "edited"],
    ["modify", "modifying", "modified"],
    ["touch", "touching", "touched"],
    ["update", "updating", "updated"],
];

/// "touch", "edit".
pub(in crate::goal) fn is_verb(word: &str) -> bool {
    VERBS.iter().any(|[verb, ..]| *verb == word)
}

/// A verb by which something that is there is worked on: those of changing, "fix", "port".
pub(in crate::goal) fn is_work_on(word: &str) -> bool {
    is_verb(word)
        || matches!(word, "adapt" | "adjust" | "convert" | "correct" | "extend" | "fix" | "migrate" | "patch" | "port")
        || matches!(word, "refactor" | "rewrite" | "switch")
}

/// A verb with which the work is kept to some places.
pub(in crate::goal) fn keeps_to(word: &str) -> bool {
    matches!(word, "confine" | "keep" | "limit" | "remain" | "restrict" | "stay" | "stick")
}

/// "touching", "editing".
pub(in crate::goal) fn is_gerund(word: &str) -> bool {
    VERBS.iter().any(|[_, gerund, _]| *gerund == word)
}

/// "touched", "edited".
pub(in crate::goal) fn is_participle(word: &str) -> bool {
    VERBS.iter().any(|[.., participle]| *participle == word)
}

/// "changes", "edits": what is made in a file. "Change" alone may be the verb.
pub(in crate::goal) fn is_noun(word: &str) -> bool {
    matches!(word, "changes" | "edits" | "modifications" | "updates")
}

/// "change", "edits": the same of one, where nobody could take it for the verb.
pub(in crate::goal) fn is_change(word: &str) -> bool {
    is_noun(word) || matches!(word, "change" | "edit" | "modification")
}

/// "stays", "remain": what is not to change.
pub(in crate::goal) fn is_staying(word: &str) -> bool {
    matches!(word, "remain" | "remains" | "stay" | "stays")
}

/// "untouched", "as-is": how a thing is left.
pub(in crate::goal) fn is_left(word: &str) -> bool {
    matches!(word, "alone" | "as-is" | "intact" | "unchanged" | "untouched")
}

/// What a place is that nobody may change. "Forbidden" may be said of anything.
pub(in crate::goal) fn is_shut(word: &str) -> bool {
    matches!(word, "frozen" | "off-limits" | "read-only" | "readonly" | "taboo" | "untouchable")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::limits;

    #[test]
    fn every_form_of_every_verb_forbids() {
        let check = |said: &str| {
            limits(said, "deny src/legacy/");
        };
        for [verb, gerund, participle] in VERBS {
            check(&format!("fix the bug, don't {verb} src/legacy"));
            check(&format!("fix the bug without {gerund} src/legacy"));
            check(&format!("avoid {gerund} src/legacy"));
            check(&format!("{gerund} src/legacy is not allowed"));
            check(&format!("src/legacy must not be {participle} thanks"));
            check(&format!("this PR must not {verb} src/legacy"));
        }
        for noun in ["changes", "edits", "modifications", "updates"] {
            assert!(is_noun(noun));
            check(&format!("no {noun} to src/legacy please"));
            check(&format!("make no {noun} to src/legacy"));
            check(&format!("avoid {noun} to src/legacy"));
            check(&format!("{noun} to src/legacy are not wanted"));
        }
        for one in ["change", "edit", "modification"] {
            assert!(is_change(one) && !is_noun(one));
            check(&format!("no {one} to src/legacy please"));
        }
        for shut in ["frozen", "off-limits", "read-only", "readonly", "taboo", "untouchable"] {
            assert!(is_shut(shut));
            check(&format!("src/legacy is {shut} for you"));
        }
        for shut in ["read-only", "readonly", "off-limits", "frozen", "untouchable"] {
            check(&format!("treat src/legacy as {shut}"));
        }
    }
}
