import { useState, type ReactNode } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import type { AdminJob } from '~/api/types.gen';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { useMayChange } from '../use-rights';

type Props = {
  job: AdminJob;
  /** The same work is being done for another reason. */
  busy?: boolean;
  kind?: 'solid' | 'outline';
  icon: ReactNode;
  words: string;
  started: string;
};

/** Starts a job now, for those who may. */
export function RunButton({ job, busy = false, kind = 'outline', icon, words, started }: Props) {
  const mayChange = useMayChange('system');
  const [starting, setStarting] = useState(false);
  if (!mayChange) return null;
  const run = async () => {
    setStarting(true);
    try {
      await api.post('admin/jobs/{name}/run', { path: { name: job.name } });
      toast({ kind: 'success', title: started });
    } catch (error) {
      sayFault(error);
    }
    await changed.jobs();
    setStarting(false);
  };
  return (
    <Button kind={kind} busy={starting || busy || job.running} icon={icon} onClick={() => void run()}>
      {words}
    </Button>
  );
}
