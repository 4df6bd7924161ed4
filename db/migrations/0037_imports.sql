-- +goose Up

-- Files that a person has brought in from another place. Nothing here keeps a blob: what came in has versions of its own.
CREATE TABLE imports (
  id           INTEGER PRIMARY KEY,
  space_id     INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  node_id      INTEGER NOT NULL,           -- the directory that the files go into; it may be gone
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind         TEXT NOT NULL,
  title        TEXT NOT NULL,
  origin       TEXT NOT NULL,              -- where the source is, as its kind writes it
  sealed       BLOB,                       -- the secret of the source
  made         INTEGER NOT NULL DEFAULT 0, -- the import made its directory
  on_duplicate TEXT NOT NULL,
  rate         INTEGER NOT NULL DEFAULT 0, -- bytes a second at most; 0 for any number
  state        TEXT NOT NULL,              -- running, waiting, paused, done, failed, cancelled
  reason       TEXT NOT NULL DEFAULT '',   -- of the catalogue
  failures     INTEGER NOT NULL DEFAULT 0, -- since something worked
  failed_at    INTEGER,                    -- the first of them
  retry_at     INTEGER,
  run          INTEGER NOT NULL DEFAULT 1,
  listed       INTEGER NOT NULL DEFAULT 0, -- the source is known as a whole
  count        INTEGER NOT NULL DEFAULT 0, -- of items
  bytes        INTEGER NOT NULL DEFAULT 0,
  bytes_done   INTEGER NOT NULL DEFAULT 0,
  stored       INTEGER NOT NULL DEFAULT 0, -- items of each state
  renamed      INTEGER NOT NULL DEFAULT 0,
  unchanged    INTEGER NOT NULL DEFAULT 0,
  skipped      INTEGER NOT NULL DEFAULT 0,
  failed       INTEGER NOT NULL DEFAULT 0,
  created_at   INTEGER NOT NULL,
  links        INTEGER NOT NULL DEFAULT 0, -- to items at the source
  ended_at     INTEGER
) STRICT;

CREATE INDEX imports_space ON imports (space_id, id);
CREATE INDEX imports_user ON imports (user_id);
CREATE INDEX imports_going ON imports (id) WHERE state IN ('running', 'waiting');
CREATE INDEX imports_ended ON imports (ended_at) WHERE ended_at IS NOT NULL;

-- What a source has: one row for each of its keys.
CREATE TABLE import_items (
  id          INTEGER PRIMARY KEY,
  import_id   INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  key         BLOB NOT NULL,
  path        TEXT NOT NULL,              -- as the source shows it
  directory   INTEGER NOT NULL,
  size        INTEGER NOT NULL,           -- -1 when it is not known
  modified_at INTEGER,
  etag        TEXT NOT NULL,
  type        TEXT NOT NULL,
  ref         TEXT NOT NULL,              -- for the source alone
  more        TEXT NOT NULL,              -- JSON: sums, fields, favorite, versions
  run         INTEGER NOT NULL,           -- that saw it last
  state       TEXT NOT NULL,              -- waiting, stored, renamed, unchanged, skipped, failed
  reason      TEXT NOT NULL DEFAULT '',
  attempts    INTEGER NOT NULL DEFAULT 0,
  node_id     INTEGER,                    -- that came of it; it may be gone
  parent_id   INTEGER,
  place       TEXT NOT NULL DEFAULT '',   -- its path below the directory of the import
  hash        BLOB                        -- of its content
) STRICT;

CREATE UNIQUE INDEX import_items_key ON import_items (import_id, key);
CREATE INDEX import_items_state ON import_items (import_id, state, id);
CREATE INDEX import_items_node ON import_items (node_id) WHERE node_id IS NOT NULL;

-- The directories of a source that are listed, and where their listing goes on.
CREATE TABLE import_listings (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  cursor    BLOB NOT NULL,              -- of its first part
  next      BLOB NOT NULL,              -- of the part that comes next
  etag      TEXT NOT NULL,              -- with which it was told
  listed    TEXT NOT NULL DEFAULT '',   -- the etag with which it was read to its end
  run       INTEGER NOT NULL,
  done      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (import_id, cursor)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_listings_open ON import_listings (import_id) WHERE done = 0;

-- The one bucket that a workspace was imported from. It stays when the import is forgotten.
CREATE TABLE imported_buckets (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  bucket   TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

-- The object storage that a person reads buckets of.
CREATE TABLE bucket_accounts (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  endpoint   TEXT NOT NULL,
  region     TEXT NOT NULL,
  access_key TEXT NOT NULL,
  sealed     BLOB NOT NULL, -- the secret key
  created_at INTEGER NOT NULL
) STRICT;
