import { Download, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { urlOf } from '~/api/calls';
import { useSetup } from '~/api/setup';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { isolateLatin, num, t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { State } from '~/kit/state';
import { Tabs } from '~/kit/tabs';
import { guessSystem, systems, type System } from '~/kit/systems';

function Steps({ system }: { system: System }) {
  const steps = [t(`setup.${system}1`), t(`setup.${system}2`), t(`setup.${system}3`), t(`setup.${system}4`)].map(
    isolateLatin,
  );
  return (
    <ol className="grid gap-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-bold text-brand"
            aria-hidden="true"
          >
            {num(index + 1)}
          </span>
          <span className="pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  );
}

/** Explains the certificate of a server that made its own, and offers it. */
export function TrustPage() {
  const info = useSetup().data;
  const [system, setSystem] = useState<System>(() => guessSystem(navigator.userAgent));
  if (!info) return <LoadingBar />;
  if (!info.https_ca) {
    return (
      <PageLayout>
        <State page icon={<ShieldCheck size={34} />} title={t('setup.trustNone')} text={t('setup.trustNoneText')} />
      </PageLayout>
    );
  }
  return (
    <PageLayout>
      <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
        <div className="flex items-start gap-4">
          <ShieldQuestion size={40} aria-hidden="true" className="shrink-0 text-brand max-sm:hidden" />
          <div>
            <h1 className="text-2xl font-extrabold">{t('setup.trustTitle')}</h1>
            <p className="mt-2 text-pretty text-muted">{t('setup.trustText')}</p>
          </div>
        </div>
        <a href={urlOf('GET tls/ca.crt', {})} download className={buttonClass('solid', 'h-11 justify-self-start')}>
          <Download size={18} aria-hidden="true" />
          {t('setup.trustDownload')}
        </a>
        <Notice tone="warning">{t('setup.trustCheck')}</Notice>
        <section className="rounded-card border border-line bg-surface p-5 sm:p-6">
          <Tabs
            label={t('setup.trustSystem')}
            value={system}
            onChange={setSystem}
            tabs={systems.map(({ system: value, label }) => ({ value, label, content: <Steps system={value} /> }))}
          />
        </section>
      </div>
    </PageLayout>
  );
}
