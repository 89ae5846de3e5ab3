//! Taking note of events: prompts revise the goal, calls wait for their outcomes, outcomes become evidence.

use super::filing::When;
use super::judge::{Done, compare_with_plan, judge};
use super::state::Guard;
use super::touch::{touched_closely, undoes, with_effects};
use super::{consent, deed, learn, ledger, met, rebase, record, suspect, thread, trail, turn, undo};
use crate::domain::{
    Action, ActionKind, Call, Event, EventId, FileVerb, Outcome, OutcomeStatus, PendingCall, Prompt, PromptClass,
    Relation, Root, StepOutcome, What, WorkKind,
};
use crate::signal::{self, Touched};
use crate::text::kind::kind_of_path;
use crate::text::{path, secret, shell};
use crate::{drift, goal};
use xxhash_rust::xxh3::xxh3_64;

/// Characters of the agent's words that are kept beside a step (design: 200).
const REASONING_CHARS: usize = 200;
/// Characters of the end of the agent's words: room for a question and what it is about.
const LAST_WORDS_CHARS: usize = 300;
/// Files remembered as changed for one goal; more in one goal was never seen (largest of 612 sessions: 63).
const MAX_CHANGED: usize = 256;
/// Marks of the last two prompts: a prompt without an id is one of them or new.
const LAST_MARKS: usize = 4;
/// Worktrees remembered as spellings of the root.
const MAX_ALIASES: usize = 8;

/// Takes note of one event.
pub(super) fn observe(guard: &mut Guard<'_>, mut event: Event) {
    // Of the agent's words little is kept: they are cleaned when they are cut. Of an answer nothing is.
    if !matches!(event.what, What::Reply(_) | What::Thought | What::Outcome(_)) {
        secret::redact_event(&mut event);
    }
    let id = guard.session.next_event;
    guard.session.next_event = EventId(id.0 + 1);
    if let Some(cwd) = &event.cwd {
        learn_root(&mut guard.session.root, cwd);
    }
    // A hook's payload repeats what the transcript tells with an id.
    if let (What::Reply(text), Some(_)) = (&event.what, &event.uuid) {
        observe_words(guard, id, text);
    }
    if let What::Reply(text) = &event.what {
        // Cleaned before it is cut: the half of a key is no longer known by its shape.
        guard.said = Some(ending(text.trim(), 2 * LAST_WORDS_CHARS).to_owned());
    }
    // Only a transcript's records have an id.
    let heard = event.uuid.is_none();
    match event.what {
        What::Prompt(prompt) => {
            guard.cwd = event.cwd;
            observe_prompt(guard, &prompt, event.uuid);
        }
        // Only a stored step holds the words before it.
        What::Reply(text) if guard.facts.recording => {
            guard.session.last_reply = Some(beginning(&text, REASONING_CHARS));
        }
        What::Call(call) => {
            call_begins(guard, Asked { event: id, agent: event.agent, cwd: event.cwd, heard }, call);
        }
        What::Outcome(outcome) => observe_outcome(guard, outcome, event.at),
        What::Compaction => {
            guard.session.drift.spent_tokens = 0;
            guard.session.trail.forget_reading();
        }
        What::Thought | What::Reply(_) => {}
    }
}

fn observe_prompt(guard: &mut Guard<'_>, prompt: &Prompt, uuid: Option<String>) {
    let heard = uuid.is_none();
    if prompt.class == PromptClass::Interrupt {
        met::void(&mut guard.session, heard);
    }
    // What the person or another agent ran is told to the agent, and stands on no record.
    guard.session.unrecorded |= matches!(prompt.class, PromptClass::BashMode | PromptClass::Teammate);
    // Of a session that is met in its midst nobody knows all that was said.
    if guard.session.goal.is_none() && guard.session.calls == 0 {
        guard.session.spoken_of.get_or_insert_default();
    }
    turn::speak(guard, &prompt.text);
    if !prompt.class.is_human() {
        turn::prompted_by_a_machine(guard, prompt.class);
        return;
    }
    guard.change.prompt_marks.extend(uuid.into_iter().chain(prompt.prompt_id.clone()));
    if !is_new(&mut guard.session.seen_prompts, prompt, guard.facts.config.store.seen_prompts) {
        return;
    }
    // A call whose outcome never came did not happen.
    met::void(&mut guard.session, heard);
    learn::end_turn(guard);
    learn::from_prompt(guard, &prompt.text);
    turn::seen(guard);
    guard.session.trail.reset();
    drift::end(&mut guard.session.drift, signal::is_loop, guard.facts.config);
    settle_words(guard);
    suspect::asked_for(guard, &prompt.text);
    turn::begin(guard, &prompt.text);
    thread::begin(guard, &prompt.text);
    // By now the agent has read everything that it was told.
    guard.session.drift.delivered.iter_mut().for_each(|text| text.in_turn = false);
    guard.session.drift.state = drift::after_prompt(guard.session.drift.state);
    rebase::revise_goal(guard, prompt);
    guard.session.committed = false;
}

/// The hook's payload comes first, the transcript's line of the same prompt later: it counts once. Each prompt leaves two
/// marks, its id (empty without one) and a digest of its words; `kept` prompts are remembered.
pub(super) fn is_new(seen: &mut Vec<String>, prompt: &Prompt, kept: usize) -> bool {
    let words = format!("{:016x}", xxh3_64(prompt.text.trim().as_bytes()));
    let id = prompt.prompt_id.clone().unwrap_or_default();
    let known = if id.is_empty() {
        seen.iter().rev().take(LAST_MARKS).any(|mark| *mark == words)
    } else if seen.contains(&id) {
        true
    } else {
        // Without an id in one of the two places only the words can tell; then the prompt has its id from now on.
        let recent = seen.len().saturating_sub(LAST_MARKS);
        let nameless = seen[recent..].chunks_exact_mut(2).find(|marks| marks[0].is_empty() && marks[1] == words);
        nameless.map(|marks| marks[0].clone_from(&id)).is_some()
    };
    if !known {
        seen.extend([id, words]);
        seen.drain(..seen.len().saturating_sub(kept * 2));
    }
    !known
}

/// What is known of a call beside the call itself.
struct Asked {
    event: EventId,
    agent: Option<String>,
    cwd: Option<String>,
    heard: bool,
}

fn call_begins(guard: &mut Guard<'_>, asked: Asked, mut call: Call) {
    // The hook that told it may have been heard before.
    if let Some(known) = guard.session.pending.iter_mut().find(|pending| pending.call_id == call.call_id) {
        known.heard |= asked.heard;
        known.read |= !asked.heard;
        return;
    }
    guard.session.calls += 1;
    call.action.cwd = call.action.cwd.or(asked.cwd);
    if guard.session.pending.len() >= guard.facts.config.store.max_pending {
        guard.session.pending.remove(0);
        guard.session.void_calls += 1;
    }
    let Asked { event, agent, heard, .. } = asked;
    // What the agent said before a call stands in the transcript, which a hook in the turn does not read.
    let reasoning = guard.session.last_reply.clone().filter(|_| !heard);
    let brings = guard.brings_in(&call.action);
    let (call_id, action) = (call.call_id, Action { lines: None, ..call.action });
    let call = PendingCall::bare(call_id, event, action);
    guard.session.pending.push(PendingCall { agent, reasoning, heard, read: !heard, brings, ..call });
}

fn observe_outcome(guard: &mut Guard<'_>, mut outcome: Outcome, at: Option<i64>) {
    let Some(index) = guard.session.pending.iter().position(|pending| pending.call_id == outcome.call_id) else {
        return;
    };
    let pending = guard.session.pending.remove(index);
    suspect::look(guard, &pending, &mut outcome);
    let outcome = &outcome;
    let ended = match outcome.status {
        OutcomeStatus::Ok => StepOutcome::Ok,
        OutcomeStatus::Error => StepOutcome::Error,
        OutcomeStatus::Refused => StepOutcome::Refused,
    };
    met::count(&mut guard.session, &pending, ended, at);
    // A person's no is no attempt; a call that was invalid is one that failed.
    if ended == StepOutcome::Refused && outcome.failure.is_none() {
        guard.session.void_calls += 1;
        learn::from_refusal(guard, &pending, outcome);
        ledger::remember(guard, &pending, &shell::Reading::default(), outcome, at);
        record::step(guard, &pending, ended, &[], at);
        return;
    }
    let reading = pending.action.command.as_deref().map(shell::read).unwrap_or_default();
    let pending = with_effects(pending, &reading);
    // A failed command may have done half of its work; a failed edit has done nothing.
    let ran = outcome.status == OutcomeStatus::Ok || pending.action.kind == ActionKind::Bash;
    ledger::remember(guard, &pending, &reading, outcome, at);
    let gist = shell::gist(&reading);
    let deed = deed::deed(&guard.session.root, &pending, outcome, &gist);
    let failed = deed.failed();
    let (commands, wrappers) = (&reading.commands[..], &reading.wrappers[..]);
    let done = Done { commands, wrappers, deed: Some(&deed), ..Done::bare(&pending, outcome) };
    if !ran {
        judge(guard, &done);
        learn::from_call(guard, &done, &gist);
        record::step(guard, &pending, ended, &[], at);
        trail::remember(guard, deed);
        thread::remember(guard, &pending.action, (&reading.commands, failed), outcome);
        return;
    }
    if pending.action.kind == ActionKind::Delegate {
        guard.children_ended(pending.event, outcome);
    }
    if outcome.status == OutcomeStatus::Ok && pending.action.kind == ActionKind::Plan {
        approve_plan(guard, pending.action.text.as_deref());
    }
    if pending.action.kind == ActionKind::Ask {
        rebase::take_answers(guard, &outcome.answers);
        for (question, answer) in &outcome.answers {
            turn::answered(guard, question, answer);
        }
    }
    guard.session.committed |= reading.commits && outcome.status == OutcomeStatus::Ok;
    if pending.asked {
        consent::take(guard, &pending.action);
    }
    let when = When::Done { created: outcome.created };
    let touched = touched_closely(guard, &pending.action, &reading.commands, when);
    for place in &touched {
        if undoes(&guard.session, place) {
            drift::put_back(&mut guard.session.drift, place.place.shown(), guard.facts.config);
        }
    }
    undo::take_back(guard, &pending.action, &reading, outcome.status == OutcomeStatus::Error);
    let unnamed = guard.unnamed_breach(&pending.action, &reading);
    judge(guard, &Done { touched: &touched, unnamed: unnamed.as_ref(), ..done });
    learn::from_call(guard, &Done { touched: &touched, ..done }, &gist);
    // What was decided before the text could be read says nothing about it.
    if !guard.session.drift.unread(pending.event, guard.facts.config.cooldown.events) {
        compare_with_plan(guard, &touched);
    }
    thread::remember(guard, &pending.action, (&reading.commands, failed), outcome);
    thread::write(guard, &pending.action, &touched);
    thread::came_back(guard, &touched);
    remember_places(guard, &pending.action, &touched);
    turn::remember(guard, &pending.action, &touched, commands);
    turn::ran(guard, &reading.commands, deed.run);
    record::step(guard, &pending, ended, &touched, at);
    trail::remember(guard, deed);
    if thread::is_answered(&pending.action, outcome) {
        let plan = pending.action.text.as_deref().filter(|_| pending.action.kind == ActionKind::Plan);
        thread::begin(guard, plan.unwrap_or(&outcome.excerpt));
    } else if reading.commits && outcome.status == OutcomeStatus::Ok {
        thread::commit(guard);
    }
    guard.touched = touched;
}

fn approve_plan(guard: &mut Guard<'_>, plan: Option<&str>) {
    let (Some(plan), Some(goal)) = (plan, guard.session.goal.take()) else { return };
    guard.session.turn.asked = false;
    turn::speak(guard, plan);
    guard.session.goal = Some(goal::approve_plan(&goal, plan, &guard.goal_context()));
    rebase::rebase(guard);
}

/// Words without a deed: the agent may say the same again and again.
fn observe_words(guard: &mut Guard<'_>, event: EventId, text: &str) {
    if trail::say(guard, event, text) {
        let (pending, outcome) = trail::only_words(event);
        judge(guard, &Done::bare(&pending, &outcome));
    }
}

/// True for a kind of work that files show by what they are, and not by a word in their path that may mean much else.
const fn shows_itself(kind: WorkKind) -> bool {
    matches!(kind, WorkKind::Style | WorkKind::Translation | WorkKind::Ci | WorkKind::Deploy)
}

/// The folders of the work: where it was looked at before the first change, and where good changes were made.
fn remember_places(guard: &mut Guard<'_>, action: &Action, touched: &[Touched]) {
    let session = &mut guard.session;
    // A branch that nothing connects with the work so far does not tell where the work is.
    let apart = session.thread.is_apart();
    let good = touched.iter().filter(|place| place.relation.is_of_the_goal() || place.relation == Relation::Unknown);
    // A dot file at the root of which nothing is known (`.gitignore`) does not make the whole project the place of the work.
    let good = good.filter(|place| place.relation != Relation::Unknown || !place.place.shown().starts_with('.'));
    let good = good.filter(|place| place.relation != Relation::Unknown || !apart);
    // Nor does a style sheet of which the goal says nothing: the next one beside it would be a part of the work by it.
    let good = good.filter(|place| {
        place.relation != Relation::Unknown || !kind_of_path(place.place.shown()).is_some_and(shows_itself)
    });
    // What was added to finished work does not say where the work is either.
    let good = good.filter(|place| !signal::goes_beyond(place, action.kind, guard.facts.config));
    let changed: Vec<&str> = good.filter_map(|place| place.place.inside()).collect();
    let exploring = session.changed.is_empty() && touched.is_empty() && !apart;
    let mut folders: Vec<String> = changed.iter().map(|file| path::folder(file).to_owned()).collect();
    if exploring {
        let read =
            action.effects.iter().filter(|effect| effect.verb == FileVerb::Read && action.kind == ActionKind::Read);
        folders.extend(read.filter_map(|effect| {
            let place = path::resolve(&session.root, action.cwd.as_deref(), &effect.path);
            // What an agent is about to change it reads first: a look at another kind of work does not make it the work.
            let foreign = session.goal.as_ref().is_some_and(|goal| {
                let other = guard.scope.relate(goal, &place, &[], &session.changed);
                matches!(other, Relation::Unrelated(_)) && kind_of_path(place.shown()).is_some_and(shows_itself)
            });
            place.inside().filter(|_| !foreign).map(|file| path::folder(file).to_owned())
        }));
    }
    for folder in folders {
        if !session.working_folders.contains(&folder) {
            session.working_folders.push(folder);
        }
    }
    let surplus = session.working_folders.len().saturating_sub(guard.facts.config.scope.max_working_folders);
    session.working_folders.drain(..surplus);
    for place in touched {
        let Some(file) = place.place.inside() else { continue };
        if session.changed.len() < MAX_CHANGED || session.changed.contains_key(file) {
            *session.changed.entry(file.to_owned()).or_default() += 1;
        }
    }
}

/// The first `max` characters, without credentials.
fn beginning(text: &str, max: usize) -> String {
    // Cleaned before it is cut: the half of a key is no longer known by its shape.
    let begun: String = text.trim().chars().take(2 * max).collect();
    secret::redacted(&begun).chars().take(max).collect()
}

/// Keeps the end of what the agent said last.
pub(super) fn settle_words(guard: &mut Guard<'_>) {
    if let Some(said) = guard.said.take() {
        let words = ending(&secret::redacted(&said), LAST_WORDS_CHARS).to_owned();
        guard.session.last_words = Some(words).filter(|words| !words.is_empty());
    }
}

/// The last `max` characters of a text.
fn ending(text: &str, max: usize) -> &str {
    let start = text.char_indices().rev().nth(max.saturating_sub(1)).map_or(0, |(at, _)| at);
    &text[start..]
}

/// The first working folder is the root where the host did not tell one; a worktree of it is another spelling of it.
fn learn_root(root: &mut Root, cwd: &str) {
    if root.path.is_empty() {
        cwd.clone_into(&mut root.path);
        root.learned = true;
        return;
    }
    if cwd == root.path || root.aliases.iter().any(|alias| alias == cwd) || root.aliases.len() >= MAX_ALIASES {
        return;
    }
    // Who tells the root has asked git for its worktrees: a folder beside it with a like name is another project then.
    let named_after = path::base_name(cwd)
        .strip_prefix(path::base_name(&root.path))
        .is_some_and(|rest| rest.starts_with(['-', '.', '_', '@']));
    let sibling = root.learned && named_after && path::folder(cwd) == path::folder(&root.path);
    if sibling || (cwd.contains("worktree") && path::base_name(path::folder(cwd)).contains("worktree")) {
        root.aliases.push(cwd.to_owned());
    }
}
