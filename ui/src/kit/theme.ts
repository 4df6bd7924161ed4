import { useSyncExternalStore } from 'react';
import { createEmitter } from './store';

export type Theme = 'light' | 'dark' | 'system';

const bars = { light: '#f3f6f6', dark: '#0d1213' };
const changes = createEmitter();

function currentTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setTheme(theme: Theme) {
  localStorage.setItem('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  paintBars(theme);
  changes.emit();
}

/** The bars of a phone's browser follow the page, also against the system's theme. */
function paintBars(theme: Theme) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = bars[theme === 'system' ? own : theme];
  }
}

export const useTheme = () => useSyncExternalStore(changes.subscribe, currentTheme);
