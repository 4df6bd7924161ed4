/**
 * Copies text, which may still be on its way: browsers copy only right after a click. Says whether it worked. Over plain
 * HTTP there is no clipboard object, only the old command.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (!('clipboard' in navigator)) return copyByCommand(await text);
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await writeLater(text);
    return true;
  } catch {
    return Promise.resolve(text).then(copyByCommand, () => false);
  }
}

/** Safari asks for the promise itself, within the click; others take the text once it is there. */
async function writeLater(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((written) => new Blob([written], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside the dialog that is open: it keeps the focus to itself.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
