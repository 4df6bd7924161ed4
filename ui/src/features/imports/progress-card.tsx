import { Gauge, HardDrive, Pause, Play, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { storageOf, useSpace } from '~/api/spaces';
import { t } from '~/i18n';
import { percent, size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { Notice } from '~/kit/notice';
import { Progress } from '~/kit/progress';
import { useWidth } from '~/kit/use-width';
import { useAct } from '~/page/use-act';
import { isMine, pauseImport, resumeImport, type Import } from './api';
import { CancelDialog } from './cancel-dialog';
import { SkippedFiles } from './skipped-files';
import { SourceIcon } from './sources';
import { SpeedDialog } from './speed-dialog';
import { bytesText, filesText, leftText, secondsLeft, shareOf, stopText, titleOf } from './words';

/** An import that is under way: how far it is, what it copies now, and the ways to stop it. */
export function ProgressCard({ of }: { of: Import }) {
  const [failedShown, setFailedShown] = useState(false);
  const stop = stopText(of);
  return (
    <>
      <section aria-label={titleOf(of)} className="overflow-hidden rounded-card border border-line bg-surface">
        <div className="grid gap-4 p-5 sm:p-6">
          <Head of={of} />
          <Numbers of={of} />
          {stop && <StopNotice of={of} text={stop} />}
        </div>
        {of.state === 'running' && of.current.length > 0 && (
          <ul aria-label={t('imports.now')} className="divide-y divide-line border-t border-line">
            {of.current.map((item, index) => (
              <CurrentRow key={`${item.name} ${index}`} item={item} />
            ))}
          </ul>
        )}
        {of.failed > 0 && (
          <div className="flex min-h-12 items-center gap-3 border-t border-line px-5 py-1 sm:px-6">
            <TriangleAlert size={18} aria-hidden="true" className="mx-2 shrink-0 text-warning" />
            <p className="min-w-0 flex-1">{t('imports.someFailed', { n: of.failed })}</p>
            <Button
              className="-me-3 text-brand!"
              aria-expanded={failedShown}
              onClick={() => setFailedShown(!failedShown)}
            >
              {t(failedShown ? 'imports.hide' : 'imports.view')}
            </Button>
          </div>
        )}
      </section>
      {failedShown && of.failed > 0 && <SkippedFiles of={of} />}
      <StorageForecast of={of} />
    </>
  );
}

/** Source, destination, and the buttons that change its course. */
function Head({ of }: { of: Import }) {
  const [canceling, setCanceling] = useState(false);
  const { busy, act } = useAct();
  const running = of.state === 'running' || of.state === 'waiting';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SourceIcon kind={of.kind} />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="truncate text-base font-bold" title={titleOf(of)}>
          {titleOf(of)}
        </h2>
        <p className="truncate text-xs text-muted">
          {of.directory_path ? t('imports.to', { path: of.directory_path }) : t('imports.toRoot')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {running ? (
          <Button
            kind="outline"
            busy={busy}
            icon={<Pause size={17} aria-hidden="true" />}
            className="max-sm:flex-1"
            onClick={() => void act(() => pauseImport(of.import_id))}
          >
            {t('imports.pause')}
          </Button>
        ) : isMine(of) ? (
          <Button
            kind="solid"
            busy={busy}
            icon={<Play size={17} aria-hidden="true" />}
            className="max-sm:flex-1"
            onClick={() => void act(() => resumeImport(of.import_id))}
          >
            {t('imports.resume')}
          </Button>
        ) : null}
        <Button kind="ghost" className="text-danger! max-sm:flex-1" onClick={() => setCanceling(true)}>
          {t('imports.cancelAsk')}
        </Button>
      </div>
      {canceling && <CancelDialog of={of} onClose={() => setCanceling(false)} />}
    </div>
  );
}

/** «تاکنون ۹٬۱۲۰ مورد، ۳۱۸ گیگابایت» */
const foundText = ({ count, bytes }: Import) =>
  count > 0 ? t('imports.foundSoFar', { n: count, size: size(bytes) }) : '';

function Numbers({ of }: { of: Import }) {
  const share = shareOf(of);
  const left = secondsLeft(of);
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <p className="text-xl font-extrabold">
          {share === null ? <span className="text-base">{t('imports.counting')}</span> : percent(share)}
        </p>
        <p role="status" className="text-muted">
          {share === null ? foundText(of) : left === null ? '' : leftText(left)}
        </p>
      </div>
      <Progress
        label={t('imports.progress')}
        value={of.state === 'running' || share !== null ? share : 0}
        valueText={share === null ? t('imports.counting') : percent(share)}
        tone={of.state === 'running' ? 'brand' : 'muted'}
        className="h-2.5"
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-6 text-xs text-muted tabular-nums">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1">
          <span>{filesText(of)}</span>
          <span>{bytesText(of)}</span>
          {of.speed > 0 && <span>{t('imports.perSecond', { size: size(of.speed) })}</span>}
        </p>
        <SpeedButton of={of} />
      </div>
    </div>
  );
}

/** How fast it may be; a click changes that. */
function SpeedButton({ of }: { of: Import }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="-me-2 h-9 px-2! text-xs text-muted! pointer-coarse:h-11"
        icon={<Gauge size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {of.rate > 0 ? t('imports.limitedTo', { size: size(of.rate) }) : t('imports.limitSpeed')}
      </Button>
      {open && <SpeedDialog job={of} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Why it does not go on, and the way on where the person has one. */
function StopNotice({ of, text }: { of: Import; text: string }) {
  const { busy, act } = useAct();
  return (
    <Notice tone={of.state === 'paused' && !of.reason ? 'info' : 'warning'}>
      {text}
      {of.state === 'waiting' && isMine(of) && (
        <div className="mt-2">
          <Button kind="outline" busy={busy} onClick={() => void act(() => resumeImport(of.import_id))}>
            {t('imports.tryNow')}
          </Button>
        </div>
      )}
    </Notice>
  );
}

function CurrentRow({ item }: { item: Import['current'][number] }) {
  const box = useRef<HTMLSpanElement>(null);
  const width = useWidth(box);
  return (
    <li className="flex min-h-12 items-center gap-3 px-5 py-1.5 sm:px-6">
      <FileIcon type={fileType(item.name, '')} />
      <span ref={box} className="min-w-0 flex-1 truncate">
        <CutName name={item.name} width={width} />
      </span>
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {item.size > 0 && item.done > 0
          ? t('imports.partOf', { share: percent(Math.min(1, item.done / item.size)), size: size(item.size) })
          : t('imports.copying')}
      </span>
    </li>
  );
}

/** How full the workspace will be, where it has a limit. */
function StorageForecast({ of }: { of: Import }) {
  const space = useSpace(of.space_id);
  if (!space) return null;
  const { used, total } = storageOf(space);
  const later = used + Math.max(0, of.bytes - of.bytes_done);
  const known = of.listed && total !== null;
  if (known && later > total)
    return <Notice tone="warning">{t('imports.storageOver', { used: size(later), total: size(total) })}</Notice>;
  return (
    <p className="flex items-start gap-2 text-xs text-muted">
      <HardDrive size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>
        {known && `${t('imports.storageAfter', { used: size(later), total: size(total) })} `}
        {t('imports.unchangedAtSource')}
      </span>
    </p>
  );
}
