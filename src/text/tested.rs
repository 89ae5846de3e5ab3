//! Tests and what they test, by the names of files and folders alone.
//!
//! Owns the one table of names. What follows from it (a pair, a kind of work, a place in the goal's scope) is for others.

/// Folders whose files are tests.
const FOLDERS: [&str; 6] = ["__tests__", "e2e", "spec", "specs", "test", "tests"];
/// Beginnings and endings of a test's name beside that of its subject, in lower case.
const BEFORE: [&str; 2] = ["test_", "test-"];
const BEHIND: [&str; 8] = ["_test", ".test", ".spec", "_spec", "-test", "-spec", "_tests", "-tests"];
/// The same where words are told apart by capitals, as in `TokenTest.java`.
const BEHIND_CAPITAL: [&str; 4] = ["Test", "Tests", "IT", "Spec"];

/// True for the name of a folder whose files are tests.
pub fn is_folder(name: &str) -> bool {
    FOLDERS.contains(&name)
}

/// True for the name of a folder of what tests read.
pub fn is_data_folder(name: &str) -> bool {
    name == "testdata"
}

/// What a test is about, by its name without extension: `token` for `token.test`, `test_token`, `token_test`, `TokenTest`; `None`
/// for a name that is no test's, and for one that names nothing beside (`_test`).
pub fn subject(stem: &str) -> Option<&str> {
    let begins = |mark: &&&str| stem.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark));
    let ends = |mark: &&&str| {
        let at = stem.len().checked_sub(mark.len());
        at.and_then(|at| stem.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(mark))
    };
    let before = || BEFORE.iter().find(begins).map(|mark| &stem[mark.len()..]);
    let behind = || BEHIND.iter().find(ends).map(|mark| &stem[..stem.len() - mark.len()]);
    let capital = || {
        let rest = BEHIND_CAPITAL.iter().find_map(|mark| stem.strip_suffix(mark))?;
        // "Latest" ends in a word of its own.
        rest.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()).then_some(rest)
    };
    before().or_else(behind).or_else(capital).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stem: &str, expected: Option<&str>) {
        assert_eq!(subject(stem), expected, "{stem}");
    }

    #[test]
    fn a_tests_name_tells_its_subject() {
        check("token.test", Some("token"));
        check("token_spec", Some("token"));
        check("token-tests", Some("token"));
        check("test_token", Some("token"));
        check("Test_Token", Some("Token"));
        check("TokenTest", Some("Token"));
        check("Token2IT", Some("Token2"));
        check("ü_test", Some("ü"));
        for none in ["token", "latest", "Latest", "HTTPTest", "_test", "test_", "test", "Test", "tests", "", "ünder"] {
            check(none, None);
        }
        assert!(is_folder("e2e") && !is_folder("testdata") && is_data_folder("testdata"));
    }
}
