import { ZONE } from '~/page/dates/locale';
import { isoDayOf } from '~/kit/calendar-math';
import type { Activity } from '~/api/types';

/** The words for several actions of one kind. */
type Verb = 'upload' | 'make' | 'move' | 'copy' | 'delete' | 'restore' | 'purge' | 'version' | 'tag';

export const verbs: Readonly<Record<string, Verb>> = {
  file_create: 'upload',
  directory_create: 'make',
  file_move: 'move',
  directory_move: 'move',
  file_copy: 'copy',
  directory_copy: 'copy',
  file_delete: 'delete',
  directory_delete: 'delete',
  file_restore: 'restore',
  directory_restore: 'restore',
  file_purge: 'purge',
  directory_purge: 'purge',
  version_create: 'version',
  tag_set: 'tag',
};

/** Activities further apart than this, in milliseconds, are not folded into one. */
const APART = 30 * 60_000;

/** One or more activities in one row. */
export interface Fold {
  readonly id: string;
  readonly verb: Verb | null;
  readonly activities: readonly Activity[];
}

/** A day in Tehran with its activities, newest first. */
interface Day {
  readonly day: string;
  readonly at: string;
  readonly folds: readonly Fold[];
}

/** Where something was done, or with which tag, as far as the sentence says it. */
function placeOf({ path, after }: Activity, verb: Verb): string {
  if (verb === 'tag') return after?.title ?? '';
  if (verb === 'move' || verb === 'restore') return after?.path ?? path;
  return verb === 'purge' ? '' : path;
}

function isSameOperation(a: Activity, b: Activity): boolean {
  const verb = verbs[a.action];
  return (
    verb !== undefined &&
    verb === verbs[b.action] &&
    a.done_by._id === b.done_by._id &&
    placeOf(a, verb) === placeOf(b, verb) &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= APART
  );
}

/** Consecutive activities of the same kind, by one user in one folder, become one row. */
export function foldAll(activities: readonly Activity[]): Fold[] {
  const folds: { id: string; verb: Verb | null; activities: Activity[] }[] = [];
  for (const activity of activities) {
    const last = folds.at(-1);
    const before = last?.activities.at(-1);
    if (last && before && isSameOperation(before, activity)) last.activities.push(activity);
    else folds.push({ id: activity.activity_id, verb: verbs[activity.action] ?? null, activities: [activity] });
  }
  return folds;
}

export function daysOf(activities: readonly Activity[]): Day[] {
  const days: { day: string; at: string; activities: Activity[] }[] = [];
  for (const activity of activities) {
    const day = isoDayOf(activity.at, ZONE);
    const last = days.at(-1);
    if (last?.day === day) last.activities.push(activity);
    else days.push({ day, at: activity.at, activities: [activity] });
  }
  return days.map(({ day, at, activities: its }) => ({ day, at, folds: foldAll(its) }));
}
