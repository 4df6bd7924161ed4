-- +goose Up

-- The picture of a video, which the browser of a user with the right to the file made. It belongs to one version
-- of one file and not to its content: another workspace may hold the same content, and shows nothing of this one.
ALTER TABLE versions ADD COLUMN poster BLOB;
CREATE INDEX versions_poster ON versions (poster) WHERE poster IS NOT NULL;

DROP TRIGGER versions_released;
-- +goose StatementBegin
CREATE TRIGGER versions_released AFTER DELETE ON versions BEGIN
  INSERT INTO released (hash, released_at) VALUES (old.hash, unixepoch('subsec') * 1000) ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
  INSERT INTO released (hash, released_at) SELECT old.poster, unixepoch('subsec') * 1000 WHERE old.poster IS NOT NULL ON CONFLICT (hash) DO UPDATE SET released_at = excluded.released_at;
END;
-- +goose StatementEnd

DROP VIEW blob_refs;
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT poster FROM versions WHERE poster IS NOT NULL
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT receipt FROM payments WHERE receipt IS NOT NULL
  UNION ALL SELECT hash FROM ticket_files
  UNION ALL SELECT hash FROM released;

-- Documents of office programs that are here already may carry a picture, too.
INSERT INTO thumbnails (source, state, type, changed_at, space_id)
  SELECT hash, 0, min(content_type), unixepoch('subsec') * 1000, min(space_id) FROM nodes
  WHERE kind = 1 AND size BETWEEN 1 AND 209715200
    AND (content_type LIKE 'application/vnd.openxmlformats-officedocument.%' OR content_type LIKE 'application/vnd.oasis.opendocument.%')
  GROUP BY hash ON CONFLICT DO NOTHING;
UPDATE nodes SET thumbnail = 0 WHERE thumbnail = -1 AND kind = 1 AND hash IN (SELECT source FROM thumbnails WHERE state = 0);
