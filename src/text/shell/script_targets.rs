//! What a line of a script writes to, without what it reads and what it writes there.
//!
//! A path that a script reads, or that stands in a text that it writes, is no target. Owns the few calls of Python and JavaScript
//! with which agents read, write and copy files; of every other call all that is said stays.

use crate::text::clip::head_bytes;

/// Calls whose first argument is read.
const READS: [&str; 4] = ["readFileSync(", "readFile(", "load_text(", "loadtxt("];
/// Calls whose first argument is copied from.
const COPIES: [&str; 8] =
    ["copyFileSync(", "copyFile(", "copytree(", "copyfile(", "copy2(", "shutil.copy(", "cpSync(", "fs.cp("];
/// Calls whose first argument is where they write, and the others what.
const WRITES: [&str; 5] = ["writeFileSync(", "writeFile(", "appendFileSync(", "appendFile(", "outputFileSync("];
/// Calls whose arguments are what is written, not where.
const TEXTS: [&str; 8] =
    [".write(", ".write_text(", ".write_bytes(", ".writelines(", "print(", ".replace(", ".append(", "console.log("];
/// Calls whose first argument is what is written.
const DUMPS: [&str; 3] = ["json.dump(", "yaml.dump(", "pickle.dump("];

/// The line with blanks in the place of what it reads and of the texts that it writes.
pub fn targets(line: &str) -> String {
    let mut left: Vec<u8> = line.as_bytes().to_vec();
    let mut blank = |from: usize, to: usize| left[from..to].fill(b' ');
    let calls = |name: &'static str| line.match_indices(name).map(move |(at, _)| at + name.len());
    for name in READS.iter().chain(&COPIES).chain(&DUMPS) {
        calls(name).for_each(|from| blank(from, argument(line, from)));
    }
    for from in calls("open(") {
        let end = argument(line, from);
        let mode = &line[end..];
        let mode = mode.strip_prefix(',').map(|rest| rest.trim_start().trim_start_matches("mode=").trim_start());
        let reads = mode.is_none_or(|mode| {
            let mode = mode.trim_start_matches(['"', '\'']);
            mode.starts_with('r') && !head_bytes(mode, 4).contains('+')
        });
        // `p.open('w')` has its mode first, and its file before it.
        if reads && !line[..from].ends_with(".open(") {
            blank(from, end);
        }
    }
    for from in WRITES.iter().flat_map(|name| calls(name)) {
        blank(argument(line, from), closing(line, from));
    }
    for from in TEXTS.iter().flat_map(|name| calls(name)) {
        blank(from, closing(line, from));
    }
    for (at, _) in line.match_indices(".read_text(").chain(line.match_indices(".read_bytes(")) {
        let from = line[..at].rfind([' ', '=', ',', '(']).map_or(0, |before| before + 1);
        // `Path('x').read_text()`: the bracket belongs to what is read.
        let from = line[..from].rfind("Path(").filter(|path| !line[*path..from].contains(')')).unwrap_or(from);
        blank(from, at);
    }
    String::from_utf8(left).unwrap_or_else(|_| line.to_owned())
}

/// A value that is one path and nothing else: `'src/a.py'`, `Path("src/a.py")`.
pub fn is_path(value: &str) -> bool {
    let value = value.trim().trim_end_matches(')').trim();
    let value =
        ["pathlib.Path(", "Path(", "path.resolve("].iter().find_map(|call| value.strip_prefix(call)).unwrap_or(value);
    let inner = value.trim_start_matches(['r', 'f', 'b']);
    let quote = inner.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'));
    quote.is_some_and(|quote| {
        let rest = &inner[1..];
        rest.strip_suffix(quote).is_some_and(|path| !path.contains([quote, ' ']))
    })
}

/// Where the argument that begins at `from` ends: at a comma or a closing bracket of its own call.
fn argument(line: &str, from: usize) -> usize {
    end(line, from, true)
}

/// Where the call ends whose arguments begin at `from`.
fn closing(line: &str, from: usize) -> usize {
    end(line, from, false)
}

/// Bytes of a call that are read.
const MAX_CALL: usize = 2_048;

fn end(line: &str, from: usize, at_comma: bool) -> usize {
    let (mut depth, mut quote) = (0_usize, None);
    // Each call of a line looks for its own end.
    let seen = head_bytes(&line[from..], MAX_CALL);
    for (at, letter) in seen.char_indices() {
        match (quote, letter) {
            (Some(open), _) => quote = Some(open).filter(|open| letter != *open),
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') if depth == 0 => return from + at,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 && at_comma => return from + at,
            _ => {}
        }
    }
    from + seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(line: &str, kept: &[&str], gone: &[&str]) {
        let left = targets(line);
        assert!(kept.iter().all(|name| left.contains(name)), "{line}: {left}");
        assert!(!gone.iter().any(|name| left.contains(name)), "{line}: {left}");
    }

    #[test]
    fn what_is_read_and_what_is_written_is_no_target() {
        check("open(out, 'w').write(open(schema).read())", &["out"], &["schema"]);
        check("open('a.sql', 'w').write('see b.sql')", &["a.sql"], &["b.sql"]);
        check("open('a.sql', 'r+').write(x)", &["a.sql"], &[]);
        check("shutil.copy('a.sql', '/tmp/s')", &["/tmp/s"], &["a.sql"]);
        check("fs.writeFileSync('docs/x', fs.readFileSync('a.sql'))", &["docs/x"], &["a.sql"]);
        check("fs.writeFileSync('a.sql', '')", &["a.sql"], &[]);
        check("json.dump({'path': 'a.sql'}, open('/tmp/c', 'w'))", &["/tmp/c"], &["a.sql"]);
        check("Path('out').write_text(Path('a.sql').read_text())", &["out"], &["a.sql"]);
        check("p.write_text(p.read_text() + 'x')", &["p.write_text"], &[]);
        check("os.remove('a.sql')", &["a.sql"], &[]);
        check("Path('a.sql').open('w')", &["a.sql"], &[]);
        check("open(a,r¡¡.sql", &["sql"], &[]);
    }

    #[test]
    fn a_path_is_a_path_alone() {
        for value in ["'src/a.py'", " \"src/a.py\"", "Path('src/a.py')", "r'src/a.py'"] {
            assert!(is_path(value), "{value}");
        }
        for value in ["t.replace('True', 'see src/a.py')", "'see src/a.py'", "open('src/a.py').read()", "", "'"] {
            assert!(!is_path(value), "{value}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_taken(line in "[a-z'\"(),. ü{}\\[\\]`]{0,30}(open\\(|\\.write\\(|copy2\\(|Path\\(|\\.read_text\\()?.{0,20}") {
            prop_assert_eq!(targets(&line).len(), line.len());
            let _ = is_path(&line);
        }
    }
}
