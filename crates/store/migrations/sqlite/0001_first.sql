-- Whatever comes from outside (names, words of bots, reasons) is bytes, since text refuses NUL. A u64 is the bits of a
-- signed number. Lists of numbers are packed, little end first. Times are milliseconds since 1970 by the database's clock.

CREATE TABLE archives (
    digest TEXT NOT NULL PRIMARY KEY,
    files BLOB NOT NULL
);

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name BLOB NOT NULL,
    game TEXT NOT NULL,
    rules BIGINT NOT NULL,
    generator BIGINT NOT NULL,
    kind TEXT NOT NULL,
    spec BLOB NOT NULL,
    secret BLOB NOT NULL,
    state TEXT NOT NULL DEFAULT 'running',
    concurrency BIGINT,
    plan_version BIGINT NOT NULL DEFAULT 0,
    plan_state BLOB NOT NULL,
    change BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    closed_at BIGINT
);

CREATE TABLE entrants (
    event BIGINT NOT NULL REFERENCES events (id),
    number BIGINT NOT NULL,
    name BLOB NOT NULL,
    identity BLOB NOT NULL,
    digest TEXT,
    options BLOB NOT NULL,
    words BLOB NOT NULL,
    joined_at_block BIGINT NOT NULL,
    benched BLOB,
    PRIMARY KEY (event, number),
    UNIQUE (event, identity)
);

CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    event BIGINT NOT NULL REFERENCES events (id),
    label BLOB NOT NULL,
    map BIGINT NOT NULL,
    k BIGINT NOT NULL,
    seed BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    arrangements BLOB NOT NULL,
    state BIGINT NOT NULL DEFAULT 0,
    change BIGINT NOT NULL,
    points BLOB,
    why BLOB,
    lease BIGINT NOT NULL DEFAULT 0,
    lease_until BIGINT,
    holder BLOB
);

CREATE INDEX blocks_open ON blocks (event, id) WHERE state = 0;

CREATE INDEX blocks_by_change ON blocks (event, change);

CREATE TABLE matches (
    block BIGINT NOT NULL REFERENCES blocks (id),
    number BIGINT NOT NULL,
    seats BLOB NOT NULL,
    written_at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    steps BIGINT NOT NULL,
    took_us BIGINT NOT NULL,
    voids BIGINT NOT NULL,
    times BLOB NOT NULL,
    faults BLOB NOT NULL,
    stopped BLOB,
    seal BLOB NOT NULL,
    sandbox BLOB NOT NULL,
    machine BLOB NOT NULL,
    reason BLOB NOT NULL,
    outcome BLOB NOT NULL,
    PRIMARY KEY (block, number)
) WITHOUT ROWID;

CREATE TABLE replays (
    block BIGINT NOT NULL,
    number BIGINT NOT NULL,
    replay BLOB NOT NULL,
    PRIMARY KEY (block, number),
    FOREIGN KEY (block, number) REFERENCES matches (block, number)
) WITHOUT ROWID;

CREATE TABLE transcripts (
    block BIGINT NOT NULL,
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    transcript BLOB NOT NULL,
    PRIMARY KEY (block, number, seat),
    FOREIGN KEY (block, number) REFERENCES matches (block, number)
);

CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    block BIGINT NOT NULL REFERENCES blocks (id),
    number BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    entrant BIGINT,
    what TEXT NOT NULL,
    why BLOB NOT NULL,
    machine BLOB NOT NULL,
    took_us BIGINT NOT NULL,
    at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
);

CREATE INDEX attempts_by_block ON attempts (block);
