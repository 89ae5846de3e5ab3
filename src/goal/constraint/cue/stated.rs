//! Prohibitions that are said of a place: "src/db is off limits", "src/db must not be touched", "changes to src/db are not wanted".
//!
//! Owns their forms. The place stands first and the words that forbid behind it, so that the same words may describe a program:
//! "the cache must not be changed by the reader". What may be said of a program, too, counts only of a path.

use crate::domain::WorkKind;
use crate::goal::constraint::act::deed::acts_of_gerund;
use crate::goal::constraint::act::{Act, Cue};
use crate::goal::constraint::circumstance::{self, Circumstance};
use crate::goal::constraint::clause::{ends, is_adverb, is_linking, is_path};
use crate::goal::constraint::state::{MAX_SPAN, is_as_it_was, is_off_limits, let_change, stays, stays_shut};
use crate::goal::prompt::changing;
use crate::goal::prompt::lists::{self, Label};
use crate::goal::prompt::sentence::{Head, Sentence};
use crate::goal::prompt::token::Token;
use crate::goal::prompt::word_class::{
    is_all_right, is_article, is_conjunction, is_copula, is_determiner, is_of_the_user, is_place_noun, is_subordinator,
    is_weekday, leads_into, leads_to_a_place, rules,
};
use crate::text::kind;
use crate::text::word_set::sorted;

/// Times since which something is, beside the days of the week.
#[rustfmt::skip]
const SINCE: &[&str] = sorted(&[
    "april", "august", "december", "february", "january", "july", "june", "last", "march", "may", "november", "october", "september",
    "then", "yesterday",
]);

/// Words at most between "options:" and one of them.
const MAX_CHOICE: usize = 12;

/// The prohibition of the place whose first word stands at `at`.
pub(in crate::goal::constraint) fn of_a_place(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    // Of git the commits and pushes are meant.
    if sentence.head(at) == Head::Inside || sentence.word(at) == "git" && is_copula(sentence.word(at + 1)) {
        return None;
    }
    // "Nothing in src/db may change", "no file in src/db may be touched".
    let none = match sentence.word(at) {
        "nothing" => 1,
        "no" if is_place_noun(sentence.word(at + 1)) || matches!(sentence.word(at + 1), "code" | "line") => 2,
        _ => 0,
    };
    let object = at + none + 1;
    if none > 0
        && leads_into(sentence.word(object - 1))
        && let Some((verb, _)) = let_change(sentence, object)
    {
        let soft = sentence.word(verb) == "should";
        return Some(Cue::new(at, object, Act::Change).until(verb).mildly_if(soft));
    }
    // "Nothing is off limits now".
    if sentence.word(at) == "nothing" {
        return None;
    }
    // "Make sure that src/db is not touched": the place begins behind these words.
    let ensured = match sentence.word(at) {
        "ensure" => 1,
        "make" if sentence.word(at + 1) == "sure" => 2,
        _ => 0,
    };
    let start = at;
    let at = at + ensured + usize::from(ensured > 0 && sentence.word(at + ensured) == "that");
    let last = sentence.tokens.len().min(at + MAX_SPAN);
    let not_yours = |at: usize| matches!(sentence.word(at), "aren't" | "isn't") && is_not_for_you(sentence, at + 1);
    // "src/db off limits", "src/db still frozen": without a verb, where nothing but the place stands before it.
    let places = sentence.tokens[at..].iter().take_while(|token| is_path(token) || is_conjunction(&token.word)).count();
    let bare = |verb: usize| verb == at + places && (is_off_limits(sentence, verb) || stays_shut(sentence, verb));
    let verb = (at + 1..last).find(|verb| is_linking(sentence.word(*verb)) || not_yours(*verb) || bare(*verb))?;
    let subject = &sentence.tokens[at..verb];
    // "Fix the bug but src/db stays untouched": the place begins behind the "but".
    if subject.iter().any(|token| matches!(token.word.as_str(), "because" | "but" | "if" | "when" | "while")) {
        return None;
    }
    // "NB: src/db is off limits": the place begins behind the colon.
    if subject.iter().any(Token::stop) {
        return None;
    }
    // "Changes to src/db are not wanted", "editing src/db is not allowed".
    let act = match sentence.word(at) {
        noun if changing::is_noun(noun) && sentence.word(at + 1) == "outside" => 1,
        noun if changing::is_noun(noun) && leads_to_a_place(sentence.word(at + 1)) => 2,
        gerund if changing::is_gerund(gerund) => 1,
        _ => 0,
    };
    let whole = Clause {
        // What stands behind a comma is said of something else.
        one: !subject.iter().any(Token::comma)
            || subject.iter().all(|token| is_path(token) || is_conjunction(&token.word)),
        listed: subject.first().is_some_and(is_path),
        path: subject.iter().any(is_path),
        tests: kind::kind_of_word(sentence.back(verb, 1)) == Some(WorkKind::Tests),
        files: kind::is_file_word(sentence.word(at)) || kind::is_file_word(sentence.back(verb, 1)),
        head: sentence.head(start),
        ensured: ensured > 0,
        deed: act > 0,
    };
    // In the middle of a sentence "that one stays as it is" names nothing; behind an order "the tests stay as they are" does.
    let behind_an_order = whole.head == Head::Comma && sentence.main_verb.is_some_and(|ordered| ordered < start);
    if whole.head != Head::Opens && !behind_an_order && !whole.path {
        return None;
    }
    let asks = whole.one && whole.path && needs_leave(sentence, verb);
    let soft = if asks { false } else { whole.closed(sentence, verb)? };
    // "Frozen for 30s after startup" tells of a program.
    let told = if asks { Circumstance::OfWork } else { circumstance::behind(sentence, verb) };
    if told == Circumstance::OfProgram {
        return None;
    }
    let soft = soft || told == Circumstance::Unclear;
    let cue = Cue::new(start, at + act, Act::Change).until(verb).mildly_if(soft);
    Some(if asks { cue.asking() } else { cue })
}

/// "Removing the tests is not an option": a deed, with its object before the verb.
pub(in crate::goal::constraint) fn of_a_deed(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    if !sentence.word(at).ends_with("ing") || sentence.head(at) == Head::Inside {
        return None;
    }
    let (act, object) = acts_of_gerund(sentence, sentence.word(at), at)?;
    let last = sentence.tokens.len().min(object + MAX_SPAN);
    let verb = (object..last).find(|verb| is_copula(sentence.word(*verb)) || sentence.word(*verb) == "isn't")?;
    let not = usize::from(sentence.word(verb + 1) == "not");
    let denied = not > 0 || sentence.word(verb) == "isn't";
    let shut: &[&str] = if denied { &["an option"] } else { &["no option", "out of the question", "off the table"] };
    let behind = verb + 1 + not;
    let end = sentence.past_phrase(behind, shut);
    // "Blocking the reader is not an option" is about what a program does.
    (end > behind && ends(sentence, end)).then(|| Cue::new(at, object, act).until(verb).where_found())
}

/// "Needs my approval", "requires explicit permission".
fn needs_leave(sentence: &Sentence<'_>, verb: usize) -> bool {
    let whose = |at: &usize| is_of_the_user(sentence.word(*at)) || matches!(sentence.word(*at), "explicit" | "prior");
    let at = verb + 1 + (verb + 1..sentence.tokens.len()).take_while(whose).count();
    // "Needs permission" may be the fault that is to be mended.
    let word = sentence.word(at);
    let leave = word == "approval"
        || at > verb + 1
            && matches!(word, "consent" | "go-ahead" | "ok" | "okay" | "permission" | "sign-off" | "signoff");
    let first = usize::from(sentence.word(at + 1) == "first");
    matches!(sentence.word(verb), "need" | "needs" | "require" | "requires") && leave && ends(sentence, at + 1 + first)
}

/// "Leave X alone", "keep X as is", "treat X as read-only", "I'd like X to stay as it is", "off limits: X".
pub(in crate::goal::constraint) fn left_alone(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let cue = |object: usize, limit: usize, soft: bool| Cue::new(at, object, Act::Change).until(limit).mildly_if(soft);
    match lists::label_at(sentence, at) {
        Some((Label::Forbidden, object)) => return Some(cue(object, usize::MAX, false).loosely_if(true)),
        Some((Label::LeftOut, object)) => return Some(cue(object, usize::MAX, true).loosely_if(true)),
        Some((Label::Scope, _)) => return None,
        None => {}
    }
    let said = matches!(sentence.word(at), "consider" | "i'd" | "keep" | "leave" | "treat");
    let proposed = matches!(sentence.back(at, 1), "let's" | "lets");
    if !said || sentence.head(at - usize::from(proposed)) == Head::Inside {
        return None;
    }
    // "Either leave src/db alone or fix it", "we have two options: ...".
    let choice = |word: usize| match sentence.word(word) {
        "either" | "whether" => true,
        "choice" | "choices" | "options" => sentence.tokens[word].stop(),
        _ => false,
    };
    if (at.saturating_sub(MAX_CHOICE)..at).any(choice) {
        return None;
    }
    let last = sentence.tokens.len().min(at + MAX_SPAN);
    let find = |ends: &dyn Fn(usize) -> bool| {
        (at + 1..last).take_while(|end| !sentence.tokens[end - 1].stop()).find(|end| ends(*end))
    };
    let as_shut = |end: usize| sentence.word(end) == "as" && is_off_limits(sentence, end + 1);
    match sentence.word(at) {
        "treat" => find(&as_shut).map(|end| cue(at + 1, end, false)),
        "consider" => find(&|end| as_shut(end) || is_off_limits(sentence, end)).map(|end| cue(at + 1, end, false)),
        // Of git the commits and pushes are meant.
        "keep" | "leave" if sentence.word(at + 1) == "git" => None,
        verb @ ("keep" | "leave") => {
            // "Leave it be", "leave report.sql itself".
            let be = |end: usize| {
                verb == "leave" && matches!(sentence.word(end), "be" | "itself") && ends(sentence, end + 1)
            };
            let kept = |end: usize| is_as_it_was(sentence, end + usize::from(is_adverb(sentence.word(end)))) || be(end);
            find(&kept).map(|end| cue(at + 1, end, false))
        }
        // A wish is heard, and denies nothing.
        "i'd" if matches!(sentence.word(at + 1), "like" | "prefer") => {
            let kept = |end: usize| {
                let verb = end + usize::from(sentence.word(end) == "to");
                let stays =
                    changing::is_staying(sentence.word(verb)) || matches!(sentence.word(verb), "remained" | "stayed");
                stays && is_as_it_was(sentence, verb + 1)
            };
            let object = at + 2 + usize::from(matches!(sentence.word(at + 2), "if" | "that"));
            find(&kept).map(|end| cue(object, end, true))
        }
        _ => None,
    }
}

/// "We have a release freeze for src/db".
pub(in crate::goal::constraint) fn freeze(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let named = matches!(sentence.back(at, 1), "code" | "release" | "change" | "a" | "feature");
    let about = matches!(sentence.word(at + 1), "for" | "on" | "in");
    (sentence.word(at) == "freeze" && named && about).then_some(Cue::new(at, at + 2, Act::Change))
}

/// "This PR must not touch src/db", "the fix should not contain changes to src/db".
pub(in crate::goal::constraint) fn of_the_work(sentence: &Sentence<'_>, at: usize) -> Option<Cue> {
    let own = is_determiner(sentence.word(at))
        && matches!(sentence.word(at + 1), "pr" | "mr" | "commit" | "change" | "diff" | "patch" | "branch" | "fix");
    if !own || sentence.head(at) == Head::Inside {
        return None;
    }
    let (modal, verb) = match sentence.word(at + 2) {
        modal @ ("must" | "may" | "should" | "shall") if sentence.word(at + 3) == "not" => (modal, at + 4),
        modal @ ("mustn't" | "shouldn't") => (modal, at + 3),
        _ => return None,
    };
    let object = match sentence.word(verb) {
        act if changing::is_verb(act) => verb + 1,
        "contain" | "include" | "have" | "make" => {
            let noun = verb + 1 + usize::from(sentence.word(verb + 1) == "any");
            let changes = changing::is_noun(sentence.word(noun));
            (changes && matches!(sentence.word(noun + 1), "to" | "in")).then_some(noun + 2)?
        }
        _ => return None,
    };
    let soft = modal.starts_with("should");
    Some(Cue::new(at, object, Act::Change).mildly_if(soft))
}

/// Where the object of "no changes to ..." ends; `None` where that tells what a program does: "no changes to the database are being
/// saved".
pub(in crate::goal::constraint) fn limit_of_none(sentence: &Sentence<'_>, object: usize) -> Option<usize> {
    let shut = |at: usize| {
        let word = sentence.word(at);
        sentence.is_parted(at) || is_subordinator(word) || matches!(word, "that" | "what" | "which")
    };
    let verb = (object + 1..sentence.tokens.len())
        .take_while(|at| !shut(*at))
        .find(|at| is_copula(sentence.word(*at)) || matches!(sentence.word(*at), "get" | "show" | "was" | "were"));
    // "No changes in openapi.yaml since March" tells.
    let time = |word: &str| is_weekday(word) || SINCE.binary_search(&word).is_ok();
    let since = |at: usize| sentence.word(at) == "since" && time(sentence.word(at + 1));
    // "No changes in token.ts, still the snapshot differs".
    let still = |at: usize| sentence.word(at) == "still" && sentence.is_parted(at);
    if sentence.any_from(object, |at| since(at) || still(at)) {
        return None;
    }
    match verb {
        None => Some(usize::MAX),
        verb => verb.filter(|verb| is_all_right(sentence.word(verb + 1)) || sentence.word(verb + 1) == "wanted"),
    }
}

/// What is known of the words before the verb.
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation about the clause")]
struct Clause {
    one: bool,
    /// It begins with a path, so that commas part places.
    listed: bool,
    path: bool,
    /// It calls a kind of files: "the migrations".
    files: bool,
    /// It calls the tests.
    tests: bool,
    head: Head,
    ensured: bool,
    /// It is about changes, not about the place alone.
    deed: bool,
}

impl Clause {
    /// Whether the words from the verb on forbid, and then whether mildly.
    fn closed(&self, sentence: &Sentence<'_>, verb: usize) -> Option<bool> {
        // A page that is frozen does not answer: a path is meant to be left.
        let path = self.one && self.path;
        let (closed, soft) = match sentence.word(verb) {
            "is" | "are" => {
                let off = verb + 1 + usize::from(is_adverb(sentence.word(verb + 1)));
                // It may say what a file is now, and that this is the fault.
                let words = usize::from(sentence.reads(off, "read only"));
                let read_only = path
                    && (matches!(sentence.word(off), "read-only" | "readonly") || words > 0)
                    && ends(sentence, off + 1 + words);
                let locked = path && sentence.word(off) == "locked" && ends(sentence, off + 1);
                let bare = read_only && sentence.word(off + 1 + words) != "for" || locked;
                let shut = (self.head == Head::Opens && (self.one || self.listed) || path)
                    && (sentence.word(off) == "off-limits" || sentence.reads(off, "off limits"))
                    || path && stays_shut(sentence, verb);
                // "Frozen with Object.freeze", "frozen while it drains" tell of a program.
                let of_a_program = matches!(sentence.word(off + 1), "when" | "while" | "with");
                let kept = matches!(sentence.word(off), "frozen" | "untouchable" | "taboo") && !of_a_program
                    || matches!(sentence.word(off), "forbidden" | "prohibited") && ends(sentence, off + 1)
                    || sentence.word(off) == "not" && self.is_wanted(sentence, off + 1)
                    || sentence.word(off) == "not" && is_not_for_you(sentence, off + 1)
                    || self.ensured && sentence.word(off) == "not" && is_changed(sentence, off + 1)
                    || sentence.reads(off, "to be left") && is_as_it_was(sentence, off + 3);
                // Tests that are frozen hang, and docs that are "frozen behind a login" are served so.
                let frozen = sentence.word(off) == "frozen";
                let behind = matches!(sentence.word(off + 1), "behind" | "by" | "since");
                let hang =
                    frozen && (self.tests || behind || sentence.any(|word| matches!(word, "hang" | "hangs" | "stuck")));
                let of_files = !hang && self.one && self.files && self.head == Head::Opens && !path && !shut;
                let kept = (kept || is_no_go(sentence, off)) && (path || of_files);
                (shut || kept || read_only || locked, bare || of_files)
            }
            "isn't" | "aren't" => {
                (path && (is_not_for_you(sentence, verb + 1) || self.is_wanted(sentence, verb + 1)), false)
            }
            _ if !self.one => return None,
            "must" if sentence.reads(verb + 1, "not be") => (changing::is_participle(sentence.word(verb + 3)), false),
            modal if rules(modal) && sentence.word(verb + 1) == "not" => {
                (path && is_unchanged(sentence, verb + 2), matches!(modal, "should" | "can"))
            }
            modal @ ("mustn't" | "can't" | "cannot" | "shouldn't") => {
                (path && is_unchanged(sentence, verb + 1), modal != "mustn't")
            }
            "must" | "should" => {
                let left = path && sentence.reads(verb + 1, "be left") && is_as_it_was(sentence, verb + 3);
                (left || stays(sentence, verb + 1), sentence.word(verb) == "should")
            }
            "has" | "have" | "needs" | "need" => (sentence.word(verb + 1) == "to" && stays(sentence, verb + 2), false),
            // It may say what the file is, and that this is the fault.
            state if is_off_limits(sentence, verb) => (path, matches!(state, "read" | "read-only" | "readonly")),
            _ => (stays(sentence, verb) || path && stays_shut(sentence, verb), false),
        };
        closed.then_some(soft)
    }

    /// "Allowed", "ok": said of what is refused by the "not" before it.
    fn is_wanted(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        // "src/db is not ok" is a fault.
        let such = matches!(sentence.word(at), "allowed" | "permitted" | "wanted" | "welcome")
            || self.deed && is_all_right(sentence.word(at));
        such && ends(sentence, at + 1)
    }
}

/// Behind "is not": "to be touched", "yours", "yours to change".
fn is_not_for_you(sentence: &Sentence<'_>, at: usize) -> bool {
    let to_change = sentence.word(at + 1) == "to" && changing::is_verb(sentence.word(at + 2));
    match sentence.word(at) {
        "to" => sentence.word(at + 1) == "be" && is_changed(sentence, at + 2),
        "yours" => ends(sentence, at + 1 + 2 * usize::from(to_change)),
        _ => false,
    }
}

/// "A no-go", "a no go zone".
fn is_no_go(sentence: &Sentence<'_>, at: usize) -> bool {
    let at = sentence.past(at, is_article);
    let behind = match (sentence.word(at), sentence.word(at + 1)) {
        ("no-go", _) => at + 1,
        ("no", "go") => at + 2,
        _ => return false,
    };
    ends(sentence, behind + usize::from(matches!(sentence.word(behind), "area" | "zone")))
}

/// "be touched" and "change", with nothing behind them that describes a program.
fn is_unchanged(sentence: &Sentence<'_>, at: usize) -> bool {
    match sentence.word(at) {
        "be" => is_changed(sentence, at + 1),
        "change" => ends(sentence, at + 1),
        _ => false,
    }
}

fn is_changed(sentence: &Sentence<'_>, at: usize) -> bool {
    changing::is_participle(sentence.word(at)) && ends(sentence, at + 1)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits as limited;

    #[test]
    fn a_deed_or_a_kind_of_files_is_shut() {
        limited("fix the query. Changing src/legacy is off the table", "deny src/legacy/");
        limited("fix the query. removing the tests is not an option", "deny removing tests");
        limited("add an index. migrations are frozen", "donot **/{migrations,migration,migrate}/**");
        limited("fix it. src/legacy/old.ts must stay exactly how it is", "deny src/legacy/old.ts");
        limited("removing a user is not an option of the menu", "");
        for told in [
            "the page is frozen",
            "the tests are frozen, they hang after the login",
            "docs are frozen behind a login, make them public",
            "editing a page in place is not an option as readers hold it",
        ] {
            limited(told, "");
        }
    }

    use crate::goal::stage::{limits, limits_left};

    #[test]
    fn what_is_said_of_another_place_behind_a_limit_is_no_part_of_it() {
        limits("Fix the login. Don't touch src/legacy, src/auth is fine.", "deny src/legacy/");
        limits(
            "Fix it. Don't touch src/legacy or src/database and src/auth is ok to change",
            "deny src/legacy/ + src/database/",
        );
        limits("Changes to src/legacy and src/database are not wanted", "deny src/legacy/ + src/database/");
    }

    #[test]
    fn what_is_said_of_a_path_denies() {
        for said in [
            "src/legacy must not change",
            "src/legacy mustn't be modified",
            "src/legacy may not be edited",
            "src/legacy may not be edited under any circumstances",
            "src/legacy is not to be touched",
            "src/legacy is read-only for you",
            "src/legacy has to stay exactly as it is",
            "src/legacy stays untouched in this PR",
            "changes to src/legacy are not wanted",
            "editing src/legacy is not allowed",
            "this PR must not touch src/legacy",
            "the fix must not contain any changes to src/legacy",
            "make sure that src/legacy is not touched",
            "treat src/legacy as read-only",
            "treat src/legacy as read only",
            "src/legacy is read only for you",
            "don't even think about changing src/legacy",
            "nothing in src/legacy may change",
            "no file in src/legacy may be touched",
            "do not edit, move or rename files in src/legacy",
            "do NOT, under any circumstances, modify src/legacy",
            "don't create, modify or delete anything in src/legacy",
            "please refrain from editing src/legacy",
            "You can change src/ui now, src/legacy stays off limits",
            "src/legacy is still off limits",
            "NB: src/legacy is off limits",
            "consider src/legacy frozen",
            "leave src/legacy exactly as it is",
            "keep your fingers out of src/legacy",
            "Do not touch: src/legacy",
            "off limits: src/legacy",
            "this change must not alter src/legacy in any way",
            "no changes to src/legacy are allowed",
            "src/legacy is a no-go",
            "src/legacy is a no go area",
            "src/legacy isn't yours to change",
            "src/legacy is not yours",
            "edits in src/legacy are not ok",
            "src/legacy isn't to be touched",
            "src/legacy must be left alone",
        ] {
            limits(&format!("Fix the token bug in src/auth. {said}."), "deny src/legacy/");
        }
        for said in ["src/legacy off limits", "src/legacy still off limits", "src/legacy frozen, docs free"] {
            limits(&format!("Fix the token bug. {said}."), "deny src/legacy/");
            assert_eq!(limits_left("don't touch src/legacy", &format!("{said}. update the docs")), "deny src/legacy/");
        }
        limits("Fix the token bug but src/legacy stays untouched", "deny src/legacy/");
        limits("Add a --quiet option, leave src/legacy alone", "deny src/legacy/");
        limits("fix the token bug, src/legacy needs to stay as is", "deny src/legacy/");
        limits("fix the token bug, src/legacy is off limits", "deny src/legacy/");
    }

    #[test]
    fn what_should_be_or_cannot_be_is_mild() {
        limits("src/legacy shouldn't be changed", "donot src/legacy/");
        limits("src/legacy is locked", "donot src/legacy/");
        limits("src/legacy is read only", "donot src/legacy/");
        limits("src/legacy read only, fix the parser", "donot src/legacy/");
        limits("src/legacy should not be touched", "donot src/legacy/");
        limits("I'd like src/legacy to stay as it is", "donot src/legacy/");
        limits("I'd prefer if src/legacy stayed as it is", "donot src/legacy/");
        limits("src/legacy can't be changed because of the audit", "donot src/legacy/");
        // It may be the fault that is to be mended.
        limits("src/parser.rs is read-only. Make it writable.", "donot src/parser.rs");
    }

    #[test]
    fn what_describes_a_program_limits_nothing() {
        limits("the parser shouldn't be changed by the reader; fix that", "");
        limits("tokens should not be changed after the login", "");
        limits("src/parser.rs shouldn't change the session", "");
        limits("src/parser.rs can't be edited from the page", "");
        limits("src/parser.rs should not be changed by its callers", "");
        limits("src/parser.rs is read-only after the start, fix that", "");
        limits("you shouldn't need to touch src/legacy", "");
        limits("src/parser.rs has to stay fast", "");
        limits("either leave src/legacy alone or fix it", "");
        limits("we have two options: leave src/legacy alone or fix it. fix it", "");
        limits("the page stays read-only", "");
        limits("make src/legacy read-only", "");
        limits("src/parser.rs read-only mode is broken", "");
        limits("src/parser.rs frozen on start, fix it", "");
        limits("src/parser.rs still frozen after the save, fix it", "");
        limits("src/parser.rs isn't yours to call from the page", "");
        limits("src/parser.rs isn't ok, fix it", "");
        limits("src/parser.rs is not ok, fix it", "");
        limits("src/parser.rs isn't changed by the build, fix that", "");
        limits("src/parser.rs stays read-only after the first call", "");
        limits("why must src/legacy not be changed?", "");
        limits("make sure the token is not changed", "must");
    }
}
