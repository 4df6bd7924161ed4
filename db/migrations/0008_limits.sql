-- +goose Up

ALTER TABLE spaces ADD COLUMN node_limit INTEGER NOT NULL DEFAULT 1000000; -- files and directories, trash included; 0: any number
ALTER TABLE nodes ADD COLUMN numbers INTEGER NOT NULL DEFAULT 0; -- of a file: the highest number that a deleted version had
