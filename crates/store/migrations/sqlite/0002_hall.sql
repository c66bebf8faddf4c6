-- Who may submit bots to which event, and what they submitted. Of a token only its hash is kept.

CREATE TABLE teams (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL UNIQUE,
    made_at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    closed_at BIGINT
);

-- Without a team it is an organiser's.
CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY,
    team BIGINT REFERENCES teams (id),
    made_at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
);

CREATE TABLE boards (
    event BIGINT NOT NULL PRIMARY KEY REFERENCES events (id),
    deadline BIGINT,
    frozen_at BIGINT
);

CREATE TABLE submissions (
    id INTEGER PRIMARY KEY,
    team BIGINT NOT NULL REFERENCES teams (id),
    event BIGINT NOT NULL REFERENCES events (id),
    version BIGINT NOT NULL,
    name BLOB NOT NULL,
    digest TEXT NOT NULL REFERENCES archives (digest),
    at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    state TEXT NOT NULL DEFAULT 'waiting',
    report BLOB NOT NULL,
    entrant BIGINT,
    UNIQUE (event, team, version)
);

CREATE INDEX submissions_to_check ON submissions (id) WHERE state IN ('waiting', 'checking');

CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    words BLOB NOT NULL,
    at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
);
