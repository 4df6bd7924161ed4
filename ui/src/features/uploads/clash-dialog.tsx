import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { Dialog } from '~/kit/dialog';
import type { OnDuplicate, Thread } from './thread';

interface Choice {
  readonly value: Exclude<OnDuplicate, 'skip'>;
  readonly label: 'uploads.clashVersion' | 'uploads.clashRename' | 'uploads.clashReplace';
  readonly hint: 'uploads.clashVersionHint' | 'uploads.clashRenameHint' | 'uploads.clashReplaceHint';
}

const choices: readonly Choice[] = [
  { value: 'version', label: 'uploads.clashVersion', hint: 'uploads.clashVersionHint' },
  { value: 'rename', label: 'uploads.clashRename', hint: 'uploads.clashRenameHint' },
  { value: 'replace', label: 'uploads.clashReplace', hint: 'uploads.clashReplaceHint' },
];

type Props = {
  thread: Thread;
  /** How many more of the same batch wait for an answer. */
  others: number;
  onDecide: (choice: OnDuplicate, forAll: boolean) => void;
};

/** The name is taken: the person decides, for this file or for all. Closing the dialog skips. */
export function ClashDialog({ thread, others, onDecide }: Props) {
  const [choice, setChoice] = useState<OnDuplicate>('version');
  const [forAll, setForAll] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDecide('skip', false)}
      title={t('uploads.clashTitle')}
      description={t('uploads.clashText', { name: thread.key })}
      footer={
        <>
          <Button onClick={() => onDecide('skip', forAll)}>{t('uploads.clashSkip')}</Button>
          <Button kind="solid" onClick={() => onDecide(choice, forAll)}>
            {t('uploads.clashGo')}
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('uploads.clashTitle')}</legend>
        {choices.map(({ value, label, hint }) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-card border border-line p-3 transition hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="choice"
              value={value}
              checked={choice === value}
              onChange={() => setChoice(value)}
              className="size-4 accent-brand"
            />
            <span className="font-medium">{t(label)}</span>
            <span className="col-start-2 text-xs text-muted">{t(hint)}</span>
          </label>
        ))}
      </fieldset>
      {others > 0 && (
        <Checkbox className="mt-3" label={t('uploads.clashAll', { n: others })} checked={forAll} onChange={setForAll} />
      )}
    </Dialog>
  );
}
