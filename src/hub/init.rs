//! Writes what the server and each of those who connect to it need: a configuration, and certificates by which they know each
//! other. Nothing of it is a password, and nobody is let in without a certificate.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose,
};

use crate::permissions::{Member, authorization};
use crate::station_name::StationName;

/// Options of the beginning.
#[derive(Debug, clap::Args)]
pub(crate) struct InitArguments {
    /// The folder to write into; it is made, and must not be there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A station of the event, by its name: small letters and digits. Once for each
    #[arg(long, value_name = "NAME", required = true)]
    station: Vec<StationName>,
    /// A name or address by which the server's machine is reached. Once for each
    #[arg(long, value_name = "NAME", required = true)]
    host: Vec<String>,
    /// The port of the server
    #[arg(long, value_name = "PORT", default_value_t = 4222)]
    port: u16,
    /// The folder in which the server keeps the streams
    #[arg(long, value_name = "DIR", default_value = "/var/lib/nats")]
    kept_in: PathBuf,
}

/// Why nothing is written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InitError {
    /// The folder or a file in it.
    #[error("{0}: {1}; name another folder, which is not there yet")]
    File(PathBuf, io::Error),
    /// A name that no certificate can have.
    #[error("no certificate can be made: {0}")]
    Certificate(#[from] rcgen::Error),
}

/// Writes everything; what was written and what to do with it.
///
/// # Errors
/// [`InitError`].
pub(crate) fn init(arguments: &InitArguments) -> Result<String, InitError> {
    let InitArguments { folder, station, host, port, kept_in } = arguments;
    make_folder(folder)?;
    let authority = Authority::make()?;
    let server = folder.join("server");
    authority.write_member(&server, host, ExtendedKeyUsagePurpose::ServerAuth)?;
    let members: Vec<_> = station
        .iter()
        .cloned()
        .map(Member::Station)
        .chain([Member::Hall, Member::Public])
        .collect();
    let config = format!(
        "# The server of an event (nats-server -c nats-server.conf), as `touchmove-hub init` wrote it.\n\
         listen: \"0.0.0.0:{port}\"\n\
         server_name: touchmove\n\
         jetstream {{ store_dir: \"{}\" }}\n\
         tls {{\n  cert_file: \"certificate.pem\"\n  key_file: \"key.pem\"\n  ca_file: \"authority.pem\"\n  \
         verify_and_map: true\n}}\n{}",
        kept_in.display(),
        authorization(&members),
    );
    write(&server.join("nats-server.conf"), &config)?;
    for member in &members {
        let names = [member.certified_name()];
        let folder = folder.join(member.word());
        authority.write_member(&folder, &names, ExtendedKeyUsagePurpose::ClientAuth)?;
    }
    let address = host.first().map_or("", String::as_str);
    let folders: Vec<_> = members.iter().map(|member| format!("{}/", member.word())).collect();
    Ok(format!(
        "{0}/server/  for the server's machine: `cd {0}/server && nats-server -c nats-server.conf`\n\
         {1}  one for each machine that connects to nats://{address}:{port}:\n    \
         touchmove-hub station --name NAME --server nats://{address}:{port} \
         --authority authority.pem --certificate certificate.pem --key key.pem\n\
         Whoever has a key.pem is who its folder says: carry each to its machine alone, and keep no copy.\n\
         The authority's own key was not kept: for another station write everything anew.",
        folder.display(),
        folders.join(" "),
    ))
}

/// Who signs certificates. Its key is nowhere but here: nobody makes another certificate that the server believes.
struct Authority {
    certificate: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn make() -> Result<Self, InitError> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(Vec::new())?;
        params.distinguished_name = named("touchmove, stations of an event");
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let certificate = params.self_signed(&key)?.pem();
        Ok(Self { certificate, issuer: Issuer::new(params, key) })
    }

    fn write_member(
        &self,
        folder: &Path,
        names: &[String],
        usage: ExtendedKeyUsagePurpose,
    ) -> Result<(), InitError> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(names)?;
        params.distinguished_name = named(names.first().map_or("", String::as_str));
        params.extended_key_usages = vec![usage];
        let certificate = params.signed_by(&key, &self.issuer)?;
        make_folder(folder)?;
        write(&folder.join("authority.pem"), &self.certificate)?;
        write(&folder.join("certificate.pem"), &certificate.pem())?;
        write(&folder.join("key.pem"), &key.serialize_pem())
    }
}

fn named(name: &str) -> DistinguishedName {
    let mut distinguished = DistinguishedName::new();
    distinguished.push(DnType::CommonName, name);
    distinguished
}

fn make_folder(folder: &Path) -> Result<(), InitError> {
    fs::create_dir(folder).map_err(|error| InitError::File(folder.to_owned(), error))
}

/// Writes a file that nobody else may read.
fn write(file: &Path, text: &str) -> Result<(), InitError> {
    let failed = |error| InitError::File(file.to_owned(), error);
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    opened.map_err(failed)?.write_all(text.as_bytes()).map_err(failed)
}
