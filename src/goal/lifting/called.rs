//! Places by the short names that people call them: "legacy too" of src/legacy, "the invoice model" of models/invoice.rb.
//!
//! Owns what must stand before and behind such a name, so that it is the place and no word about another: "the auth redirect".

use super::aside;
use super::implied::{goes_on_to, is_told_of_or_given};
use super::offer::is_refusing;
use crate::domain::{Called, Pattern};
use crate::goal::freeing::fault::is_given_up;
use crate::goal::freeing::granted::{granted, is_open_now};
use crate::goal::freeing::mentioned::is_a_source;
use crate::goal::freeing::verb::is_refused;
use crate::goal::freeing::{freed, turn};
use crate::goal::line::{Ask, Line};
use crate::goal::names::lookup::Lookup;
use crate::goal::names::spoken;
use crate::goal::prompt::changing;
use crate::goal::prompt::closing::is_closed;
use crate::goal::prompt::sentence::{Sentence, in_full, is_inquiring, is_verb};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{
    begins_another_thing, is_determiner, is_exclamation, is_place_noun, is_prelude, is_pronoun, is_too, leads_into,
    lets, obliges,
};
use crate::text::words::{akin, is_telling, path_words, words};
use crate::text::{kind, path};

/// Words right before the bare name of a place that is to be changed.
#[rustfmt::skip]
const BEFORE_A_NAME: [&str; 39] = [
    "about", "actually", "adapt", "adjust", "also", "and", "auch", "aussi", "change", "clear", "convert", "delete", "do", "edit", "extend", "fix", "for", "in", "inside", "into", "migrate", "modifier", "modify",
    "now", "of", "ok", "okay", "on", "port", "refactor", "remove", "switch", "then", "to", "touch", "under", "up", "update", "wipe",
];
/// What a limit is called behind the name of its place.
const LIMITS: [&str; 5] = ["ban", "freeze", "limit", "restriction", "rule"];
/// Words behind the name of a file that is called so: "the invoice model".
#[rustfmt::skip]
const OF_A_FILE: [&str; 19] = [
    "class", "component", "controller", "function", "helper", "hook", "job", "mailer", "middleware", "model", "page", "route",
    "screen", "script", "serializer", "service", "store", "view", "worker",
];
/// Words right behind it, beside those of the language; behind others it only describes ("the auth redirect").
const BEHIND_A_NAME: [&str; 11] =
    ["accordingly", "code", "next", "one", "part", "please", "side", "stuff", "there", "turn", "without"];
/// The same in German, where the verb stands last: "in legacy fixen", "legacy darfst du anfassen".
#[rustfmt::skip]
const BEHIND_ELSEWHERE: [&str; 18] = [
    "anfassen", "anpassen", "auch", "bearbeiten", "beheben", "bitte", "darf", "darfst", "fixen", "jetzt", "kann", "kannst", "korrigieren",
    "machen", "reparieren", "umbauen", "ändern", "überarbeiten",
];

/// Places of one name at most that are meant together.
const MAX_SAME_NAME: usize = 3;

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
                word.len() > 3
                    && is_telling(word)
                    && (is_spoken_of(line, at, &|_| false) || of_a_file(at))
                    && file(word)
                    && nowhere_else()
            };
            aside::wants(line, folder, lookup)
                || line.asking().any(|(at, token)| {
                    one_of(&token.word)
                        || (line.ask == Ask::Work || goes_on_to(line)) && inside(at, &token.word) && !line.looks_at(at)
                        || spoken::is_called(folder, &token.word)
                            && (described || is_called(line, at, &file))
                            && (line.ask != Ask::Work || !line.looks_at(at))
                })
        }
        Pattern::File(file) => {
            let names = words(file.rsplit_once('.').map_or(file, |(name, _)| name));
            let spoken = line.said();
            // "Fix the modal".
            let stem = path::stem(file).to_lowercase();
            let called = |(at, token): (usize, &Token<'_>)| token.word == stem && alone(at) && !line.looks_at(at);
            is_telling(&stem) && line.asking().any(called)
                || is_partly_called(line, file, lookup)
                || names.len() > 1 && names.iter().all(|name| spoken.iter().any(|word| akin(word, name)))
        }
        Pattern::Glob(glob) => line.asking().any(|(at, token)| {
            let part = kind::part_of_word(&token.word);
            part.is_some_and(|part| part.globs.contains(&glob.as_str())) && !line.looks_at(at)
        }),
    }
}

/// True when a line speaks of what a limit calls by its words: of one of its names, or of the deed where that alone is forbidden.
pub(super) fn speaks_of(line: &Line<'_>, called: &Called) -> bool {
    let spoken = line.said();
    let one = |word: &String| spoken.iter().any(|said| akin(said, word));
    // "Run patch.yml on staging now".
    let ordered = || {
        let verb = line.sentence.main_verb.map_or("", |verb| line.sentence.word(verb));
        called.deeds.iter().any(|deed| akin(deed, verb))
    };
    if called.names.is_empty() {
        called.deeds.iter().any(one)
    } else {
        // "Write the migration" of "the database schema".
        let of_its_kind = |word: &String| kind::kind_of_word(word).is_some_and(|kind| line.kinds.contains(&kind));
        called.names.iter().any(|name| name.iter().all(|word| one(word) || of_its_kind(word))) || ordered()
    }
}

/// The files that a line calls by their names and wants changed, where all of the name are `held`: "the importer too" of a forbidden
/// folder, "raise it in the helm values", "edit the guide" of the docs. `held_as`: whether a word calls what is forbidden as a whole.
pub(super) fn files(
    line: &Line<'_>,
    lookup: &Lookup<'_>,
    held: &dyn Fn(&str) -> bool,
    held_as: &dyn Fn(&str) -> bool,
) -> Vec<Pattern> {
    let sentence = &line.sentence;
    let mut found = Vec::new();
    for (at, token) in line.asking() {
        if !is_telling(&token.word) || line.looks_at(at) {
            continue;
        }
        let asked = turn::asks_for(sentence, at) && !is_a_source(sentence, at)
            || is_worked_on(line, at) && ends_a_name(sentence, at);
        // With the folder before it: "the helm values" of deploy/helm/values.yaml.
        let outer = at.checked_sub(1).map_or("", |outer| sentence.word(outer));
        let inner = || if outer.is_empty() { Vec::new() } else { lookup.files_called(&token.word, outer) };
        let spoken = if asked && !held_as(&token.word) {
            lookup.files_called(&token.word, "")
        } else if at > 0 && is_worked_on(line, at - 1) && ends_a_name(sentence, at) {
            inner()
        } else {
            continue;
        };
        if spoken.iter().all(|file| held(file)) {
            found.extend(spoken.into_iter().map(|file| Pattern::File(file.to_owned())));
        }
    }
    found
}

/// The places beside a declared scope that a line calls by their names and wants work at: "ok, services too", "you can also change the
/// config", "do the same for the hooks". A name that many places have calls none of them, and neither does one that a place `inside` has.
pub(super) fn beside(line: &Line<'_>, lookup: &Lookup<'_>, inside: &dyn Fn(&Pattern) -> bool) -> Vec<Pattern> {
    let sentence = &line.sentence;
    let wanted = |at: usize| {
        let ordered = || line.ask.is_for_work();
        let same = || (0..at).any(|before| sentence.word(before) == "same");
        let led = || {
            let before = before_a_name(line, at).filter(|_| ends_a_name(sentence, at));
            before.is_some_and(|before| is_at_work(before) || same() && matches!(before, "for" | "on" | "to"))
        };
        // "Next: the legacy cart", "the receipt should show it as well".
        let turned = || turn::opens_the_next(sentence);
        turn::asks_for(sentence, at) || turn::wants_too(sentence, at) || ordered() && led() || turned()
    };
    named(line, lookup, inside, MIN_FILE, wanted)
}

/// Letters from which on the name of a file calls it, and in whatever words.
const MIN_FILE: usize = 4;
const MIN_SPOKEN: usize = 3;

/// The same in whatever words: "show the expiry on the settings page", "the mail has the wrong tax as well". Enough where nothing is denied.
pub(super) fn spoken(line: &Line<'_>, lookup: &Lookup<'_>, inside: &dyn Fn(&Pattern) -> bool) -> Vec<Pattern> {
    let sentence = &line.sentence;
    // "The receipt should not show it": it stays as it is.
    let stays = |at: usize| match sentence.word(at) {
        word if lets(word) || obliges(word) => sentence.word(at + 1) == "not",
        word => changing::is_staying(word) || matches!(word, "keep" | "mustn't" | "needn't" | "shouldn't"),
    };
    if sentence.any_at(stays) {
        return Vec::new();
    }
    // "Apply what the receipt has".
    let taken = |at: usize| {
        let before = (0..at).rev().find(|before| !is_beside_a_name(sentence.word(*before)));
        before.is_some_and(|before| matches!(sentence.word(before), "how" | "what"))
    };
    named(line, lookup, inside, MIN_SPOKEN, |at| !is_refused(sentence, at) && !taken(at))
}

fn named(
    line: &Line<'_>,
    lookup: &Lookup<'_>,
    inside: &dyn Fn(&Pattern) -> bool,
    letters: usize,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Pattern> {
    let mut found = Vec::new();
    for (at, token) in line.asking() {
        let looked_at = || line.looks_at(at) && !is_put_there(&line.sentence, at);
        if !is_telling(&token.word) || is_a_source(&line.sentence, at) || !wanted(at) || looked_at() {
            continue;
        }
        let folders = lookup.folders_ending_with(&token.word);
        let files = || if token.word.len() >= letters { lookup.files_called(&token.word, "") } else { Vec::new() };
        let called: Vec<Pattern> = if folders.is_empty() {
            files().into_iter().map(|file| Pattern::File(file.to_owned())).collect()
        } else {
            folders.into_iter().map(|folder| Pattern::Folder(folder.to_owned())).collect()
        };
        if called.len() <= MAX_SAME_NAME && !called.iter().any(inside) {
            found.extend(called);
        }
    }
    found
}

/// "Show the expiry on the settings page", "use the blue button in the form": work at the place, where "show me" only looks.
fn is_put_there(sentence: &Sentence<'_>, at: usize) -> bool {
    let mut before = (0..at).rev().filter(|before| !is_beside_a_name(sentence.word(*before)));
    let leads = before.next().is_some_and(|led| leads_into(sentence.word(led)) || sentence.word(led) == "on");
    let puts = |verb: usize| {
        matches!(sentence.word(verb), "display" | "show" | "use") && !matches!(sentence.word(verb + 1), "me" | "us")
    };
    leads && before.any(puts)
}

/// True where a name at `at` is what the line works on: "in the helm values", "apply it to the legacy importer", "the helm values too".
fn is_worked_on(line: &Line<'_>, at: usize) -> bool {
    let applies =
        || (0..at).any(|verb| matches!(line.sentence.word(verb), "apply" | "carry" | "extend" | "port" | "same"));
    let works = line.ask.is_for_work() || goes_on_to(line);
    !is_a_source(&line.sentence, at)
        && before_a_name(line, at).is_some_and(|before| works && (is_at_work(before) || before == "to" && applies()))
}

/// True for a word behind which "the db client" is a file of the folder and not something that is used.
fn is_at_work(word: &str) -> bool {
    changing::is_work_on(word) || leads_into(word)
}

/// True for a word that may stand right behind the name of a place.
fn may_follow(word: &str) -> bool {
    is_place_noun(word)
        || is_too(word)
        || lets(word)
        || obliges(word)
        || matches!(word, "after" | "again" | "and" | "as" | "is" | "now" | "so" | "then" | "to")
        || BEHIND_A_NAME.contains(&word)
}

/// True for a word between a verb or preposition and the name of a place.
fn is_beside_a_name(word: &str) -> bool {
    is_determiner(word) || matches!(word, "all" | "das" | "den" | "die" | "el" | "la" | "le" | "old")
}

fn ends_a_name(sentence: &Sentence<'_>, at: usize) -> bool {
    is_closed(sentence, at + 1) || may_follow(sentence.word(at + 1))
}

/// "Prod needs it too", "now the prod settings" of `config/settings_prod.py`: the words of its name in any order, or one of them that no
/// other place has in its name.
fn is_partly_called(line: &Line<'_>, file: &str, lookup: &Lookup<'_>) -> bool {
    let sentence = &line.sentence;
    let name = words(path::stem(file));
    if name.len() < 2 {
        return false;
    }
    let all = |at: usize| {
        let spoken = sentence.tokens.get(at..at + name.len());
        spoken.is_some_and(|spoken| name.iter().all(|part| spoken.iter().any(|token| token.word == *part)))
            && before_a_name(line, at).is_some()
            && ends_a_name(sentence, at + name.len() - 1)
    };
    let others =
        |word: &str| lookup.any(|other| other != file && path_words(other).iter().any(|part| akin(part, word)));
    let one = |at: usize, word: &str| {
        // "Docker needs more memory" is about the program.
        let (next, object) = (sentence.word(at + 1), sentence.word(at + 2));
        let needs = matches!(next, "need" | "needs") && (is_pronoun(object) || matches!(object, "the" | "to"));
        let wanted = needs || matches!(next, "also" | "must" | "should" | "too");
        // "Set the colour in the settings" of settings_data.json.
        let led = || {
            let leads = before_a_name(line, at).is_some_and(leads_into);
            leads && line.ask.is_for_work() && ends_a_name(sentence, at)
        };
        let such = is_telling(word) && name.iter().any(|part| part == word);
        such && (turn::asks_for(sentence, at) || wanted && is_called(line, at, &|_| false) || led()) && !others(word)
    };
    line.asking().any(|(at, token)| (all(at) || one(at, &token.word)) && !line.looks_at(at))
}

/// What leads to the bare name at `at`, where it may stand for a place: "", "fix", "in". `None` where it describes another or is used.
fn before_a_name<'l>(line: &'l Line<'_>, at: usize) -> Option<&'l str> {
    let sentence = &line.sentence;
    let before = (0..at).rev().map(|before| sentence.word(before)).find(|word| !is_beside_a_name(word)).unwrap_or("");
    let comma = at > 0 && sentence.tokens[at - 1].comma();
    // "Hm the parser needs it too".
    let other = |word: &str| begins_another_thing(word) || matches!(word, "for" | "on");
    let small = |word: &str| is_beside_a_name(word) || is_exclamation(word) || is_prelude(word) && !other(word);
    let first = (0..at).all(|before| small(sentence.word(before)));
    let before = if first { "" } else { before };
    (before.is_empty() || comma || BEFORE_A_NAME.contains(&before)).then_some(before)
}

/// True where the bare name at `at` stands for the place and does not describe another ("the auth redirect"). `file` tells whether the
/// word behind it is a file in the place.
fn is_called(line: &Line<'_>, at: usize, file: &dyn Fn(&str) -> bool) -> bool {
    let changed = || granted(&line.sentence).is_some_and(|changed| changed.contains(&at));
    is_spoken_of(line, at, file)
        || (turn::asks_for(&line.sentence, at) || is_worked_at(line, at)) && !is_a_source(&line.sentence, at)
        || is_told_of_or_given(line, at)
        || is_open_now(&line.sentence, at)
        || changed()
}

/// "Make the parser faster", "let legacy handle it", "would you mind simplifying legacy?": an order by whatever verb.
fn is_worked_at(line: &Line<'_>, at: usize) -> bool {
    let sentence = &line.sentence;
    let mut before = (0..at).rev().map(|before| sentence.word(before)).filter(|word| !is_beside_a_name(word));
    let verb = before.next().unwrap_or("");
    // "Simplifying", "rewriting".
    let plain = in_full(verb);
    let works = is_verb(&plain) && !is_inquiring(&plain) && !is_refusing(&plain);
    let ordered = line.ask.is_for_work() || sentence.reads(0, "would you mind");
    ordered
        && !sentence.word(at).ends_with("'s")
        && (matches!(verb, "bring" | "have" | "let" | "make" | "sure") || works && ends_a_name(sentence, at))
}

/// The same by the words right before and behind it.
fn is_spoken_of(line: &Line<'_>, at: usize, file: &dyn Fn(&str) -> bool) -> bool {
    let sentence = &line.sentence;
    if is_a_source(sentence, at) || is_given_up(sentence, at) {
        return false;
    }
    let behind = sentence.word(at + 1);
    let limit = LIMITS.contains(&behind);
    let lifted =
        || limit && (0..at).any(|before| freed::is_ending(sentence.word(before)) || sentence.word(before) == "dropped");
    let known = may_follow(behind) || BEHIND_ELSEWHERE.contains(&behind) || limit;
    let opened = || freed::is_opened(sentence, at + 1);
    let part = spoken::is_noun(behind) || spoken::is_package(behind);
    let ended = || is_closed(sentence, at + 1) || known || opened();
    // "In the admin app"; "the admin app shows it" tells.
    let of_a_part = |before: &str| part && (leads_into(before) || matches!(before, "for" | "on" | "to"));
    let called = |before: &str| ended() || of_a_part(before) || is_at_work(before) && file(behind);
    before_a_name(line, at).is_some_and(called) || lifted()
}

#[cfg(test)]
mod tests {
    use crate::domain::FileList;
    use crate::goal::stage::{Stage, shown_scope};

    /// What is left of `limit` after `prompt`, in a repository of these files.
    #[track_caller]
    fn left(files: &[&str], limit: &str, prompt: &str, expected: &str) {
        let mut stage = Stage::new();
        stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
        let first = stage.start(&format!("fix the login. {limit}"));
        assert_eq!(stage.left(&first, prompt), expected, "{limit} | {prompt}");
    }

    #[test]
    fn the_next_piece_of_work_may_lie_beside_the_declared_scope() {
        let files = ["src/cart.py", "src/legacy/old_cart.py", "src/receipt.py", "src/mailer/send.py", "src/shop.py"];
        for (prompt, place) in [
            ("next: the legacy cart", "src/legacy/"),
            ("great. next: the legacy cart", "src/legacy/"),
            ("the receipt should show the discount as well", "src/receipt.py"),
        ] {
            let mut stage = Stage::new();
            stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
            let first = stage.start("the cart total forgets the discount, fix. only src/cart.py please");
            let scope = shown_scope(&stage.revise(&first, prompt).1);
            assert!(scope.contains(place) && scope.contains("declared src/cart.py"), "{prompt}: {scope}");
        }
        for prompt in [
            "now round it like the receipt does",
            "the receipt should not show it as well",
            "the receipt must keep working as well",
            "next apply what the receipt has",
            "next: the tests",
        ] {
            let mut stage = Stage::new();
            stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
            let first = stage.start("the cart total forgets the discount, fix. only src/cart.py please");
            let scope = shown_scope(&stage.revise(&first, prompt).1);
            assert!(!scope.contains("receipt"), "{prompt}: {scope}");
        }
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

    /// A shop of Django apps.
    const APPS: [&str; 8] = [
        "apps/billing/tax.py",
        "apps/legacy/importer.py",
        "apps/legacy/mapping.py",
        "apps/reports/export.py",
        "config/celery.py",
        "config/settings_prod.py",
        "deploy/helm/values.yaml",
        "prisma/schema.prisma",
    ];

    #[test]
    fn a_place_is_asked_for_by_its_name_alone() {
        for prompt in [
            "go ahead with legacy",
            "proceed with legacy now",
            "actually legacy too",
            "next: legacy",
            "then legacy",
            "ok now legacy",
            "great, legacy next please",
            "go ahead and switch legacy too",
            "ok, convert legacy as well",
            "what about legacy? fix that too",
            "scrap the legacy rule",
            "legacy is no longer off limits",
            "ok legacy isn't off limits anymore",
            "nvm what i said about legacy, fix it there too",
            "scrap what I said about legacy",
            "I need legacy fixed too",
            "get legacy done as well",
            "time for legacy",
            "sorry, legacy has to be changed as well",
            "you'll need legacy too I guess",
            "legacy can be deleted actually",
            "legacy can go now",
            "ok, jetzt auch legacy",
            "jetzt legacy",
            "bitte auch in legacy fixen",
            "legacy darfst du jetzt auch anfassen",
            "hm legacy needs it too",
            "oh and legacy needs it as well",
        ] {
            left(&APPS, "don't touch apps/legacy", prompt, "");
        }
        for prompt in [
            "leave legacy",
            "without legacy",
            "look at legacy",
            "now look at legacy",
            "compare with legacy",
            "continue, but compare it with legacy",
            "what does legacy do?",
            "what about legacy?",
            "what about legacy? leave it",
            "then legacy breaks",
            "legacy users need it too",
            "hm legacy users need it too",
            "hm legacy doesn't need it",
            "hm, does legacy need it too?",
            "go ahead without legacy",
            "I need the legacy behaviour kept",
            "I don't need legacy fixed",
            "I need legacy kept",
            "I need legacy sorted by name",
            "get legacy listed on the page",
            "legacy has to stay",
            "legacy has to work too",
            "legacy has to be drained first",
            "legacy has requested it, fix that",
            "legacy users have to log in as well, fix it",
            "legacy data can be deleted by the admin",
            "legacy can be deleted by the admin",
            "no time for legacy",
            "ok legacy",
            "and legacy?",
            "does legacy have it too?",
            "jetzt noch nicht legacy",
            "was macht legacy?",
        ] {
            left(&APPS, "don't touch apps/legacy", prompt, "deny apps/legacy/");
        }
        // What is said again by its name is known by that, too.
        for prompt in ["legacy is still off limits", "legacy is broken but leave it", "not legacy"] {
            left(&APPS, "don't touch apps/legacy", prompt, "deny apps/legacy/; donot");
        }
    }

    #[test]
    fn an_order_by_whatever_verb_wants_work_there() {
        let files = ["src/git.rs", "src/cli.rs", "src/parser.rs", "config/settings_data.json"];
        for (limit, said) in [
            ("don't touch the parser", "make the parser faster"),
            ("don't touch the parser", "simplify the parser"),
            ("don't touch the parser", "would you mind rewriting the parser?"),
            ("don't touch the parser", "den parser darfst du jetzt ändern"),
            ("don't touch src/parser.rs", "please look into src/parser.rs and fix the panic"),
            ("don't touch src/parser.rs", "read the limit from the environment in src/parser.rs"),
            ("don't touch the CLI", "you can touch the CLI now: it flickers"),
            ("hands off settings_data.json", "you can set badge_color to red in the settings"),
        ] {
            left(&files, limit, said, "");
        }
        left(&files, "don't touch src/parser.rs", "look into src/parser.rs", "deny src/parser.rs");
    }

    #[test]
    fn a_file_of_a_forbidden_kind_is_called_by_its_name() {
        let mut stage = Stage::new();
        let files = ["docs/guide.md", "docs/setup.md", "README.md", "src/cart.ts"];
        stage.files = FileList::new(files.map(str::to_owned).to_vec(), false);
        let first = stage.start("fix the bug. don't touch the docs");
        for said in ["you can edit the guide", "edit the guide too", "update the guide", "the guide too"] {
            let left = stage.left(&first, said);
            assert_eq!(left, "deny docs except docs/guide.md", "{said}");
        }
        for said in ["fix the cart", "the guide says otherwise", "as the guide tells, fix the cart"] {
            assert_eq!(stage.left(&first, said), "deny docs", "{said}");
        }
    }

    #[test]
    fn a_file_in_a_folder_is_called_by_its_name() {
        let freed = "deny apps/legacy/ except apps/legacy/importer.py";
        for prompt in [
            "ok and the importer too please",
            "the importer has the same bug, please fix",
            "apply it to the legacy importer",
            "the importer has to change as well",
        ] {
            left(&APPS, "don't touch apps/legacy", prompt, freed);
        }
        for prompt in [
            "the importer is fine",
            "look at the importer too",
            "use the importer in apps/reports",
            "the importer has the same bug, but leave it",
            "the importer has a lock, use it in apps/reports",
            "the importer has the wrong zone, fix it in apps/reports",
            "pass the total to the legacy importer",
            "read the legacy importer",
        ] {
            left(&APPS, "don't touch apps/legacy", prompt, "deny apps/legacy/");
        }
        let values = "deny deploy/ except deploy/helm/values.yaml";
        left(&APPS, "leave deploy/ alone", "also raise the memory limit in the helm values", values);
        let helper = "deny prisma/ + src/lib/ except src/lib/money.ts";
        let lib = ["prisma/schema.prisma", "src/lib/money.ts", "src/app/page.tsx", "package.json"];
        left(&lib, "don't change anything in prisma/ or src/lib/", "ok use a helper in src/lib/money.ts then", helper);
        for prompt in
            ["use the helper in src/lib/money.ts", "use src/lib/money.ts", "use a helper like src/lib/money.ts"]
        {
            left(&lib, "don't change anything in prisma/ or src/lib/", prompt, "deny prisma/ + src/lib/");
        }
        left(&lib, "don't touch package.json", "update the npm script too", "");
        for prompt in ["update the deploy script too", "look at the npm scripts", "the npm script fails"] {
            left(&lib, "don't touch package.json", prompt, "deny package.json");
        }
        left(&APPS, "leave deploy/ alone", "compare it with the helm values", "deny deploy/");
        left(&APPS, "leave deploy/ alone", "raise the memory limit in the config", "deny deploy/");
    }

    #[test]
    fn a_file_is_called_by_a_part_of_its_name() {
        let limit = "don't touch settings_prod.py";
        for prompt in
            ["ok prod needs it too, go ahead", "prod too", "now the prod settings", "change the settings of prod now"]
        {
            left(&APPS, limit, prompt, if prompt.contains(" of ") { "deny config/settings_prod.py" } else { "" });
        }
        for prompt in
            ["prod is down, go ahead with celery", "not prod", "look at the prod settings", "prod users need it too"]
        {
            left(&APPS, limit, prompt, "deny config/settings_prod.py");
        }
        let two = "don't touch config/celery.py or config/settings_prod.py";
        left(&APPS, two, "both files may be changed now", "");
        left(&APPS, two, "both may be changed now", "");
        left(&APPS, two, "both values may be changed now", "deny config/celery.py + config/settings_prod.py");
        left(&APPS, two, "now the prod settings", "deny config/celery.py");
    }

    /// The scope after a declared one and a later prompt in a shop of pages and services.
    fn scope(said: &str, prompt: &str) -> String {
        let files = [
            "packages/ui/footer.ts",
            "src/components/Footer.tsx",
            "src/components/OrderTable.tsx",
            "src/config/config.ts",
            "src/hooks/useOrders.ts",
            "src/lib/money.ts",
            "src/services/orders.ts",
            "src/services/users.ts",
        ];
        let mut stage = Stage::new();
        stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
        let first = stage.start("make the table sortable. only touch src/components");
        stage.last_words = Some(said.to_owned());
        shown_scope(&stage.revise(&first, prompt).1)
    }

    #[test]
    fn a_declared_scope_is_widened_by_names() {
        for (prompt, place) in [
            ("ok, services too", "src/services/"),
            ("then the hooks please", "src/hooks/"),
            ("ok you can also change the config", "src/config/"),
            ("do the same for the hooks", "src/hooks/"),
            ("you can change the services too", "src/services/"),
        ] {
            assert!(scope("", prompt).contains(&format!("allowed {place}")), "{prompt}: {}", scope("", prompt));
        }
        for prompt in ["the whole repo is ok", "now the backend", "great, now please fix formatMoney, JPY has no cents"]
        {
            assert!(!scope("", prompt).contains("declared"), "{prompt}: {}", scope("", prompt));
        }
        let told = "Sorting should happen in src/services/orders.ts.";
        for prompt in ["right, do that", "ok go for it"] {
            assert!(scope(told, prompt).contains("allowed src/services/orders.ts"), "{prompt}");
        }
    }

    #[test]
    fn a_later_request_says_where_in_whatever_words() {
        let files = [
            "src/auth/token.ts",
            "src/settings/page.tsx",
            "src/export/csv.ts",
            "src/mail/sender.ts",
            "src/api/client.ts",
            "src/ui/button.tsx",
        ];
        let scope = |prompt: &str| {
            let mut stage = Stage::new();
            stage.files = FileList::new(files.iter().map(|&file| file.to_owned()).collect(), false);
            let first = stage.start("fix the expired token bug, keep to src/auth");
            shown_scope(&stage.revise(&first, prompt).1)
        };
        for (prompt, place) in [
            ("great. show the token expiry on the settings page", "src/settings/"),
            ("use the token on the settings page", "src/settings/"),
            ("the exported csv needs the token as well", "src/export/csv.ts"),
            ("the token mail has the wrong date", "src/mail/"),
            ("the token bug is still there in the api client", "src/api/"),
            ("can you also log the token errors in the api client?", "src/api/"),
            ("still broken: the token button does nothing", "src/ui/button.tsx"),
        ] {
            assert!(scope(prompt).contains(place), "{prompt}: {}", scope(prompt));
        }
        for prompt in [
            "make it faster",
            "handle an empty token as well",
            "look at how the api client does it and do the same for tokens",
            "the token must keep working in the settings",
            "keep to src/auth, the settings page only shows it",
        ] {
            assert_eq!(scope(prompt), "declared src/auth/", "{prompt}");
        }
    }

    #[test]
    fn a_declared_scope_stays_as_it_was_declared() {
        for prompt in [
            "not services",
            "look at services too",
            "read the services first",
            "leave services alone",
            "use the services there too",
            "now the footer",
            "next: the footer please",
            "also make the header sticky",
            "the whole table is ok",
        ] {
            assert_eq!(scope("", prompt), "declared src/components/", "{prompt}");
        }
        // The next prompt may say "fix it".
        assert_eq!(scope("", "why do the services sort too?"), "declared src/components/, mentioned src/services/");
        let told = "src/services/orders.ts should stay as it is.";
        assert_eq!(scope(told, "right, do that"), "declared src/components/");
        assert_eq!(scope("It lies in src/services/orders.ts.", "ok"), "declared src/components/");
    }
}
