-- +goose Up

-- Whoever came by a link that was handed to them, with an account of its address, is the one whom the maker of the link meant, also while
-- the address is not proven. A role that the maker could give needs no proof: they are named, and asked again.
ALTER TABLE members ADD COLUMN vouched_by INTEGER NOT NULL DEFAULT 0;
ALTER TABLE members DROP COLUMN by_link;
