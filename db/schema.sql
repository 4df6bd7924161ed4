-- The schema after migration 74, which a new database gets at once. Made by `make golden`.

CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id                  INTEGER PRIMARY KEY,
  email               TEXT UNIQUE, -- lower case
  mobile              TEXT UNIQUE, -- 11 Latin digits
  password            TEXT NOT NULL, -- argon2id in PHC form
  first_name          TEXT NOT NULL,
  last_name           TEXT NOT NULL,
  language            TEXT NOT NULL,
  is_email_validated  INTEGER NOT NULL DEFAULT 0,
  is_mobile_validated INTEGER NOT NULL DEFAULT 0,
  created_at          INTEGER NOT NULL, avatar BLOB, avatar_type TEXT NOT NULL DEFAULT '', theme TEXT NOT NULL DEFAULT '', onboarded INTEGER NOT NULL DEFAULT 0, pending_email TEXT NOT NULL DEFAULT '', pending_mobile TEXT NOT NULL DEFAULT '', staff_role TEXT NOT NULL DEFAULT '', disabled_at INTEGER, erased_at INTEGER,
  CHECK (email IS NOT NULL OR mobile IS NOT NULL)
) STRICT;

CREATE TABLE sessions (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL, -- how often the refresh token was rotated
  secret     BLOB NOT NULL,    -- SHA-256 of the secret of the newest refresh token
  device     TEXT NOT NULL,
  address    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at    INTEGER NOT NULL,
  ended_at   INTEGER
, confirmed_at INTEGER NOT NULL DEFAULT 0, device_id INTEGER NOT NULL DEFAULT 0, method TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX sessions_user ON sessions (user_id, used_at);

CREATE INDEX sessions_used ON sessions (used_at);

CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE invitations (
  code       BLOB PRIMARY KEY,
  email      TEXT NOT NULL,
  invited_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
, with_item INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by ON invitations (invited_by);

CREATE TABLE spaces (
  id                          INTEGER PRIMARY KEY,
  title                       TEXT NOT NULL,
  title_key                   TEXT NOT NULL, -- folded; one owner has no two spaces of one title
  owner_id                    INTEGER NOT NULL REFERENCES users (id),
  root_id                     INTEGER NOT NULL,
  trash_id                    INTEGER NOT NULL,
  organization_title          TEXT NOT NULL DEFAULT '',
  primary_color               TEXT NOT NULL DEFAULT '',
  secondary_color             TEXT NOT NULL DEFAULT '',
  avatar                      BLOB,
  avatar_type                 TEXT NOT NULL DEFAULT '',
  prevent_sharing_non_members INTEGER NOT NULL DEFAULT 0,
  access                      TEXT NOT NULL DEFAULT 'private',
  storage_limit               INTEGER NOT NULL DEFAULT 0, -- bytes; 0 is no limit of its own
  storage_used                INTEGER NOT NULL DEFAULT 0, -- bytes of all versions, trash included
  members                     INTEGER NOT NULL DEFAULT 0,
  created_at                  INTEGER NOT NULL,
  deleted_at                  INTEGER
, rights INTEGER NOT NULL DEFAULT 0, member_limit INTEGER NOT NULL DEFAULT 0, default_role TEXT NOT NULL DEFAULT 'viewer', node_limit INTEGER NOT NULL DEFAULT 1000000, frozen_at INTEGER, frozen_reason TEXT NOT NULL DEFAULT '', purge_at INTEGER, summaries_host TEXT NOT NULL DEFAULT '') STRICT;

CREATE UNIQUE INDEX spaces_title ON spaces (owner_id, title_key) WHERE deleted_at IS NULL;

CREATE INDEX spaces_avatar ON spaces (avatar) WHERE avatar IS NOT NULL;

CREATE INDEX spaces_deleted ON spaces (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE members (
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users (id),
  role        TEXT NOT NULL,
  my_root_id  INTEGER NOT NULL,
  my_trash_id INTEGER NOT NULL,
  joined_at   INTEGER NOT NULL, vouched_by INTEGER NOT NULL DEFAULT 0, welcome_by INTEGER,
  PRIMARY KEY (space_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_user ON members (user_id, space_id);

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
, since INTEGER NOT NULL DEFAULT 0, public INTEGER NOT NULL DEFAULT 0, public_version INTEGER, trashed_by INTEGER REFERENCES users (id), numbers INTEGER NOT NULL DEFAULT 0, tree INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE UNIQUE INDEX nodes_name ON nodes (parent_id, name_key);

CREATE INDEX nodes_by_created ON nodes (parent_id, kind);

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
, poster BLOB, mtime INTEGER NOT NULL DEFAULT 0, sums TEXT NOT NULL DEFAULT '') STRICT;

CREATE UNIQUE INDEX versions_node ON versions (node_id, number);

CREATE INDEX versions_hash ON versions (hash, space_id);

CREATE TABLE thumbnails (
  source     BLOB PRIMARY KEY, -- the content
  state      INTEGER NOT NULL, -- 0 wanted, 1 made, 2 not possible; nodes that show the content repeat it
  hash       BLOB,
  type       TEXT NOT NULL,    -- content type of the source
  tries      INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL
, space_id INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

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
, visitor_id INTEGER NOT NULL DEFAULT 0, mtime INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX uploads_space ON uploads (space_id, user_id, size);

CREATE INDEX uploads_hash ON uploads (hash) WHERE hash IS NOT NULL;

CREATE TABLE zips (
  id         TEXT PRIMARY KEY, -- random, the secret of its URL
  user_id    INTEGER NOT NULL REFERENCES users (id),
  space_id   INTEGER NOT NULL REFERENCES spaces (id),
  nodes      TEXT NOT NULL, -- JSON list of ids
  name       TEXT NOT NULL,
  expires_at INTEGER NOT NULL
, trashed INTEGER NOT NULL DEFAULT 0, token_id INTEGER) STRICT, WITHOUT ROWID;

CREATE INDEX zips_expired ON zips (expires_at);

CREATE INDEX zips_space ON zips (space_id);

CREATE TABLE released (
  hash        BLOB PRIMARY KEY,
  released_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX released_age ON released (released_at);

CREATE TRIGGER thumbnails_released AFTER UPDATE OF hash ON thumbnails WHEN old.hash IS NOT NULL AND old.hash IS NOT new.hash BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER thumbnails_dropped AFTER DELETE ON thumbnails WHEN old.hash IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER spaces_released AFTER UPDATE OF avatar ON spaces WHEN old.avatar IS NOT NULL AND old.avatar IS NOT new.avatar BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER spaces_dropped AFTER DELETE ON spaces WHEN old.avatar IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER uploads_released AFTER DELETE ON uploads WHEN old.hash IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE INDEX nodes_by_trashed ON nodes (parent_id, kind, trashed_at) WHERE trashed_at IS NOT NULL;

CREATE INDEX nodes_trashed ON nodes (trashed_at) WHERE trashed_at IS NOT NULL;

CREATE INDEX nodes_gone ON nodes (root, id) WHERE parent_id IS NULL;

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

CREATE TABLE undos (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  space_id   INTEGER NOT NULL,
  operation  TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL
, running INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX undos_age ON undos (created_at);

CREATE INDEX undos_user ON undos (user_id);

CREATE INDEX nodes_public ON nodes (space_id, id) WHERE public = 1;

CREATE INDEX spaces_public ON spaces (title_key) WHERE access = 'public' AND deleted_at IS NULL;

CREATE TABLE member_invites (
  space_id   INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  email      TEXT NOT NULL, -- lower case
  role       TEXT NOT NULL,
  invited_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL, link_code BLOB, link_by INTEGER REFERENCES users (id), link_expires_at INTEGER,
  PRIMARY KEY (space_id, email)
) STRICT, WITHOUT ROWID;

CREATE INDEX member_invites_email ON member_invites (email);

CREATE INDEX member_invites_by ON member_invites (invited_by);

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
, link_code BLOB, link_by INTEGER REFERENCES users (id), link_expires_at INTEGER) STRICT;

CREATE UNIQUE INDEX guests_node ON guests (node_id, email);

CREATE INDEX guests_user ON guests (user_id, space_id) WHERE user_id IS NOT NULL;

CREATE INDEX guests_email ON guests (email) WHERE user_id IS NULL;

CREATE INDEX guests_space ON guests (space_id, id);

CREATE INDEX guests_by ON guests (created_by);

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
, generation INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

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

CREATE UNIQUE INDEX uploads_identity ON uploads (user_id, visitor_id, space_id, directory_id, key, checksum, relative_path);

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
, invoice_id TEXT NOT NULL DEFAULT '', reply_to TEXT NOT NULL DEFAULT '', shown TEXT NOT NULL DEFAULT '', queued_at INTEGER NOT NULL DEFAULT 0, expires_at INTEGER) STRICT;

CREATE INDEX messages_waiting ON messages (next_at) WHERE state = 0;

CREATE INDEX messages_age ON messages (created_at);

CREATE INDEX users_avatar ON users (avatar) WHERE avatar IS NOT NULL;

CREATE TRIGGER users_released AFTER UPDATE OF avatar ON users WHEN old.avatar IS NOT NULL AND old.avatar IS NOT new.avatar BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER users_dropped AFTER DELETE ON users WHEN old.avatar IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TABLE devices (
  id               INTEGER PRIMARY KEY,
  user_id          INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sum              BLOB NOT NULL, -- SHA-256 of the browser's secret
  name             TEXT NOT NULL, -- browser and system, in words
  address          TEXT NOT NULL,
  created_at       INTEGER NOT NULL,
  used_at          INTEGER NOT NULL,
  remembered_until INTEGER        -- no second step is asked until then
) STRICT;

CREATE UNIQUE INDEX devices_user ON devices (user_id, sum);

CREATE INDEX devices_used ON devices (used_at);

CREATE INDEX devices_recent ON devices (user_id, used_at);

CREATE TABLE one_time_tokens (
  sum        BLOB PRIMARY KEY, -- SHA-256 of the secret
  purpose    TEXT NOT NULL,
  user_id    INTEGER REFERENCES users (id) ON DELETE CASCADE, -- NULL: of nobody yet
  data       TEXT NOT NULL DEFAULT '', -- JSON
  tries      INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id, purpose) WHERE user_id IS NOT NULL;

CREATE INDEX one_time_tokens_expired ON one_time_tokens (expires_at);

CREATE TABLE two_factors (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  method     TEXT NOT NULL, -- sms, totp, email
  secret     BLOB NOT NULL DEFAULT x'', -- of totp, encrypted under a key of the appliance
  target     TEXT NOT NULL DEFAULT '',  -- number or address that codes go to
  used_step  INTEGER NOT NULL DEFAULT 0, -- newest time step of totp that a code was taken for
  created_at INTEGER NOT NULL,
  used_at    INTEGER,
  PRIMARY KEY (user_id, method)
) STRICT, WITHOUT ROWID;

CREATE TABLE static_codes (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sum     BLOB NOT NULL, -- keyed
  used_at INTEGER,
  PRIMARY KEY (user_id, sum)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  id            INTEGER PRIMARY KEY,
  user_id       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id BLOB NOT NULL UNIQUE,
  credential    TEXT NOT NULL, -- JSON: public key, counter, flags, transports
  rp_id         TEXT NOT NULL, -- name of the appliance that it was made for
  name          TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  used_at       INTEGER
) STRICT;

CREATE INDEX passkeys_user ON passkeys (user_id, id);

CREATE TABLE identities (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider   TEXT NOT NULL, -- name in the configuration
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  email      TEXT NOT NULL DEFAULT '', -- as the provider told it, for the reader
  created_at INTEGER NOT NULL,
  used_at    INTEGER
) STRICT;

CREATE UNIQUE INDEX identities_subject ON identities (issuer, subject);

CREATE UNIQUE INDEX identities_user ON identities (user_id, provider);

CREATE TABLE identity_spaces (
  identity_id INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  role        TEXT NOT NULL,
  PRIMARY KEY (identity_id, space_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_spaces_space ON identity_spaces (space_id);

CREATE TABLE api_tokens (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  sum        BLOB NOT NULL UNIQUE, -- SHA-256 of the secret
  hint       TEXT NOT NULL,        -- its last characters
  spaces     TEXT NOT NULL DEFAULT '[]', -- JSON: ids; all of the person's when empty
  may_write  INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  used_at    INTEGER,
  address    TEXT NOT NULL DEFAULT '' -- it was used from last
, kind TEXT NOT NULL DEFAULT 'api', agent TEXT NOT NULL DEFAULT '', wipe_at INTEGER, wiped_at INTEGER) STRICT;

CREATE INDEX api_tokens_user ON api_tokens (user_id, id);

CREATE TABLE promotions (
  code       TEXT PRIMARY KEY, -- upper case
  storage    INTEGER NOT NULL, -- bytes
  uses       INTEGER NOT NULL DEFAULT 0, -- how often it may be used; 0 is any number
  used       INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE promotion_uses (
  user_id  INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code     TEXT NOT NULL REFERENCES promotions (code),
  space_id INTEGER, -- whose storage grew
  used_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX promotion_uses_code ON promotion_uses (code);

CREATE TABLE audit (
  id      INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  action  TEXT NOT NULL,
  user_id INTEGER NOT NULL, -- whose account it is about; 0 when it is nobody's
  by_id   INTEGER NOT NULL, -- who did it; 0 is the appliance, or somebody who is not known
  address TEXT NOT NULL DEFAULT '',
  device  TEXT NOT NULL DEFAULT '',
  detail  TEXT NOT NULL DEFAULT '{}', -- JSON
  hash    BLOB NOT NULL -- SHA-256 of the hash before and this row
) STRICT;

CREATE INDEX audit_user ON audit (user_id, id);

CREATE INDEX audit_user_action ON audit (user_id, action, id);

CREATE INDEX audit_action ON audit (action, id);

CREATE INDEX audit_by ON audit (by_id, id);

CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;

CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;

CREATE INDEX invitations_email ON invitations (email);

CREATE INDEX thumbnails_turns ON thumbnails (type = 'application/pdf', space_id, changed_at) WHERE state = 0;

CREATE TABLE plans (
  id              INTEGER PRIMARY KEY,
  name            TEXT NOT NULL, -- free, standard, professional, business, growth, enterprise, premium
  version         INTEGER NOT NULL,
  title_fa        TEXT NOT NULL,
  title_en        TEXT NOT NULL,
  price           INTEGER NOT NULL, -- for a user and a month, in the smallest unit of the currency
  storage_price   INTEGER NOT NULL, -- for an extra GiB and a month
  min_users       INTEGER NOT NULL,
  max_users       INTEGER NOT NULL, -- 0: any number
  storage         INTEGER NOT NULL, -- bytes
  versions        INTEGER NOT NULL, -- of a file; 0: any number
  timeline_days   INTEGER NOT NULL, -- 36500: for ever
  restore_days    INTEGER NOT NULL,
  fields          INTEGER NOT NULL, -- custom fields
  advanced_search INTEGER NOT NULL,
  support         TEXT NOT NULL, -- basic, growth, professional, enterprise
  summaries       TEXT NOT NULL, -- disabled, summarize, full
  withdrawn       INTEGER NOT NULL, -- not for sale
  created_at      INTEGER NOT NULL,
  UNIQUE (name, version)
) STRICT;

CREATE TABLE subscriptions (
  space_id   INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  plan_id    INTEGER NOT NULL REFERENCES plans (id),
  users      INTEGER NOT NULL,
  extra_gib  INTEGER NOT NULL,
  bonus      INTEGER NOT NULL DEFAULT 0, -- bytes of a promotion code
  period     TEXT NOT NULL, -- daily, weekly, monthly, yearly; empty for a free plan
  trial      INTEGER NOT NULL,
  since      INTEGER NOT NULL, -- the paid time goes on without a break since then
  starts_at  INTEGER NOT NULL, -- of the last period that was paid for
  ends_at    INTEGER, -- null: never
  locked_at  INTEGER, -- from then on nothing can be written; null: never
  reminded   INTEGER NOT NULL DEFAULT 0, -- days before the end that the last reminder spoke of
  suspended  INTEGER NOT NULL DEFAULT 0, -- nothing is sold any more: it has no effect
  former_restore_days INTEGER NOT NULL DEFAULT 0, -- of the plan before, when that kept the trash for longer
  former_until        INTEGER -- and until when they hold
, given_plan_id INTEGER REFERENCES plans (id), given_users INTEGER NOT NULL DEFAULT 0, given_extra_gib INTEGER NOT NULL DEFAULT 0, given_ends_at INTEGER, given_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX subscriptions_plan ON subscriptions (plan_id);

CREATE INDEX subscriptions_end ON subscriptions (ends_at) WHERE ends_at IS NOT NULL;

CREATE TABLE invoices (
  id          TEXT PRIMARY KEY, -- the payment_id of the calls
  number      TEXT UNIQUE, -- given when it is paid: year-serial
  year        INTEGER,
  serial      INTEGER, -- without gaps in a year
  user_id     INTEGER NOT NULL REFERENCES users (id),
  space_id    INTEGER, -- null until the workspace of a new one is made
  intent      TEXT NOT NULL, -- create, create_auto, renew, upgrade
  plan_id     INTEGER NOT NULL REFERENCES plans (id),
  users       INTEGER NOT NULL,
  extra_gib   INTEGER NOT NULL,
  period      TEXT NOT NULL,
  trial       INTEGER NOT NULL,
  starts_at   INTEGER, -- of the time that is bought; null: when the money comes
  ends_at     INTEGER,
  lines       TEXT NOT NULL, -- JSON
  total       INTEGER NOT NULL,
  currency    TEXT NOT NULL,
  discount    TEXT NOT NULL DEFAULT '', -- its code
  seller      TEXT NOT NULL DEFAULT '{}', -- JSON, as it was when it was paid
  buyer       TEXT NOT NULL DEFAULT '{}',
  state       TEXT NOT NULL, -- draft, pending, paid, applied, failed, void, refunded
  provider    TEXT NOT NULL DEFAULT '',
  reference   TEXT NOT NULL DEFAULT '', -- of the provider, or the tracking number of a transfer
  reason      TEXT NOT NULL DEFAULT '', -- why it was refused
  created_at  INTEGER NOT NULL,
  sent_at     INTEGER, -- the payment began, or the receipt came
  paid_at     INTEGER,
  applied_at  INTEGER,
  UNIQUE (year, serial)
) STRICT;

CREATE INDEX invoices_space ON invoices (space_id, created_at);

CREATE INDEX invoices_user ON invoices (user_id, created_at);

CREATE INDEX invoices_state ON invoices (state, sent_at);

CREATE UNIQUE INDEX invoices_pending ON invoices (coalesce(space_id, -user_id), intent) WHERE state = 'pending';

CREATE TABLE payments (
  id         INTEGER PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  provider   TEXT NOT NULL,
  authority  TEXT NOT NULL, -- the provider's name for it
  amount     INTEGER NOT NULL,
  state      TEXT NOT NULL, -- pending, paid, failed; surplus: another one paid the invoice before
  receipt    BLOB, -- hash of the picture of a transfer
  receipt_type TEXT NOT NULL DEFAULT '',
  raw        TEXT NOT NULL DEFAULT '', -- the provider's last answer
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  UNIQUE (provider, authority)
) STRICT;

CREATE INDEX payments_invoice ON payments (invoice_id);

CREATE INDEX payments_open ON payments (provider, id) WHERE state = 'pending';

CREATE INDEX payments_receipt ON payments (receipt) WHERE receipt IS NOT NULL;

CREATE TABLE discounts (
  code       TEXT PRIMARY KEY, -- upper case
  percent    INTEGER NOT NULL, -- of the sum before tax; 0 when it is an amount
  amount     INTEGER NOT NULL,
  cap        INTEGER NOT NULL, -- the most that a percentage takes off; 0: any amount
  plans      TEXT NOT NULL DEFAULT '[]', -- JSON: names; all when empty
  uses       INTEGER NOT NULL, -- how often it may be used; 0: any number
  used       INTEGER NOT NULL DEFAULT 0,
  first_only INTEGER NOT NULL, -- only for the first purchase of a user
  starts_at  INTEGER,
  ends_at    INTEGER,
  withdrawn  INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX discounts_created ON discounts (created_at);

CREATE TABLE discount_uses (
  code       TEXT NOT NULL REFERENCES discounts (code),
  user_id    INTEGER NOT NULL REFERENCES users (id),
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  used_at    INTEGER NOT NULL,
  PRIMARY KEY (code, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE refunds (
  id         INTEGER PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  payment_id INTEGER UNIQUE REFERENCES payments (id), -- null: the invoice itself
  amount     INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  reference  TEXT NOT NULL, -- of the transfer, or of the provider
  ends_plan  INTEGER NOT NULL, -- the time that was bought was taken back
  user_id    INTEGER NOT NULL REFERENCES users (id), -- of staff
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX refunds_invoice ON refunds (invoice_id) WHERE payment_id IS NULL;

CREATE INDEX payments_surplus ON payments (invoice_id) WHERE state = 'surplus';

CREATE INDEX users_staff ON users (staff_role) WHERE staff_role <> '';

CREATE TABLE tickets (
  id          INTEGER PRIMARY KEY,
  code        TEXT NOT NULL UNIQUE, -- for tracking; none can be guessed from another
  user_id     INTEGER NOT NULL REFERENCES users (id),
  plan_type   TEXT NOT NULL, -- name of the active plan when it was made
  tier        TEXT NOT NULL, -- of support: basic, growth, professional, enterprise
  subject     TEXT NOT NULL,
  department  TEXT NOT NULL, -- technical, financial, sales, other
  status      TEXT NOT NULL, -- pending, closed, solved
  last_by     TEXT NOT NULL, -- of the last message that both see: user, staff
  assignee_id INTEGER REFERENCES users (id),
  merged_into INTEGER REFERENCES tickets (id),
  version     INTEGER NOT NULL DEFAULT 1, -- counts the changes
  messages    INTEGER NOT NULL DEFAULT 0,
  clock_from  INTEGER, -- the clock of the answer runs since then; null while it stands
  clock_days  INTEGER NOT NULL, -- business days that were left then
  due_at      INTEGER, -- null while the clock stands
  told_at     INTEGER, -- when staff were written to last
  seen_at     INTEGER NOT NULL, -- when the user looked last
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  answered_at INTEGER, -- the last answer of staff
  closed_at   INTEGER
) STRICT;

CREATE INDEX tickets_user ON tickets (user_id, updated_at);

CREATE INDEX tickets_due ON tickets (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX tickets_merged ON tickets (merged_into) WHERE merged_into IS NOT NULL;

CREATE INDEX tickets_assignee ON tickets (assignee_id) WHERE assignee_id IS NOT NULL;

CREATE TABLE ticket_messages (
  id         INTEGER PRIMARY KEY,
  ticket_id  INTEGER NOT NULL REFERENCES tickets (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  staff      INTEGER NOT NULL, -- written as staff
  note       INTEGER NOT NULL, -- only staff see it
  by_mail    INTEGER NOT NULL,
  mail_id    TEXT, -- SHA-256 of the mail that it came by
  text       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX ticket_messages_ticket ON ticket_messages (ticket_id, id);

CREATE INDEX ticket_messages_user ON ticket_messages (user_id);

CREATE UNIQUE INDEX ticket_messages_mail ON ticket_messages (mail_id) WHERE mail_id IS NOT NULL;

CREATE TABLE ticket_files (
  id         INTEGER PRIMARY KEY,
  message_id INTEGER REFERENCES ticket_messages (id) ON DELETE CASCADE, -- null until the message is sent
  user_id    INTEGER NOT NULL REFERENCES users (id), -- its sender
  hash       BLOB NOT NULL,
  name       TEXT NOT NULL,
  type       TEXT NOT NULL,
  size       INTEGER NOT NULL,
  created_at INTEGER NOT NULL
, removed_at INTEGER) STRICT;

CREATE INDEX ticket_files_message ON ticket_files (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX ticket_files_loose ON ticket_files (user_id, created_at) WHERE message_id IS NULL;

CREATE INDEX ticket_files_old ON ticket_files (created_at) WHERE message_id IS NULL;

CREATE INDEX ticket_files_hash ON ticket_files (hash);

CREATE TRIGGER ticket_files_dropped AFTER DELETE ON ticket_files BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TABLE canned_texts (
  id    INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  text  TEXT NOT NULL
) STRICT;

CREATE TABLE holidays (
  day  TEXT PRIMARY KEY, -- 2026-03-21
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at IS NOT NULL;

CREATE TABLE erasures (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id),
  by_id      INTEGER NOT NULL, -- 0: the shell
  state      TEXT NOT NULL,    -- leaving, forgetting, done
  problem    TEXT NOT NULL DEFAULT '', -- of the last try, a key of the catalogue
  created_at INTEGER NOT NULL,
  done_at    INTEGER
) STRICT;

CREATE INDEX erasures_open ON erasures (created_at) WHERE done_at IS NULL;

CREATE INDEX messages_state ON messages (state, id);

CREATE TABLE disk_days (
  day  INTEGER PRIMARY KEY, -- since 1970
  used INTEGER NOT NULL     -- bytes, at the end of the day
) STRICT;

CREATE TABLE setting_changes (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  name    TEXT NOT NULL,
  user_id INTEGER NOT NULL, -- no reference: the history outlives accounts
  at      INTEGER NOT NULL,
  before  TEXT NOT NULL, -- JSON, without secrets
  after   TEXT NOT NULL
) STRICT;

CREATE INDEX invoices_paid ON invoices (paid_at) WHERE paid_at IS NOT NULL;

CREATE INDEX refunds_created ON refunds (created_at);

CREATE INDEX versions_poster ON versions (poster) WHERE poster IS NOT NULL;

CREATE TRIGGER versions_released AFTER DELETE ON versions BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.poster, unixepoch('subsec') * 1000 WHERE old.poster IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

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
, lock TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX leases_ended ON leases (ended, expires_at);

CREATE INDEX leases_opened ON leases (opened_hash) WHERE opened_hash IS NOT NULL;

CREATE INDEX leases_prior ON leases (prior_hash) WHERE prior_hash IS NOT NULL;

CREATE INDEX leases_user ON leases (user_id);

CREATE TRIGGER leases_released AFTER DELETE ON leases BEGIN
  INSERT INTO released (hash, released_at) SELECT old.opened_hash, unixepoch('subsec') * 1000 WHERE old.opened_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.prior_hash, unixepoch('subsec') * 1000 WHERE old.prior_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER leases_changed AFTER UPDATE OF opened_hash, prior_hash ON leases BEGIN
  INSERT INTO released (hash, released_at) SELECT old.opened_hash, unixepoch('subsec') * 1000 WHERE old.opened_hash IS NOT new.opened_hash AND old.opened_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.prior_hash, unixepoch('subsec') * 1000 WHERE old.prior_hash IS NOT new.prior_hash AND old.prior_hash IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

CREATE TRIGGER versions_replaced AFTER UPDATE OF hash ON versions WHEN old.hash <> new.hash BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.poster, unixepoch('subsec') * 1000 WHERE old.poster IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;

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

CREATE TABLE google_accounts (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  subject    TEXT NOT NULL,              -- that Google names it by
  email      TEXT NOT NULL,
  sealed     BLOB NOT NULL,              -- the lasting token
  lost       INTEGER NOT NULL DEFAULT 0, -- Google takes the token no more
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE google_sessions (
  id         INTEGER PRIMARY KEY,
  node_id    INTEGER NOT NULL,
  space_id   INTEGER NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- in whose Drive it lies
  name       TEXT NOT NULL,           -- of the file
  mime       TEXT NOT NULL,
  opened_id  INTEGER NOT NULL,        -- the version that was sent
  sitting_id INTEGER,                 -- that saves made, which the next one replaces
  state      TEXT NOT NULL,           -- new, open, closing
  remote     TEXT NOT NULL DEFAULT '', -- id at Google
  link       TEXT NOT NULL DEFAULT '',
  mark       TEXT NOT NULL DEFAULT '', -- of the content that was fetched last
  outcome    TEXT NOT NULL DEFAULT '', -- of the last save
  saved_at   INTEGER,
  looked_at  INTEGER,
  problem    TEXT NOT NULL DEFAULT '', -- why the last look failed
  failed_at  INTEGER,               -- the first of the looks that failed since
  failures   INTEGER NOT NULL DEFAULT 0,
  retry_at   INTEGER NOT NULL DEFAULT 0,
  pinged_at  INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX google_sessions_node ON google_sessions (node_id);

CREATE INDEX google_sessions_user ON google_sessions (user_id);

CREATE INDEX google_sessions_retry ON google_sessions (retry_at);

CREATE TABLE google_people (
  session_id INTEGER NOT NULL REFERENCES google_sessions (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  shared     INTEGER NOT NULL DEFAULT 0, -- Google lets them in
  pinged_at  INTEGER NOT NULL,
  PRIMARY KEY (session_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX google_people_user ON google_people (user_id);

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

CREATE TABLE dav_props (
  node_id INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
  ns      TEXT NOT NULL,
  name    TEXT NOT NULL,
  value   TEXT NOT NULL, -- the whole element in XML
  PRIMARY KEY (node_id, ns, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE mounts (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tree    TEXT NOT NULL,    -- the directory that shows it
  root_id INTEGER NOT NULL, -- of the tree or the item; 0 for "Shared with me"
  name    TEXT NOT NULL,
  key     TEXT NOT NULL,    -- the name as names are compared
  PRIMARY KEY (user_id, tree, root_id),
  UNIQUE (user_id, tree, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_logins (
  sum        BLOB PRIMARY KEY, -- SHA-256 of the secret that opens the page
  poll       BLOB UNIQUE,      -- SHA-256 of the secret that the device asks with; NULL for one that waits in that page
  name       TEXT NOT NULL,    -- of the device
  agent      TEXT NOT NULL,    -- its User-Agent
  address    TEXT NOT NULL,    -- it asked from
  user_id    INTEGER REFERENCES users (id) ON DELETE CASCADE, -- allowed it
  session_id INTEGER,          -- in which they did
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX device_logins_address ON device_logins (address, expires_at);

CREATE INDEX device_logins_expires ON device_logins (expires_at);

CREATE INDEX device_logins_user ON device_logins (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE homes (
  user_id  INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX homes_space ON homes (space_id);

CREATE TABLE chunk_uploads (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,    -- by which the app knows it
  size       INTEGER NOT NULL, -- of the whole file; -1 when the app did not say
  touched_at INTEGER NOT NULL, stored INTEGER NOT NULL DEFAULT 0, token_id INTEGER REFERENCES api_tokens (id) ON DELETE CASCADE, chunks INTEGER NOT NULL DEFAULT 0, -- when something of it came
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

CREATE TABLE office_keys (
  key        TEXT PRIMARY KEY,
  node_id    INTEGER NOT NULL, -- of a file that may be gone
  space_id   INTEGER NOT NULL, -- that may be gone
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name       TEXT NOT NULL,    -- of the file
  opened_id  INTEGER NOT NULL, -- the version that was opened
  sitting_id INTEGER,          -- that saves meanwhile made, which the next one replaces
  state      TEXT NOT NULL,    -- open, saved, closed
  seen       TEXT NOT NULL,    -- SHA-256 of the token of the last save, in hex
  seen_at    INTEGER NOT NULL, -- when the newest token was signed, in Unix seconds
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX office_keys_node ON office_keys (node_id, created_at);

CREATE INDEX office_keys_user ON office_keys (user_id);

CREATE INDEX office_keys_created ON office_keys (created_at);

CREATE TABLE wopi_sessions (
  key          TEXT PRIMARY KEY,
  node_id      INTEGER NOT NULL, -- of a file that may be gone
  space_id     INTEGER NOT NULL, -- that may be gone
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the first one
  name         TEXT NOT NULL,              -- of the file
  closed       INTEGER NOT NULL DEFAULT 0, -- the office server gave the file back
  copy_id      INTEGER,                    -- file that holds what came after another editor took the document over
  copy_space   INTEGER,                    -- where that lies
  copy_version INTEGER,                    -- of that file, which the next save replaces
  created_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX wopi_sessions_user ON wopi_sessions (user_id);

CREATE INDEX wopi_sessions_created ON wopi_sessions (created_at);

CREATE TABLE templates (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  node_id  INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX templates_node ON templates (node_id);

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

CREATE TABLE imported_buckets (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  bucket   TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

CREATE TABLE bucket_accounts (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  endpoint   TEXT NOT NULL,
  region     TEXT NOT NULL,
  access_key TEXT NOT NULL,
  sealed     BLOB NOT NULL, -- the secret key
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE import_logins (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER REFERENCES users (id) ON DELETE SET NULL, -- asked for it; without them it is given back
  address    TEXT NOT NULL,             -- of the server
  product    TEXT NOT NULL,             -- Nextcloud, ownCloud or Anbar
  page       TEXT NOT NULL,             -- where the person answers
  name       TEXT NOT NULL DEFAULT '',  -- of the user at the server; empty until they answered
  sealed     BLOB NOT NULL,             -- the secret that the answer is asked for with, then the app password
  used       INTEGER NOT NULL DEFAULT 0, -- an import was begun with it
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,          -- of one that no import uses; later, when it is given back again
  tries      INTEGER NOT NULL DEFAULT 0 -- to give it back
) STRICT;

CREATE INDEX import_logins_user ON import_logins (user_id);

CREATE INDEX import_logins_expires ON import_logins (expires_at);

CREATE TABLE import_links (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  old_url   TEXT NOT NULL,
  path      TEXT NOT NULL,             -- as the source shows it
  link_id   TEXT NOT NULL DEFAULT '',  -- of ours in its place; it may be gone
  reason    TEXT NOT NULL DEFAULT '',  -- of the catalogue, why there is none
  PRIMARY KEY (import_id, old_url)
) STRICT, WITHOUT ROWID;

CREATE INDEX chunk_uploads_token ON chunk_uploads (token_id) WHERE token_id IS NOT NULL;

CREATE INDEX invoices_reserved ON invoices (discount, user_id) WHERE discount <> '' AND state = 'pending';

CREATE INDEX ticket_files_sums ON ticket_files (user_id, created_at, size);

CREATE INDEX nodes_filled ON nodes (space_id, files, directories) WHERE parent_id IS NULL AND files + directories > 0;

CREATE TABLE undo_parts (
  undo_id INTEGER NOT NULL REFERENCES undos (id) ON DELETE CASCADE,
  number  INTEGER NOT NULL, -- in the order in which they were done
  steps   TEXT NOT NULL,    -- JSON
  PRIMARY KEY (undo_id, number)
) STRICT;

CREATE TABLE "link_openings" (
  id          INTEGER PRIMARY KEY,
  link_id     TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  email       TEXT NOT NULL DEFAULT '', -- confirmed
  address     TEXT NOT NULL,            -- its prefix
  opened_at   INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE INDEX link_openings_link ON link_openings (link_id, id);

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

CREATE TABLE buyers (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  buyer    TEXT NOT NULL -- JSON
) STRICT;

CREATE UNIQUE INDEX member_invites_link ON member_invites (link_code) WHERE link_code IS NOT NULL;

CREATE INDEX member_invites_link_by ON member_invites (link_by) WHERE link_by IS NOT NULL;

CREATE UNIQUE INDEX guests_link ON guests (link_code) WHERE link_code IS NOT NULL;

CREATE INDEX guests_link_by ON guests (link_by) WHERE link_by IS NOT NULL;

CREATE INDEX audit_alarms ON audit (id) WHERE action IN ('sign_in_failed', 'second_step_failed', 'second_step_guessed', 'refresh_token_reused',
  'passkey_copied', 'two_factor_disable', 'contact_lose');

CREATE INDEX users_name ON users (replace(replace(replace(replace(replace(replace(replace(replace(lower(first_name || ' ' || last_name),
  'ي', 'ی'), 'ك', 'ک'), 'ه', 'و' || char(65533)), 'پ', 'ب' || char(65533)), 'چ', 'ج' || char(65533)), 'ژ', 'ز' || char(65533)),
  'ک', 'ق' || char(65533)), 'گ', 'ق' || char(65533, 65533)), id);

CREATE INDEX users_email ON users (coalesce(email, ''), id);

CREATE INDEX users_role ON users (staff_role, id);

CREATE INDEX tickets_order ON tickets (coalesce(due_at, 9007199254740992), id) WHERE merged_into IS NULL;

CREATE INDEX tickets_state ON tickets (status, coalesce(due_at, 9007199254740992), id) WHERE merged_into IS NULL;

CREATE INDEX tickets_changed ON tickets (updated_at, id) WHERE merged_into IS NULL;

CREATE INDEX tickets_counts ON tickets (department, status) WHERE merged_into IS NULL;

CREATE TABLE drills (
  id         INTEGER PRIMARY KEY,
  began      INTEGER NOT NULL,
  ended      INTEGER NOT NULL DEFAULT 0, -- 0 while it goes on
  kind       TEXT NOT NULL,              -- nightly, asked
  moment     INTEGER NOT NULL DEFAULT 0, -- of the copy that came back
  objects    INTEGER NOT NULL DEFAULT 0, -- that were listed with their sizes
  bytes      INTEGER NOT NULL DEFAULT 0, -- that were read back and hashed
  contents   INTEGER NOT NULL DEFAULT 0, -- that the database names
  pending    INTEGER NOT NULL DEFAULT 0, -- large contents that were on their way
  proven     REAL NOT NULL DEFAULT 0,    -- share of the bytes that were read back within 30 days
  folder     INTEGER NOT NULL DEFAULT 0, -- that was compared
  findings   TEXT NOT NULL DEFAULT '[]', -- JSON
  healed     INTEGER NOT NULL DEFAULT 0, -- findings that are over
  outcome    TEXT NOT NULL,              -- running, good, healed, failed, stopped
  call       TEXT NOT NULL DEFAULT ''    -- how the call of the URL went: ok, or why not; empty for none
, served INTEGER NOT NULL DEFAULT 0, target TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE first_steps (
  step       TEXT PRIMARY KEY,           -- address, mail, copies, people
  dismissed  INTEGER NOT NULL DEFAULT 0, -- when an administrator set it aside; 0 for not
  proven     INTEGER NOT NULL DEFAULT 0, -- of mail: when a test mail was last accepted; 0 for never
  proven_for TEXT NOT NULL DEFAULT ''    -- the mail server that accepted it
) STRICT;

CREATE TABLE space_days (
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  day      INTEGER NOT NULL, -- since 1970
  used     INTEGER NOT NULL,
  PRIMARY KEY (space_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE kind_days (
  kind TEXT NOT NULL, -- documents, pictures, video, audio, archives, other, versions, trash
  day  INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (kind, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE space_kind_days (
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  kind     TEXT NOT NULL, -- as in kind_days
  day      INTEGER NOT NULL, -- since 1970
  used     INTEGER NOT NULL,
  PRIMARY KEY (space_id, kind, day)
) STRICT, WITHOUT ROWID;
