//! Goals made of readings: a fresh one, and an earlier one kept, narrowed, extended or replaced.
//!
//! Owns the merging of words, scope and constraints. Which of the changes a prompt asks for is decided in `revise`.

use super::beside::{accepted, add_beside, is_declared};
use super::freeing::freed;
use super::history::{is_by_hand, quoted_line};
use super::kinds::places_of_kinds;
use super::lifting::{Lifting, filing};
use super::line::{Ask, Line};
use super::prompt::plan;
use super::prompt::prose::{Prose, Voice};
use super::reading::{Reading, add, document_reason};
use super::ruling::Ruling;
use super::{GoalContext, ask, revise, ruling};
use crate::domain::{
    Constraint, ConstraintKind, Goal, Pattern, Scope, ScopeEntry, ScopeReason, Spares, Target, WorkKind,
};
use crate::goal::prompt::word_class::refuses;
use crate::text::clip::head;
use crate::text::{kind, pattern, words};

/// Words that make a constraint hold beyond the goal with which it was said.
const GENERAL: &[&str] =
    &["always", "ever", "general", "generally", "never", "project", "repo", "repository", "session", "whatever"];

/// Words that make it pass with the next step.
const PASSING: &[&str] = &["first", "moment", "now", "till", "until", "yet"];

/// A goal from one prompt alone.
pub(super) fn fresh(prose: &Prose, reading: &Reading<'_, '_>, cx: &GoalContext<'_>, revision: u32) -> Goal {
    let limits = &cx.config.goal;
    let mut entries = reading.limits.declared.clone();
    for entry in reading.entries(document_reason(prose)) {
        add(&mut entries, entry.pattern, entry.reason, &entry.words);
    }
    if !reading.limits.declared.is_empty() {
        add_beside(&mut entries, reading);
    }
    Goal {
        text: head(reading.text, limits.max_text).to_owned(),
        line: line(prose, reading, limits.max_line),
        latest: String::new(),
        keywords: reading.tally.best(reading.names.lookup(), limits.max_keywords),
        constraints: settled(reading, &entries),
        scope: scope(entries, cx),
        likely: None,
        kinds: reading.kinds(),
        unplaced: false,
        revision,
        history: Vec::new(),
    }
}

/// The goal as it was; what a question speaks of is remembered, because the next prompt may say "fix it".
pub(super) fn kept(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut kept = without_past(goal, reading, cx);
    let lifting = Lifting::of(reading, goal, cx);
    if ask::is_acknowledgement(reading.text) || ask::begins(reading.text) {
        kept.constraints.retain(|constraint| !passes(constraint));
    } else {
        for entry in reading.entries(ScopeReason::Mentioned) {
            add(&mut kept.scope.entries, entry.pattern, ScopeReason::Mentioned, &entry.words);
        }
        if goal.scope.declared() {
            for place in lifting.spoken_beside(&|place| is_declared(goal, place)) {
                add(&mut kept.scope.entries, place, ScopeReason::Mentioned, reading.text);
            }
        }
        kept.scope = scope(kept.scope.entries, cx);
        kept.kinds = merged(&kept.kinds, reading.kinds(), usize::MAX);
    }
    lifted(kept, &lifting, reading, cx)
}

/// The goal without the limits that an answer to the agent's question ends.
pub(super) fn answered(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut left = goal.clone();
    if ask::is_acknowledgement(reading.text) {
        left.constraints.retain(|constraint| !passes(constraint));
    } else if left.constraints.iter().any(|limit| limit.targets.contains(&Target::NewPackages)) && chooses(reading) {
        // "Which parser?" "papaparse": a package that the user names is none that nobody asked for.
        left.text = joined(&goal.text, reading.text, cx.config.goal.max_text);
    }
    let lifting = Lifting::of(reading, &left, cx);
    lifted(left, &lifting, reading, cx)
}

/// True for an answer that names something and turns nothing down.
fn chooses(reading: &Reading<'_, '_>) -> bool {
    !reading.typed().any(Line::forbids) && !words::words(reading.text).iter().any(|word| refuses(word))
}

/// The goal with the places that a prompt agrees to, and without the limits that it ends.
fn lifted(mut goal: Goal, lifting: &Lifting<'_, '_, '_>, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let more = [agreed_kinds(&goal, lifting), accepted(&goal, reading, cx)].concat();
    if !lifting.agreed().is_empty() || !more.is_empty() {
        for place in lifting.agreed().iter().cloned().chain(more) {
            add(&mut goal.scope.entries, place, ScopeReason::Allowed, reading.text);
        }
        goal.scope = scope(goal.scope.entries, cx);
    }
    goal.constraints = goal.constraints.iter().filter_map(|limit| lifting.left_of(limit)).collect();
    // What was offered is told in the agent's words, and mostly without its places.
    goal.unplaced |= revise::takes_several(reading, cx);
    goal
}

/// "Shall I change the css as well?", "yes": all of what is called so, where the scope is declared and would leave it out.
fn agreed_kinds(goal: &Goal, lifting: &Lifting<'_, '_, '_>) -> Vec<Pattern> {
    let kinds = lifting.agreed_kinds().iter().filter(|_| goal.scope.declared());
    kinds.flat_map(|kind| pattern::of_kind(*kind)).collect()
}

/// The goal without the scope that was declared for the work so far, where the prompt turns to other work.
fn without_past(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut left = goal.clone();
    if goal.scope.declared() && revise::is_past(goal, reading, cx) {
        left.scope.entries.retain(|entry| entry.reason != ScopeReason::Declared || is_general(&entry.words));
        left.constraints.retain(|limit| limit.kind != ConstraintKind::Only || is_general(&limit.clause));
    }
    // "Nothing else" was said of the work then asked for.
    if reading.typed().any(|line| line.ask.is_for_work()) {
        let passing = left.scope.entries.iter_mut().filter(|entry| entry.reason == ScopeReason::Declared);
        passing.filter(|entry| means_the_rest(&entry.words)).for_each(|entry| entry.reason = ScopeReason::Named);
    }
    left
}

/// True for the clause of a scope that was declared by what lies beside it.
fn means_the_rest(clause: &str) -> bool {
    said(clause, &["else", "other", "rest"])
        || words::words(clause).starts_with(&["only".to_owned(), "that".to_owned()])
}

/// The goal with limits added; what they forbid leaves the scope, and a newly declared scope replaces what lies beside it.
pub(super) fn narrowed(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut narrowed = extended(goal, reading, cx);
    // What is to be taken back is none of the work.
    if ruling::ruling(reading, cx) == Some(Ruling::TakenBack) {
        let known = &goal.scope.entries;
        narrowed.scope.entries.retain(|entry| known.contains(entry) || !ruling::is_ordered_back(entry, reading, cx));
        narrowed.kinds.retain(|kind| goal.kinds.contains(kind) || !ruling::is_of_strays(*kind, reading, cx));
    }
    let declared = &reading.limits.declared;
    // What may be changed and not taken away stays in the scope.
    let whole = reading.limits.constraints.iter().filter(|limit| limit.spares.is_nothing());
    let forbidden: Vec<&Target> = whole.flat_map(|constraint| &constraint.targets).collect();
    narrowed.scope.entries.retain(|entry| {
        let declared =
            declared.is_empty() || declared.iter().any(|limit| pattern::encloses(&limit.pattern, &entry.pattern));
        declared && !forbidden.iter().any(|target| forbids(target, &entry.pattern))
    });
    if !reading.limits.constraints.is_empty() {
        let forbidden: Vec<WorkKind> = forbidden.iter().filter_map(|target| kind_of(target)).collect();
        narrowed.kinds.retain(|kind| !forbidden.contains(kind));
    }
    narrowed
}

/// The goal with the prompt's words, places and constraints added.
pub(super) fn extended(goal: &Goal, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let limits = &cx.config.goal;
    let goal = without_past(goal, reading, cx);
    let mut entries = goal.scope.entries.clone();
    for line in &reading.lines {
        let permission = line.voice == Voice::Typed && line.ask == Ask::Permission;
        let mut named = Vec::new();
        Reading::entries_of(line, ScopeReason::Named, &mut named);
        for entry in named {
            let reason = if permission { ScopeReason::Allowed } else { entry.reason };
            add(&mut entries, entry.pattern, reason, &entry.words);
        }
        if line.voice == Voice::Typed {
            for (pattern, reason) in places_of_kinds(line, permission, cx) {
                add(&mut entries, pattern, reason, line.sentence.text);
            }
        }
    }
    let opened = |line: &Line<'_>| freed::lifts_all(&line.sentence) || freed::opens_the_rest(&line.sentence);
    let lifting = Lifting::of(reading, &goal, cx);
    if goal.scope.declared() {
        add_beside(&mut entries, reading);
        for place in lifting.spoken_beside(&|place| is_declared(&goal, place)) {
            add(&mut entries, place, ScopeReason::Allowed, reading.text);
        }
    }
    if reading.typed().any(opened) {
        entries.retain(|entry| entry.reason != ScopeReason::Declared);
    }
    for entry in &reading.limits.declared {
        add(&mut entries, entry.pattern.clone(), entry.reason, &entry.words);
    }
    for place in
        lifting.agreed().iter().cloned().chain(agreed_kinds(&goal, &lifting)).chain(accepted(&goal, reading, cx))
    {
        add(&mut entries, place, ScopeReason::Allowed, reading.text);
    }
    Goal {
        text: joined(&goal.text, reading.text, limits.max_text),
        keywords: merged(
            &goal.keywords,
            reading.tally.best(reading.names.lookup(), limits.max_keywords),
            limits.max_keywords,
        ),
        constraints: limits_after(&goal, reading, &lifting, settled(reading, &entries)),
        scope: scope(entries, cx),
        likely: None,
        kinds: merged(&goal.kinds, reading.kinds(), usize::MAX),
        unplaced: goal.unplaced || revise::is_unplaced(&goal, reading, cx),
        revision: goal.revision.saturating_add(1),
        ..goal
    }
}

/// What a prompt leaves of the limits of a goal, and those that it `said` itself.
fn limits_after(
    goal: &Goal,
    reading: &Reading<'_, '_>,
    lifting: &Lifting<'_, '_, '_>,
    mut said: Vec<Constraint>,
) -> Vec<Constraint> {
    let works = reading.orders() && !reading.typed().all(Line::only_forbids) || ask::begins(reading.text);
    let kept = goal.constraints.iter().filter(|limit| !(works && passes(limit)));
    let mut constraints: Vec<Constraint> = kept.filter_map(|limit| lifting.left_of(limit)).collect();
    // Who says again what was lifted in part takes the lifting back.
    let spoken = reading.entries(ScopeReason::Named);
    for limit in &mut said {
        let before = goal.constraints.iter().filter(|known| known.denies && known.targets == limit.targets);
        let lifted: Vec<&Pattern> = before.flat_map(|known| &known.except).collect();
        limit.except.retain(|place| !lifted.contains(&place) || spoken.iter().any(|entry| entry.pattern == *place));
    }
    // "Ok, ask me before touching src/db" takes the place of "don't touch src/db".
    let renewed = |known: &Constraint| {
        said.iter().any(|limit| {
            let alike = limit.targets == known.targets && limit.spares == known.spares && limit.except == known.except;
            let again = limit.asks || limit.denies && known.denies && !known.asks && !limit.targets.is_empty();
            limit.clause == known.clause || again && alike
        })
    };
    constraints.retain(|known| !renewed(known));
    for constraint in said {
        // "You may touch src/ui, but not src/db" says again what was forbidden.
        let again =
            |known: &Constraint| known.denies && constraint.targets.iter().all(|target| known.targets.contains(target));
        if constraint.denies || constraint.targets.is_empty() || !constraints.iter().any(again) {
            constraints.push(constraint);
        }
    }
    constraints
}

/// The goal of the first prompt, with what was set at the terminal before it.
pub(super) fn first(goal: &Goal, prose: &Prose, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut first = fresh(prose, reading, cx, goal.revision.saturating_add(1));
    let lifting = Lifting::of(reading, goal, cx);
    first.constraints.splice(0..0, goal.constraints.iter().filter_map(|limit| lifting.left_of(limit)));
    for entry in &goal.scope.entries {
        add(&mut first.scope.entries, entry.pattern.clone(), entry.reason, &entry.words);
    }
    first.scope = scope(first.scope.entries, cx);
    first.history.clone_from(&goal.history);
    first
}

/// A new goal; general constraints and what was set by hand outlive the old one.
pub(super) fn replaced(goal: &Goal, prose: &Prose, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let mut replaced = fresh(prose, reading, cx, goal.revision.saturating_add(1));
    // Without a commit the task at hand is not over, whatever else is asked for: what the user forbade stays forbidden.
    // "No new files" was said of the work then asked for.
    let stays = |limit: &Constraint| limit.denies && !cx.committed && limit.spares != Spares::Existing;
    let lasts = |limit: &&Constraint| is_general(&limit.clause) || stays(limit);
    let outliving = goal.constraints.iter().filter(lasts);
    let mut lifting = None;
    let outliving =
        outliving.filter_map(|limit| lifting.get_or_insert_with(|| Lifting::of(reading, goal, cx)).left_of(limit));
    let outliving: Vec<Constraint> = outliving.collect();
    replaced.constraints.splice(0..0, outliving);
    for entry in goal.scope.entries.iter().filter(|entry| is_general(&entry.words)) {
        add(&mut replaced.scope.entries, entry.pattern.clone(), entry.reason, &entry.words);
    }
    replaced.history.clone_from(&goal.history);
    replaced
}

/// The goal with an approved plan's places.
pub(super) fn planned(goal: &Goal, prose: &Prose, reading: &Reading<'_, '_>, cx: &GoalContext<'_>) -> Goal {
    let limits = &cx.config.goal;
    let mut planned = Goal { likely: None, ..goal.clone() };
    for entry in reading.planned() {
        let reason = entry.reason.max(ScopeReason::Planned);
        add(&mut planned.scope.entries, entry.pattern, reason, &entry.words);
    }
    planned.scope = scope(planned.scope.entries, cx);
    // A plan that installs something was approved with it.
    let installs = words::words(prose.text()).iter().any(|word| word == "install");
    planned.constraints.retain(|constraint| {
        let packages = installs && constraint.targets.contains(&Target::NewPackages);
        !passes(constraint) && !packages
    });
    planned.keywords =
        merged(&goal.keywords, reading.tally.best(reading.names.lookup(), limits.max_keywords), limits.max_keywords);
    planned.kinds = merged(&goal.kinds, reading.kinds(), usize::MAX);
    if planned.line.is_empty() {
        planned.line = line(prose, reading, limits.max_line);
    }
    planned.revision = goal.revision.saturating_add(1);
    planned
}

/// Entries in the order of their reasons, bounded.
pub(super) fn scope(mut entries: Vec<ScopeEntry>, cx: &GoalContext<'_>) -> Scope {
    entries.sort_by_key(|entry| entry.reason);
    entries.truncate(cx.config.scope.max_entries);
    Scope { entries }
}

/// The first telling sentence in the user's words; a plan's title.
fn line(prose: &Prose, reading: &Reading<'_, '_>, max: usize) -> String {
    let text = prose.text();
    if plan::is_plan(prose)
        && let Some(title) = plan::title(text)
    {
        return quoted_line(title, max);
    }
    let telling = |line: &&Line<'_>, wanted: usize| {
        let words = line.sentence.tokens.iter().filter(|token| words::is_telling(&token.word));
        words.take(wanted).count() == wanted
    };
    let spoken = || reading.typed().filter(|line| !line.only_forbids() && !ask::only_exclaims(&line.sentence));
    // "Fix the login. Only touch src/auth and its tests": the limit is told beside the goal.
    let limits =
        |line: &&Line<'_>| reading.limits.declared.iter().any(|entry| line.sentence.text.contains(&entry.words));
    let ordered = || spoken().filter(|line| !limits(line));
    let chosen = ordered()
        .find(|line| telling(line, 2))
        .or_else(|| ordered().find(|line| telling(line, 1)))
        .or_else(|| spoken().find(|line| telling(line, 2)))
        .or_else(|| spoken().find(|line| telling(line, 1)));
    let sentence = chosen.or_else(|| reading.lines.first()).map_or(text, |line| line.sentence.text);
    quoted_line(sentence.trim_start_matches(['#', '-', '*', '•', '>', ' ']), max)
}

/// Both texts, the newer words whole where the room does not suffice for all. Each prompt is a paragraph of its own.
fn joined(old: &str, new: &str, max: usize) -> String {
    let new = head(new, max);
    let room = max.saturating_sub(new.chars().count() + Goal::BETWEEN_PROMPTS.len());
    if old.is_empty() || room == 0 {
        new.to_owned()
    } else {
        format!("{}{}{new}", head(old, room), Goal::BETWEEN_PROMPTS)
    }
}

/// Both lists, each item once; the newer items get at least half of the room.
fn merged<T: Clone + PartialEq>(old: &[T], new: Vec<T>, max: usize) -> Vec<T> {
    let added: Vec<T> = new.into_iter().filter(|item| !old.contains(item)).collect();
    let room = max.saturating_sub(added.len()).max(max / 2);
    old.iter().take(room).cloned().chain(added).take(max).collect()
}

/// The prompt's constraints; one that speaks against what the same prompt asks for does not deny.
fn settled(reading: &Reading<'_, '_>, entries: &[ScopeEntry]) -> Vec<Constraint> {
    let reverses = reading.typed().any(|line| line.ask == Ask::Reversal);
    let mut constraints = Vec::new();
    for mut constraint in reading.limits.constraints.iter().cloned() {
        if constraint.spares.is_one_deed() {
            let left = filing::beside(&constraint, reading).filter(|_| !reverses);
            constraints.push(left.unwrap_or(Constraint { denies: false, asks: false, ..constraint }));
            continue;
        }
        // "Don't touch src/ui, but you may change Button.tsx": a place inside of what is forbidden, named for the work.
        if constraint.kind == ConstraintKind::DoNot && !constraint.asks {
            let inside = |place: &Pattern| {
                let within = |target: &Target| match (target, place) {
                    (Target::Paths(outer), _) => outer != place && pattern::encloses(outer, place),
                    // "Speed up the query in src/db/orders.py. Don't touch the database." A test is mostly named to be passed.
                    (Target::Kind(kind), Pattern::File(file)) => {
                        *kind != WorkKind::Tests && pattern::means(target, file)
                    }
                    _ => false,
                };
                constraint.targets.iter().any(within) && !constraint.except.contains(place)
            };
            let named = entries.iter().filter(|entry| entry.reason <= ScopeReason::Named);
            let inner: Vec<Pattern> =
                named.map(|entry| &entry.pattern).filter(|place| inside(place)).cloned().collect();
            constraint.except.extend(inner);
        }
        // Who wants to be asked about a place may name it for the work.
        if constraint.asks {
            constraints.push(constraint);
            continue;
        }
        let (wanted, others) = asked_for(&constraint, entries);
        let on_files = constraint.targets.iter().any(|target| !target.is_of_commands());
        constraint.denies &= !(reverses && on_files);
        // "Don't touch src/ui or src/db. Fix src/ui/a.ts": the others stay forbidden.
        if constraint.denies && !wanted.is_empty() && !others.is_empty() {
            constraints.push(Constraint { targets: others, ..constraint.clone() });
            constraint.targets.clone_from(&wanted);
        }
        constraint.denies &= wanted.is_empty();
        constraints.push(constraint);
    }
    constraints
}

/// Of what is forbidden the places that the same prompt names for its work, and all others.
fn asked_for(constraint: &Constraint, entries: &[ScopeEntry]) -> (Vec<Target>, Vec<Target>) {
    let free = |entry: &ScopeEntry| constraint.excepts(|place| pattern::encloses(place, &entry.pattern));
    let named = |entry: &&ScopeEntry| entry.reason <= ScopeReason::Named && !free(entry);
    let asked = |target: &Target| match target {
        Target::Paths(place) => entries.iter().filter(named).any(|entry| pattern::encloses(place, &entry.pattern)),
        _ => false,
    };
    constraint.targets.iter().cloned().partition(asked)
}

/// True for a limit that holds beyond the work with which it was said.
fn is_general(clause: &str) -> bool {
    is_by_hand(clause) || said(clause, GENERAL) || clause.to_lowercase().contains("from now on")
}

fn said(clause: &str, table: &[&str]) -> bool {
    words::words(clause).iter().any(|word| table.contains(&word.as_str()))
}

/// True for "don't code yet" and its kin: over as soon as work is asked for.
fn passes(constraint: &Constraint) -> bool {
    constraint.kind == ConstraintKind::DoNot && !constraint.denies && said(&constraint.clause, PASSING)
        || constraint.targets.contains(&Target::AnyChange)
}

fn kind_of(target: &Target) -> Option<WorkKind> {
    match target {
        Target::Kind(kind) => Some(*kind),
        _ => None,
    }
}

fn forbids(target: &Target, pattern: &Pattern) -> bool {
    match (target, pattern) {
        (Target::Paths(forbidden), pattern) => pattern::encloses(forbidden, pattern),
        (Target::Kind(kind), Pattern::File(file)) => kind::kind_of_path(file) == Some(*kind),
        (Target::Kind(kind), Pattern::Glob(glob)) => kind::globs(*kind).contains(&glob.as_str()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::approve_plan;
    use crate::goal::stage::{Stage, shown_constraints, shown_scope};

    #[test]
    fn what_an_approved_plan_leaves_alone_is_not_planned() {
        let stage = Stage::new();
        let planned = |plan: &str| approve_plan(&stage.start("fix the cart"), plan, &stage.cx());
        for plan in [
            "# Plan\nEdit src/cart/index.ts.\nDo not touch src/legacy.",
            "# Plan\n- Edit src/cart/index.ts\n- src/legacy stays untouched",
            "Edit src/cart/index.ts without touching src/legacy",
            "Edit src/cart/index.ts. Leave src/legacy as is.",
        ] {
            let goal = planned(plan);
            assert_eq!(shown_scope(&goal), "planned src/cart/index.ts", "{plan}");
            assert_eq!(shown_constraints(&goal.constraints), "", "{plan}");
        }
        // A part of a file is left, or its neighbours are.
        for plan in [
            "Edit src/cart/index.ts.\nDon't change the signature in src/legacy/old.ts.",
            "Edit src/cart/index.ts.\nDon't touch src/ui except src/legacy/old.ts.",
            "Edit src/cart/index.ts.\nMove it to src/legacy/old.ts. Don't touch src/legacy.",
        ] {
            assert!(shown_scope(&planned(plan)).contains("planned src/legacy/old.ts"), "{plan}");
        }
    }

    #[test]
    fn an_answer_may_name_a_package() {
        let stage = Stage::new();
        let words = |answer: &str| {
            let first = stage.start("parse the csv. no new dependencies");
            crate::goal::answered(&first, "Which parser?", answer, &stage.cx()).words_beside_limits()
        };
        assert!(words("papaparse").contains("papaparse"));
        for answer in ["no papaparse please", "not papaparse", "none"] {
            assert!(!words(answer).contains(answer), "{answer}");
        }
        let free = stage.start("parse the csv");
        let after = crate::goal::answered(&free, "Which parser?", "papaparse", &stage.cx());
        assert_eq!(after.text, free.text);
    }

    #[test]
    fn lines_are_clean_and_capped() {
        assert_eq!(quoted_line("a\tb\n\u{7}c  d", 20), "a b c d");
        assert_eq!(quoted_line("äöü äöü", 5), "äöü…");
        assert_eq!(quoted_line("abcde", 5), "abcde");
    }
}
