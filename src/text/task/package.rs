//! Scripts of package.json.

use serde_json::Value;

/// Flags that say in which folder it runs.
const FOLDER: [&str; 4] = ["--prefix", "-C", "--cwd", "--dir"];
/// Flags by which it runs in other packages of the repository: which ones nobody can tell here.
const ELSEWHERE: [&str; 8] = ["-w", "--workspace", "--workspaces", "-ws", "--filter", "-F", "-r", "--recursive"];
/// Scripts that npm runs without `run`.
const BY_NAME: [&str; 5] = ["restart", "start", "stop", "t", "test"];

/// The folder and the names of the scripts that are run: `npm run build`, `yarn build`, `npm --prefix web test`.
pub(super) fn called(program: &str, operands: &[String]) -> Option<(String, Vec<String>)> {
    let mut folder = String::new();
    let mut words = operands.iter();
    let mut runs = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--" => return None,
            flag if FOLDER.contains(&flag) => folder.clone_from(words.next()?),
            flag if ELSEWHERE.iter().any(|known| flag == *known || flag.starts_with(&format!("{known}="))) => {
                return None;
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
                return known.then_some((folder, names));
            }
        }
    }
    None
}

/// The scripts of these names, in their order.
pub(super) fn scripts(text: &str, names: &[String]) -> Option<Vec<String>> {
    let package: Value = serde_json::from_str(text).ok()?;
    let scripts = package.get("scripts")?.as_object()?;
    let found: Vec<String> = names.iter().filter_map(|name| scripts.get(name)?.as_str()).map(str::to_owned).collect();
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, expected: Option<(&str, &[&str])>) {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let expected =
            expected.map(|(folder, names)| (folder.to_owned(), names.iter().map(|name| (*name).to_owned()).collect()));
        assert_eq!(called(&words[0], &words[1..]), expected, "{command}");
    }

    #[test]
    fn scripts_are_called_in_several_ways() {
        check("npm run build", Some(("", &["prebuild", "build", "postbuild"])));
        check("npm --prefix web run build -- --watch", Some(("web", &["prebuild", "build", "postbuild"])));
        check("npm t", Some(("", &["pretest", "test", "posttest"])));
        check("yarn release", Some(("", &["release"])));
        check("pnpm -s release", Some(("", &["release"])));
        check("bun run release", Some(("", &["release"])));
        check("bun release.ts", None);
        check("npm install", None);
        check("npm run -w web build", None);
        check("npm run", None);
    }

    #[test]
    fn of_several_names_those_that_there_are() {
        let text = r#"{"scripts": {"prebuild": "rm -rf dist", "build": "tsc"}}"#;
        let names = ["prebuild", "build", "postbuild"].map(str::to_owned);
        assert_eq!(scripts(text, &names), Some(vec!["rm -rf dist".to_owned(), "tsc".to_owned()]));
        assert_eq!(scripts(text, &["test".to_owned()]), None);
        assert_eq!(scripts("{", &names), None);
    }
}
