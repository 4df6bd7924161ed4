import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { saveSelling, type Selling } from '../api';

/** A part of the settings that is changed and saved by itself. */
export function usePart(selling: Selling) {
  const [draft, setDraft] = useState<Partial<Selling>>({});
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const value = { ...selling, ...draft };
  const save = async () => {
    setBusy(true);
    setProblem('');
    setRefused({});
    try {
      await saveSelling(value);
      setDraft({});
      toast({ kind: 'success', title: t('common.saved') });
    } catch (error) {
      const texts = fieldTexts(error);
      setRefused(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
    }
    setBusy(false);
  };
  return {
    value,
    set: (change: Partial<Selling>) => setDraft({ ...draft, ...change }),
    dirty: JSON.stringify(value) !== JSON.stringify(selling),
    refused,
    problem,
    busy,
    save: () => void save(),
  };
}

export type PartOfSelling = ReturnType<typeof usePart>;
