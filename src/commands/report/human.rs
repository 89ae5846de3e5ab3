//! The report of `check` as a person reads it in a terminal.

use super::layout::{Page, Style, Tone, count, cut, cut_path, line, list, number, quoted};
use super::outcome::{self, moment};
use super::{Report, Tally, claims, orders, remarks, stopped, untold};
use crate::config::Config;
use crate::domain::{Assessment, Constraint, Decision, Finding, Goal, Level, ScopeEntry, Session};
use crate::text::pattern::{all_shown, shown};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Assessments in the table at most; the worst are shown.
const MAX_ROWS: usize = 20;
/// Findings shown at most; they come worst first.
const MAX_FINDINGS: usize = 8;
/// Scope entries, limits and revisions shown at most.
const MAX_ENTRIES: usize = 8;
/// Tools named one by one.
const MAX_TOOLS: usize = 5;
/// Files, commands and calls named in one piece of evidence.
const MAX_EVIDENCE: usize = 4;
/// Lines of a text for the agent.
const MAX_TEXT: usize = 12;
/// Columns of one fact in the table.
const FACT: usize = 72;

/// What is said of a session in which nobody was told anything.
pub(super) const SILENT: &str =
    "monitor, so nobody is told anything; `driftguard trial` shows what would have been said";

/// What a yes in the client's question is worth.
const CONSENT: &str = "in the client's question and not by a command: it holds for this goal, and for nothing else";

/// The report as a page of text; the last line says the result. A session about which there is nothing to say takes at
/// most 12 lines.
pub fn human(report: &Report, config: &Config, style: Style) -> String {
    let mut page = Page::new(style);
    let brief = is_silent(report);
    let room = if brief { 1 } else { MAX_ENTRIES };
    page.field("session", &report.session_id, 1);
    page.field("transcript", &cut_path(&report.transcript, style.columns().saturating_sub(12)), 1);
    page.field("read", &read(&report.tally), if brief { 1 } else { 2 });
    if report.quiet {
        page.field("mode", SILENT, 2);
    }
    if let Some(broken) = unreadable(&report.tally) {
        page.field("skipped", &broken, 1);
    }
    match &report.session.goal {
        Some(goal) => about_goal(&mut page, goal, brief, room),
        None => page.field("goal", "none", 1),
    }
    if brief {
        page.field("checked", &outcome::quiet_summary(report), 1);
    } else {
        page.gap();
        assessments(&mut page, report);
        last_text(&mut page, report);
        findings(&mut page, report);
    }
    if report.drift_only {
        page.field("drift only", "reports were held against nothing, answers of tools not searched for orders", 1);
    }
    stopped::summary(&mut page, report);
    if report.tally.unread_scripts > 0 {
        let calls = count(report.tally.unread_scripts, "call");
        page.field("scripts", &format!("{calls} ran one that is not at hand: what it did is held against no limit"), 2);
    }
    orders::summary(&mut page, &report.orders);
    claims::summary(&mut page, &report.reported);
    untold::summary(&mut page, &report.untold);
    if let Some(said) = remarks::summary(&report.remarks) {
        page.field("said then", &format!("{said} (`driftguard explain` shows each)"), 2);
    }
    // What a finding names needs no guess.
    let found = |file: &str| {
        outcome::last(report).is_some_and(|verdict| verdict.findings.iter().any(|finding| finding.what.contains(file)))
    };
    let files: Vec<String> = report.unasked.iter().filter(|file| !found(file)).map(|file| cut(file, FACT)).collect();
    if !files.is_empty() {
        page.field("not asked?", &format!("{} (by name alone: a hint, and no finding)", list(&files, MAX_ENTRIES)), 3);
    }
    page.gap();
    page.line(outcome::tone(outcome::standing(report)), &outcome::conclusion(report, config));
    page.finish()
}

/// The goal of a session alone, for `driftguard goal show`: `whose` it is where that has to be told, words, revisions, scope with reasons, limits, and what the user let through
/// in the client's questions; and what the configuration protects whatever the goal is.
pub fn goal(session: &Session, whose: Option<&str>, protect: &[String], style: Style) -> String {
    let mut page = Page::new(style);
    if let Some(whose) = whose {
        page.field("session", whose, 3);
    }
    match &session.goal {
        Some(goal) => about_goal(&mut page, goal, false, MAX_ENTRIES),
        None => page.field("goal", "none: the next prompt sets one", 1),
    }
    // The newest first: more are not shown.
    let allowed: Vec<String> = session.consented.iter().rev().map(|what| line(what)).collect();
    rows(&mut page, "your yes", &allowed, MAX_ENTRIES);
    if !allowed.is_empty() {
        page.field("", CONSENT, 2);
    }
    let protected: Vec<String> =
        protect.iter().map(|entry| format!("{} (scope.protect of the configuration)", line(entry))).collect();
    rows(&mut page, "protected", &protected, MAX_ENTRIES);
    page.finish()
}

/// True when no assessment found anything to tell.
fn is_silent(report: &Report) -> bool {
    report.assessments.iter().all(|assessment| assessment.verdict.level == Level::None)
        && outcome::last(report).is_none_or(|verdict| verdict.findings.is_empty())
}

fn read(tally: &Tally) -> String {
    let total: u64 = tally.calls.values().sum();
    let mut text = format!("{}, {}", count(tally.prompts, "prompt"), count(total, "call"));
    if total > 0 {
        let _ = write!(text, " ({})", by_tool(&tally.calls));
    }
    if tally.failed > 0 {
        let _ = write!(text, ", {} failed", tally.failed);
    }
    let delegated: u64 = tally.sidechain_calls.values().sum();
    if delegated > 0 {
        let _ = write!(text, ", {} of subagents", count(delegated, "call"));
    }
    text
}

/// "Edit 12, Bash 10 and 2 more": the most used tools first.
fn by_tool(calls: &BTreeMap<String, u64>) -> String {
    let mut tools: Vec<_> = calls.iter().collect();
    tools.sort_by(|(name, number), (other, others)| others.cmp(number).then(name.cmp(other)));
    let shown: Vec<String> = tools.into_iter().map(|(name, number)| format!("{} {number}", cut(name, 30))).collect();
    list(&shown, MAX_TOOLS)
}

fn unreadable(tally: &Tally) -> Option<String> {
    let parts = [
        (tally.broken, "no records"),
        (tally.unknown, "of a type unknown to this version"),
        (tally.too_long, "too long"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    (!told.is_empty()).then(|| format!("{} of {}", list(&told, told.len()), count(tally.lines, "line")))
}

fn about_goal(page: &mut Page, goal: &Goal, brief: bool, room: usize) {
    // Marks between the prompts: what was said later is no part of the sentence before.
    let said = || goal.paragraphs().map(quoted).collect::<Vec<_>>().join(", then ");
    let shown = if brief || goal.text.is_empty() { quoted(&goal.line) } else { said() };
    page.field("goal", &shown, if brief { 2 } else { 4 });
    if brief {
        if !goal.scope.entries.is_empty() {
            let shown = all_shown(goal.scope.entries.iter().map(|entry| &entry.pattern));
            page.field("scope", &list(&shown, 3), 1);
        }
        if !goal.constraints.is_empty() {
            let shown: Vec<String> = goal.constraints.iter().map(|limit| quoted(&limit.clause)).collect();
            page.field("limits", &list(&shown, 2), 1);
        }
        return;
    }
    let revised = goal.history.iter().filter(|change| change.revision > 1);
    let revisions: Vec<String> = revised
        .rev()
        .map(|change| {
            let name = outcome::change_name(change.change);
            format!("{name} with {}: {}", quoted(&cut(&change.prompt, 40)), change.reason)
        })
        .collect();
    rows(page, "revised", &revisions, room);
    let mut entries: Vec<String> = goal.scope.entries.iter().map(entry).collect();
    // A kind of work has several globs and one name.
    entries.dedup();
    rows(page, "scope", &entries, room);
    let limit = |limit: &Constraint| format!("{} ({})", quoted(&limit.clause), outcome::force(limit, &goal.scope));
    let limits: Vec<String> = goal.constraints.iter().map(limit).collect();
    rows(page, "limits", &limits, room);
}

fn entry(entry: &ScopeEntry) -> String {
    let shown = cut_path(&shown(&entry.pattern), 60);
    let words = line(&entry.words);
    if words.is_empty() || words == shown {
        return format!("{shown} ({})", entry.reason.name());
    }
    format!("{shown} ({}: {})", entry.reason.name(), cut(&words, 40))
}

/// The first `room` items below one label, and how many more there are.
fn rows(page: &mut Page, label: &str, items: &[String], room: usize) {
    for (index, item) in items.iter().take(room).enumerate() {
        page.field(if index == 0 { label } else { "" }, item, 2);
    }
    let more = items.len().saturating_sub(room);
    if more > 0 {
        page.field("", &format!("and {more} more"), 1);
    }
}

fn assessments(page: &mut Page, report: &Report) {
    let shown = worst(&report.assessments);
    let rows = shown.iter().map(|index| row(report, *index)).collect();
    page.table(&["at", "score", "level", "standing", "tells", "seen"], rows, &[1]);
    let more = report.assessments.len() - shown.len();
    if more > 0 {
        page.line(Tone::Plain, &format!("and {more} more that are no worse; --format json lists all"));
    }
    if let Some(legend) = outcome::legend(&report.assessments) {
        page.hanging("", 0, legend, 3);
    }
}

/// The places of the worst assessments and of the last one, in the order of the session.
fn worst(assessments: &[Assessment]) -> Vec<usize> {
    let Some(last) = assessments.len().checked_sub(1) else { return Vec::new() };
    let mut places: Vec<usize> = (0..last).collect();
    places.sort_by_key(|index| (assessments[*index].verdict.score, std::cmp::Reverse(*index)));
    places.truncate(MAX_ROWS - 1);
    places.push(last);
    places.sort_unstable();
    places
}

fn row(report: &Report, index: usize) -> Vec<String> {
    let assessment = &report.assessments[index];
    let verdict = &assessment.verdict;
    vec![
        moment(report, index),
        outcome::scores(verdict),
        verdict.level.name().to_owned(),
        outcome::standing_words(verdict).to_owned(),
        outcome::told(&assessment.decision).to_owned(),
        cut(&outcome::seen(verdict, 1), FACT),
    ]
}

/// The last text that the agent was given, in full: the table only says that there was one.
fn last_text(page: &mut Page, report: &Report) {
    let said = report.assessments.iter().enumerate().rev().find_map(|(index, assessment)| match &assessment.decision {
        Decision::Inject { text, .. } => Some((index, text)),
        _ => None,
    });
    if let Some((index, text)) = said {
        page.gap();
        page.line(Tone::Strong, &format!("the agent would be told at {}", moment(report, index)));
        page.hanging("  ", 2, text, MAX_TEXT);
    }
}

/// The findings of the final verdict with their evidence, and the way back.
fn findings(page: &mut Page, report: &Report) {
    let Some(verdict) = outcome::last(report) else { return };
    if verdict.findings.is_empty() {
        return;
    }
    page.gap();
    page.line(Tone::Strong, &format!("{} at the end", count(number(verdict.findings.len()), "finding")));
    for finding in verdict.findings.iter().take(MAX_FINDINGS) {
        page.hanging("  ", 4, &format!("{}: {}", finding.signal.0, finding.what), 3);
        let evidence = evidence(report, finding);
        page.hanging("    ", 4, &evidence, 3);
    }
    let more = verdict.findings.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        page.line(Tone::Plain, &format!("  and {more} more that are no worse; --format json lists all"));
    }
    if let Some(plan) = &verdict.recovery {
        page.gap();
        page.field("way back", &plan.first_action, 3);
    }
}

/// What a finding rests on: calls, files, command, the words it is held against.
fn evidence(report: &Report, finding: &Finding) -> String {
    let rests_on = &finding.evidence;
    let calls = outcome::shown_calls(&outcome::calls(report, &rests_on.events), MAX_EVIDENCE);
    // A file or command that the sentence above names need not be named again.
    let paths: Vec<String> =
        rests_on.paths.iter().filter(|path| !finding.what.contains(*path)).map(|path| cut_path(path, 60)).collect();
    let command = rests_on.command.as_deref().filter(|command| !finding.what.contains(*command));
    let parts = [
        calls,
        list(&paths, MAX_EVIDENCE),
        command.map(|command| format!("`{}`", cut(command, 60))).unwrap_or_default(),
        outcome::against(report.session.goal.as_ref(), rests_on).unwrap_or_default(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::layout::columns;
    use crate::commands::report::testing::{config, declared_goal, drifting, report, steady, with_findings};
    use crate::text::plain::plain;

    fn shown(report: &Report) -> String {
        human(report, &config(), Style { colour: false, width: 80 })
    }

    /// No line wider than the terminal.
    #[track_caller]
    fn check_width(report: &Report, width: usize) {
        for text in human(report, &config(), Style { colour: false, width }).lines() {
            assert!(columns(text) <= width, "{} columns: {text}", columns(text));
        }
    }

    #[test]
    fn a_session_that_drifted() {
        insta::assert_snapshot!(shown(&drifting()), @r#"
        session     5f0c2a1e-session
        transcript  /home/user/.claude/projects/-project/5f0c2a1e-session.jsonl
        read        3 prompts, 5 calls (Edit 4 and Read 1)
        goal        “fix the expired token bug, keep to src/auth and do not touch
                    CHANGELOG.md”
        scope       src/auth/ (declared: keep to src/auth)
        limits      “do not touch CHANGELOG.md” (denied when crossed: CHANGELOG.md)

        at           score  level      standing     tells  seen
        prompt 1         -  none       not checked  -
        prompt 2        10  none       on goal      -
        call 3           4  intervene  off goal     agent  changed src/styles/theme.css
        prompt 3  4 (as 3)  intervene  off goal     -      changed src/styles/theme.css
        call 4           1  halt       off goal     agent  changed CHANGELOG.md and 1
                                                           more
        end              1  halt       off goal     -      changed src/styles/theme.css
                                                           and 1 more
        “(as N)” is what a score counts as: each correction that did not help takes a
        point off, three at most, and the level goes by it.

        the agent would be told at call 4
          driftguard: the work has left the goal: CHANGELOG.md and src/styles/theme.css
          were changed. The user asked: “fix the expired token bug, keep to src/auth and
          do not touch CHANGELOG.md”. Before any other change: put CHANGELOG.md back as
          it was before this work. Then tell the user in one or two sentences what was
          changed beyond the goal, and let the user decide about it. If the user did ask
          for this work, say where, and go on. The user can widen the goal by saying so.

        3 findings at the end
          out-of-scope: changed src/styles/theme.css
            calls 3 and 5; outside src/auth/
          constraint-breach: changed CHANGELOG.md
            call 4; the user said “do not touch CHANGELOG.md”
          ignored-correction: changed CHANGELOG.md after a correction
            call 4

        way back    go back to src/auth/

        off goal, score 1 of 10 (clean from 8): `driftguard explain` shows why
        "#);
    }

    #[test]
    fn a_session_on_goal() {
        insta::assert_snapshot!(shown(&steady()), @r#"
        session     5f0c2a1e-session
        transcript  /home/user/.claude/projects/-project/5f0c2a1e-session.jsonl
        read        1 prompt, 3 calls (Edit 2 and Read 1)
        goal        “fix the expired token bug, keep to src/auth and do not touch
                    CHANGELOG.md”
        scope       src/auth/
        limits      “do not touch CHANGELOG.md”
        checked     1 time, lowest score 10, nothing to say

        on goal, score 10 of 10: nothing to do
        "#);
    }

    #[test]
    fn a_session_without_goal_or_calls() {
        insta::assert_snapshot!(shown(&report(None, &[])), @r#"
        session     5f0c2a1e-session
        transcript  /home/user/.claude/projects/-project/5f0c2a1e-session.jsonl
        read        0 prompts, 0 calls
        goal        none
        checked     never

        not checked: no prompt of a person gave a goal; --goal TEXT sets one
        "#);
    }

    #[test]
    fn a_goal_and_no_calls() {
        assert!(
            shown(&report(Some(declared_goal()), &[]))
                .ends_with("not checked: nothing was changed for this goal yet\n")
        );
    }

    #[test]
    fn broken_lines_only() {
        let mut empty = report(None, &[]);
        empty.tally = Tally { lines: 10_000, broken: 9_999, too_long: 1, ..Tally::default() };
        let text = shown(&empty);
        assert!(text.contains("9999 no records and 1 too long of 10,000 lines"), "{text}");
        assert!(text.lines().count() <= 12);
    }

    #[test]
    fn silent_sessions_stay_short_whatever_they_hold() {
        let mut report = steady();
        let goal = report.session.goal.as_mut().unwrap();
        goal.line = "words ".repeat(30);
        let (entry, limit) = (goal.scope.entries[0].clone(), goal.constraints[0].clone());
        goal.scope.entries = vec![entry; 100];
        goal.constraints = vec![limit; 100];
        report.tally.broken = 3;
        report.tally.calls = (0..30).map(|index| (format!("mcp__server__tool_{index}"), index)).collect();
        let text = shown(&report);
        assert!(text.lines().count() <= 12, "{text}");
        check_width(&report, 80);
    }

    #[test]
    fn many_findings_and_assessments_are_counted_not_listed() {
        let mut report = with_findings(drifting(), 500);
        let model = report.assessments[0].clone();
        for _ in 0..500 {
            report.assessments.insert(0, model.clone());
        }
        let text = shown(&report);
        assert!(text.lines().count() < 70, "{text}");
        assert!(text.contains("and 492 more that are no worse"), "{text}");
        assert!(text.contains("and 486 more that are no worse"), "{text}");
    }

    #[test]
    fn long_wide_and_reversed_text_keeps_the_width() {
        let mut report = drifting();
        report.transcript = format!("/home/{}/session.jsonl", "very-long-folder/".repeat(30));
        report.session_id = "s".repeat(300);
        let goal = report.session.goal.as_mut().unwrap();
        goal.text = format!("{} {}", "日本語の目標".repeat(40), "שלום עולם ".repeat(20));
        goal.scope.entries[0].pattern = crate::domain::Pattern::File("資料/".repeat(80));
        let finding = &mut report.assessments.last_mut().unwrap().verdict.findings[0];
        finding.what = format!("changed {}", "文書/".repeat(90));
        finding.evidence.command = Some("x".repeat(400));
        for width in [80, 120, 72] {
            check_width(&report, width);
        }
    }

    #[test]
    fn text_of_a_session_is_neutralised() {
        let evil = "\u{1b}[2Jgone\u{7}\r\nnext";
        let mut report = drifting();
        report.session_id = evil.to_owned();
        report.session.goal.as_mut().unwrap().text = evil.to_owned();
        report.assessments.last_mut().unwrap().verdict.findings[0].what = evil.to_owned();
        let text = shown(&report);
        let safe = line(evil);
        assert_eq!(safe, plain(evil).split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(text.matches(&safe).count() >= 3, "{text}");
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let colour = human(&drifting(), &config(), Style { colour: true, width: 80 });
        assert_ne!(colour, shown(&drifting()));
        let without: Vec<String> =
            anstream::adapter::strip_str(&colour).to_string().lines().map(|line| line.trim_end().to_owned()).collect();
        assert_eq!(without, shown(&drifting()).lines().collect::<Vec<_>>());
    }
}
