-- +goose Up

-- The plan that a workspace has without an invoice: the free one that it began with, or one that staff chose. What
-- an invoice bought later is taken back to it.
ALTER TABLE subscriptions ADD COLUMN given_plan_id INTEGER REFERENCES plans (id); -- null: none
ALTER TABLE subscriptions ADD COLUMN given_users INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN given_extra_gib INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscriptions ADD COLUMN given_ends_at INTEGER; -- null: never
ALTER TABLE subscriptions ADD COLUMN given_at INTEGER NOT NULL DEFAULT 0;

UPDATE subscriptions SET given_plan_id = plan_id, given_users = users, given_at = starts_at WHERE period = '';
-- A workspace that was made since the first sale, and by no invoice, began with the free plan.
UPDATE subscriptions AS b SET given_users = 1, given_at = s.created_at,
  given_plan_id = (SELECT id FROM plans WHERE name = 'free' ORDER BY version DESC LIMIT 1)
  FROM spaces s WHERE s.id = b.space_id AND b.period <> '' AND s.created_at >= (SELECT min(created_at) FROM plans)
  AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.space_id = b.space_id AND i.intent IN ('create', 'create_auto'));

CREATE INDEX invoices_paid ON invoices (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX refunds_created ON refunds (created_at);

-- How its person signed in; empty for sessions of before.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT '';
