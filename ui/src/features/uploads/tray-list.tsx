import { useRef } from 'react';
import { t } from '~/i18n';
import { useMedia } from '~/kit/use-media';
import { even } from '~/kit/row-window';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import type { Thread } from './thread';
import { TrayRow } from './tray-row';

const ROW = 60;
const MOST = 5;

/** Draws only the rows in sight: a folder may bring thousands. */
export function TrayList({ threads }: { threads: readonly Thread[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, threads.length, even(ROW));
  const width = useWidth(scroller);
  const touch = useMedia('(pointer: coarse)');
  // Icon, buttons and the space around them are taken off.
  const nameWidth = width - (touch ? 234 : 202);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t('uploads.list')}
      tabIndex={-1}
      className="scroll-thin overflow-y-auto overscroll-contain border-t border-line outline-none"
      style={{
        height: Math.min(threads.length, MOST) * ROW + (threads.length > MOST ? ROW / 2 : 0),
        maxHeight: '50dvh',
      }}
    >
      <ul style={{ height: threads.length * ROW, paddingTop: rows.first * ROW }}>
        {threads.slice(rows.first, rows.end).map((thread) => (
          <TrayRow key={thread.id} thread={thread} nameWidth={nameWidth} />
        ))}
      </ul>
    </div>
  );
}
