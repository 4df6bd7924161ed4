import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { Select } from '~/kit/select';
import type { Action, Duplicate, Way } from './calls';
import { DuplicateRow } from './duplicate-row';
import { actionHint, actionLabel } from './duplicate-words';
import { commonActions, decide, matchAction, forAll, sensible, type Decided } from './duplicates';

type Props = {
  way: Way;
  items: readonly Duplicate[];
  before: Decided;
  into: string | null;
  answer: (decided: Decided | null) => void;
};

const go = { copy: 'files.copy', move: 'files.move', restore: 'files.restore' } as const;

/** Asks the user what to do about taken names in the target directory, one by one or for all. */
export function DuplicatesDialog({ way, items, before, into, answer }: Props) {
  const [chosen, setChosen] = useState(() => new Map(items.map((item) => [item.id, sensible(item)])));
  const [all, setAll] = useState<Action | ''>('');
  const [only] = items;
  const kinds = new Set(items.map(({ type }) => type));
  // With files and folders in the list, a version of a file and a merge of folders are one choice.
  const common = commonActions(items).filter((action) => action !== 'version' || kinds.size === 1);
  const handleAnswer = () => answer(decide(before, items, chosen, all || null));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(null)}
      title={items.length === 1 ? t('files.clashTitle') : t('files.clashTitleMany', { n: items.length })}
      description={items.length === 1 && only ? t('files.clashText', { name: only.name }) : t('files.clashTextMany')}
      width={items.length === 1 ? 'sm' : 'lg'}
      footer={
        <>
          <Button onClick={() => answer(null)}>{t('common.cancel')}</Button>
          <Button kind="solid" onClick={handleAnswer}>
            {t(go[way])}
          </Button>
        </>
      }
    >
      {items.length === 1 && only ? (
        <ChoiceCards
          label={t('files.clashTitle')}
          value={chosen.get(only.id) ?? sensible(only)}
          choices={commonActions(items).map((value) => ({
            value,
            label: actionLabel(value, items),
            hint: actionHint(value),
          }))}
          onChange={(action) => setChosen(new Map([[only.id, action]]))}
        />
      ) : (
        <>
          <div className="mb-3 grid gap-2 rounded-card bg-sunken p-3 sm:grid-cols-[1fr_14rem] sm:items-center">
            <p className="font-medium">{t('files.clashAll')}</p>
            <Select
              hideLabel
              label={t('files.clashAll')}
              value={all}
              options={[
                { value: '', label: t('files.clashEach') },
                ...common.map((value) => ({ value, label: actionLabel(value, items) })),
              ]}
              onChange={(next) => {
                setAll(next);
                if (next) setChosen(forAll(items, chosen, next));
              }}
            />
          </div>
          <ul aria-label={t('files.clashItems')}>
            {items.map((item) => (
              <DuplicateRow
                key={item.id}
                item={item}
                below={into !== null && item.directory_id !== into}
                action={chosen.get(item.id) ?? sensible(item)}
                onChange={(action) => {
                  setChosen(new Map(chosen).set(item.id, action));
                  if (all && matchAction(all, item) !== action) setAll('');
                }}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
