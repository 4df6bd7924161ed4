import { useState } from 'react';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { NumberField } from '~/kit/number-field';
import { withinReach } from './book/commands';
import type { SheetController } from './grid/sheet-controller';

/** The size of the chosen rows or columns, in numbers: dragging an edge is not for everyone. */
export function SizeDialog({
  controller,
  axis,
  onClose,
}: {
  controller: SheetController;
  axis: 'rows' | 'columns';
  onClose: () => void;
}) {
  const { sheet, selection } = controller;
  const area = withinReach(sheet, selection.area);
  const isRows = axis === 'rows';
  const [from, until] = isRows ? [area.top, area.bottom] : [area.left, area.right];
  const [px, setPx] = useState(
    (isRows ? sheet.heights.get(from) : sheet.widths.get(from)) ?? (isRows ? sheet.usual.height : sheet.usual.width),
  );
  const title = isRows ? t('sheets.rowHeightTitle') : t('sheets.columnWidthTitle');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button
            kind="solid"
            onClick={() => {
              controller.resize(
                axis,
                Array.from({ length: until - from + 1 }, (_, at) => from + at),
                px,
              );
              onClose();
            }}
          >
            {t('sheets.apply')}
          </Button>
        </>
      }
    >
      <NumberField
        label={title}
        hideLabel
        value={px}
        min={12}
        max={isRows ? 500 : 1700}
        step={4}
        show={(value) => num(value)}
        onChange={setPx}
        fewer={t('sheets.fewer')}
        more={t('sheets.more')}
        unit={t('sheets.pixels')}
      />
    </Dialog>
  );
}
