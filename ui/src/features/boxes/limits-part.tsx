import { useState } from 'react';
import { unitOptions } from '~/features/gate/ends-field';
import { MoreOptions } from '~/features/gate/more-options';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { AmountField } from '~/kit/amount-field';
import { Checkbox } from '~/kit/checkbox';
import { ChipsField } from '~/kit/chips-field';
import { Switch } from '~/kit/switch';
import type { BoxDraft } from './draft';
import { cleanEnding, groupNames, isEnding } from './kinds';

type Props = {
  draft: BoxDraft;
  set: (changes: Partial<BoxDraft>) => void;
  onPending: (pending: boolean) => void;
  sizeError?: string | undefined;
  retentionError?: string | undefined;
};

/** The limits of a box: sizes and types of files, how long they are kept, and whether each visitor gets a folder. */
export function LimitsPart({ draft, set, onPending, sizeError, retentionError }: Props) {
  const [open] = useState(
    draft.hasSizeLimit || !draft.keepsForever || draft.perVisitor || draft.groups.length + draft.endings.length > 0,
  );
  return (
    <MoreOptions open={open || Boolean(sizeError || retentionError)}>
      <Switch
        label={t('boxes.perVisitor')}
        hint={t('boxes.perVisitorHint')}
        checked={draft.perVisitor}
        onChange={(perVisitor) => set({ perVisitor })}
      />
      <div className="grid gap-2">
        <Switch label={t('boxes.limited')} checked={draft.hasSizeLimit} onChange={(on) => set({ hasSizeLimit: on })} />
        {draft.hasSizeLimit && (
          <AmountField
            hideLabel
            show={ownDigits}
            label={t('boxes.maxSize')}
            unitLabel={t('boxes.sizeUnit')}
            value={draft.size.value}
            unit={draft.size.unit}
            units={[
              { value: 'MB', label: t('common.megabyte') },
              { value: 'GB', label: t('common.gigabyte') },
            ]}
            onChange={(value, unit) => set({ size: { value, unit } })}
            error={sizeError}
          />
        )}
      </div>
      <Types draft={draft} set={set} onPending={onPending} />
      <div className="grid gap-2">
        <Switch
          label={t('boxes.retention')}
          hint={t('boxes.retentionHint')}
          checked={!draft.keepsForever}
          onChange={(on) => set({ keepsForever: !on })}
        />
        {!draft.keepsForever && (
          <AmountField
            hideLabel
            show={ownDigits}
            label={t('boxes.retentionLength')}
            unitLabel={t('gate.unit')}
            value={draft.retention.value}
            unit={draft.retention.unit}
            units={unitOptions(['hour', 'day', 'week', 'month'])}
            onChange={(value, unit) => set({ retention: { value, unit } })}
            error={retentionError}
          />
        )}
      </div>
    </MoreOptions>
  );
}

function endingProblem(ending: string, others: readonly string[]): string | null {
  if (!isEnding(ending)) return t('boxes.endingInvalid', { ending });
  return others.includes(ending) ? t('boxes.endingTwice', { ending }) : null;
}

function Types({ draft, set, onPending }: Pick<Props, 'draft' | 'set' | 'onPending'>) {
  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="mb-1 font-medium">{t('boxes.types')}</legend>
        <p className="text-xs text-muted">{t('boxes.typesHint')}</p>
        <div className="mt-1 grid grid-cols-2 gap-x-3 sm:grid-cols-3">
          {groupNames.map((group) => (
            <Checkbox
              key={group}
              label={t(`boxes.${group}`)}
              checked={draft.groups.includes(group)}
              onChange={(on) =>
                set({ groups: on ? [...draft.groups, group] : draft.groups.filter((other) => other !== group) })
              }
            />
          ))}
        </div>
      </fieldset>
      <ChipsField
        label={t('boxes.endings')}
        hint={t('boxes.endingsHint')}
        values={draft.endings}
        onChange={(endings) => set({ endings })}
        clean={cleanEnding}
        problemOf={endingProblem}
        removeLabel={(value) => t('gate.removeChip', { value })}
        onPending={onPending}
        placeholder="psd, dwg"
      />
    </div>
  );
}
