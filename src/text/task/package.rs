//! Scripts of package.json.

use serde_json::Value;

/// Flags that say in which folder it runs.
const FOLDER: [&str; 4] = ["--prefix", "-C", "--cwd", "--dir"];
/// Flags by which it runs in another package of the repository, and by which it runs in all of them.
const OTHER: [&str; 4] = ["-w", "--workspace", "--filter", "-F"];
const ALL: [&str; 4] = ["--workspaces", "-ws", "-r", "--recursive"];
/// Scripts that npm runs without `run`.
const BY_NAME: [&str; 5] = ["restart", "start", "stop", "t", "test"];

/// What is called: the folder, the names of the scripts (with those that npm runs before and behind), and the arguments of the one meant.
type Scripts = (String, Vec<String>, Vec<String>);

/// The scripts that are run: `npm run build -- --watch`, `yarn build`, `npm --prefix web test`.
pub(super) fn called(program: &str, operands: &[String]) -> Option<Scripts> {
    let (mut folder, operands) = package(program, operands)?;
    let mut words = operands.into_iter();
    let mut runs = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--" => return None,
            flag if FOLDER.contains(&flag) => {
                let given = words.next()?;
                folder = if folder.is_empty() { given.clone() } else { format!("{given}/{folder}") };
            }
            flag if flag.starts_with('-') => {}
            "run" | "run-script" if !runs => runs = true,
            name => {
                let name = if name == "t" { "test" } else { name };
                // Of the others each script is a command of its own; one that there is not is none.
                let known = runs || BY_NAME.contains(&name) || matches!(program, "yarn" | "pnpm");
                let names = match program {
                    "npm" => vec![format!("pre{name}"), name.to_owned(), format!("post{name}")],
                    _ => vec![name.to_owned()],
                };
                let arguments =
                    words.skip_while(|word| program == "npm" && *word != "--").filter(|word| word.as_str() != "--");
                return known.then(|| (folder, names, arguments.cloned().collect()));
            }
        }
    }
    None
}

/// The scripts that `npm-run-all a b` runs, with what npm runs before and behind each. Which ones a pattern means is not told.
pub(super) fn several(operands: &[String]) -> Vec<String> {
    let names = operands.iter().take_while(|word| *word != "--").filter(|word| !word.starts_with('-'));
    let plain = names.filter(|name| !name.contains(['*', ' ', '{', '!', '/']));
    plain.flat_map(|name| [format!("pre{name}"), name.clone(), format!("post{name}")]).collect()
}

/// The folder of the package that flags name by its path, "" without such a flag, and the words without it. `None` where it is named
/// in another way, or several are: which ones those are nobody can tell here.
fn package<'w>(program: &str, operands: &'w [String]) -> Option<(String, Vec<&'w String>)> {
    let (mut folder, mut kept) = (String::new(), Vec::new());
    let mut words = operands.iter();
    while let Some(word) = words.next() {
        let (flag, attached) = word.split_once('=').map_or((word.as_str(), None), |(flag, value)| (flag, Some(value)));
        if ALL.contains(&flag) {
            return None;
        }
        if flag == "--" {
            kept.push(word);
            kept.extend(words.by_ref());
        } else if OTHER.contains(&flag) {
            let named = attached.or_else(|| words.next().map(String::as_str))?;
            // npm takes a name and a path, pnpm a name or what says that it is a path.
            let by_path = named.starts_with("./") || program == "npm" && !named.starts_with('@');
            if !folder.is_empty() || !by_path || named.contains(['*', '{', '!', '^']) || named.contains("...") {
                return None;
            }
            named.clone_into(&mut folder);
        } else {
            kept.push(word);
        }
    }
    Some((folder, kept))
}

/// The scripts of these names, in their order; `arguments` stand behind the one that is no preparation.
pub(super) fn scripts(text: &str, names: &[String], arguments: &[String]) -> Option<Vec<String>> {
    let package: Value = serde_json::from_str(text).ok()?;
    let scripts = package.get("scripts")?.as_object()?;
    let meant = names.get(names.len() / 2);
    let with_arguments = |name: &String, script: &str| {
        let quoted =
            arguments.iter().filter(|_| Some(name) == meant).map(|word| format!(" '{}'", word.replace('\'', "")));
        quoted.fold(script.to_owned(), |line, word| line + &word)
    };
    let script = |name: &String| Some(with_arguments(name, scripts.get(name)?.as_str()?));
    let found: Vec<String> = names.iter().filter_map(script).collect();
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell::bare_words;

    #[track_caller]
    fn check(command: &str, expected: Option<(&str, &[&str], &[&str])>) {
        let words = bare_words(command);
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let expected = expected.map(|(folder, names, arguments)| (folder.to_owned(), owned(names), owned(arguments)));
        assert_eq!(called(&words[0], &words[1..]), expected, "{command}");
    }

    #[test]
    fn scripts_are_called_in_several_ways() {
        check("npm run build", Some(("", &["prebuild", "build", "postbuild"], &[])));
        check(
            "npm --prefix web run build -- --watch",
            Some(("web", &["prebuild", "build", "postbuild"], &["--watch"])),
        );
        check("npm t", Some(("", &["pretest", "test", "posttest"], &[])));
        check("yarn release", Some(("", &["release"], &[])));
        check("pnpm -s release", Some(("", &["release"], &[])));
        check("bun run release", Some(("", &["release"], &[])));
        check("bun release.ts", None);
        check("npm install", None);
        check("npm run -w web build", Some(("web", &["prebuild", "build", "postbuild"], &[])));
        check("npm run build --workspace=apps/web", Some(("apps/web", &["prebuild", "build", "postbuild"], &[])));
        check(
            "npm --prefix app run build -w web -- -w",
            Some(("app/web", &["prebuild", "build", "postbuild"], &["-w"])),
        );
        check("pnpm release --filter ./web", Some(("./web", &["release"], &[])));
        check("pnpm release --filter web", None);
        check("npm run build -w @x/web", None);
        check("npm run build -w a -w b", None);
        check("npm run build --workspaces", None);
        check("npm run", None);
    }

    #[test]
    fn several_scripts_are_run_by_one_command() {
        let names = |command: &str| several(&bare_words(command)).join(" ");
        assert_eq!(names("-s lint push -- x"), "prelint lint postlint prepush push postpush");
        assert_eq!(names("build:* --parallel"), "");
    }

    #[test]
    fn of_several_names_those_that_there_are() {
        let text = r#"{"scripts": {"prebuild": "rm -rf dist", "build": "tsc"}}"#;
        let names = ["prebuild", "build", "postbuild"].map(str::to_owned);
        assert_eq!(scripts(text, &names, &[]), Some(vec!["rm -rf dist".to_owned(), "tsc".to_owned()]));
        assert_eq!(scripts(text, &["test".to_owned()], &[]), None);
        let watched = scripts(text, &names, &["--watch".to_owned()]);
        assert_eq!(watched, Some(vec!["rm -rf dist".to_owned(), "tsc '--watch'".to_owned()]));
        assert_eq!(scripts("{", &names, &[]), None);
    }
}
