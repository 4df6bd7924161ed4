-- +goose Up

-- Events that may be an attack, which staff look through.
CREATE INDEX audit_alarms ON audit (id) WHERE action IN ('sign_in_failed', 'second_step_failed', 'second_step_guessed', 'refresh_token_reused',
  'passkey_copied', 'two_factor_disable', 'contact_lose');
