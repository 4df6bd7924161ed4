import { Fault, faultText } from '~/api/fault';
import { toast } from '~/kit/toast';

/** Shows an error as a toast, except when the user declined to confirm their identity: they know. */
export function sayFault(error: unknown) {
  if (error instanceof Fault && error.key === 'reauthentication_required') return;
  toast({ kind: 'error', title: faultText(error) });
}
