//! Places by the short names that people call them: "legacy too" of src/legacy, "the invoice model" of models/invoice.rb.
//!
//! Owns what must stand before and behind such a name, so that it is the place and no word about another: "the auth redirect".

use super::goes_on_to;
use super::mentioned::is_a_source;
use super::offer::said;
use crate::domain::Pattern;
use crate::goal::ask::Ask;
use crate::goal::names::lookup::Lookup;
use crate::goal::prompt::token::Token;
use crate::goal::reading::Line;
use crate::text::words::{akin, is_telling, words};
use crate::text::{kind, path};

/// Words between a verb or preposition and the name of a place.
const BESIDE_A_NAME: [&str; 8] = ["all", "my", "old", "our", "that", "the", "this", "your"];
/// Words right before the bare name of a place that is to be changed.
#[rustfmt::skip]
const BEFORE_A_NAME: [&str; 28] = [
    "about", "adapt", "adjust", "also", "and", "change", "do", "edit", "extend", "fix", "for", "in", "inside", "into", "migrate", "modify",
    "now", "of", "ok", "okay", "on", "refactor", "then", "to", "touch", "under", "up", "update",
];
/// The same before what is said of a limit: "ignore the db limit".
const BEFORE_A_LIMIT: [&str; 10] =
    ["disregard", "drop", "dropped", "forget", "ignore", "lift", "mind", "nvm", "remove", "scratch"];
/// What a limit is called behind the name of its place.
const LIMITS: [&str; 5] = ["ban", "freeze", "limit", "restriction", "rule"];
/// Words behind the name of a file that is called so: "the invoice model".
#[rustfmt::skip]
const OF_A_FILE: [&str; 19] = [
    "class", "component", "controller", "function", "helper", "hook", "job", "mailer", "middleware", "model", "page", "route",
    "screen", "script", "serializer", "service", "store", "view", "worker",
];
/// Of those the ones behind which "the db client" is a file of the folder and not something that is used.
#[rustfmt::skip]
const AT_WORK: [&str; 14] = [
    "adapt", "adjust", "change", "edit", "extend", "fix", "in", "inside", "into", "migrate", "modify", "refactor", "touch", "update",
];
/// Words right behind it; behind others it only describes ("the auth redirect").
#[rustfmt::skip]
const BEHIND_A_NAME: [&str; 31] = [
    "accordingly", "after", "again", "also", "and", "as", "can", "code", "dir", "directory", "files", "folder", "is", "may", "module",
    "must", "need", "needs", "next", "now", "package", "part", "please", "side", "stuff", "should", "so", "then", "there", "to", "too",
];

/// True when a line speaks of a forbidden place by its short name, as of a place: "legacy too" of src/legacy, "add a migration" of
/// db/migrations, "the prod config" of config/prod.yaml.
///
/// `described`: the work with which it was forbidden is committed, and what is called after the place ("the legacy import") is
/// enough.
pub(super) fn calls(line: &Line<'_>, place: &Pattern, lookup: &Lookup<'_>, described: bool) -> bool {
    // "The invoice model".
    let of_a_file = |at: usize| OF_A_FILE.contains(&line.sentence.word(at + 1)) && before_a_name(line, at).is_some();
    let alone = |at: usize| is_called(line, at, &|_| false) || of_a_file(at);
    match place {
        Pattern::Folder(folder) => {
            let name = path::base_name(folder);
            // One of many: "add a migration" to the migrations.
            let one_of = |word: &str| {
                line.ask == Ask::Work && word.len() > 3 && name.len() == word.len() + 1 && akin(word, name)
            };
            // "The database client" is a file of it.
            let file = |behind: &str| !lookup.files_called(behind, folder).is_empty();
            // "Speed up the pool", where the folder holds one.
            let inside = |at: usize, word: &str| {
                let nowhere_else = || lookup.files_called(word, "").len() == lookup.files_called(word, folder).len();
                word.len() > 3 && is_telling(word) && alone(at) && file(word) && nowhere_else()
            };
            line.asking().any(|(at, token)| {
                one_of(&token.word)
                    || (line.ask == Ask::Work || goes_on_to(line)) && inside(at, &token.word) && !line.looks_at(at)
                    || token.word == name
                        && (described || is_called(line, at, &file))
                        && (line.ask != Ask::Work || !line.looks_at(at))
            })
        }
        Pattern::File(file) => {
            let names = words(file.rsplit_once('.').map_or(file, |(name, _)| name));
            let spoken = said(line);
            // "Fix the modal".
            let stem = path::stem(file).to_lowercase();
            let called = |(at, token): (usize, &Token<'_>)| token.word == stem && alone(at) && !line.looks_at(at);
            stem.len() > 3 && line.asking().any(called)
                || names.len() > 1 && names.iter().all(|name| spoken.iter().any(|word| akin(word, name)))
        }
        Pattern::Glob(glob) => line.asking().any(|(at, token)| {
            let part = kind::part_of_word(&token.word);
            part.is_some_and(|part| part.globs.contains(&glob.as_str())) && !line.looks_at(at)
        }),
    }
}

/// What leads to the bare name at `at`, where it may stand for a place: "", "fix", "in". `None` where it describes another or is used.
fn before_a_name<'l>(line: &'l Line<'_>, at: usize) -> Option<&'l str> {
    let sentence = &line.sentence;
    let before =
        (0..at).rev().map(|before| sentence.word(before)).find(|word| !BESIDE_A_NAME.contains(word)).unwrap_or("");
    let comma = at > 0 && sentence.tokens[at - 1].comma();
    (before.is_empty() || comma || BEFORE_A_NAME.contains(&before)).then_some(before)
}

/// True where the bare name at `at` stands for the place and does not describe another ("the auth redirect"). `file` tells whether the
/// word behind it is a file in the place.
fn is_called(line: &Line<'_>, at: usize, file: &dyn Fn(&str) -> bool) -> bool {
    let (sentence, token) = (&line.sentence, &line.sentence.tokens[at]);
    if is_a_source(sentence, at) {
        return false;
    }
    let behind = sentence.word(at + 1);
    let limit = LIMITS.contains(&behind);
    let lifted = || limit && (0..at).any(|before| BEFORE_A_LIMIT.contains(&sentence.word(before)));
    let ended = || token.comma() || token.stop() || behind.is_empty() || BEHIND_A_NAME.contains(&behind) || limit;
    let called = |before: &str| ended() || AT_WORK.contains(&before) && file(behind);
    before_a_name(line, at).is_some_and(called) || lifted()
}

#[cfg(test)]
mod tests {
    use crate::domain::FileList;
    use crate::goal::stage::{Stage, shown_constraints};

    /// What is left of `limit` after `prompt`, in a repository of these files.
    #[track_caller]
    fn left(files: &[&str], limit: &str, prompt: &str, expected: &str) {
        let mut stage = Stage::new();
        stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
        let first = stage.start(&format!("fix the login. {limit}"));
        assert_eq!(shown_constraints(&stage.revise(&first, prompt).1.constraints), expected, "{limit} | {prompt}");
    }

    #[test]
    fn a_file_is_called_by_its_name_and_by_what_it_is() {
        let files = [
            "app/models/invoice.rb",
            "app/models/user.rb",
            "app/services/search.py",
            "src/db/pool.ts",
            "src/db/client.ts",
        ];
        left(&files, "leave app/models/invoice.rb alone", "add a validation to the invoice model", "");
        left(&files, "app/services/search.py is off limits", "exclude deleted users in the search service", "");
        left(&files, "don't touch src/db", "now speed up the pool", "");
        left(&files, "don't touch src/db", "tidy up the client module", "");
        left(&files, "don't touch app/services/search.py", "update search accordingly", "");
        left(&files, "don't touch app/services/search.py", "then adapt search to the new signature", "");
        // Another thing that is called after it, something that is used, and what only looks.
        let denied = "deny app/models/invoice.rb";
        for prompt in [
            "add an invoice number to the user",
            "read the invoice model",
            "the user page shows the invoice total, cache it",
        ] {
            left(&files, "leave app/models/invoice.rb alone", prompt, denied);
        }
        left(&files, "don't touch src/db", "use the pool in app/models/user.rb", "deny src/db/");
    }

    #[test]
    fn a_limit_is_called_by_its_place() {
        let files = ["src/legacy/old.ts", "src/auth/token.ts"];
        for prompt in [
            "the legacy restriction is lifted",
            "ignore the legacy rule from before",
            "nvm the legacy restriction",
            "drop the legacy rule",
            "we dropped the legacy freeze, so go for it",
            "permission granted for legacy",
            "you have permission to change legacy",
            "no problem if you have to change src/legacy",
        ] {
            left(&files, "don't touch src/legacy", prompt, "");
        }
        for prompt in
            ["drop the rate limit", "the legacy freeze is not over", "users have permission to change legacy data"]
        {
            left(&files, "don't touch src/legacy", prompt, "deny src/legacy/");
        }
    }
}
