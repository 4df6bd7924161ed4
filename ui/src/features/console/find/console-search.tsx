import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { api } from '~/api/client';
import type { AdminResult } from '~/api/types.gen';
import { t } from '~/i18n';
import { isPageCovered } from '~/kit/page-cover';
import { ActDialog } from '../act-dialog';
import { cx } from '~/kit/cx';
import { SearchField } from '~/kit/search-field';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { focusContent } from '~/page/kept-focus';
import { hrefOf, icons, partsOf, titleOf, useFound } from './results';

/** A link or box that still opens has no page here; staff can end it. */
const isOpenShare = ({ kind, state }: AdminResult) => (kind === 'link' || kind === 'box') && state !== 'deleted';

function EndDialog({ share, onClose }: { share: AdminResult; onClose: () => void }) {
  const isLink = share.kind === 'link';
  return (
    <ActDialog
      title={t(isLink ? 'consolePeople.endLink' : 'consolePeople.endBox')}
      text={
        <>
          <p>
            <bdi>{partsOf(share).join(' · ')}</bdi>
          </p>
          <p>{t(isLink ? 'consolePeople.endLinkText' : 'consolePeople.endBoxText')}</p>
        </>
      }
      act={t('consolePeople.endAct')}
      done={t('consolePeople.endDone')}
      danger
      onAct={async (reason) => {
        if (isLink)
          await api.post('admin/links/{download_id}/end', { path: { download_id: share.id }, body: { reason } });
        else await api.post('admin/boxes/{upload_id}/end', { path: { upload_id: share.id }, body: { reason } });
      }}
      onClose={onClose}
    />
  );
}

/** One field finds anything in the console. `/` leads to it, and with `focus` it begins there. */
export function ConsoleSearch({ focus = false }: { focus?: boolean }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const asked = useDebouncedValue(text.trim(), 150);
  const found = useFound(asked);
  const results = found.data?.results ?? [];
  useShortcut(() => box.current?.querySelector('input')?.focus());
  useEffect(() => {
    if (focus) box.current?.querySelector('input')?.focus();
  }, [focus]);

  const [ending, setEnding] = useState<AdminResult | null>(null);
  const close = () => {
    setOpen(false);
    setAt(0);
  };
  const choose = (result: AdminResult | undefined) => {
    if (!result) return;
    if (isOpenShare(result)) setEnding(result);
    else navigate(hrefOf(result));
    setText('');
    close();
    focusContent();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((now) => Math.min(results.length - 1, now + 1));
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1));
    else if (event.key === 'Enter') choose(results[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const shown = open && asked.length > 1 && !!found.data;
  return (
    <div
      ref={box}
      role="presentation"
      className="relative"
      onKeyDown={handleKeyDown}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) close();
      }}
    >
      <SearchField
        label={t('consolePeople.search')}
        value={text}
        onChange={(next) => {
          setText(next.slice(0, 80));
          setOpen(true);
          setAt(0);
        }}
      />
      <p role="status" className="sr-only">
        {shown && t('consolePeople.searchCount', { n: results.length })}
      </p>
      {ending && <EndDialog share={ending} onClose={() => setEnding(null)} />}
      {shown && (
        <div className="pop absolute start-0 top-full z-40 mt-1.5 max-h-[70dvh] w-full min-w-[min(22rem,calc(100vw-2rem))] max-w-[calc(100vw-2rem)] overflow-y-auto">
          {results.length === 0 && <p className="px-3 py-4 text-muted">{t('consolePeople.searchNothing')}</p>}
          <ul id={id} aria-label={t('consolePeople.searchResults')}>
            {results.map((result, index) => {
              const Icon = icons[result.kind];
              return (
                <li key={`${result.kind} ${result.id}`}>
                  <button
                    type="button"
                    aria-current={index === at || undefined}
                    onMouseEnter={() => setAt(index)}
                    onClick={() => choose(result)}
                    className={cx(
                      'flex w-full items-center gap-3 rounded-lg px-3 py-2 text-start focus-visible:-outline-offset-2',
                      index === at && 'bg-hover',
                    )}
                  >
                    <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">
                        <bdi>{titleOf(result)}</bdi>
                      </span>
                      <span className="block truncate text-xs text-muted">
                        {partsOf(result).map((part, index) => (
                          <span key={part}>
                            {index > 0 && ' · '}
                            <bdi>{part}</bdi>
                          </span>
                        ))}
                      </span>
                    </span>
                    <span className="shrink-0 text-xs text-muted">{t(`consolePeople.kind_${result.kind}`)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

function useShortcut(focus: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const writing =
        event.target instanceof HTMLElement && !!event.target.closest('input, textarea, [contenteditable]');
      const asked =
        !writing && !event.ctrlKey && !event.altKey && !event.metaKey && (event.key === '/' || event.code === 'Slash');
      if (!asked || isPageCovered()) return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
