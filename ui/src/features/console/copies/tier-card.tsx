import { CloudDownload, CloudUpload, HardDrive, Hourglass, Wallet } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { TierState } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { size, when } from '~/i18n/format';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Setting, Settings } from '~/kit/setting';
import { Switch } from '~/kit/switch';

import { NumberField } from '../number-field';
import { FormCard } from '../settings/form-card';
import { saveTier, type TierSetting } from '../settings/settings-api';

const GB = 2 ** 30;
const USUAL_DAYS = 90;

/** Contents that leave the disk because nobody reads them: where they are, what they cost, and when they go. */
export function TierCard({ state }: { state: TierState }) {
  const given: TierSetting = {
    days: state.days,
    cache: state.cache,
    stored_price: state.stored_price,
    read_price: state.read_price,
    currency: state.currency,
  };
  return <TierForm key={JSON.stringify(given)} given={given} state={state} />;
}

function TierForm({ given, state }: { given: TierSetting; state: TierState }) {
  const [draft, setDraft] = useState(given);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const sane = [draft.days, draft.cache, draft.stored_price, draft.read_price].every((value) => !Number.isNaN(value));
  const change = (part: Partial<TierSetting>) => setDraft({ ...draft, ...part });
  const on = draft.days > 0 || Number.isNaN(draft.days);
  return (
    <FormCard
      title={t('tier.title')}
      text={t('tier.text')}
      fixed={[]}
      dirty={sane && JSON.stringify(draft) !== JSON.stringify(given)}
      save={() => saveTier(draft)}
      onRefused={setRefused}
    >
      <TierNotices state={state} />
      <Settings label={t('tier.title')}>
        {rowsOf(state).map(([id, icon, title, value, text]) => (
          <li key={id}>
            <Setting icon={icon} title={title} text={text} actions={<span>{value}</span>} />
          </li>
        ))}
      </Settings>
      <Switch
        label={t('tier.on')}
        hint={t('tier.onHint')}
        checked={on}
        onChange={(next) => change({ days: next ? given.days || USUAL_DAYS : 0 })}
      />
      {!on && state.objects > 0 && <Notice>{t('tier.offNotice', { size: size(state.bytes) })}</Notice>}
      {on && (
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <NumberField
            label={t('tier.days')}
            hint={t('tier.daysHint')}
            value={draft.days}
            unit={t('tier.day')}
            error={refused['days']}
            onChange={(days) => change({ days: days === 0 ? Number.NaN : days })}
          />
          <NumberField
            label={t('tier.cache')}
            hint={t('tier.cacheHint')}
            value={draft.cache / GB}
            unit={t('common.gigabyte')}
            error={refused['cache']}
            onChange={(value) => change({ cache: value * GB })}
          />
        </div>
      )}
      {(on || state.objects > 0) && <Prices draft={draft} refused={refused} change={change} />}
    </FormCard>
  );
}

type PricesProps = {
  draft: TierSetting;
  refused: Record<string, string>;
  change: (part: Partial<TierSetting>) => void;
};

function Prices({ draft, refused, change }: PricesProps) {
  const unknown = { value: 0, words: t('tier.priceUnknown') };
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3 sm:items-start">
      <legend className="mb-2 text-sm font-semibold">{t('tier.prices')}</legend>
      <NumberField
        label={t('tier.storedPrice')}
        value={cents(draft.stored_price)}
        digits={2}
        open={unknown}
        error={refused['stored_price']}
        onChange={(value) => change({ stored_price: value / 100 })}
      />
      <NumberField
        label={t('tier.readPrice')}
        value={cents(draft.read_price)}
        digits={2}
        open={unknown}
        error={refused['read_price']}
        onChange={(value) => change({ read_price: value / 100 })}
      />
      <TextField
        label={t('tier.currency')}
        value={draft.currency}
        maxLength={12}
        error={refused['currency']}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
    </fieldset>
  );
}

const cents = (price: number) => Math.round(price * 100);

/** Why nothing leaves the disk, or nothing comes back. */
function TierNotices({ state }: { state: TierState }) {
  const { obstacle, obstacle_target: target, problem, days, objects } = state;
  return (
    <>
      {days > 0 && obstacle !== '' && (
        <Notice tone="warning" title={t('tier.stands')}>
          {t(`tier.obstacle_${obstacle}`, { target: `\u2066${target}\u2069` })}
        </Notice>
      )}
      {days === 0 && objects > 0 && problem !== '' && (
        <Notice tone="warning" title={t('tier.stalled')}>
          <p dir="ltr" className="text-start wrap-anywhere">
            {problem}
          </p>
        </Notice>
      )}
    </>
  );
}

type Row = readonly [id: string, icon: ReactNode, title: string, value: string, text: string];

function rowsOf(state: TierState): Row[] {
  const { days, objects, bytes, targets, waiting, waiting_bytes: waitingBytes, ran_at: ran } = state;
  const rows: Row[] = [
    [
      'away',
      <CloudUpload key="icon" size={20} />,
      t(days === 0 && objects > 0 ? 'tier.returning' : 'tier.away'),
      objects > 0 ? size(bytes) : t('tier.none'),
      objects > 0
        ? t('tier.awayText', {
            n: objects,
            targets: targets.map((name) => `\u2066${name}\u2069`).join(t('consoleSystem.and')),
          })
        : t('tier.noneText'),
    ],
  ];
  if (days > 0) {
    rows.push([
      'waiting',
      <Hourglass key="icon" size={20} />,
      t('tier.waiting'),
      waiting > 0 ? size(waitingBytes) : t('tier.none'),
      ran ? t('tier.waitingText', { time: when(ran) }) : t('tier.notLooked'),
    ]);
  }
  if (objects > 0) rows.push(...costRows(state));
  return rows;
}

/** What reading costs and saves. */
function costRows(state: TierState): Row[] {
  const { bytes, cached, cache, hits, fetched, stored_price: stored, read_price: read, currency } = state;
  const share = hits + fetched > 0 ? Math.round((100 * hits) / (hits + fetched)) : 0;
  const money = (amount: number) => `${num(amount, { maximumFractionDigits: 2 })} ${currency}`.trim();
  const rows: Row[] = [
    [
      'cache',
      <HardDrive key="icon" size={20} />,
      t('tier.kept'),
      t('tier.keptOf', { size: size(cached), all: size(cache) }),
      t('tier.keptText', { share: num(share) }),
    ],
    [
      'read',
      <CloudDownload key="icon" size={20} />,
      t('tier.fetched'),
      size(fetched),
      read > 0 ? t('tier.fetchedCost', { price: money((read * fetched) / GB) }) : t('tier.sinceStart'),
    ],
  ];
  if (stored > 0) {
    rows.push([
      'money',
      <Wallet key="icon" size={20} />,
      t('tier.month'),
      money((stored * bytes) / GB),
      read > 0 ? t('tier.readAll', { price: money((read * bytes) / GB) }) : t('tier.monthText'),
    ]);
  }
  return rows;
}
