-- +goose Up

-- Whether the code was mailed with an invitation into a workspace or to an item: it ends when that is withdrawn. Others invite to the appliance.
ALTER TABLE invitations ADD COLUMN with_item INTEGER NOT NULL DEFAULT 0;
