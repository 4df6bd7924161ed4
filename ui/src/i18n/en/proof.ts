import type { Dict } from '../types';

export const proof = {
  title: 'Confirm it’s you',
  text: 'This affects your account’s security, so we need to make sure it’s you.',
  password: 'Your password',
  passwordMissing: 'Enter your password.',
  confirm: 'Confirm',
  otherWays: 'Other ways',
  byPassword: 'With your password',
  byPasskey: 'With a passkey',
  byApp: 'With your authenticator app',
  appText: 'Enter the six-digit code from your authenticator app.',
  byStatic: 'With a backup code',
  byEmail: 'With a code by email',
  bySms: 'With a code by text message',
  passkeyText: 'Use the fingerprint, face or PIN of this device.',
  usePasskey: 'Confirm with a passkey',
  passkeyDismissed: 'The passkey wasn’t used. Try again or choose another way.',
  codeText: 'We’ll send a six-digit code to {to}.',
  sendCode: 'Send code',
  noWay: 'There’s no way to confirm it’s you for this account. Sign out and sign in again.',
} as const satisfies Dict['proof'];
