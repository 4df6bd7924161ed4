import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { faultText } from '~/api/fault';
import { useSetup } from '~/api/setup';
import { EmailsField } from '~/page/people/emails-field';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { startIn } from '~/api/visits';
import { t, withWords } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Meter } from '~/kit/meter';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { createSpace, saveAvatar, saveLook } from './api';
import { LookStep, type LookChoice } from './look-step';
import { defaultPrimary, defaultSecondary } from './colour-field';
import { dropDraft, keepDraft, readDraft } from './draft';
import { NameStep } from './name-step';
import { useTitleCheck } from './use-title-check';

const PlanChoice = lazy(async () => ({
  default: (await withWords(import('~/features/billing/plan-choice'), 'billing')).PlanChoice,
}));

/** Makes the workspace first; a failure to set its look must not undo that. */
async function make(title: string, look: LookChoice, members: string[], payment: string | null): Promise<string> {
  const { space_id } = await createSpace(title.trim(), members, payment);
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

const card = 'mt-6 overflow-hidden rounded-card border border-line bg-surface shadow-card';

/** The heading of a step, and how far it is. */
function Step({ at, of, name, children }: { at: number; of: number; name?: string; children: ReactNode }) {
  const words = t('workspaces.stepOf', { n: at, total: of });
  return (
    <PageLayout>
      <div className="mx-auto max-w-xl">
        <Link href="/workspace" className={buttonClass('ghost', '-ms-4 text-muted')}>
          <ArrowLeft size={17} aria-hidden="true" className="rtl:rotate-180" />
          {t('workspaces.title')}
        </Link>
        <h1 className="mt-3 text-2xl font-extrabold">{t('workspaces.createTitle')}</h1>
        <p className="mt-1 mb-3 text-muted" role="status">
          {words}
          {name && ` · ${name}`}
        </p>
        <Meter label={t('workspaces.createTitle')} value={at} max={of} valueText={words} />
        {children}
      </div>
    </PageLayout>
  );
}

/** Where plans are sold the first step is the choice of one, unless it is paid for already. */
export function CreatePage() {
  const { data: setup, isPending } = useSetup();
  const [search] = useSearchParams();
  const payment = search.get('payment_id');
  const [free, setFree] = useState(false);
  if (isPending) return <LoadingBar />;
  if (!setup?.selling) return <Wizard before={0} payment={null} />;
  if (payment || free) return <Wizard before={1} payment={payment} />;
  return (
    <Step at={1} of={steps.length + 1}>
      <div className={card}>
        <Suspense fallback={<Skeleton className="m-6 h-56" />}>
          <PlanChoice onFree={() => setFree(true)} />
        </Suspense>
      </div>
    </Step>
  );
}

/** Three steps: a name that is free, colours and a picture, and the members, who may come later as well. */
function Wizard({ before, payment }: { before: number; payment: string | null }) {
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const [kept] = useState(readDraft);
  const [title, setTitle] = useState(kept.title);
  const [look, setLook] = useState<LookChoice>({ primary: kept.primary, secondary: kept.secondary, picture: null });
  const [members, setMembers] = useState<readonly string[]>(kept.members);
  const [pending, setPending] = useState(false);
  const [busy, setBusy] = useState(false);
  const check = useTitleCheck(title);
  // Steps are entries of the history, so that Back leads to the one before.
  const asked = Number(search.get('step'));
  const step = title.trim() && (asked === 2 || asked === 3) ? asked : 1;
  const setStep = (next: number) => {
    const params = new URLSearchParams(search);
    params.set('step', String(next));
    setSearch(params, { state: { before: step } });
  };
  const handleBack = () => {
    const { before: last } = (history.state ?? {}) as { before?: number };
    if (last === step - 1) history.back();
    else setStep(step - 1);
  };
  const { primary, secondary } = look;
  useEffect(() => keepDraft({ title, primary, secondary, members }), [title, primary, secondary, members]);

  const finish = async () => {
    setBusy(true);
    try {
      const spaceId = await make(title, look, [...members], payment);
      dropDraft();
      toast({ kind: 'success', title: t('workspaces.ready') });
      navigate(startIn(spaceId));
    } catch (error) {
      toast({ kind: 'error', title: faultText(error) });
      setBusy(false);
    }
  };
  const handleSubmit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (step === 1 && check.state === 'free') setStep(2);
    if (step === 2) setStep(3);
    if (step === 3 && !pending) void finish();
  };
  return (
    <Step at={step + before} of={steps.length + before} name={t(steps[step - 1] ?? steps[0])}>
      <form onSubmit={handleSubmit} noValidate className={card}>
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
            <Button disabled={busy} onClick={handleBack}>
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
    </Step>
  );
}
