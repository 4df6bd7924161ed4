-- +goose Up

ALTER TABLE users ADD COLUMN avatar BLOB;
ALTER TABLE users ADD COLUMN avatar_type TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN theme TEXT NOT NULL DEFAULT ''; -- light or dark; empty: as the device has it
ALTER TABLE users ADD COLUMN onboarded INTEGER NOT NULL DEFAULT 0; -- has seen the tour
-- What the address or the number becomes when it is proven.
ALTER TABLE users ADD COLUMN pending_email TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN pending_mobile TEXT NOT NULL DEFAULT '';
UPDATE users SET onboarded = 1; -- who has been here knows the place
CREATE INDEX users_avatar ON users (avatar) WHERE avatar IS NOT NULL;

-- +goose StatementBegin
CREATE TRIGGER users_released AFTER UPDATE OF avatar ON users WHEN old.avatar IS NOT NULL AND old.avatar IS NOT new.avatar BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_dropped AFTER DELETE ON users WHEN old.avatar IS NOT NULL BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.avatar, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd
DROP VIEW blob_refs;
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT hash FROM released;

-- When who sits there last proved who they are, and on which browser.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device_id INTEGER NOT NULL DEFAULT 0;

-- Browsers that somebody signed in on. A browser has a secret of each person who uses it.
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

-- Secrets that work once: links in mails, steps of a login, ceremonies with a provider or a passkey.
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

-- Second steps of a login that are on.
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

-- Codes to get in with when the second step is lost. Each works once.
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

-- Accounts at OpenID Connect providers that somebody signs in with.
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

-- Memberships that a group at a provider gave: they go with the group.
CREATE TABLE identity_spaces (
  identity_id INTEGER NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  space_id    INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  role        TEXT NOT NULL,
  PRIMARY KEY (identity_id, space_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_spaces_space ON identity_spaces (space_id);

-- App passwords and API tokens.
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
) STRICT;
CREATE INDEX api_tokens_user ON api_tokens (user_id, id);

-- Codes that enlarge the storage of somebody's own workspace.
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

-- The audit log. Nothing in it changes, and each row's hash covers the one before.
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
-- +goose StatementBegin
CREATE TRIGGER audit_kept BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
-- +goose StatementEnd

-- Who comes from a provider is looked up by their address; titles in its groups mean workspaces of staff.
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX users_staff ON users (staff) WHERE staff = 1;
