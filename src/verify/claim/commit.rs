//! Claims about commits and pushes.

use super::frame::{asks, is_unstated, negates};
use super::sentence::{Sentence, made};
use super::token::{Shape, Token};
use crate::domain::{Claim, ClaimKind};
use crate::verify::ledger::is_hash;

/// Verbs of a commit that was made.
const COMMITTED: &[&str] = &["amended", "commited", "committed"];
const PUSHED: &[&str] = &["force-pushed", "pushed"];
/// What is pushed to.
const REMOTES: &[&str] = &["branch", "github", "gitlab", "main", "master", "origin", "remote", "trunk", "upstream"];
/// Words behind "pushed" in which the place stands.
const NEAR: usize = 4;
/// Words behind which a hash names another commit.
const OTHER: &[&str] = &[
    "after", "base", "before", "from", "of", "on", "onto", "over", "parent", "picked", "reverts", "since", "than",
    "was", "by",
];
/// Words before "committed" that make it an adjective, or tell of the time before.
const ADJECTIVE: &[&str] = &[
    "a",
    "already",
    "any",
    "been",
    "every",
    "last",
    "previously",
    "that",
    "the",
    "their",
    "was",
    "were",
    "being",
    "user",
    "get",
    "gets",
    "got",
    "be",
];

/// Words of a sentence that tells of the agent's own commit and of nothing else.
const OF_THE_WORK: &[&str] = &[
    "all",
    "also",
    "amended",
    "and",
    "are",
    "both",
    "change",
    "changes",
    "committed",
    "done",
    "everything",
    "fix",
    "fixes",
    "have",
    "i",
    "is",
    "it",
    "ive",
    "my",
    "now",
    "successfully",
    "the",
    "then",
    "this",
    "was",
    "were",
    "work",
];

/// Who says that it was done, and what may stand before it.
const FIRST_PERSON: &[&str] = &["i", "i've", "ive"];
const LEADING: &[&str] = &["also", "and", "then", "have", "finally"];

/// Words of a sentence that tells of another time than this turn, or of none.
const OF_ANOTHER_TIME: &[&str] =
    &["ago", "already", "earlier", "if", "last", "once", "previous", "previously", "session", "when", "yesterday"];

/// Words behind which somebody or something else does it: "I added a hook that formatted the file and committed it".
const OF_ANOTHER: &[&str] = &["he", "how", "she", "that", "they", "what", "where", "which", "who", "you"];

/// True where what was committed stands at `at`, the work and nothing else, and the clause ends with it or with where it went.
fn is_work_at(tokens: &[Token<'_>], at: usize) -> bool {
    let article = tokens.get(at).is_some_and(|token| token.is_one_of(&["all", "both", "my", "the", "these", "this"]));
    let noun = at + usize::from(article);
    let work: &[&str] = if article {
        &["change", "changes", "edit", "edits", "fix", "fixes", "work"]
    } else {
        &["all", "everything", "it", "them"]
    };
    let ends = |token: &Token<'_>| token.mark().is_some() || token.is("to");
    tokens.get(noun).is_some_and(|token| token.is_one_of(work)) && tokens.get(noun + 1).is_none_or(ends)
}

/// The claims of a sentence about commits.
pub(super) fn read(sentence: &Sentence<'_>, found: &mut Vec<Claim>) {
    let tokens = &sentence.tokens;
    if asks(tokens) {
        return;
    }
    let hash = hash(tokens);
    let mut told = false;
    for (at, token) in tokens.iter().enumerate() {
        let pushes = token.is_one_of(PUSHED) || token.is("unpushed");
        if !pushes && !token.is_one_of(COMMITTED) {
            continue;
        }
        let from = tokens[..at]
            .iter()
            .rposition(|token| matches!(token.mark(), Some(',' | ';' | '(' | '—')))
            .map_or(0, |at| at + 1);
        let clause = &tokens[from..at];
        if clause
            .iter()
            .any(|token| is_unstated(token) || token.is_one_of(&["when", "once", "after", "every", "each", "before"]))
        {
            continue;
        }
        let denied = token.is("unpushed") || clause.iter().rev().take(4).any(negates);
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let passive = before.is_some_and(|before| {
            before.is_one_of(&["is", "are", "now", "locally", "all", "everything", "changes", "i", "ive", "have"])
        });
        if !denied && !passive && before.is_some_and(|before| before.is_one_of(ADJECTIVE)) && hash.is_none() {
            continue;
        }
        // "pushed onto the stack", "committed to the design", "committed checkpoints"
        let next = tokens.get(at + 1);
        if next.is_some_and(|next| {
            next.is_one_of(&[
                "onto",
                "back",
                "down",
                "through",
                "checkpoint",
                "checkpoints",
                "state",
                "data",
                "files",
                "secrets",
            ])
        }) {
            continue;
        }
        let mut claim = made(sentence, if pushes { ClaimKind::Pushed } else { ClaimKind::Committed });
        claim.affirmed = !denied;
        if !pushes || hash.is_some() {
            claim.objects = hash.filter(|_| !denied).map(str::to_owned).into_iter().collect();
        }
        // "Fixed src/tax.py and committed it."
        let joined = before.is_some_and(|before| before.is_one_of(&["and", "then"]))
            && tokens.first().is_some_and(|first| first.is_one_of(FIRST_PERSON) || first.low.ends_with("ed"))
            && !tokens[1..at].iter().any(|token| token.is_one_of(OF_ANOTHER) || token.mark() == Some(':'));
        // "All tests pass, and I committed the change."
        let led = &tokens[from..at];
        let own = led.iter().all(|token| token.is_one_of(FIRST_PERSON) || token.is_one_of(LEADING))
            && led.iter().any(|token| token.is_one_of(FIRST_PERSON))
            && !tokens[..from].iter().any(|token| token.is_one_of(FIRST_PERSON) || token.mark() == Some(':'));
        let second = (joined || own) && is_work_at(tokens, at + 1);
        let of_now = !tokens.iter().any(|token| token.is_one_of(OF_ANOTHER_TIME));
        let says_only = second || clause.iter().all(|token| token.mark().is_some() || token.is_one_of(OF_THE_WORK));
        let whole = second && (own || from == 0)
            || tokens[..from]
                .iter()
                .all(|token| token.mark().is_some() || token.is_one_of(OF_THE_WORK) || token.is_one_of(COMMITTED));
        claim.plain = !denied
            && of_now
            && says_only
            && whole
            && !sentence.quoted
            && !next.is_some_and(|next| next.is_one_of(&["in", "by"]))
            && goes_to(&tokens[at + 1..]).is_none_or(is_remote);
        told = true;
        if !found.iter().any(|known| known.kind == claim.kind && known.affirmed == claim.affirmed) {
            found.push(claim);
        }
    }
    if !told
        && let Some(hash) = hash
        && tokens.iter().any(|token| {
            token.low.starts_with("commit") || token.low.starts_with("folded") || token.low.starts_with("squash")
        })
        && !tokens.iter().any(is_unstated)
    {
        let mut claim = made(sentence, ClaimKind::Committed);
        claim.objects = vec![hash.to_owned()];
        claim.plain = false;
        found.push(claim);
    }
}

/// What stands behind "to" in the clause, without its article: "pushed it to the main branch".
fn goes_to<'s, 't>(behind: &'s [Token<'t>]) -> Option<&'s [Token<'t>]> {
    let clause = behind.iter().take_while(|token| token.mark().is_none() && !token.is("and")).take(NEAR);
    let to = clause.clone().position(|token| token.is("to"))?;
    let place = &behind[to + 1..];
    let articles = place.iter().take_while(|token| token.is_one_of(&["my", "our", "the", "your"])).count();
    Some(&place[articles..])
}

/// "origin", "main branch", "`fix/login`": what commits are pushed to, and no list or clipboard.
fn is_remote(place: &[Token<'_>]) -> bool {
    let named =
        |token: &Token<'_>| token.shape == Shape::Code || token.is_one_of(REMOTES) || token.low.starts_with("origin/");
    place.iter().take(2).any(named)
}

/// The hash that the sentence is about.
fn hash<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    tokens.iter().enumerate().find_map(|(at, token)| {
        let word = match token.shape {
            Shape::Code => token.raw.split_whitespace().next().unwrap_or_default(),
            Shape::Word => token.raw,
            _ => return None,
        };
        let lower = word.bytes().any(|byte| byte.is_ascii_lowercase()) || token.shape == Shape::Code;
        let other = at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|before| before.is_one_of(OTHER));
        (lower && is_hash(word) && !other).then_some(word)
    })
}
