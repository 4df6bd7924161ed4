-- +goose Up

ALTER TABLE spaces ADD COLUMN node_limit INTEGER NOT NULL DEFAULT 1000000; -- files and directories, trash included; 0: any number
