//! The judge: another opinion on whether a response follows from what is known, asked where the local answer is unsure.
//!
//! Owns the question, the limits on how often and how long is asked, and the reading of the answer. A judge that hangs,
//! fails or babbles is no judge: the local answer stands, and the fault is counted by whoever asked. Only the user's own
//! configuration names one: a repository cannot send texts anywhere.

mod error;
mod http;
mod program;
mod question;
mod ruling;
mod url;

pub use question::question;

use crate::config::{JudgeConfig, JudgeKind};
pub use error::{JudgeConfigError, JudgeError};
pub use ruling::Ruling;
use ruling::Shape;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use url::Url;

/// Somebody who can be asked.
#[derive(Debug)]
pub struct Judge {
    way: Way,
    timeout: Duration,
    max_chars: usize,
    /// Questions that may still be put.
    left: AtomicU32,
}

#[derive(Debug)]
enum Way {
    Command(Vec<String>),
    Http { url: Url, model: String, shape: Shape },
}

impl Judge {
    /// The judge that the settings name, or nobody. `env` reads the environment.
    ///
    /// # Errors
    ///
    /// [`JudgeConfigError`] where the settings name one that cannot be asked.
    pub fn of(config: &JudgeConfig, env: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, JudgeConfigError> {
        let missing = JudgeConfigError::Missing;
        let model = || Some(config.model.clone()).filter(|name| !name.is_empty()).ok_or(missing("model"));
        let key = || {
            let name = Some(&config.key_variable).filter(|name| !name.is_empty()).ok_or(missing("key_variable"))?;
            let key = env(name).filter(|key| !key.trim().is_empty());
            key.map(|key| key.trim().to_owned()).ok_or_else(|| JudgeConfigError::NoKey(name.clone()))
        };
        let address = |usual: &str| Url::allowed(if config.url.is_empty() { usual } else { &config.url });
        let way = match config.kind {
            JudgeKind::None => return Ok(None),
            JudgeKind::Command if config.command.is_empty() => return Err(missing("command")),
            JudgeKind::Command => Way::Command(config.command.clone()),
            JudgeKind::Ollama => {
                Way::Http { url: address("http://127.0.0.1:11434/api/chat")?, model: model()?, shape: Shape::Ollama }
            }
            JudgeKind::Anthropic => Way::Http {
                url: address("https://api.anthropic.com/v1/messages")?,
                model: model()?,
                shape: Shape::Anthropic { key: key()? },
            },
            JudgeKind::Openai => {
                let url = address("https://api.openai.com/v1/chat/completions")?;
                let key = if url.is_local() && config.key_variable.is_empty() { None } else { Some(key()?) };
                Way::Http { url, model: model()?, shape: Shape::Openai { key } }
            }
        };
        Ok(Some(Self {
            way,
            timeout: Duration::from_secs(config.timeout_seconds),
            max_chars: config.max_chars,
            left: AtomicU32::new(config.max_calls),
        }))
    }

    /// Asks whether `response` follows from what is `known`. It waits: never in a hook.
    ///
    /// # Errors
    ///
    /// [`JudgeError`] where there is no ruling.
    pub fn ask(&self, known: &str, response: &str) -> Result<Ruling, JudgeError> {
        let one_less = |left: u32| left.checked_sub(1);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).map_err(|_| JudgeError::Limit)?;
        let question = question(known, response, self.max_chars);
        let until = Instant::now() + self.timeout;
        let answer = match &self.way {
            Way::Command(argv) => program::ask(argv, &question, until)?,
            Way::Http { url, model, shape } => http::ask(url, &shape.request(model, &question), until)
                .and_then(|body| shape.answer(&body).ok_or(JudgeError::Garbage))?,
        };
        question::ruling(&answer).ok_or(JudgeError::Garbage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    #[track_caller]
    fn check(change: impl FnOnce(&mut JudgeConfig), key: Option<&str>, expected: &Result<bool, JudgeConfigError>) {
        let mut config = config::defaults().judge;
        change(&mut config);
        let judge = Judge::of(&config, |_| key.map(str::to_owned));
        assert_eq!(judge.map(|judge| judge.is_some()), *expected);
    }

    #[test]
    fn nobody_is_asked_unless_the_user_names_somebody() {
        check(|_| {}, Some("key"), &Ok(false));
        let kind = |kind| move |config: &mut JudgeConfig| config.kind = kind;
        check(kind(JudgeKind::Command), None, &Err(JudgeConfigError::Missing("command")));
        check(kind(JudgeKind::Ollama), None, &Err(JudgeConfigError::Missing("model")));
        let named = |kind, url: &str, variable: &str| {
            let (url, variable) = (url.to_owned(), variable.to_owned());
            move |config: &mut JudgeConfig| {
                (config.kind, config.url, config.key_variable) = (kind, url, variable);
                config.model = "m".into();
            }
        };
        check(named(JudgeKind::Ollama, "", ""), None, &Ok(true));
        let far = "http://192.0.2.1:11434/api/chat";
        check(named(JudgeKind::Ollama, far, ""), None, &Err(JudgeConfigError::Plain(far.into())));
        check(named(JudgeKind::Ollama, "ftp://x", ""), None, &Err(JudgeConfigError::NoAddress("ftp://x".into())));
        let near = "http://localhost:8080/v1/chat/completions";
        check(named(JudgeKind::Openai, near, ""), None, &Ok(true));
        check(named(JudgeKind::Openai, near, "KEY"), None, &Err(JudgeConfigError::NoKey("KEY".into())));
        check(named(JudgeKind::Openai, near, "KEY"), Some("k"), &Ok(true));
    }

    #[cfg(not(feature = "judge-api"))]
    #[test]
    fn without_encryption_no_other_machine_is_asked() {
        let anthropic = |config: &mut JudgeConfig| {
            (config.kind, config.model, config.key_variable) = (JudgeKind::Anthropic, "m".into(), "KEY".into());
        };
        let expected = JudgeConfigError::NoEncryption("https://api.anthropic.com/v1/messages".into());
        check(anthropic, Some("k"), &Err(expected));
    }

    #[cfg(feature = "judge-api")]
    #[test]
    fn with_encryption_the_key_is_what_is_wanted() {
        let anthropic = |config: &mut JudgeConfig| {
            (config.kind, config.model, config.key_variable) = (JudgeKind::Anthropic, "m".into(), "KEY".into());
        };
        check(anthropic, Some("k"), &Ok(true));
        check(anthropic, None, &Err(JudgeConfigError::NoKey("KEY".into())));
    }
}
