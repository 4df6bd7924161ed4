import { CircleCheck, CircleX, Download, LoaderCircle, Lock, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { urlOf } from '~/api/calls';
import { useSetup } from '~/api/setup';
import type { Setup } from '~/api/types.gen';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { isolateLatin, num, t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Notice } from '~/kit/notice';
import { QrCode } from '~/kit/qr-code';
import { State } from '~/kit/state';
import { Tabs } from '~/kit/tabs';
import { platformsFor, type Platform } from './trust-platforms';
import { useTrust, type Trust } from './use-trust';

function Steps({ system }: { system: Platform }) {
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

/** The page's own address when it came over HTTPS, otherwise that of the same host with HTTPS. */
function secureOrigin(port: string): string {
  if (location.protocol === 'https:') return location.origin;
  return port === '443' ? `https://${location.hostname}` : `https://${location.hostname}:${port}`;
}

/** Explains the certificate of a server that made its own, offers it, and tries whether it is trusted. */
export function TrustPage() {
  const info = useSetup().data;
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
      <Guide info={info} />
    </PageLayout>
  );
}

function Guide({ info }: { info: Setup }) {
  const origin = secureOrigin(info.https_port);
  const { trust, test } = useTrust(origin);
  const [platforms] = useState(() => platformsFor(navigator));
  const [platform, setPlatform] = useState<Platform>(platforms[0]?.value ?? 'windows');
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <div className="flex items-start gap-4">
        <ShieldQuestion size={40} aria-hidden="true" className="shrink-0 text-brand max-sm:hidden" />
        <div>
          <h1 className="text-2xl font-extrabold">{t('setup.trustTitle')}</h1>
          <p className="mt-2 text-pretty text-muted">{t('setup.trustText')}</p>
        </div>
      </div>
      <TrustTest origin={origin} trust={trust} onTest={() => void test()} />
      <a
        href={urlOf('GET tls/ca.crt', {})}
        download
        className={buttonClass(canGoOn(trust) ? 'outline' : 'solid', 'h-11 justify-self-start')}
      >
        <Download size={18} aria-hidden="true" />
        {t('setup.trustDownload')}
      </a>
      <Notice tone="warning">{t('setup.trustCheck')}</Notice>
      <section className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <Tabs
          label={t('setup.trustSystem')}
          value={platform}
          onChange={setPlatform}
          tabs={platforms.map(({ value, label }) => ({
            value,
            label,
            content: (
              <>
                <Steps system={value} />
                {value === 'android' && <OldAndroid near={info.near} />}
              </>
            ),
          }))}
        />
      </section>
      <Proof fingerprint={info.ca_fingerprint} />
    </div>
  );
}

const canGoOn = (trust: Trust) => trust === 'trusted' || trust === 'opens';

const looks = {
  testing: { Icon: LoaderCircle, color: 'text-muted', title: 'setup.trustTest', text: 'setup.trustTesting' },
  trusted: { Icon: CircleCheck, color: 'text-success', title: 'setup.trusted', text: 'setup.trustedText' },
  opens: { Icon: Lock, color: 'text-brand', title: 'setup.trustOpens', text: 'setup.trustOpensText' },
  overridden: { Icon: CircleX, color: 'text-warning', title: 'setup.trustNotYet', text: 'setup.trustOverriddenText' },
  refused: { Icon: CircleX, color: 'text-warning', title: 'setup.trustNotYet', text: 'setup.trustNotYetText' },
} as const satisfies Record<Trust, unknown>;

/** Whether the certificate is trusted in this browser: tried, not assumed. */
function TrustTest({ origin, trust, onTest }: { origin: string; trust: Trust; onTest: () => void }) {
  const to = new URLSearchParams(useSearch()).get('to') ?? '/';
  const target = /^\/(?![/\\])/.test(to) ? to : '/';
  const { Icon, color, title, text } = looks[trust];
  return (
    <section
      aria-label={t('setup.trustTest')}
      aria-live="polite"
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card p-5 ring-1 ring-line sm:px-6',
        trust === 'trusted' ? 'bg-success-soft' : 'bg-surface',
      )}
    >
      <Icon size={26} aria-hidden="true" className={cx('shrink-0', color, trust === 'testing' && 'animate-spin')} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-bold">{t(title)}</p>
        <p className="text-pretty text-muted">{t(text, { url: origin })}</p>
      </div>
      {canGoOn(trust) ? (
        <a href={origin + target} className={buttonClass('solid')}>
          {t('setup.trustGo')}
        </a>
      ) : (
        <Button kind="outline" busy={trust === 'testing'} onClick={onTest}>
          {t('setup.trustAgain')}
        </Button>
      )}
    </section>
  );
}

/** Names of the network are not found there. */
function OldAndroid({ near }: { near: readonly string[] }) {
  const [address] = near;
  if (!address) return null;
  return (
    <p className="mt-4 text-sm text-pretty text-muted">
      {t('setup.trustAndroid')}{' '}
      <bdi dir="ltr" className="font-medium wrap-anywhere">
        {address}
      </bdi>
    </p>
  );
}

/** What the certificate is known by, and the way here for another device. */
function Proof({ fingerprint }: { fingerprint: string }) {
  return (
    <section className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6">
      {fingerprint && (
        <div className="min-w-0">
          <h2 className="font-bold">{t('setup.trustFingerprint')}</h2>
          <p dir="ltr" className="mt-2 rounded-control bg-sunken px-4 py-3 text-start font-mono text-sm wrap-anywhere">
            {fingerprint}
          </p>
          <p className="mt-2 text-sm text-pretty text-muted">{t('setup.trustFingerprintText')}</p>
        </div>
      )}
      <figure className="grid justify-items-center gap-2 max-sm:justify-items-start">
        <QrCode text={`${location.origin}/trust`} label={t('setup.trustQr')} className="size-40" />
        <figcaption className="max-w-40 text-center text-xs text-pretty text-muted max-sm:max-w-none max-sm:text-start">
          <span className="block font-medium text-fg">{t('setup.trustQr')}</span>
          {t('setup.trustQrText')}
        </figcaption>
      </figure>
    </section>
  );
}
