import type { Dict } from '../types';

export const providers = {
  title: 'Sign in with other services',
  text: 'Connect an account from another service to sign in with it, too.',
  connected: 'Connected',
  hint: 'Sign in with your {name} account.',
  connect: 'Connect',
  connectTo: 'Connect {name}',
  leave: 'Disconnect',
  leaveOf: 'Disconnect {name}',
  leaveTitle: 'Disconnect {name}?',
  leaveText: 'You won’t be able to sign in with that account anymore. You can connect it again at any time.',
  left: '{name} is disconnected',
  since: 'Connected since {when}',
  used: 'Last sign-in: {when}',
  googleTitle: 'Editing at Google',
  googleText:
    'Documents open in your own Google Drive. Anbar only gets access to the files that it creates there itself.',
  googleAccount: 'Google account',
  googleNone: 'No account is connected.',
  googleLost: 'Connect again',
  googleAgain: 'Connect again',
  googleLeaveTitle: 'Disconnect your Google account?',
  googleLeaveText: 'Open documents are fetched from Google and saved here first.',
  googleLeft: 'Your Google account is disconnected',
} as const satisfies Dict['providers'];
