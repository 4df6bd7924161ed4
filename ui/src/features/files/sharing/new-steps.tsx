import { lazy, Suspense } from 'react';
import { t, withWords } from '~/i18n';
import type { Entry } from '../listing/entry';
import { mayOn } from '../listing/rights';
import { linkRights } from './rights';

const ItemPicker = lazy(async () => ({
  default: (await withWords(import('../picker/item-picker'), 'files')).ItemPicker,
}));
const ShareDialog = lazy(async () => ({
  default: (await withWords(import('./share-dialog'), 'files', 'people', 'members', 'access', 'boxes')).ShareDialog,
}));
const BoxDialog = lazy(async () => ({ default: (await import('~/features/boxes/box-dialog')).BoxDialog }));

const mayLink = (entry: Entry) => linkRights([entry]).create;
const mayBox = (entry: Entry) => entry.kind === 'directory' && mayOn(entry, 'create', 'box_link');

/** The item is picked first; then it is known. */
export type Step = 'pick' | Entry | null;

type Props = { spaceId: string; of: 'link' | 'box'; step: Step; onStep: (step: Step) => void };

/** The dialogs of a new link or box. They outlive the button, which moves when the list gets its first row. */
export function NewSteps({ spaceId, of, step, onStep }: Props) {
  const link = of === 'link';
  const handleClose = () => onStep(null);
  return (
    <Suspense>
      {step === 'pick' && (
        <ItemPicker
          spaceId={spaceId}
          title={t(link ? 'links.pickTitle' : 'boxes.pickTitle')}
          files={link}
          may={link ? mayLink : mayBox}
          onPick={onStep}
          onClose={handleClose}
        />
      )}
      {step !== null && step !== 'pick' && link && (
        <ShareDialog spaceId={spaceId} entries={[step]} onClose={handleClose} />
      )}
      {step !== null && step !== 'pick' && !link && (
        <BoxDialog spaceId={spaceId} directory={step} onClose={handleClose} />
      )}
    </Suspense>
  );
}
