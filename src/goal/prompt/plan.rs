//! Plans: what a person approves or carries into a fresh session to be carried out.
//!
//! Owns the recognition of plan prompts and the title of a plan. The files that a plan names are found as all names
//! are; no sentence of a plan forbids anything.

use super::prose::{Prose, hands_over_a_plan};

/// Beginnings of titles that say only that it is a plan.
const TITLE_STARTS: &[&str] =
    &["implementation plan:", "implementation plan -", "plan:", "plan -", "plan –", "plan —", "plan for:"];

/// True for "Implement the following plan: ..." and its kin.
pub(in crate::goal) fn is_plan(prose: &Prose) -> bool {
    let start: String = prose.text().chars().take(60).collect::<String>().to_lowercase();
    // "# Planets page" is a heading like any other.
    let is_whole = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '-');
    hands_over_a_plan(&start)
        || start.starts_with("implement this plan:")
        || start.strip_prefix("# plan").is_some_and(is_whole)
}

/// The plan's title: its first heading, or else its first line that says anything.
pub(in crate::goal) fn title(plan: &str) -> Option<&str> {
    let mut lines = plan.lines().map(str::trim).filter(|line| !line.is_empty());
    let heading = lines.clone().find(|line| line.starts_with('#') && line.trim_start_matches('#').starts_with(' '));
    let line = heading.or_else(|| lines.find(|line| !hands_over_a_plan(&line.to_lowercase())))?;
    let title = line.trim_start_matches('#').trim();
    let lower = title.to_lowercase();
    let cut = TITLE_STARTS.iter().find(|start| lower.starts_with(**start)).map_or(0, |start| start.len());
    let bare = title.get(cut..).unwrap_or(title).trim();
    Some(if bare.is_empty() { title } else { bare }).filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(plan: &str, expected: Option<&str>) {
        assert_eq!(title(plan), expected);
    }

    #[test]
    fn titles() {
        check("Implement the following plan:\n\n# Plan: Token Lifecycle\n\n## Context", Some("Token Lifecycle"));
        check("Implement the following plan:\n\n# Multi-Remediation Support", Some("Multi-Remediation Support"));
        check("Implement the following plan:\n\nMove the parser.\nThen test.", Some("Move the parser."));
        check("# Plan", Some("Plan"));
        check("Implement the following plan:", None);
        check("", None);
    }
}
