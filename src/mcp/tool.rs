//! The tools: names, words and hints for the client.

use super::wire::{CurrentGoal, Found, Nothing, Pruned, QueryMemory, RegisterMistake, RegisterSuccess};
use super::wire::{Registered, Stats};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::sync::Arc;

/// The names of the tools, in the order in which they are listed.
pub const TOOLS: [&str; 6] = ["register_mistake", "register_success", "query_memory", "prune", "stats", "current_goal"];

/// What changes when a tool is called.
#[derive(Clone, Copy)]
enum Effect {
    Nothing,
    Adds,
}

/// The tools as a client is told of them.
pub(super) fn all() -> Vec<Tool> {
    let [mistake, success, query, prune, stats, goal] = TOOLS;
    vec![
        tool::<RegisterMistake, Registered>(
            mistake,
            "Remember something that went wrong in this project: what was done, what was said of it, what came of it. Credentials \
             are taken out. A lesson that is known is counted again.",
            Effect::Adds,
        ),
        tool::<RegisterSuccess, Registered>(
            success,
            "Remember something that went well in this project and is worth repeating.",
            Effect::Adds,
        ),
        tool::<QueryMemory, Found>(
            query,
            "Before a step: what went wrong (or well) when something like it was done before, and what is known of the file and \
             command. Nothing found means that nothing is known.",
            Effect::Nothing,
        ),
        tool::<Nothing, Pruned>(
            prune,
            "Count the lessons that are weak and old and would go. Only a person removes them.",
            Effect::Nothing,
        ),
        tool::<Nothing, Stats>(stats, "How much is remembered.", Effect::Nothing),
        tool::<Nothing, CurrentGoal>(
            goal,
            "What the user wants in the latest session of this project, the limits the user set, and how well the work keeps to it.",
            Effect::Nothing,
        ),
    ]
}

fn tool<Input: JsonSchema, Output: JsonSchema>(name: &'static str, words: &'static str, effect: Effect) -> Tool {
    let hints = ToolAnnotations::new()
        .read_only(matches!(effect, Effect::Nothing))
        .destructive(false)
        .idempotent(!matches!(effect, Effect::Adds))
        .open_world(false);
    Tool::new(name, words, schema::<Input>()).with_raw_output_schema(schema::<Output>()).with_annotations(hints)
}

/// The schema of a type, without the references that some clients do not follow.
fn schema<T: JsonSchema>() -> Arc<JsonObject> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    let mut object = settings.into_generator().into_root_schema_for::<T>().as_object().cloned().unwrap_or_default();
    // A client that wants a type wants it here, and the name of ours says nothing to it.
    object.remove("title");
    Arc::new(object)
}
