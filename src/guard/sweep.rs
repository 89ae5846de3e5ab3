//! What the user forbade, held against what an action sweeps up: files that it changes without naming them, by a pattern or with their
//! folder.
//!
//! Owns which forbidden file is met so, before a call and behind it (`unnamed_breach`). Other ways to a file without its name are
//! `way_around`'s.

use super::filing;
use super::held::{Held, literal_folder};
use super::prohibition::verb;
use super::state::Guard;
use super::way_around::goes_around;
use crate::domain::{Action, Constraint, ConstraintKind, FileEffect, FileList, FileVerb, Place, Prohibited, Target};
use crate::goal;
use crate::text::glob::{self, Cover};
use crate::text::path;
use crate::text::shell::{self, Handed, Names, Reading, SimpleCommand};

impl Guard<'_> {
    /// The clause against what a shell command does to files that none of its effects names: by a pattern, in a folder, in another way.
    pub(super) fn unnamed(&self, action: &Action, command: &str, reading: &Reading) -> Option<Prohibited> {
        self.by_pattern(action, reading)
            .or_else(|| self.by_folder(action, reading))
            .or_else(|| self.by_another_way(action, command, reading))
    }

    /// The same of a command that has run, held against what the work is kept to as well: such a limit denies nothing, and is told.
    pub(super) fn unnamed_breach(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        let goal = self.session.goal.as_ref()?;
        let named = reading.doubtful.is_empty() && reading.handed.is_empty() && reading.folders.is_empty();
        let limited = !goal.constraints.is_empty() || !self.facts.config.scope.protect.is_empty();
        if !action.runs_a_shell() || !limited || named && !goes_around(reading) {
            return None;
        }
        let command = shell::part_read(action.whole_command().unwrap_or_default());
        let found = self.unnamed(action, command, reading);
        let kept_to = |limit: &Constraint| limit.kind == ConstraintKind::Only && !limit.denies;
        if found.is_some() || !goal.constraints.iter().any(kept_to) {
            return found;
        }
        // Which files a search finds nobody knows: perhaps none of the others.
        let searched = |handed: &Handed| match &handed.names {
            Names::Printed(printed) => shell::only_looks(printed) && !shell::lists(shell::plain_name(&printed[0])),
            Names::Listed(_) => false,
        };
        let reading = &Reading {
            handed: reading.handed.iter().filter(|handed| !searched(handed)).cloned().collect(),
            ..reading.clone()
        };
        // What a line of a script names may be anything, and mostly lies where the work is.
        let strict = self.with_limits(|limit| {
            limit.denies |= kept_to(limit);
            true
        });
        strict.by_pattern(action, reading).or_else(|| strict.by_list(action, reading))
    }

    /// A folder is removed with all that is in it.
    pub(super) fn in_a_folder(&self, action: &Action) -> Option<Prohibited> {
        let removed = action.effects.iter().filter(|effect| effect.verb == FileVerb::Delete);
        removed.into_iter().find_map(|effect| {
            let place = path::resolve(&self.session.root, action.cwd.as_deref(), &effect.path);
            let folder = place.inside()?;
            let held = self.forbidden_paths().into_iter().find(|held| path::is_below(&held.path, folder));
            match held {
                Some(held) => Some(self.prohibition_at("delete", &held.shown(), &held.clause)),
                None => self.against_one_of(FileVerb::Delete, |files| files.below(folder)),
            }
        })
    }

    /// The clause against one of several files that a command changes without naming them: which they are the list knows.
    pub(super) fn against_one_of<'f, F>(
        &'f self,
        change: FileVerb,
        met: impl FnOnce(&'f FileList) -> F,
    ) -> Option<Prohibited>
    where
        F: Iterator<Item = &'f str>,
    {
        let goal = self.session.goal.as_ref()?;
        let any = goal.constraints.iter().any(Constraint::denies_all_changes);
        let mut files = met(self.facts.files).filter(|_| any || !self.facts.config.scope.protect.is_empty());
        let (file, clause) = files.find_map(|file| Some((file, self.scope.forbids(goal, file)?)))?;
        Some(self.prohibition_at(verb(change), file, &clause))
    }

    /// `black src/db` changes files in a folder, and nobody can tell which. A folder that only holds a forbidden one passes, and so does one
    /// beside what the work is kept to: perhaps nothing in it is met.
    pub(super) fn by_folder(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        let keeps_to = |clause: &str| {
            let outside = |target: &Target| matches!(target, Target::Outside(_));
            self.session.limits().any(|limit| limit.clause == clause && limit.targets.iter().any(outside))
        };
        reading.folders.iter().find_map(|folder| {
            let some_file = format!("{}/…", folder.trim_end_matches('/'));
            if let Some(found) = self.by_cleaning(action, reading, &some_file) {
                return Some(found);
            }
            self.forbids(action.cwd.as_deref(), &some_file).filter(|found| !keeps_to(&found.clause))
        })
    }

    /// `git clean -fd` removes what git does not know yet, `git clean -fX` what it is to know nothing of.
    fn by_cleaning(&self, action: &Action, reading: &Reading, some_file: &str) -> Option<Prohibited> {
        let cleans = |command: &SimpleCommand| {
            let ignored = command.words.iter().any(|word| word.starts_with('-') && word.contains('X'));
            shell::is_meant_by(&command.words, "git clean") && !ignored
        };
        let goal = self.session.goal.as_ref().filter(|_| reading.commands.iter().any(cleans))?;
        let Place::Inside(file) = path::resolve(&self.session.root, action.cwd.as_deref(), some_file) else {
            return None;
        };
        let clause = goal::forbidding_deed(goal, &file, FileVerb::Delete, false)?;
        Some(self.prohibition_at(verb(FileVerb::Delete), "files", clause))
    }

    /// `rm src/db/*.sql` names the files that its pattern matches.
    pub(super) fn by_pattern(&self, action: &Action, reading: &Reading) -> Option<Prohibited> {
        reading.doubtful.iter().find_map(|doubt| {
            let moved = || shell::moves(&reading.commands, &doubt.path);
            self.may_mean(action.cwd.as_deref(), doubt, moved)
        })
    }

    /// The clause against one of the files that a path may mean of which parts are not told. `moved`: it is only laid somewhere else.
    pub(super) fn may_mean(
        &self,
        cwd: Option<&str>,
        doubt: &FileEffect,
        moved: impl FnOnce() -> bool,
    ) -> Option<Prohibited> {
        let pattern = glob::blurred(&doubt.path);
        if glob::is_adrift(&pattern) || matches!(doubt.verb, FileVerb::Restore | FileVerb::CheckOut) {
            return None;
        }
        let unsure = glob::is_unsure(&pattern);
        // Of `src/db/$f` the folder is told.
        let told = if unsure { glob::told(&pattern).to_owned() } else { pattern };
        let Place::Inside(pattern) = path::resolve(&self.session.root, cwd, &told) else { return None };
        if unsure {
            let held = self.forbidden_paths().into_iter().find(|held| held.holds(&pattern))?;
            let seen = format!("{} a file in {pattern}", verb(doubt.verb));
            return Some(Prohibited { place: pattern, ..self.prohibition(seen, &held.clause) });
        }
        if let Some(held) = self.held_by(&pattern, doubt.verb) {
            return Some(self.prohibition_at(verb(doubt.verb), &held.shown(), &held.clause));
        }
        let removes = doubt.verb == FileVerb::Delete && !moved();
        self.kept("", |file| removes && glob::cover(&pattern, file).is_some()).or_else(|| {
            let met = |file: &&str| match glob::cover(&pattern, file) {
                Some(Cover::Path) => true,
                // A folder is no file that could be written.
                Some(Cover::Folder) => doubt.verb == FileVerb::Delete,
                None => false,
            };
            self.against_one_of(doubt.verb, |files| files.paths().filter(met))
        })
    }

    /// What speaks against the removal of a file below `folder`, of those that are `removed`.
    pub(super) fn kept(&self, folder: &str, removed: impl Fn(&str) -> bool) -> Option<Prohibited> {
        let goal = self.session.goal.as_ref().filter(|goal| filing::forbids_one_deed(goal))?;
        let mut files = self.facts.files.below(folder).filter(|file| removed(file));
        let clause = |file: &str| goal::forbidding_deed(goal, file, FileVerb::Delete, false);
        let (file, clause) = files.find_map(|file| Some((file, clause(file)?)))?;
        Some(self.prohibition_at("delete", file, clause))
    }

    /// True where a pattern that begins above a folder (`mig*/1.sql`) matches a file in it.
    fn has_match(&self, pattern: &str, folder: &str, removes: bool) -> bool {
        pattern.contains('/')
            && self.facts.files.paths().any(|file| {
                path::is_below(file, folder)
                    && match glob::cover(pattern, file) {
                        Some(Cover::Path) => true,
                        Some(Cover::Folder) => removes,
                        None => false,
                    }
            })
    }

    /// True where all files that a pattern matches are left free by the clause.
    fn is_left_free(&self, held: &Held, pattern: &str) -> bool {
        let inside = || self.facts.files.paths().filter(|file| path::is_below(file, &held.path));
        let matched = || inside().filter(|file| glob::cover(pattern, file).is_some());
        held.has_exceptions() && matched().next().is_some() && matched().all(|file| held.leaves_free(file))
    }

    /// What is forbidden of the files that a pattern matches.
    fn held_by(&self, pattern: &str, verb: FileVerb) -> Option<Held> {
        let removes = verb == FileVerb::Delete;
        let mut held = self.forbidden_paths().into_iter().filter(|held| !self.is_left_free(held, pattern));
        held.find(|held| match glob::cover(pattern, &held.path) {
            // A folder is no file that could be written.
            Some(Cover::Path) => removes || !held.whole,
            Some(Cover::Folder) => removes,
            None => held.holds(literal_folder(pattern)) || held.whole && self.has_match(pattern, &held.path, removes),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::guard::prohibition::tests::{LIMIT, check, check_with, found};

    fn denied(prompt: &str, command: &str) -> bool {
        let input = serde_json::json!({ "command": command }).to_string();
        found(&[], prompt, "Bash", &input).is_some()
    }

    #[test]
    fn who_cleans_deletes_files() {
        let prompt = "fix the token bug, don't delete any files";
        let clause = "don't delete any files";
        for command in ["git clean -fd", "git clean -f src", "cd src && git clean -xdf ."] {
            check(prompt, command, Some(("delete files", clause)));
        }
        for command in ["git clean -n", "git clean -nfd", "git clean -fdX"] {
            check(prompt, command, None);
        }
        check("fix the token bug, don't touch src/db", "git clean -fd web", None);
    }

    #[test]
    fn a_limit_on_a_kind_of_files_or_on_all_others_holds_for_what_changes_many() {
        let told = |command: &str| command.replace("D/", "src/db/").replace(" D", " src/db");
        let limits = [
            "fix the token bug, don't touch src/db",
            "fix the token bug, don't change anything outside src/auth",
            "don't touch the database files",
        ];
        for limit in limits {
            for command in [
                "rm D/*.sql",
                "rm -r D",
                "mv D web/db",
                "find D -delete",
                "find . -name '*.sql' -delete",
                "sed -i s/a/b/ D/*.sql",
                "git ls-files D | xargs sed -i s/a/b/",
                "grep -rl foo D | xargs sed -i s/a/b/",
                "sed -i s/a/b/ $(rg -l foo D)",
                "find D -type f | while read f; do rm \"$f\"; done",
                "for f in D/*.sql; do sed -i s/a/b/ $f; done",
                "cp /tmp/schema.sql D",
                "(cd web && ls); cp /tmp/schema.sql D",
                "(cd D; rm *)",
                "pushd web; popd; rm D/schema.sql",
                "cd web; cd -; rm D/schema.sql",
                "echo 'rm D/schema.sql' | sh",
                "flock /tmp/l rm D/schema.sql",
                "su -c 'rm D/schema.sql'",
                "cd src && echo db/schema.sql | xargs rm",
                "cd \"$W\"; find /p/src/db -delete",
            ] {
                let command = told(command);
                assert!(denied(limit, &command), "{limit} / {command}");
            }
            for command in [
                "tmp=$(mktemp); for f in D/*.sql; do cat \"$f\"; done > \"$tmp\"; rm \"$tmp\"",
                "rm \"$TMP\"; for f in D/*.sql; do wc -l \"$f\"; done",
                "ls D/*.sql | xargs wc -l; rm -f \"$OUT\"",
                "git commit -m \"wait for changes in D/schema.sql\" && rm \"$TMP\"",
                "grep -n \"for x in D/schema.sql\" notes.md > \"$OUT\"",
                "find D -name '*.sql' | xargs cat",
                "for f in src/auth/*.rs; do sed -i s/a/b/ $f; done",
                "grep -rl foo src | xargs grep -n bar",
                "(cd D && ls); sed -i s/a/b/ src/auth/token.rs",
                "git grep -l D/schema.sql -- src/auth | xargs sed -i s/a/b/",
                "rg -l -t rust D/schema.sql src/auth | xargs sed -i s/a/b/",
                "grep -rl foo src/auth --exclude-dir D | xargs sed -i s/a/b/",
            ] {
                let command = told(command);
                assert!(!denied(limit, &command), "{limit} / {command}");
            }
        }
    }

    #[test]
    fn a_program_that_changes_files_in_a_forbidden_folder_is_denied() {
        let limit = "fix the token bug, don't touch src/db";
        let change = Some(("change src/db/", "don't touch src/db"));
        for command in [
            "black src/db",
            "cd src && ruff check --fix db",
            "mylint --fix src/db",
            "tar xf a.tar -C src/db",
            "unzip a.zip -d src/db",
            "git clean -fdx src/db",
            "cd src/db && tar xf /tmp/a.tar",
            "cd src/db; unzip /tmp/a.zip",
            "git -C src/db clean -fdx",
            "env -C src/db git clean -fdx",
            "split -l 9 a.csv src/db/part_",
            "cd src/db && split ../a.csv",
            "terraform fmt src/db",
            "gzip -r src/db",
            "sqlfluff fix src/db",
            "sg -p a -r b -U src/db",
            "cd src/db && git clean -fdx",
        ] {
            check(limit, command, change);
        }
        for command in [
            "black src",
            "npx prettier --write .",
            "black --check src/db",
            "terraform fmt -check src/db",
            "sqlfluff lint src/db",
            "sg -p a src/db",
            "gzip -rl src/db",
            "eslint --fix src --ignore-pattern src/db",
            "mylint --fix --exclude src/db src",
            "git clean -n src/db",
            "tar czf a.tgz src/db",
            "tar xf a.tar",
            "cd web && tar xf a.tar && git clean -fd",
        ] {
            check(limit, command, None);
        }
        let checked_out = Some(("change src/db/", "don't touch src/db"));
        check(limit, "cd src/db && git checkout HEAD~1 -- .", checked_out);
        check(limit, "cd src/db && git checkout -- .", None);
        // One file of a folder may be left alone by it, and what the work is kept to says nothing of what a folder holds.
        check(LIMIT, "black src/db", None);
        check("fix the token bug, only touch src/auth", "black src", None);
    }

    #[test]
    fn files_of_a_forbidden_kind_are_met_through_their_folder_and_by_patterns() {
        let limit = "fix the token bug, don't touch the css";
        let seen = |deed: &'static str| Some((deed, "don't touch the css"));
        check(limit, "rm -rf web", seen("delete web/a.css"));
        check(limit, "git rm -r web", seen("delete web/a.css"));
        check(limit, "rm web/*.css", seen("delete web/a.css"));
        check(limit, "sed -i s/a/b/ web/*", seen("change web/a.css"));
        for command in ["rm -rf src/auth", "rm web/*.html", "sed -i s/a/b/ src/*/*.rs", "ls web/*.css", "cat web/*"] {
            check(limit, command, None);
        }
    }

    #[test]
    fn a_forbidden_folder_is_met_by_what_its_files_are_called() {
        let limit = "fix the token bug, don't touch src/db";
        let check = |command: &str, seen: Option<&str>| {
            check(limit, command, seen.map(|seen| (seen, "don't touch src/db")));
        };
        check("rm sr*/db/schema.sql", Some("delete src/db/"));
        check("rm */d?/*.sql", Some("delete src/db/"));
        check("cp a sr*/db/schema.sql", Some("change src/db/"));
        check("find . -name '*.sql' -delete", Some("change src/db/"));
        check("ls src/db | while read f; do rm src/db/$f; done", Some("delete a file in src/db"));
        check("find src -name '*.sql' | xargs rm", Some("change src/db/"));
        check("find -name '*.sql' -delete", Some("change src/db/"));
        check("find . -name '*.rs' -not -path '*/db/*' | xargs sed -i s/a/b/", None);
        check("find src -name '*.sql' | xargs wc -l", None);
        check("rm */auth/*.rs", None);
        check("rm sr*/auth/token.rs", None);
        check("find . -name '*.pyc' -delete", None);
        // A cache is nobody's work; a file that nobody knows may be.
        check("rm -rf src/db/__pycache__", None);
        check("rm -rf src/db/data", Some("delete src/db/data"));
        check("find . -path ./src/db -prune -o -name '*.sql' -delete", None);
        check("find . -name '*.sql' -not -path './src/db/*' -delete", None);
        check("ls src/auth | while read f; do rm src/auth/$f; done", None);
        check("rm $TMP/db/schema.sql", None);
    }

    #[test]
    fn an_exception_is_left_free_whatever_names_it() {
        let check = |command: &str, seen: Option<&str>| {
            let clause = "don't touch src/db except src/db/seed.sql";
            check(&format!("fix the token bug, {clause}"), command, seen.map(|seen| (seen, clause)));
        };
        check("sed -i s/a/b/ src/db/seed.sql", None);
        check("sed -i s/a/b/ src/db/seed.*", None);
        check("rm sr*/db/seed.sql", None);
        check("find src/db -name seed.sql -delete", None);
        check("find . -name seed.sql | xargs sed -i s/a/b/", None);
        check("git ls-files src/db/seed.sql | xargs sed -i s/a/b/", None);
        check("sed -i s/a/b/ src/*/[st]*e[dn].*", None);
        check("find src/db -name '*.sql' -delete", Some("change src/db/"));
        check("git ls-files src/db | xargs sed -i s/a/b/", Some("change src/db/"));
        check("sed -i s/a/b/ src/db/schema.sql", Some("change src/db/schema.sql"));
        check("sed -i s/a/b/ src/db/*.sql", Some("change src/db/"));
        check("rm -rf src/db", Some("delete src/db/"));
    }

    #[test]
    fn a_protected_glob_is_no_less_than_a_path() {
        let protected = |glob: &str, command: &str, expected: Option<&str>| {
            let input = serde_json::json!({ "command": command }).to_string();
            check_with(&[glob], "fix the token bug", "Bash", &input, expected.map(|seen| (seen, glob)));
        };
        protected("secrets/**", "rm -rf secrets", Some("delete secrets/"));
        protected("secrets/**", "rm secrets/*.key", Some("delete secrets/"));
        protected("secrets/**", "mv secrets /tmp/x", Some("delete secrets/"));
        protected("secrets/*.key", "rm secrets/*.key", Some("delete secrets/*.key"));
        protected("secrets/*.key", "rm -r secrets", Some("delete secrets/*.key"));
        protected("secrets/**", "find secrets -name '*.key' -delete", Some("change secrets/"));
        protected("secrets/**", "ls secrets/*.key", None);
        protected("secrets/**", "rm *.log", None);
        protected("secrets/**", "find . -name '*.pyc' -delete", None);
        protected("**/*.key", "rm -rf target", None);
    }
}
