//! Where a judge listens: an address of this machine, or another over https.

use super::error::JudgeConfigError;
use std::net::{SocketAddr, ToSocketAddrs as _};

/// An address that may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Url {
    /// As written.
    pub(super) whole: String,
    /// The host and port of an address of this machine, as a head names them; `None` for another over https.
    pub(super) local: Option<String>,
    /// From the first slash on.
    pub(super) path: String,
}

impl Url {
    /// The address, where it may be asked.
    pub(super) fn allowed(text: &str) -> Result<Self, JudgeConfigError> {
        let no_address = || JudgeConfigError::NoAddress(text.to_owned());
        if text.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
            return Err(no_address());
        }
        let (scheme, rest) = text.split_once("://").ok_or_else(no_address)?;
        let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
        if host.is_empty() || host.contains('@') {
            return Err(no_address());
        }
        let url = |local| Self { whole: text.to_owned(), local, path: path.to_owned() };
        match scheme {
            "https" if cfg!(feature = "judge-api") => Ok(url(None)),
            "https" => Err(JudgeConfigError::NoEncryption(text.to_owned())),
            "http" => {
                let last = host.rsplit(':').next().unwrap_or_default();
                let has_port = host.contains(':') && last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty();
                let place = if has_port { host.to_owned() } else { format!("{host}:80") };
                let name = place.rsplit_once(':').map_or("", |(name, _)| name);
                let bare = name.trim_start_matches('[').trim_end_matches(']');
                let address = bare.parse().map(|address: std::net::IpAddr| address.is_loopback());
                // By name only the one that always means this machine: nothing is looked up for a decision.
                if !address.unwrap_or(bare.eq_ignore_ascii_case("localhost")) {
                    return Err(JudgeConfigError::Plain(text.to_owned()));
                }
                Ok(url(Some(place)))
            }
            _ => Err(no_address()),
        }
    }

    /// True for an address of this machine.
    pub(super) const fn is_local(&self) -> bool {
        self.local.is_some()
    }
}

/// The addresses of this machine that a place stands for.
pub(super) fn addresses(place: &str) -> Vec<SocketAddr> {
    let found = place.to_socket_addrs().map(Iterator::collect::<Vec<_>>).unwrap_or_default();
    found.into_iter().filter(|address| address.ip().is_loopback()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_asked_without_encryption() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let url = Url::allowed(text).ok();
            let found = url.as_ref().and_then(|url| Some((url.local.as_deref()?, url.path.as_str())));
            assert_eq!(found, expected, "{text}");
        };
        check("http://127.0.0.1:11434/api/chat", Some(("127.0.0.1:11434", "/api/chat")));
        check("http://localhost", Some(("localhost:80", "/")));
        check("http://[::1]:9/x", Some(("[::1]:9", "/x")));
        check("http://[::1]/x", Some(("[::1]:80", "/x")));
        check("http://localhost.evil.example/x", None);
        check("http://localhost@evil.example/x", None);
        check("http://10.0.0.1/x", None);
        check("http:///x", None);
        check("127.0.0.1:80", None);
        check("http://127.0.0.1/ x\r\nhost: y", None);
    }
}
