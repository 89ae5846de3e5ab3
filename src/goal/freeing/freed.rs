//! How a limit is lifted in so many words: "src/db may change now", "the freeze for src/db is over", "you can touch everything".
//!
//! Owns these forms. Words about programs ("drop the limit", "the value may change") are none: a sentence that lifts speaks of files, of
//! what was said, or of nothing else. What is asked for and ends a limit by that is read in `lifting`.

use crate::goal::constraint::clause::{is_adverb, is_path};
use crate::goal::constraint::state::let_change;
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{
    denies, is_all_right, is_copula, is_determiner, is_file_noun, is_prelude, is_pronoun, is_quantifier, is_too,
    leads_into, lets,
};
use crate::goal::prompt::{changing, closing};
use crate::text::kind;

/// Words at most of what a limit is said to be over for: "ok the legacy stuff is no longer off limits".
const MAX_SUBJECT: usize = 6;

/// Words at most before "stop asking".
const MAX_BEFORE: usize = 12;

/// True for a sentence that lets a place be changed of which something else was said before, or every place. Words about programs
/// ("drop the limit", "the value may change") are none: it speaks of files, or of nothing else.
pub(in crate::goal) fn lifts(sentence: &Sentence<'_>) -> bool {
    let last = sentence.tokens.len();
    let freed = || (0..last).any(|at| is_opened(sentence, at));
    let over = |limit: usize| {
        let ended = |at: usize| matches!(sentence.word(at), "applies" | "apply" | "counts" | "holds" | "stands");
        (limit + 2..last).any(|at| {
            sentence.reads(at - 1, "no longer") && ended(at + 1)
                || matches!(sentence.word(at - 1), "doesn't" | "don't") && ended(at)
        }) || (limit + 2..last).any(|at| {
            let before = sentence.back(at, 1);
            matches!(sentence.word(at), "over" | "lifted" | "gone") && (is_copula(before) || before == "was")
        })
    };
    let taken_back = |limit: usize| {
        // "Never mind the database rule", "I lift the ban".
        let lifting = |at: usize| {
            is_lifting(sentence.word(at))
                || matches!(sentence.word(at), "nevermind" | "nvm" | "scrap")
                || sentence.reads(at, "never mind")
        };
        let heads = |at: usize| sentence.head(at) != Head::Inside || at == 1 && sentence.word(0) == "i";
        (0..limit).any(|at| lifting(at) && heads(at)) || sentence.reads(0, "i take back")
    };
    let limit = (0..last).find(|at| {
        let word = sentence.word(*at);
        is_limit(word) || word == "said" || matches!(word, "constraint" | "instruction" | "rule" | "rules")
    });
    let no_more = || sentence.reads(0, "no more") && limit == Some(2) && matches!(sentence.word(3), "for" | "on");
    let granted = || sentence.has_phrase(&["permission to"]);
    let of_files = |tokens: &[Token<'_>]| tokens.iter().any(|token| is_path(token) || kind::is_file_word(&token.word));
    let told = limit.is_some_and(|limit| over(limit) || taken_back(limit)) || freed() || granted() || no_more();
    // Of whatever it was said.
    let forgotten = || limit.is_some_and(|limit| sentence.word(limit) == "said" && taken_back(limit));
    let denied = |token: &Token<'_>| denies(&token.word) || token.word == "only";
    let let_change = || {
        let subject = let_change(sentence, 0).map(|(verb, _)| &sentence.tokens[..verb]);
        subject.is_some_and(|subject| of_files(subject) && !subject.iter().any(denied))
    };
    lifts_all(sentence) || opens_the_rest(sentence) || told && of_files(&sentence.tokens) || forgotten() || let_change()
}

/// "Is no longer off limits", "isn't frozen any more", "is yours again": said at `at` of what was shut.
pub(in crate::goal) fn is_opened(sentence: &Sentence<'_>, at: usize) -> bool {
    let open = |at: usize| {
        let off = at + usize::from(is_adverb(sentence.word(at)));
        changing::is_shut(sentence.word(off)) || sentence.word(off) == "forbidden" || sentence.reads(off, "off limits")
    };
    match sentence.word(at) {
        "is" | "are" if sentence.word(at + 1) == "not" => open(at + 2),
        "is" | "are" if sentence.reads(at + 1, "no longer") => open(at + 3),
        "isn't" | "aren't" => open(at + 1),
        "no" if sentence.word(at + 1) == "longer" => open(at + 2),
        "is" | "are" if sentence.reads(at + 1, "fair game") => true,
        // "The routes are fine to edit".
        "is" | "are" if is_all_right(sentence.word(at + 1)) && sentence.word(at + 2) == "to" => {
            changing::is_verb(sentence.word(at + 3))
        }
        // "src/ui is free now", "is yours again".
        "is" | "are" if matches!(sentence.word(at + 1), "free" | "yours") => ends_now(sentence, at + 2),
        _ => false,
    }
}

/// "Legacy can be deleted", "may go": said at `at` of a place that nobody needs any more.
fn may_go(sentence: &Sentence<'_>, at: usize) -> bool {
    let away = |word: &str| {
        matches!(
            word,
            "deleted" | "dropped" | "fixed" | "moved" | "refactored" | "removed" | "renamed" | "replaced" | "rewritten"
        )
    };
    let behind = match sentence.word(at + 1) {
        "go" => at + 2,
        "be" if away(sentence.word(at + 2)) => at + 3,
        _ => return false,
    };
    let goes_on = matches!(sentence.word(behind), "actually" | "anyway" | "as" | "then" | "too");
    lets(sentence.word(at))
        && (goes_on || closing::is_of_the_moment(sentence.word(behind)) || closing::is_closed(sentence, behind))
}

/// True for a sentence that says that some limit is over, or that something may be changed, whatever that is called: "the legacy freeze is
/// over", "legacy can be changed now".
pub(in crate::goal) fn ends_a_limit(sentence: &Sentence<'_>) -> bool {
    let last = sentence.tokens.len();
    let limit = (0..last).find(|at| is_limit(sentence.word(*at)) || sentence.word(*at) == "rule");
    let over = |limit: usize| {
        let ended = |at: usize| matches!(sentence.word(at), "over" | "lifted" | "gone" | "off" | "dropped");
        (limit + 1..last).any(|at| (is_copula(sentence.word(at)) || sentence.word(at) == "was") && ended(at + 1))
            || sentence.reads(0, "we dropped the")
            // "Ignore the legacy rule from before".
            || (0..limit).any(|at| is_ending(sentence.word(at)) && sentence.head(at) != Head::Inside)
    };
    let denied = |word: &str| denies(word) || matches!(word, "only" | "still");
    let may_change = || let_change(sentence, 0).is_some_and(|(verb, _)| verb <= 3);
    let opened = || (1..last.min(MAX_SUBJECT)).any(|at| is_opened(sentence, at));
    let goes = || (1..last.min(MAX_SUBJECT)).any(|at| may_go(sentence, at));
    !sentence.any(denied) && (limit.is_some_and(over) || may_change() || goes()) || opened()
}

/// "No need to ask any more", "stop asking": the user wants no more questions. `called`: whether a word is the name of the place about
/// which they were wanted.
pub(in crate::goal) fn wants_no_questions(sentence: &Sentence<'_>, called: &dyn Fn(&str) -> bool) -> bool {
    let forms = [
        "stop asking",
        "no need to ask",
        "don't need to ask",
        "don't have to ask",
        "no longer need to ask",
        "don't ask me again",
        "don't ask again",
        "don't ask anymore",
        "no more questions",
    ];
    // "The installer should stop asking twice" is about a program, "don't stop asking" wants more.
    let says_so = |at: usize| {
        let led = sentence.back(at, 1);
        sentence.head(at) != Head::Inside || is_prelude(led) || lets(led) || matches!(led, "there's" | "you")
    };
    let of_the_agent = |behind: usize| {
        let what = matches!(sentence.word(behind + 1), "approval" | "confirmation" | "every" | "me" | "permission");
        match sentence.word(behind) {
            "for" => what || called(sentence.word(behind + 1)) || called(sentence.word(behind + 2)),
            word => !matches!(word, "once" | "them" | "twice" | "users"),
        }
    };
    (0..sentence.tokens.len().min(MAX_BEFORE))
        .any(|at| forms.iter().any(|form| sentence.end_of(at, form).is_some_and(of_the_agent)) && says_so(at))
}

/// "No problem if you have to change src/legacy", "permission granted for legacy", "exception granted".
pub(in crate::goal) fn permits(sentence: &Sentence<'_>) -> bool {
    let unless = [
        "no problem if you",
        "i don't mind if you",
        "it's ok if you",
        "it's okay if you",
        "it's fine if you",
        "you have permission to",
    ];
    let granted =
        |at: usize| matches!(sentence.word(at), "exception" | "permission") && sentence.word(at + 1) == "granted";
    sentence.reads_one(0, &unless) || (0..2).any(granted)
}

/// True for a sentence that lifts every limit and says nothing else: "no more restrictions", "everything may be changed now".
pub(in crate::goal) fn lifts_all(sentence: &Sentence<'_>) -> bool {
    let everything = matches!(sentence.word(0), "everything" | "anything") || sentence.reads(0, "all files");
    let behind = sentence.past(1, is_file_noun);
    let opens = |at: usize| matches!(sentence.head(at), Head::Opens | Head::Comma) && lets_everything(sentence, at);
    let nothing_shut = sentence.reads_one(0, &["nothing is off limits", "nothing is off-limits"]);
    if nothing_shut || everything && is_open(sentence, behind) || sentence.any_at(opens) {
        return true;
    }
    let limits = |at: usize| matches!(sentence.word(at), "limits" | "prohibitions" | "restrictions" | "rules");
    let ended = |at: usize| sentence.word(at).is_empty() || sentence.tokens[at - 1].comma();
    // "Ignore rules from the old config" and "ignore the limit now and page on" are about a program.
    let earlier = ["above", "before", "earlier", "last", "my", "our"];
    let over = |at: usize| match sentence.word(at) {
        "any" | "anymore" | "just" => true,
        "from" => (at + 1..at + 3).any(|at| earlier.contains(&sentence.word(at))),
        "now" | "please" => ended(at + 1),
        _ => ended(at),
    };
    let over_or_since = |at: usize| over(at) || sentence.word(at) == "since" || sentence.tokens[at - 1].stop();
    // "Ok no more restrictions", "drop the restriction", "the restriction is lifted".
    let from = (0..2).find(|at| !is_prelude(sentence.word(*at)) || sentence.word(*at) == "no").unwrap_or(0);
    let all = |at: usize| sentence.past(at, is_quantifier);
    let the = |at: usize| sentence.past(at, is_determiner);
    match sentence.word(from) {
        "no" => {
            let noun = from + 1 + usize::from(sentence.word(from + 1) == "more");
            limits(noun) && sentence.word(noun) != "rules" && over(noun + 1)
        }
        first if is_lifting(first) => {
            let noun = the(all(from + 1));
            let it = first == "lift" && is_pronoun(sentence.word(noun));
            limits(noun) && over(noun + 1)
                || (it || is_limit(sentence.word(noun))) && {
                    ended(noun + 1) || matches!(sentence.word(noun + 1), "now" | "please") && ended(noun + 2)
                }
        }
        "drop" | "remove" => {
            let noun = the(from + 1);
            is_limit(sentence.word(noun)) && sentence.word(noun + 1).is_empty() && noun > from + 1
        }
        "the" => {
            is_limit(sentence.word(from + 1))
                && is_copula(sentence.word(from + 2))
                && matches!(sentence.word(from + 3), "gone" | "lifted" | "off" | "over")
                && (sentence.word(from + 4).is_empty()
                    || sentence.word(from + 1) == "freeze" && over_or_since(from + 4))
        }
        // "Freeze is lifted!"
        "freeze" if sentence.word(from + 1) == "is" => {
            matches!(sentence.word(from + 2), "gone" | "lifted" | "over") && over_or_since(from + 3)
        }
        _ => everything && let_change(sentence, 0).is_some_and(|(verb, _)| verb <= 2),
    }
}

/// How somebody begins who lifts what was said. "Drop" and "remove" are work on a program's limits.
fn is_lifting(word: &str) -> bool {
    matches!(word, "disregard" | "forget" | "ignore" | "lift" | "scratch")
}

/// The same, where the limit is called by the place that it was set on.
pub(in crate::goal) fn is_ending(word: &str) -> bool {
    is_lifting(word)
        || matches!(word, "cancel" | "drop" | "mind" | "nevermind" | "nvm" | "remove" | "revoke" | "scrap" | "waive")
}

fn is_limit(word: &str) -> bool {
    matches!(word, "ban" | "freeze" | "limit" | "prohibition" | "restriction" | "restrictions")
}

/// True for a sentence that opens what lies beside a declared scope: "the rest is fair game now", "no need to stay in src/auth".
pub(in crate::goal) fn opens_the_rest(sentence: &Sentence<'_>) -> bool {
    let behind_rest = match sentence.word(0) {
        "the" if sentence.word(1) == "rest" => Some(2),
        "everything" if sentence.word(1) == "else" => Some(2),
        _ => None,
    };
    // "The whole repo is ok".
    let whole = (0..MAX_SUBJECT).find(|at| {
        matches!(sentence.word(*at), "entire" | "whole")
            && matches!(sentence.word(at + 1), "codebase" | "project" | "repo" | "repository" | "tree")
    });
    let behind_rest = behind_rest.or(whole.map(|at| at + 2));
    let limited = sentence.reads_one(0, &["you're no longer limited", "you are no longer limited"]);
    let need = ["no need to", "you don't have to", "you don't need to"];
    let freed_from = need.iter().find_map(|phrase| sentence.end_of(0, phrase));
    let anywhere = sentence.reads(0, "anywhere is") && is_open(sentence, 1);
    // "You can go outside of src/auth", "you may leave src/auth".
    let beyond = match (sentence.word(0), sentence.word(1), sentence.word(2)) {
        ("you", modal, "leave") if lets(modal) => sentence.tokens.get(3).is_some_and(is_path),
        ("you", modal, "edit" | "go" | "work") if lets(modal) => sentence.word(3) == "outside",
        _ => false,
    };
    let goes = |at: usize| {
        changing::is_verb(sentence.word(at)) || matches!(sentence.word(at), "apply" | "fix" | "go" | "work")
    };
    let wherever = sentence.any_from(1, |at| {
        sentence.word(at) == "wherever"
            && (at.saturating_sub(4)..at).any(goes)
            && matches!(sentence.word(at + 1), "it" | "it's" | "necessary" | "needed" | "you")
    });
    limited
        || anywhere
        || beyond
        || wherever
        || behind_rest.is_some_and(|at| is_open(sentence, at))
        || freed_from.is_some_and(|at| matches!(sentence.word(at), "keep" | "remain" | "stay" | "stick"))
}

/// "Is fair game", "are yours now": said of what anybody may change.
fn is_open(sentence: &Sentence<'_>, at: usize) -> bool {
    let behind = match sentence.word(at + 1) {
        _ if sentence.reads(at + 1, "fair game") => at + 3,
        word if is_all_right(word) || matches!(word, "free" | "open" | "yours") => at + 2,
        _ => return false,
    };
    is_copula(sentence.word(at)) && (ends_now(sentence, behind) || is_too(sentence.word(behind)))
}

/// True where nothing stands at `at`, or a word that says of when: "is yours again".
fn ends_now(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.word(at).is_empty() || closing::is_of_the_moment(sentence.word(at))
}

/// "You can touch everything now", "feel free to edit whatever you need", "do whatever it takes".
fn lets_everything(sentence: &Sentence<'_>, from: usize) -> bool {
    let wide = |at: usize| match sentence.word(at) {
        "anything" | "everything" => ends_now(sentence, at + 1) || sentence.word(at + 1) == "you",
        "other" => sentence.word(at + 1) == "files",
        "whatever" | "wherever" => matches!(sentence.word(at + 1), "it" | "is" | "you"),
        "all" | "any" => {
            is_file_noun(sentence.word(at + 1)) && (ends_now(sentence, at + 2) || sentence.word(at + 2) == "you")
        }
        _ => false,
    };
    let lead = ["you can now", "you may now", "you can", "you may", "feel free to", "go ahead and"];
    let verb = sentence.past_phrase(from, &lead);
    // "Edit any file you need".
    let needed = (verb + 1..verb + 5).any(|at| sentence.reads_one(at, &["you need", "you want"]));
    let acts =
        changing::is_verb(sentence.word(verb)) && (verb > from || needed) || matches!(sentence.word(verb), "do" | "go");
    // "Do anything you want in src/auth" opens that place alone.
    let placed = |at: usize| leads_into(sentence.word(at)) || is_path(&sentence.tokens[at]);
    acts && wide(verb + 1) && !sentence.any_from(verb + 2, placed)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints, shown_scope};

    #[test]
    fn what_was_said_is_lifted() {
        let stage = Stage::new();
        let first = stage.start("Fix the token bug in src/auth. src/legacy must not change.");
        let left = |later: &str| stage.left(&first, later);
        for later in [
            "src/legacy may change after all",
            "ok, src/legacy can be changed now",
            "src/legacy is not frozen any more",
            "src/legacy is no longer off limits",
            "src/legacy no longer frozen",
            "nevermind the restriction on src/legacy",
            "scrap that, legacy is fine to edit",
            "legacy is safe to change",
            "the legacy files are ok to touch",
            "actually the legacy files are fine to edit",
            "don't ignore src/legacy any more",
            "the freeze for src/legacy is over",
            "the limit on src/legacy no longer applies",
            "lift it",
            "lift the ban on src/legacy",
            "forget what I said about src/legacy",
            "I take back what I said about src/legacy",
            "you have my permission to change src/legacy",
            "no more restrictions",
            "ignore my restrictions please",
            "everything may be changed now",
        ] {
            assert_eq!(left(later), "", "{later}");
        }
        for later in [
            "drop the limit of 100 rows",
            "remove all restrictions on uploads",
            "the value may change",
            "the page is not frozen any more",
            "src/legacy can be changed by the build",
            "no more than five restrictions",
            "no test of src/legacy may change",
            "Ignore rules from the old eslint config and fix the lint errors in src/auth",
            "ignore the limit now and page through all rows in src/auth",
            "you can do anything you want in src/auth",
            "edit any file you need for that in src/auth",
            "use the same style as src/legacy in src/auth/token.ts",
            "follow the style of src/legacy in src/auth/token.ts",
            "write tests for legacy",
            "legacy is not fine to edit",
            "is legacy fine to edit?",
            "nevermind the legacy tests",
            "legacy is fine",
        ] {
            assert_eq!(left(later), "deny src/legacy/", "{later}");
        }
    }

    #[test]
    fn a_declared_scope_is_opened() {
        let stage = Stage::new();
        let first = stage.start("Fix the token bug. Keep to src/auth. Don't touch src/legacy.");
        let left = |later: &str| {
            let goal = stage.revise(&first, later).1;
            (shown_constraints(&goal.constraints), shown_scope(&goal).contains("declared"))
        };
        for later in [
            "the rest is fair game now",
            "everything else is fine",
            "no need to stay in src/auth any more",
            "anywhere is fine",
            "you can go outside of src/auth",
            "you may leave src/auth",
            "ok fix it wherever needed",
        ] {
            assert_eq!(left(later), ("deny src/legacy/".to_owned(), false), "{later}");
        }
        for later in [
            "you can touch everything now",
            "feel free to edit whatever you need",
            "everything is fair game",
            "do whatever it takes",
            "go wherever you need",
            "forget the list, you can touch everything",
            "you may now edit everything",
            "edit any file you need",
            "no restrictions",
            "ok no more restrictions",
            "drop the restriction",
            "the restriction is lifted",
        ] {
            assert_eq!(left(later), (String::new(), false), "{later}");
        }
        for later in [
            "can you do everything in one commit?",
            "do everything the same way",
            "the rest is broken",
            "drop the limit of 100 rows",
            "the restriction is lifted by the admin",
            "the token is checked wherever it matters, go on",
        ] {
            assert!(left(later).1, "{later}");
        }
    }
}
