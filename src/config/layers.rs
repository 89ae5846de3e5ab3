//! Layers of configuration over the embedded defaults: merge, refuse, remember where each value came from.
//!
//! Owns the order of the layers and what a mistake costs: that one key keeps the value from below, a list of globs that one entry.
//! It reads no file; the texts come from outside, and nothing in them can make it fail.

use super::problem::{Fault, Problem, place};
use super::rules::{ProjectMay, project_keys, project_may, quoted, range, shown, strictness};
use super::{Config, DEFAULT_TOML, defaults, nearest::nearest};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Whose file a layer is, which decides what it may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// The user's own file: everything.
    User,
    /// `.driftguard.toml` of a repository, written by whoever commits to it: only tighter.
    Project,
    /// A file named on the command line: everything.
    CommandLine,
}

/// The text of one configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Whose file it is.
    pub kind: LayerKind,
    /// Its path as shown to people.
    pub name: String,
    /// What it holds; may be no TOML at all.
    pub text: String,
}

/// Where a changed value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The shown name of the layer.
    pub layer: String,
    /// The line of the key, counted from 1.
    pub line: usize,
}

/// What is in force, and what was wrong on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Always usable.
    pub config: Config,
    /// What was wrong, by layer and place.
    pub problems: Vec<Problem>,
    /// The layer that set a key last, by dotted key; keys that keep their default are absent.
    pub origins: BTreeMap<String, Origin>,
}

/// Merges `layers` over the defaults, the weakest first (user, project, command line).
pub fn load(layers: &[Layer]) -> Loaded {
    let (mut problems, mut origins) = (Vec::new(), BTreeMap::new());
    if layers.is_empty() {
        return Loaded { config: defaults(), problems, origins };
    }
    let mut of_project = Vec::new();
    let (mut merged, _) = DeTable::parse_recoverable(DEFAULT_TOML);
    let untouched = merged.get_ref().clone();
    for layer in layers {
        let mut merge =
            Merge { layer, faults: Vec::new(), unlisted: 0, origins: &mut origins, of_project: &mut of_project };
        let table = merge.read();
        merge.table("", table, &untouched, merged.get_mut());
        let (mut faults, unlisted) = (merge.faults, merge.unlisted);
        if unlisted > 0 {
            let message = format!("{unlisted} more unknown keys");
            let hint = "`driftguard config show` lists every key".to_owned();
            faults.push(Fault::error(layer.text.len()..layer.text.len(), message, Some(hint)));
        }
        faults.sort_by_key(|fault| fault.span.start);
        problems.extend(faults.into_iter().map(|fault| fault.at(&layer.name, &layer.text)));
    }
    match read(merged) {
        Ok(mut config) => {
            // A file of the command line may have replaced the list.
            of_project.retain(|entry| config.scope.protect.contains(entry));
            config.scope.of_project = of_project;
            Loaded { config, problems, origins }
        }
        // Every key was held against its range, so this is a gap in the ranges: the defaults hold, and it is said.
        Err(error) => {
            let fault = Fault::error(0..0, format!("these settings cannot be used: {error}"), None);
            problems.extend(layers.last().map(|layer| fault.at(&layer.name, &layer.text)));
            Loaded { config: defaults(), problems, origins: BTreeMap::new() }
        }
    }
}

/// The typed form, by way of JSON, in which the defaults are read too: the reader of a type is a large piece of program,
/// and one is enough.
fn read(merged: Spanned<DeTable<'_>>) -> Result<Config, String> {
    let values =
        serde_json::Value::deserialize(Deserializer::from(merged)).map_err(|error| error.message().to_owned())?;
    serde_json::from_str(&values.to_string()).map_err(|error| error.to_string())
}

/// Faults of one layer from on which unknown keys are only counted.
const MAX_FAULTS: usize = 32;
/// Bytes of the longest key that is compared with the known ones.
const LONGEST_KEY: usize = 64;
/// Entries that a repository may add to a list, and bytes of one: each is looked at by every hook.
const MAX_ADDED: usize = 256;
const LONGEST_ENTRY: usize = 512;

/// One layer on its way into the merged table.
struct Merge<'a, 'o> {
    layer: &'a Layer,
    faults: Vec<Fault>,
    /// Unknown keys beyond those that are told one by one.
    unlisted: usize,
    origins: &'o mut BTreeMap<String, Origin>,
    /// What a repository has added to the protected places.
    of_project: &'o mut Vec<String>,
}

impl<'a> Merge<'a, '_> {
    /// The part of the layer that is certain: behind a syntax error nobody knows which table a key belongs to.
    fn read(&mut self) -> DeTable<'a> {
        let text = self.layer.text.as_str();
        let (table, errors) = DeTable::parse_recoverable(text);
        let Some((span, message)) = errors
            .iter()
            .map(|error| (error.span().unwrap_or(0..0), error.message()))
            .min_by_key(|(span, _)| span.start)
        else {
            return table.into_inner();
        };
        let hint = "what stands before this line is used, the rest of the file is not";
        self.faults.push(Fault::error(span.clone(), message.to_owned(), Some(hint.to_owned())));
        let (line, _) = place(text, span.start);
        let certain: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        // An unclosed bracket or quote is only noticed at the end: then the text before is broken as well.
        DeTable::parse(&text[..certain]).map(Spanned::into_inner).unwrap_or_default()
    }

    fn table(&mut self, parent: &str, table: DeTable<'a>, defaults: &DeTable<'_>, merged: &mut DeTable<'a>) {
        for (name, value) in table {
            let written: &str = name.get_ref();
            let (Some(default), Some(below)) = (defaults.get(written), merged.get_mut(written)) else {
                self.unknown(parent, &name, defaults);
                continue;
            };
            let key = if parent.is_empty() { written.to_owned() } else { format!("{parent}.{written}") };
            match (default.get_ref(), below.get_mut()) {
                (DeValue::Table(defaults), DeValue::Table(below)) => {
                    let span = value.span();
                    match value.into_inner() {
                        DeValue::Table(inner) => self.table(&key, inner, defaults, below),
                        other => {
                            let message = format!("`{key}` must be a table, not {}", shown(&other));
                            self.faults.push(Fault::error(span, message, Some(format!("write `[{key}]`"))));
                        }
                    }
                }
                (default, below) => self.leaf(&key, name.span(), value, default, below),
            }
        }
    }

    fn leaf(
        &mut self,
        key: &str,
        place: Range<usize>,
        mut value: Spanned<DeValue<'a>>,
        default: &DeValue<'_>,
        below: &mut DeValue<'a>,
    ) {
        let range = range(key, default);
        if let Err(mut fault) = range.check(key, &value, default) {
            // What is protected stays so beside an entry that is mistyped.
            let (some_left, mut sifted) = range.sift(key, &mut value);
            let told = sifted.first_mut().unwrap_or(&mut fault);
            if !some_left {
                told.hint.get_or_insert_with(|| format!("until then {} stays in force", in_force(key, below)));
            }
            let room = MAX_FAULTS.saturating_sub(self.faults.len()).max(1);
            if sifted.is_empty() {
                self.faults.push(fault);
            }
            self.faults.extend(sifted.into_iter().take(room));
            if !some_left {
                return;
            }
        }
        let room = MAX_FAULTS.saturating_sub(self.faults.len());
        self.faults.extend(range.remarks(key, &value).into_iter().take(room));
        let changed = match self.layer.kind {
            LayerKind::User | LayerKind::CommandLine => {
                *below = value.into_inner();
                true
            }
            LayerKind::Project => self.tighten(key, &place, value, below),
        };
        if changed {
            let (line, _) = super::problem::place(&self.layer.text, place.start);
            self.origins.insert(key.to_owned(), Origin { layer: self.layer.name.clone(), line });
        }
    }

    /// Applies what a repository may set; true when something changed.
    fn tighten(
        &mut self,
        key: &str,
        place: &Range<usize>,
        value: Spanned<DeValue<'a>>,
        below: &mut DeValue<'a>,
    ) -> bool {
        match project_may(key) {
            None => {
                let message = format!("a repository may not set `{key}`");
                let hint = format!("it may only tighten {}; the rest belongs in your own file", project_keys());
                self.faults.push(Fault::warning(place.clone(), message, hint));
                false
            }
            Some(ProjectMay::Raise) => {
                let (now, wanted) = (strictness(key, below), strictness(key, value.get_ref()));
                if wanted < now {
                    let message = format!(
                        "a repository may not loosen `{key}` from {} to {}",
                        shown(below),
                        shown(value.get_ref())
                    );
                    let hint = format!("{} stays in force", in_force(key, below));
                    self.faults.push(Fault::warning(value.span(), message, hint));
                } else if wanted > now {
                    *below = value.into_inner();
                    return true;
                }
                false
            }
            Some(ProjectMay::Add) => {
                let (DeValue::Array(added), DeValue::Array(kept)) = (value.into_inner(), below) else {
                    return false;
                };
                let before = kept.len();
                for (at, item) in added.into_iter().enumerate() {
                    if at >= MAX_ADDED || item.span().len() > LONGEST_ENTRY {
                        let message = format!(
                            "only the first {MAX_ADDED} entries of `{key}` are used, each of {LONGEST_ENTRY} bytes at most"
                        );
                        let hint = "name a folder instead of what is in it".to_owned();
                        self.faults.push(Fault::error(item.span(), message, Some(hint)));
                        break;
                    }
                    if !kept.iter().any(|known| known.get_ref().as_str() == item.get_ref().as_str()) {
                        self.of_project.extend(item.get_ref().as_str().map(str::to_owned));
                        kept.push(item);
                    }
                }
                kept.len() > before
            }
        }
    }

    fn unknown(&mut self, parent: &str, name: &Spanned<std::borrow::Cow<'a, str>>, siblings: &DeTable<'_>) {
        // Each is looked for among all keys, in every hook, and a repository's file may hold thousands.
        if self.faults.len() >= MAX_FAULTS {
            self.unlisted += 1;
            return;
        }
        let written = quoted(name.get_ref());
        let message = if parent.is_empty() {
            format!("unknown key `{written}`")
        } else {
            format!("unknown key `{written}` in [{parent}]")
        };
        let known: Vec<&str> = siblings.keys().map(|key| key.get_ref().as_ref()).collect();
        let meant = if name.get_ref().len() > LONGEST_KEY { None } else { nearest(name.get_ref(), &known) };
        let hint = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => match table_of(name.get_ref()) {
                Some(table) if table != parent => format!("`{written}` belongs in [{table}]"),
                _ => "`driftguard config show` lists every key".to_owned(),
            },
        };
        self.faults.push(Fault::error(name.span(), message, Some(hint)));
    }
}

/// `key = value` as a file would hold it.
fn in_force(key: &str, value: &DeValue<'_>) -> String {
    match value {
        DeValue::Array(_) => format!("the list of `{key}` from below"),
        _ => format!("`{key} = {}`", shown(value)),
    }
}

/// The only table of the defaults that has `name`, for a key written in the wrong place.
fn table_of(name: &str) -> Option<String> {
    let mut tables = super::key::keys().into_iter().filter(|entry| entry.name == name).map(|entry| entry.table);
    let table = tables.next()?;
    if tables.next().is_some() || table.is_empty() { None } else { Some(table) }
}
