import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { EmailsField } from '~/features/people/emails-field';
import { PageLayout } from '~/page/page-layout';
import { startIn } from '~/api/visits';
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
async function make(title: string, look: LookChoice, members: string[]): Promise<string> {
  const { space_id } = await createSpace(title.trim(), members);
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

const steps = ['workspaces.stepName', 'workspaces.stepLook', 'workspaces.stepMembers'] as const;

/** Three steps: a name that is free, colours and a picture, and the members, who may come later as well. */
export function CreatePage() {
  const [, navigate] = useLocation();
  const [step, setStep] = useState(1);
  const [title, setTitle] = useState('');
  const [look, setLook] = useState<LookChoice>({ primary: defaultPrimary, secondary: defaultSecondary, picture: null });
  const [members, setMembers] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [busy, setBusy] = useState(false);
  const check = useTitleCheck(title);

  const finish = async () => {
    setBusy(true);
    try {
      const spaceId = await make(title, look, members);
      toast({ kind: 'success', title: t('workspaces.ready') });
      navigate(startIn(spaceId));
    } catch (error) {
      toast({ kind: 'error', title: faultText(error) });
      setBusy(false);
    }
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (step === 1 && check.state === 'free') setStep(2);
    if (step === 2) setStep(3);
    if (step === 3 && !pending) void finish();
  };
  const words = t('workspaces.stepOf', { n: step, total: steps.length });
  return (
    <PageLayout>
      <div className="mx-auto max-w-xl">
        <Link href="/workspace" className={buttonClass('ghost', '-ms-4 text-muted')}>
          <ArrowLeft size={17} aria-hidden="true" className="rtl:rotate-180" />
          {t('workspaces.title')}
        </Link>
        <h1 className="mt-3 text-2xl font-extrabold">{t('workspaces.createTitle')}</h1>
        <p className="mt-1 mb-3 text-muted" role="status">
          {words} · {t(steps[step - 1] ?? steps[0])}
        </p>
        <Meter label={t('workspaces.createTitle')} value={step} max={steps.length} valueText={words} />
        <form
          onSubmit={submit}
          noValidate
          className="mt-6 overflow-hidden rounded-card border border-line bg-surface shadow-card"
        >
          <div className="p-5 sm:p-7">
            {step === 1 && <NameStep title={title} onChange={setTitle} check={check} />}
            {step === 2 && <LookStep title={title} look={look} onChange={setLook} />}
            {step === 3 && (
              <EmailsField
                label={t('workspaces.members')}
                hint={t('workspaces.membersHint')}
                values={members}
                onChange={setMembers}
                onPending={setPending}
              />
            )}
          </div>
          <footer className="flex items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3 sm:px-7">
            {step > 1 && (
              <Button disabled={busy} onClick={() => setStep(step - 1)}>
                {t('common.back')}
              </Button>
            )}
            <Button
              type="submit"
              kind="solid"
              busy={busy}
              disabled={(step === 1 && check.state !== 'free') || (step === 3 && pending)}
            >
              {t(step < steps.length ? 'common.next' : 'workspaces.createTitle')}
            </Button>
          </footer>
        </form>
      </div>
    </PageLayout>
  );
}
