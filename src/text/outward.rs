//! Commands that reach beyond the files of the work, and the words by which people speak of them.
//!
//! Owns the words: whoever has used one of them may have meant it, so the lists are wide. What commands deploy and publish is
//! [`super::shell`]'s.

use crate::domain::{CallKind, Outward, WorkKind};
use crate::text::called::is_another_stage;
use crate::text::kind::kind_of_path;
use crate::text::shell::{is_looker, is_meant_by, is_of_kind, plain_name};
use crate::text::words::words;
use std::collections::BTreeSet;

/// Beginnings of words by which people speak of bringing the work to where it runs, in lower case; `$` ends the word.
#[rustfmt::skip]
const DEPLOYING: &[&str] = &[
    "ansible", "aws$", "azure$", "bereitstell", "bucket", "cloud", "cluster", "customers$", "deploi", "deploy", "desplegar", "despliegu", "déploi", "fly$", "gcp$", "go live",
    "helm", "heroku", "host$", "hosted", "hosts$", "hosting", "implantar", "infra", "k8s", "kube", "launch", "live$", "netlify", "nginx", "online", "pages$", "playbook",
    "prod$", "production", "provision", "publish", "push$", "release", "rilasci", "roll out", "rollout", "serverless", "ship$", "shipped", "site$", "staging", "terraform",
    "uitrol", "vercel", "wdroż", "wdróż", "website", "выкат", "деплой", "разверн", "デプロイ", "上线", "发布", "部署",
];

/// Those of handing something out.
#[rustfmt::skip]
const PUBLISHING: &[&str] = &[
    "app store", "apple$", "beta$", "cluster", "colleague", "changelog", "container", "crates.io", "deploy", "docker image", "npm$", "opublik", "play console", "play store", "pubblic", "publie", "publik", "publish",
    "push$", "pypi", "qa$", "registry", "release", "ship$", "shipped", "tag$", "tagged", "tester", "testflight", "upload$", "veröffentlich", "version", "wheel",
    "выпус", "опублик", "релиз", "リリース", "公開", "发布",
];

/// Those of raising versions, and of what makes that a part of the work: packages, builds.
#[rustfmt::skip]
const UPGRADING: &[&str] = &[
    "abhängigkeit", "actualiz", "aggiorn", "aktualis", "atualiz", "audit", "bijwerk", "build", "bump", "bundler$", "cargo$", "ci$", "composer$", "cve",
    "depend", "deprecat", "deps", "downgrade", "eol$", "gem$", "gems$", "ghsa", "import", "install", "latest", "lock file", "lockfile", "mettre à jour",
    "migrat", "mise à jour", "modernis", "moderniz", "neueste", "newer", "newest", "npm$", "outdated", "package", "paquet", "peer", "pip$", "pnpm$",
    "poetry$", "pods$", "renovate", "security", "set up", "setup", "stale", "update", "updating", "upgrad", "version", "vuln", "yarn$", "zaktualiz",
    "верси", "обнов", "アップ", "升级", "更新", "最新",
];

/// Commands that raise versions, read as [`is_meant_by`] reads them.
#[rustfmt::skip]
const UPGRADES: &[&str] = &[
    "bun update", "bundle update", "cargo update", "cargo upgrade", "composer update", "composer upgrade", "dart pub upgrade",
    "dotnet outdated --upgrade", "dotnet outdated -u", "flutter pub upgrade", "gem update", "mix deps.update", "ncu -u", "ng update",
    "nix flake update", "npm audit fix", "npm update", "npm upgrade", "npm-check-updates -u", "pip install --upgrade", "pip install -U",
    "pip3 install --upgrade", "pip3 install -U", "pipenv update", "pnpm up", "pnpm update", "pnpm upgrade", "pod update", "poetry update",
    "pre-commit autoupdate", "rails app:update", "swift package update", "terraform init -upgrade", "tofu init -upgrade", "uv lock --upgrade",
    "uv sync --upgrade", "yarn up", "yarn upgrade",
];

/// What installs packages, and is brought up to date before it does.
const TOOLS: [&str; 7] = ["build", "pip", "setuptools", "uv", "virtualenv", "wheel", "poetry"];

/// Bytes of a text that are looked through. In a longer one, a plan or a log, any of the words may stand.
const MAX_TEXT: usize = 16 * 1024;

/// Flags and words under which no version is raised: what is written anew, the project itself, and what is listed already.
const KEEPING: [&str; 8] =
    ["--lock", "--no-update", "--package-lock-only", "--precise", "--requirement", "-e", "-r", "."];

/// What a text speaks of, whatever it says of it, of what was not `spoken` of yet.
pub fn spoken_of(text: &str, spoken: &BTreeSet<Outward>) -> Vec<Outward> {
    let mut open = Outward::ALL.into_iter().filter(|act| !spoken.contains(act)).peekable();
    if open.peek().is_none() || text.len() > MAX_TEXT {
        return open.collect();
    }
    let text = text.to_lowercase();
    let speaks = |act: &Outward| {
        let words = match act {
            Outward::Deploy => DEPLOYING,
            Outward::Publish => PUBLISHING,
            Outward::Upgrade => UPGRADING,
        };
        // "Rails 7.1 -> 7.2", "cut 1.4.0".
        *act != Outward::Deploy && has_a_version(&text) || words.iter().any(|word| says(&text, word))
    };
    open.filter(speaks).collect()
}

/// True where a word of the text begins so, or is that word where `$` ends it.
fn says(text: &str, word: &str) -> bool {
    let (word, whole) = word.strip_suffix('$').map_or((word, false), |word| (word, true));
    // Most stand nowhere, and that is told sooner than where.
    text.contains(word)
        && text.match_indices(word).any(|(at, _)| {
            // Where words are not parted by blanks, any place is a beginning.
            let begins = !word.is_ascii() || !text[..at].ends_with(char::is_alphanumeric);
            begins && !(whole && text[at + word.len()..].starts_with(char::is_alphanumeric))
        })
}

/// "7.1", "1.8.2"; "12.50" is a price.
fn has_a_version(text: &str) -> bool {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    text.match_indices('.').any(|(at, _)| at > 0 && digit(at - 1) && digit(at + 1) && (!digit(at + 2) || digit(at + 3)))
}

/// What a simple command does beyond the files of the work.
pub fn outward(command: &[String]) -> Option<Outward> {
    // Most commands look at something.
    if is_looker(plain_name(command.first()?)) {
        return None;
    }
    if is_of_kind(command, CallKind::Deploy) {
        return Some(Outward::Deploy);
    }
    if is_of_kind(command, CallKind::Publish) {
        return Some(Outward::Publish);
    }
    let refused = command.iter().any(|word| word.ends_with("=false") || KEEPING.contains(&word.as_str()));
    let upgrades = !refused && UPGRADES.iter().any(|words| is_meant_by(command, words)) && !readies_tools(command);
    upgrades.then_some(Outward::Upgrade)
}

/// `ansible-playbook -i inventory/stage.yml`, `cd envs/dev && terraform apply`: to try it out where nobody else looks is a part of the work.
pub fn names_another_stage(command: &str) -> bool {
    let here = |word: &String| matches!(word.as_str(), "draft" | "kind" | "localhost" | "minikube" | "preview");
    words(command).iter().any(|word| is_another_stage(word) || here(word))
}

/// True for a file that says what runs where: a playbook, a chart, a plan of the cloud.
pub fn is_of_deployment(file: &str) -> bool {
    #[rustfmt::skip]
    const PARTS: [&str; 16] = [
        "ansible", "cdk", "chart", "charts", "cloudformation", "deploy", "deployment", "helm", "infra", "infrastructure", "inventory", "k8s",
        "playbooks", "pulumi", "serverless", "terraform",
    ];
    kind_of_path(file) == Some(WorkKind::Deploy) || words(file).iter().any(|word| PARTS.contains(&word.as_str()))
}

/// `pip install --upgrade pip`.
fn readies_tools(command: &[String]) -> bool {
    let mut packages = command.iter().skip(1).filter(|word| !word.starts_with('-') && *word != "install").peekable();
    packages.peek().is_some() && packages.all(|word| TOOLS.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell;

    #[test]
    fn commands_that_reach_beyond_the_work_are_known() {
        for (command, expected) in [
            ("bundle update rails sidekiq", Some(Outward::Upgrade)),
            ("cd web && npm update", Some(Outward::Upgrade)),
            ("npx ng update", Some(Outward::Upgrade)),
            ("pip install -U -r requirements.txt", None),
            ("composer update --lock", None),
            ("terraform -chdir=envs/staging init -upgrade", Some(Outward::Upgrade)),
            ("terraform apply -auto-approve", Some(Outward::Deploy)),
            ("npm publish", Some(Outward::Publish)),
            ("pip install --upgrade pip wheel", None),
            ("npm install", None),
            ("bundle install", None),
            ("terraform init", None),
            ("terraform init -upgrade=false", None),
            ("cargo update --dry-run", None),
        ] {
            let found = shell::read(command).commands.iter().find_map(|words| outward(words));
            assert_eq!(found, expected, "{command}");
        }
    }

    #[test]
    fn who_uses_one_of_the_words_may_have_meant_it() {
        let spoken = |text: &str| spoken_of(text, &BTreeSet::new());
        assert_eq!(spoken("members can cancel their plan from the account page"), []);
        assert_eq!(spoken("bump rails"), [Outward::Upgrade]);
        assert_eq!(spoken("rails 7.1 -> 7.2 please"), [Outward::Publish, Outward::Upgrade]);
        assert_eq!(spoken("Ship it"), [Outward::Deploy, Outward::Publish]);
        assert_eq!(spoken("fix the shipping costs of a product, the block on the right and the tags"), []);
        assert_eq!(spoken("the total is 12.50"), []);
        assert_eq!(spoken("cut 1.4.0"), [Outward::Publish, Outward::Upgrade]);
        assert_eq!(spoken("npm ci fails with a peer conflict"), [Outward::Publish, Outward::Upgrade]);
        assert_eq!(spoken("bitte die Pakete aktualisieren"), [Outward::Upgrade]);
    }
}
