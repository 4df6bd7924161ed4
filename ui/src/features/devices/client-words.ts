import type { ConnectedDevice } from '~/api/types';

/** Names of programs, the same in every language. */
const programs: Record<ConnectedDevice['client'], string> = {
  nextcloud_desktop: 'Nextcloud',
  nextcloud_android: 'Nextcloud',
  nextcloud_ios: 'Nextcloud',
  rclone: 'rclone',
  davfs2: 'davfs2',
  gvfs: 'GNOME',
  finder: 'Finder',
  explorer: 'Explorer',
  office: 'Microsoft Office',
  cyberduck: 'Cyberduck',
  other: 'WebDAV',
};

/** The program of a device as it introduced itself: "Nextcloud 3.7.3 · Linux". */
export function programOf({ client, version, system }: ConnectedDevice): string {
  return [[programs[client], version].filter(Boolean).join(' '), system].filter(Boolean).join(' · ');
}
