import { useId, useState } from 'react';
import { useMutation } from '~/api/use-mutation';
import type { Terms } from './terms';

interface Options<Draft extends Terms, Problems extends object, Saved> {
  readonly start: () => Draft;
  readonly problemsOf: (draft: Draft) => Problems;
  readonly save: (draft: Draft) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}

/** A link or a box as it is being written. Problems are shown after the first try to save it. */
export function useTermsForm<Draft extends Terms, Problems extends object, Saved>(
  options: Options<Draft, Problems, Saved>,
) {
  const { start, problemsOf, save, onSaved } = options;
  const id = useId();
  const [draft, setDraft] = useState<Draft>(start);
  const [emailPending, setEmailPending] = useState(false);
  const [tried, setTried] = useState(false);
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved });
  const problems = problemsOf(draft);
  return {
    /** Of the form element: its button may be outside it. */
    id,
    draft,
    set: (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes })),
    /** Begins again with another draft. */
    restart: (next: Draft) => {
      setDraft(next);
      setEmailPending(false);
      setTried(false);
      saving.reset();
    },
    tried,
    problems: tried ? problems : ({} as Partial<Problems>),
    emailPending,
    setEmailPending,
    submit: (unfinished: boolean) => {
      setTried(true);
      if (Object.keys(problems).length === 0 && !unfinished) saving.mutate(draft);
    },
    saving,
  };
}
