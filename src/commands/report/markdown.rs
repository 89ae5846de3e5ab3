//! The report of `check` as GitHub-flavoured Markdown, for the comment on a pull request.
//!
//! Owns the escaping: nothing that a session contains may become a link, a mention, a heading or HTML of the comment.

use super::layout::{count, line};
use super::outcome::{self, moment};
use super::{Report, claims, untold};
use crate::config::Config;
use crate::domain::{Finding, Goal};
use crate::text::pattern::shown;
use std::fmt::Write as _;

/// Assessments in the table at most; the last are shown.
const MAX_ROWS: usize = 20;
/// Findings and scope entries listed at most.
const MAX_ITEMS: usize = 20;
/// Characters of one untrusted text; a comment may have 65,536 in all.
const MAX_TEXT: usize = 300;

/// The report as Markdown: a heading, the verdict, the assessments, and the evidence folded away.
pub fn markdown(report: &Report, config: &Config) -> String {
    let mut text = format!("## driftguard\n\n**{}**\n\n", outcome::conclusion(report, config));
    if let Some(goal) = &report.session.goal {
        let _ = writeln!(text, "Goal: “{}”\n", escaped(&goal.line));
    }
    table(&mut text, report);
    if let Some(verdict) = outcome::last(report) {
        findings(&mut text, report, &verdict.findings);
        if let Some(plan) = &verdict.recovery {
            let _ = writeln!(text, "Way back: {}\n", escaped(&plan.first_action));
        }
    }
    replies(&mut text, report);
    if let Some(goal) = &report.session.goal {
        scope(&mut text, goal);
    }
    let total: u64 = report.tally.calls.values().sum();
    let _ = writeln!(
        text,
        "Session {}: {}, {}.",
        escaped(&report.session_id),
        count(report.tally.prompts, "prompt"),
        count(total, "call")
    );
    text
}

/// What the replies claimed that is not so, and what they left out.
fn replies(text: &mut String, report: &Report) {
    let refuted = claims::refuted_in(report).map(|(_, call, said)| (call, said));
    let untold = report.untold.iter().flat_map(|turn| untold::said(turn).into_iter().map(|said| (turn.call, said)));
    let mut items = refuted.chain(untold).take(MAX_ITEMS).peekable();
    if items.peek().is_none() {
        return;
    }
    for (call, said) in items {
        let _ = writeln!(text, "- Reply after call {call}: {}", escaped(&said));
    }
    text.push('\n');
}

fn table(text: &mut String, report: &Report) {
    if report.assessments.is_empty() {
        return;
    }
    text.push_str("| at | score | level | standing | tells | seen |\n|---|---:|---|---|---|---|\n");
    let first = report.assessments.len().saturating_sub(MAX_ROWS);
    for index in first..report.assessments.len() {
        let assessment = &report.assessments[index];
        let verdict = &assessment.verdict;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            moment(report, index),
            outcome::scores(verdict),
            verdict.level.name(),
            outcome::standing_words(verdict),
            outcome::told(&assessment.decision),
            escaped(&outcome::seen(verdict, 2))
        );
    }
    text.push('\n');
    if let Some(legend) = outcome::legend(&report.assessments) {
        let _ = writeln!(text, "{legend}\n");
    }
    if first > 0 {
        let _ = writeln!(text, "{first} earlier assessments are left out.\n");
    }
}

fn findings(text: &mut String, report: &Report, findings: &[Finding]) {
    let items = findings.iter().map(|finding| {
        let calls = outcome::shown_calls(&outcome::calls(report, &finding.evidence.events), 8);
        let against = outcome::against(report.session.goal.as_ref(), &finding.evidence).unwrap_or_default();
        let parts = [escaped(&finding.what), calls, escaped(&against)];
        let told: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("**{}**: {}", finding.signal.0, told.join("; "))
    });
    details(text, "Findings", items);
}

fn scope(text: &mut String, goal: &Goal) {
    let entries = goal.scope.entries.iter().map(|entry| {
        let words = escaped(&entry.words);
        let why = if words.is_empty() { String::new() } else { format!(", “{words}”") };
        format!("{} ({}{why})", escaped(&shown(&entry.pattern)), entry.reason.name())
    });
    let mut entries: Vec<String> = entries.collect();
    entries.dedup();
    details(text, "Scope", entries.into_iter());
    let limits = goal
        .constraints
        .iter()
        .map(|limit| format!("“{}” ({})", escaped(&limit.clause), escaped(&outcome::force(limit, &goal.scope))));
    details(text, "Limits", limits);
}

/// A list folded away below its name and length; nothing where it is empty.
fn details(text: &mut String, name: &str, items: impl ExactSizeIterator<Item = String>) {
    let total = items.len();
    if total == 0 {
        return;
    }
    let _ = writeln!(text, "<details><summary>{name} ({total})</summary>\n");
    for item in items.take(MAX_ITEMS) {
        let _ = writeln!(text, "- {item}");
    }
    if total > MAX_ITEMS {
        let _ = writeln!(text, "- and {} more", total - MAX_ITEMS);
    }
    text.push_str("\n</details>\n\n");
}

/// Text of a session as Markdown that shows exactly it. A zero-width space keeps `@name`, `#12` and addresses from
/// becoming mentions and links, which a backslash does not.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in super::layout::cut(&line(text), MAX_TEXT).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '@' => safe.push_str("@&#8203;"),
            '#' => safe.push_str("\\#&#8203;"),
            ':' => safe.push_str(":&#8203;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '!' | '$' => {
                safe.push('\\');
                safe.push(character);
            }
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{config, drifting, report, steady, with_findings};

    #[test]
    fn a_comment_leads_with_the_verdict() {
        insta::assert_snapshot!(markdown(&drifting(), &config()), @r#"
        ## driftguard

        **off goal, score 1 of 10 (clean from 8): `driftguard explain` shows why**

        Goal: “fix the expired token bug, keep to src/auth and do not touch CHANGELOG.md”

        | at | score | level | standing | tells | seen |
        |---|---:|---|---|---|---|
        | prompt 1 | - | none | not checked | - |  |
        | prompt 2 | 10 | none | on goal | - |  |
        | call 3 | 4 | intervene | off goal | agent | changed src/styles/theme.css |
        | prompt 3 | 4 (as 3) | intervene | off goal | - | changed src/styles/theme.css |
        | call 4 | 1 | halt | off goal | agent | changed CHANGELOG.md and changed src/styles/theme.css |
        | end | 1 | halt | off goal | - | changed src/styles/theme.css and changed CHANGELOG.md |

        “(as N)” is what a score counts as: each correction that did not help takes a point off, three at most, and the level goes by it.

        <details><summary>Findings (3)</summary>

        - **out-of-scope**: changed src/styles/theme.css; calls 3 and 5; outside src/auth/
        - **constraint-breach**: changed CHANGELOG.md; call 4; the user said “do not touch CHANGELOG.md”
        - **ignored-correction**: changed CHANGELOG.md after a correction; call 4

        </details>

        Way back: go back to src/auth/

        <details><summary>Scope (1)</summary>

        - src/auth/ (declared, “keep to src/auth”)

        </details>

        <details><summary>Limits (1)</summary>

        - “do not touch CHANGELOG.md” (denied when crossed:&#8203; CHANGELOG.md)

        </details>

        Session 5f0c2a1e-session: 3 prompts, 5 calls.
        "#);
    }

    #[test]
    fn a_session_on_goal_is_short() {
        insta::assert_snapshot!(markdown(&steady(), &config()), @r#"
        ## driftguard

        **on goal, score 10 of 10: nothing to do**

        Goal: “fix the expired token bug, keep to src/auth and do not touch CHANGELOG.md”

        | at | score | level | standing | tells | seen |
        |---|---:|---|---|---|---|
        | prompt 1 | - | none | not checked | - |  |
        | end | 10 | none | on goal | - |  |

        <details><summary>Scope (1)</summary>

        - src/auth/ (declared, “keep to src/auth”)

        </details>

        <details><summary>Limits (1)</summary>

        - “do not touch CHANGELOG.md” (denied when crossed:&#8203; CHANGELOG.md)

        </details>

        Session 5f0c2a1e-session: 1 prompt, 3 calls.
        "#);
        let none = markdown(&report(None, &[]), &config());
        assert!(none.starts_with("## driftguard\n\n**not checked: "), "{none}");
    }

    #[test]
    fn nothing_of_a_session_becomes_markup() {
        let check = |text: &str, expected: &str| assert_eq!(escaped(text), expected);
        check("a|b", "a\\|b");
        check("`rm` *now*", "\\`rm\\` \\*now\\*");
        check("<script>&", "&lt;script&gt;&amp;");
        check("@team #12", "@&#8203;team \\#&#8203;12");
        check("[x](https://e.org)", "\\[x\\](https:&#8203;//e.org)");
        check("![i](u)\n# head", "\\!\\[i\\](u) \\#&#8203; head");
    }

    #[test]
    fn a_comment_stays_below_the_limit_of_github() {
        let text = markdown(&with_findings(drifting(), 500), &config());
        assert!(text.contains("- and 480 more\n"));
        assert!(text.len() < 65_536);
    }
}
