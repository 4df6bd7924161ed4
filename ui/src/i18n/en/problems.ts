import type { Dict } from '../types';

export const problems = {
  server: 'The server ran into a problem. Please try again in a moment.',
  tooMany: {
    one: 'Too many requests. Try again in a minute.',
    other: 'Too many requests. Try again in {n} minutes.',
  },
  attemptsLeft: {
    one: 'You can try once more.',
    other: 'You can try {n} more times.',
  },
  timeout: 'That took too long. Please try again.',
  noResponse: 'The server didn’t respond. Please try again.',
  noInternet: 'You’re offline. Check your connection.',
  unknown: 'The request didn’t go through. Try again; if it keeps happening, tell the server’s administrator.',
  setup_invalid_token: 'This setup link no longer works. Restart the server to get a new one.',
  passwordMismatch: 'The passwords don’t match.',
} as const satisfies Dict['problems'];
