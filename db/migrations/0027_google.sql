-- +goose Up

-- The Google account that a person lets documents be edited with.
CREATE TABLE google_accounts (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  subject    TEXT NOT NULL,              -- that Google names it by
  email      TEXT NOT NULL,
  sealed     BLOB NOT NULL,              -- the lasting token
  lost       INTEGER NOT NULL DEFAULT 0, -- Google takes the token no more
  created_at INTEGER NOT NULL
) STRICT;

-- A document that lies in the Google Drive of a person to be edited. It outlives its file and its workspace: what was typed
-- at Google is fetched all the same.
CREATE TABLE google_sessions (
  id         INTEGER PRIMARY KEY,
  node_id    INTEGER NOT NULL,
  space_id   INTEGER NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- in whose Drive it lies
  name       TEXT NOT NULL,           -- of the file
  mime       TEXT NOT NULL,
  opened_id  INTEGER NOT NULL,        -- the version that was sent
  sitting_id INTEGER,                 -- that saves made, which the next one replaces
  state      TEXT NOT NULL,           -- new, open, closing
  remote     TEXT NOT NULL DEFAULT '', -- id at Google
  link       TEXT NOT NULL DEFAULT '',
  mark       TEXT NOT NULL DEFAULT '', -- of the content that was fetched last
  outcome    TEXT NOT NULL DEFAULT '', -- of the last save
  saved_at   INTEGER,
  looked_at  INTEGER,
  problem    TEXT NOT NULL DEFAULT '', -- why the last look failed
  failed_at  INTEGER,               -- the first of the looks that failed since
  failures   INTEGER NOT NULL DEFAULT 0,
  retry_at   INTEGER NOT NULL DEFAULT 0,
  pinged_at  INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX google_sessions_node ON google_sessions (node_id);
CREATE INDEX google_sessions_user ON google_sessions (user_id);
CREATE INDEX google_sessions_retry ON google_sessions (retry_at);

-- The people who have such a document open.
CREATE TABLE google_people (
  session_id INTEGER NOT NULL REFERENCES google_sessions (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  shared     INTEGER NOT NULL DEFAULT 0, -- Google lets them in
  pinged_at  INTEGER NOT NULL,
  PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX google_people_user ON google_people (user_id);
