//! The end of a turn: what was done is held against what was asked and against what the agent says it did.

use super::facts::Surface;
use super::state::{Guard, newest};
use super::{assess, learn, record, report};
use crate::config::CorrectionConfig;
use crate::domain::{
    Action, Decision, Event, FileVerb, Level, Outward, PromptClass, Relation, Reported, RunKind, RunResult, SignalId,
    Trace, Turn, Untold, What, WorkKind, split_key,
};
use crate::signal::{self, Touched};
use crate::text::kind::kind_of_path;
use crate::text::outward::{outward, spoken_of};
use crate::text::plain::plain_line;
use crate::text::shell::{self, SimpleCommand};
use crate::text::{path, trace};
use crate::{correction, goal, verify};
use std::borrow::Cow;

/// Files remembered of one turn; a report of more is not read name by name.
const MAX_FILES: usize = 64;

/// Of how many of them, and of each how many words of what was written: a session's row stays small.
const MAX_WORDED: usize = 16;
const MAX_WORDS: usize = 12;

/// What the moment of a prompt is to the work before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompted {
    /// No person speaks: a machine's turn, or a subagent's task.
    Unheard,
    /// A person's words that were met before.
    Again,
    /// The first words of a person: there is nothing yet to hold work against.
    First,
    /// The work so far is to be judged.
    Later,
}

/// Tells what an event that is about to be observed is to the work before it, and takes note of whose moment it is: a hook that is
/// registered twice speaks once.
pub(super) fn prompted(guard: &mut Guard<'_>, event: &Event) -> Prompted {
    let What::Prompt(prompt) = &event.what else { return Prompted::Unheard };
    if event.agent.is_some() || !prompt.class.is_human() {
        return Prompted::Unheard;
    }
    let session = &mut guard.session;
    if prompt.prompt_id.is_some() && session.assessed_prompt == prompt.prompt_id {
        return Prompted::Again;
    }
    session.assessed_prompt.clone_from(&prompt.prompt_id);
    if session.goal.is_some() { Prompted::Later } else { Prompted::First }
}

/// A human prompt begins a turn. Whether it only asks a question the reading of it tells.
pub(super) fn begin(guard: &mut Guard<'_>, words: &str) {
    guard.session.turn = Turn { began: guard.session.next_event, ..Turn::default() };
    let asked = guard.session.last_words.clone();
    answered(guard, asked.as_deref().unwrap_or_default(), words);
}

/// The user has answered what the agent said or asked: a yes wants what was asked about.
pub(super) fn answered(guard: &mut Guard<'_>, question: &str, answer: &str) {
    speak(guard, question);
    speak(guard, answer);
    let wants = verify::wants_tests_off(answer) || goal::agrees(answer) && verify::wants_tests_off(question);
    guard.session.turn.tests_may_go |= wants;
}

/// Takes note of what beyond the files of the work somebody has spoken of who may order it.
pub(super) fn speak(guard: &mut Guard<'_>, words: &str) {
    if let Some(spoken) = &mut guard.session.spoken_of {
        spoken.extend(spoken_of(words, spoken));
    }
}

/// What reached beyond the files of the work has been seen by who prompts now, and what they say about it is said.
pub(super) fn seen(guard: &mut Guard<'_>) {
    let open = guard.session.drift.open.iter().flat_map(|item| &item.findings);
    let told = open
        .filter(|found| found.signal == SignalId::OVERREACH.0)
        .filter_map(|found| found.evidence.command.as_deref());
    let acts: Vec<Outward> =
        told.flat_map(|command| shell::read(command).commands).filter_map(|words| outward(&words)).collect();
    if let Some(spoken) = &mut guard.session.spoken_of {
        spoken.extend(acts);
    }
}

/// What goes on in the turn of a question because a command, a task in the background or another agent speaks is no answer to it.
pub(super) const fn prompted_by_a_machine(guard: &mut Guard<'_>, class: PromptClass) {
    use PromptClass::{Command, HookFeedback, SkillBody, TaskNotification, Teammate};
    if matches!(class, Command | HookFeedback | SkillBody | TaskNotification | Teammate) {
        guard.session.turn.asked = false;
    }
}

/// Takes note of how a run of tests ended.
pub(super) fn ran(guard: &mut Guard<'_>, commands: &[SimpleCommand], result: RunResult) {
    let tests = |words: &SimpleCommand| shell::kinds_of(words.iter().map(String::as_str)).has(RunKind::Test);
    if result != RunResult::Unknown && commands.iter().any(tests) {
        guard.session.turn.red = result == RunResult::Failed;
    }
}

/// Takes note of what an action has changed in this turn.
pub(super) fn remember(guard: &mut Guard<'_>, action: &Action, touched: &[Touched], commands: &[SimpleCommand]) {
    let says = says(action, commands);
    let (lost, gained) = action.rewrite.map_or((0, 0), |rewrite| (rewrite.tests_lost, rewrite.tests_gained));
    let Turn { changed, written, written_words, silenced, red, .. } = &mut guard.session.turn;
    for place in touched {
        let Some(file) = place.place.inside() else { continue };
        // What was there before the turn, and is known to be a file.
        let known = guard.facts.files.has_file(file) && !written.contains(file);
        let removed = place.verb == FileVerb::Delete && kind_of_path(file) == Some(WorkKind::Tests);
        let net = i64::from(lost) + i64::from(removed) - i64::from(gained);
        if place.verb == FileVerb::Restore {
            silenced.remove(file);
        } else if net != 0 && known && (*red && net > 0 || silenced.contains_key(file)) && silenced.len() < MAX_FILES {
            *silenced.entry(file.to_owned()).or_default() += net;
        }
        if place.verb == FileVerb::Write && !changed.contains_key(file) && changed.len() < MAX_FILES {
            written.insert(file.to_owned());
        }
        // What the turn has made and removed again left nothing to report; a file that it only edited was there before.
        let gone = matches!(place.verb, FileVerb::Restore | FileVerb::Delete);
        let inside: Vec<String> = written.iter().filter(|made| gone && path::is_below(made, file)).cloned().collect();
        for made in &inside {
            written.remove(made);
            changed.remove(made);
        }
        // `rm -r scratch`: a folder in which the project lists nothing is gone with what the turn has put there.
        let listed = || guard.facts.files.below(file).any(|known| !inside.iter().any(|made| made == known));
        let made = !inside.is_empty() && (inside.iter().any(|made| made == file) || !listed());
        if place.verb == FileVerb::Restore || made {
            changed.remove(file);
        } else if changed.len() < MAX_FILES || changed.contains_key(file) {
            changed.insert(file.to_owned(), place.relation.clone());
            if !says.is_empty() && (written_words.len() < MAX_WORDED || written_words.contains_key(file)) {
                let words = written_words.entry(file.to_owned()).or_default();
                let new: Vec<Trace> = says.iter().filter(|word| !words.contains(word)).copied().collect();
                words.extend(new);
                words.truncate(MAX_WORDS);
            }
        }
    }
}

/// The telling words of what an action writes: an editing tool has them, of `sed` what it puts in.
fn says<'a>(action: &'a Action, commands: &[SimpleCommand]) -> Cow<'a, [Trace]> {
    let put: Vec<&str> = commands.iter().flat_map(|command| shell::substitutes(command)).collect();
    if !action.says.is_empty() || put.is_empty() {
        return Cow::Borrowed(&action.says);
    }
    Cow::Owned(trace::of_words(&put.join(" "), MAX_WORDS))
}

/// Forgets what the turn has done to a file: it is as it was before.
pub(super) fn forget(guard: &mut Guard<'_>, file: &str) {
    let turn = &mut guard.session.turn;
    turn.changed.remove(file);
    turn.written.remove(file);
    turn.written_words.remove(file);
    turn.silenced.remove(file);
}

/// Judges the session at the end of a turn. The human gets one line about drift and about what `report`, the agent's last
/// words, claims or leaves out; the agent goes on once, where `may_continue`, to correct what the record refutes, else to tell
/// what it changed beyond the goal. Where everything is only recorded nobody hears of it, and it is kept for the trial.
pub(super) fn end(guard: &mut Guard<'_>, report: Option<&str>, surface: Surface, may_continue: bool) -> Decision {
    let drift = assess::assess(guard, surface).decision;
    let turn = take(guard);
    let changed: Vec<String> = turn.changed.keys().cloned().collect();
    let mut record = None;
    learn::of_turn(guard, &changed, turn.began, &mut record);
    let refuted = match report {
        Some(words) if surface == Surface::Stop => report::refuted(guard, words, &mut record),
        _ => Vec::new(),
    };
    if surface != Surface::Stop {
        report::remember(guard, &refuted, false);
        return drift;
    }
    if guard.facts.quiet {
        report::remember(guard, &refuted, false);
        let decision = tell(guard, &Decision::Pass, &turn, report, &refuted, may_continue);
        record::rehearsed(guard, &decision);
        return drift;
    }
    let decision = tell(guard, &drift, &turn, report, &refuted, may_continue);
    let goes_on = matches!(decision, Decision::Continue { .. });
    if let Decision::Continue { reason, .. } = &decision {
        pay_for(guard, reason);
    }
    // What is refuted comes before what is left out.
    report::remember(guard, &refuted, goes_on);
    decision
}

/// What is said at the end of a turn, behind what is said about `drift`: the agent is sent back for what is refuted, else for what it left
/// out.
fn tell(
    guard: &Guard<'_>,
    drift: &Decision,
    turn: &Turn,
    report: Option<&str>,
    refuted: &[Reported],
    may_continue: bool,
) -> Decision {
    let config = &guard.facts.config.correction;
    let may_continue = may_continue && !turn.continued && can_pay(guard);
    let mut lines: Vec<String> = match drift {
        Decision::Notify { notice } => vec![notice.clone()],
        _ => Vec::new(),
    };
    if !refuted.is_empty() {
        lines.push(plain_line(&correction::refuted_notice(refuted, config)));
        if may_continue {
            // A false claim first: what is left out is told to the human all the same.
            lines.extend(notices(&untold(guard, turn, report), config));
            let reason = plain_line(&correction::refuted_nudge(refuted, config));
            return Decision::Continue { reason, notice: Some(lines.join("\n")) };
        }
    }
    let untold = untold(guard, turn, report);
    lines.extend(notices(&untold, config));
    let notice = (!lines.is_empty()).then(|| lines.join("\n"));
    let told = notice.clone().map_or(Decision::Pass, |notice| Decision::Notify { notice });
    // Where the human was asked to decide, the agent is told nothing more of it.
    let handed_over = guard.session.drift.handed_over;
    // A word about a file that a text of this turn has asked for is not asked for again.
    let beyond: Vec<&str> =
        untold.beyond.iter().map(String::as_str).filter(|file| !was_asked_for(guard, turn, file)).collect();
    let goes_on = !beyond.is_empty() && may_continue && !handed_over;
    let Some(goal) = guard.session.goal.as_ref().filter(|_| goes_on) else { return told };
    Decision::Continue { reason: plain_line(&correction::undisclosed_nudge(&beyond, goal, config)), notice }
}

/// True where a text in this turn has asked the agent to say in its reply that the file was changed: see the steps of
/// [`correction::plan`], and the text of a halt about work that has left the goal.
fn was_asked_for(guard: &Guard<'_>, turn: &Turn, file: &str) -> bool {
    let texts = guard.session.drift.delivered.iter().filter(|text| text.event >= turn.began);
    texts.into_iter().any(|text| {
        let (signal, subject) = split_key(&text.key);
        match text.level {
            Level::Halt => !signal::is_loop(signal),
            Level::Correct | Level::Intervene => subject == file && signal != SignalId::CONSTRAINT_BREACH.0,
            Level::None | Level::Nudge => false,
        }
    })
}

/// False where the budget of texts is used up.
fn can_pay(guard: &Guard<'_>) -> bool {
    guard.session.drift.spent_tokens < guard.facts.config.correction.budget_tokens
}

/// Spends the budget on a text with which the turn goes on.
fn pay_for(guard: &mut Guard<'_>, reason: &str) {
    let tokens = guard.count_tokens(reason);
    let state = &mut guard.session.drift;
    state.spent_tokens = state.spent_tokens.saturating_add(tokens);
    guard.session.turn.continued = true;
}

/// The report of a turn that ended without a hook: what it claims and what it leaves out.
pub(super) fn told(guard: &mut Guard<'_>, words: &str) -> (Vec<Reported>, Untold) {
    let turn = take(guard);
    (report::judged(guard, words, false, &mut None), untold(guard, &turn, Some(words)))
}

/// Each change is held against one reply: a turn of a machine may end again before the human speaks.
fn take(guard: &mut Guard<'_>) -> Turn {
    let turn = std::mem::take(&mut guard.session.turn);
    guard.session.turn.continued = turn.continued;
    guard.session.turn.began = turn.began;
    guard.session.turn.red = turn.red;
    guard.session.turn.undoing = turn.undoing;
    turn
}

/// What the report of a turn leaves out.
fn untold(guard: &Guard<'_>, turn: &Turn, report: Option<&str>) -> Untold {
    let (event, call) = (newest(&guard.session), guard.session.calls);
    let mut found = Untold { event, call, ..Untold::default() };
    let Some(goal) = guard.session.goal.as_ref().filter(|_| !turn.changed.is_empty()) else { return found };
    if turn.asked {
        found.unwanted = turn.changed.keys().cloned().collect();
    }
    // Who asks for tests to go, or moves them about, need not be told.
    let asked =
        || turn.tests_may_go || signal::asks_for_much(goal) || verify::wants_tests_off(&goal.words_beside_limits());
    if !turn.silenced.is_empty() && !asked() {
        let words = report.unwrap_or_default();
        let lost = turn.silenced.iter().filter(|(file, net)| **net > 0 && !verify::tells_of_tests(words, file));
        found.silenced = lost.map(|(file, _)| file.clone()).collect();
    }
    // An inferred scope may be wrong about a file: then only a reply that names files leaves it out, and the agent is not
    // sent back for it.
    let sure = goal.scope.declared() || guard.session.drift.score.value() < guard.facts.config.score.clean;
    let held = |relation: &Relation| match relation {
        Relation::Unrelated(_) if !sure => Relation::Unknown,
        other => other.clone(),
    };
    let changed: Vec<_> = turn.changed.iter().map(|(file, relation)| (file.clone(), held(relation))).collect();
    for missing in verify::undisclosed(&changed, &turn.written_words, report.unwrap_or_default()) {
        if sure && missing.beyond {
            found.beyond.push(missing.file.clone());
        }
        found.missing.push(missing.file);
    }
    found
}

/// The lines for the human about what a report leaves out.
fn notices(untold: &Untold, config: &CorrectionConfig) -> Vec<String> {
    let line = |files: &[String], words: fn(&[&str], &CorrectionConfig) -> String| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        (!files.is_empty()).then(|| plain_line(&words(&files, config)))
    };
    [
        line(&untold.unwanted, correction::answered_with_edits),
        line(&untold.silenced, correction::silenced_notice),
        line(&untold.missing, correction::undisclosed_notice),
    ]
    .into_iter()
    .flatten()
    .collect()
}
