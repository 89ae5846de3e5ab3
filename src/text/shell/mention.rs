//! Which words look like files, for the commands whose operands are not known.
//!
//! Nothing is looked up on a disk: a word counts by its looks, and a wrong guess is only ever a read.

/// Characters that no path in a mention has: patterns, expressions, code.
const NOT_IN_PATHS: &str = "*?[]{}^$|()<>\"';,%&!`#=+";
/// Longest word that is taken for a path.
const MAX_PATH: usize = 1024;
/// Longest file ending, dot not counted.
const MAX_EXTENSION: usize = 8;
/// Endings of host names, which look like files and are not.
const HOST_ENDINGS: [&str; 6] = ["com", "org", "net", "io", "dev", "localhost"];

/// The path that `word` mentions, without a line number or a test name behind it.
pub(super) fn mentioned_path(word: &str) -> Option<&str> {
    let path = before_position(word);
    let looks_like_one = !path.is_empty()
        && path.len() <= MAX_PATH
        && !path.starts_with(['-', '@'])
        && !path.bytes().any(|byte| byte.is_ascii_whitespace() || NOT_IN_PATHS.as_bytes().contains(&byte))
        && !path.bytes().all(|byte| matches!(byte, b'.' | b'/'))
        && !path.split('/').any(|name| name != ".." && name.contains(".."))
        && !is_script(path)
        && !is_address(path)
        && !is_switch(path);
    (looks_like_one && (path.contains('/') || has_extension(path) || is_dotfile(path))).then_some(path)
}

/// True when the last component ends in a file ending such as `.ts`; versions have none.
pub(super) fn has_extension(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=MAX_EXTENSION).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && extension.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
            // `release/1.x` is a branch.
            && extension != "x"
    })
}

/// True when a word can only be a file: it has a file ending, or its name starts with a dot.
pub(super) fn is_file_like(path: &str) -> bool {
    has_extension(path) || is_dotfile(path.rsplit('/').next().unwrap_or(path))
}

/// True for a sed script such as `s/a/b/` or `1,5p`: never a file.
pub(super) fn is_script(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes, [b's' | b'y', separator, ..]
        if !separator.is_ascii_alphanumeric() && !matches!(separator, b'.' | b'_' | b'-')
            && memchr::memchr_iter(*separator, bytes).nth(2).is_some())
}

/// Cuts `a.py::test_x` and `a.rs:12:5` to the file.
fn before_position(word: &str) -> &str {
    let path = word.split("::").next().unwrap_or(word);
    match path.split_once(':') {
        Some((file, position))
            if has_extension(file) && position.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') =>
        {
            file
        }
        _ => path,
    }
}

/// True for URLs, `user@host:path`, `name@1.2`, `github.com/x/y`.
fn is_address(path: &str) -> bool {
    let has_drive = matches!(path.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    if path.contains(':') && !has_drive {
        return true;
    }
    let first = path.split('/').next().unwrap_or(path);
    let host = first.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && HOST_ENDINGS.contains(&ending));
    let version = path.rsplit_once('@').is_some_and(|(_, version)| {
        version == "latest" || version.trim_start_matches('v').starts_with(|first: char| first.is_ascii_digit())
    });
    host || version
}

/// True for `/F` and `/c`, the switches of Windows commands.
fn is_switch(path: &str) -> bool {
    matches!(path.as_bytes(), [b'/', letter] if letter.is_ascii_alphabetic())
}

fn is_dotfile(path: &str) -> bool {
    matches!(path.as_bytes(), [b'.', first, ..] if first.is_ascii_alphabetic())
}

/// The pieces of a text that may be paths or words of a command.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|character: char| character.is_whitespace() || "\"'`;|&<>(){}[]=,+#:".contains(character))
        .filter(|token| token.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, expected: Option<&str>) {
        assert_eq!(mentioned_path(word), expected, "{word}");
    }

    #[test]
    fn files_are_recognised_by_their_looks() {
        for path in
            ["src/a.ts", "./scripts/run.mjs", "a.c", "src/", "/etc/passwd", "~/x/y", "../a/b", ".env", ".gitignore"]
        {
            check(path, Some(path));
        }
        check("C:\\work\\a.ts", Some("C:\\work\\a.ts"));
        check("tests/a.py::test_x", Some("tests/a.py"));
        check("src/a.rs:12:5", Some("src/a.rs"));
        check("node_modules/@types/node/index.d.ts", Some("node_modules/@types/node/index.d.ts"));
    }

    #[test]
    fn other_words_are_not() {
        for word in [
            "foo",
            "foo@1.2.3",
            "1.2.3",
            "v1.2.3",
            "-f",
            "--x=a.ts",
            "A=b/c",
            "https://x.com/a.json",
            "*.ts",
            "src/*.ts",
            "s/a/b/",
            "s|a/x|b|g",
            "./...",
            ".",
            "..",
            "/",
            "./",
            "git@github.com:a/b.git",
            "github.com/a/b",
            "@acme/ui",
            "a b.ts",
            "/F",
            "main..dev",
            "1.x",
            "origin/main...HEAD",
            "$x/y",
            "example.com",
            "golang.org/x/tools@latest",
            "HEAD:src/a.ts",
            "",
        ] {
            check(word, None);
        }
    }
}
