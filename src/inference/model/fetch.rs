//! Fetching a known model: from its pinned addresses, or out of files that somebody has fetched already.
//!
//! Nothing is put in place before every file of the model was held against its pin. Each file comes to its place by a rename, so
//! that it is old or new and never half; who else fetches the same does the same.

use super::ModelError;
use super::catalog::{Known, Part, Source};
use super::place::{Place, check, compare, hex, told};
use crate::private::make_folder;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::NamedTempFile;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

/// Bytes that are moved in one piece.
const BLOCK: usize = 1 << 16;
/// How long a connection may take, and how long nothing may come.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long one archive may take.
const LONGEST: Duration = Duration::from_hours(1);
/// A registry may hand on to its own storage.
const REDIRECTS: u32 = 3;

/// How far a fetch has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is fetched.
    pub from: &'a str,
    /// Bytes that came.
    pub done: u64,
    /// Bytes in all.
    pub all: u64,
}

/// Puts a known model in its place below `data`, the folder of driftguard's own files, and returns that place. With `from` nothing is
/// asked of the network: each of them is one of the model's archives, one of its files, or a folder of such. `certificates` is a
/// file of certificates (PEM) to trust instead of the usual ones.
///
/// # Errors
///
/// [`ModelError`] where something cannot be fetched, read or written, or is not what was pinned; then nothing has changed.
pub fn fetch(
    known: &'static Known,
    data: &Path,
    from: &[PathBuf],
    certificates: Option<&Path>,
    progress: &dyn Fn(Progress<'_>),
) -> Result<Place, ModelError> {
    let place = Place::of(known.name, data)?;
    make_folder(&place.folder).map_err(|error| told(&place.folder, &error))?;
    let mut ready: Vec<(NamedTempFile, &Part)> = Vec::new();
    if from.is_empty() {
        for (number, source) in known.sources.iter().enumerate() {
            let archive = download(source, &place.folder, certificates, progress)?;
            for part in known.parts.iter().filter(|part| part.source == number) {
                ready.push((unpacked(archive.path(), part, &place.folder)?, part));
            }
        }
    } else {
        let given = files(from)?;
        for part in known.parts {
            ready.push((found(part, known, &given, &place.folder)?, part));
        }
    }
    for (file, part) in ready {
        let path = place.folder.join(part.file);
        file.as_file().sync_all().map_err(|error| told(&path, &error))?;
        file.persist(&path).map_err(|error| told(&path, &error.error))?;
    }
    Ok(place)
}

/// An empty file beside the model's, readable by the user alone, which is removed unless it is put in place.
fn fresh(folder: &Path) -> Result<NamedTempFile, ModelError> {
    NamedTempFile::new_in(folder).map_err(|error| told(folder, &error))
}

/// Fetches an archive and holds it against its pin.
fn download(
    source: &Source,
    folder: &Path,
    certificates: Option<&Path>,
    progress: &dyn Fn(Progress<'_>),
) -> Result<NamedTempFile, ModelError> {
    let unreachable = |detail: String| ModelError::Unreachable { address: source.address.to_owned(), detail };
    let mut settings = ureq::Agent::config_builder()
        .https_only(source.address.starts_with("https://"))
        .max_redirects(REDIRECTS)
        .timeout_connect(Some(PATIENCE))
        .timeout_per_read(Some(PATIENCE))
        .timeout_global(Some(LONGEST));
    if let Some(path) = certificates {
        settings = settings.tls_config(TlsConfig::builder().root_certs(trusted(path)?).build());
    }
    let agent = ureq::Agent::new_with_config(settings.build());
    let answer = agent.get(source.address).call().map_err(|error| unreachable(error.to_string()))?;
    // One byte more than is wanted is enough to know that it is another file.
    let mut body = answer.into_body().into_with_config().limit(u64::MAX).reader().take(source.bytes + 1);
    let mut file = fresh(folder)?;
    let note = |done: u64| progress(Progress { from: source.address, done, all: source.bytes });
    let (bytes, digest) = copied(&mut body, file.as_file_mut(), &note).map_err(|fault| match fault {
        Fault::Read(error) => unreachable(error.to_string()),
        Fault::Write(error) => told(folder, &error),
    })?;
    compare(Path::new(source.address), (bytes, &digest), (source.bytes, source.sha256))?;
    Ok(file)
}

/// The certificates of a file.
fn trusted(path: &Path) -> Result<RootCerts, ModelError> {
    let text = fs::read(path).map_err(|error| told(path, &error))?;
    let certificate = |item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    };
    let certificates: Vec<Certificate<'static>> = parse_pem(&text).filter_map(certificate).collect();
    Ok(RootCerts::Specific(Arc::new(certificates)))
}

/// One file out of an archive, held against its pin.
fn unpacked(archive: &Path, part: &Part, folder: &Path) -> Result<NamedTempFile, ModelError> {
    let opened = File::open(archive).map_err(|error| told(archive, &error))?;
    let differs = |detail: String| ModelError::Differs { path: archive.display().to_string(), detail };
    let mut zip = zip::ZipArchive::new(opened).map_err(|error| differs(error.to_string()))?;
    let member = zip.by_name(part.member).map_err(|error| differs(format!("{}: {error}", part.member)))?;
    kept(member, Path::new(part.member), part, folder)
}

/// What is read, as a file that is the pinned one.
fn kept(from: impl Read, name: &Path, part: &Part, folder: &Path) -> Result<NamedTempFile, ModelError> {
    let mut file = fresh(folder)?;
    let (bytes, digest) =
        copied(&mut from.take(part.bytes + 1), file.as_file_mut(), &|_| {}).map_err(|fault| match fault {
            Fault::Read(error) => told(name, &error),
            Fault::Write(error) => told(folder, &error),
        })?;
    compare(name, (bytes, &digest), (part.bytes, part.sha256))?;
    Ok(file)
}

/// On which side a copy failed.
enum Fault {
    Read(io::Error),
    Write(io::Error),
}

/// Copies everything; how many bytes that were, and their digest.
fn copied(from: &mut impl Read, to: &mut impl Write, note: &dyn Fn(u64)) -> Result<(u64, String), Fault> {
    let (mut digest, mut block, mut all) = (Sha256::new(), vec![0; BLOCK], 0);
    loop {
        match from.read(&mut block) {
            Ok(0) => break,
            Ok(count) => {
                digest.update(&block[..count]);
                to.write_all(&block[..count]).map_err(Fault::Write)?;
                all += u64::try_from(count).unwrap_or(u64::MAX);
                note(all);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Fault::Read(error)),
        }
    }
    Ok((all, hex(&digest.finalize())))
}

/// The files that are named, and those of the folders that are.
fn files(from: &[PathBuf]) -> Result<Vec<PathBuf>, ModelError> {
    let mut files = Vec::new();
    for path in from {
        if !fs::metadata(path).map_err(|error| told(path, &error))?.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).map_err(|error| told(path, &error))?;
        files.extend(entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_file()));
    }
    files.sort();
    Ok(files)
}

/// A file of the model among those that are given: by itself, or in one of its archives.
fn found(part: &Part, known: &Known, given: &[PathBuf], folder: &Path) -> Result<NamedTempFile, ModelError> {
    let archive = known.sources.get(part.source);
    let mut nearest = None;
    for path in given {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if check(path, part.bytes, part.sha256).is_ok() {
            return kept(File::open(path).map_err(|error| told(path, &error))?, path, part, folder);
        }
        if let Some(archive) = archive {
            match check(path, archive.bytes, archive.sha256) {
                Ok(()) => return unpacked(path, part, folder),
                Err(error) if archive.address.ends_with(&format!("/{name}")) => nearest = Some(error),
                Err(_) => {}
            }
        }
        if name == part.file && nearest.is_none() {
            nearest = check(path, part.bytes, part.sha256).err();
        }
    }
    let archive = archive.map_or("", |archive| archive.address);
    let missing = format!("{} of {archive}, among what --from names,", part.member);
    Err(nearest.unwrap_or(ModelError::Missing(missing)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::model::Purpose;
    use std::io::BufRead as _;
    use std::io::BufReader;
    use std::net::TcpListener;
    use zip::write::SimpleFileOptions;

    /// An archive with these files.
    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn sha256(bytes: &[u8]) -> &'static str {
        hex(&Sha256::digest(bytes)).leak()
    }

    const NETWORK: &[u8] = b"a network that nobody runs here";
    const TOKENS: &[u8] = b"{\"tokens\": []}";

    /// A model whose archive lies at this address.
    fn model(address: &str, archive: &[u8]) -> &'static Known {
        let source =
            Source { address: address.to_owned().leak(), bytes: archive.len() as u64, sha256: sha256(archive) };
        let part = |file: &'static str, bytes: &'static [u8]| Part {
            file,
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
            source: 0,
            member: format!("package/{file}").leak(),
        };
        let parts = vec![part("model.onnx", NETWORK), part("tokenizer.json", TOKENS)];
        Box::leak(Box::new(Known {
            name: crate::inference::model::KNOWN[0].name,
            purpose: Purpose::Encoder,
            about: "",
            licence: "",
            sources: vec![source].leak(),
            parts: parts.leak(),
        }))
    }

    fn packed() -> Vec<u8> {
        archive(&[("package/model.onnx", NETWORK), ("package/tokenizer.json", TOKENS), ("other", b"?")])
    }

    /// Answers one request with these bytes; the address.
    fn answering(answer: Vec<u8>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/package.whl", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let mut request = BufReader::new(stream);
            let mut line = String::new();
            while request.read_line(&mut line).unwrap() > 2 {
                line.clear();
            }
            // Whoever has read enough hangs up: then not all of it can be sent.
            let _ = request.get_mut().write_all(&answer);
        });
        address
    }

    fn with_head(status: &str, length: usize, body: &[u8]) -> Vec<u8> {
        let mut answer =
            format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n").into_bytes();
        answer.extend_from_slice(body);
        answer
    }

    /// What a fetch of `answer` leaves: an error, or nothing but the model.
    fn fetched(answer: Vec<u8>, wanted: &[u8]) -> Result<(), ModelError> {
        let home = tempfile::tempdir().unwrap();
        let known = model(&answering(answer), wanted);
        let fetched = fetch(known, home.path(), &[], None, &|_| {});
        let folder = home.path().join("models").join(known.name);
        let mut left: Vec<String> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        match fetched {
            Ok(place) => {
                assert_eq!(left, ["model.onnx", "tokenizer.json"]);
                assert_eq!(fs::read(place.network()).unwrap(), NETWORK);
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
                    assert_eq!((mode(&folder), mode(&place.network())), (0o700, 0o600));
                }
                Ok(())
            }
            Err(error) => {
                assert_eq!(left, [""; 0], "{error}");
                Err(error)
            }
        }
    }

    #[test]
    fn what_comes_is_the_pinned_archive_or_nothing_is_kept() {
        let whole = packed();
        assert_eq!(fetched(with_head("200 OK", whole.len(), &whole), &whole), Ok(()));
        let cut = fetched(with_head("200 OK", whole.len(), &whole[..whole.len() / 2]), &whole);
        assert!(matches!(cut, Err(ModelError::Unreachable { .. })), "{cut:?}");
        let short = fetched(with_head("200 OK", 40, &whole[..40]), &whole).unwrap_err().to_string();
        assert!(short.contains("it has 40 bytes, not"), "{short}");
        let mut other = whole.clone();
        other[50] ^= 1;
        let other = fetched(with_head("200 OK", other.len(), &other), &whole).unwrap_err().to_string();
        assert!(other.contains("its SHA-256 is"), "{other}");
        let long = [whole.as_slice(), b"more"].concat();
        let long = fetched(with_head("200 OK", long.len(), &long), &whole).unwrap_err().to_string();
        assert!(long.contains("bytes, not"), "{long}");
        let gone = fetched(with_head("404 Not Found", 0, b""), &whole);
        assert!(matches!(&gone, Err(ModelError::Unreachable { detail, .. }) if detail.contains("404")), "{gone:?}");
        assert!(matches!(fetched(Vec::new(), &whole), Err(ModelError::Unreachable { .. })));
    }

    #[test]
    fn an_archive_with_another_content_is_refused() {
        let forged =
            archive(&[("package/model.onnx", b"another network, made to order"), ("package/tokenizer.json", TOKENS)]);
        let error = fetched(with_head("200 OK", forged.len(), &forged), &forged).unwrap_err();
        assert!(matches!(error, ModelError::Differs { .. }), "{error}");
        let without = archive(&[("package/model.onnx", NETWORK)]);
        let error = fetched(with_head("200 OK", without.len(), &without), &without).unwrap_err();
        assert!(matches!(error, ModelError::Differs { .. }), "{error}");
        let none = b"no archive at all".to_vec();
        let error = fetched(with_head("200 OK", none.len(), &none), &none).unwrap_err();
        assert!(matches!(error, ModelError::Differs { .. }), "{error}");
    }

    #[test]
    fn nobody_there_is_told() {
        let address = format!("http://{}/a.whl", TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
        let home = tempfile::tempdir().unwrap();
        let error = fetch(model(&address, &packed()), home.path(), &[], None, &|_| {}).unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot fetch {address}")), "{error}");
    }

    #[test]
    fn files_that_are_at_hand_are_held_against_the_same_pins() {
        let home = tempfile::tempdir().unwrap();
        let whole = packed();
        let known = model("http://127.0.0.1:9/package.whl", &whole);
        let at = |name: &str| home.path().join("given").join(name);
        let take = |from: &[PathBuf]| fetch(known, home.path(), from, None, &|_| {}).map(drop);
        fs::create_dir(home.path().join("given")).unwrap();
        fs::write(at("package.whl"), &whole[1..]).unwrap();
        assert!(matches!(take(&[at("package.whl")]), Err(ModelError::Differs { .. })));
        assert!(matches!(take(&[at("none")]), Err(ModelError::Missing(_))));
        fs::write(at("package.whl"), &whole).unwrap();
        assert_eq!(take(&[at("package.whl")]), Ok(()));
        fs::remove_file(at("package.whl")).unwrap();
        fs::write(at("model.onnx"), NETWORK).unwrap();
        assert!(matches!(take(&[home.path().join("given")]), Err(ModelError::Missing(_))));
        fs::write(at("tokenizer.json"), "other").unwrap();
        assert!(matches!(take(&[home.path().join("given")]), Err(ModelError::Differs { .. })));
        fs::write(at("tokenizer.json"), TOKENS).unwrap();
        assert_eq!(take(&[home.path().join("given")]), Ok(()));
    }
}
