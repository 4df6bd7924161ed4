import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { List, ListPage } from '~/features/gate/list';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import type { Box } from '~/api/types';
import { useSpaceBoxes } from './api';
import { BoxDialogs, type OpenBox } from './box-dialogs';
import { BoxRow, type BoxAct } from './box-row';

/** All upload boxes of a workspace. */
export function BoxesPage({ spaceId }: { spaceId: string }) {
  useLang();
  const [, navigate] = useLocation();
  const list = useSpaceBoxes(spaceId);
  const [open, setOpen] = useState<OpenBox | null>(null);
  const act = (what: BoxAct, box: Box) => {
    if (what === 'open') navigate(`/workspace/${spaceId}/directory/${box.directory_id}`);
    else setOpen({ act: what, box });
  };
  return (
    <ListPage title={t('boxes.title')} about={t('boxes.about')}>
      <List
        list={list}
        label={t('boxes.title')}
        renderRow={(box) => <BoxRow key={box.upload_id} box={box} onAct={act} />}
        empty={
          <State
            icon={<Inbox size={36} strokeWidth={1.6} />}
            title={t('boxes.emptyTitle')}
            text={t('boxes.emptyText')}
            actions={
              <Button kind="soft" onClick={() => navigate(`/workspace/${spaceId}`)}>
                {t('boxes.toFiles')}
              </Button>
            }
          />
        }
      />
      <BoxDialogs open={open} onClose={() => setOpen(null)} />
    </ListPage>
  );
}
