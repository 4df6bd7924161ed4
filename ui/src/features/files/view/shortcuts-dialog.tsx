import { t } from '~/i18n';
import { Dialog } from '~/kit/dialog';
import type { ActionContext } from '../actions/action';
import { actions } from '../actions/action-list';

type Props = { context: ActionContext; onClose: () => void };

/** Every key there is; those of actions come from the actions themselves. */
export function ShortcutsDialog({ context, onClose }: Props) {
  const moving: Row[] = [
    { label: t('files.keyArrows'), keys: ['←', '↑', '→', '↓'] },
    { label: t('files.keyShift'), keys: ['Shift', '↑ ↓'] },
    { label: t('files.keyCtrl'), keys: ['Ctrl', '↑ ↓'] },
    { label: t('files.keySpace'), keys: ['Space'] },
    { label: t('files.keyEnds'), keys: ['Home', 'End'] },
    { label: t('files.keyPages'), keys: ['PgUp', 'PgDn'] },
    { label: t('files.keyLetters'), keys: [t('files.letters')] },
  ];
  const doing = actions
    .filter(({ id }) => !twins.has(id))
    .flatMap(({ id, label, shortcuts }): Row[] =>
      shortcuts
        ? [
            {
              label: id === 'view-list' ? t('files.toggleView') : label(context),
              keys: shortcuts.map(({ text }) => text),
            },
          ]
        : [],
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('files.shortcuts')} width="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Section title={t('files.shortcutsMove')} rows={moving} />
        <Section title={t('files.shortcutsActions')} rows={doing} />
      </div>
    </Dialog>
  );
}

/** Actions that share their key with another one, which is listed for both. */
const twins = new Set(['preview', 'view-grid', 'unfavorite', 'purge']);

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
