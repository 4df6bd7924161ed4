-- +goose Up

-- id of the target that a restore was rehearsed from; empty for the one that there was before there could be two
ALTER TABLE drills ADD COLUMN target TEXT NOT NULL DEFAULT '';
