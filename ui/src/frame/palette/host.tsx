import { lazy, Suspense, useEffect } from 'react';
import { withWords } from '~/i18n';
import { closePalette, isMac, isPaletteKey, isPaletteOpen, openPalette, usePaletteRequest } from '~/page/palette';

// Most visits never open it.
const Palette = lazy(async () => ({
  default: (await withWords(import('./palette'), 'palette', 'files', 'accounts', 'workspaces')).Palette,
}));

/** What was pressed while its code is on the way: keys for the page below otherwise. */
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
  else if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
  else open();
  event.preventDefault();
}

/** The command palette of signed-in users: Ctrl+K opens and closes it on every page. */
export function PaletteHost() {
  const asked = usePaletteRequest();
  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => {
      removeEventListener('keydown', handleKey);
      closePalette();
    };
  }, []);
  useEffect(() => (asked ? release : undefined), [asked]);
  return (
    asked && (
      <Suspense>
        <Palette query={asked.query} takeTyped={releaseKeys} />
      </Suspense>
    )
  );
}
