import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js';
import { currentLang, t } from '~/i18n';

/** The player's buttons in the language of the page. */
export function speakToPlayer(): void {
  const lang = currentLang().slice(0, 2);
  addTranslation(lang, {
    Play: t('preview.play'),
    Pause: t('preview.pause'),
    Mute: t('preview.mute'),
    Unmute: t('preview.unmute'),
    play: t('preview.play'),
    pause: t('preview.pause'),
    mute: t('preview.mute'),
    unmute: t('preview.unmute'),
    volume: t('preview.volume'),
    seek: t('preview.seek'),
    'Enter fullscreen mode': t('preview.fullscreen'),
    'Exit fullscreen mode': t('preview.exitFullscreen'),
    'enter fullscreen mode': t('preview.fullscreen'),
    'exit fullscreen mode': t('preview.exitFullscreen'),
    'Enter picture in picture mode': t('preview.pip'),
    'Exit picture in picture mode': t('preview.exitPip'),
    'enter picture in picture mode': t('preview.pip'),
    'exit picture in picture mode': t('preview.exitPip'),
    'Playback rate': t('preview.speed'),
    'current playback rate': t('preview.speed'),
    'playback time': t('preview.time'),
  });
  setLanguage(lang);
}
