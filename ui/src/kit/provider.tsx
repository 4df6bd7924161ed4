import { DirectionProvider } from '@base-ui/react/direction-provider';
import { createContext, useContext, type ReactNode } from 'react';
import { TooltipLayer } from './tooltip-layer';

/** The few words that the kit itself must say. */
interface KitWords {
  back: string;
  close: string;
  notifications: string;
  showPassword: string;
  hidePassword: string;
  clear: string;
}

const Words = createContext<KitWords>({
  back: '',
  close: '',
  notifications: '',
  showPassword: '',
  hidePassword: '',
  clear: '',
});

export const useKitWords = () => useContext(Words);

/** Direction, tooltips and the kit's own words for everything inside. */
export function KitProvider(props: { rtl: boolean; words: KitWords; children: ReactNode }) {
  return (
    <DirectionProvider direction={props.rtl ? 'rtl' : 'ltr'}>
      <Words.Provider value={props.words}>{props.children}</Words.Provider>
      <TooltipLayer />
    </DirectionProvider>
  );
}
