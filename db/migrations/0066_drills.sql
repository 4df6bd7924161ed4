-- +goose Up

-- Rehearsals of a restore from the backup target, and what they found. The oldest go when there are many.
CREATE TABLE drills (
  id         INTEGER PRIMARY KEY,
  began      INTEGER NOT NULL,
  ended      INTEGER NOT NULL DEFAULT 0, -- 0 while it goes on
  kind       TEXT NOT NULL,              -- nightly, asked
  moment     INTEGER NOT NULL DEFAULT 0, -- of the copy that came back
  objects    INTEGER NOT NULL DEFAULT 0, -- that were listed with their sizes
  bytes      INTEGER NOT NULL DEFAULT 0, -- that were read back and hashed
  contents   INTEGER NOT NULL DEFAULT 0, -- that the database names
  pending    INTEGER NOT NULL DEFAULT 0, -- large contents that were on their way
  proven     REAL NOT NULL DEFAULT 0,    -- share of the bytes that were read back within 30 days
  folder     INTEGER NOT NULL DEFAULT 0, -- that was compared
  findings   TEXT NOT NULL DEFAULT '[]', -- JSON
  healed     INTEGER NOT NULL DEFAULT 0, -- findings that are over
  outcome    TEXT NOT NULL,              -- running, good, healed, failed, stopped
  call       TEXT NOT NULL DEFAULT ''    -- how the call of the URL went: ok, or why not; empty for none
) STRICT;
