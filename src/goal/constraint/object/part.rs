//! Limits on a part of a file: "don't change parser.rs's public api", "leave package.json's scripts alone", "parser.rs line 1-40".
//!
//! Owns the telling of such a part. The file itself may be changed: what must stay is what the words tell.

use super::Object;
use crate::domain::Pattern;
use crate::goal::prompt::sentence::Sentence;
use crate::text::path;

/// What files have parts of, behind their name: "package.json scripts".
#[rustfmt::skip]
const PARTS: [&str; 47] = [
    "api", "block", "body", "class", "colors", "comment", "comments", "constructor", "docstring", "exports", "fields", "footer", "format",
    "formatting", "function", "functions", "header", "heading", "headings", "imports", "indentation", "interface", "keys", "layout", "license",
    "line", "lines", "method", "methods", "naming", "order", "public", "scripts", "section", "sections", "services", "signature", "signatures",
    "steps", "structure", "style", "table", "title", "toc", "types", "values", "version",
];

/// True where nothing is forbidden but a part of the files that the object names, which begins at `from`.
pub(in crate::goal::constraint) fn is_meant(sentence: &Sentence<'_>, object: &Object, from: usize) -> bool {
    let files = !object.places.is_empty()
        && object.places.iter().all(|place| matches!(place, Pattern::File(_) | Pattern::Glob(_)));
    let part = |at: usize| {
        let raw = sentence.tokens[at].raw;
        let owned = ["'s", "’s"].iter().find_map(|mark| raw.strip_suffix(mark));
        let file = path::extension(owned.unwrap_or(raw)).is_some();
        let goes_on = !sentence.tokens[at].ends_clause() && !sentence.word(at + 1).is_empty();
        file && goes_on && (owned.is_some() || PARTS.contains(&sentence.word(at + 1)))
    };
    files && (from..object.end.min(sentence.tokens.len())).any(part)
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::{Stage, shown_constraints};

    #[test]
    fn a_part_of_a_file_leaves_the_file_free() {
        for said in [
            "don't touch package.json scripts",
            "leave package.json's scripts alone",
            "don't change src/parser.rs's exports",
            "leave src/parser.rs line 1-40 alone, fix parse_float below",
        ] {
            let shown = shown_constraints(&Stage::new().start(&format!("add hex literals. {said}")).constraints);
            assert!(!shown.contains("package.json") && !shown.contains("src/parser.rs"), "{said}: {shown}");
        }
        for (said, expected) in [
            ("don't touch package.json", "deny package.json"),
            ("don't touch package.json please", "deny package.json"),
            ("don't change src/parser.rs or package.json", "deny src/parser.rs + package.json"),
        ] {
            let shown = shown_constraints(&Stage::new().start(&format!("add hex literals. {said}")).constraints);
            assert_eq!(shown, expected, "{said}");
        }
    }
}
