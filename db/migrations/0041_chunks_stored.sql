-- +goose Up

-- How many bytes of an upload came: those of a size that is not known count for the room of its person.
ALTER TABLE chunk_uploads ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;
UPDATE chunk_uploads SET stored = (SELECT coalesce(sum(size), 0) FROM chunks WHERE upload_id = chunk_uploads.id);
