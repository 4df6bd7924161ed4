-- +goose Up

-- An inviter can hand an invitation over by themselves: as a link, whose code is stored as SHA-256. It ends with the invitation.
ALTER TABLE member_invites ADD COLUMN link_code BLOB;
ALTER TABLE member_invites ADD COLUMN link_by INTEGER REFERENCES users (id); -- who made the link
ALTER TABLE member_invites ADD COLUMN link_expires_at INTEGER;
CREATE UNIQUE INDEX member_invites_link ON member_invites (link_code) WHERE link_code IS NOT NULL;
CREATE INDEX member_invites_link_by ON member_invites (link_by) WHERE link_by IS NOT NULL;

ALTER TABLE guests ADD COLUMN link_code BLOB;
ALTER TABLE guests ADD COLUMN link_by INTEGER REFERENCES users (id);
ALTER TABLE guests ADD COLUMN link_expires_at INTEGER;
CREATE UNIQUE INDEX guests_link ON guests (link_code) WHERE link_code IS NOT NULL;
CREATE INDEX guests_link_by ON guests (link_by) WHERE link_by IS NOT NULL;

-- Whoever came by such a link, with an account of that address, is the one whom the inviter meant, also while the address is not proven.
ALTER TABLE members ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;
