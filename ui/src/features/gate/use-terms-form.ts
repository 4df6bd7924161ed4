import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import type { Terms } from './terms';

interface Options<Draft extends Terms, Problems extends object, Saved> {
  /** A link or a box that exists, as a draft; null for a new one. */
  readonly before: Draft | null;
  readonly start: () => Draft;
  readonly problemsOf: (draft: Draft) => Problems;
  readonly save: (draft: Draft) => Promise<Saved>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A link or a box as it is being written: problems are shown after the first try, and a change closes the dialog. */
export function useTermsForm<Draft extends Terms, Problems extends object, Saved>(
  options: Options<Draft, Problems, Saved>,
) {
  const { before, start, problemsOf, save, onSaved, onClose } = options;
  const [draft, setDraft] = useState<Draft>(() => before ?? start());
  const [emailPending, setEmailPending] = useState(false);
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => save(draft),
    onSuccess: () => {
      onSaved();
      if (!before) return;
      toast({ title: t('common.saved'), kind: 'success' });
      onClose();
    },
  });
  const problems = problemsOf(draft);
  return {
    draft,
    set: (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes })),
    tried,
    problems: tried ? problems : ({} as Partial<Problems>),
    emailPending,
    setEmailPending,
    submit: (unfinished: boolean) => {
      setTried(true);
      if (Object.keys(problems).length === 0 && !unfinished) saving.mutate();
    },
    saving,
    /** A new one, once it exists. */
    made: before ? undefined : saving.data,
  };
}
