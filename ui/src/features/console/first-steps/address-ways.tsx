import { useState } from 'react';
import type { AddressStep } from '~/api/types.gen';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { SegmentedControl } from '~/kit/segmented-control';
import type { FirstSteps } from './api';
import { LinesToAdd, type Line } from './lines-to-add';

type Way = 'domain' | 'network' | 'proxy';
const ways: readonly Way[] = ['domain', 'network', 'proxy'];

type Props = { address: AddressStep; file: FirstSteps['file']; look: () => Promise<unknown> };

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

const loopback = '127.0.0.1';
const isLoopback = (ip: string) => ip === '::1' || ip.startsWith('127.');

/** The way that the settings name now, so that nothing is asked again. */
function wayOf({ mode, url }: AddressStep): Way {
  if (mode === 'internal') return 'network';
  return mode === 'off' && url.startsWith('https:') ? 'proxy' : 'domain';
}

/** Ways to an address with HTTPS, and the lines for each: the address is bound when the server starts. */
export function AddressWays({ address, file, look }: Props) {
  const [way, setWay] = useState<Way>(wayOf(address));
  const [domain, setDomain] = useState('');
  const [name, setName] = useState(hostOf(address.near[0] ?? ''));
  const [proxy, setProxy] = useState(wayOf(address) === 'proxy' ? address.url : '');
  const [proxyAt, setProxyAt] = useState(loopback);
  const from = proxyAt.trim() || loopback;
  const field = {
    domain: { label: t('firstSteps.domain'), value: domain, set: setDomain, example: 'files.example.org' },
    network: { label: t('firstSteps.networkName'), value: name, set: setName, example: '192.168.1.10' },
    proxy: { label: t('firstSteps.proxyUrl'), value: proxy, set: setProxy, example: 'https://files.example.org' },
  }[way];
  const value = field.value.trim() || field.example;
  return (
    <div className="grid min-w-0 gap-4">
      <SegmentedControl
        label={t('firstSteps.ways')}
        value={way}
        segments={ways.map((one) => ({ value: one, label: t(`firstSteps.way_${one}`) }))}
        onChange={setWay}
      />
      <p className="text-pretty text-muted">{t(`firstSteps.wayText_${way}`)}</p>
      <div className={way === 'proxy' ? 'grid gap-4 sm:grid-cols-2 sm:items-start' : 'max-w-md'}>
        <TextField
          key={way}
          latin
          label={field.label}
          value={field.value}
          placeholder={field.example}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => field.set(event.currentTarget.value)}
        />
        {way === 'proxy' && (
          <TextField
            latin
            label={t('firstSteps.proxyAt')}
            hint={t(isLoopback(from) ? 'firstSteps.proxyNear' : 'firstSteps.proxyFar')}
            value={proxyAt}
            placeholder={loopback}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setProxyAt(event.currentTarget.value)}
          />
        )}
      </div>
      <LinesToAdd file={file} look={look} lines={linesOf(way, value, address.tls_port, from)} />
    </div>
  );
}

function linesOf(way: Way, value: string, port: string, proxy: string): Line[] {
  const host = value.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  switch (way) {
    case 'domain':
      return [['domain', host]];
    case 'network':
      return [
        ['tls', 'internal'],
        ['public-url', port === '443' ? `https://${host}` : `https://${host}:${port}`],
      ];
    default:
      return [
        ['public-url', `https://${host}`],
        ['trusted-proxies', proxy],
      ];
  }
}
