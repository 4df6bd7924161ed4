import type { Dict } from '../types';

export const codes = {
  code: 'Six-digit code',
  short: 'Enter all six digits.',
  sentTo: 'We sent a six-digit code to {to}. It’s valid for ten minutes.',
  static: 'Backup code',
  staticHint: 'One of the codes you saved when you turned on two-step login.',
  staticMissing: 'Enter a backup code.',
  noMailTitle: 'This server doesn’t send mail yet',
  noSmsTitle: 'This server doesn’t send text messages yet',
  cannotSendText:
    'No code will reach you until the administrator sets it up. Until then, keep using your account as it is.',
} as const satisfies Dict['codes'];
