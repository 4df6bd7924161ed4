import { t } from '~/i18n';

const lacks = ['database', 'store', 'disk', 'copies', 'lease'] as const;

/** What keeps the server from being ready, in a sentence. */
export function lackWords(what: string): string {
  const known = lacks.find((one) => one === what);
  return known ? t(`consoleSystem.lacks_${known}`) : what;
}
