//! A change or command that the user's own words speak against.

use super::context::{Context, Doc, Signal};
use super::touched::Touched;

use crate::domain::{
    Action, ActionKind, CallKind, Called, Code, Constraint, ConstraintKind, FileEffect, FileVerb, Finding, Goal,
    Pattern, Relation, ScopeReason, SignalId, Spares, Target, WorkKind, protected,
};
use crate::text::called;
use crate::text::clip::head;
use crate::text::kind::kind_of_path;
use crate::text::pattern::{covers, means};
use crate::text::shell::{SimpleCommand, does_called, has_option, is_meant_by, is_of_kind, moves};
use crate::text::words::{akin, words};
use core::net::SocketAddr;

/// Characters of a command that a message shows, where the words of the limit name none.
const MAX_COMMAND: usize = 80;

/// See [`Doc`].
pub(super) struct ConstraintBreach;

impl Signal for ConstraintBreach {
    fn id(&self) -> SignalId {
        SignalId::CONSTRAINT_BREACH
    }

    fn doc(&self) -> Doc {
        Doc {
            notices: "a file is changed, code is written or a command is run that the user forbade",
            why: "a limit in the user's own words is the clearest statement there is",
            near_miss: "wishes, questions and descriptions (“I don't think …”), limits that a later prompt lifted, calls that the user was asked about and let run",
            source: "seed 004, constraints; the grammar of `goal::constraint`",
        }
    }

    fn detect(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let config = &cx.config.signal.constraint_breach;
        if !config.enabled {
            return;
        }
        let asks = |clause: &str| cx.goal.constraints.iter().any(|limit| limit.asks && limit.clause == clause);
        let agreed = |clause: &str| cx.consented && asks(clause);
        for touched in cx.touched {
            if let Relation::Forbidden(clause) = &touched.relation {
                if agreed(clause) {
                    continue;
                }
                // Whether the user was asked is in no transcript.
                let weight = if asks(clause) { config.softer } else { config.forbidden };
                let mut finding = cx.finding_at(self.id(), weight, touched);
                finding.evidence.clause = Some(clause.clone());
                findings.push(finding);
                continue;
            }
            let Some(file) = touched.place.inside() else { continue };
            let softer = cx.goal.constraints.iter().find(|limit| tells_of(limit, cx, touched, file));
            if let Some(constraint) = softer {
                let mut finding = cx.finding_at(self.id(), config.softer, touched);
                finding.evidence.clause = Some(constraint.clause.clone());
                findings.push(finding);
            }
        }
        self.code(cx, findings);
        self.called_commands(cx, findings);
        if let Some(tool) = forbidden_tool(cx.goal, cx.action).filter(|tool| !agreed(&tool.limit.clause)) {
            let weight = if tool.limit.denies { config.forbidden } else { config.softer };
            let mut finding = cx.finding(self.id(), weight, tool.done, tool.done.to_owned());
            finding.evidence.clause = Some(tool.limit.clause.clone());
            findings.push(finding);
        }
        self.unnamed_files(cx, findings);
        let package = cx.new_package.map(|(clause, command)| (clause, command.to_owned()));
        let crossed = forbidden_commands(cx.goal, cx.commands, cx.wrappers).into_iter().chain(package);
        // One limit may forbid several spellings of a command: it is broken once.
        let mut told: Vec<&str> = Vec::new();
        for (constraint, command) in crossed.filter(|(clause, _)| !agreed(clause)) {
            if told.contains(&constraint) {
                continue;
            }
            told.push(constraint);
            let mut finding = cx.finding(self.id(), config.forbidden, &command, format!("ran `{command}`"));
            finding.evidence.command = Some(command);
            finding.evidence.clause = Some(constraint.to_owned());
            findings.push(finding);
        }
    }
}

impl ConstraintBreach {
    /// Code that the user has ruled out. Of a file that is written anew nobody knows what stood there before.
    fn code(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let Some(brought) = cx.brings else { return };
        let told = |clause: &str| findings.iter().any(|found| found.evidence.clause.as_deref() == Some(clause));
        let known = |touched: &&Touched| touched.verb == FileVerb::Edit || touched.is_new;
        let Some(touched) = cx.touched.iter().find(known).filter(|_| !told(&brought.clause)) else { return };
        if touched.relation.is_generated() {
            return;
        }
        let mut finding = cx.finding_at(self.id(), cx.config.signal.constraint_breach.softer, touched);
        finding.what = format!("brought {} into {}", brought.code, touched.place.shown());
        finding.evidence.clause = Some(brought.clause.clone());
        finding.evidence.code = Some(brought.code.clone());
        findings.push(finding);
    }

    /// A command that changes forbidden files without naming them: by a pattern, a list, a script.
    fn unnamed_files(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        let Some(breach) = cx.unnamed.filter(|breach| !(breach.asks && cx.consented)) else { return };
        let clause = if breach.configured { protected(&breach.clause) } else { breach.clause.clone() };
        if findings.iter().any(|found| found.evidence.clause.as_ref() == Some(&clause)) {
            return;
        }
        let config = &cx.config.signal.constraint_breach;
        let denies = breach.configured
            || cx.goal.constraints.iter().any(|limit| limit.denies && !limit.asks && limit.clause == breach.clause);
        let command = head(cx.action.command.as_deref().unwrap_or_default(), MAX_COMMAND).to_owned();
        let weight = if denies { config.forbidden } else { config.softer };
        let mut finding = cx.finding(self.id(), weight, &command, format!("ran `{command}`"));
        finding.evidence.command = Some(command);
        finding.evidence.clause = Some(clause);
        findings.push(finding);
    }

    /// Commands that answer the words of a limit.
    fn called_commands(&self, cx: &Context<'_>, findings: &mut Vec<Finding>) {
        for limit in cx.goal.constraints.iter().filter(|limit| !limit.denies) {
            let known = |clause: &str| findings.iter().any(|found| found.evidence.clause.as_deref() == Some(clause));
            let does = |command: &&SimpleCommand| {
                limit.targets.iter().any(|target| match target {
                    // What is moved is still there.
                    Target::Called(called) => {
                        !(limit.spares == Spares::Changes && only_moves(command)) && does_called(command, called)
                    }
                    Target::Doing(kind) => is_of_kind(command, *kind),
                    Target::Code(Code::Literal(letters)) => has_option(command, letters),
                    // "Read only please" is said of the work's world, too.
                    Target::AnyChange => changes_the_world(command),
                    _ => false,
                })
            };
            let done = cx.commands.iter().find(does);
            let Some(command) = done.filter(|_| !known(&limit.clause)) else { continue };
            let command = head(&command.join(" "), MAX_COMMAND).to_owned();
            let mut finding =
                cx.finding(self.id(), cx.config.signal.constraint_breach.softer, &command, format!("ran `{command}`"));
            finding.evidence.command = Some(command);
            finding.evidence.clause = Some(limit.clause.clone());
            findings.push(finding);
        }
    }
}

/// True for `mv` and `git mv`.
fn only_moves(command: &[String]) -> bool {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    matches!(words[..], ["mv", ..] | ["git", "mv", ..])
}

/// True for a command that nobody runs who only looks: it commits, deploys or migrates.
fn changes_the_world(command: &[String]) -> bool {
    let kinds = [CallKind::Deploy, CallKind::Publish, CallKind::Migrate];
    let by_git = ["git commit", "git merge", "git push", "git rebase", "git revert"];
    kinds.into_iter().any(|kind| is_of_kind(command, kind)) || by_git.iter().any(|words| is_meant_by(command, words))
}

/// The clauses of the goal that speak against one of the commands, each with the words that it forbids. `commands` are
/// the simple commands of an action, each as its words, `wrappers` what stands before them.
pub fn forbidden_commands<'a>(
    goal: &'a Goal,
    commands: &[SimpleCommand],
    wrappers: &[SimpleCommand],
) -> Vec<(&'a str, String)> {
    let limits = goal.constraints.iter().filter(|constraint| constraint.denies);
    let targets = limits.flat_map(|limit| limit.targets.iter().map(move |target| (limit.clause.as_str(), target)));
    let doing = |kind: CallKind| {
        let command = commands.iter().find(|command| is_of_kind(command, kind))?;
        Some(head(&command.join(" "), MAX_COMMAND).to_owned())
    };
    let forbidden = |target: &Target| match target {
        Target::Command(words) => {
            commands.iter().chain(wrappers).any(|command| is_meant_by(command, words)).then(|| words.clone())
        }
        Target::Doing(kind) => doing(*kind),
        _ => None,
    };
    targets.filter_map(|(clause, target)| Some((clause, forbidden(target)?))).collect()
}

/// A tool of the agent's own that a limit speaks against.
#[derive(Clone, Copy, Debug)]
pub struct ForbiddenTool<'a> {
    /// The limit.
    pub limit: &'a Constraint,
    /// What the call would do: "look on the web".
    pub to_do: &'static str,
    /// The same as it was done.
    pub done: &'static str,
}

/// True for an address of this machine.
fn is_local(url: &str) -> bool {
    let place = url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default();
    let host =
        place.parse::<SocketAddr>().map(|socket| socket.ip()).or_else(|_| place.trim_matches(['[', ']']).parse());
    let name = place.split(':').next().unwrap_or_default();
    host.is_ok_and(|host| host.is_loopback() || host.is_unspecified())
        || name == "localhost"
        || name.ends_with(".localhost")
}

/// The limit against what a call uses: the web, a subagent.
pub fn forbidden_tool<'a>(goal: &'a Goal, action: &Action) -> Option<ForbiddenTool<'a>> {
    let (used, to_do, done) = match action.kind {
        // A page of this machine, and one that the user named, is not looked for on the web.
        ActionKind::Fetch if action.text.as_deref().is_some_and(|url| is_local(url) || goal.text.contains(url)) => {
            return None;
        }
        ActionKind::Fetch => (CallKind::Fetch, "look on the web", "looked on the web"),
        ActionKind::Delegate => (CallKind::Delegate, "hand work to a subagent", "handed work to a subagent"),
        _ => return None,
    };
    let limit = goal.constraints.iter().find(|limit| limit.targets.contains(&Target::Doing(used)))?;
    Some(ForbiddenTool { limit, to_do, done })
}

/// True for a limit that does not deny, and that a change crosses.
fn tells_of(limit: &Constraint, cx: &Context<'_>, touched: &Touched, file: &str) -> bool {
    let is_told = !limit.denies && limit.kind == ConstraintKind::DoNot;
    // To put a file back as it was is what the user wants. What another branch holds, or takes a stray file away, is a change.
    let differs = |effect: &FileEffect| matches!(effect.verb, FileVerb::CheckOut | FileVerb::Delete);
    let put_back = touched.verb == FileVerb::Restore && !cx.action.modifications().any(differs);
    if !is_told || put_back || limit.spares.leaves_free(touched.verb, touched.is_new) {
        return false;
    }
    // "Don't modify existing tests, add new ones": beside the old ones in their file, too.
    let only_adds = limit.spares == Spares::NewFiles && cx.action.rewrite.is_some_and(|rewrite| rewrite.removed == 0);
    // What is moved is still there.
    let kept = only_adds || !limit.spares.is_nothing() && moves(cx.commands, file);
    // Files that follow any work are meant by what is called so alone.
    // "Without touching any test" means tests, though they follow the work.
    let means_tests = |target: &Target| match target {
        Target::Kind(kind) => *kind == WorkKind::Tests,
        Target::Paths(Pattern::Folder(folder)) => kind_of_path(&format!("{folder}/a")) == Some(WorkKind::Tests),
        _ => false,
    };
    let of_tests = limit.targets.iter().any(means_tests) && kind_of_path(file) == Some(WorkKind::Tests);
    // "gen/ is generated, don't edit it by hand".
    let named = |target: &Target| matches!(target, Target::Paths(_));
    let of_made = touched.relation.is_generated() && limit.targets.iter().any(named);
    let follows = touched.relation.is_neutral() && limit.targets.iter().all(is_wide) && !of_tests && !of_made;
    let of_a_part = |target: &Target| match target {
        Target::Kind(_) => true,
        Target::Called(called) => !called::is_named(called, file),
        _ => false,
    };
    let ordered = || is_ordered(cx.goal, file) && limit.targets.iter().all(of_a_part);
    !kept && !follows && (speaks_against(limit, file) || calls(limit, cx, touched, file)) && !ordered()
}

/// True for a file that the user's own words name for the work: "don't change the public API" beside it is about a part of it.
fn is_ordered(goal: &Goal, file: &str) -> bool {
    let named = |pattern: &Pattern| matches!(pattern, Pattern::File(path) if path == file);
    goal.scope.entries.iter().any(|entry| entry.reason <= ScopeReason::Named && named(&entry.pattern))
}

/// True for what means more than files that are called so: files that follow any work are not meant by it.
const fn is_wide(target: &Target) -> bool {
    !matches!(target, Target::Paths(Pattern::File(_)) | Target::Signatures | Target::Called(_))
}

/// True where the words of a limit call the file, and forbid what is done to it.
fn calls(limit: &Constraint, cx: &Context<'_>, touched: &Touched, file: &str) -> bool {
    let renames = |called: &Called| called.deeds.iter().any(|deed| matches!(deed.as_str(), "move" | "rename"));
    let means = |target: &Target| match target {
        Target::Signatures => cx.action.rewrite.is_some_and(|rewrite| rewrite.signatures_lost > 0),
        Target::Called(called) if renames(called) => {
            moves(cx.commands, file) && (called.names.is_empty() || called::is_called_so(called, file))
        }
        Target::Called(called) => {
            called::means(called, file, touched.verb, touched.is_new)
                && !(called::makes(called) && asks_for(cx.goal, called))
        }
        _ => false,
    };
    limit.targets.iter().any(means) && !limit.excepts(|place| covers(place, file))
}

/// True where the words of the work hold one of the names: of "a release workflow, don't create releases" a file may be made.
fn asks_for(goal: &Goal, called: &Called) -> bool {
    let said = words(&goal.words_beside_limits());
    let holds = |word: &String| said.iter().any(|said| akin(said, word));
    called.names.iter().any(|name| name.iter().all(holds))
}

/// True when the limit means the file, or when the file lies beside all that the work is kept to.
fn speaks_against(limit: &Constraint, file: &str) -> bool {
    let free = limit.excepts(|place| covers(place, file));
    limit.is_left_by(|place| covers(place, file))
        || limit.targets.iter().any(|target| match target {
            _ if free => false,
            // "Don't code yet" is about code: a plan written down is what was asked for.
            Target::AnyChange => !is_beside_code(file, &limit.clause),
            target => means(target, file),
        })
}

/// True for prose, and under "no code changes" for what builds, packs and checks the code.
fn is_beside_code(file: &str, clause: &str) -> bool {
    let of_code = || words(clause).iter().any(|word| word == "code");
    match kind_of_path(file) {
        Some(WorkKind::Docs) => true,
        Some(WorkKind::Build | WorkKind::Ci | WorkKind::Deploy) => of_code(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::signal::testing::check;

    #[test]
    fn the_users_limits_are_kept() {
        check(
            "fix the auth bug, don't touch src/db/schema.sql",
            "edit src/db/schema.sql",
            &["constraint-breach 0.60 changed src/db/schema.sql"],
        );
        let some = "fix the auth bug, don't touch src/db except src/db/seed.sql";
        check(some, "edit src/db/seed.sql", &[]);
        check(some, "edit src/db/schema.sql", &["constraint-breach 0.60 changed src/db/schema.sql"]);
        check("fix the auth bug, don't push", "bash git push origin main", &["constraint-breach 0.60 ran `git push`"]);
        check("fix the auth bug, don't push", "bash git -C web push", &["constraint-breach 0.60 ran `git push`"]);
        check("fix the auth bug, don't push", "bash git status", &[]);
        check("fix the auth bug, don't push", "bash git push --dry-run", &[]);
        check("fix the auth bug, don't push", "bash git push -n origin HEAD", &[]);
        check("fix the auth bug, don't commit", "bash git commit --help", &[]);
    }

    #[test]
    fn a_page_of_this_machine_is_no_look_on_the_web() {
        for url in ["http://localhost:3000/login", "127.0.0.1:8080", "http://app.localhost/", "http://[::1]:80/x"] {
            assert!(super::is_local(url), "{url}");
        }
        for url in [
            "https://jwt.io/introduction",
            "http://[2001:db8::1]/",
            "https://localhost.example.com",
            "http://10.0.0.1.example.com/localhost",
        ] {
            assert!(!super::is_local(url), "{url}");
        }
    }

    #[test]
    fn an_option_that_is_ruled_out_is_told() {
        let option = "fix the auth bug and commit, never use --no-verify";
        check(
            option,
            "bash git commit --no-verify -m x",
            &["constraint-breach 0.43 ran `git commit --no-verify -m x`"],
        );
        check(option, "bash git commit -nm x", &["constraint-breach 0.43 ran `git commit -nm x`"]);
        check(option, "bash git commit -m x", &[]);
    }

    #[test]
    fn what_may_not_be_taken_away_may_be_changed() {
        let goal = "fix the auth bug, don't delete any tests";
        check(
            goal,
            "bash git rm tests/auth/token.test.ts",
            &["constraint-breach 0.43 deleted tests/auth/token.test.ts"],
        );
        check(goal, "edit tests/auth/token.test.ts", &[]);
        let existing = "fix the auth bug, don't change existing tests";
        check(existing, "write tests/auth/more.test.ts", &[]);
        check(existing, "edit tests/auth/token.test.ts", &["constraint-breach 0.43 changed tests/auth/token.test.ts"]);
        check(
            "fix the auth bug, don't change the signature of run() in src/auth/token.ts",
            "edit src/auth/token.ts",
            &[],
        );
    }

    #[test]
    fn a_kind_of_work_does_not_forbid_the_file_that_was_ordered() {
        let goal = "refactor src/auth/token.ts, don't change the login";
        check(goal, "edit src/auth/token.ts", &[]);
        check(goal, "edit src/auth/session.ts", &["constraint-breach 0.43 changed src/auth/session.ts"]);
        // How it is called, and no file.
        check("refactor src/api/users.ts, don't change the public API", "edit src/api/orders.ts", &[]);
    }

    #[test]
    fn what_is_about_a_thing_and_what_packs_the_code_is_neither() {
        check("write tests for the login page, leave the login page as is", "write tests/login_page.test.ts", &[]);
        check("set up docker, no code changes", "write Dockerfile", &[]);
        check("tidy up, no code changes", "edit src/parser.rs", &["constraint-breach 0.43 changed src/parser.rs"]);
    }

    #[test]
    fn a_limit_for_the_moment_weighs_less() {
        check(
            "just plan the auth fix, don't code yet",
            "edit src/auth/token.rs",
            &["constraint-breach 0.43 changed src/auth/token.rs"],
        );
        check("just plan the auth fix, don't code yet", "write docs/plan.md", &[]);
    }
}
