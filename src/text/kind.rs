//! Kinds of work, as words and paths give them away.
//!
//! Owns the tables: which words speak of which kind, which of them stand for files alone, and which paths clearly belong to
//! one. What follows from a file of another kind than the goal's is decided elsewhere.

use crate::domain::WorkKind;
use crate::text::word_set::sorted;
use crate::text::words::stem;
use crate::text::{extension, path, tested};
use std::borrow::Cow;

/// Stems of words and the kind that they speak of. Sorted.
#[rustfmt::skip]
const WORD_KINDS: &[(&str, WorkKind)] = &[
    ("accessibility", WorkKind::Interface), ("api", WorkKind::Api), ("auth", WorkKind::Auth),
    ("authentic", WorkKind::Auth), ("authoris", WorkKind::Auth), ("authoriz", WorkKind::Auth),
    ("button", WorkKind::Interface), ("cargo", WorkKind::Build), ("changelog", WorkKind::Docs),
    ("changeset", WorkKind::Docs),
    ("checkbox", WorkKind::Interface), ("ci", WorkKind::Ci), ("color", WorkKind::Style),
    ("colour", WorkKind::Style), ("component", WorkKind::Interface), ("controller", WorkKind::Api),
    ("credential", WorkKind::Auth), ("css", WorkKind::Style), ("databas", WorkKind::Database),
    ("db", WorkKind::Database), ("dep", WorkKind::Build), ("dependency", WorkKind::Build),
    ("deploy", WorkKind::Deploy), ("deployment", WorkKind::Deploy), ("dialog", WorkKind::Interface),
    ("doc", WorkKind::Docs), ("docker", WorkKind::Deploy), ("dockerfil", WorkKind::Deploy),
    ("document", WorkKind::Docs), ("doku", WorkKind::Docs), ("dokument", WorkKind::Docs),
    ("dropdown", WorkKind::Interface), ("e2e", WorkKind::Tests),
    ("endpoint", WorkKind::Api), ("fixtur", WorkKind::Tests), ("font", WorkKind::Style),
    ("form", WorkKind::Interface), ("frontend", WorkKind::Interface), ("graphql", WorkKind::Api),
    ("handler", WorkKind::Api), ("helm", WorkKind::Deploy), ("i18n", WorkKind::Translation),
    ("infra", WorkKind::Deploy), ("infrastructur", WorkKind::Deploy), ("ingress", WorkKind::Deploy),
    ("internationaliz", WorkKind::Translation), ("jwt", WorkKind::Auth),
    ("k8s", WorkKind::Deploy), ("kubernet", WorkKind::Deploy), ("l10n", WorkKind::Translation),
    ("layout", WorkKind::Style), ("local", WorkKind::Translation), ("localiz", WorkKind::Translation),
    ("login", WorkKind::Auth), ("logout", WorkKind::Auth), ("makefil", WorkKind::Build),
    ("margin", WorkKind::Style), ("mfa", WorkKind::Auth), ("migr", WorkKind::Database), ("mock", WorkKind::Tests),
    ("modal", WorkKind::Interface), ("mysql", WorkKind::Database), ("navbar", WorkKind::Interface),
    ("oauth", WorkKind::Auth), ("orm", WorkKind::Database), ("pad", WorkKind::Style), ("pag", WorkKind::Interface),
    ("palett", WorkKind::Style), ("password", WorkKind::Auth), ("permiss", WorkKind::Auth),
    ("pipelin", WorkKind::Ci), ("postgr", WorkKind::Database), ("postgresql", WorkKind::Database),
    ("readm", WorkKind::Docs), ("restyl", WorkKind::Style), ("rout", WorkKind::Api), ("sass", WorkKind::Style),
    ("schema", WorkKind::Database), ("screen", WorkKind::Interface), ("scss", WorkKind::Style),
    ("sess", WorkKind::Auth), ("sidebar", WorkKind::Interface), ("signin", WorkKind::Auth),
    ("signup", WorkKind::Auth), ("sql", WorkKind::Database), ("sqlit", WorkKind::Database),
    ("sso", WorkKind::Auth), ("styl", WorkKind::Style), ("stylesheet", WorkKind::Style),
    ("svelt", WorkKind::Interface), ("tailwind", WorkKind::Style), ("terraform", WorkKind::Deploy),
    ("test", WorkKind::Tests), ("them", WorkKind::Style), ("token", WorkKind::Auth),
    ("tooltip", WorkKind::Interface), ("transl", WorkKind::Translation), ("typography", WorkKind::Style),
    ("ui", WorkKind::Interface), ("webpack", WorkKind::Build), ("widget", WorkKind::Interface),
    ("workflow", WorkKind::Ci),
];

/// Words that stand for files of a kind and for nothing else: "the css" is files, "the login" may be behaviour.
#[rustfmt::skip]
const FILE_KIND_WORDS: &[&str] = sorted(&[
    "changelog", "ci", "css", "database", "dbs", "docker", "dockerfile", "docs", "documentation", "doku", "dokumentation",
    "fixtures", "i18n",
    "locales", "makefile", "migrations", "readme", "sass", "schema", "scss", "specs", "sql", "styles", "stylesheet",
    "stylesheets", "styling", "terraform", "tests", "theme", "themes", "translations", "workflows",
]);

/// Adds the kind that one lower-case word speaks of, where it is a new one.
pub fn add_kind(kinds: &mut Vec<WorkKind>, word: &str) {
    if let Some(kind) = kind_of_word(word)
        && !kinds.contains(&kind)
    {
        kinds.push(kind);
    }
}

/// The kind that one lower-case word speaks of.
pub fn kind_of_word(word: &str) -> Option<WorkKind> {
    // "theme" and "locale" lose their last letter as stems: "them" and "local" are no kinds.
    if matches!(word, "them" | "local" | "locally") {
        return None;
    }
    // One spec is mostly a page that says what is wanted.
    if word == "specs" {
        return Some(WorkKind::Tests);
    }
    let stem = stem(word);
    WORD_KINDS.binary_search_by(|(known, _)| (*known).cmp(&*stem)).ok().map(|at| WORD_KINDS[at].1)
}

/// True when `word` stands for the files of its kind ("css", "migrations") and not for a behaviour ("login").
pub fn is_file_word(word: &str) -> bool {
    FILE_KIND_WORDS.binary_search(&word).is_ok()
}

/// The kind of a path inside the project; `None` where the path does not clearly tell.
pub fn kind_of_path(path: &str) -> Option<WorkKind> {
    let lower = if path.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(path.to_ascii_lowercase())
    } else {
        Cow::Borrowed(path)
    };
    let name = path::base_name(&lower);
    let extension = path::extension(&lower).unwrap_or("");
    let folder = path::folder(&lower);
    let has_folder = |wanted: &[&str]| folder.split('/').any(|component| wanted.contains(&component));
    let kind = if lower.starts_with(".github/workflows/")
        || has_folder(&[".circleci", ".buildkite", ".woodpecker"])
        || matches!(
            name,
            ".gitlab-ci.yml"
                | ".travis.yml"
                | "jenkinsfile"
                | "azure-pipelines.yml"
                | "appveyor.yml"
                | "dependabot.yml"
                | ".pre-commit-config.yaml"
        ) {
        WorkKind::Ci
    } else if is_test(name, folder) {
        WorkKind::Tests
    } else if is_documentation(extension)
        || has_folder(&["docs", "doc"])
        || matches!(name, "readme" | "changelog" | "readme.txt" | "changelog.txt")
        // What lays out the pages of a documentation.
        || matches!(name, "mkdocs.yml" | "mkdocs.yaml" | ".readthedocs.yaml" | ".readthedocs.yml" | "book.toml")
    {
        WorkKind::Docs
    } else if has_folder(&["locales", "locale", "i18n", "l10n", "translations", "lang"])
        || matches!(extension, "po" | "pot")
    {
        WorkKind::Translation
    } else if matches!(extension, "css" | "scss" | "sass" | "less" | "styl")
        || has_folder(&["styles", "theme", "themes", "css", "scss"])
        || path::stem(name) == "theme"
        || name.starts_with("tailwind.config.")
    {
        WorkKind::Style
    } else if matches!(extension, "sql" | "prisma")
        || has_folder(&["migrations", "migration", "migrate", "database", "db", "schema", "schemas"])
    {
        WorkKind::Database
    } else if name.starts_with("dockerfile")
        || name.starts_with("docker-compose")
        || name.starts_with("compose.y")
        || matches!(extension, "tf" | "tfvars")
        || has_folder(&["k8s", "kubernetes", "terraform", "helm", "deploy", "deployment", "infra"])
    {
        WorkKind::Deploy
    } else if is_build_file(name) {
        WorkKind::Build
    } else if has_folder(&["auth", "authentication", "authorization", "login", "session", "sessions", "oauth"]) {
        WorkKind::Auth
    } else if matches!(extension, "tsx" | "jsx" | "vue" | "svelte")
        && has_folder(&["components", "component", "views", "pages", "screens", "widgets", "ui"])
    {
        WorkKind::Interface
    } else if has_folder(&["routes", "handlers", "api", "controllers", "endpoints"]) {
        WorkKind::Api
    } else {
        return None;
    };
    Some(kind)
}

fn is_test(name: &str, folder: &str) -> bool {
    let of_tests = |part: &str| {
        tested::is_folder(part) || tested::is_data_folder(part) || matches!(part, "fixtures" | "__mocks__")
    };
    // Prose about tests ("integration-tests.md") is prose.
    let named =
        || !is_documentation(path::extension(name).unwrap_or_default()) && tested::subject(path::stem(name)).is_some();
    folder.split('/').any(of_tests) || named() || name == "conftest.py"
}

/// True for prose that people write for people, of which [`globs`] names the files. Rules for agents (`mdc`) are none.
pub fn is_documentation(extension: &str) -> bool {
    extension::is_prose(extension) && !matches!(extension, "markdown" | "mdc")
}

/// Those that [`globs`] names, which are kept with what users allow. All that lists packages is known to `dependency`.
fn is_build_file(name: &str) -> bool {
    matches!(
        name,
        "package.json"
            | "cargo.toml"
            | "makefile"
            | "justfile"
            | "cmakelists.txt"
            | "pyproject.toml"
            | "setup.py"
            | "setup.cfg"
            | "requirements.txt"
            | "go.mod"
            | "gemfile"
            | "pom.xml"
            | "build.gradle"
            | "build.gradle.kts"
            | "build.rs"
            | "tsconfig.json"
            | "composer.json"
            | "mise.toml"
    ) || name.starts_with("vite.config.")
        || name.starts_with("webpack.config.")
        || name.starts_with("rollup.config.")
}

/// The globs under which the files of a kind lie, for a user who allows the whole kind ("touch the css too").
pub const fn globs(kind: WorkKind) -> &'static [&'static str] {
    match kind {
        // Who says "the css" does not mean the settings of a tool.
        WorkKind::Style => &["**/*.{css,scss,sass,less,styl}", "**/{styles,theme,themes,css,scss}/**", "**/theme.*"],
        WorkKind::Interface => &["**/*.{vue,svelte}", "**/{components,views,pages,screens,widgets,ui}/**"],
        WorkKind::Auth => &["**/{auth,authentication,authorization,login,session,sessions,oauth}/**"],
        WorkKind::Database => &["**/*.{sql,prisma}", "**/{migrations,migration,migrate,database,db,schema,schemas}/**"],
        WorkKind::Api => &["**/{routes,handlers,api,controllers,endpoints}/**"],
        WorkKind::Docs => &[
            "**/*.{md,mdx,rst,adoc}",
            "**/{docs,doc}/**",
            "**/{README,CHANGELOG,README.txt,CHANGELOG.txt}",
            "**/{mkdocs.yml,mkdocs.yaml,.readthedocs.yaml,.readthedocs.yml,book.toml}",
        ],
        WorkKind::Tests => &[
            "**/{test,tests,__tests__,spec,specs,e2e,testdata,fixtures,__mocks__}/**",
            "**/conftest.py",
            // The marks of `text::tested` as far as a glob can tell them.
            "**/*{.test,.spec,_test,_spec,-test,-spec,_tests,-tests}.*",
            "**/{test_,test-}*.*",
        ],
        WorkKind::Ci => &[
            ".github/workflows/**",
            "**/{.circleci,.buildkite,.woodpecker}/**",
            "**/{.gitlab-ci.yml,.travis.yml,Jenkinsfile,azure-pipelines.yml,appveyor.yml,dependabot.yml}",
            "**/.pre-commit-config.yaml",
        ],
        WorkKind::Build => &[
            "**/{package.json,Cargo.toml,Makefile,justfile,CMakeLists.txt,pyproject.toml,go.mod,pom.xml,build.gradle}",
            "**/{tsconfig.json,vite.config.*,webpack.config.*,rollup.config.*,requirements.txt,setup.py,setup.cfg}",
            "**/{Gemfile,build.gradle.kts,build.rs,composer.json,mise.toml}",
        ],
        WorkKind::Deploy => &[
            "**/{Dockerfile*,docker-compose*,compose.y*}",
            "**/*.{tf,tfvars}",
            "**/{k8s,kubernetes,terraform,helm,deploy,deployment,infra}/**",
        ],
        WorkKind::Translation => &["**/{locales,locale,i18n,l10n,translations,lang}/**", "**/*.{po,pot}"],
    }
}

/// A part of a kind of work that has files of its own.
#[derive(Debug)]
pub struct Part {
    /// The words shown to people.
    pub name: &'static str,
    words: &'static [&'static str],
    /// Where its files lie.
    pub globs: &'static [&'static str],
}

/// "Don't touch the migrations" leaves the rest of the database alone.
const PARTS: [Part; 6] = [
    Part { name: "e2e tests", words: &["e2e"], globs: &["**/e2e/**", "**/*.e2e.*"] },
    Part { name: "fixtures", words: &["fixture", "fixtures"], globs: &["**/{fixtures,__fixtures__,testdata}/**"] },
    Part {
        name: "lockfiles",
        words: &["lockfile", "lockfiles"],
        globs: &[
            "**/*.lock",
            "**/{Package.resolved,bun.lockb,go.sum,npm-shrinkwrap.json,package-lock.json,packages.lock.json,pnpm-lock.yaml}",
        ],
    },
    Part { name: "migrations", words: &["migration", "migrations"], globs: &["**/{migrations,migration,migrate}/**"] },
    Part {
        name: "the schema",
        words: &["schema", "schemas"],
        globs: &["**/{schema,schemas}/**", "**/{schema,schemas}.*"],
    },
    Part { name: "snapshots", words: &["snapshot", "snapshots"], globs: &["**/__snapshots__/**", "**/*.snap"] },
];

/// The part of a kind of work that a lower-case word speaks of.
pub fn part_of_word(word: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.words.contains(&word))
}

/// The part to which a glob belongs.
pub fn part_of_glob(glob: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.globs.contains(&glob))
}

/// The kind of work for which a glob of [`globs`] stands.
pub fn kind_of_glob(glob: &str) -> Option<WorkKind> {
    WorkKind::ALL.into_iter().find(|kind| globs(*kind).contains(&glob))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::each_word;

    #[test]
    fn the_tables_fit_each_other() {
        assert!(WORD_KINDS.is_sorted_by_key(|(word, _)| word));
        for word in FILE_KIND_WORDS {
            assert!(kind_of_word(word).is_some() || *word == "dbs", "{word}");
        }
    }

    #[track_caller]
    fn spoken(text: &str, expected: &[WorkKind]) {
        let mut kinds = Vec::new();
        each_word(text, |word| add_kind(&mut kinds, word));
        assert_eq!(kinds, expected, "{text}");
    }

    #[test]
    fn words_give_a_kind_away() {
        spoken("restyle the login page", &[WorkKind::Style, WorkKind::Auth, WorkKind::Interface]);
        spoken("fix the expired session tokens", &[WorkKind::Auth]);
        spoken("change the theme colours", &[WorkKind::Style]);
        spoken("add a migration for the schema", &[WorkKind::Database]);
        spoken("update the README and the docs", &[WorkKind::Docs]);
        spoken("the workflows fail in CI", &[WorkKind::Ci]);
        spoken("tell them about local variables", &[]);
        spoken("make the parser faster", &[]);
    }

    #[track_caller]
    fn lies(path: &str, expected: Option<WorkKind>) {
        assert_eq!(kind_of_path(path), expected, "{path}");
        if let Some(kind) = expected
            && !matches!(path, "tailwind.config.js")
        {
            let covered = globs(kind)
                .iter()
                .any(|glob| globset::Glob::new(glob).expect("a glob").compile_matcher().is_match(path));
            assert!(covered, "{path} under no glob of {kind:?}");
        }
    }

    #[test]
    fn paths_give_a_kind_away_only_when_clear() {
        lies("web/app.scss", Some(WorkKind::Style));
        lies("src/theme/dark.ts", Some(WorkKind::Style));
        lies("src/theme.ts", Some(WorkKind::Style));
        lies("tailwind.config.js", Some(WorkKind::Style));
        lies("web/css/a.txt", Some(WorkKind::Style));
        lies("README.md", Some(WorkKind::Docs));
        lies("README", Some(WorkKind::Docs));
        lies("doc/a.txt", Some(WorkKind::Docs));
        lies("azure-pipelines.yml", Some(WorkKind::Ci));
        lies(".buildkite/pipeline.yml", Some(WorkKind::Ci));
        lies(".github/dependabot.yml", Some(WorkKind::Ci));
        lies(".pre-commit-config.yaml", Some(WorkKind::Ci));
        lies("lang/de.json", Some(WorkKind::Translation));
        lies("po/app.pot", Some(WorkKind::Translation));
        lies("conftest.py", Some(WorkKind::Tests));
        lies("src/__mocks__/fs.js", Some(WorkKind::Tests));
        lies("specs/a.rb", Some(WorkKind::Tests));
        lies("Gemfile", Some(WorkKind::Build));
        lies("setup.py", Some(WorkKind::Build));
        lies("build.rs", Some(WorkKind::Build));
        lies("deployment/web.yaml", Some(WorkKind::Deploy));
        lies("compose.yaml", Some(WorkKind::Deploy));
        lies("env/prod.tfvars", Some(WorkKind::Deploy));
        lies("app/migrate/001.rb", Some(WorkKind::Database));
        lies("mkdocs.yml", Some(WorkKind::Docs));
        lies("docs/img/a.svg", Some(WorkKind::Docs));
        lies(".github/workflows/ci.yml", Some(WorkKind::Ci));
        lies("db/migrations/001.sql", Some(WorkKind::Database));
        lies("src/locales/de.json", Some(WorkKind::Translation));
        lies("Dockerfile", Some(WorkKind::Deploy));
        lies("ops/k8s/web.yaml", Some(WorkKind::Deploy));
        lies("src/auth/token.test.ts", Some(WorkKind::Tests));
        lies("tests/auth.rs", Some(WorkKind::Tests));
        lies("src/app_tests.rs", Some(WorkKind::Tests));
        lies("src/test_login.rs", Some(WorkKind::Tests));
        lies("guide/integration-tests.md", Some(WorkKind::Docs));
        lies("package.json", Some(WorkKind::Build));
        lies("crates/x/Cargo.toml", Some(WorkKind::Build));
        lies("web/components/Button.tsx", Some(WorkKind::Interface));
        lies("web/components/auth/Login.tsx", Some(WorkKind::Auth));
        lies("src/auth/token.ts", Some(WorkKind::Auth));
        lies("src/routes/users.ts", Some(WorkKind::Api));
        lies("src/parser.rs", None);
        lies("src/author/name.ts", None);
        lies("cmd/latest/main.go", None);
    }
}
