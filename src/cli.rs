//! clap derive, nothing else.
