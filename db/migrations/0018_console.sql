-- +goose Up

-- How full the disk was, for a forecast.
CREATE TABLE disk_days (
  day  INTEGER PRIMARY KEY, -- since 1970
  used INTEGER NOT NULL     -- bytes, at the end of the day
) STRICT;

-- Changes of settings by staff. The settings themselves are in "settings", under "console.…".
CREATE TABLE setting_changes (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  name    TEXT NOT NULL,
  user_id INTEGER NOT NULL, -- no reference: the history outlives accounts
  at      INTEGER NOT NULL,
  before  TEXT NOT NULL, -- JSON, without secrets
  after   TEXT NOT NULL
) STRICT;
