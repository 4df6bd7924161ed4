import type { Dict } from '../types';

export const pwa = {
  updateTitle: 'A new version of Anbar is ready',
  update: 'Update',
  offlineTitle: 'You’re offline',
  offlineText: 'There’s no internet connection. You can continue right here as soon as it’s back.',
  offlineWarning: 'Until then, no changes are saved and uploads wait.',
  offlineWaiting: 'Waiting for a connection…',
  installTitle: 'Install Anbar',
  installText: 'Opens with one tap, has its own window, and starts even when you’re offline.',
  install: 'Install',
  notNow: 'Not now',
  iosTitle: 'Add Anbar to your Home Screen',
  iosText: 'In three steps, Anbar becomes an app on your iPhone or iPad.',
  ios1: 'Tap the Share button in Safari’s toolbar.',
  ios2: 'Choose “Add to Home Screen”.',
  ios3: 'Tap “Add”.',
  iosAsk: 'Have you added Anbar to your Home Screen?',
} as const satisfies Dict['pwa'];
