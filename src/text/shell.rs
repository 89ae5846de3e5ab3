//! Shell commands: what they run and what they do to files.
