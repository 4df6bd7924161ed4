-- +goose Up

-- The lease of a file that somebody edits, at most one for each: by an editor of the product, by another server, by a
-- sync client. One that ended stays for a while: its holder may come back when nobody else took the file.
CREATE TABLE leases (
  node_id     INTEGER PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
  id          INTEGER NOT NULL UNIQUE,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  via         TEXT NOT NULL,              -- embedded, onlyoffice, wopi, google, webdav, sync
  device      TEXT NOT NULL,              -- browser and system, in words
  name        TEXT NOT NULL,              -- of the file: a copy has it when the file is out of reach
  since       INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  ended       INTEGER NOT NULL DEFAULT 0, -- it expired, and lists do not show it any more
  opened_id   INTEGER,                    -- the version that the editor loaded
  opened_hash BLOB,
  prior_id    INTEGER,                    -- the head before the last save, for a save that is sent again
  prior_hash  BLOB,
  sitting_id  INTEGER,                    -- the version that the saves of this lease made, which the next one replaces
  key         TEXT NOT NULL DEFAULT ''    -- under which an office server knows the session
) STRICT;

CREATE INDEX leases_ended ON leases (ended, expires_at);
CREATE INDEX leases_opened ON leases (opened_hash) WHERE opened_hash IS NOT NULL;
CREATE INDEX leases_prior ON leases (prior_hash) WHERE prior_hash IS NOT NULL;
CREATE INDEX leases_user ON leases (user_id);

-- +goose StatementBegin
CREATE TRIGGER leases_released AFTER DELETE ON leases BEGIN
  INSERT INTO released (hash, released_at) SELECT old.opened_hash, unixepoch('subsec') * 1000 WHERE old.opened_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.prior_hash, unixepoch('subsec') * 1000 WHERE old.prior_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER leases_changed AFTER UPDATE OF opened_hash, prior_hash ON leases BEGIN
  INSERT INTO released (hash, released_at) SELECT old.opened_hash, unixepoch('subsec') * 1000 WHERE old.opened_hash IS NOT new.opened_hash AND old.opened_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.prior_hash, unixepoch('subsec') * 1000 WHERE old.prior_hash IS NOT new.prior_hash AND old.prior_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd

-- The version of a sitting gets other contents with each save.
-- +goose StatementBegin
CREATE TRIGGER versions_replaced AFTER UPDATE OF hash ON versions WHEN old.hash <> new.hash BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.poster, unixepoch('subsec') * 1000 WHERE old.poster IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd

DROP VIEW blob_refs;
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT poster FROM versions WHERE poster IS NOT NULL
  UNION ALL SELECT opened_hash FROM leases WHERE opened_hash IS NOT NULL
  UNION ALL SELECT prior_hash FROM leases WHERE prior_hash IS NOT NULL
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT receipt FROM payments WHERE receipt IS NOT NULL
  UNION ALL SELECT hash FROM ticket_files
  UNION ALL SELECT hash FROM released;
