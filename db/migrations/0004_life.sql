-- +goose Up

-- since is the change that gave a node the place, the name and the content it has now: an id, so it says when as well.
ALTER TABLE nodes ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
-- Of a file: whoever knows its direct link reads it, all versions or that one.
ALTER TABLE nodes ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN public_version INTEGER;
ALTER TABLE nodes ADD COLUMN trashed_by INTEGER REFERENCES users (id);
ALTER TABLE zips ADD COLUMN trashed INTEGER NOT NULL DEFAULT 0;
UPDATE nodes SET since = id;

CREATE INDEX nodes_by_trashed ON nodes (parent_id, kind, trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX nodes_trashed ON nodes (trashed_at) WHERE trashed_at IS NOT NULL;
-- What was deleted forever (gone), or became empty by a merge (merged), waits for its rows to be removed.
CREATE INDEX nodes_gone ON nodes (root, id) WHERE parent_id IS NULL;

-- What nodes were before: where, under which name, with which head, from the change since until the change id.
CREATE TABLE states (
  id         INTEGER PRIMARY KEY, -- the change that ended it
  node_id    INTEGER NOT NULL,
  space_id   INTEGER NOT NULL,
  parent_id  INTEGER, -- NULL for what was deleted forever
  home_id    INTEGER, -- the directory it belonged to: its parent, or in the trash the one it lay in
  kind       INTEGER NOT NULL,
  name       TEXT NOT NULL,
  version_id INTEGER,
  size       INTEGER NOT NULL,
  since      INTEGER NOT NULL
) STRICT;
CREATE INDEX states_node ON states (node_id, id);
CREATE INDEX states_parent ON states (parent_id, id);

CREATE TABLE activities (
  id           INTEGER PRIMARY KEY, -- says when
  space_id     INTEGER NOT NULL,
  root_id      INTEGER NOT NULL, -- of the shared files, or of the My Drive, that it happened in
  action       TEXT NOT NULL,
  user_id      INTEGER NOT NULL REFERENCES users (id),
  kind         TEXT NOT NULL,    -- what the target is: file, directory, workspace …
  target_id    INTEGER NOT NULL,
  name         TEXT NOT NULL,    -- of the target, then
  directory_id INTEGER,          -- that the target lay in
  path         TEXT NOT NULL,    -- of that directory, in words
  before       TEXT,             -- JSON
  after        TEXT,             -- JSON
  trail        TEXT NOT NULL     -- JSON list of the directories on the way to the target, and it itself when it is one
) STRICT;
CREATE INDEX activities_root ON activities (root_id, id);
CREATE INDEX activities_person ON activities (root_id, user_id, id);
CREATE INDEX activities_action ON activities (root_id, action, id);
CREATE INDEX activities_target ON activities (target_id, id);
CREATE INDEX activities_user ON activities (user_id, id);

-- What happened in a directory or below it.
CREATE TABLE activity_places (
  directory_id INTEGER NOT NULL,
  activity_id  INTEGER NOT NULL,
  PRIMARY KEY (directory_id, activity_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE favorites (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  node_id    INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id   INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX favorites_newest ON favorites (user_id, space_id, created_at);
CREATE INDEX favorites_node ON favorites (node_id);

CREATE TABLE recents (
  user_id  INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  node_id  INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id INTEGER NOT NULL,
  used_at  INTEGER NOT NULL,
  PRIMARY KEY (user_id, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recents_newest ON recents (user_id, space_id, used_at);
CREATE INDEX recents_node ON recents (node_id);

-- Custom fields, which people call tags.
CREATE TABLE fields (
  id          INTEGER PRIMARY KEY,
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  title       TEXT NOT NULL,
  title_key   TEXT NOT NULL,
  type        TEXT NOT NULL, -- text, link
  description TEXT NOT NULL,
  created_by  INTEGER NOT NULL REFERENCES users (id),
  created_at  INTEGER NOT NULL,
  modified_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX fields_title ON fields (space_id, title_key);
CREATE INDEX fields_newest ON fields (space_id, modified_at);
CREATE INDEX fields_author ON fields (created_by);

CREATE TABLE field_values (
  node_id     INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  field_id    INTEGER NOT NULL REFERENCES fields (id) ON DELETE CASCADE,
  content     TEXT NOT NULL,
  content_key TEXT NOT NULL, -- folded for search
  modified_by INTEGER NOT NULL REFERENCES users (id),
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (node_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX field_values_content ON field_values (field_id, content_key);
CREATE INDEX field_values_author ON field_values (modified_by);

-- Operations that their author may take back for a while.
CREATE TABLE undos (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  space_id   INTEGER NOT NULL,
  operation  TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX undos_age ON undos (created_at);
CREATE INDEX undos_user ON undos (user_id);
