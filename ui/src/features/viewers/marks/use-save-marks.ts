import { useEffect, useRef, useState } from 'react';
import type { Marking } from '~/api/content';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import type { MarksSession } from './session';

export interface Saving {
  /** Null while the document is being made. */
  readonly share: number | null;
}

interface Options {
  readonly session: MarksSession;
  readonly base: string;
  readonly marking: Marking;
  readonly onSaved: () => void;
}

/** Saves the marks as a version, or as a copy when the file has got another version meanwhile. */
export function useSaveMarks({ session, base, marking, onSaved }: Options) {
  const [saving, setSaving] = useState<Saving | null>(null);
  const [changed, setChanged] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const save = async (as: 'version' | 'copy') => {
    if (stop.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setChanged(false);
    setSaving({ share: null });
    try {
      const bytes = await session.save();
      if (signal.aborted) return;
      const onProgress = (share: number) => setSaving({ share });
      const done = await marking.save(bytes, { as, base, signal, onProgress });
      if (done === 'changed') return setChanged(true);
      toast({ title: as === 'copy' ? t('marks.savedCopy') : t('marks.saved'), kind: 'success' });
      onSaved();
    } catch (error) {
      if (signal.aborted) return;
      const text = error instanceof Error ? error.message : '';
      toast({ title: text || t('marks.failed'), kind: 'error', timeout: 8000 });
    } finally {
      stop.current = null;
      setSaving(null);
    }
  };
  return { saving, changed, save, cancel: () => stop.current?.abort(), forget: () => setChanged(false) };
}
