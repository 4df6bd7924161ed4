-- +goose Up

-- What is remembered of the steps of the first hour. That a step is done is never remembered: it is looked at again each time.
CREATE TABLE first_steps (
  step       TEXT PRIMARY KEY,           -- address, mail, copies, people
  dismissed  INTEGER NOT NULL DEFAULT 0, -- when an administrator set it aside; 0 for not
  proven     INTEGER NOT NULL DEFAULT 0, -- of mail: when a test mail was last accepted; 0 for never
  proven_for TEXT NOT NULL DEFAULT ''    -- the mail server that accepted it
) STRICT;
