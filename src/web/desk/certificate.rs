//! The certificate of the desk: one that its operator has, or one that the desk makes for itself and keeps.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair, date_time_ymd,
};
use ring::digest::{SHA256, digest};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{self, ServerConfig, version};
use touchmove_client::desk_address::Fingerprint;

/// The files of what it has made, in its folder.
const CERTIFICATE: &str = "certificate.der";
const KEY: &str = "key.der";

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// A certificate that was made is good for so long: Apple's devices trust none for longer.
const GOOD_FOR: Duration = DAY.saturating_mul(825);

/// From this age on another one is made when the desk starts.
const MADE_ANEW_AFTER: Duration = DAY.saturating_mul(730);

/// The clock of a tablet may be late.
const GOOD_BEFORE: Duration = DAY;

/// What connections are encrypted with.
pub(super) struct Certificate {
    /// Encrypts them.
    pub(super) acceptor: TlsAcceptor,
    /// By what people know it.
    pub(super) fingerprint: Fingerprint,
}

/// Where the certificate of an operator is, as PEM.
#[derive(Clone, Debug)]
pub(super) struct Files {
    pub(super) certificate: PathBuf,
    pub(super) key: PathBuf,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CertificateError {
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// A file holds something else.
    #[error("{}: {}; it must be PEM", .0.display(), .1)]
    NoPem(PathBuf, rustls::pki_types::pem::Error),
    /// Whoever has a login could be the desk.
    #[error("{}: others may read this key; `chmod o= {}`", .0.display(), .0.display())]
    KeyIsOpen(PathBuf),
    /// They do not belong together, or are damaged.
    #[error("{} cannot be used: {}", .0.display(), .1)]
    Unusable(PathBuf, rustls::Error),
    /// It could not be made.
    #[error("no certificate could be made: {0}")]
    Unmade(#[from] rcgen::Error),
}

type Result<T> = std::result::Result<T, CertificateError>;

impl Certificate {
    /// That of an operator.
    ///
    /// # Errors
    /// [`CertificateError`]; where others may read the key.
    pub(super) fn of_files(Files { certificate, key }: &Files) -> Result<Self> {
        let failed = |error| CertificateError::File(key.clone(), error);
        if fs::metadata(key).map_err(failed)?.permissions().mode() & 0o007 != 0 {
            return Err(CertificateError::KeyIsOpen(key.clone()));
        }
        let no_pem = |path: &Path| {
            let path = path.to_owned();
            move |error| CertificateError::NoPem(path, error)
        };
        let chain = CertificateDer::pem_file_iter(certificate).map_err(no_pem(certificate))?;
        let chain: Vec<_> =
            chain.collect::<std::result::Result<_, _>>().map_err(no_pem(certificate))?;
        let secret = PrivateKeyDer::from_pem_file(key).map_err(no_pem(key))?;
        Self::new(chain, secret, certificate)
    }

    /// The one that is kept in a folder, which is made for these names where there is none or it is too old.
    ///
    /// # Errors
    /// [`CertificateError`].
    pub(super) fn of_folder(folder: &Path, names: Vec<String>) -> Result<Self> {
        let (certificate, key) = (folder.join(CERTIFICATE), folder.join(KEY));
        let read = |path: &Path| match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CertificateError::File(path.to_owned(), error)),
        };
        if is_too_old(&certificate) {
            make(folder, names)?;
        }
        let (Some(bytes), Some(secret)) = (read(&certificate)?, read(&key)?) else {
            let gone = io::ErrorKind::NotFound.into();
            return Err(CertificateError::File(key, gone));
        };
        let secret = PrivatePkcs8KeyDer::from(secret).into();
        Self::new(vec![bytes.into()], secret, &certificate)
    }

    fn new(
        chain: Vec<CertificateDer<'static>>,
        key: PrivateKeyDer<'static>,
        path: &Path,
    ) -> Result<Self> {
        let unusable = |error| CertificateError::Unusable(path.to_owned(), error);
        let own = chain.first().map(|own| digest(&SHA256, own));
        let fingerprint = own.and_then(|hash| Fingerprint::try_from(hash.as_ref()).ok());
        let no_certificate = rustls::Error::NoCertificatesPresented;
        let fingerprint = fingerprint.ok_or_else(|| unusable(no_certificate))?;
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_protocol_versions(&[&version::TLS13])
            .map_err(unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unusable)?;
        Ok(Self { acceptor: TlsAcceptor::from(Arc::new(config)), fingerprint })
    }
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificate")
            .field("fingerprint", &self.fingerprint)
            .finish_non_exhaustive()
    }
}

/// Whether there is none, or one that is not good for long any more.
fn is_too_old(certificate: &Path) -> bool {
    let written = fs::metadata(certificate).and_then(|file| file.modified());
    let age = written.ok().map(|written| written.elapsed().unwrap_or_default());
    age.is_none_or(|age| age >= MADE_ANEW_AFTER)
}

/// Makes one. The certificate is written last: where it is, its key is.
fn make(folder: &Path, names: Vec<String>) -> Result<()> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "touchmove, arbiters' desk");
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let epoch = date_time_ymd(1970, 1, 1);
    params.not_before = epoch + now.saturating_sub(GOOD_BEFORE);
    params.not_after = epoch + now.saturating_sub(GOOD_BEFORE) + GOOD_FOR;
    let certificate = params.self_signed(&key)?;
    let failed = |name: &str| {
        let path = folder.join(name);
        move |error| CertificateError::File(path, error)
    };
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(failed(""))?;
    match fs::remove_file(folder.join(CERTIFICATE)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(failed(CERTIFICATE)(error));
        }
        _ => {}
    }
    write(folder, KEY, &key.serialize_der()).map_err(failed(KEY))?;
    write(folder, CERTIFICATE, certificate.der()).map_err(failed(CERTIFICATE))
}

/// Writes a file that nobody else may read, whole or not at all.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let new = folder.join(format!("{name}.new"));
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(new, folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_certificate_is_made_once_and_its_key_is_nobody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("desk");
        let names = || vec!["hall".to_owned(), "192.168.1.5".to_owned()];
        let made = Certificate::of_folder(&state, names()).unwrap();
        let kept = Certificate::of_folder(&state, names()).unwrap();
        assert_eq!(made.fingerprint, kept.fingerprint);
        assert_eq!((mode(&state), mode(&state.join(KEY))), (0o700, 0o600));
        fs::remove_file(state.join(CERTIFICATE)).unwrap();
        let another = Certificate::of_folder(&state, names()).unwrap();
        assert_ne!(another.fingerprint, kept.fingerprint);
    }

    #[test]
    fn a_certificate_is_made_anew_before_it_expires() {
        let folder = tempfile::tempdir().unwrap();
        let made = Certificate::of_folder(folder.path(), Vec::new()).unwrap();
        let file = OpenOptions::new().write(true).open(folder.path().join(CERTIFICATE)).unwrap();
        file.set_modified(SystemTime::now() - MADE_ANEW_AFTER).unwrap();
        let another = Certificate::of_folder(folder.path(), Vec::new()).unwrap();
        assert_ne!(another.fingerprint, made.fingerprint);
    }

    #[test]
    fn an_operators_key_is_refused_where_others_may_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files {
            certificate: folder.path().join("own.pem"),
            key: folder.path().join("own.key"),
        };
        fs::write(&files.key, "").unwrap();
        fs::set_permissions(&files.key, fs::Permissions::from_mode(0o644)).unwrap();
        let refused = Certificate::of_files(&files).unwrap_err();
        assert!(matches!(refused, CertificateError::KeyIsOpen(_)), "{refused}");
        fs::set_permissions(&files.key, fs::Permissions::from_mode(0o640)).unwrap();
        fs::write(&files.certificate, "none").unwrap();
        assert!(Certificate::of_files(&files).is_err());
    }
}
