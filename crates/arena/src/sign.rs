//! Signatures of records, which show who vouches for a match (K7).

use crate::differs::{Differs, Place};
use crate::replay::Signature;
use crate::seal::Digest;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use gridhaunt_kernel::Invalid;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The beginning of a file with a secret key.
const SECRET: &str = "gridhaunt secret key ";
/// The beginning of a file with a public key.
const PUBLIC: &str = "gridhaunt public key ";

/// A secret Ed25519 key, which signs records; its public key verifies them.
pub struct Key(SigningKey);

fn message(seal: &Digest) -> Vec<u8> {
    [b"gridhaunt record 2\n".as_slice(), seal].concat() // K7
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Key {
    /// A new key, from the random number generator of the operating system.
    pub fn fresh() -> io::Result<Self> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(SigningKey::from_bytes(&secret)))
    }

    /// The hexadecimal digits of the public key.
    #[must_use]
    pub fn public(&self) -> String {
        hexadecimal(self.0.verifying_key().as_bytes())
    }

    /// Writes the secret key to a file that only its owner can read, and the public key beside it with `.pub` added to
    /// the name. Existing files are not overwritten.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut public = path.as_os_str().to_os_string();
        public.push(".pub");
        let create = |path: &Path, mode: u32| {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
            let _ = mode;
            options.open(path)
        };
        let mut secret = create(path, 0o600)?;
        let mut public = create(Path::new(&public), 0o644).inspect_err(|_| _ = std::fs::remove_file(path))?;
        writeln!(secret, "{SECRET}{}", hexadecimal(self.0.as_bytes()))?;
        writeln!(public, "{PUBLIC}{}", self.public())?;
        secret.sync_all()
    }

    /// Reads a secret key from its file.
    pub fn read(path: &Path) -> io::Result<Self> {
        let wrong =
            || io::Error::new(io::ErrorKind::InvalidData, "this is no secret key (gridhaunt replay keygen makes one)");
        let secret = read_key(path, SECRET)?.ok_or_else(wrong)?;
        Ok(Self(SigningKey::from_bytes(&secret)))
    }

    /// The line that signs the end of a match.
    #[must_use]
    pub fn line(&self, seal: &Digest) -> String {
        let signature = self.0.sign(&message(seal)).to_bytes();
        format!("{{\"signature\":\"{}\",\"key\":\"{}\"}}\n", hexadecimal(&signature), self.public())
    }

    /// Whether this signature was made with this key.
    #[must_use]
    pub fn made(&self, signature: &Signature) -> bool {
        signature.key == self.0.verifying_key().to_bytes()
    }
}

/// The public key that a word stands for: its digits, or the name of a file that contains it.
pub fn public_key(word: &std::ffi::OsStr) -> io::Result<[u8; 32]> {
    let digits = word.to_str().and_then(crate::seal::from_digits);
    let wrong = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "this is no public key: need 64 hexadecimal digits, or a file that keygen made",
        )
    };
    match digits {
        Some(key) => Ok(key),
        None => read_key(Path::new(word), PUBLIC)?.ok_or_else(wrong),
    }
}

fn read_key(path: &Path, opening: &str) -> io::Result<Option<[u8; 32]>> {
    let mut text = Vec::new();
    File::open(path)?.take(4096).read_to_end(&mut text)?;
    let text = String::from_utf8(text).unwrap_or_default();
    Ok(text.trim_end().strip_prefix(opening).and_then(crate::seal::from_digits))
}

/// Checks a signature of the end of a match.
pub fn check(seal: &Digest, signature: &Signature) -> Result<(), Differs> {
    let good = VerifyingKey::from_bytes(&signature.key).is_ok_and(|key| {
        key.verify_strict(&message(seal), &ed25519_dalek::Signature::from_bytes(&signature.bytes)).is_ok()
    });
    if good {
        return Ok(());
    }
    let key = hexadecimal(&signature.key);
    let wrong =
        Invalid::new("signature", hexadecimal(&signature.bytes), format!("one of this match with the key {key}"))
            .says(format!("not one of this match with the key {key}"));
    Err(Differs::wrong(signature.line, Place::Signature, wrong))
}
