import { useQuery } from '@tanstack/react-query';
import { FileKey2 } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminCopies } from '~/api/types.gen';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { sheetState, type SheetState } from '../sheet/sheet-state';
import { useMayChange } from '../use-rights';

/** What a restore needs beside the copy: whether there is a recovery sheet, and whether the copies need it. */
export function SheetBox() {
  const mayChange = useMayChange('system');
  const { data, isPending } = useQuery({ queryKey: keyOf('console-copies'), queryFn: () => api.get('admin/copies') });
  const state = data && sheetState(data);
  const { tone, words } = wordsOf(data, state);
  return (
    <section
      aria-label={t('recoverySheet.title')}
      aria-busy={isPending}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-sunken px-4 py-3"
    >
      <FileKey2 size={20} aria-hidden="true" className={cx('shrink-0 max-sm:hidden', tone)} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{t('recoverySheet.title')}</p>
        {/* As high while nobody knows yet: what comes after it must not move. */}
        <p className="text-sm text-pretty">{words || '\u00A0'}</p>
        <p className="text-sm text-pretty text-muted">{t(textOf(state))}</p>
      </div>
      <Link href="/admin/recovery-sheet" className={buttonClass('outline')}>
        {t(state === 'none' && mayChange ? 'recoverySheet.make' : 'recoverySheet.open')}
      </Link>
    </section>
  );
}

/** How it looks. A sheet is known here when two of its groups were confirmed; before that it is none. */
const looks = {
  none: 'text-muted',
  lost: 'text-danger',
  idle: 'text-muted',
  resealing: 'text-muted',
  sealed: 'text-success',
  foreign: 'text-muted',
  clear: 'text-warning',
} as const;

function textOf(state: SheetState | undefined) {
  if (state === 'none') return 'recoverySheet.noneText';
  return state === 'lost' ? 'recoverySheet.lostText' : 'firstSteps.sheetText';
}

function wordsOf(data: AdminCopies | undefined, state: SheetState | undefined) {
  if (!data || !state) return { tone: 'text-muted', words: '' };
  if (data.sheet?.due && state === 'sealed') return { tone: 'text-danger', words: t('recoverySheet.due') };
  return { tone: looks[state], words: state === 'idle' ? '' : t(`recoverySheet.${state}`) };
}
