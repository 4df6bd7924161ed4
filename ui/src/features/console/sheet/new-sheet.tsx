import { KeyRound, Printer } from 'lucide-react';
import { useState } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import type { AdminNewSheet } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { useUnloadWarning } from '~/kit/use-unload-warning';
import { useAct } from '~/page/use-act';
import { SheetPaper } from './sheet-paper';

type Props = {
  sheet: AdminNewSheet;
  /** It counts, or it is void. */
  onEnd: () => void;
};

/** A new recovery sheet, the only time it can be seen; then two of its groups are asked back. */
export function NewSheet({ sheet, onEnd }: Props) {
  const [asking, setAsking] = useState(false);
  useUnloadWarning(true);
  if (asking) return <GroupsForm sheet={sheet} onBack={() => setAsking(false)} onEnd={onEnd} />;
  return (
    <>
      <Notice tone="warning">{t('recoverySheet.once')}</Notice>
      <SheetPaper sheet={sheet} />
      <div className="flex flex-wrap gap-2">
        <Button kind="outline" icon={<Printer size={17} aria-hidden="true" />} onClick={() => print()}>
          {t('recoverySheet.print')}
        </Button>
        <Button kind="solid" onClick={() => setAsking(true)}>
          {t('recoverySheet.have')}
        </Button>
      </div>
    </>
  );
}

function GroupsForm({ sheet, onBack, onEnd }: Props & { onBack: () => void }) {
  const [typed, setTyped] = useState<readonly string[]>(() => sheet.ask.map(() => ''));
  const [error, setError] = useState('');
  const { busy, act } = useAct();
  const perLine = sheet.lines[0]?.length ?? 1;
  const confirm = () =>
    act(async () => {
      const { confirmed, left } = await api.post('admin/copies/sheet/confirm', {
        body: { ticket: sheet.ticket, groups: [...typed] },
      });
      if (confirmed) {
        await changed.jobs();
        toast({ kind: 'success', title: t('recoverySheet.counts', { name: sheet.name }) });
        onEnd();
      } else if (left > 0) {
        setError(t('recoverySheet.wrong', { n: left }));
      } else {
        toast({ kind: 'error', title: t('recoverySheet.void') });
        onEnd();
      }
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Card
        title={t('recoverySheet.askTitle')}
        text={t('recoverySheet.askText')}
        footer={
          <>
            <Button onClick={onBack}>{t('recoverySheet.again')}</Button>
            <Button type="submit" kind="solid" busy={busy} icon={<KeyRound size={17} aria-hidden="true" />}>
              {t('recoverySheet.confirm')}
            </Button>
          </>
        }
      >
        {sheet.ask.map((number, index) => (
          <TextField
            key={number}
            dir="ltr"
            required
            latin
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            label={t('recoverySheet.group', {
              group: num((number % perLine) + 1),
              line: num(Math.floor(number / perLine) + 1),
            })}
            className="font-mono uppercase"
            error={index === sheet.ask.length - 1 ? error : ''}
            value={typed[index]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setError('');
              setTyped((all) => all.map((one, at) => (at === index ? value : one)));
            }}
          />
        ))}
      </Card>
    </form>
  );
}
