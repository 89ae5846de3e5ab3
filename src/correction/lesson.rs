//! What is said of a lesson from the past before a step.

use crate::config::CorrectionConfig;
use crate::domain::{LessonOrigin, Warning};
use crate::text::clip::{one_line, shortened};

/// Characters of each of a lesson's texts that are quoted.
const QUOTED: usize = 140;
/// How the human overrides, as the last sentence.
const OVERRIDE: &str =
    "a person sees what is remembered with `driftguard memory list` and takes it away with `driftguard memory forget`.";

/// The text for the agent: what was done then, what was said of it, what to do instead.
pub fn lesson_text(warnings: &[Warning], config: &CorrectionConfig) -> String {
    let told: Vec<String> = warnings.iter().map(told).collect();
    shortened(
        &format!("driftguard remembers from earlier work here: {} Suggested: take it into account.", told.join(" ")),
        config.max_chars,
    )
}

/// The line for the human.
pub fn lesson_notice(warnings: &[Warning], config: &CorrectionConfig) -> String {
    let first = warnings.first().map(told).unwrap_or_default();
    let first = first.trim_end_matches('.');
    shortened(&format!("driftguard remembers: {first}; {OVERRIDE}"), config.max_chars)
}

/// Why a step is denied because of what came of it before.
pub fn lesson_reason(warnings: &[Warning], config: &CorrectionConfig) -> String {
    let told: Vec<String> = warnings.iter().map(told).collect();
    shortened(
        &format!(
            "driftguard: this step went wrong before. {} Suggested: do what helped then. If it is right this time, the user can \
             say so; {OVERRIDE}",
            told.join(" ")
        ),
        config.max_chars,
    )
}

/// The question to the user before such a step. What is remembered stays as it is, whatever the answer.
pub fn lesson_question(warnings: &[Warning], config: &CorrectionConfig) -> String {
    let told: Vec<String> = warnings.iter().map(told).collect();
    shortened(
        &format!(
            "driftguard: this step went wrong before. {} Yes: it runs this once. No: it does not run; the agent does what helped \
             then, or asks. It stays remembered: {OVERRIDE}",
            told.join(" ")
        ),
        config.max_chars,
    )
}

fn told(warning: &Warning) -> String {
    let [trigger, risk, outcome] = [&warning.trigger, &warning.risk, &warning.outcome].map(|text| quoted(text));
    let times = if warning.frequency > 1 { "more than once" } else { "once" };
    match warning.origin {
        LessonOrigin::Misuse => format!("`{trigger}` failed {times} (“{risk}”), and {outcome}."),
        LessonOrigin::Failure => format!("{trigger}; {outcome}."),
        LessonOrigin::Refused => format!("the user refused `{trigger}`, saying “{risk}”."),
        LessonOrigin::Corrected => format!("the user said “{risk}”."),
        LessonOrigin::Drift => format!("with the goal “{trigger}” {risk}; {outcome}."),
        LessonOrigin::Stated | LessonOrigin::Agent | LessonOrigin::Imported => {
            format!("“{trigger}” led {times} to “{risk}”; then: {outcome}.")
        }
    }
}

/// On one line, without the stop at its end, cut.
fn quoted(text: &str) -> String {
    shortened(one_line(text).trim_end_matches(['.', ' ']), QUOTED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::domain::RecalledBy;

    fn warning(origin: LessonOrigin, [trigger, risk, outcome]: [&str; 3], frequency: u32) -> Warning {
        let [trigger, risk, outcome] = [trigger, risk, outcome].map(str::to_owned);
        let (similarity, confidence, by) = (1.0, 0.8, RecalledBy::Key);
        Warning { lesson: 7, trigger, risk, outcome, origin, frequency, similarity, confidence, by }
    }

    #[test]
    fn each_kind_of_lesson_has_its_words() {
        let config = config::defaults().correction;
        let wrong = ["npm run tset", "missing script: tset", "`npm run test` worked"];
        let text = lesson_text(&[warning(LessonOrigin::Misuse, wrong, 1)], &config);
        assert_eq!(
            text,
            "driftguard remembers from earlier work here: `npm run tset` failed once (“missing script: tset”), and `npm run \
             test` worked. Suggested: take it into account."
        );
        let reason = lesson_reason(&[warning(LessonOrigin::Refused, ["rm -rf out", "keep it.", "x"], 3)], &config);
        assert!(reason.contains("the user refused `rm -rf out`, saying “keep it”."), "{reason}");
        assert!(reason.contains("driftguard memory forget"));
        let stated = warning(LessonOrigin::Stated, ["deploy on friday", "nobody was there", "rolled back"], 1);
        assert!(
            lesson_notice(&[stated], &config)
                .contains("“deploy on friday” led once to “nobody was there”; then: rolled back; a person sees")
        );
    }

    #[test]
    fn a_text_holds_no_number_that_changes_and_stays_short() {
        let config = config::defaults().correction;
        let long = "x".repeat(5_000);
        let text = lesson_text(&[warning(LessonOrigin::Stated, [&long, &long, &long], 41)], &config);
        assert!(text.chars().count() <= config.max_chars && !text.contains("41") && !text.contains('7'));
    }
}
