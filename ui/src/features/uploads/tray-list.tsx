import { useRef } from 'react';
import { t } from '~/i18n';
import { useMedia } from '~/kit/use-media';
import { even } from '~/kit/row-window';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import type { ClientUpload } from './client-upload';
import { TrayRow } from './tray-row';

const ROW = 60;
const MOST = 5;

/** Draws only the rows in sight: a folder may bring thousands. */
export function TrayList({ uploads }: { uploads: readonly ClientUpload[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, uploads.length, even(ROW));
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
        height: Math.min(uploads.length, MOST) * ROW + (uploads.length > MOST ? ROW / 2 : 0),
        maxHeight: '50dvh',
      }}
    >
      <ul style={{ height: uploads.length * ROW, paddingTop: rows.first * ROW }}>
        {uploads.slice(rows.first, rows.end).map((upload) => (
          <TrayRow key={upload.id} upload={upload} nameWidth={nameWidth} />
        ))}
      </ul>
    </div>
  );
}
