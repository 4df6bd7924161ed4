-- +goose Up

-- Key sentences and summaries of documents. They are made again when they are missing; they are kept here and not in
-- a database of their own because a summary of an endpoint costs money and time.
CREATE TABLE summaries (
  id          INTEGER PRIMARY KEY, -- of the task
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, -- nothing is shared between workspaces
  hash        BLOB NOT NULL,    -- of the document
  engine      TEXT NOT NULL,    -- with all that the result depends on beside the document
  state       TEXT NOT NULL,    -- generating, done, none, failed
  result      TEXT NOT NULL DEFAULT '', -- JSON, when done
  problem     TEXT NOT NULL DEFAULT '', -- when failed, a key of the catalogue
  lease_until INTEGER NOT NULL, -- when generating: later it counts as failed
  changed_at  INTEGER NOT NULL,
  UNIQUE (space_id, hash, engine)
) STRICT;

CREATE INDEX summaries_generating ON summaries (id) WHERE state = 'generating';

-- The host of the endpoint to which the owner lets texts of files be sent for summaries.
ALTER TABLE spaces ADD COLUMN summaries_host TEXT NOT NULL DEFAULT '';
