//! `driftguard fact`: what the user states as true of this project.

use super::project::Project;
use super::{person, pick, print};
use crate::cli::Fact as Request;
use crate::cli::exit::{ExitStatus, Failure};
use crate::config::FactsConfig;
use crate::domain::{Fact, FactSource};
use crate::guard::port::StoreError;
use crate::host::{Host, Paths};
use crate::store::{Added, Backend, MAX_FACTS};
use crate::text::clip::one_line;
use crate::text::plain::plain_line;
use crate::text::secret::redacted;
use crate::verify;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Characters of one fact that are kept.
const MAX_CHARS: usize = 500;
/// Pages of a repository that are written for agents.
const PAGES: [&str; 3] = ["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md"];
/// Bytes of such a page that are read.
const MAX_PAGE: u64 = 256 * 1024;

/// Adds, lists or removes facts.
pub fn run(host: &Host, project: &Project, request: &Request) -> anyhow::Result<ExitStatus> {
    match request {
        Request::Add { words } => add(host, project, &words.join(" ")),
        Request::List { all, json } => list(host, project, *all, *json),
        Request::Remove { number } => remove(host, project, *number),
    }
}

fn add(host: &Host, project: &Project, words: &str) -> anyhow::Result<ExitStatus> {
    // Reports are held against it: whoever reports must not make it.
    person::only(host, "fact add")?;
    let text = one_line(&redacted(words.trim()));
    if text.is_empty() || text.chars().count() > MAX_CHARS {
        let message = format!("a fact has 1 to {MAX_CHARS} characters");
        return Err(Failure::new(ExitStatus::BadInput, message, "state one thing in one sentence").into());
    }
    let mut store = pick::store(host, project)?;
    match store.add_fact(&project.root.path, &text, host.now_ms()).map_err(pick::told)? {
        Added::New(number) => print::line(&format!("{number}  {text}"))?,
        Added::Known => print::line("this is known already")?,
        Added::Full => {
            let message = format!("the project has {MAX_FACTS} facts already");
            let hint = "`driftguard fact remove NUMBER` takes one away";
            return Err(Failure::new(ExitStatus::CannotCreate, message, hint).into());
        }
    }
    Ok(ExitStatus::Ok)
}

fn remove(host: &Host, project: &Project, number: i64) -> anyhow::Result<ExitStatus> {
    person::only(host, "fact remove")?;
    if !pick::store(host, project)?.remove_fact(&project.root.path, number).map_err(pick::told)? {
        let message = format!("this project has no fact {number}");
        return Err(Failure::new(ExitStatus::NotFound, message, "`driftguard fact list` shows the numbers").into());
    }
    print::line(&format!("fact {number} is removed"))?;
    Ok(ExitStatus::Ok)
}

fn list(host: &Host, project: &Project, all: bool, json: bool) -> anyhow::Result<ExitStatus> {
    let stored = if host.paths.database.exists() {
        pick::store(host, project)?.facts(&project.root.path).map_err(pick::told)?
    } else {
        Vec::new()
    };
    let others = if all { read(&host.paths, project) } else { Vec::new() };
    if json {
        let own = stored.iter().map(|fact| {
            serde_json::json!({"number": fact.number, "fact": fact.text, "source": "user", "added_at": fact.added_at})
        });
        let others = others.iter().map(|fact| {
            serde_json::json!({"number": null, "fact": fact.text, "source": source(&fact.source), "added_at": null})
        });
        let page = serde_json::json!({"version": 1, "facts": own.chain(others).collect::<Vec<_>>()});
        print::object(&page)?;
        return Ok(ExitStatus::Ok);
    }
    let mut page = String::new();
    for fact in &stored {
        let _ = writeln!(page, "{:>4}  {}", fact.number, plain_line(&fact.text));
    }
    for fact in &others {
        let _ = writeln!(page, "   -  {}  ({})", plain_line(&fact.text), plain_line(&source(&fact.source)));
    }
    if page.is_empty() {
        page.push_str("no facts are stated; `driftguard fact add \"...\"` adds one\n");
    }
    print::answer(&page)?;
    Ok(ExitStatus::Ok)
}

fn source(source: &FactSource) -> String {
    match source {
        FactSource::User => "user".to_owned(),
        FactSource::Constraint => "constraint".to_owned(),
        FactSource::Page(name) => name.clone(),
        FactSource::Given => "given".to_owned(),
    }
}

/// Everything that is held to be true of the project: the user's facts first, then the limits of the latest goal, then
/// what its pages for agents state.
///
/// # Errors
///
/// Where the database cannot be read; one that is missing holds no facts.
pub fn known(paths: &Paths, project: &Project) -> anyhow::Result<Vec<Fact>> {
    let mut facts = Vec::new();
    if paths.database.exists() {
        let stored = pick::store_at(paths, project)?.facts(&project.root.path).map_err(pick::told)?;
        facts.extend(stored.into_iter().map(|fact| Fact { text: fact.text, source: FactSource::User }));
    }
    facts.extend(read(paths, project));
    Ok(facts)
}

/// Of many facts those that belong to a text, the best first; of few all.
///
/// # Errors
///
/// Where they cannot be searched.
pub fn near(text: &str, facts: &[Fact], numbers: &FactsConfig) -> Result<Vec<Fact>, StoreError> {
    if facts.len() <= numbers.most {
        return Ok(facts.to_vec());
    }
    let mut backend = Backend::new(numbers.backend)?;
    facts.iter().try_for_each(|fact| backend.add(&fact.text))?;
    let found = backend.query(text, numbers.most, numbers)?;
    Ok(found.iter().filter_map(|text| facts.iter().find(|fact| fact.text == *text).cloned()).collect())
}

/// What is stated elsewhere than in the list of facts.
fn read(paths: &Paths, project: &Project) -> Vec<Fact> {
    let mut facts = Vec::new();
    if paths.database.exists()
        && let Ok(store) = pick::store_at(paths, project)
        && let Ok(Some(session)) = store.latest_session(&project.root.path)
    {
        facts.extend(session.limits().map(|limit| Fact { text: limit.clause.clone(), source: FactSource::Constraint }));
    }
    for name in PAGES {
        let Some(page) = page(&Path::new(&project.root.path).join(name)) else { continue };
        let stated = verify::stated(&page).into_iter();
        facts.extend(stated.map(|text| Fact { text, source: FactSource::Page(name.to_owned()) }));
    }
    facts
}

/// The beginning of a page; `None` where there is none.
fn page(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    // A pipe would be waited for, at its opening.
    path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let file = File::open(path).ok()?;
    file.take(MAX_PAGE).read_to_end(&mut bytes).ok()?;
    Some(redacted(&String::from_utf8_lossy(&bytes)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{self, FactsBackend};

    #[test]
    fn of_many_facts_those_that_belong_are_taken() {
        let fact = |text: String| Fact { text, source: FactSource::Given };
        let mut facts: Vec<Fact> = (0..99).map(|part| fact(format!("Part {part} lives in src/part{part}."))).collect();
        facts.push(fact("Releases happen on Tuesdays.".to_owned()));
        for backend in [FactsBackend::Memory, FactsBackend::Sqlite, FactsBackend::Reranked] {
            let numbers = FactsConfig { backend, most: 5, ..config::defaults().facts };
            let found = near("When is the next release? On Tuesday.", &facts, &numbers).unwrap();
            assert_eq!(found.first(), facts.last(), "{backend:?}");
            assert!(found.len() <= 5);
            let all = FactsConfig { most: 100, ..numbers };
            assert_eq!(near("", &facts, &all).unwrap(), facts);
        }
    }
}
