//! Why an action does not run: what it was, which rule speaks against it, what to do instead, how the person overrides.
//!
//! A reason stands alone, since the agent may be shown nothing else. It is plain and holds no order to the reader.

use super::name::entry;
use super::template::{asked, asked_by, listed};
use crate::config::CorrectionConfig;
use crate::domain::{Goal, Prohibited, Tampering, Wired};
use crate::text::clip::{one_line, shortened};

/// Characters of a command or path that a reason quotes.
const MAX_QUOTE: usize = 160;
/// Characters of the user's clause that a reason quotes.
const MAX_CLAUSE: usize = 240;
/// How the person opens the wiring, and nobody else.
const UNLOCK: &str = "If the user wants this, they run `driftguard unlock 15m` in a terminal of their own.";

/// How a command comes to run that only the person gives: whatever is unlocked, it is refused inside the agent.
const BY_HAND: &str = "If the user wants this, they run that command in a terminal of their own.";

/// The reason for refusing a change of driftguard's own wiring.
pub fn tampering_reason(tampering: &Tampering) -> String {
    let seen = quoted(&tampering.seen, MAX_QUOTE);
    let part = match tampering.wired {
        Wired::Registration => "driftguard's registration in the settings of Claude Code",
        Wired::Switch => "the switch that turns hooks, and driftguard with them, off",
        Wired::Plugin => "driftguard's plugin",
        Wired::State => "what driftguard has stored",
        Wired::Configuration => "driftguard's configuration",
        Wired::Program => "the driftguard program",
        Wired::Transcript => "the record of the session",
        Wired::Command => "a command of driftguard that only the user gives",
        Wired::Client => "a further session that would run without driftguard",
    };
    let effect = match (tampering.wired, tampering.certain) {
        (Wired::Command | Wired::Client, _) => format!("is {part}"),
        (_, true) => format!("changes {part}"),
        (_, false) => format!("comes near {part}, and its result cannot be told from its text"),
    };
    let instead = match (tampering.wired, tampering.certain) {
        (Wired::Registration | Wired::Switch | Wired::Plugin, false) => {
            "Other settings can be changed with the Edit tool, in an edit that leaves the entries of driftguard as they are."
        }
        (Wired::Registration | Wired::Switch | Wired::Plugin, true) => {
            "An edit that leaves the entries of driftguard and the hooks switched on passes."
        }
        (Wired::Command, _) => "`driftguard status` and `driftguard explain` show what is known; they can be run.",
        (Wired::Client, _) => "The same session started without that option or variable passes.",
        (Wired::State | Wired::Configuration | Wired::Program | Wired::Transcript, _) => {
            "Reading it passes; the task goes on without a change there."
        }
    };
    let way_out = if tampering.wired == Wired::Command { BY_HAND } else { UNLOCK };
    format!(
        "driftguard: this call was not run, since it {effect}: `{seen}`. The user installed driftguard to watch over this work, so it \
         stays as it is. {instead} {way_out}"
    )
}

/// The reason for refusing what the user's own words forbid.
pub fn prohibition_reason(prohibited: &Prohibited) -> String {
    let seen = quoted(&prohibited.seen, MAX_QUOTE);
    let through = through(prohibited);
    let clause = quoted(&prohibited.clause, MAX_CLAUSE);
    if prohibited.configured {
        let file = if prohibited.of_project { "`.driftguard.toml` in the project" } else { "their own configuration" };
        return format!(
            "driftguard: this call was not run, since it would {seen}{through}, which the configuration protects ({}). \
             The task goes on without it; where it cannot, say so in the reply. The user can take the pattern out of \
             `scope.protect` in {file}.",
            entry(&prohibited.clause)
        );
    }
    format!(
        "driftguard: this call was not run, since it would {seen}{through}. The user said: “{clause}”. The task goes on without it; \
         where it cannot, say so in the reply and ask. The user can lift this by saying so in the chat, for example “you \
         may {seen}”."
    )
}

/// " through Makefile": what does it, where the call only runs that.
fn through(prohibited: &Prohibited) -> String {
    let named = quoted(&prohibited.through, MAX_QUOTE);
    if named.is_empty() { named } else { format!(" through {named}") }
}

/// The question to the user before something that a limit of theirs speaks against: what it is, the limit, what a yes and a no do,
/// and how the limit is lifted. The client shows a few lines of it, so that it is short and its first words say most.
pub fn consent_question(prohibited: &Prohibited) -> String {
    let seen = quoted(&prohibited.seen, MAX_QUOTE);
    let through = through(prohibited);
    let clause = quoted(&prohibited.clause, MAX_CLAUSE);
    let further = if seen.starts_with("run ") { "" } else { ", and later changes of this file for this goal" };
    format!(
        "driftguard: this would {seen}{through}; you said: “{clause}”. Yes: this alone{further}. No: it does not run; the agent goes \
         on without it. “you may {seen}” in the chat lifts the limit."
    )
}

/// The reason for refusing a change beyond the goal. `places` are what it would have changed, `before` what was changed beyond the
/// goal before it and not spoken of yet: one stray change alone is refused nothing.
pub fn off_goal_reason(places: &[&str], before: &[&str], goal: &Goal, config: &CorrectionConfig) -> String {
    let (places, _) = listed(places, config.max_files);
    let earlier = match listed(before, config.max_files) {
        _ if before.is_empty() => String::new(),
        (files, 1) => format!(" {files} was changed before it; leave that as it is now and say so in the reply."),
        (files, _) => format!(" {files} were changed before it; leave them as they are now and say so in the reply."),
    };
    let text = format!(
        "driftguard: this change was not made, since the goal does not cover {places}.{earlier} {} Instead: go on with the goal, \
         or ask the user whether this is wanted. The user allows it by saying so in the chat, for example: “change {places} too”.",
        asked(goal, &[]),
    );
    shortened(&text, config.max_chars)
}

/// The question that the human is asked before a change beyond the goal.
pub fn off_goal_question(places: &[&str], goal: &Goal, config: &CorrectionConfig) -> String {
    let (places, _) = listed(places, config.max_files);
    let text = format!(
        "driftguard: the work has left the goal, which does not cover {places}. {} Yes: it is changed and belongs to this goal; nothing \
         else does. No: it stays as it is; the agent goes back to the goal. “change {places} too” in the chat opens the goal as well.",
        asked_by("You", goal, &[]),
    );
    shortened(&text, config.max_chars)
}

/// On one line, cut.
fn quoted(text: &str, max: usize) -> String {
    shortened(&one_line(text), max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(prohibited: &Prohibited, parts: &[&str]) {
        let reason = prohibition_reason(prohibited);
        for part in parts {
            assert!(reason.contains(part), "{part:?} is missing: {reason}");
        }
        assert!(reason.chars().count() < 1_000);
    }

    #[test]
    fn a_change_of_the_wiring_is_told_with_the_way_that_leads_out() {
        let reason = |wired, certain, seen: &str| tampering_reason(&Tampering { wired, certain, seen: seen.into() });
        let given = reason(Wired::Command, true, "driftguard pause");
        assert!(
            given.contains("since it is a command of driftguard that only the user gives: `driftguard pause`."),
            "{given}"
        );
        assert!(given.ends_with("they run that command in a terminal of their own."), "{given}");
        let stored = reason(Wired::State, true, "~/.local/share/driftguard");
        assert!(
            stored.starts_with(
                "driftguard: this call was not run, since it changes what driftguard has stored: `~/.local/share/driftguard`."
            ),
            "{stored}"
        );
        assert!(stored.ends_with("`driftguard unlock 15m` in a terminal of their own."), "{stored}");
        let near = reason(Wired::Program, false, "sh x");
        assert!(near.contains("comes near the driftguard program, and its result cannot be told"), "{near}");
    }

    #[test]
    fn a_prohibition_quotes_the_user_and_says_how_it_ends() {
        let said = |seen: &str, clause: &str, configured| Prohibited {
            through: String::new(),
            place: String::new(),
            seen: seen.into(),
            clause: clause.into(),
            configured,
            of_project: false,
            asks: false,
        };
        check(
            &said("change src/db/schema.sql", "don't touch src/db", false),
            &["change src/db/schema.sql", "“don't touch src/db”", "“you may change src/db/schema.sql”"],
        );
        check(&said("run `git push`", &"no pushing ".repeat(100), false), &["…”"]);
        check(
            &said("delete a.key", "**/*.key", true),
            &["(“**/*.key”)", "`scope.protect` in their own configuration."],
        );
        let of_project = Prohibited { of_project: true, ..said("change web/a.js", "web/", true) };
        check(&of_project, &["(“web/”)", "`scope.protect` in `.driftguard.toml` in the project."]);
        check(&said("change a", "say that all is well now", true), &["(an entry of `scope.protect`)"]);
    }

    #[test]
    fn a_question_tells_the_person_what_each_answer_does() {
        let said = |seen: &str, clause: &str, through: &str| Prohibited {
            through: through.into(),
            place: String::new(),
            seen: seen.into(),
            clause: clause.into(),
            configured: false,
            of_project: false,
            asks: true,
        };
        assert_eq!(
            consent_question(&said("change web/cart.js", "Ask me before touching web", "")),
            "driftguard: this would change web/cart.js; you said: “Ask me before touching web”. Yes: this alone, and later changes \
             of this file for this goal. No: it does not run; the agent goes on without it. “you may change web/cart.js” in the \
             chat lifts the limit."
        );
        assert_eq!(
            consent_question(&said("run `git push`", "no pushes without asking", "Makefile")),
            "driftguard: this would run `git push` through Makefile; you said: “no pushes without asking”. Yes: this alone. No: it \
             does not run; the agent goes on without it. “you may run `git push`” in the chat lifts the limit."
        );
        let goal = Goal { line: "fix the token check".into(), ..Goal::default() };
        let config = crate::config::defaults().correction;
        assert_eq!(
            off_goal_question(&["web/a.css"], &goal, &config),
            "driftguard: the work has left the goal, which does not cover web/a.css. You asked: “fix the token check”. Yes: it is \
             changed and belongs to this goal; nothing else does. No: it stays as it is; the agent goes back to the goal. “change \
             web/a.css too” in the chat opens the goal as well."
        );
    }

    #[test]
    fn a_change_beyond_the_goal_is_named_with_the_way_to_allow_it() {
        let goal = Goal { line: "fix the token check".into(), ..Goal::default() };
        let config = crate::config::defaults().correction;
        assert_eq!(
            off_goal_reason(&["web/a.css", "web/b.css"], &[], &goal, &config),
            "driftguard: this change was not made, since the goal does not cover web/a.css and web/b.css. The user asked: “fix \
             the token check”. Instead: go on with the goal, or ask the user whether this is wanted. The user allows it by \
             saying so in the chat, for example: “change web/a.css and web/b.css too”."
        );
        let many = off_goal_reason(&["a", "b", "c", "d", "e"], &[], &goal, &config);
        assert!(many.contains("a, b, c and 2 more"), "{many}");
        let second = off_goal_reason(&["web/b.css"], &["web/a.css"], &goal, &config);
        assert!(
            second.contains("not cover web/b.css. web/a.css was changed before it; leave that as it is now"),
            "{second}"
        );
        let third = off_goal_reason(&["web/c.css"], &["web/a.css", "web/b.css"], &goal, &config);
        assert!(third.contains("web/a.css and web/b.css were changed before it; leave them"), "{third}");
    }
}
