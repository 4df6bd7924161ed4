import { ChevronLeft } from 'lucide-react';
import { Link } from 'wouter';
import { userId } from '~/api/session';
import { t } from '~/i18n';
import { percent, when } from '~/i18n/format';
import { Progress } from '~/kit/progress';
import { isUnderWay, type Import } from './api';
import { SourceIcon } from './sources';
import { StateBadge } from './state-badge';
import { filesText, hereOf, leftText, secondsLeft, shareOf, titleOf } from './words';

/** One import in the list; a click leads to its page. */
export function ImportRow({ of }: { of: Import }) {
  const underWay = isUnderWay(of);
  const share = shareOf(of);
  return (
    <li data-import={of.state}>
      <Link
        href={`/workspace/${of.space_id}/imports/${of.import_id}`}
        className="flex items-center gap-3.5 px-4 py-3 transition hover:bg-hover"
      >
        <SourceIcon kind={of.kind} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-semibold">{titleOf(of)}</span>
            {of.state !== 'running' && <StateBadge state={of.state} />}
          </span>
          <span className="text-xs text-pretty text-muted">{underWay ? progressText(of) : outcomeText(of)}</span>
          {underWay && (
            <Progress
              label={t('imports.trayOf', { name: titleOf(of) })}
              value={of.state === 'running' || share !== null ? share : 0}
              valueText={share === null ? t('imports.counting') : percent(share)}
              tone={of.state === 'running' ? 'brand' : 'muted'}
              className="mt-1"
            />
          )}
        </span>
        <ChevronLeft size={18} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />
      </Link>
    </li>
  );
}

/** «۶۸٪ · ۱۸٬۲۴۰ از ۲۶٬۹۱۱ فایل · نزدیک به ۴۰ دقیقه مانده» */
export function progressText(of: Import): string {
  const share = shareOf(of);
  const left = secondsLeft(of);
  return [share === null ? '' : percent(share), filesText(of), left === null ? '' : leftText(left)]
    .filter(Boolean)
    .join(' · ');
}

function outcomeText(of: Import): string {
  const missing = of.failed + of.skipped;
  const n = hereOf(of);
  const came = missing > 0 ? t('imports.doneNot', { n, failed: missing }) : t('imports.doneHere', { n });
  const { _id: by, name } = of.created_by;
  return [came, when(of.ended_at ?? of.created_at), by === userId() ? '' : t('imports.by', { name })]
    .filter(Boolean)
    .join(' · ');
}
