-- +goose Up
-- Times are Unix milliseconds, ids time-ordered numbers (ids.go), hashes raw BLAKE3-256.
CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id                  INTEGER PRIMARY KEY,
  email               TEXT UNIQUE, -- lower case
  mobile              TEXT UNIQUE, -- 11 Latin digits
  password            TEXT NOT NULL, -- argon2id in PHC form
  first_name          TEXT NOT NULL,
  last_name           TEXT NOT NULL,
  language            TEXT NOT NULL,
  staff               INTEGER NOT NULL DEFAULT 0,
  is_email_validated  INTEGER NOT NULL DEFAULT 0,
  is_mobile_validated INTEGER NOT NULL DEFAULT 0,
  created_at          INTEGER NOT NULL,
  CHECK (email IS NOT NULL OR mobile IS NOT NULL)
) STRICT;

CREATE TABLE sessions (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL, -- how often the refresh token was rotated
  secret     BLOB NOT NULL,    -- SHA-256 of the secret of the newest refresh token
  device     TEXT NOT NULL,
  address    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id, used_at);
CREATE INDEX sessions_used ON sessions (used_at);
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

-- Invitations to make an account; the code is stored as SHA-256.
CREATE TABLE invitations (
  code       BLOB PRIMARY KEY,
  email      TEXT NOT NULL,
  invited_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by ON invitations (invited_by);
