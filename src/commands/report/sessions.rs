//! What `driftguard status --all` shows: a line about each session of a project.

use super::layout::{Page, Style, Tone, count, cut, line, number, pretty, quoted, short, when};
use super::outcome;
use crate::domain::{DriftEvent, Score, Session, Standing};
use serde::Serialize;

/// Columns of a goal.
const GOAL: usize = 30;

/// A session and its last assessment.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// The session.
    pub session: &'a Session,
    /// Its last assessment; `None` before the first.
    pub last: Option<DriftEvent>,
}

impl Listed<'_> {
    /// The last assessment, where it judged the goal as it is now.
    fn judged(&self) -> Option<&DriftEvent> {
        let judged =
            |last: &&DriftEvent| last.standing != Standing::NotChecked && last.judged(self.session.goal.as_ref());
        self.last.as_ref().filter(judged)
    }

    fn standing(&self) -> Standing {
        self.judged().map_or(Standing::NotChecked, |last| last.standing)
    }
}

/// The sessions for people, in the order given.
pub fn sessions(listed: &[Listed<'_>], style: Style) -> String {
    let mut page = Page::new(style);
    if listed.is_empty() {
        page.line(Tone::Plain, "no session of this project is known; `driftguard doctor` shows whether the hooks run");
        return page.finish();
    }
    let rows = listed.iter().map(row).collect();
    page.table(&["session", "last active (UTC)", "calls", "score", "standing", "goal"], rows, &[2, 3]);
    page.gap();
    let sessions = count(number(listed.len()), "session");
    page.line(
        Tone::Plain,
        &format!("{sessions}; `driftguard status --session ID` and `driftguard explain ID` show one"),
    );
    page.finish()
}

fn row(listed: &Listed<'_>) -> Vec<String> {
    let session = listed.session;
    vec![
        short(&session.id),
        when(session.updated_at),
        session.calls.to_string(),
        listed.judged().map_or_else(|| "-".to_owned(), |last| last.score.value().to_string()),
        listed.judged().map_or(Standing::NotChecked.name(), outcome::recorded_words).to_owned(),
        session.goal.as_ref().map_or_else(|| "-".to_owned(), |goal| quoted(&cut(&goal.line, GOAL))),
    ]
}

/// The same for scripts. The shape is described in `docs/json.md`.
pub fn sessions_json(listed: &[Listed<'_>]) -> String {
    pretty(&Document { version: 1, sessions: listed.iter().map(Row::new).collect() })
}

#[derive(Serialize)]
struct Document {
    version: u32,
    sessions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    status: &'static str,
    updated_at: i64,
    calls: u64,
    standing: Standing,
    score: Option<Score>,
    goal: Option<String>,
}

impl Row {
    fn new(listed: &Listed<'_>) -> Self {
        let session = listed.session;
        Self {
            id: line(&session.id),
            status: session.status.name(),
            updated_at: session.updated_at,
            calls: session.calls,
            standing: listed.standing(),
            score: listed.judged().map(|last| last.score),
            goal: session.goal.as_ref().map(|goal| line(&goal.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::drifting;

    const STYLE: Style = Style { colour: false, width: 80 };

    #[test]
    fn each_session_takes_a_line() {
        let report = drifting();
        let mut first = report.session.clone();
        (first.id, first.calls, first.updated_at) = ("5f0c2a1e-1b2c-4d5e".into(), 5, 1_767_225_600_000);
        let mut second = Session { id: "s2".into(), updated_at: 1_767_225_600_000, ..Session::default() };
        second.goal = None;
        let last = DriftEvent {
            timestamp: 0,
            score: Score::new(4),
            effective: Score::new(4),
            level: crate::domain::Level::Intervene,
            kind: crate::drift::kind(Score::new(4)),
            standing: Standing::OffGoal,
            spoken: true,
            revision: first.goal.as_ref().map_or(0, |goal| goal.revision),
            diagnostic: String::new(),
            findings: Vec::new(),
            event: crate::domain::EventId(9),
        };
        let listed = [Listed { session: &first, last: Some(last) }, Listed { session: &second, last: None }];
        insta::assert_snapshot!(sessions(&listed, STYLE), @r"
        session   last active (UTC)  calls  score  standing     goal
        5f0c2a1e  2026-01-01 00:00       5      4  off goal     “fix the expired token
                                                                bug, ke…”
        s2        2026-01-01 00:00       0      -  not checked  -

        2 sessions; `driftguard status --session ID` and `driftguard explain ID` show one
        ");
        let json: serde_json::Value = serde_json::from_str(&sessions_json(&listed)).unwrap();
        assert_eq!(
            (&json["sessions"][0]["score"], &json["sessions"][1]["score"]),
            (&4.into(), &serde_json::Value::Null)
        );
        assert!(sessions(&[], STYLE).starts_with("no session of this project is known"));
    }
}
