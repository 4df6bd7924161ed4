-- +goose Up

ALTER TABLE spaces ADD COLUMN frozen_at INTEGER; -- by staff: nothing can be changed; null for most
ALTER TABLE spaces ADD COLUMN frozen_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE spaces ADD COLUMN purge_at INTEGER; -- of one that staff deleted: until then it can be restored
