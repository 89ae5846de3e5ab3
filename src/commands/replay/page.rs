//! Scenario pages: each `check` line against the assessment at its place.

use super::outcome::Held;
use crate::agent::scenario::{Line, Page, PageError, Scenario, read_page};
use crate::cli::exit::{ExitStatus, Failure};
use crate::commands::report;
use crate::config::{self, Config, Layer, LayerKind, Severity};
use crate::domain::{Assessment, Decision, Intent, Root, Session, What};
use crate::guard::{Facts, Playback, Surface};
use std::io::ErrorKind;
use std::path::Path;

/// A line of a page that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFailure {
    /// The line, from 1.
    pub line: usize,
    /// What the line says.
    pub expected: String,
    /// What the same line would say to be right.
    pub actual: String,
}

/// Runs a page. Returns the number of checks and those that do not hold.
pub fn run_page(text: &str) -> Result<(usize, Vec<PageFailure>), PageError> {
    let page = read_page(text)?;
    let config = settings(&page)?;
    let mut checks = 0;
    let mut failures = Vec::new();
    for scenario in &page.sessions {
        run_scenario(scenario, &config, |line, expected, here| {
            checks += 1;
            let actual: Vec<(String, String)> =
                expected.iter().map(|(key, wanted)| (key.clone(), actual(key, wanted, here))).collect();
            if actual != *expected {
                failures.push(PageFailure { line, expected: check_line(expected), actual: check_line(&actual) });
            }
        });
    }
    Ok((checks, failures))
}

/// What the page's `config` block sets. One with a mistake is none: the page would be held against other numbers than it names.
fn settings(page: &Page) -> Result<Config, PageError> {
    let layer = Layer { kind: LayerKind::User, name: "the page's config block".to_owned(), text: page.config.clone() };
    let loaded = config::load(&[layer]);
    match loaded.problems.iter().find(|problem| problem.severity == Severity::Error) {
        None => Ok(loaded.config),
        Some(problem) => Err(PageError {
            line: page.config_line + problem.line,
            message: format!("the `config` block has a mistake: {}", problem.message),
        }),
    }
}

/// Plays a session; `checked` gets every check's line, what it expects, and the assessment at its place.
fn run_scenario(scenario: &Scenario, config: &Config, mut checked: impl FnMut(usize, &[(String, String)], &Here<'_>)) {
    let mut intent = Intent::Grounded.name();
    let files = &scenario.files;
    let facts = Facts { quiet: config.mode == config::Mode::Monitor, ..Facts::of(config, &files) };
    let root = Root { path: "/project".to_owned(), ..Root::default() };
    let mut playback = Playback::new(Session { root, ..Session::default() }, &facts);
    let mut ended: Option<Decision> = None;
    for line in &scenario.lines {
        match line {
            Line::Events(events) => {
                for event in events.iter().cloned() {
                    if matches!(event.what, What::Call(_)) {
                        intent = playback.intent(&event).name();
                    }
                    playback.observe(event);
                }
            }
            Line::Ends(words) => ended = Some(playback.end_turn(words)),
            Line::Check { line, expected } => {
                let suspect = playback.guard().session().suspects.last().map(|suspect| suspect.source.clone());
                let at_end;
                let assessment = match ended.take() {
                    Some(decision) => {
                        at_end = Assessment { decision, ..playback.assess(Surface::Past).clone() };
                        &at_end
                    }
                    None => playback.assess(Surface::Prompt),
                };
                checked(*line, expected, &Here { assessment, intent, suspect: suspect.as_deref() });
            }
        }
    }
}

/// What is known at a `check` line.
struct Here<'a> {
    assessment: &'a Assessment,
    /// What the last call had to do with a text that gave orders.
    intent: &'static str,
    /// Where the last such text came from.
    suspect: Option<&'a str>,
}

/// What the key's value is. A value that holds is given back in the words of the page.
fn actual(key: &str, wanted: &str, here: &Here<'_>) -> String {
    let Here { assessment, intent, suspect } = here;
    let verdict = &assessment.verdict;
    let found = || verdict.findings.iter().map(|finding| finding.signal.0);
    let contains = |text: Option<&str>| {
        let text = text.unwrap_or("nothing");
        let holds = if wanted == "nothing" { text == wanted } else { !wanted.is_empty() && text.contains(wanted) };
        if holds { wanted.to_owned() } else { text.to_owned() }
    };
    let holds = |holds: bool, otherwise: String| if holds { wanted.to_owned() } else { otherwise };
    match key {
        "score" => verdict.score.value().to_string(),
        "effective" => verdict.effective.value().to_string(),
        "level" => verdict.level.name().to_owned(),
        "standing" => verdict.standing.name().to_owned(),
        "intent" => (*intent).to_owned(),
        "suspect" => suspect.unwrap_or("nothing").to_owned(),
        "says" => contains(said_to_agent(&assessment.decision)),
        "tells" => contains(said_to_human(&assessment.decision)),
        "continues" => contains(goes_on_with(&assessment.decision)),
        "finding" => {
            let all: Vec<&str> = found().collect();
            holds(all.contains(&wanted), if all.is_empty() { "none".to_owned() } else { all.join(" ") })
        }
        "no-finding" => holds(!found().any(|signal| signal == wanted), "found".to_owned()),
        _ => String::new(),
    }
}

/// The text for the agent.
pub(super) fn said_to_agent(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Inject { text, .. } | Decision::Spotlight { text, .. } => Some(text),
        _ => None,
    }
}

/// The text with which a turn goes on.
fn goes_on_with(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Continue { reason, .. } => Some(reason),
        _ => None,
    }
}

/// The line for the person.
pub(super) fn said_to_human(decision: &Decision) -> Option<&str> {
    match decision {
        Decision::Inject { notice, .. } | Decision::Spotlight { notice, .. } | Decision::Continue { notice, .. } => {
            notice.as_deref()
        }
        Decision::Notify { notice } => Some(notice),
        _ => None,
    }
}

fn check_line(pairs: &[(String, String)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("check  # {}", pairs.join("  "))
}

/// Replays a page; with `update` writes the lines that hold.
pub(super) fn replay(file: &Path, update: bool) -> anyhow::Result<(usize, Held)> {
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    let (checks, failures) = run_page(&text).map_err(|error| {
        let message = format!("{}: {error}", file.display());
        Failure::new(ExitStatus::BadInput, message, "CONTRIBUTING.md lists the lines of a scenario page")
    })?;
    if failures.is_empty() {
        return Ok((checks, Held::AsExpected));
    }
    let right = corrected(&text, &failures);
    if update {
        crate::host::replace_file(file, &right)?;
        return Ok((checks, Held::Updated));
    }
    Ok((checks, report::first_difference(&text, &right).map_or(Held::AsExpected, Held::Differs)))
}

/// Why a page or what is expected of a recording cannot be read: it is no text, or the system says so.
pub(super) fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    let (status, hint) = match error.kind() {
        ErrorKind::InvalidData => (ExitStatus::BadInput, "it must be text in UTF-8"),
        _ => (ExitStatus::Io, "check that the file can be read"),
    };
    Failure::new(status, format!("cannot read {}: {error}", file.display()), hint)
}

/// The page with every failing `check` line as it would hold; the other lines and all line ends stay as they are. The failures are in the
/// order of their lines.
fn corrected(text: &str, failures: &[PageFailure]) -> String {
    let mut right = String::with_capacity(text.len());
    let mut failures = failures.iter().peekable();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        match failures.next_if(|failure| failure.line == index + 1) {
            Some(failure) => {
                right.push_str(&failure.actual);
                right.push_str(&line[line.trim_end_matches(['\r', '\n']).len()..]);
            }
            None => right.push_str(line),
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corrected_page_keeps_its_other_lines_and_their_ends() {
        let failure = |line| PageFailure { line, expected: String::new(), actual: "check  # score: 10".to_owned() };
        let check = |text: &str, lines: &[usize], expected: &str| {
            let failures: Vec<PageFailure> = lines.iter().copied().map(failure).collect();
            assert_eq!(corrected(text, &failures), expected, "{text:?}");
        };
        check("a\r\nb\r\nc\r\n", &[2], "a\r\ncheck  # score: 10\r\nc\r\n");
        check("a\nb", &[1, 2], "check  # score: 10\ncheck  # score: 10");
        check("a\n\n", &[], "a\n\n");
    }

    #[test]
    fn a_page_whose_config_has_a_mistake_is_held_against_nothing() {
        let page =
            |config: &str| format!("# t\n```config\n{config}\n```\n```session\nuser x\ncheck # score: 10\n```\n");
        assert_eq!(run_page(&page("mode = \"monitor\"")).unwrap().0, 1);
        let error = run_page(&page("mode = \"monitor\"\nmode = 7")).unwrap_err();
        assert_eq!(error.to_string(), "line 4: the `config` block has a mistake: duplicate key");
    }
}
