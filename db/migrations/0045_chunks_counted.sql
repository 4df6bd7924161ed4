-- +goose Up

-- How many chunks an upload has: each takes a block of the disk, however small it is.
ALTER TABLE chunk_uploads ADD COLUMN chunks INTEGER NOT NULL DEFAULT 0;

UPDATE chunk_uploads SET chunks = (SELECT count(*) FROM chunks c WHERE c.upload_id = chunk_uploads.id);
