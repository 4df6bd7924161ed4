-- +goose Up

-- Who brought a member in, until the member has read the welcome: 0 for nobody, NULL once it was read or where there is none.
ALTER TABLE members ADD COLUMN welcome_by INTEGER;
