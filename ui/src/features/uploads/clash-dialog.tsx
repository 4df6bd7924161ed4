import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import type { OnDuplicate, ClientUpload } from './client-upload';

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
  upload: ClientUpload;
  /** How many more of the same batch wait for an answer. */
  others: number;
  onDecide: (choice: OnDuplicate, forAll: boolean) => void;
};

/** Asks the user about a taken name, for this file or for all. Closing the dialog skips the file. */
export function ClashDialog({ upload, others, onDecide }: Props) {
  const [choice, setChoice] = useState<Choice['value']>('version');
  const [forAll, setForAll] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDecide('skip', false)}
      title={t('uploads.clashTitle')}
      description={t('uploads.clashText', { name: upload.key })}
      footer={
        <>
          <Button onClick={() => onDecide('skip', forAll)}>{t('uploads.clashSkip')}</Button>
          <Button kind="solid" onClick={() => onDecide(choice, forAll)}>
            {t('uploads.clashGo')}
          </Button>
        </>
      }
    >
      <ChoiceCards
        label={t('uploads.clashTitle')}
        value={choice}
        choices={choices.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
        onChange={setChoice}
      />
      {others > 0 && (
        <Checkbox className="mt-3" label={t('uploads.clashAll', { n: others })} checked={forAll} onChange={setForAll} />
      )}
    </Dialog>
  );
}
