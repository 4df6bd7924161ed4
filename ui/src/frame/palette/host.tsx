import { useEffect, useState } from 'react';
import { t, withWords } from '~/i18n';
import { isPageCovered } from '~/kit/page-cover';
import { toast } from '~/kit/toast';
import { takeNewVersion } from '~/page/new-version';
import { closePalette, isMac, isPaletteKey, isPaletteOpen, openPalette, usePaletteRequest } from '~/page/palette';

// Most visits never open it.
const loadPalette = async () =>
  (await withWords(import('./palette'), 'palette', 'files', 'accounts', 'workspaces')).Palette;

/** After an upgrade its code is gone from the server, and offline it may not be there: the page below goes on. */
async function sayMissing(): Promise<void> {
  closePalette();
  const version = await takeNewVersion();
  if (version === 'reloading') return;
  const missing = navigator.onLine ? 'problems.noResponse' : 'problems.noInternet';
  toast({ kind: 'error', title: t(version === 'waits' ? 'frame.newTitle' : missing) });
}

/** Keys that are pressed while its code is on the way; the page below must not act on them. */
let early = '';

function collectKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') closePalette();
  else if (/^.$/u.test(event.key)) early += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const release = () => document.removeEventListener('keydown', collectKey, true);

function open(): void {
  early = '';
  document.addEventListener('keydown', collectKey, true);
  openPalette();
}

/** The letters that were typed before the field was there. */
function releaseKeys(): string {
  release();
  return early;
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || !isPaletteKey(event, isMac())) return;
  if (isPaletteOpen()) closePalette();
  else if (isPageCovered()) return;
  else open();
  event.preventDefault();
}

/** The command palette of signed-in users: Ctrl+K opens and closes it on every page. */
export function PaletteHost() {
  const asked = usePaletteRequest();
  const [Palette, setPalette] = useState<Awaited<ReturnType<typeof loadPalette>> | null>(null);
  useEffect(() => {
    if (asked && !Palette) loadPalette().then((code) => setPalette(() => code), sayMissing);
  }, [asked, Palette]);
  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => {
      removeEventListener('keydown', handleKey);
      closePalette();
    };
  }, []);
  useEffect(() => (asked ? release : undefined), [asked]);
  return asked && Palette && <Palette query={asked.query} takeTyped={releaseKeys} />;
}
