//! Tiny networks as ONNX files, written byte by byte, and the tokenizers that belong to them: models that the tests make themselves.

use serde_json::json;
use std::fs;
use std::path::Path;

/// The words that these models know, with their numbers in the order of the list; more stand for "[UNK]".
pub(crate) const WORDS: [&str; 12] =
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "wash", "clean", "the", "car", "burn", "not", "perhaps", "is"];

/// A field of a message, by its number: bytes, text and messages alike.
fn field(number: u64, bytes: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(bytes.len() as u64), bytes.to_vec()].concat()
}

/// A field that holds a whole number; below 0 it takes ten bytes.
fn whole(number: u64, value: i64) -> Vec<u8> {
    [varint(number << 3), varint(value.cast_unsigned())].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
    bytes
}

/// The kinds of numbers in a tensor, as ONNX counts them.
const FLOAT: i64 = 1;
const INT64: i64 = 7;

/// A constant of the graph.
fn constant(name: &str, shape: &[usize], kind: i64, raw: &[u8]) -> Vec<u8> {
    let dims = shape.iter().flat_map(|dim| whole(1, i64::try_from(*dim).unwrap())).collect();
    field(5, &[dims, whole(2, kind), field(8, name.as_bytes()), field(9, raw)].concat())
}

fn floats(name: &str, shape: &[usize], values: &[f32]) -> Vec<u8> {
    assert_eq!(shape.iter().product::<usize>(), values.len());
    constant(name, shape, FLOAT, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

/// A step of the graph with attributes that hold whole numbers, one or a list.
fn step(kind: &str, inputs: &[&str], output: &str, attributes: &[(&str, &[i64])]) -> Vec<u8> {
    let mut node: Vec<u8> = inputs.iter().flat_map(|input| field(1, input.as_bytes())).collect();
    node.extend(field(2, output.as_bytes()));
    node.extend(field(4, kind.as_bytes()));
    for (name, values) in attributes {
        let value = match values {
            [one] if *name != "axes" => [whole(3, *one), whole(20, 2)].concat(),
            list => [list.iter().flat_map(|one| whole(8, *one)).collect(), whole(20, 7)].concat(),
        };
        node.extend(field(5, &[field(1, name.as_bytes()), value].concat()));
    }
    field(1, &node)
}

/// An input (11) or output (12) of the graph, with dimensions that are not known before.
fn port(number: u64, name: &str, kind: i64, rank: usize) -> Vec<u8> {
    let dims: Vec<u8> = (0..rank).flat_map(|at| field(1, &field(2, format!("d{at}").as_bytes()))).collect();
    described(number, name, kind, &dims)
}

/// An input with this number of tokens and no other.
fn fixed(name: &str, length: usize) -> Vec<u8> {
    let dims: Vec<u8> =
        [1, length].into_iter().flat_map(|dim| field(1, &whole(1, i64::try_from(dim).unwrap()))).collect();
    described(11, name, INT64, &dims)
}

fn described(number: u64, name: &str, kind: i64, dims: &[u8]) -> Vec<u8> {
    let tensor = [whole(1, kind), field(2, dims)].concat();
    field(number, &[field(1, name.as_bytes()), field(2, &field(1, &tensor))].concat())
}

fn model(parts: &[Vec<u8>]) -> Vec<u8> {
    let graph = [parts.concat(), field(2, b"tiny")].concat();
    [whole(1, 8), field(7, &graph), field(8, &whole(2, 13))].concat()
}

/// A network that looks each word up in a table of `width` numbers a word and gives them all.
pub(crate) fn sentences(table: &[f32], width: usize) -> Vec<u8> {
    looked_up(table, width, &[port(11, "input_ids", INT64, 2), port(11, "attention_mask", INT64, 2)])
}

/// The same, made for one number of tokens alone.
pub(crate) fn sentences_of(length: usize, table: &[f32], width: usize) -> Vec<u8> {
    looked_up(table, width, &[fixed("input_ids", length), fixed("attention_mask", length)])
}

fn looked_up(table: &[f32], width: usize, inputs: &[Vec<u8>]) -> Vec<u8> {
    model(&[
        step("Gather", &["table", "input_ids"], "words", &[("axis", &[0])]),
        step("Cast", &["attention_mask"], "counts", &[("to", &[FLOAT])]),
        step("Unsqueeze", &["counts", "last"], "wide", &[]),
        step("Mul", &["words", "wide"], "last_hidden_state", &[]),
        floats("table", &[table.len() / width, width], table),
        constant("last", &[1], INT64, &(-1_i64).to_le_bytes()),
        inputs.concat(),
        port(12, "last_hidden_state", FLOAT, 3),
    ])
}

/// A network that turns the mean of its words' numbers into one number a label. Words of the second text count twice.
pub(crate) fn pairs(table: &[f32], width: usize, weights: &[f32]) -> Vec<u8> {
    let types: Vec<f32> = [1.0, 2.0].into_iter().flat_map(|factor| vec![factor; width]).collect();
    model(&[
        step("Gather", &["table", "input_ids"], "words", &[("axis", &[0])]),
        step("Gather", &["types", "token_type_ids"], "sides", &[("axis", &[0])]),
        step("Mul", &["words", "sides"], "weighed", &[]),
        step("ReduceMean", &["weighed"], "mean", &[("axes", &[1]), ("keepdims", &[0])]),
        step("MatMul", &["mean", "weights"], "logits", &[]),
        floats("table", &[table.len() / width, width], table),
        floats("types", &[2, width], &types),
        floats("weights", &[width, weights.len() / width], weights),
        port(11, "input_ids", INT64, 2),
        port(11, "attention_mask", INT64, 2),
        port(11, "token_type_ids", INT64, 2),
        port(12, "logits", FLOAT, 2),
    ])
}

/// A tokenizer of the words, which are split at blanks and signs, with a mark before and behind each text.
pub(crate) fn tokenizer(words: &[&str]) -> String {
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        words.iter().enumerate().map(|(at, word)| ((*word).to_owned(), json!(at))).collect();
    let mark = |name: &str, side: u8| json!({"SpecialToken": {"id": name, "type_id": side}});
    let text = |name: &str, side: u8| json!({"Sequence": {"id": name, "type_id": side}});
    let special = |name: &str, id: u8| json!({"id": name, "ids": [id], "tokens": [name]});
    json!({
        "version": "1.0",
        // Filled up to a length, as published tokenizers are: it must not count.
        "truncation": {"max_length": 4, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": {"strategy": {"Fixed": 16}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
            "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0)],
            "pair": [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0), text("B", 1), mark("[SEP]", 1)],
            "special_tokens": {"[CLS]": special("[CLS]", 2), "[SEP]": special("[SEP]", 3)},
        },
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    })
    .to_string()
}

/// Two numbers a word: what is washed and what is cleaned is one, what is burnt is the contrary; marks say nothing.
pub(crate) const SENTENCE_TABLE: [f32; 24] = [
    0.0, 0.0, 0.1, 0.1, 0.0, 0.0, 0.0, 0.0, // the marks
    1.0, 0.2, 1.0, 0.2, // wash, clean
    0.0, 0.0, 0.1, 1.0, // the, car
    -1.0, -0.2, // burn
    -0.5, 0.0, 0.3, 0.0, 0.0, 0.0, // not, perhaps, is
];

/// Three numbers a word: it follows, it is open, the contrary follows.
pub(crate) const PAIR_TABLE: [f32; 36] = [
    0.0, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, // the marks
    1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 3.0, // wash, clean, the, car, burn
    0.0, 0.0, 9.0, 0.0, 9.0, 0.0, 1.0, 0.0, 0.0, // not, perhaps, is
];

/// The folder of a model that gives two numbers a text.
pub(crate) fn sentence_model(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("model.onnx"), sentences(&SENTENCE_TABLE, 2)).unwrap();
    fs::write(folder.join("tokenizer.json"), tokenizer(&WORDS)).unwrap();
}

/// The folder of a model of entailment, whose outputs are named so.
pub(crate) fn pair_model(folder: &Path, labels: [&str; 3]) {
    let one_each = [6.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 6.0];
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("model.onnx"), pairs(&PAIR_TABLE, 3, &one_each)).unwrap();
    fs::write(folder.join("tokenizer.json"), tokenizer(&WORDS)).unwrap();
    let [zero, one, two] = labels;
    fs::write(folder.join("config.json"), json!({"id2label": {"0": zero, "1": one, "2": two}}).to_string()).unwrap();
}
