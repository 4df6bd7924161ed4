-- +goose Up

-- The token of the device that sends an upload; null when it is not known. An upload ends with its token.
ALTER TABLE chunk_uploads ADD COLUMN token_id INTEGER REFERENCES api_tokens (id) ON DELETE CASCADE;

CREATE INDEX chunk_uploads_token ON chunk_uploads (token_id) WHERE token_id IS NOT NULL;
