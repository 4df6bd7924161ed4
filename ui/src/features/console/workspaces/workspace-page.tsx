import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useSetup } from '~/api/setup';
import { num, t } from '~/i18n';
import { dateTime, fullDay, size } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { Meter } from '~/kit/meter';
import { isNearlyFull } from '~/kit/nearly-full';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { PageHead } from '~/page/page-head';
import { Part } from '../people/part';
import { FactList } from '../fact-list';
import { useMayChange, useMayRead } from '../use-rights';
import { useAdminWorkspace, type WorkspaceDetails } from './api';
import { SpaceActDialog, type Asked } from './workspace-acts';
import { planWords, SpaceBadge, storageWords } from './words';

/** All that staff may know of a workspace, and what they can do. Names of its files are no part of it. */
export function WorkspacePage({ id }: { id: string }) {
  const query = useAdminWorkspace(id);
  if (query.data) return <Page space={query.data} />;
  return (
    <div className="p-6">
      {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={6} />}
    </div>
  );
}

function Page({ space }: { space: WorkspaceDetails }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <PageHead
        className="shrink-0 border-b border-line px-4 pb-2.5! sm:px-6"
        back={{ label: t('consolePeople.backToWorkspaces'), to: '/admin/workspaces' }}
        picture={<Avatar name={space.title} shape="square" className="size-9" />}
        title={
          <>
            <bdi>{space.title}</bdi>
            <SpaceBadge state={space.state} />
          </>
        }
        text={
          <>
            {t('consolePeople.ownedBy')} <Owner space={space} />
          </>
        }
        actions={<Acts space={space} onAsk={setAsked} />}
      />
      <ScrollArea label={space.title} className="px-4 py-5 sm:px-7">
        <div className="flex flex-wrap items-start gap-x-10 gap-y-8">
          <div className="grid min-w-0 flex-1 basis-96 gap-8">
            {space.state === 'frozen' && (
              <Notice tone="warning" title={t('consolePeople.frozenTitle')}>
                <span dir="auto">{space.frozen_reason}</span>
              </Notice>
            )}
            {space.state === 'deleted' && (
              <Notice tone="warning" title={t('consolePeople.deletedTitle')}>
                {space.restorable_until && t('consolePeople.deletedText', { day: fullDay(space.restorable_until) })}
              </Notice>
            )}
            <Storage space={space} />
            <Largest space={space} />
          </div>
          <Facts space={space} />
        </div>
      </ScrollArea>
      {asked && <SpaceActDialog space={space} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Owner({ space: { owner } }: { space: WorkspaceDetails }) {
  const mayOpen = useMayRead('people');
  const name = <bdi>{owner.name || t('consolePeople.deletedUser')}</bdi>;
  return mayOpen ? (
    <Link href={`/admin/people?person=${owner.user_id}`} className="text-brand hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
}

function Acts({ space, onAsk }: { space: WorkspaceDetails; onAsk: (asked: Asked) => void }) {
  const mayChange = useMayChange('workspaces');
  const paysPlans = useMayChange('money');
  const selling = useSetup().data?.selling;
  const { state } = space;
  const gone = state === 'deleted';
  const acts: [Asked, boolean][] = [
    ['limits', mayChange && !gone],
    ['choose', paysPlans && !gone && !!selling],
    ['extend', paysPlans && !gone && !!space.plan_ends_at],
    ['transfer', mayChange && !gone],
    ['unfreeze', mayChange && state === 'frozen'],
    ['freeze', mayChange && !gone && state !== 'frozen'],
    ['restore', mayChange && gone],
    ['delete', mayChange && !gone],
  ];
  const entries = acts
    .filter(([, offered]) => offered)
    .map(([act]) => ({
      id: act,
      label: t(act === 'delete' ? 'consolePeople.deleteSpaceAsk' : `consolePeople.${act}Ask`),
      danger: act === 'freeze' || act === 'delete',
      onSelect: () => onAsk(act),
    }));
  if (entries.length === 0) return null;
  return (
    <Menu
      align="end"
      label={t('consolePeople.acts', { name: space.title })}
      trigger={
        <IconButton label={t('consolePeople.acts', { name: space.title })}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
      entries={entries}
    />
  );
}

function Storage({ space }: { space: WorkspaceDetails }) {
  const { heads, versions, trash, files, trashed } = space.use;
  const rows: [string, number, string, number][] = [
    [t('consolePeople.heads'), heads, num(files), 0],
    [t('consolePeople.versions'), versions, '', versions],
    [t('consolePeople.trash'), trash, num(trashed), trash],
  ];
  return (
    <Part title={t('consolePeople.storage')}>
      <p className="pt-4 text-xl font-bold">{storageWords(space)}</p>
      {space.storage_limit > 0 && (
        <Meter
          className="mt-3"
          label={t('consolePeople.storage')}
          value={space.storage_used}
          max={space.storage_limit}
          valueText={storageWords(space)}
          tone={isNearlyFull(space.storage_used, space.storage_limit) ? 'warning' : 'brand'}
        />
      )}
      <table className="mt-3 w-full">
        <thead>
          <tr className="text-xs text-muted">
            {[
              t('consolePeople.kind'),
              t('consolePeople.size'),
              t('consolePeople.count'),
              t('consolePeople.canFree'),
            ].map((label) => (
              <th key={label} scope="col" className="py-2 text-start font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, bytes, count, free]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-normal">
                {label}
              </th>
              <td>{size(bytes)}</td>
              <td className="text-muted">{count || '—'}</td>
              <td className="text-muted">{free > 0 ? size(free) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Largest({ space: { largest } }: { space: WorkspaceDetails }) {
  if (largest.length === 0) return null;
  return (
    <Part title={t('consolePeople.largest')}>
      <p className="pt-2 text-xs text-muted">{t('consolePeople.largestText')}</p>
      <ul className="divide-y divide-line">
        {largest.map(({ directory_id: id, size: bytes, files }) => (
          <li key={id} className="flex min-h-11 items-center gap-4 py-2">
            <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start">
              {id}
            </bdi>
            <span className="text-xs text-muted">{t('consolePeople.fileCount', { n: files })}</span>
            <span className="w-24 text-end">{size(bytes)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Facts({ space }: { space: WorkspaceDetails }) {
  const selling = useSetup().data?.selling;
  const facts: [string, ReactNode][] = [
    [t('consolePeople.state'), t(`consolePeople.space_${space.state}`)],
    [t('consolePeople.plan'), selling && planWords(space.plan)],
    [t('consolePeople.planEnds'), space.plan_ends_at && fullDay(space.plan_ends_at)],
    [
      t('consolePeople.members'),
      space.member_limit > 0
        ? t('consolePeople.outOf', { n: num(space.members), most: num(space.member_limit) })
        : num(space.members),
    ],
    [
      t('consolePeople.nodes'),
      space.node_most > 0
        ? t('consolePeople.outOf', { n: num(space.nodes), most: num(space.node_most) })
        : num(space.nodes),
    ],
    [t('consolePeople.created'), dateTime(space.created_at)],
    [t('consolePeople.active'), space.active_at ? dateTime(space.active_at) : t('consolePeople.never')],
  ];
  return (
    <aside className="grid w-72 gap-4 max-sm:w-full">
      <FactList facts={facts} />
      <p className="text-xs text-pretty text-muted">{t('consolePeople.onRecord')}</p>
    </aside>
  );
}
