-- +goose Up

-- Documents on office servers outlive their files and workspaces: what was typed there comes after a folder was deleted
-- forever, too. Both tables age out.
ALTER TABLE office_keys RENAME TO office_keys_before;
CREATE TABLE office_keys (
  key        TEXT PRIMARY KEY,
  node_id    INTEGER NOT NULL, -- of a file that may be gone
  space_id   INTEGER NOT NULL, -- that may be gone
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name       TEXT NOT NULL,    -- of the file
  opened_id  INTEGER NOT NULL, -- the version that was opened
  sitting_id INTEGER,          -- that saves meanwhile made, which the next one replaces
  state      TEXT NOT NULL,    -- open, saved, closed
  seen       TEXT NOT NULL,    -- SHA-256 of the token of the last save, in hex
  seen_at    INTEGER NOT NULL, -- when the newest token was signed, in Unix seconds
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO office_keys (key, node_id, space_id, user_id, name, opened_id, sitting_id, state, seen, seen_at, created_at)
  SELECT key, node_id, space_id, user_id, name, opened_id, sitting_id, state, seen, seen_at, created_at FROM office_keys_before;
DROP TABLE office_keys_before;
CREATE INDEX office_keys_node ON office_keys (node_id, created_at);
CREATE INDEX office_keys_user ON office_keys (user_id);
CREATE INDEX office_keys_created ON office_keys (created_at);

ALTER TABLE wopi_sessions RENAME TO wopi_sessions_before;
CREATE TABLE wopi_sessions (
  key          TEXT PRIMARY KEY,
  node_id      INTEGER NOT NULL, -- of a file that may be gone
  space_id     INTEGER NOT NULL, -- that may be gone
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name         TEXT NOT NULL,              -- of the file
  closed       INTEGER NOT NULL DEFAULT 0, -- the office server gave the file back
  copy_id      INTEGER,                    -- file that holds what came after another editor took the document over
  copy_space   INTEGER,                    -- where that lies
  copy_version INTEGER,                    -- of that file, which the next save replaces
  created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO wopi_sessions (key, node_id, space_id, user_id, name, closed, copy_id, copy_space, copy_version, created_at)
  SELECT key, node_id, space_id, user_id, name, closed, copy_id, copy_space, copy_version, created_at FROM wopi_sessions_before;
DROP TABLE wopi_sessions_before;
CREATE INDEX wopi_sessions_user ON wopi_sessions (user_id);
CREATE INDEX wopi_sessions_created ON wopi_sessions (created_at);
