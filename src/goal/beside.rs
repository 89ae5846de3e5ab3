//! What belongs to the work beside a declared scope: "only touch src/auth. Add a test"; what was changed beside it and is accepted.
//!
//! Owns the kinds of files that people ask for without a place, and the changes that they keep. Places that a later prompt calls by their names are `lifting`'s.

use super::freeing::accepted::{self, Accepted};
use super::kinds::spoken_of;
use super::line::{Ask, Line};
use super::reading::{Reading, add};
use super::relation::declared;
use super::{GoalContext, ask};
use crate::domain::{Goal, Pattern, ScopeEntry, ScopeReason, WorkKind};
use crate::text::{kind, path, pattern, words};

/// Words at most from "add" to what is added: "add a test and a changelog entry".
const MAX_ADDED: usize = 6;

/// Tests, pages and the number of the version that are asked for beside a declared scope: "only touch src/auth. Add a test".
pub(super) fn add_beside(entries: &mut Vec<ScopeEntry>, reading: &Reading<'_, '_>) {
    for line in reading.typed().filter(|line| line.ask == Ask::Work || line.ask == Ask::Permission) {
        let word = |at: usize| line.sentence.word(at);
        for (at, token) in line.asking() {
            let before = |verbs: &[&str]| (at.saturating_sub(MAX_ADDED)..at).any(|verb| verbs.contains(&word(verb)));
            let wanted = match kind::kind_of_word(&token.word) {
                kind @ Some(WorkKind::Tests | WorkKind::Docs) => {
                    kind.filter(|_| before(&["add", "extend", "update", "write"]))
                }
                // It stands in the manifest.
                _ if token.word == "version" && before(&["bump", "increase", "raise"]) => Some(WorkKind::Build),
                _ => None,
            };
            if let Some(kind) = wanted {
                for place in pattern::of_kind(kind) {
                    add(entries, place, ScopeReason::Named, line.sentence.text);
                }
            }
        }
    }
}

/// What was changed beside the goal and a prompt accepts: the files, and all of the kind that it speaks of. Nothing for a goal without a
/// place: to give it one would shut out all others.
pub(super) fn accepted(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Vec<Pattern> {
    let entries = &goal.scope.entries;
    if entries.iter().all(|entry| entry.reason == ScopeReason::Imported) {
        return Vec::new();
    }
    let free = reading.typed().filter(|line| !line.forbids());
    let lines: Vec<_> = free.filter_map(|line| Some((line, accepted::accepted(&line.sentence)?))).collect();
    let answers = keeps_by_an_answer(reading, cx);
    // What was changed is looked through only for a prompt that may mean it.
    let mut found = Vec::new();
    if lines.is_empty() && !answers {
        return found;
    }
    let is_stray = |file: &&String| !entries.iter().any(|entry| pattern::covers(&entry.pattern, file));
    let strays: Vec<&String> = cx.changed.keys().filter(is_stray).collect();
    if answers {
        found.extend(asked_about(&strays, cx));
    }
    for (line, which) in lines {
        match which {
            Accepted::All => found.extend(strays.iter().map(|file| Pattern::File((*file).clone()))),
            Accepted::Named => {
                let (files, kinds) = spoken_of(line, strays.iter().copied(), &line.kinds_by_word());
                found.extend(files);
                found.extend(kinds.into_iter().flat_map(pattern::of_kind));
            }
        }
    }
    found
}

/// "Should I keep the css change?", "yes"; "should I revert it?", "no"; "is that wanted, or should I revert it?", "its fine".
fn keeps_by_an_answer(reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> bool {
    let Some(asked) = cx.question().map(words::words) else { return false };
    let first = |such: &[&str]| asked.iter().position(|word| such.contains(&word.as_str()));
    if first(&["commit", "deploy", "merge", "push", "release", "run"]).is_some() {
        return false;
    }
    let answer = reading.text;
    let agrees = || ask::is_acknowledgement(answer) || ask::agrees(answer) || reading.typed().any(is_fine);
    let refuses = || matches!(words::words(answer)[..], [ref only] if matches!(only.as_str(), "nah" | "no" | "nope"));
    let keeps = first(&["fine", "intended", "keep", "okay", "ok", "stay", "wanted"]);
    match (keeps, first(&["discard", "remove", "restore", "revert", "undo"])) {
        (Some(keeps), Some(reverts)) => keeps < reverts && agrees(),
        (Some(_), None) => agrees(),
        (None, Some(_)) => refuses(),
        (None, None) => false,
    }
}

fn is_fine(line: &Line<'_>) -> bool {
    accepted::is_verdict(&line.sentence, 0)
}

/// The files that the agent's words name, or all where they name none, and all of the kind that its question is about.
fn asked_about(strays: &[&String], cx: &GoalContext<'_>) -> Vec<Pattern> {
    let told = cx.last_words.unwrap_or_default();
    let is_named = |file: &&&String| told.contains(path::base_name(file));
    let named: Vec<&String> = strays.iter().filter(is_named).copied().collect();
    let meant = if named.is_empty() { strays } else { &named };
    let asked = cx.question().map(words::words).unwrap_or_default();
    let spoken =
        |kind: &WorkKind| asked.iter().any(|word| kind::is_file_word(word) && kind::kind_of_word(word) == Some(*kind));
    let kinds = meant.iter().filter_map(|file| kind::kind_of_path(file)).filter(spoken);
    let all = kinds.flat_map(pattern::of_kind);
    meant.iter().map(|file| Pattern::File((*file).clone())).chain(all).collect()
}

/// "Keep it", "i wanted that change": words by which nothing more is to be done.
pub(super) fn only_accepts(line: &Line<'_>) -> bool {
    let verb = line.sentence.main_verb.map_or("", |verb| line.sentence.word(verb));
    let keeps = line.ask != Ask::Work || matches!(verb, "accept" | "keep" | "leave");
    keeps && accepted::accepted(&line.sentence).is_some()
}

/// True for a place in the declared scope.
pub(super) fn is_declared(goal: &Goal, place: &Pattern) -> bool {
    declared(goal).any(|entry| pattern::encloses(&entry.pattern, place))
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_scope};

    const CSS: &str = "**/*.{css,scss,sass,less,styl}";

    /// What the goal has from `prompt` on that it had not, where the theme was changed beside "keep to src/cart". All css is "css".
    fn opened(told: &str, prompt: &str) -> String {
        let stage = Stage::new().changed(&["src/cart/index.ts", "src/styles/theme.css"]).replied(told);
        let first = stage.start("fix the quantity in the cart total. keep to src/cart");
        let goal = stage.revise(&first, prompt).1;
        let scope = shown_scope(&goal);
        let has = |what: &str| scope.contains(what);
        let shown = [(has("src/styles/theme.css"), "theme"), (has(CSS), "css"), (!has("declared"), "undeclared")];
        shown.iter().filter(|(there, _)| *there).map(|(_, what)| *what).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_was_changed_beside_the_goal_is_accepted_in_many_words() {
        for said in [
            "keep it",
            "no, keep it",
            "ok keep the changes",
            "accept it",
            "leave it, thats ok",
            "yeah keep that then",
            "keep both, please",
        ] {
            assert_eq!(opened("Done.", said), "theme", "{said}");
        }
        for said in [
            "fine, also do the css",
            "thats ok, i wanted the color change too",
            "ok leave the color, its fine",
            "nah that css change is good",
            "the css change is ok",
            "yes please change the css too",
            "cool, keep the css",
            "the theme edit looks great",
            "i like the color change",
            "css too",
            "alright, also touch the theme",
            "thats fine, i need the colors as well",
            "we want that css change",
        ] {
            assert_eq!(opened("Done.", said), "theme css", "{said}");
        }
        for said in [
            "looks good, go on",
            "thats ok",
            "keep going",
            "keep it simple",
            "keep it in src/cart",
            "leave it",
            "don't keep it",
            "is the css change ok?",
            "the css change is not ok",
            "i dont want the css change",
            "nice, now round the total",
            "also round the total",
        ] {
            assert_eq!(opened("Done.", said), "", "{said}");
        }
    }

    #[test]
    fn a_yes_accepts_what_the_agent_asks_about() {
        let keep = "I also changed src/styles/theme.css for the color. Should I keep the css change?";
        for answer in ["yes", "sure", "thats fine", "yes, keep it"] {
            assert_eq!(opened(keep, answer), "theme css", "{answer}");
        }
        let wanted = "I also changed src/styles/theme.css. Is that wanted, or should I revert it?";
        for answer in ["yes", "its fine", "keep it"] {
            assert_eq!(opened(wanted, answer), "theme", "{answer}");
        }
        let revert = "I also changed src/styles/theme.css. Should I revert it?";
        assert_eq!(opened(revert, "no"), "theme");
        // What is put back is changed once more.
        assert_eq!(opened(revert, "yes"), "theme");
        for told in ["Done. Should I commit?", "Is it ok to push?", "Should I keep it?"] {
            assert_eq!(opened(told, "no"), "", "{told}");
        }
        assert_eq!(opened("Done. Should I commit?", "yes"), "");
        // All that the agent calls so, and not the file alone.
        assert_eq!(opened("The badge has the old color. May I change the css, too?", "yes"), "css");
        assert_eq!(opened("Should I run the tests?", "yes"), "");
    }

    #[test]
    fn who_keeps_a_change_asks_for_no_more() {
        let stage = Stage::new().changed(&["src/styles/theme.css"]);
        let first = stage.start("fix the quantity in the cart total. keep to src/cart");
        for said in ["keep it", "nah that css change is good", "thats ok, i wanted the color change too"] {
            assert_eq!(stage.revise(&first, said).1.latest, "", "{said}");
        }
        assert_eq!(stage.revise(&first, "fine, also do the css").1.latest, "fine, also do the css");
    }

    #[test]
    fn a_goal_without_a_place_gets_none() {
        let stage = Stage::new().changed(&["src/styles/theme.css"]);
        let (_, goal) = stage.revise(&stage.start("make it faster"), "keep it");
        assert_eq!(shown_scope(&goal), "");
    }
}
