import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useRef } from 'react';
import { t } from '~/i18n';
import { FileIcon } from '~/kit/file-icon';
import type { ViewerProps } from '~/api/content';
import './media.css';
import { useProblem } from './problem';
import { MediaRate, MediaTime } from './time';
import { speakToPlayer } from './words';
import { FailureState } from '../failure-state';

/** Time runs from left to right in every language, so players do too. */
export function VideoViewer({ content }: ViewerProps) {
  speakToPlayer();
  const media = useRef<HTMLVideoElement>(null);
  const { problem, onError, onRetry } = useProblem(content);
  if (problem) return <FailureState text={t(`preview.${problem}`)} onRetry={onRetry} />;
  return (
    <div className="absolute inset-0 p-0 sm:p-4" dir="ltr">
      <MediaController className="player size-full overflow-hidden sm:rounded-card">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the file brings its own captions, or none */}
        <video
          ref={media}
          slot="media"
          src={content.url}
          playsInline
          preload="metadata"
          onError={onError}
          className="size-full object-contain"
        />
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        <MediaControlBar>
          <MediaPlayButton />
          <MediaMuteButton />
          <MediaVolumeRange className="max-sm:hidden" />
          <MediaTimeRange />
          <MediaTime media={media} />
          <MediaRate media={media} />
          <MediaPipButton className="max-sm:hidden" />
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>
    </div>
  );
}

export function AudioViewer({ content, name }: ViewerProps) {
  speakToPlayer();
  const media = useRef<HTMLAudioElement>(null);
  const { problem, onError, onRetry } = useProblem(content);
  if (problem) return <FailureState text={t(`preview.${problem}`)} onRetry={onRetry} />;
  return (
    <div className="grid h-full place-items-center p-4">
      <div className="w-full max-w-xl rounded-dialog bg-surface p-6 shadow-card ring-1 ring-line">
        <div className="mb-6 grid justify-items-center gap-4 text-center">
          <FileIcon type="audio" size="lg" />
          <p className="max-w-full text-base font-bold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        </div>
        <div dir="ltr">
          <MediaController audio className="player w-full">
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the file brings its own captions, or none */}
            <audio ref={media} slot="media" src={content.url} preload="metadata" onError={onError} />
            <MediaControlBar className="w-full rounded-card">
              <MediaPlayButton />
              <MediaTimeRange />
              <MediaTime media={media} />
              <MediaMuteButton />
              <MediaRate media={media} />
            </MediaControlBar>
          </MediaController>
        </div>
      </div>
    </div>
  );
}
