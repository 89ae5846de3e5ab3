//! Whether lines of code hold what the user does not want to see there.
//!
//! Owns the table of what people have one word for and code writes in many ways, and where a comment begins. Which words of a limit name
//! code is read in `goal::constraint::object::code`.

use crate::domain::{Called, ChangedLines, Code};
use crate::text::dependency::is_manifest;
use crate::text::extension::{self, is_prose};
use crate::text::path;
use crate::text::words::words;

/// What people rule out with one word, the ways in which they say it, and how code writes it. Beginnings and ends that are letters must
/// be those of a word. Sorted by the first.
#[rustfmt::skip]
const CONSTRUCTS: &[(&str, &[&str], &[&str])] = &[
    ("any", &["any type", "any types", "anys"], &[": any", "as any", "<any>", "any[]", ": Any", "-> Any", "interface{}"]),
    ("arrow functions", &["arrow function"], &["=>"]),
    ("async", &["async/await", "async code"], &["async", "await"]),
    ("casts", &["type casts", "type assertions", "type assertion"], &["as unknown", "as any", "as never", "static_cast", "reinterpret_cast"]),
    ("clone", &["clones", "cloning"], &[".clone()", ".cloned()"]),
    ("default exports", &["default export"], &["export default"]),
    ("emojis", &["emoji"], &[]),
    ("enums", &["enum"], &["enum"]),
    ("eval", &["evals"], &["eval("]),
    ("global variables", &["global variable", "globals", "global state", "global vars"], &["global", "static mut", "globalThis.", "window.__"]),
    ("goto", &["gotos"], &["goto"]),
    ("inline styles", &["inline style", "inline css", "inline-styles"], &["style=\"", "style='", "style={"]),
    ("lambdas", &["lambda"], &["lambda"]),
    ("logging", &["logs", "logger", "loggers", "log statements", "log lines", "log output", "prints", "print statements", "printing",
        "console logs", "debug output", "debug logs", "debug prints"],
        &["console.", "console.log", "log.", "logger.", "logging.", "slog.", "println!", "print(", "printf(", "eprintln!", "dbg!", "debug!",
        "info!", "warn!", "trace!", "Log.", "Logger.", "fmt.Print", "fmt.Printf", "fmt.Println", "System.out", "NSLog(", "puts", "var_dump(",
        "Log::", "logger->", "error_log("]),
    ("macros", &["macro"], &["macro_rules!", "#define"]),
    ("mocks", &["mock", "mocking", "stubs", "mocked services"],
        &["mock", "mocks", "Mock", "MagicMock", "jest.fn", "jest.mock", "vi.fn", "vi.mock", "mock(", "@patch", "patch(", "sinon", "gomock", "Mockito", "mockk"]),
    ("raw sql", &["raw queries", "sql strings", "plain sql", "hand-written sql"],
        &["DB::raw(", "DB::select(", "DB::statement(", "whereRaw(", "selectRaw(", "orderByRaw(", "groupByRaw(", "Raw(", ".raw(", "$queryRaw",
        "$executeRaw", "execute(", "find_by_sql", "exec_query", "createNativeQuery(", "SELECT", "INSERT INTO", "DELETE FROM"]),
    ("regex", &["regexes", "regexp", "regular expressions"],
        &["Regex", "RegExp", "regexp.", "re.compile(", "re.match(", "re.search(", "re.sub(", "re.findall(", "preg_match(", "preg_replace("]),
    ("sleeps", &["sleep", "sleeping"], &["sleep(", "sleep!", "Sleep(", "setTimeout(", "time.sleep(", "delay("]),
    ("suppressions", &["cops", "lint rules", "eslint rules", "lint warnings", "eslint comments", "ts-ignores", "type ignores", "noqas"],
        &["eslint-disable", "eslint-disable-line", "eslint-disable-next-line", "@ts-ignore", "@ts-expect-error", "@ts-nocheck", "noqa",
        "type: ignore", "nolint", "rubocop:disable", "#[allow(", "@SuppressWarnings", "phpcs:ignore", "@phpstan-ignore", "pylint: disable",
        "stylelint-disable", "swiftlint:disable", "NOLINT"]),
    ("ternaries", &["ternary", "nested ternaries"], &[" ? "]),
    ("todos", &["todo", "fixmes", "todo comments", "placeholders"], &["TODO", "FIXME", "XXX", "todo!", "unimplemented!", "NotImplementedError"]),
    ("try/catch", &["try catch", "try-catch", "try blocks", "try/except", "try except"], &["try {", "catch (", "catch {", "try:", "except:", "except"]),
    ("unsafe", &["unsafe code", "unsafe blocks"], &["unsafe"]),
    ("unwrap", &["unwraps", "unwrapping"], &[".unwrap()"]),
];

/// How comments are called, in the languages in which limits are heard.
#[rustfmt::skip]
const COMMENTS: [&str; 22] = [
    "comment", "comments", "commentaar", "commentaire", "commentaires", "comentario", "comentarios", "comentários", "commenti", "docblock",
    "docblocks", "docstring", "docstrings", "javadoc", "jsdoc", "kommentare", "kommentaren", "komentarzy", "opmerkingen",
    "комментариев", "комментарии", "code comments",
];

/// The name under which comments are held.
const COMMENT: &str = "comments";

/// Lines that look like comments and are read by tools.
#[rustfmt::skip]
const DIRECTIVES: [&str; 17] = [
    "#!", "#[", "#include", "#define", "#if", "#ifdef", "#ifndef", "#endif", "#else", "#pragma", "#undef", "//go:", "// @ts-",
    "// eslint-", "# noqa", "# type:", "# frozen_string_literal",
];

/// Letters of a literal at most; more is a text.
const MAX_LITERAL: usize = 40;

/// What a phrase of people names, where the table knows it. `phrase` is in lower case.
pub fn construct(phrase: &str) -> Option<Code> {
    let found = if COMMENTS.contains(&phrase) {
        Some(COMMENT)
    } else {
        let row = CONSTRUCTS.iter().find(|(name, said, _)| *name == phrase || said.contains(&phrase));
        row.map(|(name, ..)| *name)
    };
    found.map(|name| Code::Construct(name.to_owned()))
}

/// Code as people call it in words: they end a limit on it, as those of every limit that is told.
pub fn called(code: &[Code]) -> Called {
    let names = code.iter().map(|code| words(code.word())).filter(|name| !name.is_empty()).collect();
    Called { deeds: vec!["use".to_owned()], names }
}

/// What was typed as it would stand in code: in backticks, with the marks of a call, an option or an identifier of several words.
pub fn literal(raw: &str) -> Option<Code> {
    let quoted = raw.len() > 2 && raw.starts_with('`');
    let bare = raw.trim_matches('`').trim_end_matches(['.', ',', ';', ':', '?']);
    let letters = bare.strip_suffix("()").unwrap_or(bare);
    let called = letters.len() < bare.len();
    let option = bare.strip_prefix("--").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_lowercase()));
    let several = |bare: &str| {
        let mut before = ' ';
        bare.chars().any(|letter| {
            let turn = before.is_lowercase() && letter.is_uppercase();
            before = letter;
            turn
        }) || bare.contains('_')
    };
    let marked =
        bare.starts_with(['!', '@', '#', '.']) || bare.ends_with('!') || bare.contains("::") || is_member(bare);
    let is_code = quoted || called || option || several(bare) || marked;
    let plain = letters.chars().filter(char::is_ascii_alphabetic).count() >= 2
        && bare.len() <= MAX_LITERAL
        && !bare.contains(['/', '*', ' '])
        && !is_file(bare);
    (is_code && plain).then(|| Code::Literal(if called { format!("{letters}(") } else { letters.to_owned() }))
}

/// `console.log`: a member of something, and no file.
fn is_member(bare: &str) -> bool {
    bare.split_once('.').is_some_and(|(of, member)| {
        of.len() > 1
            && member.len() > 1
            && [of, member].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    })
}

fn is_file(word: &str) -> bool {
    word != "console.log" && path::extension(word).is_some_and(extension::is_known)
}

/// True where an edit of this file brings in what must not come: more of it comes than goes.
pub fn brings(code: &Code, file: &str, lines: &ChangedLines) -> bool {
    if path::extension(file).is_some_and(is_prose) && !is_of_prose(code) {
        return false;
    }
    let count = |text: &str| text.lines().filter(|line| holds(code, file, line.trim())).count();
    let came = count(&lines.came);
    came > 0 && came > count(&lines.gone)
}

/// What people do not want to read in a page either.
fn is_of_prose(code: &Code) -> bool {
    matches!(code, Code::Construct(name) if matches!(name.as_str(), "emojis" | "todos"))
}

fn holds(code: &Code, file: &str, line: &str) -> bool {
    match code {
        Code::Construct(name) if name == COMMENT => comment(file, line).is_some(),
        Code::Construct(name) if name == "emojis" => line.chars().any(is_emoji),
        Code::Construct(name) => {
            let Ok(at) = CONSTRUCTS.binary_search_by(|(known, ..)| known.cmp(&name.as_str())) else { return false };
            // Of these comments are the very place.
            let whole = matches!(name.as_str(), "suppressions" | "todos");
            let line = if whole { line } else { without_comment(file, line) };
            CONSTRUCTS[at].2.iter().any(|letters| has(line, letters))
        }
        Code::Literal(letters) => has(without_comment(file, line), letters),
        Code::Library(name) => brings_in(file, without_comment(file, line), name),
    }
}

/// True where the letters stand in the line: where they begin or end with one of a word, its own must end there.
fn has(line: &str, letters: &str) -> bool {
    let of_a_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (first, last) = (letters.starts_with(of_a_word), letters.ends_with(of_a_word));
    line.match_indices(letters).any(|(at, _)| {
        let open = !first || !line[..at].ends_with(of_a_word);
        open && (!last || !line[at + letters.len()..].starts_with(of_a_word))
    })
}

/// True for a line that brings a library in, or lists it.
fn brings_in(file: &str, line: &str, name: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "#include",
        "<link",
        "<script",
        "@import",
        "@use",
        "extern crate",
        "from ",
        "gem ",
        "import",
        "pod ",
        "use ",
        "using ",
    ];
    let brings = BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
        || ["require(", "require ", "import(", " from '", " from \"", "<script"].iter().any(|mark| line.contains(mark));
    let named = |word: &str| word.eq_ignore_ascii_case(name);
    let mut words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-');
    (brings || is_manifest(file)) && words.any(named)
}

/// Where a comment begins in a line of this file, in bytes.
fn comment(file: &str, line: &str) -> Option<usize> {
    if line.is_empty() || DIRECTIVES.iter().any(|beginning| line.starts_with(beginning)) {
        return None;
    }
    let marks = marks(file);
    if let Some(at) = marks.iter().any(|mark| line.starts_with(mark)).then_some(0) {
        return Some(at);
    }
    // Behind code: not in a text, where the quotes before it are odd in number.
    let behind = marks.iter().filter_map(|mark| line.find(&format!(" {mark} "))).min()?;
    let quotes = line[..behind].bytes().filter(|byte| matches!(byte, b'"' | b'\'' | b'`')).count();
    (quotes % 2 == 0).then_some(behind)
}

fn without_comment<'a>(file: &str, line: &'a str) -> &'a str {
    comment(file, line).map_or(line, |at| &line[..at])
}

/// With what a comment begins in a file of this ending.
fn marks(file: &str) -> &'static [&'static str] {
    match path::extension(file).unwrap_or_default() {
        "py" | "rb" | "sh" | "bash" | "zsh" | "yml" | "yaml" | "toml" | "pl" | "r" | "ex" | "exs" | "tf" | "nix"
        | "jl" | "mk" => &["#", "\"\"\""],
        "sql" | "lua" | "hs" | "elm" => &["--"],
        "html" | "xml" | "svg" | "md" => &["<!--"],
        "vue" | "svelte" => &["//", "/*", "* ", "<!--"],
        "css" => &["/*", "* "],
        "el" | "clj" | "lisp" | "asm" => &[";"],
        "tex" | "erl" => &["%"],
        "php" => &["//", "/*", "* ", "#"],
        extension if extension::language(extension).is_some() || extension::is_program(extension) => {
            &["//", "/*", "* "]
        }
        _ => &[],
    }
}

const fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{26FF}' | '\u{2705}' | '\u{2728}' | '\u{274C}' | '\u{2B50}' | '\u{2764}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(CONSTRUCTS.is_sorted_by_key(|(name, ..)| name));
    }

    #[track_caller]
    fn check(code: Option<Code>, file: &str, gone: &str, came: &str, expected: bool) {
        let code = code.expect("code");
        let lines = ChangedLines { gone: gone.to_owned(), came: came.to_owned() };
        assert_eq!(brings(&code, file, &lines), expected, "{code:?}: {gone:?} -> {came:?}");
    }

    #[test]
    fn letters_that_come_are_seen_and_those_that_stay_are_not() {
        check(literal("unwrap()"), "a.rs", "", "let x = f().unwrap();", true);
        check(literal("unwrap()"), "a.rs", "f().unwrap();", "let x = f().unwrap();", false);
        check(literal("unwrap()"), "a.rs", "", "let x = f().unwrap_or(0);", false);
        check(literal("`any`"), "a.ts", "", "const x: any = f();", true);
        check(literal("`any`"), "a.ts", "", "// any of them", false);
        check(literal("useEffect"), "a.tsx", "", "useEffect(() => {", true);
        check(literal("!important"), "a.css", "", "color: red !important;", true);
        check(literal("useEffect"), "notes.md", "", "useEffect runs twice", false);
    }

    #[test]
    fn what_is_no_code_is_no_literal() {
        for word in ["lodash", "re-exports", "package.json", "e.g.", "src/a.rs", "it.", "TODO", "don't", "API", "v2.1"]
        {
            assert_eq!(literal(word), None, "{word}");
        }
        for word in ["console.log", "--no-verify", "snake_case", "println!", "std::fs", "@ts-ignore"] {
            assert!(literal(word).is_some(), "{word}");
        }
    }

    #[test]
    fn a_library_is_brought_in_by_what_imports_it() {
        let library = || Some(Code::Library("lodash".to_owned()));
        check(library(), "a.ts", "", "import debounce from 'lodash/debounce'", true);
        check(library(), "a.js", "", "const _ = require('lodash');", true);
        check(library(), "package.json", "", "\"lodash\": \"^4.17.21\",", true);
        check(library(), "a.ts", "", "// like lodash does", false);
        check(library(), "a.ts", "", "const lodash = 1;", false);
        check(
            Some(Code::Library("jquery".to_owned())),
            "a.html",
            "",
            "<script src=\"https://x.org/jquery-3.js\"></script>",
            false,
        );
        check(
            Some(Code::Library("jquery".to_owned())),
            "a.html",
            "",
            "<script src=\"/js/jquery.min.js\"></script>",
            true,
        );
    }

    #[test]
    fn what_has_one_name_and_many_forms_is_seen() {
        for (said, file, line) in [
            ("comments", "a.ts", "// retries three times"),
            ("comments", "a.py", "x = 1  # one"),
            ("docstrings", "a.py", "\"\"\"Adds.\"\"\""),
            ("logging", "a.go", "log.Printf(\"done\")"),
            ("print statements", "a.py", "print(x)"),
            ("raw sql", "a.php", "->selectRaw('sum(total)')"),
            ("inline styles", "a.html", "<p style=\"color: red\">"),
            ("unsafe", "a.rs", "unsafe { Mmap::map(&file)? }"),
            ("cops", "a.rb", "def pay # rubocop:disable Metrics/AbcSize"),
            ("emojis", "README.md", "\u{1F680} Getting started"),
            ("todos", "a.rs", "// TODO: later"),
        ] {
            check(construct(said), file, "", line, true);
        }
        for (said, file, line) in [
            ("comments", "a.ts", "const url = 'http://x.org // y';"),
            ("comments", "a.sh", "#!/bin/sh"),
            ("comments", "a.rs", "#[derive(Debug)]"),
            ("logging", "a.ts", "const catalog = dialog.open();"),
            ("unsafe", "a.rs", "// no unsafe here"),
            ("emojis", "README.md", "\u{2192} next"),
        ] {
            check(construct(said), file, "", line, false);
        }
    }
}
