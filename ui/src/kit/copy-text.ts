/** Copies text. Over plain HTTP there is no clipboard object, only the old command. */
export function copyText(text: string): void {
  if ('clipboard' in navigator) {
    void navigator.clipboard.writeText(text).catch(() => copyByCommand(text));
    return;
  }
  copyByCommand(text);
}

function copyByCommand(text: string): void {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside the dialog that is open: it keeps the focus to itself.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
