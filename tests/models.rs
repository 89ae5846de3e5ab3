//! `driftguard model` in every build: what is listed, and that nothing is fetched or named but by the user.

use crate::world::{World, shown};
use driftguard::config::{Layer, LayerKind, defaults, keys, load};
use serde_json::Value;
use std::fs;

const KNOWN: &str = "all-minilm-l6-v2-int8";

fn call(world: &World, arguments: &[&str]) -> (Option<i32>, String, String) {
    shown(&world.call(&[&["model"], arguments].concat(), b""))
}

#[test]
fn the_list_tells_what_is_there_and_what_is_not() {
    let world = World::new();
    let listed = || -> Value {
        let (code, out, err) = call(&world, &["list", "--json"]);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&out).unwrap()["models"][0].clone()
    };
    let first = listed();
    assert_eq!((first["name"].as_str(), first["state"].as_str()), (Some(KNOWN), Some("absent")));
    assert!(first["licence"] == "Apache-2.0" && first["used"] == false, "{first}");
    assert!(!world.data().join("models").exists(), "looking makes nothing");
    let (code, path, _) = call(&world, &["path", KNOWN]);
    assert_eq!((code, path.trim()), (Some(0), first["folder"].as_str().unwrap()));
    fs::create_dir_all(path.trim()).unwrap();
    fs::write(format!("{}/model.onnx", path.trim()), "cut").unwrap();
    let broken = listed();
    assert_eq!(broken["state"], "broken");
    assert!(broken["problem"].as_str().unwrap().contains("it has 3 bytes, not 22928619"), "{broken}");
    let (_, page, _) = call(&world, &["list"]);
    assert!(
        page.contains("all-minilm-l6-v2-int8: encoder, broken") && page.contains("No model of entailment"),
        "{page}"
    );
    assert_eq!(page.contains("was built without models"), !cfg!(feature = "neural"), "{page}");
}

// The path in it is a whole one on these systems alone.
#[cfg(unix)]
#[test]
fn the_list_names_what_the_configuration_names() {
    let world = World::new();
    fs::create_dir_all(world.data()).unwrap();
    fs::write(world.data().join("config.toml"), "[inference]\nencoder = \"neural\"\nnli_model = \"/nowhere\"\n")
        .unwrap();
    let (_, page, _) = call(&world, &["list"]);
    assert!(page.contains(&format!("{KNOWN}: encoder, absent, in use")), "{page}");
    assert!(page.contains("/nowhere: entailment, absent, in use"), "{page}");
    let (_, page, _) = shown(&world.call(&["doctor"], b""));
    assert!(
        page.contains("all-minilm-l6-v2-int8 for encoder: ") && page.contains("/nowhere for entailment: "),
        "{page}"
    );
}

#[test]
fn a_model_that_was_fetched_goes_with_the_program() {
    let world = World::new();
    let folder = world.data().join("models").join(KNOWN);
    let own = world.data().join("models").join("own");
    for folder in [&folder, &own] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("model.onnx"), "cut").unwrap();
    }
    assert_eq!(world.call(&["uninstall", "--purge", "--yes"], b"").status.code(), Some(0));
    assert_eq!((folder.exists(), own.exists()), (false, true));
}

#[test]
fn nothing_is_fetched_under_an_unknown_name() {
    let world = World::new();
    for arguments in [["path", "none"], ["fetch", "none"], ["fetch", "../.."]] {
        let (code, out, err) = call(&world, &arguments);
        assert_eq!((code, out.as_str()), (Some(66), ""), "{err}");
        assert!(err.contains("hint: `driftguard model list`"), "{err}");
    }
}

#[cfg(not(feature = "neural"))]
#[test]
fn a_program_without_models_says_how_to_get_one_with_them() {
    let world = World::new();
    let (code, out, err) = call(&world, &["fetch", KNOWN]);
    assert_eq!((code, out.as_str()), (Some(69), ""));
    assert!(err.contains("built without models") && err.contains("--features neural"), "{err}");
    fs::create_dir_all(world.data()).unwrap();
    fs::write(world.data().join("config.toml"), "[inference]\nencoder = \"neural\"\n").unwrap();
    let lesson = ["--action", "wash the car", "--feedback", "it was late", "--outcome", "it took long"];
    let (code, _, err) = shown(&world.call(&[&["memory", "record"], &lesson[..]].concat(), b""));
    assert_eq!(code, Some(0));
    assert!(err.starts_with("warning: the model is not used: this driftguard was built without models"), "{err}");
    assert_eq!(world.counted("model"), 1);
}

#[cfg(feature = "neural")]
#[test]
fn files_that_are_not_the_known_ones_are_never_put_in_place() {
    let world = World::new();
    let given = world.home().join("given");
    fs::create_dir_all(&given).unwrap();
    let from = given.to_str().unwrap();
    let (code, out, _) = call(&world, &["fetch", KNOWN, "--from", from]);
    assert_eq!((code, out.as_str()), (Some(66), ""));
    fs::write(given.join("model.onnx"), "another network").unwrap();
    let (code, _, err) = call(&world, &["fetch", KNOWN, "--from", from]);
    assert_eq!(code, Some(65));
    assert!(err.contains("is not the file that is known"), "{err}");
    let left = fs::read_dir(world.data().join("models").join(KNOWN)).unwrap().count();
    assert_eq!(left, 0);
}

#[test]
fn no_repository_names_a_model() {
    let user = Layer { kind: LayerKind::User, name: "user".into(), text: "[inference]\nencoder = \"table\"\n".into() };
    let of_inference = || keys().into_iter().filter(|key| key.table == "inference");
    assert!(of_inference().count() >= 5);
    for key in of_inference() {
        let value = match key.name.as_str() {
            "encoder" => "\"neural\"",
            "model" | "nli_model" => "\"/repository/model\"",
            _ => "16",
        };
        let text = format!("[inference]\n{} = {value}\n", key.name);
        let project = Layer { kind: LayerKind::Project, name: ".driftguard.toml".into(), text };
        let loaded = load(&[user.clone(), project]);
        assert_eq!(loaded.config.inference, defaults().inference, "{}", key.name);
        assert_eq!(loaded.problems.len(), 1, "{}: {:?}", key.name, loaded.problems);
    }
}
