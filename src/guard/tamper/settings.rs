//! What an edit of a settings file does to our registration.
//!
//! Owns the comparison of before and after: our entries, the switches that turn hooks off, the plugin, the variables
//! that turn driftguard off. Everything else in the file is the user's and the agent's.

use super::harm::{Change, Harm};
use crate::agent::registration;
use crate::domain::{Replacement, Wired};
use crate::text::jsonc::{Document, Kind, Node, beyond_json};

/// Settings that keep every hook, or all but an administrator's, from running.
const SWITCHES: [&str; 2] = ["disableAllHooks", "allowManagedHooksOnly"];
/// Variables with which a client, and the hooks it starts, find another driftguard or none.
const VARIABLES: [&str; 6] =
    ["DRIFTGUARD", "DRIFTGUARD_HOME", "CLAUDE_CONFIG_DIR", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];

/// What of a settings text concerns us.
#[derive(Debug, Default)]
struct Facts {
    /// Our entries.
    entries: Vec<String>,
    /// Switches that are on.
    switches: Vec<&'static str>,
    /// Our plugin, under each market: enabled or not.
    plugins: Vec<(String, bool)>,
    /// Variables of ours with their values.
    variables: Vec<(&'static str, Option<String>)>,
    /// Where programs are looked for.
    search: Option<String>,
}

/// What `change` of the settings text `before` does. `command` is our registered command; `in_force` tells that the
/// session's client reads this file, `by_name` that a registration leaves it to the system to find us.
pub(super) fn harm(
    before: Option<&str>,
    change: Change<'_>,
    command: &str,
    in_force: bool,
    by_name: &dyn Fn() -> bool,
) -> Option<Harm> {
    let text = before.unwrap_or_default();
    // A text that is no JSON is not in force: it holds nothing of ours that could be lost.
    let known = facts(text, command).unwrap_or_default();
    let ours = known.entries.first().map(|_| Wired::Registration);
    let ours = ours.or(known.plugins.iter().any(|(_, enabled)| *enabled).then_some(Wired::Plugin));
    let after = match change {
        Change::Removed | Change::PutBack => {
            let certain = matches!(change, Change::Removed);
            return ours.map(|wired| Harm { wired, certain });
        }
        Change::Unknown => None,
        Change::Content(text) => Some(text.to_owned()),
        Change::Replacements(parts) => Replacement::apply_all(parts, text),
    };
    let Some(after) = after else {
        return ours.or(in_force.then_some(Wired::Registration)).map(Harm::possible);
    };
    let Some(left) = facts(&after, command) else { return ours.map(Harm::certain) };
    // The client reads strict JSON: a comment turns the whole file off.
    let unread = beyond_json(&after).is_some() && beyond_json(text).is_none();
    if unread && let Some(wired) = ours {
        return Some(Harm::certain(wired));
    }
    let elsewhere = left.search.is_some() && left.search != known.search;
    lost(&known, &left).or_else(|| (elsewhere && by_name()).then_some(Wired::Switch)).map(Harm::certain)
}

fn lost(before: &Facts, after: &Facts) -> Option<Wired> {
    if !before.entries.iter().all(|entry| after.entries.contains(entry)) {
        return Some(Wired::Registration);
    }
    let enabled = |facts: &Facts, market: &String| facts.plugins.contains(&(market.clone(), true));
    let dropped = before.plugins.iter().any(|(market, on)| *on && !enabled(after, market));
    if dropped || after.plugins.iter().any(|plugin| !plugin.1 && !before.plugins.contains(plugin)) {
        return Some(Wired::Plugin);
    }
    let switched = after.switches.iter().any(|switch| !before.switches.contains(switch));
    let set = after.variables.iter().any(|variable| !before.variables.contains(variable));
    (switched || set).then_some(Wired::Switch)
}

/// `None` where the text is no JSON object, so that the client ignores it.
fn facts(text: &str, command: &str) -> Option<Facts> {
    let document = Document::parse(text).ok()?;
    let Some(root) = document.root() else { return Some(Facts::default()) };
    root.members()?;
    let is_on = |value: &Node| match &value.kind {
        Kind::Bool(on) => *on,
        // `null` and 0 are numbers and the like here: what is not plainly false may count as true for the client.
        Kind::Other => !matches!(&text[value.span.clone()], "null" | "0"),
        _ => true,
    };
    let plugins = root.get("enabledPlugins").and_then(Node::members).unwrap_or_default();
    let environment = root.get("env");
    let variable = |name: &str| Some(environment?.get(name)?.text().map(str::to_owned));
    Some(Facts {
        // `hooks` of another type holds nothing that runs.
        entries: registration::standing(text, command).unwrap_or_default(),
        switches: SWITCHES.into_iter().filter(|name| root.get(name).is_some_and(is_on)).collect(),
        plugins: plugins
            .iter()
            .filter(|plugin| plugin.key.split('@').next() == Some(registration::BINARY_NAME))
            .map(|plugin| (plugin.key.clone(), is_on(&plugin.value)))
            .collect(),
        variables: VARIABLES.into_iter().filter_map(|name| Some((name, variable(name)?))).collect(),
        search: variable("PATH").flatten(),
    })
}
