-- +goose Up

-- Attachments that their sender gave up count for the sum of their sender until they are removed.
ALTER TABLE ticket_files ADD COLUMN removed_at INTEGER;

CREATE INDEX ticket_files_sums ON ticket_files (user_id, created_at, size);
