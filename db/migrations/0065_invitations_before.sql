-- +goose Up

-- Codes of before that people mailed who are no staff came with an invitation into a workspace or to an item.
UPDATE invitations SET with_item = 1 WHERE invited_by IN (SELECT id FROM users WHERE coalesce(staff_role, '') = '');
