//! A PostgreSQL server for tests (A17): in a private folder, reached by its socket alone, run by an ordinary user.
//!
//! There is one for all tests of a process, and a database for each of them. It ends with the process, also when that is
//! killed: the shell that keeps it waits for the end of a pipe whose other end only this process has.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

/// How long the server may take to begin on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(120);
/// The user and group that own nothing.
const NOBODY: u32 = 65_534;
/// Set where tests that need PostgreSQL are to be left out.
const WITHOUT: &str = "GRIDHAUNT_WITHOUT_POSTGRES";

/// Makes the cluster, starts the server, and keeps it until the standard input ends. What is in it is for tests: nothing
/// is forced to the disk, and it is ended without ado.
const KEEP: &str = r#"
bin=$1 dir=$2
# Whatever happens here, the folder goes.
trap 'rm -rf "$dir"' EXIT
"$bin/initdb" -D "$dir/data" -U gridhaunt -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
printf 'local all guarded scram-sha-256\nlocal all all trust\n' >"$dir/data/pg_hba.conf"
# Should this shell be killed, the kernel ends the server.
setpriv --pdeathsig KILL "$bin/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c synchronous_commit=off -c shared_buffers=16MB -c max_connections=60 >"$dir/log" 2>&1 </dev/null &
server=$!
until "$bin/pg_isready" -q -h "$dir"; do
    kill -0 $server 2>/dev/null || { cat "$dir/log"; exit 1; }
    sleep 0.05
done
echo ready
read -r _
kill -QUIT $server
wait $server
"#;

struct Server {
    folder: PathBuf,
    bin: PathBuf,
    /// While its standard input is open, the server runs.
    _keeper: Child,
}

/// A fresh, empty database: its address. None where `GRIDHAUNT_WITHOUT_POSTGRES` is set.
///
/// # Panics
/// If PostgreSQL is not installed or does not start.
pub fn database() -> Option<String> {
    static SERVER: OnceLock<Server> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if std::env::var_os(WITHOUT).is_some() {
        return None;
    }
    let server = SERVER.get_or_init(start);
    let name = format!("db{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let made = server.command("createdb").arg(&name).output().expect("createdb starts");
    assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
    Some(format!("postgres://gridhaunt@localhost/{name}?host={}", server.folder.display()))
}

/// Runs statements in a database as the server's first user.
///
/// # Panics
/// If they fail.
pub fn sql(address: &str, statements: &str) -> String {
    let (_, bin) = installed();
    let done = Command::new(bin.join("psql"))
        .args(["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", statements])
        .stdin(Stdio::null())
        .output()
        .expect("psql starts");
    assert!(done.status.success(), "psql: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).trim().to_string()
}

impl Server {
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.args(["-U", "gridhaunt", "-h"]).arg(&self.folder).stdin(Stdio::null());
        command
    }
}

/// The newest version that is installed, and where its programs are.
fn installed() -> (u32, PathBuf) {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian =
        folders.filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let elsewhere = std::env::split_paths(&path).map(|folder| (0, folder));
    debian
        .chain(elsewhere)
        .filter(|(_, bin)| bin.join("initdb").is_file() && bin.join("postgres").is_file())
        .max_by_key(|&(version, _)| version)
        .unwrap_or_else(|| {
            panic!("PostgreSQL is not installed, and the store is tested on it: `make postgres` installs it, {WITHOUT}=1 leaves these tests out")
        })
}

fn start() -> Server {
    let (_, bin) = installed();
    let folder = std::env::temp_dir().join(format!("gridhaunt-pg-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a folder for the server");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).expect("a private folder");
    let mut command = if is_root(&folder) {
        // A server that is run by root refuses to start, and rightly.
        std::os::unix::fs::chown(&folder, Some(NOBODY), Some(NOBODY)).expect("the folder is given away");
        let mut command = Command::new("setpriv");
        command.args([&format!("--reuid={NOBODY}"), &format!("--regid={NOBODY}"), "--clear-groups", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    // A group of its own: the interrupt of a terminal ends the tests, and their end ends the server.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut keeper = command
        .args(["-c", KEEP, "keeper"])
        .args([&bin, &folder])
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell starts");
    let told = keeper.stdout.take().expect("it was piped");
    let (tell, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let mut lines = Vec::new();
        for line in BufReader::new(told).lines().map_while(Result::ok) {
            let ready = line == "ready";
            lines.push(line);
            if ready {
                break;
            }
        }
        let _ = tell.send(lines);
    });
    let lines = heard.recv_timeout(PATIENCE).unwrap_or_default();
    assert!(lines.last().is_some_and(|line| line == "ready"), "PostgreSQL does not start: {}", lines.join("\n"));
    Server { folder, bin, _keeper: keeper }
}

/// Whether we are root: whoever makes a folder owns it.
fn is_root(folder: &Path) -> bool {
    std::fs::metadata(folder).expect("the folder was made").uid() == 0
}
