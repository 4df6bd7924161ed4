import { useEffect, useState } from 'react';
import { useMe } from '~/api/me';
import { usePermissions } from '~/api/permissions';
import { useSetup } from '~/api/setup';
import { useGuestSpaces, useSpace, useSpaces } from '~/api/spaces';
import { useSupportPlan } from '~/api/support';
import { lastSpace } from '~/api/visits';
import { withWords } from '~/i18n';
import type { Standing } from './pages';

/** The workspace in the address or, on pages of none, the one that was open last. */
function useNearSpace(): string | undefined {
  const own = useSpaces().data ?? [];
  const guest = useGuestSpaces().data ?? [];
  const ids = [...own, ...guest].map(({ space_id: id }) => id);
  const last = lastSpace();
  return last && ids.includes(last) ? last : ids[0];
}

/** Whether the words of plans are there; they are fetched where there are plans. */
function usePlanWords(needed: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (needed) void withWords(Promise.resolve(), 'billing').then(() => setReady(true));
  }, [needed]);
  return needed && ready;
}

/** Reads the standing of the user. */
export function useStanding(): Standing {
  const spaceId = useNearSpace();
  const support = useSupportPlan().data;
  const space = useSpace(spaceId ?? '');
  const selling = useSetup().data?.selling ?? false;
  return {
    spaceId,
    space,
    permissions: usePermissions(spaceId ?? '').data,
    staff: useMe().data?.staff ?? '',
    selling,
    words: usePlanWords(selling || (space?.plan ?? null) !== null),
    support: support !== undefined && support.tier !== 'off',
  };
}
