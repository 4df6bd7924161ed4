import type { Dict } from '../types';

export const proof = {
  title: 'Confirm it’s you',
  text: 'This affects the security of your account, so we’d like to make sure it’s really you.',
  password: 'Your password',
  passwordMissing: 'Enter your password.',
  confirm: 'Confirm',
  otherWays: 'Other ways',
  byPassword: 'With your password',
  byPasskey: 'With a passkey',
  byApp: 'With your authenticator app',
  appText: 'Enter the six-digit code that your authenticator app shows.',
  byStatic: 'With a backup code',
  byEmail: 'With a code by email',
  bySms: 'With a code by text message',
  passkeyText: 'Use the fingerprint, face or PIN of this device.',
  usePasskey: 'Confirm with a passkey',
  passkeyDismissed: 'The passkey wasn’t used. Try again or choose another way.',
  codeText: 'We’ll send a six-digit code to {to}.',
  sendCode: 'Send code',
  noWay: 'This account has no way to confirm. Sign out and sign in again.',
} as const satisfies Dict['proof'];
