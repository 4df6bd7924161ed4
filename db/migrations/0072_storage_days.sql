-- +goose Up

-- How many bytes each workspace, and each kind of files, had at the end of a day, for forecasts. 400 days are kept.
CREATE TABLE space_days (
  space_id INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  day      INTEGER NOT NULL, -- since 1970
  used     INTEGER NOT NULL,
  PRIMARY KEY (space_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE kind_days (
  kind TEXT NOT NULL, -- documents, pictures, video, audio, archives, other, versions, trash
  day  INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (kind, day)
) STRICT, WITHOUT ROWID;
