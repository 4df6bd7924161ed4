-- +goose Up

-- Who opened a link holds a signed token, which ends when the link asks for something else. An opening is a line in the list of
-- the link and nothing depends on it, so the list is bounded.
ALTER TABLE links ADD COLUMN generation INTEGER NOT NULL DEFAULT 0; -- how often visitors had to open it again

CREATE TABLE openings_listed (
  id          INTEGER PRIMARY KEY,
  link_id     TEXT NOT NULL REFERENCES links (id) ON DELETE CASCADE,
  email       TEXT NOT NULL DEFAULT '', -- confirmed
  address     TEXT NOT NULL,            -- its prefix
  opened_at   INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO openings_listed SELECT id, link_id, email, address, opened_at, finished_at FROM link_openings;
DROP TABLE link_openings;
ALTER TABLE openings_listed RENAME TO link_openings;
CREATE INDEX link_openings_link ON link_openings (link_id, id);
