import { isolate, t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import type { Activity } from '~/api/types';
import type { Fold } from './fold';

/** A piece of a sentence. The name of the item may be a link. */
export interface Part {
  readonly text: string;
  readonly role?: 'who' | 'what' | 'place';
}

const roles: Record<string, Part['role']> = {
  who: 'who',
  by: 'who',
  what: 'what',
  title: 'what',
  from: 'place',
  to: 'place',
  where: 'place',
};

/** The last directory of a path. A root has no name of its own. */
export function placeName(path: string | undefined, root: string): string {
  return path?.split('/').findLast(Boolean) ?? root;
}

type Words = Record<string, string | number>;

/**
 * The words of a key with its parameters kept apart, so that they can be written in bold or as links. Each parameter
 * goes through the dictionary as a letter that no language has.
 */
export function partsOf(key: string, words: Words): Part[] {
  const names = Object.keys(words);
  const marks = Object.fromEntries(names.map((name, index) => [name, String.fromCharCode(0xe000 + index)]));
  // Numbers choose the plural form, so they go in as they are.
  const given = Object.fromEntries(
    names.map((name) => [name, typeof words[name] === 'number' ? words[name] : marks[name]]),
  );
  const text = (t as (key: string, values: unknown) => string)(`activity.${key}`, given);
  return text
    .split(/([\ue000-\ue0ff])/)
    .filter(Boolean)
    .map((piece): Part => {
      const index = piece.charCodeAt(0) - 0xe000;
      const name = piece.length === 1 && index >= 0 ? names[index] : undefined;
      if (name === undefined) return { text: piece };
      const role = roles[name];
      return { text: isolate(String(words[name])), ...(role && { role }) };
    });
}

const known = new Set(
  [
    'directory_create directory_move directory_copy directory_merge directory_delete directory_restore directory_purge',
    'file_create file_move file_copy file_delete file_restore file_purge file_replace directory_rename file_rename',
    'version_create version_restore version_delete directory_rewind undo tag_set tag_unset workspace_create',
    'workspace_rename workspace_appearance field_create field_update field_delete trash_empty link_create link_update',
    'link_delete role_create role_update role_delete member_add member_update member_delete editor_save plan_renew',
    'plan_upgrade file_leave file_arrive directory_leave directory_arrive member_join member_invite member_leave',
    'file_receive box_create box_update box_delete',
    'my_drive_hand_over owner_change guest_add guest_update guest_remove',
  ].flatMap((line) => line.split(' ')),
);

/** The noun of an undone activity: "file_move" is a move. */
function nounOf(action: string | undefined): string {
  const verb = action?.split('_').at(-1) ?? '';
  const verbs = ['create', 'rename', 'move', 'copy', 'merge', 'delete', 'restore', 'replace', 'rewind'] as const;
  return t(`activity.noun_${verbs.find((noun) => noun === verb) ?? 'other'}`);
}

/** An activity as a sentence: the user, the action, the item and its place. `root` names the root of the timeline. */
export function sentence(activity: Activity, root: string): Part[] {
  const { action, target, before, after, path } = activity;
  const who = activity.done_by.name || t('activity.somebody');
  const where = placeName(path, root);
  const renamed = action.endsWith('_rename');
  const words: Words = {
    who,
    what: target.name || placeName(path, root),
    where,
    from: renamed ? (before?.name ?? target.name) : placeName(before?.path ?? path, root),
    to: renamed ? (after?.name ?? target.name) : placeName(after?.path ?? path, root),
    title: after?.title ?? before?.title ?? '',
    n: after?.number ?? before?.number ?? 1,
    at: after?.at ? dateTime(after.at) : '',
    action: nounOf(before?.action),
    by: after?.name || t('activity.by_somebody'),
  };
  if (action === 'file_access')
    return partsOf(`file_access_${after?.access === 'public' ? 'public' : 'private'}`, words);
  if (action === 'workspace_access')
    return partsOf(`workspace_access_${after?.access === 'public' ? 'public' : 'private'}`, words);
  if (action === 'workspace_sharing')
    return partsOf(`workspace_sharing_${after?.access === 'members' ? 'members' : 'everyone'}`, words);
  if (action === 'workspace_templates')
    return partsOf(`workspace_templates_${after ? 'set' : 'unset'}`, { ...words, to: after?.name ?? '' });
  return partsOf(known.has(action) ? action : 'other', words);
}

/** The same for several activities that were folded into one. */
export function foldSentence({ activities, verb }: Fold, root: string): Part[] {
  const [first] = activities;
  if (!first) return [];
  if (activities.length === 1 || !verb) return sentence(first, root);
  const n = new Set(activities.map(({ target }) => target.id)).size;
  const files = activities.every(({ target }) => target.type === 'file');
  const directories = activities.every(({ target }) => target.type === 'directory');
  const count = files
    ? t('activity.nFiles', { n })
    : directories
      ? t('activity.nDirectories', { n })
      : t('activity.nItems', { n });
  return partsOf(`many_${verb}`, {
    who: first.done_by.name || t('activity.somebody'),
    count,
    where: placeName(first.path, root),
    to: placeName(first.after?.path ?? first.path, root),
    title: first.after?.title ?? '',
  });
}

export const plain = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');
