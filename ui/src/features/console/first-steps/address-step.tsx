import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AddressStep as Address } from '~/api/types.gen';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { QrCode } from '~/kit/qr-code';
import { useCopied } from '~/kit/use-copied';
import { reachOf } from '~/page/address-reach';
import { AddressWays } from './address-ways';
import type { FirstSteps } from './api';
import { Facts, Quotation, type Fact } from './facts';
import { StepCard } from './step-card';

type Props = { steps: FirstSteps; look: () => Promise<unknown> };

/** What people type, and whether it is safe. */
export function AddressStep({ steps, look }: Props) {
  const { address } = steps;
  const [changing, setChanging] = useState(false);
  const isOpen = changing || address.state === 'open';
  return (
    <StepCard steps={steps} name="address" title={t('firstSteps.address')} why={t('firstSteps.addressWhy')}>
      <Facts facts={[urlFact(address), arrivalFact(address), certificateFact(address), nearFact(address)]} />
      {address.mode === 'internal' && <Nearby address={address} />}
      {isOpen ? (
        <AddressWays address={address} file={steps.file} look={look} />
      ) : (
        <Button kind="outline" className="justify-self-start" onClick={() => setChanging(true)}>
          {t('firstSteps.changeAddress')}
        </Button>
      )}
    </StepCard>
  );
}

/** The way for phones of the network, and what the authority is known by there. */
function Nearby({ address: { url, near, fingerprint } }: { address: Address }) {
  const target = `${reachOf(url) === 'machine' ? (near[0] ?? url) : url}/trust`;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <figure className="grid gap-1.5">
        <QrCode text={target} label={target} className="size-36" />
        <figcaption className="max-w-36 text-center text-xs text-pretty text-muted">{t('firstSteps.scan')}</figcaption>
      </figure>
      {fingerprint && (
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-xs text-muted">{t('firstSteps.fingerprint')}</p>
          <p dir="ltr" className="text-start font-mono text-sm wrap-anywhere">
            {fingerprint}
          </p>
        </div>
      )}
    </div>
  );
}

function urlFact({ url, here }: Address): Fact {
  const reach = reachOf(url);
  return {
    title: t('firstSteps.url'),
    mark: reach === 'machine' ? 'open' : 'good',
    text: (
      <>
        <Address url={url} />
        <span className="block text-sm text-muted">
          {here ? `${t(`firstSteps.reach_${reach}`)} · ${t('firstSteps.here')}` : t(`firstSteps.reach_${reach}`)}
        </span>
      </>
    ),
  };
}

function Address({ url }: { url: string }) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <bdi dir="ltr" className="min-w-0 font-semibold wrap-anywhere">
        {url}
      </bdi>
      <IconButton
        label={t(copied ? 'firstSteps.copied' : 'firstSteps.copyUrl')}
        onClick={() => copy(url)}
        className="-my-2"
      >
        <Icon size={16} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function arrivalFact({ arrival, words, url, state }: Address): Fact | null {
  // Where nobody but this machine gets, there is no way to be proven.
  if (arrival === '' || reachOf(url) === 'machine') return null;
  return {
    title: t('firstSteps.arrival'),
    mark: arrival === 'here' ? 'good' : arrival === 'elsewhere' ? 'bad' : state === 'done' ? 'plain' : 'open',
    text: (
      <>
        {t(`firstSteps.arrival_${arrival}`)}
        <Quotation words={words} />
      </>
    ),
  };
}

function certificateFact({ certificate: c, url }: Address): Fact | null {
  const title = t('firstSteps.certificate');
  if (!url.startsWith('https:')) return { title, mark: 'open', text: t('firstSteps.cert_off') };
  if (!c) return null;
  if (c.problem === 'soon')
    return { title, mark: 'bad', text: t('firstSteps.cert_soon', { day: c.ends_at ? day(c.ends_at) : '' }) };
  if (c.problem)
    return {
      title,
      mark: 'bad',
      text: (
        <>
          {t(`firstSteps.cert_${c.problem}`)}
          <Quotation words={c.words} />
        </>
      ),
    };
  if (c.kind === 'own')
    return {
      title,
      mark: 'good',
      text: (
        <>
          {t('firstSteps.cert_own')}{' '}
          <Link href="/trust" className="font-medium whitespace-nowrap text-brand hover:underline">
            {t('firstSteps.openTrust')}
          </Link>
        </>
      ),
    };
  return {
    title,
    mark: 'good',
    text: t('firstSteps.cert_public', { issuer: c.issuer, day: c.ends_at ? day(c.ends_at) : '' }),
  };
}

function nearFact({ near, url }: Address): Fact | null {
  const others = near.filter((one) => one !== url);
  if (others.length === 0 || reachOf(url) === 'anyone') return null;
  return {
    title: t('firstSteps.near'),
    mark: 'plain',
    text: others.map((one) => (
      <bdi key={one} dir="ltr" className="block w-fit wrap-anywhere">
        {one}
      </bdi>
    )),
  };
}
