//! Snarl over real sockets, with clients that are written from the rule book only.

mod client;
mod games;
mod house;
mod lost;
mod odd;
mod others;
mod python;
mod registration;
mod wire;
mod word_for_word;
