import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { t, useLang } from '~/i18n';
import { percent } from '~/i18n/format';
import { Notice } from '~/kit/notice';
import { Progress } from '~/kit/progress';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { Page } from '~/page/page';
import { isUnderWay, useBucketProgress, useImports, type Import, type Kind } from './api';
import { ImportRow } from './import-row';
import { SourceIcon, sources } from './sources';
import type { Start } from './draft';

const BeginDialog = lazy(async () => ({ default: (await import('./begin-dialog')).BeginDialog }));

/** The ways to bring files into a workspace, and the imports that are under way or over. */
export function ImportsPage({ params }: { params: { workspace_id?: string } }) {
  useLang();
  const spaceId = params.workspace_id ?? '';
  const space = useSpace(spaceId);
  const { data: permissions } = usePermissions(spaceId);
  const { data, error, refetch } = useImports(spaceId);
  const [search, setSearch] = useSearchParams();
  const asked = sources.find(({ kind }) => kind === search.get('from'))?.kind;
  const shared = can(permissions, 'create', 'directory') && can(permissions, 'create', 'file');
  // Where the user came from, else the first root they may fill.
  const into = search.get('to') ?? (shared ? space?.root_directory_id : space?.my_root_directory_id);
  const may = space !== undefined && permissions !== undefined && Boolean(into) && !space.locked;
  const start: Start | null = into ? { spaceId, directoryId: into } : null;
  const choose = (kind: Kind | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (kind) next.set('from', kind);
        else next.delete('from');
        return next;
      },
      { replace: true },
    );
  const underWay = data?.filter(isUnderWay) ?? [];
  const earlier = data?.filter((one) => !isUnderWay(one)) ?? [];
  return (
    <Page narrow title={t('imports.title')} text={t('imports.about')}>
      <Group title={t('imports.underWay')} imports={underWay} />
      {space && permissions && !may ? (
        <Notice>{space.locked ? t('frame.readOnly') : t('imports.mayNot')}</Notice>
      ) : (
        <Sources
          spaceId={spaceId}
          // Buckets are the matter of those who manage the workspace.
          manages={can(permissions, 'update', 'workspace')}
          spent={earlier.some(isSpent)}
          // A canceled one is no reason against another.
          goesOn={(id) => !earlier.some(({ import_id, state }) => import_id === id && state === 'cancelled')}
          onChoose={choose}
        />
      )}
      {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={2} />)}
      <Group title={t('imports.earlier')} imports={earlier} />
      <Suspense>
        {asked && start && may && <BeginDialog kind={asked} start={start} onClose={() => choose(null)} />}
      </Suspense>
    </Page>
  );
}

/** "Once" is spent by success alone. */
const isSpent = ({ kind, state }: Import) => kind === 'bucket' && state === 'done';

function Group({ title, imports }: { title: string; imports: readonly Import[] }) {
  if (imports.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-bold">{title}</h2>
      <ul
        aria-label={title}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
      >
        {imports.map((one) => (
          <ImportRow key={one.import_id} of={one} />
        ))}
      </ul>
    </section>
  );
}

type SourcesProps = {
  spaceId: string;
  manages: boolean;
  spent: boolean;
  goesOn: (id: string) => boolean;
  onChoose: (kind: Kind) => void;
};

function Sources({ spaceId, manages, spent, goesOn, onChoose }: SourcesProps) {
  const { data: bucket } = useBucketProgress(spaceId);
  return (
    <section>
      <h2 className="mb-2 font-bold">{t('imports.sources')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {sources.map(({ kind }) => {
          if (kind === 'bucket' && !manages) return null;
          const text = kind === 'bucket' && spent ? t('imports.bucketSpent') : t(`imports.${kind}Text`);
          if (kind === 'bucket' && bucket && goesOn(bucket.import_id))
            return <BucketCard key={kind} spaceId={spaceId} {...bucket} />;
          return (
            <li key={kind} className="grid">
              <button
                type="button"
                disabled={kind === 'bucket' && spent}
                onClick={() => onChoose(kind)}
                className={`${cardClass} hover:border-brand hover:bg-hover disabled:pointer-events-none disabled:opacity-60`}
              >
                <SourceIcon kind={kind} />
                <span className="grid min-w-0 gap-0.5">
                  <span className="font-semibold">{t(`imports.${kind}`)}</span>
                  <span className="text-xs text-pretty text-muted">{text}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const cardClass =
  'flex h-full items-start gap-3.5 rounded-card border border-line bg-surface p-4 text-start transition';

type BucketProps = { spaceId: string; import_id: string; object_count: number; object_done: number };

/** The import from a bucket that is under way, in the place where one begins. */
function BucketCard({ spaceId, import_id: id, object_count: total, object_done: done }: BucketProps) {
  const share = total > 0 ? done / total : null;
  const words = t('imports.bucketRunning', { done, total });
  return (
    <li className="grid">
      <Link href={`/workspace/${spaceId}/imports/${id}`} className={`${cardClass} hover:border-brand hover:bg-hover`}>
        <SourceIcon kind="bucket" />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="font-semibold">{t('imports.bucket')}</span>
          <span className="text-xs text-muted">{words}</span>
          <Progress
            label={t('imports.bucket')}
            value={share}
            valueText={share === null ? words : percent(share)}
            className="mt-1"
          />
        </span>
      </Link>
    </li>
  );
}
