//! Whether files may be made or taken away at all: "don't create new files", "without adding any markdown files", "don't delete anything".
//!
//! Owns these forms, and what a limit leaves free of its files ([`spares`]). Who forbids it in one place ("don't delete src/db") names that place, and the same grammar reads it.

use super::{Object, everything, says_when};
use crate::domain::Spares;
use crate::goal::constraint::act::new_files::ANY;
use crate::goal::constraint::act::{Act, Cue};
use crate::goal::prompt::sentence::Sentence;
use crate::goal::prompt::word_class::{is_earlier, is_file_noun};

/// What else is forbidden in the same breath: "don't create or delete any files".
pub(in crate::goal::constraint) fn other_deed(sentence: &Sentence<'_>, cue: &Cue) -> Option<Spares> {
    let says = |words: [&str; 4]| (cue.start..cue.object).any(|at| words.contains(&sentence.word(at)));
    let both = says(["add", "adding", "create", "creating"]) && says(["delete", "deleting", "remove", "removing"]);
    match cue.act {
        Act::Removal if both => Some(Spares::Existing),
        Act::Creation if both => Some(Spares::Changes),
        _ => None,
    }
}

/// True where the phrase stands for all files of the project: "any files", "anything".
pub(in crate::goal::constraint) fn means_all_files(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> bool {
    let plain = |at: usize| {
        let word = sentence.word(at);
        let files = is_file_noun(word) || matches!(word, "anything" | "folders" | "nothing");
        files || ANY.contains(&word) || matches!(word, "all" | "at" | "or")
    };
    // "For the tests" says of what; "for now" and "for the moment" when.
    let narrowed = match sentence.word(object.end) {
        "for" => !says_when(sentence, object.end),
        word => matches!(word, "apart" | "aside" | "besides" | "except" | "excluding" | "other"),
    };
    object.anything
        && !object.more
        && !narrowed
        && (cue.object..object.end).all(plain)
        && (cue.asks || everything::is_meant(sentence, cue, object))
}

/// What the act leaves free of its files.
pub(in crate::goal::constraint) fn spares(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> Spares {
    match cue.act {
        Act::Removal => Spares::Changes,
        Act::Creation => Spares::Existing,
        Act::Change if spares_new_ones(sentence, cue, object) => Spares::NewFiles,
        _ => Spares::Nothing,
    }
}

/// "Don't change existing tests", "don't touch the tests, write new ones".
fn spares_new_ones(sentence: &Sentence<'_>, cue: &Cue, object: &Object) -> bool {
    let new_ones =
        |at: usize| sentence.word(at) == "new" && matches!(sentence.word(at + 1), "file" | "files" | "one" | "ones");
    (cue.object..object.end).any(|at| is_earlier(sentence.word(at))) || sentence.any_from(object.end, new_ones)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn no_files_are_to_be_made() {
        for said in [
            "Fix the login. Don't create any new files.",
            "fix the login without creating new files",
            "fix the login, no new files please",
            "Fix the login. Don't make new files, edit the existing ones",
            "Fix the login. Avoid adding files.",
            "Fix the login. No extra files.",
        ] {
            limits(said, "deny creating the project");
        }
        // A wish is told and denies nothing.
        limits("Fix the login. I don't want any new files.", "donot creating the project");
        limits("Fix the login. Don't create any markdown files", "deny creating **/*.md");
        limits("Fix the login. Don't write any .md files.", "deny creating **/*.md");
        limits("Fix the login. Don't create documentation files.", "deny creating docs");
        limits("Fix the login. Don't create new files in src/auth.", "deny creating src/auth/");
        limits("Fix the login. Never create files outside src.", "deny creating outside src/");
        limits("Fix the login. Ask me before creating new files.", "ask creating the project");
        limits("Fix the login. Don't create new files unless I say so.", "ask creating the project");
    }

    #[test]
    fn no_files_are_to_be_taken_away() {
        for said in [
            "Fix the login. Don't delete any files.",
            "Fix the login. Never delete files.",
            "Fix the login. Don't remove anything.",
            "Fix the login without deleting anything",
        ] {
            limits(said, "deny removing the project");
        }
        limits("Fix the login. Don't delete any tests", "deny removing tests");
        limits("Fix the login. Ask me before deleting anything.", "ask removing the project");
        limits("Fix the login. Don't delete files without asking me.", "ask removing the project");
    }

    #[test]
    fn both_are_forbidden_in_one_breath() {
        let both = "deny removing the project; deny creating the project";
        limits("Fix the login. Don't create or delete any files.", both);
        limits(
            "Fix the login. Don't delete or create any files.",
            "deny creating the project; deny removing the project",
        );
    }

    #[test]
    fn some_files_and_programs_are_not_meant() {
        limits("Fix the login. Don't create backup files", "donot");
        limits("Fix the login. Don't create a new file unless you really need one", "donot creating");
        limits("Fix the login. Don't remove any code.", "donot removing");
        limits("Add a button. When the user has no files, don't create any files.", "donot creating");
        limits("Implement the cleanup job: don't delete files younger than a day", "donot removing");
        limits("If the folder is empty don't create new files", "");
        limits("Why do we not delete any files?", "");
        limits("Fix the login. Don't create new files for the tests.", "donot");
        limits("Fix the login. Don't delete any source files.", "donot removing");
        limits("Write a PDF export. Never create any files, return a buffer.", "donot creating the project");
    }
}
