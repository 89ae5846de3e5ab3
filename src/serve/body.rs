//! The body of a request: read within limits of size, time and memory.

use super::limits::Limits;
use super::{Reason, Refusal};
use http_body_util::BodyExt as _;
use hyper::HeaderMap;
use hyper::body::{Body as _, Incoming};
use hyper::header::{CONTENT_ENCODING, EXPECT};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

/// Bytes that one permit of the memory stands for.
pub(super) const UNIT: usize = 1024;

/// How long the rest of a refused body is read and thrown away: a client that still writes would else miss the answer.
const LINGER: Duration = Duration::from_secs(1);

/// A body and the memory that is counted for it.
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    /// Given back when the answer is made.
    pub(super) held: Held,
}

/// A share of the memory that all bodies have together.
pub(super) struct Held {
    memory: Arc<Semaphore>,
    permit: Option<OwnedSemaphorePermit>,
    units: usize,
}

impl Held {
    pub(super) const fn nothing(memory: Arc<Semaphore>) -> Self {
        Self { memory, permit: None, units: 0 }
    }

    /// Counts a body of `bytes`; refused where all bodies together would have too many.
    fn grow(&mut self, bytes: usize) -> Result<(), Refusal> {
        let wanted = bytes.div_ceil(UNIT);
        let more = u32::try_from(wanted.saturating_sub(self.units)).unwrap_or(u32::MAX);
        if more > 0 {
            let permit = self.memory.clone().try_acquire_many_owned(more).map_err(|_| Refusal::too_many())?;
            match &mut self.permit {
                Some(held) => held.merge(permit),
                None => self.permit = Some(permit),
            }
            self.units = wanted;
        }
        Ok(())
    }
}

/// Reads the whole body.
pub(super) async fn read(
    headers: &HeaderMap,
    body: &mut Incoming,
    limits: &Limits,
    mut held: Held,
) -> Result<Read, Refusal> {
    let encoding = headers.get(CONTENT_ENCODING).map_or(&b"identity"[..], |value| value.as_bytes());
    if !encoding.eq_ignore_ascii_case(b"identity") {
        let hint = "send the body as it is, without Content-Encoding";
        return Err(Refusal::new(Reason::ENCODED, "encoded bodies are not read", hint));
    }
    let told = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if told > limits.max_body {
        return Err(Refusal::too_large(limits.max_body));
    }
    let until = Instant::now() + limits.read;
    let mut bytes = Vec::new();
    while let Some(frame) = timeout_at(until, body.frame()).await.map_err(|_| Refusal::too_slow())? {
        let frame = frame.map_err(|_| Refusal::malformed("the body breaks off"))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limits.max_body {
            return Err(Refusal::too_large(limits.max_body));
        }
        held.grow(bytes.len() + data.len())?;
        bytes.extend_from_slice(&data);
    }
    Ok(Read { bytes, held })
}

/// Throws the rest of a body away, for a moment and without keeping anything.
pub(super) async fn discard(headers: &HeaderMap, mut body: Incoming) {
    // Who waits for leave to send it has sent nothing.
    if body.is_end_stream() || headers.contains_key(EXPECT) {
        return;
    }
    let _ = timeout(LINGER, async { while let Some(Ok(_)) = body.frame().await {} }).await;
}
