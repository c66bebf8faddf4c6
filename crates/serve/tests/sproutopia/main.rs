//! Sproutopia over real sockets, with a client that knows nothing but the rule book.

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
