//! What the user forbade, held against an action before it runs.
//!
//! Owns the preview only. What a clause covers is `goal`'s, and what a command that ran against one is worth as evidence
//! is `signal`'s.

use super::tamper::glob::{self, Cover};
use super::{Guard, observe};
use crate::domain::{Action, ActionKind, ConstraintKind, FileVerb, Pattern, Place, Prohibited, Relation, Target};
use crate::signal::{Touched, forbidden_commands};
use crate::text::path;
use crate::text::shell::Reading;

impl Guard<'_> {
    /// The clause of the goal, or the `protect` glob, that speaks against an action about to run. `reading` is what the
    /// shell reader found in its whole command; for other tools it is not looked at.
    ///
    /// What takes an earlier stray change back passes, as it does in the evidence.
    pub fn prohibited(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        let goal = self.session.goal.as_ref()?;
        let is_shell = action.runs_a_shell();
        let own = action.effects.iter().filter(|_| action.kind != ActionKind::Bash);
        let told = own.chain(&reading.effects).cloned().collect();
        let action = Action { effects: told, cwd: action.cwd.clone(), ..Action::bare(action.kind) };
        let forbidden = observe::touched(self, &action).into_iter().find_map(|touched| match &touched.relation {
            Relation::Forbidden(clause) => Some(self.prohibition(seen(&touched), clause)),
            _ => None,
        });
        let forbidden = forbidden.or_else(|| self.in_a_folder(&action));
        if forbidden.is_some() || !is_shell {
            return forbidden;
        }
        let by_command = forbidden_commands(goal, &reading.commands).into_iter().next();
        by_command
            .map(|(clause, words)| self.prohibition(format!("run `{words}`"), clause))
            .or_else(|| self.by_pattern(&action, reading))
    }

    /// A clause that is none of the goal's comes from the configuration, with the glob behind its colon.
    fn prohibition(&self, seen: String, clause: &str) -> Prohibited {
        let said = self.session.goal.iter().flat_map(|goal| &goal.constraints).any(|limit| limit.clause == clause);
        let shown = if said { clause } else { clause.split_once(": ").map_or(clause, |(_, glob)| glob) };
        Prohibited { seen, clause: shown.to_owned(), configured: !said }
    }

    /// The paths that the user forbade by name, each with the clause.
    fn forbidden_paths(&self) -> impl Iterator<Item = (&str, &str)> {
        let limits = self.session.goal.iter().flat_map(|goal| &goal.constraints);
        limits.filter(|limit| limit.denies && limit.kind == ConstraintKind::DoNot).flat_map(|limit| {
            limit.targets.iter().filter_map(|target| match target {
                Target::Paths(Pattern::File(path) | Pattern::Folder(path)) => {
                    Some((path.as_str(), limit.clause.as_str()))
                }
                _ => None,
            })
        })
    }

    /// A folder is removed with all that is in it.
    fn in_a_folder(&self, action: &Action) -> Option<Prohibited> {
        let removed = action.effects.iter().filter(|effect| effect.verb == FileVerb::Delete);
        removed.into_iter().find_map(|effect| {
            let place = path::resolve(&self.session.root, action.cwd.as_deref(), &effect.path);
            let folder = place.inside()?;
            let (held, clause) = self.forbidden_paths().find(|(held, _)| path::is_below(held, folder))?;
            Some(self.prohibition(format!("delete {held}"), clause))
        })
    }

    /// `rm src/db/*.sql` names the files that its pattern matches.
    fn by_pattern(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        reading.doubtful.iter().find_map(|doubt| {
            let pattern = glob::blurred(&doubt.path);
            if glob::is_unsure(&pattern) || doubt.verb == FileVerb::Restore {
                return None;
            }
            let Place::Inside(pattern) = path::resolve(&self.session.root, action.cwd.as_deref(), &pattern) else {
                return None;
            };
            let (held, clause) = self.forbidden_paths().find(|(held, _)| match glob::cover(&pattern, held) {
                Some(Cover::Path) => true,
                Some(Cover::Folder) => doubt.verb == FileVerb::Delete,
                None => false,
            })?;
            Some(self.prohibition(format!("{} {held}", verb(doubt.verb)), clause))
        })
    }
}

fn seen(touched: &Touched) -> String {
    format!("{} {}", verb(touched.verb), touched.place.shown())
}

/// What would be done, as it stands behind "would" and "may".
const fn verb(verb: FileVerb) -> &'static str {
    match verb {
        FileVerb::Read => "read",
        FileVerb::Edit | FileVerb::Write => "change",
        FileVerb::Delete => "delete",
        FileVerb::Restore => "put back",
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::{Adapter, ClaudeCode};
    use crate::domain::{Event, FileList, Prompt, PromptClass, Root, Session, What};
    use crate::guard::{Facts, Guard};
    use crate::text::shell;

    /// After `prompt`, is this tool call prohibited? `expected`: what it would do, and the clause.
    #[track_caller]
    fn check_with(protect: &[&str], prompt: &str, tool: &str, input: &str, expected: Option<(&str, &str)>) {
        let mut config = crate::config::defaults();
        config.scope.protect = protect.iter().map(|glob| (*glob).to_owned()).collect();
        let paths = ["src/auth/token.rs", "src/db/schema.sql", "src/db/seed.sql", "web/a.css"];
        let list = FileList::new(paths.map(str::to_owned).into(), false);
        let files = &list;
        let facts = Facts::of(&config, &files);
        let root = Root { path: "/p".into(), ..Root::default() };
        let mut guard = Guard::resume(Session { root, ..Session::default() }, &facts);
        let said = Prompt { text: prompt.into(), class: PromptClass::Human, prompt_id: None };
        guard.observe(Event { at: None, agent: None, uuid: None, cwd: Some("/p".into()), what: What::Prompt(said) });
        let action = ClaudeCode.decode_action(tool, input);
        let reading = action.whole_command().map(shell::read).unwrap_or_default();
        let found = guard.prohibited(&action, &reading);
        let found = found.as_ref().map(|found| (found.seen.as_str(), found.clause.as_str()));
        assert_eq!(found, expected, "{prompt} / {input}");
    }

    #[track_caller]
    fn check(prompt: &str, command: &str, expected: Option<(&str, &str)>) {
        let input = serde_json::json!({ "command": command }).to_string();
        check_with(&[], prompt, "Bash", &input, expected);
    }

    const LIMIT: &str = "fix the token bug, don't touch src/db/schema.sql";
    const CLAUSE: &str = "don't touch src/db/schema.sql";

    #[test]
    fn what_the_user_forbade_is_seen_before_the_write() {
        let edit = |file: &str| format!(r#"{{"file_path":"/p/{file}","old_string":"a","new_string":"b"}}"#);
        check_with(&[], LIMIT, "Edit", &edit("src/db/schema.sql"), Some(("change src/db/schema.sql", CLAUSE)));
        check_with(&[], LIMIT, "Edit", &edit("src/auth/token.rs"), None);
        check_with(&[], LIMIT, "Read", r#"{"file_path":"/p/src/db/schema.sql"}"#, None);
        check_with(&["web/**"], LIMIT, "Edit", &edit("web/a.css"), Some(("change web/a.css", "web/**")));
        check_with(&["web/**"], LIMIT, "Read", r#"{"file_path":"/p/web/a.css"}"#, None);
    }

    #[test]
    fn a_shell_is_no_way_around() {
        let change = Some(("change src/db/schema.sql", CLAUSE));
        let delete = Some(("delete src/db/schema.sql", CLAUSE));
        check(LIMIT, "sed -i s/a/b/ src/db/schema.sql", change);
        check(LIMIT, "cd src && echo x >> db/schema.sql", change);
        check(LIMIT, "bash -c 'rm src/db/schema.sql'", delete);
        check(LIMIT, "rm -rf src/db", delete);
        check(LIMIT, "rm src/db/*.sql", delete);
        check(LIMIT, "rm src/db/s[ce]*", delete);
        check(LIMIT, "cp x.sql src/db/schema.sql", change);
        check("fix the token bug, don't push", "git -C . push origin main", Some(("run `git push`", "don't push")));
    }

    #[test]
    fn the_tools_of_a_server_are_no_way_around() {
        let server = |tool: &str, input: &str, expected| check_with(&[], LIMIT, tool, input, expected);
        let change = Some(("change src/db/schema.sql", CLAUSE));
        let delete = Some(("delete src/db/schema.sql", CLAUSE));
        server("mcp__filesystem__edit_file", r#"{"path":"/p/src/db/schema.sql","edits":[]}"#, change);
        server("mcp__filesystem__write_file", r#"{"path":"src/db/schema.sql","content":""}"#, change);
        server("mcp__filesystem__move_file", r#"{"source":"src/db/schema.sql","destination":"/tmp/x"}"#, delete);
        server("mcp__filesystem__move_file", r#"{"source":"src/db","destination":"/tmp/x"}"#, delete);
        server("mcp__shell__run_command", r#"{"command":"rm src/db/schema.sql"}"#, delete);
        server("mcp__filesystem__read_file", r#"{"path":"src/db/schema.sql"}"#, None);
        server("mcp__filesystem__write_file", r#"{"path":"src/auth/token.rs","content":""}"#, None);
    }

    #[test]
    fn what_is_not_forbidden_passes() {
        check(LIMIT, "cat src/db/schema.sql", None);
        check(LIMIT, "git checkout -- src/db/schema.sql", None);
        check(LIMIT, "rm src/db/seed.sql", None);
        check(LIMIT, "rm src/db/*.bak", None);
        check(LIMIT, "rm \"$f\"", None);
        check(LIMIT, "rm -rf target", None);
        check("fix the token bug, don't push", "git status && echo 'git push'", None);
        check("fix the token bug", "rm src/db/schema.sql", None);
        check("fix the token bug, I don't think src/db/schema.sql matters", "rm src/db/schema.sql", None);
    }
}
