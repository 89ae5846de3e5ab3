//! Inline scripts of other languages: does the text show that files are written?
//!
//! A script is not parsed. It is opaque only when it shows a write; reading scripts run all day in real sessions.

/// Calls that write, remove or rename files, over Python, JavaScript, Ruby, PHP and PowerShell.
#[rustfmt::skip]
const WRITES: &[&str] = &[
    "write_text(", "write_bytes(", "writeFile", "appendFile", "createWriteStream", "copyFile", "fs.rm", "fs.unlink",
    "fs.rename", "fs.cp", "rmSync(", "unlinkSync(", "renameSync(", "cpSync(", "Deno.write", "Deno.remove", "Bun.write",
    "os.remove(", "os.unlink(", "os.rename(", "os.replace(", "os.truncate(", "shutil.copy", "shutil.move(", "shutil.rmtree(",
    ".unlink(", "unlink(", "unlink \"", "unlink '", "file.remove(", "rmtree(", "writeLines(", ".open('w", ".open(\"w",
    ".open('a", ".open(\"a", "truncateSync(", "inplace=True", ".to_csv(", "File.write", "File.delete", "File.rename",
    "FileUtils.", "IO.write", "file_put_contents(", "WriteAll", "::Delete(", "::Move(", "::Copy(", "extractall(",
];
/// How far after `open` its mode is looked for, in bytes.
const OPEN_REACH: usize = 300;

/// True when the script text shows that it changes files.
pub fn shows_write(script: &str) -> bool {
    WRITES.iter().any(|call| memchr::memmem::find(script.as_bytes(), call.as_bytes()).is_some())
        || memchr::memmem::find_iter(script.as_bytes(), "open")
            .any(|at| opens_for_writing(&script[at + "open".len()..]))
}

/// Looks through the arguments behind the first comma of `open(path, "w")` or `open my $f, '>', $path` for a mode.
fn opens_for_writing(arguments: &str) -> bool {
    // An archive over a buffer is written in memory.
    if !arguments.starts_with(['(', ' ']) || arguments.starts_with("(fileobj=") {
        return false;
    }
    let bytes = arguments.as_bytes();
    let mut at = 0;
    let mut depth = 0_usize;
    let mut behind_comma = false;
    while at < bytes.len().min(OPEN_REACH) {
        match bytes[at] {
            b'(' => depth += 1,
            b')' if depth <= 1 => return false,
            b')' => depth -= 1,
            b';' | b'\n' => return false,
            b',' => behind_comma = true,
            quote @ (b'"' | b'\'') => {
                let Some(length) = memchr::memchr(quote, &bytes[at + 1..]) else { return false };
                let literal = &bytes[at + 1..at + 1 + length];
                if is_write_mode(literal, behind_comma) {
                    return true;
                }
                at += length + 1;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

fn is_write_mode(literal: &[u8], behind_comma: bool) -> bool {
    let letters = behind_comma
        && (1..=3).contains(&literal.len())
        && literal.iter().all(|byte| b"rwaxbt+".contains(byte))
        && literal.iter().any(|byte| b"wax+".contains(byte));
    letters || literal.first() == Some(&b'>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, writes: bool) {
        assert_eq!(shows_write(script), writes, "{script}");
    }

    #[test]
    fn writes_are_seen() {
        check("open('a.txt', 'w').write(s)", true);
        check("with open(p, mode=\"a\") as f:\n  f.write(x)", true);
        check("open(os.path.join(d, 'x'), 'wb')", true);
        check("Path('a').write_text('b')", true);
        check("require('fs').writeFileSync('a', 'b')", true);
        check("open(my $f, '>', 'out.txt'); print $f 1", true);
        check("open F, '>>log'", true);
        check("os.remove('a')", true);
    }

    #[test]
    fn reads_are_not_writes() {
        check("print(open('a.txt').read())", false);
        check("open('w')", false);
        check("tarfile.open(fileobj=buffer, mode='w')", false);
        check("json.load(open('a.json', 'r')); x['w'] = 1", false);
        check("for l in open('x'): print(l, 'a')", false);
        check("print('reopen w')", false);
        check("sys.stdout.write('x')", false);
        check("é open(é, 'r", false);
    }
}
