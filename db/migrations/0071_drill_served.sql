-- +goose Up

-- files that a second appliance on the restored copy gave out, right to the last byte; 0 for a rehearsal without one
ALTER TABLE drills ADD COLUMN served INTEGER NOT NULL DEFAULT 0;
