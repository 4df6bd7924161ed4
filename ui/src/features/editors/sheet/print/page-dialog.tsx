import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Segmented } from '~/kit/segmented';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import type { Desk } from '../grid/desk';
import { MARGINS, PAPERS, type PageSetup } from '../book/paper';

type MarginName = keyof typeof MARGINS | 'own';

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.every((inches, at) => Math.abs(inches - (b[at] ?? 0)) < 0.01);

const marginName = ({ margins }: PageSetup): MarginName =>
  (Object.keys(MARGINS) as (keyof typeof MARGINS)[]).find((name) => isSame(MARGINS[name], margins)) ?? 'own';

const marginWords = {
  normal: 'sheets.marginsNormal',
  narrow: 'sheets.marginsNarrow',
  wide: 'sheets.marginsWide',
  own: 'sheets.marginsOwn',
} as const;

/** How the sheet goes onto paper. */
export function PageDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const [setup, setSetup] = useState(desk.sheet.print);
  const change = (part: Partial<PageSetup>) => setSetup({ ...setup, ...part });
  const margins = marginName(setup);
  const names = [...Object.keys(MARGINS), ...(margins === 'own' ? ['own'] : [])] as MarginName[];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.pageSetupTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button
            kind="solid"
            onClick={() => {
              desk.act([{ kind: 'page', sheet: desk.sheetId, setup }]);
              onClose();
            }}
          >
            {t('sheets.apply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label={t('sheets.orientation')}
          value={setup.landscape ? 'landscape' : 'portrait'}
          segments={[
            { value: 'portrait', label: t('sheets.portrait') },
            { value: 'landscape', label: t('sheets.landscape') },
          ]}
          onChange={(value) => change({ landscape: value === 'landscape' })}
        />
        <Select
          label={t('sheets.paper')}
          value={String(setup.paper)}
          options={[...PAPERS].map(([number, [label]]) => ({ value: String(number), label }))}
          onChange={(value) => change({ paper: Number(value) })}
        />
        <Select
          label={t('sheets.margins')}
          value={margins}
          options={names.map((value) => ({ value, label: t(marginWords[value]) }))}
          onChange={(value) => value !== 'own' && change({ margins: MARGINS[value] })}
        />
        <Switch
          label={t('sheets.fitWidth')}
          checked={setup.fits !== null && setup.fits.wide === 1}
          onChange={(on) => change({ fits: on ? { wide: 1, high: 0 } : null })}
        />
        <Switch label={t('sheets.printGrid')} checked={setup.grid} onChange={(grid) => change({ grid })} />
      </div>
    </Dialog>
  );
}
