//! What changes the memory: record, split, forget, prune.

use super::open::{enabled, known, open, renew, told, unknown};
use crate::cli;
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::encoding::Encoding;
use crate::commands::project::Project;
use crate::commands::{person, pick, print, report};
use crate::domain::{LessonKind, LessonOrigin, Recording, Said};
use crate::host::Host;
use crate::inference::vector;
use crate::memory::key;
use crate::store::memory::{Pruned, Pruning};
use crate::text::plain::plain_line;
use std::fmt::Write as _;

pub(super) fn record(host: &Host, project: &Project, request: &cli::Record) -> anyhow::Result<ExitStatus> {
    enabled(project)?;
    let encoding = Encoding::of(host, project, "memory");
    let said = |text: &str| encoding.said(text, None);
    // Only a command that is named as one is known exactly: any sentence can be read as a command.
    let key = request.command.as_deref().and_then(key::of_line);
    let action = request.action.as_deref().or(request.command.as_deref()).unwrap_or_default();
    let recording = Recording {
        project: if request.shared { String::new() } else { project.root.path.clone() },
        kind: if request.success { LessonKind::Success } else { LessonKind::Mistake },
        origin: LessonOrigin::Stated,
        action: Said { key, ..said(action) },
        feedback: said(&request.feedback),
        outcome: said(&request.outcome),
        session: None,
        at: host.now_ms(),
    };
    let blank = [action, &request.feedback, &request.outcome].iter().any(|text| text.trim().is_empty());
    let recorded = if blank {
        None
    } else {
        let mut memory = open(host)?;
        encoding.catch_up(&mut memory, &recording.project).map_err(told)?;
        memory.record(&recording, &project.config.memory).map_err(told)?
    };
    let Some(recorded) = recorded else {
        let hint = "say what was done, what was said of it and what came of it";
        return Err(
            Failure::new(ExitStatus::BadInput, "a lesson has three texts, and none of them is empty", hint).into()
        );
    };
    if let Some(identity) = recorded.identity.filter(|_| recording.kind == LessonKind::Mistake) {
        pick::store(host, project)?.know_lesson(identity, recorded.lesson).map_err(pick::told)?;
    }
    let mut page = String::new();
    let known = if recorded.new { "remembered" } else { "known already, and now surer" };
    // Writing to a string cannot fail.
    let _ = writeln!(page, "lesson {}: {known}", recorded.lesson);
    for (role, text, likeness) in &recorded.merged {
        let _ = writeln!(page, "  {} taken for “{}” (alike {likeness:.2})", role.name(), plain_line(text));
    }
    if !recorded.merged.is_empty() {
        let _ = writeln!(page, "  not the same? `driftguard memory why {}` shows how to split it", recorded.lesson);
    }
    if request.command.is_some() && recorded.identity.is_none() {
        page.push_str("  the command only looks, so it is not warned of by name\n");
    }
    print::answer(&page)?;
    Ok(ExitStatus::Ok)
}

pub(super) fn split(host: &Host, project: &Project, form: i64) -> anyhow::Result<ExitStatus> {
    person::only(host, "memory split")?;
    let lessons = match known(host)? {
        Some(mut memory) => {
            let lessons =
                memory.split(form, &|text: &str| vector(text, project.config.inference.encoder)).map_err(told)?;
            if lessons.is_some() {
                renew(host, project, &memory)?;
            }
            lessons
        }
        None => None,
    };
    let Some(lessons) = lessons else {
        let message = format!("there is no wording {form} that was taken for another");
        return Err(
            Failure::new(ExitStatus::NotFound, message, "`driftguard memory why LESSON` shows the numbers").into()
        );
    };
    let numbers: Vec<String> = lessons.iter().map(ToString::to_string).collect();
    print::line(&match numbers.as_slice() {
        [] => "the wording stands for itself now".to_owned(),
        [one] => format!("the wording stands for itself now, in lesson {one}"),
        many => format!("the wording stands for itself now, in lessons {}", many.join(", ")),
    })?;
    Ok(ExitStatus::Ok)
}

pub(super) fn forget(host: &Host, project: &Project, number: i64) -> anyhow::Result<ExitStatus> {
    person::only(host, "memory forget")?;
    let mut memory = known(host)?.ok_or_else(|| unknown(number))?;
    if !memory.forget(number).map_err(told)? {
        return Err(unknown(number).into());
    }
    renew(host, project, &memory)?;
    print::line(&format!("lesson {number} is forgotten"))?;
    Ok(ExitStatus::Ok)
}

pub(super) fn prune(host: &Host, project: &Project, yes: bool) -> anyhow::Result<ExitStatus> {
    if yes {
        person::only(host, "memory prune --yes")?;
    }
    let Some(mut memory) = known(host)? else {
        print::answer(&report::pruned(&Pruned::default(), true))?;
        return Ok(ExitStatus::Ok);
    };
    let config = &project.config.memory;
    let how = Pruning { now: host.now_ms(), dry: true, slice: usize::MAX, by_hand: true };
    let would = memory.prune(how, config).map_err(told)?;
    if !yes || would.is_nothing() {
        print::answer(&report::pruned(&would, true))?;
        return Ok(ExitStatus::Ok);
    }
    let backup = memory.backup().map_err(told)?;
    let done = memory.prune(Pruning { dry: false, ..how }, config).map_err(told)?;
    renew(host, project, &memory)?;
    memory.checkpoint().map_err(told)?;
    print::answer(&report::pruned(&done, false))?;
    print::line(&format!("the memory as it was: {}", backup.display()))?;
    Ok(ExitStatus::Ok)
}
