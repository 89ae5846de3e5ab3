//! What the service takes to answer: 500 requests a second at a steady beat over loopback, and what a flood does to it.
//!
//! The time of a request counts from the moment at which it was due, so that a service that falls behind cannot hide it.
//! Client and service share the machine.
//!
//! `cargo bench --bench serve`

use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Requests a second, and for how many seconds.
const RATE: u32 = 500;
const SECONDS: u32 = 10;
/// Connections that the requests are spread over.
const CONNECTIONS: u32 = 16;
/// Connections of a flood.
const FLOOD: usize = 2_000;

/// A service in a folder of its own.
struct Service {
    folder: tempfile::TempDir,
    child: Child,
    address: String,
    token: String,
}

impl Service {
    fn start() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut child = Command::new(env!("CARGO_BIN_EXE_driftguard"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .current_dir(folder.path())
            .env_clear()
            .env("HOME", folder.path())
            .env("DRIFTGUARD_HOME", folder.path().join("driftguard"))
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut line)?;
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or_default().to_owned();
        let token = fs::read_to_string(folder.path().join("driftguard/serve.token"))?.trim().to_owned();
        Ok(Self { folder, child, address, token })
    }

    fn request(&self, path: &str, body: &str) -> String {
        let Self { token, .. } = self;
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }

    /// Kilobytes of memory that the service has had at most.
    fn peak(&self) -> String {
        let about = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = about.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.map_or("unknown".into(), |rest| rest.trim().to_owned())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one answer and gives its status.
fn answer(reader: &mut BufReader<TcpStream>) -> io::Result<u16> {
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.starts_with("HTTP/") {
            status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        } else if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap_or(0);
        } else if line == "\r\n" {
            break;
        }
    }
    io::copy(&mut reader.by_ref().take(length), &mut io::sink())?;
    Ok(status)
}

/// Requests at a steady beat; how long each took from when it was due, sorted.
fn beat(service: &Service, request: &str) -> io::Result<Vec<Duration>> {
    let took = Mutex::new(Vec::new());
    let begin = Instant::now() + Duration::from_millis(200);
    thread::scope(|scope| {
        let one = |lane: u32| -> io::Result<()> {
            let stream = TcpStream::connect(&service.address)?;
            stream.set_nodelay(true)?;
            let mut writer = stream.try_clone()?;
            let mut reader = BufReader::new(stream);
            let mut own = Vec::new();
            for turn in 0..RATE * SECONDS / CONNECTIONS {
                let due = begin + Duration::from_secs(1) / RATE * (turn * CONNECTIONS + lane);
                thread::sleep(due.saturating_duration_since(Instant::now()));
                writer.write_all(request.as_bytes())?;
                let status = answer(&mut reader)?;
                assert_eq!(status, 200, "the service refused a request");
                own.push(due.elapsed());
            }
            took.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
            Ok(())
        };
        let lanes: Vec<_> = (0..CONNECTIONS).map(|lane| scope.spawn(move || one(lane))).collect();
        lanes.into_iter().try_for_each(|lane| lane.join().map_err(|_| io::Error::other("a request failed"))?)
    })?;
    let mut took = took.into_inner().unwrap_or_else(PoisonError::into_inner);
    took.sort_unstable();
    Ok(took)
}

fn row(name: &str, bytes: usize, took: &[Duration]) -> String {
    let at = |share: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place"
        )]
        let place = (took.len() as f64 * share) as usize;
        took[place.min(took.len() - 1)].as_secs_f64() * 1e3
    };
    let mut row = String::new();
    let _ = write!(row, "| {name} | {bytes} | {} |", took.len());
    for share in [0.5, 0.99, 0.999, 1.0] {
        let _ = write!(row, " {:.2} |", at(share));
    }
    row
}

/// What a flood of connections leaves to others: the time of the first answer in it, and the memory.
#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
fn flood(name: &str, said: &str) -> io::Result<()> {
    let service = Service::start()?;
    let mut kept = Vec::new();
    for _ in 0..FLOOD {
        if let Ok(mut stream) = TcpStream::connect(&service.address) {
            let _ = stream.write_all(said.replace("TOKEN", &service.token).as_bytes());
            kept.push(stream);
        }
    }
    let begin = Instant::now();
    let well = loop {
        let mut stream = TcpStream::connect(&service.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        if answer(&mut BufReader::new(stream)).is_ok_and(|status| status == 200) {
            break begin.elapsed();
        }
        thread::sleep(Duration::from_millis(20));
    };
    println!(
        "{name}: {} connections, answered again after {:.1} s, peak memory {}",
        kept.len(),
        well.as_secs_f64(),
        service.peak()
    );
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a bench prints its figures")]
fn main() -> io::Result<()> {
    let service = Service::start()?;
    let page =
        "The cache is warmed at the start and holds 512 entries. Each entry expires after 30 seconds. ".repeat(40);
    let report = "The cache holds 512 entries. Each entry expires after 60 seconds. The cache is written to disk.";
    let call = json!({"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "npm test"}});
    let result =
        json!({"type": "tool_result", "tool_use_id": "c1", "is_error": true, "content": "Tests: 2 failed, 3 passed"});
    let events = json!([
        {"type": "user", "uuid": "u0", "message": {"role": "user", "content": "fix the tests"}},
        {"type": "assistant", "uuid": "a1", "message": {"role": "assistant", "content": [call]}},
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": [result]}},
    ]);
    let asked = [
        ("verify, a text of 3.7 kB", "/v1/verify", json!({"report": report, "evidence": {"text": page}})),
        ("verify, 3 records", "/v1/verify", json!({"report": "All tests pass.", "evidence": {"events": events}})),
        ("detect, a text of 3.7 kB", "/v1/injection/detect", json!({"text": page})),
    ];
    println!(
        "{RATE} requests a second for {SECONDS} s over {CONNECTIONS} connections; milliseconds from when each was due\n"
    );
    println!("| question | bytes | requests | p50 | p99 | p99.9 | max |\n|---|---|---|---|---|---|---|");
    for (name, path, body) in asked {
        let request = service.request(path, &body.to_string());
        let took = beat(&service, &request)?;
        println!("{}", row(name, request.len(), &took));
    }
    println!("\npeak memory {}, files {}\n", service.peak(), service.folder.path().read_dir()?.count());
    drop(service);
    flood("idle", "")?;
    flood("half a head", "POST /v1/verify HTTP/1.1\r\nhost:")?;
    let head = "POST /v1/verify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer TOKEN\r\ncontent-length: 8000000\r\n\r\n";
    flood("slow bodies of 100 kB so far", &format!("{head}{}", " ".repeat(100_000)))
}
