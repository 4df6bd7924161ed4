import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import type { Change } from '../book/effect';
import { printTitles, spanIn, spanText, withTitles } from '../book/pages';
import { MARGINS, PAPERS, type PageSetup } from '../book/paper';
import type { SheetController } from '../grid/sheet-controller';
import { HeadersFootersFields, isTooLong } from './headers-footers-fields';
import { notPrinted } from './not-printed';

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

const titlesOf = ({ sheet, session: { book } }: SheetController) => {
  const { rows, columns } = printTitles(book, sheet);
  return { rows: spanText(rows, 'rows'), columns: spanText(columns, 'columns') };
};

/** How the sheet goes onto paper. */
export function PageDialog({ controller, onClose }: { controller: SheetController; onClose: () => void }) {
  const [setup, setSetup] = useState(controller.sheet.print);
  const [titles, setTitles] = useState(() => titlesOf(controller));
  const [part, setPart] = useState<'page' | 'headersFooters'>('page');
  const spans = { rows: spanIn(titles.rows, 'rows'), columns: spanIn(titles.columns, 'columns') };
  const { rows, columns } = spans;
  const missing = notPrinted(controller.sheet, setup.headersFooters);
  const handleApply = () => {
    if (rows === undefined || columns === undefined) return setPart('page');
    if (isTooLong(setup.headersFooters)) return setPart('headersFooters');
    const before = titlesOf(controller);
    const isOther = spanText(rows, 'rows') !== before.rows || spanText(columns, 'columns') !== before.columns;
    const names = withTitles(controller.session.book, controller.sheet, { rows, columns });
    const changes: Change[] = [{ kind: 'page', sheet: controller.sheetId, setup }];
    controller.applyChanges(isOther ? [...changes, { kind: 'names', names }] : changes);
    onClose();
  };
  return (
    <Dialog
      open
      calm
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.pageSetupTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button kind="solid" onClick={handleApply}>
            {t('sheets.apply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SegmentedControl
          label={t('sheets.pageSetupTitle')}
          hideLabel
          value={part}
          segments={[
            { value: 'page', label: t('sheets.pagePart') },
            { value: 'headersFooters', label: t('sheets.headsPart') },
          ]}
          onChange={setPart}
        />
        {part === 'headersFooters' ? (
          <HeadersFootersFields
            headersFooters={setup.headersFooters}
            onChange={(headersFooters) => setSetup({ ...setup, headersFooters })}
          />
        ) : (
          <>
            <PageFields setup={setup} onChange={setSetup} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                label={t('sheets.titleRows')}
                latin
                autoComplete="off"
                placeholder="1:2"
                value={titles.rows}
                onChange={(event) => setTitles({ ...titles, rows: event.currentTarget.value })}
                onKeyDown={(event) => event.stopPropagation()}
                {...(rows === undefined && { error: t('sheets.titleRowsWrong') })}
              />
              <TextField
                label={t('sheets.titleColumns')}
                latin
                autoComplete="off"
                placeholder="A:B"
                value={titles.columns}
                onChange={(event) => setTitles({ ...titles, columns: event.currentTarget.value })}
                onKeyDown={(event) => event.stopPropagation()}
                {...(columns === undefined && { error: t('sheets.titleColumnsWrong') })}
              />
            </div>
          </>
        )}
        {missing && <Notice tone="warning">{missing}</Notice>}
      </div>
    </Dialog>
  );
}

function PageFields({ setup, onChange }: { setup: PageSetup; onChange: (setup: PageSetup) => void }) {
  const change = (part: Partial<PageSetup>) => onChange({ ...setup, ...part });
  const margins = marginName(setup);
  const names = [...Object.keys(MARGINS), ...(margins === 'own' ? ['own'] : [])] as MarginName[];
  return (
    <>
      <SegmentedControl
        label={t('sheets.orientation')}
        value={setup.landscape ? 'landscape' : 'portrait'}
        segments={[
          { value: 'portrait', label: t('sheets.portrait') },
          { value: 'landscape', label: t('sheets.landscape') },
        ]}
        onChange={(value) => change({ landscape: value === 'landscape' })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
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
      </div>
      <Switch
        label={t('sheets.fitWidth')}
        checked={setup.fits !== null && setup.fits.wide === 1}
        onChange={(on) => change({ fits: on ? { wide: 1, high: 0 } : null })}
      />
      <Switch label={t('sheets.printGrid')} checked={setup.grid} onChange={(grid) => change({ grid })} />
    </>
  );
}
