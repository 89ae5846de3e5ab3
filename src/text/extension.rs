//! What the extension of a file's name tells: the language of a source, prose, or only that the word is the name of a file.
//!
//! Owns the tables. A language, or a kind of file, that is to be known is one new entry; who needs to leave some of them out says so
//! where it asks. Extensions are asked for in lower case and without the dot.

use crate::text::word_set::sorted;
use Language::{
    C, CSharp, Cython, Dart, Elixir, Go, Html, Java, JavaScript, Kotlin, Lua, Other, Php, PowerShell, Python, Ruby,
    Rust, Scala, Shell, Sql, Style, Swift,
};

/// The language of a source. Extensions that import one another are one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, C++ and Objective-C.
    C,
    /// C#.
    CSharp,
    /// Cython.
    Cython,
    /// Dart.
    Dart,
    /// Elixir.
    Elixir,
    /// Go.
    Go,
    /// HTML.
    Html,
    /// Java.
    Java,
    /// JavaScript, TypeScript, and the components that are written in them.
    JavaScript,
    /// Kotlin.
    Kotlin,
    /// Lua.
    Lua,
    /// PHP.
    Php,
    /// PowerShell.
    PowerShell,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// Scala.
    Scala,
    /// Shells other than PowerShell.
    Shell,
    /// SQL.
    Sql,
    /// Style sheets.
    Style,
    /// Swift.
    Swift,
    /// A language of which nothing else is known here.
    Other,
}

/// Sources. Sorted.
#[rustfmt::skip]
const LANGUAGES: &[(&str, Language)] = &[
    ("astro", JavaScript), ("bash", Shell), ("c", C), ("cc", C), ("cjs", JavaScript), ("clj", Other), ("cpp", C),
    ("cs", CSharp), ("css", Style), ("cts", JavaScript), ("cxx", C), ("dart", Dart), ("el", Other), ("elm", Other),
    ("erl", Other), ("ex", Elixir), ("exs", Elixir), ("fish", Shell), ("fs", Other), ("go", Go), ("groovy", Other), ("h", C),
    ("hh", C), ("hpp", C), ("hs", Other), ("htm", Html), ("html", Html), ("hxx", C), ("java", Java), ("jl", Other),
    ("js", JavaScript), ("jsx", JavaScript), ("kt", Kotlin), ("kts", Kotlin), ("less", Style), ("lua", Lua), ("m", C),
    ("mjs", JavaScript), ("ml", Other), ("mm", C), ("mts", JavaScript), ("nim", Other), ("php", Php), ("pl", Other),
    ("ps1", PowerShell), ("psm1", PowerShell), ("pxd", Cython), ("py", Python), ("pyi", Python), ("pyx", Cython), ("r", Other),
    ("rake", Ruby), ("rb", Ruby), ("rs", Rust), ("sass", Style), ("scala", Scala), ("scss", Style), ("sh", Shell),
    ("sol", Other), ("sql", Sql), ("styl", Style), ("svelte", JavaScript), ("swift", Swift), ("tcl", Other), ("ts", JavaScript),
    ("tsx", JavaScript), ("vb", Other), ("vue", JavaScript), ("zig", Other), ("zsh", Shell),
];

/// Prose with marks.
const PROSE: &[&str] = sorted(&["adoc", "markdown", "md", "mdc", "mdx", "rst"]);

/// What else files are: settings, data, templates, pictures.
#[rustfmt::skip]
const OTHERS: &[&str] = sorted(&[
    "avsc", "bat", "bib", "bzl", "cfg", "cmake", "cmd", "conf", "cshtml", "csproj", "csv", "cue", "diff", "dockerfile", "edn",
    "ejs", "env", "erb", "feature", "gif", "gotmpl", "gql", "gradle", "graphql", "haml", "hbs", "hcl", "http", "ico", "ini",
    "ipynb", "j2", "jinja", "jpeg", "jpg", "json", "json5", "jsonc", "jsonl", "liquid", "lock", "log", "mako", "mk", "mmd",
    "mod", "nix", "odt", "patch", "pdf", "plist", "png", "po", "pot", "prisma", "properties", "proto", "pug", "sbt", "slim",
    "sln", "snap", "srt", "sum", "svg", "tape", "tex", "tf", "tfvars", "tmpl", "toml", "tpl", "tsv", "twig", "txt", "vim",
    "wasm", "webp", "wit", "wxs", "xml", "xsd", "yaml", "yml",
]);

/// Extensions of files that are run by their own name or through an interpreter. `t` is a test of Perl's.
#[rustfmt::skip]
const SCRIPTS: &[&str] = sorted(&[
    "R", "bash", "bat", "js", "lua", "mjs", "php", "pl", "ps1", "py", "r", "rb", "sh", "t", "ts",
]);

/// Products whose names look like files, in lower case.
#[rustfmt::skip]
const PRODUCTS: &[&str] = sorted(&[
    "alpine.js", "asp.net", "chart.js", "d3.js", "discord.js", "express.js", "moment.js", "nest.js", "next.js", "node.js", "nuxt.js",
    "socket.io", "solid.js", "three.js", "vue.js",
]);

/// The language of a source with this extension.
pub fn language(extension: &str) -> Option<Language> {
    LANGUAGES.binary_search_by(|(known, _)| (*known).cmp(extension)).ok().map(|at| LANGUAGES[at].1)
}

/// True for the source of a program; pages, style sheets and queries are none.
pub fn is_program(extension: &str) -> bool {
    language(extension).is_some_and(|language| !matches!(language, Html | Sql | Style))
}

/// True for prose that is laid out with marks: Markdown and its like. `txt` is not among it: much of that is data.
pub fn is_prose(extension: &str) -> bool {
    PROSE.binary_search(&extension).is_ok()
}

/// True for a file that is run. Some are asked for by what people type, so that `R` is known as `r`.
pub fn is_script(extension: &str) -> bool {
    SCRIPTS.binary_search(&extension).is_ok()
}

/// True for an extension by which a word with a dot is the name of a file: "token.rs" and not "io.Discard".
pub fn is_known(extension: &str) -> bool {
    language(extension).is_some() || is_prose(extension) || OTHERS.binary_search(&extension).is_ok()
}

/// True for the name of a product that looks like a file's: "node.js".
pub fn is_product(name: &str) -> bool {
    PRODUCTS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_share_nothing() {
        assert!(LANGUAGES.is_sorted_by_key(|(known, _)| known));
        for extension in OTHERS {
            assert!(language(extension).is_none() && !is_prose(extension), "{extension}");
        }
    }

    #[test]
    fn an_extension_tells_what_a_file_is() {
        assert!(language("tsx") == language("mjs") && language("kt") != language("java"));
        assert!(is_program("c") && is_program("sh") && !is_program("css") && !is_program("md") && !is_program("json"));
        assert!(is_prose("mdx") && !is_prose("txt"));
        assert!(is_known("rs") && is_known("md") && is_known("lock") && !is_known("discard") && !is_known(""));
    }
}
