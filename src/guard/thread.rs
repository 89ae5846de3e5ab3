//! The thread of work under guard: what an action meets, and how a changed place hangs together with the work.

use super::state::Guard;
use crate::config::ThreadBreakConfig;
use crate::domain::{
    Action, ActionKind, Balance, Branch, Change, Goal, Met, Outcome, OutcomeStatus, Place, Progress, Relation, Root,
    Session, Thread, Trace,
};
use crate::signal::{self, Bond, Course, Touched};
use crate::text::kind::kind_of_path;
use crate::text::shell::{self, SimpleCommand};
use crate::text::{clip, extension, path, trace};
use crate::verify::ledger::holds;
use crate::{drift, goal};

/// Words of one action, and of one answer, that count.
const MAX_WORDS: usize = 40;
/// Characters of a command's arguments or of a text that are read: what is longer is a script.
const MAX_CHOSEN: usize = 600;
/// Characters of an answer that are read: as many as the recorded runs keep of it on which the signal was measured.
const MAX_TOLD: usize = 160;
/// Tenths of a word: a word of a name, a command or a search, and one of the folder that a file lies in.
const WORD: u32 = 10;
const FOLDER: u32 = 4;
/// Words of a change that a word of the file's name is worth, where both are compared with what the work has written.
const NAME: usize = 2;

/// A person has said what is wanted: a new thread of work.
pub(super) fn begin(guard: &mut Guard<'_>, asked: &str) {
    guard.session.thread.reopen();
    guard.session.thread.begin(trace::of_words(asked, usize::MAX).into_iter());
    drift::end(&mut guard.session.drift, signal::ends_with_a_prompt, guard.facts.config);
}

/// What was done is committed: what comes now is another thread, and of what was asked as much is done as before.
pub(super) fn commit(guard: &mut Guard<'_>) {
    guard.session.thread.begin(std::iter::empty());
    drift::end(&mut guard.session.drift, signal::is_about_threads, guard.facts.config);
}

/// The thread of a subagent: it knows what its parent's work has met, and begins with its task.
pub(super) fn handed_on(thread: &Thread, task: &str) -> Thread {
    let mut thread = thread.clone();
    thread.reopen();
    thread.begin(trace::of_words(task, usize::MAX).into_iter());
    thread
}

/// Takes a finished action in; `commands` are what a shell action runs, and whether it failed.
pub(super) fn remember(
    guard: &mut Guard<'_>,
    action: &Action,
    (commands, failed): (&[SimpleCommand], bool),
    outcome: &Outcome,
) {
    let session = &mut guard.session;
    let met = met(&session.root, action, commands);
    let told = told(&session.root, action, outcome);
    let passed = if failed { Some(false) } else { holds(commands) }.filter(|_| action.kind == ActionKind::Bash);
    let shows = match action.kind {
        ActionKind::Read => session.thread.progress() < Progress::Tested,
        ActionKind::Bash if passed == Some(true) => true,
        ActionKind::Bash | ActionKind::Search => searches(action, commands) && is_of_the_work(&session.thread, &met),
        _ => false,
    };
    if shows {
        for file in shown(&session.root, action, outcome) {
            session.thread.look(file);
        }
    }
    session.thread.take(&met, told.into_iter(), balance(&guard.facts.config.signal.thread_break));
    if let Some(passed) = passed {
        session.thread.run(passed);
    }
}

/// The files that are read, or that an answer names.
fn shown(root: &Root, action: &Action, outcome: &Outcome) -> Vec<Trace> {
    let inside = |path: &str| match path::resolve(root, action.cwd.as_deref(), path) {
        Place::Inside(file) => Some(trace::of_path(&file)),
        Place::Outside(_) => None,
    };
    match action.kind {
        ActionKind::Read => action.effects.iter().filter_map(|effect| inside(&effect.path)).collect(),
        _ => trace::files_in(&outcome.excerpt).filter_map(|(file, _)| inside(file)).collect(),
    }
}

/// True for a search, also one by commands that look for words and cut what was found.
fn searches(action: &Action, commands: &[SimpleCommand]) -> bool {
    // What passes some of the lines on as they are.
    const CUTTING: [&str; 3] = ["head", "sort", "uniq"];
    let finds = |command: &SimpleCommand| match &command[..] {
        [program, rest @ ..] if program == "git" => rest.first().is_some_and(|verb| verb == "grep"),
        [program, ..] => shell::searches(program) || CUTTING.contains(&program.as_str()),
        [] => false,
    };
    action.kind == ActionKind::Search || !commands.is_empty() && commands.iter().all(finds)
}

/// True where what an action meets has to do with the work.
fn is_of_the_work(thread: &Thread, met: &[Met]) -> bool {
    met.iter().any(|met| met.weight > 0 && (thread.knows(met.trace) || thread.has_written(met.trace)))
}

/// Takes note of what was changed for the work. Before that was anything it is whatever comes first, but for what lies beyond the goal;
/// what is done goes on with what hangs together with it, and with nothing else.
pub(super) fn write(guard: &mut Guard<'_>, action: &Action, touched: &[Touched]) {
    let config = guard.facts.config;
    let done = guard.session.thread.progress() >= Progress::Tested;
    let for_it = |place: &&Touched| {
        let astray = matches!(place.relation, Relation::Unrelated(_) | Relation::Forbidden(_));
        place.verb.modifies() && place.place.inside().is_some() && !astray && (!done || place.is_connected(config))
    };
    for place in touched.iter().filter(for_it) {
        let shown = place.place.shown();
        let change = if goal::is_test(shown) {
            Change::Test
        } else if place.bond.is_some_and(|bond| bond.changed) || place.relation.is_neutral() {
            Change::Again
        } else {
            Change::New
        };
        guard.session.thread.change(&action.says, change);
    }
}

/// A change that belongs to the thread: the work came back, or the branch has turned out to be a part of it. Looking alone
/// changes no score.
pub(super) fn came_back(guard: &mut Guard<'_>, touched: &[Touched]) {
    if !touched.is_empty() && !guard.session.thread.is_apart() {
        drift::end(&mut guard.session.drift, signal::is_about_threads, guard.facts.config);
    }
}

/// A question that was answered, a plan that was approved.
pub(super) fn is_answered(action: &Action, outcome: &Outcome) -> bool {
    outcome.status == OutcomeStatus::Ok && matches!(action.kind, ActionKind::Ask | ActionKind::Plan)
}

fn balance(config: &ThreadBreakConfig) -> Balance {
    Balance { settle: config.settle, known_cost: config.known_cost, lead_cap: config.lead_cap }
}

/// What an action meets by the agent's choice: its files and their folders, the words that it looks for or runs.
fn met(root: &Root, action: &Action, commands: &[SimpleCommand]) -> Vec<Met> {
    let mut found: Vec<Met> = Vec::with_capacity(MAX_WORDS / 2);
    let mut add = |trace: Trace, weight: u32| {
        if found.len() < MAX_WORDS && !found.iter().any(|known| known.trace == trace) {
            found.push(Met { trace, weight });
        }
    };
    for effect in &action.effects {
        let place = path::resolve(root, action.cwd.as_deref(), &effect.path);
        trace::each_word(path::stem(place.shown()), |word| add(word, WORD));
        let Place::Inside(file) = place else { continue };
        // By themselves they weigh nothing: in a file that is met again its words are met again.
        add(trace::of_path(&file), 0);
        add(trace::of_subject(&file), 0);
        add(trace::of_path(path::folder(&file)), FOLDER);
        trace::each_word(path::base_name(path::folder(&file)), |word| add(word, FOLDER));
    }
    let arguments = commands.iter().flat_map(|command| command.iter().skip(1)).filter(|word| !word.starts_with('-'));
    let mut left = MAX_CHOSEN;
    for argument in arguments {
        trace::each_word(clip::head(argument, left), |word| add(word, WORD));
        left = left.saturating_sub(argument.len());
    }
    let text = match action.kind {
        ActionKind::Search | ActionKind::Delegate => action.text.as_deref().unwrap_or_default(),
        _ => "",
    };
    trace::each_word(clip::head(text, MAX_CHOSEN), |word| add(word, WORD));
    found
}

/// What an answer tells: its words, and the files that it names; those that it points into are marked as such.
fn told(root: &Root, action: &Action, outcome: &Outcome) -> Vec<Trace> {
    let text = clip::head(&outcome.excerpt, MAX_TOLD);
    let mut found = trace::of_words(text, MAX_WORDS);
    let finds = matches!(action.kind, ActionKind::Bash | ActionKind::Search);
    for (named, pointed) in trace::files_in(text).take(MAX_WORDS) {
        if let Place::Inside(file) = path::resolve(root, action.cwd.as_deref(), named) {
            found.push(trace::of_path(&file));
        }
        if finds && pointed {
            found.push(trace::of_pointed(named));
        }
    }
    found
}

/// Where the work stands.
pub(super) fn course(guard: &Guard<'_>) -> Course {
    let Session { goal, thread, .. } = &guard.session;
    let is = |asked: &dyn Fn(&Goal) -> bool| goal.as_ref().is_some_and(asked);
    Course {
        declared: is(&|goal| goal.scope.declared()),
        placed: thread.is_answered() && is(&|goal| guard.scope.has_place(goal)),
        open: is(&|goal| guard.scope.is_open(goal)),
        reported: is(&|goal| guard.scope.only_reports(goal)),
        progress: thread.progress(),
        since: thread.since(),
    }
}

/// The branch of work to which an action belongs, itself included.
pub(super) fn branch(guard: &Guard<'_>, action: &Action, commands: &[SimpleCommand]) -> Branch {
    guard.session.thread.with(&met(&guard.session.root, action, commands))
}

/// True for a program that the agent made at the root of a project whose sources lie in folders: no place for one of them. The list of
/// files is asked for nothing else: a hook would have to make it first.
fn is_script(guard: &Guard<'_>, file: &str, is_new: bool) -> bool {
    let at_root = |file: &str| {
        let program = path::extension(file).is_some_and(|extension| extension::is_program(&extension.to_lowercase()));
        !file.contains('/') && program && kind_of_path(file).is_none()
    };
    let (files, changed) = (guard.facts.files, &guard.session.changed);
    let made = || is_new || changed.contains_key(file) || !files.has_file(file);
    let source = |known: &str| known != file && at_root(known) && !changed.contains_key(known);
    at_root(file) && made() && !files.right_in("").any(source)
}

/// How a place that an action changes hangs together with the work; `None` outside the project.
pub(super) fn bond(
    guard: &Guard<'_>,
    action: &Action,
    (course, branch): (Course, Branch),
    (place, is_new): (&Place, bool),
) -> Option<Bond> {
    let file = place.inside()?;
    let session = &guard.session;
    let thread = &session.thread;
    let name = trace::of_words(path::stem(file), MAX_WORDS);
    let written = |words: &[Trace]| words.iter().filter(|word| thread.has_written(**word)).count();
    let (pointed, seen) = (thread.knows(trace::of_pointed(file)), thread.has_seen(trace::of_path(file)));
    Some(Bond {
        file: thread.knows(trace::of_path(file)),
        subject: thread.knows(trace::of_subject(file)),
        pointed,
        asked: action.says.iter().any(|word| thread.is_asked(*word)),
        called: name.iter().any(|word| thread.is_asked(*word)),
        says: action.says.len(),
        written: written(&action.says) + NAME * written(&name),
        heard: action.says.iter().filter(|word| thread.knows(**word) || thread.has_written(**word)).count(),
        script: !seen && !pointed && is_script(guard, file, is_new),
        // What stands against the goal is changed once more, and no part of the work.
        changed: session.changed.contains_key(file)
            && !session.drift.open.iter().any(|item| item.subject == file && !item.findings.is_empty()),
        seen,
        words: name.len(),
        known: name.iter().filter(|word| thread.knows(**word)).count(),
        branch,
        course,
    })
}
