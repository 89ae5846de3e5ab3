//! Which files a goal wants, judged by names alone: the words of its text against the names of the repository's files.
//!
//! A linear model over some forty features (`feature`), fitted to 558 goals with their accepted changes by
//! `scripts/fit_infer.py`; softmax over the files of the list. The figures stand in ACCURACY.md.

mod feature;
mod name;
mod ranking;
mod rows;
mod unasked;
mod zones;

use crate::config::{Config, InferConfig};
use crate::domain::{FileList, Goal, Likely};
pub use ranking::{Features, Inference};
pub use unasked::{Change, Doubt, Evidence};

/// The files that the goal's words speak for, the likeliest first. A declared scope needs no guess; neither does a goal without
/// files, and in a repository of more than `max_files` the names alone are not worth a hook's time.
pub fn likely(goal: &Goal, files: &FileList, config: &InferConfig) -> Vec<Likely> {
    if goal.scope.declared() || files.is_empty() || files.len() > config.max_files {
        return Vec::new();
    }
    let features = Features::new(goal, files, config);
    let inference = features.infer(config);
    let best = inference.ranked.iter().take(inference.in_scope.min(config.max_likely)).map(|(at, _)| *at);
    // What no word speaks for is a guess without evidence.
    best.filter_map(|at| {
        let words = features.words(files.path(at));
        let why = format!("its name shares {words} with the goal");
        (!words.is_empty()).then(|| Likely { path: files.path(at).to_owned(), why })
    })
    .collect()
}

/// The changed files that the goal did not ask for, by names alone: a hint for people, never evidence. Empty where the scope is
/// declared (then that decides), and where the names decide nothing.
pub fn unasked<'a>(goal: &Goal, changed: &[&'a str], files: &FileList, config: &Config) -> Vec<&'a str> {
    if goal.scope.declared() || files.is_empty() || files.len() > config.infer.max_files {
        return Vec::new();
    }
    // A file that the session created may be in no list.
    let all = FileList::new(files.paths().chain(changed.iter().copied()).map(str::to_owned).collect(), files.truncated);
    let features = Features::new(goal, &all, &config.infer);
    let places: Vec<usize> = changed.iter().filter_map(|path| all.position(path)).collect();
    let change = Change { goal, files: &all, changed: &places };
    let doubts = features.unasked(&features.infer(&config.infer), &change, &config.unasked);
    doubts.iter().filter(|doubt| doubt.told).filter_map(|doubt| changed.get(doubt.at).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 8] = [
        "README.md",
        "src/auth/login.ts",
        "src/auth/session.ts",
        "src/cart/cart.ts",
        "src/cart/price.ts",
        "src/theme/colors.ts",
        "tests/auth/login.test.ts",
        "tests/cart/cart.test.ts",
    ];

    fn files() -> FileList {
        FileList::new(FILES.map(str::to_owned).to_vec(), false)
    }

    fn goal(text: &str) -> Goal {
        Goal { text: text.to_owned(), ..Goal::default() }
    }

    #[track_caller]
    fn check(text: &str, first: &str) {
        let config = crate::config::defaults().infer;
        let ranked = Features::new(&goal(text), &files(), &config).infer(&config).ranked;
        assert_eq!(ranked.first().map(|(at, _)| FILES[*at]), (!first.is_empty()).then_some(first), "{text}");
    }

    #[test]
    fn the_file_of_the_goals_words_comes_first() {
        check("The login fails after a minute", "src/auth/login.ts");
        check("The price is rounded twice", "src/cart/price.ts");
        check("use other colours: `colors`", "src/theme/colors.ts");
        check("ok, go on", "");
        check("", "");
    }

    #[test]
    fn likely_files_have_their_reason() {
        let goal = goal("The login fails after a minute");
        let likely = likely(&goal, &files(), &crate::config::defaults().infer);
        let shown: Vec<String> = likely.iter().map(|likely| format!("{}: {}", likely.path, likely.why)).collect();
        assert_eq!(shown.first().map(String::as_str), Some("src/auth/login.ts: its name shares “login” with the goal"));
        assert!(!shown.iter().any(|line| line.starts_with("src/theme")), "{shown:?}");
    }

    #[test]
    fn a_stray_file_among_the_changed_ones_is_doubted() {
        let config = crate::config::defaults();
        let stray = |changed: &[&'static str]| {
            let goal = goal("Fix the login: the auth session is lost after a minute of login");
            unasked(&goal, changed, &files(), &config)
        };
        assert_eq!(stray(&["src/auth/login.ts"]), [""; 0]);
        assert_eq!(stray(&["src/auth/login.ts", "src/auth/session.ts"]), [""; 0]);
        assert_eq!(stray(&["src/theme/colors.ts", "src/auth/login.ts"]), ["src/theme/colors.ts"]);
        // Tests and prose follow any work.
        assert_eq!(stray(&["README.md", "src/auth/login.ts"]), [""; 0]);
    }

    #[test]
    fn the_same_goal_and_files_give_the_same_ranking() {
        let config = crate::config::defaults().infer;
        let once = || Features::new(&goal("round the price in the cart"), &files(), &config).infer(&config);
        assert_eq!(once(), once());
    }
}
