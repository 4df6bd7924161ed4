import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import type { Calls } from './api';

/** What happened with the test of a draft. */
export type Tested = { readonly ok: true } | { readonly ok: false; readonly text: string } | null;

/** A connection that is being entered: it is tested as it stands in the form, and saved when it is right. */
export function useDraft<T extends object>(start: T, calls: Calls<T>, onSaved: () => void) {
  const [value, setValue] = useState(start);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [tested, setTested] = useState<Tested>(null);
  const [busy, setBusy] = useState<'save' | 'test' | null>(null);
  const begin = (what: 'save' | 'test') => {
    setBusy(what);
    setRefused({});
    setProblem('');
    setTested(null);
  };
  const save = async () => {
    begin('save');
    try {
      await calls.save(value);
      toast({ kind: 'success', title: t('common.saved') });
      onSaved();
    } catch (error) {
      const texts = fieldTexts(error);
      setRefused(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
    }
    setBusy(null);
  };
  const test = async () => {
    begin('test');
    try {
      const wrong = await calls.test(value);
      setTested(wrong ? { ok: false, text: wrong } : { ok: true });
    } catch (error) {
      const texts = fieldTexts(error);
      setRefused(texts);
      if (Object.keys(texts).length === 0) setTested({ ok: false, text: faultText(error) });
    }
    setBusy(null);
  };
  return {
    value,
    set: (change: Partial<T>) => {
      setValue({ ...value, ...change });
      setTested(null);
    },
    refused,
    problem,
    tested,
    busy,
    save: () => void save(),
    test: () => void test(),
  };
}

export type Draft<T extends object> = ReturnType<typeof useDraft<T>>;
