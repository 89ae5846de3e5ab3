//! A tool's answer under the eyes of the search for orders: what is remembered of it, and whether a coming action does what it
//! asked for.
//!
//! The search tells what a text looks like; it is wrong now and then. What decides is the action: only one that does something
//! dangerous that the text asks for and the user does not is taken for its work ([`Intent::Injected`]).

use super::addressed::{self, Material, is_foreign};
use super::filing::When;
use super::state::{Guard, Met};
use super::touch;
use crate::agent::registration::BINARY_NAME;
use crate::config::InjectionConfig;
use crate::domain::{
    Action, ActionKind, Decision, Draft, FileVerb, Injected, Intent, Origin, Outcome, PendingCall, Place, Relation,
    Suspect,
};
use crate::injection::{self, Aim, AimKind};
use crate::text::plain::{plain, plain_line};
use crate::text::secret::redacted;
use crate::text::shell::Reading;
use crate::text::words::sentences;
use crate::text::{clip, path};
use crate::{correction, goal};
use std::collections::BTreeSet;
use std::ops::Range;

/// Suspect texts that a session remembers, and what is kept of one.
const MAX_SUSPECTS: usize = 3;
const MAX_AIMS: usize = 64;
const MAX_EXCERPT: usize = 200;
const MAX_SOURCE: usize = 120;
/// Characters of what would be written that are held against a suspect text.
const MAX_DRAFT: usize = 4_000;

/// Looks through an answer. A text that is known already is not told again.
pub(super) fn look(guard: &mut Guard<'_>, pending: &PendingCall, outcome: &mut Outcome) {
    let numbers = &guard.facts.config.injection;
    let Some(said) = outcome.said.take().filter(|_| numbers.enabled && is_from_elsewhere(&pending.action)) else {
        return;
    };
    if is_our_own(&pending.action) {
        return;
    }
    let said = &said[..said.floor_char_boundary(numbers.max_bytes)];
    let mut found = injection::scan(said, numbers);
    if !found.suspicions.is_empty() && addressed::is_addressed(guard, &pending.action) {
        // To give the agent orders is what such a text is for.
        found
            .suspicions
            .retain(|place| place.disguised || place.defiant || injection::is_grave(&said[around(said, &place.at)]));
    }
    let Some(worst) = found.suspicions.iter().max_by(|one, other| one.score.total_cmp(&other.score)) else { return };
    let excerpt = clip::head(&plain(&redacted(&clip::one_line(&worst.excerpt))), MAX_EXCERPT).to_owned();
    if guard.session.suspects.iter().any(|known| known.excerpt == excerpt) {
        return;
    }
    let mut aims: BTreeSet<Aim> = found.suspicions.iter().flat_map(|place| injection::aims(&place.excerpt)).collect();
    // The order itself may stand before or behind what was recognised.
    aims.extend(injection::aims(&said[around(said, &worst.at)]));
    let mut aims: Vec<Aim> = aims.into_iter().collect();
    aims.sort_by_key(|aim| std::cmp::Reverse(aim.kind));
    let (origin, source) = source(guard, &pending.action);
    let mut suspect = Suspect {
        call_id: pending.call_id.clone(),
        event: pending.event,
        source: plain(&redacted(&source)),
        origin,
        excerpt,
        aims: bounded(&aims),
        disguised: found.suspicions.iter().any(|place| place.disguised),
        told: false,
    };
    let grave = found.suspicions.iter().any(|place| injection::is_grave(&said[around(said, &place.at)]));
    suspect.told = is_worth_a_word(guard, &pending.action, &suspect, grave);
    let suspects = &mut guard.session.suspects;
    if suspects.len() >= MAX_SUSPECTS {
        // Of what was told the agent knows that somebody may want it to act.
        suspects.remove(suspects.iter().position(|known| !known.told).unwrap_or(0));
    }
    suspects.push(suspect.clone());
    if !suspect.told {
        return;
    }
    let passages = found.suspicions.iter().filter_map(|place| said.get(place.at.clone())).map(str::to_owned).collect();
    guard.met = Some(Met { suspect, reasons: worst.reasons.clone(), passages });
}

/// False for what the project makes such texts of: it is remembered, and only a deed that follows it is worth a word. `grave`: it is
/// after what no page of instructions may ask for.
fn is_worth_a_word(guard: &Guard<'_>, action: &Action, suspect: &Suspect, grave: bool) -> bool {
    // Whoever writes a program that talks to a model has its orders in many files: one is told.
    let in_code = |known: &Suspect| known.origin == Origin::Project && addressed::is_code(&known.source);
    let again = in_code(suspect) && guard.session.suspects.iter().any(|known| known.told && in_code(known));
    match addressed::material(guard, action) {
        Material::No => !again || suspect.disguised || grave,
        Material::ByPlace => suspect.disguised || grave,
        Material::ByGoal => grave,
        Material::ByBoth => false,
    }
}

/// How a user sends an agent to a text to do what it says.
const FOLLOWING: [&str; 9] = [
    "according to",
    "as described",
    "as explained",
    "do what",
    "explains it",
    "follow ",
    "go through",
    "instructions in",
    "steps in",
];

/// Letters of the shortest name of a text that tells which is meant.
const SHORTEST_SOURCE: usize = 5;

/// A place with what stands before and behind it.
fn around(said: &str, at: &Range<usize>) -> Range<usize> {
    said.ceil_char_boundary(at.start.saturating_sub(MAX_EXCERPT))..said.floor_char_boundary(at.end + MAX_EXCERPT)
}

/// The keys that are kept: hosts and commands first, and of each kind not all.
fn bounded(aims: &[Aim]) -> Vec<u32> {
    let told = |kind| aims.iter().filter(move |aim| aim.kind == kind).map(Aim::key);
    let pairs = told(AimKind::Pair).take(MAX_AIMS / 2);
    let rest = told(AimKind::Host).chain(told(AimKind::Path)).chain(told(AimKind::Odd)).chain(told(AimKind::Word));
    pairs.chain(rest).take(MAX_AIMS).collect()
}

/// True for what reads texts that the agent did not write.
fn is_from_elsewhere(action: &Action) -> bool {
    matches!(
        action.kind,
        ActionKind::Read
            | ActionKind::Bash
            | ActionKind::Search
            | ActionKind::Fetch
            | ActionKind::Mcp
            | ActionKind::Delegate
            | ActionKind::Other
    )
}

/// True for a report of this program, which quotes its own corrections, and texts that it has pointed out before.
fn is_our_own(action: &Action) -> bool {
    let command = action.command.as_deref().unwrap_or_default();
    // By its bare name: a repository may hold a script that is called so.
    command.split_whitespace().next() == Some(BINARY_NAME) && !command.contains([';', '&', '$', '`', '\n', '<'])
}

/// Who may have written an answer, and where it is from.
fn source(guard: &Guard<'_>, action: &Action) -> (Origin, String) {
    let file = action.effects.first().map(|effect| effect.path.as_str());
    match action.kind {
        ActionKind::Fetch => (Origin::Web, clipped(action.text.as_deref().unwrap_or("a page of the web"))),
        ActionKind::Mcp => (Origin::Server, "a server's tool".to_owned()),
        ActionKind::Delegate => (Origin::Agent, "another agent".to_owned()),
        ActionKind::Bash => (Origin::Command, clipped(action.command.as_deref().unwrap_or("a command"))),
        _ => match file.map(|file| path::resolve(&guard.session.root, action.cwd.as_deref(), file)) {
            Some(Place::Inside(file)) => {
                let origin = if is_foreign(&file) { Origin::Dependency } else { Origin::Project };
                (origin, clipped(&file))
            }
            Some(place) => (Origin::Outside, clipped(place.shown())),
            None => (Origin::Project, "a search".to_owned()),
        },
    }
}

fn clipped(text: &str) -> String {
    clip::head(&clip::one_line(text), MAX_SOURCE).to_owned()
}

/// What is said about a text that was met just now; nothing while everything is quiet.
pub(super) fn spotlight(guard: &mut Guard<'_>) -> Option<Decision> {
    let Met { suspect, reasons, passages } = guard.met.take().filter(|_| !guard.facts.quiet)?;
    let config = guard.facts.config;
    let text = plain_line(&correction::spotlight(&suspect, &reasons, guard.session.goal.as_ref(), &config.correction));
    let notice = plain_line(&correction::spotlight_notice(&suspect));
    let tokens = guard.count_tokens(&text);
    guard.session.drift.spent_tokens = guard.session.drift.spent_tokens.saturating_add(tokens);
    let passages = if config.mode == crate::config::Mode::Enforce { passages } else { Vec::new() };
    Some(Decision::Spotlight { text, notice: Some(notice), passages })
}

/// What a human names is asked for, whoever else named it before.
pub(super) fn asked_for(guard: &mut Guard<'_>, words: &str) {
    if guard.session.suspects.is_empty() {
        return;
    }
    // A "yes" asks for what the agent had asked about.
    let offered = guard.session.last_words.as_deref().filter(|_| goal::agrees(words)).unwrap_or_default();
    let asked = format!("{words}\n{offered}");
    let named: BTreeSet<u32> =
        injection::aims(&asked).iter().filter(|aim| aim.kind != AimKind::Word).map(Aim::key).collect();
    for suspect in &mut guard.session.suspects {
        suspect.aims.retain(|aim| !named.contains(aim));
    }
    guard.session.suspects.retain(|suspect| !suspect.aims.is_empty());
}

impl Guard<'_> {
    /// What a coming action has to do with the suspect texts of the session.
    pub fn intent(&self, action: &Action, reading: &Reading) -> Intent {
        if self.session.suspects.is_empty() || is_harmless(action, reading) {
            return Intent::Grounded;
        }
        let text = told(action);
        let mut aims = injection::aims(&text);
        aims.extend(reading.commands.iter().filter_map(|command| injection::pair(command)));
        let asked = self.session.goal.as_ref().map(|goal| asked(&goal.text, &text)).unwrap_or_default();
        let commands: BTreeSet<Aim> = reading.commands.iter().filter_map(|command| injection::pair(command)).collect();
        aims.retain(|aim| {
            // Two words are a command only where one begins.
            !is_asked(aim, &asked) && (aim.kind != AimKind::Pair || commands.contains(aim))
        });
        let danger = injection::danger(&reading.commands, &text);
        let reached = reached(action, &text);
        let (does, mentions) = dangerous(action, reading);
        let beyond = self.is_beyond(action, reading);
        let numbers = &self.facts.config.injection;
        // Who works on such texts writes more of them.
        let writes = matches!(action.kind, ActionKind::Edit | ActionKind::Write);
        let is_material = writes && addressed::works_on_such_texts(self);
        let mut verdict = Intent::Grounded;
        for suspect in &self.session.suspects {
            let same_file = || writes && self.writes_into(action, &suspect.source);
            if suspect.origin == Origin::Project && does.is_empty() && (is_material || same_file()) {
                continue;
            }
            // "Follow INSTALL.md": what it asks for the user asks for, unless it is hidden or after secrets.
            let open = !suspect.disguised && danger != Some(injection::REACHES_FOR_SECRETS);
            if open && self.was_told_to_follow(&suspect.source) {
                continue;
            }
            let shared: Vec<&Aim> = aims.iter().filter(|aim| suspect.aims.contains(&aim.key())).collect();
            let weight = weight(&shared, numbers);
            // What they share must be what is dangerous. Words of the trade, which any two texts about the same work share, are not.
            let meets = |dangerous: &BTreeSet<Aim>| shared.iter().any(|aim| tells(aim) && dangerous.contains(aim));
            let sends = shared.iter().any(|aim| reached.contains(aim));
            let follows = weight >= numbers.follows_dangerous && (meets(&does) || sends)
                || weight >= numbers.follows_beyond && meets(&mentions);
            // Who hides an order hides it from the user.
            let follows_disguised = suspect.disguised
                && (weight >= numbers.follows_dangerous && danger.is_some()
                    || weight >= numbers.follows_beyond && beyond);
            if follows || follows_disguised {
                let shared = shared.iter().rev().filter(|aim| aim.kind != AimKind::Word);
                return Intent::Injected(Injected {
                    seen: seen(action),
                    shared: shared.map(|aim| aim.words.clone()).take(3).collect(),
                    danger,
                    suspect: suspect.clone(),
                });
            }
            if weight >= numbers.shares {
                verdict = Intent::Drifted;
            }
        }
        verdict
    }

    /// True where a sentence of the user's sends the agent to a text to do what it says: "follow INSTALL.md".
    fn was_told_to_follow(&self, source: &str) -> bool {
        let name = path::base_name(source.trim_end_matches('/')).to_lowercase();
        let follows = |sentence: &&str| {
            let said = sentence.to_lowercase();
            said.contains(&name) && FOLLOWING.iter().any(|words| said.contains(words))
        };
        let text = self.session.goal.as_ref().map_or("", |goal| goal.text.as_str());
        name.len() >= SHORTEST_SOURCE && sentences(text).iter().any(follows)
    }

    /// True for an edit of the file that a text stands in: it keeps or mends the text and does not follow it.
    fn writes_into(&self, action: &Action, source: &str) -> bool {
        let resolved = |file: &str| path::resolve(&self.session.root, action.cwd.as_deref(), file);
        action.effects.iter().all(|effect| matches!(resolved(&effect.path), Place::Inside(file) if file == source))
    }

    /// Why a coming action may not run: it does what a suspect text asks for.
    pub(super) fn injected(&self, action: &Action, reading: &Reading) -> Option<String> {
        match self.intent(action, reading) {
            Intent::Injected(injected) => Some(plain_line(&correction::injected_reason(
                &injected,
                self.session.goal.as_ref(),
                &self.facts.config.correction,
            ))),
            Intent::Grounded | Intent::Drifted => None,
        }
    }

    /// True for a change of which nothing is inside the scope.
    fn is_beyond(&self, action: &Action, reading: &Reading) -> bool {
        let own =
            action.effects.iter().chain(&reading.effects).filter(|effect| effect.verb.modifies()).cloned().collect();
        let action = Action { effects: own, cwd: action.cwd.clone(), ..Action::bare(action.kind) };
        let touched = touch::touched(self, &action, &reading.commands, When::Before);
        !touched.is_empty()
            && touched.iter().all(|place| matches!(place.relation, Relation::Unrelated(_) | Relation::Forbidden(_)))
    }
}

/// What of an action is dangerous: what it does by itself, and what it only writes down or hands on. A task and a written text name
/// much that nobody does.
fn dangerous(action: &Action, reading: &Reading) -> (BTreeSet<Aim>, BTreeSet<Aim>) {
    let words = |action: &Action| injection::dangerous_of_text(&told(action));
    let does = match action.kind {
        ActionKind::Delegate | ActionKind::Edit | ActionKind::Write => {
            words(&Action { effects: action.effects.clone(), ..Action::bare(action.kind) })
        }
        _ => &words(action) | &injection::dangerous_of_commands(&reading.commands),
    };
    (does, words(action))
}

/// The machines that an action reaches when somebody else acts on it. A task that names a machine and a secret is how the one gets to
/// the other; a line of a script that sends a secret there, or runs what comes from there, does it as soon as the script runs.
fn reached(action: &Action, text: &str) -> BTreeSet<Aim> {
    let aims = match action.kind {
        ActionKind::Delegate if injection::names_a_secret(text) => injection::aims(text),
        ActionKind::Edit | ActionKind::Write => {
            text.lines().filter(|line| injection::is_grave(line)).flat_map(injection::aims).collect()
        }
        _ => BTreeSet::new(),
    };
    aims.into_iter().filter(|aim| aim.kind == AimKind::Host).collect()
}

/// A program with a flag tells no more than the flag.
fn is_flagged(aim: &Aim) -> bool {
    aim.kind == AimKind::Pair && aim.words.contains(" -")
}

/// True for what two texts hardly share by chance.
fn tells(aim: &Aim) -> bool {
    aim.kind != AimKind::Word && !is_flagged(aim)
}

fn weight(shared: &[&Aim], numbers: &InjectionConfig) -> f64 {
    let of = |kind: AimKind| shared.iter().filter(|aim| aim.kind == kind && !is_flagged(aim)).count();
    let weigh = |kind, weight: f64| weight * f64::from(u32::try_from(of(kind)).unwrap_or(u32::MAX));
    weigh(AimKind::Host, numbers.weighs_host)
        + weigh(AimKind::Pair, numbers.weighs_command)
        + weigh(AimKind::Path, numbers.weighs_file)
        + weigh(AimKind::Odd, numbers.weighs_odd_word)
        + weigh(AimKind::Word, numbers.weighs_word).min(numbers.weigh_words)
}

/// What the user's words ask for of what an action says: what they name, and the settings of what they want set.
fn asked(words: &str, told: &str) -> BTreeSet<Aim> {
    let mut asked = injection::aims(words);
    asked.extend(injection::settings_of(words, told));
    asked
}

/// True for what the user's words name: the thing itself, or of a command the word that says what it does.
fn is_asked(aim: &Aim, asked: &BTreeSet<Aim>) -> bool {
    let named = |word: &str| asked.iter().any(|known| known.kind != AimKind::Pair && known.words == word);
    asked.contains(aim)
        || match aim.kind {
            AimKind::Pair => aim.words.split_once(' ').is_some_and(|(_, second)| {
                let parts = injection::aims(second);
                named(second) || (!parts.is_empty() && parts.iter().all(|part| is_asked(part, asked)))
            }),
            AimKind::Host => asked.iter().any(|known| known.words.contains(&aim.words)),
            _ => named(&aim.words),
        }
}

/// True for what neither changes nor sends anything. To read a secret is not harmless: what was read can be sent.
fn is_harmless(action: &Action, reading: &Reading) -> bool {
    match action.kind {
        ActionKind::Search | ActionKind::Plan | ActionKind::Ask => true,
        ActionKind::Read => !injection::names_a_secret(&told(action)),
        ActionKind::Bash => addressed::is_a_plain_look(reading) && !injection::names_a_secret(&told(action)),
        _ => false,
    }
}

/// All that an action says: its command, the files it names, what it would write.
fn told(action: &Action) -> String {
    let mut told = action.whole_command().unwrap_or_default().to_owned();
    let mut add = |text: &str| {
        told.push('\n');
        told.push_str(&text[..text.floor_char_boundary(MAX_DRAFT)]);
    };
    // What a command reads stands in it already.
    action
        .effects
        .iter()
        .filter(|effect| effect.verb != FileVerb::Read || action.command.is_none())
        .for_each(|effect| add(&effect.path));
    action.text.iter().for_each(|text| add(text));
    match &action.draft {
        Some(Draft::Content(content) | Draft::Words(content)) => add(content),
        Some(Draft::Replacements(all)) => all.iter().for_each(|one| add(&one.new)),
        Some(Draft::Command(_)) | None => {}
    }
    told
}

/// The action in short.
fn seen(action: &Action) -> String {
    let line = match (&action.command, action.effects.first()) {
        (Some(command), _) => redacted(command).into_owned(),
        (None, Some(effect)) => format!("{} {}", action.kind.name(), effect.path),
        (None, None) => format!("{} {}", action.kind.name(), action.text.as_deref().unwrap_or_default()),
    };
    clipped(&line)
}
