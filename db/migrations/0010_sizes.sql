-- +goose Up

-- A thumbnail has pictures of several sizes, in one blob; those with one picture are made again.
UPDATE thumbnails SET space_id = coalesce((SELECT space_id FROM versions WHERE hash = source LIMIT 1), 0) WHERE state = 1;
UPDATE thumbnails SET state = 0, tries = 0, hash = NULL WHERE state = 1;
UPDATE nodes SET thumbnail = 0 WHERE thumbnail = 1;
