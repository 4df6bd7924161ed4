import { faultText, Fault } from '~/api/fault';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { whenWritten } from './answers';
import { canPin, pin, unpin } from './pins';
import { warm, type Wanted } from './viewers';

type Named = Wanted & { readonly name: string };

function problemWith(name: string, error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return t('offline.full', { name });
  return error instanceof Fault ? faultText(error) : t('offline.failed', { name });
}

/** Keeps files on this device, and says how it went. */
export async function keep(files: readonly Named[]): Promise<void> {
  if (!canPin()) {
    toast({ title: t('offline.unsupported'), kind: 'error', timeout: 6000 });
    return;
  }
  let done = 0;
  for (const file of files) {
    toast({ id: 'pin', title: t('offline.pinning', { name: file.name }), timeout: 0 });
    try {
      // First what the file is shown with: a file counts as kept from the moment that its bytes are here.
      await warm(file);
      await whenWritten();
      await pin(file);
      done += 1;
    } catch (error) {
      toast({ id: 'pin', title: problemWith(file.name, error), kind: 'error' });
      return;
    }
  }
  const [first] = files;
  const title = done === 1 && first ? t('offline.pinned', { name: first.name }) : t('offline.pinnedMany', { n: done });
  toast({ id: 'pin', title, kind: 'success' });
}

export async function release(files: readonly Named[]): Promise<void> {
  for (const { id, name } of files) {
    await unpin(id);
    toast({ id: 'pin', title: t('offline.unpinned', { name }), kind: 'success' });
  }
}
