//! The text that a command leaves in a file, where the command itself shows it.
//!
//! Owns the few ways in which people and agents write a small file from a shell: `echo`, `printf`, a here-document into
//! `cat` or `tee`, and emptying it. Anything else is not told by the text.

use super::Reading;
use crate::domain::FileVerb;

/// Commands that put nothing into a file.
const SILENT: [&str; 9] = ["cd", "mkdir", "true", ":", "pwd", "test", "[", "set", "exit"];

/// What the one file that `command` changes holds afterwards.
pub fn written(command: &str, reading: &Reading) -> Option<String> {
    let mut changes = reading.modifications();
    let whole = changes.next().is_some_and(|effect| effect.verb == FileVerb::Write) && changes.next().is_none();
    if !whole || reading.opaque {
        return None;
    }
    let mut sources = reading.commands.iter().filter(|words| !words.first().is_some_and(|name| is_silent(name)));
    let source = sources.next();
    if sources.next().is_some() {
        return None;
    }
    let Some((name, operands)) = source.and_then(|words| words.split_first()) else { return Some(String::new()) };
    match (name.as_str(), operands) {
        ("echo", [flag, ..]) if flag.starts_with('-') => None,
        ("echo", words) => plain(words.join(" ")),
        ("printf", [format, text]) if matches!(format.as_str(), "%s" | "%s\\n") => plain(text.clone()),
        ("printf", [text]) if !text.contains(['%', '\\']) => plain(text.clone()),
        ("cat", []) | ("tee", [_]) => here_document(command),
        _ => None,
    }
}

/// True when the command changes no content: `touch` makes an empty file at most.
pub fn only_touches(reading: &Reading) -> bool {
    reading.commands.iter().all(|words| words.first().is_some_and(|name| name == "touch" || is_silent(name)))
        && reading.commands.iter().any(|words| words.first().is_some_and(|name| name == "touch"))
        && reading.effects.iter().all(|effect| effect.verb == FileVerb::Write)
}

fn is_silent(name: &str) -> bool {
    SILENT.contains(&name)
}

/// The text, unless a shell would put something else in its place.
fn plain(text: String) -> Option<String> {
    if text.contains(['$', '`']) { None } else { Some(text) }
}

/// The body of the only here-document.
fn here_document(command: &str) -> Option<String> {
    let (_, behind) = command.split_once("<<")?;
    if behind.starts_with('<') || behind.contains("<<") {
        return None;
    }
    let behind = behind.strip_prefix('-').unwrap_or(behind).trim_start_matches([' ', '\t']);
    let quote = behind.chars().next().filter(|first| matches!(first, '\'' | '"'));
    let behind = quote.map_or(behind, |_| &behind[1..]);
    let length = behind.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(behind.len());
    let tag = &behind[..length];
    let (_, body) = behind.split_once('\n')?;
    let mut text = String::new();
    for line in body.lines() {
        if line.trim() == tag {
            return if quote.is_some() { Some(text) } else { plain(text) };
        }
        text.push_str(line);
        text.push('\n');
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell;

    #[track_caller]
    fn check(command: &str, expected: Option<&str>) {
        assert_eq!(written(command, &shell::read(command)).as_deref(), expected, "{command}");
    }

    #[test]
    fn small_files_are_written_in_a_few_ways() {
        check("echo '{\"a\": 1}' > f", Some("{\"a\": 1}"));
        check("mkdir -p d && echo {} > d/f", Some("{}"));
        check("printf '%s\\n' '{}' > f", Some("{}"));
        check("printf '{}' > f", Some("{}"));
        check("cat > f <<'EOF'\n{\n}\nEOF", Some("{\n}\n"));
        check("cat <<EOF > f\n{}\nEOF\n", Some("{}\n"));
        check("tee f <<'X'\n$HOME\nX", Some("$HOME\n"));
        check(": > f", Some(""));
        check("> f", Some(""));
    }

    #[test]
    fn what_is_not_shown_is_not_guessed() {
        check("echo $X > f", None);
        check("echo -e '\\x7b' > f", None);
        check("printf '\\x7b' > f", None);
        check("cat a > f", None);
        check("jq . a > f", None);
        check("echo {} >> f", None);
        check("echo {} > f; echo {} > g", None);
        check("echo a; echo {} > f", None);
        check("cat > f <<EOF\n$(x)\nEOF", None);
        check("cat > f <<EOF\nunfinished", None);
        check("cat <<A <<B > f\nx\nA\ny\nB", None);
    }
}
