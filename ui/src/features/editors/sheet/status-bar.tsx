import { useMemo } from 'react';
import { format, isDateFormat } from 'numfmt';
import { num, t } from '~/i18n';
import { ownNumber } from '~/features/viewers/sheet/format';
import { isPersianFormat, persianDate } from '~/features/viewers/sheet/persian';
import { ownDigits } from '~/i18n/format';
import { eachCell } from './book/book';
import type { SheetController } from './grid/sheet-controller';
import { sizeOf } from './formula/address';
import { isError } from './formula/values';

/** A number as the cells show it. */
function numberText(value: number, code: string | undefined): string {
  const rounded = Number(value.toPrecision(12));
  if (code && isPersianFormat(code)) return ownDigits(persianDate(code, value));
  if (!code || code === '@') return num(rounded, { maximumFractionDigits: 4 });
  try {
    const text = format(code, rounded, { throws: true });
    return isDateFormat(code) ? ownDigits(text) : ownNumber(text);
  } catch {
    return num(rounded);
  }
}

const isDate = (code: string | undefined) => code !== undefined && (isDateFormat(code) || isPersianFormat(code));

function useFacts(controller: SheetController) {
  const { sheet, selection, session } = controller;
  const revision = session.snapshot();
  return useMemo(() => {
    const { area } = selection;
    if (sizeOf(area) === 1) return null;
    let [sum, numbers, filled] = [0, 0, 0];
    const codes = new Set<string | undefined>();
    eachCell(sheet, area, (_row, _column, { value, look }) => {
      if (value === null || isError(value)) return;
      filled++;
      if (typeof value !== 'number') return;
      numbers++;
      sum += value;
      codes.add(look.numFmt);
    });
    // Of several formats none is that of the sum.
    const code = codes.size === 1 ? [...codes][0] : undefined;
    return { sum, numbers, filled, code, dates: isDate(code) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- cells change in place, and the revision with them
  }, [sheet, selection.area, revision]);
}

/** The sums of the chosen cells, and the remark on the cell itself. */
export function StatusBar({ controller }: { controller: SheetController }) {
  const facts = useFacts(controller);
  return (
    <p
      role="status"
      className="flex min-w-0 shrink-0 items-center gap-4 px-3 text-xs text-muted max-sm:w-full max-sm:justify-center"
    >
      {facts && facts.filled > 0 && (
        <>
          {facts.numbers > 0 && (
            <>
              {!facts.dates && <Fact name={t('sheets.sum')} value={numberText(facts.sum, facts.code)} />}
              <Fact name={t('sheets.average')} value={numberText(facts.sum / facts.numbers, facts.code)} />
            </>
          )}
          <Fact name={t('sheets.count')} value={num(facts.filled)} />
        </>
      )}
    </p>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <span className="whitespace-nowrap">
    {name}: <bdi className="font-semibold text-fg tabular-nums">{value}</bdi>
  </span>
);
