import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { BoxesPage } from '~/features/boxes/boxes-page';
import { LinksPage } from '~/features/links/links-page';
import { t, withWords } from '~/i18n';
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
  return <LinksPage spaceId={spaceId} create={<Create spaceId={spaceId} of="link" />} />;
}

/** The upload boxes of a workspace, with a button for a new one. */
export function SpaceBoxesPage({ spaceId }: Props) {
  return <BoxesPage spaceId={spaceId} create={<Create spaceId={spaceId} of="box" />} />;
}

/** Asks for the item first, then for what only it can answer. */
function Create({ spaceId, of }: Props & { of: 'link' | 'box' }) {
  const [step, setStep] = useState<'pick' | Entry | null>(null);
  const close = () => setStep(null);
  const link = of === 'link';
  return (
    <>
      <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setStep('pick')}>
        {t(link ? 'links.new' : 'boxes.new')}
      </Button>
      <Suspense>
        {step === 'pick' && (
          <ItemPicker
            spaceId={spaceId}
            title={t(link ? 'links.pickTitle' : 'boxes.pickTitle')}
            files={link}
            may={link ? mayLink : mayBox}
            onPick={setStep}
            onClose={close}
          />
        )}
        {step !== null && step !== 'pick' && link && <ShareDialog spaceId={spaceId} entries={[step]} onClose={close} />}
        {step !== null && step !== 'pick' && !link && <BoxDialog spaceId={spaceId} directory={step} onClose={close} />}
      </Suspense>
    </>
  );
}
