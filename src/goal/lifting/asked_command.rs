//! Whether a prompt asks for a command that was forbidden: "push it", "commit and open a PR", "ok force push".
//!
//! Owns the telling apart of an order from the same word in a sentence about something else: "fix the push notifications", "before we
//! push", "Anna will push", "still don't push".

use super::asked_words::{Words, words_of};
use super::typed;
use crate::domain::CallKind;
use crate::goal::constraint::act::version_control::{BRANCHING, is_of_work, pull_request};
use crate::goal::constraint::clause::is_path;
use crate::goal::freeing::act::{self, checks_in, closes_an_act};
use crate::goal::freeing::verb::{is_any_refused, is_deferred, is_refused, leads};
use crate::goal::line::Line;
use crate::goal::prompt::closing::{is_closed, is_courtesy};
use crate::goal::prompt::foreign;
use crate::goal::prompt::sentence::{Head, Mood, Sentence};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{is_all_right, is_copula, is_fault, is_pronoun};
use crate::text::shell::{bare_words, is_meant_by, is_of_kind};
use crate::text::words::words;

/// Words of what is pushed, where more is said of it than "it": "both commits", "what you have so far", "it to a new branch".
#[rustfmt::skip]
const PUSHED: [&str; 26] = [
    "after", "all", "both", "branch", "branches", "change", "changes", "commit", "commits", "everything", "fix", "fixes", "fork", "from",
    "github", "origin", "pr", "remote", "repo", "staging", "tag", "tags", "upstream", "version", "what", "work",
];

/// Words of what is pushed or committed inside a program.
#[rustfmt::skip]
const OF_PROGRAMS: [&str; 26] = [
    "array", "back", "button", "database", "down", "event", "events", "hash", "hook", "hooks", "into", "item", "items", "list", "message",
    "messages", "notification", "notifications", "offset", "queue", "row", "rows", "stack", "through", "transaction", "value",
];

/// Words that order a push or a commit in other languages, words that make one and allow one.
#[rustfmt::skip]
const PUSHING: [&str; 12] = [
    "empuja", "hochladen", "hochschieben", "pousse", "pousser", "pusha", "pushe", "pushea", "pushen", "sube", "subirlo", "súbelo",
];
const COMMITTING: [&str; 6] = ["commite", "commitea", "committa", "committe", "committen", "einchecken"];
const MAKING: [&str; 12] =
    ["fai", "faire", "fais", "faites", "fare", "faça", "fazer", "haced", "hacer", "haz", "mach", "machen"];
const ALLOWING: [&str; 8] = ["darfst", "kannst", "peux", "pode", "podes", "pouvez", "puedes", "puoi"];

/// Words with which the user does it, or sets a condition: "je vais pousser", "puedes pushear cuando yo lo diga".
const ON_CONDITION: [&str; 14] =
    ["cuando", "eu", "expliquer", "faccio", "ich", "je", "on", "quand", "selbst", "vais", "vou", "voy", "wenn", "yo"];

/// Words back to the verb of "make two small commits".
const MAX_MAKING: usize = 5;

/// Words behind a noun that add no other one to it: "use an agent for that", and not "the agent pool".
const ENDS: [&str; 10] = ["for", "run", "if", "in", "on", "so", "to", "up", "what", "with"];

/// Words at most from a verb to the noun with which it asks for something.
const MAX_TOGETHER: usize = 4;

/// Words at most of a line that shows a command to be run.
const MAX_SHOWN: usize = 4;

/// True for a line that asks for the command.
pub(super) fn asks_for(line: &Line<'_>, command: &str) -> bool {
    let sentence = &line.sentence;
    if is_deferred(sentence) {
        return false;
    }
    // "`git push origin HEAD`".
    let shown = |token: &Token<'_>| token.code && is_meant_by(&bare_words(token.raw), command);
    let alone = |token: &Token<'_>| sentence.tokens.len() <= MAX_SHOWN && shown(token);
    if sentence.mood != Mood::Question && line.asking().any(|(_, token)| alone(token)) || is_typed(line, command) {
        return true;
    }
    if typed::slashed(line).is_some_and(|name| runs(&words(name), command)) {
        return true;
    }
    if BRANCHING.contains(&command) && opens_a_branch(sentence) {
        return true;
    }
    let Some(verb) = verb_of(command) else {
        return !is_written_down(line) && (runs(&line.said(), command) || asks_by_purpose(line, command));
    };
    let orders = |wanted: &str| sentence.any_at(|at| is_ordered(sentence, at, wanted));
    let leaves = || {
        ["deploy", "merge", "publish", "release", "ship", "upload"].into_iter().any(orders) || opens_a_request(sentence)
    };
    let by_other_words = || is_ordered_elsewhere(sentence, verb);
    match verb {
        "push" => {
            orders("push")
                || ["push", "pushing"].into_iter().any(|word| allowed(sentence, word))
                || wants_it(sentence, "pushed")
                || leaves()
                || by_other_words()
                || sends_away(sentence)
        }
        "commit" => {
            ["commit", "push"].into_iter().any(orders)
                || ["commit", "commits", "committing"].into_iter().any(|word| allowed(sentence, word))
                || wants_it(sentence, "committed")
                || leaves()
                || by_other_words()
                || sentence.word(0) == "save" && sentence.says(&["git"])
                || makes_a_commit(sentence)
                || orders("amend")
        }
        "merge" => runs(&line.said(), "git merge"),
        _ => opens_a_request(sentence) || ["deploy", "publish", "release", "ship"].into_iter().any(orders),
    }
}

/// The same in other languages, which order by one word ("committe das"), allow it ("tu peux pousser") or make one ("fai il commit").
fn is_ordered_elsewhere(sentence: &Sentence<'_>, verb: &str) -> bool {
    // "Mach einen Commit draus".
    let over = |at: usize| is_closed(sentence, at + 1) || matches!(sentence.word(at + 1), "davon" | "draus");
    let is_it = |word: &str| word.starts_with(verb) || verb == "push" && word.starts_with("pouss");
    let opens = |at: usize| at == 0 || sentence.is_parted(at);
    let ordered = |at: usize| match (sentence.word(at), verb) {
        (word, "push") if PUSHING.contains(&word) => true,
        (word, "commit") if COMMITTING.contains(&word) => true,
        // "Sieht gut aus, push es".
        (word, verb) if word == verb => {
            opens(at) && matches!(sentence.word(at + 1), "das" | "es" | "lo" | "maar" | "mal" | "porfa")
        }
        (word, _) if ALLOWING.contains(&word) => (at + 1..=at + 3).any(|at| is_it(sentence.word(at))),
        (word, verb) if MAKING.contains(&word) => (at + 1..=at + 2).any(|at| sentence.word(at) == verb && over(at)),
        _ => false,
    };
    // "Si, puedes pushear" agrees; "puedes pushear si Anna dice que sí" does not.
    let conditional = sentence.any_from(1, |at| matches!(sentence.word(at), "se" | "si"));
    let mut apart = [&foreign::REFUSING[..], &foreign::LATER, &ON_CONDITION].into_iter();
    let open = !apart.any(|words| sentence.says(words)) && !conditional && sentence.mood != Mood::Question;
    open && sentence.any_at(ordered)
}

/// "Add npm install to scripts/deploy.sh": what the line speaks of shall stand in a file.
fn is_written_down(line: &Line<'_>) -> bool {
    let writes = |at: usize| {
        matches!(
            line.sentence.word(at),
            "add" | "append" | "document" | "include" | "insert" | "mention" | "put" | "write"
        )
    };
    let into = |at: usize| {
        matches!(line.sentence.word(at), "in" | "into" | "to") && line.sentence.tokens.get(at + 1).is_some_and(is_path)
    };
    line.sentence.main_verb.is_some_and(writes) && line.sentence.any_at(into)
}

/// "Put it on a new branch", "switch to a branch of your own": who speaks of a branch and refuses none.
fn opens_a_branch(sentence: &Sentence<'_>) -> bool {
    sentence.mood != Mood::Question && !is_any_refused(sentence) && sentence.says(&["branch"])
}

/// True for a line that asks for what calls of the kind do: "deploy it", "run the migrations", "make sure the tests pass".
pub(super) fn asks_to(line: &Line<'_>, kind: CallKind) -> bool {
    let sentence = &line.sentence;
    // "Do the tests pass?", "does it still build?" are answered by running them.
    let answered = || kind.answers() && (speaks_of_running(&line.said()) || says_of_itself(sentence, kind));
    let open = (sentence.mood != Mood::Question || answered()) && !line.forbids();
    // "You may run `pytest -q`".
    let shown = |token: &Token<'_>| token.code && is_of_kind(&bare_words(token.raw), kind);
    let said = line.said();
    let it = said.len() <= MAX_SHOWN && said.iter().any(|word| matches!(word.as_str(), "it" | "them"));
    let asked = acts(sentence, kind, &|at| leads(sentence, at))
        || speaks_of_running(&said) && (it || names(&said, kind))
        || says_of_itself(sentence, kind)
        || allows(sentence, kind)
        || line.asking().any(|(_, token)| shown(token));
    let gerund = || allowed(sentence, words_of(kind).gerund);
    open && (asked || gerund()) && !is_any_refused(sentence) && !is_deferred(sentence)
}

/// The same of a line that tells, and orders behind a comma: "the db is back up, run them", "looks good, roll it out".
pub(super) fn adds_an_order(line: &Line<'_>, kind: CallKind) -> bool {
    let sentence = &line.sentence;
    sentence.mood == Mood::Statement
        && !line.forbids()
        && !is_any_refused(sentence)
        && acts(sentence, kind, &|at| sentence.head(at) != Head::Inside)
}

/// "Make sure it compiles", "does it still build?"
fn says_of_itself(sentence: &Sentence<'_>, kind: CallKind) -> bool {
    let asked = sentence.mood == Mood::Question && matches!(sentence.word(0), "do" | "does" | "is" | "will");
    let told = |word: &str| match kind {
        CallKind::Build => matches!(word, "builds" | "compiles") || asked && matches!(word, "build" | "compile"),
        CallKind::Lint => word == "lints" || asked && matches!(word, "lint" | "linter"),
        _ => false,
    };
    sentence.any(told)
}

/// "Agents are fine", "web search is ok now", "git is yours again", "lint please".
fn allows(sentence: &Sentence<'_>, kind: CallKind) -> bool {
    let nouns = words_of(kind).nouns;
    let yours = |at: usize| is_copula(sentence.word(at)) && sentence.word(at + 1) == "yours";
    let pleased = |at: usize| at == 0 && is_courtesy(sentence.word(1));
    // "Fix the lint errors": who mends it looks whether it is mended.
    let fails = |at: usize| kind.answers() && (at + 1..=at + 2).any(|at| is_fault(sentence.word(at)));
    let granted = |at: usize| is_fine(sentence, at + 1) || yours(at + 1) || pleased(at) || fails(at);
    sentence.any_at(|at| nouns.contains(&sentence.word(at)) && granted(at))
}

/// True where a verb of the sentence asks for what the kind does. `leads`: whether a verb there opens what is asked for.
fn acts(sentence: &Sentence<'_>, kind: CallKind, leads: &dyn Fn(usize) -> bool) -> bool {
    let Words { verbs, of_it, with, nouns, .. } = words_of(kind);
    let noun = |word: &str| nouns.contains(&word);
    // "Use a different user agent".
    let ends = |at: usize| closes_an_act(sentence, at) || ENDS.contains(&sentence.word(at));
    let meant = |at: usize| {
        noun(sentence.word(at)) && !matches!(sentence.back(at, 1), "client" | "from" | "user") && ends(at + 1)
    };
    let together = |at: usize| (at + 1..=at + MAX_TOGETHER).any(meant);
    let orders = |at: usize| {
        let word = sentence.word(at);
        let whole = |word: &str| is_pronoun(word) || matches!(word, "everything" | "files");
        let it = || {
            closes_an_act(sentence, sentence.past(at + 1, whole)) || sentence.tokens.get(at + 1).is_some_and(is_path)
        };
        (verbs.contains(&word) || of_it.contains(&word) && it() || with.contains(&word) && together(at)) && leads(at)
    };
    // "Go ahead with the migration".
    let ahead = |at: usize| {
        let from = sentence.with_determiner(at);
        noun(sentence.word(at)) && from > 1 && sentence.reads(from - 2, "ahead with")
    };
    sentence.any_at(|at| orders(at) || ahead(at))
        || act::does(sentence, &noun, leads)
        || matches!(kind, CallKind::Deploy | CallKind::Publish) && act::deploys(sentence, leads)
}

/// True when what the agent offered is to do it.
pub(super) fn does(offered: &[String], kind: CallKind) -> bool {
    offered.iter().any(|word| words_of(kind).verbs.contains(&word.as_str()))
        || speaks_of_running(offered) && names(offered, kind)
}

/// True for the words of what is run: "the deploy script", "the migrations", "the test suite".
fn names(said: &[String], kind: CallKind) -> bool {
    said.iter().any(|word| words_of(kind).nouns.contains(&word.as_str()))
}

fn speaks_of_running(said: &[String]) -> bool {
    let runs = ["apply", "execute", "green", "pass", "rerun", "run", "running", "start", "try"];
    said.iter().any(|word| runs.contains(&word.as_str()))
}

/// What git or its host is told to do, where other words imply it too.
pub(super) fn verb_of(command: &str) -> Option<&'static str> {
    match command {
        "gh pr create" | "glab mr create" => Some("request"),
        "gh pr merge" | "glab mr merge" => Some("merge"),
        command if command.split(' ').any(|word| word.starts_with('-')) => None,
        command if command == "git push" || command.starts_with("git push ") => Some("push"),
        "git commit" => Some("commit"),
        _ => None,
    }
}

/// "Push it", "can you push", "you can push now", "looks good, push"; neither "before we push" nor "push the button".
fn is_ordered(sentence: &Sentence<'_>, at: usize, wanted: &str) -> bool {
    // What it is said of is looked at last: a prompt may hold thousands of other words.
    let work = || is_of_work(sentence, at + 1) || is_handed_in(sentence, at + 1, wanted);
    if sentence.word(at) != wanted || !work() {
        return false;
    }
    leads(sentence, at) && !is_refused(sentence, at)
}

/// "Push both commits", "commit the fix", "commit in small steps"; not "push the value into the list".
fn is_handed_in(sentence: &Sentence<'_>, from: usize, wanted: &str) -> bool {
    let shut = |at: &usize| *at > from && sentence.is_parted(*at);
    let clause = || (from..sentence.tokens.len()).take_while(|at| !shut(at)).map(|at| sentence.word(at));
    let of_a_program = clause().any(|word| OF_PROGRAMS.contains(&word));
    let with = matches!(sentence.word(from), "w/" | "with");
    // Courtesy in another language.
    if matches!(sentence.word(from), "bitte" | "jetzt") {
        return true;
    }
    match wanted {
        "amend" | "commit" => with || sentence.word(from + 1) == "with" || !of_a_program,
        "push" => with || !of_a_program && clause().any(|word| PUSHED.contains(&word)),
        _ => false,
    }
}

/// "Create a commit", "make two small commits", "split it into two commits", "a WIP commit please", "check it in".
fn makes_a_commit(sentence: &Sentence<'_>) -> bool {
    let verb = |word: &str| matches!(word, "add" | "create" | "do" | "get" | "into" | "make" | "put");
    let noun = |at: usize| matches!(sentence.word(at), "commit" | "commits") && sentence.mood != Mood::Question;
    let asked = |at: usize| {
        let made = (at.saturating_sub(MAX_MAKING)..at).any(|before| verb(sentence.word(before)));
        let of_it = !matches!(sentence.word(at + 1), "hash" | "hook" | "hooks" | "id" | "log" | "message" | "messages");
        let before = sentence.back(at, 1);
        let counted = matches!(before, "one" | "separate" | "single" | "three" | "two" | "wip");
        let alone = counted && (is_of_work(sentence, at + 1) || sentence.word(at + 1) == "with");
        // "Wrap it up in a commit", "save that as a commit".
        let wrapped = matches!(before, "a" | "one")
            && matches!(sentence.back(at, 2), "as" | "in" | "into")
            && (0..at - 2).any(|verb| matches!(sentence.word(verb), "save" | "wrap"))
            && closes_an_act(sentence, at + 1);
        of_it && (made || wrapped || is_fine(sentence, at + 1) || alone) && !is_refused(sentence, at)
    };
    checks_in(sentence) || sentence.any_at(|at| noun(at) && asked(at))
}

/// "Get it on the remote", "send it up to origin"; not "put it in the remote config".
fn sends_away(sentence: &Sentence<'_>) -> bool {
    let it = |at: usize| is_pronoun(sentence.word(at)) || sentence.word(at) == "everything";
    let there = |at: usize| {
        let led = matches!(sentence.word(at - 1), "on" | "onto" | "the" | "to");
        led && matches!(sentence.word(at), "github" | "gitlab" | "origin" | "remote" | "upstream")
            && closes_an_act(sentence, at + 1)
    };
    sentence.any_at(|at| {
        let sends = matches!(sentence.word(at), "bring" | "get" | "put" | "send") && it(at + 1) && leads(sentence, at);
        let into = (at + 2..at + 6).any(|place| matches!(sentence.word(place), "from" | "in" | "into"));
        sends && !into && (at + 2..at + 6).any(there) && !is_refused(sentence, at)
    })
}

/// "git commit -am x", typed as in a terminal; "git commit hooks fail" tells of one.
fn is_typed(line: &Line<'_>, command: &str) -> bool {
    let sentence = &line.sentence;
    if sentence.mood == Mood::Question || line.forbids() || is_any_refused(sentence) {
        return false;
    }
    sentence.text.split(['&', ';']).any(|part| {
        let words = bare_words(part);
        // The verb of its program alone: "push -f".
        let flag = |word: &String| word.starts_with('-');
        let short = words.get(1).is_some_and(flag) && matches!(words[0].as_str(), "commit" | "push");
        let shows = words.len() < MAX_SHOWN || words.iter().any(flag);
        let git = short.then(|| "git".to_owned());
        shows && is_meant_by(&git.into_iter().chain(words).collect::<Vec<_>>(), command)
    })
}

/// "Apply it" for "terraform apply", "run the deploy script" for scripts/deploy.sh, "run it" for whatever was not to be run.
fn asks_by_purpose(line: &Line<'_>, command: &str) -> bool {
    let sentence = &line.sentence;
    if command.starts_with("git ") || sentence.mood == Mood::Question || line.forbids() {
        return false;
    }
    let said = line.said();
    let orders = |wanted: &str| sentence.any_at(|at| sentence.word(at) == wanted && leads(sentence, at));
    let runs = ["bring", "execute", "launch", "rerun", "run", "start"].into_iter().any(orders);
    let core = core_of(command);
    let named = core.as_ref().is_some_and(|core| said.iter().any(|word| word == core));
    let it = runs && said.len() <= MAX_SHOWN && said.iter().any(|word| matches!(word.as_str(), "it" | "that" | "this"));
    !is_any_refused(sentence)
        && (named && runs
            || it
            || !command.contains(' ') && act::is_told_its_verb(sentence, command)
            || core.is_some_and(|core| orders(&core))
            || fits(command, |kind| asks_to(line, kind)))
}

/// True where what the agent had offered, and the prompt agrees to, is the command or what it does.
pub(super) fn is_offered(offered: &[String], command: &str) -> bool {
    let merges = matches!(command, "gh pr merge" | "glab mr merge");
    let named = |core: String| !command.starts_with("git ") && offered.contains(&core);
    runs(offered, if merges { "git merge" } else { command })
        || fits(command, |kind| does(offered, kind))
        || core_of(command).is_some_and(named)
}

/// True where the command is of a kind that is asked for.
fn fits(command: &str, asked: impl Fn(CallKind) -> bool) -> bool {
    let words = bare_words(command);
    CallKind::OF_COMMANDS.into_iter().any(|kind| is_of_kind(&words, kind) && asked(kind))
}

/// The word of a command that tells what it does: "apply" of "terraform apply", "deploy" of scripts/deploy.sh.
fn core_of(command: &str) -> Option<String> {
    let last = command.split_whitespace().rfind(|word| !word.starts_with('-'))?;
    let name = last.rsplit('/').next().unwrap_or(last);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    (command.contains(' ') || last.contains(['/', '.'])).then(|| stem.to_lowercase())
}

/// "Is fine", "are allowed".
fn is_fine(sentence: &Sentence<'_>, at: usize) -> bool {
    is_copula(sentence.word(at)) && is_all_right(sentence.word(at + 1))
}

/// "Pushing is fine now", "mind pushing it?", "start pushing".
fn allowed(sentence: &Sentence<'_>, gerund: &str) -> bool {
    sentence.any_at(|at| {
        let asked = matches!(sentence.back(at, 1), "mind" | "start") && is_of_work(sentence, at + 1);
        sentence.word(at) == gerund && (is_fine(sentence, at + 1) || asked) && !is_refused(sentence, at)
    })
}

/// "Get this pushed", "I want it committed".
fn wants_it(sentence: &Sentence<'_>, participle: &str) -> bool {
    let wants = |at: usize| {
        (at.saturating_sub(MAX_MAKING)..at).any(|before| matches!(sentence.word(before), "get" | "need" | "want"))
    };
    sentence.any_at(|at| sentence.word(at) == participle && wants(at) && !is_refused(sentence, at))
}

/// "Open a PR", "send a pull request", "as a PR"; "a PR template" is something else.
fn opens_a_request(sentence: &Sentence<'_>) -> bool {
    let verb = |word: &str| {
        [
            "as", "create", "do", "draft", "file", "get", "into", "make", "open", "prepare", "raise", "send", "submit",
            "up", "update",
        ]
        .contains(&word)
    };
    let behind = ["after", "against", "for", "from", "into", "out", "up", "with"];
    // "PR please", "push and PR", "PR it".
    let bare = |at: usize| {
        matches!(sentence.word(at), "mr" | "pr")
            && sentence.head(at) != Head::Inside
            && is_of_work(sentence, at + 1)
            && !is_refused(sentence, at)
    };
    let opened = |at: usize| {
        let Some(end) = pull_request(sentence, at) else { return false };
        let to = behind.contains(&sentence.word(end)) || is_of_work(sentence, end);
        (verb(sentence.back(at, 1)) && to || is_fine(sentence, end)) && !is_refused(sentence, at)
    };
    sentence.any_at(|at| bare(at) || opened(at))
}

/// True when words ask for the command: "commit and push" and "open a PR" for "git push", the words themselves for others.
pub(super) fn runs(said: &[String], command: &str) -> bool {
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    // Of a command with a flag the flag is what was forbidden: "don't amend", "never force push".
    let flag = command.split(' ').find(|word| word.starts_with('-'));
    if command.starts_with("git ")
        && let Some(flag) = flag
    {
        return has(&[if flag == "-f" { "force" } else { flag.trim_start_matches('-') }]);
    }
    let verb = command.strip_prefix("git ").and_then(|rest| rest.split(' ').next()).unwrap_or(command);
    // "Open a merge request", "fix the merge conflict".
    let noun = ["commit", "conflict", "conflicts", "request", "sort"];
    if verb == "merge" && said.windows(2).any(|pair| pair[0] == "merge" && noun.contains(&pair[1].as_str())) {
        return false;
    }
    let leaves_the_machine = || {
        has(&["deploy", "merge", "mr", "pr", "prs", "publish", "release", "ship"])
            || has(&["pull"]) && has(&["request"])
    };
    let implied = match verb {
        "gh pr create" | "glab mr create" | "push" => leaves_the_machine(),
        "commit" => leaves_the_machine() || has(&["push"]) || has(&["save"]) && has(&["git"]),
        _ => verb.ends_with(" install") && has(&["install"]) && has(&["dependencies", "deps", "modules", "packages"]),
    };
    let wanted = words(verb);
    implied || !wanted.is_empty() && said.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, limits, limits_left};

    #[test]
    fn what_is_run_ends_by_the_words_that_people_order_it_with() {
        for (limit, prompt) in [
            ("don't run the build", "ok build it now"),
            ("don't run the build", "check that it builds"),
            ("don't run the build", "does it still build?"),
            ("don't run the build", "one build is ok"),
            ("don't run the linter", "run the linter once"),
            ("don't run the linter", "please fix the lint errors"),
            ("don't run the linter", "lint is fine now"),
            ("don't run the formatter", "format everything"),
            ("don't search the web", "you can look it up online"),
            ("don't search the web", "web search is ok now"),
            ("don't search the web", "read https://jwt.io/introduction"),
            ("don't use subagents", "use an agent for that"),
            ("don't use subagents", "agents are fine"),
            ("don't start the dev server", "fire up the server"),
            ("don't use git", "you can use git now"),
            ("don't use git", "now commit it"),
        ] {
            assert_eq!(limits_left(limit, prompt), "", "{limit} >> {prompt}");
        }
        for (limit, prompt) in [
            ("don't run the build", "why is the build so slow?"),
            ("don't run the build", "build a settings page too"),
            ("don't use git", "now add a test for it"),
            ("don't use git", "merge the two handlers"),
            ("don't use git", "reset the form"),
            ("don't start the dev server", "start with the header"),
            ("don't use subagents", "use a different user agent"),
            ("don't use subagents", "use the agent pool in src/agents.py"),
            ("don't search the web", "check the url in src/app.js"),
        ] {
            assert_ne!(limits_left(limit, prompt), "", "{limit} >> {prompt}");
        }
    }

    #[test]
    fn what_commands_do_may_be_asked_for() {
        for (limit, prompt) in [
            ("don't deploy", "ok deploy it"),
            ("don't deploy", "looks good, ship it"),
            ("don't deploy", "now run the deploy script"),
            ("don't publish the package", "publish it"),
            ("don't run the migrations", "ok, run the migrations now"),
            ("don't run the migrations", "migrate the db"),
            ("don't run the tests", "run the tests"),
            ("don't run the tests", "make sure the tests pass"),
            ("don't run the tests", "now test it"),
            ("don't run the tests", "do the tests pass?"),
            ("don't run the tests", "are the tests green?"),
            ("don't run the tests", "check if the tests pass"),
            ("don't run the tests", "you may run `pytest -q`"),
            ("don't run the tests", "you may run `pytest -q tests/test_token.py`"),
        ] {
            assert!(!limits_left(limit, prompt).starts_with("deny"), "{limit} | {prompt}");
        }
        for (limit, prompt, stays) in [
            ("don't deploy", "fix the footer too", "deny deploy"),
            ("don't deploy", "why does the deploy fail?", "deny deploy"),
            ("don't deploy", "fix the deploy script", "deny deploy"),
            ("don't deploy", "write the release notes", "deny deploy"),
            ("don't commit", "git commit hooks fail, fix them", "deny $ git commit"),
            ("don't run the migrations", "make it start faster, it takes ten seconds", "deny migrate"),
            ("don't deploy", "still don't deploy", "deny deploy"),
            ("don't touch src/db", "you may run `fly deploy --config src/db/fly.toml`", "donot src/db/"),
            ("don't run the migrations", "add a migration for the new column", "deny migrate"),
            ("don't run the tests", "add a test for the expired token", "deny test"),
            ("don't run the tests", "why are the tests so slow?", "deny test"),
        ] {
            assert_eq!(limits_left(limit, prompt), stays, "{limit} | {prompt}");
        }
    }

    #[test]
    fn who_asks_for_a_push_gets_it() {
        for prompt in [
            "push",
            "ok push it",
            "looks good, commit and push",
            "you can push now",
            "pushing is fine now",
            "please push to feature/login",
            "can you push?",
            "go ahead and push",
            "create a PR",
            "submit it as a PR",
            "bitte pushen",
            "lgtm ship it",
            "git push",
            "do a git push",
            "commit & push",
            "push it up",
            "push n pr",
            "if tests pass push",
            "make a PR against develop",
            "No, push it",
            "no tests needed, push",
            "push to origin",
            "push to my fork",
            "feel free to push",
            "you forgot to push",
        ] {
            assert_eq!(limits_left("don't push", prompt), "", "{prompt}");
        }
    }

    #[test]
    fn the_word_alone_asks_for_nothing() {
        for prompt in [
            "still don't push",
            "now sort the users, but still don't push please",
            "I said don't push",
            "but still no push",
            "fix the push notification bug in src/cart/index.ts",
            "use router.push instead of replace in src/ui/Button.tsx",
            "push the button 2px to the right",
            "the docker push fails in the script, fix it",
            "create a PR template",
            "before we push, run the tests",
            "Anna will push",
            "let me push",
            "good that you didn't push",
            "show me what git push would do",
            "The worker should push to the redis queue, fix that",
            "push to the results array instead of returning early",
            "the deploy hook runs `git push` twice, fix it",
        ] {
            assert!(
                limits_left("don't push", prompt).contains("deny $ git push"),
                "{prompt}: {}",
                limits_left("don't push", prompt)
            );
        }
    }

    #[test]
    fn two_limits_in_one_breath_are_two() {
        let check = |said: &str, expected: &str| {
            limits(said, expected);
        };
        check("fix it, don't commit and don't push", "deny $ git commit; deny $ git push");
        check("fix it. don't push and don't touch src/legacy", "deny $ git push; deny src/legacy/");
        check("fix it. don't push or touch src/legacy", "deny $ git push; deny src/legacy/");
        check("fix it. don't touch src/legacy or push", "deny src/legacy/; deny $ git push");
        check("fix it. don't push and no new deps", "deny $ git push; deny new packages");
        check("fix it. no pushing and no new deps", "deny $ git push; deny new packages");
        check("fix it. no new deps and no pushing", "deny new packages; deny $ git push");
    }

    /// What is left of the limits of `first` when the user goes on with `said`.
    fn left_of(first: &str, said: &str) -> String {
        let stage = Stage::new();
        let goal = stage.start(&format!("fix the parser. {first}"));
        stage.left(&goal, said)
    }

    #[test]
    fn a_push_is_allowed_in_many_ways() {
        for said in [
            "you can git push",
            "do the push",
            "I allow the push",
            "push is fine",
            "git push is ok",
            "push is allowed",
            "you're allowed to push",
            "allow git push",
            "go ahead with the push",
            "you may push when the tests pass",
        ] {
            assert_eq!(left_of("Don't push.", said), "", "{said}");
        }
        for said in [
            "go ahead with the deployment",
            "deploying is ok",
            "go ahead with the deploy",
            "release it to prod",
            "get it on staging so i can look",
        ] {
            assert_eq!(left_of("Don't deploy.", said), "", "{said}");
        }
        for (limit, said) in [
            ("Don't push.", "hochschieben bitte"),
            ("Don't push.", "ok pousse"),
            ("Don't commit.", "one commit with a good message"),
            ("Don't commit.", "mach einen commit draus"),
            ("Don't run the tests.", "i have time now, run the tests"),
            ("Don't run the tests.", "run everything now"),
        ] {
            assert_eq!(left_of(limit, said), "", "{limit} {said}");
        }
    }

    #[test]
    fn what_waits_for_the_user_is_not_allowed_yet() {
        for said in [
            "you may push once the review is done",
            "you may push after I reviewed it",
            "you may push if I say so",
            "you may push tomorrow",
            "you can push later",
        ] {
            assert_eq!(left_of("Don't push.", said), "deny $ git push", "{said}");
        }
    }

    #[test]
    fn one_of_several_commands_ends_by_itself() {
        for said in ["you may run `git commit`", "ok, commit it", "commit is fine, push is not"] {
            assert_eq!(left_of("Don't commit or push.", said), "deny $ git push", "{said}");
        }
        assert_eq!(left_of("Don't commit or push.", "commit and push it"), "");
        assert_eq!(left_of("Don't use git.", "now commit it"), "");
    }
}
