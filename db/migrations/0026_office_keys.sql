-- +goose Up

-- The keys under which an office server knows documents that are edited there. All who edit a version have the same one;
-- after the server handed the document over there is another one.
CREATE TABLE office_keys (
  key        TEXT PRIMARY KEY,
  node_id    INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id   INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name       TEXT NOT NULL,    -- of the file
  opened_id  INTEGER NOT NULL, -- the version that was opened
  sitting_id INTEGER,          -- that saves meanwhile made, which the next one replaces
  state      TEXT NOT NULL,    -- open, saved, closed
  seen       TEXT NOT NULL,    -- SHA-256 of the token of the last save, in hex
  seen_at    INTEGER NOT NULL, -- when the newest token was signed, in Unix seconds
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX office_keys_node ON office_keys (node_id, created_at);
CREATE INDEX office_keys_space ON office_keys (space_id);
CREATE INDEX office_keys_user ON office_keys (user_id);
CREATE INDEX office_keys_created ON office_keys (created_at);
