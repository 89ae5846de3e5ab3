//! One connection: its requests one after the other, each admitted, read, answered and counted.

use super::answer::{Answer, contract, health};
use super::body::{self, Held, Read};
use super::metrics::Swallowed;
use super::refusal::Refusal;
use super::route::{Question, Route, counted_as};
use super::shared::Shared;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Instant;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// Bytes of a request's head, and of what is read ahead of its body.
const MAX_BUFFER: usize = 32 * 1024;

/// Seconds after which a client that was told to come again should.
const COME_AGAIN: &str = "1";

/// What a connection is told that is one too many.
pub(super) const TURNED_AWAY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\nconnection: close\r\n\
    content-type: application/json\r\ncontent-length: 88\r\n\r\n\
    {\"error\":\"too many connections at once\",\"hint\":\"wait as long as Retry-After says\"}      ";

/// What a connection is told whose request never becomes whole.
const TOO_SLOW: &[u8] = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Serves a connection until it ends, or until its present request is answered once `stop` says so.
pub(super) async fn serve(stream: TcpStream, shared: Arc<Shared>, mut stop: watch::Receiver<bool>) {
    // Without it an answer may wait for the client's acknowledgement; with it nothing is lost but a packet.
    let _ = stream.set_nodelay(true);
    // Who asks and does not read holds the place of another for no longer than one who never finishes asking.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(shared.limits.read));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(shared.limits.read).max_buf_size(MAX_BUFFER);
    let asked = shared.clone();
    let mut connection = builder.serve_connection(
        TokioIo::new(Box::pin(stream)),
        service_fn(move |request| {
            let shared = asked.clone();
            Box::pin(async move { Ok::<_, Infallible>(respond(&shared, request).await) })
        }),
    );
    let ended = loop {
        tokio::select! {
            ended = poll_fn(|cx| connection.poll_without_shutdown(cx)) => break ended,
            changed = stop.changed() => {
                Pin::new(&mut connection).graceful_shutdown();
                if changed.is_err() {
                    break poll_fn(|cx| connection.poll_without_shutdown(cx)).await;
                }
            }
        }
    };
    let Err(error) = ended else { return };
    let parts = connection.into_parts();
    if !error.is_timeout() {
        shared.desk.swallowed(Swallowed::Connection);
    } else if !parts.read_buf.is_empty() {
        // Half a head has arrived. A connection that merely rests is closed without a word.
        let _ = parts.io.inner().get_ref().try_write(TOO_SLOW);
        shared.desk.metrics.request(None, StatusCode::REQUEST_TIMEOUT.as_u16(), shared.limits.read);
    }
}

async fn respond(shared: &Arc<Shared>, request: Request<Incoming>) -> Response<Full<Bytes>> {
    let began = Instant::now();
    let (head, body) = request.into_parts();
    let route = Route::at(head.uri.path());
    let answer = answer(shared, route, &head, body).await;
    let status = answer.as_ref().map_or_else(|refusal| refusal.status, |_| StatusCode::OK);
    let took = began.elapsed();
    shared.desk.metrics.request(route, status.as_u16(), took);
    tracing::debug!(route = counted_as(route), status = status.as_u16(), micros = took.as_micros(), "answered");
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    let mut say = |name: HeaderName, value: &'static str| {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    };
    say(CACHE_CONTROL, "no-store");
    match answer {
        Ok(Answer { kind, bytes }) => {
            say(CONTENT_TYPE, kind);
            *response.body_mut() = Full::new(bytes.into());
        }
        Err(refusal) => {
            say(CONTENT_TYPE, "application/json");
            match status {
                StatusCode::UNAUTHORIZED => say(WWW_AUTHENTICATE, "Bearer"),
                StatusCode::METHOD_NOT_ALLOWED => say(ALLOW, route.map_or("", Route::methods)),
                _ if refusal.is_passing() => say(RETRY_AFTER, COME_AGAIN),
                _ => {}
            }
            *response.body_mut() = Full::new(refusal.json().into());
        }
    }
    response
}

async fn answer(
    shared: &Arc<Shared>,
    route: Option<Route>,
    head: &Parts,
    mut body: Incoming,
) -> Result<Answer, Refusal> {
    let read = match admitted(shared, route, head) {
        // What these say costs nothing, and is said however much is being asked.
        Ok(Route::Health) => return health(),
        Ok(Route::Contract) => return Ok(contract()),
        Ok(Route::Metrics) => return Ok(shared.desk.counted(&counts_of_memory(shared).await)),
        Ok(Route::Asked(question)) => {
            let none_yet = Held::nothing(shared.memory.clone());
            body::read(&head.headers, &mut body, &shared.limits, none_yet).await.map(|read| (question, read))
        }
        Err(refusal) => Err(refusal),
    };
    match read {
        Ok((question, read)) => worked_out(shared, question, read).await,
        Err(refusal) => {
            if refusal.status != StatusCode::REQUEST_TIMEOUT {
                body::discard(&head.headers, body).await;
            }
            Err(refusal)
        }
    }
}

/// Who may ask what. A stranger does not learn which paths there are.
fn admitted(shared: &Shared, route: Option<Route>, head: &Parts) -> Result<Route, Refusal> {
    let shown = || head.headers.get(AUTHORIZATION).is_some_and(|value| shared.token.is_shown_by(value.as_bytes()));
    if !route.is_some_and(Route::is_open) && !shown() {
        return Err(Refusal::unknown_caller());
    }
    let route = route.ok_or_else(Refusal::unknown_path)?;
    route.allows(&head.method).map(|()| route)
}

/// Works an answer out beside the thread that talks.
async fn worked_out(shared: &Arc<Shared>, question: Question, read: Read) -> Result<Answer, Refusal> {
    let turn = shared.running.clone().try_acquire_owned().map_err(|_| Refusal::too_many())?;
    let desk = shared.desk.clone();
    let work = task::spawn_blocking(move || {
        let Read { bytes, held } = read;
        let answer = desk.answer(question, &bytes);
        // Both are given back here and not when somebody stops waiting: the work itself is what is bounded.
        drop((bytes, held, turn));
        answer
    });
    let stop = work.abort_handle();
    match timeout(shared.limits.request, work).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => {
            shared.desk.swallowed(Swallowed::Panic);
            Err(Refusal::broken())
        }
        Err(_) => {
            // What has not begun will not.
            stop.abort();
            Err(Refusal::unfinished())
        }
    }
}

/// What the memory counts. It asks the files, which others may hold locked: they get the time of any other answer and one thread, and
/// what is counted here is told without them.
async fn counts_of_memory(shared: &Arc<Shared>) -> Vec<(String, u64)> {
    let counted = async {
        let turn = shared.counting.clone().try_acquire_owned().ok()?;
        let desk = shared.desk.clone();
        let work = task::spawn_blocking(move || {
            let counts = desk.texts();
            drop(turn);
            counts
        });
        let stop = work.abort_handle();
        let counted = timeout(shared.limits.request, work).await;
        stop.abort();
        counted.ok()?.ok()
    };
    counted.await.unwrap_or_else(|| {
        shared.desk.swallowed(Swallowed::Memory);
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_a_connection_too_many_are_whole() {
        let text = std::str::from_utf8(TURNED_AWAY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
        let told: serde_json::Value = serde_json::from_str(body).unwrap();
        assert!(told["error"].is_string() && told["hint"].is_string());
    }
}
