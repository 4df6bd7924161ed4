import { useEffect, useMemo, useRef, useState } from 'react';
import { FindField } from '~/features/viewers/find-field';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { cx } from '~/kit/cx';
import { inputClass } from '~/kit/field';
import { toast } from '~/kit/toast';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import type { SheetController } from './grid/sheet-controller';
import { placesOf, replaceIn, type Sought } from './grid/replace';

/** Words to find in the sheet, at its upper edge, and others in their place. */
export function SheetFinder({
  controller,
  replaces,
  onClose,
}: {
  controller: SheetController;
  replaces: boolean;
  onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const [by, setBy] = useState('');
  const [options, setOptions] = useState({ matchCase: false, whole: false });
  const rested = useDebouncedValue(words, 150);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const revision = controller.session.snapshot();
  const sought = useMemo<Sought>(() => ({ words: rested, ...options }), [rested, options]);
  const found = useMemo(
    () => placesOf(controller.sheet, sought, controller.session.book.epoch),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- cells change in place, and the revision with them
    [controller, controller.sheetId, sought, revision],
  );
  useEffect(() => field.current?.focus(), []);
  const goToResult = (index: number) => {
    const next = found.length > 0 ? (index + found.length) % found.length : 0;
    setAt(next);
    const place = found[next];
    if (!place) return;
    controller.chooseCell(place);
    controller.show(place);
  };
  useEffect(() => {
    if (sought.words.trim()) goToResult(0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with other words only
  }, [sought]);
  const replace = (all: boolean) => {
    const { row, column } = controller.selection.anchor;
    const places = all ? found : found.filter((place) => place.row === row && place.column === column);
    if (!all && places.length === 0) {
      goToResult(at);
      return;
    }
    const { changes, count } = replaceIn(controller.session, controller.sheet, places, { words, ...options }, by);
    if (count > 0 && !controller.applyChanges(changes)) return;
    if (all || count === 0) toast({ title: t('sheets.replaced', { n: num(count) }) });
    if (!all) {
      const rest = found.findIndex((place) => place.row > row || (place.row === row && place.column > column));
      goToResult(rest < 0 ? 0 : rest);
    }
  };
  return (
    <FindField
      className="z-40"
      field={field}
      label={t('sheets.find')}
      at={at + 1}
      total={found.length}
      isMissing={found.length === 0 && sought.words.trim() !== ''}
      onWords={setWords}
      onStep={(step) => goToResult(at + step)}
      onClose={onClose}
    >
      <div className="flex w-full flex-wrap items-center gap-x-4 px-1 text-sm">
        <Checkbox
          label={t('sheets.matchCase')}
          checked={options.matchCase}
          onChange={(matchCase) => setOptions({ ...options, matchCase })}
        />
        <Checkbox
          label={t('sheets.wholeCell')}
          checked={options.whole}
          onChange={(whole) => setOptions({ ...options, whole })}
        />
      </div>
      {replaces && controller.canEdit && (
        <div className="flex w-full flex-wrap items-center gap-1">
          <input
            type="text"
            dir="auto"
            aria-label={t('sheets.replaceBy')}
            placeholder={t('sheets.replaceBy')}
            autoComplete="off"
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Escape') onClose();
              else if (event.key === 'Enter') replace(event.ctrlKey || event.metaKey);
              else return;
              event.preventDefault();
            }}
            className={cx(inputClass, 'min-w-0 grow basis-32 border-transparent! bg-sunken!')}
          />
          <Button disabled={found.length === 0} onClick={() => replace(false)}>
            {t('sheets.replace')}
          </Button>
          <Button disabled={found.length === 0} onClick={() => replace(true)}>
            {t('sheets.replaceAll')}
          </Button>
        </div>
      )}
    </FindField>
  );
}
