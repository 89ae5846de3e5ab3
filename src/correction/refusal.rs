//! Why an action was not run. A refusal stands alone in a tool's result: what, which evidence, what to do instead, how the
//! human overrides.

use super::template::{asked, capped, listed};
use crate::config::CorrectionConfig;
use crate::domain::{Finding, Goal};

/// A change beyond the goal, told before it was made. `places` are what it would have changed.
pub fn off_goal(places: &[&str], goal: &Goal, config: &CorrectionConfig) -> String {
    let (places, _) = listed(places, config.max_files);
    let text = format!(
        "driftguard: this change was not made, since the goal does not cover {places}. {} Instead: go on with the goal, or ask \
         the user whether this is wanted. The user allows it by saying so in the chat, for example: “change {places} too”.",
        asked(goal, &[]),
    );
    capped(&text, config.max_chars)
}

/// An action that a limit forbids: the user's own words or, where none of the goal's limits says it, the configuration.
pub fn prohibited(finding: &Finding, goal: &Goal, config: &CorrectionConfig) -> String {
    let clause = finding.evidence.clause.as_deref().unwrap_or_default();
    let what = match (&finding.evidence.command, finding.evidence.paths.first()) {
        (Some(command), _) => format!("`{command}` was not run"),
        (None, Some(path)) => format!("{path} was not changed"),
        (None, None) => "this was not done".to_owned(),
    };
    let instead = "Instead: do the work without it, or tell the user why it is needed.";
    let text = if goal.constraints.iter().any(|limit| limit.clause == clause) {
        format!(
            "driftguard: {what}, since the user said “{clause}”. {instead} The user lifts this limit by saying so in the chat."
        )
    } else {
        format!("driftguard: {what}: it is {clause}. {instead} The user lifts this in driftguard's settings.")
    };
    capped(&text, config.max_chars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::defaults;
    use crate::domain::{Constraint, ConstraintKind, EventId, Evidence, Severity, SignalId};

    fn goal() -> Goal {
        let limit = Constraint {
            kind: ConstraintKind::DoNot,
            clause: "do not touch CHANGELOG.md".into(),
            targets: vec![],
            denies: true,
            revision: 1,
        };
        Goal { line: "fix the token check".into(), constraints: vec![limit], ..Goal::default() }
    }

    fn breach(clause: &str, path: Option<&str>, command: Option<&str>) -> Finding {
        Finding {
            signal: SignalId("constraint-breach"),
            severity: Severity::new(0.6),
            what: String::new(),
            evidence: Evidence {
                events: vec![EventId(1)],
                paths: path.into_iter().map(str::to_owned).collect(),
                command: command.map(str::to_owned),
                clause: Some(clause.into()),
            },
            key: String::new(),
        }
    }

    #[test]
    fn a_change_beyond_the_goal_is_named_with_the_way_to_allow_it() {
        let text = off_goal(&["web/a.css", "web/b.css"], &goal(), &defaults().correction);
        assert_eq!(
            text,
            "driftguard: this change was not made, since the goal does not cover web/a.css and web/b.css. The user asked: “fix \
             the token check”. Instead: go on with the goal, or ask the user whether this is wanted. The user allows it by \
             saying so in the chat, for example: “change web/a.css and web/b.css too”."
        );
        let many = off_goal(&["a", "b", "c", "d", "e"], &goal(), &defaults().correction);
        assert!(many.contains("a, b, c and 2 more"), "{many}");
    }

    #[test]
    fn a_limit_is_told_with_whose_it_is() {
        let check = |clause: &str, path: Option<&str>, command: Option<&str>, expected: [&str; 2]| {
            let text = prohibited(&breach(clause, path, command), &goal(), &defaults().correction);
            let instead = "Instead: do the work without it, or tell the user why it is needed.";
            assert_eq!(text, format!("driftguard: {} {instead} {}", expected[0], expected[1]));
        };
        let clause = "do not touch CHANGELOG.md";
        let by_user = "The user lifts this limit by saying so in the chat.";
        let said = "CHANGELOG.md was not changed, since the user said “do not touch CHANGELOG.md”.";
        check(clause, Some("CHANGELOG.md"), None, [said, by_user]);
        let said = "`git push` was not run, since the user said “do not touch CHANGELOG.md”.";
        check(clause, None, Some("git push"), [said, by_user]);
        let told = "ci/x.yml was not changed: it is protected by the configuration: ci/**.";
        let in_settings = "The user lifts this in driftguard's settings.";
        check("protected by the configuration: ci/**", Some("ci/x.yml"), None, [told, in_settings]);
    }
}
