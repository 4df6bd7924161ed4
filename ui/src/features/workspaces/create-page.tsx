import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { PageLayout } from '~/page/page-layout';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Meter } from '~/kit/meter';
import { toast } from '~/kit/toast';
import { createSpace, saveAvatar, saveLook } from './api';
import { LookStep, type LookChoice } from './look-step';
import { defaultPrimary, defaultSecondary } from './colour-field';
import { NameStep } from './name-step';
import { useTitleCheck } from './use-title-check';

/** Makes the workspace first; a failure to set its look must not undo that. */
async function make(title: string, look: LookChoice): Promise<string> {
  const { space_id } = await createSpace(title.trim());
  try {
    if (look.primary !== defaultPrimary || look.secondary !== defaultSecondary) {
      await saveLook(space_id, { primary_color: look.primary, secondary_color: look.secondary });
    }
    if (look.picture) await saveAvatar(space_id, look.picture);
  } catch (error) {
    toast({ kind: 'error', title: faultText(error) });
  }
  return space_id;
}

/** Two steps: a name that is free, then colours and a picture. */
export function CreatePage() {
  const [, navigate] = useLocation();
  const [step, setStep] = useState<1 | 2>(1);
  const [title, setTitle] = useState('');
  const [look, setLook] = useState<LookChoice>({ primary: defaultPrimary, secondary: defaultSecondary, picture: null });
  const [busy, setBusy] = useState(false);
  const check = useTitleCheck(title);

  const finish = async () => {
    setBusy(true);
    try {
      const spaceId = await make(title, look);
      toast({ kind: 'success', title: t('workspaces.ready') });
      navigate(`/workspace/${spaceId}`);
    } catch (error) {
      toast({ kind: 'error', title: faultText(error) });
      setStep(1);
      setBusy(false);
    }
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (step === 1 && check.state === 'free') setStep(2);
    if (step === 2) void finish();
  };
  const words = t('workspaces.stepOf', { n: step, total: 2 });
  return (
    <PageLayout>
      <div className="mx-auto max-w-xl">
        <Link href="/workspace" className={buttonClass('ghost', '-ms-4 text-muted')}>
          <ArrowLeft size={17} aria-hidden="true" className="rtl:rotate-180" />
          {t('workspaces.title')}
        </Link>
        <h1 className="mt-3 text-2xl font-extrabold">{t('workspaces.createTitle')}</h1>
        <p className="mt-1 mb-3 text-muted" role="status">
          {words} · {t(step === 1 ? 'workspaces.stepName' : 'workspaces.stepLook')}
        </p>
        <Meter label={t('workspaces.createTitle')} value={step} max={2} valueText={words} />
        <form
          onSubmit={submit}
          noValidate
          className="mt-6 overflow-hidden rounded-card border border-line bg-surface shadow-card"
        >
          <div className="p-5 sm:p-7">
            {step === 1 && <NameStep title={title} onChange={setTitle} check={check} />}
            {step === 2 && <LookStep title={title} look={look} onChange={setLook} />}
          </div>
          <footer className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3 sm:px-7">
            {step === 2 && (
              <Button disabled={busy} onClick={() => setStep(1)}>
                {t('common.back')}
              </Button>
            )}
            <Button type="submit" kind="solid" busy={busy} disabled={step === 1 && check.state !== 'free'}>
              {t(step === 1 ? 'common.next' : 'workspaces.createTitle')}
            </Button>
          </footer>
        </form>
      </div>
    </PageLayout>
  );
}
