-- +goose Up

-- The API token of the program that asked for an archive; null for a person in the browser. The URL ends with the token.
ALTER TABLE zips ADD COLUMN token_id INTEGER;
