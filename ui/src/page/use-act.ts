import { useState } from 'react';
import { toast } from '~/kit/toast';
import { sayFault } from './say-fault';

/** An act of the user: whether it is under way. A refusal is said as a toast. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  /** Says whether it worked, and `done` when it did. */
  const act = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      if (done) toast({ kind: 'success', title: done });
      return true;
    } catch (error) {
      sayFault(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
