//! Words of prose, identifiers and paths.
