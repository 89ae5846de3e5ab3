//! What was not to be done, ordered by the verb that forbade it: "don't apply", then "apply to stage"; and work that was only to wait.
//!
//! Owns these two forms for limits on what is done. What files may be changed is read elsewhere.

use super::asked_command::verb_of;
use super::offer::is_refusing;
use super::told::MAX_BRIEF;
use crate::domain::{Constraint, Target};
use crate::goal::constraint::act::dependency;
use crate::goal::constraint::clause::is_path;
use crate::goal::freeing::verb::{is_refused, leads};
use crate::goal::line::{Ask, Line};
use crate::goal::prompt::sentence::{Mood, Sentence, is_inquiring, is_verb};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{denies, is_all_right, is_article, is_pronoun, lets, refuses};
use crate::goal::prompt::{changing, closing};
use crate::goal::reading::Reading;
use crate::text::words::{akin, is_telling, last_question, words};

/// Verbs that mean something only with what they are done to: "run it", not "run the linter".
#[rustfmt::skip]
const OF_ANYTHING: [&str; 18] = [
    "add", "build", "call", "change", "create", "do", "edit", "execute", "file", "make", "open", "run", "set", "start", "touch", "try", "use",
    "write",
];

/// Verbs by which the same is ordered in other words.
const OTHER_WORDS: [(&str, &[&str]); 4] = [
    ("publish", &["release", "ship"]),
    ("restart", &["bounce", "reboot", "reload"]),
    ("roll", &["deploy", "release", "ship"]),
    ("run", &["execute"]),
];

/// Words that let wait what is to be done, in a limit.
const FOR_NOW: [&str; 5] = ["first", "moment", "now", "pending", "yet"];

/// Words by which somebody picks from what was proposed.
#[rustfmt::skip]
const CHOOSING: [&str; 17] = [
    "agreed", "all", "approved", "both", "first", "go", "just", "ok", "okay", "option", "plan", "second", "sure", "third", "yep", "yes", "👍",
];

/// Words of who has heard and orders nothing yet.
#[rustfmt::skip]
const HEARD: [&str; 14] = [
    "aha", "danke", "got", "hm", "hmm", "interesting", "merci", "see", "thank", "thanks", "think", "thx", "understand", "understood",
];

/// Words with which a person lets it wait on.
const WAITING: [&str; 9] = ["don't", "hold", "keine", "later", "nicht", "stop", "still", "wait", "yet"];

/// True where a sentence orders what the limit forbids, by the limit's own verb.
pub(super) fn orders_the_same(limit: &Constraint, reading: &Reading<'_, '_>) -> bool {
    // Of commits and pushes more is known (`asked_command`).
    let read_here = |target: &Target| match target {
        Target::Command(command) => !command.starts_with("git "),
        Target::Doing(_) | Target::Called(_) => true,
        _ => false,
    };
    if limit.targets.is_empty() || !limit.targets.iter().all(read_here) {
        return false;
    }
    let clause = words(&limit.clause);
    if reading.typed().any(|line| is_its_object(line, &clause)) {
        return true;
    }
    let Some(verb) = forbidden_verb(&clause) else { return false };
    let known = |target: &Target| match target {
        Target::Command(command) => verb_of(command).is_some_and(|verb| verb != "request"),
        Target::Doing(_) => OF_ANYTHING.contains(&verb),
        _ => false,
    };
    if limit.targets.iter().any(known) {
        return false;
    }
    let others = OTHER_WORDS.iter().find(|(known, _)| *known == verb).map_or(&[][..], |(_, others)| others);
    reading.typed().filter(|line| !line.forbids() && line.sentence.mood != Mood::Question).any(|line| {
        let sentence = &line.sentence;
        let ordered = |at: usize| {
            let word = sentence.word(at);
            let opens = leads(sentence, at) || sentence.back(at, 1) == "you";
            let said = word == verb || others.contains(&word);
            let named = || limit.targets.iter().any(|target| subcommand(target) == Some(word));
            let permitted = is_permitted(sentence, at)
                && (akin(word, verb) || limit.targets.iter().filter_map(subcommand).any(|known| akin(word, known)));
            (said || named() || permitted)
                && (opens || permitted)
                && !is_refused(sentence, at)
                && (said && !OF_ANYTHING.contains(&word) || is_said_of(line, at, &clause))
        };
        sentence.any_at(ordered)
    })
}

/// "Stage can be applied"; not "can be applied by the build".
fn is_permitted(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.back(at, 1) == "be"
        && lets(sentence.back(at, 2))
        && sentence.word(at + 1) != "by"
        && sentence.tokens.len() <= MAX_PERMITTED
}

/// Words at most of a sentence that only lets something be done.
const MAX_PERMITTED: usize = 6;

/// Words at most of an answer that only says how.
const MAX_CORRECTION: usize = 12;

/// "Shall I commit with “Fix role filter”?", "better “Fix filter by role”": who was to be asked was asked, and says how.
pub(super) fn says_how(limit: &Constraint, reading: &Reading<'_, '_>, proposed: Option<&str>) -> bool {
    let Some(question) = proposed.filter(|_| limit.asks).and_then(last_question).map(words) else { return false };
    let about = |target: &Target| match target {
        Target::Command(command) => command.split(' ').skip(1).any(|verb| question.iter().any(|word| akin(word, verb))),
        _ => false,
    };
    let said = words(reading.text);
    let open =
        said.len() <= MAX_CORRECTION && !reading.text.trim_end().ends_with('?') && !reading.typed().any(waits_on);
    let first = said.first().map_or("", String::as_str);
    let named = reading.text.contains(['"', '“', '`']) || matches!(first, "as" | "better" | "with");
    open && named && limit.targets.iter().any(about)
}

/// "Apply" of `terraform apply`.
fn subcommand(target: &Target) -> Option<&str> {
    match target {
        Target::Command(command) => command.split(' ').skip(1).last(),
        _ => None,
    }
}

/// "Apply" of "don't apply anything", "commit" of "no commits".
fn forbidden_verb(clause: &[String]) -> Option<&str> {
    let at = clause.iter().position(|word| refuses(word))?;
    let verb = clause.get(at + 1)?.as_str();
    let one = verb.strip_suffix('s').filter(|one| is_verb(one));
    Some(one.unwrap_or(verb)).filter(|verb| is_verb(verb) || clause[at] != "no")
}

/// "Tests please", "now the PR": only what the limit speaks of.
fn is_its_object(line: &Line<'_>, clause: &[String]) -> bool {
    if line.forbids() || line.sentence.mood == Mood::Question {
        return false;
    }
    // "The terraform" orders nothing.
    let orders = |word: &str| {
        closing::is_courtesy(word) || matches!(word, "and" | "go" | "next" | "now" | "so" | "then" | "yes")
    };
    let around = |word: &&str| orders(word) || is_article(word);
    let mut said = line.sentence.tokens.iter().map(|token| token.word.as_str()).filter(|word| !around(word));
    let ordered = line.sentence.any(orders);
    let object = said.next().filter(|_| ordered);
    object.is_some_and(|object| said.next().is_none() && clause.iter().skip(1).any(|word| akin(word, object)))
}

/// True where what the verb at `at` is said of is what the limit speaks of: nothing more is said, it is pointed to, or a word is shared.
fn is_said_of(line: &Line<'_>, at: usize, clause: &[String]) -> bool {
    let sentence = &line.sentence;
    let next = sentence.word(at + 1);
    let alone =
        matches!(next, "" | "again" | "in" | "now" | "on" | "please" | "then" | "to") || sentence.tokens[at].comma();
    let shared = |word: &str| word.len() > 2 && clause.iter().skip(1).any(|said| akin(said, word));
    let behind = || (at + 1..sentence.tokens.len().min(at + NEAR)).map(|at| sentence.word(at));
    alone || matches!(next, "it" | "them") || behind().any(shared)
}

/// Words at most from a verb to what it is done to.
const NEAR: usize = 4;

/// True where a limit on every change was for the moment, and the prompt answers what the agent `proposed`: it picks from it or speaks in
/// its words, and is neither a question, nor a look, nor a "not yet".
pub(super) fn ends_the_waiting(limit: &Constraint, reading: &Reading<'_, '_>, proposed: Option<&str>) -> bool {
    let clause = words(&limit.clause);
    if limit.targets == [Target::AnyChange] && says_so(reading) {
        return true;
    }
    let waits = clause.iter().any(|word| FOR_NOW.contains(&word.as_str()));
    if !waits || limit.targets != [Target::AnyChange] || reading.typed().any(waits_on) {
        return false;
    }
    let proposed = words(proposed.unwrap_or_default());
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || b"+,-.".contains(&byte));
    let picks = |line: &Line<'_>| {
        line.sentence.tokens.iter().any(|token| {
            let word = token.word.as_str();
            CHOOSING.contains(&word)
                || !word.is_empty() && number(word)
                || is_telling(word) && proposed.iter().any(|said| said == word)
        })
    };
    reading.typed().filter(|line| answers(line)).any(picks)
}

/// "I say so", behind "until I say so".
fn says_so(reading: &Reading<'_, '_>) -> bool {
    let said: Vec<String> = reading.typed().flat_map(|line| words(line.sentence.text)).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    matches!(said[..], ["i", "say", "so", ..] | ["say", "so", ..] | ["so", "i", "say", ..])
}

/// "You can add a new migration": those that are there stay as they are.
pub(super) fn adds_a_new_one(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let makes = |at: usize| matches!(sentence.word(at), "add" | "create" | "generate" | "make" | "write");
    let new = |at: usize| (at + 1..at + NEAR).any(|at| matches!(sentence.word(at), "another" | "new"));
    let edits = |word: &str| changing::is_verb(word) || matches!(word, "existing" | "fix");
    // "Add the new field to api/openapi.yaml" changes what is there.
    let into_a_file = |at: usize| {
        let file =
            |token: &Token<'_>| is_path(token) && token.raw.rsplit('/').next().is_some_and(|name| name.contains('.'));
        matches!(sentence.word(at), "in" | "into" | "to") && sentence.tokens.get(at + 1).is_some_and(file)
    };
    !sentence.any(edits) && sentence.any_at(|at| makes(at) && new(at)) && !sentence.any_at(into_a_file)
}

/// "1+3, and a test for 3", "agreed. bound = 10k", "lock first".
fn answers(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let tokens = || sentence.tokens.iter().enumerate();
    let looks = || tokens().any(|(at, token)| is_inquiring(&token.word) && leads(sentence, at));
    // "Hmm, sql sounds better to me" chooses.
    let weighs = |word: &str| matches!(word, "better" | "prefer" | "rather" | "sounds");
    let chooses = tokens().any(|(_, token)| weighs(&token.word));
    let heard = || !chooses && tokens().any(|(_, token)| HEARD.contains(&token.word.as_str()));
    !sentence.asks() && line.ask != Ask::Restraint && !heard() && !looks()
}

fn waits_on(line: &Line<'_>) -> bool {
    let first = line.sentence.word(0);
    line.forbids() || denies(first) || first == "nope" || line.sentence.says(&WAITING)
}

/// True for words of an agent that tell what something would take: "for that we'd need exceljs", "it is a new dependency".
pub(super) fn needs_more(said: &str) -> bool {
    let needs = |word: &str| matches!(word, "help" | "need" | "needs" | "require" | "requires" | "would");
    words(said).iter().any(|word| speaks_of_adding(word) || needs(word))
}

/// "Fine, take it", "for xlsx that's ok".
pub(super) fn takes_it(line: &Line<'_>) -> bool {
    let sentence = &line.sentence;
    let it = |at: usize| is_pronoun(sentence.word(at));
    let takes = |at: usize| matches!(sentence.word(at), "add" | "do" | "install" | "take" | "use") && it(at + 1);
    let fine = |at: usize| {
        let told = sentence.word(at) == "that's" || it(at) && sentence.word(at + 1) == "is";
        let behind = at + 1 + usize::from(sentence.word(at) != "that's");
        told && is_all_right(sentence.word(behind))
    };
    let brief = sentence.tokens.len() <= MAX_BRIEF && sentence.mood != Mood::Question && !line.forbids();
    brief && !sentence.any(is_refusing) && sentence.any_at(|at| takes(at) || fine(at))
}

/// A word of an agent that would like to add a package.
pub(super) fn speaks_of_adding(word: &str) -> bool {
    matches!(word, "add" | "adding" | "exception" | "install" | "installing" | "introduce" | "use")
        || dependency::NOUNS.contains(&word)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::Stage;

    /// True where a limit is over after a later prompt.
    fn over(first: &str, later: &str) -> bool {
        let stage = Stage::new();
        stage.left(&stage.start(&format!("Fix the login. {first}")), later).is_empty()
    }

    #[test]
    fn what_was_not_to_be_done_is_ordered_by_the_same_verb() {
        for (first, later) in [
            ("Don't apply anything.", "apply please"),
            ("Don't run terraform apply.", "plan looks good, apply"),
            ("Don't run terraform apply.", "apply it to stage, not prod"),
            ("Don't run kubectl apply.", "you can apply now"),
            ("Don't restart nginx.", "please restart nginx"),
            ("Don't restart nginx.", "reload it"),
            ("Don't run deploy.sh.", "go ahead and run it"),
            ("Don't run deploy.sh.", "you can run it now"),
            ("Don't run the tests.", "tests please"),
            ("Don't open a PR yet.", "now the PR"),
            ("Don't open a PR yet.", "open it"),
            ("Don't run terraform apply.", "stage can be applied"),
            ("Do not publish.", "go live"),
            ("Don't install anything.", "install"),
            ("Don't commit.", "haz commit"),
            ("Don't commit.", "commitea"),
        ] {
            assert!(over(first, later), "{first} / {later}");
        }
        for (first, later) in [
            ("Don't restart nginx.", "fix the restart handler"),
            ("Don't restart nginx.", "still don't restart it"),
            ("Don't restart nginx.", "should I restart it?"),
            ("Don't run deploy.sh.", "run the linter"),
            ("Don't run the tests.", "the tests are slow"),
            ("Never force push.", "now push"),
            ("Don't run terraform apply.", "the terraform"),
            ("Don't run deploy.sh.", "please try this again in src/auth"),
            ("Don't run deploy.sh.", "run the linter and fix that"),
            ("Don't run terraform apply.", "it can be applied by the pipeline"),
            ("Don't run terraform apply.", "the fix in src/parser.rs can be applied"),
            ("Don't run deploy.sh.", "go"),
            ("Don't run deploy.sh.", "try it with a bigger timeout in src/parser.rs"),
            ("Don't commit.", "go"),
        ] {
            assert!(!over(first, later), "{first} / {later}");
        }
    }

    #[test]
    fn what_only_waits_ends_with_the_first_answer() {
        let first = "Don't change anything yet.";
        for later in [
            "1+3, and a test for 3",
            "agreed. bound = 10k",
            "lock first",
            "both, lock first",
            "+1, plus a changelog entry",
            "bound yes, lock no",
            "sounds like a plan",
        ] {
            assert!(over(first, later), "{later}");
        }
        for later in [
            "which one is better?",
            "yes I see",
            "not yet",
            "wait, let me think",
            "look at the cache too",
            "explain the second one",
            "no, that is wrong",
            "good morning",
            "I'm back",
            "the log says timeout in a worker",
        ] {
            assert!(!over(first, later), "{later}");
        }
        assert!(!over("Don't change anything.", "lock first"), "said for good");
        assert!(over("Don't change anything until I say so.", "I say so"));
        assert!(!over("Don't change anything until I say so.", "lock first"));
    }

    #[test]
    fn what_is_added_to_a_file_changes_it() {
        let first = "Don't touch src/legacy/old.ts.";
        assert!(over(first, "add the new field to src/legacy/old.ts"));
        assert!(!over("Don't touch src/legacy/.", "add a new test for src/legacy"));
    }

    #[test]
    fn what_holds_for_one_piece_of_work_ends_with_the_next() {
        let first = "No changes to src/legacy/ in this PR.";
        assert!(over(first, "commit, push, PR. then a second PR for the legacy part"));
        assert!(over(first, "now on a new branch: the rest"));
        for later in [
            "commit and push",
            "add a new one to the list",
            "I opened a new PR for the docs myself",
            "use its own branch of the if",
        ] {
            assert!(!over(first, later), "{later}");
        }
    }
}
