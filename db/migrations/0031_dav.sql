-- +goose Up

-- Locks that programs took by WebDAV. An exclusive lock of a file counts only as long as the file's lease has its token.
CREATE TABLE dav_locks (
  token      TEXT PRIMARY KEY,
  node_id    INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  space_id   INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  owner      TEXT NOT NULL,    -- XML, as the program says it
  deep       INTEGER NOT NULL, -- it holds for all below, too
  shared     INTEGER NOT NULL,
  of_file    INTEGER NOT NULL, -- the node is one
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX dav_locks_node ON dav_locks (node_id);
CREATE INDEX dav_locks_space ON dav_locks (space_id);
CREATE INDEX dav_locks_user ON dav_locks (user_id);
CREATE INDEX dav_locks_expires ON dav_locks (expires_at);

-- Properties that programs keep at files and directories by WebDAV, and that mean nothing to the server.
CREATE TABLE dav_props (
  node_id INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  ns      TEXT NOT NULL,
  name    TEXT NOT NULL,
  value   TEXT NOT NULL, -- the whole element in XML
  PRIMARY KEY (node_id, ns, name)
) STRICT, WITHOUT ROWID;

-- Names under which a person's programs see a directory within another one. They stay, so that no program loads all of it
-- again.
CREATE TABLE mounts (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tree    TEXT NOT NULL,    -- the directory that shows it
  root_id INTEGER NOT NULL, -- of the tree or the item; 0 for "Shared with me"
  name    TEXT NOT NULL,
  key     TEXT NOT NULL,    -- the name as names are compared
  PRIMARY KEY (user_id, tree, root_id),
  UNIQUE (user_id, tree, key)
) STRICT, WITHOUT ROWID;
