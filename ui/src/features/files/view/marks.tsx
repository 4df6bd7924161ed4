import { Globe, Inbox, PencilLine, Star, Tag } from 'lucide-react';
import { isolate, t } from '~/i18n';
import { clock } from '~/i18n/format';
import type { Entry } from '../listing/entry';

/** Marks a file that is open to everyone with its direct link. */
export function OpenMark() {
  return <Globe size={16} role="img" aria-label={t('files.openToAll')} className="shrink-0 text-accent" />;
}

/** The user who edits the file, in words where there is room. */
export const editingText = ({ editing }: Entry) =>
  editing ? t('files.editing', { name: isolate(editing.name), time: clock(editing.since) }) : '';

/** Marks a file that someone edits now. */
export function EditingMark({ entry, named }: { entry: Entry; named: boolean }) {
  const text = editingText(entry);
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="inline-flex shrink-0 items-center gap-1 rounded-full bg-warning-soft px-1.5 py-0.5 text-xs text-warning"
    >
      <PencilLine size={13} aria-hidden="true" />
      {named && <bdi className="max-w-28 truncate max-lg:hidden">{entry.editing?.name}</bdi>}
    </span>
  );
}

/** The marks beside a name. */
export function Marks({ entry, all, named = false }: { entry: Entry; all: boolean; named?: boolean }) {
  return (
    <>
      {entry.editing && <EditingMark entry={entry} named={named} />}
      {entry.favorite && (
        <Star size={15} role="img" aria-label={t('files.favorite')} className="shrink-0 fill-current text-accent" />
      )}
      {all && entry.open && <OpenMark />}
      {entry.hasUploadBox && (
        <Inbox size={15} role="img" aria-label={t('files.hasUploadBox')} className="shrink-0 text-brand" />
      )}
      {entry.tags.length > 0 && (
        <Tag
          size={14}
          role="img"
          aria-label={`${t('files.tags')}: ${entry.tags.map(({ content }) => content).join(' · ')}`}
          className="shrink-0 text-brand"
        />
      )}
    </>
  );
}

/** Room that the marks beside a name take, each with the gap before it, in px. */
export function marksWidth(entry: Entry, all: boolean, gap: number, named = false): number {
  const widths = [
    entry.editing && (named ? 140 : 25),
    entry.favorite && 15,
    all && entry.open && 16,
    entry.hasUploadBox && 15,
    entry.tags.length > 0 && 14,
  ];
  return widths.reduce<number>((sum, width) => (width ? sum + width + gap : sum), 0);
}
