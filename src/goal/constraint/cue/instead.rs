//! "Use yarn, not npm", "pnpm instead of npm": one program is to be used and another is not.
//!
//! Owns these forms. Both must be programs that are known by their names: "use tabs, not spaces" is about code.

use crate::goal::constraint::act::command::{is_tool, is_used_by_name};
use crate::goal::constraint::act::{Act, Cue, is_over};
use crate::goal::constraint::clause::is_path;
use crate::goal::prompt::closing;
use crate::goal::prompt::sentence::{Mood, Sentence};
use crate::goal::prompt::word_class::{is_conjunction, is_copula, is_prelude, leads_to_a_place, rules};

/// The prohibition of the program behind "not" or "instead of" at `at`, where another program stands before.
pub(in crate::goal::constraint) fn cue(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let object = match (sentence.word(at), sentence.word(at + 1)) {
        ("not", _) => at + 1,
        ("instead", "of") | ("rather", "than") => at + 2,
        _ => return None,
    };
    if !is_used_by_name(sentence.word(object)) {
        return None;
    }
    let tool = tool_before(sentence, at)?;
    let closed = is_over(sentence, object) && !goes_on(sentence.word(object + 1));
    let told = sentence.word(at) == "not";
    (sentence.mood != Mood::Question && closed && is_ours(sentence, tool, told)).then(|| Cue::new(at, object, Act::Run))
}

/// Words at most between the two programs: "use pnpm in this repo, not npm".
const MAX_BETWEEN: usize = 4;

/// The program before the "not" at `at`: "pnpm, not npm", "pnpm here not npm", "pnpm for this project, not npm".
fn tool_before(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let ours = |word: &str| {
        matches!(
            word,
            "always" | "everything" | "everywhere" | "for" | "in" | "it" | "only" | "project" | "repo" | "repository"
        ) || matches!(word, "that" | "the" | "this")
            || closing::is_courtesy(word)
            || closing::is_of_the_moment(word)
    };
    let tool = (0..at).rev().find(|before| !ours(sentence.word(*before)))?;
    (at - tool <= MAX_BETWEEN + 1 && is_tool(sentence.word(tool))).then_some(tool)
}

/// "Not npm, is what the docs say", "not make, in the CI file".
fn goes_on(word: &str) -> bool {
    is_copula(word) || leads_to_a_place(word) || matches!(word, "for" | "if" | "when")
}

/// True where the clause of the program at `tool` is about what the agent or the project uses, and names nothing else that does: "the
/// Dockerfile uses npm instead of yarn" tells of a file. `told`: what is used may be told, too.
fn is_ours(sentence: &Sentence<'_>, tool: usize, told: bool) -> bool {
    let shut = |at: usize| sentence.tokens[at].ends_clause() || is_conjunction(sentence.word(at));
    let from = (0..tool).rev().find(|at| shut(*at)).map_or(0, |at| at + 1);
    // "In CONTRIBUTING.md: pnpm, not npm" says what a file is to hold.
    if from > 0 && sentence.tokens[from - 1].stop() && sentence.tokens[..from].iter().any(is_path) {
        return false;
    }
    let ours = |word: &str| match word {
        "is" | "it's" | "it" | "on" | "uses" | "this" | "the" | "project" | "repo" | "repository" => told,
        "always" | "but" | "go" | "i" | "just" | "only" | "prefer" | "run" | "should" | "stick" | "to" | "use"
        | "via" | "we" | "we're" | "with" | "you" => true,
        _ => is_prelude(word) || rules(word),
    };
    let by = matches!(sentence.back(tool, 1), "using" | "via" | "with");
    let ordered = || by && sentence.orders() && !(from..tool).any(|at| sentence.word(at) == "to");
    (from..tool).all(|at| ours(sentence.word(at))) || ordered()
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn one_program_takes_the_place_of_another() {
        for said in [
            "use yarn, not npm!!",
            "use pnpm instead of npm",
            "this repo is on yarn, not npm",
            "use pnpm here not npm",
            "use pnpm here, not npm",
            "we use pnpm in this repo, not npm",
            "please use pnpm for this project pls not npm",
        ] {
            limits(&format!("bump the router. {said}"), "deny $ npm");
        }
        for said in [
            "use tabs, not spaces",
            "use pnpm in the Dockerfile not npm",
            "use pnpm for the build of the docs page here, not npm",
            "is it yarn, not npm?",
            "use yarn, not npm workspaces",
            "the lockfile is from pnpm, not npm. explain why it fails",
            "the Dockerfile uses npm instead of yarn, change it",
            "the Dockerfile should install yarn, not npm",
            "use yarn, not npm, is what the docs say",
            "in src/legacy/old.ts: yarn, not npm",
        ] {
            limits(&format!("bump the router. {said}"), "");
        }
    }
}
