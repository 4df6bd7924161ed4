import { api } from './client';
import { Fault, faultOf } from './fault';
import type { TaskResult } from './types';

/** Milliseconds between two looks. */
const LOOK = 500;
/** How often in a row no answer comes before that is told: half a minute without a server. */
const PATIENCE = 60;

/**
 * Follows work of the server until it is done. Calls `look` with each state in between. Fails with the failure of the work, and
 * with a 404 when a restart of the server ended it; a lost connection is waited for.
 */
export async function followTask(id: string, look: (now: TaskResult) => void): Promise<TaskResult> {
  let silent = 0;
  for (;;) {
    const now = await api.get('storage/tasks/{task_id}', { path: { task_id: id } }).catch((error: unknown) => {
      silent += 1;
      const answered = error instanceof Fault && error.status >= 400 && error.status < 500 && error.kind !== 'tooMany';
      if (answered || silent > PATIENCE) throw error;
      return null;
    });
    if (now) {
      silent = 0;
      look(now);
      if (now.status === 'done') return now;
      if (now.status === 'failed') throw faultOf(409, new Headers(), now.error);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
