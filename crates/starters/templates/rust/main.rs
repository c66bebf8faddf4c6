mod bot;
mod game;
mod json;
mod protocol;
mod search;
#[cfg(test)]
mod tests;

fn main() {
    protocol::run::<bot::Bot>();
}
