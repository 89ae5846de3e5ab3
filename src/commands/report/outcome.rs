//! What a report comes to, in words that several forms share: the last verdict, the moments, the findings.

use super::layout::{Tone, count, list, number, quoted};
use super::{Report, claims};
use crate::config::Config;
use crate::domain::{
    Assessment, Called, Constraint, ConstraintKind, Decision, DriftEvent, EventId, Evidence, Finding, Goal, GoalChange,
    Pattern, Scope, ScopeEntry, ScopeReason, Score, Spares, Standing, Target, Verdict, split_key,
};
use crate::signal;
use crate::text::pattern::{all_shown, shown};
use crate::text::plain::plain_line;

/// What the number in brackets is.
const LEGEND: &str = "“(as N)” is what a score counts as: each correction that did not help takes a point off, three at most, and the level goes by it.";

/// The judgement at the end; `None` where nothing at all was assessed.
pub(super) fn last(report: &Report) -> Option<&Verdict> {
    report.assessments.last().map(|assessment| &assessment.verdict)
}

/// How the session stands at its end.
pub(super) fn standing(report: &Report) -> Standing {
    last(report).map_or(Standing::NotChecked, |verdict| verdict.standing)
}

/// The words for a verdict's standing.
pub(super) fn standing_words(verdict: &Verdict) -> &'static str {
    signal::standing_words(verdict.standing, verdict.findings.first().map(|worst| worst.signal.0))
}

/// The same of an assessment that is stored.
pub(super) fn recorded_words(event: &DriftEvent) -> &'static str {
    signal::standing_words(event.standing, event.findings.first().map(|key| split_key(key).0))
}

/// The colour of a standing.
pub(super) fn tone(standing: Standing) -> Tone {
    match standing {
        Standing::OnGoal => Tone::Good,
        Standing::Unsure => Tone::Doubtful,
        Standing::OffGoal => Tone::Bad,
        Standing::NotChecked => Tone::Strong,
    }
}

/// "prompt 3" or "end": when the assessment at `index` was made.
pub(in crate::commands) fn moment(report: &Report, index: usize) -> String {
    let assessment = &report.assessments[index];
    if index + 1 == report.assessments.len() {
        return "end".to_owned();
    }
    match report.positions.prompt(assessment.event) {
        Some(number) => format!("prompt {number}"),
        None => format!("call {}", assessment.call),
    }
}

/// The result in words and what to do next: one line of at most 80 columns.
pub(super) fn conclusion(report: &Report, config: &Config) -> String {
    let score = last(report).map_or(Score::PERFECT, |verdict| verdict.score);
    let said = last(report).map_or(Standing::NotChecked.name(), standing_words);
    match standing(report) {
        Standing::OnGoal => {
            let rest = match replies(report) {
                Some(replies) => format!(", but {replies}"),
                None if report.remarks.is_empty() => ": nothing to do".to_owned(),
                None => String::new(),
            };
            format!("{said}, score {} of 10{rest}", score.value())
        }
        Standing::Unsure if score == Score::PERFECT => {
            format!("{said}, score 10 of 10: no scope is known; --scope PATH gives one")
        }
        Standing::Unsure => {
            format!("{said}, score {} of 10: `driftguard explain` shows what speaks against it", score.value())
        }
        Standing::OffGoal => format!(
            "{said}, score {} of 10 (clean from {}): `driftguard explain` shows why",
            score.value(),
            config.score.clean
        ),
        Standing::NotChecked if report.session.goal.is_none() => {
            format!("{said}: no prompt of a person gave a goal; --goal TEXT sets one")
        }
        Standing::NotChecked if report.session.changed.is_empty() => {
            format!("{said}: nothing was changed for this goal yet")
        }
        Standing::NotChecked => format!("{said}: no change could be held against this goal yet"),
    }
}

/// "1 claim is refuted and 2 replies leave something out"; `None` where the replies say what was done.
fn replies(report: &Report) -> Option<String> {
    let refuted = claims::refuted(&report.reported).count();
    let untold = report.untold.len();
    let refuted = match refuted {
        0 => None,
        1 => Some("1 claim is refuted".to_owned()),
        many => Some(format!("{many} claims are refuted")),
    };
    let untold = match untold {
        0 => None,
        1 => Some("1 reply leaves something out".to_owned()),
        many => Some(format!("{many} replies leave something out")),
    };
    let parts: Vec<String> = [refuted, untold].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// The raw score; `None` where nothing was checked, because the score of nothing is no good score.
pub(super) fn checked(verdict: &Verdict) -> Option<Score> {
    (verdict.standing != Standing::NotChecked).then_some(verdict.score)
}

/// The score, and in brackets what it counts as after earlier corrections where that differs.
pub(super) fn scores(verdict: &Verdict) -> String {
    let Some(score) = checked(verdict) else { return "-".to_owned() };
    let (raw, effective) = (score.value(), verdict.effective.value());
    if raw == effective { raw.to_string() } else { format!("{raw} (as {effective})") }
}

/// "4", or where there is room for it "4 (counts as 3)".
pub(super) fn counted(score: Score, effective: Score) -> String {
    let (raw, effective) = (score.value(), effective.value());
    if raw == effective { raw.to_string() } else { format!("{raw} (counts as {effective})") }
}

/// What the two numbers are; `None` where no assessment has two.
pub(super) fn legend(assessments: &[Assessment]) -> Option<&'static str> {
    let differs = |verdict: &Verdict| checked(verdict).is_some_and(|score| score != verdict.effective);
    assessments.iter().any(|one| differs(&one.verdict)).then_some(LEGEND)
}

/// Who was told at an assessment.
pub(super) fn told(decision: &Decision) -> &'static str {
    match decision {
        Decision::Pass => "-",
        Decision::Inject { .. } | Decision::Spotlight { .. } | Decision::Deny { .. } | Decision::Continue { .. } => {
            "agent"
        }
        Decision::Notify { .. } | Decision::Ask { .. } => "user",
    }
}

/// The numbers of the calls that a finding rests on, ascending, each once.
pub(super) fn calls(report: &Report, events: &[EventId]) -> Vec<u64> {
    let mut numbers: Vec<u64> = events.iter().filter_map(|event| report.positions.call(*event)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// "call 17", "calls 17, 21 and 3 more"; empty where no call is known.
pub(super) fn shown_calls(numbers: &[u64], max: usize) -> String {
    let noun = if numbers.len() == 1 { "call" } else { "calls" };
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    if numbers.is_empty() { String::new() } else { format!("{noun} {}", list(&numbers, max)) }
}

/// What the evidence is held against: a limit in the user's words is quoted, a comparison is told as it is.
pub(super) fn against(goal: Option<&Goal>, evidence: &Evidence) -> Option<String> {
    let clause = evidence.clause.as_deref()?;
    let typed = goal.is_some_and(|goal| goal.constraints.iter().any(|limit| limit.clause == clause));
    Some(if typed { format!("the user said {}", quoted(clause)) } else { clause.to_owned() })
}

/// What a verdict rests on, the worst first: "changed a.css, changed b.css and 4 more".
pub(super) fn seen(verdict: &Verdict, max: usize) -> String {
    list(&facts(verdict), max)
}

/// What a verdict rests on, the worst first, each fact once. People count files: what only says once more that a file was changed is
/// no fact beside it.
pub(in crate::commands) fn facts(verdict: &Verdict) -> Vec<String> {
    let (mut facts, mut told): (Vec<String>, Vec<&String>) = (Vec::new(), Vec::new());
    for finding in &verdict.findings {
        let places = &finding.evidence.paths;
        let again =
            finding.evidence.code.is_none() && !places.is_empty() && places.iter().all(|one| told.contains(&one));
        if !again && !facts.contains(&finding.what) {
            facts.push(finding.what.clone());
        }
        told.extend(places);
    }
    facts
}

/// How many assessments were made and how they came out, for sessions about which nothing was said.
pub(super) fn quiet_summary(report: &Report) -> String {
    let scores: Vec<Score> = report.assessments.iter().filter_map(|assessment| checked(&assessment.verdict)).collect();
    let times = count(number(scores.len()), "time");
    match scores.iter().min() {
        None => "never".to_owned(),
        Some(lowest) if replies(report).is_some() || !report.remarks.is_empty() => {
            format!("{times}, lowest score {}", lowest.value())
        }
        Some(lowest) => format!("{times}, lowest score {}, nothing to say", lowest.value()),
    }
}

/// The word for a change of the goal.
pub(super) fn change_name(change: GoalChange) -> &'static str {
    match change {
        GoalChange::Start => "started",
        GoalChange::Keep => "kept",
        GoalChange::Narrow => "narrowed",
        GoalChange::Extend => "extended",
        GoalChange::Replace => "replaced",
    }
}

/// True for a limit that calls are held against, and that is not only kept in mind.
pub(super) fn is_watched(limit: &Constraint) -> bool {
    let watches = |target: &Target| limit.denies || !target.is_of_commands() || matches!(target, Target::Doing(_));
    limit.kind != ConstraintKind::Must && limit.targets.iter().any(watches)
}

/// Places that the work is kept to, shown at most.
const MAX_HELD: usize = 8;

/// What crossing a limit of a goal with this scope does, and what it was understood to speak of: "denied when crossed: src/db/".
pub(super) fn force(limit: &Constraint, scope: &Scope) -> String {
    let kept_to = kept_to(limit, scope);
    if limit.targets.is_empty() && !kept_to.is_empty() {
        return format!("told when crossed: outside {}", list(&all_shown(kept_to), MAX_HELD));
    }
    let holds = holds(limit).join(", ");
    match (is_watched(limit), limit.denies) {
        (false, _) => "kept in mind, nothing to watch".to_owned(),
        (true, true) if limit.asks => format!("you are asked before it is crossed: {holds}"),
        (true, true) => format!("denied when crossed: {holds}"),
        (true, false) => format!("told when crossed: {holds}"),
    }
}

/// The places that "nothing else" keeps the work to: what watches it is the scope that it declares.
pub(super) fn kept_to<'a>(limit: &Constraint, scope: &'a Scope) -> Vec<&'a Pattern> {
    let declared = |entry: &&ScopeEntry| entry.reason == ScopeReason::Declared && !entry.words.is_empty();
    let entries = scope.entries.iter().filter(declared);
    entries.filter(|entry| limit.clause.starts_with(&entry.words)).map(|entry| &entry.pattern).collect()
}

/// The words of what is known by its words alone: "what looks like “format”", "what runs, adds or creates “docker container”".
fn looks_like(called: &Called) -> String {
    // "No docker containers" has no verb of its own.
    if called.deeds == ["run", "add", "create"] {
        let names: Vec<String> = called.names.iter().map(|name| name.join(" ")).collect();
        return format!("what runs, adds or creates “{}”", names.join(", "));
    }
    let deeds = match called.deeds.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} or {last}", first.join(", ")),
        None => String::new(),
    };
    let names: Vec<String> = called.names.iter().map(|name| name.join(" ")).collect();
    let whose = if called.deeds.is_empty() { "files that look like" } else { "what looks like" };
    format!("{whose} “{}”", [deeds, names.join(", ")].join(" ").trim())
}

/// What a limit speaks of, each thing by itself.
pub(super) fn holds(limit: &Constraint) -> Vec<String> {
    let mut outside: Vec<&Pattern> = Vec::new();
    let mut held: Vec<String> = Vec::new();
    for target in &limit.targets {
        match target {
            Target::Outside(pattern) => outside.push(pattern),
            Target::Paths(pattern) => held.push(shown(pattern)),
            Target::Command(words) => held.push(format!("`{words}`")),
            Target::Kind(kind) => held.push(kind.name().to_owned()),
            Target::AnyChange => held.push("any change".to_owned()),
            Target::NewPackages => held.push("new packages".to_owned()),
            Target::Doing(kind) => held.push(kind.name().to_owned()),
            Target::Signatures => held.push("edits that change a signature".to_owned()),
            Target::Called(called) => held.push(looks_like(called)),
            Target::Code(code) => held.push(format!("edits that bring in {}", code.shown())),
        }
    }
    // The work is kept to all of them together.
    held.extend((!outside.is_empty()).then(|| format!("outside {}", all_shown(outside.iter().copied()).join(" and "))));
    for held in &mut held {
        let all = held == "the project";
        match limit.spares {
            Spares::Changes if all => "removing any file".clone_into(held),
            Spares::Changes => held.insert_str(0, "removing "),
            Spares::Existing if all => "any new file".clone_into(held),
            Spares::Existing => held.insert_str(0, "new files: "),
            Spares::Nothing | Spares::NewFiles => {}
        }
    }
    held.extend(limit.except.iter().map(|place| format!("except {}", shown(place))));
    held.iter().map(|held| plain_line(held)).collect()
}

/// The findings of all assessments, each key once, with the verdict of the lowest score at which it was open.
pub(super) fn all_findings(report: &Report) -> Vec<(Finding, &Verdict)> {
    let mut all: Vec<(Finding, &Verdict)> = Vec::new();
    let mut places: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for assessment in &report.assessments {
        for finding in &assessment.verdict.findings {
            let Some(index) = places.get(finding.key.as_str()) else {
                places.insert(&finding.key, all.len());
                all.push((finding.clone(), &assessment.verdict));
                continue;
            };
            let (known, worst) = &mut all[*index];
            known.evidence.events.extend(&finding.evidence.events);
            known.evidence.events.sort_unstable();
            known.evidence.events.dedup();
            if finding.severity > known.severity {
                known.severity = finding.severity;
            }
            if assessment.verdict.score < worst.score {
                *worst = &assessment.verdict;
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_tells_what_watches_it() {
        let limit =
            |clause: &str, targets: Vec<Target>| Constraint::bare(ConstraintKind::DoNot, clause.into(), targets);
        let declared = |words: &str, file: &str| ScopeEntry {
            pattern: Pattern::File(file.into()),
            reason: ScopeReason::Declared,
            words: words.into(),
        };
        let scope = Scope { entries: vec![declared("nothing else", "cart/total.js")] };
        assert_eq!(force(&limit("nothing else", vec![]), &scope), "told when crossed: outside cart/total.js");
        assert_eq!(force(&limit("nothing else", vec![]), &Scope::default()), "kept in mind, nothing to watch");
        assert_eq!(force(&limit("be careful", vec![]), &scope), "kept in mind, nothing to watch");
        let called = |deeds: &[&str], names: &[&[&str]]| {
            let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
            let names = names.iter().map(|name| own(name)).collect();
            Target::Called(Called { deeds: own(deeds), names, ..Called::default() })
        };
        let told = |target| force(&limit("x", vec![target]), &Scope::default());
        assert_eq!(
            told(called(&["run", "add", "create"], &[&["docker", "container"]])),
            "told when crossed: what runs, adds or creates “docker container”"
        );
        assert_eq!(told(called(&["format"], &[])), "told when crossed: what looks like “format”");
        assert_eq!(told(called(&[], &[&["german"]])), "told when crossed: files that look like “german”");
    }
}
