import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { List, ListPage } from '~/features/gate/list';
import type { LinkStatus } from '~/features/gate/status-badge';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useSpaceLinks } from './api';
import { LinkDialogs, type OpenLink } from './link-dialogs';
import { LinkRow } from './link-row';

const statuses: readonly LinkStatus[] = ['active', 'expired', 'spent', 'dead'];

/** All download links of a workspace that the user may manage. */
export function LinksPage({ spaceId }: { spaceId: string }) {
  useLang();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('status');
  const status = statuses.find((known) => known === asked) ?? null;
  const list = useSpaceLinks(spaceId, status);
  const [open, setOpen] = useState<OpenLink | null>(null);
  const choose = (next: string) => navigate(next === 'all' ? path : `${path}?status=${next}`, { replace: true });
  const filter = (status !== null || (list.items?.length ?? 0) > 0) && (
    <div className="w-full sm:w-52">
      <Select
        hideLabel
        label={t('gate.status')}
        value={status ?? 'all'}
        options={[
          { value: 'all', label: t('gate.anyStatus') },
          ...statuses.map((value) => ({ value, label: t(`gate.${value}`) })),
        ]}
        onChange={choose}
      />
    </div>
  );
  return (
    <ListPage title={t('links.title')} about={t('links.about')} tools={filter}>
      <List
        list={list}
        label={t('links.title')}
        renderRow={(link) => <LinkRow key={link.download_id} link={link} onAct={(act) => setOpen({ act, link })} />}
        empty={
          status ? (
            <State
              icon={<Link2 size={36} strokeWidth={1.6} />}
              title={t('links.noneTitle')}
              text={t('links.noneText')}
              actions={<Button onClick={() => choose('all')}>{t('links.showAll')}</Button>}
            />
          ) : (
            <State
              icon={<Link2 size={36} strokeWidth={1.6} />}
              title={t('links.emptyTitle')}
              text={t('links.emptyText')}
              actions={
                <Button kind="soft" onClick={() => navigate(`/workspace/${spaceId}`)}>
                  {t('links.toFiles')}
                </Button>
              }
            />
          )
        }
      />
      <LinkDialogs open={open} onClose={() => setOpen(null)} />
    </ListPage>
  );
}
