//! A stretch of words under the eyes of the model: what is seen in it and around it.
//!
//! Owns the features: the model's weights stand in their order, and the script that fits them reads them from here.

use super::cue::{self, CUES, Found};
use super::decode::Way;
use super::feature::{CARRIERS, FIGURES, GRAMS};
use super::group::{
    ARTIFICIAL, ATTACK, BACKWARDS, COMMON, COMMON_ELSEWHERE, GROUPS, Group, MACHINE, MUST, NAMED_MACHINE, OPENING,
    PROMPT, ROTATED, SHOUTED, YOU, YOUR,
};
use super::model;
use super::reading::{BROKEN, LEET, MIXED, STYLED, Word};
use std::ops::Range;

/// Words of a window, and words from one window to the next.
const SIZE: usize = 48;
const STEP: usize = 16;
/// Pairs reach over so many places: a line's end parts none.
const PAIR: u32 = 3;
/// Places to both sides of a cue in which words belong to it.
const BREATH: u32 = 6;
/// Bytes before the first cue in which the sign of a hidden carrier stands.
const BEFORE: usize = 200;

/// Bytes before the first cue in which a block of code begins.
const FENCE: usize = 1_500;

/// What surrounds or dresses a window, one feature each, behind those of the ways to encode it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    Styled,
    Mixed,
    Broken,
    Leet,
    Comment,
    Style,
    Concealed,
    Title,
    Quoted,
    Nested,
}

impl Carrier {
    /// Its place among the features: behind the ways to encode a text.
    const fn bit(self) -> u32 {
        Way::Spaced as u32 + 1 + self as u32
    }
}

/// The groups that tell something by themselves, near a cue.
const TOLD: Group = !(COMMON | COMMON_ELSEWHERE | ROTATED | BACKWARDS | OPENING | SHOUTED);

/// Sums over words, of a window or of a whole text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    words: u32,
    common: u32,
    elsewhere: u32,
    attack: u32,
    machine: u32,
    told: u32,
    cues: u32,
}

impl Sums {
    /// The sums of some words.
    pub(super) fn of(words: &[Word], cues: usize) -> Self {
        let mut sums = Self {
            words: u32::try_from(words.len()).unwrap_or(u32::MAX),
            cues: u32::try_from(cues).unwrap_or(u32::MAX),
            ..Self::default()
        };
        for Word { groups, .. } in words {
            let has = |wanted: Group| u32::from(groups & wanted != 0);
            sums.common += has(COMMON);
            sums.elsewhere += u32::from(groups & (COMMON | COMMON_ELSEWHERE) == COMMON_ELSEWHERE);
            sums.attack += has(ATTACK);
            sums.machine += has(ARTIFICIAL | MACHINE | NAMED_MACHINE | PROMPT);
            sums.told += has(YOU | YOUR | MUST);
        }
        sums
    }

    /// Adds those of another part of the text.
    pub(super) fn add(&mut self, other: Self) {
        self.words += other.words;
        self.common += other.common;
        self.elsewhere += other.elsewhere;
        self.attack += other.attack;
        self.machine += other.machine;
        self.told += other.told;
        self.cues += other.cues;
    }

    /// What is left without a part.
    fn without(self, part: Self) -> Self {
        Self {
            words: self.words.saturating_sub(part.words),
            common: self.common.saturating_sub(part.common),
            elsewhere: self.elsewhere.saturating_sub(part.elsewhere),
            attack: self.attack.saturating_sub(part.attack),
            machine: self.machine.saturating_sub(part.machine),
            told: self.told.saturating_sub(part.told),
            cues: self.cues.saturating_sub(part.cues),
        }
    }
}

/// A window with at least one cue.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Where it stands in the outermost text, in bytes.
    pub(super) at: Range<usize>,
    /// From the first word of its cues to their last.
    pub(super) focus: Range<usize>,
    /// The cues in it, each once, in the order of the table.
    pub(super) cues: Vec<usize>,
    /// The groups of its words.
    groups: Group,
    /// What surrounds it, as bits.
    pub(super) carriers: u32,
    /// Of its words.
    sums: Sums,
    /// Its words and pairs, hashed.
    pub(super) grams: Vec<u16>,
    /// What it says, shortened, where it was decoded; else it is read from `at`.
    pub(super) decoded: Option<String>,
    /// True where one of its cues works against the user.
    pub(super) defiant: bool,
    /// Its log-odds before the rest of the text is known.
    pub(super) alone: f64,
}

/// The part of a text that is looked at in one go.
pub(super) struct Part<'a> {
    /// True where every window is wanted, not only those that may be an order.
    pub(super) all: bool,
    pub(super) text: &'a str,
    pub(super) words: &'a [Word],
    pub(super) found: &'a [Found],
    /// What it was decoded from.
    pub(super) way: Option<Way>,
    /// True for what was decoded from what was decoded.
    pub(super) nested: bool,
}

/// Hands over every window of a part that has a cue; `at` of each counts from the part's beginning.
pub(super) fn windows(part: &Part<'_>, take: &mut dyn FnMut(Window)) {
    let Part { words, found, .. } = part;
    let (mut from, mut start) = (0, 0);
    while start < words.len() && from < found.len() {
        let end = words.len().min(start + SIZE);
        while from < found.len() && found[from].first < start {
            from += 1;
        }
        let inside = found[from..].iter().take_while(|found| found.first < end).filter(|found| found.last < end);
        let inside: Vec<Found> = inside.copied().collect();
        if let Some(first) = inside.first() {
            if part.all || may_be_an_order(part, &words[start..end], &inside) {
                take(window(part, start..end, first.first, &inside));
            }
        } else if let Some(next) = found.get(from) {
            // Nothing up to the next cue.
            let next = next.first.saturating_sub(SIZE - STEP) / STEP * STEP;
            if next > start {
                start = next;
                continue;
            }
        }
        if end == words.len() {
            break;
        }
        start += STEP;
    }
}

/// What single words and their surroundings add at most to what the cues of a window weigh, in log-odds; more was not seen.
const BESIDES: f64 = 4.0;

/// True where the cues weigh enough for all the rest to decide.
fn may_be_an_order(part: &Part<'_>, words: &[Word], inside: &[Found]) -> bool {
    let mut cues = inside.iter().fold(0_u128, |cues, found| cues | 1 << found.cue);
    let mut odds = model::intercept() + BESIDES;
    while cues != 0 {
        odds += f64::from(model::weight(cues.trailing_zeros() as usize)).max(0.0);
        cues &= cues - 1;
    }
    let dressed = part.way.is_some() || words.iter().any(|word| word.dress != 0);
    dressed || odds >= 0.0
}

fn window(part: &Part<'_>, range: Range<usize>, first: usize, inside: &[Found]) -> Window {
    let words = &part.words[range.clone()];
    let mut cues: Vec<usize> = inside.iter().map(|found| found.cue).collect();
    cues.sort_unstable();
    cues.dedup();
    let spoken = spoken(words, part.words, inside);
    let at = words.first().map_or(0, |word| word.at as usize)..words.last().map_or(0, |word| word.end as usize);
    let last = inside.iter().map(|found| found.last).max().unwrap_or(first);
    Window {
        focus: part.words[first].at as usize..part.words[last].end as usize,
        groups: spoken.iter().fold(0, |groups, word| groups | word.groups) & TOLD,
        carriers: carriers(part, words, part.words[first].at as usize),
        sums: Sums::of(words, inside.len()),
        grams: grams(&spoken),
        decoded: None,
        defiant: inside.iter().any(|found| cue::is_defiant(*found, part.words, part.text)),
        alone: 0.0,
        at,
        cues,
    }
}

/// The words that belong to the cues: in their midst, and in the same breath. What stands around says nothing about them.
fn spoken(words: &[Word], all: &[Word], inside: &[Found]) -> Vec<Word> {
    // The cues stand in the order of their first words, so that one look at each is enough.
    let mut breaths: Vec<(u32, u32)> = Vec::new();
    for found in inside {
        let (start, end) = (all[found.first].place.saturating_sub(BREATH), all[found.last].place + BREATH);
        match breaths.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => breaths.push((start, end)),
        }
    }
    let mut breath = 0;
    let near = |word: &&Word| {
        while breath < breaths.len() && breaths[breath].1 < word.place {
            breath += 1;
        }
        breath < breaths.len() && breaths[breath].0 <= word.place
    };
    words.iter().filter(near).copied().collect()
}

fn grams(words: &[Word]) -> Vec<u16> {
    let place = |hash: u32| {
        u16::try_from((hash ^ hash >> 15).wrapping_mul(0x9e37_79b1) >> (32 - GRAMS.trailing_zeros()))
            .unwrap_or_default()
    };
    let pairs = words.windows(2).filter(|pair| pair[1].place - pair[0].place <= PAIR);
    let pairs = pairs.map(|pair| place(pair[0].hash.wrapping_mul(31) ^ pair[1].hash.rotate_left(7)));
    let mut grams: Vec<u16> = words.iter().map(|word| place(word.hash)).chain(pairs).collect();
    grams.sort_unstable();
    grams.dedup();
    grams
}

fn carriers(part: &Part<'_>, words: &[Word], cue: usize) -> u32 {
    let dressed = |dress: u8, least: usize| words.iter().filter(|word| word.dress & dress != 0).count() >= least;
    let before = &part.text[part.text.ceil_char_boundary(cue.saturating_sub(BEFORE))..cue];
    let open = |begin: &str, end: &str| last(before, begin).is_some_and(|at| !before[at..].contains(end));
    let near = before.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let mut bits = part.way.map_or(0, |way| 1 << way as u32);
    let mut set = |carrier: Carrier, holds: bool| bits |= u32::from(holds) << carrier.bit();
    set(Carrier::Nested, part.nested);
    set(Carrier::Styled, dressed(STYLED, 3));
    set(Carrier::Mixed, dressed(MIXED, 2));
    set(Carrier::Broken, dressed(BROKEN, 2));
    set(Carrier::Leet, dressed(LEET, 3));
    set(Carrier::Comment, open("<!--", "-->"));
    set(
        Carrier::Style,
        ["display:none", "display: none", "font-size:0", "font-size: 0", "left:-9", "visibility:hidden", "opacity:0"]
            .iter()
            .any(|style| open(style, "</")),
    );
    set(Carrier::Concealed, open("\x1b[8m", "\x1b[0m"));
    set(Carrier::Title, open("](http", "\n") && near.ends_with('"'));
    set(Carrier::Quoted, near.ends_with(['"', '\'', '`', '“']) || fenced(part.text, cue));
    bits
}

/// Where a sign stands last in so short a text: what prepares a search for it takes longer than the search.
fn last(text: &str, sign: &str) -> Option<usize> {
    let (text, sign) = (text.as_bytes(), sign.as_bytes());
    let first = *sign.first()?;
    memchr::memrchr_iter(first, text).find(|at| text[*at..].starts_with(sign))
}

/// True within a block of code of a text in Markdown.
fn fenced(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[at.saturating_sub(FENCE)..at];
    memchr::memmem::find_iter(before, "```").count() % 2 == 1
}

impl Window {
    /// Hands over every dense feature that is not 0; `whole` are the sums of the whole text.
    pub(super) fn dense(&self, whole: Sums, take: &mut dyn FnMut(usize, f32)) {
        for cue in &self.cues {
            take(*cue, 1.0);
        }
        let mut offset = CUES.len();
        for (index, (_, group)) in GROUPS.iter().enumerate() {
            if self.groups & group != 0 {
                take(offset + index, 1.0);
            }
        }
        offset += GROUPS.len();
        for carrier in 0..CARRIERS {
            if self.carriers & 1 << carrier != 0 {
                take(offset + carrier, 1.0);
            }
        }
        offset += CARRIERS;
        for (index, figure) in self.figures(whole).into_iter().enumerate() {
            if figure != 0.0 {
                take(offset + index, figure);
            }
        }
    }

    /// How the window stands out of its text. Shares and densities, each between 0 and about 1.
    fn figures(&self, whole: Sums) -> [f32; FIGURES] {
        let rest = whole.without(self.sums);
        let share = |part: u32, words: u32| small(part) / small(words.max(1));
        let (prose, other) = (share(self.sums.common, self.sums.words), share(self.sums.elsewhere, self.sums.words));
        // Of little text little is known: it counts as ordinary prose.
        let known = rest.words + 20;
        let (prose_around, other_around) = (share(rest.common + 4, known), share(rest.elsewhere, known));
        let quoted = self.carriers & 1 << Carrier::Quoted.bit() != 0;
        let dense = |count: u32| (share(count, known) * 20.0).min(1.0);
        [
            prose,
            prose_around,
            (prose - prose_around).max(0.0),
            other,
            other_around,
            (other - other_around).max(0.0),
            small(self.sums.attack.min(4)) / 4.0,
            dense(rest.attack),
            f32::from(u8::from(rest.attack >= 2)),
            f32::from(u8::from(quoted && whole.attack >= 2)),
            dense(rest.machine),
            dense(rest.told),
            dense(rest.cues),
            small(rest.cues.min(20)) / 20.0,
            small(u32::try_from(self.cues.len()).unwrap_or(u32::MAX).min(12)) / 12.0,
            small(whole.words.min(2_000)).sqrt() / 45.0,
        ]
    }
}

/// A small count as a number.
fn small(count: u32) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}

/// The names of the dense features in their order, each with what it weighs before any example is seen.
pub(super) fn names() -> Vec<(String, f32)> {
    const FIGURE: [(&str, f32); FIGURES] = [
        ("prose", 0.0),
        ("prose around", 0.0),
        ("more prose", 1.0),
        ("other language", 0.0),
        ("other language around", -1.0),
        ("more other language", 2.0),
        ("attack", -1.5),
        ("attack around", -2.0),
        ("attacks around", -2.0),
        ("quoted among attacks", -4.0),
        ("machine around", -1.0),
        ("told around", -0.5),
        ("cues around", -1.0),
        ("cues elsewhere", -1.0),
        ("cues", 0.0),
        ("length", -0.5),
    ];
    const WAY: [f32; Way::ALL.len()] = [2.0, 2.0, 1.5, 1.5, 3.0, 3.0, 3.0];
    const CARRIER: [(Carrier, f32); CARRIERS - Way::ALL.len()] = [
        (Carrier::Styled, 3.0),
        (Carrier::Mixed, 3.0),
        (Carrier::Broken, 2.0),
        (Carrier::Leet, 3.0),
        (Carrier::Comment, 1.0),
        (Carrier::Style, 2.5),
        (Carrier::Concealed, 2.5),
        (Carrier::Title, 1.5),
        (Carrier::Quoted, -1.0),
        (Carrier::Nested, 1.0),
    ];
    let cues = CUES.iter().map(|cue| (cue.says.to_owned(), cue.strength));
    let groups = GROUPS.iter().map(|(name, _)| ((*name).to_owned(), 0.0));
    let ways = Way::ALL.iter().zip(WAY).map(|(way, strength)| (format!("{way:?}"), strength));
    let carriers = CARRIER.iter().map(|(carrier, strength)| (format!("{carrier:?}"), *strength));
    let figures = FIGURE.iter().map(|(name, strength)| ((*name).to_owned(), *strength));
    cues.chain(groups).chain(ways).chain(carriers).chain(figures).collect()
}

/// True for a window that is written so that a person does not see or read it. A comment and a link's title are not: people write
/// these for each other.
pub(super) fn is_disguised(window: &Window) -> bool {
    const DISGUISES: [Carrier; 6] =
        [Carrier::Styled, Carrier::Mixed, Carrier::Broken, Carrier::Leet, Carrier::Style, Carrier::Concealed];
    let holds = |bit: u32| window.carriers & 1 << bit != 0;
    Way::ALL.into_iter().any(|way| holds(way as u32)) || DISGUISES.into_iter().any(|carrier| holds(carrier.bit()))
}

/// The carriers of a window in words for people.
pub(super) fn carriers_said(window: &Window) -> impl Iterator<Item = &'static str> {
    const SAID: [(Carrier, &str); 8] = [
        (Carrier::Styled, "written in letters of another dress"),
        (Carrier::Mixed, "written in letters of two scripts"),
        (Carrier::Broken, "broken up by unseen characters"),
        (Carrier::Leet, "written with digits for letters"),
        (Carrier::Comment, "in a comment that is not shown"),
        (Carrier::Style, "in an element that is not shown"),
        (Carrier::Concealed, "concealed from the terminal"),
        (Carrier::Title, "in the title of a link"),
    ];
    let carriers = window.carriers;
    let holds = move |bit: u32| carriers & 1 << bit != 0;
    let ways = Way::ALL.into_iter().filter(move |way| holds(*way as u32)).map(Way::says);
    ways.chain(SAID.into_iter().filter(move |(carrier, _)| holds(carrier.bit())).map(|(_, said)| said))
}
