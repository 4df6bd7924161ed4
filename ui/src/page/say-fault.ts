import { Fault, faultText } from '~/api/fault';
import { toast } from '~/kit/toast';

/** Says what went wrong, except that the person did not want to confirm who they are: they know. */
export function sayFault(error: unknown) {
  if (error instanceof Fault && error.key === 'reauthentication_required') return;
  toast({ kind: 'error', title: faultText(error) });
}
