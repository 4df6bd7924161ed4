import { useLocation, useSearch } from 'wouter';
import { changePreferences, usePreferences, type ViewKind } from '~/features/files/listing/preferences';

/** The view of the results: the one in the address, else the one that the user likes. */
export function useResultsView(): [ViewKind, (view: ViewKind) => void] {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const { view } = usePreferences();
  const asked = query.get('view');
  const change = (next: ViewKind) => {
    changePreferences({ view: next });
    query.set('view', next);
    navigate(`${path}?${query}`, { replace: true });
  };
  return [asked === 'grid' || asked === 'list' ? asked : view, change];
}
