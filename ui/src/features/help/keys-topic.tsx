import { isLoggedIn } from '~/api/session';
import { t, type PlainKey } from '~/i18n';
import { Card } from '~/kit/layout';
import { paletteKey } from '~/page/palette';

type Row = readonly [PlainKey, ...string[]];

const everywhere = (): Row[] => [['help.keyPalette', paletteKey()]];

const list: readonly Row[] = [
  ['help.keySearch', '/'],
  ['help.keyAll', '?'],
  ['help.keyOpen', 'Enter'],
  ['help.keyUp', 'Backspace'],
  ['help.keySelectAll', 'Ctrl+A'],
  ['help.keyNewFolder', 'Alt+N'],
  ['help.keyUpload', 'Alt+U'],
  ['help.keyUploadFolder', 'Alt+Shift+U'],
  ['help.keyShare', 'Alt+S'],
  ['help.keyDownload', 'Alt+D'],
  ['help.keyRename', 'F2'],
  ['help.keyFavorite', 'S'],
  ['help.keyCopy', 'Ctrl+X', 'Ctrl+C', 'Ctrl+V'],
  ['help.keyDelete', 'Delete'],
  ['help.keyUndo', 'Ctrl+Z'],
  ['help.keyView', 'V'],
];

/** The keys that are worth knowing; the list of files shows all of them itself. */
export function KeysTopic() {
  return (
    <>
      {isLoggedIn() && (
        <Card title={t('help.keysEverywhere')}>
          <Keys rows={everywhere()} />
        </Card>
      )}
      <Card title={t('help.keysList')} text={t('help.keysNote')}>
        <Keys rows={list} />
      </Card>
    </>
  );
}

function Keys({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="grid">
      {rows.map(([label, ...keys]) => (
        <div
          key={label}
          className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
        >
          <dt>{t(label)}</dt>
          <dd dir="ltr" className="flex shrink-0 flex-wrap justify-end gap-1.5">
            {keys.map((key) => (
              <kbd key={key} className="rounded-md bg-sunken px-2 py-0.5 font-sans text-xs ring-1 ring-line ring-inset">
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
