-- +goose Up

-- An appliance with accounts has decided about selling; only a new one follows the setting of its server.
INSERT OR IGNORE INTO settings (key, value) SELECT 'selling', '{"on":false}' WHERE EXISTS (SELECT 1 FROM users);
