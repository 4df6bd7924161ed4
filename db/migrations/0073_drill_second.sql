-- +goose Up

-- 1 for a rehearsal from the second backup target
ALTER TABLE drills ADD COLUMN second INTEGER NOT NULL DEFAULT 0;
