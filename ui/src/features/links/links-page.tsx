import { Link2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { List, ListPage } from '~/features/gate/list';
import type { LinkStatus } from '~/features/gate/status-badge';
import { StatusFilter } from '~/features/gate/status-filter';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { useSpaceLinks } from './api';
import { LinkDialogs, type OpenLink } from './link-dialogs';
import { LinkRow } from './link-row';

const statuses: readonly LinkStatus[] = ['active', 'expired', 'spent', 'dead'];

type Props = {
  spaceId: string;
  /** The button that makes a new link; null for users who may not. */
  create: ReactNode;
};

/** All download links of a workspace that the user may manage. */
export function LinksPage({ spaceId, create }: Props) {
  useLang();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('status');
  const status = statuses.find((known) => known === asked) ?? null;
  const list = useSpaceLinks(spaceId, status);
  const [open, setOpen] = useState<OpenLink | null>(null);
  const some = status !== null || (list.items?.length ?? 0) > 0;
  return (
    <ListPage
      title={t('links.title')}
      about={t('links.about')}
      tools={
        some && (
          <>
            <StatusFilter statuses={statuses} value={status} />
            {create}
          </>
        )
      }
    >
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
              actions={<Button onClick={() => navigate(path, { replace: true })}>{t('links.showAll')}</Button>}
            />
          ) : (
            <State
              icon={<Link2 size={36} strokeWidth={1.6} />}
              title={t('links.emptyTitle')}
              text={t('links.emptyHow')}
              actions={create}
            />
          )
        }
      />
      <LinkDialogs open={open} onClose={() => setOpen(null)} />
    </ListPage>
  );
}
