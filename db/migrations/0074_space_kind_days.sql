-- +goose Up

-- How many bytes each workspace had of each kind of files at the end of a day, for forecasts. 60 days are kept, and no kind of which a
-- workspace never had a byte.
CREATE TABLE space_kind_days (
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  kind     TEXT NOT NULL, -- as in kind_days
  day      INTEGER NOT NULL, -- since 1970
  used     INTEGER NOT NULL,
  PRIMARY KEY (space_id, kind, day)
) STRICT, WITHOUT ROWID;
