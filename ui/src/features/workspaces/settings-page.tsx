import { useSearchParams } from 'wouter';
import { useSpace, useSpaces } from '~/api/spaces';
import { Failed } from '~/features/frame/failed';
import { t } from '~/i18n';
import { Page } from '~/kit/layout';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import { AppearanceSection } from './appearance-section';
import { DeleteSection } from './delete-section';
import { RenameSection } from './rename-section';

type Tab = 'general' | 'appearance';

/** What the owner may change about a workspace. The tab is part of the address. */
export function SpaceSettingsPage({ params }: { params: { workspace_id?: string } }) {
  const { error, refetch } = useSpaces();
  const space = useSpace(params.workspace_id ?? '');
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'appearance' ? 'appearance' : 'general';
  return (
    <Page title={t('workspaces.settings')}>
      {!space && error && <Failed error={error} retry={refetch} />}
      {!space && !error && <Skeleton className="h-64 w-full rounded-card" />}
      {space && (
        <Tabs<Tab>
          label={t('workspaces.settings')}
          value={tab}
          onChange={(next) => setSearch({ tab: next }, { replace: true })}
          tabs={[
            {
              value: 'general',
              label: t('workspaces.general'),
              content: (
                <div className="grid gap-5">
                  <RenameSection key={space.space_id} space={space} />
                  <DeleteSection space={space} />
                </div>
              ),
            },
            {
              value: 'appearance',
              label: t('workspaces.appearance'),
              content: <AppearanceSection key={space.space_id} space={space} />,
            },
          ]}
        />
      )}
    </Page>
  );
}
