//! What was played: one database, SQLite or PostgreSQL.
