import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changePreferences, usePreferences, type ViewKind } from './preferences';
import { formatSort, parseSort, type Sort } from './sort';

/** How the directory is shown. The address wins over what the person chose last, so that reload and Back keep it. */
export interface View {
  readonly kind: ViewKind;
  readonly sort: Sort;
  readonly details: boolean;
  readonly search: string;
  readonly setKind: (kind: ViewKind) => void;
  readonly setSort: (sort: Sort) => void;
  readonly setDetails: (open: boolean) => void;
}

export function useView(): View {
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
    return {
      kind: kind === 'grid' || kind === 'list' ? kind : preferred.view,
      sort: parseSort(query.get('sort')) ?? preferred.sort,
      details: query.get('details') === '1',
      search,
      setKind: (next) => {
        changePreferences({ view: next });
        change('view', next);
      },
      setSort: (next) => {
        changePreferences({ sort: next });
        change('sort', formatSort(next));
      },
      setDetails: (open) => change('details', open ? '1' : null),
    };
  }, [search, path, navigate, preferred]);
}
