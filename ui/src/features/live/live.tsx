import { useEffect, useState } from 'react';
import { changed, forgetRead } from '~/api/changed';
import { useUserId } from '~/api/session';
import { useLang } from '~/i18n';
import { People } from './people';
import { setPresence, usePresence } from './presence';
import { hearChange, isOld, refreshDirectory } from './refresh';
import { refreshRights } from './rights';
import { LiveTabs } from './tabs';
import { useAwake } from './use-awake';
import { useShown } from './use-shown';

/** Keeps the list that is shown up to date, and says who else looks at it. */
export function Live({ spaceId }: { spaceId: string }) {
  useLang();
  const user = useUserId();
  const directoryId = useShown(spaceId);
  const awake = useAwake();
  const tabs = useTabs(user, spaceId);
  useEffect(() => {
    tabs?.show(awake ? (directoryId ? [{ spaceId, directoryId }] : []) : null);
  }, [tabs, spaceId, directoryId, awake]);
  const people = usePresence(directoryId);
  return people.length > 0 ? <People people={people} /> : null;
}

function useTabs(user: string | null, spaceId: string): LiveTabs | null {
  const [tabs, setTabs] = useState<LiveTabs | null>(null);
  useEffect(() => {
    if (!user) return undefined;
    forgetRead();
    const made = new LiveTabs(user, {
      onEvent: (event) => {
        if (event.type === 'presence') setPresence(event.directoryId, event.people);
        else if (event.type === 'permissions') void refreshRights(event, spaceId);
        else if (event.type === 'import') void changed.imports(event.importId);
        else void hearChange(spaceId, event.directoryId, event.seq);
      },
      onJoined: (joined) => {
        if (isOld(spaceId, joined)) void refreshDirectory(spaceId, joined);
      },
      onAgain: () => {
        forgetRead();
        void changed.permissions();
        void changed.unreachable();
      },
    });
    // Made in the effect, because it holds a lock until it is closed.
    // oxlint-disable-next-line react/set-state-in-effect
    setTabs(made);
    return () => {
      made.close();
      setTabs(null);
    };
  }, [user, spaceId]);
  return tabs;
}
