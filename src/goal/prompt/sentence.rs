//! A sentence as a row of tokens, and the mood in which it speaks.
//!
//! Owns the table of verbs and the question whether a sentence asks, orders, wishes or tells. What an order
//! means for the goal is read in `constraint` and `revise`.

use super::token::{Token, tokens};
use super::word_class::{
    is_all_right, is_conjunction, is_copula, is_determiner, is_exclamation, is_indefinite, is_person, is_praise,
    is_prelude, is_pronoun, is_quantifier, is_question_word, is_subordinator,
};
use crate::text::called::is_known;
use crate::text::word_set::{WordSet, sorted};
use crate::text::words::stem;

/// Base forms with which people order work.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "abort", "accept", "adapt", "add", "address", "adjust", "align", "allow", "alter", "analyse", "analyze",
    "append", "apply", "approve", "ask", "avoid", "bring", "build", "bump", "bundle", "change", "check", "clean",
    "cleanup", "close", "code", "combine", "commit", "compare", "complete", "configure", "consider", "continue",
    "convert", "copy", "correct", "cover", "create", "cut", "debounce", "debug", "decode", "dedupe", "deduplicate",
    "delete", "deploy", "describe", "design", "disable", "do", "dockerize", "document", "drop", "edit", "enable",
    "encode", "ensure", "escape", "evaluate", "examine", "exclude", "execute", "expand", "explain", "explore",
    "expose", "extend", "extract", "fetch", "fill", "find", "finish", "fix", "fold", "follow", "format", "generate",
    "get", "give", "go", "handle", "harden", "have", "hide", "implement", "import", "improve", "include",
    "increase", "increment", "inline", "inspect", "install", "integrate", "introduce", "investigate", "keep", "leave", "limit",
    "link", "lint", "list", "load", "localize", "log", "look", "make", "mark", "memoize", "merge", "migrate",
    "modernize", "modify", "move", "normalize", "open", "optimise", "optimize", "paginate", "parse", "patch",
    "pick", "plan", "port", "prepare", "prevent", "print", "publish", "pull", "push", "put", "raise", "read", "rebase",
    "recreate", "redo", "reduce", "refactor", "refine", "release", "remove", "rename", "render", "reorder",
    "repair", "replace", "reply", "report", "reproduce", "rerun", "research", "reset", "resolve", "restore",
    "restrict", "restructure", "restyle", "return", "reuse", "revert", "review", "rework", "rewrite", "run",
    "sanitize", "save", "scan", "search", "see", "send", "set", "setup", "ship", "show", "simplify", "skip", "sort",
    "split", "squash", "start", "stash", "stay", "stick", "stop", "store", "style", "summarise", "summarize",
    "support", "swap", "switch", "sync", "take", "tell", "test", "throttle", "tidy", "touch", "track", "translate",
    "trim", "try", "turn", "undo", "unify", "update", "upgrade", "use", "validate", "verify", "wire", "work",
    "wrap", "write",
];

static VERB_SET: WordSet<512> = WordSet::new(VERBS);

/// Verbs that ask to look or to tell, not to change anything.
#[rustfmt::skip]
const INQUIRING_VERBS: &[&str] = sorted(&[
    "analyse", "analyze", "ask", "check", "compare", "confirm", "consider", "describe", "evaluate", "examine",
    "explain", "explore", "find", "give", "have", "inspect", "investigate", "list", "look", "read", "report",
    "research", "review", "scan", "search", "see", "show", "summarise", "summarize", "tell", "think", "validate",
    "verify",
]);

/// Openings of a sentence that say how far its order reaches.
#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "at the moment", "during this session", "for the moment", "for the time being", "for this change", "for this session",
    "for this task", "from now on", "in general", "in this project", "in this repo", "in this repository", "in this session", "this time",
];

/// Words of courtesy at most before an order.
const MAX_PRELUDE: usize = 12;

/// Words at most before the colon or dash of a heading ("Next step:").
const MAX_HEADING: usize = 4;

/// The last word at least of an order before a colon.
const ORDER: usize = 2;

/// Bytes at most that are read as one sentence: nobody speaks for longer without a stop, and readers look back and forth in it.
const MAX_SENTENCE: usize = 4_000;

/// A sentence as it is, and a log or a list on one line in pieces that end between words.
pub(in crate::goal) fn pieces(sentence: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(sentence);
    std::iter::from_fn(move || {
        let text = rest?;
        let most = text.floor_char_boundary(MAX_SENTENCE);
        let blank = text[..most]
            .rfind(char::is_whitespace)
            .or_else(|| text[most..].find(char::is_whitespace).map(|at| most + at));
        let cut = blank.filter(|at| *at > 0 && text.len() > MAX_SENTENCE);
        rest = cut.map(|at| text[at..].trim_start());
        Some(cut.map_or(text, |at| text[..at].trim_end()))
    })
}

/// How a sentence speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal) enum Mood {
    /// "fix the parser", "let's fix it", "I want you to fix it", "we need to fix it".
    Order,
    /// "can you fix it?", "would you mind fixing it".
    Request,
    /// "should we fix it?", "how about a test?".
    Suggestion,
    /// Any other question.
    Question,
    /// "it still fails".
    Statement,
}

/// A sentence, cut into tokens.
#[derive(Clone, Debug)]
pub(in crate::goal) struct Sentence<'a> {
    /// As written.
    pub(in crate::goal) text: &'a str,
    /// Its words.
    pub(in crate::goal) tokens: Vec<Token<'a>>,
    /// How it speaks.
    pub(in crate::goal) mood: Mood,
    /// The verb of an order or request, as the position of its token.
    pub(in crate::goal) main_verb: Option<usize>,
    /// The first word that is no word of courtesy; the number of words where all are. Asked for at every word of a long line.
    first: usize,
    /// The words of an opening such as "in this session"; 0 where it has none.
    opener: usize,
}

/// What ties a word to the words before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal) enum Head {
    /// It opens the sentence or a part set off by a colon, dash or bracket.
    Opens,
    /// It opens a part behind a comma.
    Comma,
    /// A bare "and" or "but" ties it to what stands before.
    Tied,
    /// It stands in the middle of a clause.
    Inside,
}

impl<'a> Sentence<'a> {
    /// Cuts a sentence.
    pub(in crate::goal) fn new(text: &'a str) -> Self {
        let text = without_emphasis(text);
        Self::of(text, tokens(text))
    }

    /// Reads what is cut.
    fn of(text: &'a str, tokens: Vec<Token<'a>>) -> Self {
        let opener = opener(&tokens);
        let mood = mood(text, &tokens, opener);
        let main_verb = main_verb(&tokens);
        let first = first_telling(&tokens);
        Self { text, tokens, mood, main_verb, first, opener }
    }

    /// Takes the words of each range of bytes together as one: a path with blanks is one name.
    pub(in crate::goal) fn join(&mut self, spans: &[(usize, usize)]) {
        for (from, to) in spans {
            let inside = |token: &Token<'_>| token.start < *to && token.end > *from;
            let Some(first) = self.tokens.iter().position(inside) else { continue };
            let count = self.tokens[first..].iter().take_while(|token| inside(token)).count();
            let last = self.tokens[first + count - 1].clone();
            self.tokens[first].reach(self.text, &last);
            self.tokens.drain(first + 1..first + count);
        }
        if !spans.is_empty() {
            *self = Self::of(self.text, std::mem::take(&mut self.tokens));
        }
    }

    /// The word at `at`; "" behind the end.
    pub(in crate::goal) fn word(&self, at: usize) -> &str {
        word_of(&self.tokens, at)
    }

    /// The word `far` words before `at`; "" before the beginning.
    pub(in crate::goal) fn back(&self, at: usize, far: usize) -> &str {
        at.checked_sub(far).map_or("", |before| self.word(before))
    }

    /// The words of the same clause before `at`, `most` of them at most, the nearest first.
    pub(in crate::goal) fn words_back(&self, at: usize, most: usize) -> impl Iterator<Item = &str> {
        let own = |before: &usize| !self.tokens[*before].ends_clause();
        (at.saturating_sub(most)..at).rev().take_while(own).map(|before| self.word(before))
    }

    /// `at`, or the word behind it where the one there is such.
    pub(in crate::goal) fn past(&self, at: usize, such: impl Fn(&str) -> bool) -> usize {
        at + usize::from(such(self.word(at)))
    }

    /// Where what the word at `at` names begins: at its determiner, where it has one.
    pub(in crate::goal) fn with_determiner(&self, at: usize) -> usize {
        at - usize::from(is_determiner(self.back(at, 1)))
    }

    /// True where one of its words is such.
    pub(in crate::goal) fn any(&self, such: impl Fn(&str) -> bool) -> bool {
        self.tokens.iter().any(|token| such(&token.word))
    }

    /// True where one of these words stands in it.
    pub(in crate::goal) fn says(&self, words: &[&str]) -> bool {
        self.any(|word| words.contains(&word))
    }

    /// True where one of its words, by its place, is such.
    pub(in crate::goal) fn any_at(&self, such: impl FnMut(usize) -> bool) -> bool {
        self.any_from(0, such)
    }

    /// The same of its words from `from` on.
    pub(in crate::goal) fn any_from(&self, from: usize, such: impl FnMut(usize) -> bool) -> bool {
        (from..self.tokens.len()).any(such)
    }

    /// True when the words from `at` on are these.
    pub(in crate::goal) fn reads(&self, at: usize, phrase: &str) -> bool {
        self.end_of(at, phrase).is_some()
    }

    /// The token behind this phrase, where it begins at `at`.
    #[inline]
    pub(in crate::goal) fn end_of(&self, at: usize, phrase: &str) -> Option<usize> {
        end_of(&self.tokens, at, phrase)
    }

    /// True when the words from `at` on are those of one of these phrases.
    pub(in crate::goal) fn reads_one(&self, at: usize, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.reads(at, phrase))
    }

    /// True where one of these phrases stands in it.
    pub(in crate::goal) fn has_phrase(&self, phrases: &[&str]) -> bool {
        self.any_at(|at| self.reads_one(at, phrases))
    }

    /// The token behind the first of these phrases that begins at `at`; `at` where none does.
    pub(in crate::goal) fn past_phrase(&self, at: usize, phrases: &[&str]) -> usize {
        phrases.iter().find_map(|phrase| self.end_of(at, phrase)).unwrap_or(at)
    }

    /// True where a comma, a colon, a dash or a bracket stands between the word at `at` and the one before it.
    pub(in crate::goal) fn is_parted(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|before| self.tokens.get(before)).is_some_and(Token::ends_clause)
    }

    /// The token behind the clause in which `from` stands.
    pub(in crate::goal) fn clause_end(&self, from: usize) -> usize {
        let last = self.tokens.len();
        (from..last).find(|at| self.tokens[*at].ends_clause()).map_or(last, |at| at + 1)
    }

    /// The words from `from` up to before `to`, as written.
    pub(in crate::goal) fn slice(&self, from: usize, to: usize) -> &'a str {
        match (self.tokens.get(from), self.tokens.get(to.saturating_sub(1))) {
            (Some(first), Some(last)) if first.start < last.end => {
                let start = first.start - usize::from(first.code && self.text[..first.start].ends_with('`'));
                let end = last.end + usize::from(last.code && self.text[last.end..].starts_with('`'));
                // "Only src/auth (and its tests)" is shown with its bracket.
                let open = self.text[start..end].matches('(').count() > self.text[start..end].matches(')').count();
                &self.text[start..end + usize::from(open && self.text[end..].starts_with(')'))]
            }
            _ => "",
        }
    }

    /// True for a sentence that begins with an opening such as "in this session".
    pub(in crate::goal) fn has_opener(&self) -> bool {
        self.opener > 0
    }

    /// The first word that is no word of courtesy; "" where all are.
    pub(in crate::goal) fn first_word(&self) -> &str {
        self.word(self.first)
    }

    /// True where it orders, if need be by a request.
    pub(in crate::goal) fn orders(&self) -> bool {
        matches!(self.mood, Mood::Order | Mood::Request)
    }

    /// True where it asks and orders nothing.
    pub(in crate::goal) fn asks(&self) -> bool {
        matches!(self.mood, Mood::Question | Mood::Suggestion)
    }

    /// True for a question that begins as English ones do: "geht das auch ohne?" may well be a request, and who knows.
    pub(in crate::goal) fn inquires(&self) -> bool {
        is_question_word(self.first_word()) || self.tokens.len() < 2
    }

    /// True for an order, and for a statement that begins like one: "redact tokens but don't touch b.ts" begins with a verb that no
    /// list knows, "it redacts tokens but ..." with what it tells of.
    pub(in crate::goal) fn may_order(&self) -> bool {
        let first = self.first_word();
        let past = first.ends_with("ed") && !matches!(first, "embed" | "feed" | "seed");
        let tells = opens_a_statement(first) || past || first.ends_with("ing") || first.ends_with('s');
        match self.mood {
            Mood::Order | Mood::Request => true,
            Mood::Statement => !tells && first.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            Mood::Question | Mood::Suggestion => false,
        }
    }

    /// How the word at `at` is tied to what stands before it, words of courtesy passed over.
    pub(in crate::goal) fn head(&self, at: usize) -> Head {
        let mut tied = false;
        let mut at = at;
        let farthest = at.saturating_sub(MAX_PRELUDE);
        while at > 0 {
            let before = &self.tokens[at - 1];
            if at == farthest {
                return Head::Inside;
            }
            if before.stop() {
                return Head::Opens;
            }
            if before.comma() {
                // The comma after "No," or "Please," does not make the sentence begin anew.
                return if at <= MAX_PRELUDE && self.tokens[..at].iter().all(leads_in) {
                    Head::Opens
                } else {
                    Head::Comma
                };
            }
            if !is_prelude(&before.word) {
                return match tied {
                    _ if self.opener == at => Head::Opens,
                    true => Head::Tied,
                    false => Head::Inside,
                };
            }
            tied = tied || is_conjunction(&before.word);
            at -= 1;
        }
        Head::Opens
    }
}

/// True for the first word of a sentence that tells something.
fn opens_a_statement(word: &str) -> bool {
    is_determiner(word)
        || is_quantifier(word)
        || is_pronoun(word)
        || is_person(word)
        || is_subordinator(word)
        || is_indefinite(word)
        || matches!(word, "in" | "many" | "most" | "one" | "people" | "several" | "some" | "somewhere" | "there")
        || matches!(word, "currently" | "today" | "what" | "where" | "which" | "who" | "yesterday")
}

/// A sentence without the marks of emphasis around the whole of it: "*never push*".
fn without_emphasis(text: &str) -> &str {
    let stop = |mark: char| ".!?".contains(mark);
    let inner = |mark: char| {
        let inner = text.strip_prefix(mark)?.trim_start_matches(mark).trim_end_matches(stop).strip_suffix(mark)?;
        let inner = inner.trim_end_matches(mark);
        (inner.starts_with(char::is_alphabetic) && !inner.contains(mark)).then_some(inner)
    };
    inner('*').or_else(|| inner('_').filter(|inner| inner.contains(' '))).unwrap_or(text)
}

fn word_of<'t>(tokens: &'t [Token<'_>], at: usize) -> &'t str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

/// The token behind this phrase, where it begins at `at`. It is asked for at every word of a sentence, and most phrases begin with another
/// letter: those are told apart where it is asked.
#[inline]
fn end_of(tokens: &[Token<'_>], at: usize, phrase: &str) -> Option<usize> {
    let first = tokens.get(at)?.word.as_bytes().first();
    if first == phrase.as_bytes().first() { read_to_end(tokens, at, phrase) } else { None }
}

fn read_to_end(tokens: &[Token<'_>], mut at: usize, phrase: &str) -> Option<usize> {
    let mut rest = phrase;
    loop {
        let word = &tokens.get(at)?.word;
        rest = rest.strip_prefix(word.as_str())?;
        at += 1;
        match rest.strip_prefix(' ') {
            // Code of several words is one token.
            _ if word.contains(' ') => return None,
            _ if rest.is_empty() => return Some(at),
            behind => rest = behind?,
        }
    }
}

fn first_telling(tokens: &[Token<'_>]) -> usize {
    tokens.iter().position(|token| !leads_in(token)).unwrap_or(tokens.len())
}

/// True for a word that may stand before an order and says nothing of it: "please", the "fine," of "fine, do the css".
fn leads_in(token: &Token<'_>) -> bool {
    let word = token.word.as_str();
    let answers = || is_exclamation(word) || is_praise(word) || is_all_right(word) || word == "alright";
    is_prelude(word) || token.comma() && answers()
}

/// True for a base form with which people order work.
pub(in crate::goal) fn is_verb(word: &str) -> bool {
    VERB_SET.contains(word)
}

/// The same where two words make the verb: "speed up the parser". "Speed" alone is a noun.
fn orders_at(tokens: &[Token<'_>], at: usize) -> bool {
    let word = word_of(tokens, at);
    is_verb(word) || word == "speed" && word_of(tokens, at + 1) == "up"
}

/// True for a word with which another order begins behind an "and": "run", "don't", "please".
pub(in crate::goal) fn begins_an_order(word: &str) -> bool {
    is_verb(word) || matches!(word, "also" | "don't" | "let" | "never" | "no" | "not" | "only" | "please" | "then")
}

/// True for a verb that asks to look or to tell.
pub(in crate::goal) fn is_inquiring(word: &str) -> bool {
    INQUIRING_VERBS.binary_search(&word).is_ok()
}

/// The verb of a gerund: "regenerating" is "regenerate". Any other word as it is.
pub(in crate::goal) fn in_full(word: &str) -> String {
    if !word.ends_with("ing") {
        return word.to_owned();
    }
    let root = stem(word).into_owned();
    let forms = [root.clone(), format!("{root}e")];
    forms.into_iter().find(|verb| is_verb(verb) || is_known(verb)).unwrap_or(root)
}

/// "The page is outdated, rewrite it", "the api doesn't send dates yet, add them": what is so, and behind a comma what is to be done
/// about it.
fn orders_behind_a_state(tokens: &[Token<'_>]) -> bool {
    let of_state = |word: &str| {
        is_copula(word) || word.ends_with("n't") || matches!(word, "has" | "lacks" | "misses" | "was" | "were")
    };
    let points = |word: &str| is_pronoun(word) || matches!(word, "all" | "both" | "the");
    let word = |at: usize| word_of(tokens, at);
    let Some(comma) = tokens.iter().position(Token::comma) else { return false };
    let begins = (comma + 1..tokens.len()).find(|at| !is_prelude(word(*at)));
    let said = tokens[..comma].iter().any(|token| of_state(&token.word));
    said && begins.is_some_and(|at| is_verb(word(at)) && points(word(at + 1)))
}

fn opener(tokens: &[Token<'_>]) -> usize {
    OPENERS.iter().find_map(|opener| end_of(tokens, 0, opener)).unwrap_or(0)
}

fn mood(text: &str, tokens: &[Token<'_>], opener: usize) -> Mood {
    let opener = Some(opener).filter(|end| *end < tokens.len());
    // "Next step: implement it" orders behind its heading.
    let heading = tokens.iter().take(MAX_HEADING).position(Token::stop).filter(|at| at + 1 < tokens.len());
    // "Don't worry, it works" orders nothing by its first words.
    let soothing = match (word_of(tokens, 0), word_of(tokens, 1)) {
        ("don't" | "no", "problem" | "worries" | "worry") if tokens[1].comma() => 2,
        _ => 0,
    };
    let lead = opener.unwrap_or(0).max(heading.map_or(0, |at| at + 1)).max(soothing);
    let first = tokens.iter().skip(lead).position(|token| !leads_in(token)).unwrap_or(0) + lead;
    let asks = text.trim_end_matches(['"', '\'', ')', ']', '*', ' ', '!']).ends_with('?') && !is_tagged(tokens);
    let (one, two, three) = (word_of(tokens, first), word_of(tokens, first + 1), word_of(tokens, first + 2));
    match one {
        "shall" | "should" if matches!(two, "we" | "i") => return Mood::Suggestion,
        "how" | "what" if two == "about" || (two == "if" && !three.is_empty()) => return Mood::Suggestion,
        "why" if matches!(two, "don't" | "not") => return Mood::Suggestion,
        "let" if matches!(two, "us" | "me") => return Mood::Order,
        _ => {}
    }
    if let Some(mood) = openly_asked(tokens, first, asks) {
        return mood;
    }
    if asks {
        // "Please fix it, ok?" still orders; "commit?" does not.
        return if is_verb(one) && tokens.len() > first + 3 && !is_question_word(one) {
            Mood::Request
        } else {
            Mood::Question
        };
    }
    if orders_at(tokens, first) && !(matches!(one, "do" | "have") && is_person(two)) {
        return Mood::Order;
    }
    if matches!(one, "don't" | "never" | "only" | "without" | "hands" | "nothing" | "always") {
        return Mood::Order;
    }
    match (one, two, three) {
        ("i", "want" | "need", "you")
        | ("i" | "we", "need" | "want" | "have", "to")
        | ("i" | "we", "should" | "must", _)
        | ("i'd" | "we'd", "like", _)
        | ("you", "should" | "must" | "can" | "may" | "need", _) => Mood::Order,
        _ if is_question_word(one) && !matches!(one, "when" | "do" | "have" | "will" | "which" | "where") => {
            Mood::Question
        }
        _ if orders_behind_a_state(tokens) => Mood::Order,
        // "Fix format.js only: it must round" orders before its colon; "fix: it must round" and "test plan: ..." are headings.
        _ if opener.is_none() && heading.is_some_and(|at| at >= ORDER) && orders_at(tokens, 0) => Mood::Order,
        _ => Mood::Statement,
    }
}

/// "Just don't touch src/db, ok?": a prohibition that ends in a question is none the less an order.
fn is_tagged(tokens: &[Token<'_>]) -> bool {
    let [.., before, tag] = tokens else { return false };
    let forbids = |at: usize| {
        let word = |at: usize| word_of(tokens, at);
        let begins = at == 0 || tokens[at - 1].ends_clause() || is_prelude(&tokens[at - 1].word);
        begins && (matches!(word(at), "don't" | "never") || word(at) == "do" && word(at + 1) == "not")
    };
    let closed = before.ends_clause();
    closed
        && matches!(tag.word.as_str(), "alright" | "k" | "ok" | "okay" | "understood")
        && (0..tokens.len()).any(forbids)
}

fn main_verb(tokens: &[Token<'_>]) -> Option<usize> {
    let led = |at: usize| {
        let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return true };
        let word = before.word.as_str();
        matches!(word, "i" | "let's" | "lets" | "me" | "to" | "us" | "we" | "you")
            || before.ends_clause()
            || is_prelude(word)
    };
    // "We have to touch it" is about touching it.
    let obliges = |at: usize| tokens[at].word == "have" && tokens.get(at + 1).is_some_and(|next| next.word == "to");
    (0..tokens.len()).find(|at| led(*at) && orders_at(tokens, *at) && !obliges(*at))
}

/// The mood of a sentence in which some clause says "can you", "let's" or "please" with a verb: "it fails, can you fix it?".
fn openly_asked(tokens: &[Token<'_>], first: usize, asks: bool) -> Option<Mood> {
    let word = |at: usize| word_of(tokens, at);
    let opens = |at: usize| {
        let before = &tokens[at - 1];
        before.ends_clause() || is_prelude(&before.word)
    };
    (first..tokens.len()).filter(|at| *at == first || opens(*at)).find_map(|at| match (word(at), word(at + 1)) {
        ("can" | "could" | "will" | "would", "you") | ("can" | "could", "we") => Some(Mood::Request),
        ("can" | "could", "i") if asks => Some(Mood::Request),
        ("let's" | "lets", _) => Some(if asks { Mood::Suggestion } else { Mood::Order }),
        ("please", verb) if is_verb(verb) => Some(if asks { Mood::Request } else { Mood::Order }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_comes_in_pieces_that_lose_no_word() {
        for list in [
            "src/a.rs, ".repeat(3_000),
            "é ".repeat(5_000),
            format!("do not push {}", "x".repeat(9_000)),
            String::new(),
        ] {
            let found: Vec<&str> = pieces(&list).collect();
            assert_eq!(
                found.join(" ").split_whitespace().collect::<Vec<_>>(),
                list.split_whitespace().collect::<Vec<_>>()
            );
            let words = |piece: &&&str| piece.contains(' ');
            assert!(found.iter().filter(words).all(|piece| piece.len() <= MAX_SENTENCE), "{found:?}");
        }
        assert_eq!(pieces("fix it, and stop").collect::<Vec<_>>(), ["fix it, and stop"]);
    }

    #[track_caller]
    fn speaks(sentence: &str, expected: Mood) {
        assert_eq!(Sentence::new(sentence).mood, expected, "{sentence}");
    }

    #[test]
    fn moods_are_told_apart() {
        for order in [
            "fix the bug",
            "ok, then add some tests",
            "let's try 2",
            "I want you to stop",
            "we need to build a parser",
            "don't push",
            "Please, run it",
            "The usage page is outdated, rewrite it",
            "the api doesn't send dates yet, so please add them",
            "just don't touch src/db, ok?",
            "fix it, but do not push, okay?",
        ] {
            speaks(order, Mood::Order);
        }
        for request in [
            "it is ugly, can you please replace it?",
            "can you fix it?",
            "could you please add a test",
            "can we add a test?",
            "ok, can you log it?",
        ] {
            speaks(request, Mood::Request);
        }
        for suggestion in ["should we add some more tests too?", "how about a cache?", "why don't we use redis?"] {
            speaks(suggestion, Mood::Suggestion);
        }
        for question in [
            "why is it red?",
            "you don't touch src/db, ok?",
            "don't touch src/db, right?",
            "it works, ok?",
            "what does this do",
            "is it possible?",
            "do you have access?",
            "does the method have tests so far?",
        ] {
            speaks(question, Mood::Question);
        }
        for statement in [
            "still failing e2e",
            "it should be blue",
            "The build is red",
            "I don't see the button.",
            "so we can see it, can't we",
            "it works, never mind",
            "The page is empty, reload does nothing",
            "the build is red, test and lint fail",
        ] {
            speaks(statement, Mood::Statement);
        }
    }
}
