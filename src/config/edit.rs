//! The one edit that driftguard makes in a configuration file: the mode. Everything else in the text stays as it is.

use super::Mode;

/// `text` with this mode in force. Only the line of the key changes; without one a line is put first, since a key behind
/// a table's heading would belong to that table.
///
/// # Errors
/// The text is no TOML; the error is the parser's first line.
pub fn with_mode(text: &str, mode: Mode) -> Result<String, String> {
    let first_line = |error: toml::de::Error| error.message().lines().next().unwrap_or("no TOML").to_owned();
    let known: toml::Table = toml::from_str(text).map_err(first_line)?;
    let line = format!("mode = \"{}\"", mode.name());
    if !known.contains_key("mode") {
        return Ok(format!("{line}\n{text}"));
    }
    let is_mode =
        |given: &str| given.trim_start().strip_prefix("mode").is_some_and(|rest| rest.trim_start().starts_with('='));
    let mut replaced = false;
    let changed: String = text
        .split_inclusive('\n')
        .map(|given| {
            if replaced || !is_mode(given) {
                return given.to_owned();
            }
            replaced = true;
            let comment = given.find('#').map_or("", |at| given[at..].trim_end());
            let end = if given.ends_with('\n') { "\n" } else { "" };
            if comment.is_empty() { format!("{line}{end}") } else { format!("{line} {comment}{end}") }
        })
        .collect();
    if !replaced {
        // The key is there in a spelling of its own (`"mode" = ..`): a second one would be a mistake.
        return Err("`mode` is set in an unusual way: change it by hand".to_owned());
    }
    if toml::from_str::<toml::Table>(&changed).is_err() {
        return Err("`mode` spans several lines: change it by hand".to_owned());
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        assert_eq!(with_mode(text, Mode::Monitor), expected.map(str::to_owned).map_err(str::to_owned));
    }

    #[test]
    fn only_the_line_of_the_mode_changes() {
        check("", Ok("mode = \"monitor\"\n"));
        check(
            "# mine\nmode = \"guide\" # why\n[scope]\nalways_ok = []\n",
            Ok("# mine\nmode = \"monitor\" # why\n[scope]\nalways_ok = []\n"),
        );
        check("[scope]\nalways_ok = []", Ok("mode = \"monitor\"\n[scope]\nalways_ok = []"));
        check("mode='guide'", Ok("mode = \"monitor\""));
        check("\"mode\" = 'guide'", Err("`mode` is set in an unusual way: change it by hand"));
        assert!(with_mode("mode = ", Mode::Guide).is_err());
    }
}
