//! The commands as tools, which answer each array as soon as it is complete (R48).

use super::Command;
use super::feed::Feed;
use gridhaunt_console::{Console, Exit, Tool};
use gridhaunt_kernel::prelude::*;

/// The commands `gridhaunt snarl test-room`, `test-level`, `test-state` and `test-manager`.
pub static TOOLS: [Tool; 4] = [
    Tool {
        name: "test-room",
        also: &["room", "testRoom"],
        about: "Tell which neighbours of a point in a room can be walked on",
        example: "gridhaunt snarl test-room examples/snarl/harness/room.json",
        flags: &[],
        reads: Some("JSON arrays [room, point]"),
        run: |_, console| serve(Command::Room, console),
    },
    Tool {
        name: "test-level",
        also: &["level", "testLevel"],
        about: "Tell what a point of a level is and which rooms can be reached from it",
        example: "gridhaunt snarl test-level examples/snarl/harness/level.json",
        flags: &[],
        reads: Some("JSON arrays [level, point]"),
        run: |_, console| serve(Command::Level, console),
    },
    Tool {
        name: "test-state",
        also: &["state", "testState"],
        about: "Move a player of a state to a point and tell what comes of it",
        example: "gridhaunt snarl test-state examples/snarl/harness/state.json",
        flags: &[],
        reads: Some("JSON arrays [state, name, point]"),
        run: |_, console| serve(Command::State, console),
    },
    Tool {
        name: "test-manager",
        also: &["manager", "testManager"],
        about: "Play a level from lists of moves and tell what each player is told",
        example: "gridhaunt snarl test-manager examples/snarl/harness/manager.json",
        flags: &[],
        reads: Some("JSON arrays [names, level, turns, points, move-lists]"),
        run: |_, console| serve(Command::Manager, console),
    },
];

/// Answers arrays until there are no more. A value that is not such an array is reported and skipped; text that is not
/// JSON ends the run, because the start of the next value is unknown.
fn serve(command: Command, console: &mut dyn Console) -> Result<Exit, Invalid> {
    let mut feed = Feed::new();
    let mut verdict = Exit::Fine;
    while let Some(line) = console.read() {
        feed.push(&line);
        while let Some(value) = feed.next_value() {
            let value = match value {
                Ok(value) => value,
                Err(broken) => {
                    console.complain(&broken.to_string());
                    return Ok(Exit::Unusable);
                }
            };
            match command.answer(&value.text) {
                Ok(answer) => console.say(&answer),
                Err(error) => {
                    console.complain(&format!("line {}: {error}", value.line));
                    verdict = Exit::Unusable;
                }
            }
        }
        if console.stopped() {
            return Ok(Exit::Stopped);
        }
    }
    if let Some(broken) = feed.end() {
        console.complain(&broken.to_string());
        verdict = Exit::Unusable;
    }
    Ok(verdict)
}
