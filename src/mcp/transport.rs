//! Lines of JSON-RPC on stdin and stdout, and an answer to each line that is no message.
//!
//! Owns what is said to garbage: the protocol's library passes over a line that is no JSON and answers only some of the rest, so
//! that a client that mistyped waits for ever. What is a message goes to the library as it is.

use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;

/// JSON-RPC 2.0, section 5.1: no JSON; JSON, and no message.
const PARSE_ERROR: (i64, &str) = (-32700, "Parse error: this line is no JSON");
const INVALID_REQUEST: (i64, &str) = (-32600, "Invalid request: this is no message of the protocol");
const TOO_LONG: (i64, &str) = (-32600, "Invalid request: the line is longer than `mcp.max_line` allows");
/// Allowed before JSON (RFC 8259, section 8.1).
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Answers at most that wait to be written. A client that asks and does not read is heard again when it has read.
const MOST_UNWRITTEN: usize = 64;

/// Answers that are on their way out.
#[derive(Debug, Default)]
struct Unwritten {
    count: AtomicUsize,
    fewer: Notify,
}

/// One of them, until it is written or given up.
struct Waits(Arc<Unwritten>);

impl Waits {
    fn new(unwritten: &Arc<Unwritten>) -> Self {
        unwritten.count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(unwritten))
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::Relaxed);
        self.0.fewer.notify_one();
    }
}

/// Reads messages from one side and writes them to the other.
pub(super) struct Lines<R, W> {
    from: BufReader<R>,
    to: Arc<Mutex<W>>,
    /// The line that is being read. It outlives a reading that is given up for something more urgent.
    line: Vec<u8>,
    longest: usize,
    /// The rest of a line that was too long is passed over.
    skipping: bool,
    /// The answer to garbage that is being written.
    answering: Option<JoinHandle<io::Result<()>>>,
    unwritten: Arc<Unwritten>,
    garbage: Arc<AtomicBool>,
}

/// What a line is.
enum Heard {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Nothing is said to it: an empty line, a notification of a newer protocol, an answer that nobody asked for.
    Nothing,
    Garbage(Value),
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// `longest` is the bytes of a line at most.
    pub(super) fn new(from: R, to: W, longest: usize) -> Self {
        Self {
            from: BufReader::new(from),
            to: Arc::new(Mutex::new(to)),
            line: Vec::new(),
            longest,
            skipping: false,
            answering: None,
            unwritten: Arc::default(),
            garbage: Arc::default(),
        }
    }

    /// True once a line came that is no message.
    pub(super) fn garbage(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.garbage)
    }

    /// The next whole line; `None` at the end, where what has no end of line is no message. Loses nothing when it is given up
    /// in between: what was taken from the buffer stands in `line`.
    async fn next_line(&mut self) -> Option<Heard> {
        loop {
            let Ok(found @ [_, ..]) = self.from.fill_buf().await else { return None };
            let end = memchr::memchr(b'\n', found);
            let taken = end.map_or(found.len(), |at| at + 1);
            if !self.skipping && self.line.len().saturating_add(taken) > self.longest {
                self.line.clear();
                self.skipping = true;
            }
            if !self.skipping {
                self.line.extend_from_slice(&found[..taken]);
            }
            self.from.consume(taken);
            if end.is_some() {
                if std::mem::take(&mut self.skipping) {
                    return Some(Heard::Garbage(refusal(TOO_LONG)));
                }
                let heard = read(&self.line);
                self.line.clear();
                return Some(heard);
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let to = Arc::clone(&self.to);
        let waits = Waits::new(&self.unwritten);
        async move {
            let written = write(&to, &serde_json::to_value(item)?).await;
            drop(waits);
            written
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // One answer at a time, and none is lost at the end. Waiting for it may be given up and taken up again.
            if let Some(answer) = &mut self.answering {
                let written = answer.await;
                self.answering = None;
                written.ok()?.ok()?;
            }
            while self.unwritten.count.load(Ordering::Relaxed) >= MOST_UNWRITTEN {
                self.unwritten.fewer.notified().await;
            }
            match self.next_line().await? {
                Heard::Message(message) => return Some(*message),
                Heard::Nothing => {}
                Heard::Garbage(refusal) => {
                    self.garbage.store(true, Ordering::Relaxed);
                    let to = Arc::clone(&self.to);
                    // A task of its own: half an answer on stdout would spoil all that follows.
                    self.answering = Some(tokio::spawn(async move { write(&to, &refusal).await }));
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.to.lock().await.flush().await
    }
}

async fn write<W: AsyncWrite + Unpin>(to: &Mutex<W>, message: &Value) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut to = to.lock().await;
    to.write_all(&line).await?;
    to.flush().await
}

fn refusal((code, words): (i64, &str)) -> Value {
    json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": words}})
}

fn read(line: &[u8]) -> Heard {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Heard::Nothing;
    }
    let Ok(page) = serde_json::from_slice::<Value>(line) else { return Heard::Garbage(refusal(PARSE_ERROR)) };
    if let Ok(message) = serde_json::from_slice(line) {
        return Heard::Message(Box::new(message));
    }
    // To a notification nothing is ever said, and to an answer neither: two that answer each other's errors never end.
    let asks = page.get("id").is_some_and(|id| !id.is_null());
    let told = page.get("method").is_some() && !asks;
    let answers = page.get("method").is_none() && (page.get("error").is_some() || page.get("result").is_some());
    if told || answers { Heard::Nothing } else { Heard::Garbage(refusal(INVALID_REQUEST)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let heard = match read(line.as_bytes()) {
            Heard::Message(_) => "message".to_owned(),
            Heard::Nothing => "nothing".to_owned(),
            Heard::Garbage(refusal) => refusal["error"]["code"].to_string(),
        };
        assert_eq!(heard, expected, "{line}");
    }

    #[test]
    fn each_line_is_a_message_or_has_its_error() {
        check(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "message");
        check("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n", "message");
        check(r#"{"jsonrpc":"2.0","id":1,"method":"of/tomorrow"}"#, "message");
        check("", "nothing");
        check(" \r\n", "nothing");
        check("hello", "-32700");
        check(r#"{"jsonrpc":"2.0","#, "-32700");
        check("[]", "-32600");
        check(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "-32600");
        check("{}", "-32600");
        check("7", "-32600");
        check("null", "-32600");
        check(r#"{"jsonrpc":"2.0","id":1,"method":7}"#, "-32600");
        // Our own error sent back, which the library lets lie, and a notification that nobody knows.
        check(&refusal(PARSE_ERROR).to_string(), "message");
        check(r#"{"jsonrpc":"2.0","id":null,"error":"no object"}"#, "nothing");
        check(r#"{"jsonrpc":"2.0","method":7}"#, "nothing");
    }
}
