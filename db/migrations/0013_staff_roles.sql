-- +goose Up

ALTER TABLE users ADD COLUMN staff_role TEXT NOT NULL DEFAULT ''; -- administrator, support, finance, auditor; empty for everybody else
UPDATE users SET staff_role = 'administrator' WHERE staff = 1;
DROP INDEX users_staff;
ALTER TABLE users DROP COLUMN staff;
CREATE INDEX users_staff ON users (staff_role) WHERE staff_role <> '';
