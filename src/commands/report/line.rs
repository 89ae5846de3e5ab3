//! What the client's status line shows of a session: one short line, without colour.

use super::layout::{cut, list, quoted};
use super::outcome;
use crate::config::Mode;
use crate::domain::{Constraint, DriftEvent, Goal, Session, Standing};
use crate::text::pattern::all_shown;

/// Columns of the goal, and of the limits: a status line shares its place with others.
const GOAL_COLUMNS: usize = 40;
const LIMITS_COLUMNS: usize = 48;
/// Things that limits hold, shown at most.
const MAX_LIMITS: usize = 3;

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct LineView<'a> {
    /// The mode in force.
    pub mode: Mode,
    /// True while nothing is said.
    pub paused: bool,
    /// The session, where a hook told of it.
    pub session: Option<&'a Session>,
    /// Its last assessment.
    pub last: Option<&'a DriftEvent>,
}

/// The line, without a line feed. How much was seen of the work is only told where something was missed.
pub fn status_line(view: &LineView<'_>) -> String {
    let Some(session) = view.session else {
        return "driftguard: no hook has told of this session".to_owned();
    };
    let standing = match view.last {
        Some(last) if last.judged(session.goal.as_ref()) => {
            format!("driftguard {}/10 {}", last.score.value(), outcome::recorded_words(last))
        }
        _ => format!("driftguard {}", Standing::NotChecked.name()),
    };
    let goal =
        session.goal.as_ref().map_or_else(|| "no goal yet".to_owned(), |goal| quoted(&cut(&goal.line, GOAL_COLUMNS)));
    let mut parts = vec![standing, goal];
    parts.extend(limits(session));
    parts.push(view.mode.name().to_owned());
    if view.paused {
        parts.push("paused".to_owned());
    }
    if let Some(percent) = session.liveness.coverage().filter(|percent| *percent < 100) {
        parts.push(format!("coverage {percent} %"));
    }
    parts.join(" · ")
}

/// The limits that are watched, so that one that was not understood is missed: "limits: src/db/, `git push`".
fn limits(session: &Session) -> Option<String> {
    let goal = session.goal.as_ref()?;
    let mut held: Vec<String> = goal.constraints.iter().flat_map(|limit| brief(limit, goal)).collect();
    held.dedup();
    let shown = list(&held, MAX_LIMITS);
    (!held.is_empty()).then(|| format!("limits: {}", cut(&shown, LIMITS_COLUMNS)))
}

/// What one limit holds: of many things the user's own words, and nothing of one that is only kept in mind.
fn brief(limit: &Constraint, goal: &Goal) -> Vec<String> {
    let kept_to = outcome::kept_to(limit, &goal.scope);
    if limit.targets.is_empty() && !kept_to.is_empty() {
        return vec![format!("only {}", list(&all_shown(kept_to), MAX_LIMITS))];
    }
    let held = if outcome::is_watched(limit) { outcome::holds(limit) } else { Vec::new() };
    let only = |held: &String| held.strip_prefix("outside ").map_or(held.clone(), |places| format!("only {places}"));
    if held.len() > 2 { vec![quoted(&cut(&limit.clause, GOAL_COLUMNS / 2))] } else { held.iter().map(only).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ConstraintKind, EventId, Level, Liveness, Pattern, Score, Target};

    fn event(score: i64, standing: Standing) -> DriftEvent {
        let kind = crate::drift::kind(Score::new(score));
        DriftEvent {
            timestamp: 0,
            score: Score::new(score),
            effective: Score::new(score),
            level: Level::None,
            kind,
            standing,
            spoken: false,
            revision: 1,
            diagnostic: String::new(),
            findings: Vec::new(),
            event: EventId(1),
        }
    }

    #[track_caller]
    fn check(session: Option<&Session>, last: Option<(i64, Standing)>, paused: bool, expected: &str) {
        let last = last.map(|(score, standing)| event(score, standing));
        let view = LineView { mode: Mode::Guide, paused, session, last: last.as_ref() };
        assert_eq!(status_line(&view), expected);
    }

    #[test]
    fn one_line_tells_score_goal_and_mode() {
        let goal = Goal {
            line: "Fix the \u{1b}[31mrounding of line totals in the billing service".into(),
            revision: 1,
            ..Goal::default()
        };
        let liveness = Liveness { met: 7, missed: 1, ..Liveness::default() };
        let session = Session { goal: Some(goal), ..Session::default() };
        check(None, None, false, "driftguard: no hook has told of this session");
        check(Some(&Session::default()), None, false, "driftguard not checked · no goal yet · guide");
        check(
            Some(&session),
            Some((10, Standing::OnGoal)),
            false,
            "driftguard 10/10 on goal · “Fix the \\u{1b}[31mrounding of line tota…” · guide",
        );
        let set = Goal { line: "fix the token".into(), revision: 2, ..Goal::default() };
        let another = Session { goal: Some(set), ..session.clone() };
        check(Some(&another), Some((4, Standing::OffGoal)), false, "driftguard not checked · “fix the token” · guide");
        check(
            Some(&Session { goal: None, liveness, ..session }),
            Some((4, Standing::OffGoal)),
            true,
            "driftguard not checked · no goal yet · guide · paused · coverage 87 %",
        );
    }

    #[test]
    fn limits_that_are_watched_are_shown() {
        let shown = |limits: Vec<Constraint>| {
            let goal = Goal { line: "fix the token".into(), revision: 1, constraints: limits, ..Goal::default() };
            let session = Session { goal: Some(goal), ..Session::default() };
            status_line(&LineView { mode: Mode::Guide, paused: false, session: Some(&session), last: None })
        };
        let limit = |clause: &str, targets: &[Target], denies: bool| Constraint {
            denies,
            ..Constraint::bare(ConstraintKind::DoNot, clause.to_owned(), targets.to_vec())
        };
        let folder = Target::Paths(Pattern::Folder("src/db".into()));
        let command = |words: &str| Target::Command(words.to_owned());
        let line = |limits: &str| format!("driftguard not checked · “fix the token”{limits} · guide");
        assert_eq!(shown(Vec::new()), line(""));
        assert_eq!(
            shown(vec![
                limit("don't touch src/db", std::slice::from_ref(&folder), true),
                limit("don't push", &[command("git push")], true)
            ]),
            line(" · limits: src/db/ and `git push`")
        );
        // What is only kept in mind is no limit, and of many commands the user's words are shown.
        assert_eq!(shown(vec![limit("don't use docker for it", &[command("docker")], false)]), line(""));
        let git = ["git commit", "git push", "git add"].map(command);
        assert_eq!(shown(vec![limit("don't use git", &git, true)]), line(" · limits: “don't use git”"));
    }
}
