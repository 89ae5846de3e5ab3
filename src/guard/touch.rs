//! Which places an action touches, and what each has to do with the goal.
//!
//! Owns this one judgement: before a call, behind it, and in a playback.

use super::filing::{self, Deed, When};
use super::state::Guard;
use super::{deed, thread, undo};
use crate::domain::{Action, FileEffect, FileVerb, Goal, PendingCall, Relation, Session, WorkKind};
use crate::signal::{self, Touched};
use crate::text::kind::kind_of_path;
use crate::text::path;
use crate::text::shell::{self, SimpleCommand};

/// The call with what a shell command does to files in its action.
pub(super) fn with_effects(mut pending: PendingCall, reading: &shell::Reading) -> PendingCall {
    if pending.action.runs_a_shell() {
        // The tool of a server may name files beside its command.
        let own = &mut pending.action.effects;
        own.extend(reading.effects.iter().filter(|effect| !own.contains(effect)).cloned().collect::<Vec<_>>());
        pending.action.opaque |= reading.opaque;
    }
    pending
}

/// The places that an action changes or has changed, each with its relation to the goal.
pub(super) fn touched(guard: &Guard<'_>, action: &Action, commands: &[SimpleCommand], when: When) -> Vec<Touched> {
    guard.session.goal.as_ref().map_or_else(Vec::new, |goal| related(guard, goal, action, commands, when))
}

/// The places that an action changes, each with its relation to `goal`.
pub(super) fn related(
    guard: &Guard<'_>,
    goal: &Goal,
    action: &Action,
    commands: &[SimpleCommand],
    when: When,
) -> Vec<Touched> {
    let session = &guard.session;
    let mut changes = action.modifications().peekable();
    if changes.peek().is_none() {
        return Vec::new();
    }
    let standing = (thread::course(guard), thread::branch(guard, action, commands));
    changes
        .map(|effect| {
            let place = path::resolve(&session.root, action.cwd.as_deref(), &effect.path);
            let relation = guard.scope.relate(goal, &place, &session.working_folders, &session.changed);
            let is_new = when == When::Done { created: true } && effect.verb == FileVerb::Write;
            let bond = thread::bond(guard, action, standing, (&place, is_new));
            let pointed = bond.is_some_and(|bond| bond.pointed) && !goal.scope.declared();
            let told = bond.is_some_and(|bond| bond.is_written(guard.facts.config)) && !goal.scope.declared();
            // What a program shows lies in files of its own, wherever the work lies.
            let shown = bond.is_some_and(|bond| bond.asked)
                && !goal.scope.declared()
                && kind_of_path(place.shown()) == Some(WorkKind::Translation);
            let relation = match relation {
                Relation::Unrelated(_) if shown => Relation::Related("it speaks of what was asked for".to_owned()),
                // An error of the build, or a find of the work, leads there.
                Relation::Unrelated(_) if pointed => {
                    Relation::Related("an answer of the work points into it".to_owned())
                }
                // So do the words of the work, wherever the rest of it lies.
                Relation::Unrelated(_) if told => {
                    Relation::Related("it speaks of what the work has written".to_owned())
                }
                // A cache in a forbidden folder is as little the user's as elsewhere.
                _ if filing::takes_nothing(guard, action, effect, &place) => {
                    Relation::Neutral("removed what the project does not hold".to_owned())
                }
                Relation::Forbidden(_) => relation,
                relation => {
                    let other = |other: &FileEffect| {
                        (other.verb == FileVerb::Delete) != (effect.verb == FileVerb::Delete)
                            && other.path == effect.path
                    };
                    let undone = action.modifications().any(other);
                    let clause = filing::forbids(guard, goal, &Deed { effect, place: &place, undone, commands, when });
                    clause.map_or(relation, Relation::Forbidden)
                }
            };
            // By what the user ordered a change that strayed is gone over once more.
            let relation = match relation {
                Relation::Unrelated(_) if session.turn.undoing && was_changed(session, place.shown()) => {
                    Relation::Neutral("the user ordered it taken back".to_owned())
                }
                relation => relation,
            };
            let mut touched = Touched { place, verb: effect.verb, is_new, relation, bond };
            let taken_back = undoes(session, &touched)
                || takes_back(session, action, &touched)
                || undo::removes_only_strays(guard, &touched);
            if taken_back {
                touched.verb = FileVerb::Restore;
                touched.relation = Relation::Neutral("put back as it was".to_owned());
            }
            touched
        })
        .collect()
}

/// The same with a second look where nothing seems to connect a place with the goal.
pub(super) fn touched_closely(
    guard: &mut Guard<'_>,
    action: &Action,
    commands: &[SimpleCommand],
    when: When,
) -> Vec<Touched> {
    let seen = touched(guard, action, commands, when);
    let config = guard.facts.config;
    let astray = seen
        .iter()
        .any(|place| matches!(place.relation, Relation::Unrelated(_)) || signal::breaks_thread(place, config));
    if astray && guard.look_closer() { touched(guard, action, commands, when) } else { seen }
}

/// True for an edit of a stray file, or of one that the user has forbidden since it was changed, that is the way back: the last edit of
/// it the other way round, or all of it as it was.
pub(super) fn takes_back(session: &Session, action: &Action, touched: &Touched) -> bool {
    let file = touched.place.shown();
    let stray = || session.drift.open.iter().any(|item| item.subject == file);
    let forbidden =
        || session.changed.contains_key(file) && session.goal.iter().any(|goal| !goal.constraints.is_empty());
    (stray() || forbidden()) && deed::takes_back(&session.trail, action, file)
}

/// True for a file that the work has changed before.
fn was_changed(session: &Session, file: &str) -> bool {
    session.changed.contains_key(file) || session.drift.open.iter().any(|item| item.subject == file)
}

/// True for a change that takes an earlier one back: a restored file, or the removal of a stray one.
pub(super) fn undoes(session: &Session, touched: &Touched) -> bool {
    let shown = touched.place.shown();
    let stray = || session.drift.open.iter().any(|item| item.subject == shown);
    let changed = || session.changed.keys().any(|file| path::is_below(file, shown));
    match touched.verb {
        FileVerb::Restore => true,
        FileVerb::Delete => stray(),
        // Nobody minds the content of another revision where it may be; where it may not, it is a change.
        FileVerb::CheckOut => !matches!(touched.relation, Relation::Forbidden(_)) || changed(),
        FileVerb::Read | FileVerb::Edit | FileVerb::Write => false,
    }
}
