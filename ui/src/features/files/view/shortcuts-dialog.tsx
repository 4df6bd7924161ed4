import { t } from '~/i18n';
import { Dialog } from '~/kit/dialog';
import { useIsCompact } from '~/kit/use-media';
import { paletteKey } from '~/page/palette';
import type { ActionContext } from '../actions/action';
import { listWorkingKeys } from '../actions/working-keys';
import type { Entry } from '../listing/entry';

/** The list that the keys are for: its state, and some of its entries. */
export interface KeysOf {
  readonly context: ActionContext;
  readonly entries: readonly Entry[];
}

type Props = KeysOf & { onClose: () => void };

/** Every key that works on this list with the user's rights; those of actions come from the actions themselves. */
export function ShortcutsDialog({ context, entries, onClose }: Props) {
  const compact = useIsCompact();
  const everywhere: Row[] = [
    { label: t('palette.title'), keys: [paletteKey()] },
    // Only the top bar of a wide window has the field.
    ...(compact ? [] : [{ label: t('frame.searchIn'), keys: ['/'] }]),
  ];
  const moving: Row[] = [
    { label: t('files.keyArrows'), keys: ['←', '↑', '→', '↓'] },
    { label: t('files.keyShift'), keys: ['Shift', '↑ ↓'] },
    { label: t('files.keyCtrl'), keys: ['Ctrl', '↑ ↓'] },
    { label: t('files.keySpace'), keys: ['Space'] },
    { label: t('files.keyEnds'), keys: ['Home', 'End'] },
    { label: t('files.keyPages'), keys: ['PgUp', 'PgDn'] },
    { label: t('files.keyLetters'), keys: [t('files.letters')] },
  ];
  const working: Row[] = listWorkingKeys(context, entries).map(({ action, context: state, keys }) => ({
    label: action.id === 'view-list' || action.id === 'view-grid' ? t('files.toggleView') : action.label(state),
    keys,
  }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('files.shortcuts')} width="lg">
      <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid gap-y-6">
          <Section title={t('palette.everywhere')} rows={everywhere} />
          {entries.length > 0 && <Section title={t('files.shortcutsMove')} rows={moving} />}
        </div>
        <Section title={t('files.shortcutsActions')} rows={working} />
      </div>
    </Dialog>
  );
}

interface Row {
  readonly label: string;
  readonly keys: readonly string[];
}

function Section({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
      <dl>
        {rows.map(({ label, keys }) => (
          <div
            key={label}
            className="flex min-h-10 items-center justify-between gap-3 border-b border-line/60 last:border-0"
          >
            <dt>{label}</dt>
            <dd className="flex shrink-0 gap-1" dir="ltr">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs text-muted"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
