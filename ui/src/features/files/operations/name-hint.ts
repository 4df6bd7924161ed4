import { t } from '~/i18n';

const mostBytes = 240;
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;
// oxlint-disable-next-line no-control-regex
const signs = /[\u0000-\u001f<>:"|?*\\]/;

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

/** Whether Windows can have a name, as `names.ForWindows` of the server says it. */
export const isWindowsName = (name: string) => !signs.test(name) && !/[ .]$/.test(name) && !device.test(name);

/** By how many letters before its extension a name is longer than the server takes it. */
export function lettersOver(name: string): number {
  const clean = name.trim().normalize('NFC');
  let over = sizeOf(clean) - mostBytes;
  let letters = 0;
  const dot = clean.lastIndexOf('.');
  const stem = Array.from(dot < 0 ? clean : clean.slice(0, dot));
  for (; over > 0 && stem.length > 0; letters++) over -= sizeOf(stem.pop()!);
  return letters;
}

/** What to know of a name while it is typed. */
export function nameHint(name: string): string | undefined {
  const over = lettersOver(name);
  if (over > 0) return t('files.nameOver', { n: over });
  const clean = name.trim();
  return clean && !isWindowsName(clean) ? t('files.nameNotWindows') : undefined;
}
