import { isPageCovered } from '~/kit/page-cover';

/** Calls `focus` at the slash of any keyboard, unless the user is writing or a dialog is open. */
export function whenSlash(focus: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key !== '/' && event.code !== 'Slash') return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest('input, textarea, select, [contenteditable]')) return;
    if (isPageCovered()) return;
    event.preventDefault();
    focus();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}
