//! Which files of the repository a source file imports: the import lines at its beginning, read by their shape.
//!
//! A line reader and no parser: an import inside a string or comment may be taken for one. That makes at most one file
//! too many "related", which is evidence for nothing.

use super::resolve::{Imported, resolve};
use crate::domain::FileList;
use crate::text::extension::{Language, language};
use crate::text::path::extension;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Lines of a file that are looked at: imports stand at the top.
const LINES: usize = 200;

/// Bytes of a file that are read.
const BYTES: u64 = 64 * 1024;

/// Imported files returned at most.
const MOST_FILES: usize = 32;

/// The files of the list that `file` (a path of the list) imports, in the order of the imports, itself left out. Empty
/// for a language that is not known, or where the file cannot be read.
pub fn imports(root: &Path, file: &str, files: &FileList) -> Vec<String> {
    if reader(file).is_none() {
        return Vec::new();
    }
    let Some(text) = head(&root.join(file)) else { return Vec::new() };
    imports_of(&text, file, files, &|go_mod| go_module(root, go_mod))
}

/// The module that a `go.mod` of the repository names.
pub(super) fn go_module(root: &Path, go_mod: &str) -> Option<String> {
    let text = head(&root.join(go_mod))?;
    text.lines().find_map(|line| line.strip_prefix("module ")).map(|name| name.trim().to_owned())
}

/// True for a file whose imports can be read.
pub(super) fn can_import(file: &str) -> bool {
    reader(file).is_some()
}

/// The same as [`imports`] for a text that is at hand.
pub(super) fn imports_of(
    text: &str,
    file: &str,
    files: &FileList,
    module: &dyn Fn(&str) -> Option<String>,
) -> Vec<String> {
    let Some(read_lines) = reader(file) else { return Vec::new() };
    let lines: Vec<&str> = text.lines().take(LINES).map(str::trim).collect();
    let mut found: Vec<String> = Vec::new();
    for imported in read_lines(&lines) {
        for path in resolve(&imported, file, files, module) {
            if path != file && !found.contains(&path) {
                found.push(path);
            }
            if found.len() == MOST_FILES {
                return found;
            }
        }
    }
    found
}

type Reader = fn(&[&str]) -> Vec<Imported>;

fn reader(file: &str) -> Option<Reader> {
    Some(match language(extension(file)?)? {
        Language::Rust => rust,
        Language::JavaScript => script,
        Language::Python => python,
        Language::Go => go,
        Language::Java | Language::Kotlin | Language::Scala => java,
        Language::C => c,
        Language::Ruby => ruby,
        Language::Php => php,
        Language::CSharp => c_sharp,
        _ => return None,
    })
}

fn head(path: &Path) -> Option<String> {
    // A link could lead out of the repository, a pipe would wait for a writer.
    if !std::fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// `mod x;` and `use a::{b, c};`, which may span lines.
fn rust(lines: &[&str]) -> Vec<Imported> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in lines {
        let code = line.split("//").next().unwrap_or_default();
        let code = without_visibility(code.trim());
        if let Some(name) = code.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            found.push(Imported::RustModule(name.trim().to_owned()));
        }
        let mut statement = match (open.take(), code.strip_prefix("use ")) {
            (Some(begun), _) => begun + code,
            (None, Some(rest)) => rest.to_owned(),
            (None, None) => continue,
        };
        match statement.find(';') {
            Some(end) => {
                statement.truncate(end);
                found.extend(expand(&statement).into_iter().map(Imported::RustPath));
            }
            None => open = Some(statement),
        }
    }
    found
}

/// `pub use x` and `pub(crate) mod x` without the visibility.
fn without_visibility(code: &str) -> &str {
    let Some(rest) = code.strip_prefix("pub") else { return code };
    let rest = match rest.strip_prefix('(') {
        Some(inside) => inside.split_once(')').map_or(rest, |(_, after)| after),
        None => rest,
    };
    rest.trim_start()
}

/// `a::{b, c::{d, e as f}}` as its single paths: `a::b`, `a::c::d`, `a::c::e`.
fn expand(tree: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut prefixes: Vec<String> = vec![String::new()];
    let mut name = String::new();
    let mut end = |name: &mut String, prefix: Option<&String>| {
        let path = name.split(" as ").next().unwrap_or_default().trim();
        if let (false, Some(prefix)) = (path.is_empty(), prefix) {
            paths.push(format!("{prefix}{path}"));
        }
        name.clear();
    };
    for character in tree.chars() {
        match character {
            '{' => {
                let prefix = prefixes.last().map_or("", String::as_str);
                let deeper = format!("{prefix}{}", name.trim());
                prefixes.push(deeper);
                name.clear();
            }
            ',' => end(&mut name, prefixes.last()),
            '}' => {
                end(&mut name, prefixes.last());
                prefixes.pop();
            }
            other => name.push(other),
        }
    }
    end(&mut name, prefixes.last());
    paths
}

/// `import ... from "x"`, `export ... from "x"`, `import "x"`, `import("x")`, `require("x")`, `@import "x"`.
fn script(lines: &[&str]) -> Vec<Imported> {
    let mut found = Vec::new();
    for line in lines {
        for cue in ["from ", "from\"", "from'", "import ", "import\"", "import'", "import(", "require("] {
            let Some(at) = line.find(cue) else { continue };
            // The quote must follow the cue at once: `import x from "y"` has it behind `from`.
            let rest = line[at..].trim_start_matches(|c: char| c.is_alphabetic() || c == '(').trim_start();
            if let Some(name) = quoted(rest) {
                found.push(Imported::Script(name.to_owned()));
            }
        }
    }
    found
}

/// `import a.b as c, d` and `from .a import b, c`, whose names may span lines.
fn python(lines: &[&str]) -> Vec<Imported> {
    let mut found = Vec::new();
    let mut lines = lines.iter();
    while let Some(line) = lines.next() {
        let code = line.split('#').next().unwrap_or_default();
        if let Some(names) = code.strip_prefix("import ") {
            found.extend(python_names(names).map(|name| Imported::Python { module: name.to_owned(), name: None }));
        } else if let Some((module, names)) = code.strip_prefix("from ").and_then(|rest| rest.split_once(" import ")) {
            let mut names = names.trim().to_owned();
            while names.starts_with('(') && !names.contains(')') {
                let Some(next) = lines.next() else { break };
                names.push(' ');
                names.push_str(next.split('#').next().unwrap_or_default());
            }
            let names = names.trim_matches(['(', ')', '\\', ' ']).to_owned();
            found.extend(
                python_names(&names)
                    .map(|name| Imported::Python { module: module.trim().to_owned(), name: Some(name.to_owned()) }),
            );
        }
    }
    found
}

fn python_names(names: &str) -> impl Iterator<Item = &str> {
    names.split(',').filter_map(|name| name.split_whitespace().next())
}

/// `import "x"`, `import name "x"` and the lines of `import ( ... )`.
fn go(lines: &[&str]) -> Vec<Imported> {
    let mut found = Vec::new();
    let mut block = false;
    for line in lines {
        let single = line.strip_prefix("import ");
        if single.is_some_and(|rest| rest.trim_start().starts_with('(')) {
            block = true;
        } else if line.starts_with(')') {
            block = false;
        } else if (block || single.is_some())
            && let Some(name) = line.find('"').and_then(|at| quoted(&line[at..]))
        {
            found.push(Imported::Go(name.to_owned()));
        }
    }
    found
}

/// `package a.b;`, `import a.b.C;`, `import static a.b.C.d;`, with or without the semicolon.
fn java(lines: &[&str]) -> Vec<Imported> {
    let package = lines
        .iter()
        .find_map(|line| line.strip_prefix("package "))
        .map_or("", |name| name.trim_end_matches(';').trim());
    let names = lines.iter().filter_map(|line| line.strip_prefix("import "));
    names
        .map(|name| name.strip_prefix("static ").unwrap_or(name))
        .filter_map(|name| name.split([';', ' ']).next())
        .map(|name| Imported::Java { package: package.to_owned(), name: name.trim_end_matches(".*").to_owned() })
        .collect()
}

/// `#include "x"`; what stands in angle brackets is not the repository's.
fn c(lines: &[&str]) -> Vec<Imported> {
    let directives = lines.iter().filter_map(|line| line.strip_prefix('#')).map(str::trim_start);
    let includes = directives.filter_map(|line| line.strip_prefix("include").or_else(|| line.strip_prefix("import")));
    includes.filter_map(|rest| quoted(rest.trim_start())).map(|name| Imported::C(name.to_owned())).collect()
}

/// `require_relative "x"` and `require "x"`.
fn ruby(lines: &[&str]) -> Vec<Imported> {
    let calls = lines.iter().filter_map(|line| line.strip_prefix("require"));
    calls
        .filter_map(|rest| {
            let near = rest.strip_prefix("_relative");
            let name = quoted(near.unwrap_or(rest).trim_start_matches(['(', ' ']))?;
            Some(Imported::Ruby { near: near.is_some(), name: name.to_owned() })
        })
        .collect()
}

/// `use A\B\C;` and `require_once __DIR__ . "/x.php"`.
fn php(lines: &[&str]) -> Vec<Imported> {
    let mut found = Vec::new();
    for line in lines {
        if let Some(name) = line.strip_prefix("use ") {
            let name = name.trim_start_matches("function ").split([';', ' ', '{', ',']).next().unwrap_or_default();
            found.push(Imported::PhpName(name.trim_matches('\\').to_owned()));
        } else if ["require", "include"].iter().any(|cue| line.starts_with(cue))
            && let Some(name) = line.find(['"', '\'']).and_then(|at| quoted(&line[at..]))
        {
            found.push(Imported::PhpFile(name.to_owned()));
        }
    }
    found
}

/// `using A.B;`, `using static A.B.C;`, `using X = A.B.C;`.
fn c_sharp(lines: &[&str]) -> Vec<Imported> {
    let names = lines.iter().filter_map(|line| line.trim_start_matches("global ").strip_prefix("using "));
    names
        .filter_map(|rest| rest.strip_suffix(';'))
        .filter_map(|rest| rest.rsplit(['=', ' ']).next())
        .map(|name| Imported::CSharp(name.trim().to_owned()))
        .collect()
}

/// The content of the quoted text with which `text` begins.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let inside = &text[1..];
    inside.find(quote).map(|end| &inside[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Lays out a repository of empty files beside `file`, which holds `content`, and compares what it imports.
    #[track_caller]
    fn check(file: &str, content: &str, others: &[&str], expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in
            others.iter().map(|other| other.split_once('=').unwrap_or((other, ""))).chain([(file, content)])
        {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let paths = others.iter().map(|other| other.split('=').next().unwrap_or_default()).chain([file]);
        let files = FileList::new(paths.map(str::to_owned).collect(), false);
        assert_eq!(imports(folder.path(), file, &files), expected);
    }

    #[test]
    fn rust_modules_and_paths() {
        check(
            "src/lib.rs",
            "pub mod auth;\nmod store; // kept\npub(crate) mod a;\nmod gone;\nmod inline {",
            &["src/auth/mod.rs", "src/store.rs", "src/a.rs"],
            &["src/auth/mod.rs", "src/store.rs", "src/a.rs"],
        );
        check(
            "src/auth/token.rs",
            "use crate::store::{self, row::{Row, iso as time},\n    Query};\nuse super::session::Id;\nuse std::fs;\nmod parse;",
            &[
                "src/main.rs",
                "src/store/mod.rs",
                "src/store/row.rs",
                "src/auth/session.rs",
                "src/auth/token/parse.rs",
                "src/fs.rs",
            ],
            &["src/store/mod.rs", "src/store/row.rs", "src/auth/session.rs", "src/auth/token/parse.rs"],
        );
        check(
            "crates/x/src/a/b.rs",
            "use crate::c;",
            &["crates/x/src/lib.rs", "crates/x/src/c.rs", "src/c.rs"],
            &["crates/x/src/c.rs"],
        );
    }

    #[test]
    fn script_specifiers() {
        check(
            "src/auth/token.ts",
            "import { a } from './session';\nimport type {\n  B,\n} from \"../lib/b.js\";\nexport * from './types'\nimport './side.css'\nconst c = require('../../conf.json');\nconst d = await import('./lazy');\nimport x from 'react';\nimport y from '@/ui/button';",
            &[
                "src/auth/session.ts",
                "src/lib/b.ts",
                "src/auth/types/index.ts",
                "src/auth/side.css",
                "conf.json",
                "src/auth/lazy.tsx",
                "src/ui/button.tsx",
                "react.js",
            ],
            &[
                "src/auth/session.ts",
                "src/lib/b.ts",
                "src/auth/types/index.ts",
                "src/auth/side.css",
                "conf.json",
                "src/auth/lazy.tsx",
                "src/ui/button.tsx",
            ],
        );
        check("a.js", "import x from '../../../../etc/passwd'; import './a.js'", &["etc/passwd"], &[]);
    }

    #[test]
    fn python_modules() {
        check(
            "app/auth/token.py",
            "import os, app.config as config\nfrom . import session\nfrom ..db import (\n    models,  # rows\n    Query,\n)\nfrom app.util.text import clean\nfrom .gone import x\n",
            &[
                "app/config.py",
                "app/auth/session.py",
                "app/db/__init__.py",
                "app/db/models.py",
                "app/util/text.py",
                "os.txt",
            ],
            &["app/config.py", "app/auth/session.py", "app/db/models.py", "app/db/__init__.py", "app/util/text.py"],
        );
        check("src/pkg/a.py", "from pkg.b import c\n", &["src/pkg/b.py"], &["src/pkg/b.py"]);
    }

    #[test]
    fn go_packages() {
        check(
            "cmd/api/main.go",
            "package main\nimport (\n\t\"fmt\"\n\n\tauth \"example.com/x/internal/auth\"\n)\nimport \"example.com/x/db\"\n",
            &[
                "go.mod=module example.com/x\n\ngo 1.22\n",
                "internal/auth/token.go",
                "internal/auth/token_test.go",
                "internal/auth/deep/d.go",
                "db/db.go",
                "fmt/x.go",
            ],
            &["internal/auth/token.go", "db/db.go"],
        );
    }

    #[test]
    fn java_and_kotlin_classes() {
        check(
            "core/src/test/java/com/x/auth/TokenTest.java",
            "package com.x.auth;\nimport com.x.auth.Token;\nimport static com.x.db.Rows.all;\nimport java.util.List;\nimport com.x.ui.*;\n",
            &[
                "core/src/main/java/com/x/auth/Token.java",
                "core/src/main/java/com/x/db/Rows.java",
                "core/src/main/java/com/x/ui/A.kt",
            ],
            &[
                "core/src/main/java/com/x/auth/Token.java",
                "core/src/main/java/com/x/db/Rows.java",
                "core/src/main/java/com/x/ui/A.kt",
            ],
        );
        check("src/a/B.kt", "package a\nimport a.c.D\n", &["src/a/c/D.kt"], &["src/a/c/D.kt"]);
    }

    #[test]
    fn the_other_languages() {
        check(
            "src/net/tcp.c",
            "#include <stdio.h>\n#include \"tcp.h\"\n# include \"util/buf.h\"\n#include \"../log.h\"\n",
            &["src/net/tcp.h", "include/util/buf.h", "src/log.h", "stdio.h"],
            &["src/net/tcp.h", "include/util/buf.h", "src/log.h"],
        );
        check(
            "lib/a/b.rb",
            "require 'json'\nrequire_relative '../c'\nrequire \"a/d\"\n",
            &["lib/c.rb", "lib/a/d.rb"],
            &["lib/c.rb", "lib/a/d.rb"],
        );
        check(
            "app/Http/Login.php",
            "<?php\nuse App\\Models\\User;\nuse Vendor\\Thing;\nrequire_once __DIR__ . '/../helpers.php';\n",
            &["app/Models/User.php", "app/helpers.php"],
            &["app/Models/User.php", "app/helpers.php"],
        );
        check(
            "src/Shop.Web/Pages/Cart.cs",
            "using System;\nusing Shop.Web.Models;\n",
            &["src/Shop.Web/Models/Item.cs", "src/Shop.Web/Models/Deep/X.cs"],
            &["src/Shop.Web/Models/Item.cs"],
        );
    }

    #[test]
    fn what_is_no_source_file_imports_nothing() {
        check("README.md", "import './a'", &["a.ts"], &[]);
        check("Makefile", "include a", &["a"], &[]);
        let folder = tempfile::tempdir().unwrap();
        assert!(imports(folder.path(), "gone.rs", &FileList::default()).is_empty());
        std::fs::create_dir(folder.path().join("dir.rs")).unwrap();
        assert!(imports(folder.path(), "dir.rs", &FileList::default()).is_empty());
    }

    #[test]
    fn a_file_with_many_imports_is_cut() {
        let names: Vec<String> = (0..100).map(|i| format!("m{i:03}.ts")).collect();
        let content = (0..100).map(|i| format!("import './m{i:03}'")).collect::<Vec<_>>().join("\n");
        let others: Vec<&str> = names.iter().map(String::as_str).collect();
        check("a.ts", &content, &others, &others[..MOST_FILES]);
    }

    proptest! {
        #[test]
        fn no_text_breaks_a_reader(text in "[a-z{}()'\" .,;:#\\\\/\néß]{0,200}", which in 0_usize..9) {
            let name = ["a.rs", "a.ts", "a.py", "a.go", "a.java", "a.c", "a.rb", "a.php", "a.cs"][which];
            let prefix = ["use ", "import ", "from ", "import ", "import ", "#include ", "require ", "use ", "using "][which];
            let text = format!("{prefix}{text}");
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let files = FileList::new(vec!["b/c.rs".into(), "b.ts".into(), "b/__init__.py".into()], false);
            for imported in reader(name).map(|read| read(&lines)).unwrap_or_default() {
                for path in resolve(&imported, name, &files, &|_| None) {
                    prop_assert!(files.has_file(&path));
                }
            }
        }
    }
}
