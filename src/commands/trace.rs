//! The developer's log on stderr: off unless asked for.

use tracing::level_filters::LevelFilter;

/// Starts the log. `verbose` counts `-v`; `wanted` is `DRIFTGUARD_LOG` (error, warn, info, debug, trace), which holds
/// where no `-v` was given. Without either nothing is set up, so that a hook call pays nothing.
pub fn start(verbose: u8, wanted: Option<&str>) {
    let level = match verbose {
        0 => wanted.and_then(|name| name.parse().ok()).unwrap_or(LevelFilter::OFF),
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    if level == LevelFilter::OFF {
        return;
    }
    let subscriber =
        tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).without_time().finish();
    // Fails only where a log runs already, as in tests within one process: that one stays.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
