//! Problems as people read them: the line of the file with the fault marked, and what to do.
//!
//! Text out, nothing printed.

use super::{Layer, Problem, Severity};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, normalize_untrusted_str};

/// All problems, in order, a blank line between two. With `colour` the text holds terminal colours.
pub fn render(problems: &[Problem], layers: &[Layer], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let shown: Vec<String> = problems.iter().map(|problem| one(problem, layers, &renderer)).collect();
    shown.join("\n\n")
}

fn one(problem: &Problem, layers: &[Layer], renderer: &Renderer) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let text = layers.iter().find(|layer| layer.name == problem.layer).map_or("", |layer| layer.text.as_str());
    let snippet = Snippet::source(text)
        .path(normalize_untrusted_str(&problem.layer))
        .annotation(AnnotationKind::Primary.span(problem.span.clone()));
    let mut group = level.primary_title(normalize_untrusted_str(&problem.message)).element(snippet);
    if let Some(hint) = &problem.hint {
        group = group.element(Level::HELP.with_name("hint").message(normalize_untrusted_str(hint)));
    }
    renderer.render(&[group])
}
