//! Whether lines of code hold what the user does not want to see there.
//!
//! Owns the table of what people have one word for and code writes in many ways, and where a comment begins. Which words of a limit name
//! code is read in `goal::constraint::object::code`.

use crate::domain::{Called, ChangedLines, Code};
use crate::text::dependency::is_manifest;
use crate::text::extension::Language::{Cython, Elixir, Html, Lua, Php, PowerShell, Python, Ruby, Shell, Sql};
use crate::text::extension::{self, is_prose};
use crate::text::path;
use crate::text::words::words;

/// What people rule out with one word, the ways in which they say it, and how code writes it. Beginnings and ends that are letters must
/// be those of a word. Sorted by the first.
#[rustfmt::skip]
const CONSTRUCTS: &[(&str, &[&str], &[&str])] = &[
    ("any", &["any type", "any types", "anys"], &[": any", ":any", "as any", "<any>", "any[]", ", any>", ": Any", "-> Any", "interface{}"]),
    ("async", &["async/await", "async code"], &["async ", "await "]),
    ("casts", &["type casts", "type assertions", "type assertion"], &["as unknown", "as any", "as never", "static_cast", "reinterpret_cast"]),
    ("classes", &["class components"], &["class "]),
    ("clone", &["clones", "cloning"], &[".clone()", ".cloned()"]),
    ("console logs", &["console log", "console.log", "console.logs", "console statements"], &["console."]),
    ("default exports", &["default export"], &["export default"]),
    ("emojis", &["emoji"], &[]),
    ("enums", &["enum"], &["enum "]),
    ("global variables", &["global variable", "globals", "global vars"], &["static mut", "globalThis."]),
    ("goto", &["gotos"], &["goto "]),
    ("inline styles", &["inline style", "inline css", "inline-styles"], &["style=\"", "style='", "style={{"]),
    ("lambdas", &["lambda"], &["lambda "]),
    ("logging", &["logs", "logger", "loggers", "log statements", "log lines", "log output"],
        &["console.", "log.", "logger.", "logging.", "slog.", "println!", "print(", "printf(", "eprintln!", "dbg!", "debug!", "info!", "warn!",
        "trace!", "Log.", "Logger.", "fmt.Print", "fmt.Printf", "fmt.Println", "System.out", "NSLog(", "var_dump(", "Log::", "logger->",
        "error_log("]),
    ("macros", &["macro"], &["macro_rules!", "#define"]),
    ("mocks", &["mock", "mocking", "stubs", "mocked services"],
        &["mock", "mocks", "Mock", "MagicMock", "jest.fn", "jest.mock", "vi.fn", "vi.mock", "@patch", "mock.patch", "sinon", "gomock", "Mockito", "mockk"]),
    ("panics", &["panic"], &["panic!(", "panic("]),
    ("prints", &["print", "print statements", "printing", "println"], &["print(", "println!", "printf(", "puts ", "System.out", "fmt.Print", "fmt.Printf", "fmt.Println"]),
    ("raw sql", &["raw queries", "sql strings", "plain sql", "hand-written sql"],
        &["DB::raw(", "DB::select(", "DB::statement(", "whereRaw(", "selectRaw(", "orderByRaw(", "groupByRaw(", ".raw(", "$queryRaw",
        "$executeRaw", "find_by_sql", "exec_query", "createNativeQuery("]),
    ("regex", &["regexes", "regexp", "regular expressions"],
        &["Regex", "RegExp", "regexp.", "re.compile(", "re.match(", "re.search(", "re.sub(", "re.findall(", "preg_match(", "preg_replace("]),
    ("skipped tests", &["skipped test", "test skips"],
        &["it.skip(", "test.skip(", "describe.skip(", "t.Skip(", "t.Skipf(", "@skip", "@unittest.skip", "pytest.skip(", "@pytest.mark.skip",
        "pytest.mark.xfail", "#[ignore", "xit(", "xdescribe(", "xtest(", "@Disabled", "@Ignore", "markTestSkipped("]),
    ("sleeps", &["sleep", "sleeping"], &["sleep(", "sleep!", "Sleep(", "setTimeout(", "time.sleep("]),
    ("suppressions", &["cops", "eslint comments", "eslint rules", "eslint-disable", "eslint-disables", "lint rules", "lint warnings", "noqa", "noqas", "ts-ignore", "ts-ignores", "type ignores", "type: ignore",
        "type:ignore"],
        &["eslint-disable", "eslint-disable-line", "eslint-disable-next-line", "@ts-ignore", "@ts-expect-error", "@ts-nocheck", "noqa",
        "type: ignore", "nolint", "rubocop:disable", "#[allow(", "@SuppressWarnings", "phpcs:ignore", "@phpstan-ignore", "pylint: disable",
        "stylelint-disable", "swiftlint:disable", "NOLINT"]),
    ("ternaries", &["ternary"], &[" ? "]),
    ("todos", &["todo", "fixmes", "todo comments"], &["TODO", "FIXME", "XXX", "todo!", "unimplemented!", "NotImplementedError"]),
    ("try/catch", &["try catch", "try-catch", "try blocks", "try/except", "try except"], &["try {", "catch (", "catch {", "try:", "except:", "except "]),
    ("unsafe", &["unsafe code", "unsafe blocks"], &["unsafe {", "unsafe extern", "unsafe fn", "unsafe impl", "unsafe trait"]),
    ("unwrap", &["unwraps", "unwrapping"], &[".unwrap()"]),
    ("var", &["vars"], &["var "]),
];

/// How comments are called, in the languages in which limits are heard.
#[rustfmt::skip]
const COMMENTS: [&str; 14] = [
    "code comments", "comment", "commentaar", "commentaire", "commentaires", "comentario", "comentarios", "comentários", "comments", "commenti",
    "kommentare", "kommentaren", "komentarzy", "комментариев",
];

/// The name under which comments are held.
const COMMENT: &str = "comments";

/// Beginnings of lines that look like comments and are none.
const DIRECTIVES: [&str; 11] =
    ["#!", "#[", "#include", "#define", "#if", "#ifdef", "#ifndef", "#endif", "#else", "#pragma", "#undef"];

/// Parts of comments that tools read, in lower case.
#[rustfmt::skip]
const FOR_TOOLS: [&str; 21] = [
    "-*-", "//go:", "@license", "@ts-", "@vitest", "c8 ignore", "code generated", "coding:", "copyright", "eslint", "fmt:", "frozen_string_literal",
    "istanbul", "nolint", "noqa", "prettier-ignore", "pylint", "rubocop:", "spdx", "type:", "webpack",
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
    Called { deeds: vec!["use".to_owned()], names, ..Called::default() }
}

/// What was typed as it would stand in code: in backticks, with the marks of a call or an option, or, where it is used and not only missing,
/// as an identifier of several words: "no `user_id`" mostly tells what is not there.
pub fn literal(raw: &str, used: bool) -> Option<Code> {
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
    let is_code = quoted || called || option || marked || used && several(bare);
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
            let shows = |line: &str| CONSTRUCTS[at].2.iter().any(|letters| has(line, letters));
            match name.as_str() {
                // Of these comments are the very place.
                "suppressions" | "todos" => shows(line),
                "inline styles" => shows(without_comment(file, line)),
                _ => shows(&without_texts(without_comment(file, line))),
            }
        }
        Code::Literal(letters) => has(&without_texts(without_comment(file, line)), letters),
        // "Don't use malloc": a function is called, and no import shows it.
        Code::Library(name) => {
            let line = without_comment(file, line);
            brings_in(file, line, name) || line.contains(name) && has(&without_texts(line), &format!("{name}("))
        }
    }
}

/// A line without what stands in quotes: what a program says is no code. One `'` alone is none: a lifetime, or "can't".
fn without_texts(line: &str) -> String {
    let paired = line.matches('\'').count().is_multiple_of(2);
    let mut quote: Option<char> = None;
    let mut code = String::with_capacity(line.len());
    for letter in line.chars() {
        if quote.is_some() {
            quote = quote.filter(|open| *open != letter);
        } else if matches!(letter, '"' | '`') || letter == '\'' && paired {
            quote = Some(letter);
        } else {
            code.push(letter);
        }
    }
    code
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
    let named = |word: &str| {
        let rest = word.to_lowercase().strip_prefix(name).map(str::to_owned);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    };
    let extension = path::extension(file).unwrap_or_default();
    if is_manifest(file) {
        // The key and not what a script says: `"lodash": "^4"`, `lodash = "4"`, `gem "lodash"`.
        let key = line.strip_prefix("gem ").unwrap_or(line).trim_start_matches(['"', '\'']);
        return named(key) || extension == "mod" && parts(line).any(named);
    }
    let quoted = || line.split(['"', '\'']).skip(1).step_by(2);
    match extension {
        "py" | "rs" | "rb" => {
            let from = ["import ", "from ", "use ", "extern crate ", "require "]
                .iter()
                .find_map(|begins| line.strip_prefix(begins));
            from.is_some_and(|from| named(from.trim_start_matches(['"', '\''])))
        }
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "vue" | "svelte" => {
            let brings =
                line.starts_with("import") || ["require(", "import(", " from "].iter().any(|mark| line.contains(mark));
            // What begins with a dot or an alias is the project's own.
            brings && quoted().any(|from| named(from.trim_start_matches('@')))
        }
        // In a block of Go's imports the path stands alone.
        "go" => (line.starts_with("import") || line.starts_with('"')) && quoted().any(|from| parts(from).any(named)),
        "html" => (line.contains("<script") || line.contains("<link")) && quoted().any(|from| parts(from).any(named)),
        _ => {
            ["#include", "@import", "@use", "import ", "using "].iter().any(|begins| line.starts_with(begins))
                && parts(line).any(named)
        }
    }
}

/// The words of a path or an import.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-')
}

/// Where a comment begins in a line of this file, in bytes. What tools read is none.
fn comment(file: &str, line: &str) -> Option<usize> {
    if line.is_empty() || DIRECTIVES.iter().any(|beginning| line.starts_with(beginning)) {
        return None;
    }
    let marks = marks(file);
    let behind = || {
        // Behind code: not in a text, where the quotes before it are odd in number.
        let behind = marks.iter().filter_map(|mark| line.find(&format!(" {mark} "))).min()?;
        let quotes = line[..behind].bytes().filter(|byte| matches!(byte, b'"' | b'\'' | b'`')).count();
        (quotes % 2 == 0).then_some(behind)
    };
    let at = if marks.iter().any(|mark| line.starts_with(mark)) { Some(0) } else { behind() }?;
    let said = line[at..].to_lowercase();
    (!FOR_TOOLS.iter().any(|part| said.contains(part))).then_some(at)
}

fn without_comment<'a>(file: &str, line: &'a str) -> &'a str {
    comment(file, line).map_or(line, |at| &line[..at])
}

/// With what a comment begins in a file of this ending.
fn marks(file: &str) -> &'static [&'static str] {
    if matches!(path::base_name(file), "Dockerfile" | "Makefile" | "justfile") {
        return &["#"];
    }
    let extension = path::extension(file).unwrap_or_default();
    match (extension, extension::language(extension)) {
        ("yml" | "yaml" | "toml" | "pl" | "r" | "tf" | "nix" | "jl" | "mk" | "tcl" | "nim", _)
        | (_, Some(Python | Cython | Ruby | Shell | PowerShell | Elixir)) => &["#"],
        ("hs" | "elm", _) | (_, Some(Sql | Lua)) => &["--"],
        ("xml" | "svg", _) | (_, Some(Html)) => &["<!--"],
        ("vue" | "svelte", _) => &["//", "/*", "<!--"],
        ("jsx" | "tsx", _) => &["//", "/*", "{/*"],
        ("css", _) => &["/*"],
        ("el" | "clj" | "lisp" | "asm", _) => &[";"],
        ("tex" | "erl", _) => &["%"],
        ("ml", _) => &["(*"],
        ("vb", _) => &["'"],
        (_, Some(Php)) => &["//", "/*", "#"],
        (_, Some(_)) => &["//", "/*"],
        _ => &[],
    }
}

const fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1F300}'..='\u{1FAFF}' | '\u{2705}' | '\u{2728}' | '\u{274C}' | '\u{2B50}' | '\u{2764}')
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
        check(literal("unwrap()", false), "a.rs", "", "let x = f().unwrap();", true);
        check(literal("unwrap()", false), "a.rs", "f().unwrap();", "let x = f().unwrap();", false);
        check(literal("unwrap()", false), "a.rs", "", "let x = f().unwrap_or(0);", false);
        check(literal("`any`", false), "a.ts", "", "const x: any = f();", true);
        check(literal("`any`", false), "a.ts", "", "// any of them", false);
        check(literal("useEffect", true), "a.tsx", "", "useEffect(() => {", true);
        check(literal("!important", false), "a.css", "", "color: red !important;", true);
        check(literal("useEffect", true), "notes.md", "", "useEffect runs twice", false);
    }

    #[test]
    fn what_stands_in_a_comment_of_the_language_is_no_code() {
        let any = || literal("`any`", false);
        for (file, line) in [
            ("a.pyi", "x: int  # any of them"),
            ("a.pyx", "# any"),
            ("Rakefile.rake", "# any"),
            ("a.fish", "# any"),
            ("a.ps1", "# any"),
            ("a.lua", "-- any"),
            ("a.htm", "<!-- any -->"),
            ("a.ml", "(* any *)"),
            ("a.go", "// any"),
        ] {
            check(any(), file, "", line, false);
        }
        check(any(), "a.pyi", "", "x: any // 2", true);
    }

    #[test]
    fn what_is_no_code_is_no_literal() {
        for word in ["lodash", "re-exports", "package.json", "e.g.", "src/a.rs", "it.", "TODO", "don't", "API", "v2.1"]
        {
            assert_eq!(literal(word, true), None, "{word}");
        }
        for word in ["console.log", "--no-verify", "snake_case", "println!", "std::fs", "@ts-ignore"] {
            assert!(literal(word, true).is_some(), "{word}");
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
        check(library(), "a.ts", "", "import lodash from './lodash'", false);
        check(library(), "a.ts", "", "import map from 'lodash-es'", true);
        check(library(), "package.json", "", "\"lint\": \"depcheck --ignores lodash\",", false);
        check(Some(Code::Library("gorm".to_owned())), "a.go", "", "\"gorm.io/gorm\"", true);
        check(
            Some(Code::Library("exceptions".to_owned())),
            "a.py",
            "",
            "from rest_framework.exceptions import NotFound",
            false,
        );
        check(
            Some(Code::Library("jquery".to_owned())),
            "a.html",
            "",
            "<script src=\"https://x.org/jquery-3.js\"></script>",
            true,
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
            ("comments", "Dockerfile", "# the user"),
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
            ("unsafe", "a.rs", "#![deny(unsafe)]"),
            ("comments", "a.ts", "/* eslint-disable no-console */"),
            ("comments", "a.py", "x = 1  # noqa"),
            ("comments", "a.css", "* { margin: 0 }"),
            ("mocks", "a.ts", "await request(app).patch('/orders/1')"),
            ("raw sql", "a.ts", "return command.execute(input)"),
            ("logging", "a.ts", "throw new Error('could not log. Try again')"),
            ("any", "a.ts", "label('note: any value')"),
            ("enums", "a.ts", "status: z.enum(['open'])"),
            ("console logs", "a.ts", "logger.info(done)"),
            ("emojis", "README.md", "\u{2192} next"),
        ] {
            check(construct(said), file, "", line, false);
        }
    }
}
