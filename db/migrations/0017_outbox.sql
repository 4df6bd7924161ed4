-- +goose Up

ALTER TABLE messages ADD COLUMN shown TEXT NOT NULL DEFAULT ''; -- subject, and text behind an empty line, without codes and links: for staff
ALTER TABLE messages ADD COLUMN queued_at INTEGER NOT NULL DEFAULT 0; -- tries are counted from then on
ALTER TABLE messages ADD COLUMN expires_at INTEGER; -- when the code or the link in it ends
UPDATE messages SET queued_at = created_at;
CREATE INDEX messages_state ON messages (state, id);
