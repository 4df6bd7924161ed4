import { useState } from 'react';
import { num, t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { ConnectionCards } from './connections';
import { differenceWords } from './differences';
import { EditorsCard } from './editors-card';
import { NumberField } from '../number-field';
import { useMayChange } from '../use-rights';
import { FormCard } from './form-card';
import { ImportsCard } from './imports-card';
import {
  saveLimits,
  saveSignup,
  undoChange,
  useSettingHistory,
  useSettings,
  type Change,
  type Limits,
  type Mode,
} from './settings-api';
import { SummariesCard } from './summaries-card';

const GIB = 2 ** 30;
const modes: readonly Mode[] = ['open', 'invited', 'closed'];

/** The rules of sign-up, the limits of new workspaces, and the history of both. */
export function ServerSettings() {
  const { data, error, refetch } = useSettings();
  if (!data) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={3} />;
  const { signup, limits, summaries, editors, imports } = data;
  return (
    <>
      <SignupCard key={signup.mode} mode={signup.mode} fixed={signup.fixed} />
      <LimitsCard
        key={`${limits.storage} ${limits.members} ${limits.nodes}`}
        limits={{ storage: limits.storage, members: limits.members, nodes: limits.nodes }}
        fixed={limits.fixed}
      />
      <ConnectionCards />
      <EditorsCard key={`${editors.word} ${editors.cell} ${editors.slide}`} editors={editors} />
      <SummariesCard key={`${summaries.url} ${summaries.model} ${summaries.has_key}`} summaries={summaries} />
      <ImportsCard key={String(imports.own_network)} imports={imports} />
      <History />
    </>
  );
}

function SignupCard({ mode, fixed }: { mode: Mode; fixed: readonly string[] }) {
  const [chosen, setChosen] = useState(mode);
  return (
    <FormCard
      title={t('consoleSystem.signup')}
      text={t('consoleSystem.signupText')}
      fixed={fixed}
      dirty={chosen !== mode}
      save={() => saveSignup(chosen)}
      onRefused={() => undefined}
    >
      {fixed.length > 0 ? (
        <p className="font-semibold">{t(`consoleSystem.mode_${mode}`)}</p>
      ) : (
        <Select
          label={t('consoleSystem.signupMode')}
          value={chosen}
          options={modes.map((value) => ({ value, label: t(`consoleSystem.mode_${value}`) }))}
          onChange={setChosen}
        />
      )}
    </FormCard>
  );
}

function LimitsCard({ limits, fixed }: { limits: Limits; fixed: readonly string[] }) {
  const [draft, setDraft] = useState(limits);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const open = { value: 0, words: t('consoleSystem.noLimit') };
  const sane = Object.values(draft).every((value) => !Number.isNaN(value));
  return (
    <FormCard
      title={t('consoleSystem.limits')}
      text={t('consoleSystem.limitsText')}
      fixed={fixed}
      dirty={sane && JSON.stringify(draft) !== JSON.stringify(limits)}
      save={() => saveLimits(draft)}
      onRefused={setRefused}
    >
      <div className="grid gap-4 sm:grid-cols-3 sm:items-start">
        <NumberField
          label={t('consoleSystem.limitStorage')}
          value={draft.storage / GIB}
          unit={t('common.gigabyte')}
          open={open}
          error={refused['storage']}
          onChange={(value) => setDraft({ ...draft, storage: value * GIB })}
        />
        <NumberField
          label={t('consoleSystem.limitMembers')}
          value={draft.members}
          open={open}
          error={refused['members']}
          onChange={(members) => setDraft({ ...draft, members })}
        />
        <NumberField
          label={t('consoleSystem.limitNodes')}
          value={draft.nodes}
          open={open}
          error={refused['nodes']}
          onChange={(nodes) => setDraft({ ...draft, nodes })}
        />
      </div>
    </FormCard>
  );
}

const amount = (n: number | undefined, words: (n: number) => string) => (n ? words(n) : t('consoleSystem.noLimit'));

/** A group of settings in words. */
function valueWords(name: Change['name'], value: Change['before']): string {
  const { mode, storage, members, nodes, url, model, own_network: own } = value;
  if (name === 'editors') return editorWords(value);
  if (name === 'imports') return t(own ? 'consoleSystem.importsOwnOn' : 'consoleSystem.importsOwnOff');
  if (name === 'tier') {
    const { days } = value;
    return days ? t('tier.onValue', { n: days }) : t('tier.offValue');
  }
  if (name === 'summaries') return url ? `\u2066${url} · ${model ?? ''}\u2069` : t('consoleSystem.summariesOffValue');
  if (mode) return t(`consoleSystem.mode_${modes.find((known) => known === mode) ?? 'closed'}`);
  return [
    `${t('consoleSystem.limitStorage')}: ${amount(storage, size)}`,
    `${t('consoleSystem.limitMembers')}: ${amount(members, num)}`,
    `${t('consoleSystem.limitNodes')}: ${amount(nodes, num)}`,
  ].join(t('consoleSystem.and'));
}

/** Which editor opens documents, sheets and slides. */
const editorWords = ({ word, cell, slide }: Change['before']) =>
  [
    { kind: t('consoleSystem.editorWord'), editor: word },
    { kind: t('consoleSystem.editorCell'), editor: cell },
    { kind: t('consoleSystem.editorSlide'), editor: slide },
  ]
    .map(
      ({ kind, editor }) =>
        `${kind}: ${t(`consoleSystem.editor_${editor === 'onlyoffice' || editor === 'wopi' ? editor : 'embedded'}`)}`,
    )
    .join(t('consoleSystem.and'));

function groupWords({ name, provider }: Change): string {
  if (name === 'mail') return t('consoleSystem.settingMail');
  if (name === 'sms') return t('consoleSystem.settingSms');
  if (name === 'onlyoffice') return t('consoleSystem.settingOffice');
  if (name === 'wopi') return t('consoleSystem.settingWopi');
  if (name === 'google') return t('consoleSystem.settingGoogle');
  return name === 'provider'
    ? t('consoleSystem.settingProvider', { id: `\u2068${provider}\u2069` })
    : t(`consoleSystem.${name}`);
}

const inWords = new Set<Change['name']>(['signup', 'limits', 'summaries', 'editors', 'imports', 'tier']);

const changeWords = (change: Change) =>
  inWords.has(change.name)
    ? t('consoleSystem.changedFrom', {
        before: valueWords(change.name, change.before),
        after: valueWords(change.name, change.after),
      })
    : differenceWords(change);

function History() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSettingHistory();
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <Card title={t('consoleSystem.history')} text={t('consoleSystem.historyText')}>
      {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={2} />)}
      {data && changes.length === 0 && <p className="text-muted">{t('consoleSystem.historyEmpty')}</p>}
      {changes.length > 0 && (
        <ul aria-label={t('consoleSystem.history')} className="grid divide-y divide-line">
          {changes.map((change) => (
            <HistoryRow key={change.change_id} change={change} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button kind="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('consoleSystem.earlierChanges')}
        </Button>
      )}
    </Card>
  );
}

function HistoryRow({ change }: { change: Change }) {
  const [busy, setBusy] = useState(false);
  const mayChange = useMayChange('settings');
  const undo = async () => {
    setBusy(true);
    try {
      await undoChange(change.change_id);
      toast({ kind: 'success', title: t('common.saved') });
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <span className="font-medium">{groupWords(change)}</span>
        <span className="text-sm text-muted">{changeWords(change)}</span>
        <span className="text-xs text-muted">
          {change.by && <bdi>{change.by.name}</bdi>}
          {change.by && ' · '}
          {dateTime(change.at)}
        </span>
      </span>
      {mayChange && (
        <Button kind="outline" busy={busy} onClick={() => void undo()}>
          {t('consoleSystem.undo')}
        </Button>
      )}
    </li>
  );
}
