-- +goose Up

ALTER TABLE api_tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'api'; -- api: of a program; device: of a sync app or a mounted drive
ALTER TABLE api_tokens ADD COLUMN agent TEXT NOT NULL DEFAULT '';   -- User-Agent of the last use
ALTER TABLE api_tokens ADD COLUMN wipe_at INTEGER;                  -- since then its device is asked to delete its copies, and all else is refused
ALTER TABLE api_tokens ADD COLUMN wiped_at INTEGER;                 -- the device said that it did

-- Devices that ask for a token through the browser of a person, who has not answered yet or whose answer the device has not fetched.
CREATE TABLE device_logins (
  sum        BLOB PRIMARY KEY, -- SHA-256 of the secret that opens the page
  poll       BLOB UNIQUE,      -- SHA-256 of the secret that the device asks with; NULL for one that waits in that page
  name       TEXT NOT NULL,    -- of the device
  agent      TEXT NOT NULL,    -- its User-Agent
  address    TEXT NOT NULL,    -- it asked from
  user_id    INTEGER REFERENCES users (id) ON DELETE CASCADE, -- allowed it
  session_id INTEGER,          -- in which they did
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_logins_address ON device_logins (address, expires_at);
CREATE INDEX device_logins_expires ON device_logins (expires_at);
CREATE INDEX device_logins_user ON device_logins (user_id) WHERE user_id IS NOT NULL;
