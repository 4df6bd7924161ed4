import { useQuery } from '@tanstack/react-query';
import { FileKey2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminNewSheet } from '~/api/types.gen';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useAct } from '~/page/use-act';
import { SectionColumn, SectionFrame } from '../section-frame';
import { useMayChange } from '../use-rights';
import { NewSheet } from './new-sheet';
import { SheetCheckForm } from './sheet-check-form';
import { SheetRows } from './sheet-rows';
import { sheetState } from './sheet-state';

/** The recovery sheet: made, asked back, and shown again once a year. */
export function SheetSection() {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('console-copies'),
    queryFn: () => api.get('admin/copies'),
  });
  const mayChange = useMayChange('system');
  const [made, setMade] = useState<AdminNewSheet | null>(null);
  const title = t('recoverySheet.title');
  return (
    <SectionFrame title={title}>
      <ScrollArea label={title}>
        <SectionColumn narrow>
          {made ? (
            <NewSheet sheet={made} onEnd={() => setMade(null)} />
          ) : data ? (
            <>
              <p className="text-pretty text-muted">{t('recoverySheet.intro')}</p>
              <Notice tone="warning">{t('recoverySheet.warning')}</Notice>
              <Card>
                <SheetRows copies={data} />
              </Card>
              {mayChange && data.sheet && <SheetCheckForm />}
              {mayChange && <SheetMaker another={sheetState(data) !== 'none'} onMade={setMade} />}
            </>
          ) : error ? (
            <Trouble error={error} retry={refetch} />
          ) : (
            <RowsSkeleton rows={3} />
          )}
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}

function SheetMaker({ another, onMade }: { another: boolean; onMade: (sheet: AdminNewSheet) => void }) {
  const { busy, act } = useAct();
  const make = () => act(async () => onMade(await api.post('admin/copies/sheet')));
  const button = (
    <Button
      kind={another ? 'outline' : 'solid'}
      busy={busy}
      icon={<FileKey2 size={17} aria-hidden="true" />}
      className={another ? undefined : 'justify-self-start'}
      onClick={() => void make()}
    >
      {t(another ? 'recoverySheet.makeAnother' : 'recoverySheet.make')}
    </Button>
  );
  if (!another) return button;
  return (
    <Card title={t('recoverySheet.makeAnother')} text={t('recoverySheet.anotherText')} footer={button}>
      {null}
    </Card>
  );
}
