//! What of a script runs whatever it finds: the part of it that may be held against somebody before it has run.
//!
//! A branch may be taken or not, an arm of `case` is chosen by arguments, a function may be called by nobody. Owns what is left out
//! of the syntax tree for that; what is left is read like any command.

use brush_parser::ast::{
    AndOr, AndOrList, Command, CompoundCommand, CompoundList, CompoundListItem, FunctionBody, Pipeline, Program,
    SimpleCommand,
};
use std::collections::HashMap;

/// Functions that call functions; what lies deeper is left out.
const MAX_CALLS: usize = 4;
/// Commands that a script may have with its functions put in.
const MAX_COMMANDS: usize = 2_000;

/// Programs that answer a question by how they end: what follows their `&&` may run or not.
const ASKING: [&str; 10] = ["[", "command", "egrep", "false", "fgrep", "grep", "hash", "test", "type", "which"];
/// Commands behind which nothing of a script runs.
const ENDING: [&str; 3] = ["exec", "exit", "return"];

/// Leaves out of a script what may not run, and puts the functions that it calls in the place of the calls.
pub(super) fn keep_certain(program: &mut Program) {
    let mut certain = Certain { functions: HashMap::new(), calls: 0, left: MAX_COMMANDS };
    for list in &program.complete_commands {
        certain.learn(list);
    }
    for at in 0..program.complete_commands.len() {
        if certain.list(&mut program.complete_commands[at]) {
            program.complete_commands.truncate(at + 1);
            break;
        }
    }
}

struct Certain {
    functions: HashMap<String, FunctionBody>,
    calls: usize,
    left: usize,
}

impl Certain {
    /// Takes note of the functions of a list.
    fn learn(&mut self, list: &CompoundList) {
        for command in list.0.iter().flat_map(|item| &item.0.first.seq) {
            if let Command::Function(function) = command {
                self.functions.insert(function.fname.value.clone(), function.body.clone());
            }
        }
    }

    /// True where nothing behind the list runs.
    fn list(&mut self, list: &mut CompoundList) -> bool {
        for at in 0..list.0.len() {
            let CompoundListItem(and_or, _) = &mut list.0[at];
            if self.and_or(and_or) {
                list.0.truncate(at + 1);
                return true;
            }
        }
        false
    }

    fn and_or(&mut self, and_or: &mut AndOrList) -> bool {
        let mut unsure = asks(&and_or.first);
        let mut ended = self.pipeline(&mut and_or.first);
        and_or.additional.retain_mut(|next| {
            let AndOr::And(pipeline) = next else { return false };
            if unsure || ended {
                return false;
            }
            unsure = asks(pipeline);
            ended = self.pipeline(pipeline);
            true
        });
        ended
    }

    fn pipeline(&mut self, pipeline: &mut Pipeline) -> bool {
        let alone = pipeline.seq.len() == 1;
        let mut ended = false;
        for command in &mut pipeline.seq {
            ended |= self.command(command) && alone;
        }
        ended
    }

    fn command(&mut self, command: &mut Command) -> bool {
        self.left = self.left.saturating_sub(1);
        match command {
            Command::Simple(simple) => {
                let name = named(simple);
                if let Some(body) = name.and_then(|name| self.functions.get(name)).cloned() {
                    *command = self.called(body);
                    return false;
                }
                name.is_some_and(|name| ENDING.contains(&name))
            }
            Command::Compound(compound, _) => {
                self.compound(compound);
                false
            }
            Command::Function(function) => {
                emptied(&mut function.body.0);
                false
            }
            Command::ExtendedTest(..) => false,
        }
    }

    /// The body of a function in the place of its call.
    fn called(&mut self, mut body: FunctionBody) -> Command {
        if self.calls >= MAX_CALLS || self.left == 0 {
            emptied(&mut body.0);
        } else {
            self.calls += 1;
            self.compound(&mut body.0);
            self.calls -= 1;
        }
        Command::Compound(body.0, body.1)
    }

    fn compound(&mut self, compound: &mut CompoundCommand) {
        match compound {
            CompoundCommand::BraceGroup(group) => {
                self.list(&mut group.list);
            }
            CompoundCommand::Subshell(subshell) => {
                self.list(&mut subshell.list);
            }
            // Whoever loops over names mostly has some.
            CompoundCommand::ForClause(clause) => {
                self.list(&mut clause.body.list);
            }
            CompoundCommand::IfClause(clause) => {
                self.list(&mut clause.condition);
                clause.then.0.clear();
                clause.elses = None;
            }
            CompoundCommand::CaseClause(clause) => clause.cases.clear(),
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
                self.list(&mut clause.0);
                clause.1.list.0.clear();
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                self.list(&mut clause.body.list);
            }
            CompoundCommand::Coprocess(coprocess) => {
                self.command(&mut coprocess.body);
            }
            CompoundCommand::Arithmetic(_) => {}
        }
    }
}

/// Leaves nothing of a body.
fn emptied(compound: &mut CompoundCommand) {
    match compound {
        CompoundCommand::BraceGroup(group) => group.list.0.clear(),
        CompoundCommand::Subshell(subshell) => subshell.list.0.clear(),
        CompoundCommand::ForClause(clause) => clause.body.list.0.clear(),
        CompoundCommand::ArithmeticForClause(clause) => clause.body.list.0.clear(),
        CompoundCommand::IfClause(clause) => {
            clause.condition.0.clear();
            clause.then.0.clear();
            clause.elses = None;
        }
        CompoundCommand::CaseClause(clause) => clause.cases.clear(),
        CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
            clause.0.0.clear();
            clause.1.list.0.clear();
        }
        CompoundCommand::Coprocess(_) | CompoundCommand::Arithmetic(_) => {}
    }
}

/// True where how a pipeline ends is an answer: `[ -n "$1" ] && git push`, `grep -q x f && rm f`.
fn asks(pipeline: &Pipeline) -> bool {
    match pipeline.seq.last() {
        Some(Command::ExtendedTest(..) | Command::Compound(CompoundCommand::Arithmetic(_), _)) => true,
        Some(Command::Simple(simple)) => named(simple).is_some_and(|name| ASKING.contains(&name)),
        _ => pipeline.bang,
    }
}

fn named(simple: &SimpleCommand) -> Option<&str> {
    simple.word_or_name.as_ref().map(|word| word.value.as_str())
}

#[cfg(test)]
mod tests {
    use crate::text::shell::{read, read_certain};
    use proptest::prelude::*;

    /// `expected`: the simple commands that run whatever the script finds.
    #[track_caller]
    fn check(script: &str, expected: &[&str]) {
        let found: Vec<String> = read_certain(script).commands.iter().map(|command| command.join(" ")).collect();
        assert_eq!(found, expected, "{script}");
    }

    #[test]
    fn what_runs_whatever_the_script_finds_is_kept() {
        check("set -e\ngit push\n", &["set -e", "git push"]);
        check("npm test && git push", &["npm test", "git push"]);
        check("(cd web && npm publish)", &["cd web", "npm publish"]);
        check("for p in a b; do git push $p; done", &["git push $p"]);
        check("deploy() {\n  git push\n}\nmain() { deploy; }\nmain \"$@\"", &["git push"]);
    }

    #[test]
    fn what_may_run_or_not_is_left_out() {
        check("if [ -n \"$1\" ]; then git push; fi", &["[ -n $1 ]"]);
        check("case $1 in push) git push ;; esac", &[]);
        check("[ -n \"$CI\" ] && git push", &["[ -n $CI ]"]);
        check("[[ $1 == x ]] && git push", &[]);
        check("grep -q x f && git push", &["grep -q x f"]);
        check("git diff --quiet || git commit -m x", &["git diff --quiet"]);
        check("while read -r f; do rm \"$f\"; done", &["read -r f"]);
        check("push() { git push; }\necho done", &["echo done"]);
        check("pytest\nexit 0\ngit push", &["pytest", "exit 0"]);
        check("f() { f; }\nf", &[]);
        check("echo 'unclosed", &[]);
    }

    proptest! {
        #[test]
        fn nothing_is_certain_that_no_reading_finds(script in "(f\\(\\) \\{ a; \\}|if a; then b; fi|a && b|a \\|\\| b|f|exit|\\( a \\)|\n|; ){0,8}") {
            let all = read(&script).commands;
            let certain = read_certain(&script).commands;
            prop_assert!(certain.iter().all(|command| all.iter().any(|known| known.words == command.words)));
        }
    }
}
