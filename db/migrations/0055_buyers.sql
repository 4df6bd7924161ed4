-- +goose Up

-- The buyer on the next invoices of a workspace. An invoice keeps the one that it was issued to.
CREATE TABLE buyers (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  buyer    TEXT NOT NULL -- JSON
) STRICT;

INSERT INTO buyers (space_id, buyer)
SELECT space_id, buyer FROM (
  SELECT i.space_id, i.buyer, max(i.created_at) FROM invoices i JOIN spaces s ON s.id = i.space_id
  WHERE i.state <> 'draft' AND json_extract(i.buyer, '$.name') <> '' GROUP BY i.space_id);
