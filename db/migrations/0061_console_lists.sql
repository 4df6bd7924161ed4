-- +goose Up

-- Orders of the lists of staff. The name sorts as Persian has its letters: those that came from elsewhere stand in their places.
CREATE INDEX users_name ON users (replace(replace(replace(replace(replace(replace(replace(replace(lower(first_name || ' ' || last_name),
  'ي', 'ی'), 'ك', 'ک'), 'ه', 'و' || char(65533)), 'پ', 'ب' || char(65533)), 'چ', 'ج' || char(65533)), 'ژ', 'ز' || char(65533)),
  'ک', 'ق' || char(65533)), 'گ', 'ق' || char(65533, 65533)), id);
CREATE INDEX users_email ON users (coalesce(email, ''), id);
CREATE INDEX users_role ON users (staff_role, id);

CREATE INDEX tickets_order ON tickets (coalesce(due_at, 9007199254740992), id) WHERE merged_into IS NULL;
CREATE INDEX tickets_state ON tickets (status, coalesce(due_at, 9007199254740992), id) WHERE merged_into IS NULL;
CREATE INDEX tickets_changed ON tickets (updated_at, id) WHERE merged_into IS NULL;
CREATE INDEX tickets_counts ON tickets (department, status) WHERE merged_into IS NULL;
