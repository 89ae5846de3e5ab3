//! From the syntax tree to simple commands, in the order in which a shell runs them.
//!
//! Owns the constructs: lists, pipelines, subshells, loops, branches, functions, redirects, here-documents.

use super::handed::Input;
use super::reader::{Reader, Scope};
use super::reading::Names;
use super::word::{is_expression, nested_commands};
use crate::domain::FileVerb;
use brush_parser::ast::{
    AndOr, Assignment, AssignmentName, AssignmentValue, Command, CommandPrefixOrSuffixItem, CompoundCommand,
    CompoundList, ExtendedTestExpr, IoFileRedirectKind, IoFileRedirectTarget, IoHereDocument, IoRedirect, Pipeline,
    Program, RedirectList, SeparatorOperator, SimpleCommand,
};
use std::rc::Rc;

impl Reader {
    /// Reads a parsed text.
    pub(super) fn program(&mut self, program: &Program) {
        for list in &program.complete_commands {
            self.list(list);
        }
    }

    /// Reads a list; what its only pipeline prints, where that is known.
    pub(super) fn list(&mut self, list: &CompoundList) -> Option<Input> {
        let mut output = None;
        for item in &list.0 {
            if matches!(item.1, SeparatorOperator::Async) {
                self.scoped(Scope::Subshell, |reader| {
                    reader.and_or(&item.0.first, &item.0.additional);
                });
            } else {
                output = self.and_or(&item.0.first, &item.0.additional);
            }
        }
        output.filter(|_| list.0.len() == 1)
    }

    fn and_or(&mut self, first: &Pipeline, additional: &[AndOr]) -> Option<Input> {
        let output = self.pipeline(first);
        for next in additional {
            match next {
                AndOr::And(pipeline) => {
                    self.pipeline(pipeline);
                }
                AndOr::Or(pipeline) => self.scoped(Scope::Branch, |reader| {
                    reader.pipeline(pipeline);
                }),
            }
        }
        output.filter(|_| additional.is_empty())
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Option<Input> {
        if let [only] = pipeline.seq.as_slice() {
            return self.command(only, None);
        }
        let mut piped = None;
        for command in &pipeline.seq {
            let input = piped.take();
            self.scoped(Scope::Subshell, |reader| piped = reader.command(command, input));
        }
        piped
    }

    /// Reads one command, whose input is `piped` where that is known, and gives what it passes on or prints.
    fn command(&mut self, command: &Command, piped: Option<Input>) -> Option<Input> {
        match command {
            Command::Simple(simple) => return self.simple(simple, piped),
            Command::Compound(compound, redirects) => {
                let input = self.redirects(redirects.as_ref()).or(piped);
                self.with_names(input.as_ref(), |reader| reader.compound(compound));
            }
            Command::Function(function) => {
                // Read as if called, but its `cd` is not followed to the places of the calls.
                self.scoped(Scope::Subshell, |reader| reader.compound(&function.body.0));
                self.redirects(function.body.1.as_ref());
            }
            Command::ExtendedTest(test, redirects) => {
                self.test(&test.expr);
                self.redirects(redirects.as_ref());
            }
        }
        None
    }

    fn compound(&mut self, compound: &CompoundCommand) {
        match compound {
            CompoundCommand::BraceGroup(group) => {
                self.list(&group.list);
            }
            CompoundCommand::Subshell(subshell) => self.subshell(&subshell.list),
            CompoundCommand::ForClause(clause) => {
                let values =
                    clause.values.iter().flatten().flat_map(|value| self.words(&value.value)).collect::<Vec<_>>();
                let names = self.looped(&values);
                self.scoped(Scope::Branch, |reader| {
                    reader.assign_each(&clause.variable_name, names);
                    reader.list(&clause.body.list);
                });
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                for part in [&clause.initializer, &clause.condition, &clause.updater].into_iter().flatten() {
                    self.arithmetic(&part.value);
                }
                self.branch(&clause.body.list);
            }
            CompoundCommand::CaseClause(clause) => {
                self.words(&clause.value.value);
                for list in clause.cases.iter().filter_map(|case| case.cmd.as_ref()) {
                    self.branch(list);
                }
            }
            CompoundCommand::IfClause(clause) => {
                self.list(&clause.condition);
                self.branch(&clause.then);
                for otherwise in clause.elses.iter().flatten() {
                    self.scoped(Scope::Branch, |reader| {
                        for list in otherwise.condition.iter().chain([&otherwise.body]) {
                            reader.list(list);
                        }
                    });
                }
            }
            CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
                self.scoped(Scope::Branch, |reader| {
                    reader.list(&clause.0);
                    reader.list(&clause.1.list);
                });
            }
            CompoundCommand::Coprocess(coprocess) => {
                self.scoped(Scope::Subshell, |reader| {
                    reader.command(&coprocess.body, None);
                });
            }
            CompoundCommand::Arithmetic(arithmetic) => self.arithmetic(&arithmetic.expr.value),
        }
    }

    /// `((i++))`. Where it is no expression, Bash takes it for one subshell in another: `( ( rm a ) )`.
    fn arithmetic(&mut self, text: &str) {
        if is_expression(text) {
            let mut nested = Vec::new();
            nested_commands(text, &mut nested);
            self.nested(&nested);
        } else {
            self.scoped(Scope::Subshell, |reader| reader.text(text));
        }
    }

    fn subshell(&mut self, list: &CompoundList) {
        self.scoped(Scope::Subshell, |reader| {
            reader.list(list);
        });
    }

    fn branch(&mut self, list: &CompoundList) {
        self.scoped(Scope::Branch, |reader| {
            reader.list(list);
        });
    }

    /// Reads something that names are handed to.
    fn with_names(&mut self, input: Option<&Input>, read: impl FnOnce(&mut Self)) {
        let names: Option<Rc<Names>> = input.map(|input| self.as_names(input)).or_else(|| self.piped.clone());
        let before = (std::mem::replace(&mut self.piped, names), self.handed.clone());
        read(self);
        (self.piped, self.handed) = before;
    }

    fn test(&mut self, test: &ExtendedTestExpr) {
        match test {
            ExtendedTestExpr::And(left, right) | ExtendedTestExpr::Or(left, right) => {
                self.test(left);
                self.test(right);
            }
            ExtendedTestExpr::Not(inner) | ExtendedTestExpr::Parenthesized(inner) => self.test(inner),
            ExtendedTestExpr::UnaryTest(_, operand) => {
                for word in self.words(&operand.value) {
                    self.mention(&word);
                }
            }
            ExtendedTestExpr::BinaryTest(_, left, right) => {
                self.words(&left.value);
                self.words(&right.value);
            }
        }
    }

    fn simple(&mut self, command: &SimpleCommand, piped: Option<Input>) -> Option<Input> {
        let mut words = Vec::new();
        let mut redirects = Vec::new();
        let mut input = piped;
        let prefix = command.prefix.iter().flat_map(|prefix| &prefix.0);
        let suffix = command.suffix.iter().flat_map(|suffix| &suffix.0);
        for item in prefix {
            match item {
                CommandPrefixOrSuffixItem::AssignmentWord(assignment, _) => {
                    self.assignment(assignment, command.word_or_name.is_none());
                }
                CommandPrefixOrSuffixItem::IoRedirect(redirect) => redirects.push(redirect),
                _ => {}
            }
        }
        if let Some(name) = &command.word_or_name {
            words.extend(self.words(&name.value));
        }
        for item in suffix {
            match item {
                CommandPrefixOrSuffixItem::Word(word) | CommandPrefixOrSuffixItem::AssignmentWord(_, word) => {
                    words.extend(self.words(&word.value));
                }
                CommandPrefixOrSuffixItem::IoRedirect(redirect) => redirects.push(redirect),
                CommandPrefixOrSuffixItem::ProcessSubstitution(_, subshell) => self.subshell(&subshell.list),
            }
        }
        for redirect in &redirects {
            match redirect {
                IoRedirect::HereDocument(_, document) => input = Some(Input::Text(document.doc.value.clone())),
                IoRedirect::HereString(_, text) => {
                    let text = self.words(&text.value);
                    let sure = text.iter().all(|word| word.sure);
                    let joined = || text.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
                    input = sure.then(|| Input::Text(joined()));
                }
                _ => {}
            }
        }
        // The target of a redirect is opened before the command runs: a `cd` in the command does not move it.
        for redirect in redirects.iter().filter(|redirect| !matches!(redirect, IoRedirect::HereString(..))) {
            input = self.redirect(redirect).or(input);
        }
        let first = self.reading.commands.len();
        let sure = words.iter().all(|word| word.sure);
        self.with_names(input.as_ref(), |reader| reader.run(words, input.as_ref().and_then(Input::text)));
        let run = self.reading.commands.get(first)?;
        if run[0] != "read" {
            return Self::output_of(run, sure, input);
        }
        let variables: Vec<String> = run[1..].iter().filter(|word| !word.starts_with('-')).cloned().collect();
        let names = input.as_ref().map(|input| self.as_names(input)).or_else(|| self.piped.clone());
        for name in &variables {
            self.assign_each(name, names.clone());
        }
        None
    }

    /// `lasts`: the assignment is no prefix of a command, so the variable keeps its value.
    fn assignment(&mut self, assignment: &Assignment, lasts: bool) {
        let value = match &assignment.value {
            AssignmentValue::Scalar(value) => self.words(&value.value).into_iter().next(),
            AssignmentValue::Array(elements) => {
                for (_, element) in elements {
                    self.words(&element.value);
                }
                None
            }
        };
        match &assignment.name {
            AssignmentName::VariableName(name) if lasts => {
                self.assign(name, value.as_ref().filter(|_| !assignment.append));
            }
            AssignmentName::VariableName(_) => {}
            AssignmentName::ArrayElementName(_, index) => self.arithmetic(index),
        }
    }

    fn redirects(&mut self, redirects: Option<&RedirectList>) -> Option<Input> {
        redirects.iter().flat_map(|list| &list.0).fold(None, |input, redirect| self.redirect(redirect).or(input))
    }

    /// Reads a redirect; what another command prints into it.
    fn redirect(&mut self, redirect: &IoRedirect) -> Option<Input> {
        match redirect {
            IoRedirect::File(_, kind, IoFileRedirectTarget::Filename(target)) => {
                let verb = match kind {
                    IoFileRedirectKind::Read | IoFileRedirectKind::DuplicateInput => FileVerb::Read,
                    IoFileRedirectKind::Append | IoFileRedirectKind::ReadAndWrite => FileVerb::Edit,
                    IoFileRedirectKind::Write | IoFileRedirectKind::Clobber | IoFileRedirectKind::DuplicateOutput => {
                        FileVerb::Write
                    }
                };
                self.redirect_to(verb, &target.value);
            }
            // `>&file` writes both outputs; `>&1`, `>&-` and `>&$fd` name descriptors.
            IoRedirect::File(_, IoFileRedirectKind::DuplicateOutput, IoFileRedirectTarget::Duplicate(target))
                if target.value.contains(|character: char| character.is_ascii_alphabetic())
                    && !target.value.starts_with('$') =>
            {
                self.redirect_to(FileVerb::Write, &target.value);
            }
            IoRedirect::File(_, kind, IoFileRedirectTarget::ProcessSubstitution(_, subshell)) => {
                let mut printed = None;
                self.scoped(Scope::Subshell, |reader| printed = reader.list(&subshell.list));
                return printed.filter(|_| matches!(kind, IoFileRedirectKind::Read));
            }
            IoRedirect::File(..) => {}
            IoRedirect::OutputAndError(target, appends) => {
                self.redirect_to(if *appends { FileVerb::Edit } else { FileVerb::Write }, &target.value);
            }
            IoRedirect::HereDocument(_, document) => self.here_document(document),
            IoRedirect::HereString(_, text) => {
                self.words(&text.value);
            }
        }
        None
    }

    fn redirect_to(&mut self, verb: FileVerb, raw: &str) {
        for word in self.words(raw) {
            self.effect(verb, &word);
        }
    }

    fn here_document(&mut self, document: &IoHereDocument) {
        if document.requires_expansion {
            let mut nested = Vec::new();
            nested_commands(&document.doc.value, &mut nested);
            self.nested(&nested);
        }
    }
}
