//! Programs that put files in the place of other files: packers (`gzip a` leaves `a.gz`), and `split`, which cuts one into many.
//!
//! Owns the names of what they leave. Which programs they are stands in the tables.

use super::arguments::Arguments;
use super::reader::Reader;
use super::word::Word;
use crate::domain::FileVerb::{Delete, Write};
use crate::text::path;

/// Flags by which a packer leaves the original where it is.
const KEEPS: &str = "-k --keep";
/// The flag by which a packer that would leave it takes it away.
const REMOVES: &str = "--rm";
/// Flags by which a packer goes through folders.
const RECURSIVE: &str = "-r --recursive";

impl Reader {
    /// `gzip a` and, where it `unpacks`, `gunzip a.gz`. `stays`: the original is left without being told so.
    pub(super) fn pack(&mut self, ending: &str, unpacks: bool, stays: bool, arguments: &Arguments<'_>) {
        if arguments.has_any(RECURSIVE) {
            self.within(arguments.operands.iter().copied());
            return;
        }
        let removes = if stays { arguments.has_any(REMOVES) } else { !arguments.has_any(KEEPS) };
        // Where the result is named by a flag, that one is written instead.
        let named = arguments.values_of("-o").next().is_some();
        for word in &arguments.operands {
            let result = match word.text.strip_suffix(ending) {
                Some(plain) if unpacks => plain.to_owned(),
                // It says that there is nothing to do.
                _ if unpacks => match word.text.strip_suffix(".tgz") {
                    Some(plain) => format!("{plain}.tar"),
                    None => continue,
                },
                Some(_) => continue,
                None if word.text == "-" => continue,
                None => format!("{}{ending}", word.text),
            };
            if removes {
                self.effect(Delete, word);
            } else {
                self.mention(word);
            }
            if !named {
                self.effect(Write, &Word { text: result, sure: word.sure });
            }
        }
    }

    /// `split big.txt src/part_`: files appear beside the last operand whose names begin with it.
    pub(super) fn pieces(&mut self, arguments: &Arguments<'_>) {
        self.mentions(arguments.operands.first().copied());
        let folder =
            arguments.operands.get(1).map(|prefix| path::folder(&prefix.text)).filter(|folder| !folder.is_empty());
        let sure = arguments.operands.get(1).is_none_or(|prefix| prefix.sure);
        self.within([&Word { text: folder.unwrap_or(".").to_owned(), sure }]);
    }
}
