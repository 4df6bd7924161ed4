import { Globe, Inbox, Star, Tag } from 'lucide-react';
import { t } from '~/i18n';
import type { Entry } from '../listing/entry';

/** Marks a file that is open to everyone with its direct link. */
export function OpenMark() {
  return <Globe size={16} role="img" aria-label={t('files.openToAll')} className="shrink-0 text-accent" />;
}

/** The marks beside a name. */
export function Marks({ entry, all }: { entry: Entry; all: boolean }) {
  return (
    <>
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

/** Room that the marks beside a name take, in px. */
export const marksRoom = (entry: Entry, all: boolean) =>
  (entry.favorite ? 21 : 0) +
  (all && entry.open ? 22 : 0) +
  (entry.hasUploadBox ? 21 : 0) +
  (entry.tags.length > 0 ? 20 : 0);
