-- +goose Up

ALTER TABLE leases ADD COLUMN lock TEXT NOT NULL DEFAULT ''; -- by which an office server knows it, of the protocol WOPI

-- Documents that an office server edits by the protocol WOPI. The tokens of all who edit under one lease name the same one.
CREATE TABLE wopi_sessions (
  key          TEXT PRIMARY KEY,
  node_id      INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id     INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name         TEXT NOT NULL,              -- of the file
  closed       INTEGER NOT NULL DEFAULT 0, -- the office server gave the file back
  copy_id      INTEGER,                    -- file that holds what came after another editor took the document over
  copy_space   INTEGER,                    -- where that lies
  copy_version INTEGER,                    -- of that file, which the next save replaces
  created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX wopi_sessions_node ON wopi_sessions (node_id);
CREATE INDEX wopi_sessions_space ON wopi_sessions (space_id);
CREATE INDEX wopi_sessions_user ON wopi_sessions (user_id);
CREATE INDEX wopi_sessions_created ON wopi_sessions (created_at);
