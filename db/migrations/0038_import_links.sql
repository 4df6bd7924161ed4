-- +goose Up

-- App passwords that other servers gave us, from the question to their person until they are given back.
CREATE TABLE import_logins (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER REFERENCES users (id) ON DELETE SET NULL, -- asked for it; without them it is given back
  address    TEXT NOT NULL,             -- of the server
  product    TEXT NOT NULL,             -- Nextcloud, ownCloud or Anbar
  page       TEXT NOT NULL,             -- where the person answers
  name       TEXT NOT NULL DEFAULT '',  -- of the user at the server; empty until they answered
  sealed     BLOB NOT NULL,             -- the secret that the answer is asked for with, then the app password
  used       INTEGER NOT NULL DEFAULT 0, -- an import was begun with it
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,          -- of one that no import uses; later, when it is given back again
  tries      INTEGER NOT NULL DEFAULT 0 -- to give it back
) STRICT;
CREATE INDEX import_logins_user ON import_logins (user_id);
CREATE INDEX import_logins_expires ON import_logins (expires_at);

-- Public links at the source of an import, and what became of them.
CREATE TABLE import_links (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  old_url   TEXT NOT NULL,
  path      TEXT NOT NULL,             -- as the source shows it
  link_id   TEXT NOT NULL DEFAULT '',  -- of ours in its place; it may be gone
  reason    TEXT NOT NULL DEFAULT '',  -- of the catalogue, why there is none
  PRIMARY KEY (import_id, old_url)
) STRICT, WITHOUT ROWID;
