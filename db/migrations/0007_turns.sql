-- +goose Up

-- Small pictures are made by turns: whose workspace it was that asked for one first.
ALTER TABLE thumbnails ADD COLUMN space_id INTEGER NOT NULL DEFAULT 0;
UPDATE thumbnails SET space_id = coalesce((SELECT space_id FROM versions WHERE hash = source LIMIT 1), 0) WHERE state = 0;
DROP INDEX thumbnails_wanted;
CREATE INDEX thumbnails_turns ON thumbnails (type = 'application/pdf', space_id, changed_at) WHERE state = 0;
