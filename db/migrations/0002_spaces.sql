-- +goose Up
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
) STRICT;
CREATE UNIQUE INDEX spaces_title ON spaces (owner_id, title_key) WHERE deleted_at IS NULL;
CREATE INDEX spaces_avatar ON spaces (avatar) WHERE avatar IS NOT NULL;
CREATE INDEX spaces_deleted ON spaces (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE members (
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users (id),
  role        TEXT NOT NULL,
  my_root_id  INTEGER NOT NULL,
  my_trash_id INTEGER NOT NULL,
  joined_at   INTEGER NOT NULL,
  PRIMARY KEY (space_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_user ON members (user_id, space_id);
