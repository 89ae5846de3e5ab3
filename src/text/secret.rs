//! Credentials taken out of text before anything keeps or shows it.
//!
//! Owns what a credential looks like: a value beside a telling name, an authorization, a well-known key, a password in an
//! address, a private key. It knows shapes only; a password that looks like a word of prose stays.

use super::piece::{DIGIT, SIGN, pieces};
use crate::domain::{Event, Outcome, What};
use memchr::{memchr2_iter, memmem};
use std::borrow::Cow;
use std::ops::Range;

/// What stands in the place of a credential: one plain word, so that a command keeps its words and its meaning.
pub const MARK: &str = "REDACTED";

/// Endings of names whose values are credentials; `-` and `_` in a name do not count.
const NAMES: [&str; 16] = [
    "accesskey",
    "accountkey",
    "apikey",
    "authkey",
    "authorization",
    "credential",
    "credentials",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "secretkey",
    "secretkeybase",
    "sharedkey",
    "token",
];

/// The last two letters of each, by the last: few words end in a pair.
const LAST: [u32; 26] = with_pairs([0; 26], &NAMES);

const fn with_pairs(mut pairs: [u32; 26], words: &[&str]) -> [u32; 26] {
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_bytes();
        pairs[(word[word.len() - 1] - b'a') as usize] |= 1 << (word[word.len() - 2] - b'a');
        at += 1;
    }
    pairs
}

/// The last two letters of each, and of the other words behind which a credential may stand, by the last: few words end in a pair.
const ANNOUNCING: [u32; 26] = with_pairs(LAST, &["basic", "bearer", "by", "is", "user"]);

/// Endings of the names of variables whose values are credentials, in capitals and behind a `_` or alone.
const VARIABLES: [&str; 2] = ["PASS", "PWD"];

/// Programs that take a password behind a short option, with the option.
const OPTIONS: [(&str, &str); 6] =
    [("login", "-p"), ("mariadb", "-p"), ("mysql", "-p"), ("mysqldump", "-p"), ("redis-cli", "-a"), ("sshpass", "-p")];

/// The address of a web hook is its own key.
const HOOK: &str = "hooks.slack.com/services/";

/// Beginnings of keys that give themselves away, each with the characters that must follow at least.
const PREFIXES: [(&str, usize); 41] = [
    ("AGE-SECRET-KEY-", 30),
    ("AIza", 30),
    ("AKIA", 16),
    ("ASIA", 16),
    ("ATATT", 30),
    ("GOCSPX-", 20),
    ("SG.", 20),
    ("dapi", 30),
    ("dckr_pat_", 20),
    ("dop_v1_", 30),
    ("eyJ", 30),
    ("figd_", 20),
    ("gho_", 20),
    ("ghp_", 20),
    ("ghr_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("glrt-", 16),
    ("gsk_", 20),
    ("hf_", 30),
    ("hvs.", 20),
    ("lin_api_", 20),
    ("npm_", 30),
    ("ntn_", 30),
    ("pypi-", 30),
    ("rk_live_", 16),
    ("sbp_", 30),
    ("shpat_", 16),
    ("shpss_", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("whsec_", 20),
    ("xai-", 30),
    ("xapp-", 10),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxs-", 10),
];

/// The bytes that they begin with: few words are compared with all of them.
const FIRST: [bool; 256] = {
    let mut first = [false; 256];
    let mut at = 0;
    while at < PREFIXES.len() {
        first[PREFIXES[at].0.as_bytes()[0] as usize] = true;
        at += 1;
    }
    first
};

/// Characters of the shortest key that [`PREFIXES`] tell.
const SHORTEST_KEY: usize = 15;

/// The first and the last line of a private key, as far as they are always the same.
const PRIVATE_KEY: (&str, &str) = ("PRIVATE KEY", "-----END");

/// Characters of a value beside a name in capitals (`DB_PASSWORD=..`): shorter ones are switches.
const SHORTEST_OF_VARIABLE: usize = 4;
/// Characters of a value of letters and digits beside any telling name.
const SHORTEST_MIXED: usize = 6;
/// Characters of a value with a slash from which on it is no path.
const LONGEST_PATH: usize = 20;
/// Characters of a value without a digit beside any telling name.
const SHORTEST_PLAIN: usize = 8;

/// `text` with [`MARK`] in the place of every credential that is known by its shape. Doing it twice changes nothing.
pub fn redacted(text: &str) -> Cow<'_, str> {
    let mut found = Vec::new();
    private_keys(text, &mut found);
    let hooks = memmem::find(text.as_bytes(), HOOK.as_bytes()).is_some();
    let mut context = Before { earlier: "", last: "", program: "", announces: false, hooks };
    for (word, classes) in pieces(text) {
        if found.last().is_none_or(|known: &Range<usize>| known.end <= word.start) {
            in_word(text, (word.clone(), classes), &context, &mut found);
        }
        context.pass(&text[word]);
    }
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    found.sort_unstable_by_key(|range| range.start);
    let mut clean = String::with_capacity(text.len());
    let mut done = 0;
    for range in found {
        // A key may be found by its name and by its own shape.
        if range.start < done {
            continue;
        }
        clean.push_str(&text[done..range.start]);
        clean.push_str(MARK);
        done = range.end;
    }
    clean.push_str(&text[done..]);
    Cow::Owned(clean)
}

/// False only where [`redacted`] would change nothing, told at a fraction of its cost: for whoever reads many texts. `runs`
/// are the stretches of ASCII letters, digits, `_` and `-` in `text`, each spelling at least once.
pub fn may_hold<'a>(text: &str, runs: impl IntoIterator<Item = &'a str>) -> bool {
    let bytes = text.as_bytes();
    // A user's name is no telling one, and a password in an address has none.
    let user = |at: usize| {
        let rest = &text[at + "-u".len()..];
        let rest = if text[..at].ends_with('-') { rest.strip_prefix("ser").unwrap_or(rest) } else { rest };
        rest.starts_with(|next: char| next.is_whitespace() || next == '"' || next == '\'')
    };
    let address = |at: usize| text[at..].split_whitespace().next().is_some_and(|rest| in_address(rest).is_some());
    let begins_word = |at: usize| at == 0 || !bytes[at - 1].is_ascii_graphic() || matches!(bytes[at - 1], b'"' | b'\'');
    // `-ubob:X`
    let joined =
        |at: usize| begins_word(at) && text[at..].split_whitespace().next().is_some_and(|word| word.contains(':'));
    // `DB_PASS=X`; the name may be quoted.
    let is_assigned = |end: usize| text[end..].trim_start_matches(['"', '\'', '\\']).starts_with(['=', ':']);
    memmem::find_iter(bytes, "-u").any(|at| user(at) || joined(at))
        || memmem::find_iter(bytes, "://").any(address)
        || memmem::find(bytes, PRIVATE_KEY.0.as_bytes()).is_some()
        || memmem::find(bytes, HOOK.as_bytes()).is_some()
        || OPTIONS.iter().any(|(known, option)| {
            memmem::find(bytes, known.as_bytes()).is_some() && memmem::find_iter(bytes, *option).any(begins_word)
        })
        || VARIABLES.iter().any(|known| memmem::find_iter(bytes, *known).any(|at| is_assigned(at + known.len())))
        || runs.into_iter().any(announces)
}

/// True for a stretch of letters, digits, `_` and `-` that may be a credential or may stand before one.
fn announces(run: &str) -> bool {
    is_telling(run)
        || begins_a_key(run)
            && PREFIXES.iter().any(|(prefix, _)| {
                // A stretch ends before a dot.
                prefix.strip_suffix('.').map_or_else(|| run.starts_with(prefix), |stem| run == stem)
            })
        || ["basic", "bearer", "identified"].iter().any(|scheme| run.eq_ignore_ascii_case(scheme))
}

fn begins_a_key(word: &str) -> bool {
    word.bytes().next().is_some_and(|first| FIRST[usize::from(first)])
}

/// Takes the credentials out of everything in an event that may be kept or shown.
pub fn redact_event(event: &mut Event) {
    match &mut event.what {
        What::Prompt(prompt) => redact(&mut prompt.text),
        What::Thought(text) | What::Reply(text) => redact(text),
        What::Call(call) => {
            call.action.command.iter_mut().chain(&mut call.action.text).for_each(redact);
        }
        What::Outcome(outcome) => {
            let Outcome { excerpt, objection, answers, .. } = outcome;
            let answers = answers.iter_mut().flat_map(|(question, answer)| [question, answer]);
            std::iter::once(excerpt).chain(objection).chain(answers).for_each(redact);
        }
        What::Compaction => {}
    }
}

fn redact(text: &mut String) {
    if let Cow::Owned(clean) = redacted(text) {
        *text = clean;
    }
}

/// The bodies of private keys, to the end of the text where the last line is missing.
fn private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[from..], PRIVATE_KEY.0.as_bytes()) {
        from += at + PRIVATE_KEY.0.len();
        // "PRIVATE KEY-----", and "PRIVATE KEY BLOCK-----" of PGP; in prose neither.
        let rest = &text[from..];
        let Some(dashes) = ["-----", " BLOCK-----"].into_iter().find(|dashes| rest.starts_with(dashes)) else {
            continue;
        };
        let start = from + dashes.len();
        let end = text[start..].find(PRIVATE_KEY.1).map_or(text.len(), |end| start + end);
        let body = text[start..end].trim();
        if !body.is_empty() && body != MARK {
            let inner = start + text[start..end].find(body).unwrap_or(0);
            found.push(inner..inner + body.len());
        }
        // Behind the last line, which holds the words once more.
        from = text[end..].find(PRIVATE_KEY.0).map_or(text.len(), |next| end + next + PRIVATE_KEY.0.len());
    }
}

/// What stands before a word.
struct Before<'t> {
    earlier: &'t str,
    last: &'t str,
    /// The last word that names one of [`OPTIONS`] in the same command, or "".
    program: &'t str,
    /// False where a credential behind the last word can be told by nothing but its own shape.
    announces: bool,
    /// True where the text holds the address of a web hook.
    hooks: bool,
}

impl<'t> Before<'t> {
    /// Goes on behind a word.
    fn pass(&mut self, word: &'t str) {
        (self.earlier, self.last, self.announces) = (self.last, word, may_announce(word));
        // Of what stands in a path the last part is the program; all that end it end in a letter.
        if word.ends_with([';', '|', '&']) {
            self.program = "";
        } else if word.ends_with(|end: char| end.is_ascii_lowercase()) {
            let name = word.rsplit('/').next().unwrap_or(word);
            if OPTIONS.iter().any(|(known, _)| *known == name) {
                self.program = name;
            }
        }
    }
}

/// False only for a word that is no option, ends like none of the names and schemes that stand before a credential, and is no sign
/// between a name and its value.
fn may_announce(word: &str) -> bool {
    let mut letters = word.bytes().rev().skip_while(|byte| !byte.is_ascii_alphanumeric());
    let mut letter =
        || letters.find(|byte| !matches!(byte, b'-' | b'_' | b'"' | b'\'')).map(|byte| byte.to_ascii_lowercase());
    let (Some(last), Some(before)) = (letter(), letter()) else { return true };
    let pairs = ANNOUNCING.get(usize::from(last.wrapping_sub(b'a')));
    pairs.is_some_and(|pairs| before.is_ascii_lowercase() && pairs & (1 << (before - b'a')) != 0)
}

fn in_word(text: &str, (word, classes): (Range<usize>, u8), before: &Before<'_>, found: &mut Vec<Range<usize>>) {
    let shown = &text[word.clone()];
    let mut add = |value: &str, at: usize| {
        if !value.is_empty() && value != MARK {
            found.push(word.start + at..word.start + at + value.len());
        }
    };
    // Hardly any word stands behind one that announces a credential.
    let announced = before.announces || !before.program.is_empty() || shown.starts_with("-u");
    if announced && let Some((at, value)) = after_word(before, shown) {
        return add(value, at);
    }
    // Hardly any word has a sign.
    let signed = Some(shown).filter(|_| classes & SIGN != 0);
    if let Some((at, value)) = signed.and_then(in_address) {
        add(value, at);
    }
    if let Some(hook) = Some(shown).filter(|_| before.hooks).and_then(|shown| shown.find(HOOK)) {
        let key = hook + HOOK.len();
        let (at, value) = bare(&shown[key..]);
        add(value, key + at);
    }
    if let Some((at, value)) = signed.and_then(beside_name) {
        return add(value, at);
    }
    // A key is long and holds digits: hardly any word is searched for one.
    if shown.len() >= SHORTEST_KEY && classes & DIGIT != 0 {
        for (at, value) in by_prefix(shown) {
            add(value, at);
        }
    }
}

/// The value without quotes and what closes around it, and where it begins.
fn bare(word: &str) -> (usize, &str) {
    let opened = word.trim_start_matches(['"', '\'', '\\']);
    let at = word.len() - opened.len();
    // What is quoted ends with the quote, whatever stands in it.
    let quote = word[..at].chars().next_back().filter(|quote| *quote != '\\');
    let quoted = quote.and_then(|quote| opened.find(quote)).map(|end| opened[..end].trim_end_matches('\\').len());
    let end = quoted.or_else(|| opened.find(['"', '\'', '`', '\\', ',', ';', '&', '|', ')', '}', '<', '>']));
    (at, &opened[..end.unwrap_or(opened.len())])
}

/// `Bearer X`, `--password X`, `-u name:X`, `"token": X`.
fn after_word<'a>(context: &Before<'_>, word: &'a str) -> Option<(usize, &'a str)> {
    let Before { earlier, last: before, program, .. } = *context;
    let said = before.trim_matches(['"', '\'']);
    let is_scheme = |known: &str| {
        let (front, end) = said.as_bytes().split_at(said.len().saturating_sub(known.len()));
        end.eq_ignore_ascii_case(known.as_bytes()) && matches!(front, [] | [.., b':'])
    };
    let authorizes = || earlier.trim_matches(['"', '\'']).to_ascii_lowercase().ends_with("authorization:");
    if is_scheme("bearer") || is_scheme("basic") || is_scheme("token") && authorizes() {
        let (at, value) = bare(word);
        return (value.len() >= SHORTEST_PLAIN && is_mixed(value)).then_some((at, value));
    }
    if let Some((_, option)) = OPTIONS.iter().find(|(known, _)| *known == program) {
        // `mysql -pX` stands in one word, `-p 3306` of another program in two.
        if let Some(joined) = word.strip_prefix(option).filter(|rest| !rest.is_empty() && program.starts_with('m')) {
            let (at, value) = bare(joined);
            return (!is_reference(value)).then_some((option.len() + at, value));
        }
        if said == *option && !program.starts_with('m') {
            let (at, value) = bare(word);
            return (!is_reference(value)).then_some((at, value));
        }
    }
    if said.eq_ignore_ascii_case("by") && earlier.eq_ignore_ascii_case("identified") {
        let (at, value) = bare(word);
        return (!is_reference(value)).then_some((at, value));
    }
    if let Some(joined) = word.strip_prefix("-u").filter(|rest| rest.contains(':') && !rest.contains("://")) {
        let (at, value) = bare(joined);
        let (name, password) = value.split_once(':')?;
        return password.contains(char::is_alphabetic).then_some(("-u".len() + at + name.len() + 1, password));
    }
    // `api_key = "X"`, `aws configure set aws_secret_access_key X`, `password X` of a .netrc, "the password is X".
    let assigned = matches!(said, "=" | ":=" | ":" | "is");
    let named = if assigned { earlier } else { said };
    let named = named.trim_matches(['"', '\'']);
    let last = || named.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).next().unwrap_or(named);
    if is_telling(named) && is_telling(last()) && (assigned || !said.starts_with('-') && !said.ends_with([':', '='])) {
        let (at, value) = bare(word);
        let value = value.trim_end_matches('.');
        let whole = at + value.len() + 2 >= word.len();
        // A path is where it is kept, unless it is as long as the keys of a cloud.
        let path = value.contains('/') && (value.len() < LONGEST_PATH || value.contains('.'));
        let secret = value.len() >= SHORTEST_MIXED && is_mixed(value) && !is_expression(value) && !path;
        return (whole && secret).then_some((at, value));
    }
    if said == "-u" || said == "--user" {
        let (at, value) = bare(word);
        let (name, password) = value.split_once(':')?;
        return password.contains(char::is_alphabetic).then_some((at + name.len() + 1, password));
    }
    let name = said.strip_suffix([':', '=']).unwrap_or(said);
    let asks = said.starts_with("--") || name.len() < said.len();
    if !asks || !is_telling(name) {
        return None;
    }
    let (at, value) = bare(word);
    (value.len() >= SHORTEST_MIXED && is_mixed(value) && !value.contains('/')).then_some((at, value))
}

/// The password of `scheme://name:password@host`.
fn in_address(word: &str) -> Option<(usize, &str)> {
    let start = word.find("://")? + "://".len();
    let rest = &word[start..];
    let authority = &rest[..rest.find(['/', '?', '#', '"', '\'']).unwrap_or(rest.len())];
    let (who, _) = authority.rsplit_once('@')?;
    let (name, password) = who.split_once(':')?;
    (!is_reference(password)).then_some((start + name.len() + 1, password))
}

/// Bytes of a word from on which only so many of its signs are looked at.
const LONG_WORD: usize = 16 * 1024;
const MAX_SIGNS: usize = 64;

/// `TOKEN=X`, `--api-key=X`, `{"password":"X"}`.
fn beside_name(word: &str) -> Option<(usize, &str)> {
    // Each sign is looked behind to the end of the word.
    let signs = if word.len() > LONG_WORD { MAX_SIGNS } else { usize::MAX };
    memchr2_iter(b'=', b':', word.as_bytes()).take(signs).find_map(|sign| {
        let key = word[..sign].trim_end_matches(['"', '\'', '\\']);
        let start = key.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).map_or(0, |at| {
            // The character before the name may be longer than a byte.
            at + key[at..].chars().next().map_or(1, char::len_utf8)
        });
        let name = &key[start..];
        let variable = VARIABLES.iter().any(|known| {
            name.strip_suffix(known).is_some_and(|front| front.is_empty() && *known != "PWD" || front.ends_with('_'))
        });
        if !is_telling(name) && !variable {
            return None;
        }
        let (at, value) = bare(&word[sign + 1..]);
        let assigned = word[sign..].starts_with('=');
        let is_variable = assigned && !name.contains(|c: char| c.is_ascii_lowercase());
        let secret = if is_reference(value) {
            false
        } else if is_variable {
            value.len() >= SHORTEST_OF_VARIABLE
        } else if assigned {
            let long_enough = if is_mixed(value) { SHORTEST_MIXED } else { SHORTEST_PLAIN };
            value.len() >= long_enough && !is_expression(value)
        } else {
            value.len() >= SHORTEST_PLAIN && is_mixed(value) && !value.contains('/')
        };
        secret.then_some((sign + 1 + at, value))
    })
}

/// Keys that begin in a well-known way, wherever a part of the word begins.
fn by_prefix(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let part_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut from = 0;
    std::iter::from_fn(move || {
        while from < word.len() {
            let start = from + word[from..].find(part_of_key)?;
            let end = word[start..].find(|c| !part_of_key(c)).map_or(word.len(), |end| start + end);
            from = end;
            let part = &word[start..end];
            let is_key = |(prefix, least): &(&str, usize)| {
                part.strip_prefix(prefix).is_some_and(|rest| rest.len() >= *least && is_mixed(rest))
            };
            if begins_a_key(part) && PREFIXES.iter().any(is_key) {
                return Some((start, part));
            }
        }
        None
    })
}

/// A name whose value is a credential: `DB_PASSWORD`, `--api-key`, `authToken`.
fn is_telling(name: &str) -> bool {
    // From the end, where nearly every name differs at once: the indexer asks for each name of a repository.
    let backwards = || name.bytes().rev().filter(|byte| !matches!(byte, b'-' | b'_' | b'"' | b'\''));
    let mut end = backwards().map(|byte| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a')));
    let (Some(last), Some(before)) = (end.next(), end.next()) else { return false };
    if !LAST.get(last).is_some_and(|pairs| before < LAST.len() && pairs & (1 << before) != 0) {
        return false;
    }
    NAMES.iter().any(|ending| {
        let mut letters = backwards();
        ending.bytes().rev().all(|wanted| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted)))
    })
}

/// A value that only says where the credential is.
fn is_reference(value: &str) -> bool {
    value.is_empty() || value.starts_with(['$', '`', '%', '<', '{'])
}

/// A piece of program text: a call or a field.
fn is_expression(value: &str) -> bool {
    value.contains('(') || (value.contains('.') && !is_mixed(value))
}

/// Letters and digits: hardly a word of prose.
fn is_mixed(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit()) && value.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(redacted(text), expected);
    }

    #[test]
    fn credentials_are_known_in_what_people_and_programs_write() {
        check("api_key = \"a1b2c3d4\"", "api_key = \"REDACTED\"");
        check("$env:API_TOKEN = 'a1b2c3d4'", "$env:API_TOKEN = 'REDACTED'");
        check(
            "DB_PASS=hunter PASS=hunter2 MYSQL_PWD=hunter2 make",
            "DB_PASS=REDACTED PASS=REDACTED MYSQL_PWD=REDACTED make",
        );
        check("SECRET_KEY_BASE=a1b2c3d4e5", "SECRET_KEY_BASE=REDACTED");
        check("curl -H 'Authorization: token a1b2c3d4e5'", "curl -H 'Authorization: token REDACTED'");
        check("curl -H \"Authorization: a1b2c3d4e5\"", "curl -H \"Authorization: REDACTED\"");
        check("mysql -uroot -phunter2 shop", "mysql -uroot -pREDACTED shop");
        check("sshpass -p hunter2 ssh box", "sshpass -p REDACTED ssh box");
        check("DB_PASSWORD=\"ab&S3cr3tx9\" make", "DB_PASSWORD=\"REDACTED\" make");
        check("whsec_a1b2c3d4e5f6g7h8i9j0k1", "REDACTED");
        check("key dop_v1_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6", "key REDACTED");
        check("docker login -u me -p hunter2 r.io", "docker login -u me -p REDACTED r.io");
        check("redis-cli -a hunter2 ping", "redis-cli -a REDACTED ping");
        check("curl -ubob:hunter2 https://x.io", "curl -ubob:REDACTED https://x.io");
        check(
            "aws configure set aws_secret_access_key a1b2/c3d4+e5 --profile x",
            "aws configure set aws_secret_access_key a1b2/c3d4+e5 --profile x",
        );
        check("AccountKey=a1b2c3d4e5f6==;x", "AccountKey=REDACTED;x");
        check("https://hooks.slack.com/services/T0/B0/abc123", "https://hooks.slack.com/services/REDACTED");
        check("ALTER USER me IDENTIFIED BY 'hunter2';", "ALTER USER me IDENTIFIED BY 'REDACTED';");
        check("machine x login me password hunter2", "machine x login me password REDACTED");
        check("the password is hunter2.", "the password is REDACTED.");
        check("hvs.CAESIJabcdefghijklmnop12", "REDACTED");
        check(
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\nREDACTED\n-----END PGP PRIVATE KEY BLOCK-----",
        );
    }

    #[test]
    fn what_speaks_of_credentials_is_none() {
        for text in [
            "the token is expired",
            "a PRIVATE KEY is read here",
            "rename password to passphrase2",
            "COMPASS=north cd $OLD_PWD",
            "docker run -p 8080:80 app",
            "mkdir -p src/mysql && mysql -p shop",
            "fix the token in src/auth/token2.rs",
            "sorted by name2",
            "let token = parse(x1);",
            "password = os.environ['DB_PASSWORD2']",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn values_beside_telling_names() {
        check("TOKEN=abcd1234 npm publish", "TOKEN=REDACTED npm publish");
        check("export DB_PASSWORD='correct'; psql", "export DB_PASSWORD='REDACTED'; psql");
        check("AWS_SECRET_ACCESS_KEY=a/b+c9 aws s3 ls", "AWS_SECRET_ACCESS_KEY=REDACTED aws s3 ls");
        check("tool --api-key=abc12345 run", "tool --api-key=REDACTED run");
        check("tool --password hunter2 run", "tool --password REDACTED run");
        check(r#"curl -d '{"password":"hunter22","name":"x"}'"#, r#"curl -d '{"password":"REDACTED","name":"x"}'"#);
        check(r#"{"apiKey": "abc12345"}"#, r#"{"apiKey": "REDACTED"}"#);
        check(
            "curl 'https://x.test/?user=me&token=abcd1234&page=2'",
            "curl 'https://x.test/?user=me&token=REDACTED&page=2'",
        );
        check("curl -u me:pa55word https://x.test", "curl -u me:REDACTED https://x.test");
    }

    #[test]
    fn authorizations_and_addresses() {
        check("curl -H 'Authorization: Bearer abc.DEF-123'", "curl -H 'Authorization: Bearer REDACTED'");
        check("curl -H \"authorization:bearer abc.DEF-123\"", "curl -H \"authorization:bearer REDACTED\"");
        check("git clone https://me:s3cr3t@git.test/a.git", "git clone https://me:REDACTED@git.test/a.git");
        check("postgres://app:pä55@db/x", "postgres://app:REDACTED@db/x");
    }

    #[test]
    fn keys_known_by_their_shape() {
        check("use ghp_0123456789abcdefghijABCDEFGHIJ now", "use REDACTED now");
        check("(AKIAABCDEFGHIJ234567)", "(REDACTED)");
        check("xoxb-123456789012-abcdef", "REDACTED");
        check("sk-proj-abcdefghij0123456789", "REDACTED");
        check("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "REDACTED");
        check(
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\nrest",
            "-----BEGIN RSA PRIVATE KEY-----\nREDACTED\n-----END RSA PRIVATE KEY-----\nrest",
        );
        check("-----BEGIN PRIVATE KEY-----\nMIIE", "-----BEGIN PRIVATE KEY-----\nREDACTED");
    }

    #[test]
    fn words_about_credentials_stay() {
        for text in [
            "fix the expired token bug in src/auth/token.ts: is_valid() accepts token = None",
            "the token: check it in src/auth2/token.py",
            "rename secret to password, add a --token flag and a bearer authentication scheme",
            "TOKEN=$GITHUB_TOKEN gh pr list",
            "TOKEN=\"$(pass show x)\" run",
            "MAX_TOKENS=4000 python3 train.py --tokenizer bpe2",
            "USE_TOKEN=1 make",
            "token=parse(line1) and secret=self.secrets",
            "docker run -u 1000:1000 image",
            "sk-learn-compatible estimators in task-list-component-v2",
            "https://x.test/a@b:c",
            "",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn the_shortest_key_is_that_of_the_prefixes() {
        assert_eq!(PREFIXES.iter().map(|(prefix, least)| prefix.len() + least).min(), Some(SHORTEST_KEY));
    }

    proptest! {
        #[test]
        fn doing_it_twice_changes_nothing(text in "[ -~äß\n]{0,200}") {
            let once = redacted(&text).into_owned();
            prop_assert_eq!(redacted(&once).into_owned(), once.clone());
        }

        #[test]
        fn what_holds_none_is_never_changed(
            text in "((DB_|--|x-)?(token|PASSWORD|api[_-]?key|secret)[-_]?(=|: |\": ?\"| )|(-u|--user|basic|Bearer|-p|-a|mysql|sshpass|login|IDENTIFIED|by|is|=)[ \n]|-ubob:|-p|(DB_)?PASS\"?=|hvs\\.|hooks\\.slack\\.com/services/|[a-z]{1,4}://|@|sk-|hf_|eyJ|PRIVATE KEY-----|[a-z0-9]{1,24}|[ :;./\n\"'=_-]){0,12}"
        ) {
            let runs = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            if !may_hold(&text, runs) {
                prop_assert_eq!(redacted(&text), text.as_str());
            }
        }

        #[test]
        fn telling_pairs_never_survive(
            name in "(DB_|MY-)?(TOKEN|PASSWORD|API_KEY)", value in "[a-z]{3}[0-9]{3}[a-zA-Z0-9]{2,20}", around in "[ ;'\"]"
        ) {
            let text = format!("x{around} {name}={value}{around} y");
            prop_assert!(!redacted(&text).contains(&value), "{text}");
        }
    }
}
