import { CalendarClock, Download, Infinity as Forever, LockOpen } from 'lucide-react';
import { momentOf } from '~/features/gate/duration';
import { Fact } from '~/features/gate/facts';
import { t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import type { LinkDraft } from './draft';

/** The terms of a link that is not there yet, in short. */
export function DraftFacts({ draft }: { draft: LinkDraft }) {
  const end = momentOf(draft.ends);
  return (
    <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Fact Icon={end ? CalendarClock : Forever}>
        {end ? t('gate.until', { when: dateTime(end) }) : t('gate.forever')}
      </Fact>
      {!draft.password.on && <Fact Icon={LockOpen}>{t('links.noPassword')}</Fact>}
      <Fact Icon={Download}>{t('links.unlimited')}</Fact>
    </div>
  );
}
