//! Scope that a person sets at the terminal: `--scope`, `goal set --scope`, `goal allow`, `goal forbid`.
//!
//! Owns the reading of what stands on the command line: files, folders and globs, existing or not.

use super::history::{BY_ANSWER, BY_HAND, is_by_hand, record};
use super::names::Names;
use super::prompted::start;
use super::reading::add;
use super::{GoalContext, compose, relation};
use crate::domain::{
    Constraint, ConstraintKind, Goal, GoalChange, Pattern, Place, Prompt, PromptClass, ScopeEntry, ScopeReason, Target,
};
use crate::text::{path, pattern};

/// A goal of these words in place of the known one; `scope` as [`declare`] takes it. Of the known one's limits those that were set at
/// the terminal stay.
pub fn set(known: &Goal, words: &str, scope: &[String], cx: &GoalContext<'_>) -> Goal {
    let prompt = Prompt { text: words.to_owned(), class: PromptClass::Human, prompt_id: None };
    let mut goal = Goal { revision: known.revision.saturating_add(1), ..start(&prompt, cx) };
    goal.constraints.splice(0..0, known.constraints.iter().filter(|limit| is_by_hand(&limit.clause)).cloned());
    declare(&goal, scope, cx)
}

/// Limits the goal to `scope`: these are the declared places now, whatever was declared before. Without any the goal
/// keeps what its own words declare.
pub fn declare(goal: &Goal, scope: &[String], cx: &GoalContext<'_>) -> Goal {
    let by_hand = |what: &String| format!("--scope {what}");
    let mut known = relation::declared(goal).peekable();
    let limited = goal.constraints.iter().any(|limit| limit.kind == ConstraintKind::Only);
    let own = |entry: &ScopeEntry| scope.iter().any(|what| entry.words == by_hand(what));
    let stands = !limited && known.peek().is_some() && known.all(own);
    if scope.is_empty() || stands {
        return goal.clone();
    }
    let mut declared = goal.clone();
    declared.scope.entries.retain(|entry| entry.reason != ScopeReason::Declared);
    declared.constraints.retain(|limit| limit.kind != ConstraintKind::Only);
    for what in scope {
        if let Some(pattern) = pattern(what, cx) {
            add(&mut declared.scope.entries, pattern, ScopeReason::Declared, &by_hand(what));
        }
    }
    finished(declared, GoalChange::Narrow, "a scope set by hand", &scope.join(" "), cx)
}

/// The first of `scope` that is no place in the project: nothing could be held against it.
pub fn stray<'a>(scope: &'a [String], cx: &GoalContext<'_>) -> Option<&'a String> {
    scope.iter().find(|what| pattern(what, cx).is_none())
}

/// The first of `scope` at which nothing lies: no file that is known, nothing on the disk, nothing that the session changed. A glob
/// that may begin anywhere is never one: what it means may lie where the list of files does not look.
pub fn absent<'a>(scope: &'a [String], cx: &GoalContext<'_>) -> Option<&'a String> {
    scope.iter().find(|what| pattern(what, cx).is_some_and(|place| !lies_there(&place, cx)))
}

fn lies_there(place: &Pattern, cx: &GoalContext<'_>) -> bool {
    let begins = match place {
        Pattern::File(path) | Pattern::Folder(path) => path.as_str(),
        Pattern::Glob(glob) => {
            let fixed = glob.find(['*', '?', '{', '[']).map_or(glob.as_str(), |end| &glob[..end]);
            fixed.rsplit_once('/').map_or("", |(folder, _)| folder)
        }
    };
    let mut known = cx.files.paths().chain(cx.changed.keys().map(String::as_str));
    begins.is_empty()
        || (cx.on_disk)(begins).is_some()
        || cx.files.has_folder(begins)
        || known.any(|file| pattern::covers(place, file))
}

/// Allows a file, folder or glob for this goal and those after it, and lifts the prohibitions against it. `None` for what is no place
/// in the project.
pub fn allow(goal: &Goal, what: &str, cx: &GoalContext<'_>) -> Option<Goal> {
    let mut allowed = goal.clone();
    if let Some(command) = command(what, cx) {
        allowed.constraints.retain_mut(|limit| {
            let bound = !limit.targets.is_empty();
            limit.targets.retain(|target| !matches!(target, Target::Command(known) if *known == command));
            !bound || !limit.targets.is_empty()
        });
        return Some(finished(allowed, GoalChange::Extend, "allowed by hand", what, cx));
    }
    let words = format!("{BY_HAND} allow {what}");
    Some(finished(opened(allowed, pattern(what, cx)?, &words), GoalChange::Extend, "allowed by hand", what, cx))
}

/// Lets a file be changed for this goal, as the user's yes to a question does. `None` for what is no place in the project.
pub fn let_through(goal: &Goal, file: &str, cx: &GoalContext<'_>) -> Option<Goal> {
    let allowed = opened(goal.clone(), pattern(file, cx)?, BY_ANSWER);
    let reason = format!("{BY_ANSWER}, not a command");
    Some(finished(allowed, GoalChange::Extend, &reason, &format!("change {file}"), cx))
}

/// A goal with a place that may be touched, because of these words, and without the prohibitions against it.
fn opened(mut allowed: Goal, pattern: Pattern, words: &str) -> Goal {
    allowed.constraints.retain_mut(|limit| {
        let bound = !limit.targets.is_empty();
        // One file of a forbidden folder is left free of it.
        let forbidden = |target: &Target| matches!(target, Target::Paths(place) if *place != pattern && pattern::encloses(place, &pattern));
        if limit.targets.iter().any(forbidden) {
            if !limit.except.contains(&pattern) {
                limit.except.push(pattern.clone());
            }
            return true;
        }
        limit
            .targets
            .retain(|target| !matches!(target, Target::Paths(forbidden) if pattern::overlap(forbidden, &pattern)));
        if limit.is_left_by(|place| pattern::encloses(place, &pattern)) {
            limit.targets.push(Target::Outside(pattern.clone()));
        }
        !bound || !limit.targets.is_empty()
    });
    add(&mut allowed.scope.entries, pattern, ScopeReason::Allowed, words);
    allowed
}

/// Forbids a file, folder or glob, or a command of several words, for this goal and those after it. `None` for what is neither that nor
/// a place in the project.
pub fn forbid(goal: &Goal, what: &str, cx: &GoalContext<'_>) -> Option<Goal> {
    let mut narrowed = goal.clone();
    let target = if let Some(command) = command(what, cx) {
        Target::Command(command)
    } else {
        let pattern = pattern(what, cx)?;
        narrowed.scope.entries.retain(|entry| !pattern::encloses(&pattern, &entry.pattern));
        Target::Paths(pattern)
    };
    let clause = format!("{BY_HAND} forbid {what}");
    narrowed.constraints.retain(|constraint| constraint.clause != clause);
    let limit = Constraint::bare(ConstraintKind::DoNot, clause, vec![target]);
    narrowed.constraints.push(Constraint { denies: true, revision: goal.revision.saturating_add(1), ..limit });
    Some(finished(narrowed, GoalChange::Narrow, "forbidden by hand", what, cx))
}

fn finished(mut goal: Goal, change: GoalChange, reason: &str, what: &str, cx: &GoalContext<'_>) -> Goal {
    goal.scope = compose::scope(goal.scope.entries, cx);
    goal.revision = goal.revision.saturating_add(1);
    record(&mut goal, change, reason, what, cx);
    goal
}

/// The command that an argument of several words stands for (`git push`), where no file is called so.
fn command(what: &str, cx: &GoalContext<'_>) -> Option<String> {
    let words: Vec<&str> = what.split_whitespace().collect();
    let program = words.first()?.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let there = || match path::resolve(cx.root, cx.cwd, what.trim()) {
        Place::Inside(place) => {
            cx.files.has_file(&place) || cx.files.has_folder(&place) || (cx.on_disk)(&place).is_some()
        }
        Place::Outside(_) => false,
    };
    (words.len() > 1 && program && !there()).then(|| words.join(" "))
}

/// What an argument stands for; `None` for nothing (an unset variable of the shell), for a glob that is none, and for a place outside
/// of the project. A name without an extension that nobody knows is a folder to be, and `app/[id]` is one.
fn pattern(what: &str, cx: &GoalContext<'_>) -> Option<Pattern> {
    let what = what.trim();
    if what.is_empty() {
        return None;
    }
    if what.contains(['*', '{', '?']) {
        return pattern::compiled(what).is_some().then(|| Pattern::Glob(what.trim_start_matches("./").to_owned()));
    }
    let names = Names::new(cx, [what].into_iter());
    if let Some([only]) = names.path(what).as_deref() {
        return Some(only.clone());
    }
    let Place::Inside(inside) = path::resolve(cx.root, cx.cwd, what) else { return None };
    // A bracket that is never closed is a glob with a typo, unless a file is called so.
    if what.contains('[')
        && pattern::compiled(what).is_none()
        && !cx.files.has_file(&inside)
        && !cx.files.has_folder(&inside)
    {
        return None;
    }
    let folder = inside.is_empty() || what.ends_with('/') || cx.files.has_folder(&inside);
    let file = cx.files.has_file(&inside) || path::extension(&inside).is_some();
    Some(if !folder && file { Pattern::File(inside) } else { Pattern::Folder(inside) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::{Stage, shown_constraints, shown_scope};

    #[test]
    fn scope_by_hand() {
        let stage = Stage::new();
        let goal = stage.start("fix src/parser.rs, don't touch src/legacy");
        let all = ["src/auth", "tests/", "*.md", "src/parser.rs", "lib/new", "new.ts", "/elsewhere"].map(str::to_owned);
        let declared = declare(&goal, &all, &stage.cx());
        assert_eq!(
            shown_scope(&declared),
            "declared src/parser.rs, declared src/auth/, declared tests/, declared *.md, declared lib/new/, declared **/new.ts"
        );
        assert_eq!(stray(&all, &stage.cx()).map(String::as_str), Some("/elsewhere"));
        assert_eq!(stray(&["src/[a-c]*".to_owned(), "app/[id]".to_owned()], &stage.cx()), None);
        assert_eq!(stray(&["src/[a*".to_owned()], &stage.cx()).map(String::as_str), Some("src/[a*"));
        assert_eq!(stray(&["[".to_owned()], &stage.cx()).map(String::as_str), Some("["));
        let nothing = |what: &str| absent(&[what.to_owned()], &stage.cx()).is_some();
        assert!(["lib/new", "nowhere/", "nowhere/**", "src/gone.rs", "nowhere/a*/b"].into_iter().all(nothing));
        assert!(!["src/auth", "tests/", "*.md", "**/*.snap", "src/**", ".", "src/a?.rs"].into_iter().any(nothing));
        let again = declare(&declared, &["src/cart".to_owned()], &stage.cx());
        assert_eq!(shown_scope(&again), "declared src/cart/");
        assert_eq!(declare(&again, &[], &stage.cx()), again);
        let allowed = allow(&goal, "src/legacy/old.ts", &stage.cx()).unwrap();
        assert_eq!(shown_scope(&allowed), "allowed src/legacy/old.ts, named src/parser.rs");
        assert_eq!(shown_constraints(&allowed.constraints), "deny src/legacy/ except src/legacy/old.ts");
        let limits = |prompt: &str, what: &str| {
            let allowed = allow(&stage.start(prompt), what, &stage.cx()).unwrap();
            shown_constraints(&allowed.constraints)
        };
        assert_eq!(limits("fix it, don't touch src/legacy or src/database", "src/legacy"), "deny src/database/");
        assert_eq!(limits("fix it. Nothing outside src/auth.", "docs/"), "deny outside src/auth/ + outside docs/");
        let forbidden = forbid(&goal, "src/parser.rs", &stage.cx()).unwrap();
        assert_eq!(shown_scope(&forbidden), "");
        assert_eq!(shown_constraints(&forbidden.constraints), "deny src/legacy/; deny src/parser.rs");
        let both = forbid(&goal, "src/cart", &stage.cx()).unwrap();
        let anew = set(&both, "polish the styles, leave docs alone", &[], &stage.cx());
        assert_eq!(shown_constraints(&anew.constraints), "deny src/cart/; deny docs/");
        let scoped = set(&both, "polish the styles", &["src/auth".to_owned()], &stage.cx());
        assert_eq!(shown_constraints(&scoped.constraints), "deny src/cart/");
        let taken_back = allow(&anew, "src/cart", &stage.cx()).unwrap();
        assert_eq!(shown_constraints(&set(&taken_back, "x", &[], &stage.cx()).constraints), "");
        let (_, later) =
            stage.revise(&forbid(&goal, "src/cart", &stage.cx()).unwrap(), "rewrite the deployment in Dockerfile");
        assert_eq!(shown_constraints(&later.constraints), "deny src/legacy/; deny src/cart/");
    }
}
