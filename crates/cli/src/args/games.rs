//! Flags of `games` and `step`.

use clap::{Args as ClapArgs, Subcommand};

pub(super) const STEP_EXAMPLE: &str =
    r#"Example: echo '{"settings":{"preset":"open"},"seed":7}' | gridhaunt step pyrat"#;

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Games {
    #[command(subcommand)]
    pub(crate) command: Option<GamesCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Show a game: its nature, seats, settings with defaults and ranges, and bots
    #[command(before_help = "Example: gridhaunt games show pyrat --schema")]
    Show {
        /// The game
        game: String,
        /// Print a JSON Schema and nothing else: of the settings, or of what a bot is told and may answer (--schema=view)
        #[arg(long, value_name = "DOCUMENT", num_args = 0..=1, require_equals = true, default_missing_value = "settings")]
        #[arg(value_parser = ["settings", "start", "view", "action", "outcome"])]
        schema: Option<String>,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Step {
    /// The game
    pub(crate) game: String,
}
