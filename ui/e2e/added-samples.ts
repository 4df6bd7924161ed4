/** Recent additions to an account, as the password reset page lists them. */
export const addedLately = [
  { kind: 'api_token', id: 't1', name: 'Backup of the studio', created_at: '2026-11-20T09:30:00Z', can_end: true },
  { kind: 'passkey', id: 'p1', name: 'iPhone', created_at: '2026-11-19T18:02:00Z', can_end: true },
  { kind: 'provider', id: 'google', name: 'sara@example.com', created_at: '2026-11-12T07:10:00Z', can_end: true },
  { kind: 'second_step', id: 'totp', name: '', created_at: '2026-11-10T07:10:00Z', can_end: false },
];
