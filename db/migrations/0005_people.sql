-- +goose Up

-- Changes with everything that decides who may do what in the workspace: what was
-- concluded from the rows of one number holds as long as the number does.
ALTER TABLE spaces ADD COLUMN rights INTEGER NOT NULL DEFAULT 0;
ALTER TABLE spaces ADD COLUMN member_limit INTEGER NOT NULL DEFAULT 0; -- 0 is none of its own
ALTER TABLE spaces ADD COLUMN default_role TEXT NOT NULL DEFAULT 'viewer'; -- of who joins by themselves

CREATE INDEX nodes_public ON nodes (space_id, id) WHERE public = 1;
CREATE INDEX spaces_public ON spaces (title_key) WHERE access = 'public' AND deleted_at IS NULL;

-- Who was asked in by an address that nobody has proven to be theirs yet.
CREATE TABLE member_invites (
  space_id   INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  email      TEXT NOT NULL, -- lower case
  role       TEXT NOT NULL,
  invited_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (space_id, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_invites_email ON member_invites (email);
CREATE INDEX member_invites_by ON member_invites (invited_by);

-- Custom roles.
CREATE TABLE roles (
  id          INTEGER PRIMARY KEY,
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  name_key    TEXT NOT NULL, -- folded
  permissions TEXT NOT NULL, -- JSON: [{"action","subject"}]
  created_by  INTEGER NOT NULL REFERENCES users (id),
  created_at  INTEGER NOT NULL,
  modified_by INTEGER NOT NULL REFERENCES users (id),
  modified_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX roles_name ON roles (space_id, name_key);
CREATE INDEX roles_created_by ON roles (created_by);
CREATE INDEX roles_modified_by ON roles (modified_by);

CREATE TABLE role_members (
  role_id    INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (role_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX role_members_user ON role_members (user_id, role_id);

CREATE TABLE role_targets (
  role_id    INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  node_id    INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (role_id, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX role_targets_node ON role_targets (node_id);

-- A built-in role for one person on one item. Without user_id it waits until
-- somebody proves that the address is theirs.
CREATE TABLE guests (
  id         INTEGER PRIMARY KEY,
  space_id   INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  node_id    INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  home_id    INTEGER NOT NULL, -- the root it lay below when it was shared: moved elsewhere it is shared no more
  user_id    INTEGER REFERENCES users (id) ON DELETE CASCADE,
  email      TEXT NOT NULL, -- lower case
  role       TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX guests_node ON guests (node_id, email);
CREATE INDEX guests_user ON guests (user_id, space_id) WHERE user_id IS NOT NULL;
CREATE INDEX guests_email ON guests (email) WHERE user_id IS NULL;
CREATE INDEX guests_space ON guests (space_id, id);
CREATE INDEX guests_by ON guests (created_by);

-- Temporary download links.
CREATE TABLE links (
  id           TEXT PRIMARY KEY, -- 128 random bits, the secret of its URL
  space_id     INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  home_id      INTEGER NOT NULL, -- the root of what it gives, when it was made
  directory_id INTEGER NOT NULL, -- that held it, for lists
  title        TEXT NOT NULL,
  version_id   INTEGER,          -- NULL: always the newest
  password     TEXT NOT NULL DEFAULT '', -- argon2id in PHC form
  emails       TEXT NOT NULL DEFAULT '[]', -- JSON; only these addresses, when there are any
  description  TEXT NOT NULL DEFAULT '', -- to the recipients
  view_only    INTEGER NOT NULL DEFAULT 0,
  tell_opening INTEGER NOT NULL DEFAULT 0, -- mail to the creator at the first opening
  count_limit  INTEGER NOT NULL DEFAULT 0, -- 0 is none
  used         INTEGER NOT NULL DEFAULT 0,
  expires_at   INTEGER,          -- NULL: permanent
  created_by   INTEGER NOT NULL REFERENCES users (id),
  created_at   INTEGER NOT NULL,
  modified_at  INTEGER NOT NULL,
  deleted_at   INTEGER,
  dead_at      INTEGER           -- found to give nothing any more, and its people told so
) STRICT, WITHOUT ROWID;
CREATE INDEX links_space ON links (space_id, created_at);
CREATE INDEX links_directory ON links (directory_id, created_at);
CREATE INDEX links_by ON links (created_by, space_id);
CREATE INDEX links_deleted ON links (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE link_nodes (
  link_id TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  node_id INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  PRIMARY KEY (link_id, node_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_nodes_node ON link_nodes (node_id);

-- Every time that a link was opened, which is a grant to download for a while.
CREATE TABLE link_openings (
  id          INTEGER PRIMARY KEY,
  link_id     TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  token       TEXT NOT NULL UNIQUE, -- SHA-256, in hex
  email       TEXT NOT NULL DEFAULT '', -- confirmed
  address     TEXT NOT NULL,        -- its prefix
  opened_at   INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX link_openings_link ON link_openings (link_id, id);

-- Upload boxes: directories that outsiders may put files into.
CREATE TABLE boxes (
  id                 TEXT PRIMARY KEY, -- 128 random bits, the code
  space_id           INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  node_id            INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  home_id            INTEGER NOT NULL, -- the root of the directory, when it was made
  title              TEXT NOT NULL,
  description        TEXT NOT NULL DEFAULT '',
  password           TEXT NOT NULL DEFAULT '',
  emails             TEXT NOT NULL DEFAULT '[]',
  max_file_size      INTEGER NOT NULL DEFAULT 0, -- bytes; 0 is no limit of its own
  allowed_file_types TEXT NOT NULL DEFAULT '[]', -- JSON: endings without dot, or groups
  retention_value    INTEGER NOT NULL DEFAULT 0, -- 0: what came in stays
  retention_unit     TEXT NOT NULL DEFAULT '',
  per_visitor        INTEGER NOT NULL DEFAULT 0, -- a directory for each visitor
  expires_at         INTEGER NOT NULL,
  created_by         INTEGER NOT NULL REFERENCES users (id),
  created_at         INTEGER NOT NULL,
  modified_at        INTEGER NOT NULL,
  deleted_at         INTEGER,
  dead_at            INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX boxes_space ON boxes (space_id, created_at);
CREATE INDEX boxes_node ON boxes (node_id, created_at);
CREATE INDEX boxes_by ON boxes (created_by, space_id);
CREATE INDEX boxes_open ON boxes (expires_at) WHERE deleted_at IS NULL;
CREATE INDEX boxes_deleted ON boxes (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE box_visitors (
  id           INTEGER PRIMARY KEY,
  box_id       TEXT NOT NULL REFERENCES boxes (id) ON DELETE CASCADE,
  directory    TEXT NOT NULL DEFAULT '', -- name of this visitor's own directory, made with the first file
  name         TEXT NOT NULL DEFAULT '',
  email        TEXT NOT NULL DEFAULT '', -- confirmed when the box asks for addresses
  address      TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX box_visitors_box ON box_visitors (box_id, id);

CREATE TABLE box_files (
  node_id    INTEGER PRIMARY KEY REFERENCES nodes (id) ON DELETE CASCADE,
  box_id     TEXT NOT NULL REFERENCES boxes (id) ON DELETE CASCADE,
  visitor_id INTEGER NOT NULL REFERENCES box_visitors (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL, -- that came in; with another head it is somebody's work, and stays
  name       TEXT NOT NULL,    -- as the visitor sent it
  size       INTEGER NOT NULL,
  hash       TEXT NOT NULL, -- in hex, for the receipt
  came_at    INTEGER NOT NULL,
  remove_at  INTEGER,          -- NULL: stays
  told       INTEGER NOT NULL DEFAULT 0 -- stood in a digest
) STRICT;
CREATE INDEX box_files_box ON box_files (box_id, came_at);
CREATE INDEX box_files_visitor ON box_files (visitor_id);
CREATE INDEX box_files_untold ON box_files (box_id, came_at) WHERE told = 0;
CREATE INDEX box_files_remove ON box_files (remove_at) WHERE remove_at IS NOT NULL;

-- Whose upload it is when it goes into a box: several visitors share the person
-- in whose name they upload.
ALTER TABLE uploads ADD COLUMN visitor_id INTEGER NOT NULL DEFAULT 0;
DROP INDEX uploads_identity;
CREATE UNIQUE INDEX uploads_identity ON uploads (user_id, visitor_id, space_id, directory_id, key, checksum, relative_path);

-- Codes of six digits that were sent to addresses.
CREATE TABLE codes (
  purpose    TEXT NOT NULL, -- what it opens: link, box, email, and its id
  email      TEXT NOT NULL,
  sum        TEXT NOT NULL, -- of the code, in hex
  tries      INTEGER NOT NULL DEFAULT 0,
  sent       INTEGER NOT NULL DEFAULT 1, -- how many since
  since      INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (purpose, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_expired ON codes (expires_at);

-- The outbox: messages on their way, and those that went.
CREATE TABLE messages (
  id         INTEGER PRIMARY KEY,
  channel    TEXT NOT NULL, -- mail
  recipient  TEXT NOT NULL,
  kind       TEXT NOT NULL, -- which template
  language   TEXT NOT NULL,
  subject    TEXT NOT NULL,
  text       TEXT NOT NULL,
  html       TEXT NOT NULL,
  state      INTEGER NOT NULL DEFAULT 0, -- 0 waiting, 1 sent, 2 given up, 3 kept because nothing sends
  tries      INTEGER NOT NULL DEFAULT 0,
  error      TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  next_at    INTEGER NOT NULL,
  sent_at    INTEGER
) STRICT;
CREATE INDEX messages_waiting ON messages (next_at) WHERE state = 0;
CREATE INDEX messages_age ON messages (created_at);
