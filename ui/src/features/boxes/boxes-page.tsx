import { Inbox } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { List, ListPage } from '~/features/gate/list';
import { StatusFilter } from '~/features/gate/status-filter';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import type { Box } from '~/api/types';
import { useSpaceBoxes } from './api';
import { BoxDialogs, type OpenBox } from './box-dialogs';
import { BoxRow, type BoxAct } from './box-row';

const statuses = ['active', 'expired', 'dead'] as const;

type Props = {
  spaceId: string;
  /** The button that makes a new box; null for users who may not. */
  create: ReactNode;
};

/** All upload boxes of a workspace. */
export function BoxesPage({ spaceId, create }: Props) {
  useLang();
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('status');
  const status = statuses.find((known) => known === asked) ?? null;
  const list = useSpaceBoxes(spaceId, status);
  const [open, setOpen] = useState<OpenBox | null>(null);
  const handleAct = (what: BoxAct, box: Box) => {
    if (what === 'open') navigate(`/workspace/${spaceId}/directory/${box.directory_id}`);
    else setOpen({ act: what, box });
  };
  const some = status !== null || (list.items?.length ?? 0) > 0;
  return (
    <ListPage
      title={t('boxes.title')}
      about={t('boxes.about')}
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
        label={t('boxes.title')}
        renderRow={(box) => <BoxRow key={box.upload_id} box={box} onAct={handleAct} />}
        empty={
          status ? (
            <State
              icon={<Inbox size={36} strokeWidth={1.6} />}
              title={t('boxes.noneTitle')}
              text={t('boxes.noneText')}
              actions={<Button onClick={() => navigate(path, { replace: true })}>{t('boxes.showAll')}</Button>}
            />
          ) : (
            <State
              icon={<Inbox size={36} strokeWidth={1.6} />}
              title={t('boxes.emptyTitle')}
              text={t('boxes.emptyHow')}
              actions={create}
            />
          )
        }
      />
      <BoxDialogs open={open} onClose={() => setOpen(null)} />
    </ListPage>
  );
}
