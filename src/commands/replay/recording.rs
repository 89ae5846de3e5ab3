//! Recorded sessions: a transcript in the agent's own format, and beside it what is expected of it.

use super::outcome::{EXPECTED, Held};
use super::page::{said_to_agent, said_to_human, unreadable};
use crate::agent::adapters;
use crate::commands::analysis::{Question, analyse};
use crate::commands::check::told;
use crate::commands::report::{self, Report};
use crate::config;
use crate::domain::Assessment;
use serde::Serialize;
use std::io::ErrorKind;
use std::path::Path;

/// What is expected of a recording: every assessment, and the goal that was understood.
#[derive(Serialize)]
struct Expected<'a> {
    goal: Option<&'a str>,
    scope: Vec<String>,
    constraints: Vec<&'a str>,
    assessments: Vec<ExpectedAssessment<'a>>,
}

#[derive(Serialize)]
struct ExpectedAssessment<'a> {
    /// Tool calls seen by then.
    call: u64,
    score: u8,
    effective: u8,
    level: &'static str,
    standing: &'static str,
    findings: Vec<&'a str>,
    /// What the agent is told.
    says: Option<&'a str>,
    /// What the person is told.
    tells: Option<&'a str>,
}

impl<'a> From<&'a Assessment> for ExpectedAssessment<'a> {
    fn from(assessment: &'a Assessment) -> Self {
        let verdict = &assessment.verdict;
        Self {
            call: assessment.call,
            score: verdict.score.value(),
            effective: verdict.effective.value(),
            level: verdict.level.name(),
            standing: verdict.standing.name(),
            findings: verdict.findings.iter().map(|finding| finding.key.as_str()).collect(),
            says: said_to_agent(&assessment.decision),
            tells: said_to_human(&assessment.decision),
        }
    }
}

/// Replays a transcript; with `update` writes what was found as what is expected. The repository is not looked at, so that the answer is the same everywhere.
pub(super) fn replay(file: &Path, update: bool) -> anyhow::Result<(usize, Held)> {
    let config = config::defaults();
    let question = Question { answers: true, ..Question::default() };
    let report = analyse(file, adapters()[0], &config, &question).map_err(|error| told(&error))?;
    let goal = report.session.goal.as_ref();
    let expected = Expected {
        goal: goal.map(|goal| goal.line.as_str()),
        scope: goal.map_or_else(Vec::new, |goal| {
            goal.scope
                .entries
                .iter()
                .map(|entry| format!("{} ({})", entry.pattern.shown(), entry.reason.name()))
                .collect()
        }),
        constraints: goal.map_or_else(Vec::new, |goal| {
            goal.constraints.iter().map(|constraint| constraint.clause.as_str()).collect()
        }),
        assessments: report.assessments.iter().map(ExpectedAssessment::from).collect(),
    };
    let actual = serde_json::to_string_pretty(&expected)? + "\n";
    let beside = file.with_extension(EXPECTED);
    let written = match std::fs::read_to_string(&beside) {
        Ok(written) => Some(written),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(unreadable(&beside, &error).into()),
    };
    let compared = expected.assessments.len();
    let held = match written {
        Some(written) if written == actual => Held::AsExpected,
        _ if update => {
            crate::host::replace_file(&beside, &actual)?;
            Held::Updated
        }
        Some(written) => report::first_difference(&written, &actual).map_or(Held::AsExpected, Held::Differs),
        None => Held::New(found(&report)),
    };
    Ok((compared, held))
}

/// What a recording shows, a line for each assessment that found something.
fn found(report: &Report) -> Vec<String> {
    let told = report.assessments.iter().enumerate().filter(|(_, one)| !one.verdict.findings.is_empty());
    told.map(|(index, one)| {
        let (score, level) = (one.verdict.score.value(), one.verdict.level.name());
        format!("{}: score {score}, {level}: {}", report::moment(report, index), report::facts(&one.verdict).join(", "))
    })
    .collect()
}
