import { CircleAlert, CircleCheck, Pause, Play, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { changed } from '~/api/changed';
import { t, useLang } from '~/i18n';
import { percent } from '~/i18n/format';
import { IconButton } from '~/kit/icon-button';
import { Progress } from '~/kit/progress';
import { useAct } from '~/page/use-act';
import { isUnderWay, pauseImport, resumeImport, type Import } from './api';
import { progressText } from './import-row';
import { SourceIcon } from './sources';
import { hereOf, reasonText, shareOf, stopText, titleOf } from './words';

type Props = { imports: readonly Import[]; onDismiss: (importId: string) => void };

/** One row for each import, with the way to its page. */
export function TrayRows({ imports, onDismiss }: Props) {
  useLang();
  return (
    <section
      data-imports
      aria-label={t('imports.list')}
      className="scroll-thin max-h-[30dvh] overflow-y-auto rounded-card bg-raised shadow-pop ring-1 ring-line max-sm:rounded-none max-sm:border-t max-sm:border-line sm:w-100"
    >
      <ul className="divide-y divide-line">
        {imports.map((one) => (
          <Row key={one.import_id} of={one} onDismiss={() => onDismiss(one.import_id)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ of, onDismiss }: { of: Import; onDismiss: () => void }) {
  const { act } = useAct();
  const underWay = isUnderWay(of);
  const share = shareOf(of);
  const name = titleOf(of);
  const running = of.state === 'running' || of.state === 'waiting';
  useLanded(of);
  return (
    <li className="flex min-h-16 items-center gap-3 py-2 ps-4 pe-2">
      <SourceIcon kind={of.kind} small />
      <Link
        href={`/workspace/${of.space_id}/imports/${of.import_id}`}
        aria-label={t('imports.open', { name })}
        className="min-w-0 flex-1 rounded-md"
      >
        <span className="block truncate leading-6 font-medium">{name}</span>
        <span role="status" className="line-clamp-2 text-xs text-pretty text-muted">
          {textOf(of)}
        </span>
        {underWay && (
          <Progress
            label={t('imports.trayOf', { name })}
            value={of.state === 'running' || share !== null ? share : 0}
            valueText={share === null ? t('imports.counting') : percent(share)}
            tone={of.state === 'running' ? 'brand' : 'muted'}
            className="mt-1 h-0.75"
          />
        )}
      </Link>
      {underWay ? (
        <IconButton
          label={t(running ? 'imports.pauseOf' : 'imports.resumeOf', { name })}
          onClick={() => void act(() => (running ? pauseImport : resumeImport)(of.import_id))}
        >
          {running ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        </IconButton>
      ) : (
        <>
          {of.state === 'done' && of.failed === 0 ? (
            <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-success" />
          ) : (
            <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-warning" />
          )}
          <IconButton label={t('imports.dismiss', { name })} onClick={onDismiss}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  );
}

/** When it ends, sizes and lists are others than before. */
function useLanded(of: Import): void {
  const before = useRef(of.state);
  useEffect(() => {
    if (before.current !== of.state && !isUnderWay(of)) void changed.files(of.space_id);
    before.current = of.state;
  }, [of]);
}

function textOf(of: Import): string {
  if (of.state === 'failed') return reasonText(of.reason);
  if (!isUnderWay(of)) {
    const n = hereOf(of);
    const missing = of.failed + of.skipped;
    const came = missing > 0 ? t('imports.doneNot', { n, failed: missing }) : t('imports.doneHere', { n });
    return of.state === 'done' ? came : `${t('imports.state_cancelled')} · ${came}`;
  }
  return of.state === 'running' ? progressText(of) : (stopText(of) ?? '');
}
