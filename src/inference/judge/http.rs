//! A judge that listens on an address: of this machine without encryption, of another over https.

use super::error::{JudgeError, MAX_ANSWER};
use super::question::Worded;
use super::url::{Url, addresses};
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Asks, and gives the body of an answer with status 200.
pub(super) fn ask(url: &Url, request: &Worded, until: Instant) -> Result<Vec<u8>, JudgeError> {
    match &url.local {
        Some(place) => plain(place, &url.path, request, until),
        None => encrypted(url, request, until),
    }
}

/// Asks this machine. The request is one of HTTP/1.0, so that the answer comes in one piece and ends with the connection.
fn plain(place: &str, path: &str, request: &Worded, until: Instant) -> Result<Vec<u8>, JudgeError> {
    let Worded { head, body } = request;
    let more: String = head.iter().flat_map(|(name, value)| [name, ": ", value, "\r\n"]).collect();
    let message = format!(
        "POST {path} HTTP/1.0\r\nhost: {place}\r\ncontent-type: application/json\r\naccept: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n{more}\r\n{body}",
        body.len()
    );
    let mut stream = connect(place, until)?;
    stream.set_write_timeout(Some(left(until)?)).map_err(|error| told(&error))?;
    stream.write_all(message.as_bytes()).map_err(|error| told(&error))?;
    let mut answer = Vec::new();
    let mut block = [0; 8192];
    loop {
        stream.set_read_timeout(Some(left(until)?)).map_err(|error| told(&error))?;
        match stream.read(&mut block) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&block[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(told(&error)),
        }
        if answer.len() > MAX_ANSWER {
            return Err(JudgeError::Garbage);
        }
    }
    body_of(&answer)
}

fn connect(place: &str, until: Instant) -> Result<TcpStream, JudgeError> {
    let mut last = JudgeError::Unreachable(format!("{place} is no address of this machine"));
    for address in addresses(place) {
        match TcpStream::connect_timeout(&address, left(until)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = told(&error),
        }
    }
    Err(last)
}

/// What stands behind the head of an answer with status 200.
fn body_of(answer: &[u8]) -> Result<Vec<u8>, JudgeError> {
    let blank = answer.windows(4).position(|window| window == b"\r\n\r\n").ok_or(JudgeError::Garbage)?;
    let status = answer.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    if !answer.starts_with(b"HTTP/1.") || status.get(..3) != Some(b"200") {
        let status = String::from_utf8_lossy(status.get(..3).unwrap_or_default()).into_owned();
        return Err(JudgeError::Unreachable(format!("it answered with status {}", status.escape_debug())));
    }
    Ok(answer[blank + 4..].to_vec())
}

/// The time that is left.
fn left(until: Instant) -> Result<Duration, JudgeError> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(JudgeError::Timeout) } else { Ok(left) }
}

fn told(error: &io::Error) -> JudgeError {
    match error.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => JudgeError::Timeout,
        _ => JudgeError::Unreachable(error.to_string()),
    }
}

/// Asks another machine. Redirects are not followed: the key goes where the user sent it, and nowhere else.
#[cfg(feature = "judge-api")]
fn encrypted(url: &Url, request: &Worded, until: Instant) -> Result<Vec<u8>, JudgeError> {
    let settings =
        ureq::Agent::config_builder().https_only(true).max_redirects(0).timeout_global(Some(left(until)?)).build();
    let mut post = ureq::Agent::new_with_config(settings).post(&url.whole).header("content-type", "application/json");
    for (name, value) in &request.head {
        post = post.header(*name, value);
    }
    let told = |error: ureq::Error| match error {
        ureq::Error::Timeout(_) => JudgeError::Timeout,
        ureq::Error::BodyExceedsLimit(_) => JudgeError::Garbage,
        error => JudgeError::Unreachable(error.to_string()),
    };
    let mut answer = post.send(&request.body).map_err(told)?;
    let limit = u64::try_from(MAX_ANSWER).unwrap_or(u64::MAX);
    answer.body_mut().with_config().limit(limit).read_to_vec().map_err(told)
}

/// Without the feature no such address is accepted.
#[cfg(not(feature = "judge-api"))]
fn encrypted(url: &Url, _request: &Worded, _until: Instant) -> Result<Vec<u8>, JudgeError> {
    Err(JudgeError::Unreachable(format!("{} wants https", url.whole)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{self, JudgeKind};
    use crate::inference::judge::{Judge, Ruling};
    use std::net::TcpListener;

    /// The thread of a judge: what it was asked, and the connections that it keeps open.
    type Listening = std::thread::JoinHandle<(Vec<String>, Vec<TcpStream>)>;

    /// A judge on this machine that answers each question with these bytes; `None` to say nothing.
    fn listening(answers: Vec<Option<String>>) -> (u16, Listening) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = std::thread::spawn(move || {
            let mut asked = Vec::new();
            let mut kept = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = String::new();
                let mut block = [0; 4096];
                while !request.ends_with('}') {
                    let count = stream.read(&mut block).unwrap();
                    request += std::str::from_utf8(&block[..count]).unwrap();
                }
                asked.push(request);
                if let Some(answer) = answer {
                    stream.write_all(answer.as_bytes()).unwrap();
                } else {
                    kept.push(stream);
                }
            }
            // A connection that is kept open says nothing until the test ends.
            (asked, kept)
        });
        (port, asked)
    }

    fn judge(port: u16, max_calls: u32) -> Judge {
        let mut config = config::defaults().judge;
        (config.kind, config.model) = (JudgeKind::Ollama, "m".into());
        config.url = format!("http://127.0.0.1:{port}/api/chat");
        (config.timeout_seconds, config.max_calls) = (1, max_calls);
        Judge::of(&config, |_| None).unwrap().unwrap()
    }

    fn said(words: &str) -> String {
        let body = serde_json::json!({"message": {"content": words}});
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{body}")
    }

    #[test]
    fn a_judge_on_this_machine_says_yes_and_no() {
        let (port, asked) = listening(vec![Some(said("YES")), Some(said("no."))]);
        let judge = judge(port, 2);
        assert_eq!(judge.ask("Paris is in France.", "It is in France."), Ok(Ruling::Yes));
        assert_eq!(judge.ask("Paris is in France.", "It is in Spain."), Ok(Ruling::No));
        assert_eq!(judge.ask("Paris is in France.", "It is in Spain."), Err(JudgeError::Limit));
        let (asked, _) = asked.join().unwrap();
        assert!(asked[0].starts_with("POST /api/chat HTTP/1.0\r\n") && asked[0].contains("Paris is in France."));
        assert!(asked[1].contains("It is in Spain."));
    }

    #[test]
    fn a_judge_that_hangs_fails_or_babbles_is_no_judge() {
        let garbage = |text: &str| Some(text.to_owned());
        let broken = "HTTP/1.1 200 OK\r\n\r\n{\"message\": 42}";
        let failed = "HTTP/1.1 500 Oh no\r\n\r\nYES";
        let (port, _asked) =
            listening(vec![Some(said("perhaps")), garbage(broken), garbage("YES"), garbage(failed), None]);
        let judge = judge(port, 9);
        for expected in [
            JudgeError::Garbage,
            JudgeError::Garbage,
            JudgeError::Garbage,
            JudgeError::Unreachable("it answered with status 500".into()),
            JudgeError::Timeout,
        ] {
            assert_eq!(judge.ask("x", "y"), Err(expected));
        }
    }

    #[test]
    fn an_endless_answer_is_given_up() {
        let (port, _asked) = listening(vec![Some(said(&"x".repeat(2 * MAX_ANSWER)))]);
        let found = judge(port, 1).ask("x", "y");
        assert!(matches!(found, Err(JudgeError::Garbage)), "{found:?}");
    }

    #[test]
    fn nobody_listening_is_told() {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let found = judge(port, 1).ask("x", "y");
        assert!(matches!(found, Err(JudgeError::Unreachable(_))), "{found:?}");
    }
}
