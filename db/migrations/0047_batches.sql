-- +goose Up

-- What a space holds is the sum of its roots. Items that were deleted forever are roots, too, until their rows go: after a
-- purge of 100,000 files each count would read them all.
CREATE INDEX nodes_filled ON nodes (space_id, files, directories) WHERE parent_id IS NULL AND files + directories > 0;

-- An operation on many items is done in many transactions, and each writes how it is undone.
ALTER TABLE undos ADD COLUMN running INTEGER NOT NULL DEFAULT 0; -- the operation goes on

CREATE TABLE undo_parts (
  undo_id INTEGER NOT NULL REFERENCES undos (id) ON DELETE CASCADE,
  number  INTEGER NOT NULL, -- in the order in which they were done
  steps   TEXT NOT NULL,    -- JSON
  PRIMARY KEY (undo_id, number)
) STRICT;
