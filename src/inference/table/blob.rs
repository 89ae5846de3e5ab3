//! The table as it lies in the program: sections of one blob, read where they stand. Nothing is parsed and nothing copied at
//! the start, so a process that asks for no vector meets none of its pages.

use std::cmp::Ordering;

/// Made by `scripts/distil_table.py`; NOTICE says from what.
static BLOB: &[u8] = include_bytes!("words.bin");
const MAGIC: &[u8] = b"DGTABLE1";
/// The head: the magic word and six counts.
const HEAD: usize = 8 + 6 * 4;

/// The sections. Numbers are little endian.
#[derive(Clone, Copy)]
pub(super) struct Blob {
    /// Numbers of a vector; two of a row stand in a byte.
    pub dims: usize,
    /// u32: where each piece begins in `text`, and where the last one ends.
    offsets: &'static [u8],
    /// The pieces, sorted by their bytes; one inside a word begins with `##`.
    text: &'static [u8],
    /// Rows of `dims` halves of a byte, each 8 too large.
    rows: &'static [u8],
    /// u16: what a row is multiplied with.
    scales: &'static [u8],
    /// u32, u32: ranges of characters that are left out, ascending.
    dropped: &'static [u8],
    /// Ranges of characters that are pieces for themselves: punctuation and Chinese letters.
    apart: &'static [u8],
    /// u32, u32: a character and one that stands for it, ascending; those that become several stand several times.
    mapped: &'static [u8],
}

impl Blob {
    /// The table of this program; None would mean that it was built with a broken one, which a test rules out.
    pub(super) fn new() -> Option<Self> {
        let mut rest = BLOB.strip_prefix(MAGIC)?;
        let count = |place: usize| number(BLOB, MAGIC.len() / 4 + place).and_then(|count| usize::try_from(count).ok());
        let (dims, pieces, text) = (count(0)?, count(1)?, count(2)?);
        rest = rest.get(HEAD - MAGIC.len()..)?;
        let mut section = |bytes: usize| {
            let (section, after) = rest.split_at_checked(bytes)?;
            rest = after;
            Some(section)
        };
        let blob = Self {
            dims,
            offsets: section(4 * (pieces + 1))?,
            text: section(text)?,
            rows: section(pieces * dims / 2)?,
            scales: section(pieces * 2)?,
            dropped: section(count(3)? * 8)?,
            apart: section(count(4)? * 8)?,
            mapped: section(count(5)? * 8)?,
        };
        rest.is_empty().then_some(blob)
    }

    /// The number of a piece.
    pub(super) fn find(&self, piece: &str) -> Option<usize> {
        search(self.scales.len() / 2, |place| Some(self.bytes(place)?.cmp(piece.as_bytes())))
    }

    /// A piece by its number.
    pub(super) fn piece(&self, place: usize) -> Option<&'static str> {
        std::str::from_utf8(self.bytes(place)?).ok()
    }

    fn bytes(&self, place: usize) -> Option<&'static [u8]> {
        let bound = |place| number(self.offsets, place).and_then(|bound| usize::try_from(bound).ok());
        self.text.get(bound(place)?..bound(place + 1)?)
    }

    /// Adds the row of a piece to `sum`, which has [`Blob::dims`] places.
    pub(super) fn add(&self, place: usize, sum: &mut [i32]) {
        let bytes = self.dims / 2;
        let row = self.rows.get(place * bytes..(place + 1) * bytes).unwrap_or_default();
        let scale =
            self.scales.get(place * 2..place * 2 + 2).map_or(0, |two| i32::from(two[0]) | i32::from(two[1]) << 8);
        for (sums, two) in sum.chunks_exact_mut(2).zip(row) {
            sums[0] += scale * (i32::from(two & 15) - 8);
            sums[1] += scale * (i32::from(two >> 4) - 8);
        }
    }

    /// True for a character that shows nothing, or only an accent.
    pub(super) fn is_dropped(&self, letter: char) -> bool {
        within(self.dropped, letter)
    }

    /// True for a character that is no part of a word.
    pub(super) fn is_apart(&self, letter: char) -> bool {
        within(self.apart, letter)
    }

    /// What stands for a character that has a simpler form: none, one or several letters.
    pub(super) fn simpler(&self, letter: char) -> impl Iterator<Item = char> {
        let (mapped, wanted) = (self.mapped, u32::from(letter));
        let count = mapped.len() / 8;
        let start = partition(count, |place| number(mapped, place * 2).is_some_and(|key| key < wanted));
        (start..count)
            .take_while(move |place| number(mapped, place * 2) == Some(wanted))
            .filter_map(move |place| number(mapped, place * 2 + 1).and_then(char::from_u32))
    }
}

/// The `place`th u32 of a section.
fn number(section: &[u8], place: usize) -> Option<u32> {
    let four = section.get(place * 4..place * 4 + 4)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

/// True where one of the ranges holds the letter.
fn within(ranges: &[u8], letter: char) -> bool {
    let letter = u32::from(letter);
    let bound = |place, end| number(ranges, place * 2 + end);
    search(ranges.len() / 8, |place| {
        let (first, last) = (bound(place, 0)?, bound(place, 1)?);
        Some(if last < letter {
            Ordering::Less
        } else if first > letter {
            Ordering::Greater
        } else {
            Ordering::Equal
        })
    })
    .is_some()
}

/// The place that `compare` finds equal, among `count` ascending ones.
fn search(count: usize, compare: impl Fn(usize) -> Option<Ordering>) -> Option<usize> {
    let start = partition(count, |place| compare(place) == Some(Ordering::Less));
    (start < count && compare(start) == Some(Ordering::Equal)).then_some(start)
}

/// How many of `count` places come before the first that is not `before`.
fn partition(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
