import { useState } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Field, inputClass } from '~/kit/field';
import { Card } from '~/kit/layout';
import { toast } from '~/kit/toast';
import { cx } from '~/kit/cx';
import { useAct } from '~/page/use-act';

/** Somebody shows that they have the recovery sheet, by all of its letters: nothing is kept that helps to guess them. */
export function SheetCheckForm() {
  const [key, setKey] = useState('');
  const [error, setError] = useState('');
  const { busy, act } = useAct();
  const check = () =>
    act(async () => {
      const { known, mistake, line } = await api.post('admin/copies/sheet/check', { body: { key } });
      if (known) {
        setKey('');
        await changed.jobs();
        toast({ kind: 'success', title: t('recoverySheet.checkDone') });
      } else if (mistake === 'other' || mistake === '') {
        setError(t('recoverySheet.mistake_other'));
      } else {
        setError(t(`recoverySheet.mistake_${mistake}`, { line: num(line) }));
      }
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Card
        title={t('recoverySheet.check')}
        text={t('recoverySheet.checkText')}
        footer={
          <Button type="submit" kind="outline" busy={busy}>
            {t('recoverySheet.check')}
          </Button>
        }
      >
        <Field label={t('recoverySheet.key')} error={error}>
          {(aria) => (
            <textarea
              {...aria}
              dir="ltr"
              required
              rows={4}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={key}
              onChange={(event) => {
                setError('');
                setKey(event.currentTarget.value);
              }}
              className={cx(inputClass, 'h-auto! resize-none py-2 font-mono uppercase')}
            />
          )}
        </Field>
      </Card>
    </form>
  );
}
