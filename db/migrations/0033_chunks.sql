-- +goose Up

-- The workspace whose My Drive is the top of what a person's sync apps see. It stays when the person joins an older one.
CREATE TABLE homes (
  user_id  INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX homes_space ON homes (space_id);

-- Files that sync apps send in chunks. Where a file belongs is known only when all of it is there.
CREATE TABLE chunk_uploads (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,    -- by which the app knows it
  size       INTEGER NOT NULL, -- of the whole file; -1 when the app did not say
  touched_at INTEGER NOT NULL, -- when something of it came
  UNIQUE (user_id, name)
) STRICT;
CREATE INDEX chunk_uploads_touched ON chunk_uploads (touched_at);

CREATE TABLE chunks (
  upload_id INTEGER NOT NULL REFERENCES chunk_uploads (id) ON DELETE CASCADE,
  name      TEXT NOT NULL,
  start     INTEGER NOT NULL, -- in the file; -1 when the chunks before it have to be known first
  size      INTEGER NOT NULL,
  PRIMARY KEY (upload_id, name)
) STRICT, WITHOUT ROWID;
