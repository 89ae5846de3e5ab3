//! The texts of the scripts that a played session runs: as the session itself wrote them, else as they lie in the repository today.
//!
//! A hook reads a script from the disk before it runs. Of a session that is over the disk tells only what is still there; what the
//! session has written stands in its own record.

use crate::domain::{Draft, Event, OutcomeStatus, Replacement, Root, What};
use crate::repo;
use crate::text::path;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::Path;

/// Files of a session that are remembered, and bytes of each: a longer one is no script that a hook would read.
const MAX_FILES: usize = 256;
const MAX_BYTES: usize = 64 * 1024;

/// The scripts of one session.
#[derive(Default)]
pub(super) struct Scripts<'a> {
    /// The repository, where it is at hand.
    repository: Option<&'a Path>,
    /// What calls are about to write, by their ids.
    coming: RefCell<HashMap<String, (String, Draft)>>,
    /// What they have written, by absolute paths.
    written: RefCell<HashMap<String, String>>,
    /// How often a text was asked for since the last call began, and whether there was one.
    asked: Cell<(u32, bool)>,
}

impl<'a> Scripts<'a> {
    /// Of a session that ran in this repository.
    pub(super) fn of(repository: Option<&'a Path>) -> Self {
        Self { repository, ..Self::default() }
    }

    /// Takes what a call is about to write out of an event, and notes it once the call has ended well.
    pub(super) fn note(&self, event: &mut Event, root: &Root) {
        match &mut event.what {
            What::Call(call) => {
                let Some(draft) = call.action.draft.take() else { return };
                let Some(effect) = call.action.effects.first() else { return };
                let file = path::absolute(root, call.action.cwd.as_deref(), &effect.path);
                self.coming.borrow_mut().insert(call.call_id.clone(), (file, draft));
            }
            What::Outcome(outcome) => {
                let Some((file, draft)) = self.coming.borrow_mut().remove(&outcome.call_id) else { return };
                if outcome.status == OutcomeStatus::Ok {
                    self.write(file, draft);
                }
            }
            // What has not ended by now never will.
            What::Prompt(prompt) if prompt.class.is_human() => self.coming.borrow_mut().clear(),
            _ => {}
        }
    }

    fn write(&self, file: String, draft: Draft) {
        let mut written = self.written.borrow_mut();
        let text = match draft {
            Draft::Content(text) => Some(text),
            // Of a file that the session did not write itself the rest is not told: it is read as it is today.
            Draft::Replacements(parts) => written.remove(&file).and_then(|text| Replacement::apply_all(&parts, &text)),
            Draft::Command(_) | Draft::Words(_) => None,
        };
        let room = written.len() < MAX_FILES || written.contains_key(&file);
        if let Some(text) = text.filter(|text| room && text.len() <= MAX_BYTES && !text.contains('\0')) {
            written.insert(file, text);
        }
    }

    /// A call is about to be played.
    pub(super) fn begin(&self) {
        self.asked.set((0, false));
    }

    /// True where that call runs a script and no text of it is at hand, while something is forbidden that it may do.
    pub(super) fn unread(&self) -> bool {
        matches!(self.asked.get(), (1.., false))
    }

    /// The text of the script at an absolute path.
    pub(super) fn text(&self, file: &str) -> Option<String> {
        let own = self.written.borrow().get(file).cloned();
        // A transcript may name any file: only those of its repository are looked at.
        let below = |root: &&Path| Path::new(file).starts_with(root);
        let text = own.or_else(|| self.repository.filter(below).and_then(|_| repo::script(Path::new(file))));
        let (times, found) = self.asked.get();
        self.asked.set((times.saturating_add(1), found || text.is_some()));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Action, ActionKind, Call, FileEffect, FileVerb, Outcome};

    fn call(id: &str, file: &str, draft: Draft) -> What {
        let effects = vec![FileEffect { verb: FileVerb::Write, path: file.into() }];
        let action = Action { effects, draft: Some(draft), ..Action::bare(ActionKind::Write) };
        What::Call(Call { call_id: id.into(), tool: "Write".into(), action })
    }

    fn note(scripts: &Scripts<'_>, what: What) -> Event {
        let root = Root { path: "/p".into(), ..Root::default() };
        let mut event = Event::bare(what);
        scripts.note(&mut event, &root);
        event
    }

    fn ended(id: &str, status: OutcomeStatus) -> What {
        What::Outcome(Outcome { call_id: id.into(), status, ..Outcome::default() })
    }

    #[test]
    fn what_a_session_has_written_is_known_and_edited_as_it_edits() {
        let scripts = Scripts::of(None);
        let seen = note(&scripts, call("a", "run.sh", Draft::Content("echo one\n".into())));
        assert!(matches!(seen.what, What::Call(call) if call.action.draft.is_none()), "nothing else sees it");
        assert_eq!(scripts.text("/p/run.sh"), None, "it has not run yet");
        note(&scripts, ended("a", OutcomeStatus::Ok));
        assert_eq!(scripts.text("/p/run.sh").as_deref(), Some("echo one\n"));
        let part = |old: &str, new: &str| {
            Draft::Replacements(vec![Replacement { old: old.into(), new: new.into(), all: false }])
        };
        note(&scripts, call("b", "/p/run.sh", part("one", "two")));
        note(&scripts, ended("b", OutcomeStatus::Refused));
        assert_eq!(scripts.text("/p/run.sh").as_deref(), Some("echo one\n"), "what is refused never happened");
        note(&scripts, call("c", "/p/run.sh", part("one", "two")));
        note(&scripts, ended("c", OutcomeStatus::Ok));
        assert_eq!(scripts.text("/p/run.sh").as_deref(), Some("echo two\n"));
        note(&scripts, call("d", "/p/run.sh", part("absent", "x")));
        note(&scripts, ended("d", OutcomeStatus::Ok));
        assert_eq!(scripts.text("/p/run.sh"), None, "what it holds now is not known");
    }

    #[test]
    fn only_files_of_the_repository_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("p/run.sh"), folder.path().join("run.sh"));
        std::fs::create_dir(folder.path().join("p")).unwrap();
        for file in [&inside, &outside] {
            std::fs::write(file, "git push\n").unwrap();
        }
        let root = folder.path().join("p");
        let scripts = Scripts::of(Some(&root));
        scripts.begin();
        assert_eq!((scripts.text(outside.to_str().unwrap()), scripts.unread()), (None, true));
        assert_eq!(scripts.text(inside.to_str().unwrap()).as_deref(), Some("git push\n"));
        assert!(!scripts.unread(), "one of the files in which it may stand is there");
        scripts.begin();
        assert!(!scripts.unread());
    }
}
