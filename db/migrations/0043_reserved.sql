-- +goose Up

-- An invoice that is being paid reserves the use of its discount code.
CREATE INDEX invoices_reserved ON invoices (discount, user_id) WHERE discount <> '' AND state = 'pending';
