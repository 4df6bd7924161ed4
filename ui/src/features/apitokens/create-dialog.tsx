import { useState, type FormEvent } from 'react';
import { keyText } from '~/api/fault';
import { useSpaces } from '~/api/spaces';
import { useAttempt } from '~/page/codes/use-attempt';
import { DayField } from '~/page/dates/day-field';
import { ZONE } from '~/page/dates/locale';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { isoDayOf, shiftDays, type IsoDay } from '~/kit/calendar-math';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { Select } from '~/kit/select';
import { createToken } from './api';
import { endOf, lifetimes, type Lifetime } from './lifetime';
import { NewToken } from './new-token';
import { SpacesField } from './spaces-field';

const words = {
  '30': 'apitokens.month',
  '90': 'apitokens.quarter',
  '365': 'apitokens.year',
  day: 'apitokens.untilDay',
  never: 'apitokens.never',
} as const;

/** A new token: as little as it needs, for as long as it needs. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(token ? 'apitokens.madeTitle' : 'apitokens.createTitle')}
      description={token ? undefined : t('apitokens.createText')}
      width="md"
      // The token is shown only once, so a click beside the dialog must not close it.
      persistent={token !== null}
    >
      {token ? <NewToken token={token} onDone={onClose} /> : <CreateForm onMade={setToken} onClose={onClose} />}
    </Dialog>
  );
}

function CreateForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const spaces = useSpaces().data ?? [];
  const [name, setName] = useState('');
  const [nameProblem, setNameProblem] = useState<string | undefined>();
  const [some, setSome] = useState(true);
  const [spaceIds, setSpaceIds] = useState<readonly string[]>([]);
  const [spacesProblem, setSpacesProblem] = useState<string | undefined>();
  const [mayWrite, setMayWrite] = useState(false);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [now] = useState(() => new Date());
  const tomorrow = shiftDays(isoDayOf(now, ZONE), 1);
  const [last, setLast] = useState<IsoDay>(tomorrow);
  const { busy, problem, attempt } = useAttempt();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wrongName = name.trim() ? undefined : keyText('required');
    const wrongSpaces = some && spaceIds.length === 0 ? t('apitokens.spacesMissing') : undefined;
    setNameProblem(wrongName);
    setSpacesProblem(wrongSpaces);
    if (wrongName || wrongSpaces) return;
    const draft = {
      name: name.trim(),
      space_ids: some ? [...spaceIds] : [],
      may_write: mayWrite,
      expires_at: endOf(lifetime, last, now, ZONE),
    };
    await attempt(async () => onMade(await createToken(draft)));
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('apitokens.name')}
        hint={t('apitokens.nameHint')}
        maxLength={100}
        autoComplete="off"
        value={name}
        error={nameProblem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setNameProblem(undefined);
        }}
      />
      <SpacesField
        spaces={spaces}
        some={some}
        onSome={setSome}
        chosen={spaceIds}
        problem={spacesProblem}
        onChange={(ids) => {
          setSpaceIds(ids);
          setSpacesProblem(undefined);
        }}
      />
      <SegmentedControl
        label={t('apitokens.may')}
        value={mayWrite ? 'write' : 'read'}
        onChange={(value) => setMayWrite(value === 'write')}
        segments={[
          { value: 'read', label: t('apitokens.reads') },
          { value: 'write', label: t('apitokens.writes') },
        ]}
      />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Select<Lifetime>
          label={t('apitokens.lifetime')}
          value={lifetime}
          options={lifetimes.map((value) => ({ value, label: t(words[value]) }))}
          onChange={setLifetime}
        />
        {lifetime === 'day' && (
          <DayField label={t('apitokens.lastDay')} value={last} min={tomorrow} onChange={setLast} />
        )}
      </div>
      {lifetime === 'never' && <Notice tone="warning">{t('apitokens.neverWarning')}</Notice>}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="solid" busy={busy}>
          {t('apitokens.create')}
        </Button>
      </div>
    </form>
  );
}
