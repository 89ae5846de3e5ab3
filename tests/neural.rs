//! Models that run, with networks that the tests write themselves; and the known one, where its files are at hand.

use crate::onnx::{
    PAIR_TABLE, SENTENCE_TABLE, WORDS, pair_model, pairs, sentence_model, sentences, sentences_of, tokenizer,
};
use crate::world::{World, shown};
use driftguard::config::{self, EncoderKind, InferenceConfig};
use driftguard::domain::Vector;
use driftguard::inference::model::ModelError;
use driftguard::inference::{Encoder, Entailment};
use rusqlite::Connection;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn settings(folder: &Path) -> InferenceConfig {
    let name = folder.display().to_string();
    InferenceConfig {
        encoder: EncoderKind::Neural,
        model: name.clone(),
        nli_model: name,
        ..config::defaults().inference
    }
}

fn encoder(folder: &Path) -> Result<Encoder, ModelError> {
    Encoder::open(&settings(folder), folder)
}

fn entailment(folder: &Path) -> Result<Entailment, ModelError> {
    Ok(Entailment::open(&settings(folder), folder)?.expect("one is named"))
}

fn vector(encoder: &Encoder, text: &str) -> Vector {
    encoder.deep(text).unwrap().expect("it knows these words")
}

fn folder_with(write: impl FnOnce(&Path)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    folder
}

#[test]
fn a_text_becomes_the_mean_of_its_words() {
    let folder = folder_with(sentence_model);
    let encoder = encoder(folder.path()).unwrap();
    let near = |one: &str, other: &str| vector(&encoder, one).cosine(&vector(&encoder, other)).unwrap();
    assert_eq!(vector(&encoder, "wash").values, [127, 25]);
    assert!((near("wash the car", "clean the car") - 1.0).abs() < 1e-9);
    assert!((near("wash", "burn") + 1.0).abs() < 1e-9);
    assert!(near("wash the car", "burn the car") < 0.9);
    assert_eq!(encoder.deep("").unwrap(), None);
    assert_eq!(encoder.deep(" \n").unwrap(), None);
    assert_eq!(encoder.deep("the is").unwrap(), None, "a text without any direction");
    assert_eq!(vector(&encoder, "zebra").values, vector(&encoder, "walrus").values, "words that nobody knows");
    // The lengths and fillings of the file are not those that hold here.
    assert_ne!(
        vector(&encoder, "the the the the the wash").values,
        vector(&encoder, "the the the the the burn").values
    );
}

#[test]
fn a_long_text_counts_up_to_its_limit() {
    let folder = folder_with(sentence_model);
    let config = InferenceConfig { max_tokens: 16, ..settings(folder.path()) };
    let short = Encoder::open(&config, folder.path()).unwrap();
    let begun = "wash ".repeat(14);
    assert_eq!(vector(&short, &begun).values, vector(&short, &format!("{begun} {}", "burn ".repeat(100_000))).values);
    // Two signs at once are never cut in the middle.
    assert!(short.deep(&"ß".repeat(100_000)).unwrap().is_some());
    let long = encoder(folder.path()).unwrap();
    assert_eq!(vector(&short, "wash").cosine(&vector(&long, "wash")), None, "they stand for other lengths");
}

#[test]
fn a_network_of_one_length_is_filled_up_and_counts_what_was_said() {
    let folder = folder_with(|folder| {
        sentence_model(folder);
        fs::write(folder.join("model.onnx"), sentences_of(8, &SENTENCE_TABLE, 2)).unwrap();
    });
    let (any, eight) = (folder_with(sentence_model), encoder(folder.path()).unwrap());
    let any = encoder(any.path()).unwrap();
    for text in ["wash", "wash the car", "wash the car burn the car"] {
        assert_eq!(vector(&eight, text).values, vector(&any, text).values, "{text}");
    }
    // Two marks and six words: the seventh is cut.
    let six = "wash the car is not the";
    assert_eq!(vector(&eight, six), vector(&eight, &format!("{six} burn")));
    assert_ne!(vector(&any, six), vector(&any, &format!("{six} burn")));
}

#[test]
fn vectors_of_other_files_are_never_compared() {
    let one = folder_with(sentence_model);
    let again = folder_with(sentence_model);
    let other = folder_with(|folder| {
        sentence_model(folder);
        let mut table = SENTENCE_TABLE;
        table[8] = 0.9;
        fs::write(folder.join("model.onnx"), sentences(&table, 2)).unwrap();
    });
    let words = folder_with(|folder| {
        sentence_model(folder);
        let mut swapped = WORDS;
        swapped.swap(4, 8);
        fs::write(folder.join("tokenizer.json"), tokenizer(&swapped)).unwrap();
    });
    let of = |folder: &TempDir| vector(&encoder(folder.path()).unwrap(), "wash the car");
    assert_eq!(of(&one), of(&again), "the place does not matter");
    assert_eq!(of(&one).cosine(&of(&other)), None);
    assert_eq!(of(&one).cosine(&of(&words)), None);
    let table = Encoder::Table.quick("wash the car").unwrap();
    assert_eq!(of(&one).cosine(&table), None);
    assert!(Encoder::Table.deep("wash").unwrap().is_none() && Encoder::Lexical.quick("wash").is_none());
}

#[test]
fn what_is_no_model_is_refused_with_its_reason() {
    let check = |change: &dyn Fn(&Path), expected: &dyn Fn(&ModelError) -> bool| {
        let folder = folder_with(sentence_model);
        change(folder.path());
        let error = encoder(folder.path()).expect_err("it is refused");
        assert!(expected(&error) && !error.to_string().is_empty() && !error.hint().is_empty(), "{error:?}");
    };
    let write = |name: &'static str, bytes: Vec<u8>| move |folder: &Path| fs::write(folder.join(name), &bytes).unwrap();
    let remove = |name: &'static str| move |folder: &Path| fs::remove_file(folder.join(name)).unwrap();
    let network = |error: &ModelError| matches!(error, ModelError::Network { .. });
    let words = |error: &ModelError| matches!(error, ModelError::Tokenizer { .. });
    check(&remove("model.onnx"), &|error| matches!(error, ModelError::Missing(_)));
    check(&remove("tokenizer.json"), &|error| matches!(error, ModelError::Missing(_)));
    check(&write("model.onnx", Vec::new()), &network);
    check(&write("model.onnx", b"<html>not found</html>".to_vec()), &network);
    check(&write("model.onnx", pairs(&PAIR_TABLE, 3, &[1.0; 9])), &network);
    check(&write("tokenizer.json", b"{".to_vec()), &words);
    // A tokenizer with a word more than the network has.
    let more: Vec<&str> = WORDS.iter().copied().chain(["zebra"]).collect();
    check(&write("tokenizer.json", tokenizer(&more).into_bytes()), &words);
    let mut broken = SENTENCE_TABLE;
    broken[23] = f32::NAN;
    check(&write("model.onnx", sentences(&broken, 2)), &words);
    let no_table = sentences(&[0.0; 24], 2);
    check(&write("model.onnx", no_table), &|error| matches!(error, ModelError::Output(_)));
}

#[test]
fn a_cut_network_is_refused_or_lacks_nothing_that_counts() {
    let folder = folder_with(sentence_model);
    let whole = sentences(&SENTENCE_TABLE, 2);
    let expected = vector(&encoder(folder.path()).unwrap(), "wash the car").values;
    let mut refused = 0;
    for length in 0..whole.len() {
        fs::write(folder.path().join("model.onnx"), &whole[..length]).unwrap();
        match encoder(folder.path()) {
            // Behind the last constant stand only descriptions.
            Ok(encoder) => assert_eq!(vector(&encoder, "wash the car").values, expected, "{length} of {}", whole.len()),
            Err(_) => refused += 1,
        }
    }
    assert!(refused * 10 > whole.len() * 8, "{refused} of {}", whole.len());
}

#[test]
fn numbers_that_are_none_are_no_vector() {
    let folder = folder_with(|folder| {
        sentence_model(folder);
        let mut table = SENTENCE_TABLE;
        table[8] = f32::INFINITY;
        fs::write(folder.join("model.onnx"), sentences(&table, 2)).unwrap();
    });
    let encoder = encoder(folder.path()).unwrap();
    assert!(matches!(encoder.deep("wash the car"), Err(ModelError::Output(_))));
    assert!(encoder.deep("clean the car").unwrap().is_some());
}

#[test]
fn a_statement_follows_stays_open_or_is_denied() {
    let folder = folder_with(|folder| pair_model(folder, ["entailment", "neutral", "contradiction"]));
    let model = entailment(folder.path()).unwrap();
    let ask = |text: &str, statement: &str| model.ask(text, statement).unwrap();
    let [yes, open, no] =
        ["the car is clean", "perhaps the car", "the car is not clean"].map(|it| ask("wash the car", it));
    assert!(yes.entails > 0.7 && open.neutral > 0.7 && no.contradicts > 0.7, "{yes:?} {open:?} {no:?}");
    for said in [yes, open, no] {
        assert!((said.entails + said.neutral + said.contradicts - 1.0).abs() < 1e-6, "{said:?}");
    }
    // What is asked about weighs more than what it is held against.
    assert!(ask("clean", "burn").contradicts > ask("burn", "clean").contradicts);
    // Of a text that is too long both sides stay.
    let long = "wash the car ".repeat(10_000);
    assert!(ask(&long, "the car is not clean").contradicts > ask(&long, "the car is clean").contradicts);
}

#[test]
fn the_labels_say_which_number_is_which() {
    let said = |labels| {
        let folder = folder_with(|folder| pair_model(folder, labels));
        entailment(folder.path()).unwrap().ask("wash the car", "the car is clean").unwrap()
    };
    let usual = said(["entailment", "neutral", "contradiction"]);
    let turned = said(["CONTRADICTION", "NEUTRAL", "ENTAILMENT"]);
    assert!((usual.entails - turned.contradicts).abs() < 1e-9 && usual.entails > turned.entails);
    let refused = |change: &dyn Fn(&Path)| {
        let folder = folder_with(|folder| pair_model(folder, ["entailment", "neutral", "contradiction"]));
        change(folder.path());
        entailment(folder.path()).expect_err("it is refused")
    };
    let error = refused(&|folder| pair_model(folder, ["LABEL_0", "LABEL_1", "LABEL_2"]));
    assert!(matches!(error, ModelError::Labels { .. }), "{error}");
    assert!(matches!(refused(&|folder| fs::remove_file(folder.join("config.json")).unwrap()), ModelError::Missing(_)));
    let two = pairs(&PAIR_TABLE, 3, &[1.0; 6]);
    let error = refused(&|folder| fs::write(folder.join("model.onnx"), &two).unwrap());
    assert!(matches!(error, ModelError::Output(_)), "{error}");
    let error = refused(&|folder| fs::write(folder.join("model.onnx"), sentences(&SENTENCE_TABLE, 2)).unwrap());
    assert!(matches!(error, ModelError::Output(_)), "{error}");
}

/// A world whose configuration names a model in it.
fn world(write: impl FnOnce(&Path)) -> World {
    let world = World::new();
    let folder = world.data().join("own");
    fs::create_dir_all(&folder).unwrap();
    write(&folder);
    let config = format!(
        "[inference]\nencoder = \"neural\"\nmodel = {:?}\nnli_model = {:?}\n",
        folder.display(),
        folder.display()
    );
    fs::write(world.data().join("config.toml"), config).unwrap();
    world
}

/// Calls the program; its answer and what it says beside.
#[track_caller]
fn call(world: &World, arguments: &[&str]) -> (String, String) {
    let (code, out, err) = shown(&world.call(arguments, b""));
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    (out, err)
}

fn record(world: &World, action: &str) -> String {
    let rest = ["--feedback", "it was late", "--outcome", "it took long"];
    let (out, err) = call(world, &[&["memory", "record", "--action", action], &rest[..]].concat());
    assert_eq!(err, "");
    out
}

/// The similarity of the first lesson that a search finds.
fn found(world: &World, words: &str) -> Option<f64> {
    let (out, err) = call(world, &["memory", "search", words, "--json"]);
    assert_eq!(err, "");
    serde_json::from_str::<Value>(&out).unwrap()["warnings"][0]["similarity"].as_f64()
}

fn rows(world: &World, sql: &str) -> i64 {
    Connection::open(world.data().join("memory.db")).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn lessons_are_found_by_the_model_and_by_hooks_without_it() {
    let world = world(sentence_model);
    let config = world.data().join("config.toml");
    let neural = fs::read_to_string(&config).unwrap();
    fs::write(&config, "").unwrap();
    record(&world, "wash the car");
    let by_table = found(&world, "clean the car");
    assert_eq!(rows(&world, "SELECT count(*) FROM memory_deep"), 0);
    // What was remembered without the model gets its vectors at the first question.
    fs::write(&config, &neural).unwrap();
    let by_model = found(&world, "clean the car");
    assert!(by_model > by_table, "{by_model:?} {by_table:?}");
    assert_eq!(rows(&world, "SELECT count(*) FROM memory_deep"), 3);
    record(&world, "burn the car");
    assert_eq!(rows(&world, "SELECT count(*) FROM memory_encoders"), 2);
    let nodes = rows(&world, "SELECT count(*) FROM memory_nodes");
    assert_eq!(rows(&world, "SELECT count(*) FROM memory_deep"), nodes);
    assert_eq!(rows(&world, "SELECT count(*) FROM memory_vectors"), 2 * nodes);
    // Without the model everything is as it was.
    fs::write(&config, "").unwrap();
    assert_eq!(found(&world, "clean the car"), by_table);
    // What is forgotten leaves nothing behind, of the model neither.
    for lesson in ["1", "2"] {
        call(&world, &["memory", "forget", lesson]);
    }
    for table in ["memory_nodes", "memory_vectors", "memory_deep"] {
        assert_eq!(rows(&world, &format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
}

#[test]
fn a_model_that_cannot_be_used_is_told_counted_and_gone_without() {
    let world = world(|_| {});
    let rest = ["--feedback", "it was late", "--outcome", "it took long"];
    let (out, err) = call(&world, &[&["memory", "record", "--action", "wash the car"], &rest[..]].concat());
    assert!(out.starts_with("lesson 1: remembered"), "{out}");
    assert!(err.starts_with("warning: the model is not used: ") && err.contains("\nhint: "), "{err}");
    assert_eq!(world.counted("model"), 1);
    let (_, page, _) = shown(&world.call(&["doctor"], b""));
    assert!(page.contains("model.onnx is missing"), "{page}");
    // A hook asks for no model, so it misses none.
    let told = shown(&world.prompt("s", "p", "wash the car"));
    assert_eq!((told.0, told.2.as_str()), (Some(0), ""));
    assert_eq!(world.counted("model"), 1);
    fs::write(world.project().join("report.md"), "The car is clean.").unwrap();
    let (out, err) = call(&world, &["verify", "report.md", "--evidence", "report.md"]);
    assert!(out.contains("supported") && err.starts_with("warning: the model is not used: "), "{out}{err}");
    assert_eq!(world.counted("model"), 2);
}

#[test]
fn a_report_is_held_against_a_text_by_a_model_too() {
    let world = world(|folder| pair_model(folder, ["entailment", "neutral", "contradiction"]));
    fs::write(world.project().join("known.md"), "We wash the car. It is old.").unwrap();
    let verdict = |report: &str| {
        fs::write(world.project().join("report.md"), report).unwrap();
        let (_, out, err) = shown(&world.call(&["verify", "report.md", "--evidence", "known.md", "--json"], b""));
        assert_eq!(err, "");
        serde_json::from_str::<Value>(&out).unwrap()["claims"][0].clone()
    };
    let (denied, open) = (verdict("The car is not clean, we burn it."), verdict("The car is clean, we wash it."));
    assert!(denied.to_string().contains("model-contradicts"), "{denied}");
    assert!(!open.to_string().contains("model-contradicts"), "{open}");
}

/// The similarity of pairs by all-MiniLM-L6-v2 as it is published, in numbers of 32 bits (`scripts/minilm.py`).
const PUBLISHED: [(&str, &str, f64); 6] = [
    ("increase the timeout", "decrease the timeout", 0.948),
    ("wash the car", "clean the vehicle", 0.791),
    ("The parser rejects an empty header.", "An empty header is refused while parsing.", 0.883),
    ("add retries to the upload", "the invoice total is wrong", 0.114),
    ("Migrations run before the server starts.", "The server starts, then migrations run.", 0.924),
    ("bees make honey", "port 8080", 0.127),
];

/// Whole numbers of 8 bits as weights, and again in the vector, cost so much of it.
const NEAR: f64 = 0.04;

#[test]
fn the_known_model_says_what_it_says_elsewhere() {
    let Some(given) = std::env::var_os("DRIFTGUARD_MODELS") else {
        println!("skipped: DRIFTGUARD_MODELS names no folder with the archives or files of the known model");
        return;
    };
    let world = World::new();
    let name = "all-minilm-l6-v2-int8";
    let (out, err) = call(&world, &["model", "fetch", name, "--from", given.to_str().unwrap()]);
    assert!(
        out.starts_with("all-minilm-l6-v2-int8 is in place and runs: 384 numbers a text") && err.is_empty(),
        "{out}"
    );
    let config = InferenceConfig { model: name.to_owned(), ..settings(Path::new("/")) };
    let encoder = Encoder::open(&config, &world.data()).unwrap();
    for (one, other, expected) in PUBLISHED {
        let cosine = vector(&encoder, one).cosine(&vector(&encoder, other)).unwrap();
        assert!((cosine - expected).abs() < NEAR, "{one} / {other}: {cosine}, not {expected}");
    }
    fs::write(world.data().join("models").join(name).join("tokenizer.json"), tokenizer(&WORDS)).unwrap();
    let error = Encoder::open(&config, &world.data()).expect_err("another file is refused");
    assert!(matches!(error, ModelError::Differs { .. }), "{error}");
}
