//! Lists under a line that limits: "Do not touch:" with places below it, "Only change these files:".
//!
//! Owns the bringing together of such a line and its items, so that everything behind it reads sentences. Each item of a
//! prohibition becomes a sentence of its own, those of a scope become one. A line that limits nothing is left as it is.

use super::changing;
use super::sentence::{Head, Sentence, is_verb};
use super::word_class::{is_article, is_demonstrative, is_place_noun, is_prelude};

/// The words of every exception, whatever it is made from.
pub(in crate::goal) const EXCEPTIONS: [&str; 10] =
    ["apart", "aside", "besides", "beyond", "but", "except", "excepting", "excluding", "outside", "than"];

/// Words with which a line forbids what stands below it.
#[rustfmt::skip]
const FORBIDDING: &[&str] = &[
    "always ask before", "always ask me before", "ask before", "ask me before", "avoid", "do not", "don't", "hands off", "keep out of",
    "must not", "never", "no changes in", "no changes to", "stay away from", "stay out of", "you may not", "you must not",
];

/// Labels of what is forbidden; a verb or a word for places may follow.
#[rustfmt::skip]
const FORBIDDEN: &[&str] = &[
    "files not to", "files that must not be", "files you may not", "files you must not", "files you should not", "forbidden",
    "must not be", "off limits", "off-limits", "protected", "untouchable",
];

/// Labels of what is no part of the work, which nobody forbids.
const LEFT_OUT: &[&str] = &["not in scope", "out of scope", "out-of-scope"];

/// Labels of all to which the work is kept.
const SCOPE: &[&str] =
    &["allowed", "files in scope", "files you can", "files you may", "in scope", "in-scope", "scope"];

/// Words with which a line keeps the work to what stands below it.
#[rustfmt::skip]
const KEEPING: &[&str] = &[
    "keep to", "limit your changes to", "limit yourself to", "change only", "edit only", "modify only", "only change", "only edit",
    "only modify", "only these files", "only these folders", "only touch", "stay in", "stick to", "touch only", "you can only change",
    "you can only edit", "you can only touch", "you may only change", "you may only edit", "you may only touch",
];

/// Lines that are a list's whole order, and stand for its items: "Leave these alone:".
const LEAVING: &[&str] = &["keep as is", "keep as-is", "leave alone", "leave as is"];

/// True for a word at the end of such a line that stands for its items.
fn stands_for_items(word: &str) -> bool {
    is_place_noun(word)
        || is_article(word)
        || is_demonstrative(word)
        || matches!(word, "any" | "areas" | "following" | "parts" | "paths" | "places")
}

/// First words of those that forbid a place and need no verb from it.
const TAKING_PLACES: [&str; 7] = ["always", "ask", "avoid", "hands", "keep", "no", "stay"];

/// Blank lines at most between a line and its list.
const MAX_BLANK: usize = 2;

/// Items of a list at most; nobody means more.
const MAX_ITEMS: usize = 32;

/// Words and bytes at most of a line that leads a list, and words of an item.
const MAX_LEAD: usize = 10;
const MAX_LEAD_BYTES: usize = 120;
const MAX_ITEM: usize = 40;

/// What a line makes of the items below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Each is forbidden.
    Forbids,
    /// The same, where each begins with its own verb: "Never:".
    Negates,
    /// "Leave alone:".
    LeavesAlone,
    /// Each is forbidden or left out; the line is a label and no sentence.
    Labels,
    /// All but they are forbidden: "Don't touch anything except:".
    Excepts,
    /// They are the scope.
    Keeps,
}

/// What a label says of the places behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal) enum Label {
    /// They are forbidden.
    Forbidden,
    /// They are no part of the work.
    LeftOut,
    /// The work is kept to them.
    Scope,
}

/// The label that opens at `at` and closes with a colon, and the token behind it.
pub(in crate::goal) fn label_at(sentence: &Sentence<'_>, at: usize) -> Option<(Label, usize)> {
    if sentence.head(at) != Head::Opens {
        return None;
    }
    let last = sentence.tokens.len().min(at + MAX_LEAD);
    let colon = (at..last).find(|colon| sentence.tokens[*colon].stop())?;
    let marks = sentence.text[sentence.tokens[colon].end..].trim_start_matches(['*', '_', '`', '"']);
    if !marks.starts_with(':') {
        return None;
    }
    let words: Vec<&str> = (at..=colon).map(|at| sentence.word(at)).collect();
    label(&words).map(|label| (label, colon + 1))
}

fn label(words: &[&str]) -> Option<Label> {
    let is = |forms: &[&str]| {
        let beside = |word: &&str| stands_for_items(word) || changing::is_verb(word) || changing::is_participle(word);
        forms.iter().any(|form| behind(words, form).is_some_and(|rest| rest.len() < 3 && rest.iter().all(beside)))
    };
    let labels = [(FORBIDDEN, Label::Forbidden), (LEFT_OUT, Label::LeftOut), (SCOPE, Label::Scope)];
    // "Must not be:" alone goes on with what a thing must not be.
    let broken_off = words == ["must", "not", "be"];
    labels.into_iter().find(|(forms, _)| !broken_off && is(forms)).map(|(_, label)| label)
}

/// The words behind a phrase with which these begin.
fn behind<'w, 's>(words: &'w [&'s str], phrase: &str) -> Option<&'w [&'s str]> {
    let mut said = words.iter();
    phrase.split(' ').all(|word| said.next() == Some(&word)).then_some(said.as_slice())
}

/// True for the words of one of these phrases.
fn is_one(words: &[&str], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| behind(words, phrase).is_some_and(<[_]>::is_empty))
}

/// True for a heading under which a list limits: "## Do not touch".
pub(in crate::goal) fn is_limiting(heading: &str) -> bool {
    lead(heading).is_some()
}

/// The text with each such list as sentences; every other line as it was.
pub(in crate::goal) fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = 0;
    while at < lines.len() {
        let (before, leading) = last_clause(lines[at]);
        let led = lead(leading).and_then(|(lead, words)| {
            let (items, behind) = items(&lines, at + 1);
            Some((sentences_of(lead, &words, &items)?, behind))
        });
        let Some((sentences, behind)) = led else {
            spread.push_str(lines[at]);
            at += 1;
            continue;
        };
        if !before.is_empty() {
            spread.extend([before, "\n"]);
        }
        // A heading still says where a document begins.
        if lines[at].trim_start().starts_with('#') {
            spread.push_str(lines[at]);
        }
        spread.push_str(&sentences);
        at = behind;
    }
    spread
}

/// The items as sentences; `None` where they do not go with the words that lead them.
fn sentences_of(lead: Lead, words: &str, items: &[&str]) -> Option<String> {
    let items = &items[..items.len().min(MAX_ITEMS)];
    if items.is_empty() {
        return None;
    }
    let each = |sentence: &dyn Fn(&str) -> String| items.iter().map(|item| sentence(item)).collect::<String>();
    let places = || items.iter().map(|item| place(item)).collect::<Option<Vec<&str>>>();
    Some(match lead {
        Lead::Keeps => format!("{words}: {}\n", places()?.join(", ")),
        Lead::Excepts => format!("{words} {}\n", places()?.join(" and ")),
        Lead::Labels => each(&|item| format!("- {words}: {item}\n")),
        Lead::LeavesAlone => each(&|item| format!("- leave {item} alone\n")),
        Lead::Forbids => each(&|item| format!("- {words} {item}\n")),
        // "Never:" takes its verb from each item.
        Lead::Negates => {
            let acts = |item: &&str| {
                let verb = item.split_whitespace().next().unwrap_or_default().to_lowercase();
                is_verb(&verb) || changing::is_verb(&verb)
            };
            items.iter().all(acts).then(|| each(&|item| format!("- {words} {item}\n")))?
        }
    })
}

/// An item that is one place, without what is said of it: "`src/auth` - the login".
fn place(item: &str) -> Option<&str> {
    let end = [" - ", " – ", " — ", ": ", " ("].iter().filter_map(|mark| item.find(mark)).min();
    let place = item[..end.unwrap_or(item.len())].trim().trim_end_matches([',', '.', ';']);
    (!place.is_empty() && !place.contains(char::is_whitespace)).then_some(place)
}

/// "Fix the login. Do not touch:" leads with its last sentence, "fix it, but do not touch:" with its last clause.
fn last_clause(line: &str) -> (&str, &str) {
    let whole = ("", line);
    if !line.trim_end().trim_end_matches(['*', '_']).ends_with(':') {
        return whole;
    }
    let cut = |at: usize| (line[..at].trim_end_matches([',', ' ']), &line[at..]);
    let mut stops =
        line.match_indices(['.', '!', '?', ';', ',']).map(|(at, _)| at + 1).filter(|at| line[*at..].starts_with(' '));
    let leads = |at: &usize| line.len() - at <= MAX_LEAD_BYTES && lead(&line[*at..]).is_some();
    stops.rfind(leads).map_or(whole, cut)
}

/// The items of the list whose first line is `from`, and the line behind it. Blank lines may part it from what leads it.
fn items<'t>(lines: &[&'t str], from: usize) -> (Vec<&'t str>, usize) {
    let blank = |at: usize| lines.get(at).is_some_and(|line| line.trim().is_empty());
    let first = from + (0..MAX_BLANK).take_while(|skipped| blank(from + skipped)).count();
    // Bare paths below the line are a list too.
    let read = |at: usize| lines.get(at).and_then(|line| item(line).or_else(|| bare_path(line)));
    let mut found = Vec::new();
    let mut at = first;
    while let Some(said) = read(at) {
        found.push(said);
        at += 1;
        if blank(at) && lines.get(at + 1).is_some_and(|line| item(line).is_some()) {
            at += 1;
        }
    }
    (found, at)
}

/// A line that is a path and nothing else.
fn bare_path(line: &str) -> Option<&str> {
    let line = line.trim();
    let path = line.trim_matches('`');
    (path.contains(['/', '.']) && !path.contains(char::is_whitespace) && !path.starts_with(['#', '<', '-']))
        .then_some(line)
}

/// What a line of a list says, without its mark.
fn item(line: &str) -> Option<&str> {
    let line = line.trim();
    let numbered = || {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let lettered = usize::from(digits == 0 && line.starts_with(|letter: char| letter.is_ascii_lowercase()));
        line[digits + lettered..].strip_prefix(['.', ')']).filter(|_| (1..3).contains(&(digits + lettered)))
    };
    let said = line.strip_prefix(['-', '*', '•', '+', '–', '—']).or_else(numbered)?;
    let said = said.strip_prefix(char::is_whitespace)?.trim();
    let checked = ["[ ]", "[x]", "[X]"].iter().find_map(|check| said.strip_prefix(check));
    let said = checked.map_or(said, str::trim);
    (!said.is_empty() && said.split_whitespace().nth(MAX_ITEM).is_none()).then_some(said)
}

/// What the line makes of the list below it, and its words without what stands for the items.
fn lead(line: &str) -> Option<(Lead, String)> {
    let mark =
        |letter: char| letter.is_whitespace() || matches!(letter, '#' | '*' | '_' | '>' | '-') || !letter.is_ascii();
    let heading = line.trim_start().starts_with('#');
    let line = line.trim_matches(mark);
    let line = line.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start_matches(['.', ')', ' ']);
    let coloned = line.strip_suffix(':');
    let said = coloned.unwrap_or(line).trim_matches(mark);
    // Without a colon only a line that says nothing else leads, and ends in a verb: "Do not touch".
    let open = coloned.is_some() || heading;
    let verb = || said.split_whitespace().next_back().is_some_and(|word| changing::is_verb(&word.to_lowercase()));
    let long = || said.split_whitespace().nth(MAX_LEAD).is_some();
    if said.is_empty() || long() || !(open || verb()) {
        return None;
    }
    let words: Vec<&str> = said.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let first = lower.iter().position(|word| !is_prelude(word.trim_end_matches([',', ':'])))?;
    // What only stands for the items says nothing beside them: "the following files", "any of these".
    let stands = |at: usize| {
        stands_for_items(&lower[at]) || lower[at] == "of" && at + 1 < lower.len() && stands_for_items(&lower[at + 1])
    };
    let last = (first..lower.len()).rev().find(|at| !stands(*at))?;
    let kept = words[first..=last].join(" ");
    let plain: Vec<&str> = lower[first..].iter().map(String::as_str).collect();
    let begins = |forms: &[&str]| forms.iter().any(|form| behind(&plain, form).is_some());
    let excepts = plain.iter().any(|word| EXCEPTIONS.contains(word));
    let lead = match label(&plain) {
        Some(Label::Scope) => Lead::Keeps,
        Some(_) => Lead::Labels,
        None if begins(KEEPING) => Lead::Keeps,
        None if leaves_alone(&plain) => Lead::LeavesAlone,
        None if begins(FORBIDDING) && excepts => Lead::Excepts,
        None if begins(FORBIDDING) && is_one(&plain, FORBIDDING) && !TAKING_PLACES.contains(&plain[0]) => Lead::Negates,
        None if begins(FORBIDDING) => Lead::Forbids,
        None => return None,
    };
    (open || lead == Lead::Forbids).then_some((lead, kept))
}

/// "Leave alone", "leave these files alone", "keep as is".
fn leaves_alone(words: &[&str]) -> bool {
    let said: Vec<&str> = words.iter().copied().filter(|word| !stands_for_items(word)).collect();
    is_one(&said, LEAVING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::stage::limits;

    #[test]
    fn each_item_is_forbidden() {
        let both = "deny src/legacy/; deny src/database/";
        limits("Fix the login.\nDo not touch:\n- src/legacy\n- src/database", both);
        limits(
            "Fix the login.\n\n**Do not touch:**\n\n* `src/legacy` (old)\n* src/database\n\nThen run the tests.",
            both,
        );
        limits("Fix the login.\nDo not modify the following files:\n1. src/legacy\n2. src/database", both);
        limits("Fix the login.\nFiles you must not touch:\n- src/legacy\n- src/database", both);
        limits("Fix the login.\nOff limits:\n- src/legacy\n- src/database", both);
        limits("Fix the login.\n## Do not touch\n- src/legacy\n- src/database\n", both);
        limits(
            "# Login\nFix the login.\n\n## Off limits\n\n- src/legacy\n- src/database\n\n## Notes\nDo not touch src/ui.",
            both,
        );
        limits("Fix the login. Do not touch:\n- src/legacy\n- src/database", both);
        limits("Fix the login. Do not touch:\nsrc/legacy\nsrc/database", both);
        limits("Fix the login.\n**Do NOT touch**\n– src/legacy\n\n– src/database", both);
        limits("Fix the login.\n2. Do not touch:\n   a) src/legacy\n   b) src/database", both);
        limits("Fix the login, but please don't touch:\n- src/legacy\n- src/database", both);
        limits("Fix the login.\nForbidden: src/legacy, src/database", "deny src/legacy/ + src/database/");
        limits("Fix the login.\nOut of scope:\n- src/legacy", "donot src/legacy/");
        for said in ["Leave these alone", "Keep as is", "Leave the following files as is", "Must not be touched"] {
            limits(&format!("Fix the login.\n{said}:\n- src/legacy\n- src/database"), both);
        }
        limits("Fix the login.\nDon't:\n- touch src/legacy\n- push", "deny src/legacy/; deny $ git push");
        limits("Fix the login.\nDo not:\n- edit src/legacy\n- add dependencies", "deny src/legacy/; deny new packages");
    }

    #[test]
    fn a_scope_is_one() {
        let both = "only outside src/auth/ + outside tests/";
        for prompt in [
            "Fix the login.\nOnly touch:\n- src/auth\n- tests",
            "Fix the login.\nOnly change these files:\n- src/auth\n- tests\n\nThanks!",
            "Fix the login.\nScope:\n- src/auth\n- tests",
            "Fix the login.\nFiles in scope: src/auth, tests",
            "Fix the login.\nFiles you may touch:\n- src/auth\n- tests",
            "Fix the login.\nTouch only:\n- src/auth\n- tests",
            "Fix the login.\nOnly these files:\n- src/auth\n- tests",
            "Fix the login.\nYou can only edit:\n- src/auth\n- tests",
            "Fix the login.\n\n### In scope\n\n- src/auth\n- tests",
        ] {
            limits(prompt, both);
        }
    }

    #[test]
    fn exceptions_are_one_scope() {
        let both = "deny outside src/auth/ + outside src/ui/";
        limits("Fix the login. Don't touch anything except:\n- src/auth\n- src/ui", both);
        limits(
            "Fix the login. You may not edit anything but these files:\n- [x] src/auth\n- [ ] `src/ui` (icons)",
            both,
        );
        limits("Fix the login. Don't touch anything except:\n- src/auth\n- the good button", "donot");
        limits("Fix the login. Leave alone:\n- src/legacy", "deny src/legacy/");
    }

    #[test]
    fn other_lists_are_left_as_they_are() {
        for text in [
            "Do not touch src/legacy.\n- fix the login",
            "Steps:\n- fix the login\n- run the tests",
            "Scope:\n\nThe login.",
            "Fix:\n- a\n- b\n",
            "Do not touch:",
            "",
            "a\n\n\nb",
        ] {
            assert_eq!(spread(text), text);
        }
        limits("Scope:\n- add a login form\n- cover it with tests", "");
        limits("Scope:\n- Fix the login if needed\n- Don't touch src/legacy", "deny src/legacy/");
        limits("Only change:\n- the colour in src/styles/theme.css\n- the label in src/ui/Button.tsx", "");
        limits("Never:\n- src/legacy fails", "");
        limits("Fix the login. Out of scope: refactoring src/legacy.", "");
        limits("Map status codes in src/auth:\n- unauthorized: 401\n- forbidden: 403", "");
        limits("Not in scope:\n- UI redesign\n- new tests", "");
    }
}
