//! `gridhaunt-site FOLDER`: writes the site, as `make site` does.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [out] = words.as_slice() else {
        eprintln!("gridhaunt-site: need one folder to write to, as in: gridhaunt-site target/site");
        return ExitCode::from(2);
    };
    // The repository is the folder above this package.
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    match gridhaunt_site::write(repository, Path::new(out)) {
        Ok(written) => {
            println!("{} files, {} bytes in {out}: open {out}/index.html", written.files, written.bytes);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("gridhaunt-site: {error}");
            ExitCode::FAILURE
        }
    }
}
