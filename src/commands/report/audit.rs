//! What `driftguard audit` shows: what the guard would have said about sessions that ran without it.

use super::layout::{Page, Style, Tone, count, cut, line, list, number, padded, quoted, short, when};
use crate::domain::{Assessment, Level, Score, Standing};
use std::collections::{BTreeMap, HashSet};

/// Facts named in one row.
const MAX_FACTS: usize = 1;
/// What is told of one reply.
const MAX_TOLD: usize = 4;
/// Lines of a text for the agent.
const MAX_TEXT: usize = 12;
/// Files that could not be judged, named one by one unless all are asked for.
const MAX_SKIPPED: usize = 3;
/// Columns of the moment, and of score and level, in a row.
const COLUMNS: [usize; 2] = [12, 13];

/// What was found in a folder of transcripts, summed session by session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Audit {
    /// The folder, as shown to people.
    pub folder: String,
    /// True where that is the client's own folder: a session is then found by the beginning of its id.
    pub is_usual: bool,
    /// The sessions in which something would have been said.
    pub heard: Vec<Heard>,
    /// Sessions by how they could be judged, those that would have heard something left out.
    pub silent: BTreeMap<Checked, u64>,
    /// Sessions whose repository is not on this machine.
    pub without_repository: u64,
    /// Sessions of which each moment stands in another one too: a resumed or forked session begins with a copy of the former.
    pub copies: u64,
    /// Prompts that a person typed, copies included.
    pub prompts: u64,
    /// Calls that ran a script of which no text is at hand, while something was forbidden that it may have done; copies included.
    pub unread_scripts: u64,
    /// Files that were passed over, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// Files that were not looked at.
    pub left_out: LeftOut,
    /// Bytes that were read.
    pub bytes: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Digests of the ids of all tool calls: one that was copied counts once.
    calls: HashSet<u64>,
}

/// Files that were not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Transcripts of subagents: what they did is judged with the session that called them.
    pub subagents: u64,
    /// Sessions that were written to last before the time that was asked for.
    pub older: u64,
    /// Sessions of other projects than the one that was asked for.
    pub elsewhere: u64,
}

/// How far a session could be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Checked {
    /// It was held against its goal.
    Judged,
    /// There was a goal and work, but no scope to hold the work against.
    Unsure,
    /// Nothing was changed for its goal.
    Unchanged,
    /// No prompt of a person gave a goal.
    NoGoal,
}

/// One session.
#[derive(Clone, Debug, PartialEq)]
pub struct Audited {
    /// Its id.
    pub session: String,
    /// Its transcript, as shown to people.
    pub transcript: String,
    /// The folder that it began in; `None` where no record names one.
    pub folder: Option<String>,
    /// True where its repository was at hand.
    pub has_repository: bool,
    /// How far it could be judged.
    pub checked: Checked,
    /// Digests of the ids of its tool calls, those of subagents in the same file included.
    pub calls: Vec<u64>,
    /// Prompts of a person.
    pub prompts: u64,
    /// Calls that ran a script of which no text is at hand, while something was forbidden that it may have done.
    pub unread_scripts: u64,
    /// What would have been said, in the order of the session.
    pub said: Vec<Said>,
}

/// A session in which something would have been said.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Its id.
    pub session: String,
    /// Its transcript, as shown to people.
    pub transcript: String,
    /// The folder that it began in; `None` where no record names one.
    pub folder: Option<String>,
    /// What would have been said, in the order of the session; never empty.
    pub said: Vec<Said>,
}

/// Something that would have been said.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// When, in milliseconds since 1970, by the records; `None` where they tell no time.
    pub at: Option<i64>,
    /// The moment as people count: "call 12", "prompt 3", "end".
    pub moment: String,
    /// The agent's id of the record at that moment; `None` at the end, and where it has none.
    pub record: Option<String>,
    /// To whom.
    pub way: Way,
    /// The signal behind it; empty where only an accumulation of doubts is.
    pub signal: String,
    /// What was seen, the worst first; never empty where a signal is named.
    pub seen: Vec<String>,
    /// The goal of that moment, one line in the user's words.
    pub goal: String,
}

/// In which way something would have been said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// A text to the agent.
    Agent(Words),
    /// A line to the user alone.
    User(Words),
    /// The call would not have run: the user forbade it, or a text asked for it.
    Denied {
        /// The user's words, the glob of the configuration, or the text that gave orders, for which it is denied.
        clause: String,
    },
    /// The user wants to be asked first, and would have been; what the answer was is in no transcript.
    Asked {
        /// The user's words.
        clause: String,
    },
    /// A text in a tool's answer gave the agent orders: agent and user would have been told.
    Orders {
        /// What it says.
        excerpt: String,
    },
    /// The reply at the end of a turn leaves something out, or claims what the record refutes.
    Reply {
        /// True where the agent would have been sent back to correct it; else the user alone is told.
        sent_back: bool,
    },
}

/// How often something would have been said, by the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    /// Texts to the agent, by level.
    pub(super) texts: BTreeMap<Level, u64>,
    /// Lines to the user alone.
    pub(super) lines: u64,
    /// Calls denied.
    pub(super) denied: u64,
    /// Calls about which the user would have been asked.
    pub(super) asked: u64,
    /// Texts that gave orders.
    pub(super) orders: u64,
    /// Replies that leave something out or claim what is not so.
    pub(super) replies: u64,
}

/// What would have been said, and on which judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The raw score.
    pub score: Score,
    /// The score after earlier corrections, by which the level goes.
    pub effective: Score,
    /// How strongly.
    pub level: Level,
    /// The words.
    pub text: String,
}

impl Checked {
    /// How far the session of these assessments could be judged.
    pub fn of(assessments: &[Assessment], has_goal: bool) -> Self {
        let any = |wanted: &[Standing]| assessments.iter().any(|one| wanted.contains(&one.verdict.standing));
        if any(&[Standing::OnGoal, Standing::OffGoal]) {
            Self::Judged
        } else if any(&[Standing::Unsure]) {
            Self::Unsure
        } else if has_goal {
            Self::Unchanged
        } else {
            Self::NoGoal
        }
    }
}

impl Audit {
    /// An audit of a folder, before its sessions are added.
    pub fn new(folder: String, is_usual: bool, left_out: LeftOut) -> Self {
        Self { folder, is_usual, left_out, ..Self::default() }
    }

    /// Adds a session.
    pub fn add(&mut self, audited: Audited) {
        self.calls.extend(audited.calls);
        self.prompts += audited.prompts;
        self.unread_scripts += audited.unread_scripts;
        self.without_repository += u64::from(!audited.has_repository);
        if audited.said.is_empty() {
            *self.silent.entry(audited.checked).or_default() += 1;
            return;
        }
        let Audited { session, transcript, folder, said, .. } = audited;
        self.heard.push(Heard { session, transcript, folder, said });
    }

    /// Puts the newest session in front (of equal age the longest, then in the order of their files), and leaves each
    /// moment in one of them.
    pub fn finish(&mut self) {
        self.heard.sort_by(|one, other| {
            let longest = || other.said.len().cmp(&one.said.len());
            other.last().cmp(&one.last()).then_with(longest).then_with(|| one.transcript.cmp(&other.transcript))
        });
        let mut known = HashSet::new();
        for session in &mut self.heard {
            // Several things may be said of one record: what a reply claims, and what it leaves out.
            let mut is_new = |said: &Said, record: &String| known.insert((record.clone(), said.seen.clone()));
            session.said.retain(|said| said.record.as_ref().is_none_or(|record| is_new(said, record)));
        }
        let before = self.heard.len();
        self.heard.retain(|session| !session.said.is_empty());
        self.copies += number(before - self.heard.len());
    }

    /// How many sessions were judged or could not be.
    pub fn sessions(&self) -> u64 {
        number(self.heard.len()) + self.copies + self.silent.values().sum::<u64>()
    }

    /// How many tool calls were made, each counted once.
    pub(super) fn calls(&self) -> u64 {
        number(self.calls.len())
    }

    /// How many sessions were silent and judged in this way.
    pub(super) fn silent(&self, checked: Checked) -> u64 {
        self.silent.get(&checked).copied().unwrap_or_default()
    }

    /// Everything that would have been said.
    pub(super) fn said(&self) -> impl Iterator<Item = &Said> {
        self.heard.iter().flat_map(|session| &session.said)
    }

    /// How often something would have been said in a hundred calls; 0 without a call.
    #[expect(clippy::cast_precision_loss, reason = "nobody makes 2^52 calls")]
    pub(super) fn per_100_calls(&self) -> f64 {
        let said = self.said().count() as f64;
        if self.calls.is_empty() { 0.0 } else { said * 100.0 / self.calls.len() as f64 }
    }

    /// How often something would have been said in each way.
    pub(super) fn ways(&self) -> Ways {
        let mut ways = Ways::default();
        for said in self.said() {
            match &said.way {
                Way::Agent(words) => *ways.texts.entry(words.level).or_default() += 1,
                Way::User(_) => ways.lines += 1,
                Way::Denied { .. } => ways.denied += 1,
                Way::Asked { .. } => ways.asked += 1,
                Way::Orders { .. } => ways.orders += 1,
                Way::Reply { .. } => ways.replies += 1,
            }
        }
        ways
    }
}

impl Heard {
    fn last(&self) -> Option<i64> {
        self.said.iter().filter_map(|said| said.at).max()
    }

    /// The project as people call it: the last part of its folder.
    pub(super) fn project(&self) -> Option<String> {
        let folder = self.folder.as_deref()?;
        let name = folder.rsplit(['/', '\\']).find(|part| !part.is_empty())?;
        Some(line(name))
    }
}

/// The report for people: `limit` moments in full, newest session first.
pub fn audit(audit: &Audit, limit: usize, style: Style) -> String {
    let mut page = Page::new(style);
    page.line(Tone::Strong, &headline(audit));
    if !audit.heard.is_empty() {
        page.field("said", &ways(audit), 3);
    }
    let rest = moments(&mut page, audit, limit, style);
    if rest.0 > 0 {
        page.gap();
        let sessions = count(rest.1, "session");
        page.line(Tone::Plain, &format!("and {} more in {sessions}: --all shows them", rest.0));
    }
    example(&mut page, audit);
    page.gap();
    page.hanging("", 0, &silence(audit), 5);
    page.gap();
    if audit.copies > 0 {
        let what = "the beginning of a later one (resumed or forked), and told there alone";
        page.field("copies", &format!("{}: {what}", count(audit.copies, "session")), 2);
    }
    if audit.without_repository > 0 {
        let sessions = count(audit.sessions(), "session");
        let text =
            format!("not on this machine for {} of {sessions}: judged without its files", audit.without_repository);
        page.field("repository", &text, 2);
    }
    if audit.unread_scripts > 0 {
        let what = "ran a script that is not at hand: what it did is held against no limit";
        page.field("scripts", &format!("{} {what}", count(audit.unread_scripts, "call")), 2);
    }
    about_files(&mut page, audit, limit == usize::MAX);
    page.gap();
    next_steps(&mut page, audit);
    page.finish()
}

/// The words of the newest text: what all these moments are about.
fn example(page: &mut Page, audit: &Audit) {
    let newest = audit.heard.iter().flat_map(|session| session.said.iter().rev()).find_map(|said| match &said.way {
        Way::Agent(words) => Some((&said.moment, &words.text)),
        _ => None,
    });
    if let Some((moment, text)) = newest {
        page.gap();
        page.line(Tone::Strong, &format!("what the agent would have read at {moment}, the newest of these"));
        page.hanging("  ", 2, text, MAX_TEXT);
    }
}

fn headline(audit: &Audit) -> String {
    let (sessions, calls) = (count(audit.sessions(), "session"), count(audit.calls(), "call"));
    if audit.heard.is_empty() {
        return format!("{sessions}, {calls}: nothing would have been said");
    }
    let said = count(number(audit.said().count()), "time");
    let rate = audit.per_100_calls();
    format!("{} of {sessions} would have heard something: {said} in {calls} ({rate:.2} per 100)", audit.heard.len())
}

/// "4 texts to the agent (3 correct and 1 halt), 1 line to you alone, 1 call denied".
fn ways(audit: &Audit) -> String {
    let Ways { texts, lines, denied, asked, orders, replies } = audit.ways();
    let levels: Vec<String> = texts.iter().map(|(level, times)| format!("{times} {}", level.name())).collect();
    let all: u64 = texts.values().sum();
    let to_agent = format!("{} to the agent ({})", count(all, "text"), list(&levels, levels.len()));
    let parts = [
        (all, to_agent),
        (lines, format!("{} to you alone", count(lines, "line"))),
        (denied, denied_calls(denied)),
        (asked, format!("{} about which you would have been asked", count(asked, "call"))),
        (orders, format!("{} that gave the agent orders", count(orders, "text"))),
        (replies, left_out_replies(replies)),
    ];
    parts.into_iter().filter(|(times, _)| *times > 0).map(|(_, text)| text).collect::<Vec<_>>().join(", ")
}

fn denied_calls(denied: u64) -> String {
    format!("{} denied before {} ran", count(denied, "call"), if denied == 1 { "it" } else { "they" })
}

fn left_out_replies(replies: u64) -> String {
    if replies == 1 {
        return "1 reply that leaves something out or claims too much".to_owned();
    }
    format!("{replies} replies that leave something out or claim too much")
}

/// The first `limit` moments, session by session; returns how many are left, and in how many sessions.
fn moments(page: &mut Page, audit: &Audit, limit: usize, style: Style) -> (u64, u64) {
    let (mut room, mut left) = (limit, (0, 0));
    for session in &audit.heard {
        let (shown, rest) = session.said.split_at(session.said.len().min(room));
        room -= shown.len();
        left.0 += number(rest.len());
        left.1 += u64::from(!rest.is_empty());
        let mut goal = None;
        if let Some(first) = shown.first() {
            page.gap();
            page.line(Tone::Strong, &heading(session, first));
        }
        for said in shown {
            if goal != Some(&said.goal) {
                page.line(Tone::Faint, &format!("  {}", quoted(&cut(&said.goal, style.columns().saturating_sub(4)))));
                goal = Some(&said.goal);
            }
            row(page, said, style);
        }
    }
    left
}

/// "2026-05-04 08:12  shop  session 5f0c2a1e".
fn heading(session: &Heard, first: &Said) -> String {
    let when = first.at.map_or_else(|| "at an unknown time".to_owned(), when);
    let project = session.project().map(|name| format!("  {}", cut(&name, 30))).unwrap_or_default();
    format!("{when}{project}  session {}", short(&session.session))
}

fn row(page: &mut Page, said: &Said, style: Style) {
    let seen = list(&said.seen, MAX_FACTS);
    let (tone, judged, text) = match &said.way {
        Way::Agent(words) => {
            let tone = if words.level >= Level::Intervene { Tone::Bad } else { Tone::Doubtful };
            (tone, format!("{} {}", words.effective.value(), words.level.name()), seen)
        }
        Way::User(words) => (Tone::Doubtful, format!("{} to you", words.effective.value()), seen),
        Way::Denied { clause } => (Tone::Bad, "denied".to_owned(), format!("{seen}; {}", quoted(&cut(clause, 60)))),
        Way::Asked { clause } => (Tone::Doubtful, "asked".to_owned(), format!("{seen}; {}", quoted(&cut(clause, 60)))),
        Way::Orders { excerpt } => (Tone::Bad, "orders".to_owned(), format!("{seen}; {}", quoted(&cut(excerpt, 60)))),
        Way::Reply { sent_back } => {
            (Tone::Doubtful, if *sent_back { "sent back" } else { "to you" }.to_owned(), list(&said.seen, MAX_TOLD))
        }
    };
    let [moment, score] =
        [(said.moment.as_str(), COLUMNS[0]), (&judged, COLUMNS[1])].map(|(text, width)| padded(text, width));
    let lead = format!("  {moment}{}", style.paint(tone, &score));
    let signal = if said.signal.is_empty() { String::new() } else { format!(" ({})", line(&said.signal)) };
    page.hanging(&lead, 2 + COLUMNS[0] + COLUMNS[1], &format!("{text}{signal}"), 3);
}

/// What the silent sessions were silent for.
fn silence(audit: &Audit) -> String {
    let silent: u64 = audit.silent.values().sum();
    if silent == 0 {
        return "No session was silent.".to_owned();
    }
    let parts = [
        (Checked::Judged, "held against a goal and a scope"),
        (Checked::Unsure, "not to be judged for certain: no scope was known"),
        (Checked::Unchanged, "without a change that a goal could be held against"),
        (Checked::NoGoal, "without a goal from a person"),
    ];
    let told: Vec<String> = parts
        .iter()
        .map(|(checked, words)| (audit.silent(*checked), words))
        .filter(|(times, _)| *times > 0)
        .map(|(times, words)| format!("{times} {words}"))
        .collect();
    format!("Silence is not a verdict. {}: {}.", count(silent, "silent session"), told.join("; "))
}

fn about_files(page: &mut Page, audit: &Audit, all: bool) {
    let left_out = [(audit.left_out.older, "older than asked for"), (audit.left_out.elsewhere, "of other projects")];
    let told: Vec<String> =
        left_out.iter().filter(|(files, _)| *files > 0).map(|(files, what)| format!("{files} {what}")).collect();
    if !told.is_empty() {
        page.field("left out", &format!("transcripts: {}", told.join(", ")), 2);
    }
    let shown = if all { audit.skipped.len() } else { audit.skipped.len().min(MAX_SKIPPED) };
    for (index, (file, reason)) in audit.skipped.iter().take(shown).enumerate() {
        page.field(if index == 0 { "skipped" } else { "" }, &format!("{}: {}", line(file), line(reason)), 3);
    }
    if audit.skipped.len() > shown {
        page.field("", &format!("and {} more: --all names them", audit.skipped.len() - shown), 1);
    }
    page.field("read", &format!("{} in {:.1} s{}", megabytes(audit.bytes), audit.seconds, speed(audit)), 1);
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// " (300 MB/s)"; nothing where the time is too short to tell.
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn speed(audit: &Audit) -> String {
    if audit.seconds < 0.001 {
        return String::new();
    }
    format!(" ({:.0} MB/s)", audit.bytes as f64 / 1e6 / audit.seconds)
}

/// Commands, each on a line of its own, whatever its length: they are there to be copied.
fn next_steps(page: &mut Page, audit: &Audit) {
    if let Some(newest) = audit.heard.first() {
        let named = if audit.is_usual { short(&newest.session) } else { argument(&newest.transcript) };
        page.line(Tone::Plain, "Why, event by event:");
        page.line(Tone::Plain, &format!("  driftguard explain {named}"));
    }
    page.line(Tone::Plain, "A trial with new sessions, in which everything is recorded and nothing said:");
    page.line(Tone::Plain, "  driftguard mode monitor && driftguard install");
}

/// A path as an argument in a shell.
fn argument(path: &str) -> String {
    let path = line(path);
    let plain = path.chars().all(|character| character.is_ascii_alphanumeric() || "/._-+@:,".contains(character));
    if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::audit_json::audit_json;
    use crate::commands::report::layout::columns;

    fn said(call: u64, at: i64, record: &str, level: Level, seen: &str) -> Said {
        let words =
            Words { score: Score::new(4), effective: Score::new(3), level, text: format!("driftguard: {seen}.") };
        Said {
            at: Some(1_778_480_000_000 + at),
            moment: format!("call {call}"),
            record: Some(record.to_owned()),
            way: Way::Agent(words),
            signal: "out-of-scope".to_owned(),
            seen: vec![seen.to_owned(), "changed b.css".to_owned()],
            goal: "fix the token bug".to_owned(),
        }
    }

    fn session(id: &str, checked: Checked, calls: &[u64], said: Vec<Said>) -> Audited {
        Audited {
            unread_scripts: 0,
            session: id.to_owned(),
            transcript: format!("/transcripts/{id}.jsonl"),
            folder: Some("/home/user/shop/".to_owned()),
            has_repository: true,
            checked,
            calls: calls.to_vec(),
            prompts: 1,
            said,
        }
    }

    fn of(sessions: Vec<Audited>) -> Audit {
        let mut audit = Audit::new("/transcripts".into(), false, LeftOut::default());
        for session in sessions {
            audit.add(session);
        }
        audit.finish();
        audit
    }

    fn shown(audited: &Audit, width: usize) -> String {
        audit(audited, usize::MAX, Style { colour: false, width })
    }

    #[test]
    fn newest_first_and_each_moment_once() {
        let old = session("old", Checked::Judged, &[1, 2], vec![said(2, 5, "r1", Level::Nudge, "changed a.css")]);
        let copied = || said(2, 9, "r2", Level::Correct, "changed a.css");
        let parent = session("parent", Checked::Judged, &[3, 4], vec![copied()]);
        let fork = session(
            "fork",
            Checked::Judged,
            &[3, 4, 5],
            vec![copied(), said(3, 9, "r3", Level::Halt, "changed c.css")],
        );
        let audit = of(vec![old, parent, fork, session("calm", Checked::NoGoal, &[], Vec::new())]);
        let order: Vec<&str> = audit.heard.iter().map(|session| session.session.as_str()).collect();
        assert_eq!((order, audit.copies, audit.sessions(), audit.calls()), (vec!["fork", "old"], 1, 4, 5));
        let page = shown(&audit, 80);
        assert!(
            page.starts_with("2 of 4 sessions would have heard something: 3 times in 5 calls (60.00 per 100)\n"),
            "{page}"
        );
        assert!(page.contains("said        3 texts to the agent (1 nudge, 1 correct and 1 halt)\n"), "{page}");
        assert!(page.contains("1 silent session: 1 without a goal from a person."), "{page}");
    }

    #[test]
    fn one_and_many_are_told_as_such() {
        assert_eq!(denied_calls(1), "1 call denied before it ran");
        assert_eq!(denied_calls(6), "6 calls denied before they ran");
    }

    #[test]
    fn silence_alone_is_told_in_one_line() {
        let page = shown(&of(vec![session("calm", Checked::Judged, &[1], Vec::new())]), 80);
        assert!(page.starts_with("1 session, 1 call: nothing would have been said\n"), "{page}");
        assert!(!page.contains("explain"), "{page}");
    }

    #[test]
    fn a_denial_and_a_line_are_told_apart_from_a_text() {
        let denied = Said {
            way: Way::Denied { clause: "do not touch a.css".into() },
            signal: String::new(),
            ..said(1, 0, "r1", Level::None, "change a.css")
        };
        let mut line = said(2, 0, "r2", Level::Halt, "changed b.css");
        if let Way::Agent(words) = line.way {
            line.way = Way::User(words);
        }
        let audit = of(vec![session("s", Checked::Judged, &[1, 2], vec![denied, line])]);
        let page = shown(&audit, 80);
        for words in ["1 line to you alone, 1 call denied before it ran", "denied", "“do not touch a.css”", "3 to you"]
        {
            assert!(page.contains(words), "{words} in {page}");
        }
        assert!(!page.contains("would have read"), "{page}");
    }

    #[test]
    fn text_of_a_session_is_neutralised_and_fits() {
        let evil = format!("\u{1b}[2J{}\r\nnext", "日本語 ".repeat(60));
        let mut moment = said(1, 0, &evil, Level::Halt, &evil);
        moment.goal.clone_from(&evil);
        moment.signal.clone_from(&evil);
        let mut evil_session = session(&evil, Checked::Judged, &[1], vec![moment]);
        evil_session.folder = Some(evil.clone());
        let mut audit = of(vec![evil_session]);
        audit.is_usual = true;
        audit.skipped = vec![(evil.clone(), evil)];
        let page = shown(&audit, 80);
        assert!(!page.chars().any(|character| character.is_control() && character != '\n'), "{page}");
        // What is there to be copied is not broken, and an id is the client's.
        let broken = |line: &&str| !line.contains("driftguard explain") && !line.contains("  session ");
        for line in page.lines().filter(broken) {
            assert!(columns(line) <= 80, "{} columns: {line}", columns(line));
        }
        assert!(!audit_json(&audit, usize::MAX).contains('\u{1b}'));
    }

    #[test]
    fn a_path_is_an_argument_as_it_stands() {
        let check = |path: &str, expected: &str| assert_eq!(argument(path), expected);
        check("/a/b-c.jsonl", "/a/b-c.jsonl");
        check("/a b/c.jsonl", "'/a b/c.jsonl'");
        check("/it's/c.jsonl", r"'/it'\''s/c.jsonl'");
        assert_eq!(short("5f0c2a1e-1111-2222"), "5f0c2a1e");
        assert_eq!(short("repo--5f0c2a1e"), "repo--5f0c2a1e");
    }
}
