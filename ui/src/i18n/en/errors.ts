import type { Dict } from '../types';

export const errors = {
  permission_denied: 'You don’t have permission to do this. Ask your workspace administrator.',
  duplicate_field: 'That name is already taken. Choose another one.',
  required: 'Please fill in this field.',
  too_short: 'That’s too short.',
  too_long: 'That’s too long.',
  invalid: 'That value isn’t valid.',
  invalid_otp: 'The security code is incorrect.',
  invalid_token: 'The security code is incorrect.',
  invalid_id: 'Nothing was found.',
  authentication_failed: 'Your session has ended. Please sign in again.',
  wrong_credentials: 'The email, mobile number or password is incorrect.',
  incorrect_password: 'The password is incorrect.',
  invalid_email: 'Enter a valid email address.',
  invalid_mobile: 'A mobile number has 11 digits and starts with 09.',
  weak_password: 'Use at least 8 characters with upper and lower case letters, digits and symbols.',
  user_exists: 'An account with these details already exists. Sign in instead.',
  signup_closed: 'Sign-up is closed. Ask an administrator for an account.',
  setup_done: 'This server is already set up. Please sign in.',
  title_mismatch: 'That doesn’t match the workspace’s name.',
  storage_size_limit: 'Not enough space. Empty the trash or add storage.',
} as const satisfies Dict['errors'];
