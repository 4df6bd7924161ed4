import { useEffect, useRef } from 'react';
import { useLang } from '~/i18n';
import { useTheme } from '~/kit/theme';
import { sayFault } from '~/page/say-fault';
import { saveMe } from '~/api/save-me';

/** Runs when a value changes, not for the first one. */
function useChange<T>(value: T, onChange: (value: T) => void) {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    onChange(value);
  });
}

/** Language and theme stay with the account, wherever on the page they are chosen. */
export function KeepPreferences() {
  useChange(useLang(), (language) => void saveMe({ language }).catch(sayFault));
  useChange(useTheme(), (theme) => void saveMe({ theme: theme === 'system' ? '' : theme }).catch(sayFault));
  return null;
}
