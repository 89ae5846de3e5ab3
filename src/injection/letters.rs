//! Letters under their disguises: what a reader sees where a character stands.
//!
//! Owns the folding of characters that look like ASCII letters (full width, mathematical, enclosed, small capitals, with marks,
//! from scripts with the same shapes) and which characters show nothing at all. The compatibility forms of Unicode (NFKC) that
//! spell letters are ranges of the same order, so that no table of all characters is needed.

/// What a character is to the reader of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A letter or digit as ASCII has it, in lower case, that is written with its own or an ordinary marked form.
    Plain(u8),
    /// The same in a dress that ordinary text does not wear: full width, mathematical, enclosed.
    Styled(u8),
    /// A letter of another script; with the ASCII letter that has its shape.
    Foreign(char, Option<u8>),
    /// A character of a script without spaces.
    Ideograph(char),
    /// It shows nothing and joins what stands around it.
    Unseen,
    /// No letter.
    Other,
}

/// What `character`, which is not ASCII, is to the reader of words.
pub(super) fn shape(character: char) -> Shape {
    let code = character as u32;
    match code {
        0xad
        | 0x34f
        | 0x300..=0x36f
        | 0x61c
        | 0x180e
        | 0x200b..=0x200f
        | 0x202a..=0x202e
        | 0x2060..=0x206f
        | 0xfe00..=0xfe0f
        | 0xfeff
        | 0xe0000..=0xe0fff => Shape::Unseen,
        0xc0..=0x24f | 0x1e00..=0x1eff => marked(character),
        0x370..=0x58f => {
            let lower = character.to_lowercase().next().unwrap_or(character);
            if lower.is_alphabetic() { Shape::Foreign(lower, look_alike(lower)) } else { Shape::Other }
        }
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x3134f => {
            Shape::Ideograph(character)
        }
        // Behind ASCII dashes and quotation marks, signs of money, arrows, mathematics, frames, ticks and boxes, pictures: what answers
        // of tools are full of. The letters in circles among them stand below.
        0..=0x7f
        | 0x2010..=0x2027
        | 0x2030..=0x205f
        | 0x20a0..=0x20cf
        | 0x2190..=0x2498
        | 0x2500..=0x2bff
        | 0x3000..=0x3004
        | 0x1f300..=0x1faff => Shape::Other,
        _ => styled(code).map_or_else(
            || if character.is_alphabetic() { Shape::Foreign(character, None) } else { Shape::Other },
            Shape::Styled,
        ),
    }
}

/// Latin letters with marks, by what their marks stand on.
fn marked(character: char) -> Shape {
    // In the order of Unicode from U+00C0 on; a dot stands for what is no letter with a mark.
    const FIRST: &[u8] = b"aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty";
    const EXTENDED: &[u8] = b"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
    let code = character as usize;
    let base = match code {
        0xc0..=0xff => FIRST.get(code - 0xc0),
        0x100..=0x17f => EXTENDED.get(code - 0x100),
        _ => None,
    };
    match base {
        Some(b'.') => Shape::Other,
        Some(base) => Shape::Plain(*base),
        None => Shape::Foreign(character.to_lowercase().next().unwrap_or(character), None),
    }
}

/// The letter or digit that a compatibility form spells.
fn styled(code: u32) -> Option<u8> {
    let letter = |index: u32| u8::try_from(index % 26).ok().map(|index| b'a' + index);
    let digit = |index: u32| u8::try_from(index % 10).ok().map(|index| b'0' + index);
    match code {
        0xff10..=0xff19 => digit(code - 0xff10),
        0xff21..=0xff3a => letter(code - 0xff21),
        0xff41..=0xff5a => letter(code - 0xff41),
        // Thirteen alphabets of capitals and small letters.
        0x1d400..=0x1d6a3 => letter(code - 0x1d400),
        0x1d7ce..=0x1d7ff => digit(code - 0x1d7ce),
        // The letters that were encoded before their alphabets.
        0x212c => Some(b'b'),
        0x2130 | 0x212f => Some(b'e'),
        0x2131 => Some(b'f'),
        0x210b..=0x210e => Some(b'h'),
        0x2110 | 0x2111 => Some(b'i'),
        0x2112 => Some(b'l'),
        0x2133 => Some(b'm'),
        0x2115 => Some(b'n'),
        0x2119 => Some(b'p'),
        0x211a => Some(b'q'),
        0x211b..=0x211d => Some(b'r'),
        0x2102 | 0x212d => Some(b'c'),
        0x2124 | 0x2128 => Some(b'z'),
        0x210a => Some(b'g'),
        0x2134 => Some(b'o'),
        // In brackets, in circles, in squares; regional indicators.
        0x249c..=0x24b5 => letter(code - 0x249c),
        0x24b6..=0x24cf => letter(code - 0x24b6),
        0x24d0..=0x24e9 => letter(code - 0x24d0),
        0x1f130..=0x1f149 => letter(code - 0x1f130),
        0x1f150..=0x1f169 => letter(code - 0x1f150),
        0x1f170..=0x1f189 => letter(code - 0x1f170),
        0x250..=0x2ff | 0x1d00..=0x1dbf | 0x2071 | 0x207f | 0xa720..=0xa7ff => small(code),
        _ => None,
    }
}

/// Small capitals and raised letters, which stand in no order.
fn small(code: u32) -> Option<u8> {
    const SMALL: &str =
        "ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzᵃaᵇbᶜcᵈdᵉeᶠfᵍgʰhⁱiʲjᵏkˡlᵐmⁿnᵒoᵖpʳrˢsᵗtᵘuᵛvʷwˣxʸyᶻz";
    let character = char::from_u32(code).filter(|character| !character.is_ascii())?;
    let at = SMALL.find(character)? + character.len_utf8();
    SMALL.as_bytes().get(at).copied()
}

/// The ASCII letter that a Greek, Cyrillic or Armenian one has the shape of.
fn look_alike(lower: char) -> Option<u8> {
    const ALIKE: &str =
        "аaвbсcԁdеeғfԍgһhіiјjкkӏlмmнhпnоoрpԛqгrѕsтtцuѵvԝwхxуyзzёeїiҽeαaβbεeιiκkνvοoρpτtυuχxγyηnωwօoսuոnհhցgզqѐe";
    let at = ALIKE.find(lower)? + lower.len_utf8();
    ALIKE.as_bytes().get(at).copied()
}

/// The letter that a digit or sign stands for in "l33t".
pub(super) fn leet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'0' => b'o',
        b'1' => b'i',
        b'3' => b'e',
        b'4' | b'@' => b'a',
        b'5' | b'$' => b's',
        b'7' => b't',
        b'8' => b'b',
        b'9' => b'g',
        _ => return None,
    })
}

/// `text` as it reads: disguised letters as ASCII has them, unseen characters left out. `alike` also takes letters of other
/// scripts for the ones that they look like.
pub(super) fn plain_letters(text: &str, alike: bool) -> String {
    text.chars().filter_map(|character| readable(character, alike)).collect()
}

fn readable(character: char, alike: bool) -> Option<char> {
    if character.is_ascii() {
        return Some(character);
    }
    match shape(character) {
        Shape::Unseen => None,
        Shape::Styled(byte) => Some(char::from(byte)),
        Shape::Foreign(_, Some(byte)) if alike => Some(char::from(byte)),
        // Full-width punctuation and space.
        _ => match character as u32 {
            code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0),
            0x3000 => Some(' '),
            _ => Some(character),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(plain_letters(text, true), expected);
    }

    #[test]
    fn dressed_letters_read_as_they_look() {
        check("Ｉｇｎｏｒｅ　ａｌｌ．", "ignore all.");
        check("𝐈𝐠𝐧𝐨𝐫𝐞 𝓪𝓵𝓵 𝟏𝟐", "ignore all 12");
        check("ⓘⓖⓝⓞⓡⓔ ɪɢɴᴏʀᴇ ⁱᵍⁿᵒʳᵉ", "ignore ignore ignore");
        check("іgnоrе", "ignore");
        check("ig\u{200b}no\u{ad}re", "ignore");
    }

    #[test]
    fn letters_with_marks_stand_on_their_base() {
        for (character, base) in
            [('é', b'e'), ('Ü', b'u'), ('ñ', b'n'), ('ł', b'l'), ('ş', b's'), ('ž', b'z'), ('ą', b'a'), ('ő', b'o')]
        {
            assert_eq!(shape(character), Shape::Plain(base), "{character}");
        }
    }

    #[test]
    fn signs_are_no_letters() {
        for code in (0x80..0x2_0000).filter_map(char::from_u32).filter(|sign| shape(*sign) == Shape::Other) {
            assert!(!code.is_alphabetic() && styled(code as u32).is_none(), "{code:?} is a letter");
        }
    }

    #[test]
    fn other_scripts_stay_what_they_are() {
        assert_eq!(shape('ж'), Shape::Foreign('ж', None));
        assert_eq!(shape('А'), Shape::Foreign('а', Some(b'a')));
        assert_eq!(shape('忽'), Shape::Ideograph('忽'));
        assert_eq!(shape('—'), Shape::Other);
        assert_eq!(shape('👍'), Shape::Other);
        check("Grüße, 世界 👍", "Grüße, 世界 👍");
    }
}
