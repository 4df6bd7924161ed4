import { FolderOpen, Link2, Play, ShieldAlert, ShieldCheck, SquareEqual, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { num, t } from '~/i18n';
import { duration, size } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Notice } from '~/kit/notice';
import { useAct } from '~/page/use-act';
import { isMine, resumeImport, type Import } from './api';
import { LinksDialog } from './links-dialog';
import { SkippedFiles } from './skipped-files';
import { RenamedFiles } from './renamed-files';
import { hereOf, isUnreadable, stopText } from './words';

/** The proof of an import that has ended: each file of the source is accounted for. */
export function Report({ of }: { of: Import }) {
  const stop = stopText(of);
  return (
    <>
      {stop && <UnfinishedNotice of={of} text={stop} />}
      <Proof of={of} />
      {of.failed + of.skipped > 0 && <SkippedFiles of={of} />}
      {of.renamed > 0 && <RenamedFiles of={of} />}
      <FurtherFacts of={of} />
    </>
  );
}

function UnfinishedNotice({ of, text }: { of: Import; text: string }) {
  const { busy, act } = useAct();
  return (
    <Notice tone="danger" title={text}>
      {isMine(of) && !isUnreadable(of) && (
        <Button
          kind="outline"
          className="mt-2"
          busy={busy}
          icon={<Play size={17} aria-hidden="true" />}
          onClick={() => void act(() => resumeImport(of.import_id))}
        >
          {t('imports.resume')}
        </Button>
      )}
    </Notice>
  );
}

function headline(of: Import, here: number): string {
  if (of.state !== 'done' && of.count === 0) return t('imports.nothingCame');
  if (of.state !== 'done') return t('imports.notAll', { here, total: of.count });
  if (of.count === 0) return t('imports.noFiles');
  return here === of.count ? t('imports.allHere', { n: here }) : t('imports.someHere', { total: of.count, here });
}

function Proof({ of }: { of: Import }) {
  const here = hereOf(of);
  const missing = of.failed + of.skipped;
  const whole = of.state === 'done';
  const Icon = whole ? ShieldCheck : ShieldAlert;
  const seconds = of.ended_at ? (Date.parse(of.ended_at) - Date.parse(of.created_at)) / 1000 : 0;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex items-center gap-4 p-5 sm:p-6">
        <span
          aria-hidden="true"
          className={cx(
            'grid size-12 shrink-0 place-items-center rounded-control',
            whole ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning',
          )}
        >
          <Icon size={24} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-bold text-pretty sm:text-lg">{headline(of, here)}</h2>
          {of.count > 0 && (
            <p className="mt-0.5 text-pretty text-muted">{t(whole ? 'imports.allHereText' : 'imports.notAllText')}</p>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line sm:grid-cols-4">
        <Fact name={t('imports.atSource')} value={num(of.count)} />
        <Fact name={t('imports.here')} value={num(here)} tone="text-success" />
        <Fact name={t('imports.notCopied')} value={num(missing)} tone={missing > 0 ? 'text-warning' : undefined} />
        {of.run === 1 ? (
          <Fact name={t('imports.took')} value={seconds < 1 ? t('imports.tookLess') : duration(seconds)} />
        ) : (
          <Fact name={t('imports.allSize')} value={size(of.bytes)} />
        )}
      </dl>
    </section>
  );
}

const Fact = ({ name, value, tone }: { name: string; value: string; tone?: string | undefined }) => (
  <div className="bg-surface px-5 py-3.5">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className={cx('mt-0.5 text-xl font-extrabold', tone)}>{value}</dd>
  </div>
);

/** Whatever else is worth to know: files that were here, links that were remade, and the way to the folder. */
function FurtherFacts({ of }: { of: Import }) {
  const [links, setLinks] = useState(false);
  return (
    <section className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface empty:hidden">
      {of.unchanged > 0 && <Line Icon={SquareEqual} text={t('imports.unchangedN', { n: of.unchanged })} />}
      {of.links > 0 && (
        <Line
          Icon={Link2}
          text={t('imports.linksN', { n: of.links })}
          more={t('imports.linksText')}
          act={
            <Button className="-me-2 text-brand!" onClick={() => setLinks(true)}>
              {t('imports.viewTable')}
            </Button>
          }
        />
      )}
      {of.directory_id && (
        <Line
          Icon={FolderOpen}
          text={<bdi>{of.directory_path || t('imports.where')}</bdi>}
          act={
            <Link
              href={`/workspace/${of.space_id}/directory/${of.directory_id}`}
              className={buttonClass('ghost', '-me-2 text-brand!')}
            >
              {t('imports.showFolder')}
            </Link>
          }
        />
      )}
      {links && <LinksDialog importId={of.import_id} onClose={() => setLinks(false)} />}
    </section>
  );
}

type LineProps = { Icon: LucideIcon; text: ReactNode; more?: string; act?: ReactNode };

const Line = ({ Icon, text, more, act }: LineProps) => (
  <div className="flex min-h-14 items-center gap-3 px-5 py-1.5">
    <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-muted">
      <Icon size={18} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="truncate">{text}</p>
      {more && <p className="text-xs text-muted">{more}</p>}
    </div>
    {act}
  </div>
);
