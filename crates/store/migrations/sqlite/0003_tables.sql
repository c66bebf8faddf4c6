-- Matches of people, which are nobody's rating. The lines of a record are kept as they come, until the match is over and its
-- replay takes their place.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    opening BLOB NOT NULL,
    hold BIGINT NOT NULL DEFAULT 1,
    opened_at BIGINT NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
    ended_at BIGINT,
    result BLOB,
    steps BIGINT NOT NULL DEFAULT 0,
    replay BLOB
);

CREATE INDEX tables_open ON tables (id) WHERE ended_at IS NULL;

-- Of the link to a chair only its hash is kept.
CREATE TABLE chairs (
    hash BLOB NOT NULL PRIMARY KEY,
    place BIGINT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL
);

CREATE INDEX chairs_by_place ON chairs (place);

CREATE TABLE table_lines (
    place BIGINT NOT NULL REFERENCES tables (id),
    steps BIGINT NOT NULL,
    lines BLOB NOT NULL,
    PRIMARY KEY (place, steps)
) WITHOUT ROWID;
