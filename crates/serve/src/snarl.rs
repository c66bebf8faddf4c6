//! Snarl over TCP (section 17 of its rules): a server for several games at once and a client.

pub mod config;
pub mod messages;
pub mod terms;
pub mod tools;

cfg_if::cfg_if! {
    if #[cfg(feature = "sockets")] {
        pub mod client;
        pub mod connection;
        pub mod heard;
        pub mod hosted;
        mod http;
        mod keeping;
        pub mod leaderboard;
        pub mod lobby;
        pub mod machine;
        pub mod outlook;
        pub mod report;
        pub mod server;
        mod terminal;
    }
}
