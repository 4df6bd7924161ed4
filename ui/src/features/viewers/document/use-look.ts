import { useMemo } from 'react';
import type { Look } from '~/isolated/protocol';
import { currentLang, t } from '~/i18n';
import { useTheme } from '~/kit/theme';
import { useMedia } from '~/kit/use-media';

/** Reads the colours around the document, as they are now. */
export function useLook(frame: { current: HTMLIFrameElement | null }, slides: boolean): () => Look {
  const theme = useTheme();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'dark' || (theme === 'system' && systemDark);
  return useMemo(
    () => () => ({
      dark,
      lang: currentLang() === 'fa-ir' ? 'fa' : 'en',
      ground: frame.current ? getComputedStyle(frame.current).backgroundColor : 'transparent',
      brand: getComputedStyle(document.documentElement).getPropertyValue('--brand'),
      page: t(slides ? 'preview.slide' : 'preview.pageName', { n: '{n}' }).replaceAll(/[\u2066-\u2069]/g, ''),
    }),
    [dark, frame, slides],
  );
}
