//! Sproutopia over real sockets, with a client that is written from the rule book only.

mod bot;
mod conversation;
mod hostile;
mod house;
mod http;
mod recorded;
mod records;
mod time;
mod tools;
mod visualiser;
