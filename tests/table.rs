//! The table of word vectors: its reading of texts is the one of the model that it was made of, and its likeness is of use.

use driftguard::inference::table;
use serde_json::Value;
use std::fs;

/// Texts with the pieces of the model's own tokenizer, and the vector in whole numbers; `scripts/distil_table.py` writes them
/// from what it packs, without this program.
fn expected() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/table/expected.jsonl");
    let lines = fs::read_to_string(path).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn texts_are_read_in_the_pieces_of_the_model() {
    let (mut texts, mut pieces) = (0, 0);
    for case in expected() {
        let text = case["text"].as_str().unwrap();
        let wanted: Vec<&str> =
            case["pieces"].as_array().unwrap().iter().map(|piece| piece.as_str().unwrap()).collect();
        assert_eq!(table::pieces(text), wanted, "{text:?}");
        (texts, pieces) = (texts + 1, pieces + wanted.len());
    }
    assert!(texts >= 200 && pieces >= 2_000, "{pieces} pieces of {texts} texts");
}

#[test]
fn a_vector_is_the_sum_of_its_pieces_in_the_packed_table() {
    for case in expected() {
        let text = case["text"].as_str().unwrap();
        let found = table::encode(text).map(|vector| vector.values);
        let wanted: Option<Vec<i8>> = serde_json::from_value(case["values"].clone()).unwrap();
        assert_eq!(found, wanted, "{text:?}");
    }
}

/// How alike two texts are.
fn alike(one: &str, other: &str) -> f64 {
    table::encode(one).unwrap().cosine(&table::encode(other).unwrap()).unwrap()
}

#[test]
fn the_nearer_of_two_texts_is_the_one_about_the_same() {
    for (text, near, far) in [
        ("fix the login bug", "repair the error in the sign-in page", "bake the cake for an hour"),
        ("delete the temporary files", "remove temp files", "add a column to the users table"),
        ("the tests fail on Windows", "test failures on windows machines", "the logo should be blue"),
        ("speed up the database query", "make the sql statement faster", "write the release notes"),
        ("encrypt the password before saving it", "hash passwords on save", "center the button on the page"),
        ("retry the request after a timeout", "try again when the connection times out", "sort the list by name"),
        ("document the public functions", "write doc comments for the api", "lower the memory limit"),
        ("a man is playing a guitar", "someone plays an instrument", "the cat sleeps on the sofa"),
        ("rename the variable", "give the variable another name", "upload the video"),
        ("the server runs out of memory", "out of memory error on the server", "translate the page into French"),
    ] {
        let (near_by, far_by) = (alike(text, near), alike(text, far));
        assert!(near_by > far_by + 0.15, "{text:?}: {near_by:.2} to {near:?}, {far_by:.2} to {far:?}");
    }
}

#[test]
fn what_shows_no_difference_makes_none() {
    let plain = table::encode("Naive cafe: fix the parser").unwrap();
    for same in [
        "naive CAFE: Fix  the\tparser",
        "Na\u{ef}ve caf\u{e9}: fix the parser",
        "nai\u{308}ve cafe\u{301} : fix the pars\u{200b}er",
    ] {
        assert_eq!(table::encode(same).unwrap(), plain, "{same:?}");
    }
}

#[test]
fn a_text_without_known_pieces_has_no_vector() {
    for nothing in ["", "   \n", "\u{200b}\u{301}", "\u{10ffff}", &"x".repeat(101)] {
        assert_eq!(table::encode(nothing), None, "{nothing:?}");
    }
}

#[test]
fn of_a_long_text_the_beginning_counts() {
    let words = "the parser reads the words of a line ".repeat(40_000);
    assert_eq!(table::pieces(&words).len(), 256);
    assert_eq!(table::encode(&words), table::encode(&format!("{} and more", &words[..4_000])));
    // One endless word, and a megabyte of letters that no piece has.
    assert_eq!(table::encode(&"a".repeat(1 << 20)), None);
    assert_eq!(table::encode(&"\u{1f9ff}".repeat(1 << 18)), None);
}
