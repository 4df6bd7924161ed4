-- +goose Up

ALTER TABLE uploads ADD COLUMN mtime INTEGER NOT NULL DEFAULT 0; -- of the file on the device that sends it
