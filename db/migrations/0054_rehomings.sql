-- +goose Up

-- A large tree that moves into another workspace is taken out of sight, its rows go there some at a time, and then it is placed.
CREATE TABLE rehomings (
  node_id        INTEGER PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE, -- its top
  to_space_id    INTEGER NOT NULL,
  to_parent_id   INTEGER NOT NULL, -- the directory that it gets into
  to_bin_id      INTEGER NOT NULL, -- the trash that it gets into when that directory is gone
  to_name        TEXT NOT NULL,
  from_space_id  INTEGER NOT NULL, -- the same of where it lay, for a way back
  from_parent_id INTEGER NOT NULL,
  from_bin_id    INTEGER NOT NULL,
  from_name      TEXT NOT NULL,
  user_id        INTEGER NOT NULL, -- who moves it
  undo_id        INTEGER, -- the operation that it is a part of
  part           INTEGER NOT NULL DEFAULT 0, -- and its number there
  counted        INTEGER NOT NULL DEFAULT 0, -- bytes are those of all versions
  bytes          INTEGER NOT NULL,           -- the new workspace counts all of them from the beginning
  moved          INTEGER NOT NULL DEFAULT 0  -- bytes that came there
) STRICT;
