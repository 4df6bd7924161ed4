import { Building2, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSetup } from '~/api/setup';
import { num, t } from '~/i18n';
import { day, fullDay } from '~/i18n/format';
import { Button } from '~/kit/button';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { Rows } from '../rows';
import { SectionFrame } from '../section-frame';
import { filters, isByEnd, isSpacesFilter, useWorkspaces, type SpacesFilter, type Workspace } from './api';
import { plans, planWords, SpaceBadge, storageWords } from './words';
import { WorkspacePage } from './workspace-page';

/** Every workspace: found by search or filter, and one of them at a time. */
export function WorkspacesSection() {
  const [search] = useSearchParams();
  const id = search.get('workspace');
  return id ? <WorkspacePage key={id} id={id} /> : <Workspaces />;
}

function Workspaces() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('filter');
  const selling = !!useSetup().data?.selling;
  const filter = isSpacesFilter(asked) && (selling || !isByEnd(asked)) ? asked : '';
  const plan = selling ? (search.get('plan') ?? '') : '';
  const choose = (change: { filter?: string; plan?: string }) => {
    const next = { filter, plan, ...change };
    setSearch(
      { ...(next.filter && { filter: next.filter }), ...(next.plan && { plan: next.plan }) },
      { replace: true },
    );
  };
  const [text, setText] = useState('');
  const query = useDebouncedValue(text.trim(), 250);
  return (
    <SectionFrame
      title={t('consolePeople.workspaces')}
      actions={
        <>
          <SearchField
            className="w-64 max-sm:order-last max-sm:w-full"
            label={t('consolePeople.findWorkspaces')}
            value={text}
            onChange={(next) => setText(next.slice(0, 80))}
          />
          <div className="w-44 max-sm:order-last max-sm:w-full">
            <Select<SpacesFilter>
              hideLabel
              label={t('consolePeople.filter')}
              value={filter}
              options={filters
                .filter((value) => selling || !isByEnd(value))
                .map((value) => ({ value, label: t(`consolePeople.spaces_${value || 'all'}`) }))}
              onChange={(next) => choose({ filter: next })}
            />
          </div>
          {selling && (
            <div className="w-40 max-sm:order-last max-sm:w-full">
              <Select<string>
                hideLabel
                label={t('consolePeople.plan')}
                value={plan}
                options={[
                  { value: '', label: t('consolePeople.anyPlan') },
                  ...plans.map((value) => ({ value: value as string, label: planWords(value) })),
                  { value: 'unlimited', label: t('consolePeople.withoutPlan') },
                ]}
                onChange={(next) => choose({ plan: next })}
              />
            </div>
          )}
        </>
      }
    >
      <SearchResults key={`${filter} ${plan} ${query}`} filter={filter} plan={plan} query={query} />
    </SectionFrame>
  );
}

const idOf = ({ space_id: id }: Workspace) => id;
const hrefOf = ({ space_id: id }: Workspace) => `/admin/workspaces?workspace=${id}`;
const membersOf = ({ members }: Workspace) => num(members);
const planOf = ({ plan }: Workspace) => planWords(plan);

const titleOf = (space: Workspace) => (
  <span className="flex min-w-0 items-center gap-2">
    <bdi className="truncate font-semibold">{space.title}</bdi>
    <SpaceBadge state={space.state} />
  </span>
);

const ownerOf = ({ owner }: Workspace) => <bdi>{owner.name || t('consolePeople.deletedUser')}</bdi>;

const endOf = ({ plan_ends_at: at }: Workspace) => (at ? <span title={fullDay(at)}>{day(at)}</span> : '—');

type FoundProps = { filter: SpacesFilter; plan: string; query: string };

function SearchResults({ filter, plan, query: text }: FoundProps) {
  const query = useWorkspaces(filter, plan, text);
  const selling = useSetup().data?.selling;
  const spaces = query.data?.pages.flatMap((page) => page.workspaces);
  if (!spaces)
    return (
      <div className="p-6">
        {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={6} />}
      </div>
    );
  if (spaces.length === 0)
    return (
      <div className="grid flex-1 place-items-center">
        <State
          icon={text ? <SearchX size={34} /> : <Building2 size={34} />}
          title={t(text ? 'consolePeople.noWorkspaceFound' : 'consolePeople.noWorkspaceHere')}
          text={t(text ? 'consolePeople.noWorkspaceFoundText' : 'consolePeople.nobodyText')}
        />
      </div>
    );
  return (
    <Rows<Workspace>
      label={t('consolePeople.workspaces')}
      titleLabel={t('consolePeople.workspaceCount', { n: query.data?.pages[0]?.page_info.total ?? 0 })}
      items={spaces}
      idOf={idOf}
      hrefOf={hrefOf}
      title={titleOf}
      below={ownerOf}
      columns={[
        ...(isByEnd(filter) ? [{ label: t('consolePeople.planEnds'), className: 'w-44', cell: endOf }] : []),
        { label: t('consolePeople.storage'), className: 'w-52', cell: storageWords },
        { label: t('consolePeople.members'), className: 'w-28', cell: membersOf },
        ...(selling ? [{ label: t('consolePeople.plan'), className: 'w-32', cell: planOf }] : []),
      ]}
      more={
        query.hasNextPage && (
          <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('console.more')}
          </Button>
        )
      }
    />
  );
}
