//! Commands that reach beyond the files of the work, and the words by which people speak of them.
//!
//! Owns the words: whoever has used one of them may have meant it, so the lists are wide. What commands deploy and publish is
//! [`super::shell`]'s.

use crate::domain::{CommandKind, Outward, WorkKind};
use crate::text::called::is_another_stage;
use crate::text::kind::kind_of_path;
use crate::text::shell::{is_looker, is_meant_by, is_of_kind, plain_name};

use crate::text::words::words;
use std::collections::BTreeSet;

/// Parts of words by which people speak of bringing the work to where it runs, in lower case.
#[rustfmt::skip]
const DEPLOYING: &[&str] = &[
    "ansible", "apply", "bereitstell", "chart", "cluster", "deploi", "deploy", "desplegar", "despliegu", "déploi", "helm", "heroku", "implantar",
    "infra", "install", "k8s", "kube", "launch", "live", "netlify", "playbook", "prod", "provision", "publish", "push", "release", "rilasci",
    "roll out", "rollout", "ship", "staging", "stack", "terraform", "upgrade", "uitrol", "vercel", "wdróż", "wdroż", "деплой", "выкат", "разверн",
    "デプロイ", "上线", "发布", "部署",
];

/// Those of handing something out.
#[rustfmt::skip]
const PUBLISHING: &[&str] = &[
    "beta", "changelog", "crates.io", "deploy", "image", "npm", "opublik", "pubblic", "public", "publie", "publik", "publish", "push", "pypi", "registry",
    "release", "ship", "store", "tag", "tester", "testflight", "upload", "veröffentlich", "version", "выпус", "опублик", "релиз", "リリース", "公開", "发布",
];

/// Those of raising versions.
#[rustfmt::skip]
const UPGRADING: &[&str] = &[
    "abhängigkeit", "actualiz", "aggiorn", "aktualis", "atualiz", "audit", "bijwerk", "bump", "cve", "depend", "deprecat", "deps", "downgrade",
    "eol", "ghsa", "latest", "lock", "migrat", "mise à jour", "mettre à jour", "modernis", "moderniz", "neueste", "newer", "newest", "outdated", "package",
    "paquet", "renovate", "secur", "stale", "update", "upgrad", "version", "vuln", "zaktualiz", "обнов", "верси", "アップ", "更新", "升级", "最新",
];

/// Commands that raise versions, read as [`is_meant_by`] reads them.
#[rustfmt::skip]
const UPGRADES: &[&str] = &[
    "bundle update", "cargo update", "cargo upgrade", "composer update", "composer upgrade", "dart pub upgrade", "dotnet outdated -u",
    "dotnet outdated --upgrade", "flutter pub upgrade", "gem update", "go get -u", "mix deps.update", "ncu -u", "npm audit fix", "npm update",
    "npm upgrade", "npm-check-updates -u", "pip install --upgrade", "pip install -U", "pip3 install --upgrade", "pip3 install -U",
    "pnpm up", "pnpm update", "pnpm upgrade", "pod update", "poetry update", "rails app:update", "swift package update",
    "terraform init -upgrade", "tofu init -upgrade", "uv lock --upgrade", "yarn up", "yarn upgrade",
];

/// What installs packages, and is brought up to date before it does.
const TOOLS: [&str; 7] = ["build", "pip", "setuptools", "uv", "virtualenv", "wheel", "poetry"];

/// Bytes of a text that are looked through. In a longer one, a plan or a log, any of the words may stand.
const MAX_TEXT: usize = 16 * 1024;

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
        // "Rails 7.1 -> 7.2", "axios < 1.8.2".
        *act == Outward::Upgrade && has_a_version(&text) || words.iter().any(|word| text.contains(word))
    };
    open.filter(speaks).collect()
}

fn has_a_version(text: &str) -> bool {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    text.contains("->") || text.match_indices('.').any(|(at, _)| at > 0 && digit(at - 1) && digit(at + 1))
}

/// What a simple command does beyond the files of the work.
pub fn outward(command: &[String]) -> Option<Outward> {
    // Most commands look at something.
    if is_looker(plain_name(command.first()?)) {
        return None;
    }
    if is_of_kind(command, CommandKind::Deploy) {
        return Some(Outward::Deploy);
    }
    if is_of_kind(command, CommandKind::Publish) {
        return Some(Outward::Publish);
    }
    let refused = command.iter().any(|word| word.ends_with("=false"));
    let upgrades = !refused && UPGRADES.iter().any(|words| is_meant_by(command, words)) && !readies_tools(command);
    upgrades.then_some(Outward::Upgrade)
}

/// `ansible-playbook -i inventory/stage.yml`, `cd envs/dev && terraform apply`: to try it out where nobody else looks is a part of the work.
pub fn names_another_stage(command: &str) -> bool {
    words(command).iter().any(|word| is_another_stage(word))
}

/// True for a file that says what runs where: a playbook, a chart, a plan of the cloud.
pub fn is_of_deployment(file: &str) -> bool {
    const PARTS: [&str; 12] = [
        "ansible",
        "chart",
        "charts",
        "cloudformation",
        "deploy",
        "deployment",
        "helm",
        "infra",
        "infrastructure",
        "k8s",
        "playbooks",
        "terraform",
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
            ("go get -u ./...", Some(Outward::Upgrade)),
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
        assert_eq!(spoken("rails 7.1 -> 7.2 please"), [Outward::Upgrade]);
        assert_eq!(spoken("Ship it"), [Outward::Deploy, Outward::Publish]);
        assert_eq!(spoken("bitte die Pakete aktualisieren"), [Outward::Upgrade]);
    }
}
