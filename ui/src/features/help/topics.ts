import {
  CloudOff,
  History,
  Inbox,
  Keyboard,
  MonitorSmartphone,
  Rocket,
  Server,
  Share2,
  Terminal,
  type LucideIcon,
} from 'lucide-react';
import type { PlainKey } from '~/i18n';

/** A part of a topic: its words stand under a name and the same name with Text. */
type Part = {
  [K in PlainKey]: K extends `help.${infer N}` ? (`help.${N}Text` extends PlainKey ? N : never) : never;
}[PlainKey];

export interface Topic {
  /** In the address, and of its words. */
  readonly id: Part;
  readonly Icon: LucideIcon;
  readonly parts: readonly Part[];
}

/** What the help explains, in the order of reading. */
export const topics: readonly Topic[] = [
  { id: 'start', Icon: Rocket, parts: ['startWhere', 'startUpload', 'startFind', 'startOpen'] },
  { id: 'sharing', Icon: Share2, parts: ['sharingPeople', 'sharingLink', 'sharingEnd'] },
  { id: 'boxes', Icon: Inbox, parts: ['boxesWhat', 'boxesMake', 'boxesCode'] },
  { id: 'offline', Icon: CloudOff, parts: ['offlineInstall', 'offlineFiles', 'offlineWork', 'offlineOut'] },
  { id: 'devices', Icon: MonitorSmartphone, parts: ['devicesSync', 'devicesDrive', 'devicesLost'] },
  { id: 'versions', Icon: History, parts: ['versionsUndo', 'versionsKept', 'versionsTrash', 'versionsRewind'] },
  { id: 'keys', Icon: Keyboard, parts: [] },
  { id: 'api', Icon: Terminal, parts: [] },
];

/** What staff read beside that. */
export const staffTopics: readonly Topic[] = [...topics, { id: 'server', Icon: Server, parts: [] }];

export const topicHref = (id: string) => `/help/${id}`;
