import { useEffect, useRef, useState } from 'react';
import { useUnloadWarning } from '~/kit/use-unload-warning';

interface Options {
  /** Ends what is being typed; true when something would be lost. */
  readonly settle: () => boolean;
  readonly dirty: boolean;
  readonly onClose: () => void;
}

interface Guard {
  readonly asking: boolean;
  /** Closes, or asks first. */
  readonly leave: () => void;
  readonly stay: () => void;
  readonly close: () => void;
}

/** Asks before marks are lost: by the button, by the browser's "back", or by a page that is closed. */
export function useLeaveGuard({ settle, dirty, onClose }: Options): Guard {
  const [asking, setAsking] = useState(false);
  const latest = useRef({ settle, onClose });
  latest.current = { settle, onClose };
  const closing = useRef(false);

  useEffect(() => {
    // "Back" ends marking and stays at the file.
    const enter = () => history.pushState(history.state, '');
    const onBack = () => {
      if (closing.current) return;
      if (latest.current.settle()) {
        enter();
        setAsking(true);
      } else {
        closing.current = true;
        latest.current.onClose();
      }
    };
    enter();
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);

  useUnloadWarning(dirty);

  const close = () => {
    setAsking(false);
    closing.current = true;
    history.back();
    onClose();
  };
  return {
    asking,
    leave: () => {
      if (settle()) setAsking(true);
      else close();
    },
    stay: () => setAsking(false),
    close,
  };
}
