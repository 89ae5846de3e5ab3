//! Credentials taken out of text before anything keeps or shows it.
//!
//! Owns what a credential looks like: a value beside a telling name, an authorization, a well-known key, a password in an
//! address, a private key. It knows shapes only; a password that looks like a word of prose stays.

mod prefixed;

use super::piece::{DIGIT, SIGN, pieces};
use crate::domain::{Event, Outcome, What};
use memchr::{memchr2_iter, memmem};
use prefixed::{SHORTEST_KEY, by_prefix, is_mixed};
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
    let Some(mut clean) = cleaned(text) else { return Cow::Borrowed(text) };
    // What looked like a path may look like a credential once the one inside it is gone.
    while let Some(cleaner) = cleaned(&clean) {
        clean = cleaner;
    }
    Cow::Owned(clean)
}

/// `text` with [`MARK`] in the place of what is seen at the first look; `None` where nothing is.
fn cleaned(text: &str) -> Option<String> {
    let mut found = Vec::new();
    private_keys(text, &mut found);
    let keys = found.clone();
    let mut key = keys.iter().peekable();
    let hooks = memmem::find(text.as_bytes(), HOOK.as_bytes()).is_some();
    let mut context = Before { earlier: "", last: "", program: "", announces: false, hooks };
    for (word, classes) in pieces(text) {
        while key.next_if(|key| key.end <= word.start).is_some() {}
        // What lies in the body of a private key goes with it.
        if key.peek().is_none_or(|key| word.end <= key.start) {
            in_word(text, (word.clone(), classes), &context, &mut found);
        }
        context.pass(&text[word]);
    }
    if found.is_empty() {
        return None;
    }
    found.sort_unstable_by_key(|range| range.start);
    let mut clean = String::with_capacity(text.len());
    let mut done = 0;
    for range in found {
        // A key may be found by its name and by its own shape, and one of the two may reach further.
        if done == 0 || done < range.start {
            clean.push_str(&text[done..range.start]);
            clean.push_str(MARK);
        }
        done = done.max(range.end);
    }
    clean.push_str(&text[done..]);
    Some(clean)
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
    let address = |at: usize| password_behind(text, at + SCHEME_END.len()).is_some();
    let begins_word = |at: usize| at == 0 || !bytes[at - 1].is_ascii_graphic() || matches!(bytes[at - 1], b'"' | b'\'');
    // `-ubob:X`
    let joined =
        |at: usize| begins_word(at) && text[at..].split_whitespace().next().is_some_and(|word| word.contains(':'));
    // `DB_PASS=X`; the name may be quoted.
    let is_assigned = |end: usize| text[end..].trim_start_matches(['"', '\'', '\\']).starts_with(['=', ':']);
    memmem::find_iter(bytes, "-u").any(|at| user(at) || joined(at))
        || memmem::find_iter(bytes, SCHEME_END).any(address)
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
        || prefixed::announces(run)
        || ["basic", "bearer", "identified"].iter().any(|scheme| run.eq_ignore_ascii_case(scheme))
}

/// Takes the credentials out of everything in an event that may be kept or shown.
pub fn redact_event(event: &mut Event) {
    match &mut event.what {
        What::Prompt(prompt) => redact(&mut prompt.text),
        What::Reply(text) => redact(text),
        What::Call(call) => {
            call.action.command.iter_mut().chain(&mut call.action.text).for_each(redact);
        }
        What::Outcome(outcome) => {
            let Outcome { excerpt, objection, answers, .. } = outcome;
            let answers = answers.iter_mut().flat_map(|(question, answer)| [question, answer]);
            std::iter::once(excerpt).chain(objection).chain(answers).for_each(redact);
        }
        What::Thought | What::Compaction => {}
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

/// Every credential of a word: what stands between white space may be a whole object or a list of addresses.
fn in_word(text: &str, (word, classes): (Range<usize>, u8), before: &Before<'_>, found: &mut Vec<Range<usize>>) {
    let shown = &text[word.clone()];
    let mut add = |(at, value): (usize, &str)| {
        if !value.is_empty() && value != MARK {
            found.push(word.start + at..word.start + at + value.len());
        }
    };
    // Hardly any word stands behind one that announces a credential.
    if before.announces || !before.program.is_empty() || shown.starts_with("-u") {
        after_word(before, shown).into_iter().for_each(&mut add);
    }
    // Hardly any word has a sign.
    if classes & SIGN != 0 {
        in_addresses(shown).for_each(&mut add);
        beside_names(shown).for_each(&mut add);
    }
    if before.hooks {
        for (hook, _) in shown.match_indices(HOOK) {
            let key = hook + HOOK.len();
            let (at, value) = bare(&shown[key..]);
            add((key + at, value));
        }
    }
    // A key is long and holds digits: hardly any word is searched for one.
    if shown.len() >= SHORTEST_KEY && classes & DIGIT != 0 {
        by_prefix(shown).for_each(&mut add);
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

/// What stands between the scheme of an address and the rest.
const SCHEME_END: &str = "://";

/// The passwords of `scheme://name:password@host`.
fn in_addresses(word: &str) -> impl Iterator<Item = (usize, &str)> {
    word.match_indices(SCHEME_END).filter_map(|(at, _)| password_behind(word, at + SCHEME_END.len()))
}

/// The password of the address whose scheme ends before `start`.
fn password_behind(text: &str, start: usize) -> Option<(usize, &str)> {
    let rest = &text[start..];
    let end = rest.find(|c: char| matches!(c, '/' | '?' | '#' | '"' | '\'') || c.is_whitespace());
    let (who, _) = rest[..end.unwrap_or(rest.len())].rsplit_once('@')?;
    let (name, password) = who.split_once(':')?;
    (!is_reference(password)).then_some((start + name.len() + 1, password))
}

/// Bytes of a word that are looked through more than once: a value may hold further names, so that each look may go to the end of the
/// word.
const MOST_LOOKED_THROUGH: usize = 1 << 20;

/// `TOKEN=X`, `--api-key=X`, `{"password":"X","token":"Y"}`.
fn beside_names(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut done, mut again) = (0, 0);
    memchr2_iter(b'=', b':', word.as_bytes()).filter_map(move |sign| {
        if again > MOST_LOOKED_THROUGH {
            return None;
        }
        let name = name_before(&word[..sign])?;
        let (at, value) = bare(&word[sign + 1..]);
        let at = sign + 1 + at;
        let found = is_credential(name, word[sign..].starts_with('='), value);
        if !found || sign < done {
            again += value.len();
        }
        done = done.max(at + value.len());
        found.then_some((at, value))
    })
}

/// The telling name at the end of `front`.
fn name_before(front: &str) -> Option<&str> {
    let key = front.trim_end_matches(['"', '\'', '\\']);
    let start = key.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).map_or(0, |at| {
        // The character before the name may be longer than a byte.
        at + key[at..].chars().next().map_or(1, char::len_utf8)
    });
    let name = &key[start..];
    let is_variable = |known: &&str| {
        name.strip_suffix(*known).is_some_and(|front| front.is_empty() && *known != "PWD" || front.ends_with('_'))
    };
    (is_telling(name) || VARIABLES.iter().any(is_variable)).then_some(name)
}

/// True for a value that is a credential by the name before it; `assigned` by a `=`.
fn is_credential(name: &str, assigned: bool, value: &str) -> bool {
    if is_reference(value) {
        false
    } else if assigned && !name.contains(|c: char| c.is_ascii_lowercase()) {
        value.len() >= SHORTEST_OF_VARIABLE
    } else if assigned {
        let long_enough = if is_mixed(value) { SHORTEST_MIXED } else { SHORTEST_PLAIN };
        value.len() >= long_enough && !is_expression(value)
    } else {
        value.len() >= SHORTEST_PLAIN && is_mixed(value) && !value.contains('/')
    }
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
    fn all_credentials_of_a_word_go() {
        check(r#"{"password":"hunter22","token":"abcd1234x"}"#, r#"{"password":"REDACTED","token":"REDACTED"}"#);
        check(
            r#"{\"password\":\"hunter22\",\"token\":\"abcd1234x\"}"#,
            r#"{\"password\":\"REDACTED\",\"token\":\"REDACTED\"}"#,
        );
        check("https://x.test/?token=abcd1234&api_key=efgh5678z", "https://x.test/?token=REDACTED&api_key=REDACTED");
        check("http://a.example,http://u:zzsecret9@b/x", "http://a.example,http://u:REDACTED@b/x");
        check("redis://:pw1@a,redis://:pw2@b?token=abcd1234", "redis://:REDACTED@a,redis://:REDACTED@b?token=REDACTED");
        check("mongodb://u:secret1@a,v:secret2@b/x", "mongodb://u:REDACTED@b/x");
        check(
            "curl -H 'Authorization: Bearer a1b2c3d4','X-Token:e5f6g7h8'",
            "curl -H 'Authorization: Bearer REDACTED','X-Token:REDACTED'",
        );
        check(
            "https://hooks.slack.com/services/T0,https://hooks.slack.com/services/T1",
            "https://hooks.slack.com/services/REDACTED,https://hooks.slack.com/services/REDACTED",
        );
        // The name of one stands in the value of another.
        check("token={\"password\":\"hunter22x\"}", "token={\"password\":\"REDACTED\"}");
        check("token:a1TOKEN=x/1234", "token:REDACTED");
        check("TOKEN=a1PASSWORD=b2c3d4", "TOKEN=REDACTED");
        check("TOKEN='a1,TOKEN=\"b2'c3\"", "TOKEN='REDACTED\"");
        check("TOKEN=\"a1b2,TOKEN=\"c3d4", "TOKEN=\"REDACTED\"REDACTED");
    }

    #[test]
    fn what_stands_before_a_private_key_and_between_two_goes_too() {
        let text = |token: &str, body: &str| {
            let key = format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----");
            format!("TOKEN={token} {key} TOKEN={token} {key} TOKEN={token}")
        };
        check(&text("abcd1234", "MIIE token=abcd1234 x"), &text(MARK, MARK));
    }

    #[test]
    fn a_word_of_many_names_is_not_looked_through_for_each() {
        // Each value reaches to the end of the word and is none.
        let references = "token=$".repeat(100_000);
        check(&references, &references);
        let pairs = |value: &str| format!("\"token\":\"{value}\",\"token\":null,").repeat(10_000);
        check(&pairs("abcd1234x"), &pairs(MARK));
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

    proptest! {
        #[test]
        fn doing_it_twice_changes_nothing(text in "[ -~äß\n]{0,200}") {
            let once = redacted(&text).into_owned();
            prop_assert_eq!(redacted(&once).into_owned(), once.clone());
        }

        #[test]
        fn doing_it_twice_to_a_long_word_changes_nothing(
            text in "((DB_|x-)?(token|PASSWORD|api_key|PASS)\"?[=:]['\"\\\\]?|[a-z]{3}://[a-z]{0,2}:|hooks\\.slack\\.com/services/|-u|mysql -p|[a-z]{3}[0-9]{3}[a-z]{0,3}|sk-[a-z]{20}1|REDACTED|[a-z]{0,5}[@(/,&;:='\"\\$. -]){0,16}"
        ) {
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

        #[test]
        fn no_pair_of_a_word_survives(
            pairs in prop::collection::vec(
                ("(DB_|my-)?(TOKEN|password|Api_Key)(=|:|\":\"|=\")", "[a-z]{3}[0-9]{3}[a-zA-Z0-9]{2,20}"), 2..=4
            ),
            joint in "(,|&|\",\")",
            (first, last) in ("[a-z{?(]{0,3}[\"']?", "[\"']?[})]?"),
        ) {
            let texts: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}{value}")).collect();
            let text = format!("{first}{}{last}", texts.join(&joint));
            let clean = redacted(&text);
            for (_, value) in &pairs {
                prop_assert!(!clean.contains(value.as_str()), "{text} {clean}");
            }
            prop_assert_eq!(redacted(&clean), clean.as_ref());
        }

        #[test]
        fn no_password_of_an_address_survives(
            addresses in prop::collection::vec(("[a-z]{1,5}", "[a-z]{0,4}", "[a-z]{3}[0-9]{3}[a-z]{2,9}", "[a-z.]{1,9}(/[a-z]{0,4})?"), 1..=4),
            joint in "(,|&|\",\"|,[a-z]{1,4}://[a-z.]{1,9},)",
            first in "([a-z]{1,4}://[a-z.]{0,9}[,/\"'])?",
        ) {
            let texts: Vec<String> = addresses
                .iter()
                .map(|(scheme, name, password, host)| format!("{scheme}://{name}:{password}@{host}"))
                .collect();
            let text = format!("{first}{}", texts.join(&joint));
            let clean = redacted(&text);
            for (_, _, password, _) in &addresses {
                prop_assert!(!clean.contains(password.as_str()), "{text} {clean}");
            }
            prop_assert_eq!(redacted(&clean), clean.as_ref());
        }
    }
}
