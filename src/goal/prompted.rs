//! What a prompt, an answer, an approved plan or a delegated task makes of the goal.
//!
//! Owns the way from the words to the goal: read, judged (`revise`), composed (`compose`) and noted (`history`).

use super::changed_mind::ChangedMind;
use super::history::record;
use super::newest::latest;
use super::prompt::plan;
use super::prompt::prose::Prose;
use super::reading::Reading;
use super::revise::{judge, turned};
use super::ruling::{Ruling, ruling};
use super::{GoalContext, ask, compose, delegated};
use crate::domain::{Goal, GoalChange, Prompt, PromptClass};

/// The first goal of a session. Every first prompt starts one, be it as short as "fix login bug".
pub fn start(prompt: &Prompt, cx: &GoalContext<'_>) -> Goal {
    revise(None, prompt, cx).goal
}

/// What a human prompt makes of the goal.
#[derive(Debug)]
pub struct Revised {
    /// What it does to it.
    pub change: GoalChange,
    /// The goal from now on.
    pub goal: Goal,
    /// True for a prompt that asks a question and nothing else, so that an answer is all that was wanted.
    pub only_asks: bool,
    /// What it decides about work that strayed.
    pub ruling: Option<Ruling>,
}

/// The goal after the agent has asked a question and the person has answered it with a choice: limits end as they do after the same
/// question and answer in the chat. Nothing else changes.
pub fn answered(goal: &Goal, question: &str, answer: &str, cx: &GoalContext<'_>) -> Goal {
    let cx = GoalContext { last_words: Some(question), ..*cx };
    let ended = |goal: &Goal, words: &str| {
        let prose = Prose::new(words);
        compose::answered(goal, &Reading::new(&prose, &cx, goal.revision.saturating_add(1)), &cx)
    };
    let left = if ask::agrees(answer) { ended(goal, "yes") } else { goal.clone() };
    ended(&left, answer)
}

/// What a human prompt does to the goal known so far; without one it is the first. The reason stands in the new goal's history;
/// keeping makes no revision.
pub fn revise(known: Option<&Goal>, prompt: &Prompt, cx: &GoalContext<'_>) -> Revised {
    let prose = Prose::new(&prompt.text);
    let reading = Reading::new(&prose, cx, known.map_or(1, |goal| goal.revision.saturating_add(1)));
    let only_asks = ask::only_asks(&prose, &reading.lines);
    let mind = known.filter(|_| prompt.class != PromptClass::Plan).and_then(|known| ChangedMind::of(known, &reading));
    let turned = known.zip(mind.as_ref()).and_then(|(known, mind)| Some((known, mind, turned(known, mind, cx)?)));
    let (change, reason, mut goal) = match (known, turned) {
        (None, _) => (GoalChange::Start, "the first prompt".to_owned(), compose::fresh(&prose, &reading, cx, 1)),
        // Something was set at the terminal before the user had said a word.
        (Some(known), _) if known.text.is_empty() && known.line.is_empty() => {
            (GoalChange::Start, "the first prompt".to_owned(), compose::first(known, &prose, &reading, cx))
        }
        (_, Some((known, mind, wanted))) => {
            let replaced = compose::replaced(known, &mind.left, &wanted, cx);
            (GoalChange::Replace, format!("says \"{}\"", mind.cue), replaced)
        }
        (Some(known), None) => {
            let (change, reason) = judge(known, &prose, &reading, prompt.class, cx);
            let revised = match change {
                GoalChange::Keep => compose::kept(known, &reading, cx),
                GoalChange::Narrow => compose::narrowed(known, &reading, cx),
                GoalChange::Extend => {
                    let latest = latest(known, &reading, cx);
                    Goal { latest, ..compose::extended(known, &reading, cx) }
                }
                GoalChange::Start | GoalChange::Replace => compose::replaced(known, &prose, &reading, cx),
            };
            (change, reason, revised)
        }
    };
    record(&mut goal, change, &reason, prose.text(), cx);
    let ruling = known.and_then(|_| ruling(&reading, cx));
    Revised { change, goal, only_asks, ruling }
}

/// An approved plan widens the scope by every place that it names.
pub fn approve_plan(goal: &Goal, plan: &str, cx: &GoalContext<'_>) -> Goal {
    let prose = Prose::new(&as_plan(plan));
    let reading = Reading::new(&prose, cx, goal.revision.saturating_add(1));
    let mut widened = compose::planned(goal, &prose, &reading, cx);
    record(&mut widened, GoalChange::Extend, "an approved plan", plan::title(plan).unwrap_or_default(), cx);
    widened
}

/// Behind its first line everything is the plan's, whatever it looks like: nothing of it was typed.
fn as_plan(text: &str) -> String {
    format!("Implement the following plan:\n\n{text}")
}

/// What a subagent works for: the parent's goal, widened by the places that the delegated task names inside of it, where the
/// user has not declared the scope. The task is the agent's words: it lifts no limit and sets none.
pub fn delegate(goal: &Goal, task: &str, cx: &GoalContext<'_>) -> Goal {
    if goal.scope.declared() || task.trim().is_empty() {
        return goal.clone();
    }
    let inside = delegated::inside(goal, &Reading::new(&Prose::new(&as_plan(task)), cx, goal.revision));
    let widened = approve_plan(goal, &inside, cx);
    Goal { scope: widened.scope, keywords: widened.keywords, kinds: widened.kinds, ..goal.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::WorkKind;
    use crate::goal::stage::{Stage, shown_constraints, shown_scope, typed};
    use crate::goal::{allow, forbid, is_acknowledgement};
    use proptest::prelude::*;

    #[track_caller]
    fn line(prompt: &str, expected: &str) {
        assert_eq!(Stage::new().start(prompt).line, expected, "{prompt}");
    }

    #[test]
    fn the_line_is_the_first_telling_sentence() {
        line("fix login bug", "fix login bug");
        line("Hey Claude! Please fix the parser. It is slow.", "Please fix the parser.");
        line("ok.\n\n- fix the parser\n- test it", "fix the parser");
        line("Don't touch the css. Fix the parser instead.", "Fix the parser instead.");
        line("Implement the following plan:\n\n# Plan: Token Lifecycle\n\n## Context\n\nText.", "Token Lifecycle");
        line("wtf. fix login", "fix login");
        line("Oh no! The total is wrong.", "The total is wrong.");
        line("yes", "yes");
        line("```\nx\n```", "``` x ```");
        line("<ide_opened_file>a.ts</ide_opened_file>fix the\u{7} parser", "fix the parser");
        let long = Stage::new().start(&"parse ".repeat(50)).line;
        assert_eq!((long.chars().count(), long.ends_with('…')), (120, true));
    }

    #[test]
    fn the_newest_request_says_something() {
        let stage = Stage::new();
        let latest = |prompts: &[&str]| {
            let first = stage.start("fix the quantity in the cart total");
            prompts.iter().fold(first, |goal, prompt| stage.revise(&goal, prompt).1).latest
        };
        let round = "cool. can you also round it to 2 decimals";
        for (prompts, expected) in [
            (&[round][..], "can you also round it to 2 decimals"),
            (&[round, "wtf. put it all back"], "put it all back"),
            (&[round, "wtf"], "can you also round it to 2 decimals"),
            (&["lol ok. the header is broken"], "the header is broken"),
            (&["nice job! now the docs"], "now the docs"),
            (&["thanks, but the header is broken"], "thanks, but the header is broken"),
            (&["cool down the header animation"], "cool down the header animation"),
        ] {
            assert_eq!(latest(prompts), expected, "{prompts:?}");
        }
    }

    #[test]
    fn what_is_set_before_the_first_prompt_is_no_goal() {
        let stage = Stage::new();
        let opened = allow(&Goal::default(), "src/styles/", &stage.cx()).unwrap();
        let both = forbid(&opened, "src/legacy", &stage.cx()).unwrap();
        let (change, goal) = stage.revise(&both, "fix the quantity in src/cart. don't push");
        assert_eq!(
            (change, goal.line.as_str(), goal.latest.as_str()),
            (GoalChange::Start, "fix the quantity in src/cart.", "")
        );
        assert_eq!(goal.text, "fix the quantity in src/cart. don't push");
        assert_eq!(shown_scope(&goal), "allowed src/styles/, named src/cart/");
        assert_eq!(shown_constraints(&goal.constraints), "deny src/legacy/; deny $ git push");
        let (change, later) = stage.revise(&goal, "also round the total");
        assert_eq!(
            (change, later.text.as_str()),
            (GoalChange::Extend, "fix the quantity in src/cart. don't push\n\nalso round the total")
        );
    }

    #[test]
    fn keywords_put_code_and_path_words_first() {
        let keywords = |prompt: &str| Stage::new().start(prompt).keywords.join(" ");
        assert_eq!(keywords("fix the slow token handling in `parseToken`"), "token parse slow handling");
        assert_eq!(keywords("please update it"), "");
        assert_eq!(keywords("slow things happen in the cart"), "cart slow happen");
        assert_eq!(keywords("fix the login, don't touch the css"), "login");
        assert_eq!(keywords("see https://a.b/secret and src/auth/token.ts"), "auth token");
    }

    #[test]
    fn kinds_are_those_of_the_work() {
        let kinds = |prompt: &str| Stage::new().start(prompt).kinds;
        assert_eq!(kinds("fix the login, don't touch the css"), [WorkKind::Auth]);
        assert_eq!(kinds("add i18n and e2e tests"), [WorkKind::Translation, WorkKind::Tests]);
        assert_eq!(kinds("> css\nmake it faster"), []);
    }

    #[test]
    fn text_is_the_users_and_capped_by_characters() {
        let stage = Stage::new();
        let goal = stage.start(&"ä".repeat(5000));
        assert_eq!(goal.text.chars().count(), stage.config.goal.max_text);
        assert_eq!((goal.revision, goal.history.len()), (1, 1));
        assert_eq!(goal.history[0].change, GoalChange::Start);
    }

    const PLAN: &str = "# Cart\n\n## Files to modify\n\n| File | Change |\n|---|---|\n| `src/cart/index.ts` | edit |\n\n\
        - **`src/cart/new-file.ts`**: new\n- tests/cart.test.ts\n\nDon't touch src/legacy. Never push.\n\n```ts\nimport './x/y.ts'\n```\n";

    #[test]
    fn plans_give_planned_places_and_forbid_nothing() {
        let goal = Stage::new().start(&format!("Implement the following plan:\n\n{PLAN}"));
        assert_eq!(
            shown_scope(&goal),
            "planned src/cart/index.ts, planned src/cart/new-file.ts, planned tests/cart.test.ts, planned src/legacy/, mentioned x/y.ts"
        );
        assert_eq!(shown_constraints(&goal.constraints), "");
        assert_eq!(goal.line, "Cart");
    }

    #[test]
    fn an_approved_plan_widens_the_scope() {
        let stage = Stage::new();
        let goal = stage.start("fix src/auth/token.ts. Just plan, don't code yet. Don't push.");
        assert_eq!(shown_constraints(&goal.constraints), "donot any; deny $ git push");
        let planned = approve_plan(&goal, PLAN, &stage.cx());
        assert!(
            shown_scope(&planned)
                .starts_with("named src/auth/token.ts, planned src/cart/index.ts, planned src/cart/new-file.ts")
        );
        assert_eq!(shown_constraints(&planned.constraints), "deny $ git push");
        assert_eq!((planned.revision, planned.line.as_str()), (2, goal.line.as_str()));
        assert_eq!(approve_plan(&Goal::default(), PLAN, &stage.cx()).line, "Cart");
        let plain = approve_plan(&goal, "Edit src/cart/index.ts and don't touch src/legacy", &stage.cx());
        assert_eq!(shown_constraints(&plain.constraints), "deny $ git push");
    }

    #[test]
    fn a_plan_prompt_is_one_by_its_class_too() {
        let stage = Stage::new();
        let prompt =
            Prompt { class: PromptClass::Plan, ..typed("Implement the following plan:\n\nEdit src/cart/index.ts") };
        let Revised { change, goal, .. } = revise(Some(&stage.start("fix the parser")), &prompt, &stage.cx());
        assert_eq!((change, shown_scope(&goal).as_str()), (GoalChange::Replace, "planned src/cart/index.ts"));
    }

    #[test]
    fn whatever_the_size_the_lists_stay_bounded() {
        let stage = Stage::new();
        let letters = || b'a'..=b'z';
        let pairs = letters().flat_map(|one| letters().map(move |two| [char::from(one), char::from(two)]));
        let many: Vec<String> = pairs.map(|[one, two]| format!("src/gen/{one}x{two}x.ts")).collect();
        let goal = stage.start(&many.join(" "));
        assert_eq!(goal.scope.entries.len(), stage.config.scope.max_entries);
        assert_eq!(goal.keywords.len(), stage.config.goal.max_keywords);
        let goal = stage.start(&"don't touch src/legacy. ".repeat(500));
        assert_eq!(goal.constraints.len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn nothing_panics(first in "\\PC{0,120}", later in "([`'’\"(\\[<>#*|.,:;!?/@\\\\éü設\n -]|don't touch|only|keep to|src/auth|the css|push|a\\.ts|ok|yes|👍|it|is){0,30}") {
            let asked = Stage::new().replied("It lies in src/legacy/old.ts. Should I change it?");
            for stage in [Stage::new(), Stage::unlisted(), asked, Stage::new().committed().changed(&["src/ui/button.css"])] {
                for (one, other) in [(&first, &later), (&later, &first), (&later, &later)] {
                    let goal = stage.start(one);
                    let (change, revised) = stage.revise(&goal, other);
                    prop_assert_eq!(revised.revision, goal.revision + u32::from(change != GoalChange::Keep));
                    prop_assert!(revised.line.chars().count() <= stage.config.goal.max_line);
                    let planned = approve_plan(&revised, one, &stage.cx());
                    prop_assert!(planned.constraints.iter().all(|made| revised.constraints.contains(made)));
                    let _ = (allow(&goal, other, &stage.cx()), forbid(&goal, other, &stage.cx()), is_acknowledgement(other));
                }
            }
        }
    }
}
