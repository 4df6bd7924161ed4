import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changePreferences, usePreferences, type ViewKind } from './preferences';
import { directoryList, type ListKind } from './list-kind';
import { formatSort, parseSort, type Sort } from './sort';

/** How the directory is shown. The address wins over the user's last choice, so that reload and Back keep it. */
export interface View {
  readonly kind: ViewKind;
  readonly sort: Sort;
  readonly details: boolean;
  /** Which page of the details is open. */
  readonly tab: string;
  readonly search: string;
  readonly setKind: (kind: ViewKind) => void;
  readonly setSort: (sort: Sort) => void;
  /** Opens the details, or one page of them by its name. */
  readonly setDetails: (open: boolean | string) => void;
}

export function useView({ sorts, sort: first }: Pick<ListKind, 'sorts' | 'sort'> = directoryList): View {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const preferred = usePreferences();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const change = (name: string, value: string | null) => {
      const next = new URLSearchParams(search);
      if (value === null) next.delete(name);
      else next.set(name, value);
      const text = next.toString();
      navigate(path + (text && `?${text}`), { replace: true });
    };
    const kind = query.get('view');
    const details = query.get('details');
    return {
      kind: kind === 'grid' || kind === 'list' ? kind : preferred.view,
      sort: parseSort(query.get('sort'), sorts) ?? first ?? preferred.sort,
      details: details !== null,
      tab: details === null || details === '1' ? 'details' : details,
      search,
      setKind: (next) => {
        changePreferences({ view: next });
        change('view', next);
      },
      setSort: (next) => {
        if (!first) changePreferences({ sort: next });
        change('sort', formatSort(next));
      },
      setDetails: (open) => change('details', open === true || open === 'details' ? '1' : open || null),
    };
  }, [search, path, navigate, preferred, sorts, first]);
}
