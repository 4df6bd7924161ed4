-- +goose Up
-- Directories and files. A directory carries the counters of all that lies below it, kept by the statements that
-- change the tree, so that listing and properties cost the same for ten entries and for a million.
CREATE TABLE nodes (
  id            INTEGER PRIMARY KEY,
  space_id      INTEGER NOT NULL REFERENCES spaces (id),
  parent_id     INTEGER REFERENCES nodes (id), -- NULL for the roots
  kind          INTEGER NOT NULL,              -- 0 directory, 1 file
  root          TEXT,                          -- of a root: shared, trash, my, my_trash
  owner_id      INTEGER REFERENCES users (id), -- of a root of My Drive: whose it is
  name          TEXT NOT NULL,
  name_key      TEXT NOT NULL, -- folded: two names that agree in it are one name
  sort_key      BLOB NOT NULL, -- collation key, Persian order, digits by value
  type_key      TEXT NOT NULL, -- lower-case extension
  content_type  TEXT NOT NULL,
  version_id    INTEGER,       -- head version of a file
  hash          BLOB,          -- its content
  number        INTEGER NOT NULL DEFAULT 0, -- its number
  size          INTEGER NOT NULL DEFAULT 0, -- bytes: of the head version, or of the heads of all files below
  files         INTEGER NOT NULL DEFAULT 0, -- below, at any depth
  directories   INTEGER NOT NULL DEFAULT 0,
  child_files   INTEGER NOT NULL DEFAULT 0, -- directly below
  child_dirs    INTEGER NOT NULL DEFAULT 0,
  created_by    INTEGER NOT NULL REFERENCES users (id),
  created_at    INTEGER NOT NULL,
  modified_by   INTEGER NOT NULL REFERENCES users (id),
  modified_at   INTEGER NOT NULL,
  thumbnail     INTEGER NOT NULL DEFAULT -1, -- of a file: the state in the table of thumbnails, -1 for none
  trashed_from  INTEGER, -- in the trash: the directory it lay in
  trashed_at    INTEGER
) STRICT;
CREATE UNIQUE INDEX nodes_name ON nodes (parent_id, name_key);
CREATE INDEX nodes_by_created ON nodes (parent_id, kind); -- ids are in the order of creation
CREATE INDEX nodes_by_name ON nodes (parent_id, kind, sort_key);
CREATE INDEX nodes_by_size ON nodes (parent_id, kind, size);
CREATE INDEX nodes_by_modified ON nodes (parent_id, kind, modified_at);
CREATE INDEX nodes_by_type ON nodes (parent_id, kind, type_key);
CREATE INDEX nodes_roots ON nodes (space_id, root) WHERE parent_id IS NULL;

CREATE TABLE versions (
  id           INTEGER PRIMARY KEY,
  node_id      INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id     INTEGER NOT NULL,
  number       INTEGER NOT NULL, -- 1 is the first
  hash         BLOB NOT NULL,
  size         INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  created_by   INTEGER NOT NULL REFERENCES users (id),
  created_at   INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX versions_node ON versions (node_id, number);
CREATE INDEX versions_hash ON versions (hash, space_id);

-- Small pictures of contents, made once for each content whoever holds it.
CREATE TABLE thumbnails (
  source     BLOB PRIMARY KEY, -- the content
  state      INTEGER NOT NULL, -- 0 wanted, 1 made, 2 not possible; nodes that show the content repeat it
  hash       BLOB,
  type       TEXT NOT NULL,    -- content type of the source
  tries      INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX thumbnails_wanted ON thumbnails (changed_at) WHERE state = 0;
CREATE INDEX thumbnails_hash ON thumbnails (hash) WHERE hash IS NOT NULL;

CREATE TABLE uploads (
  id            INTEGER PRIMARY KEY,
  user_id       INTEGER NOT NULL REFERENCES users (id),
  space_id      INTEGER NOT NULL REFERENCES spaces (id),
  directory_id  INTEGER NOT NULL,
  key           TEXT NOT NULL, -- the file's name
  checksum      TEXT NOT NULL,
  relative_path TEXT NOT NULL,
  size          INTEGER NOT NULL,
  chunk_size    INTEGER NOT NULL,
  content_type  TEXT NOT NULL,
  on_duplicate  TEXT NOT NULL,
  hash          BLOB, -- content that is already here: nothing has to be sent
  created_at    INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX uploads_identity ON uploads (user_id, space_id, directory_id, key, checksum, relative_path);
CREATE INDEX uploads_space ON uploads (space_id, user_id, size);
CREATE INDEX uploads_hash ON uploads (hash) WHERE hash IS NOT NULL;

-- Selections that are being downloaded as one zip.
CREATE TABLE zips (
  id         TEXT PRIMARY KEY, -- random, the secret of its URL
  user_id    INTEGER NOT NULL REFERENCES users (id),
  space_id   INTEGER NOT NULL REFERENCES spaces (id),
  nodes      TEXT NOT NULL, -- JSON list of ids
  name       TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX zips_expired ON zips (expires_at);
CREATE INDEX zips_space ON zips (space_id);

-- Contents that rows named until lately. Copies of the database from before still name them, so the sweep leaves
-- them until no copy that is kept is so old.
CREATE TABLE released (
  hash        BLOB PRIMARY KEY,
  released_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX released_age ON released (released_at);

-- +goose StatementBegin
CREATE TRIGGER versions_released AFTER DELETE ON versions BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER thumbnails_released AFTER UPDATE OF hash ON thumbnails WHEN old.hash IS NOT NULL AND old.hash IS NOT new.hash BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER thumbnails_dropped AFTER DELETE ON thumbnails WHEN old.hash IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER spaces_released AFTER UPDATE OF avatar ON spaces WHEN old.avatar IS NOT NULL AND old.avatar IS NOT new.avatar BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER spaces_dropped AFTER DELETE ON spaces WHEN old.avatar IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER uploads_released AFTER DELETE ON uploads WHEN old.hash IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd

-- Every column that names content stands here; the sweep keeps what this view names and nothing else.
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT hash FROM released;
