//! What of a script runs whatever it finds: the part of it that may be held against somebody before it has run.
//!
//! A branch may be taken or not, an arm of `case` is chosen by arguments, a function may be called by nobody. Owns what is left out
//! of the syntax tree for that; what is left is read like any command.

use brush_parser::ast::{
    AndOr, AndOrList, Command, CommandPrefixOrSuffixItem, CommandSuffix, CompoundCommand, CompoundList,
    CompoundListItem, FunctionBody, Pipeline, Program, SimpleCommand, Word,
};
use std::collections::{HashMap, HashSet};

/// Functions that call functions; what lies deeper is left out.
const MAX_CALLS: usize = 4;
/// Commands that a script may have with its functions put in.
const MAX_COMMANDS: usize = 2_000;

/// All that a function is given, as its body speaks of it; and words by which a body changes what that is.
const ALL_GIVEN: [&str; 4] = ["\"$@\"", "$@", "\"${@}\"", "${@}"];
const CHANGING_GIVEN: [&str; 3] = ["shift", "set --", "set \"$@"];

/// Programs that answer a question by how they end: what follows their `&&` may run or not.
const ASKING: [&str; 10] = ["[", "command", "egrep", "false", "fgrep", "grep", "hash", "test", "type", "which"];
/// Commands behind which nothing of a script runs.
const ENDING: [&str; 3] = ["exec", "exit", "return"];

/// Leaves out of a script what may not run, and puts the functions that it calls in the place of the calls.
pub(super) fn keep_certain(program: &mut Program) {
    let mut certain = Certain { functions: HashMap::new(), leaving: HashSet::new(), calls: 0, left: MAX_COMMANDS };
    for list in &program.complete_commands {
        certain.learn(list);
    }
    let leaving = certain.functions.iter().filter(|(_, body)| certain.leaves_in(&body.0)).map(|(name, _)| name.clone());
    certain.leaving = leaving.collect();
    for at in 0..program.complete_commands.len() {
        if certain.list(&mut program.complete_commands[at]) {
            program.complete_commands.truncate(at + 1);
            break;
        }
    }
}

struct Certain {
    functions: HashMap<String, FunctionBody>,
    /// Those of them that may end the script: `usage`.
    leaving: HashSet<String>,
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
        // `[ -t 0 ] || exit 0`: whether anything behind it runs nobody knows.
        let mut left = false;
        and_or.additional.retain_mut(|next| match next {
            AndOr::And(pipeline) if !(unsure || ended) => {
                unsure = asks(pipeline);
                ended = self.pipeline(pipeline);
                true
            }
            AndOr::And(pipeline) | AndOr::Or(pipeline) => {
                left |= self.leaves(&pipeline.seq);
                false
            }
        });
        ended || left
    }

    /// True where one of the commands may end the script as if all were well: `exit 0`, `usage`, `exec npm start`.
    fn leaves(&self, commands: &[Command]) -> bool {
        commands.iter().any(|command| match command {
            Command::Simple(simple) => match named(simple) {
                Some("exec") => true,
                Some("exit" | "return") => !fails(simple),
                Some(name) => self.leaving.contains(name),
                None => false,
            },
            Command::Compound(compound, _) => self.leaves_in(compound),
            Command::Function(_) | Command::ExtendedTest(..) => false,
        })
    }

    fn leaves_in(&self, compound: &CompoundCommand) -> bool {
        let in_list = |list: &CompoundList| {
            list.0.iter().any(|CompoundListItem(and_or, _)| {
                let more = and_or.additional.iter().map(|(AndOr::And(pipeline) | AndOr::Or(pipeline))| pipeline);
                std::iter::once(&and_or.first).chain(more).any(|pipeline| self.leaves(&pipeline.seq))
            })
        };
        match compound {
            CompoundCommand::BraceGroup(group) => in_list(&group.list),
            CompoundCommand::ForClause(clause) => in_list(&clause.body.list),
            CompoundCommand::ArithmeticForClause(clause) => in_list(&clause.body.list),
            CompoundCommand::IfClause(clause) => {
                let elses = clause.elses.iter().flatten();
                in_list(&clause.then) || elses.into_iter().any(|part| in_list(&part.body))
            }
            CompoundCommand::CaseClause(clause) => {
                clause.cases.iter().filter_map(|case| case.cmd.as_ref()).any(in_list)
            }
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => in_list(&clause.1.list),
            // It ends no shell but its own.
            CompoundCommand::Subshell(_) | CompoundCommand::Coprocess(_) | CompoundCommand::Arithmetic(_) => false,
        }
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
                // What a trap holds runs when something happens, or never.
                if named(simple) == Some("trap") {
                    simple.suffix = None;
                }
                let name = named(simple);
                if let Some(body) = name.and_then(|name| self.functions.get(name)).cloned() {
                    *command = self.called(body, &given(simple));
                    return false;
                }
                name.is_some_and(|name| ENDING.contains(&name))
            }
            Command::Compound(compound, _) => {
                let leaves = self.leaves_in(compound) && !matches!(compound, CompoundCommand::BraceGroup(_));
                self.compound(compound) || leaves
            }
            Command::Function(function) => {
                emptied(&mut function.body.0);
                false
            }
            Command::ExtendedTest(..) => false,
        }
    }

    /// The body of a function in the place of its call, with what it is given in the place of `"$@"`.
    fn called(&mut self, mut body: FunctionBody, given: &[Word]) -> Command {
        if self.calls >= MAX_CALLS || self.left == 0 {
            emptied(&mut body.0);
        } else {
            let text = body.0.to_string();
            if !given.is_empty() && text.contains("$@") && !CHANGING_GIVEN.iter().any(|word| text.contains(word)) {
                self.hand_over(&mut body.0, given);
            }
            self.calls += 1;
            let _ = self.compound(&mut body.0);
            self.calls -= 1;
        }
        Command::Compound(body.0, body.1)
    }

    /// Puts the words that a function is given in the place of `"$@"` in its body.
    fn hand_over(&mut self, compound: &mut CompoundCommand, given: &[Word]) {
        let list = match compound {
            CompoundCommand::BraceGroup(group) => &mut group.list,
            CompoundCommand::Subshell(subshell) => &mut subshell.list,
            _ => return,
        };
        for CompoundListItem(and_or, _) in &mut list.0 {
            let more = and_or.additional.iter_mut().map(|(AndOr::And(next) | AndOr::Or(next))| next);
            for command in std::iter::once(&mut and_or.first).chain(more).flat_map(|pipeline| &mut pipeline.seq) {
                match command {
                    Command::Simple(simple) => self.hand_to(simple, given),
                    Command::Compound(inner, _) => self.hand_over(inner, given),
                    Command::Function(_) | Command::ExtendedTest(..) => {}
                }
            }
        }
    }

    fn hand_to(&mut self, simple: &mut SimpleCommand, given: &[Word]) {
        let is_all = |word: &Word| ALL_GIVEN.contains(&word.value.as_str());
        let all: Vec<CommandPrefixOrSuffixItem> = given.iter().cloned().map(CommandPrefixOrSuffixItem::Word).collect();
        let items = simple.suffix.take().map_or_else(Vec::new, |suffix| suffix.0);
        let mut words = Vec::new();
        if simple.word_or_name.as_ref().is_some_and(is_all) {
            simple.word_or_name = given.first().cloned();
            words.extend(all[1..].iter().cloned());
        }
        for item in items {
            match &item {
                // Who hands on what was handed on multiplies it.
                CommandPrefixOrSuffixItem::Word(word) if is_all(word) && self.left > all.len() => {
                    self.left -= all.len();
                    words.extend(all.iter().cloned());
                }
                _ => words.push(item),
            }
        }
        simple.suffix = (!words.is_empty()).then_some(CommandSuffix(words));
    }

    /// True where nothing behind it runs.
    fn compound(&mut self, compound: &mut CompoundCommand) -> bool {
        match compound {
            CompoundCommand::BraceGroup(group) => return self.list(&mut group.list),
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
        false
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

/// The words behind a command.
fn given(simple: &SimpleCommand) -> Vec<Word> {
    let items = simple.suffix.iter().flat_map(|suffix| &suffix.0);
    let words = items.filter_map(|item| match item {
        CommandPrefixOrSuffixItem::Word(word) | CommandPrefixOrSuffixItem::AssignmentWord(_, word) => {
            Some(word.clone())
        }
        _ => None,
    });
    words.collect()
}

/// True for `exit 1`: who gets no further has failed.
fn fails(simple: &SimpleCommand) -> bool {
    let mut words = simple.suffix.iter().flat_map(|suffix| &suffix.0).filter_map(|item| match item {
        CommandPrefixOrSuffixItem::Word(word) => Some(word.value.as_str()),
        _ => None,
    });
    words.next().is_some_and(|code| code != "0")
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
        check("run() { echo \"+ $*\"; \"$@\"; }\nrun git push origin", &["echo + $*", "git push origin"]);
        check("say() { echo \"$@\" >&2; }\nrun() { say $@ && $@; }\nrun ls 'a b'", &["echo ls a b", "ls a b"]);
        check("push() { git push; }\nmain() { \"$@\"; }\nmain push", &["git push"]);
        check("main() { git push \"$@\"; }\nmain", &["git push $@"]);
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
        check("[ -t 0 ] || exit 0\ngit push", &["[ -t 0 ]"]);
        check("if [ \"$1\" = -h ]; then usage; fi\nusage() { echo x; exit 0; }\ngit push", &["[ $1 = -h ]"]);
        check("while getopts h o; do case $o in h) exit 0 ;; esac; done\ngit push", &["getopts h o"]);
        check("[ -n \"$1\" ] || exit 1\ngit push", &["[ -n $1 ]", "git push"]);
        check("trap 'git push' USR1\ngo build", &["trap", "go build"]);
        check("f() { f; }\nf", &[]);
        check("run() { if [ -n \"$DRY\" ]; then echo; else \"$@\"; fi; }\nrun git push", &["[ -n $DRY ]"]);
        check("run() { [ -n \"$DRY\" ] || \"$@\"; }\nrun git push", &["[ -n $DRY ]"]);
        check("later() { shift; \"$@\"; }\nlater echo git push", &["shift", "$@"]);
        let many = format!("f() {{ g{}; }}\ng() {{ f{}; }}\nf a b", " \"$@\"".repeat(500), " \"$@\"".repeat(500));
        assert!(read_certain(&many).commands.len() < 10);
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
