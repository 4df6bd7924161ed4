import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { List, ListPage } from '~/features/links/list';
import type { LinkStatus } from '~/features/links/status-badge';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useSpaceLinks } from './api';
import { LinkDialogs, type OpenLink } from './link-dialogs';
import { LinkRow } from './link-row';

const statuses: readonly LinkStatus[] = ['active', 'expired', 'spent', 'dead'];

/** All download links of a workspace that the person may manage. */
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
        label={t('links.status')}
        value={status ?? 'all'}
        options={[
          { value: 'all', label: t('links.anyStatus') },
          ...statuses.map((value) => ({ value, label: t(`links.${value}`) })),
        ]}
        onChange={choose}
      />
    </div>
  );
  return (
    <ListPage title={t('shares.title')} about={t('shares.about')} tools={filter}>
      <List
        list={list}
        label={t('shares.title')}
        renderRow={(link) => <LinkRow key={link.download_id} link={link} onAct={(act) => setOpen({ act, link })} />}
        empty={
          status ? (
            <State
              icon={<Link2 size={36} strokeWidth={1.6} />}
              title={t('shares.noneTitle')}
              text={t('shares.noneText')}
              actions={<Button onClick={() => choose('all')}>{t('shares.showAll')}</Button>}
            />
          ) : (
            <State
              icon={<Link2 size={36} strokeWidth={1.6} />}
              title={t('shares.emptyTitle')}
              text={t('shares.emptyText')}
              actions={
                <Button kind="soft" onClick={() => navigate(`/workspace/${spaceId}`)}>
                  {t('shares.toFiles')}
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
