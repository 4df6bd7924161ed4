-- +goose Up

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
) STRICT;
CREATE INDEX ticket_files_message ON ticket_files (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX ticket_files_loose ON ticket_files (user_id, created_at) WHERE message_id IS NULL;
CREATE INDEX ticket_files_old ON ticket_files (created_at) WHERE message_id IS NULL;
CREATE INDEX ticket_files_hash ON ticket_files (hash);

-- +goose StatementBegin
CREATE TRIGGER ticket_files_dropped AFTER DELETE ON ticket_files BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd

CREATE TABLE canned_texts (
  id    INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  text  TEXT NOT NULL
) STRICT;

CREATE TABLE holidays (
  day  TEXT PRIMARY KEY, -- 2026-03-21
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE messages ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';

DROP VIEW blob_refs;
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT receipt FROM payments WHERE receipt IS NOT NULL
  UNION ALL SELECT hash FROM ticket_files
  UNION ALL SELECT hash FROM released;
