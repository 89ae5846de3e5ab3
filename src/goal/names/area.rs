//! What people call a part of a product, and what its folder is called: "the backend", "infra".
//!
//! Owns the table. Which folder of a repository is meant is `spoken`'s.

/// Words for a part of a product and what its folder is called, the likeliest name first. Any other word stands for a folder of its own
/// name.
const AREAS: [(&str, &[&str]); 13] = [
    ("back-end", &["backend", "server", "api"]),
    ("backend", &["backend", "back-end", "server", "api"]),
    ("client", &["client", "frontend", "web"]),
    ("front-end", &["frontend", "web", "webapp", "client", "ui"]),
    ("frontend", &["frontend", "front-end", "web", "webapp", "client", "ui", "www"]),
    ("infra", &["infra", "infrastructure", "terraform", "deploy"]),
    ("infrastructure", &["infrastructure", "infra", "terraform", "deploy"]),
    ("k8s", &["k8s", "kubernetes", "helm", "charts"]),
    ("kubernetes", &["kubernetes", "k8s", "helm", "charts"]),
    ("server", &["server", "backend"]),
    ("ui", &["ui", "frontend", "web"]),
    ("web", &["web", "webapp", "frontend"]),
    ("website", &["website", "site", "web", "www"]),
];

/// The further names under which a part may lie: they are looked for beside the words of a prompt.
pub(super) fn also_called(word: &str) -> impl Iterator<Item = &'static str> {
    let row = AREAS.iter().find(|(said, _)| said.eq_ignore_ascii_case(word));
    row.into_iter().flat_map(|(_, names)| names.iter().copied())
}

pub(super) fn names_of<'w>(word: &'w &'w str) -> &'w [&'w str] {
    AREAS.iter().find(|(said, _)| said == word).map_or(std::slice::from_ref(word), |(_, names)| names)
}
