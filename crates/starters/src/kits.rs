//! The languages: the files of a template, and where the parts that differ from game to game go.

use crate::model::Model;
use crate::{cpp, go, java, javascript, python, rust};

/// A language.
pub(crate) struct Kit {
    /// Its name on a command line.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What must be installed.
    pub(crate) needs: &'static str,
    /// The files that are the same for every game.
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// The file of the bot, and the bot for a game that offers none.
    pub(crate) bot: (&'static str, &'static str),
    /// The file of the types, and what makes them.
    pub(crate) types: (&'static str, fn(&Model, &str) -> String),
    pub(crate) search: &'static str,
    pub(crate) protocol: &'static str,
    /// The command that runs the bot's own tests.
    pub(crate) test: &'static str,
    /// What `bot.toml` says, as a participle.
    pub(crate) started: &'static str,
    /// What prints to standard error.
    pub(crate) log: &'static str,
}

macro_rules! template {
    ($folder:literal: $($file:literal $(from $path:literal)?),* $(,)?) => {
        &[$(($file, include_str!(concat!("../templates/", $folder, "/", template!(@ $file $($path)?))))),*]
    };
    (@ $file:literal) => { $file };
    (@ $file:literal $path:literal) => { $path };
}

pub(crate) const PYTHON: Kit = Kit {
    name: "python",
    title: "Python",
    needs: "Python 3.9 or later",
    files: template!("python": "bot.toml", "protocol.py", "search.py", "test_bot.py", ".gitignore" from "gitignore"),
    bot: ("bot.py", include_str!("../templates/python/bot.py")),
    types: ("game.py", python::types),
    search: "search.py",
    protocol: "protocol.py",
    test: "python3 -m unittest",
    started: "started",
    log: "log(…)",
};

pub(crate) const RUST: Kit = Kit {
    name: "rust",
    title: "Rust",
    needs: "cargo",
    // A folder with a manifest of its own would be left out of this crate's package.
    files: template!(
        "rust": "bot.toml", "Cargo.toml" from "Cargo.toml.txt", "Cargo.lock" from "Cargo.lock.txt",
        "src/main.rs" from "main.rs", "src/json.rs" from "json.rs", "src/protocol.rs" from "protocol.rs",
        "src/search.rs" from "search.rs", "src/tests.rs" from "tests.rs", ".gitignore" from "gitignore",
    ),
    bot: ("src/bot.rs", include_str!("../templates/rust/bot.rs")),
    types: ("src/game.rs", rust::types),
    search: "src/search.rs",
    protocol: "src/protocol.rs",
    test: "cargo test",
    started: "built and started",
    log: "eprintln!",
};

pub(crate) const CPP: Kit = Kit {
    name: "cpp",
    title: "C++",
    needs: "make and a compiler for C++20",
    files: template!(
        "cpp": "bot.toml", "Makefile", "main.cpp", "json.hpp", "protocol.hpp", "search.hpp", "test.cpp",
        ".gitignore" from "gitignore",
    ),
    bot: ("bot.hpp", include_str!("../templates/cpp/bot.hpp")),
    types: ("game.hpp", cpp::types),
    search: "search.hpp",
    protocol: "protocol.hpp",
    test: "make test",
    started: "built and started",
    log: "std::cerr",
};

pub(crate) const JAVASCRIPT: Kit = Kit {
    name: "javascript",
    title: "JavaScript",
    needs: "Node.js 18 or later",
    files: template!("javascript": "bot.toml", "package.json", "protocol.js", "search.js", "bot.test.js"),
    bot: ("bot.js", include_str!("../templates/javascript/bot.js")),
    types: ("game.js", javascript::types),
    search: "search.js",
    protocol: "protocol.js",
    test: "node --test",
    started: "started",
    log: "log(…)",
};

pub(crate) const GO: Kit = Kit {
    name: "go",
    title: "Go",
    needs: "Go 1.19 or later",
    files: template!(
        "go": "bot.toml", "go.mod" from "go.mod.txt", "main.go", "protocol.go", "search.go", "bot_test.go",
        ".gitignore" from "gitignore",
    ),
    bot: ("bot.go", include_str!("../templates/go/bot.go")),
    types: ("game.go", go::types),
    search: "search.go",
    protocol: "protocol.go",
    test: "go test",
    started: "built and started",
    log: "Log(…)",
};

pub(crate) const JAVA: Kit = Kit {
    name: "java",
    title: "Java",
    needs: "a JDK, 17 or later",
    files: template!(
        "java": "bot.toml", "Main.java", "Json.java", "Protocol.java", "Search.java", "BotTest.java",
        ".gitignore" from "gitignore",
    ),
    bot: ("Bot.java", include_str!("../templates/java/Bot.java")),
    types: ("Game.java", java::types),
    search: "Search.java",
    protocol: "Protocol.java",
    test: "javac -d target *.java && java -cp target BotTest",
    started: "built and started",
    log: "Protocol.log(…)",
};
