//! What `memory` shows of lessons: for reading.

use super::layout::{Page, Style, Tone, count, cut, line, quoted};
use crate::domain::{Lesson, LessonKind, RecalledBy, Warning};
use crate::host::shown_time;
use crate::memory::policy::Measure;
use crate::store::memory::{Answer, Imported, Pruned, Source, Stats, Why};

/// Lines of one text that are shown at most.
const MAX_LINES: usize = 6;
/// Sources that are shown at most.
const MAX_SOURCES: usize = 40;
/// Columns of the labels.
const LABEL: usize = 10;

/// The list of lessons.
pub fn lessons(found: &[Lesson], all: bool, style: Style) -> String {
    let mut page = Page::new(style);
    if found.is_empty() {
        page.line(Tone::Plain, "no lessons are known; they come by themselves, or with `driftguard memory record`");
        return page.finish();
    }
    // Two columns of numbers, the kind, and what lies between them.
    let room = style.columns().saturating_sub(if all { 46 } else { 22 }).max(30) / 2;
    let mut header = vec!["no", "met", "kind", "what was done", "what was said of it"];
    if all {
        header.push("project");
    }
    let rows = found.iter().map(|lesson| {
        let kind = if lesson.retired { "retired" } else { lesson.kind.name() };
        let mut row = vec![
            lesson.number.to_string(),
            lesson.frequency.to_string(),
            kind.to_owned(),
            cut(&lesson.action, room),
            cut(&lesson.feedback, room),
        ];
        if all {
            row.push(super::layout::cut_path(&place(lesson), 22));
        }
        row
    });
    page.table(&header, rows.collect(), &[0, 1]);
    page.finish()
}

fn place(lesson: &Lesson) -> String {
    if lesson.project.is_empty() { "all projects".to_owned() } else { line(&lesson.project) }
}

fn labelled(page: &mut Page, style: Style, label: &str, value: &str) {
    let lead = style.paint(Tone::Faint, &super::layout::padded(label, LABEL));
    page.hanging(&lead, LABEL, value, MAX_LINES);
}

/// One lesson.
pub fn lesson(lesson: &Lesson, style: Style) -> String {
    let mut page = Page::new(style);
    page.line(Tone::Strong, &format!("lesson {}: {}, {}", lesson.number, lesson.kind.name(), lesson.origin.name()));
    labelled(&mut page, style, "done", &lesson.action);
    labelled(&mut page, style, "said", &lesson.feedback);
    labelled(&mut page, style, "came", &lesson.outcome);
    if let Some(key) = &lesson.key {
        labelled(&mut page, style, "exactly", key);
    }
    labelled(&mut page, style, "holds in", &place(lesson));
    let (first, last) = (shown_time(lesson.first_seen), shown_time(lesson.last_seen));
    let times = count(u64::from(lesson.frequency), "time");
    let met =
        if first == last { format!("{times}, on {first}") } else { format!("{times}, first {first}, last {last}") };
    labelled(&mut page, style, "met", &met);
    labelled(&mut page, style, "trust", &trust(lesson));
    page.finish()
}

/// What became of the warnings with a lesson. One right and one wrong stand for not knowing.
fn trust(lesson: &Lesson) -> String {
    let (right, wrong) = (lesson.trust.right - 1.0, lesson.trust.wrong - 1.0);
    let told = if lesson.kind == LessonKind::Success {
        "it is never a warning".to_owned()
    } else if right + wrong < 0.5 {
        "nobody was warned with it yet".to_owned()
    } else {
        format!("right {right:.0}, wrong {wrong:.0} of the times that somebody was warned with it")
    };
    if lesson.retired { format!("{told}; retired, so nobody is warned with it any more") } else { told }
}

/// Why a lesson is as it is.
pub fn why(why: &Why, style: Style) -> String {
    let mut page = Page::new(style);
    let lesson = &why.lesson;
    page.line(Tone::Strong, &format!("lesson {}: {}, {}", lesson.number, lesson.kind.name(), place(lesson)));
    for merged in &why.merged {
        page.gap();
        page.line(Tone::Faint, &format!("{}, met {}", merged.role.name(), count(u64::from(merged.frequency), "time")));
        for form in &merged.forms {
            let times = count(u64::from(form.frequency), "time");
            let told = match form.likeness {
                None => format!("said first ({times})"),
                Some(likeness) => format!("taken for it: alike {likeness:.2} ({times}); wording {}", form.number),
            };
            page.hanging("  ", 2, &quoted(&form.text), MAX_LINES);
            page.line(Tone::Faint, &format!("    {told}"));
        }
    }
    page.gap();
    page.line(Tone::Faint, "recorded");
    for taught in why.sources.iter().take(MAX_SOURCES) {
        let Source { session, origin, frequency, at } = &taught.source;
        let session = session.as_ref().map_or_else(String::new, |session| format!(", session {}", line(session)));
        let times = count(u64::from(*frequency), "time");
        page.line(Tone::Plain, &format!("  {}{session}: {times}, last {}", origin.name(), shown_time(*at)));
    }
    let more = why.sources.len().saturating_sub(MAX_SOURCES);
    if more > 0 {
        page.line(Tone::Plain, &format!("  and {more} more; --json lists all"));
    }
    if why.older > 0 {
        let times = count(u64::from(why.older), "time");
        page.line(Tone::Plain, &format!("  {times} before, in sessions that are not kept any more"));
    }
    if why.merged.iter().any(|merged| merged.forms.len() > 1) {
        page.gap();
        page.line(Tone::Faint, "`driftguard memory split WORDING` takes a wording out again");
    }
    page.finish()
}

/// What is known of a step; `measures` are what each warning does, in the same order.
pub fn recalled(answer: &Answer, measures: &[Measure], style: Style) -> String {
    let mut page = Page::new(style);
    if answer.warnings.is_empty() {
        page.line(Tone::Plain, "nothing is known of this");
        return page.finish();
    }
    for (place, (warning, measure)) in answer.warnings.iter().zip(measures).enumerate() {
        if place > 0 {
            page.gap();
        }
        let tone = if *measure == Measure::Nothing { Tone::Faint } else { Tone::Strong };
        page.line(tone, &format!("lesson {}: {:.2} sure, {}", warning.lesson, warning.confidence, done(*measure)));
        labelled(&mut page, style, "done", &warning.trigger);
        labelled(&mut page, style, "said", &warning.risk);
        labelled(&mut page, style, "came", &warning.outcome);
        labelled(&mut page, style, "because", &because(warning));
    }
    page.finish()
}

fn done(measure: Measure) -> &'static str {
    match measure {
        Measure::Nothing => "too unsure to be given",
        Measure::Text => "told",
        Measure::Ask => "asked about",
        Measure::Deny => "denied",
    }
}

fn because(warning: &Warning) -> String {
    let times = count(u64::from(warning.frequency), "time");
    let how = match warning.by {
        RecalledBy::Key => "the same command or change".to_owned(),
        RecalledBy::Likeness => format!("alike {:.2} in words or meaning", warning.similarity),
    };
    format!("{how}; met {times} ({})", warning.origin.name())
}

/// How much is remembered.
pub fn stats(stats: &Stats, style: Style) -> String {
    let mut page = Page::new(style);
    let kinds = [count(stats.mistakes, "mistake"), format!("{} worth repeating", stats.successes)].join(", ");
    page.field("lessons", &format!("{kinds}; {} retired", stats.retired), 2);
    page.field("graph", &format!("{}, {}", count(stats.nodes, "node"), count(stats.edges, "edge")), 2);
    page.field("merged", &format!("{} taken for a known one", count(stats.merged, "wording")), 2);
    page.field("file", &super::size(stats.bytes), 2);
    page.finish()
}

/// How many lessons a file holds now; `file` is its name.
pub fn written(lessons: u64, file: &str) -> String {
    format!("{} written to {file}", count(lessons, "lesson"))
}

/// What was read from a file.
pub fn taken(imported: Imported) -> String {
    let Imported { new, strengthened, known } = imported;
    let new = count(super::layout::number(new), "new lesson");
    format!("{new}, {strengthened} known and now surer, {known} as they were")
}

/// What a pruning did, or would do.
pub fn pruned(pruned: &Pruned, dry: bool) -> String {
    let number = |length: usize, noun: &str| count(super::layout::number(length), noun);
    if pruned.is_nothing() {
        return "nothing to prune: all of it is fresh or was met often\n".to_owned();
    }
    let parts = [
        number(pruned.weak, "weak and old lesson"),
        format!("{} with {}", number(pruned.stale, "stale node"), number(pruned.stale_lessons, "lesson")),
        number(pruned.isolated, "isolated and stale node"),
    ]
    .join(", ");
    if dry {
        format!("would go: {parts}; `driftguard memory prune --yes` does it\n")
    } else {
        format!("gone: {parts}\n")
    }
}
