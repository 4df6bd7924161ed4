import type { Dict } from '../types';

export const pwa = {
  updateTitle: 'A new version of Anbar is ready',
  update: 'Update',
  offlineTitle: 'You’re offline',
  offlineText: 'There is no internet connection. As soon as it’s back, you can go on right here.',
  offlineWarning: 'Until then nothing is saved, and uploads wait.',
  offlineWaiting: 'Waiting for a connection…',
  installTitle: 'Install Anbar',
  installText: 'Opens with one tap, has its own window, and starts even when you’re offline.',
  install: 'Install',
  notNow: 'Not now',
  iosTitle: 'Add Anbar to your Home Screen',
  iosText: 'Three steps, and Anbar sits on your iPhone or iPad like an app.',
  ios1: 'Tap the Share button in Safari’s toolbar.',
  ios2: 'Choose “Add to Home Screen”.',
  ios3: 'Tap “Add”.',
  iosAsk: 'Have you added Anbar to your Home Screen?',
} as const satisfies Dict['pwa'];
