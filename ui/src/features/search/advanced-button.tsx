import { useEffect, useState } from 'react';
import { AdvancedDialog } from './advanced-dialog';
import type { Search } from './filters';
import { whenAdvanced } from './start';

/** Shows the form of all filters on request. */
export function AdvancedButton({ spaceId }: { spaceId: string }) {
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => whenAdvanced(setSearch), []);
  return search && <AdvancedDialog spaceId={spaceId} search={search} onClose={() => setSearch(null)} />;
}
