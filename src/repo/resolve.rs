//! From what an import says to files of the list, language by language. Nothing outside the list is ever named.

use crate::domain::FileList;
use crate::text::path::{folder, stem};

/// Files of one imported package or namespace at most.
const MOST_OF_A_FOLDER: usize = 8;

/// What one import names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Imported {
    /// `mod x;`
    RustModule(String),
    /// One path of a `use`.
    RustPath(String),
    /// The specifier of a JavaScript or TypeScript import.
    Script(String),
    /// A module and, for `from module import name`, the name.
    Python { module: String, name: Option<String> },
    /// A package path.
    Go(String),
    /// A class or package, seen from a file of `package`.
    Java { package: String, name: String },
    /// An included header.
    C(String),
    /// A feature; `near` when it is relative to the file.
    Ruby { near: bool, name: String },
    /// A class by its namespace.
    PhpName(String),
    /// A file.
    PhpFile(String),
    /// A namespace or type.
    CSharp(String),
}

/// The files of the list that the import of `file` stands for. `module` reads the module name of a `go.mod`.
pub(super) fn resolve(
    imported: &Imported,
    file: &str,
    files: &FileList,
    module: &dyn Fn(&str) -> Option<String>,
) -> Vec<String> {
    match imported {
        Imported::RustModule(name) => rust_file(files, &join(&rust_folder(file), name)),
        Imported::RustPath(path) => rust_path(path, file, files),
        Imported::Script(name) => script(name, file, files),
        Imported::Python { module, name } => python(module, name.as_deref(), file, files),
        Imported::Go(package) => go(package, file, files, module),
        Imported::Java { package, name } => java(package, name, file, files),
        Imported::C(name) => {
            let near = climb(folder(file), name);
            let usual = ["", "include", "src"].map(|base| climb(base, name));
            first(files, near.into_iter().chain(usual.into_iter().flatten()))
        }
        Imported::Ruby { near, name } => {
            let bases = if *near { vec![folder(file)] } else { vec!["lib", "app", ""] };
            let places = bases.into_iter().filter_map(|base| climb(base, name));
            first(files, places.flat_map(|place| [format!("{place}.rb"), place]))
        }
        Imported::PhpName(name) => php_name(name, files),
        Imported::PhpFile(name) => {
            let relative = name.trim_start_matches('/');
            first(files, [folder(file), ""].into_iter().filter_map(|base| climb(base, relative)))
        }
        Imported::CSharp(name) => c_sharp(name, file, files),
    }
}

/// The first candidate that is listed.
fn first(files: &FileList, candidates: impl IntoIterator<Item = String>) -> Vec<String> {
    candidates.into_iter().find(|candidate| files.has_file(candidate)).into_iter().collect()
}

fn join(base: &str, rest: &str) -> String {
    if base.is_empty() { rest.to_owned() } else { format!("{base}/{rest}") }
}

/// `rest` seen from the folder `base`, with `.` and `..` resolved; `None` when it leaves the repository.
fn climb(base: &str, rest: &str) -> Option<String> {
    let mut kept: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                kept.pop()?;
            }
            name => kept.push(name),
        }
    }
    Some(kept.join("/"))
}

/// A folder and those above it, the nearest first, the root ("") last.
fn upwards(start: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(start), |path| if path.is_empty() { None } else { Some(folder(path)) })
}

/// The folder in which a Rust file's own modules lie.
fn rust_folder(file: &str) -> String {
    match stem(file) {
        "mod" | "lib" | "main" => folder(file).to_owned(),
        name => join(folder(file), name),
    }
}

fn rust_file(files: &FileList, module: &str) -> Vec<String> {
    first(files, [format!("{module}.rs"), format!("{module}/mod.rs")])
}

fn rust_path(path: &str, file: &str, files: &FileList) -> Vec<String> {
    let mut parts: Vec<&str> =
        path.split("::").map(str::trim).filter(|part| !matches!(*part, "self" | "*" | "")).collect();
    let base = if path.starts_with("self::") {
        rust_folder(file)
    } else if parts.first() == Some(&"super") {
        let mut base = rust_folder(file);
        while parts.first() == Some(&"super") {
            parts.remove(0);
            base = folder(&base).to_owned();
        }
        base
    } else if parts.first() == Some(&"crate") {
        parts.remove(0);
        let root = upwards(folder(file))
            .find(|above| ["lib.rs", "main.rs"].iter().any(|name| files.has_file(&join(above, name))));
        root.unwrap_or_else(|| folder(file)).to_owned()
    } else {
        return Vec::new();
    };
    // The last parts name items: the longest path that is a file is the module they come from.
    (1..=parts.len())
        .rev()
        .map(|count| rust_file(files, &join(&base, &parts[..count].join("/"))))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn script(name: &str, file: &str, files: &FileList) -> Vec<String> {
    const EXTENSIONS: [&str; 13] =
        ["ts", "tsx", "d.ts", "js", "jsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "json", "css"];
    let name = name.split(['?', '#']).next().unwrap_or(name);
    let places: Vec<String> = if name.starts_with('.') {
        climb(folder(file), name).into_iter().collect()
    } else if let Some(rest) = name.strip_prefix("@/").or_else(|| name.strip_prefix("~/")) {
        // The custom of bundlers: the folder of sources, in the nearest package that has one.
        upwards(folder(file))
            .flat_map(|above| [join(above, "src"), above.to_owned()])
            .filter_map(|base| climb(&base, rest))
            .collect()
    } else {
        return Vec::new();
    };
    first(
        files,
        places.into_iter().flat_map(|place| {
            // With ES modules the import of `b.ts` says `b.js`.
            let source = ["js", "jsx", "mjs", "cjs"]
                .into_iter()
                .find_map(|ending| place.strip_suffix(ending)?.strip_suffix('.').map(str::to_owned));
            let bases = [Some(place.clone()), source];
            let guesses: Vec<String> = bases
                .into_iter()
                .flatten()
                .flat_map(|base| EXTENSIONS.map(|extension| format!("{base}.{extension}")))
                .chain(EXTENSIONS.map(|extension| format!("{place}/index.{extension}")))
                .collect();
            std::iter::once(place).chain(guesses)
        }),
    )
}

fn python(module: &str, name: Option<&str>, file: &str, files: &FileList) -> Vec<String> {
    let dots = module.chars().take_while(|c| *c == '.').count();
    let path = module[dots..].replace('.', "/");
    let bases: Vec<String> = if dots > 0 {
        upwards(folder(file)).nth(dots - 1).map(str::to_owned).into_iter().collect()
    } else {
        upwards(folder(file)).flat_map(|above| [above.to_owned(), join(above, "src")]).collect()
    };
    let places = bases.into_iter().map(|base| if path.is_empty() { base } else { join(&base, &path) });
    first(
        files,
        places.flat_map(|place| {
            let inside = name.map(|name| join(&place, name));
            let names = inside.into_iter().flat_map(|inside| [format!("{inside}.py"), format!("{inside}/__init__.py")]);
            let whole = [format!("{place}.py"), join(&place, "__init__.py"), format!("{place}.pyi")];
            names.chain(whole).collect::<Vec<String>>()
        }),
    )
}

/// The files right in `place` that end in one of `extensions`.
fn right_in(files: &FileList, place: &str, extensions: &[&str]) -> Vec<String> {
    files
        .right_in(place)
        .filter(|path| extensions.iter().any(|extension| path.ends_with(extension)))
        .take(MOST_OF_A_FOLDER)
        .map(str::to_owned)
        .collect()
}

fn go(package: &str, file: &str, files: &FileList, module: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let Some(base) = upwards(folder(file)).find(|above| files.has_file(&join(above, "go.mod"))) else {
        return Vec::new();
    };
    let Some(name) = module(&join(base, "go.mod")) else { return Vec::new() };
    let Some(rest) = package.strip_prefix(&name).filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
        return Vec::new();
    };
    let place = climb(base, rest).unwrap_or_default();
    let mut found = right_in(files, &place, &[".go"]);
    found.retain(|path| !path.ends_with("_test.go"));
    found
}

fn java(package: &str, name: &str, file: &str, files: &FileList) -> Vec<String> {
    const EXTENSIONS: [&str; 3] = [".java", ".kt", ".scala"];
    // The file's own package tells where packages begin: `src/main/java` for `src/main/java/com/x/A.java` of `com.x`.
    let own = package.replace('.', "/");
    let Some(source) = folder(file).strip_suffix(own.as_str()).map(|base| base.trim_end_matches('/')) else {
        return Vec::new();
    };
    let sources = [source.to_owned(), source.replace("src/test/", "src/main/")];
    let path = name.replace('.', "/");
    for source in &sources {
        // A static import names a member of the class, one part more than the file.
        for class in [path.as_str(), folder(&path)] {
            let found = first(files, EXTENSIONS.map(|extension| format!("{}{extension}", join(source, class))));
            if !found.is_empty() {
                return found;
            }
        }
        let found = right_in(files, &join(source, &path), &EXTENSIONS);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// PSR-4 by custom: the first part of a namespace stands for a folder of sources.
fn php_name(name: &str, files: &FileList) -> Vec<String> {
    let path = name.replace('\\', "/");
    let inside = path.split_once('/').map_or("", |(_, rest)| rest);
    let guesses = ["app", "src", "lib"].into_iter().flat_map(|base| [join(base, inside), join(base, &path)]);
    first(files, guesses.chain([path.clone()]).map(|guess| format!("{guess}.php")))
}

/// A namespace mirrors the folders below its project, whose own folder carries the first parts with dots or is left out.
fn c_sharp(name: &str, file: &str, files: &FileList) -> Vec<String> {
    let parts: Vec<&str> = name.split('.').collect();
    for above in upwards(folder(file)) {
        for skipped in 0..parts.len() {
            let found = right_in(files, &join(above, &parts[skipped..].join("/")), &[".cs"]);
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}
