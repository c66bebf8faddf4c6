//! The other end: a bot is sent to a hall.

use crate::limits::UPLOAD;
use crate::upload::wrap;
use gridhaunt_host::manifest::Program;
use gridhaunt_kernel::Invalid;
use gridhaunt_kernel::json::{Value, brief};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long a check is waited for, and how often it is asked for.
const CHECKED: (Duration, Duration) = (Duration::from_secs(120), Duration::from_millis(500));
/// The most bytes of an answer.
const MOST_ANSWER: u64 = 1 << 20;

/// Sends a bot to the hall at an address, for an event by its number or name; without one for the only event that takes
/// bots. Returns the submission as the API tells it.
///
/// # Errors
/// The bot, the address or the token is wrong, or the hall refuses the bot: then its words.
pub fn submit(hall: &str, token: &str, event: Option<&str>, bot: &str) -> Result<Value, Invalid> {
    let upload = packed(Path::new(bot))?;
    if upload.len() > UPLOAD {
        let most = format!("at most {} MiB packed", UPLOAD >> 20);
        return Err(Invalid::new("bot", bot, &most).says(format!("{bot} has more than that, need {most}")));
    }
    let address = format!("{}/api/v1/submissions", hall.trim_end_matches('/'));
    if !address.starts_with("http://") {
        let shown = brief(&Value::from(hall));
        let words = if hall.contains("://") {
            format!(
                "{shown} does not begin with http://: TLS is not built in, send the bot in the page, or through a tunnel"
            )
        } else {
            format!("{shown} lacks how it is reached, need http://{hall}")
        };
        return Err(Invalid::new("--to", shown, "an address that begins with http://").says(words));
    }
    let mut request = agent().post(&address).header("Authorization", &format!("Bearer {token}"));
    if let Some(event) = event {
        request = request.query("event", event);
    }
    let unreachable = |error: ureq::Error| {
        let words = format!("the hall at {hall} cannot be reached: {error}");
        Invalid::new("--to", brief(&Value::from(hall)), "the address of a hall").says(words)
    };
    let mut response = request.content_type("application/gzip").send(&upload[..]).map_err(unreachable)?;
    let text = response.body_mut().with_config().limit(MOST_ANSWER).read_to_string().map_err(unreachable)?;
    let answer: Value = serde_json::from_str(&text).unwrap_or_default();
    if response.status().is_success() {
        return Ok(answer);
    }
    let word = |field: &str| answer[field].as_str().unwrap_or_default().to_string();
    let words = match word("error") {
        words if words.is_empty() => format!("{hall} is no hall: it answers {}", response.status()),
        words => words,
    };
    Err(Invalid::new(word("field"), word("got"), word("expected")).reads(words))
}

/// Waits until a bot that was submitted is checked, and returns the submission as it is then: `fit` or `unfit`, or what it
/// was after two minutes, or when the hall did not answer.
#[must_use]
pub fn checked(hall: &str, token: &str, mut submission: Value) -> Value {
    let address = format!("{}/api/v1/submissions/{}", hall.trim_end_matches('/'), submission["id"]);
    let begun = Instant::now();
    while matches!(submission["state"].as_str(), Some("waiting" | "checking")) && begun.elapsed() < CHECKED.0 {
        thread::sleep(CHECKED.1);
        let answer = agent().get(&address).header("Authorization", &format!("Bearer {token}")).call();
        let Ok(mut answer) = answer else { break };
        let text = answer.body_mut().with_config().limit(MOST_ANSWER).read_to_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(now) if answer.status().is_success() => submission = now,
            _ => break,
        }
    }
    submission
}

/// A bot's folder as an upload, or an upload that somebody made.
fn packed(bot: &Path) -> Result<Vec<u8>, Invalid> {
    let shown = bot.display();
    let wrong =
        |words: String| Invalid::new("bot", &shown, "the folder of a bot, or a .zip or .tar.gz of it").says(words);
    if bot.is_file() {
        let name = bot.to_string_lossy();
        if [".zip", ".tar.gz", ".tgz"].iter().any(|ending| name.ends_with(ending)) {
            let mut upload = Vec::new();
            let file = File::open(bot).and_then(|file| file.take(UPLOAD as u64 + 1).read_to_end(&mut upload));
            return file.map(|_| upload).map_err(|error| wrong(format!("{shown}: {error}")));
        }
        if let Some(folder) = bot.parent().filter(|folder| folder.join("bot.toml").is_file()) {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            return Err(wrong(format!("{shown} is one file of a bot: give its folder, {}", folder.display())));
        }
    }
    wrap(&Program::find(&bot.to_string_lossy())?)
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into()
}
