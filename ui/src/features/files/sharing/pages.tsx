import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { BoxesPage } from '~/features/boxes/boxes-page';
import { LinksPage } from '~/features/links/links-page';
import { t, useLang, withWords } from '~/i18n';
import { Button } from '~/kit/button';
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

type Props = { spaceId: string };

const mayLink = (entry: Entry) => linkRights([entry]).create;
const mayBox = (entry: Entry) => entry.kind === 'directory' && mayOn(entry, 'create', 'box_link');

/** The download links of a workspace, with a button for a new one. */
export function SpaceLinksPage({ spaceId }: Props) {
  useLang();
  const [step, setStep] = useState<Step>(null);
  return (
    <>
      <LinksPage spaceId={spaceId} create={<Create label={t('links.new')} onClick={() => setStep('pick')} />} />
      <Steps spaceId={spaceId} of="link" step={step} onStep={setStep} />
    </>
  );
}

/** The upload boxes of a workspace, with a button for a new one. */
export function SpaceBoxesPage({ spaceId }: Props) {
  useLang();
  const [step, setStep] = useState<Step>(null);
  return (
    <>
      <BoxesPage spaceId={spaceId} create={<Create label={t('boxes.new')} onClick={() => setStep('pick')} />} />
      <Steps spaceId={spaceId} of="box" step={step} onStep={setStep} />
    </>
  );
}

function Create({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  );
}

/** The item is picked first; then it is known. */
type Step = 'pick' | Entry | null;

type StepsProps = Props & { of: 'link' | 'box'; step: Step; onStep: (step: Step) => void };

/** The dialogs of a new link or box. They outlive the button, which moves when the list gets its first row. */
function Steps({ spaceId, of, step, onStep }: StepsProps) {
  const link = of === 'link';
  const close = () => onStep(null);
  return (
    <Suspense>
      {step === 'pick' && (
        <ItemPicker
          spaceId={spaceId}
          title={t(link ? 'links.pickTitle' : 'boxes.pickTitle')}
          files={link}
          may={link ? mayLink : mayBox}
          onPick={onStep}
          onClose={close}
        />
      )}
      {step !== null && step !== 'pick' && link && <ShareDialog spaceId={spaceId} entries={[step]} onClose={close} />}
      {step !== null && step !== 'pick' && !link && <BoxDialog spaceId={spaceId} directory={step} onClose={close} />}
    </Suspense>
  );
}
