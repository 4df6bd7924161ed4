-- +goose Up

ALTER TABLE users ADD COLUMN disabled_at INTEGER; -- nobody signs in; null for most
ALTER TABLE users ADD COLUMN erased_at INTEGER;   -- the row stays for what refers to it, without name and address
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at IS NOT NULL;

-- Accounts that are being erased, step by step. A row stays when all is done.
CREATE TABLE erasures (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id),
  by_id      INTEGER NOT NULL, -- 0: the shell
  state      TEXT NOT NULL,    -- leaving, forgetting, done
  problem    TEXT NOT NULL DEFAULT '', -- of the last try, a key of the catalogue
  created_at INTEGER NOT NULL,
  done_at    INTEGER
) STRICT;
CREATE INDEX erasures_open ON erasures (created_at) WHERE done_at IS NULL;
