//! Files that import each other in a circle: nobody can read one of them first.

use super::checks::paths;
use super::source::File;
use std::collections::{BTreeMap, BTreeSet};

/// A path of modules, from the crate: `["goal", "line"]`.
type Module = Vec<String>;

/// The files by their modules, each with its code.
struct House {
    files: BTreeMap<Module, (String, String)>,
    /// What a module hands on under a name: `pub use line::Line;`.
    handed_on: BTreeMap<Module, Vec<Module>>,
}

/// Every circle, told of its first file.
pub(super) fn circles(files: &[File]) -> Vec<String> {
    let house = House::of(files);
    let arrows: BTreeMap<&Module, BTreeSet<Module>> =
        house.files.keys().map(|module| (module, house.imports(module))).collect();
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for module in house.files.keys() {
        let reached = reach(module, &arrows);
        if told.contains(module) || !reached.contains(module) {
            continue;
        }
        let circle: Vec<&Module> = reached.iter().filter(|other| reach(other, &arrows).contains(module)).collect();
        told.extend(circle.iter().copied().cloned());
        let path = |module: &Module| house.files[module].0.clone();
        let others: Vec<String> = circle.into_iter().filter(|other| *other != module).map(path).collect();
        found.push(format!("{}:1: imports and is imported by {}", path(module), others.join(", ")));
    }
    found
}

/// Everything that a module imports, by whatever way.
fn reach(module: &Module, arrows: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = vec![module];
    while let Some(next) = open.pop() {
        for target in arrows.get(next).into_iter().flatten() {
            if reached.insert(target.clone()) {
                open.extend(arrows.keys().copied().filter(|known| *known == target));
            }
        }
    }
    reached
}

impl House {
    fn of(files: &[File]) -> Self {
        let mut house = Self { files: BTreeMap::new(), handed_on: BTreeMap::new() };
        for file in files.iter().filter(|file| file.is_source() && !matches!(file.room(), "lib" | "main")) {
            let below = file.path.trim_start_matches("src/").trim_end_matches(".rs");
            let module: Module = below.trim_end_matches("/mod").split('/').map(str::to_owned).collect();
            house.files.insert(module, (file.path.clone(), file.code()));
        }
        let modules: Vec<Module> = house.files.keys().cloned().collect();
        for module in modules {
            let (path, code) = house.files[&module].clone();
            let mut own = code.clone();
            for (start, _) in code.match_indices("pub use ").chain(code.match_indices("pub(super) use ")) {
                let end = code[start..].find(';').map_or(code.len(), |end| start + end);
                let handed = house.named(&module, &code[start..end]);
                // What is handed on stands in the room: whoever takes it means the file behind.
                if handed.iter().all(|target| target.starts_with(&module)) {
                    own.replace_range(start..end, &" ".repeat(end - start));
                }
                house.handed_on.entry(module.clone()).or_default().extend(handed);
            }
            house.files.insert(module, (path, own));
        }
        house
    }

    /// Every path that some code of a module names, from the crate.
    fn named(&self, module: &Module, code: &str) -> Vec<Module> {
        let split = |path: &str| -> Module { path.split("::").map(str::to_owned).collect() };
        let parent = &module[..module.len() - 1];
        let from_crate = paths(code, "crate").into_iter().map(|(_, path)| split(&path));
        let from_parent = paths(code, "super").into_iter().map(|(_, path)| [parent, &split(&path)].concat());
        let mut named: Vec<Module> = from_crate.chain(from_parent).collect();
        for path in &mut named {
            path.retain(|name| name != "self");
        }
        let child = |known: &&Module| known.len() == module.len() + 1 && known.starts_with(module);
        for child in self.files.keys().filter(child) {
            let inside = paths(code, &child[module.len()]).into_iter();
            named.extend(inside.map(|(_, path)| [&child[..], &split(&path)].concat()));
        }
        // `use super::clause;` and then `clause::ends()`.
        let modules: Vec<Module> = named.iter().filter(|path| self.files.contains_key(*path)).cloned().collect();
        for alias in modules.iter().filter(|alias| !alias.is_empty()) {
            let inside = paths(code, &alias[alias.len() - 1]).into_iter();
            named.extend(inside.map(|(_, path)| [&alias[..], &split(&path)].concat()));
        }
        named
    }

    fn imports(&self, module: &Module) -> BTreeSet<Module> {
        let named = self.named(module, &self.files[module].1);
        // `use super::*` stands in tests of one system.
        let all = |path: &Module| path.last().is_some_and(|name| name == "*");
        let items = named.into_iter().filter(|path| !self.files.contains_key(path) && !all(path));
        items.filter_map(|path| self.home_of(&path, 0)).filter(|home| home != module).collect()
    }

    /// The file in which what a path names stands.
    fn home_of(&self, path: &Module, depth: usize) -> Option<Module> {
        const MAX_DEPTH: usize = 6;
        let length = (1..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
        let (module, rest) = (path[..length].to_vec(), &path[length..]);
        let handed = |target: &&Module| target.last() == rest.first() && **target != *path;
        let behind = self.handed_on.get(&module).into_iter().flatten().find(handed);
        match behind {
            Some(target) if depth < MAX_DEPTH => self.home_of(target, depth + 1).or(Some(module)),
            _ => Some(module),
        }
    }
}
