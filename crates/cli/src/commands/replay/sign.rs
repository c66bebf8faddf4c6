//! `replay sign` and `replay keygen`.

use crate::failure::Failure;
use crate::output::{self, Output, line};
use gridhaunt_arena::differs::Differs;
use gridhaunt_arena::file::{self, Whole};
use gridhaunt_arena::replay::{FORMAT, Matches};
use gridhaunt_arena::sign::{Key, check};
use gridhaunt_arena::verify::verify;
use gridhaunt_kernel::registry::Registry;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes a random key; writes the secret key to `path` and the public key to the same name with `.pub` added.
pub(super) fn keygen(path: &Path, output: Output) -> Result<(), Failure> {
    let key = Key::fresh().map_err(|error| Failure::Infrastructure(format!("no key: {error}")))?;
    key.write(path).map_err(|error| Failure::writing(path, &error))?;
    let mut public = path.as_os_str().to_os_string();
    public.push(".pub");
    let public = PathBuf::from(public);
    match output.json {
        true => line(json!({"secret": output::path(path), "public": output::path(&public), "key": key.public()}))?,
        false => line(format!("secret {}\npublic {}\nkey    {}", path.display(), public.display(), key.public()))?,
    }
    Ok(())
}

/// Signs every match of every file; a file with a match that does not verify is not changed.
pub(super) fn run(registry: &Registry, files: &[PathBuf], key: &Path) -> Result<(), Failure> {
    let key = Key::read(key).map_err(|error| Failure::reading(key, &error))?;
    files.iter().try_for_each(|path| sign(registry, path, &key))
}

fn sign(registry: &Registry, path: &Path, key: &Key) -> Result<(), Failure> {
    let unreadable = |error: io::Error| Failure::reading(path, &error);
    let unwritable = |error: io::Error| Failure::writing(path, &error);
    let mut matches = Matches::new(file::open(path).map_err(unreadable)?);
    let mut out = Whole::create(path).map_err(unwritable)?;
    let (mut number, mut signed) = (0, 0);
    loop {
        let mut lines = Vec::new();
        let replay = matches.read(|line| lines.extend([line, b"\n"].concat())).map_err(unreadable)?;
        let Some(replay) = replay else { break };
        number += 1;
        let differs = |error: Differs| Failure::Finding(format!("{}, match {number}: {error}", path.display()));
        let replay = replay.map_err(differs)?;
        verify(registry, &replay).map_err(differs)?;
        let Some(seal) = replay.end.as_ref().and_then(|end| end.seal) else {
            let what = format!(
                "format {} has no seals; gridhaunt replay convert writes format {FORMAT}",
                replay.header.format
            );
            return Err(Failure::Usage(format!("{}, match {number}: {what}", path.display())));
        };
        replay.signatures.iter().try_for_each(|signature| check(&seal, signature)).map_err(differs)?;
        out.write_all(&lines).map_err(unwritable)?;
        if !replay.signatures.iter().any(|signature| key.made(signature)) {
            out.write_all(key.line(&seal).as_bytes()).map_err(unwritable)?;
            signed += 1;
        }
    }
    if number == 0 {
        return Err(Failure::Usage(format!("{}: no match is in this file", path.display())));
    }
    out.finish().map_err(unwritable)?;
    Ok(line(format!("signed  {}: {signed} of {number} matches", path.display()))?)
}
