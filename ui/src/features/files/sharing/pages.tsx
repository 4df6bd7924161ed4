import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BoxesPage } from '~/features/boxes/boxes-page';
import { LinksPage } from '~/features/links/links-page';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { NewSteps, type Step } from './new-steps';

type Props = { spaceId: string };

/** The download links of a workspace, with a button for a new one. */
export function SpaceLinksPage({ spaceId }: Props) {
  useLang();
  const [step, setStep] = useState<Step>(null);
  return (
    <>
      <LinksPage spaceId={spaceId} create={<CreateButton label={t('links.new')} onClick={() => setStep('pick')} />} />
      <NewSteps spaceId={spaceId} of="link" step={step} onStep={setStep} />
    </>
  );
}

/** The upload boxes of a workspace, with a button for a new one. */
export function SpaceBoxesPage({ spaceId }: Props) {
  useLang();
  const [step, setStep] = useState<Step>(null);
  return (
    <>
      <BoxesPage spaceId={spaceId} create={<CreateButton label={t('boxes.new')} onClick={() => setStep('pick')} />} />
      <NewSteps spaceId={spaceId} of="box" step={step} onStep={setStep} />
    </>
  );
}

function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  );
}
