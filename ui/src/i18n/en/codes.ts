import type { Dict } from '../types';

export const codes = {
  code: 'Six-digit code',
  short: 'Enter all six digits.',
  sentTo: 'We sent a six-digit code to {to}. It’s valid for ten minutes.',
  static: 'Backup code',
  staticHint: 'One of the codes you saved when you turned on two-step login.',
  staticMissing: 'Enter a backup code.',
} as const satisfies Dict['codes'];
