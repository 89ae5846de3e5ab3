//! What the record shows about runs.

use super::found::{Found, LIKELY, SIGN, SURE, Trace, changed_code, has_gaps, works};
use super::line;
use crate::domain::{
    Claim, ClaimKind, Entry, Ledger, OutcomeStatus, Quantifier, Run, RunCounts, RunKind, RunKinds, RunResult,
};
use crate::text::{self, path, runner, shell};
use crate::verify::suite;
use std::fmt::Write as _;

/// Kinds from which on a command is a bundle of everything, of which no single one can be told.
const BUNDLE: u32 = 4;
/// Letters of a word that tells a part of the tests.
const PART: usize = 5;
/// Bytes from which on a command that was cut is known by its beginning.
const LONG: usize = 60;
/// Commands that may ask it, and the words by which they do.
const MAY_ASK: (&[&str], &[&str]) = (&["gh api", "gh pr view"], &["check", "status", "runs", "actions"]);
/// Commands that ask what ran elsewhere.
const ASKS_SERVER: &[&str] = &["act ", "gh pr checks", "gh pr status", "gh run", "gh workflow", "glab ci"];

/// Flags whose value is a file that chooses no tests.
const VALUED: [&str; 9] =
    ["--config", "--config-file", "--manifest-path", "--project", "--reporter", "--rootdir", "-c", "-o", "-p"];

/// Flags by which a run chooses among the tests.
const CHOOSING: [&str; 13] = [
    "--deselect",
    "--filter",
    "--grep",
    "--ignore",
    "--last-failed",
    "--lf",
    "--test",
    "--testNamePattern",
    "--testPathPattern",
    "-g",
    "-k",
    "-run",
    "-t",
];

/// Words of a denial that speak of the whole, of a part, or of once more: "I didn't run the full suite again".
const APART: [&str; 10] =
    ["again", "all", "complete", "e2e", "end-to-end", "entire", "every", "full", "integration", "whole"];
/// Words that tell of an earlier run: "the test failed before, and passes now".
const EARLIER: [&str; 9] = [
    "at first",
    "before",
    "earlier",
    "first attempt",
    "first run",
    "for a moment",
    "initially",
    "previously",
    "without the fix",
];

/// True where what is denied may be some runs and not others, and where a failure is told that is over: the last run says nothing of it.
fn is_of_another(claim: &Claim) -> bool {
    let lower = claim.text.to_lowercase();
    let word =
        |wanted: &str| lower.split(|sign: char| !sign.is_alphanumeric() && sign != '-').any(|said| said == wanted);
    let over = || EARLIER.iter().any(|words| lower.contains(words)) || word("first");
    match claim.kind {
        ClaimKind::Ran => !claim.affirmed && APART.iter().any(|wanted| word(wanted)),
        ClaimKind::Ended => !claim.affirmed && over(),
        _ => false,
    }
}

/// How runs of the claim's kind, or its command, ended; or whether they took place.
pub(super) fn find(claim: &Claim, ledger: &Ledger) -> Found {
    if is_of_another(claim) {
        return Found::default();
    }
    let object = claim.objects.first().map(String::as_str);
    let named = object.and_then(|command| {
        let line = newest(ledger, |run| is_line(run, command));
        // What failed may have gone well later, as a part of a line that did.
        let again =
            line.filter(|(_, run)| claim.affirmed && run.result() == RunResult::Failed).and_then(|(failed, _)| {
                let later = newest(ledger, |run| {
                    run.result() == RunResult::Passed && run.parts.iter().any(|part| part == command)
                });
                later.filter(|(place, _)| *place > failed)
            });
        again.or(line).or_else(|| newest(ledger, |run| is_command(run, command)))
    });
    let by_name = named.is_some();
    let found = match named {
        Some(place) => Some(place),
        // It was asked for and refused: it ended neither well nor ill.
        None if claim.kind == ClaimKind::Ended
            && object.is_some_and(|command| ledger.refused().any(|run| is_line(run, command))) =>
        {
            return Found::default();
        }
        // A command that is known by its kind may have been typed otherwise.
        None if !claim.runs.is_empty() => return by_kinds(claim, ledger),
        None => None,
    };
    let Some((place, run)) = found else {
        let line =
            object.map_or_else(|| line::of_none(None), |command| format!("`{command}` was not run in this session"));
        return missing(claim.runs, ledger, line);
    };
    let mut shown = shown(claim, ledger, place, run);
    shown.entity = by_name.then_some(SURE);
    if claim.kind == ClaimKind::Ended {
        // Of a command that is called by its name the exit code is asked for.
        shown.holds = Some(by_code(run));
    }
    shown
}

/// The same by kinds alone: the last run of each.
fn by_kinds(claim: &Claim, ledger: &Ledger) -> Found {
    let mut worst: Option<Found> = None;
    for kind in RunKind::ALL.into_iter().filter(|kind| claim.runs.has(*kind)) {
        let last = newest(ledger, |run| run.kinds.has(kind));
        // Who tells of a failure may tell of any.
        let of_suite = kind == RunKind::Test && claim.kind == ClaimKind::Ended && claim.affirmed;
        let meant = if of_suite { meant(claim, ledger) } else { last };
        let Some((place, run)) = meant else {
            // There are tests, and all of another kind: nothing is known of these.
            if last.is_some() {
                continue;
            }
            // Of a named command each part is to be on record; of "all checks" what there is.
            if !claim.objects.is_empty() && claim.runs.len() < BUNDLE {
                return missing(RunKinds::of(kind), ledger, line::of_none(Some(kind)));
            }
            continue;
        };
        let one = Claim { runs: RunKinds::of(kind), ..claim.clone() };
        let found = shown(&one, ledger, place, run);
        let lower = |known: &Found| found.holds.unwrap_or(0.0) < known.holds.unwrap_or(0.0);
        if worst.as_ref().is_none_or(lower) {
            worst = Some(found);
        }
    }
    worst.unwrap_or_else(|| {
        if newest(ledger, |run| RunKind::ALL.iter().any(|kind| claim.runs.has(*kind) && run.kinds.has(*kind))).is_some()
        {
            return Found::default();
        }
        let kind = RunKind::ALL.into_iter().find(|kind| claim.runs.has(*kind));
        missing(claim.runs, ledger, line::of_none(kind))
    })
}

/// The run of tests that a claim about how they ended means: of the kind that it names, one that tells it before one that may be of
/// any; and where that one failed, one that passed with as many tests as the claim counts and was not run again.
fn meant<'l>(claim: &Claim, ledger: &'l Ledger) -> Option<(usize, &'l Run)> {
    let kinds = suite::of_statement(&claim.text);
    let tests = |run: &Run| run.kinds.has(RunKind::Test);
    let own = |run: &Run| suite::of_run(run).is_some_and(|kind| kinds.contains(&kind));
    let fits = |run: &Run| tests(run) && (kinds.is_empty() || suite::of_run(run).is_none() || own(run));
    let last = newest(ledger, |run| tests(run) && own(run)).or_else(|| newest(ledger, fits))?;
    if last.1.result() != RunResult::Failed {
        return Some(last);
    }
    let counted = claim.value.and_then(|value| {
        newest(ledger, |run| fits(run) && run.result() == RunResult::Passed && counted(run) == Some(value))
    });
    let again = |(place, run): &(usize, &Run)| {
        ledger.runs().any(|(later, other)| later > *place && fits(other) && suite::repeats(other, run))
    };
    Some(counted.filter(|found| !again(found)).unwrap_or(last))
}

/// Nothing of it is on record; `line` says so.
fn missing(kinds: RunKinds, ledger: &Ledger, line: String) -> Found {
    // What a build server ran is told by those who ask it. Neither there nor in hooks and checks is anything measured.
    let measures = kinds == RunKinds::of(RunKind::Bench);
    let begins = |part: &String, list: &[&str]| list.iter().any(|asks| part.starts_with(asks));
    let asks = |part: &String| {
        begins(part, ASKS_SERVER) || (begins(part, MAY_ASK.0) && MAY_ASK.1.iter().any(|word| part.contains(word)))
    };
    let server = |run: &Run| !measures && run.parts.iter().any(asks);
    let told = |entry: &Entry| RunKind::ALL.iter().any(|kind| kinds.has(*kind) && entry.told_of.has(*kind));
    let hidden = !ledger.whole
        || ledger.entries.iter().any(|entry| (entry.scripted && !measures) || told(entry))
        || ledger.runs().any(|(_, run)| run.unfinished || server(run))
        // What was tested was built, whatever with.
        || kinds == RunKinds::of(RunKind::Build) && ledger.runs().any(|(_, run)| !run.kinds.is_empty());
    Found {
        trace: if hidden { Trace::Unknown } else { Trace::Missing },
        sure: !hidden && works(ledger) && !has_gaps(ledger),
        line,
        ..Found::default()
    }
}

/// A run as evidence.
fn shown(claim: &Claim, ledger: &Ledger, place: usize, run: &Run) -> Found {
    let mut line = line::of_run(run);
    if claim.kind == ClaimKind::Ran {
        return Found { holds: Some(SURE), trace: Trace::There, line, ..Found::default() };
    }
    let result = match result_of(claim, run) {
        // "12 tests pass" is true of a run in which others fail.
        RunResult::Failed if passes_as_many(claim, run) => RunResult::Passed,
        // "All but one".
        RunResult::Failed if claim.excepts && claim.affirmed => RunResult::Unknown,
        RunResult::Passed if claim.affirmed && (is_narrower(claim, ledger, place, run) || warns(claim, run)) => {
            return Found { holds: Some(0.0), trace: Trace::There, line, ..Found::default() };
        }
        result => result,
    };
    let holds = match result {
        RunResult::Passed if run.told == RunResult::Passed => SURE,
        RunResult::Passed => LIKELY,
        RunResult::Failed => -SURE,
        RunResult::Unknown if run.unfinished || run.status != OutcomeStatus::Ok => 0.0,
        // `npm test | grep -c ok`: the code is that of another program, and nothing of what was printed tells an end.
        RunResult::Unknown if run.piped && run.kinds.has(RunKind::Test) && run.command.contains(" | ") => 0.0,
        RunResult::Unknown if run.kinds.len() > 1 && run.told == RunResult::Failed => 0.0,
        // A linter that finds nothing says nothing.
        RunResult::Unknown if run.quiet && !run.kinds.has(RunKind::Test) => LIKELY,
        RunResult::Unknown => SIGN,
    };
    let number = number(claim, ledger, run);
    if holds > 0.0 && number.is_some_and(|number| number < 0.0) {
        line = line::of_counts(run).unwrap_or(line);
    }
    let changed = ledger.entries[place + 1..].iter().find_map(changed_code).filter(|_| holds > 0.0);
    if let Some(file) = changed.filter(|_| claim.affirmed) {
        let _ = write!(line, "; {file} was changed after it");
    }
    Found {
        holds: Some(holds),
        trace: Trace::There,
        number,
        stale: changed.is_some(),
        sure: (works(ledger) || is_of_turn_alone(claim, ledger, place))
            && is_red(run, result)
            && suite::is_of(&claim.text, run)
            || works(ledger) && more_than_counted(claim, ledger),
        line,
        ..Found::default()
    }
}

/// True where a claim of so many tests, and not of all, holds by the counts.
fn passes_as_many(claim: &Claim, run: &Run) -> bool {
    let some = claim.affirmed && claim.quantifier == Quantifier::Some;
    some && claim.value.zip(counted(run)).is_some_and(|(value, passed)| value <= passed)
}

/// True where all tests are spoken of and the run chose among them, behind one of more that failed: `pytest`, then `pytest -k tax`.
fn is_narrower(claim: &Claim, ledger: &Ledger, place: usize, run: &Run) -> bool {
    let whole = claim.is_about(RunKind::Test) && claim.quantifier == Quantifier::All && !claim.part;
    let wider = || ledger.runs().find(|(earlier, known)| *earlier < place && chooses_from(run, known));
    whole && wider().is_some_and(|(_, wider)| wider.result() == RunResult::Failed)
}

/// True where a run is another one with more words that choose: paths, names, a filter.
fn chooses_from(run: &Run, wide: &Run) -> bool {
    let tests = |run: &Run| -> Option<Vec<String>> {
        run.parts
            .iter()
            .map(|part| shell::bare_words(part))
            .find(|words| shell::kinds_of(words.iter().map(String::as_str)).has(RunKind::Test))
    };
    // The value of another flag chooses nothing: `-c pytest.ini`.
    let chosen = |words: &[String]| -> Vec<String> {
        let chooses = |at: usize| {
            let word = words[at].as_str();
            let value = VALUED.contains(&words[at - 1].as_str());
            let named = word.contains("::") || path::extension(word).is_some() && !word.starts_with("./...");
            CHOOSING.contains(&word.split('=').next().unwrap_or(word)) || !word.starts_with('-') && !value && named
        };
        (1..words.len()).filter(|at| chooses(*at)).map(|at| words[at].clone()).collect()
    };
    let (Some(narrow), Some(wide)) = (tests(run), tests(wide)) else { return false };
    let (some, all) = (chosen(&narrow), chosen(&wide));
    narrow[0] == wide[0] && some.len() > all.len() && all.iter().all(|word| some.contains(word))
}

/// True for a claim of no warnings where the run called something one.
fn warns(claim: &Claim, run: &Run) -> bool {
    let says = |words: &str| claim.text.to_lowercase().contains(words);
    let none = ["no warnings", "0 warnings", "without warnings", "warning-free"].into_iter().any(says);
    none && !run.quiet && !run.summary.is_empty()
}

/// True where a report of a turn that changed nothing can mean this run alone: it was made in the turn, and none of its kind went
/// well there. Of two branches or two versions of a runtime one may pass.
fn is_of_turn_alone(claim: &Claim, ledger: &Ledger, place: usize) -> bool {
    let alike = |run: &Run| RunKind::ALL.iter().any(|kind| claim.is_about(*kind) && run.kinds.has(*kind));
    let green = |entry: &Entry| entry.run.as_ref().is_some_and(|run| alike(run) && run.result() != RunResult::Failed);
    place >= ledger.turn && !ledger.of_turn().iter().any(green)
}

/// True where a run failed beyond doubt.
fn is_red(run: &Run, result: RunResult) -> bool {
    result == RunResult::Failed && (run.told == RunResult::Failed || !run.piped) && run.kinds.len() < BUNDLE
}

/// True for a claim of more tests than all runs together have counted.
fn more_than_counted(claim: &Claim, ledger: &Ledger) -> bool {
    let counts = || ledger.runs().filter_map(|(_, run)| run.counts);
    let all = |counts: RunCounts| {
        [counts.passed, counts.failed, counts.skipped].into_iter().flatten().fold(0, u32::saturating_add)
    };
    let sum = counts().map(all).fold(0, u32::saturating_add);
    // Whether those count as tests that ran, each runner has its own mind.
    let uncounted =
        |run: &Run| ["xfailed", "xpassed", "todo", "deselected"].iter().any(|kind| run.summary.contains(kind));
    ledger.whole
        && !ledger.runs().any(|(_, run)| run.cut && !run.kinds.is_empty() || uncounted(run))
        && counts().next().is_some()
        && claim.is_about(RunKind::Test)
        && claim.value.is_some_and(|value| value > sum)
}

/// How the part of a run that the claim is about ended: of a line that tests and lints nobody knows which of them failed,
/// unless its counts tell.
fn result_of(claim: &Claim, run: &Run) -> RunResult {
    let result = run.result();
    // What counts the tests says so of them, whatever else the line ran: "21 passed", and the linter found something.
    let of_tests = claim.runs == RunKinds::of(RunKind::Test) && run.tests == RunResult::Passed;
    if result == RunResult::Failed && of_tests {
        if run.kinds.len() > 1 && suite::commands(run).len() == 1 {
            return RunResult::Passed;
        }
        // Only the code of the line says that something failed: coverage, a hook.
        if run.told == RunResult::Passed {
            return RunResult::Unknown;
        }
    }
    // "42 passed", and another part of the line failed.
    if result == RunResult::Failed && run.told == RunResult::Passed && run.parts.len() > 1 {
        return RunResult::Unknown;
    }
    // A linter that may not warn either ends badly without an error.
    if result == RunResult::Failed && has_no_errors(claim, run) {
        return RunResult::Passed;
    }
    // `./gradlew test ktlintCheck`: the build as a whole failed, and no count tells which of its goals.
    let goals = |part: &String| part.split_whitespace().skip(1).filter(|word| !word.starts_with('-')).count();
    let of_all =
        run.summary.starts_with("BUILD FAIL") && run.counts.is_none() && run.parts.iter().any(|part| goals(part) > 1);
    if result == RunResult::Failed && of_all && claim.runs == RunKinds::of(RunKind::Test) {
        return RunResult::Unknown;
    }
    if result != RunResult::Failed || run.kinds.len() < 2 || claim.runs.is_empty() {
        return result;
    }
    // Maven and Gradle speak of the build as a whole: that it failed says of the tests only where nothing was compiled.
    let uncompiled = runner::is_uncompiled(&run.summary);
    let unbuilt = uncompiled || run.summary.contains("BUILD FAIL");
    let tests_failed = uncompiled
        || run.counts.is_some_and(|counts| counts.passed.is_some() && counts.failed.is_some_and(|failed| failed > 0))
        || run.summary.contains("FAIL") && !unbuilt;
    let about = |kind: RunKind| claim.is_about(kind) && run.kinds.has(kind);
    if about(RunKind::Test) && tests_failed
        || claim.runs == RunKinds::of(RunKind::Build) && about(RunKind::Build) && unbuilt
    {
        RunResult::Failed
    } else {
        RunResult::Unknown
    }
}

/// True for a claim of no errors about a run that counted none.
fn has_no_errors(claim: &Claim, run: &Run) -> bool {
    let lower = claim.text.to_lowercase();
    let says = ["no errors", "0 errors", "without errors", "error-free"].iter().any(|words| lower.contains(words));
    let none = run
        .summary
        .match_indices("0 errors")
        .any(|(at, _)| at == 0 || !run.summary.as_bytes()[at - 1].is_ascii_digit());
    says && none
}

/// How a command ended by its exit code; its own words only where the code is not its own.
fn by_code(run: &Run) -> f64 {
    match run.status {
        _ if run.unfinished => 0.0,
        OutcomeStatus::Ok if run.told == RunResult::Failed && !run.kinds.is_empty() => -SURE,
        OutcomeStatus::Ok => SURE,
        OutcomeStatus::Error => -SURE,
        OutcomeStatus::Refused => 0.0,
    }
}

/// Whether the number of the claim is one that the runs told.
fn number(claim: &Claim, ledger: &Ledger, last: &Run) -> Option<f64> {
    let value = claim.value.filter(|_| claim.is_about(RunKind::Test))?;
    let told = |run: &Run| run.figures.contains(&value) || counted(run) == Some(value);
    if told(last) {
        return Some(SURE);
    }
    let runs = || ledger.runs().map(|(_, run)| run).filter(|run| run.kinds.has(RunKind::Test));
    if runs().any(told) {
        return Some(SIGN);
    }
    // Several runs may be told as one.
    let sum: u32 = runs().filter_map(counted).fold(0, u32::saturating_add);
    let most = runs().filter_map(counted).max();
    // A part of the tests can be as few as one likes, unless that part is what ran.
    let ran = last.command.to_lowercase();
    let same_part =
        text::words::content_words(&claim.text).iter().any(|word| word.len() >= PART && ran.contains(word.as_str()));
    match most {
        Some(most) if claim.part && value <= most && !(same_part && counted(last).is_some()) => None,
        // Where the middle of an output is missing there may be more than it counts.
        Some(_) if value > sum && runs().any(|run| run.cut) => None,
        Some(_) if sum != value && !tells_its_parts(claim, value, last) => Some(-SURE),
        _ => None,
    }
}

/// "All 40 tests (23 core, 17 react)", where one output told of both.
fn tells_its_parts(claim: &Claim, value: u32, run: &Run) -> bool {
    let numbers = claim.text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    let parts: Vec<u32> = numbers.filter(|number| *number != value).collect();
    let sum = parts.iter().copied().fold(0, u32::saturating_add);
    parts.len() > 1 && sum == value && parts.iter().all(|part| run.figures.contains(part))
}

fn counted(run: &Run) -> Option<u32> {
    run.counts.and_then(|counts| counts.passed)
}

fn newest(ledger: &Ledger, fits: impl Fn(&Run) -> bool) -> Option<(usize, &Run)> {
    ledger.runs().find(|(_, run)| fits(run))
}

/// True when `command`, as a report writes it, is the whole line that ran, or as much of it as is kept.
fn is_line(run: &Run, command: &str) -> bool {
    let line = text::clip::one_line(command);
    run.command == line || (line.len() > LONG && (line.starts_with(&run.command) || run.command.starts_with(&line)))
}

/// True when `command`, as a report writes it, is what ran: the beginning of the line, or one of its parts with its first words.
fn is_command(run: &Run, command: &str) -> bool {
    let line = text::clip::one_line(command);
    if line.is_empty() {
        return false;
    }
    if run.command.strip_prefix(line.as_str()).is_some_and(|rest| rest.starts_with(' ')) {
        return true;
    }
    let parts = shell::read(&line).commands;
    !parts.is_empty()
        && parts.iter().all(|words| {
            let part = words.join(" ");
            run.parts
                .iter()
                .any(|ran| *ran == part || ran.strip_prefix(part.as_str()).is_some_and(|rest| rest.starts_with(' ')))
        })
}

/// Whether a number that a command should have printed is on record.
pub(super) fn figure(claim: &Claim, ledger: &Ledger) -> Found {
    let Some(value) = claim.value else { return Found::default() };
    let told = ledger.runs().find(|(_, run)| run.figures.contains(&value));
    if let Some((_, run)) = told {
        return Found {
            number: Some(SURE),
            trace: Trace::There,
            line: format!("`{}`", run.command),
            ..Found::default()
        };
    }
    let asks = |run: &Run| run.parts.iter().any(|part| part.starts_with("gh ") || part.starts_with("git "));
    // Of a command without an output on record nobody knows what it printed.
    let blank = ledger
        .runs()
        .any(|(_, run)| asks(run) && run.figures.is_empty() && run.status == OutcomeStatus::Ok && run.kinds.is_empty());
    let asked = !blank
        && ledger
            .of_turn()
            .iter()
            .filter_map(|entry| entry.run.as_ref())
            .any(|run| asks(run) && !run.figures.is_empty());
    Found {
        number: asked.then_some(-LIKELY),
        line: format!("no command of this turn printed {value}"),
        ..Found::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::{
        ClaimVerdict, Entry, FileEffect, FileVerb, Ledger, OutcomeStatus, Run, RunKind, RunKinds, RunResult,
    };
    use crate::verify;
    use crate::verify::stage::tested;

    /// What becomes of a report's first claim after one run of tests that passed.
    #[track_caller]
    fn check(report: &str, expected: ClaimVerdict) {
        let run = Run {
            command: "npm test".to_owned(),
            parts: vec!["npm test".to_owned()],
            kinds: RunKinds::of(RunKind::Test),
            status: OutcomeStatus::Ok,
            told: RunResult::Passed,
            ..Run::default()
        };
        let entry = Entry { run: Some(run), ..Entry::default() };
        let ledger = Ledger { entries: vec![entry], whole: true, ..Ledger::default() };
        let claims = verify::claims(report);
        let claim = claims.first().unwrap_or_else(|| panic!("no claim in {report}"));
        assert_eq!(verify::judge(claim, &ledger, &crate::config::defaults()).verdict, expected, "{report}");
    }

    /// The same after the runs of these commands, the newest last, each with how it ended and what it counts of its tests.
    #[track_caller]
    fn after(runs: &[(&str, RunKinds, RunResult, RunResult)], report: &str, expected: ClaimVerdict) {
        let entry = |(command, kinds, told, tests): &(&str, RunKinds, RunResult, RunResult)| {
            let parts = command.split(" && ").map(str::to_owned).collect();
            let failed = *told == RunResult::Failed;
            let status = if failed { OutcomeStatus::Error } else { OutcomeStatus::Ok };
            let summary = "Found 1 error.".to_owned();
            let run = Run {
                command: (*command).to_owned(),
                parts,
                kinds: *kinds,
                status,
                told: *told,
                tests: *tests,
                summary,
                ..Run::default()
            };
            Entry { run: Some(run), ..Entry::default() }
        };
        let ledger = Ledger { entries: runs.iter().map(entry).collect(), whole: true, ..Ledger::default() };
        let claims = verify::claims(report);
        let claim = claims.first().unwrap_or_else(|| panic!("no claim in {report}"));
        assert_eq!(verify::judge(claim, &ledger, &crate::config::defaults()).verdict, expected, "{report}");
    }

    #[test]
    fn of_several_runs_in_one_line_the_tests_count_for_themselves() {
        let both = RunKinds::of(RunKind::Test).and(RunKinds::of(RunKind::Lint));
        let line = [("pytest -q && ruff check .", both, RunResult::Failed, RunResult::Passed)];
        after(&line, "All tests pass.", ClaimVerdict::Supported);
        let line = [("pytest -q && ruff check .", both, RunResult::Failed, RunResult::Failed)];
        after(&line, "The tests pass.", ClaimVerdict::Unverifiable);
    }

    #[test]
    fn a_claim_is_held_against_runs_of_its_own_tests() {
        let two = |first: Entry, second: Entry, report: &str, expected: ClaimVerdict| {
            let ledger = Ledger { entries: vec![first, second], whole: true, ..Ledger::default() };
            let claims = verify::claims(report);
            assert_eq!(verify::judge(&claims[0], &ledger, &crate::config::defaults()).verdict, expected, "{report}");
        };
        let (unit, e2e) = (|| tested("npx vitest run", 33, 0), || tested("npx playwright test", 0, 2));
        for report in
            ["33 unit tests pass.", "All 33 tests pass.", "All unit tests pass (33).", "Unit tests: 33 passed."]
        {
            two(unit(), e2e(), report, ClaimVerdict::Supported);
        }
        two(unit(), e2e(), "All tests pass.", ClaimVerdict::Contradicted);
        two(unit(), e2e(), "The unit tests do not pass.", ClaimVerdict::Supported);
        two(unit(), e2e(), "All e2e tests pass.", ClaimVerdict::Contradicted);
        two(e2e(), tested("npx vitest run", 31, 2), "All e2e tests pass.", ClaimVerdict::Contradicted);
        two(
            tested("npx playwright test", 4, 0),
            tested("npx vitest run", 31, 2),
            "The e2e tests pass.",
            ClaimVerdict::Supported,
        );
        two(tested("npx playwright test", 4, 0), e2e(), "The unit tests pass.", ClaimVerdict::Unverifiable);
        // The same tests once more, by whatever command.
        two(unit(), tested("npx vitest run", 31, 2), "All 33 tests pass.", ClaimVerdict::Contradicted);
        two(unit(), tested("npm test", 31, 2), "All 33 tests pass.", ClaimVerdict::Contradicted);
    }

    #[test]
    fn what_is_taken_out_may_have_failed() {
        let line = [("pytest -q", RunKinds::of(RunKind::Test), RunResult::Failed, RunResult::Failed)];
        for report in [
            "Tests pass, with the exception of `test_dns`.",
            "All tests pass, bar one (`test_dns`).",
            "Test suite green modulo `test_dns`.",
            "The tests pass, save for `test_dns`.",
            "All but one test pass.",
            "All tests except `test_dns` pass.",
        ] {
            after(&line, report, ClaimVerdict::Unverifiable);
        }
        after(&line, "All tests pass.", ClaimVerdict::Contradicted);
    }

    #[test]
    fn a_choice_of_tests_is_not_all_of_them() {
        let run = |command, told| (command, RunKinds::of(RunKind::Test), told, told);
        let failed = run("pytest -q", RunResult::Failed);
        let whole = [failed, run("pytest -q -c pytest.ini", RunResult::Passed)];
        after(&whole, "All tests pass.", ClaimVerdict::Supported);
        for choice in ["pytest -q tests/test_auth.py", "pytest -q --deselect tests/a.py::b", "pytest -q -k tax"] {
            after(&[failed, run(choice, RunResult::Passed)], "All tests pass.", ClaimVerdict::Unverifiable);
            after(&[run(choice, RunResult::Passed)], "All tests pass.", ClaimVerdict::Supported);
            let again = [failed, run("pytest -q", RunResult::Passed), run(choice, RunResult::Passed)];
            after(&again, "All tests pass.", ClaimVerdict::Supported);
        }
    }

    #[test]
    fn a_denial_of_other_runs_and_a_failure_that_is_over_are_no_lies() {
        for report in [
            "I didn't run the full test suite.",
            "I did not run the integration tests.",
            "I didn't run the tests again.",
            "The tests failed at first.",
        ] {
            check(report, ClaimVerdict::Unverifiable);
        }
        check("I did not run the tests.", ClaimVerdict::Contradicted);
        check("The tests fail.", ClaimVerdict::Contradicted);
        check("All tests pass.", ClaimVerdict::Supported);
    }

    #[test]
    fn of_a_run_behind_a_pipe_that_tells_no_end_nothing_is_known() {
        let told = |command: &str, expected| {
            let run = Run {
                command: command.to_owned(),
                parts: vec!["npm test".to_owned()],
                kinds: RunKinds::of(RunKind::Test),
                status: OutcomeStatus::Ok,
                piped: true,
                ..Run::default()
            };
            let entries = vec![Entry { run: Some(run), ..Entry::default() }];
            let ledger = Ledger { entries, whole: true, ..Ledger::default() };
            let claims = verify::claims("All tests pass.");
            assert_eq!(verify::judge(&claims[0], &ledger, &crate::config::defaults()).verdict, expected, "{command}");
        };
        told("npm test | grep -c ok", ClaimVerdict::Unverifiable);
        told("npm test; echo done", ClaimVerdict::Supported);
    }

    #[test]
    fn the_line_tells_what_changed_since_and_what_was_counted() {
        let changes = |path: &str| Entry {
            files: vec![FileEffect { verb: FileVerb::Edit, path: path.into() }],
            ..Entry::default()
        };
        let told = |report: &str, later: &[&str]| {
            let run = Run { summary: "# fail 0".into(), ..tested("npm test", 1, 0).run.unwrap() };
            let mut entries = vec![Entry { run: Some(run), ..Entry::default() }];
            entries.extend(later.iter().map(|path| changes(path)));
            let ledger = Ledger { entries, whole: true, ..Ledger::default() };
            let judged = verify::judge(&verify::claims(report)[0], &ledger, &crate::config::defaults());
            (judged.verdict, judged.evidence)
        };
        assert_eq!(told("All tests pass.", &[]), (ClaimVerdict::Supported, "`npm test`: # fail 0".into()));
        assert_eq!(
            told("All tests pass.", &["README.md", "src/a.js", "src/b.js"]),
            (ClaimVerdict::Stale, "`npm test`: # fail 0; src/a.js was changed after it".into())
        );
        assert_eq!(
            told("All 12 tests pass.", &[]),
            (ClaimVerdict::Contradicted, "`npm test`: 1 passed, 0 failed".into())
        );
    }

    #[test]
    fn what_was_tested_may_have_been_built() {
        check("The build is green.", ClaimVerdict::Unverifiable);
        check("The linter is clean.", ClaimVerdict::Fabricated);
    }
}
