-- +goose Up

-- An attachment is written when its message is sent; the outbox keeps only the name of what it is about.
ALTER TABLE messages ADD COLUMN invoice_id TEXT NOT NULL DEFAULT '';

-- What was given back: an invoice, or a payment of an invoice that another one had paid.
CREATE TABLE refunds (
  id         INTEGER PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  payment_id INTEGER UNIQUE REFERENCES payments (id), -- null: the invoice itself
  amount     INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  reference  TEXT NOT NULL, -- of the transfer, or of the provider
  ends_plan  INTEGER NOT NULL, -- the time that was bought was taken back
  user_id    INTEGER NOT NULL REFERENCES users (id), -- of staff
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX refunds_invoice ON refunds (invoice_id) WHERE payment_id IS NULL;
CREATE INDEX payments_surplus ON payments (invoice_id) WHERE state = 'surplus';
