import { useEffect, useState, type KeyboardEvent } from 'react';
import { useLocation, useSearch } from 'wouter';
import { openPalette } from '~/page/palette';
import { formatSearch, noSearch, parseSearch, resultsHref, type Search } from './filters';
import { hrefOfHit, type Hit } from './hits';
import { rememberSearch, useRecents } from './recents';
import { showAdvanced } from './start';
import { usePlaceOf } from './use-place-of';
import { useSuggest } from './use-suggest';

export type Option =
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit }
  | { readonly kind: 'recent'; readonly id: string; readonly query: string }
  | { readonly kind: 'all' | 'advanced' | 'commands'; readonly id: string };

/** The state of a search field, in the top bar or in the sheet: its text, its suggestions and its keys. */
export function useSearchBox(spaceId: string, onLeave: () => void) {
  const [path, navigate] = useLocation();
  const address = useSearch();
  const onResults = path === `/workspace/${spaceId}/search`;
  const shown = onResults ? parseSearch(address) : noSearch;
  const [query, setQuery] = useState(shown.query);
  const [active, setActive] = useState(-1);
  const { isMine, wayTo, rootId } = usePlaceOf(spaceId);
  const recents = useRecents();
  const found = useSuggest(spaceId, rootId, query);

  // The address is the state: Back brings the words back, leaving the results clears them.
  useEffect(() => setQuery(shown.query), [shown.query, onResults]);

  const text = query.trim();
  const hits = text && found.data ? found.data.hits : [];
  const options: Option[] = [
    ...hits.map((hit) => ({ kind: 'hit', id: hit.entry.id, hit }) as const),
    ...(text ? [] : recents.map((known) => ({ kind: 'recent', id: `recent-${known}`, query: known }) as const)),
    ...(text ? [{ kind: 'all', id: 'all' } as const] : []),
    { kind: 'advanced', id: 'advanced' },
    { kind: 'commands', id: 'commands' },
  ];

  const showResults = (search: Search) => {
    rememberSearch(search.query);
    navigate(resultsHref(spaceId, search), { replace: onResults && formatSearch(search) === address });
    onLeave();
  };
  const choose = (option: Option) => {
    if (option.kind === 'hit') {
      rememberSearch(query);
      navigate(hrefOfHit(spaceId, option.hit, isMine(option.hit)));
      onLeave();
    } else if (option.kind === 'recent') showResults({ ...shown, query: option.query });
    else if (option.kind === 'all') showResults({ ...shown, query });
    else if (option.kind === 'commands') {
      onLeave();
      openPalette(text);
    } else {
      onLeave();
      showAdvanced({ ...shown, query });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((now) => (now + step + options.length + (now < 0 && step < 0 ? 1 : 0)) % options.length);
    else if (event.key === 'Enter' && !event.nativeEvent?.isComposing) {
      const option = options[active];
      if (option) choose(option);
      else if (text || onResults) showResults({ ...shown, query });
    } else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  const waiting = text !== '' && (found.isFetching || found.data === undefined) && !found.error;
  return {
    query,
    write: (next: string) => {
      setQuery(next);
      setActive(-1);
    },
    active: Math.min(active, options.length - 1),
    options,
    waiting,
    /** How many hits are listed; null while none are wanted. */
    found: text && !waiting && !found.error ? hits.length : null,
    error: text && !found.isFetching ? found.error : null,
    wayTo,
    choose,
    onKeyDown,
  };
}
