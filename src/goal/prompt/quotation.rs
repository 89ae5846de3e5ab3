//! Quotations of several sentences: `the banner says "Ready? Don't touch src/db." - shorten it`.
//!
//! Owns where they begin and end. A sentence is cut by itself, and knows only of the marks that stand in it.

use super::sentence::Sentence;

/// Sentences at most in which the end of a quotation is looked for: a mark that nothing closes quotes nothing.
const MAX_SENTENCES: usize = 8;

/// Marks as quoted what stands between the marks of different sentences.
pub(in crate::goal) fn mark(sentences: &mut [&mut Sentence<'_>]) {
    let mut at = 0;
    while at < sentences.len() {
        let last = sentences.len().min(at + 1 + MAX_SENTENCES);
        let closed = opens(sentences[at].text)
            .then(|| (at + 1..last).find_map(|later| Some((later, end_of_quotation(sentences[later].text)?))))
            .flatten();
        let Some((later, end)) = closed else {
            at += 1;
            continue;
        };
        for between in &mut sentences[at + 1..later] {
            between.tokens.iter_mut().for_each(|token| token.quoted = true);
        }
        // Alone, the sentence took the closing mark for one that opens.
        for token in &mut sentences[later].tokens {
            token.quoted = token.start < end || !token.quoted;
        }
        at = later;
    }
}

/// True where a quotation is left open: neither an inch nor what closes.
fn opens(text: &str) -> bool {
    let mut open = false;
    for (at, mark) in text.match_indices(['"', '\u{201c}', '\u{201d}']) {
        let led = text[..at].chars().next_back().is_none_or(|before| before.is_whitespace() || "([*".contains(before));
        open = match mark {
            "\"" => !open && led,
            mark => mark == "\u{201c}",
        };
    }
    open
}

/// Where a quotation ends that was open before the sentence.
fn end_of_quotation(text: &str) -> Option<usize> {
    let (at, mark) = text.match_indices(['"', '\u{201c}', '\u{201d}']).next()?;
    let behind_a_word = text[..at].chars().next_back().is_some_and(|before| !before.is_whitespace());
    let over = !text[at + mark.len()..].starts_with(char::is_alphanumeric);
    (mark != "\u{201c}" && behind_a_word && over).then_some(at)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_several_sentences_quote_is_not_said() {
        for said in [
            "the banner says \"Ready? Don't touch src/legacy.\" - shorten it",
            "the banner says \u{201c}Ready? Don't touch src/legacy.\u{201d} - shorten it",
            "\"Hi. Don't touch src/legacy\" was in the ticket, fix the login",
            "he wrote \"Be careful. Don't touch src/legacy. Thanks\" and that is over",
        ] {
            limits(said, "");
        }
        for said in [
            "the banner says \"Ready? Go.\" - shorten it, don't touch src/legacy",
            "make it 5\" wide. don't touch src/legacy. Then 6\" high",
            "rename \"old to new. Don't touch src/legacy",
        ] {
            limits(said, "deny src/legacy/");
        }
    }
}
