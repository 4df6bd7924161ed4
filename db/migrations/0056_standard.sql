-- +goose Up

-- The plan is called in Persian as in English, and not like the lowest support.
UPDATE plans SET title_fa = 'استاندارد' WHERE name = 'standard' AND title_fa = 'پایه';
