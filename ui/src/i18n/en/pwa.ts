import type { Dict } from '../types';

export const pwa = {
  standbyTitle: 'This is a standby',
  standbyText: 'You see what was here at {at}. Changes are made on the main server.',
  replacedTitle: 'Another server took over',
  replacedText: 'Nothing can be changed here anymore. Open the drive at its usual address.',
  updateTitle: 'A new version of Anbar is ready',
  update: 'Update',
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
