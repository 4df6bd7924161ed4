import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import type { OnDuplicate } from './api';
import type { Draft, Start } from './draft';

/** The destination in the form that calls take. */
export interface Where {
  readonly directory_id: string;
  readonly folder?: string;
  readonly on_duplicate: OnDuplicate;
}

interface Options {
  readonly start: Start;
  /** The name that is proposed for the folder. */
  readonly folder: string;
  readonly send: (where: Where) => Promise<{ import_id: string }>;
  /** Whether a refusal belongs to an earlier step, which then says it. */
  readonly onRefused?: (error: unknown) => boolean;
}

/** The last step of each source: begins, and shows the page of the import. */
export function useBegin({ start, folder, send, onRefused }: Options) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<Draft>({ directoryId: start.directoryId, folder, onDuplicate: 'rename' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const begin = async () => {
    setBusy(true);
    setProblem('');
    const name = draft.folder.trim();
    try {
      const { import_id: id } = await send({
        directory_id: draft.directoryId,
        ...(name && { folder: name }),
        on_duplicate: draft.onDuplicate,
      });
      navigate(`/workspace/${start.spaceId}/imports/${id}`);
    } catch (error) {
      if (!onRefused?.(error)) setProblem(faultText(error));
      setBusy(false);
    }
  };
  return { draft, change: setDraft, busy, problem, begin, ready: draft.directoryId !== '' };
}
