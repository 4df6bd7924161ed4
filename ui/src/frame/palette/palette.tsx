import { ArrowRight, Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { noSearch, resultsHref } from '~/features/search/filters';
import { rememberSearch } from '~/features/search/recents';
import { t, useLang } from '~/i18n';
import { CommandDialog } from '~/kit/command-dialog';
import { IconButton } from '~/kit/icon-button';
import { Spinner } from '~/kit/spinner';
import { closePalette } from '~/page/palette';
import { prepareCandidates, rankGroups, type Candidate, type Group, type RankedGroup } from './candidates';
import { optionId, PaletteList } from './palette-list';
import { useAnswers } from './use-found';
import { useGroups } from './use-groups';
import { useStanding } from './use-standing';

type Props = {
  /** The words that the field begins with. */
  query: string;
  /** The letters that were typed before the field was there. */
  takeTyped: () => string;
};

/** Closes the palette, and acts when the focus is back where it was: a field that the act opens keeps it. */
function runCandidate(candidate: Candidate | undefined): void {
  if (!candidate) return;
  closePalette();
  setTimeout(candidate.run);
}

/** One field that reaches every action, page, person, workspace and file. */
export function Palette({ query: asked, takeTyped }: Props) {
  useLang();
  const [query, setQuery] = useState(() => asked + takeTyped());
  const [chosen, setChosen] = useState<string | null>(null);
  const listId = useId();
  const standing = useStanding();
  const groups = useGroups(standing);
  usePrepared(groups);
  const known = rankGroups(groups, query);
  const own = [...known, ...useSearchGroup(standing.spaceId, query)];
  const shown = new Set(own.flatMap(({ rows }) => rows.map(({ candidate }) => candidate.id)));
  const answers = useAnswers(standing, query, shown);
  const all = [...own, ...answers.groups];
  const candidates = all.flatMap(({ rows }) => rows.map(({ candidate }) => candidate));
  const found = candidates.findIndex(({ id }) => id === chosen);
  const active = Math.max(0, found);

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = stepTo(event.key, active, candidates.length);
    if (next !== null) setChosen(candidates[next]?.id ?? null);
    else if (event.key === 'Enter' && !event.nativeEvent?.isComposing) runCandidate(candidates[active]);
    else if (event.key === 'Escape') closePalette();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const write = (next: string) => {
    setQuery(next);
    setChosen(null);
  };
  return (
    <CommandDialog title={t('palette.title')} onClose={closePalette}>
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-4 max-sm:ps-1">
        <IconButton label={t('common.close')} onClick={closePalette} className="sm:hidden">
          <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
        </IconButton>
        <span className="grid size-5 shrink-0 place-items-center text-muted max-sm:hidden" aria-hidden="true">
          {answers.waiting ? <Spinner /> : <Search size={18} />}
        </span>
        <input
          type="text"
          role="combobox"
          dir="auto"
          value={query}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t('palette.field')}
          aria-label={t('palette.field')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={candidates.length > 0 ? optionId(listId, active) : undefined}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <PaletteList
        listId={listId}
        groups={all}
        active={active}
        empty={query.trim() !== '' && known.length === 0 && answers.groups.length === 0 && !answers.waiting}
        query={query.trim()}
        onPoint={(candidate) => setChosen(candidate.id)}
        onChoose={runCandidate}
      />
      <KeyHints />
      <p role="status" className="sr-only">
        {answers.waiting ? t('palette.searching') : t('palette.count', { n: candidates.length })}
      </p>
    </CommandDialog>
  );
}

/** Makes the names ready while nothing is typed yet, so that the first letter does not wait for it. */
function usePrepared(groups: readonly Group[]): void {
  const latest = useRef(groups);
  latest.current = groups;
  const { length } = groups.flatMap(({ candidates }) => candidates);
  useEffect(() => {
    const timer = setTimeout(() => prepareCandidates(latest.current), 50);
    return () => clearTimeout(timer);
  }, [length]);
}

/** The keys of the list, for who has some. */
function KeyHints() {
  const hints = [
    ['↑ ↓', t('palette.keyMove')],
    ['Enter', t('palette.keyOpen')],
    ['Esc', t('palette.keyClose')],
  ] as const;
  return (
    <p
      aria-hidden="true"
      className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-5 text-xs text-muted max-sm:hidden"
    >
      {hints.map(([key, words]) => (
        <span key={key} className="flex items-center gap-1.5">
          <kbd dir="ltr" className="rounded border border-line bg-sunken px-1 font-sans leading-4">
            {key}
          </kbd>
          {words}
        </span>
      ))}
    </p>
  );
}

/** The place in the list that a key leads to; null for any other key. */
function stepTo(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return length > 0 ? (at + 1) % length : 0;
    case 'ArrowUp':
      return length > 0 ? (at + length - 1) % length : 0;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}

/** The way to all results, below what the device knows, so that it stays where it is when the server answers. */
function useSearchGroup(spaceId: string | undefined, query: string): RankedGroup[] {
  const [, navigate] = useLocation();
  const typed = query.trim();
  return useMemo(() => {
    if (!typed || !spaceId) return [];
    const candidate = {
      id: 'search-for',
      text: t('palette.searchFor', { query: typed }),
      icon: <Search size={18} />,
      run: () => {
        rememberSearch(typed);
        navigate(resultsHref(spaceId, { ...noSearch, query: typed }));
      },
    };
    return [{ id: 'search', title: t('palette.search'), rows: [{ candidate, marks: [] }] }];
  }, [typed, spaceId, navigate]);
}
