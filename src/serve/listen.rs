//! The listening socket: who is let in, how many at once, and how it all ends.

use super::body::UNIT;
use super::connection::{self, TURNED_AWAY};
use super::limits::Limits;
use super::metrics::Swallowed;
use super::shared::Shared;
use super::{Desk, Token};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// Connections that the system keeps while none is accepted.
const BACKLOG: u32 = 1024;
/// Pause after a connection could not be accepted: most likely no file handle is left.
const OUT_OF_HANDLES: Duration = Duration::from_millis(50);
/// How long a connection that was turned away may take to hear it.
const GOODBYE: Duration = Duration::from_millis(500);
/// Connections that are told so at once; further ones are just closed.
const GOODBYES: usize = 128;

/// A service that is ready to listen.
pub struct Server {
    /// Where.
    pub address: SocketAddr,
    /// What callers must show.
    pub token: Token,
    /// Who answers.
    pub desk: Desk,
    /// How much is let in.
    pub limits: Limits,
}

impl Server {
    /// Serves until the process is asked to end (SIGINT, SIGTERM); what is running is finished. `ready` is told the address
    /// once connections are accepted.
    ///
    /// # Errors
    ///
    /// What the system says where the address cannot be used.
    pub fn run(self, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(self.limits.threads).build()?;
        let outcome = runtime.block_on(self.listen(ready));
        // What outlives the time of a stop ends with the process.
        runtime.shutdown_background();
        outcome
    }

    async fn listen(self, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
        let Self { address, token, desk, limits } = self;
        let mut asked_to_end = Box::pin(end()?);
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A service that was stopped can be started again at once.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let shared = Arc::new(Shared {
            desk: Arc::new(desk),
            token,
            memory: Arc::new(Semaphore::new(limits.max_memory / UNIT)),
            running: Arc::new(Semaphore::new(limits.max_running)),
            counting: Arc::new(Semaphore::new(1)),
            limits,
        });
        let places = Arc::new(Semaphore::new(limits.max_connections));
        let (stop, stopping) = watch::channel(false);
        ready(listener.local_addr()?)?;
        tokio::select! {
            () = accept(&listener, &shared, &places, &stopping) => {}
            () = &mut asked_to_end => {}
        }
        drop(listener);
        // Connections see it, and give their places back when their requests are answered.
        let _ = stop.send(true);
        let all = u32::try_from(limits.max_connections).unwrap_or(u32::MAX);
        let _ = timeout(limits.stop, places.acquire_many(all)).await;
        Ok(())
    }
}

/// Accepts for ever.
async fn accept(
    listener: &TcpListener,
    shared: &Arc<Shared>,
    places: &Arc<Semaphore>,
    stopping: &watch::Receiver<bool>,
) {
    let goodbyes = Arc::new(Semaphore::new(GOODBYES));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            shared.desk.swallowed(Swallowed::Accept);
            sleep(OUT_OF_HANDLES).await;
            continue;
        };
        if let Ok(place) = places.clone().try_acquire_owned() {
            let (shared, stopping) = (shared.clone(), stopping.clone());
            tokio::spawn(async move {
                shared.desk.metrics.opened();
                connection::serve(stream, shared.clone(), stopping).await;
                shared.desk.metrics.closed();
                drop(place);
            });
        } else {
            shared.desk.metrics.turned_away();
            if let Ok(turn) = goodbyes.clone().try_acquire_owned() {
                tokio::spawn(async move {
                    turn_away(&stream).await;
                    drop(turn);
                });
            }
        }
    }
}

/// Tells a connection to come again. What it has sent is read: a connection that is closed over unread bytes is reset, and
/// the words are lost.
async fn turn_away(stream: &TcpStream) {
    let _ = stream.try_write(TURNED_AWAY);
    let mut sent = [0; 4096];
    let _ = timeout(GOODBYE, async {
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut sent) {
                Ok(0) => break,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => break,
                _ => {}
            }
        }
    })
    .await;
}

/// Waits for the system's or the person's wish that the process ends.
#[cfg(unix)]
fn end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for the person's wish that the process ends.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
