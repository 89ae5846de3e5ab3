//! Rules of a Makefile and recipes of a justfile: what runs for a target, with what it needs before.
//!
//! Read line by line. What stands under a condition may run or not and is left out; a variable is filled in where its value stands in
//! the file.

use std::collections::{HashMap, HashSet};

/// Rules that a target needs, and rules of those.
const MAX_DEPTH: usize = 8;
/// Lines that run for one call.
const MAX_LINES: usize = 400;
/// Values inside of values, and values of one line.
const MAX_VALUES: usize = 4;
const MAX_FILLED: usize = 64;
/// Bytes of the values that are filled in for one call: four times the longest script that is read. The rest keeps its names.
const MAX_BYTES: usize = 256 * 1024;
/// Stands for what is not known: a variable that nobody has set.
const UNKNOWN: &str = "$_";

/// What is told of a target: the lists of what it needs and its recipe, by their places in [`Rules`]. The targets of one head share
/// them: a head may name thousands.
#[derive(Debug, Default)]
struct Rule {
    needs: Vec<usize>,
    recipe: Option<usize>,
}

#[derive(Debug, Default)]
struct Rules {
    by_target: HashMap<String, Rule>,
    needs: Vec<Vec<String>>,
    recipes: Vec<Vec<String>>,
    first: Option<String>,
    variables: HashMap<String, String>,
}

/// What of some rules was run.
#[derive(Debug)]
struct Ran<'r> {
    targets: HashSet<&'r str>,
    /// Of each list the place from which on nothing was run: who comes by it again goes on there.
    needs: Vec<usize>,
    /// The lines of a recipe are the same for each of its targets, and are told once.
    recipes: Vec<bool>,
    scripts: Vec<String>,
}

/// The lines of a Makefile that run for some targets, each in a shell of its own; `None` where it has no such rule.
pub(super) fn of_make(text: &str, targets: &[String]) -> Option<Vec<String>> {
    let rules = Rules::of_make(text);
    let mut bytes = MAX_BYTES;
    let lines = rules.run(targets, |line| rules.filled(line.trim_start_matches(['@', '-', '+', ' ']), &mut bytes))?;
    let one_shell = text.lines().any(|line| line.starts_with(".ONESHELL"));
    Some(if one_shell { vec![lines.join("\n")] } else { lines })
}

/// The lines of a justfile that run for a recipe; a recipe with an interpreter of its own is one script.
pub(super) fn of_just(text: &str, names: &[String]) -> Option<Vec<String>> {
    let rules = Rules::of_just(text);
    rules.run(names, |line| interpolated(line.trim_start_matches(['@', '-', ' '])))
}

/// A Makefile with those in it that it includes by their names.
pub(super) fn with_included(text: &str, read: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let includes = matches!(words.next(), Some("include" | "-include" | "sinclude")) && !line.starts_with('\t');
        if !includes {
            whole.extend([line, "\n"]);
            continue;
        }
        let files = words.take_while(|word| !word.starts_with('#')).filter(|word| !word.contains(['$', '*', '%']));
        for included in files.filter_map(&mut *read) {
            whole.extend([included.as_str(), "\n"]);
        }
    }
    whole
}

/// What may still be filled in.
struct Room<'b> {
    /// Values, of this line.
    values: usize,
    /// Bytes, of all lines.
    bytes: &'b mut usize,
}

impl Rules {
    fn of_make(text: &str) -> Self {
        let mut found = Self::default();
        let (mut current, mut recipe, mut conditions): (Vec<String>, _, usize) = (Vec::new(), None, 0);
        let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
        for line in joined.lines() {
            let word = line.split_whitespace().next().unwrap_or_default();
            match word {
                "ifeq" | "ifneq" | "ifdef" | "ifndef" | "define" => conditions += 1,
                "endif" | "endef" => conditions = conditions.saturating_sub(1),
                // What it is set to depends on the condition.
                _ if conditions > 0 => {
                    if let Some((name, _)) = assigned(line) {
                        found.variables.remove(name);
                    }
                }
                _ if line.starts_with('\t') => {
                    let own = recipe.unwrap_or_else(|| found.anew(&current));
                    recipe = Some(own);
                    found.add(own, line.trim());
                }
                _ if line.trim_start().starts_with('#') => {}
                _ => {
                    if let Some((name, value)) = assigned(line) {
                        found.variables.insert(name.to_owned(), value.to_owned());
                        current.clear();
                        recipe = None;
                    } else if let Some((targets, rest)) =
                        line.split_once(':').filter(|(_, rest)| assigned(rest).is_none())
                    {
                        let (needs, inline) = rest.trim_start_matches(':').split_once(';').unwrap_or((rest, ""));
                        current = targets.split_whitespace().map(str::to_owned).collect();
                        let needs = needs.split_whitespace().filter(|need| *need != "|" && *need != ":");
                        found.need(&current, needs.map(str::to_owned).collect());
                        // Of two recipes the later one runs.
                        recipe = (!inline.trim().is_empty()).then(|| found.anew(&current));
                        if let Some(own) = recipe {
                            found.add(own, inline.trim());
                        }
                    }
                }
            }
        }
        found
    }

    fn of_just(text: &str) -> Self {
        let mut found = Self::default();
        let mut current = None;
        for line in text.lines() {
            if line.starts_with([' ', '\t']) {
                if let Some(recipe) = current {
                    found.add(recipe, line.trim());
                }
            } else if let Some((head, needs)) =
                line.split_once(':').filter(|(_, rest)| !rest.starts_with('=') && !line.starts_with(['#', '[']))
            {
                let name = head.split_whitespace().next().unwrap_or_default().trim_start_matches('@');
                let name = [name.to_owned()];
                let needs = needs.split_whitespace().map(|need| need.trim_matches(['(', ')']).to_owned());
                found.need(&name, needs.collect());
                current = found.open(&name[0]).recipe.or_else(|| Some(found.anew(&name)));
            }
        }
        found
    }

    /// The rule of a target; the first one of a file runs where none is named.
    fn open(&mut self, target: &str) -> &mut Rule {
        if self.first.is_none() && !target.starts_with('.') && !target.contains('%') {
            self.first = Some(target.to_owned());
        }
        self.by_target.entry(target.to_owned()).or_default()
    }

    /// Some targets need all of a list, beside what they needed before.
    fn need(&mut self, targets: &[String], list: Vec<String>) {
        let place = self.needs.len();
        self.needs.push(list);
        for target in targets {
            self.open(target).needs.push(place);
        }
    }

    /// Some targets have another recipe from here on, which is still empty.
    fn anew(&mut self, targets: &[String]) -> usize {
        let place = self.recipes.len();
        self.recipes.push(Vec::new());
        for target in targets {
            self.open(target).recipe = Some(place);
        }
        place
    }

    fn add(&mut self, recipe: usize, line: &str) {
        if !line.is_empty() {
            self.recipes[recipe].push(line.to_owned());
        }
    }

    fn run(&self, targets: &[String], mut read: impl FnMut(&str) -> String) -> Option<Vec<String>> {
        let goal = self.variables.get(".DEFAULT_GOAL").or(self.first.as_ref());
        let first: Vec<String> = goal.into_iter().cloned().collect();
        let wanted = if targets.is_empty() { &first } else { targets };
        let mut ran = Ran {
            targets: HashSet::new(),
            needs: vec![0; self.needs.len()],
            recipes: vec![false; self.recipes.len()],
            scripts: Vec::new(),
        };
        for target in wanted {
            self.collect(target, 0, &mut ran, &mut read);
        }
        (!ran.scripts.is_empty()).then_some(ran.scripts)
    }

    fn collect<'r>(&'r self, target: &'r str, depth: usize, ran: &mut Ran<'r>, read: &mut impl FnMut(&str) -> String) {
        let Some(rule) = self.by_target.get(target).filter(|_| ran.targets.insert(target)) else { return };
        // Beyond the depth nothing would be run, and the list is still to be gone through by who comes by it higher up.
        for list in rule.needs.iter().filter(|_| depth + 1 < MAX_DEPTH) {
            while let Some(need) = self.needs[*list].get(ran.needs[*list]) {
                ran.needs[*list] += 1;
                self.collect(need, depth + 1, ran, read);
            }
        }
        let Some(recipe) = rule.recipe.filter(|recipe| !std::mem::replace(&mut ran.recipes[*recipe], true)) else {
            return;
        };
        let lines = &self.recipes[recipe];
        let room = MAX_LINES.saturating_sub(ran.scripts.len());
        match lines.split_first() {
            // A recipe with an interpreter of its own is one script.
            Some((first, rest)) if first.starts_with("#!") => {
                ran.scripts.extend(first.ends_with("sh").then(|| rest.join("\n")));
            }
            _ => ran.scripts.extend(lines.iter().take(room).map(|line| read(line))),
        }
    }

    /// A line as the shell gets it. `bytes`: of values that may still be filled in.
    fn filled(&self, line: &str, bytes: &mut usize) -> String {
        let mut filled = String::with_capacity(line.len());
        self.fill(line, MAX_VALUES, &mut Room { values: MAX_FILLED, bytes }, &mut filled);
        filled
    }

    /// Appends a line with its variables filled in, as far as there is room.
    fn fill(&self, line: &str, depth: usize, left: &mut Room<'_>, filled: &mut String) {
        let mut rest = line;
        while let Some(at) = rest.find('$') {
            filled.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let close = match rest.chars().next() {
                Some('$') => {
                    filled.push('$');
                    rest = &rest[1..];
                    continue;
                }
                Some('(') => ')',
                Some('{') => '}',
                first => {
                    // `$@`, `$<`: what it is depends on the rule.
                    filled.push_str(UNKNOWN);
                    rest = &rest[first.map_or(0, char::len_utf8)..];
                    continue;
                }
            };
            let Some(end) = rest.find(close) else { return };
            let name = &rest[1..end];
            match self.variables.get(name) {
                _ if name == "MAKE" => filled.push_str("make"),
                Some(value) if depth > 0 && left.values > 0 && value.len() <= *left.bytes => {
                    left.values -= 1;
                    *left.bytes -= value.len();
                    self.fill(value, depth - 1, left, filled);
                }
                // The shell does not know it either, but its name may tell what it is for.
                _ if is_plain(name) => {
                    filled.push_str("${");
                    filled.push_str(name);
                    filled.push('}');
                }
                _ => filled.push_str(UNKNOWN),
            }
            rest = &rest[end + 1..];
        }
        filled.push_str(rest);
    }
}

/// `NAME := value`.
fn assigned(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start().strip_prefix("export ").unwrap_or(line);
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end_matches([':', '?', '+', '!']).trim();
    is_plain(name).then(|| (name, value.trim()))
}

/// True for the name of a variable.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "_-.".contains(sign))
}

/// A line of a justfile whose interpolations are left open.
fn interpolated(line: &str) -> String {
    let mut open = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("{{") {
        open.push_str(&rest[..at]);
        open.push_str(UNKNOWN);
        rest = rest[at..].find("}}").map_or("", |end| &rest[at + end + 2..]);
    }
    open.push_str(rest);
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAKEFILE: &str = "\
GIT := git
REMOTE ?= origin
.PHONY: all release
all: build
build: src/a.c
\t@cc -o a $< && \\
\t  strip a
release: build tag
\t$(GIT) push ${REMOTE} --tags
\tfor f in *.c; do echo $$f; done
tag: ; git tag v1
ifdef CI
ci:
\tgit push
endif
%.o: %.c
\tcc -c $<
";

    #[track_caller]
    fn check(found: Option<&Vec<String>>, expected: Option<&[&str]>) {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        assert!(found.cloned() == expected.map(lines), "{found:?}");
    }

    #[test]
    fn a_target_runs_with_what_it_needs() {
        let make = |targets: &[&str]| {
            of_make(MAKEFILE, &targets.iter().map(|target| (*target).to_owned()).collect::<Vec<_>>())
        };
        let build = "cc -o a $_ &&  \t  strip a";
        check(make(&[]).as_ref(), Some(&[build]));
        check(
            make(&["release"]).as_ref(),
            Some(&[build, "git tag v1", "git push origin --tags", "for f in *.c; do echo $f; done"]),
        );
        check(make(&["ci"]).as_ref(), None);
        check(make(&["gone"]).as_ref(), None);
        check(of_make("a: b\nb: a\n\techo $(X\n", &["a".to_owned()]).as_ref(), Some(&["echo "]));
    }

    #[test]
    fn what_is_not_known_keeps_its_name() {
        let text = "FLAGS ?= -q\nifdef DRY\nFLAGS = --dry-run\nendif\nall: FLAGS := -x\nall:\n\techo first\nall:\n\tgit push $(FLAGS) $(X)\n\t$(MAKE) b\n";
        check(of_make(text, &[]).as_ref(), Some(&["git push ${FLAGS} ${X}", "make b"]));
        check(of_make(".ONESHELL:\na:\n\tcd x\n\tls\n", &[]).as_ref(), Some(&["cd x\nls"]));
    }

    #[test]
    fn a_file_may_say_which_rule_is_its_first() {
        check(of_make(".DEFAULT_GOAL := b\na:\n\tls\nb:\n\tpwd\n", &[]).as_ref(), Some(&["pwd"]));
    }

    #[test]
    fn what_is_included_stands_where_it_is_included() {
        let mut read = |name: &str| (name == "b.mk").then(|| "b:\n\tpwd\n".to_owned());
        let text = with_included("include b.mk $(X) # c.mk\n-include gone.mk\na: b\n\tinclude b.mk\n", &mut read);
        assert_eq!(text, "b:\n\tpwd\n\na: b\n\tinclude b.mk\n");
        check(of_make(&text, &["a".to_owned()]).as_ref(), Some(&["pwd", "include b.mk"]));
    }

    #[test]
    fn values_of_values_end() {
        let many = |name: &str| format!("$({name})").repeat(500);
        let text = format!("A={}\nB={}\nC={}\nD=\nx:\n\t$(A)\n", many("B"), many("C"), many("D"));
        assert!(of_make(&text, &[]).is_some_and(|lines| lines[0].len() < 10_000));
    }

    /// What a file holds in memory: names, needs and lines.
    fn size(rules: &Rules) -> usize {
        let texts =
            |all: &[Vec<String>]| all.iter().map(|texts| texts.iter().map(String::len).sum::<usize>()).sum::<usize>();
        let told = rules.by_target.iter().map(|(name, rule)| name.len() + rule.needs.len());
        texts(&rules.needs) + texts(&rules.recipes) + told.sum::<usize>()
    }

    /// Targets times needs, and targets times lines, were gigabytes.
    #[test]
    fn a_file_takes_no_more_room_than_its_text() {
        let names =
            |letter: char, count: usize| (0..count).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join(" ");
        let check = |text: &str, runs: usize| {
            assert!(size(&Rules::of_make(text)) <= text.len(), "{}", &text[..20]);
            let lines = of_make(text, &["a0".to_owned()]).map_or(0, |lines| lines.len());
            assert_eq!(lines, runs, "{}", &text[..20]);
        };
        check(&format!("{}: {}\n\techo\n", "a0 ".repeat(10_000), "b ".repeat(10_000)), 1);
        check(&format!("{}: {}\n\techo\n", names('a', 10_000), names('a', 10_000)), 1);
        check(&format!("{}:\n{}", names('a', 10_000), "\tx\n".repeat(10_000)), MAX_LINES);
        check(&format!("a0: {0}\n{0}:\n\t{1}\n", names('b', 10_000), "x".repeat(10_000)), 1);
    }

    #[test]
    fn beyond_the_bound_values_keep_their_names() {
        let text =
            format!("V = {}\nW = {}\nall:\n{}", "x".repeat(14_000), "$(V)".repeat(63), "\tgit push $(W)\n".repeat(400));
        let lines = of_make(&text, &[]).unwrap_or_default();
        assert!(lines.iter().map(String::len).sum::<usize>() < 2 * MAX_BYTES);
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (400, Some("git push ${W}")));
    }

    #[test]
    fn what_needs_each_other_runs_once_and_from_the_bottom() {
        let text = "a b c: a b c\na:\n\techo a\nb:\n\techo b\nc:\n\techo c\n";
        check(of_make(text, &["a".to_owned()]).as_ref(), Some(&["echo c", "echo b", "echo a"]));
        let deep = (0..20).map(|at| format!("a{at}: a{}\n\techo {at}\n", at + 1)).collect::<Vec<_>>().concat();
        assert_eq!(of_make(&deep, &["a0".to_owned()]).map(|lines| lines.len()), Some(MAX_DEPTH));
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "([a-c:=$(){}@\t #!;|%.é]{0,12}\n?){0,12}", target in "[a-c]?") {
            let targets: Vec<String> = Some(target).filter(|target| !target.is_empty()).into_iter().collect();
            let _ = (of_make(&text, &targets), of_just(&text, &targets));
        }
    }

    #[test]
    fn a_recipe_runs_with_what_it_needs() {
        let text = "set shell := [\"bash\"]\n# the default\nbuild:\n    @cargo build\n\nrelease version: build\n    git tag {{version}}\n    git push\n\nscript:\n    #!/usr/bin/env bash\n    git push\n";
        let just = |names: &[&str]| of_just(text, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        check(just(&[]).as_ref(), Some(&["cargo build"]));
        check(just(&["release"]).as_ref(), Some(&["cargo build", "git tag $_", "git push"]));
        check(just(&["script"]).as_ref(), Some(&["git push"]));
    }
}
