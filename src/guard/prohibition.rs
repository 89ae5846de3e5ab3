//! What the user forbade, held against an action before it runs.
//!
//! Owns the order in which it is asked, and what the action names itself. Files that it sweeps up without naming them are `sweep`'s,
//! what a clause covers is `goal`'s, and what a command that ran against one is worth as evidence is `signal`'s.

use super::filing::When;
use super::held::Held;
use super::state::Guard;
use super::touch;
use crate::domain::{
    Action, ActionKind, Constraint, ConstraintKind, FileEffect, FileVerb, Goal, Pattern, Place, Prohibited, Relation,
    Spares, Target, protected, protecting_entry,
};
use crate::signal::{Touched, forbidden_commands, forbidden_tool};
use crate::text::shell::{self, Reading, SimpleCommand};
use crate::text::{path, pattern};

impl Guard<'_> {
    /// The clause of the goal, or the `protect` glob, that speaks against an action about to run. `reading` is what the
    /// shell reader found in its whole command; for other tools it is not looked at.
    ///
    /// What takes an earlier stray change back passes, as it does in the evidence. Of a command that is too long to be read
    /// ([`shell::part_read`]) only the first line speaks against it: behind that line nothing is known, and what is not known
    /// is not denied. Its step says that it was cut.
    ///
    /// What is forbidden outright goes before what the user wants to be asked about: a yes to the question lets the whole call run.
    pub fn prohibited(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        let found = self.crossed(action, reading);
        let asked = found.as_ref().filter(|found| found.asks);
        let graver = asked.and_then(|_| self.with_limits(|limit| !limit.asks).crossed(action, reading));
        graver.or(found)
    }

    /// The same guard with the limits that `keeps` leaves, as it leaves them.
    pub(super) fn with_limits(&self, keeps: impl FnMut(&mut Constraint) -> bool) -> Guard<'_> {
        let mut session = self.session.clone();
        if let Some(goal) = &mut session.goal {
            goal.constraints.retain_mut(keeps);
        }
        Guard::resume(session, self.facts)
    }

    fn crossed(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        let is_shell = action.runs_a_shell();
        let own = action.effects.iter().filter(|_| action.kind != ActionKind::Bash);
        let told = own.chain(&reading.effects).cloned().collect();
        let command = shell::part_read(action.whole_command().unwrap_or_default());
        let packages = self.lists_a_package(action);
        let tool = self.by_tool(action);
        // What is taken out and put in tells a way back.
        let (replaced, content) = (action.replaced, action.content);
        let action = Action { effects: told, cwd: action.cwd.clone(), replaced, content, ..Action::bare(action.kind) };
        let forbidden =
            self.at_its_places(&action, &reading.commands).or_else(|| self.in_a_folder(&action)).or(packages).or(tool);
        if forbidden.is_some() || !is_shell {
            return forbidden;
        }
        let goal = self.session.goal.as_ref();
        let by_command =
            goal.and_then(|goal| forbidden_commands(goal, &reading.commands, &reading.wrappers).into_iter().next());
        by_command
            .or_else(|| self.adds_a_package(&reading.commands))
            .map(|(clause, words)| self.prohibition(format!("run `{words}`"), clause))
            .or_else(|| self.unnamed(&action, command, reading))
            .or_else(|| self.behind(&action, reading))
    }

    /// The clause against the web or a subagent.
    fn by_tool(&self, action: &Action) -> Option<Prohibited> {
        let tool = forbidden_tool(self.session.goal.as_ref()?, action).filter(|tool| tool.limit.denies)?;
        Some(self.prohibition(tool.to_do.to_owned(), &tool.limit.clause))
    }

    /// The clause against one of the places that an action names.
    pub(super) fn at_its_places(&self, action: &Action, commands: &[SimpleCommand]) -> Option<Prohibited> {
        // What the configuration protects is protected before anybody has said anything.
        let unsaid = Goal::default();
        let goal = self.session.goal.as_ref().unwrap_or(&unsaid);
        touch::related(self, goal, action, commands, When::Before).into_iter().find_map(|touched| {
            match &touched.relation {
                Relation::Forbidden(clause) => {
                    let (doing, place) = self.seen(&touched, clause, goal);
                    Some(self.prohibition_at(doing, &place, clause))
                }
                _ => None,
            }
        })
    }

    /// What is done, and to which place.
    fn seen(&self, touched: &Touched, clause: &str, goal: &Goal) -> (&'static str, String) {
        let mut said = goal.constraints.iter().filter(|limit| limit.denies && limit.clause == clause);
        let made = touched.verb == FileVerb::Write && said.any(|limit| limit.spares == Spares::Existing);
        let place = match &touched.place {
            Place::Inside(path) => self.named(path),
            Place::Outside(path) => path.clone(),
        };
        (if made { "create" } else { verb(touched.verb) }, place)
    }

    /// A place of the project as a sentence names it: a folder by its slash, or what people answer would name a word.
    pub(super) fn named(&self, path: &str) -> String {
        // Some file in a folder.
        if let Some(folder) = path.strip_suffix('…') {
            return folder.to_owned();
        }
        let folder = !path.is_empty() && !self.facts.files.has_file(path) && self.facts.files.has_folder(path);
        format!("{path}{}", if folder { "/" } else { "" })
    }

    /// The clause against the files that the named paths lead to. A folder that is a link always leads on; a file that is
    /// one does where its content is changed, while to remove or replace it leaves alone what it leads to.
    pub(super) fn prohibited_by_links(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        if self.facts.config.scope.protect.is_empty() && !self.session.limits().any(|limit| limit.denies) {
            return None;
        }
        let told: &[FileEffect] = if action.runs_a_shell() { &reading.effects } else { &[] };
        let changed = action.modifications().chain(told.iter().filter(|effect| effect.verb.modifies()));
        let followed = changed.filter_map(|effect| {
            let named = path::absolute(&self.session.root, action.cwd.as_deref(), &effect.path);
            let name = path::base_name(&named);
            let real = if effect.verb == FileVerb::Delete || self.replaces(action, reading, &named) {
                format!("{}/{name}", (self.facts.real)(path::folder(&named)).trim_end_matches('/'))
            } else {
                (self.facts.real)(&named)
            };
            (real != named).then_some(FileEffect { verb: effect.verb, path: real })
        });
        let effects: Vec<FileEffect> = followed.collect();
        if effects.is_empty() {
            return None;
        }
        let followed = Action { effects, cwd: action.cwd.clone(), ..Action::bare(ActionKind::Edit) };
        self.prohibited(&followed, &Reading::default())
    }

    /// True where a command puts something else in the place of a file: the link goes, not what it leads to.
    fn replaces(&self, action: &Action, reading: &Reading, named: &str) -> bool {
        reading.commands.iter().any(|command| match &command[..] {
            [program, .., last] if matches!(path::base_name(program), "ln" | "mv" | "rm" | "unlink") => {
                let there = self.folder_of(action, command);
                there.is_some_and(|cwd| path::absolute(&self.session.root, Some(&cwd), last) == named)
            }
            _ => false,
        })
    }

    /// The folder in which a command of an action runs; `None` where nobody knows.
    pub(super) fn folder_of(&self, action: &Action, command: &SimpleCommand) -> Option<String> {
        let root = &self.session.root;
        match (command.folder.as_deref()?, action.cwd.as_deref()) {
            ("", cwd) => Some(cwd.unwrap_or(&root.path).to_owned()),
            (folder, cwd) if cwd.is_none_or(|cwd| cwd.len() <= path::LONGEST) => {
                Some(path::absolute(root, cwd, folder))
            }
            _ => None,
        }
    }

    /// A clause that is none of the goal's comes from the configuration, with the entry behind its colon.
    pub(super) fn prohibition(&self, seen: String, clause: &str) -> Prohibited {
        let said = self.session.limits().find(|limit| limit.denies && limit.clause == clause);
        let shown = if said.is_some() { clause } else { protecting_entry(clause).unwrap_or(clause) };
        let asks = said.is_some_and(|limit| limit.asks);
        let (place, through) = (String::new(), String::new());
        let of_project = said.is_none() && self.facts.config.scope.of_project.iter().any(|entry| entry == shown);
        Prohibited { seen, place, through, clause: shown.to_owned(), configured: said.is_none(), of_project, asks }
    }

    /// The same for what is done to a place.
    pub(super) fn prohibition_at(&self, doing: &str, place: &str, clause: &str) -> Prohibited {
        Prohibited { place: place.to_owned(), ..self.prohibition(format!("{doing} {place}"), clause) }
    }

    /// The paths that the user forbade by name, and where the globs begin.
    pub(super) fn forbidden_paths(&self) -> Vec<Held> {
        let limits =
            self.session.limits().filter(|limit| limit.denies_all_changes() && limit.kind == ConstraintKind::DoNot);
        let said = limits.flat_map(|limit| {
            limit.targets.iter().filter_map(|target| match target {
                Target::Paths(pattern) => {
                    Some(Held { spared: limit.except.clone(), ..Held::of(pattern, limit.clause.clone()) })
                }
                _ => None,
            })
        });
        let configured = self.facts.config.scope.protect.iter().flat_map(|entry| {
            let clause = protected(entry);
            pattern::globs_of(entry).into_iter().map(move |glob| Held::of(&Pattern::Glob(glob), clause.clone()))
        });
        said.chain(configured).collect()
    }
}

/// What would be done, as it stands behind "would" and "may".
pub(super) const fn verb(verb: FileVerb) -> &'static str {
    match verb {
        FileVerb::Read => "read",
        FileVerb::Edit | FileVerb::Write | FileVerb::CheckOut => "change",
        FileVerb::Delete => "delete",
        FileVerb::Restore => "put back",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::agent::ClaudeCode;
    use crate::domain::{
        Draft, Event, FileList, OnDisk, Prohibited, Prompt, PromptClass, Replacement, Root, Session, What,
    };
    use crate::guard::{Facts, Guard};
    use crate::text::shell;

    /// What speaks against a tool call after `prompt`.
    pub(in crate::guard) fn found(protect: &[&str], prompt: &str, tool: &str, input: &str) -> Option<Prohibited> {
        let mut config = crate::config::defaults();
        config.scope.protect = protect.iter().map(|glob| (*glob).to_owned()).collect();
        let paths = ["src/auth/token.rs", "src/db/schema.sql", "src/db/seed.sql", "web/a.css"];
        let list = FileList::new(paths.map(str::to_owned).into(), false);
        let files = &list;
        // What no list holds may lie on the disk: an ignored folder.
        let on_disk = |path: &str| (path == "src/db/data").then_some(OnDisk::Folder);
        let facts = Facts { on_disk: &on_disk, ..Facts::of(&config, &files) };
        let root = Root { path: "/p".into(), ..Root::default() };
        let mut guard = Guard::resume(Session { root, ..Session::default() }, &facts);
        let say = |guard: &mut Guard<'_>, text: &str| {
            let said = Prompt { text: text.into(), class: PromptClass::Human, prompt_id: None };
            guard.observe(Event {
                at: None,
                agent: None,
                uuid: None,
                cwd: Some("/p".into()),
                what: What::Prompt(said),
            });
        };
        say(&mut guard, prompt);
        let mut action = ClaudeCode::decode_action(tool, input);
        // A hook's payload has the whole of it.
        let whole: serde_json::Value = serde_json::from_str(input).unwrap();
        if action.cut {
            action.draft = whole["command"].as_str().map(|command| Draft::Command(command.to_owned()));
        } else if let (Some(old), Some(new)) = (whole["old_string"].as_str(), whole["new_string"].as_str()) {
            let part = Replacement { old: old.to_owned(), new: new.to_owned(), all: false };
            action.draft = Some(Draft::Replacements(vec![part]));
        } else if let Some(content) = whole["content"].as_str() {
            action.draft = Some(Draft::Content(content.to_owned()));
        }
        let reading = shell::reading_of(&action);
        let found = guard.prohibited(&action, &reading);
        // What the message suggests to the user lifts it.
        if let Some(found) = found.as_ref().filter(|found| !found.configured) {
            say(&mut guard, &format!("you may {}", found.seen));
            let again = guard.prohibited(&action, &reading).filter(|again| again.seen == found.seen);
            assert_eq!(again, None, "{prompt} / {input} / you may {}", found.seen);
        }
        found
    }

    /// `expected`: what the call would do, and the clause.
    #[track_caller]
    pub(in crate::guard) fn check_with(
        protect: &[&str],
        prompt: &str,
        tool: &str,
        input: &str,
        expected: Option<(&str, &str)>,
    ) {
        let found = found(protect, prompt, tool, input);
        let found = found.as_ref().map(|found| (found.seen.as_str(), found.clause.as_str()));
        assert_eq!(found, expected, "{prompt} / {}", &input[..input.len().min(200)]);
    }

    #[track_caller]
    pub(in crate::guard) fn check(prompt: &str, command: &str, expected: Option<(&str, &str)>) {
        let input = serde_json::json!({ "command": command }).to_string();
        check_with(&[], prompt, "Bash", &input, expected);
    }

    pub(in crate::guard) const LIMIT: &str = "fix the token bug, don't touch src/db/schema.sql";
    const CLAUSE: &str = "don't touch src/db/schema.sql";

    #[test]
    fn what_the_user_forbade_is_seen_before_the_write() {
        let edit = |file: &str| format!(r#"{{"file_path":"/p/{file}","old_string":"a","new_string":"b"}}"#);
        check_with(&[], LIMIT, "Edit", &edit("src/db/schema.sql"), Some(("change src/db/schema.sql", CLAUSE)));
        check_with(&[], LIMIT, "Edit", &edit("src/auth/token.rs"), None);
        check_with(&[], LIMIT, "Read", r#"{"file_path":"/p/src/db/schema.sql"}"#, None);
        check_with(&["web/**"], LIMIT, "Edit", &edit("web/a.css"), Some(("change web/a.css", "web/**")));
        check_with(&["web/**"], LIMIT, "Read", r#"{"file_path":"/p/web/a.css"}"#, None);
        for entry in ["web/", "web", "./web", "/web/", "web/a.css", "./web/a.css", "."] {
            check_with(&[entry], LIMIT, "Edit", &edit("web/a.css"), Some(("change web/a.css", entry)));
            assert!(found(&[entry], LIMIT, "Bash", r#"{"command":"rm -r web"}"#).is_some(), "{entry}");
            assert!(found(&[entry], LIMIT, "Bash", r#"{"command":"rm web/*"}"#).is_some(), "{entry}");
        }
        check_with(&["web/"], LIMIT, "Edit", &edit("webs/a.css"), None);
    }

    #[test]
    fn another_revision_is_a_change_and_the_last_commit_is_none() {
        let seen = Some(("change src/db/schema.sql", CLAUSE));
        check(LIMIT, "git checkout other -- src/db/schema.sql", seen);
        check(LIMIT, "git restore --source=HEAD~2 src/db/schema.sql", seen);
        check(LIMIT, "git checkout HEAD -- src/db/schema.sql", None);
        check(LIMIT, "git restore src/db/schema.sql", None);
        check(LIMIT, "git checkout other -- src/auth/token.rs", None);
    }

    #[test]
    fn a_difference_that_is_only_looked_at_changes_nothing() {
        let seen = Some(("change src/db/schema.sql", CLAUSE));
        let with = |command: &str| {
            format!("{command} <<'EOF'\n--- a/src/db/schema.sql\n+++ b/src/db/schema.sql\n@@ -1 +1 @@\n-a\n+b\nEOF")
        };
        for command in ["git apply", "git am", "git apply --stat --apply", "patch -p1"] {
            check(LIMIT, &with(command), seen);
        }
        for command in ["git apply --check", "git apply --stat", "git apply --numstat -p1", "git apply --summary"] {
            check(LIMIT, &with(command), None);
        }
    }

    #[test]
    fn new_packages_are_seen_in_commands_and_manifests() {
        let prompt = "fix the token bug with react. No new dependencies please.";
        let clause = "No new dependencies please";
        check(prompt, "npm install axios", Some(("run `npm install axios`", clause)));
        check(prompt, "npm install react@19 && npm ci", None);
        let banned = "no new dependencies, so don't install axios";
        check(banned, "npm install axios", Some(("run `npm install axios`", "no new dependencies")));
        let runtime = "type the client, no new runtime dependencies";
        check(runtime, "npm install -D typescript", None);
        check(runtime, "npm install axios", Some(("run `npm install axios`", "no new runtime dependencies")));
        let edit = |new: &str| {
            serde_json::json!({"file_path": "/p/package.json", "old_string": "\"vite\": \"^5\"", "new_string": new})
                .to_string()
        };
        let added = edit("\"vite\": \"^5\",\n    \"axios\": \"^1.6\"");
        check_with(&[], prompt, "Edit", &added, Some(("add axios to package.json", clause)));
        check_with(&[], prompt, "Edit", &edit("\"vite\": \"^6\""), None);
        check_with(&[], "fix the token bug", "Edit", &added, None);
        let whole = r#"{"file_path":"/p/package.json","content":"{\"dependencies\": {\n\"axios\": \"^1.6\"\n}}"}"#;
        check_with(&[], prompt, "Write", whole, Some(("add axios to package.json", clause)));
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
    fn of_a_command_that_is_too_long_only_its_first_line_is_held_against_it() {
        let change = Some(("change src/db/schema.sql", CLAUSE));
        let padded = |lines: usize, command: &str| command.replace('@', &"x = 'some text'\n".repeat(lines));
        let script = "python3 - <<'EOF'\n@open('src/db/schema.sql', 'w').write('')\nEOF";
        check(LIMIT, &padded(9, script), change);
        check(LIMIT, &padded(20_000, script), None);
        check(LIMIT, &padded(20_000, "sed -i s/a/b/ src/db/schema.sql\n@"), change);
        check(LIMIT, &padded(20_000, "cat > src/db/schema.sql <<'EOF'\n@EOF"), change);
        check(LIMIT, &"rm src/db/schema.sql;".repeat(20_000), None);
    }

    #[test]
    fn what_is_changed_without_a_name_is_seen() {
        let change = Some(("change src/db/schema.sql", CLAUSE));
        check(LIMIT, "find src -name schema.sql -delete", change);
        check(LIMIT, "find . -type f -exec rm {} +", change);
        check(LIMIT, "find . -type d -name db -exec rm -rf {} +", change);
        check(LIMIT, "find src -maxdepth 1 -type d -name db | xargs rm -rf", change);
        check(LIMIT, "find . -path '*/db/*' -delete", change);
        check(LIMIT, "git ls-files src | xargs sed -i s/a/b/", change);
        check(LIMIT, "git ls-files '*.sql' | sort | xargs rm", change);
        check(LIMIT, "sed -i s/a/b/ $(git ls-files '*.sql')", change);
        check(LIMIT, "rm $(find src -name '*.sql')", change);
        check(LIMIT, r"find . \( -name '*.sql' -o -name '*.db' \) -delete", change);
        check(LIMIT, "find . -name node_modules -prune -o -name '*.sql' -exec rm {} +", change);
        check(LIMIT, "cd src && find db -name '*.sql' -exec sed -i s/a/b/ {} +", change);
        check(LIMIT, "find src/db -name '*.sql' -exec sed -Ei s/a/b/ {} +", change);
        check(LIMIT, "find src/db -name '*.sql' -exec gsed -i s/a/b/ {} +", change);
        check(LIMIT, "find src/db -name '*.sql' -exec perl -pi.bak -e s/a/b/ {} +", change);
        check(LIMIT, "find src/db -name '*.sql' -exec sed -n 1p {} +", None);
        check(LIMIT, "npx rimraf src/db", Some(("delete src/db/schema.sql", CLAUSE)));
        check(LIMIT, "ls src/db/schema.sql | xargs rm", change);
        check(LIMIT, "for f in src/db/*; do rm $f; done", Some(("delete src/db/schema.sql", CLAUSE)));
        check(LIMIT, "python3 -c \"open('src/db/schema.sql','w').write('')\"", change);
        check(LIMIT, "python3 - <<'E'\np = Path('src/db/schema.sql')\np.write_text(p.read_text() + 'x')\nE", change);
        check(LIMIT, "node -e \"require('fs').unlinkSync('src/db/schema.sql')\"", change);
        check(LIMIT, "patch src/db/schema.sql < x.diff", change);
        check(
            LIMIT,
            "git apply <<'E'\n--- a/src/db/schema.sql\n+++ b/src/db/schema.sql\n@@ -1 +1 @@\n-a\n+b\nE",
            change,
        );
        check(LIMIT, "patch -p1 <<'E'\n--- a/src/db/schema.sql\n+++ b/src/db/schema.sql\nE", change);
        check(LIMIT, "python3 -c \"import subprocess; subprocess.run(['rm','src/db/schema.sql'])\"", change);
        check(LIMIT, "python3 -c \"import os; os.system('rm src/db/schema.sql')\"", change);
        check(LIMIT, "node -e \"require('child_process').execSync('rm src/db/schema.sql')\"", change);
        check(LIMIT, "cp /tmp/schema.sql src/db", change);
        check(LIMIT, "cp -r /tmp/db/. src/db", change);
    }

    #[test]
    fn what_is_protected_is_so_before_a_word_was_said() {
        let mut config = crate::config::defaults();
        config.scope.protect = vec!["web/**".to_owned()];
        let list = FileList::new(vec!["web/a.css".into()], false);
        let files = &list;
        let facts = Facts::of(&config, &files);
        let root = Root { path: "/p".into(), ..Root::default() };
        let guard = Guard::resume(Session { root, ..Session::default() }, &facts);
        let prohibited = |file: &str| {
            let input = format!(r#"{{"file_path":"/p/{file}","content":"x"}}"#);
            guard.prohibited(&ClaudeCode::decode_action("Write", &input), &shell::Reading::default())
        };
        assert!(prohibited("web/a.css").is_some_and(|found| found.configured && found.clause == "web/**"));
        assert!(prohibited("src/a.rs").is_none());
    }

    #[test]
    fn what_only_comes_near_passes() {
        check(LIMIT, "find src -name '*.bak' -delete", None);
        check(LIMIT, "find src -maxdepth 1 -name '*.sql' -delete", None);
        check(LIMIT, "find src -name db -prune -o -name '*.sql' -exec rm {} +", None);
        check(LIMIT, "find . -type d -exec chmod 755 {} +", None);
        check(LIMIT, "git ls-files '*.rs' | xargs sed -i s/a/b/", None);
        check(LIMIT, "git ls-files src ':!src/db' | xargs sed -i s/a/b/", None);
        check(LIMIT, "git ls-files | grep -v ^src/db | xargs sed -i s/a/b/", None);
        check(LIMIT, "find . -name '*.sql' | grep -v db | xargs rm", None);
        check(LIMIT, "wc -l $(git ls-files)", None);
        check("fix the token, don't push", "git push --dry-run", None);
        check(LIMIT, "find . -type f -exec grep -l x {} + | xargs sed -n 1p", None);
        check(LIMIT, "find src -name schema.sql -exec grep -n x {} +", None);
        check(LIMIT, "find src -name '*.sql' ! -name schema.sql -delete", None);
        check(LIMIT, "find . -type d -empty -delete", None);
        check(LIMIT, "ls src/auth/*.rs | xargs rm", None);
        check(LIMIT, "grep -l x src/db/schema.sql | xargs wc -l", None);
        check(LIMIT, "T=$(mktemp); cat src/db/schema.sql > $T; rm $T", None);
        check(LIMIT, "for f in src/db/*; do wc -l $f; done", None);
        check(LIMIT, "python3 -c \"print(open('src/db/schema.sql').read())\"", None);
        check(LIMIT, "python3 -c \"s=open('src/db/schema.sql').read(); open('out.txt','w').write(s)\"", None);
        check(LIMIT, "cp /tmp/seed.sql src/db", None);
        let passes = |script: &str| check(LIMIT, &format!("python3 - <<'E'\n{script}\nE"), None);
        passes("t = t.replace('True', 'see src/db/schema.sql')\np = Path('src/auth/token.rs')\np.write_text(t)");
        passes("schema='src/db/schema.sql'; out='docs/x'; open(out,'w').write(open(schema).read())");
        passes("import shutil; shutil.copy('src/db/schema.sql','/tmp/s')");
        passes("json.dump({'path':'src/db/schema.sql'}, open('/tmp/c','w'))");
        check(LIMIT, "node -e \"fs.writeFileSync('docs/x', fs.readFileSync('src/db/schema.sql'))\"", None);
        check(LIMIT, "node -e \"fs.copyFileSync('src/db/schema.sql', '/tmp/x')\"", None);
        check(LIMIT, "node -e \"fs.writeFileSync('docs/x', 'see src/db/schema.sql')\"", None);
        check("fix it, don't touch src/db", "for f in src/db/*.sql; do cp $f /tmp/; done", None);
        check(LIMIT, "git apply x.diff", None);
        check(LIMIT, "git apply <<'E'\n--- a/src/auth/token.rs\n+++ b/src/auth/token.rs\nE", None);
        check(LIMIT, "cp src/db/schema.sql /tmp", None);
        check(LIMIT, "patch src/auth/token.rs < x.diff", None);
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

    #[test]
    fn files_are_not_taken_away_where_that_alone_is_forbidden() {
        let limit = "fix the token bug, don't delete any files";
        let told = |file: &str| Some((format!("delete {file}"), "don't delete any files"));
        let check = |command: &str, expected: Option<(String, &str)>| {
            check(limit, command, expected.as_ref().map(|(seen, clause)| (seen.as_str(), *clause)));
        };
        check("rm src/db/seed.sql", told("src/db/seed.sql"));
        check("git rm web/a.css", told("web/a.css"));
        check("rm -rf src/db", told("src/db/"));
        check("rm src/db/*.sql", told("src/db/schema.sql"));
        check("find src -name '*.rs' -delete", told("src/auth/token.rs"));
        check("find src -name '*.rs' -exec rm {} +", told("src/auth/token.rs"));
        check("sed -i s/a/b/ src/db/seed.sql", None);
        check("git mv src/db/seed.sql src/db/seeds.sql", None);
        check("rm -rf node_modules target", None);
        check("rm src/scratch.rs", None);
        check("find . -name '*.pyc' -delete", None);
        check("find src -name '*.rs' -exec wc -l {} +", None);
    }

    #[test]
    fn files_are_not_made_where_that_alone_is_forbidden() {
        let write = |file: &str| format!(r#"{{"file_path":"/p/{file}","content":"x"}}"#);
        let limit = "fix the token bug, don't create any new files";
        let clause = "don't create any new files";
        check_with(&[], limit, "Write", &write("src/new.rs"), Some(("create src/new.rs", clause)));
        check_with(&[], limit, "Write", &write("src/auth/token.rs"), None);
        check_with(&[], limit, "Write", &write("../notes.md"), None);
        check(limit, "echo x > NOTES.md", Some(("create NOTES.md", clause)));
        check(limit, "echo x > src/n.rs", Some(("create src/n.rs", clause)));
        check(limit, "cp web/a.css web/b.css", Some(("create web/b.css", clause)));
        check(limit, "mv web/a.css web/b.css", None);
        check(limit, "cargo test > out.log", None);
        check(limit, "cargo test > /tmp/out.txt", None);
        let pages = "fix the token bug, don't create any markdown files";
        let clause = "don't create any markdown files";
        check_with(&[], pages, "Write", &write("SUMMARY.md"), Some(("create SUMMARY.md", clause)));
        check_with(&[], pages, "Write", &write("src/new.rs"), None);
    }
}
