-- +goose Up

-- Clients that synchronize ask for a directory again when its number is another one: tree is the number of the newest
-- change of the node or of what lies below it, at any depth. 0 is the state before there were such numbers.
ALTER TABLE nodes ADD COLUMN tree INTEGER NOT NULL DEFAULT 0;

ALTER TABLE versions ADD COLUMN mtime INTEGER NOT NULL DEFAULT 0; -- when the file was changed on the device that sent it; 0 when it did not say
ALTER TABLE versions ADD COLUMN sums TEXT NOT NULL DEFAULT '';    -- checksums that came with it and were right: "SHA1:…", separated by spaces

INSERT INTO settings (key, value) VALUES ('install', lower(hex(randomblob(6))));
