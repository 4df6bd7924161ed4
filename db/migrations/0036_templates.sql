-- +goose Up

-- The folder whose documents people of a workspace begin new ones with. It ends with the folder.
CREATE TABLE templates (
  space_id INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  node_id  INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX templates_node ON templates (node_id);
