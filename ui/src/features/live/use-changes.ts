import { useEffect, useRef } from 'react';
import { useUserId } from '~/api/session';
import { LiveTabs } from './tabs';
import { useAwake } from './use-awake';

interface Watched {
  readonly spaceId: string;
  readonly directoryId: string;
}

/**
 * Tells of each change in a directory, on a page that shows none: others do not see the user there. Also tells once when the
 * watching begins, and after it was interrupted, for what was missed.
 */
export function useChanges({ spaceId, directoryId }: Watched, isActive: boolean, onChange: () => void): void {
  const user = useUserId();
  const awake = useAwake();
  const latest = useRef(onChange);
  latest.current = onChange;
  const isOn = isActive && awake;
  useEffect(() => {
    if (!user || !isOn) return undefined;
    const tabs = new LiveTabs(user, {
      onEvent: (event) => {
        if (event.type === 'change' && event.directoryId === directoryId) latest.current();
      },
      onJoined: (joined) => {
        if (joined === directoryId) latest.current();
      },
      onAgain: () => latest.current(),
    });
    tabs.show([{ spaceId, directoryId, isUnseen: true }]);
    return () => tabs.close();
  }, [user, isOn, spaceId, directoryId]);
}
