//! The options of `driftguard model`.

use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

/// What `model` does.
#[derive(Debug, Subcommand)]
pub enum Model {
    /// Lists the models that are known by name, and those that the configuration names
    ///
    /// Of each: what it is for, its licence, where it comes from, size and SHA-256 of every
    /// file, where it lies, and whether it is there and intact. Nothing is fetched.
    ///
    /// Example:
    ///   driftguard model list --json | jq '.models[] | {name, state}'
    ///
    /// Exit codes: 0.
    #[command(verbatim_doc_comment)]
    List {
        /// Print one JSON object for scripts
        #[arg(long)]
        json: bool,
    },
    /// Prints the folder of a model, whether it is there or not
    ///
    /// Example:
    ///   ls -l "$(driftguard model path all-minilm-l6-v2-int8)"
    ///
    /// Exit codes: 0; 66 when no model has this name.
    #[command(verbatim_doc_comment)]
    Path {
        /// A name that `driftguard model list` shows
        name: String,
    },
    /// Fetches a model, checks it, tries it, and puts it in place
    ///
    /// It is fetched from its pinned address over https; size and SHA-256 of the archive and
    /// of every file must be the known ones, or nothing is put in place. With --from nothing
    /// is asked of the network: the archives, or the files themselves, were fetched elsewhere
    /// and are held against the same pins. Where the network needs a certificate of its own,
    /// the variable `SSL_CERT_FILE` names it. Nothing else of driftguard ever fetches a model.
    ///
    /// Examples:
    ///   driftguard model fetch all-minilm-l6-v2-int8
    ///   driftguard model fetch all-minilm-l6-v2-int8 --from ~/Downloads
    ///
    /// Exit codes: 0; 65 when a file is not the known one; 66 when no model has this name, or
    /// a file is missing; 69 when the network or this program cannot; 74 when it cannot be
    /// written.
    #[command(verbatim_doc_comment)]
    Fetch(Fetch),
}

/// What `model fetch` needs.
#[derive(Debug, Args)]
pub struct Fetch {
    /// A name that `driftguard model list` shows
    pub name: String,
    /// An archive or a file of the model, or a folder of them; may stand several times
    #[arg(long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub from: Vec<PathBuf>,
}
