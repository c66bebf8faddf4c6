#![doc = include_str!("../../../docs/embed.md")]
