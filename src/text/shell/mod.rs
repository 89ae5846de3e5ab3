//! Shell commands: what they run and what they do to files.
//!
//! One Bash command line in, facts out: the simple commands behind its wrappers, the files they write, edit, delete,
//! restore, read or mention, and whether more may change than can be named. Owns the reading of the text; nothing is
//! run, looked up or judged.
//!
//! The way of a command: `parse` (guarded grammar) -> `walk` (constructs) -> `wrapper` and `command` (what runs, and its row) ->
//! `effect` and `program` (operands) -> `reader` (folder, variables, effects). The knowledge of commands is data in
//! the tables.

mod arguments;
mod branch;
mod called;
mod certain;
mod command;
mod effect;
pub mod find;
mod gist;
mod given;
mod handed;
mod kind;
mod looks;
mod meant;
mod mention;
mod moved;
mod nesting;
mod packages;
mod packed;
mod parse;
mod plain;
mod powershell;
mod program;
mod reader;
mod reading;
mod runs;
mod script;
pub mod script_targets;
mod table;
mod table_files;
mod table_git;
mod table_interpreters;
mod table_looks;
mod table_row;
mod table_runs;
mod table_tools;
mod telling;
mod tool_script;
mod undo;
mod walk;
mod word;
mod wrapper;
pub mod written;

pub use called::does_called;
pub use command::plain_name;
pub use gist::{Gist, gist, gist_of, only_looks};
pub use given::script_file;
pub use kind::is_of_kind;
pub use meant::{has_option, is_meant_by};
pub use mention::pieces;
pub use moved::{moves, transferred};

use crate::domain::Action;
pub use packages::packages;
use reader::Reader;
pub use reading::{Handed, Names, Reading, SimpleCommand};
pub use runs::{kinds_of, runs_by_itself};
pub use script::shows_write;
pub use table::changes_operands;
pub use table_interpreters::{inline_code, is_interpreter, is_shell};
pub use table_looks::{is_looker, lists, only_reads, searches};
pub use table_runs::{RUNNERS, runs_no_tests};
pub use telling::{does_nothing, only_tells};
pub use tool_script::substitutes;
pub use undo::{Undoing, Undone, undone};
use word::Word;

/// Bytes of a command that are read. A longer one is a here-document or generated: its first line is read, and the
/// command is opaque.
const MAX_COMMAND: usize = 256 * 1024;

/// True for a command of which only the first line is read.
pub const fn is_too_long(command: &str) -> bool {
    command.len() > MAX_COMMAND
}

/// The part of a command that is read: all of it, or the first line of one that is too long; "" where that line alone is.
/// Who judges by a command's text beside its [`Reading`] looks at this part and no further.
pub fn part_read(command: &str) -> &str {
    if !is_too_long(command) {
        return command;
    }
    command.lines().next().filter(|line| !is_too_long(line)).unwrap_or_default()
}

/// A first line with the ends of the here-documents that it opens: what makes a command long stands in one as a rule, and
/// without its end the line is no Bash.
fn with_ends(line: &str) -> String {
    let mut closed = line.to_owned();
    for opened in line.split("<<").skip(1) {
        let word = opened.trim_start_matches(['-', ' ', '\'', '"', '\\']);
        let end = word.find(|mark: char| !mark.is_alphanumeric() && !"_-.".contains(mark)).unwrap_or(word.len());
        if end > 0 {
            closed.push('\n');
            closed.push_str(&word[..end]);
        }
    }
    closed
}

/// What the command of an action does; nothing where it has none.
pub fn reading_of(action: &Action) -> Reading {
    action.whole_command().map(read).unwrap_or_default()
}

/// Reads a command. Never fails: what is no valid Bash is read word by word, and is opaque unless it plainly only reads.
pub fn read(command: &str) -> Reading {
    let mut reader = Reader::new();
    if is_too_long(command) {
        reader.text(&with_ends(part_read(command)));
        reader.reading.opaque = true;
    } else {
        reader.text(command);
    }
    reader.finish()
}

/// Reads of a script what runs whatever it finds. Nothing of one that is no valid Bash, or too long.
pub fn read_certain(script: &str) -> Reading {
    let mut reader = Reader::new();
    if let Some(mut program) = Some(script).filter(|script| !is_too_long(script)).and_then(parse::parse) {
        certain::keep_certain(&mut program);
        reader.program(&program);
    }
    reader.finish()
}

/// The words of a command in which nothing is quoted, as a run's parts are kept and as people name commands.
pub fn bare_words(command: &str) -> Vec<String> {
    command.split_whitespace().map(str::to_owned).collect()
}

/// Reads one simple command whose words are known exactly.
pub fn read_words(words: &[String]) -> Reading {
    let mut reader = Reader::new();
    reader.run(words.iter().map(|word| Word::sure(word)).collect(), None);
    reader.finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::FileVerb;

    /// `expected`: the effects as `r:` read, `e:` edit, `w:` write, `d:` delete, `back:` restore, `out:` checked out, then what else holds.
    #[track_caller]
    fn check(command: &str, expected: &str) {
        let reading = read(command);
        let effects: Vec<String> = reading
            .effects
            .iter()
            .map(|effect| {
                let verb = match effect.verb {
                    FileVerb::Read => "r",
                    FileVerb::Edit => "e",
                    FileVerb::Write => "w",
                    FileVerb::Delete => "d",
                    FileVerb::Restore => "back",
                    FileVerb::CheckOut => "out",
                };
                format!("{verb}:{}", effect.path)
            })
            .collect();
        let mut shown = vec![effects.join(" ")];
        shown.extend(reading.opaque.then(|| "opaque".to_owned()));
        shown.extend(reading.commits.then(|| "commits".to_owned()));
        assert_eq!(shown.join(" | ").trim_start_matches(" | "), expected, "{command}");
    }

    /// `expected`: the simple commands, joined with ` ; `.
    #[track_caller]
    fn check_commands(command: &str, expected: &str) {
        let shown: Vec<String> = read(command).commands.iter().map(|words| words.join(" ")).collect();
        assert_eq!(shown.join(" ; "), expected, "{command}");
    }

    #[test]
    fn of_what_is_too_long_the_first_line_is_read() {
        let long = |first: &str| format!("{first}\n{}EOF\nrm b.ts", "x > y\n".repeat(MAX_COMMAND / 6));
        let read = |first: &str| {
            let Reading { effects, opaque, .. } = read(&long(first));
            let paths: Vec<String> = effects.into_iter().map(|effect| effect.path).collect();
            assert!(opaque);
            paths.join(" ")
        };
        assert_eq!(read("cat > a.ts <<'EOF'"), "a.ts");
        assert_eq!(read("cat <<-EOF >> a.ts"), "a.ts");
        assert_eq!(read("tee a.ts c.ts << \"EOF\" > d.ts"), "d.ts a.ts c.ts");
        assert_eq!(read("cat <<A <<'B' > a.ts"), "a.ts");
        assert_eq!(read("rm a.ts"), "a.ts");
        assert_eq!(read(""), "");
        assert_eq!(part_read(&"x".repeat(MAX_COMMAND + 1)), "");
    }

    #[test]
    fn files_in_commands_are_mentioned() {
        check("node ./scripts/run.mjs", "r:./scripts/run.mjs");
        check("curl https://x.com/a.json -o data/x.json", "w:data/x.json");
        check("npm i foo@1.2.3", "e:package.json e:package-lock.json");
        check("git add src/a.ts src/b.ts", "r:src/a.ts r:src/b.ts");
        check("cat a", "r:a");
        check("sed -n 1,5p f.ts", "r:f.ts");
        check("sed -n '1,5p' src/f | head", "r:src/f");
        check("grep -rn foo/bar src/ | head", "r:src/");
        check("rg -t ts 'a/b' src/a.ts", "r:src/a.ts");
        check("find src -name '*.ts' -exec grep -n x {} \\;", "");
        check("ls -la ./dist", "r:./dist");
        check("pytest tests/a.py::test_x -v", "r:tests/a.py");
        check("git diff main..dev -- src/a.ts", "r:src/a.ts");
        check("git show HEAD:src/a.ts", "r:src/a.ts");
        check("git push origin feature/x", "");
        check("git log origin/main", "");
        check("wc -l < src/a.ts", "r:src/a.ts");
        check("diff <(sort a.txt) <(sort b.txt)", "r:a.txt r:b.txt");
        check("[[ -f src/a.ts ]] && echo yes", "r:src/a.ts");
        check("jq '.a/b' x.json", "r:x.json");
        check("./x.sh --fast", "r:./x.sh");
        check("bash x.sh", "r:x.sh");
        check("python x.py data/in.csv", "r:x.py r:data/in.csv");
        check("source .env", "r:.env");
        check("/usr/bin/env python3 ./a.py", "r:./a.py");
        check("cp a.ts b.ts && cat b.ts", "r:a.ts w:b.ts");
    }

    #[test]
    fn words_that_only_look_like_files_are_not() {
        check("echo see src/a.ts", "");
        check("git commit -m 'fix src/a.ts'", "commits");
        check("go test ./...", "");
        check("go install golang.org/x/tools/cmd/goimports@latest", "");
        check("docker run -v a/b:/c image/name", "");
        check("gh pr create --head feature/x --title 'a/b.ts'", "");
        check("curl -s https://example.com/api/v1", "");
        check("ssh host 'rm -rf /srv/a'", "");
        check("npm test", "");
        check("FOO=1 npm test", "");
        check("printf '%s/%s.ts' a b", "");
        check("git clone https://x.com/a/b.git", "w:b");
    }

    #[test]
    fn redirects_write() {
        check("echo x > a.txt", "w:a.txt");
        check("echo x >> a.txt", "e:a.txt");
        check("echo x >| a.txt", "w:a.txt");
        check("make &> build.log", "w:build.log");
        check("make &>> build.log", "e:build.log");
        check("make >& build.log", "w:build.log");
        check("ls 2>/dev/null", "");
        check("ls > /dev/null 2>&1", "");
        check("ls 2>&1 >&2 2>&-", "");
        check("echo x > $OUT", "opaque");
        check("echo x > $(mktemp)", "opaque");
        check("echo x > out/${NAME}.txt", "opaque");
        check("cat < in.txt > out.txt", "r:in.txt w:out.txt");
        check("(echo a; echo b) > ab.txt", "w:ab.txt");
        check("for i in 1 2; do echo $i; done > list.txt", "w:list.txt");
        check("exec 3<>lock.db", "e:lock.db");
        check("echo $((a > b))", "");
        check("[[ a > b ]] && echo c", "");
        check("tee >(cat > copy.log) < in.log", "w:copy.log r:in.log");
    }

    #[test]
    fn a_here_document_alone_writes_nothing() {
        check("cat > f.ts <<EOF\nrm x.ts\nEOF", "w:f.ts");
        check("cat <<'EOF' > f.ts\na > b\nEOF\nrm x.ts", "w:f.ts d:x.ts");
        check("cat <<'EOF' >> f.ts\na\nEOF", "e:f.ts");
        check("git commit -m \"$(cat <<'EOF'\nDon't rm -rf (this) > that\n\n- `x`\nEOF\n)\"", "commits");
        check("git commit -F - <<'EOF'\nrm a.ts\nEOF", "commits");
        check("psql <<SQL\ndelete from a;\nSQL", "");
        check("cat <<EOF\n$(rm a.ts)\nEOF", "d:a.ts");
        check("cat <<'EOF'\n$(rm a.ts)\nEOF", "");
        check("tee a.conf <<EOF\nx\nEOF", "w:a.conf");
        check("bash <<'EOF'\nrm a.ts\nEOF", "d:a.ts");
        check("cat <<'EOF' | sh\nrm a.ts\nEOF", "d:a.ts");
        check("cat <<< 'rm a.ts'", "");
    }

    #[test]
    fn files_are_removed_written_and_moved() {
        check("rm a.ts 'b c.ts'", "d:a.ts d:b c.ts");
        check("rm -rf dist node_modules", "d:dist d:node_modules");
        check("rm -- -x.ts", "d:-x.ts");
        check("rm *.log", "opaque");
        check("rm {a,b}.ts", "d:a.ts d:b.ts");
        check("rmdir old && unlink l", "d:old d:l");
        check("\\rm -f a.ts", "d:a.ts");
        check("rm \"C:\\work\\a.ts\"", "d:C:\\work\\a.ts");
        check("rm C:\\work\\a.ts", "d:C:\\work\\a.ts");
        check("touch a.ts b.ts", "w:a.ts w:b.ts");
        check("mkdir -p src/x", "");
        check("chmod +x a.sh && chown u a.sh", "");
        check("truncate -s 0 log.txt", "e:log.txt");
        check("echo x | tee a.txt", "w:a.txt");
        check("echo x | sudo tee -a /etc/hosts", "e:/etc/hosts");
        check("mv a.ts b.ts", "d:a.ts w:b.ts");
        check("mv a.ts b.ts lib/", "d:a.ts d:b.ts w:lib/a.ts w:lib/b.ts");
        check("mv src/a.ts .", "d:src/a.ts w:a.ts");
        check("mv -t lib src/a.ts", "d:src/a.ts w:lib/a.ts");
        check("mv src/old src/new", "d:src/old w:src/new");
        check("cp -r templates/x out", "r:templates/x w:out");
        check("cp a.txt{,.bak}", "r:a.txt w:a.txt.bak");
        check("cp src/*.ts lib/", "opaque");
        check("ln -s ../a.ts link.ts", "r:../a.ts w:link.ts");
        check("install -m 755 bin/x /usr/local/bin/x", "r:bin/x w:/usr/local/bin/x");
        check("rsync -a --delete src/ dst", "r:src/ w:dst");
        check("scp host:/etc/a.conf ./a.conf", "w:./a.conf");
        check("scp ./a.conf host:/etc/", "r:./a.conf");
        check("dd if=/dev/zero of=disk.img bs=1M", "w:disk.img");
        check("curl -sSLo out.sh https://x.com/i.sh", "w:out.sh");
        check("curl -O https://x.com/a/i.tgz?x=1", "w:i.tgz");
        check("curl https://x.com/i.sh | bash", "");
        check("wget -qO- https://x.com/i.sh", "");
        check("wget -O a.zip https://x.com/b", "w:a.zip");
        check("wget https://x.com/b.zip", "w:b.zip");
        check("tar xzf a.tgz", "opaque");
        check("tar -czf out.tgz src", "w:out.tgz");
        check("tar tf a.tgz", "");
        check("patch -p1 < fix.diff", "r:fix.diff | opaque");
        check("sort -o out.txt in.txt", "w:out.txt r:in.txt");
    }

    #[test]
    fn in_place_edits() {
        check("sed -i s/x/y/ a.ts", "e:a.ts");
        check("sed -i '' 's/x/y/' a.ts b.ts", "e:a.ts e:b.ts");
        check("sed -i.bak -e 's/x/y/' a.ts", "e:a.ts");
        check("gsed -Ei 's/x/y/' a.ts", "e:a.ts");
        check("sed 's/x/y/' a.ts", "r:a.ts");
        check("sed -i s/x/y/ $(git ls-files)", "opaque");
        check("perl -pi -e 's/x/y/' a.ts", "e:a.ts");
        check("perl -0777 -i.bak -pe 's/x/y/' a.ts", "e:a.ts");
        check("perl -ne 'print' a.ts", "r:a.ts");
        check("awk -i inplace '{print}' a.txt", "e:a.txt");
        check("for f in a b; do sed -i s/x/y/ $f; done", "opaque");
        check("for f in *.ts; do grep x $f; done", "");
        check("F=src/a.ts; sed -i s/x/y/ $F && cat \"$F\"", "e:src/a.ts");
        check("if a; then F=b.ts; fi; rm $F", "opaque");
        check("D=$(mktemp -d); rm -rf \"$D\"", "opaque");
        check("rm -rf \"$HOME/.cache/x\"", "d:~/.cache/x");
        check("cd web; rm $PWD/a.ts \"$(pwd)/b.ts\"", "d:web/a.ts d:web/b.ts");
    }

    #[test]
    fn packers_put_one_file_in_the_place_of_another() {
        check("gzip a.log", "d:a.log w:a.log.gz");
        check("gzip -9k a.log", "r:a.log w:a.log.gz");
        check("gzip -c a.log > b.gz", "w:b.gz r:a.log");
        check("gzip -l a.gz; gzip -t a.gz; gunzip -c a.gz", "r:a.gz");
        check("gzip -d a.log.gz", "d:a.log.gz w:a.log");
        check("gunzip a.tgz b.gz", "d:a.tgz w:a.tar d:b.gz w:b");
        check("gzip -r logs", "opaque");
        check("gzip *.log", "opaque");
        check("xz -T 0 a.log", "d:a.log w:a.log.xz");
        check("bunzip2 -k a.bz2", "r:a.bz2 w:a");
        check("zstd a.log", "r:a.log w:a.log.zst");
        check("zstd -19 --rm a.log", "d:a.log w:a.log.zst");
        check("zstd a.log -o b.zst", "w:b.zst r:a.log");
        check("unzstd --rm a.zst", "d:a.zst w:a");
        check("tar c src | gzip > a.tgz", "w:a.tgz");
        check("split -l 100 big.csv src/part_", "r:big.csv | opaque");
    }

    #[test]
    fn tools_write_what_their_words_name() {
        check("dos2unix a.ts b.ts", "e:a.ts e:b.ts");
        check("dos2unix -n a.ts b.ts", "r:a.ts w:b.ts");
        check("dos2unix -i a.ts", "");
        check("sd 'a.b' c x.ts y.ts", "e:x.ts e:y.ts");
        check("sd -p a b x.ts", "");
        check("sd a b", "");
        check("iconv -f latin1 -t utf8 a.txt -o b.txt", "w:b.txt r:a.txt");
        check("openssl req -x509 -newkey rsa:2048 -keyout k.pem -out c.pem", "w:k.pem w:c.pem");
        check("openssl x509 -in c.pem -noout -text", "r:c.pem");
        check("sed -n '/x/w out.txt' a.ts", "r:a.ts w:out.txt");
        check("sed -i -e 's/a/b/w out.txt' a.ts", "e:a.ts w:out.txt");
        check("sed 's/a/b w c/' a.ts", "r:a.ts");
        check("awk '{print > \"out.txt\"}' a.ts", "r:a.ts w:out.txt");
        check("awk '$1 > \"b.txt\"' a.ts", "r:a.ts");
        check("awk '{print > \"/dev/stderr\"}' a.ts", "r:a.ts");
        check("vim -c '%s/a/b/g|wq' a.ts", "e:a.ts");
        check("nvim --headless +wq a.ts", "e:a.ts");
        check("vim -es a.ts < x.vim", "r:x.vim e:a.ts");
        check("vim -c ':q' a.ts", "r:a.ts");
        check("sg -p 'a($X)' -r 'b($X)' -U src/a.ts", "e:src/a.ts");
        check("ast-grep run -p a -r b src", "");
        check("sqlfluff fix --dialect ansi a.sql", "e:a.sql");
        check("sqlfluff lint a.sql", "r:a.sql");
        check("terraform fmt -diff main.tf", "e:main.tf");
        check("terraform -chdir=infra fmt main.tf", "e:infra/main.tf");
        check("terraform fmt -check main.tf", "r:main.tf");
        check("fd -e ts . src -x rm", "opaque");
        check("fd -e ts -X wc -l", "");
        check("fd -e ts -x sed -i s/a/b/ {} ';'; rm b.ts", "d:b.ts | opaque");
        check_commands(
            "fd -e ts . src -x prettier --write {}",
            "fd -e ts . src -x prettier --write {} ; prettier --write {}",
        );
    }

    #[test]
    fn git_changes_the_working_tree() {
        check("git rm a.ts && git mv b.ts c.ts", "d:a.ts d:b.ts w:c.ts");
        check("git rm --cached a.ts", "r:a.ts");
        check("git checkout -- src/a.ts", "back:src/a.ts");
        check("git checkout HEAD -- src/a.ts && git restore -s @ b.ts", "back:src/a.ts back:b.ts");
        check("git checkout HEAD~1 -- src/a.ts src/x", "out:src/a.ts out:src/x");
        check("git checkout main src/a.ts src/db", "out:src/a.ts out:src/db");
        check("git checkout origin/main src/db", "out:src/db");
        check("git checkout src/db src/a.ts", "back:src/a.ts");
        check("git restore --source=main~2 src/a.ts", "out:src/a.ts");
        check("git checkout src/a.ts", "back:src/a.ts");
        check("git checkout .gitignore", "back:.gitignore");
        check("git checkout -- .", "opaque");
        check("git checkout main", "opaque");
        check("git checkout release/1.x", "opaque");
        check("git checkout -b feature/x", "");
        check("git checkout -b feature/x origin/main", "opaque");
        check("git switch -c feature/x", "");
        check("git switch main", "opaque");
        check("git restore src/a.ts", "back:src/a.ts");
        check("git restore --staged src/a.ts", "r:src/a.ts");
        check("git restore --staged --worktree src/a.ts", "back:src/a.ts");
        check("git restore -s HEAD~2 src/a.ts", "out:src/a.ts");
        check("git stash", "opaque");
        check("git stash pop", "opaque");
        check("git stash list && git stash show -p", "");
        check("git merge main", "opaque");
        check("git merge-base main dev", "");
        check("git pull --rebase", "opaque");
        check("git cherry-pick abc123", "opaque");
        check("git reset --hard HEAD~1", "opaque");
        check("git reset HEAD src/a.ts", "r:src/a.ts");
        check("git clean -n", "");
        check("git clean -fd", "opaque");
        check("git apply fix.patch", "opaque");
        check("git apply --check fix.patch", "");
        check("git -C web checkout -- a.ts", "back:web/a.ts");
        check("git -C /abs -c a.b=c --no-pager commit -m x", "commits");
        check("sudo git commit --amend --no-edit", "commits");
        check("git commit --dry-run", "");
        check("rtk git commit -m x", "commits");
        check("echo 'git commit'", "");
        check("git diff > fix.patch", "w:fix.patch");
    }

    #[test]
    fn formatters_edit_what_they_are_given() {
        check("prettier --write src/a.ts", "e:src/a.ts");
        check("prettier --check src/a.ts", "r:src/a.ts");
        check("npx prettier --write .", "opaque");
        check("npx --yes prettier@3 --write src/a.ts src", "e:src/a.ts | opaque");
        check("gofmt -w cmd/a.go", "e:cmd/a.go");
        check("gofmt -l .", "");
        check("cargo fmt", "opaque");
        check("cargo fmt -- --check", "");
        check("cargo fmt --version", "");
        check("cargo +nightly fmt --all", "opaque");
        check("cargo clippy --fix --allow-dirty", "opaque");
        check("cargo clippy -- -D warnings", "");
        check("rustfmt --edition 2024 src/a.rs", "e:src/a.rs");
        check("eslint --fix src/a.ts", "e:src/a.ts");
        check("pnpm exec eslint src --fix", "opaque");
        check("ruff check --fix src/a.py", "e:src/a.py");
        check("ruff check src/a.py", "r:src/a.py");
        check("uv run ruff format .", "opaque");
        check("uvx black --check a.py", "r:a.py");
        check("python -m isort a.py", "e:a.py");
        check("biome check --write src/a.ts", "e:src/a.ts");
        check("clang-format -i a.cc", "e:a.cc");
        check("golangci-lint run --fix", "opaque");
        check("golangci-lint run ./...", "");
        check("go run golang.org/x/tools/cmd/goimports@latest -w a.go", "e:a.go");
        check("fieldalignment --fix ./...", "opaque");
        check("mise run fmt && mise run lint", "opaque");
        check("mise run fmt:check", "");
        check("npm run lint:fix", "opaque");
        check("npm run lint -- --fix", "opaque");
        check("npm run format-test", "");
        check("pnpm --filter web format", "opaque");
        check("make -C web fmt test", "opaque");
        check("make test", "");
        check("bun run prefix", "");
    }

    #[test]
    fn adding_a_package_changes_manifest_and_lock_file() {
        check("npm install", "e:package-lock.json");
        // It only reads the lock file.
        check("npm ci", "");
        check("npm install -g typescript", "");
        check("npm install --save-dev vitest", "e:package.json e:package-lock.json");
        check("npm install --prefix web lodash", "e:web/package.json e:web/package-lock.json");
        check("cd web && npm i lodash", "e:web/package.json e:web/package-lock.json");
        check("pnpm add -D vitest", "e:package.json e:pnpm-lock.yaml");
        check("pnpm --filter web add zod", "e:pnpm-lock.yaml | opaque");
        check("pnpm -C web add zod", "e:web/package.json e:web/pnpm-lock.yaml");
        check("yarn add left-pad", "e:package.json e:yarn.lock");
        check("bun add zod", "e:package.json e:bun.lock");
        check("cargo add serde -F derive", "e:Cargo.toml e:Cargo.lock");
        check("cargo add -p core serde", "e:Cargo.lock | opaque");
        check("cargo update", "e:Cargo.lock");
        check("go get github.com/a/b@v1.2.3", "e:go.mod e:go.sum");
        check("go mod tidy", "e:go.mod e:go.sum");
        check("pip install -r requirements.txt", "");
        check("uv add httpx", "e:pyproject.toml e:uv.lock");
        check("poetry add httpx", "e:pyproject.toml e:poetry.lock");
        check("go generate ./...", "opaque");
        check("npx prisma migrate dev", "opaque");
        check("sqlc generate", "opaque");
        check("protoc --go_out=. a.proto", "opaque");
    }

    #[test]
    fn a_literal_cd_is_followed() {
        check("cd web && rm a.ts", "d:web/a.ts");
        check("cd web && rm ./a.ts ../b.ts", "d:web/a.ts d:web/../b.ts");
        check("cd /abs && echo x > a.ts", "w:/abs/a.ts");
        check("cd web; cd src; rm a.ts", "d:web/src/a.ts");
        check("(cd web && rm a.ts); rm b.ts", "d:web/a.ts d:b.ts");
        check("cd web && rm /tmp/x ~/y", "d:/tmp/x d:~/y");
        check("cd web; cd ..; rm a.ts", "d:a.ts");
        check("cd web/src; cd ../../app; rm a.ts", "d:app/a.ts");
        check("cd ..; cd ..; rm a.ts", "d:../../a.ts");
        check("cd /abs; cd ..; rm a.ts", "d:/abs/../a.ts");
        check("cd ~; cd ..; rm a.ts", "d:~/../a.ts");
        check("cd web; cd ..; cd -; rm a.ts", "d:web/a.ts");
        check("cd - && rm a.ts", "opaque");
        check("cd $X && rm a.ts && cat b.ts", "opaque");
        check("cd $X && rm /tmp/a.ts", "d:/tmp/a.ts");
        check("cd && rm a.ts", "d:~/a.ts");
        check("D=web; cd $D && rm a.ts", "d:web/a.ts");
        check("cd web || exit 1; rm a.ts", "d:web/a.ts");
        check("test -d web || cd other; rm a.ts", "opaque");
        check("if a; then cd web; fi; rm a.ts", "opaque");
        check("cd web | cat; rm a.ts", "d:a.ts");
        check("cd web & rm a.ts", "d:a.ts");
        check("pushd web && rm a.ts && popd && rm b.ts", "d:web/a.ts d:b.ts");
        check("cd x; (cd y); cd -; rm a.ts", "d:a.ts");
        check("cd x && git -C y status; cd - && rm a.ts", "d:a.ts");
        check("cd x; if a; then pushd y; fi; popd; rm a.ts", "opaque");
        check("{ cd web; rm a.ts; }; rm b.ts", "d:web/a.ts d:web/b.ts");
        check("{ cd web; } > log.txt", "w:log.txt");
    }

    #[test]
    fn a_wrapper_that_changes_the_folder_is_followed() {
        check("env -C web rm a.ts; rm b.ts", "d:web/a.ts d:b.ts");
        check("env -iCweb A=1 rm a.ts", "d:web/a.ts");
        check("env --chdir=web -u HOME rm a.ts", "d:web/a.ts");
        check("env --chdir web -S 'rm a.ts'", "d:web/a.ts");
        check("cd app && sudo -nD web -u root rm a.ts && rm b.ts", "d:app/web/a.ts d:app/b.ts");
        check("sudo --chdir web env -C src git -C x rm a.ts", "d:web/src/x/a.ts");
        check("systemd-run --user --working-directory=web rm a.ts", "d:web/a.ts");
        check("unshare -r --wd=web rm a.ts", "d:web/a.ts");
        check("wsl --cd web rm a.ts", "d:web/a.ts");
        check("env -C $X rm a.ts", "opaque");
        check("env -C web cat a.ts > b.ts", "w:b.ts r:web/a.ts");
        // The flags of others, and of the command behind one.
        check("doas -C web rm a.ts", "d:a.ts");
        check("env tar -C web -cf a.tar .", "w:a.tar");
        check("env sort -S 1G -o a.ts b.ts", "w:a.ts r:b.ts");
        check("sudo -nu root rm a.ts", "d:a.ts");
    }

    #[test]
    fn commands_inside_commands_are_read() {
        check("bash -c 'rm a.ts'", "d:a.ts");
        check("bash -lc \"cd web && rm a.ts\"; rm b.ts", "d:web/a.ts d:b.ts");
        check("sh -c 'sh -c \"rm a.ts\"'", "d:a.ts");
        check("echo $(rm a.ts) `rm b.ts`", "d:a.ts d:b.ts");
        check("X=$(touch a.ts)", "w:a.ts");
        check("echo \"${X:-$(rm a.ts)}\"", "d:a.ts");
        check("if grep -q x a.ts; then rm b.ts; else rm c.ts; fi", "r:a.ts d:b.ts d:c.ts");
        check("while read -r l; do echo $l >> out.txt; done < in.txt", "r:in.txt e:out.txt");
        check("case $x in a) rm a.ts;; *) rm b.ts;; esac", "d:a.ts d:b.ts");
        check("f() { rm a.ts; }; f", "d:a.ts");
        check("f() { rm \"$1\"; }; f a.ts", "r:a.ts | opaque");
        check("find . -name '*.tmp' -delete", "opaque");
        check("find . -name '*.tmp' -exec rm {} +", "opaque");
        check("git ls-files | xargs sed -i s/a/b/", "opaque");
        check("git ls-files | xargs rm -f", "opaque");
        check("git ls-files | xargs -n1 grep -l foo", "");
        check("ls | xargs -I{} cp {} dst/", "opaque");
        check("trap 'rm -f a.tmp' EXIT", "d:a.tmp");
        check("eval 'rm a.ts'", "d:a.ts");
        check("eval \"$CMD\"", "opaque");
        check("eval \"$(direnv hook bash)\"", "");
        check("wsl -e bash -lc 'rm a.ts'", "d:a.ts");
        check("timeout 30s env A=1 nice -n 5 rm a.ts", "d:a.ts");
        check("time rm a.ts", "d:a.ts");
        check("cmd /c del a.ts", "d:a.ts");
        check("flock lock -c 'rm a.ts'", "d:a.ts");
        check("env -S 'rm a.ts'", "d:a.ts");
        check("script -qc 'rm a.ts' log", "d:a.ts");
        check("nix-shell --run 'rm a.ts'", "d:a.ts");
        check("chronic runuser -u dev rm a.ts", "d:a.ts");
        check("( ( rm a.ts ) )", "d:a.ts");
        check("((rm a.ts) )", "d:a.ts");
        check("echo $((rm a.ts) )", "d:a.ts");
        check("(( x = $(rm a.ts) ))", "d:a.ts");
        check("for ((;;)); do rm a.ts; break; done", "d:a.ts | opaque");
        check("for ((i=$(rm a.ts);0;)); do :; done", "d:a.ts");
        check("a[$(rm a.ts)]=1", "d:a.ts");
        check("select x in a; do rm a.ts; done", "d:a.ts | opaque");
        check("sh -c -- 'rm a.ts'", "d:a.ts");
        check("r\\m a.ts", "d:a.ts");
        // What is an expression runs nothing and writes nothing.
        check("((i > 5)) && echo $((a.b > 3)) $(( (x + 1) * 2 ))", "");
        check("((i++)); (( n = n - 1 )); for ((i=0; i<10; i++)); do echo $i; done", "");
    }

    #[test]
    fn inline_scripts_are_opaque_only_when_they_write() {
        check("python3 -c 'print(1)'", "");
        check("python3 -c \"open('a.txt','w').write('x')\"", "opaque");
        check("python - <<'EOF'\nprint(open('a').read())\nEOF", "");
        check("python3 <<'EOF'\nfrom pathlib import Path\nPath('a').write_text('x')\nEOF", "opaque");
        check("cat <<'EOF' | python3 -\nopen('a', 'w')\nEOF", "opaque");
        check("uv run python - <<'EOF'\nopen('a', 'w')\nEOF", "opaque");
        check("node -e 'console.log(1)'", "");
        check("node -e \"require('fs').writeFileSync('a','b')\"", "opaque");
        check("ruby -e 'puts 1'", "");
        check("python -m pytest tests/a.py", "r:tests/a.py");
    }

    #[test]
    fn powershell_commands_are_read() {
        check("Remove-Item -Recurse -Force dist", "d:dist");
        check("Remove-Item src\\a.ts, src\\b.ts", "d:src\\a.ts d:src\\b.ts");
        check("Set-Content -Path a.txt -Value 'x y'", "w:a.txt");
        check("'x' | Out-File -FilePath a.txt -Append", "e:a.txt");
        check("Move-Item a.ts b.ts", "d:a.ts w:b.ts");
        check("Copy-Item -Path a.ts -Destination b.ts", "w:b.ts");
        check("Rename-Item src/a.ts b.ts", "d:src/a.ts w:src/b.ts");
        check("New-Item -ItemType Directory -Path out", "");
        check("$x = Get-Content a.ts; Remove-Item b.ts", "r:a.ts d:b.ts");
        check("Get-ChildItem | ForEach-Object { Remove-Item $_ }", "opaque");
        check("if ($x) { Get-Content 'a.ts' } else { Remove-Item b.ts }", "r:a.ts d:b.ts | opaque");
        check("Get-ChildItem | Where-Object { $_.Name -match '(' }", "");
        check("npm test 2>$null", "");
    }

    #[test]
    fn text_that_is_no_bash_is_read_word_by_word() {
        check("echo 'unterminated", "");
        check("rm a.ts 'unterminated", "d:a.ts d:unterminated | opaque");
        check("cat a.ts | grep 'x", "r:a.ts");
        check("cat > a.ts <<EOF\nrm b.ts", "opaque");
        check(&format!("{}rm a.ts", "( ".repeat(60)), "d:a.ts | opaque");
        check(&format!("echo start\n{}", "rm x.ts\n".repeat(40_000)), "opaque");
    }

    #[test]
    fn a_path_is_listed_once_for_what_happens_to_it() {
        check("cat a.ts; cat a.ts", "r:a.ts");
        check("cat a.ts && rm a.ts", "d:a.ts");
        check("rm a.ts && echo x > a.ts", "d:a.ts w:a.ts");
    }

    #[test]
    fn simple_commands_are_listed_behind_their_wrappers() {
        check_commands("FOO=1 sudo -E npm test 2>&1 | tail -5", "npm test ; tail -5");
        check_commands("git -C /x -c a.b=c --no-pager push origin 'my branch'", "git push origin my branch");
        check_commands("timeout 5 rtk proxy cargo +nightly test", "cargo test");
        check_commands("pnpm --filter web test", "pnpm test --filter web");
        check_commands("npx eslint .", "npx eslint . ; eslint .");
        check_commands("bash -c 'npm test && git push'", "bash -c npm test && git push ; npm test ; git push");
        check_commands("command -v node", "command -v node");
        check_commands("echo $(git status)", "git status ; echo $(git status)");
        check_commands("A=1", "");
        check_commands("", "");
    }

    #[test]
    fn hostile_depth_and_length_do_no_harm() {
        // Each step doubles a value, or fills in a long one.
        read(&format!("a=xxxxxxxx;{}", "a=$a$a;".repeat(64)));
        assert!(
            read(&format!("a={};echo{} > b", "x".repeat(50_000), " $a".repeat(20_000)))
                .effects
                .iter()
                .any(|effect| effect.path == "b")
        );
        for opener in [
            "$(",
            "(",
            "((",
            "`",
            "{ ",
            "if a; then ",
            "case a in b) ",
            "bash -c '",
            "npx ",
            "sudo ",
            "eval ",
            "\"$(",
            "${a:-",
        ] {
            read(&opener.repeat(3_000));
        }
        read(&format!("rm {}", "a.ts ".repeat(50_000)));
        let many: Vec<String> = (0..20_000).map(|number| format!("f{number}")).collect();
        assert!(read(&format!("rm {}", many.join(" "))).opaque);
        // The deepest text that is still parsed, in every text that is still entered.
        let deep = format!("{} a {}", "{ ".repeat(23), "; }".repeat(23));
        read(&format!("eval '{deep}; eval \"{deep}; eval {deep}\"'"));
        read(&format!("{}x{}", "$( ".repeat(39), " )".repeat(39)));
    }

    #[test]
    fn folders_that_grow_are_given_up_in_time() {
        for repeated in [
            "cd src && rm *.ts\n",
            "cd x; ",
            "cd x; ls a.ts; ",
            "pushd x; (ls); ",
            "(cd x; rm b.ts; cd x; rm a.ts); cd y; ",
            "env -C x rm $F; cd x; ",
            "cd x; black y; ",
        ] {
            let Reading { commands, effects, doubtful, folders, .. } = read(&repeated.repeat(2_500));
            let places = effects.iter().chain(&doubtful).map(|effect| &effect.path);
            let kept = commands.iter().filter_map(|command| command.folder.as_ref()).chain(&folders).chain(places);
            let bytes: usize = kept.map(String::len).sum();
            assert!(bytes < 400_000 && commands.len() >= 2_500, "{repeated}: {bytes} of {}", commands.len());
        }
        let long = format!("cd {}; {}", "x/".repeat(2_000), "ls; ".repeat(2_500));
        let kept = read(&long).commands.iter().filter(|command| command.folder.is_some()).count();
        assert!(kept < 100, "{kept}");
        assert_eq!(read(&"cd $X; rm *.ts\n".repeat(100)).doubtful.len(), 1);
        // There and back again is no way that grows.
        let back = read(&"cd packages/app && rm a.ts; cd ../..\n".repeat(2_500)).commands;
        assert!(back.iter().all(|command| command.folder.is_some()));
    }

    fn shellish() -> impl Strategy<Value = String> {
        let tokens = prop::sample::select(vec![
            "rm",
            "cd",
            "git",
            "-C",
            "commit",
            "a.ts",
            "$f",
            "$(",
            ")",
            "(",
            "{",
            "}",
            "`",
            "'",
            "\"",
            "\\",
            ";",
            "&&",
            "||",
            "|",
            "&",
            ">",
            ">>",
            "<<EOF",
            "\nEOF\n",
            "<<<",
            "2>&1",
            "if",
            "then",
            "fi",
            "for",
            "in",
            "do",
            "done",
            "case",
            "esac",
            ";;",
            "while",
            "[[",
            "]]",
            "((",
            "))",
            "${",
            "bash",
            "-c",
            "xargs",
            "find",
            "-exec",
            "eval",
            "sed",
            "-i",
            "s/a/b/",
            "é",
            "=",
            "A=1",
            "*",
            "\n",
            "\t",
            "#",
            "!",
            "npx",
            "python",
            "-",
            "--",
            "~",
            "$'",
            "99999999999>",
        ]);
        prop::collection::vec((tokens, prop::bool::ANY), 0..40).prop_map(|tokens| {
            tokens
                .iter()
                .map(|(token, spaced)| if *spaced { format!("{token} ") } else { (*token).to_owned() })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn any_text_is_read(command in any::<String>()) {
            read(&command);
        }

        #[test]
        fn any_run_of_shell_words_is_read(command in shellish()) {
            let reading = read(&command);
            for effect in &reading.effects {
                prop_assert!(!effect.path.is_empty());
            }
        }
    }
}
