//! Whether a text is written in another language than English: by its letters, and by the words that hold its sentences together.
//!
//! It tells no language from another. What is read here as English may still be none; what is read as foreign is hardly ever
//! English.

use crate::text::word_set::sorted;

/// One letter in so many may be no ASCII before a text counts as foreign: names and loan words have some.
const FOREIGN_LETTERS: usize = 8;
/// One word in so many must be a small word of another language.
const FOREIGN_WORDS: usize = 5;

/// Small words of English that the languages below do not have.
#[rustfmt::skip]
const ENGLISH: &[&str] = sorted(&[
    "about", "all", "and", "any", "are", "at", "be", "been", "but", "by", "can", "did", "does", "for", "from", "had",
    "has", "have", "how", "if", "in", "into", "is", "it", "its", "not", "now", "of", "on", "only", "or", "some", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "up", "was", "we", "were", "what",
    "when", "which", "who", "will", "with", "without", "you", "your",
]);

/// Small words of Czech, Danish, Dutch, Finnish, French, German, Hungarian, Indonesian, Italian, Norwegian, Polish, Portuguese,
/// Romanian, Spanish, Swedish and Turkish that English does not have, without their accents.
#[rustfmt::skip]
const ELSEWHERE: &[&str] = sorted(&[
    "aceste", "acum", "adalah", "agora", "ahora", "ale", "alla", "alle", "aller", "alles", "allt", "anche", "ancora",
    "att", "attraverso", "auch", "auf", "aus", "avec", "avons", "az", "bara", "bei", "beim", "belum", "bez", "bir",
    "bleibt", "blev", "blir", "bu", "bunlar", "bylo", "byly", "cada", "cela", "cest", "cette", "che", "ci", "como", "cu",
    "czy", "dabei", "dafur", "dalla", "dalle", "damit", "dann", "dans", "daran", "dari", "das", "dass", "davon", "de",
    "degil", "dei", "deja", "del", "della", "delle", "dem", "den", "dengan", "der", "des", "dessa", "det", "detta", "di",
    "diese", "dieser", "dieses", "dla", "dziala", "een", "egy", "ein", "eine", "einem", "einen", "einer", "el", "ella",
    "els", "es", "essa", "est", "esta", "estan", "este", "esto", "estos", "et", "ett", "fara", "foi", "foram", "fost",
    "fra", "gecti", "geen", "gibt", "gjort", "gli", "habe", "haben", "hace", "har", "heeft", "henuz", "het", "hicbir",
    "hier", "hogy", "hon", "ich", "icin", "igen", "ihr", "ikke", "il", "ile", "inga", "ingen", "ini", "inte", "intet",
    "isso", "ist", "itu", "jak", "jeg", "jest", "jetzt", "jika", "jsem", "jsou", "kaikki", "kaikkien", "kde", "kein",
    "keine", "klo", "ktore", "kun", "la", "lapi", "las", "le", "les", "leur", "los", "mais", "mein", "minden", "mit",
    "muito", "muy", "nach", "nada", "nadie", "nao", "nel", "nella", "nem", "nenhum", "nessun", "nessuno", "nic", "nicht",
    "nichts", "nie", "niente", "niet", "niets", "nije", "niks", "nikt", "nincs", "ningun", "noch", "nog", "noget", "noi",
    "nous", "nu", "nur", "nyni", "och", "oder", "og", "ohne", "oikein", "olarak", "oldu", "oraz", "ou", "ovat", "para",
    "pero", "personne", "pour", "prave", "prawie", "prosly", "przez", "que", "questo", "qui", "rien", "sehr", "sekarang",
    "seus", "sido", "sie", "sikeres", "sind", "ska", "som", "sono", "sont", "sudah", "sunt", "sur", "sve", "szerint",
    "tak", "tambem", "telah", "teraz", "tidak", "toate", "todas", "todos", "tous", "tout", "toutes", "tudo", "tum",
    "tutte", "tutti", "tutto", "uit", "uma", "un", "una", "und", "une", "unter", "untuk", "ve", "ved", "voor", "vor",
    "vous", "vsechny", "wenn", "werden", "wie", "wir", "wird", "worden", "wszystkie", "wszystko", "wurde", "wurden",
    "ya", "yang", "zijn", "zostaly", "zu", "zum", "zur", "zwei",
]);

/// True for a text that is hardly English. A text without letters is none; names and single words tell nothing.
pub fn is_foreign(text: &str) -> bool {
    let (mut letters, mut other) = (0, 0);
    for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
        letters += 1;
        other += usize::from(!letter.is_ascii());
    }
    if other * FOREIGN_LETTERS > letters {
        return true;
    }
    let (mut words, mut english, mut elsewhere) = (0, 0, 0);
    // What stands between backticks is code, in whatever language it was named.
    let prose = text.split('`').step_by(2).flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()));
    for word in prose.filter(|word| !word.is_empty()) {
        let word: String = word.chars().flat_map(char::to_lowercase).map(without_accent).collect();
        words += 1;
        english += usize::from(ENGLISH.binary_search(&word.as_str()).is_ok());
        elsewhere += usize::from(ELSEWHERE.binary_search(&word.as_str()).is_ok());
    }
    elsewhere > english && elsewhere * FOREIGN_WORDS >= words
}

/// A small letter without its accent.
pub(super) fn without_accent(letter: char) -> char {
    match letter {
        '\u{e0}'..='\u{e5}' | '\u{103}' | '\u{105}' => 'a',
        '\u{e7}' | '\u{107}' | '\u{10d}' => 'c',
        '\u{e8}'..='\u{eb}' | '\u{119}' | '\u{11b}' => 'e',
        '\u{ec}'..='\u{ef}' | '\u{131}' => 'i',
        '\u{142}' => 'l',
        '\u{f1}' | '\u{144}' => 'n',
        '\u{f2}'..='\u{f6}' | '\u{f8}' | '\u{151}' => 'o',
        '\u{159}' => 'r',
        '\u{15b}' | '\u{161}' | '\u{15f}' | '\u{219}' => 's',
        '\u{163}' | '\u{21b}' => 't',
        '\u{f9}'..='\u{fc}' | '\u{16f}' | '\u{171}' => 'u',
        '\u{fd}' => 'y',
        '\u{17a}' | '\u{17c}' | '\u{17e}' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_share_nothing() {
        assert!(ENGLISH.iter().all(|word| ELSEWHERE.binary_search(word).is_err()));
    }

    #[test]
    fn small_words_tell_another_language() {
        for text in [
            "Und so ist es.",
            "Alle Tests laufen jetzt ohne Fehler durch.",
            "Tous les tests passent maintenant.",
            "Ahora todas las pruebas pasan sin errores.",
            "Ora tutti i test sono verdi.",
            "Agora todos os testes passam.",
            "Alle tests zijn nu groen.",
            "Wszystkie testy przeszly i nic nie jest zepsute.",
            "Alla tester \u{e4}r gr\u{f6}na och inget \u{e4}r trasigt.",
            "Semua tes sudah lulus dan tidak ada yang rusak.",
            "Art\u{131}k b\u{fc}t\u{fc}n testler ge\u{e7}iyor.",
            "Alle testene er gr\u{f8}nne, og det er ikke noe feil.",
            "\u{412}\u{441}\u{435} \u{442}\u{435}\u{441}\u{442}\u{44b} \u{43f}\u{440}\u{43e}\u{445}\u{43e}\u{434}\u{44f}\u{442}.",
            "\u{5168}\u{90e8} test \u{901a}\u{8fc7}\u{4e86}\u{3002}",
        ] {
            assert!(is_foreign(text), "{text}");
        }
    }

    #[test]
    fn english_stays_english() {
        for text in [
            "",
            "42",
            "All tests pass.",
            "Committed.",
            "Fixed the caf\u{e9} page in `src/a.rs`.",
            "The court sat in Los Angeles, and Le Monde wrote about it.",
            "`let var = den + la;` compiles, lint clean.",
            "Created `fr/les_mots.rs` with tests.",
            "Horsehead Nebula",
        ] {
            assert!(!is_foreign(text), "{text}");
        }
    }
}
