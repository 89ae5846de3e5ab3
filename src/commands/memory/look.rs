//! What only looks: list, search, show, why, graph, texts, stats.

use super::open::{known, known_texts, told, unknown};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::encoding::Encoding;
use crate::commands::project::Project;
use crate::commands::{output, print, report};
use crate::config::MemoryPolicy;
use crate::domain::{Lesson, LessonKind, Warning};
use crate::host::Host;
use crate::memory::key;
use crate::memory::policy::{Measure, measure};
use crate::store::memory::{Answer, Query, Source, Stats};
use crate::text::plain::plain_line;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

pub(super) fn list(host: &Host, project: &Project, request: &cli::List) -> anyhow::Result<ExitStatus> {
    let root = (!request.all).then_some(project.root.path.as_str());
    let lessons = match known(host)? {
        Some(memory) => memory.listed(root, request.kind, request.limit).map_err(told)?,
        None => Vec::new(),
    };
    if request.json {
        #[derive(Serialize)]
        struct Listed<'a> {
            version: u32,
            lessons: &'a [Lesson],
        }
        print::object(&Listed { version: 1, lessons: &lessons })?;
    } else {
        print::answer(&report::lessons(&lessons, request.all, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}

/// Texts shown at most.
const MAX_TEXTS: usize = 50;

pub(super) fn texts(host: &Host, project: &Project, name: Option<&str>, json: bool) -> anyhow::Result<ExitStatus> {
    let mut texts = match known_texts(host, project)? {
        Some(memory) => memory.summaries(&project.root.path, usize::MAX).map_err(told)?,
        None => Vec::new(),
    };
    texts.retain(|(about, _)| name.is_none_or(|name| about.name.contains(name)));
    if json {
        let rows = texts
            .iter()
            .map(|(about, text)| serde_json::json!({"kind": about.kind.name(), "name": about.name, "text": text}));
        print::object(&serde_json::json!({"version": 1, "texts": rows.collect::<Vec<_>>()}))?;
        return Ok(ExitStatus::Ok);
    }
    let mut page = String::new();
    for (about, text) in texts.iter().take(MAX_TEXTS) {
        let _ = writeln!(page, "{} {}", about.kind.name(), plain_line(&about.name));
        for line in text.lines() {
            let _ = writeln!(page, "  {}", plain_line(line));
        }
    }
    tell_of_the_rest(&mut page, texts.len());
    if page.is_empty() {
        page.push_str("no text is kept about that; the first one comes at the end of a turn\n");
    }
    print::answer(&page)?;
    Ok(ExitStatus::Ok)
}

/// The last line of a page that is cut off.
fn tell_of_the_rest(page: &mut String, all: usize) {
    if let Some(left_out) = all.checked_sub(MAX_TEXTS).filter(|count| *count > 0) {
        let _ = writeln!(page, "and {left_out} more; a name narrows it, --json shows all");
    }
}

/// The times that the gate let a text stay, of which some are kept: to see whether it was right to.
pub(super) fn skips(host: &Host, project: &Project, name: Option<&str>, json: bool) -> anyhow::Result<ExitStatus> {
    let mut skips = match known_texts(host, project)? {
        Some(memory) => memory.gate_samples(&project.root.path).map_err(told)?,
        None => Vec::new(),
    };
    skips.retain(|skip| name.is_none_or(|name| skip.entity.name.contains(name)));
    if json {
        let rows = skips.iter().map(|skip| {
            serde_json::json!({"kind": skip.entity.kind.name(), "name": skip.entity.name, "decision": skip.decision,
                "at": skip.at, "text": skip.text, "facts": skip.facts.lines().collect::<Vec<_>>()})
        });
        print::object(&serde_json::json!({"version": 1, "skips": rows.collect::<Vec<_>>()}))?;
        return Ok(ExitStatus::Ok);
    }
    let mut page = String::new();
    for skip in skips.iter().take(MAX_TEXTS) {
        let (kind, name) = (skip.entity.kind.name(), plain_line(&skip.entity.name));
        let _ = writeln!(page, "{kind} {name}: {}", plain_line(&skip.decision));
        for (what, text) in [("text", &skip.text), ("fact", &skip.facts)] {
            for line in text.lines() {
                let _ = writeln!(page, "  {what}  {}", plain_line(line));
            }
        }
    }
    tell_of_the_rest(&mut page, skips.len());
    if page.is_empty() {
        page.push_str("no sample is kept about that; about one skip in `memory.summary.sample_one_in` is\n");
    }
    print::answer(&page)?;
    Ok(ExitStatus::Ok)
}

pub(super) fn search(host: &Host, project: &Project, request: &cli::Search) -> anyhow::Result<ExitStatus> {
    let config = &project.config.memory;
    let policy = request.policy.unwrap_or(config.policy);
    let text = request.words.join(" ");
    if text.trim().is_empty() {
        let hint = "name the command that comes, or say in words what is to be done";
        return Err(Failure::new(ExitStatus::BadInput, "the step that is looked for is empty", hint).into());
    }
    // Under record_only nothing is asked, so that nothing can be said.
    let memory = if policy == MemoryPolicy::RecordOnly { None } else { known(host)? };
    let answer = match memory {
        Some(mut memory) => {
            let encoding = Encoding::of(host, project, "memory");
            encoding.catch_up(&mut memory, &project.root.path).map_err(told)?;
            let keys: Vec<String> = key::of_line(&text).into_iter().collect();
            let query = Query {
                project: &project.root.path,
                texts: vec![(&text, encoding.best(&text))],
                keys: &keys,
                unkeyed: false,
                kind: if request.success { LessonKind::Success } else { LessonKind::Mistake },
                now: host.now_ms(),
            };
            memory.before_step(&query, config).map_err(told)?
        }
        None => Answer::default(),
    };
    let measures: Vec<Measure> = answer.warnings.iter().map(|warning| measure(policy, warning, config)).collect();
    if request.json {
        #[derive(Serialize)]
        struct Given<'a> {
            #[serde(flatten)]
            warning: &'a Warning,
            does: Measure,
        }
        #[derive(Serialize)]
        struct Found<'a> {
            version: u32,
            policy: MemoryPolicy,
            confidence: f64,
            warnings: Vec<Given<'a>>,
        }
        let warnings = answer.warnings.iter().zip(&measures).map(|(warning, does)| Given { warning, does: *does });
        print::object(&Found { version: 1, policy, confidence: answer.confidence, warnings: warnings.collect() })?;
    } else if policy == MemoryPolicy::RecordOnly {
        print::line("nothing was searched: the policy is record_only")?;
    } else {
        print::answer(&report::recalled(&answer, &measures, print::style()))?;
    }
    // Whoever asks a script to stop wants to hear of likeness too: here nothing is denied but by that script.
    let stands = measures.iter().any(|measure| *measure != Measure::Nothing);
    Ok(if stands && policy > MemoryPolicy::Warn { ExitStatus::Findings } else { ExitStatus::Ok })
}

pub(super) fn show(host: &Host, request: &cli::Numbered) -> anyhow::Result<ExitStatus> {
    let memory = known(host)?.ok_or_else(|| unknown(request.number))?;
    let lesson = memory.lesson(request.number).map_err(told)?.ok_or_else(|| unknown(request.number))?;
    if request.json {
        #[derive(Serialize)]
        struct Shown<'a> {
            version: u32,
            lesson: &'a Lesson,
        }
        print::object(&Shown { version: 1, lesson: &lesson })?;
    } else {
        print::answer(&report::lesson(&lesson, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}

pub(super) fn why(host: &Host, request: &cli::Numbered) -> anyhow::Result<ExitStatus> {
    let memory = known(host)?.ok_or_else(|| unknown(request.number))?;
    let why = memory.why(request.number).map_err(told)?.ok_or_else(|| unknown(request.number))?;
    if request.json {
        let merged = why.merged.iter().map(|merged| {
            let forms = merged.forms.iter().map(|form| {
                serde_json::json!({"wording": form.number, "text": form.text, "likeness": form.likeness,
                    "frequency": form.frequency, "at": form.at})
            });
            serde_json::json!({"role": merged.role, "frequency": merged.frequency, "forms": forms.collect::<Vec<_>>()})
        });
        let sources = why.sources.iter().map(|taught| {
            let Source { session, origin, frequency, at } = &taught.source;
            serde_json::json!({"origin": origin, "session": session, "frequency": frequency, "at": at,
                "wordings": taught.wordings})
        });
        print::object(&serde_json::json!({"version": 1, "lesson": why.lesson, "merged": merged.collect::<Vec<_>>(),
            "sources": sources.collect::<Vec<_>>(), "older": why.older}))?;
    } else {
        print::answer(&report::why(&why, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}

pub(super) fn graph(host: &Host, project: &Project, number: i64, output: Option<&Path>) -> anyhow::Result<ExitStatus> {
    let memory = known(host)?.ok_or_else(|| unknown(number))?;
    let picture = memory.picture(number, &project.config.memory).map_err(told)?.ok_or_else(|| unknown(number))?;
    let svg = report::chain(&picture);
    match output {
        Some(file) => {
            output::spare(host, file)?;
            output::write(file, |out| Ok(out.write_all(svg.as_bytes())?))?;
            print::line(&format!("{} shows lesson {number}", file.display()))?;
        }
        None => print::raw(svg.as_bytes())?,
    }
    Ok(ExitStatus::Ok)
}

pub(super) fn stats(host: &Host, project: &Project, json: bool) -> anyhow::Result<ExitStatus> {
    let stats = match known_texts(host, project)? {
        Some(memory) => memory.stats().map_err(told)?,
        None => Stats::default(),
    };
    if json {
        let Stats { nodes, edges, mistakes, successes, retired, merged, bytes } = stats;
        print::object(
            &serde_json::json!({"version": 1, "mistakes": mistakes, "successes": successes, "retired": retired,
            "nodes": nodes, "edges": edges, "merged": merged, "bytes": bytes}),
        )?;
    } else {
        print::answer(&report::stats(&stats, print::style()))?;
    }
    Ok(ExitStatus::Ok)
}
