-- +goose Up

-- A plan on sale is the newest version of its name. A row never changes, so a workspace keeps the terms that were bought.
CREATE TABLE plans (
  id              INTEGER PRIMARY KEY,
  name            TEXT NOT NULL, -- free, standard, professional, business, growth, enterprise, premium
  version         INTEGER NOT NULL,
  title_fa        TEXT NOT NULL,
  title_en        TEXT NOT NULL,
  price           INTEGER NOT NULL, -- for a user and a month, in the smallest unit of the currency
  storage_price   INTEGER NOT NULL, -- for an extra GiB and a month
  min_users       INTEGER NOT NULL,
  max_users       INTEGER NOT NULL, -- 0: any number
  storage         INTEGER NOT NULL, -- bytes
  versions        INTEGER NOT NULL, -- of a file; 0: any number
  timeline_days   INTEGER NOT NULL, -- 36500: for ever
  restore_days    INTEGER NOT NULL,
  fields          INTEGER NOT NULL, -- custom fields
  advanced_search INTEGER NOT NULL,
  support         TEXT NOT NULL, -- basic, growth, professional, enterprise
  summaries       TEXT NOT NULL, -- disabled, summarize, full
  withdrawn       INTEGER NOT NULL, -- not for sale
  created_at      INTEGER NOT NULL,
  UNIQUE (name, version)
) STRICT;

-- A workspace without a row has no plan, and no limits but those of the appliance.
CREATE TABLE subscriptions (
  space_id   INTEGER PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  plan_id    INTEGER NOT NULL REFERENCES plans (id),
  users      INTEGER NOT NULL,
  extra_gib  INTEGER NOT NULL,
  bonus      INTEGER NOT NULL DEFAULT 0, -- bytes of a promotion code
  period     TEXT NOT NULL, -- daily, weekly, monthly, yearly; empty for a free plan
  trial      INTEGER NOT NULL,
  since      INTEGER NOT NULL, -- the paid time goes on without a break since then
  starts_at  INTEGER NOT NULL, -- of the last period that was paid for
  ends_at    INTEGER, -- null: never
  locked_at  INTEGER, -- from then on nothing can be written; null: never
  reminded   INTEGER NOT NULL DEFAULT 0, -- days before the end that the last reminder spoke of
  suspended  INTEGER NOT NULL DEFAULT 0, -- nothing is sold any more: it has no effect
  former_restore_days INTEGER NOT NULL DEFAULT 0, -- of the plan before, when that kept the trash for longer
  former_until        INTEGER -- and until when they hold
) STRICT;

CREATE INDEX subscriptions_plan ON subscriptions (plan_id);
CREATE INDEX subscriptions_end ON subscriptions (ends_at) WHERE ends_at IS NOT NULL;

CREATE TABLE invoices (
  id          TEXT PRIMARY KEY, -- the payment_id of the calls
  number      TEXT UNIQUE, -- given when it is paid: year-serial
  year        INTEGER,
  serial      INTEGER, -- without gaps in a year
  user_id     INTEGER NOT NULL REFERENCES users (id),
  space_id    INTEGER, -- null until the workspace of a new one is made
  intent      TEXT NOT NULL, -- create, create_auto, renew, upgrade
  plan_id     INTEGER NOT NULL REFERENCES plans (id),
  users       INTEGER NOT NULL,
  extra_gib   INTEGER NOT NULL,
  period      TEXT NOT NULL,
  trial       INTEGER NOT NULL,
  starts_at   INTEGER, -- of the time that is bought; null: when the money comes
  ends_at     INTEGER,
  lines       TEXT NOT NULL, -- JSON
  total       INTEGER NOT NULL,
  currency    TEXT NOT NULL,
  discount    TEXT NOT NULL DEFAULT '', -- its code
  seller      TEXT NOT NULL DEFAULT '{}', -- JSON, as it was when it was paid
  buyer       TEXT NOT NULL DEFAULT '{}',
  state       TEXT NOT NULL, -- draft, pending, paid, applied, failed, void, refunded
  provider    TEXT NOT NULL DEFAULT '',
  reference   TEXT NOT NULL DEFAULT '', -- of the provider, or the tracking number of a transfer
  reason      TEXT NOT NULL DEFAULT '', -- why it was refused
  created_at  INTEGER NOT NULL,
  sent_at     INTEGER, -- the payment began, or the receipt came
  paid_at     INTEGER,
  applied_at  INTEGER,
  UNIQUE (year, serial)
) STRICT;

CREATE INDEX invoices_space ON invoices (space_id, created_at);
CREATE INDEX invoices_user ON invoices (user_id, created_at);
CREATE INDEX invoices_state ON invoices (state, sent_at);
-- A workspace, or the user who makes one, pays once for an intent at a time.
CREATE UNIQUE INDEX invoices_pending ON invoices (coalesce(space_id, -user_id), intent) WHERE state = 'pending';

-- Each row is one try to pay an invoice.
CREATE TABLE payments (
  id         INTEGER PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  provider   TEXT NOT NULL,
  authority  TEXT NOT NULL, -- the provider's name for it
  amount     INTEGER NOT NULL,
  state      TEXT NOT NULL, -- pending, paid, failed; surplus: another one paid the invoice before
  receipt    BLOB, -- hash of the picture of a transfer
  receipt_type TEXT NOT NULL DEFAULT '',
  raw        TEXT NOT NULL DEFAULT '', -- the provider's last answer
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  UNIQUE (provider, authority)
) STRICT;

CREATE INDEX payments_invoice ON payments (invoice_id);
CREATE INDEX payments_open ON payments (provider, id) WHERE state = 'pending';
CREATE INDEX payments_receipt ON payments (receipt) WHERE receipt IS NOT NULL;

CREATE TABLE discounts (
  code       TEXT PRIMARY KEY, -- upper case
  percent    INTEGER NOT NULL, -- of the sum before tax; 0 when it is an amount
  amount     INTEGER NOT NULL,
  cap        INTEGER NOT NULL, -- the most that a percentage takes off; 0: any amount
  plans      TEXT NOT NULL DEFAULT '[]', -- JSON: names; all when empty
  uses       INTEGER NOT NULL, -- how often it may be used; 0: any number
  used       INTEGER NOT NULL DEFAULT 0,
  first_only INTEGER NOT NULL, -- only for the first purchase of a user
  starts_at  INTEGER,
  ends_at    INTEGER,
  withdrawn  INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX discounts_created ON discounts (created_at);

CREATE TABLE discount_uses (
  code       TEXT NOT NULL REFERENCES discounts (code),
  user_id    INTEGER NOT NULL REFERENCES users (id),
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  used_at    INTEGER NOT NULL,
  PRIMARY KEY (code, user_id)
) STRICT, WITHOUT ROWID;

DROP VIEW blob_refs;
CREATE VIEW blob_refs (hash) AS
  SELECT hash FROM versions
  UNION ALL SELECT hash FROM thumbnails WHERE hash IS NOT NULL
  UNION ALL SELECT avatar FROM spaces WHERE avatar IS NOT NULL
  UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL
  UNION ALL SELECT hash FROM uploads WHERE hash IS NOT NULL
  UNION ALL SELECT receipt FROM payments WHERE receipt IS NOT NULL
  UNION ALL SELECT hash FROM released;
